import { defined } from '../defined.ts'
import type { Exchange } from '../exchange.ts'
import { codes } from '../results/reasons.ts'
import type { ReportedCase, ReportedReason, ReportedRequirement } from '../results/report.ts'
import { isOpen } from '../results/verdict.ts'
import { isFormRefused, isRefused } from '../run/settings.ts'
import { actionOf, ofTheRun } from './actions.ts'
import { causesOf } from './causes.ts'
import { areaOf, bindingNamed, callOf, cited, decisiveOf, isServedIn, operationOf, type Recorded } from './evidence.ts'
import { isOfAnswer, joined, worstCases } from './grounds.ts'
import { grouped } from './grouped.ts'
import { complaintsAbout } from './members.ts'
import { acceptanceAdvice, noSuchPlace, unresolvedIn } from './refused.ts'
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
  'ids-unpublished',
)

/** What sets a refusal apart from others of its status: bodies that are declared each have a thing of their own to correct. */
const refusedFor = (exchange: Exchange, { code, values }: ReportedReason, report: Recorded): string => {
  const binding = bindingNamed(report, values.operation)
  const isDeclared = binding?.requestSchema !== undefined && binding.requestBody === undefined
  if (!isDeclared || !isFormRefused(code, values)) return ''
  const isOwn = Number(values.status) === 415 || complaintsAbout(exchange, binding).length > 0
  return isOwn || unresolvedIn(binding.requestSchema) !== undefined ? binding.operation : ''
}

/** A requirement that is open, and the case that shows why. */
interface Open {
  readonly requirement: ReportedRequirement
  readonly reason: ReportedReason
  readonly kase: ReportedCase
}

/** The sentences of a group: the settings once, and what was refused once, whatever that keeps open. */
const messagesOf = (groups: readonly (readonly Open[])[]): OpenGroup['messages'] => {
  const settings = ` (${(groups[0]?.[0]?.reason.settings ?? []).join(', ')})`
  const said = new Set<string>()
  const isNew = ({ reason: { code, values, message } }: Open): boolean => {
    const refusal = isRefused(code) ? `${values.operation} ${values.status}` : message
    return said.size < said.add(refusal).size
  }
  const [first = 'no reason given', ...others] = groups
    .filter(group => group.filter(isNew).length > 0)
    .map(group => together(group.map(({ reason }) => reason)))
  return [first, ...others.map(message => message.replace(settings, ''))]
}

const bodyLacksMember = codes('form-unknown', 'form-undeclared')

const isForm = ({ reason: { code, values } }: Open): boolean => isFormRefused(code, values)

