import { isOfContract } from '../../contracts/pact.ts'
import type { Case, Requirement } from '../../contracts/requirement.ts'
import type { Reason } from '../../contracts/results/finding.ts'
import { reasonSentence } from '../../contracts/results/reasons.ts'
import type { Report, ReportedCase, ReportedRequirement } from '../../contracts/results/report.ts'
import type { Verdict } from '../../contracts/results/verdict.ts'
import { tool } from '../../contracts/version.ts'
import { catalogue, pactCatalogue } from '../../suites/catalogue.ts'
import { attemptsOf, type JudgedCase, judgeCase, judgeRequirement } from '../judge.ts'
import { UsageError } from '../options.ts'
import { aboutDocuments, isDocument, type Planned, plan } from '../plan.ts'
import { isExchange } from '../probe/fixtures.ts'
import { optionsOfReport } from '../run-options.ts'
import { checkIntegrity, checkReferences, type Disagreement } from './integrity.ts'
import { createRecording, noRecord } from './recorded-client.ts'
import { isSpoilt, same, sameReason } from './same-request.ts'
import { createReplay, type Replay, unavailableIn } from './session.ts'

export type { Disagreement } from './integrity.ts'

/** What came of recomputing a report's verdicts from its evidence. */
export interface Verification {
  /** Verdicts of requirements in the report. */
  readonly total: number
  /** How many were recomputed and are the same, with their reasons and cases. */
  readonly equal: number
  readonly disagreements: readonly Disagreement[]
  /** Verdicts that cannot be recomputed, and why: neither right nor wrong. */
  readonly open: readonly Disagreement[]
  /** What to know of the comparison as a whole. */
  readonly notes: readonly string[]
}

/** Cases of one requirement that are named before they are only counted. */
const mostDisagreements = 3

const verdictWords = (verdict: Verdict, reason: Reason | null): string =>
  reason === null ? verdict : `${verdict} (${reason.code}: ${reasonSentence(reason.code, reason.values)})`

const differs = (
  reported: Pick<ReportedCase, 'verdict' | 'reason'>,
  verdict: Verdict,
  reason: Reason | null,
): string | undefined => {
  if (reported.verdict !== verdict) {
    // What is not in the record is no mistake of the suite, although that is what the check makes of it.
    const message = String(reason?.values.message)
    const evidence = message.startsWith(noRecord)
      ? `but there is ${message}, on which it depends`
      : `evidence says ${verdictWords(verdict, reason)}`
    return `report says ${reported.verdict}, ${evidence}`
  }
  if (sameReason(reason, reported.reason)) return undefined
  const given =
    reported.reason === null ? 'no reason' : `the reason ${reported.reason.code}: ${reported.reason.message}`
  return `report gives ${given}, evidence says ${verdictWords(verdict, reason)}`
}

const caseDiffers = (reported: ReportedCase, judged: JudgedCase): string | undefined => {
  const verdict = differs(reported, judged.verdict, judged.reason)
  if (verdict !== undefined) return verdict
  const ids = (exchanges: JudgedCase['exchanges']): readonly string[] => exchanges.map(({ id }) => id)
  if (!same(reported.exchanges, ids(judged.exchanges))) return 'its exchanges are not those of the check'
  if (!same(reported.evidence, ids(judged.evidence))) return 'its verdict depends on other evidence'
  if (!same(reported.excerpts, judged.excerpts)) return 'its verdict depends on other excerpts'
  return reported.attempts === judged.attempts
    ? undefined
    : `it was run ${judged.attempts} times, not ${reported.attempts}`
}

interface Compared {
  readonly disagreements: readonly Disagreement[]
  readonly open: readonly Disagreement[]
}

const nothingFound: Compared = { disagreements: [], open: [] }

interface Recomputed {
  readonly judged: JudgedCase
  /** A request that the check sends now and that the report does not have. */
  readonly lacking: string | undefined
}

/** Asks one case once more. Where a limit was hit, a request may not have been sent, which the record shows in two ways that look alike. */
const replayCase = async (
  requirement: Requirement,
  kase: Case,
  reported: ReportedCase | undefined,
  replay: Replay,
): Promise<Recomputed> => {
  const exchanges = replay.exchangesOf(reported?.exchanges ?? [])
  const ask = async (limited: boolean): Promise<Recomputed> => {
    const recording = createRecording(exchanges, replay.ofFixtures)
    const judged = await judgeCase(kase, attemptsOf(requirement, kase, replay.probesOf(recording, limited)))
    return { judged, lacking: recording.lacking[0] }
  }
  const outcome = await ask(false)
  const agrees = ({ judged, lacking }: Recomputed): boolean =>
    reported !== undefined && lacking === undefined && caseDiffers(reported, judged) === undefined
  if (agrees(outcome)) return outcome
  const other = await ask(true)
  return agrees(other) ? other : outcome
}

