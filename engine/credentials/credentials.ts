import { has, header, isObject, isSuccess, type JsonObject, objectsIn, parseJson } from '../../checks/reading.ts'
import { propertiesOf } from '../../checks/request-form.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../contracts/finding.ts'
import type { Binding } from '../../contracts/operations.ts'
import type { Ask, Sending } from '../../contracts/requirement.ts'
import { type Client, type Recorder, undecided } from '../http/client.ts'
import { type Clock, type CredentialsInput, UsageError } from '../options.ts'
import { loginPath } from '../probe/bindings.ts'
import { callBody } from '../probe/request-bodies.ts'
import type { Redactor } from '../redaction/redaction.ts'
import { bearerForm, type CredentialField, credentialForm } from './form.ts'

/** Where a login answer usually carries its token. */
const tokenKeys = ['access_token', 'token', 'accessToken', 'jwt', 'id_token']

/** Whether a text can stand in a header; a server may answer anything. */
const isSendable = (token: string): boolean => /^[\x21-\x7e]{1,16384}$/.test(token)

const unsafe = ({ method, path }: Binding): Missing =>
  new Missing('binding-unsafe', { operation: 'login', method, path })

/** Statuses of a path or a method that a target does not have. */
const noSuchPlace: ReadonlySet<number> = new Set([404, 405, 410, 501])

/** A login is asked for anew this long before its token expires. */
const margin = 30_000

/** A token is got so often at most: a target that refuses every one must not have a program run without end. */
const mostTokens = 20

/** How long a login that got no answer is not tried again. */
const loginRestMs = 2_000

const formType = /^application\/x-www-form-urlencoded\b/i

