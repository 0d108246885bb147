/** A request handler, such as that of a hub. */
type Handler = (request: Request) => Promise<Response>

/** What a client may meet on the way to a hub. */
export interface Conditions {
  /** Milliseconds that every answer takes longer. */
  readonly latencyMs?: number
  /** Requests that are answered in a minute; the next ones get 429. */
  readonly requestsPerMinute?: number
  /** Called for each request when it is answered. */
  readonly onAnswer?: (answer: {
    readonly method: string
    readonly path: string
    readonly status: number
    readonly ms: number
  }) => void
  /** The clock, in milliseconds. */
  readonly now?: () => number
}

const minuteMs = 60_000

const withFields = (response: Response, fields: Readonly<Record<string, string>>): Response => {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(fields)) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Answers 429 to what goes beyond the limit in a minute that begins with its first request. */
const limited = (handler: Handler, limit: number, now: () => number): Handler => {
  let began = Number.NEGATIVE_INFINITY
  let used = 0
  return async request => {
    const at = now()
    if (at - began >= minuteMs) {
      began = at
      used = 0
    }
    used += 1
    const seconds = Math.max(1, Math.ceil((began + minuteMs - at) / 1000))
    const fields = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - used)),
      'x-ratelimit-reset': String(Math.ceil((began + minuteMs) / 1000)),
    }
    if (used <= limit) return withFields(await handler(request), fields)
    const body = { message: 'too many requests', detail: `${limit} requests a minute are answered` }
    return Response.json(body, { status: 429, headers: { ...fields, 'retry-after': String(seconds) } })
  }
}

/** A handler under conditions; without any it stays what it is. */
export const underConditions = (handler: Handler, conditions: Conditions): Handler => {
  const { latencyMs = 0, requestsPerMinute, onAnswer, now = Date.now } = conditions
  const rated =
    requestsPerMinute === undefined ? handler : limited(handler, Math.max(1, Math.floor(requestsPerMinute)), now)
  const late: Handler =
    latencyMs <= 0
      ? rated
      : async request => {
          await new Promise(resolve => setTimeout(resolve, latencyMs))
          return rated(request)
        }
  if (onAnswer === undefined) return late
  return async request => {
    const from = now()
    const response = await late(request)
    onAnswer({ method: request.method, path: new URL(request.url).pathname, status: response.status, ms: now() - from })
    return response
  }
}