/** Asks every case of a requirement once more and compares what comes of it with what the report says. */
const compareRequirement = async (
  reported: ReportedRequirement,
  { requirement, skip }: Planned,
  replay: Replay,
): Promise<Compared> => {
  const { id } = requirement
  const found: Disagreement[] = []
  const add = (place: string, says: string | undefined): void => {
    if (says !== undefined) found.push({ place, says })
  }
  if (skip) {
    add(id, differs(reported, skip.verdict, skip.reason))
    if (reported.cases.length > 0) add(id, 'it was not run, but has cases')
    return { disagreements: found, open: [] }
  }
  const cases = new Map(reported.cases.map(kase => [kase.name, kase]))
  const outcomes = await Promise.all(
    requirement.cases.map(kase => replayCase(requirement, kase, cases.get(kase.name), replay)),
  )
  const judged = judgeRequirement(outcomes.map(outcome => outcome.judged))
  for (const [at, { lacking }] of outcomes.entries()) {
    const kase = judged.cases[at] as JudgedCase
    const before = cases.get(kase.name)
    const place = `${id}, ${kase.name}`
    if (!before) add(place, 'the case is not in the report')
    else if (lacking !== undefined) add(place, `the check also requests ${lacking}, which is not recorded`)
    else add(place, caseDiffers(before, kase))
  }
  for (const name of cases.keys())
    if (!requirement.cases.some(kase => kase.name === name)) add(`${id}, ${name}`, 'there is no such case')
  if (reported.cases.length !== cases.size) add(id, 'two of its cases have the same name')
  const isLacking = outcomes.some(({ lacking }) => lacking !== undefined)
  const whole = isLacking
    ? `report says ${reported.verdict}, its evidence does not support this`
    : differs(reported, judged.verdict, judged.reason)
  if (found.length === 0 && whole === undefined) return nothingFound
  const spoilt = replay.exchangesOf(reported.cases.flatMap(({ exchanges }) => exchanges)).find(isSpoilt)
  if (spoilt)
    return {
      disagreements: [],
      open: [{ place: id, says: `removing a secret made the body of ${spoilt.id} unreadable` }],
    }
  const rest = found.length - mostDisagreements
  return {
    disagreements: [
      ...(whole === undefined ? [] : [{ place: id, says: whole }]),
      ...found.slice(0, mostDisagreements),
      ...(rest > 0 ? [{ place: id, says: `${rest} more of its cases disagree` }] : []),
    ],
    open: [],
  }
}

const compareFixtures = async (report: Report, replay: Replay): Promise<readonly Disagreement[]> => {
  for (const { need } of report.fixtures) await replay.fixtures.hasFixture(need).catch(() => undefined)
  const reported = new Map(report.fixtures.map(fixture => [fixture.need, fixture]))
  const recomputed = new Map(replay.fixtures.resolved().map(fixture => [fixture.need, fixture]))
  const shown = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [key, isExchange(inner) ? { exchange: inner.id } : inner]),
        )
  const found: Disagreement[] = [...recomputed.keys()]
    .filter(need => !reported.has(need))
    .map(need => ({ place: `fixture ${need}`, says: 'it is not in the report' }))
  for (const [need, fixture] of reported) {
    const place = `fixture ${need}`
    const other = recomputed.get(need)
    if (!other) found.push({ place, says: 'it does not follow from its exchanges' })
    else if (!same(fixture.value, shown(other.value))) found.push({ place, says: 'evidence gives another value' })
    else if (!sameReason(other.reason, fixture.reason)) found.push({ place, says: 'evidence gives another reason' })
    else if (
      need !== 'credentials' &&
      !isDocument(need) &&
      !same(
        fixture.exchanges,
        other.exchanges.map(({ id }) => id),
      )
    )
      found.push({ place, says: 'its exchanges are not those that it needs' })
  }
  return [...found, ...replay.lacking().map(what => ({ place: 'fixtures', says: `there is no record of ${what}` }))]
}

/** The requirements that a report is about: a run of the contract is one of its own. */
const catalogueOf = (report: Report): readonly Requirement[] => (isOfContract(report) ? pactCatalogue : catalogue)

/** What was to be asked; without the user's selection where it names something that this version does not have. */
const planOf = (report: Report, notes: string[]): readonly Planned[] => {
  const all = catalogueOf(report)
  const { select, thorough } = optionsOfReport(report.options)
  const asked = report.target === null ? aboutDocuments(all, { ...report.documents, ...unavailableIn(report) }) : all
  try {
    return plan(asked, report.asOf, select, thorough)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    notes.push(`the selection of the report cannot be repeated: ${error.message}`)
    return plan(asked, report.asOf, {}, thorough)
  }
}

/** Recomputes every verdict of a report from the exchanges in it, by the same checks, offline. */
export const verifyReport = async (report: Report): Promise<Verification> => {
  const notes: string[] = []
  const sameVersion = report.tool.name === tool.name && report.tool.version === tool.version
  if (!sameVersion)
    notes.push(
      `the report was made by ${report.tool.name} ${report.tool.version}, this is ${tool.version}: verdicts of changed checks may differ`,
    )
  const known: ReadonlyMap<string, Requirement> = new Map(
    catalogueOf(report).map(requirement => [requirement.id, requirement]),
  )
  const planned = new Map(planOf(report, notes).map(entry => [entry.requirement.id, entry]))
  const replay = createReplay(report)
  const disagreements: Disagreement[] = []
  const open: Disagreement[] = []
  let equal = 0
  for (const reported of report.requirements) {
    const entry = planned.get(reported.id)
    if (!entry) {
      const says = 'this version has no such requirement'
      if (sameVersion) disagreements.push({ place: reported.id, says })
      else open.push({ place: reported.id, says })
      continue
    }
    const compared = await compareRequirement(reported, entry, replay)
    if ([...compared.disagreements, ...compared.open].length === 0) equal++
    disagreements.push(...compared.disagreements)
    open.push(...compared.open)
  }
  const reportedIds = new Set(report.requirements.map(({ id }) => id))
  const absent = [...planned.keys()].filter(id => !reportedIds.has(id))
  if (sameVersion) disagreements.push(...absent.map(place => ({ place, says: 'it is not in the report' })))
  else if (absent.length > 0) notes.push(`${absent.length} requirements of this version are not in the report`)
  disagreements.push(...(await compareFixtures(report, replay)), ...checkIntegrity(report, known))
  // What is missing stands before everything that follows from it.
  disagreements.unshift(...checkReferences(report))
  return { total: report.requirements.length, equal, disagreements, open, notes }
}
