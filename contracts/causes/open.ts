import type { Exchange } from '../exchange.ts'
import { codes } from '../results/reasons.ts'
import type { ReportedCase, ReportedReason, ReportedRequirement } from '../results/report.ts'
import { isOpen } from '../results/verdict.ts'
import { isFormRefused } from '../run/settings.ts'
import { actionOf, isOfTheRun } from './actions.ts'
import { causesOf } from './causes.ts'
import { bindingNamed, callOf, cited, decisiveOf, operationOf, type Recorded } from './evidence.ts'
import { isOfAnswer, joined, worstCases } from './grounds.ts'
import { grouped } from './grouped.ts'
import { complaintsAbout } from './members.ts'
import { formAdvice, noSuchPlace, unresolvedIn } from './refused.ts'
import { shape, together } from './wording.ts'

/** What was not verified, once for each reason, and what to do about it. */

/** Why something stayed open, and everything that did so. */
export interface OpenGroup {
  /** What most of them say first. */
  readonly messages: readonly [string, ...string[]]
  /** What to do next about what most of them say; absent where running again is all. */
  readonly action?: string
  readonly members: readonly [ReportedRequirement, ...ReportedRequirement[]]
  /** The case that shows it, where a request was refused. */
  readonly refused?: { readonly requirement: ReportedRequirement; readonly kase: ReportedCase }
}

/** Reasons that say it all where one of a group has one: a limit refused requests, the target the credentials, or what is named may not exist. */
const tellsAll = codes(
  'redirects-everything',
  'rate-limited',
  'credentials-refused',
  'parameter-unproven',
  'group-elsewhere',
  'not-like-control',
  'other-operation',
)

/** The family of an operation that was called; none for those of repositories. */
const areaOf = (exchange: Exchange, report: Recorded): string =>
  /^(\w+)\./.exec(operationOf(exchange, report) ?? '')?.[1] ?? ''

/** What sets a refusal apart from others of its status: bodies that are declared each have a thing of their own to correct. */
const refusedFor = (exchange: Exchange, { code, values }: ReportedReason, report: Recorded): string => {
  const binding = bindingNamed(report, values.operation)
  const isDeclared = binding?.requestSchema !== undefined && binding.requestBody === undefined
  if (!isDeclared || !isFormRefused(code, values)) return ''
  const isOwn = Number(values.status) === 415 || complaintsAbout(exchange, binding).length > 0
  return isOwn || unresolvedIn(binding.requestSchema) !== undefined ? binding.operation : ''
}

/** Reasons that only say that a request was refused. */
const saysRefused = codes('creation-failed', 'no-success', 'request-refused')

/** The sentences of a group: the settings once, and what was refused once, whatever that keeps open. */
const messagesFor = (
  most: readonly ReportedReason[],
  others: readonly (readonly ReportedReason[])[],
): OpenGroup['messages'] => {
  const settings = ` (${(most[0]?.settings ?? []).join(', ')})`
  const refusalsIn = (reasons: readonly ReportedReason[]): readonly string[] =>
    reasons.map(({ code, values, message }) =>
      saysRefused.has(code) ? `${values.operation} ${values.status}` : message,
    )
  const said = new Set(refusalsIn(most))
  const further = others.filter(reasons => {
    const refusals = refusalsIn(reasons)
    const isNew = refusals.some(each => !said.has(each))
    for (const each of refusals) said.add(each)
    return isNew
  })
  return [together(most), ...further.map(reasons => together(reasons).replace(settings, ''))]
}

/** Reasons that say that the declared body of an operation lacks a member. */
const lacksMember = codes('form-unknown', 'form-undeclared')

/** The most frequent reason first, and what to do about it. */
const toldOf = (members: OpenGroup['members'], report: Recorded): OpenGroup => {
  const reasons = members.flatMap(({ reason }) => reason ?? [])
  const whole = reasons.filter(({ code }) => tellsAll.has(code))
  const isForm = ([reason]: readonly ReportedReason[]): boolean =>
    reason !== undefined && isFormRefused(reason.code, reason.values)
  const isLacking = reasons.some(({ code }) => lacksMember.has(code))
  const told = [...grouped(whole.length > 0 ? whole : reasons, shape).values()].sort(
    // An answer says more of a body than its declaration.
    (a, b) => (isLacking ? Number(isForm(b)) - Number(isForm(a)) : 0) || b.length - a.length,
  )
  const [most = [], ...others] = told
  const [{ verdict, fix }] = members
  const [first] = most
  const shownBy = (reason: ReportedReason | undefined): readonly ReportedCase[] =>
    members
      .filter(member => member.reason === reason)
      .map(member => worstCases(member)[0])
      .slice(0, 1)
  const seen = told
    .filter(same => first?.code === same[0].code || (isForm(most) && isForm(same)))
    .flat()
    .map(reason => ({ reason, exchange: shownBy(reason).flatMap(kase => cited(kase, report))[0] }))
  // A finding that would fail if it were certain is fixed as the failure is.
  const isFixed = verdict === 'inconclusive' && fix !== '' && first !== undefined && !isOfTheRun(first.code)
  // A statement that is not understood is written as one that is missing.
  const isStatement = (first?.code === 'statement-unclear' || first?.code === 'status-unclear') && members.length === 1
  const action = (isStatement && isFixed ? undefined : actionOf(seen, report)) ?? (isFixed ? fix : undefined)
  const requirement = members.find(({ reason }) => reason === first)
  const [kase] = shownBy(first)
  const isRefused = kase !== undefined && (decisiveOf(kase, report)?.response?.status ?? 0) >= 400
  return {
    messages: messagesFor(most, others),
    ...(action !== undefined && { action }),
    members,
    ...(requirement && isRefused && { refused: { requirement, kase } }),
  }
}

