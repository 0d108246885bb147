import { defined } from '../defined.ts'
import { type Unresolved, unresolvedKey } from '../documents.ts'
import { type Exchange, headerValue, otherMethods } from '../exchange.ts'
import { operationWords } from '../operations.ts'
import type { ReasonCode } from '../results/reasons.ts'
import type { ReportedCase, ReportedReason, ReportedRequirement } from '../results/report.ts'
import { isOpen } from '../results/verdict.ts'
import { nonceOf } from '../run/run-name.ts'
import { isFormRefused } from '../run/settings.ts'
import { actionFor, isOfTheRun } from './actions.ts'
import { causesOf } from './causes.ts'
import { callOf, cited, operationOf, type Recorded, requestLineOf } from './evidence.ts'
import { isOfAnswer, joined, worstCases } from './grounds.ts'
import { grouped } from './grouped.ts'
import { asksAbout, asksAboutLimit, chosenByRun, complaintsAbout, formIn } from './members.ts'
import { saidOf, wordsBesides, wordsIn } from './said.ts'
import { listed, oneFix, shape, subjectOf, subjectsOfReasons, together } from './wording.ts'

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

/** One action for reasons of one shape, and what else is known of the first. */
const actionOf = (reasons: readonly ReportedReason[], known: ReportedReason['values']): string | undefined => {
  const [first] = reasons
  if (first === undefined) return undefined
  const subjects = subjectsOfReasons(reasons)
  // An action may depend on which operation it is.
  const values = subjects.length < 2 ? {} : { [subjectOf(first.code)]: listed(subjects) }
  return actionFor({ ...first, values: { ...first.values, ...values, ...known } })
}

/** Reasons that say it all where one of a group has one: a limit refused requests, the target the credentials, or what is named may not exist. */
const tellsAll: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'redirects-everything',
  'rate-limited',
  'credentials-refused',
  'parameter-unproven',
  'group-elsewhere',
  'not-like-control',
  'other-operation',
])

/** Statuses of a path or a method that a target does not have. */
export const noSuchPlace: ReadonlySet<number> = new Set([404, 405, 501])

/** The family of an operation that was called; none for those of repositories. */
const areaOf = (exchange: Exchange, report: Recorded): string =>
  /^(\w+)\./.exec(operationOf(exchange, report) ?? '')?.[1] ?? ''

/** The scheme that an answer asks for, where credentials were sent in another form. */
const schemeNotSent = ({ request, response }: Exchange): string | undefined => {
  const challenge = headerValue(response?.headers ?? [], 'www-authenticate') ?? ''
  const [scheme] = /^(?:basic|bearer)\b/i.exec(challenge.trim()) ?? []
  const sent = headerValue(request.headers, 'authorization') ?? ''
  const isSent = sent.toLowerCase().startsWith(String(scheme).toLowerCase())
  return request.as !== 'valid' || isSent ? undefined : scheme
}

const formsIn = (text: unknown): readonly string[] => (typeof text === 'string' ? text.split(', ') : [])

/** The forms of credentials that were refused wherever they are declared, and the one that was accepted; nothing without the first. */
export const refusedFormIn = ({ fixtures }: Pick<Recorded, 'fixtures'>): ReportedReason['values'] => {
  const value = fixtures.find(({ need }) => need === 'credentials')?.value
  const { form = '', refused: first, also } = (value ?? {}) as ReportedReason['values']
  const refused = formsIn(first).filter(each => !formsIn(also).includes(each))
  return refused.length === 0 ? {} : { form, refused: refused.join(', ') }
}

/** Whether credentials are sent as a cookie, which may take a CSRF token with it. */
const isSessionIn = ({ fixtures }: Recorded): boolean => {
  const value = fixtures.find(({ need }) => need === 'credentials')?.value
  return /^cookie:/i.test(String(((value ?? {}) as ReportedReason['values']).form))
}

/** Where what a request names was looked for, and whether the run found that name itself. */
const whereNamed = ({ code, values }: ReportedReason, { fixtures }: Recorded): ReportedReason['values'] => {
  const parameter = code === 'group-elsewhere' ? 'group' : values.parameter
  const of = (wanted: unknown) => fixtures.find(({ need }) => need === wanted)
  const { namespace } = (of('namespace')?.value ?? {}) as ReportedReason['values']
  const isBelow = parameter === 'repository' || parameter === 'tag'
  const isGiven = of(parameter)?.value !== null && of(parameter)?.from === undefined
  return { ...(isBelow ? defined({ within: namespace }) : {}), ...(isGiven ? {} : { isFound: true }) }
}

