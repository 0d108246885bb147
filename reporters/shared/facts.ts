import type { Exchange } from '../../contracts/exchange.ts'
import type { Leftover, Report, ReportedCase, ReportedReason, ReportedRequirement } from '../../contracts/report.ts'
import { type Level, levels, type Verdict } from '../../contracts/verdict.ts'
import { wholeMs } from './bounds.ts'
import { grouped } from './grouped.ts'

/** What every format says of a report, in the same words. */

/** Everything that was asked for: what the user left out is no result. */
export const selected = (report: Report): readonly ReportedRequirement[] =>
  report.requirements.filter(({ verdict }) => verdict !== 'not-selected')

export const leftUnselected = (report: Report): number =>
  report.requirements.filter(({ verdict }) => verdict === 'not-selected').length

/** Never without its denominator: `41 of 58 MUST verified`. */
const verifiedShare = (report: Report, level: Level): string => {
  const { verified, inForce } = report.summary[level]
  return `${verified} of ${inForce} ${level.toUpperCase()} verified`
}

/** Whether the run took any certificate for the target's own. */
export const isInsecure = (report: Report): boolean => report.options.insecure === true

/** Loud, since everything else is worth less with it. */
export const insecureWarning = 'INSECURE: certificates were not verified, so it is not known who answered'

/** `incomplete: 41 of 58 MUST verified, 0 failed`; the lower levels where no MUST was asked for. Says so where certificates were not verified. */
export const conclusion = (report: Report): string => {
  const asked = levels.filter(level => report.summary[level].inForce > 0)
  const shown = report.summary.must.inForce > 0 || asked.length === 0 ? (['must'] as const) : asked
  const parts = shown.map(level => `${verifiedShare(report, level)}, ${report.summary[level].counts.fail} failed`)
  return [`${report.result}: ${parts.join('; ')}`, ...(isInsecure(report) ? [insecureWarning] : [])].join('; ')
}

/**
 * What a run that ends as incomplete says of itself; undefined for any other. The words are those of {@link conclusion} but where only a
 * lower level that `--fail-on` counts was left open.
 */
export const leftOpen = (
  report: Report,
  failOn: Level = 'must',
): { readonly message: string; readonly allowed: boolean } | undefined => {
  const allowed = report.options['allow-incomplete'] === true
  if (report.result === 'incomplete') return { message: conclusion(report), allowed }
  const counted = levels.filter(level => counts(level, failOn))
  // Of the first the result speaks already.
  const lower = counted.slice(1)
  const open = report.requirements.some(
    ({ level, verdict }) => lower.includes(level) && (verdict === 'inconclusive' || verdict === 'untestable'),
  )
  if (report.result !== 'conformant' || !open) return undefined
  const shares = counted.map(level => `${verifiedShare(report, level)}, ${report.summary[level].counts.fail} failed`)
  return { message: `incomplete: ${shares.join('; ')}`, allowed }
}

/** Asked and left open, not asked for want of something, or our own fault: nothing of it was verified. */
export const isOpen = (verdict: Verdict): boolean =>
  verdict === 'inconclusive' || verdict === 'untestable' || verdict === 'error'

export const why = (reason: ReportedReason | null): string => reason?.message ?? 'no reason is given'

const weight: Readonly<Record<Verdict, number>> = {
  fail: 0,
  error: 1,
  inconclusive: 2,
  untestable: 3,
  'not-applicable': 5,
  pass: 4,
  'not-selected': 6,
}

/** What matters most first, for formats that may have to leave out the end. */
export const weightiestFirst = (requirements: readonly ReportedRequirement[]): readonly ReportedRequirement[] =>
  [...requirements].sort(
    (a, b) => weight[a.verdict] - weight[b.verdict] || levels.indexOf(a.level) - levels.indexOf(b.level),
  )

/** True for a level whose failures decide the exit code. */
export const counts = (level: Level, failOn: Level = 'must'): boolean => levels.indexOf(level) <= levels.indexOf(failOn)

/** Looks exchanges up by their id. */
export type Lookup = (id: string) => Exchange<'sealed'> | undefined

export const lookupOf = (report: Report): Lookup => {
  const exchanges = new Map(report.exchanges.map(exchange => [exchange.id, exchange]))
  return id => exchanges.get(id)
}

/** The exchanges that a case rests on, else the last that it sent. */
export const cited = (kase: ReportedCase, lookup: Lookup): readonly Exchange<'sealed'>[] => {
  const evidence = kase.evidence.flatMap(id => lookup(id) ?? [])
  return evidence.length > 0 ? evidence : kase.exchanges.flatMap(id => lookup(id) ?? []).slice(-1)
}

/** Milliseconds that the requests of a requirement took. */
export const tookMs = (requirement: ReportedRequirement, lookup: Lookup): number => {
  const ids = new Set(requirement.cases.flatMap(({ exchanges }) => exchanges))
  return [...ids].reduce((sum, id) => sum + wholeMs(lookup(id)?.ms ?? 0), 0)
}

/** Milliseconds since 1970 at the start of the run. */
export const startMs = (report: Report): number => {
  const start = Date.parse(report.startedAt)
  return Number.isNaN(start) ? 0 : start
}

/** The start of the run as RFC 3339, whatever the report holds. */
export const startInstant = (report: Report): string => new Date(startMs(report)).toISOString()

export const endInstant = (report: Report): string =>
  new Date(Math.min(startMs(report) + wholeMs(report.durationMs), 8.64e15)).toISOString()

/** Things that were left behind in one place for one reason; only their names differ. */
export const leftoverGroups = ({ leftovers }: Report): readonly (readonly [Leftover, ...Leftover[]])[] => [
  ...grouped(leftovers, ({ kind, url, why: reason }) => JSON.stringify([kind, url, reason])).values(),
]
