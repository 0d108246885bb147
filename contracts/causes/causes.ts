import { defined } from '../defined.ts'
import { lifecycle } from '../lifecycle.ts'
import { operationWords } from '../operations.ts'
import { type ReasonCode, reasonSentence } from '../reasons.ts'
import type { ReportedCase, ReportedReason, ReportedRequirement } from '../report.ts'
import { isFormRefused } from '../settings.ts'
import { isOpen, levels } from '../verdict.ts'
import { actionFor, isOfTheRun } from './actions.ts'
import { type Common, commonOf } from './common.ts'
import { callOf, cited, operationOf, placeOf, type Recorded } from './evidence.ts'
import { grouped } from './grouped.ts'

/** What is told once of everything that has one cause: verdicts that depend on one failing exchange are one message. */

/** Cases of one requirement that failed for one cause. */
export interface Share {
  readonly requirement: ReportedRequirement
  /** The one with the simplest request first. */
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
  /** What most of them say first. */
  readonly messages: readonly [string, ...string[]]
  /** What to do next about what most of them say; absent where running again is all. */
  readonly action?: string
  readonly members: readonly [ReportedRequirement, ...ReportedRequirement[]]
  /** The case that shows it, where a request was refused. */
  readonly refused?: { readonly requirement: ReportedRequirement; readonly kase: ReportedCase }
}

/** Names before they are only counted, in a sentence about what was found; what is to be done names what has to be typed. */
const few = 3
const mostToDo = 12

const listed = (names: readonly string[], most = mostToDo): string => {
  if (names.length > most + 1) return `${names.slice(0, most).join(', ')} and ${names.length - most} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** What reasons of one cause name and differ in, where that is not the operation. */
const subjects: { readonly [Code in ReasonCode]?: string } = { 'document-unread': 'what' }

const subjectOf = (code: ReasonCode): string => subjects[code] ?? 'operation'

/** The sentence of a reason about something else; a report of another version may word it otherwise, and its own words stand. */
const about = ({ code, values, message, settings }: ReportedReason, subject: string): string =>
  values[subjectOf(code)] === undefined || reasonSentence(code, values, settings) !== message
    ? message
    : reasonSentence(code, { ...values, [subjectOf(code)]: subject }, settings)

/** The same for reasons that differ at most by what they are about. */
const shape = (reason: ReportedReason | null): string => (reason === null ? '' : `${reason.code} ${about(reason, '')}`)

const subjectsOf = (reasons: readonly ReportedReason[]): readonly string[] => [
  ...new Set(reasons.map(({ code, values }) => operationWords(String(values[subjectOf(code)])))),
]

/** One sentence for reasons of one shape. */
const together = (reasons: readonly ReportedReason[]): string => {
  const [first] = reasons
  if (first === undefined) return 'no reason given'
  const all = subjectsOf(reasons)
  return all.length < 2 ? first.message : about(first, listed(all, few))
}

/** One action for reasons of one shape, and what else is known of the first. */
const actionOf = (reasons: readonly ReportedReason[], known: ReportedReason['values']): string | undefined => {
  const [first] = reasons
  if (first === undefined) return undefined
  const subject = subjectOf(first.code)
  const values = first.values[subject] === undefined ? {} : { [subject]: listed(subjectsOf(reasons)) }
  return actionFor({ ...first, values: { ...first.values, ...values, ...known } })
}

/** Words of a name: `GET /v2/x`, `personal access tokens`. */
const mostInName = 6

/** The same words for what differs in the middle only, with what differs listed there. */
const alike = (texts: readonly string[], most?: number): string | undefined => {
  // The full stop is no part of the last word, and what stands in backticks or quotes is one word.
  const stop = texts.every(text => text.endsWith('.')) ? '.' : ''
  const words = [...new Set(texts)].map(
    text => text.slice(0, text.length - stop.length).match(/(?:`[^`]*`|"[^"]*"|[^ ])+/g) ?? [],
  )
  const [first = [], ...others] = words
  if (others.length === 0) return texts[0]
  const shortest = Math.min(...words.map(({ length }) => length))
  const lasting = (at: (text: readonly string[], index: number) => string | undefined): number => {
    let length = 0
    while (length < shortest && others.every(other => at(other, length) === at(first, length))) length += 1
    return length
  }
  const shared = lasting((text, index) => text[index])
  // An article belongs to the name behind it.
  const head = /^an?$/.test(first[shared - 1] ?? '') ? shared - 1 : shared
  const tail = Math.min(
    lasting((text, index) => text[text.length - 1 - index]),
    shortest - head,
  )
  // Too little in common is another thing to do.
  if (head + tail < shortest / 2 || head + tail === shortest) return undefined
  // A clause that differs is no name.
  if (words.some(text => text.length - head - tail > mostInName)) return undefined
  const middles = words.map(text => text.slice(head, text.length - tail).join(' '))
  return `${[...first.slice(0, head), listed(middles, most), ...first.slice(first.length - tail)].join(' ')}${stop}`
}