/** The creation that was refused, or that leaves a list, or the log of it, without items where it is, or a repository alone. */
const creationIn = (reason: ReportedReason | null): string | undefined => {
  const operation = String(reason?.values.operation)
  if (reason?.code === 'creation-failed') return operation
  if (reason?.code === 'only-one') return 'CreateRepository'
  if (reason?.code !== 'no-items') return undefined
  return operation === 'audit.events' ? 'oat.create' : operation.replace(/\.list$/, '.create')
}

const isRefusal = ({ reason }: ReportedRequirement): boolean => reason?.code === 'credentials-refused'

/** What a run finds itself, with credentials that work. */
export const isFoundByRun = ({ reason }: { readonly reason?: ReportedReason | null }): boolean =>
  reason != null && /^need-(?:namespace|repository|tag|org|group)$/.test(reason.code)

/**
 * What stayed open, once for each request that was refused or not answered, and for each other reason. Where the target refused the
 * credentials, all that it answered 401 to them is that, and so is what a run finds with credentials. Refused credentials first, then the
 * largest.
 */
export const openGroups = (requirements: readonly ReportedRequirement[], report: Recorded): readonly OpenGroup[] => {
  const refused = new Set(
    requirements.some(isRefusal) || formAdvice(report) !== undefined
      ? report.exchanges.flatMap(({ id, request, response }) =>
          request.as === 'valid' && response?.status === 401 ? [id] : [],
        )
      : [],
  )
  const isAccepted = report.fixtures.some(({ need, value }) => need === 'credentials' && value)
  const failed = new Set(
    requirements.flatMap(({ reason }) => (reason?.code === 'creation-failed' ? (creationIn(reason) ?? []) : [])),
  )
  const operationsOf = (is: (reason: ReportedReason) => boolean): ReadonlySet<unknown> =>
    new Set(requirements.flatMap(({ reason }) => (reason && is(reason) ? [reason.values.operation] : [])))
  const [refusedBodies, lackingBodies] = [
    operationsOf(({ code, values }) => isFormRefused(code, values)),
    operationsOf(({ code }) => lacksMember.has(code)),
  ]
  return joined(requirements, requirement => {
    const { verdict, reason } = requirement
    const [kase] = worstCases(requirement)
    const decisive = decisiveOf(kase, report)
    const isAnswered401 = kase.exchanges.some(id => refused.has(id))
    const isUnfound = isFoundByRun(requirement) && requirements.some(isRefusal) && !isAccepted
    // What a declared body lacks is corrected with what is refused in it.
    const ofBody =
      reason !== null && refusedBodies.has(reason.values.operation) && lackingBodies.has(reason.values.operation)
        ? [`body of ${reason.values.operation}`]
        : []
    if (reason !== null && lacksMember.has(reason.code) && ofBody.length > 0) return ofBody
    if (isRefusal(requirement) || (isOpen(verdict) && isAnswered401) || isUnfound) return ['credentials refused']
    const same = `${verdict} ${shape(reason)}`
    const creation = creationIn(reason)
    const ofCreation = creation !== undefined && failed.has(creation) ? [creation] : []
    if (ofCreation.length > 0 && reason?.code !== 'creation-failed') return ofCreation
    // One name that may be wrong is one thing to correct, whichever operation used it.
    if (reason?.code === 'parameter-unproven')
      return [
        same,
        `unproven ${reason.values.parameter}`,
        ...(decisive === undefined ? [] : [callOf(decisive, report)]),
      ]
    if (reason === null || decisive === undefined || !isOpen(verdict) || !isOfAnswer(reason, decisive))
      return [same, ...ofCreation]
    // What is not there is missing at its own place, whatever else is not there.
    const isNowhere = noSuchPlace.has(decisive.response?.status ?? 0)
    const kind = isNowhere ? `not there ${areaOf(decisive, report)}` : `${same} ${refusedFor(decisive, reason, report)}`
    return [kind, ...ofBody, callOf(decisive, report), ...ofCreation]
  })
    .map(group => toldOf(group, report))
    .sort(
      (a, b) =>
        Number(b.members.some(isRefusal)) - Number(a.members.some(isRefusal)) || b.members.length - a.members.length,
    )
}

/** What is open and not known, without what a failure explains. */
export const openApart = (report: Recorded): readonly ReportedRequirement[] => {
  const told = new Set(causesOf(report).flatMap(({ blocked }) => blocked))
  return report.requirements.filter(
    requirement => isOpen(requirement.verdict) && requirement.known === undefined && !told.has(requirement),
  )
}
