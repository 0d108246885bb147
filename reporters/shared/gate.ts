import type { Failure } from '../../contracts/causes/causes.ts'
import type { GateFinding, GateKind, KnownEntry, Report, ReportedRequirement } from '../../contracts/results/report.ts'
import { counts, type Level } from '../../contracts/results/verdict.ts'
import { line } from './bounds.ts'

/** Texts about the baseline that all formats share. */

export const gateWords: Readonly<Record<GateKind, string>> = {
  new: 'New failure',
  unverified: 'Not verified',
  changed: 'Changed',
  expired: 'Entry expired',
  stale: 'Entry to remove',
  unmatched: 'Entry without a match',
  duplicate: 'Entry listed twice',
}

/** `baseline.yaml:12`. */
export const entryLocation = ({ file, line: at }: KnownEntry): string => `${line(file, 300)}:${at}`

/** `v1-removed/name-tags [GET]: passes, but is still listed as failing (not-gone); remove the entry (LINK)`. */
export const findingText = ({ requirement, case: name, message, entry }: GateFinding): string =>
  line(
    `${requirement}${name === undefined ? '' : ` [${name}]`}: ${message}${entry?.link === undefined ? '' : ` (${entry.link})`}`,
    1_500,
  )

/** The same after the place of its entry: `baseline.yaml:12: v1-removed/…`. */
export const placedFinding = (finding: GateFinding): string =>
  `${finding.entry === undefined ? '' : `${entryLocation(finding.entry)}: `}${findingText(finding)}`

/** `the gateway still has the old routes (until 2027-03-31, LINK)`. */
export const noteText = ({ note, link, expires }: KnownEntry): string => {
  const more = [...(expires === undefined ? [] : [`until ${expires}`]), ...(link === undefined ? [] : [link])]
  return line(`${note}${more.length === 0 ? '' : ` (${more.join(', ')})`}`, 1_000)
}

/** The note of an entry, and its place. */
export const placedNote = (entry: KnownEntry): string => `${noteText(entry)}, ${entryLocation(entry)}`

/** A failure, or a requirement that is not verified, that the baseline lists. */
export interface Known {
  readonly requirement: ReportedRequirement
  readonly entry: KnownEntry
  /** The listed cases, if only some of the failed cases are listed. */
  readonly cases: readonly string[]
}

/** Everything known, failures first. A requirement with only some known cases lists these cases. */
export const knownOf = ({ requirements }: Pick<Report, 'requirements'>): readonly Known[] => {
  const all = requirements.flatMap((requirement): Known[] => {
    if (requirement.known) return [{ requirement, entry: requirement.known, cases: [] }]
    const cases = requirement.cases.filter(({ known }) => known !== undefined)
    const entry = cases[0]?.known
    return entry === undefined ? [] : [{ requirement, entry, cases: cases.map(({ name }) => name) }]
  })
  const failed = ({ requirement }: Known): boolean => requirement.verdict === 'fail'
  return [...all.filter(failed), ...all.filter(known => !failed(known))]
}

/** A failure that is not known and decides the exit code, by its level or by what the baseline says of it. */
export const isDecisive = (
  { gate }: Pick<Report, 'gate'>,
  { id, level, verdict, known }: ReportedRequirement,
  failOn?: Level,
): boolean =>
  verdict === 'fail' &&
  known === undefined &&
  (counts(level, failOn) || gate?.findings.some(finding => finding.requirement === id) === true)

/** Whether one of those that fail for a cause decides it. */
export const decides = (report: Pick<Report, 'gate'>, { shares }: Failure, failOn?: Level): boolean =>
  shares.some(({ requirement }) => isDecisive(report, requirement, failOn))

/** The findings of the baseline about a requirement. */
export const findingsOf = ({ gate }: Pick<Report, 'gate'>, id: string): readonly GateFinding[] =>
  gate?.findings.filter(({ requirement }) => requirement === id) ?? []

/** Findings that no failure of the report shows: entries to change, and what is no longer verified. */
export const otherFindings = ({ gate, requirements }: Pick<Report, 'gate' | 'requirements'>): readonly GateFinding[] =>
  gate?.findings.filter(
    ({ requirement: id }) => !requirements.some(each => each.id === id && each.verdict === 'fail' && !each.known),
  ) ?? []
