import type { Twist } from '../../../contracts/requirement.ts'
import type { Clock } from '../../../engine/options.ts'

/** A hub that limits, and what a run of it ends in: with all verified, with something left open, or with either, by chance. Nothing fails in any case. */
export interface LimitingHub {
  readonly does: string
  readonly ends: 'conformant' | 'open' | 'either'
  twist(clock: Clock): Twist
}

const limited = (headers: Readonly<Record<string, string>>, status = 429): Response =>
  new Response(null, { status, headers })

const pathOf = (request: Request): string => new URL(request.url).pathname

/** Limits every seventh request, so that asking again helps. */
const sometimes =
  (headers: (clock: Clock) => Readonly<Record<string, string>>, status = 429) =>
  (clock: Clock): Twist => {
    let count = 0
    return async (request, next) => (++count % 7 === 0 ? limited(headers(clock), status) : next(request))
  }

/** Limits these requests, always. */
const always =
  (isLimited: (request: Request) => boolean, headers: Readonly<Record<string, string>> = { 'retry-after': '1' }) =>
  (): Twist =>
  async (request, next) =>
    isLimited(request) ? limited(headers) : next(request)

/** Lets everything through, but says these. */
const saying =
  (headers: (clock: Clock) => Readonly<Record<string, string>>) =>
  (clock: Clock): Twist =>
  async (request, next) => {
    const response = await next(request)
    const all = new Headers(response.headers)
    for (const [name, value] of Object.entries(headers(clock))) all.set(name, value)
    return new Response(response.body, { status: response.status, headers: all })
  }

const hour = 3_600_000
const httpDate = (ms: number): string => new Date(ms).toUTCString()
const seconds = (ms: number): string => String(Math.ceil(ms / 1000))

const hub = (does: string, ends: LimitingHub['ends'], twist: LimitingHub['twist']): LimitingHub => ({
  does,
  ends,
  twist,
})

/** The table that the tests run and the page on reliability is generated from. */
export const limitingHubs: readonly LimitingHub[] = [
  hub(
    'sometimes answers 429, Retry-After: 3',
    'conformant',
    sometimes(() => ({ 'retry-after': '3' })),
  ),
  hub(
    'sometimes answers 503, Retry-After: 3',
    'conformant',
    sometimes(() => ({ 'retry-after': '3' }), 503),
  ),
  hub(
    'sometimes answers 429, Retry-After: 0',
    'conformant',
    sometimes(() => ({ 'retry-after': '0' })),
  ),
  hub(
    'sometimes answers 429, Retry-After: -1',
    'conformant',
    sometimes(() => ({ 'retry-after': '-1' })),
  ),
  hub(
    'sometimes answers 429, Retry-After: 1e9',
    'conformant',
    sometimes(() => ({ 'retry-after': '1e9' })),
  ),
  hub(
    'sometimes answers 429, Retry-After: soon',
    'conformant',
    sometimes(() => ({ 'retry-after': 'soon' })),
  ),
  hub(
    'sometimes answers 429, no Retry-After',
    'conformant',
    sometimes(() => ({})),
  ),
  hub(
    'sometimes answers 429, Retry-After an HTTP-date',
    'conformant',
    sometimes(clock => ({ 'retry-after': httpDate(clock.now() + 3_000) })),
  ),
  hub(
    'sometimes answers 429, Retry-After an HTTP-date of 2015',
    'conformant',
    sometimes(() => ({ 'retry-after': httpDate(Date.UTC(2015, 9, 21)) })),
  ),
  hub(
    'sometimes answers 429, Retry-After an HTTP-date by a clock that is an hour fast',
    'conformant',
    sometimes(clock => ({ date: httpDate(clock.now() + hour), 'retry-after': httpDate(clock.now() + hour + 3_000) })),
  ),
  hub(
    'sometimes answers 429, Retry-After an HTTP-date by a clock that is an hour slow',
    'conformant',
    sometimes(clock => ({ date: httpDate(clock.now() - hour), 'retry-after': httpDate(clock.now() - hour + 3_000) })),
  ),
  hub(
    'sometimes answers 429, X-Retry-After a Unix timestamp',
    'conformant',
    sometimes(clock => ({ 'x-retry-after': seconds(clock.now() + 3_000) })),
  ),
  hub(
    'sometimes answers 429, X-RateLimit-Reset in milliseconds',
    'conformant',
    sometimes(clock => ({ 'x-ratelimit-reset': String(clock.now() + 3_000) })),
  ),
  hub(
    'sometimes answers 429, X-RateLimit-Reset in microseconds',
    'open',
    sometimes(clock => ({ 'x-ratelimit-reset': `${clock.now() + 3_000}000` })),
  ),
  hub(
    'sometimes answers 429, Retry-After: 1000000000',
    'open',
    sometimes(() => ({ 'retry-after': '1000000000' })),
  ),
  hub('answers 429 to every second request', 'either', () => {
    let count = 0
    return async (request, next) => (++count % 2 === 0 ? limited({ 'retry-after': '0' }) : next(request))
  }),
  hub(
    'sends only X-RateLimit-Remaining: 0',
    'conformant',
    saying(() => ({ 'x-ratelimit-remaining': '0' })),
  ),
  hub(
    'sends X-RateLimit-Remaining: 0 and a reset in a day',
    'conformant',
    saying(clock => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': seconds(clock.now() + 24 * hour) })),
  ),
  hub(
    'always sends X-RateLimit-Remaining: 0 and a reset in 10 s',
    'conformant',
    saying(clock => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': seconds(clock.now() + 10_000) })),
  ),
  hub(
    'answers 429 to all v1 routes',
    'open',
    always(request => pathOf(request).startsWith('/v1/')),
  ),
  hub(
    'answers 429 to paths that do not exist',
    'open',
    always(request => pathOf(request).includes('no-such-path')),
  ),
  hub(
    'answers 429 to creations',
    'open',
    always(request => request.method === 'POST' && pathOf(request).startsWith('/v2/')),
  ),
  hub(
    'answers 429 to every login',
    'open',
    always(request => pathOf(request).startsWith('/v2/auth/')),
  ),
  hub('answers 429 to the first two logins', 'conformant', () => {
    let count = 0
    return async (request, next) =>
      pathOf(request).startsWith('/v2/auth/') && ++count <= 2 ? limited({ 'retry-after': '2' }) : next(request)
  }),
  hub('answers 503 for the first five seconds', 'conformant', clock => {
    const started = clock.now()
    return async (request, next) => (clock.now() < started + 5_000 ? limited({}, 503) : next(request))
  }),
  hub(
    'answers 429 to everything, Retry-After: 1',
    'open',
    always(() => true),
  ),
  hub(
    'answers 429 to everything, Retry-After: 86400',
    'open',
    always(() => true, { 'retry-after': '86400' }),
  ),
]