/** Members as the fields of a form, as a browser sends them. */
const asForm = (members: JsonObject): Pick<Ask, 'text' | 'headers'> => ({
  text: new URLSearchParams(
    Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

/** Whether an answer asks for user name and password with the request itself (RFC 7617). */
const asksForBasic = (answer: Answered): boolean => /(?:^|,)\s*basic\b/i.test(header(answer, 'www-authenticate') ?? '')

/** Who the run can speak as. */
export interface Credentials {
  readonly available: boolean
  /** What is sent, for a person: never its value. */
  readonly sent: { readonly kind: string; readonly header: string }
  /** The form in which they are sent. */
  readonly form: string
  /** The name of the account that the given token says it is of. */
  readonly account: string | undefined
  /** Sends them in this form from now on. */
  use(form: string): void
  /** The field that carries them, in their own form or another. Throws {@link Missing} without credentials or where the login fails. */
  authorization(recorder: Recorder, sending?: Sending): Promise<CredentialField>
  /** The same field with what nobody was ever given. */
  readonly malformed: CredentialField
  /**
   * Forgets the token of a field that the target answered 401 to. Whether there is another to send the request with once
   * more: false where there is nothing to get one with, or where a new one did not help a moment ago.
   */
  renew(authorization: CredentialField): boolean
  /** A new token was answered 401 as well: a 401 need not mean that a token has run out, and a login at each would be too many. */
  useless(): void
  /** Logs in again where that failed or did not help before. */
  refresh(): void
}

/** The claims of a JWT (RFC 7519, section 4); none of any other token. */
const claimsOf = (token: string): JsonObject => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return isObject(claims) ? claims : {}
  } catch {
    return {}
  }
}

const expiryOf = (token: string): number | undefined => {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : undefined
}

/** The name of the account that a token is of, as far as it says so; a subject may be an opaque id as well. */
const accountOf = (token: string): string | undefined => {
  const claims = claimsOf(token)
  const names = ['preferred_username', 'username', 'user_name', 'sub'].map(claim => claims[claim])
  return names.find((name): name is string => typeof name === 'string' && /^[a-z\d]+(?:[._-]+[a-z\d]+)*$/i.test(name))
}

/** Members that may hold the token under another name, and what is a token of another use. */
const tokenLike = /token|jwt|bearer/i
const ofOtherUse = /refresh|csrf|xsrf|type|expir/i
const jwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/

/** The token in the answer to a login: in a usual member, else the only text in a member that is called one, else the only JWT. */
const tokenIn = (value: unknown): string | undefined => {
  const objects = objectsIn(value)
  for (const object of objects)
    for (const key of tokenKeys)
      if (has(object, key) && typeof object[key] === 'string' && isSendable(object[key])) return object[key]
  const texts = [{ '': value }, ...objects]
    .flatMap(object => Object.entries(object))
    .flatMap(([key, text]) =>
      typeof text === 'string' && isSendable(text) && !ofOtherUse.test(key) ? { key, text } : [],
    )
  const only = (fits: (one: { readonly key: string; readonly text: string }) => boolean): string | undefined => {
    const found = new Set(texts.filter(fits).map(({ text }) => text))
    return found.size === 1 ? [...found][0] : undefined
  }
  return only(({ key }) => tokenLike.test(key)) ?? only(({ text }) => jwt.test(text))
}

/** A cookie that an answer sets (RFC 6265, section 5.2): of that name, else the only one, else the only one that scripts cannot read. */
const cookieIn = (answer: Answered, name: string | undefined): readonly [name: string, value: string] | undefined => {
  const set = answer.response.headers
    .filter(([field]) => field.toLowerCase() === 'set-cookie')
    .flatMap(([, value]) => {
      const [, own = '', text = ''] = /^\s*([^=;\s]+)=\s*([^;\s]*)/.exec(value) ?? []
      return isSendable(text) ? [{ cookie: [own, text] as const, hidden: /;\s*httponly/i.test(value) }] : []
    })
  if (name !== undefined) return set.find(({ cookie }) => cookie[0] === name)?.cookie
  const hidden = set.filter(each => each.hidden)
  const [only, ...others] = set.length === 1 ? set : hidden
  return others.length === 0 ? only?.cookie : undefined
}

/** The name of the cookie that a form carries. */
const cookieName = (form: string): string | undefined => /^cookie:\s*([^=;\s]+)=\{token\}$/i.exec(form)?.[1]

export const createCredentials = (
  input: CredentialsInput,
  loginBinding: () => Binding,
  client: Client,
  redactor: Redactor,
  clock: Clock,
): Credentials => {
  const { username, password, tokenFrom } = input
  let text = input.header ?? bearerForm
  let form = credentialForm(text)
  redactor.learnHeader(form.name)
  const hasBoth = username !== undefined && password !== undefined
  const basic = hasBoth ? Buffer.from(`${username}:${password}`).toString('base64') : undefined
  const given = (): string | undefined => (form.basic ? basic : input.token)
  for (const token of [input.token, form.basic ? basic : undefined])
    if (token !== undefined && !isSendable(token))
      throw new UsageError('the token has a character that is not allowed in a header')
  for (const secret of [input.token, basic, password]) if (secret !== undefined) redactor.learn(secret)
  /** The field in another form; a token stands in the place of a password that is not known. */
  const inForm = ({ form: other, token }: Sending, own: string): CredentialField => {
    const { name, basic: isBasic, carry } = credentialForm(other)
    redactor.learnHeader(name)
    if (token !== undefined) redactor.learn(token)
    if (!isBasic) return carry(token ?? own)
    const both = Buffer.from(`${username ?? accountOf(own) ?? 'token'}:${token ?? own}`).toString('base64')
    const sent = token === undefined && basic !== undefined ? basic : both
    redactor.learn(sent)
    return carry(sent)
  }
  const canLogIn = (): boolean => tokenFrom !== undefined || (hasBoth && !form.basic)
  if (hasBoth) redactor.learn(`${username}:${password}`)
  interface Login {
    readonly token: Promise<string>
    readonly since: number
    /** The token, once it is there. */
    text?: string
    failed?: true
  }
  let current: Login | undefined
  let tokens = 0
  let uselessUntil = Number.NEGATIVE_INFINITY
  let expires = Number.POSITIVE_INFINITY

  const use = (other: string): void => {
    text = other
    form = credentialForm(other)
    redactor.learnHeader(form.name)
  }

  const fetchToken = async (get: () => Promise<string>): Promise<string> => {
    tokens += 1
    const token = await get().catch((error: unknown) => {
      throw new Missing('token-unavailable', { why: error instanceof Error ? error.message : 'unknown' })
    })
    if (!isSendable(token))
      throw new Missing('token-unavailable', { why: 'it did not return a single token that is valid in a header' })
    redactor.learn(token)
    expires = expiryOf(token) ?? Number.POSITIVE_INFINITY
    return token
  }

  const logIn = async (recorder: Recorder): Promise<string> => {
    if (tokenFrom !== undefined) return fetchToken(tokenFrom)
    const login = loginBinding()
    // Whatever a reference calls a login, nothing is deleted or replaced by it.
    if (login.method !== 'POST') throw unsafe(login)
    // Nor is a password sent where it may be kept or shown: what a target calls a login must look like one.
    if (login.from !== 'file' && !loginPath.test(login.path)) throw unsafe(login)
    const own = login.requestBody !== undefined || Object.keys(propertiesOf(login.requestSchema)).length > 0
    // The older published login takes other names, at a path of its own where nothing says where logging in is.
    const forms = own
      ? [{ path: login.path, json: callBody(login, { username, password }, {}, undefined) }]
      : [
          { path: login.path, json: { identifier: username, secret: password } },
          { path: login.from === 'default' ? '/v2/users/login' : login.path, json: { username, password } },
        ]
    let last: { path: string; status: number; asksForBasic: boolean; members?: string } = {
      path: login.path,
      status: 0,
      asksForBasic: false,
    }
    const send = (path: string, body: Pick<Ask, 'json' | 'text' | 'headers'>): Promise<Answered> =>
      client.send(
        { method: login.method, path, as: 'anonymous', login: true, anyStatus: true, ...body },
        {
          record: exchange => {
            const parsed =
              exchange.response === null ? undefined : parseJson({ ...exchange, response: exchange.response })
            const found = parsed?.ok === true ? tokenIn(parsed.value) : undefined
            if (found !== undefined) redactor.learn(found)
            recorder.record(exchange)
          },
        },
      )
    for (const { path, json } of forms) {
      const isForm = formType.test(login.requestType ?? '') && isObject(json)
      const first = await send(path, isForm ? asForm(json) : { json })
      const takesForm = !isForm && first.response.status === 415 && isObject(json)
      const answer = takesForm ? await send(path, asForm(json)) : first
      const { status } = answer.response
      // The path that answered otherwise than that there is nothing tells more.
      if (status !== 404 || last.status === 0) last = { path, status, asksForBasic: asksForBasic(answer) }
      // A limit or a failure of the server says nothing of the credentials.
      if (undecided(status) !== undefined) throw new NoAnswer(answer)
      if (!isSuccess(answer)) continue
      const parsed = parseJson(answer)
      const named = cookieName(text)
      const declared = named === undefined ? undefined : cookieIn(answer, named)?.[1]
      const shown = declared ?? (parsed.ok ? tokenIn(parsed.value) : undefined)
      const cookie = shown === undefined ? cookieIn(answer, undefined) : undefined
      const found = shown ?? cookie?.[1]
      if (found === undefined) {
        const shownMembers = parsed.ok ? objectsIn(parsed.value).flatMap(object => Object.keys(object)) : []
        last.members = [...new Set(shownMembers)].slice(0, 10).join(', ') || 'none'
        continue
      }
      redactor.learn(found)
      // A login that sets a cookie and shows no token is for that cookie, where the user names no other form.
      if (cookie !== undefined && input.header === undefined) use(`Cookie: ${cookie[0]}={token}`)
      expires = expiryOf(found) ?? Number.POSITIVE_INFINITY
      return found
    }
    if (last.members !== undefined)
      throw new Missing('login-token-unknown', {
        operation: `${login.method} ${last.path}`,
        status: last.status,
        members: last.members,
        ...defined({ cookie: cookieName(text) }),
      })
    // What nobody named as a login and asks for another form of credentials is none.
    const isElsewhere = noSuchPlace.has(last.status) || (login.from === 'default' && last.asksForBasic)
    throw new Missing(isElsewhere ? 'login-not-found' : 'login-failed', {
      operation: `${login.method} ${last.path}`,
      status: last.status,
      ...(last.asksForBasic ? { scheme: 'Basic' } : {}),
    })
  }

  /** The token of a login, which serves until it runs out. */
  const loggedIn = async (recorder: Recorder): Promise<string> => {
    if (!canLogIn()) throw new Missing('need-credentials')
    if (current && tokens < mostTokens && clock.now() > expires - margin && clock.now() > current.since + margin)
      current = undefined
    current ??= { token: logIn(recorder), since: clock.now() }
    const login = current
    try {
      login.text = await login.token
      return login.text
    } catch (error) {
      // Kept, so that a wrong password is not tried again and again.
      login.failed = true
      if (!(error instanceof NoAnswer)) throw error
      // Whoever began the login, it is why this request was not sent.
      recorder.record(error.exchange)
      // It may work later; until then each request would ask for it.
      if (current === login && clock.now() >= login.since + loginRestMs) current = undefined
      throw error
    }
  }

  return {
    available: given() !== undefined || canLogIn(),
    get sent() {
      return {
        kind: form.basic
          ? 'user name and password'
          : input.token === undefined && tokenFrom === undefined
            ? 'the token of a login'
            : 'a token',
        header: form.name,
      }
    },
    get form() {
      return text
    },
    get account() {
      const token = input.token ?? (tokenFrom === undefined ? undefined : current?.text)
      return token === undefined ? undefined : accountOf(token)
    },
    use,
    get malformed() {
      return form.carry('not-a-valid-credential')
    },
    authorization: async (recorder, sending) => {
      const token = given() ?? (await loggedIn(recorder))
      return sending === undefined ? form.carry(token) : inForm(sending, token)
    },
    renew: authorization => {
      if (given() !== undefined || !canLogIn()) return false
      // Another request has got a new one meanwhile.
      if (!current || (current.text !== undefined && authorization[1] !== form.carry(current.text)[1])) return true
      if (clock.now() < uselessUntil || tokens >= mostTokens) return false
      current = undefined
      return true
    },
    useless: () => {
      uselessUntil = clock.now() + margin
    },
    refresh: () => {
      uselessUntil = Number.NEGATIVE_INFINITY
      if (current?.failed) current = undefined
    },
  }
}
