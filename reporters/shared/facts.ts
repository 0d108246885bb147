import type { Lookup } from '../../contracts/causes/evidence.ts'
import { grouped } from '../../contracts/causes/grouped.ts'
import { credentialPlace, headerValue } from '../../contracts/exchange.ts'
import type { Binding } from '../../contracts/operations.ts'
import type {
  Leftover,
  LevelSummary,
  Report,
  ReportedReason,
  ReportedRequirement,
} from '../../contracts/results/report.ts'
import { counts, isOpen, type Level, levels, openVerdicts, type Verdict } from '../../contracts/results/verdict.ts'
import { generationIn, sameStatus } from '../../contracts/same-answer.ts'
import { wholeMs } from './bounds.ts'
import { count, seconds } from './text.ts'

/** Texts about a report that all formats share. */

/** The requirements that were selected. */
export const selected = (report: Report): readonly ReportedRequirement[] =>
  report.requirements.filter(({ verdict }) => verdict !== 'not-selected')

export const leftUnselected = (report: Report): number =>
  report.requirements.filter(({ verdict }) => verdict === 'not-selected').length

/** How many of a level were selected and not verified. */
const openCount = ({ counts }: LevelSummary): number => openVerdicts.reduce((sum, verdict) => sum + counts[verdict], 0)

/** How many in force were selected. */
export const selectedCount = ({ counts, inForce }: LevelSummary): number => inForce - counts['not-selected']

interface Tallied extends Pick<Report, 'summary'> {
  readonly requirements?: readonly Pick<ReportedRequirement, 'level' | 'verdict' | 'known'>[]
}

/** ` (2 known)` after a number of which the baseline lists some. */
const knownOf = ({ requirements = [] }: Tallied, level: Level, counted: (verdict: Verdict) => boolean): string => {
  const known = requirements.filter(each => each.known && each.level === level && counted(each.verdict)).length
  return known === 0 ? '' : ` (${known} known)`
}

/**
 * `69 passed, 2 failed, 0 not verified, of 71 MUST`: never without its denominator, and a failure is never part of a number that reads
 * like success. A selection that holds is `1 of 71 MUST selected, passed`. What a baseline lists is counted: `2 failed (1 known)`.
 */
export const tally = (report: Tallied, level: Level): string => {
  const summary = report.summary[level]
  const { counts, inForce } = summary
  const [name, chosen, left] = [level.toUpperCase(), selectedCount(summary), counts['not-selected']]
  if (inForce === 0) return `no ${name}`
  if (left > 0 && counts.pass === chosen)
    return `${chosen} of ${inForce} ${name} selected${chosen > 0 ? ', passed' : ''}`
  return [
    `${counts.pass} passed`,
    `${counts.fail} failed${knownOf(report, level, verdict => verdict === 'fail')}`,
    `${openCount(summary)} not verified${knownOf(report, level, isOpen)}`,
    ...(left > 0 ? [`${left} not selected`] : []),
    `of ${inForce} ${name}`,
  ].join(', ')
}

/** The levels that the result line counts: MUST, or the lower ones if no MUST was selected. */
export const toldLevels = ({ summary }: Pick<Report, 'summary'>): readonly Level[] => {
  const chosen = levels.filter(level => selectedCount(summary[level]) > 0)
  return chosen.includes('must') || chosen.length === 0 ? ['must'] : chosen
}

/** The counts behind the result. */
export const tallies = (report: Tallied): string =>
  [
    ...(toldLevels(report).includes('must') ? [] : [tally(report, 'must')]),
    ...toldLevels(report).map(level => tally(report, level)),
    ...(levels.every(level => report.summary[level].counts.pass + report.summary[level].counts.fail === 0)
      ? ['nothing was verified']
      : []),
  ].join('; ')

/** Not in force on the day of the report, or in force and shown not to apply to this target. */
export const isOutOfForce = ({ reason }: Pick<ReportedRequirement, 'reason'>): boolean =>
  reason?.code === 'not-in-force' || reason?.code === 'no-longer-in-force'