/** One fix for several that differ in names only; an entry with a day of its own is another thing to write. */
export const oneFix = (fixes: readonly string[]): string | undefined => {
  const days = fixes.map(fix => fix.match(/\d{4}-\d\d-\d\d/g)?.join())
  return days.every(each => each === days[0]) ? alike(fixes) : undefined
}

/** What was found, each thing once; what only says the same at greater length is left out. */
const messagesOf = (reasons: readonly ReportedReason[]): readonly string[] => {
  const all = [...grouped(reasons, ({ code }) => code).values()].flatMap(same => {
    const texts = [...grouped(same, shape).values()].map(together)
    const one = alike(texts, few)
    return one === undefined ? texts : [one]
  })
  return all.filter(message => !all.some(other => other !== message && message.startsWith(other)))
}

/** Reasons that name a status although it is not what is wrong. */
const besidesStatus: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['header-missing'])

/** Whether a reason is about the answer as such: none came, a limit refused it, or its status is not the expected one. */
const isOfAnswer = ({ code, values }: ReportedReason, { response }: ReturnType<typeof cited>[number]): boolean => {
  if (response === null || response.status === 429 || code === 'gone') return true
  const isSuccess = response.status >= 200 && response.status < 300 && values.expected === undefined
  return !isSuccess && String(values.status) === String(response.status) && !besidesStatus.has(code)
}

const prefixOf = (family: unknown): string =>
  `${lifecycle.families.find(({ id }) => id === family)?.slug.replace(/-.*/, '')}.`

/** Reasons about what a list lacks. */
const lacksItem: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['not-listed', 'own-not-listed', 'no-items'])

/** Reasons about what a document has nowhere; one that is of something else has none of it. */
const lacksEntry: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'entry-missing',
  'row-missing',
  'operation-unpublished',
  'area-unpublished',
])

/** Reasons about one label of the reference: taking it off, where it is wrong, is all that there is to do. */
const aboutLabel: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'current-labelled-deprecated',
  'replacement-deprecated',
  'label-not-logged',
])

/** Reasons about a member that an answer lacks. */
const lacksMember: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['field-missing', 'no-field'])

/**
 * What a case depends on: the failing exchange, as the call and its answer; what a well-formed answer lacks or has wrong; or what was found
 * in documents. Cases that share one of these have one cause.
 */
const groundsOf = (kase: ReportedCase, report: Recorded): readonly string[] => {
  const { reason } = kase
  if (reason === null) return ['']
  const [decisive, ...others] = kase.evidence.length === 0 ? [] : cited(kase, report)
  if (decisive === undefined) {
    const [excerpt] = kase.excerpts
    if (excerpt?.document === 'reference' && aboutLabel.has(reason.code)) return [`label of ${excerpt.text}`]
    return [excerpt !== undefined && lacksEntry.has(reason.code) ? `${reason.code} in ${excerpt.from}` : reason.message]
  }
  if (reason.code === 'family-absent')
    return [decisive, ...others]
      .filter(exchange => operationOf(exchange, report)?.startsWith(prefixOf(reason.values.family)))
      .map(exchange => callOf(exchange, report))
  if (isOfAnswer(reason, decisive)) return [callOf(decisive, report)]
  if (lacksMember.has(reason.code)) return [`${callOf(decisive, report)} without ${reason.values.field}`]
  if (lacksItem.has(reason.code)) return [`${callOf(decisive, report)} without an item`]
  return [reason.message]
}

