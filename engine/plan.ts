import { oncePer } from '../checks/remembered.ts'
import { defined } from '../contracts/defined.ts'
import { documentFixtures, type PublishedDocuments } from '../contracts/documents.ts'
import { type IsoDate, lifecycle } from '../contracts/lifecycle.ts'
import type { FixtureName, Requirement } from '../contracts/requirement.ts'
import type { Reason } from '../contracts/results/finding.ts'
import { type Level, levels } from '../contracts/results/verdict.ts'
import { type SelectionInput, UsageError } from './options.ts'
import { suggestion } from './suggestion.ts'

/** A requirement, and why it is skipped. */
export interface Planned {
  readonly requirement: Requirement
  readonly skip: { readonly verdict: 'not-applicable' | 'not-selected'; readonly reason: Reason } | null
}

/** Parses a date; the default is the version of the lifecycle document. */
export const asOfDate = (text: string | undefined): IsoDate => {
  if (text === undefined) return lifecycle.version
  const parsed = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text)
    throw new UsageError(`"${text}" is not a valid date; use YYYY-MM-DD, such as 2025-06-27`)
  return text as IsoDate
}

export const suiteOf = (id: string): string => id.split('/')[0] as string

/** The facts of a requirement in every list. */
export const listedFacts = ({ id, level, statement, since, until, source, needs }: ListedFacts) => ({
  id,
  suite: suiteOf(id),
  level,
  statement,
  since,
  ...defined({ until }),
  source,
  needs,
})

type ListedFacts = Pick<Requirement, 'id' | 'level' | 'statement' | 'since' | 'until' | 'source' | 'needs'>

const matcher = (pattern: string): ((id: string) => boolean) => {
  const source = pattern
    .split('*')
    .map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join('.*')
  const expression = new RegExp(`^${source}$`)
  return id => expression.test(id)
}

const matchersOf = (
  patterns: readonly string[] | undefined,
  ids: readonly string[],
  setting: 'only' | 'skip',
): ((id: string) => boolean)[] =>
  (patterns ?? []).map(pattern => {
    const matches = matcher(pattern)
    if (!ids.some(matches))
      throw new UsageError(
        `"${pattern}" matches no requirement${suggestion(pattern, ids) || '; "hub-conformance list" shows all ids'}`,
        setting,
      )
    return matches
  })

/** Whether a requirement is in force on a day. */
export const inForce = ({ since, until }: Pick<Requirement, 'since' | 'until'>, asOf: IsoDate): boolean =>
  since <= asOf && (until === undefined || asOf < until)

/** Whether a fixture is a published document. */
export const isDocument = (need: FixtureName): boolean => Object.values<FixtureName>(documentFixtures).includes(need)

/** Whether a requirement only needs published documents. */
export const isAboutDocuments = ({ needs }: Requirement): boolean => needs.length > 0 && needs.every(isDocument)

/** Requirements that can be judged from these documents alone. */
export const aboutDocuments = (
  catalogue: readonly Requirement[],
  documents: { readonly [K in keyof PublishedDocuments]?: unknown },
): readonly Requirement[] => {
  const given = new Map(Object.entries(documents).filter(([, document]) => document))
  const isAvailable = (need: FixtureName): boolean =>
    Object.entries(documentFixtures).some(([kind, fixture]) => fixture === need && given.has(kind))
  return catalogue.filter(
    requirement =>
      isAboutDocuments(requirement) &&
      (requirement.anyOneNeed ? requirement.needs.some(isAvailable) : requirement.needs.every(isAvailable)),
  )
}

const withoutThorough = oncePer(
  (requirement: Requirement): Requirement =>
    requirement.cases.some(kase => kase.thorough)
      ? { ...requirement, cases: requirement.cases.filter(kase => !kase.thorough) }
      : requirement,
)

/**
 * The requirements in force on a day, filtered by the selection. `thorough` includes thorough cases. Throws {@link UsageError} for names
 * that match nothing.
 */
export const plan = (
  all: readonly Requirement[],
  asOf: IsoDate,
  select: SelectionInput = {},
  thorough = false,
): readonly Planned[] => {
  const catalogue = thorough ? all : all.map(withoutThorough)
  const ids = catalogue.map(({ id }) => id)
  const suites = [...new Set(ids.map(suiteOf))]
  const checkSuites = (named: Iterable<string>, setting: 'suites' | 'not-offered'): void => {
    for (const suite of named)
      if (!suites.includes(suite))
        throw new UsageError(
          `unknown suite "${suite}"${suggestion(suite, suites)}; suites: ${suites.join(', ')}`,
          setting,
        )
  }
  checkSuites(select.suites ?? [], 'suites')
  for (const level of select.levels ?? [])
    if (!levels.includes(level))
      throw new UsageError(`unknown level "${level as string}"; levels: ${levels.join(', ')}`, 'levels')
  const notOffered = new Map(Object.entries(select.notOffered ?? {}))
  checkSuites(notOffered.keys(), 'not-offered')
  const only = matchersOf(select.only, ids, 'only')
  const skip = matchersOf(select.skip, ids, 'skip')
  const selected = ({ id, level }: { readonly id: string; readonly level: Level }): boolean =>
    (!select.suites?.length || select.suites.includes(suiteOf(id))) &&
    (!select.levels?.length || select.levels.includes(level)) &&
    (only.length === 0 || only.some(matches => matches(id))) &&
    !skip.some(matches => matches(id))
  const isOffered = ({ id }: Pick<Requirement, 'id'>): boolean => !notOffered.has(suiteOf(id))
  if (!catalogue.some(requirement => selected(requirement) && isOffered(requirement)))
    throw new UsageError('no requirement matches the selection', 'suites', 'only', 'skip', 'levels')
  const skipOf = (requirement: Requirement): Planned['skip'] => {
    // The date comes first: a requirement that is not in force is not a gap of the selection.
    if (!inForce(requirement, asOf)) {
      const day: Reason =
        requirement.since > asOf
          ? { code: 'not-in-force', values: { asOf, since: requirement.since } }
          : { code: 'no-longer-in-force', values: { asOf, until: requirement.until ?? '' } }
      return { verdict: 'not-applicable', reason: day }
    }
    if (!selected(requirement)) return { verdict: 'not-selected', reason: { code: 'not-selected', values: {} } }
    const reason = notOffered.get(suiteOf(requirement.id))
    return reason === undefined
      ? null
      : { verdict: 'not-selected', reason: { code: 'not-offered', values: { reason } } }
  }
  return catalogue.map(requirement => ({ requirement, skip: skipOf(requirement) }))
}
