import { isObject, type JsonObject, parseJson } from '../../checks/reading/json.ts'
import { publishedLogin } from '../../contracts/bindings/docker-hub.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered, Exchange, HeaderList } from '../../contracts/exchange.ts'
import { jsonOf } from '../../contracts/json.ts'
import type { Binding } from '../../contracts/operations.ts'
import type { Sending } from '../../contracts/requirement.ts'
import { Missing, NoAnswer } from '../../contracts/results/finding.ts'
import type { Client } from '../http/client.ts'
import type { Recorder } from '../http/recorder.ts'
import { type Clock, type CredentialsInput, UsageError } from '../options.ts'
import type { Redactor } from '../redaction/redaction.ts'
import { bearerForm, type CredentialField, credentialForm, isSendableToken, isUsableHeader } from './form.ts'
import { type LoginToken, logIn, tokenFor } from './login.ts'
import { tokenIn } from './login-token.ts'
import { type SessionToken, sessionTokenIn } from './session-token.ts'

/** A login is repeated this long before its token expires. */
const margin = 30_000

/** Tokens that a run gets at most: a target that refuses every one must not keep it running without end. */
const mostTokens = 20

/** The header of a token that is given without one. */
const usualCsrfHeader = 'X-CSRF-Token'

/** How long a login that got no answer is not tried again. */
const loginRestMs = 2_000

/** The credentials as a probe sends them. */
export interface SentCredentials {
  readonly available: boolean
  /** The form in which they are sent. */
  readonly form: string
  /** The same credentials, sent in this form alone; with the token of a login in place of one that was given, where that is to be. */
  inForm(form: string, isLogin?: boolean): SentCredentials
  /** The fields that carry them, in their own form or another. Throws {@link Missing} without credentials or where the login fails. */
  authorization(recorder: Recorder, sending?: Sending): Promise<HeaderList>
  /** The same with credentials that the target never issued. */
  readonly malformed: HeaderList
  /**
   * Forgets the token of fields that the target answered 401 to. Whether there is another to send the request with once
   * more: false where there is nothing to get one with, or where a new one did not help a moment ago.
   */
  renew(authorization: HeaderList): boolean
  /** A new token was answered 401 as well: a 401 need not mean that a token has run out, and a login at each would be too many. */
  useless(): void
}

/** What is sent, and of a token that was given where it is from, and whether user name and password could be sent in its place. */
export interface Sent {
  readonly kind: string
  readonly header: string
  /** The header, or the cookie in it, in words. */
  readonly place: string
  readonly source?: string
  readonly isBoth?: true
}

/** The credentials of a run. */
export interface Credentials extends SentCredentials {
  /** What is sent, for a person: never its value. */
  readonly sent: Sent
  /** The name of the account to which the token belongs, if the token says it. */
  readonly account: string | undefined
  /** Every login that was sent, for whatever form. */
  readonly logins: readonly Exchange[]
  /** Sends them in this form from now on. */
  use(form: string): void
  /** Sends the token of a session in this header as well from now on, unless the user names another. */
  useCsrf(header: string): void
  /** The header that is named for it, and not known to be unable to be sent. */
  readonly csrfHeader: string | undefined
  /** Logs in with this operation from now on. If it has another path, a login that failed is tried again. */
  logInAt(login: Binding): void
  /** Logs in through this client from now on. */
  logInThrough(client: Client): void
  /** Tries a login again that failed or did not help before. */
  refresh(): void
}