/** The media type of a refused body, and one that the answer names in its place (RFC 9110, Accept; RFC 5789, Accept-Patch). */
const typesOf = ({ request, response }: Exchange): ReportedReason['values'] => {
  const type = headerValue(request.headers, 'content-type')?.replace(/;.*/, '')
  const named = ['accept-patch', 'accept-post', 'accept'].flatMap(
    name => headerValue(response?.headers ?? [], name) ?? [],
  )
  const all = [...named, response?.body ?? ''].flatMap(
    text => text.match(/\b(?:application|text|multipart)\/[\w.+-]+/g) ?? [],
  )
  return defined({ type, takes: listed([...new Set(all)].filter(other => other !== type)) || undefined })
}

/** What a request body refers to and the document does not have. */
const unresolvedIn = (requestSchema: unknown): string | undefined => {
  let found: string | undefined
  JSON.stringify(requestSchema, (key, value: unknown) => {
    if (key === unresolvedKey) found ??= (value as Unresolved).reference
    return value
  })
  return found
}

/** What sets a refusal apart from others of its status: bodies that are declared each have a thing of their own to correct. */
const refusedFor = (exchange: Exchange, { code, values }: ReportedReason, report: Recorded): string => {
  const binding = report.bindings.find(({ operation }) => operation === values.operation)
  const isDeclared = binding?.requestSchema !== undefined && binding.requestBody === undefined
  if (binding === undefined || !isDeclared || !isFormRefused(code, values)) return ''
  const isOwn = Number(values.status) === 415 || complaintsAbout(exchange, binding).length > 0
  return isOwn || unresolvedIn(binding.requestSchema) !== undefined ? binding.operation : ''
}

/** What is known of requests that were refused: where their place or form is from, and what the answer says. */
const refusedForm = (
  reasons: readonly [ReportedReason, ...ReportedReason[]],
  members: OpenGroup['members'],
  report: Recorded,
): ReportedReason['values'] => {
  const [first] = reasons
  const bindingOf = (name: unknown) => report.bindings.find(({ operation }) => operation === name)
  if (first.code === 'login-not-found') {
    const { form = '' } = (report.fixtures.find(({ need }) => need === 'credentials')?.value ??
      {}) as typeof first.values
    const isBasic = String(form).includes('{basic}')
    return defined({ from: bindingOf('login')?.from, ...(isBasic && { isBasic }) })
  }
  const binding = bindingOf(first.values.operation)
  const status = Number(first.values.status)
  const member = members.find(({ reason }) => reason === first)
  const [kase] = member === undefined ? [] : worstCases(member)
  const [decisive] = kase === undefined ? [] : cited(kase, report)
  const says = wordsIn(decisive?.response?.body ?? '')
  if (first.code === 'redirects-everything') {
    const place = headerValue(decisive?.response?.headers ?? [], 'location')
    return { ...defined({ place }), ...(decisive?.request.as === 'valid' && { isValid: true }) }
  }
  if (noSuchPlace.has(status)) {
    const bound = reasons.flatMap(({ values }) => bindingOf(values.operation) ?? [])
    const places = [...new Set(bound.map(({ method, path }) => `${method} ${path}`))]
    const isBodiless = bound.some(
      ({ method, from, requestSchema }) =>
        from === 'reference' && /^P(?:OST|UT|ATCH)$/.test(method) && requestSchema === undefined,
    )
    const known = { says, ...whereNamed(first, report), ...(isBodiless && { isBodiless }) }
    if (bound.length !== reasons.length) return defined(known)
    const allow = bound.length === 1 && status === 405 && decisive ? otherMethods(decisive) : undefined
    const isOne = bound.every(({ from }) => from === binding?.from)
    return defined({ from: isOne ? binding?.from : undefined, places: listed(places), allow, ...known })
  }
  // What refused credentials are to be is in the reason; an answer may ask for another scheme than the declared ones.
  if (first.code === 'credentials-refused')
    return defined({ says: wordsBesides(status, decisive?.response?.body ?? '') })
  if (status === 401 && decisive !== undefined)
    return { ...defined({ scheme: schemeNotSent(decisive) }), ...refusedFormIn(report) }
  if (binding === undefined || !(isFormRefused(first.code, first.values) || status === 403)) return {}
  if (status === 403) return { ...defined({ says }), ...(isSessionIn(report) && { isSession: true }) }
  const { method, requestBody, requestSchema } = binding
  const unresolved = unresolvedIn(requestSchema)
  const form =
    requestBody !== undefined
      ? 'file'
      : unresolved !== undefined
        ? 'unresolved'
        : requestSchema !== undefined
          ? 'reference'
          : ['GET', 'HEAD', 'DELETE'].includes(method)
            ? 'none'
            : 'default'
  if (decisive === undefined) return { form }
  const complaints = complaintsAbout(decisive, binding)
  const declared = formIn(requestSchema)
  const isDeclared = form === 'reference'
  const refusal = { exchange: decisive, operation: binding.operation, form: declared, isDeclared, report }
  return {
    form,
    ...defined({
      says,
      said: saidOf(complaints, says),
      unresolved,
      asks:
        form === 'file' || form === 'unresolved'
          ? undefined
          : (asksAbout(complaints, refusal) ?? (complaints.length === 0 ? asksAboutLimit(says) : undefined)),
      chosen: isDeclared ? chosenByRun(decisive, declared) : undefined,
    }),
    ...(status === 415 ? typesOf(decisive) : {}),
  }
}