/** Joins what shares a key with another, directly or through others, in the order in which they came. */
const joined = <T>(items: readonly T[], keysOf: (item: T) => readonly string[]): readonly (readonly [T, ...T[]])[] => {
  const first = new Map<string, string>()
  const rootOf = (key: string): string => {
    const next = first.get(key)
    return next === undefined || next === key ? key : rootOf(next)
  }
  const keyed = items.map((item, at) => {
    const keys = keysOf(item)
    const [key = `${at}`, ...more] = keys
    for (const other of more) first.set(rootOf(other), rootOf(key))
    return { item, key }
  })
  return [...grouped(keyed, ({ key }) => rootOf(key)).values()].map(([head, ...rest]) => [
    head.item,
    ...rest.map(({ item }) => item),
  ])
}

/** Open for lack of something that the run was not given: never a consequence of what the target answered. */
const isLacking = ({ code }: ReportedReason): boolean => code.startsWith('need-')

const weight = ({ level }: ReportedRequirement): number => levels.indexOf(level)

/** The cases that give a requirement its verdict, without those that a baseline lists. A requirement without any is none of the engine's; it is shown all the same. */
const worstCases = (requirement: ReportedRequirement): readonly ReportedCase[] => {
  const worst = requirement.cases.filter(({ verdict, known }) => verdict === requirement.verdict && known === undefined)
  const { reason, verdict } = requirement
  if (worst.length > 0) return worst
  return [{ name: requirement.id, verdict, reason, attempts: 1, exchanges: [], evidence: [], excerpts: [] }]
}

interface Found {
  readonly requirement: ReportedRequirement
  /** The place of the requirement: ids of others may repeat. */
  readonly at: number
  readonly kase: ReportedCase
  readonly grounds: readonly string[]
}

const foundOf = (requirements: readonly ReportedRequirement[], report: Recorded): readonly Found[] =>
  requirements.flatMap((requirement, at) =>
    worstCases(requirement).map(kase => ({ requirement, at, kase, grounds: groundsOf(kase, report) })),
  )

/** How much a request has besides its path: the fewer parts, the sooner a reader sees what is wrong. A GET is the plainest. */
const partsOf = (kase: ReportedCase, report: Recorded): number => {
  const [decisive] = cited(kase, report)
  if (decisive === undefined) return 0
  const { method, headers, url, body } = decisive.request
  return headers.length + (method === 'GET' ? 0 : 2) + (/[?%]/.test(url) ? 1 : 0) + (body === null ? 0 : 1)
}

/** Cases in the order in which a reader sees soonest what is wrong. */
export const simplestFirst = (cases: readonly ReportedCase[], report: Recorded): readonly ReportedCase[] =>
  cases
    .map(kase => ({ kase, parts: partsOf(kase, report) }))
    .sort((a, b) => a.parts - b.parts)
    .map(({ kase }) => kase)

const sharesOf = (found: readonly [Found, ...Found[]], report: Recorded): Cause['shares'] => {
  const shares = [...grouped(found, ({ at }) => String(at)).values()]
    .map(
      (each): Share => ({
        requirement: each[0].requirement,
        cases: simplestFirst(
          each.map(({ kase }) => kase),
          report,
        ),
      }),
    )
    .sort((a, b) => weight(a.requirement) - weight(b.requirement))
  // Something was found, so there is a first.
  return shares as unknown as Cause['shares']
}

