/** What is known of a case or a requirement after asking. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'untestable' | 'not-applicable' | 'not-selected' | 'error'

/** Worst first. A requirement takes the worst verdict of its cases. */
export const severity: readonly Verdict[] = [
  'error',
  'fail',
  'inconclusive',
  'untestable',
  'pass',
  'not-applicable',
  'not-selected',
]

/** The worse of two verdicts: commutative, associative, idempotent. */
export const worse = (a: Verdict, b: Verdict): Verdict => (severity.indexOf(a) <= severity.indexOf(b) ? a : b)

/** The worst verdict, or `error` where nothing was judged: a check that judged nothing is never a pass. */
export const worst = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.length === 0 ? 'error' : verdicts.reduce(worse)

/** Requested without a verdict, not requested because something is missing, or our own fault: not verified. */
export const openVerdicts = ['inconclusive', 'untestable', 'error'] as const

export const isOpen = (verdict: Verdict): boolean => (openVerdicts as readonly Verdict[]).includes(verdict)

/** The authority behind a requirement: the lifecycle document, the published reference, HTTP standards. */
export type Level = 'must' | 'should' | 'may'

export const levels: readonly Level[] = ['must', 'should', 'may']

/** Whether failures of a level count, where those of this level and of the weightier ones do. */
export const counts = (level: Level, failOn: Level = 'must'): boolean => levels.indexOf(level) <= levels.indexOf(failOn)

/** The result of a run; `partial`: only a selection was asked for, and no `must` of it is open or failed, so nothing is said of conformance. */
export type Result = 'conformant' | 'non-conformant' | 'incomplete' | 'partial'
