import { defined } from '../contracts/defined.ts'
import { type CredentialsInput, type FixturesInput, UsageError } from '../engine/options.ts'
import { underConditions } from '../reference-impl/conditions.ts'
import { type HubData, HubDataError } from '../reference-impl/data.ts'
import { createHub, type Hub } from '../reference-impl/hub.ts'
import { serveHub } from '../reference-impl/serve.ts'

/** How the reference hub is made. */
export interface ReferenceHubOptions {
  /** The hub's clock. */
  readonly now?: () => Date
  /** Makes its identifiers and secrets the same every time. */
  readonly seed?: number
  /** Users, organizations, repositories and tokens that the hub has from the start, next to its own. */
  readonly data?: HubData
  /** Milliseconds that every answer takes longer. */
  readonly latencyMs?: number
  /** Requests that are answered in a minute; the next ones get 429. */
  readonly requestsPerMinute?: number
}

/** A correct small hub with a store of its own; two of them share nothing. */
export interface ReferenceHub {
  /** Answers without a socket. */
  fetch(request: Request): Promise<Response>
  /** Serves it on loopback, a free port unless one is given. */
  listen(port?: number): Promise<{ readonly url: string; readonly close: () => Promise<void> }>
  readonly credentials: Required<Pick<CredentialsInput, 'token' | 'username' | 'password'>>
  readonly fixtures: Required<FixturesInput>
}

const hubOf = (options: ReferenceHubOptions): Hub => {
  try {
    return createHub(options)
  } catch (error) {
    if (error instanceof HubDataError) throw new UsageError(`data: ${error.message}`)
    throw error
  }
}

/** Creates a hub with a user, an organization and repositories in it: to develop a client against, or to see what passing looks like. */
export const referenceHub = (options: ReferenceHubOptions = {}): ReferenceHub => {
  const { latencyMs, requestsPerMinute, now } = options
  const { handler: hub, credentials, fixtures } = hubOf(options)
  const handler = underConditions(hub, {
    ...defined({ latencyMs, requestsPerMinute }),
    ...(now && { now: () => now().getTime() }),
  })
  return {
    fetch: handler,
    listen: (port = 0) => serveHub(handler, { port }),
    credentials,
    fixtures: { ...fixtures, groupId: String(fixtures.groupId) },
  }
}

/** A reference hub that is served. */
export interface StartedReferenceHub extends Pick<ReferenceHub, 'credentials' | 'fixtures'> {
  readonly url: string
  close(): Promise<void>
}

/** Creates a hub and serves it on loopback, for the tests of a client: a free port unless one is given. */
export const startReferenceHub = async ({
  port,
  ...options
}: ReferenceHubOptions & { readonly port?: number } = {}): Promise<StartedReferenceHub> => {
  const { credentials, fixtures, listen } = referenceHub(options)
  return { ...(await listen(port)), credentials, fixtures }
}