/** Every cause of a failure that is not known: those of the weightiest requirements first, then those of the most. */
export const causesOf = (report: Recorded): readonly Cause[] => {
  const { requirements } = report
  const failed = requirements.filter(({ verdict, known }) => verdict === 'fail' && known === undefined)
  const open = requirements
    .filter(({ verdict, known, reason }) => isOpen(verdict) && known === undefined && reason && !isLacking(reason))
    .map(requirement => ({ requirement, found: foundOf([requirement], report) }))
  const rank = ([{ requirement }]: Cause['shares']): number => weight(requirement)
  return joined(foundOf(failed, report), ({ grounds }) => grounds)
    .map(found => ({ shares: sharesOf(found, report), blamed: new Set(found.flatMap(({ grounds }) => grounds)) }))
    .sort((a, b) => rank(a.shares) - rank(b.shares) || b.shares.length - a.shares.length)
    .map(({ shares, blamed }): Cause => {
      // Every case: where another is open for something else, this alone would not decide it.
      const hence = open.filter(each => each.found.every(({ grounds }) => grounds.some(ground => blamed.has(ground))))
      return {
        messages: messagesOf(shares.flatMap(({ cases }) => cases.flatMap(({ reason }) => reason ?? []))),
        shares,
        hence: hence.map(({ requirement }) => requirement),
      }
    })
}

/** Reasons that say it all where one of a group has one: a limit refused requests, the target the credentials, or what is named may not exist. */
const tellsAll: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'rate-limited',
  'credentials-refused',
  'parameter-unproven',
  'group-elsewhere',
  'not-like-control',
  'other-operation',
])

/** Words of an error that are told: a sentence, and no more of it than fits. */
const mostSaid = 160

/** Members that say what is wrong; what else has several words may be the name of the status alone. */
const telling = /detail|message|descri|reason|hint/i

