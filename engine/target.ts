import { header } from '../checks/reading/exchanges.ts'
import type { Answered, Exchange, HeaderList } from '../contracts/exchange.ts'
import { NoAnswer } from '../contracts/results/finding.ts'
import type { Setting } from '../contracts/run/settings.ts'
import { type Credentials, createCredentials } from './credentials/credentials.ts'
import {
  asEvidence,
  askedAgain,
  createDocumentClient,
  type DocumentClient,
} from './documents/loading/document-client.ts'
import type { Fetcher } from './documents/loading/given.ts'
import { type Client, type ClientOptions, createClient } from './http/client.ts'
import { createRecorder } from './http/recorder.ts'
import { socketTransport } from './http/socket-transport.ts'
import { decode, WireError } from './http/transport.ts'
import {
  type Clock,
  type CredentialsInput,
  defaults,
  hasUserinfo,
  type NetworkInput,
  TargetUnreachable,
  UsageError,
} from './options.ts'
import type { Redactor } from './redaction/redaction.ts'

/** The base URL of a target. Throws {@link UsageError} for what is none. */
export const parseTarget = (
  text: string,
): { readonly origin: string; readonly basePath: string; readonly href: string } => {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    // What holds an "@" may hold a password and is not repeated.
    const shown = text.includes('@') ? '' : `${JSON.stringify(text.slice(0, 200))} is `
    throw new UsageError(`${shown}not a valid URL; use one such as http://localhost:8080`, 'target')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`expected an http or https URL, not ${url.protocol}`, 'target')
  if (hasUserinfo(url))
    throw new UsageError('the URL must not contain a user name or password', 'target', 'credentials')
  if (url.search !== '' || url.hash !== '')
    throw new UsageError('expected a base URL without query and fragment', 'target')
  const basePath = url.pathname.replace(/\/+$/, '')
  return { origin: url.origin, basePath, href: url.origin + basePath }
}

const unreachable = (
  base: string,
  exchange: Exchange,
  { timeoutMs = 10_000, proxy }: NetworkInput,
): TargetUnreachable => {
  const plain = base.replace(/^https:/, 'http:')
  const silent = 'it closes connections without an answer'
  const closes: readonly [hint: string, ...settings: Setting[]] = base.startsWith('http:')
    ? [`${silent}; use ${base.replace(/^http:/, 'https:')} if it speaks TLS`, 'target']
    : [silent]
  const hints: Readonly<Record<string, readonly [hint: string, ...settings: Setting[]]>> = {
    refused: ['nothing listens there; is the server running?'],
    'name-not-found': ['the host name cannot be resolved', 'target'],
    tls: [
      'its certificate cannot be verified; give its certificate authority or, for a test hub, skip the check',
      'ca',
      'insecure',
    ],
    'not-tls': [`it does not speak TLS; use ${plain} if it speaks http`, 'target'],
    // A server that speaks http waits for a request of which the start of TLS is no end.
    timeout: [
      `no answer within ${timeoutMs / 1000} s; check the port, ${plain === base ? '' : `use ${plain} if it speaks http, `}or wait longer`,
      'timeout',
    ],
    reset: closes,
    closed: closes,
    'malformed-answer': ['its answer is not valid HTTP/1.1, for example because of folded header lines'],
    unreachable: ['there is no network route to it'],
    proxy: ['the proxy does not let the request through', 'proxy'],
    aborted: ['interrupted before the first answer'],
    'out-of-time': ['no answer before the end of the time for the run', 'deadline'],
  }
  const failure = exchange.failure ?? 'unreachable'
  const [hint, ...settings] = hints[failure] ?? ['the answer cannot be read']
  const viaProxy: readonly Setting[] = proxy === undefined || failure === 'proxy' ? [] : ['proxy']
  return new TargetUnreachable(`cannot reach ${base} (${failure}): ${hint}`, ...settings, ...viaProxy)
}

/** Statuses of a server that is starting, or of a proxy in front of it. */
const starting = new Set([502, 503, 504])

/** Failures that another request does not fix. */
const final = new Set<Exchange['failure']>([
  'refused',
  'name-not-found',
  'tls',
  'not-tls',
  'proxy',
  'aborted',
  'out-of-time',
])

/** Three paths of different kinds: a server that redirects all of them elsewhere redirects everything. */
const everywhere = [
  '/v2/hub-conformance',
  '/v2/namespaces/hub-conformance/repositories/hub-conformance/tags',
  '/v1/repositories/hub-conformance/images',
] as const

/** Where an answer redirects to, if that is on another origin. */
const elsewhereOf = (answer: Answered): URL | undefined => {
  const { request, response } = answer
  const location = response.status >= 300 && response.status < 400 ? header(answer, 'location') : undefined
  if (location === undefined || !URL.canParse(location, request.url)) return undefined
  const to = new URL(location, request.url)
  return /^https?:$/.test(to.protocol) && to.origin !== new URL(request.url).origin ? to : undefined
}

/** The base URL that everything is redirected to, as far as the redirect of one path shows it. */
const baseOf = (to: URL, path: string): string =>
  to.origin + (to.pathname.endsWith(path) ? to.pathname.slice(0, -path.length) : '')

