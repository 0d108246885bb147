import { pactParties } from '../../checks/pact/interactions.ts'
import { isObject } from '../../checks/reading/json.ts'
import { jsonOf } from '../../contracts/json.ts'
import type { Report } from '../../contracts/results/report.ts'
import { tool } from '../../contracts/version.ts'
import { socketTransport } from '../http/socket-transport.ts'
import { decode, WireError } from '../http/transport.ts'
import type { NetworkInput } from '../options.ts'
import { pact } from './contract.ts'

/** Where and as what results are published. */
export interface BrokerInput {
  readonly url: string
  /** What the provider is called in the broker. */
  readonly provider: string
  readonly providerVersion: string
  readonly providerBranch?: string
  readonly token?: string
  readonly username?: string
  readonly password?: string
}

/** The results could not be published; the message names no secret. */
export class BrokerError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BrokerError'
  }
}

interface Reply {
  readonly status: number
  readonly json: unknown
}

type Send = (method: string, url: URL, what: string, json?: unknown) => Promise<Reply>

const authorizationOf = ({ token, username, password }: BrokerInput): readonly (readonly [string, string])[] => {
  if (token !== undefined) return [['authorization', `Bearer ${token}`]]
  if (username === undefined) return []
  return [['authorization', `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`]]
}

const wordsFor = (status: number): string =>
  status === 401 || status === 403
    ? `answered ${status}; set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD`
    : `answered ${status}`

const createSend =
  (input: BrokerInput, network: NetworkInput): Send =>
  async (method, url, what, json) => {
    const timeoutMs = network.timeoutMs ?? 10_000
    const transport = socketTransport(network, 1, timeoutMs)
    const body = json === undefined ? null : JSON.stringify(json)
    const headers = [
      ['accept', 'application/hal+json, application/json'],
      ['user-agent', `${tool.name}/${tool.version}`],
      ...(body === null ? [] : ([['content-type', 'application/json']] as const)),
      ...authorizationOf(input),
    ] as const
    const path = url.pathname + url.search
    try {
      const wire = { method, origin: url.origin, path, headers, body, fresh: true }
      const { status, body: text } = decode(method, await transport.send(wire, AbortSignal.timeout(timeoutMs)))
      return { status, json: jsonOf(text) }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      throw new BrokerError(`${what}: ${url.origin} cannot be reached (${error.failure})`)
    } finally {
      await transport.close()
    }
  }

/** Where the broker takes results for a pact, as the pact itself says. Credentials go to no other host. */
const resultsUrl = (pactOfBroker: unknown, base: URL): URL => {
  const links = isObject(pactOfBroker) && isObject(pactOfBroker._links) ? pactOfBroker._links : {}
  const link = links['pb:publish-verification-results']
  const href = isObject(link) && typeof link.href === 'string' ? link.href : ''
  if (!URL.canParse(href, base.href))
    throw new BrokerError('the broker gives no URL for publishing verification results')
  const url = new URL(href, base)
  if (url.origin !== base.origin)
    throw new BrokerError(`the broker requests the results at ${url.origin}, which is another host`)
  return url
}

const testResults = ({ requirements }: Report): readonly unknown[] =>
  requirements.flatMap(({ id, verdict, reason, cases }) =>
    cases.map(({ name }) => ({
      interactionDescription: name,
      requirement: id,
      success: verdict === 'pass' || verdict === 'not-applicable',
      verdict,
      ...(reason ? { message: reason.message } : {}),
    })),
  )

/**
 * Publishes what came of a run: the contract under this suite's version, where the broker does not have it yet, the provider's branch, and
 * the results. Throws {@link BrokerError}.
 */
export const publishResults = async (
  report: Report,
  success: boolean,
  input: BrokerInput,
  network: NetworkInput,
): Promise<void> => {
  const base = new URL(input.url.endsWith('/') ? input.url : `${input.url}/`)
  const { provider, providerVersion, providerBranch } = input
  const at = (...segments: readonly string[]): URL => new URL(segments.map(encodeURIComponent).join('/'), base)
  const send = createSend(input, network)
  const expect = async (statuses: readonly number[], ...request: Parameters<Send>): Promise<Reply> => {
    const reply = await send(...request)
    if (!statuses.includes(reply.status)) throw new BrokerError(`${request[2]}: the broker ${wordsFor(reply.status)}`)
    return reply
  }
  const place = at('pacts', 'provider', provider, 'consumer', pactParties.consumer, 'version', tool.version)
  const known = await expect([200, 404], 'GET', place, 'the contract could not be read')
  const contract =
    known.status === 200
      ? known
      : await expect([200, 201], 'PUT', place, 'the contract could not be published', {
          ...pact,
          provider: { name: provider },
        })
  if (providerBranch !== undefined) {
    const branch = at('pacticipants', provider, 'branches', providerBranch, 'versions', providerVersion)
    await expect([200, 201], 'PUT', branch, 'the branch could not be recorded', {})
  }
  await expect([200, 201], 'POST', resultsUrl(contract.json, base), 'the results could not be published', {
    success,
    providerApplicationVersion: providerVersion,
    verifiedBy: { implementation: tool.name, version: tool.version },
    testResults: testResults(report),
  })
}
