import { defined } from '../../contracts/defined.ts'
import { type Answered, otherMethods } from '../../contracts/exchange.ts'
import { type Finding, holds, masked, unclear, violated } from '../../contracts/results/finding.ts'
import type { Setting } from '../../contracts/run/settings.ts'
import { header, isCarriedOut, safeDecode, sentIn } from '../reading/exchanges.ts'
import { contentKind, isObject, jsonIn } from '../reading/json.ts'
import { mentions, objectsIn } from '../reading/things.ts'

const keysOf = (value: unknown): string =>
  isObject(value) ? Object.keys(value).sort().join('\n') : Array.isArray(value) ? '[]' : ''

/** Whether one of two envelopes has nothing where the other one has what it holds: `data: null` next to a code of its own for every error. */
const holdsMore = (a: unknown, b: unknown): boolean =>
  isObject(a) &&
  isObject(b) &&
  Object.keys(a).some(key => b[key] === null && typeof a[key] === 'object' && a[key] !== null)

/**
 * Whether two answers can be told apart as answers of different routes: by status, by the sort of content, by the members of a
 * JSON object. Echoes of the path do not count.
 */
export const distinct = (a: Answered, b: Answered): boolean => {
  if (a.response.status !== b.response.status || contentKind(a) !== contentKind(b)) return true
  const [one, other] = [jsonIn(a), jsonIn(b)]
  return keysOf(one) !== keysOf(other) || holdsMore(one, other) || holdsMore(other, one)
}

/** Statuses by which something in front of a service refuses a request before any route sees it. */
const refusals = new Set([
  400, 401, 402, 403, 405, 406, 407, 411, 412, 413, 414, 415, 416, 421, 426, 428, 431, 501, 511,
])

/** Whether an answer is a refusal that a path that does not exist gets as well. */
export const refusedBeforeRouting = (answer: Answered, control: Answered): boolean =>
  refusals.has(answer.response.status) && answer.response.status === control.response.status

/**
 * Text of an error that differs from one answer to the next of one route: ids of requests, instants, numbers. Each repetition has a limit:
 * without one, a body of millions of digits is more than the regular expression engine can hold.
 */
const passing =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12,256}|\b(?=[a-z]{0,64}\d)(?=\d{0,64}[a-z])[a-z\d]{16,256}\b|\d{1,64}(?:[-:.TZ]\d{1,64}){0,16}/gi

const textsIn = (sent: unknown): readonly string[] =>
  objectsIn(sent).flatMap(object => Object.values(object).filter(value => typeof value === 'string'))

/** What an answer says besides what was sent, as far as a server repeats it. */
const ownWords = (answer: Answered): string => {
  const { request, response } = answer
  const segments = new URL(request.url).pathname.split('/').flatMap(segment => [segment, safeDecode(segment)])
  return [...segments, ...(request.body ? textsIn(sentIn(answer)) : [])]
    .filter(text => text.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, segment) => text.replaceAll(segment, ''), response.body)
    .replace(passing, '')
    .replace(/[\s/]{1,1000}/g, ' ')
}

/** Whether an answer is what a router gives for a path that it does not know: the same, to the word, as for a control path. */
export const alike = (answer: Answered, control: Answered): boolean =>
  !distinct(answer, control) && ownWords(answer) === ownWords(control)

/** What an answer has that says that it is a page, and is none: it has JSON, or is the answer to HEAD. */
const typedAsPage = (answer: Answered): { readonly content: string; readonly type: string } | undefined => {
  if (contentKind(answer) !== 'html') return undefined
  const type = header(answer, 'content-type') as string
  if (answer.request.method === 'HEAD') return { content: 'HEAD has no body', type }
  const body = jsonIn(answer)
  return typeof body === 'object' && body !== null ? { content: 'the body is JSON', type } : undefined
}

/** Whether an answer of success is none of an API: a page for people, or `null`. Frameworks give an answer without content the type of a page. */
const saysNothing = (answer: Answered): boolean => {
  const isEmpty = answer.response.body === '' && answer.request.method !== 'GET'
  return (contentKind(answer) === 'html' && !isEmpty) || jsonIn(answer) === null
}

