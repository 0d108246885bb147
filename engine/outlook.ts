import type { CreationKind, Need, Requirement } from '../contracts/requirement.ts'
import { catalogue } from '../suites/catalogue.ts'
import type { RunInput } from './options.ts'
import { plan, suiteOf } from './plan.ts'
import { asOfDate } from './run.ts'

/** What a run is going to do, as far as it can be told without sending anything. */
export interface Outlook {
  readonly requirements: number
  readonly cases: number
  /** Roughly: a target that is odd is asked more. */
  readonly requests: number
  /** Methods that removed v1 routes are asked with. */
  readonly v1Methods: readonly string[]
  /** Methods that current routes are asked with. */
  readonly methods: readonly string[]
  readonly creates: readonly CreationKind[]
  /** Roughly how many things that are. */
  readonly creations: number
}

/** Requests that a case takes on the average, controls included, and those that all cases share. */
const perCase = 2
const shared = 60

/** Needs that are met by creating something. */
const made: Readonly<Partial<Record<Need, CreationKind>>> = {
  'own-repository': 'repository',
  'repository-creation': 'repository',
  pat: 'pat',
  oat: 'oat',
}

export const outlookOf = (
  input: Pick<RunInput, 'asOf' | 'select' | 'allowWrites' | 'credentials'>,
  requirements: readonly Requirement[] = catalogue,
): Outlook => {
  const asked = plan(requirements, asOfDate(input.asOf), input.select)
    .filter(({ skip }) => skip === null)
    .map(({ requirement }) => requirement)
  const cases = asked.reduce((sum, requirement) => sum + requirement.cases.length, 0)
  const writing =
    input.allowWrites === true && input.credentials !== undefined
      ? asked.filter(({ needs }) => needs.some(need => need === 'writes' || made[need] !== undefined))
      : []
  const kinds = new Set<CreationKind>(
    writing.flatMap(({ id, needs }) => [
      ...needs.flatMap(need => made[need] ?? []),
      ...(needs.includes('writes') ? (['repository', 'pat'] as const) : []),
      ...(needs.includes('org') || /oat|org-access/.test(id) ? (['oat'] as const) : []),
    ]),
  )
  return {
    requirements: asked.length,
    cases,
    requests: Math.ceil((cases * perCase + shared) / 50) * 50,
    v1Methods: asked.some(({ id }) => suiteOf(id) === 'v1-removed' || id.startsWith('pact/v1-'))
      ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
      : [],
    methods: writing.length > 0 ? ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] : ['GET', 'HEAD'],
    creates: (['repository', 'pat', 'oat'] as const).filter(kind => kinds.has(kind)),
    creations: writing.reduce((sum, requirement) => sum + requirement.cases.length, 0),
  }
}
