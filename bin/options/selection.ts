import { defined } from '../../contracts/defined.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { type SelectionInput, UsageError } from '../../engine/options.ts'
import { suiteOf } from '../../engine/plan.ts'
import { suggestion } from '../../engine/suggestion.ts'
import type { ReadOptions } from './read-options.ts'
import { shown } from './values.ts'

/** What the options select; the engine refuses names that mean nothing. */
export const readSelection = ({ values }: ReadOptions): SelectionInput => {
  const { suite, only, skip, level, 'not-offered': pairs } = values
  const notOffered = pairs && Object.fromEntries(pairs)
  return defined({ suites: suite, only, skip, levels: level, notOffered })
}

/** The requirement with that id. */
export const findRequirement = (id: string, catalogue: readonly Requirement[]): Requirement => {
  const found = catalogue.find(requirement => requirement.id === id)
  if (found !== undefined) return found
  if (catalogue.some(requirement => suiteOf(requirement.id) === id))
    throw new UsageError(`${shown(id)} is a suite; its requirements: hub-conformance list --suite ${id}`)
  const near = suggestion(
    id,
    catalogue.map(requirement => requirement.id),
  )
  throw new UsageError(`unknown requirement ${shown(id)}${near || '; see hub-conformance list'}`)
}
