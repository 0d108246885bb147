import { lifecycle } from '../../contracts/lifecycle.ts'
import { type ReasonCode, reasonSentence } from '../../contracts/reasons.ts'
import type { Report, ReportedCase, ReportedReason, ReportedRequirement } from '../../contracts/report.ts'
import { levels } from '../../contracts/verdict.ts'
import { isOpen } from './facts.ts'
import { grouped } from './grouped.ts'

/** What is said once of everything that has one cause: a dead operation is one message, however many requirements rest on it. */

/** Cases of one requirement that failed for one cause. */
export interface Share {
  readonly requirement: ReportedRequirement
  readonly cases: readonly ReportedCase[]
}

/** Why something failed, and everything that failed for it. */
export interface Cause {
  /** What was found, in the words of those that failed; the weightiest first. */
  readonly messages: readonly string[]
  /** The weightiest first. */
  readonly shares: readonly [Share, ...Share[]]
  /** What could not be verified because of it. */
  readonly hence: readonly ReportedRequirement[]
}

/** Why something stayed open, and everything that did so. */
export interface OpenGroup {
  readonly message: string
  readonly members: readonly [ReportedRequirement, ...ReportedRequirement[]]
}

/** Codes that say of an operation that it is not there. */
const absent: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'absent',
  'gone',
  'redirected',
  'not-found-again',
  'replacement-absent',
  'family-absent',
])

/** `pat` of `pat.list`, and of the family as the document calls it; an operation of its own is its own family. */
const familyOf = ({ operation, family }: ReportedReason['values']): string => {
  const named = lifecycle.families.find(({ id }) => id === family)
  return named?.slug.replace(/-.*/, '') ?? String(operation ?? family).replace(/\..*/, '')
}

/** The same for what fails for the same cause. */
const keyOf = (reason: ReportedReason | null): string => {
  if (reason === null) return ''
  const { code, values, message } = reason
  if (absent.has(code)) return `absent ${familyOf(values)}`
  if (code === 'not-gone' || code === 'not-gone-generated') return `not-gone ${values.expected} ${values.status}`
  return message
}

/** Operations that are named before they are only counted. */
const few = 3

