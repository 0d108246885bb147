import { defined } from '../../../contracts/defined.ts'
import type { ListedRequirement } from '../../../contracts/listed-requirements.ts'
import type { Requirement } from '../../../contracts/requirement.ts'

const sayings = (twisted: Readonly<Record<string, { readonly says: string }>>) =>
  Object.fromEntries(Object.entries(twisted).map(([name, { says }]) => [name, { says }]))

const listedOf = (requirement: Requirement): ListedRequirement => {
  const { id, level, statement, since, until, source, covers, needs, faults, tolerates } = requirement
  return {
    id,
    level,
    statement,
    since,
    ...defined({ until, covers, tolerates: tolerates && sayings(tolerates) }),
    source,
    needs,
    faults: sayings(faults),
  }
}

/** What `contracts/requirements.json` holds. */
export const requirementsData = (catalogue: readonly Requirement[]): string =>
  `${JSON.stringify(catalogue.map(listedOf), null, 2)}\n`