/** The claims of a JWT (RFC 7519, section 4); none of any other token. */
const claimsOf = (token: string): JsonObject => {
  const claims = jsonOf(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return isObject(claims) ? claims : {}
}

const expiryOf = (token: string): number => {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY
}

/** The name of the account to which a token belongs, if the token says it. A subject may also be an opaque id. */
const accountOf = (token: string): string | undefined => {
  const claims = claimsOf(token)
  const names = ['preferred_username', 'username', 'user_name', 'sub'].map(claim => claims[claim])
  return names.find((name): name is string => typeof name === 'string' && /^[a-z\d]+(?:[._-]+[a-z\d]+)*$/i.test(name))
}

/** The last login of all forms: it serves each that its answer has a token for. */
interface SharedLogin {
  last?: Promise<LoginToken>
}

/** A login, or a call of the function that returns a token. */
interface Login {
  readonly token: Promise<string>
  readonly since: number
  /** The token, once it is there. */
  text?: string
  failed?: true
}

/**
 * Without a call of {@link Credentials.logInAt}, a login goes to the published path.
 *
 * @param logins - where every login is noted
 * @param shared - the login that other forms have as well
 */
export const createCredentials = (
  input: CredentialsInput,
  client: Client,
  redactor: Redactor,
  clock: Clock,
  logins: Exchange[] = [],
  shared: SharedLogin = {},
): Credentials => {
  const { username, password, tokenFrom } = input
  const hasBoth = username !== undefined && password !== undefined
  const basic = hasBoth ? Buffer.from(`${username}:${password}`).toString('base64') : undefined
  let form = credentialForm(input.header ?? bearerForm)
  let csrfHeader = input.csrfHeader ?? (input.csrfToken === undefined ? undefined : usualCsrfHeader)
  if (csrfHeader !== undefined && !isUsableHeader(csrfHeader))
    throw new UsageError(`the header ${csrfHeader} cannot carry the token of a session`)
  for (const name of [form.name, csrfHeader]) if (name !== undefined) redactor.learnHeader(name)
  for (const token of [input.token, input.csrfToken, form.basic ? basic : undefined])
    if (token !== undefined && !isSendableToken(token))
      throw new UsageError('the token has a character that is not allowed in a header')
  for (const secret of [input.token, input.csrfToken, basic, password]) if (secret !== undefined) redactor.learn(secret)
  if (hasBoth) redactor.learn(`${username}:${password}`)

  /** Those that are sent in another form alone. */
  const others: Credentials[] = []
  let loginClient = client
  let loginBinding = publishedLogin
  let current: Login | undefined
  let tokens = 0
  let uselessUntil = Number.NEGATIVE_INFINITY
  let expires = Number.POSITIVE_INFINITY
  /** The login whose token was used last. */
  let used: Promise<LoginToken> | undefined
  let loginAnswer: Answered | undefined
  /** What the last login said that its session is sent with. */
  let beside: SessionToken = { cookies: [] }

  const given = (): string | undefined => (form.basic ? basic : input.token)
  const canLogIn = (): boolean => tokenFrom !== undefined || (hasBoth && !form.basic)

  const use = (other: string): void => {
    form = credentialForm(other)
    redactor.learnHeader(form.name)
  }

  const readBeside = (): void => {
    if (loginAnswer !== undefined) beside = sessionTokenIn(loginAnswer, csrfHeader, input.csrfHeader !== undefined)
    if (beside.value !== undefined) redactor.learn(beside.value)
  }

  const useCsrf = (header: string): void => {
    if (!isUsableHeader(header)) return
    csrfHeader = input.csrfHeader ?? header
    redactor.learnHeader(csrfHeader)
    readBeside()
    for (const other of others) other.useCsrf(header)
  }

  /** A token with what its session is sent with. */
  const fieldsOf = (token: string): HeaderList => {
    const { value = input.csrfToken, cookies } = beside
    const [name, carried] = form.carry(token)
    return [
      [name, name === 'cookie' ? [carried, ...cookies].join('; ') : carried],
      ...(csrfHeader === undefined || value === undefined ? [] : [[csrfHeader.toLowerCase(), value] as const]),
    ]
  }

  const refresh = (): void => {
    uselessUntil = Number.NEGATIVE_INFINITY
    if (current?.failed) current = undefined
    for (const other of others) other.refresh()
  }

  /** The field in another form. The token is sent as the password where a form needs one and none is known. */
  const fieldIn = (
    { form: other = form.basic ? bearerForm : form.text, token }: Sending,
    own: string,
  ): CredentialField => {
    const { name, basic: isBasic, carry } = credentialForm(other)
    redactor.learnHeader(name)
    if (token !== undefined) redactor.learn(token)
    if (!isBasic) return carry(token ?? own)
    const both = Buffer.from(`${username ?? accountOf(own) ?? 'token'}:${token ?? own}`).toString('base64')
    const sent = token === undefined && basic !== undefined ? basic : both
    redactor.learn(sent)
    return carry(sent)
  }

  const fetchToken = async (get: () => Promise<string>): Promise<string> => {
    tokens += 1
    const token = await get().catch((error: unknown) => {
      throw new Missing('token-unavailable', { why: error instanceof Error ? error.message : 'unknown' })
    })
    if (!isSendableToken(token))
      throw new Missing('token-unavailable', { why: 'it did not return a single token that is valid in a header' })
    return token
  }

  const exchangeForToken = async (recorder: Recorder): Promise<string> => {
    const record = (exchange: Exchange): void => {
      const parsed = exchange.response && parseJson({ ...exchange, response: exchange.response })
      const found = parsed?.ok ? tokenIn(parsed.value, loginBinding.login?.tokenAt) : undefined
      if (found !== undefined) redactor.learn(found)
      logins.push(exchange)
      recorder.record(exchange)
    }
    const login = async (): Promise<LoginToken> => {
      const { last } = shared
      const known = last === used ? undefined : (await last?.catch(() => undefined))?.answer
      const carried = known && tokenFor(loginBinding, known, form.text)
      used = last
      if (known && carried) return { ...carried, answer: known }
      const own = logIn(loginBinding, input, form.text, ask => loginClient.send(ask, { record }))
      used = own
      shared.last = own
      return own
    }
    const { token, cookie, answer } = await login()
    loginAnswer = answer
    readBeside()
    // A login that sets a cookie and shows no token is for that cookie, where the user names no other form.
    if (cookie !== undefined && input.header === undefined) use(`Cookie: ${cookie}={token}`)
    return token
  }

  const newToken = async (recorder: Recorder): Promise<string> => {
    const token = await (tokenFrom ? fetchToken(tokenFrom) : exchangeForToken(recorder))
    redactor.learn(token)
    expires = expiryOf(token)
    return token
  }

  /** The token of a login, which serves until it runs out. */
  const loggedIn = async (recorder: Recorder): Promise<string> => {
    if (!canLogIn()) throw new Missing('need-credentials')
    if (current && tokens < mostTokens && clock.now() > expires - margin && clock.now() > current.since + margin)
      current = undefined
    current ??= { token: newToken(recorder), since: clock.now() }
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
      const { name: header, place, basic } = form
      if (basic) return { kind: 'user name and password', header, place }
      if (!input.token && !tokenFrom) return { kind: 'the token of a login', header, place }
      const source = input.tokenSource ?? 'the token'
      const kind = input.tokenSource === undefined ? 'a token' : `the token of ${source}`
      return { kind, header, place, source, ...(hasBoth && { isBoth: true as const }) }
    },
    get form() {
      return form.text
    },
    get account() {
      const token = input.token ?? (tokenFrom === undefined ? undefined : current?.text)
      return token === undefined ? undefined : accountOf(token)
    },
    get malformed() {
      return [form.carry('not-a-valid-credential')]
    },
    logins,
    use,
    useCsrf,
    get csrfHeader() {
      return csrfHeader
    },
    logInAt: login => {
      if (login.path !== loginBinding.path) refresh()
      loginBinding = login
      for (const other of others) other.logInAt(login)
    },
    logInThrough: through => {
      loginClient = through
      for (const other of others) other.logInThrough(through)
    },
    inForm: (header, isLogin = false) => {
      const own = isLogin ? defined({ username, password, csrfHeader: input.csrfHeader }) : input
      const other = createCredentials({ ...own, header }, loginClient, redactor, clock, logins, shared)
      other.logInAt(loginBinding)
      if (csrfHeader !== undefined) other.useCsrf(csrfHeader)
      others.push(other)
      return other
    },
    authorization: async (recorder, sending) => {
      const token = given() ?? (await loggedIn(recorder))
      return sending === undefined ? fieldsOf(token) : [fieldIn(sending, token)]
    },
    renew: authorization => {
      if (given() !== undefined || !canLogIn()) return false
      // Another request has got a new one meanwhile.
      const [sent] = authorization
      const [own] = current?.text === undefined ? [sent] : fieldsOf(current.text)
      if (!current || own?.[1] !== sent?.[1]) return true
      if (clock.now() < uselessUntil || tokens >= mostTokens) return false
      current = undefined
      return true
    },
    useless: () => {
      uselessUntil = clock.now() + margin
    },
    refresh,
  }
}
