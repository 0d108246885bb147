import { isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject } from '../../checks/reading/json.ts'
import { defined } from '../../contracts/defined.ts'
import type { Exchange } from '../../contracts/exchange.ts'
import { jsonOf } from '../../contracts/json.ts'
import type { Binding } from '../../contracts/operations.ts'
import { Missing } from '../../contracts/results/finding.ts'
import { type Credentials, createCredentials, type SentCredentials } from '../credentials/credentials.ts'
import { bearerForm, credentialForm } from '../credentials/form.ts'
import type { Client } from '../http/client.ts'
import type { Recorder } from '../http/recorder.ts'
import type { CredentialsInput } from '../options.ts'
import { createRedactor } from '../redaction/redaction.ts'
import { createRecording, type Recording, replayClient } from './recorded-client.ts'

/** Time stands still: what was waited for has been answered. */
export const stillClock = { now: () => 0, pause: async () => undefined }

/** The user name and the password in a body; undefined where it has other members than the published ones. */
const namesIn = (text: string | null): CredentialsInput | undefined => {
  const body = jsonOf(String(text))
  if (!isObject(body) || Object.keys(body).length !== 2) return undefined
  const username = body.identifier ?? body.username
  const password = body.secret ?? body.password
  return typeof username === 'string' && typeof password === 'string' ? { username, password } : undefined
}

/** What a recorded login was sent with; undefined for any other exchange. A record does not show what was sent as HTTP Basic. */
export const loginOf = ({ request }: Exchange): CredentialsInput | undefined => {
  if (request.as !== 'anonymous') return undefined
  const isBasic = request.method === 'POST' && request.headers.some(([name]) => name.toLowerCase() === 'authorization')
  return namesIn(request.body) ?? (isBasic ? { username: '', password: '' } : undefined)
}

export interface Logins {
  /** Whether the run had credentials. */
  readonly available: boolean
  /** Why the run had no token, where what was to give it gave none. */
  readonly unavailable?: Missing
  /** The form that a login gave nothing for. */
  readonly header?: string
  /** Forms that were refused: what declares one of them has credentials sent in the usual form. */
  readonly refused: Set<string>
  /** What was sent, as far as a report says it. */
  readonly sent: Credentials['sent']
  /** How logging in is bound, and how it was before the target's own reference was read. */
  readonly bindings: readonly [Binding, ...Binding[]]
  /** Every login of the run, whichever case it was made for. */
  readonly exchanges: readonly Exchange[]
  readonly base: string
}

/** Logs in as the exchange records it. Throws what the login threw. */
const replayLogin = async (first: Exchange, client: Client, logins: Logins, recorder: Recorder): Promise<void> => {
  const login = loginOf(first)
  if (!login) return
  const input = { ...login, ...defined({ header: logins.header }) }
  const binding = logins.bindings.find(({ path }) => logins.base + path === first.request.url) ?? logins.bindings[0]
  const credentials = createCredentials(input, client, createRedactor(), stillClock)
  credentials.logInAt(binding)
  await credentials.authorization(recorder)
}

/** A login with members of the target's own, which are not known here, but which succeeded. */
const isOwnLogin = (exchange: Exchange, { bindings, base }: Logins): boolean =>
  exchange.request.as === 'anonymous' &&
  exchange.request.method === 'POST' &&
  bindings.some(({ path }) => base + path === exchange.request.url) &&
  exchange.response !== null &&
  isSuccess({ ...exchange, response: exchange.response })

/** Logs in as often as the run did. Throws where one login failed, as it did for every case that came after. */
const replayAll = async (logins: Logins): Promise<void> => {
  const recording = createRecording(logins.exchanges)
  const client = replayClient(recording, { base: logins.base, allowWrites: true })
  for (let [next] = recording.rest(); next !== undefined; [next] = recording.rest()) {
    const before: Exchange = next
    await replayLogin(before, client, logins, { record: () => undefined })
    if (recording.rest()[0] === before) return
  }
}

/** Nothing is sent, and what was sent is told by who it was sent as. */
const replayed = [['authorization', 'Bearer replayed']] as const

/** Credentials that log in where the record of the case says so. */
export const replayCredentials = (recording: Recording, client: Client, logins: Logins): SentCredentials => {
  /** What the last login of this record threw: the run throws it again without a new request. */
  let failure: unknown
  const credentials: SentCredentials = {
    available: logins.available,
    // The record says who was spoken as, in whatever form.
    form: bearerForm,
    // User name and password are sent as they are, whether or not a login fails.
    inForm: form => ({
      ...credentials,
      authorization: async recorder =>
        credentialForm(form).basic && !logins.refused.has(form) ? replayed : credentials.authorization(recorder),
    }),
    malformed: replayed,
    authorization: async recorder => {
      if (!logins.available) throw new Missing('need-credentials')
      const [next] = recording.rest()
      if (next && logins.exchanges.includes(next)) {
        failure = undefined
        try {
          await replayLogin(next, client, logins, recorder)
        } catch (error) {
          failure = error
          throw error
        }
      } else if (next && isOwnLogin(next, logins)) {
        recording.take(next.request)
        recorder.record(next)
      } else if (!recording.isLimited() && !recording.rest().some(({ request }) => request.as === 'valid')) {
        if (failure !== undefined) throw failure
        if (logins.unavailable !== undefined) throw logins.unavailable
        // No request was sent after this, and no limit is why: if a login failed, even one that another case began, that is.
        await replayAll(logins)
      }
      return replayed
    },
    // The record says which answers led to a new login.
    renew: () => false,
    useless: () => undefined,
  }
  return credentials
}