/** Whether the run took any certificate for the target's own. */
export const isInsecure = (report: Report): boolean => report.options.insecure === true

/** In capitals: without verified certificates, nothing else in the report is certain. */
export const insecureWarning = 'INSECURE: certificates were not verified, so the server may not be the target'

/** `not offered on purpose: repository-groups (there are no groups)`; undefined where everything is offered. */
export const notOfferedText = ({ requirements }: Pick<Report, 'requirements'>): string | undefined => {
  const reasons = new Map(
    requirements.flatMap(({ suite, reason }) =>
      reason?.code === 'not-offered' ? [[suite, String(reason.values.reason)] as const] : [],
    ),
  )
  return reasons.size === 0
    ? undefined
    : `not offered on purpose: ${[...reasons].map(([suite, reason]) => `${suite} (${reason})`).join(', ')}`
}

/** `24 of 213 cases of what passed were not judged: refused with 401 …`; undefined where every case was. */
export const unjudgedText = ({ requirements }: Pick<Report, 'requirements'>): string | undefined => {
  const isUnjudged = ({ reason }: ReportedRequirement['cases'][number]): boolean =>
    reason?.code === 'refused-before-routing' || reason?.code === 'redirects-everything'
  const passed = requirements.filter(({ verdict, cases }) => verdict === 'pass' && cases.some(isUnjudged))
  const cases = passed.flatMap(requirement => requirement.cases)
  return passed.length === 0
    ? undefined
    : `${cases.filter(isUnjudged).length} of ${count(cases.length, 'case')} of ${count(passed.length, 'requirement')} that passed were not judged: a path that does not exist was answered the same (${passed.map(({ id }) => id).join(', ')})`
}

/** Everything that keeps the result from being conformant is listed, and the list is right. */
export const isExpected = ({ gate, result, requirements }: Report): boolean =>
  gate?.passed === true &&
  (result === 'non-conformant' || result === 'incomplete') &&
  requirements.every(
    ({ level, verdict, known }) => level !== 'must' || !(verdict === 'fail' || isOpen(verdict)) || known !== undefined,
  )

export const expectedWords = 'as the baseline expects'

/** `non-conformant, as the baseline expects`. */
export const resultText = (report: Report): string =>
  `${report.result}${isExpected(report) ? `, ${expectedWords}` : ''}`

/** `no regression`, or `2 differences`; nothing without a baseline. */
export const gateText = ({ gate }: Report): string | undefined =>
  gate && (gate.findings.length === 0 ? 'no regression' : count(gate.findings.length, 'difference'))

/**
 * `incomplete: 41 passed, 0 failed, 17 not verified, of 58 MUST`. Says what differs from the baseline, and so where certificates were not
 * verified.
 */
export const conclusion = (report: Report): string =>
  [
    `${resultText(report)}: ${tallies(report)}`,
    ...(report.gate ? [`baseline: ${gateText(report)}`] : []),
    ...[notOfferedText(report) ?? []].flat(),
    ...(isInsecure(report) ? [insecureWarning] : []),
  ].join('; ')

/**
 * What a run that ends as incomplete says of itself, and what allows it; undefined for any other. The words are those of
 * {@link conclusion} but where only a lower level that `--fail-on` counts was left open.
 */
export const leftOpen = (
  report: Report,
  failOn: Level = 'must',
): { readonly message: string; readonly allowed: string | undefined } | undefined => {
  const option = report.options['allow-incomplete'] === true ? '--allow-incomplete' : undefined
  const allowed = option ?? (report.gate?.passed ? expectedWords : undefined)
  if (report.result === 'incomplete') return { message: conclusion(report), allowed }
  const counted = levels.filter(level => counts(level, failOn))
  // Of the first the result speaks already.
  const lower = counted.slice(1)
  const open = report.requirements.some(
    ({ level, verdict }) => lower.includes(level) && (verdict === 'inconclusive' || verdict === 'untestable'),
  )
  if (report.result === 'non-conformant' || !open) return undefined
  return { message: `incomplete: ${counted.map(level => tally(report, level)).join('; ')}`, allowed }
}