/** How names begin that nothing has. */
const missingName = nonceOf('', 'missing')

/** The requests that were not answered, or with an error of the server, where that is what keeps the requirements open. */
const unanswered = (
  { code }: ReportedReason,
  members: OpenGroup['members'],
  report: Recorded,
): ReportedReason['values'] => {
  if (code !== 'no-answer' && code !== 'server-error') return {}
  const decisive = members.flatMap(member => cited(worstCases(member)[0], report).slice(0, 1))
  if (decisive.length === 0) return {}
  const places = decisive.map(exchange => requestLineOf(exchange, report))
  const isMissing = decisive.every(({ request }) => request.url.includes(missingName))
  return { requests: listed([...new Set(places)]), ...(isMissing && { isMissing }) }
}

type Told = readonly (readonly [ReportedReason, ...ReportedReason[]])[]

/** What to do about the first, and about others of its kind: bodies that are declared alike are one thing to do, whatever lacks them. */
const actionsFor = (told: Told, members: OpenGroup['members'], report: Recorded): readonly string[] => {
  const [[first] = []] = told
  const isForm = ({ code, values }: ReportedReason): boolean => isFormRefused(code, values)
  const ofKind = told
    .filter(([reason]) => first !== undefined && (reason.code === first.code || (isForm(reason) && isForm(first))))
    .map((same, at) => {
      const known: ReportedReason['values'] = {
        ...refusedForm(same, members, report),
        ...unanswered(same[0], members, report),
      }
      return { same, known, key: String(known.form ?? at) }
    })
  return [...grouped(ofKind, ({ key }) => key).values()].flatMap(each => {
    const [{ known }] = each
    const quotes = each.flatMap(({ same: [{ values }], known: { said } }) =>
      said === undefined ? [] : [`The answer of ${operationWords(String(values.operation))} ${said}.`],
    )
    const isOne = new Set(each.map(other => other.known.said)).size === 1
    const all = each.flatMap(({ same }) => same)
    return actionOf(all, { ...known, ...(isOne ? {} : { quotes: [...new Set(quotes)].join(' ') }) }) ?? []
  })
}

/** Reasons that only say that a request was refused. */
const saysRefused: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['creation-failed', 'no-success', 'request-refused'])

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
const lacksMember: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['form-unknown', 'form-undeclared'])

/** The most frequent reason first, and what to do about it. */
const toldOf = (members: OpenGroup['members'], report: Recorded): OpenGroup => {
  const reasons = members.flatMap(({ reason }) => reason ?? [])
  const whole = reasons.filter(({ code }) => tellsAll.has(code))
  const isForm = ([{ code, values }]: readonly [ReportedReason, ...unknown[]]): number =>
    Number(isFormRefused(code, values))
  const isLacking = reasons.some(({ code }) => lacksMember.has(code))
  const told = [...grouped(whole.length > 0 ? whole : reasons, shape).values()].sort(
    // An answer says more of a body than its declaration.
    (a, b) => (isLacking ? isForm(b) - isForm(a) : 0) || b.length - a.length,
  )
  const [most = [], ...others] = told
  const [{ verdict, fix }] = members
  const [first] = most
  // A finding that would fail if it were certain is fixed as the failure is.
  const isFixed = verdict === 'inconclusive' && fix !== '' && first !== undefined && !isOfTheRun(first.code)
  const actions = actionsFor(told, members, report)
  // A statement that is not understood is written as one that is missing.
  const isStatement = (first?.code === 'statement-unclear' || first?.code === 'status-unclear') && members.length === 1
  const action = isStatement && isFixed ? fix : (oneFix(actions) ?? actions[0] ?? (isFixed ? fix : undefined))
  const requirement = members.find(({ reason }) => reason === first)
  const [kase] = requirement === undefined ? [] : worstCases(requirement)
  const isRefused =
    kase !== undefined && kase.evidence.length > 0 && (cited(kase, report)[0]?.response?.status ?? 0) >= 400
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
    requirements.some(isRefusal) || refusedFormIn(report).refused !== undefined
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
    const [decisive] = kase.evidence.length === 0 ? [] : cited(kase, report)
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