/** Whether only the scheme changes: that is a rule for every path. */
const isUpgrade = (to: URL, { request }: Answered): boolean => {
  const from = new URL(request.url)
  return to.protocol !== from.protocol && to.hostname === from.hostname && to.pathname === from.pathname
}

/** Throws {@link TargetUnreachable} where everything is redirected to another scheme or host, which is not followed. */
const refuseElsewhere = async (
  first: Answered,
  base: string,
  ask: (path: string) => Promise<Answered>,
): Promise<void> => {
  const to = elsewhereOf(first)
  if (to === undefined) return
  const [path, ...others] = everywhere
  if (!isUpgrade(to, first)) for (const other of others) if (elsewhereOf(await ask(other))?.origin !== to.origin) return
  const there = baseOf(to, path)
  throw new TargetUnreachable(`${base} redirects to ${there}; use ${there}`, 'target')
}

/** How long a target of TLS is given before its port is asked whether it speaks http. */
const plainAfterMs = 1_000

/** Does this work, unless the target speaks http where it was to speak TLS: such a server may wait for ever for the rest of a request. */
const unlessPlain = async (
  { origin, basePath, transport, network }: ClientOptions,
  work: Promise<void>,
): Promise<void> => {
  const { speaksHttp } = transport
  if (!origin.startsWith('https:') || speaksHttp === undefined) return work
  let timer: NodeJS.Timeout | undefined
  const isPlain = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(speaksHttp(origin)), plainAfterMs)
  })
  const request = { method: 'GET', url: origin, headers: [], body: null, as: 'anonymous' } as const
  const exchange: Exchange = { id: '', request, response: null, failure: 'not-tls', ms: plainAfterMs }
  try {
    await Promise.race([
      work,
      isPlain.then(plain => {
        if (plain) throw unreachable(origin + basePath, exchange, network)
        return work
      }),
    ])
  } finally {
    clearTimeout(timer)
    // Whatever becomes of a request that was given up.
    work.catch(() => undefined)
  }
}

/**
 * Waits for an HTTP answer, whatever it says. After an answer that the service is starting it tries again, for as long as the run has
 * patience. Throws {@link TargetUnreachable}.
 */
const preflight = async (
  client: Client,
  base: string,
  clock: Clock,
  network: NetworkInput,
  patienceMs: number,
): Promise<void> => {
  const recorder = { record: () => undefined }
  const ask = (path: string) => client.send({ method: 'GET', path, as: 'anonymous', anyStatus: true }, recorder)
  let last: Exchange | undefined
  for (const path of [everywhere[0], '/', '/openapi.json']) {
    try {
      let answer = await ask(path)
      for (let waited = 0; starting.has(answer.response.status) && waited < patienceMs; waited += 500) {
        await clock.pause(500)
        answer = await ask(path)
      }
      if (path === everywhere[0]) await refuseElsewhere(answer, base, ask)
      return
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      last = error.exchange
      // The answer of a limit is an answer, too.
      if (last.response !== null) return
      if (final.has(last.failure)) break
      await clock.pause(100)
    }
  }
  if (last) throw unreachable(base, last, network)
}

/** Fetches documents from elsewhere: without credentials, and without the headers that are meant for the target. */
export const fetcherOf =
  (network: NetworkInput, timeoutMs: number, clock: Clock): Fetcher =>
  async text => {
    // A query may sign the URL, and is not repeated.
    const plain = text.split(/[?#]/)[0] ?? text
    const { origin } = parseTarget(plain)
    const url = new URL(text)
    const transport = socketTransport(network, 1, timeoutMs)
    const headers: HeaderList = [['accept', '*/*']]
    const recorder = createRecorder()
    const ask = async (): Promise<Answered> => {
      const started = performance.now()
      const wire = { method: 'GET', origin, path: url.pathname + url.search, headers, body: null, fresh: false }
      const received = await transport.send(wire, AbortSignal.timeout(timeoutMs))
      const answer: Answered = {
        id: 'document',
        request: { method: 'GET', url: plain, headers, body: null, as: 'anonymous' },
        response: decode('GET', received),
        ms: Math.round(performance.now() - started),
      }
      recorder.record(asEvidence(answer))
      return answer
    }
    try {
      const answer = await askedAgain(ask, clock)
      if (answer.response.encoding === 'base64') throw new UsageError(`${plain} cannot be read: it is not UTF-8 text`)
      return { answer, exchanges: recorder.exchanges }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      throw new UsageError(`${plain} cannot be read: ${error.failure}`)
    } finally {
      await transport.close()
    }
  }

/** A target that answers, and what requests to it need. */
export interface OpenTarget {
  readonly client: Client
  readonly credentials: Credentials
  readonly documents: DocumentClient
}

/** Waits until a target answers. Throws {@link TargetUnreachable} where it does not. */
export const openTarget = async (
  options: ClientOptions,
  given: CredentialsInput,
  redactor: Redactor,
  patienceMs: number,
): Promise<OpenTarget> => {
  const { origin, basePath, network, clock } = options
  const client = createClient(options)
  await unlessPlain(options, preflight(client, origin + basePath, clock, network, patienceMs))
  const credentials = createCredentials(given, client, redactor, clock)
  const elsewhere = fetcherOf(network, network.timeoutMs ?? defaults.timeoutMs, clock)
  return {
    client,
    credentials,
    documents: createDocumentClient({ client, credentials, origin, basePath, elsewhere, clock }),
  }
}
