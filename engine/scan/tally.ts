import { safeDecode } from '../../checks/reading/exchanges.ts'
import { type EndpointFact, lifecycle } from '../../contracts/lifecycle.ts'
import { credentialFields } from '../../contracts/run/secret-names.ts'
import type { FirstUse, RouteUse, Usage, UsageSource } from '../../contracts/run/usage.ts'
import { learnFromUrls } from '../redaction/learn-secrets.ts'
import { createRedactor, shortestFound } from '../redaction/redaction.ts'
import { type Matched, matchRequest } from './match.ts'
import { replacementOf } from './replacement.ts'

/** A request as far as it matters here. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  /** Null where no answer was seen. */
  readonly status: number | null
  /** When, as RFC 3339, where it is known. */
  readonly at: string | null
  readonly headers: readonly (readonly [name: string, value: string])[]
}

interface Counted {
  readonly first: FirstUse
  readonly methods: Map<string, number>
  readonly statuses: Map<string, number>
}

const countIn = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((total, count) => total + count, 0)

/** A URL without what may be a secret: user name, password, query, fragment. */
const withoutSecrets = (url: string): string => url.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/]*@/i, '$1')

/**
 * Counts requests by the route that they use.
 *
 * @param options.session - whether a secret of one request may stand in the path of another; a log has too many requests to remember
 */
export const createTally = ({ session = true }: { readonly session?: boolean } = {}) => {
  const secrets = new Set<string>()
  const counted = new Map<string, Counted>()
  let seen = 0
  let toApi = 0
  let leftOut = 0

  const learn = ({ url, headers }: SeenRequest): void => {
    learnFromUrls({ learn: secret => secrets.add(secret) }, url)
    for (const [name, value] of headers)
      if (credentialFields.has(name.toLowerCase()))
        for (const word of value.split(/[\s;,="]+/)) if (word.length >= shortestFound) secrets.add(word)
  }

  /** Text without the secrets of the session. There may be very many, so only those that it holds are looked at closely. */
  const redacted = (text: string): string => {
    const redactor = createRedactor()
    const readings = [text, safeDecode(text), safeDecode(safeDecode(text))]
    for (const secret of secrets) if (readings.some(reading => reading.includes(secret))) redactor.learn(secret)
    return redactor.text(text)
  }

  const useOf = (endpoint: EndpointFact, { first, methods, statuses }: Counted): RouteUse => {
    const { slug, method, path, state, since } = endpoint
    return {
      slug,
      method,
      path,
      state,
      since,
      requests: sum(methods),
      methods: Object.fromEntries(methods),
      statuses: Object.fromEntries(statuses),
      replacement: replacementOf(endpoint),
      first: { ...first, url: redacted(first.url) },
    }
  }

  return {
    /**
     * Returns the route where it is used for the first time.
     *
     * @param matched - what the request goes to, where the caller knows it; null for a path that is not part of the API
     */
    see: (
      request: SeenRequest,
      matched: Matched | null = matchRequest(request.method, request.url) ?? null,
    ): EndpointFact | undefined => {
      seen += 1
      if (session) learn(request)
      if (!matched) return undefined
      toApi += 1
      const { endpoint } = matched
      if (endpoint === undefined) return undefined
      const method = request.method.toUpperCase()
      const known = counted.get(endpoint.slug)
      if (!session && known === undefined) learn(request)
      const first = { request: seen + leftOut, at: request.at, method, url: withoutSecrets(request.url) }
      const counts = known ?? { first, methods: new Map(), statuses: new Map() }
      countIn(counts.methods, method)
      countIn(counts.statuses, String(request.status ?? 'none'))
      counted.set(endpoint.slug, counts)
      return known === undefined ? endpoint : undefined
    },
    leftOut: (): void => {
      leftOut += 1
    },
    usage: (source: UsageSource, links?: Usage['links']): Usage => {
      const uses = lifecycle.endpoints.flatMap(endpoint => {
        const counts = counted.get(endpoint.slug)
        return counts === undefined ? [] : [useOf(endpoint, counts)]
      })
      const removed = uses.filter(({ state }) => state === 'removed')
      const deprecated = uses.filter(({ state }) => state === 'deprecated')
      const used = removed.length > 0 ? 'removed' : deprecated.length > 0 ? 'deprecated' : 'none'
      // Requests that went elsewhere may use anything.
      const unseen = links !== undefined && (links.outside.length > 0 || links.unread > 0)
      return {
        source,
        result: toApi === 0 ? 'nothing-seen' : used === 'none' && unseen ? 'not-all-seen' : used,
        requests: { seen, toApi, leftOut },
        ...(links && { links }),
        routes: [...removed, ...deprecated],
      }
    },
  }
}