/** The most frequent reason first, and what to do about it. */
const toldOf = (members: OpenGroup['members'], report: Recorded): OpenGroup => {
  const all = members.flatMap((requirement): readonly Open[] => {
    const { reason } = requirement
    return reason === null ? [] : [{ requirement, reason, kase: worstCases(requirement)[0] }]
  })
  const whole = all.filter(({ reason }) => tellsAll.has(reason.code))
  const isLacking = all.some(({ reason }) => bodyLacksMember.has(reason.code))
  const groups = [...grouped(whole.length > 0 ? whole : all, ({ reason }) => shape(reason)).values()].sort(
    // An answer says more of a body than its declaration.
    (a, b) => (isLacking ? Number(isForm(b[0])) - Number(isForm(a[0])) : 0) || b.length - a.length,
  )
  const [[first] = []] = groups
  if (first === undefined) return { messages: messagesOf(groups), members }
  const { requirement, reason, kase } = first
  const ofKind = groups.flat().filter(each => each.reason.code === reason.code || (isForm(each) && isForm(first)))
  const action = actionOf(
    ofKind.map(each => ({ reason: each.reason, exchange: cited(each.kase, report)[0] })),
    report,
  )
  // A finding that would fail if it were certain is fixed as the failure is; a statement that is not understood, as one that is missing.
  const [{ verdict, fix }] = members
  const isFixed = verdict === 'inconclusive' && fix !== '' && !ofTheRun.has(reason.code)
  const isStatement = members.length === 1 && /^(?:statement|status)-unclear$/.test(reason.code)
  // Where other requests to an operation are answered with success, what this one has of its own is what it asks for.
  const [exchange] = cited(kase, report)
  const called = exchange && operationOf(exchange, report)
  const isOwn = reason.code === 'server-error' && called !== undefined && isServedIn(report, called) && fix !== ''
  const asked = isOwn ? `${action} ${fix}` : action
  const todo = isFixed && isStatement ? fix : (asked ?? (isFixed ? fix : undefined))
  const isRefusedThere = (decisiveOf(kase, report)?.response?.status ?? 0) >= 400
  return {
    messages: messagesOf(groups),
    ...defined({ action: todo }),
    members,
    ...(isRefusedThere && { refused: { requirement, kase } }),
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
    requirements.some(isRefusal) || acceptanceAdvice(report) !== undefined
      ? report.exchanges.flatMap(({ id, request, response }) =>
          request.as === 'valid' && response?.status === 401 ? [id] : [],
        )
      : [],
  )
  const isAccepted = report.fixtures.some(({ need, value }) => need === 'credentials' && value)
  const operationsOf = (is: (reason: ReportedReason) => boolean): ReadonlySet<unknown> =>
    new Set(requirements.flatMap(({ reason }) => (reason && is(reason) ? [reason.values.operation] : [])))
  const failed = operationsOf(({ code }) => code === 'creation-failed')
  const isWithoutIds = requirements.some(({ reason }) => reason?.code === 'ids-unpublished')
  const lacking = operationsOf(({ code }) => bodyLacksMember.has(code))
  const refusedLacking = operationsOf(
    ({ code, values }) => isFormRefused(code, values) && lacking.has(values.operation),
  )
  return joined(requirements, requirement => {
    const { verdict, reason } = requirement
    const [kase] = worstCases(requirement)
    const decisive = decisiveOf(kase, report)
    const call = decisive === undefined ? [] : [callOf(decisive, report)]
    const isAnswered401 = kase.exchanges.some(id => refused.has(id))
    const isUnfound = isFoundByRun(requirement) && requirements.some(isRefusal) && !isAccepted
    // What a declared body lacks is corrected with what is refused in it.
    const ofBody = refusedLacking.has(reason?.values.operation) ? [`body of ${reason?.values.operation}`] : []
    if (reason !== null && bodyLacksMember.has(reason.code) && ofBody.length > 0) return ofBody
    if (isRefusal(requirement) || (isOpen(verdict) && isAnswered401) || isUnfound) return ['credentials refused']
    // What has no id in the reference was called where another hub has it.
    const isUnnamed =
      bindingNamed(report, reason?.values.operation)?.from === 'default' &&
      areaOf(reason?.values.operation) === undefined
    if (reason?.code === 'ids-unpublished' || (isWithoutIds && isUnnamed)) return ['operations without ids']
    const same = `${verdict} ${shape(reason)}`
    const creation = creationIn(reason)
    const ofCreation = creation !== undefined && failed.has(creation) ? [creation] : []
    if (ofCreation.length > 0 && reason?.code !== 'creation-failed') return ofCreation
    // One name that may be wrong is one thing to correct, whichever operation used it.
    if (reason?.code === 'parameter-unproven') return [same, `unproven ${reason.values.parameter}`, ...call]
    if (reason === null || decisive === undefined || !isOpen(verdict) || !isOfAnswer(reason, decisive))
      return [same, ...ofCreation]
    // What is not there is missing at its own place, whatever else of its family is not there.
    const family = areaOf(operationOf(decisive, report)) ?? ''
    const isNowhere = noSuchPlace.has(decisive.response?.status ?? 0)
    const kind = isNowhere ? `not there ${family}` : `${same} ${refusedFor(decisive, reason, report)}`
    return [kind, ...ofBody, ...call, ...ofCreation]
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
