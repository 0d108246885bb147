import type { HubData } from '../../reference-impl/data.ts'
import { createHub, type Hub } from '../../reference-impl/hub.ts'

export const origin = 'http://hub.test'

export interface Asked {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of many shapes, and a wrong one fails them anyway.
  readonly body: any
}

interface Options {
  /** A JSON value, or text to be sent as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Bearer token; `null` sends none. */
  readonly token?: string | null
}

export type Ask = (line: string, options?: Options) => Promise<Asked>

const bodyOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Asks a hub in process: `ask('POST /v2/access-tokens', { body })`, with its own bearer token unless told otherwise. */
export const asker =
  (hub: Hub): Ask =>
  async (line, { body, headers = {}, token = hub.credentials.token } = {}) => {
    const [method = 'GET', path = '/'] = line.split(' ', 2)
    const request = new Request(path.startsWith('/') ? origin + path : path, {
      method,
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: bodyOf(body) }),
    })
    const response = await hub.handler(request)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

export const now = new Date('2026-03-01T12:00:00Z')

export interface Client {
  readonly hub: Hub
  readonly ask: Ask
}

/** A fresh hub with a clock that stands still. */
export const client = (data: HubData = {}): Client => {
  const hub = createHub({ now: () => now, seed: 7, data })
  return { hub, ask: asker(hub) }
}

/** Bearer tokens of every kind: what each may do differs. */
export const bearerOf = async ({ ask }: Client, identifier: string, secret: string): Promise<string> =>
  (await ask('POST /v2/auth/token', { token: null, body: { identifier, secret } })).body.access_token
