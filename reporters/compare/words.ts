import { grouped } from '../../contracts/causes/grouped.ts'
import type {
  ComparedCase,
  ComparedReport,
  ComparedRequirement,
  Comparison,
  ComparisonNote,
} from '../../contracts/results/comparison.ts'
import { tallies } from '../shared/facts.ts'
import { count } from '../shared/text.ts'

/** One part of a comparison, in the order in which it matters. */
export interface ComparedPart {
  readonly heading: string
  readonly kind: 'worse' | 'better' | 'other'
  readonly requirements: readonly ComparedRequirement[]
  readonly cases: readonly ComparedCase[]
}

const part = (
  heading: string,
  kind: ComparedPart['kind'],
  requirements: readonly ComparedRequirement[],
  cases: readonly ComparedCase[] = [],
): ComparedPart => ({ heading, kind, requirements, cases })

/** The parts that are not empty. */
export const filledParts = (comparison: Comparison): readonly ComparedPart[] =>
  [
    part('Regressions', 'worse', comparison.regressions),
    part('No longer verified', 'worse', comparison.stopped),
    part('Fails in more cases', 'worse', [], comparison.failingCases),
    part('Verified in fewer cases', 'worse', [], comparison.stoppedCases),
    part('Fixed', 'better', comparison.fixes),
    part('Newly verified', 'better', comparison.newlyVerified),
    part('Other changes', 'other', comparison.changed),
    part('New requirements', 'other', comparison.added),
    part('Removed requirements', 'other', comparison.removed),
  ].filter(({ requirements, cases }) => requirements.length + cases.length > 0)

/** `pass → fail`; what one of the reports does not have is absent there. */
export const step = (change: Pick<ComparedCase, 'new'> & { readonly old: ComparedCase['old'] | null }): string =>
  `${change.old ?? 'absent'} → ${change.new ?? 'absent'}`

const noteNames: Readonly<Record<string, string>> = {
  asOf: 'the date of the requirements',
  version: 'the version of the suite',
  order: 'the new report is the older one; the start',
}

/** A difference other than a verdict, as a sentence. */
export const noteSentence = ({ what, old, new: now }: ComparisonNote): string =>
  `${noteNames[what] ?? what} differs: ${old}, then ${now}`

/** Requirements that went the same way for the same reason. */
export interface ComparedGroup {
  readonly step: string
  /** Why; of what is fixed or newly verified, what it was. */
  readonly message: string | undefined
  readonly requirements: readonly [ComparedRequirement, ...ComparedRequirement[]]
}

const messageOf = ({ newReason, oldReason }: ComparedRequirement): string | undefined =>
  newReason?.message ?? (oldReason === null ? undefined : `it was: ${oldReason.message}`)

export const comparedGroups = ({ requirements }: ComparedPart): readonly ComparedGroup[] =>
  [...grouped(requirements, each => `${step(each)} ${messageOf(each) ?? ''}`).values()].map(same => ({
    step: step(same[0]),
    message: messageOf(same[0]),
    requirements: same,
  }))

const resultText = (report: ComparedReport): string => `${report.result} (${tallies(report)})`

/** The results of both, with their denominators. */
export const resultsLine = (comparison: Comparison): string =>
  `${resultText(comparison.old)}, then ${resultText(comparison.new)}`

/** The comparison in one line. */
export const comparisonLine = (comparison: Comparison): string =>
  [
    count(comparison.regressions.length, 'regression'),
    `${comparison.stopped.length} no longer verified`,
    `${comparison.fixes.length} fixed`,
    `${comparison.newlyVerified.length} newly verified`,
    `${comparison.unchanged} unchanged`,
  ].join(', ')