/**
 * The headline where one thing explains every verdict, so that nothing else is to be told: a target that answers everything alike, or a URL
 * below which no operation is. Undefined where there is no such thing, or nothing is wrong.
 */
export const oneCauseText = (
  report: Pick<Report, 'requirements' | 'exchanges' | 'bindings' | 'target'>,
): string | undefined => {
  const { requirements } = report
  if (!requirements.some(({ verdict }) => verdict === 'fail' || isOpen(verdict))) return undefined
  const status = sameStatus(report)
  if (status !== undefined) return `The target answers ${status} to everything, also to paths that do not exist.`
  const generation = generationIn(report)
  return generation === undefined || requirements.some(({ level, verdict }) => level === 'must' && verdict === 'pass')
    ? undefined
    : `The URL of the target ends with ${generation}, and no operation was found below it.`
}

export const why = (reason: ReportedReason | null): string => reason?.message ?? 'no reason given'

/** Verdicts in the order in which they are read: what is wrong with the target first. */
export const readingOrder: readonly Verdict[] = [
  'fail',
  'error',
  'inconclusive',
  'untestable',
  'pass',
  'not-applicable',
  'not-selected',
]

/** What matters most first, for formats that may have to leave out the end. */
export const weightiestFirst = (requirements: readonly ReportedRequirement[]): readonly ReportedRequirement[] =>
  [...requirements].sort(
    (a, b) =>
      readingOrder.indexOf(a.verdict) - readingOrder.indexOf(b.verdict) ||
      levels.indexOf(a.level) - levels.indexOf(b.level),
  )

/** Milliseconds that the requests of a requirement took. */
export const tookMs = (requirement: ReportedRequirement, lookup: Lookup): number => {
  const ids = new Set(requirement.cases.flatMap(({ exchanges }) => exchanges))
  return [...ids].reduce((sum, id) => sum + wholeMs(lookup(id)?.ms ?? 0), 0)
}

/** Requests that were sent, including those that are not recorded if the report counts them. */
export const requestsOf = ({ timing, exchanges }: Report): number => timing?.requests ?? exchanges.length

/** `812 requests`, and how many of them are not recorded. */
export const requestsText = (report: Report): string => {
  const unrecorded = report.timing?.unrecorded
  const all = count(requestsOf(report), 'request')
  return unrecorded === undefined ? all : `${all}, ${unrecorded} of them answered as expected and not recorded`
}

/** `documents 1.2 s, requests 8.4 s, cleanup 900 ms with 64 of 812 requests`; waits only where there were any. */
export const timeParts = ({ timing }: Report): string | undefined => {
  if (timing === undefined) return undefined
  const { documentsMs, requestsMs, limitsMs, lateEffectsMs, cleanupMs, requests, cleanupRequests } = timing
  return [
    `documents ${seconds(documentsMs)}`,
    `requests ${seconds(requestsMs)}`,
    ...(limitsMs > 0 ? [`waiting for limits ${seconds(limitsMs)}`] : []),
    ...(lateEffectsMs > 0 ? [`waiting for late effects ${seconds(lateEffectsMs)}`] : []),
    `cleanup ${seconds(cleanupMs)} with ${cleanupRequests} of ${count(requests, 'request')}`,
  ].join(', ')
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

/** Leftovers by kind, place and reason: within a group only the names differ. */
export const leftoverGroups = ({ leftovers }: Report): readonly (readonly [Leftover, ...Leftover[]])[] => [
  ...grouped(leftovers, ({ kind, url, why: reason }) => JSON.stringify([kind, url, reason])).values(),
]

/** `Example Hub 1.2 (Example, Inc.)`; nothing where no product was named. */
export const subjectName = ({ subject: { product, version, organization } }: Report): string | undefined =>
  product === null
    ? undefined
    : [product, ...(version === null ? [] : [version]), ...(organization === null ? [] : [`(${organization})`])].join(
        ' ',
      )

/** A path with the product and the version of the report in place of {subject}: `badges/{subject}.json`, `badges/example-hub-1.4.2.json`. */
export const reportPath = (path: string, { subject: { product, version } }: Report): string => {
  const named = [product, version].filter(part => part !== null).join(' ')
  return path.replaceAll(
    '{subject}',
    named
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}.]*/gu)
      ?.join('-') ?? 'not-given',
  )
}