/** The first text of several words in an answer, which says what is wrong with the request. */
const wordsIn = (body: string): string | undefined => {
  let found: string | undefined
  try {
    const texts: (readonly [key: string, text: string])[] = []
    JSON.parse(body, (key, value: unknown) => {
      if (typeof value === 'string' && /\S \S/.test(value)) texts.push([key, value.replace(/\s+/g, ' ').trim()])
      return value
    })
    found = (texts.find(([key]) => telling.test(key)) ?? texts[0])?.[1]
  } catch {
    // Plain text of one line; a page is for people.
    found = /^\s*[^<{[\s][^\n]*\s*$/.test(body) && /\S \S/.test(body) ? body.trim() : undefined
  }
  return found === undefined || found.length > mostSaid ? undefined : found
}

/** Statuses of a path or a method that a target does not have. */
const noSuchPlace: ReadonlySet<number> = new Set([404, 405, 501])

/** What is known of requests that were refused: where their place or form is from, and what the answer says. */
const refusedForm = (
  reasons: readonly [ReportedReason, ...ReportedReason[]],
  members: OpenGroup['members'],
  report: Recorded,
): ReportedReason['values'] => {
  const [first] = reasons
  const bindingOf = (name: unknown) => report.bindings.find(({ operation }) => operation === name)
  if (first.code === 'login-not-found') return defined({ from: bindingOf('login')?.from })
  const binding = bindingOf(first.values.operation)
  const status = Number(first.values.status)
  const member = members.find(({ reason }) => reason === first)
  const [kase] = member === undefined ? [] : worstCases(member)
  const [decisive] = kase === undefined ? [] : cited(kase, report)
  const says = wordsIn(decisive?.response?.body ?? '')
  if (noSuchPlace.has(status)) {
    const bound = reasons.flatMap(({ values }) => bindingOf(values.operation) ?? [])
    const places = [...new Set(bound.map(({ method, path }) => `${method} ${path}`))]
    if (bound.length !== reasons.length) return defined({ says })
    const isOne = bound.every(({ from }) => from === binding?.from)
    return defined({ from: isOne ? binding?.from : undefined, places: listed(places), says })
  }
  if (binding === undefined || !(isFormRefused(first.code, first.values) || status === 403)) return {}
  if (status === 403) return defined({ says })
  const { method, requestBody, requestSchema } = binding
  const form =
    requestBody !== undefined
      ? 'file'
      : requestSchema !== undefined
        ? 'reference'
        : ['GET', 'HEAD', 'DELETE'].includes(method)
          ? 'none'
          : 'default'
  return { form, ...defined({ says }) }
}

/** The requests that were not answered, or with an error of the server, where that is what keeps the requirements open. */
const unanswered = (
  { code }: ReportedReason,
  members: OpenGroup['members'],
  report: Recorded,
): ReportedReason['values'] => {
  if (code !== 'no-answer' && code !== 'server-error') return {}
  const places = members.flatMap(member => {
    const [kase] = worstCases(member)
    const [decisive] = kase === undefined ? [] : cited(kase, report)
    return decisive === undefined ? [] : [placeOf(decisive, report)]
  })
  return places.length === 0 ? {} : { requests: listed([...new Set(places)]) }
}

/** What most say first, and what to do about that. */
const toldOf = (members: OpenGroup['members'], report: Recorded): OpenGroup => {
  const reasons = members.flatMap(({ reason }) => reason ?? [])
  const whole = reasons.filter(({ code }) => tellsAll.has(code))
  const told = [...grouped(whole.length > 0 ? whole : reasons, shape).values()].sort((a, b) => b.length - a.length)
  const [most = [], ...others] = told
  const [{ verdict, fix }] = members
  const [first] = most
  // A finding that would fail if it were certain is fixed as the failure is.
  const isFixed = verdict === 'inconclusive' && fix !== '' && first !== undefined && !isOfTheRun(first.code)
  const actions = told.flatMap(same =>
    same[0].code === first?.code
      ? (actionOf(same, { ...refusedForm(same, members, report), ...unanswered(same[0], members, report) }) ?? [])
      : [],
  )
  // An entry that is not understood is written as one that is missing.
  const isEntry =
    first?.code === 'statement-unclear' && members.length === 1 && /history/.test(String(first.values.document))
  const action = isEntry && isFixed ? fix : (oneFix(actions) ?? actions[0] ?? (isFixed ? fix : undefined))
  const requirement = members.find(({ reason }) => reason === first)
  const [kase] = requirement === undefined ? [] : worstCases(requirement)
  const isRefused =
    kase !== undefined && kase.evidence.length > 0 && (cited(kase, report)[0]?.response?.status ?? 0) >= 400
  return {
    messages: [together(most), ...others.map(together)],
    ...(action !== undefined && { action }),
    members,
    ...(requirement && isRefused && { refused: { requirement, kase } }),
  }
}

const isRefusal = ({ reason }: ReportedRequirement): boolean => reason?.code === 'credentials-refused'

/**
 * What stayed open, once for each request that was refused or not answered, and for each other reason. Where the target refused the
 * credentials, all that it answered 401 to them is that. Refused credentials first, then the largest.
 */
export const openGroups = (requirements: readonly ReportedRequirement[], report: Recorded): readonly OpenGroup[] => {
  const refused = new Set(
    requirements.some(isRefusal)
      ? report.exchanges.flatMap(({ id, request, response }) =>
          request.as === 'valid' && response?.status === 401 ? [id] : [],
        )
      : [],
  )
  return joined(requirements, requirement => {
    const { verdict, reason } = requirement
    const [kase] = worstCases(requirement)
    const [decisive] = kase === undefined || kase.evidence.length === 0 ? [] : cited(kase, report)
    const isAnswered401 = kase?.exchanges.some(id => refused.has(id)) === true
    if (isRefusal(requirement) || (isOpen(verdict) && isAnswered401)) return ['credentials refused']
    const same = `${verdict} ${shape(reason)}`
    // One name that may be wrong is one thing to correct, whatever was asked for with it.
    if (reason?.code === 'parameter-unproven')
      return [
        same,
        `unproven ${reason.values.parameter}`,
        ...(decisive === undefined ? [] : [callOf(decisive, report)]),
      ]
    return reason !== null && decisive !== undefined && isOpen(verdict) && isOfAnswer(reason, decisive)
      ? [same, callOf(decisive, report)]
      : [same]
  })
    .map(group => toldOf(group, report))
    .sort(
      (a, b) =>
        Number(b.members.some(isRefusal)) - Number(a.members.some(isRefusal)) || b.members.length - a.members.length,
    )
}

/** What stayed open and is not known, without what fixing a failure decides. */
export const openApart = (report: Recorded): readonly ReportedRequirement[] => {
  const told = new Set(causesOf(report).flatMap(({ hence }) => hence))
  return report.requirements.filter(
    requirement => isOpen(requirement.verdict) && requirement.known === undefined && !told.has(requirement),
  )
}

/** Fixes of entries and rows that are told before they are only counted. */
const mostEntries = 12

/**
 * How a cause is fixed: as its weightiest requirement is, for all of which that differs in names only. What a document lacks is written entry
 * by entry.
 */
const fixesOf = (shares: readonly Share[]): readonly [string, ...string[]] => {
  const [first = '', ...others] = shares.map(({ requirement }) => requirement.fix)
  const alone = others.filter(other => oneFix([first, other]) === undefined)
  const one = oneFix([first, ...others.filter(other => !alone.includes(other))]) ?? first
  const isEntries = shares.every(({ requirement: { reason } }) => reason !== null && lacksEntry.has(reason.code))
  return isEntries ? [one, ...new Set(alone)] : [one]
}

/** All that is to be done, and the first of it with how much more there is. */
const told = ([first, ...others]: ReturnType<typeof fixesOf>): Pick<Failure, 'fix' | 'step'> => {
  const left = others.length - mostEntries
  const all = [first, ...others.slice(0, mostEntries), ...(left > 0 ? [`And ${left} more.`] : [])]
  return { fix: all.join(' '), step: others.length === 0 ? first : `${first} And ${others.length} more of this kind.` }
}

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
  /** What the requests of the failing cases have in common; absent where nothing tells them from those that passed. */
  readonly common?: string
  /** All that is to be done. */
  readonly fix: string
  /** The first of it. */
  readonly step: string
}

/** What is to be done, and for which requests where not all failed. */
const withCommon = (
  { fix, step }: Pick<Failure, 'fix' | 'step'>,
  common: Common | undefined,
): Pick<Failure, 'common' | 'fix' | 'step'> => {
  if (common === undefined) return { fix, step }
  const where = fix === '' ? '' : ` All requests that failed have in common: ${common.parts}.`
  return { common: common.told, fix: fix + where, step: step + where }
}

/** Of the weightiest requirements, the one with the plainest request. */
const plainestOf = (shares: Cause['shares'], report: Recorded): Share =>
  shares
    .filter(({ requirement }) => weight(requirement) === weight(shares[0].requirement))
    .map(share => ({ share, parts: Math.min(...share.cases.map(kase => partsOf(kase, report))) }))
    .reduce((least, each) => (each.parts < least.parts ? each : least)).share

const shared = ({ messages, shares, hence }: Cause, report: Recorded): Failure => ({
  kind: 'shared',
  ...plainestOf(shares, report),
  messages,
  shares,
  hence,
  ...withCommon(told(fixesOf(shares)), commonOf(shares, report)),
})

const own = (causes: readonly [Cause, ...Cause[]], report: Recorded): Failure => {
  const [{ requirement }] = causes[0].shares
  const cases = causes.flatMap(({ shares }) => shares[0].cases)
  return {
    kind: 'own',
    requirement,
    cases,
    messages: causes.flatMap(({ messages }) => messages),
    shares: [{ requirement, cases }],
    hence: [...new Set(causes.flatMap(({ hence }) => hence))],
    ...withCommon(
      { fix: requirement.fix, step: requirement.fix },
      causes.length === 1 ? commonOf(causes[0].shares, report) : undefined,
    ),
  }
}

/** Every failure that is not known: the weightiest first, and there what most requirements share. */
export const failuresOf = (report: Recorded): readonly Failure[] => {
  const causes = causesOf(report)
  const single = causes.filter(({ shares }) => shares.length === 1)
  return [
    ...causes.filter(({ shares }) => shares.length > 1).map(cause => shared(cause, report)),
    ...[...grouped(single, ({ shares }) => shares[0].requirement.id).values()].map(each => own(each, report)),
  ].sort((a, b) => weight(a.requirement) - weight(b.requirement))
}