/** What presence is judged from. */
export interface PresenceEvidence {
  readonly operation: string
  /** The operation's own answer for something that should exist. */
  readonly answer: Answered
  /** The same request to a sibling path that does not exist. */
  readonly control: Answered
  /** The operation's answer for something that does not exist, where it has such a form. */
  readonly missing?: () => Promise<Answered>
  /** Names of what was asked for: an answer that has one is about it. */
  readonly marks?: readonly string[]
  /** Whether something else shows that the operation did what it was asked. */
  readonly done?: () => Promise<boolean>
  /** An exchange that shows that what was asked for exists and that the credentials may see it; null where nothing shows it. */
  readonly witness: Answered | null
  /** The parameter that has no witness, as its option is called. */
  readonly unproven?: Setting
  /** What that parameter was. */
  readonly name?: string
  /** Whether the path is known to be the operation's: stated, bound, or published nowhere else. */
  readonly pathKnown: boolean
}

/** Parameters that are of whom things belong to. */
export const isOwner = (parameter: Setting | undefined): parameter is 'namespace' | 'org' =>
  parameter === 'namespace' || parameter === 'org'

/** Whether a success is the operation's own, and not what it answers to everything. */
const isOwn = async ({ answer, marks = [], missing, done }: PresenceEvidence): Promise<boolean> => {
  const body = jsonIn(answer)
  const isMarked = (mark: string): boolean => mentions(body, mark) || answer.response.body.includes(mark)
  if (body !== undefined && marks.some(isMarked)) return true
  const other = await missing?.()
  if (other && !alike(answer, other)) return true
  if (done) return done()
  return other === undefined
}

/**
 * Presence is differential. An operation is there when it answers a right request with a success of its own. It is absent when, for something
 * that is known to exist and that the credentials may see, it answers as a path that does not exist. Everything else leaves it open: 404 alone,
 * 401 alone and 200 alone prove nothing.
 */
export const judgePresence = async (evidence: PresenceEvidence): Promise<Finding> => {
  const { operation, answer, control, witness, unproven } = evidence
  const named = defined({ name: evidence.name })
  const status = answer.response.status
  const values = { operation, status, control: control.response.status, method: answer.request.method }
  if (status === 429 || (status >= 500 && status !== 501 && status !== 505))
    return unclear('server-error', values, answer)
  const redirects = status >= 300 && status < 400
  if (redirects && control.response.status === status) return masked('redirects-everything', values, answer, control)
  if (isCarriedOut(answer)) {
    if (!distinct(answer, control)) {
      const missing = await evidence.missing?.()
      if (missing && distinct(answer, missing)) return holds(answer, missing)
      // What exists cannot look to the letter like a path that does not exist.
      const { body } = answer.response
      if (witness !== null && evidence.pathKnown && body !== '' && body === control.response.body)
        return violated('indistinguishable', values, answer, control, witness)
      return unclear('indistinguishable', values, answer, control)
    }
    const typed = typedAsPage(answer)
    if (typed) return unclear('typed-as-page', { ...values, ...typed }, answer, control)
    if (saysNothing(answer)) return unclear('says-nothing', values, answer, control)
    if (await isOwn(evidence)) return holds(answer, control)
    return unclear(evidence.missing ? 'answers-anything' : 'not-shown', values, answer, control)
  }
  // Where something is served is the target's to say: a redirect that was not followed shows neither that it is there nor that it is not.
  if (redirects) return unclear(evidence.pathKnown ? 'redirected' : 'layout-unknown', values, answer, control)
  if (status === 404 || status === 405 || status === 410 || status === 501) {
    if (!evidence.pathKnown) return unclear('layout-unknown', values, answer, control)
    const seen = [control, ...(witness ? [witness] : [])]
    if (status === 405 || status === 501)
      return violated('absent', { ...values, ...defined({ allow: otherMethods(answer) }) }, answer, ...seen)
    if (unproven !== undefined)
      return unclear(
        'parameter-unproven',
        { ...values, ...named, parameter: unproven, isLikeControl: alike(answer, control) },
        answer,
        ...seen,
      )
    if (witness === null) return unclear('fixture-unproven', values, answer, control)
    if (status === 410) return violated('gone', values, answer, ...seen)
    return alike(answer, control)
      ? violated('absent', values, answer, ...seen)
      : unclear('not-like-control', values, answer, ...seen)
  }
  // Who may not see an owner may be told that it is forbidden, whether there is one or not.
  if (status === 403 && isOwner(unproven) && !alike(answer, control))
    return unclear(
      'parameter-unproven',
      { ...values, ...named, parameter: unproven, isLikeControl: false },
      answer,
      control,
    )
  if (status !== control.response.status) return unclear('no-success', values, answer, control)
  return unclear('refused-like-any-path', values, answer, control)
}