/** The Server header of the target. Nobody verified it. */
export const serverHeader = ({ exchanges }: Report): string | undefined =>
  headerValue(
    exchanges.flatMap(({ response }) => response?.headers ?? []),
    'server',
  )

/** Why the run did not use credentials. */
const credentialsWere = ({ fixtures }: Report): string => {
  const code = fixtures.find(({ need }) => need === 'credentials')?.reason?.code
  if (code === 'login-not-found') return 'unused'
  return code === 'credentials-refused' || code === 'login-failed' ? 'refused' : 'none'
}

/** `Bearer, in the header authorization`: how the first request with credentials carried them; else the forms, where there are several. */
const credentialKind = ({ exchanges, fixtures }: Report): string => {
  const forms = fixtures.find(({ need }) => need === 'credentials')?.value
  const { form, also } = (forms ?? {}) as Readonly<Record<string, unknown>>
  if (also !== undefined) return `${form}, ${also}, as each operation declares`
  const sent = exchanges.find(({ request }) => request.as === 'valid')?.request.headers ?? []
  const [field] = sent.filter(([name, value]) => name.toLowerCase() === 'authorization' || /\[secret-\d+\]/.test(value))
  if (field === undefined) return 'given'
  const [name, value] = field
  const scheme = /^(\w+) /.exec(value)?.[1]
  return `${scheme === undefined ? '' : `${scheme}, `}in the ${credentialPlace(name, value)}`
}

/** The name of what was found, after a space. */
const fixtureText = ({ need, value }: Report['fixtures'][number]): string => {
  const { repository, [need === 'group' ? 'groupId' : need]: name } = (value ?? {}) as Record<string, unknown>
  if (typeof name !== 'string') return ''
  return need === 'tag' ? ` ${repository}:${name}` : ` ${name}`
}

/** The conditions of the run, as names and values. */
export const conditionsOf = (report: Report): readonly (readonly [name: string, value: string])[] => {
  const { options, bindings, target, requirements, fixtures, lifecycle, tool } = report
  const had = (need: string): boolean => fixtures.some(fixture => fixture.need === need && fixture.value !== null)
  const filters = ['suite', 'only', 'skip', 'level'].flatMap(name =>
    options[name] === undefined ? [] : [`--${name} ${[options[name]].flat().join(',')}`],
  )
  const found = fixtures.flatMap(fixture =>
    fixture.from === undefined ? [] : [`${fixture.need}${fixtureText(fixture)} (${fixture.from})`],
  )
  const boundBy = (source: Binding['from']): number => bindings.filter(({ from }) => from === source).length
  const late = requirements.some(({ cases }) =>
    cases.some(({ reason }) => reason?.code === 'out-of-time' || reason?.code === 'not-reached'),
  )
  const tls = isInsecure(report) ? 'not verified' : target?.startsWith('https:') ? 'verified' : 'not used'
  const ofHub = (text: string): string | undefined => (target === null ? undefined : text)
  const all: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Credentials', ofHub(had('credentials') ? credentialKind(report) : credentialsWere(report))],
    ['Writes', ofHub(had('writes') ? 'allowed' : 'not allowed')],
    ['Left out', notOfferedText(report)],
    ['Not judged', unjudgedText(report)],
    ['Found', found.length === 0 ? undefined : found.join(', ')],
    ['Selection', filters.length === 0 ? 'everything' : filters.join(' ')],
    ['As of', report.asOf],
    [
      'Lifecycle document',
      lifecycle &&
        `version ${lifecycle.version}, ${lifecycle.digest}, docs/lifecycle.md in the package ${tool.name} ${tool.version}`,
    ],
    ['Bindings', `${boundBy('file')} from a file, ${boundBy('reference')} from the reference of the target`],
    ['Deadline', ofHub(late ? 'reached' : 'not reached')],
    ['TLS', ofHub(tls)],
  ]
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}
