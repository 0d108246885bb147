import { header, isFormType, isSuccess } from '../../checks/reading/exchanges.ts'
import { parseJson } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { buildBody, placesOf } from '../../checks/request-form.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Binding } from '../../contracts/operations.ts'
import { Missing, NoAnswer } from '../../contracts/results/finding.ts'
import { loginPath } from '../documents/reference/find-operation.ts'
import { type Outgoing, undecided } from '../http/client.ts'
import type { CredentialsInput } from '../options.ts'
import { callBody } from '../probe/calls/body.ts'
import { basicForm, credentialForm } from './form.ts'
import { loginPlaces } from './login-places.ts'
import { tokenIn } from './login-token.ts'
import { cookiesIn, type SetCookie } from './session-token.ts'

/** The cookie of a session that an answer sets: the one of that name, else the only one, else the only one that scripts cannot read. */
const cookieIn = (answer: Answered, name: string | undefined): SetCookie | undefined => {
  const set = cookiesIn(answer)
  if (name !== undefined) return set.find(cookie => cookie.name === name)
  const [only, ...others] = set.length === 1 ? set : set.filter(({ hidden }) => hidden)
  return others.length === 0 ? only : undefined
}

/** The name of the cookie that a form carries. */
const cookieName = (form: string): string | undefined => /^cookie:\s*([^=;\s]+)=\{token\}$/i.exec(form)?.[1]

/** The token of a login; `cookie` is the name of the cookie that carried it, if nothing else did. */
interface Carried {
  readonly token: string
  readonly cookie?: string
}

/** What the answer to a login has for a form, which may name a cookie. */
export const tokenFor = (login: Binding, answer: Answered, form: string): Carried | undefined => {
  const named = cookieName(form)
  const declared = named === undefined ? undefined : cookieIn(answer, named)?.value
  const parsed = parseJson(answer)
  const token = declared ?? (parsed.ok ? tokenIn(parsed.value, login.login?.tokenAt) : undefined)
  if (token !== undefined) return { token }
  const cookie = cookieIn(answer, undefined)
  return cookie && { token: cookie.value, cookie: cookie.name }
}

const urlencoded = 'application/x-www-form-urlencoded'

/** Statuses of a path or a method that a target does not have. */
const noSuchPlace: ReadonlySet<number> = new Set([404, 405, 410, 501])

/** Whether an answer asks for user name and password with the request itself (RFC 7617). */
const asksForBasic = (answer: Answered): boolean => /(?:^|,)\s*basic\b/i.test(header(answer, 'www-authenticate') ?? '')

/** A reference may call anything a login: it must not delete or replace, nor take a password where it may be kept or shown. */
const throwIfUnsafe = ({ method, path, from }: Binding): void => {
  if (method !== 'POST' || (from !== 'file' && !loginPath.test(path)))
    throw new Missing('binding-unsafe', { operation: 'login', method, path })
}

type Names = Pick<CredentialsInput, 'username' | 'password'>

type Attempt = Pick<Outgoing, 'path' | 'json' | 'authorization'>

/**
 * The requests to try: the declared one, with user name and password as HTTP Basic where that is its security and its body has no place for them;
 * without a declaration, the two published ones, the older at its own path.
 */
const requestsFor = (binding: Binding, { username, password }: Names): readonly Attempt[] => {
  const { path, from, requestBody, requestSchema, login } = binding
  const isDeclared = requestBody !== undefined || placesOf(requestSchema).length > 0
  const places = requestBody === undefined ? loginPlaces(requestSchema, login?.isBasic !== true) : undefined
  if (login?.isBasic && requestBody === undefined && !places) {
    const both = Buffer.from(`${username}:${password}`).toString('base64')
    const authorization = [credentialForm(basicForm).carry(both)]
    return [{ path, authorization, ...(isDeclared && { json: callBody(binding, {}, {}, undefined) }) }]
  }
  if (isDeclared) {
    const said = places?.map(({ path }, at) => [path, at === 0 ? username : password] as const)
    const json = said ? buildBody({}, said, () => undefined) : { username, password }
    return [{ path, json: callBody(binding, json, {}, undefined) }]
  }
  return [
    { path, json: { identifier: username, secret: password } },
    { path: from === 'default' ? '/v2/users/login' : path, json: { username, password } },
  ]
}

/** What one answer to a login showed. */
interface Tried extends Attempt {
  readonly answer: Answered
  /** The members of a success in which no token was found. */
  readonly members?: string
}

const whyNoToken = (
  { method, from }: Binding,
  { path, authorization, answer, members }: Tried,
  cookie: string | undefined,
): Missing => {
  const operation = `${method} ${path}`
  const { status } = answer.response
  if (members !== undefined)
    return new Missing('login-token-unknown', { operation, status, members, ...defined({ cookie }) })
  // A path that nobody named as a login, and that asks for another form of credentials, is none.
  const isElsewhere = noSuchPlace.has(status) || (from === 'default' && asksForBasic(answer))
  return new Missing(isElsewhere ? 'login-not-found' : 'login-failed', {
    operation,
    status,
    ...(asksForBasic(answer) && authorization === undefined ? { scheme: 'Basic' } : {}),
  })
}

/** The token of a login, and the answer that had it. */
export interface LoginToken extends Carried {
  readonly answer: Answered
}

/**
 * Exchanges a user name and a password for a token. Throws {@link Missing} where the target gives none.
 *
 * @param form - the form in which the token is to be sent: it may name a cookie
 */
export const logIn = async (
  login: Binding,
  names: Names,
  form: string,
  send: (ask: Outgoing) => Promise<Answered>,
): Promise<LoginToken> => {
  throwIfUnsafe(login)
  const { method, headers } = login
  const query = new URLSearchParams(login.query).toString()
  const post = ({ path, ...attempt }: Attempt, jsonType?: string): Promise<Answered> => {
    const asked = { path: query === '' ? path : `${path}?${query}`, ...attempt, ...defined({ headers, jsonType }) }
    return send({ method, as: 'anonymous', login: true, anyStatus: true, ...asked })
  }
  const named = cookieName(form)
  let last: Tried | undefined
  for (const attempt of requestsFor(login, names)) {
    const isForm = isFormType(login.requestType ?? '')
    const first = await post(attempt, isForm ? urlencoded : undefined)
    const isOther = !isForm && first.response.status === 415 && attempt.json !== undefined
    const answer = isOther ? await post(attempt, urlencoded) : first
    const { status } = answer.response
    // A path that does not answer 404 tells more.
    if (status !== 404 || last === undefined) last = { ...attempt, answer }
    // A limit or a failure of the server says nothing about the credentials.
    if (undecided(status) !== undefined) throw new NoAnswer(answer)
    if (!isSuccess(answer)) continue
    const carried = tokenFor(login, answer, form)
    if (carried !== undefined) return { ...carried, answer }
    const parsed = parseJson(answer)
    const members = parsed.ok ? objectsIn(parsed.value).flatMap(object => Object.keys(object)) : []
    last = { ...attempt, answer, members: [...new Set(members)].slice(0, 10).join(', ') || 'none' }
  }
  throw whyNoToken(login, last as Tried, named)
}