const listed = (names: readonly string[]): string => {
  if (names.length > few + 1) return `${names.slice(0, few).join(', ')} and ${names.length - few} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The sentence of a reason with another operation; a report of another version may word it otherwise, and its own words stand. */
const about = ({ code, values, message, settings }: ReportedReason, operation: string): string =>
  values.operation === undefined || reasonSentence(code, values, settings) !== message
    ? message
    : reasonSentence(code, { ...values, operation }, settings)

/** The same for reasons that differ at most by the operation that they name. */
const shape = (reason: ReportedReason | null): string => (reason === null ? '' : `${reason.code} ${about(reason, '')}`)

/** One sentence for reasons of one shape. */
const together = (reasons: readonly ReportedReason[]): string => {
  const [first] = reasons
  if (first === undefined) return 'no reason is given'
  const operations = [...new Set(reasons.map(({ values }) => String(values.operation)))]
  return operations.length < 2 ? first.message : about(first, listed(operations))
}

/** What was found, each thing once; what only says the same at greater length is left out. */
const messagesOf = (reasons: readonly ReportedReason[]): readonly string[] => {
  const all = [...grouped(reasons, shape).values()].map(together)
  return all.filter(message => !all.some(other => other !== message && message.startsWith(other)))
}

/** The call and its answer that a reason names; nothing where it names none, so that two of those are never the same. */
const answered = ({ values: { operation, status } }: ReportedReason): string | undefined =>
  operation === undefined || status === undefined ? undefined : `${operation} ${status}`

/** Open for lack of something that the run was not given: never a consequence of what the target answered. */
const isLacking = ({ code }: ReportedReason): boolean => code.startsWith('need-')

const weight = ({ level }: ReportedRequirement): number => levels.indexOf(level)

/** The failed cases that no baseline lists. A requirement without failed cases is none of the engine's; it is shown all the same. */
const failedCases = (requirement: ReportedRequirement): readonly ReportedCase[] => {
  const failed = requirement.cases.filter(({ verdict, known }) => verdict === 'fail' && known === undefined)
  const { reason, verdict } = requirement
  if (failed.length > 0) return failed
  return [{ name: requirement.id, verdict, reason, attempts: 1, exchanges: [], evidence: [], excerpts: [] }]
}

interface Found extends Share {
  readonly key: string
}

const sharesOf = (found: readonly [Found, ...Found[]]): readonly [Share, ...Share[]] => {
  const [first, ...rest] = [...found].sort((a, b) => weight(a.requirement) - weight(b.requirement))
  return [first ?? found[0], ...rest]
}

const causeOf = (found: readonly [Found, ...Found[]], open: readonly ReportedRequirement[]): Cause => {
  const shares = sharesOf(found)
  const reasons = shares.flatMap(({ cases }) => cases.flatMap(({ reason }) => reason ?? []))
  const dead = new Set(reasons.filter(({ code }) => absent.has(code)).flatMap(reason => answered(reason) ?? []))
  const keys = new Set(found.map(({ key }) => key))
  return {
    messages: messagesOf(reasons),
    shares,
    hence: open.filter(
      ({ reason }) =>
        reason !== null && !isLacking(reason) && (dead.has(answered(reason) ?? '') || keys.has(keyOf(reason))),
    ),
  }
}

/** Every cause of a failure that is not known: those of the weightiest requirements first, then those of the most. */
export const causesOf = ({ requirements }: Pick<Report, 'requirements'>): readonly Cause[] => {
  const found: readonly Found[] = requirements
    .filter(({ verdict, known }) => verdict === 'fail' && known === undefined)
    .flatMap(requirement =>
      [...grouped(failedCases(requirement), ({ reason }) => keyOf(reason))].map(([key, cases]) => ({
        key,
        requirement,
        cases,
      })),
    )
  const open = requirements.filter(({ verdict, known }) => isOpen(verdict) && known === undefined)
  const rank = ({ shares }: Cause): number => weight(shares[0].requirement)
  return [...grouped(found, ({ key }) => key).values()]
    .map(each => causeOf(each, open))
    .sort((a, b) => rank(a) - rank(b) || b.shares.length - a.shares.length)
}

/** What stayed open, each reason once; what differs only by its operation is one reason. The largest first. */
export const openGroups = (requirements: readonly ReportedRequirement[]): readonly OpenGroup[] =>
  [...grouped(requirements, ({ verdict, reason }) => `${verdict} ${shape(reason)}`).values()]
    .map(members => ({ message: together(members.flatMap(({ reason }) => reason ?? [])), members }))
    .sort((a, b) => b.members.length - a.members.length)

/** What is told as one: a cause that several requirements share, or all that is wrong with one. */
export interface Failure {
  readonly kind: 'shared' | 'own'
  /** The weightiest of them. */
  readonly requirement: ReportedRequirement
  /** The failed cases of that requirement which this tells of. */
  readonly cases: readonly ReportedCase[]
  readonly messages: readonly string[]
  readonly shares: readonly [Share, ...Share[]]
  readonly hence: readonly ReportedRequirement[]
}

const shared = ({ messages, shares, hence }: Cause): Failure => ({
  kind: 'shared',
  ...shares[0],
  messages,
  shares,
  hence,
})

const own = (causes: readonly [Cause, ...Cause[]]): Failure => {
  const [{ requirement }] = causes[0].shares
  const cases = causes.flatMap(({ shares }) => shares[0].cases)
  return {
    kind: 'own',
    requirement,
    cases,
    messages: causes.flatMap(({ messages }) => messages),
    shares: [{ requirement, cases }],
    hence: [...new Set(causes.flatMap(({ hence }) => hence))],
  }
}

/** Every failure that is not known: the weightiest first, and there what most requirements share. */
export const failuresOf = (report: Pick<Report, 'requirements'>): readonly Failure[] => {
  const causes = causesOf(report)
  const single = causes.filter(({ shares }) => shares.length === 1)
  return [
    ...causes.filter(({ shares }) => shares.length > 1).map(shared),
    ...[...grouped(single, ({ shares }) => shares[0].requirement.id).values()].map(own),
  ].sort((a, b) => weight(a.requirement) - weight(b.requirement))
}
