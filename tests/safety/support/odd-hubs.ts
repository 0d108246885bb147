import { answer, instead, to, withJson } from '../../../checks/twists/twist.ts'
import type { Twist } from '../../../contracts/requirement.ts'
import { collection, item } from './lies.ts'

type Json = Record<string, unknown>

interface OddHub {
  readonly twist: () => Twist
  /** Whether all that a run makes there can be found and deleted; else it is named. */
  readonly leaves: 'nothing' | 'what the ledger names'
  /** Once the hub is as others are, `cleanup` with the ledger deletes what was left. */
  readonly mends?: true
  /** The run logs in with a user name and a password. */
  readonly login?: true
  /** Tokens of others that are there before. */
  readonly others?: number
}

const creations = to(collection, 'POST')

/** Changes every label that the hub shows, in lists as well as by itself. */
const relabelled = (label: (own: string, uuid: string) => unknown): Twist => {
  const one = (token: Json): Json =>
    'token_label' in token ? { ...token, token_label: label(String(token.token_label), String(token.uuid)) } : token
  return withJson(
    (request, path) => path.startsWith(collection) && request.method !== 'DELETE',
    body => {
      const { results } = body as { results?: Json[] }
      return results ? { ...(body as Json), results: results.map(one) } : one(body as Json)
    },
  )
}

const aroundCreation =
  (around: (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>) => (): Twist =>
    instead(creations, around)

const lost: Twist = instead(creations, async (request, next) => {
  await next(request)
  throw new Error('the connection was closed')
})

const layered =
  (outer: Twist, inner: Twist): Twist =>
  (request, next) =>
    outer(request, again => inner(again, next))

/** Hubs on which it is hard to find again what was made. The page on reliability is generated from this table. */
export const oddHubs: Readonly<Record<string, OddHub>> = {
  'writes labels in capitals': { twist: () => relabelled(own => own.toUpperCase()), leaves: 'nothing' },
  'puts the owner before a label': { twist: () => relabelled(own => `conformance/${own}`), leaves: 'nothing' },
  'replaces the labels of tokens': {
    twist: () => relabelled((_own, uuid) => `token ${uuid.slice(0, 4)}`),
    leaves: 'what the ledger names',
    mends: true,
  },
  'shows no labels': { twist: () => relabelled(() => null), leaves: 'what the ledger names', mends: true },
  'answers a creation without a body': {
    twist: aroundCreation(async (request, next) => {
      const response = await next(request)
      return response.ok ? new Response(null, { status: 201 }) : response
    }),
    leaves: 'nothing',
  },
  'closes the connection after a creation': { twist: () => lost, leaves: 'nothing' },
  'closes the connection after a creation, and lists it on page 17': {
    twist: () => lost,
    leaves: 'nothing',
    others: 165,
  },
  'closes the connection after a creation, and shows no labels': {
    twist: () =>
      layered(
        lost,
        relabelled(() => null),
      ),
    leaves: 'what the ledger names',
    mends: true,
  },
  'answers 500 to a creation and carries it out': {
    twist: aroundCreation(async (request, next) => {
      await next(request)
      return answer(500)(request)
    }),
    leaves: 'nothing',
  },
  'answers 408 to a creation and carries it out': {
    twist: aroundCreation(async (request, next) => {
      await next(request)
      return answer(408)(request)
    }),
    leaves: 'nothing',
  },
  'carries out each creation three times': {
    twist: aroundCreation(async (request, next) => {
      await next(request.clone())
      await next(request.clone())
      return next(request)
    }),
    leaves: 'nothing',
  },
  'carries out creations long after accepting them': {
    twist: () => {
      let requests = 0
      const waiting: { readonly at: number; readonly carryOut: () => Promise<Response> }[] = []
      return async (request, next) => {
        requests++
        const due = waiting.filter(({ at }) => at <= requests)
        for (const one of due) {
          waiting.splice(waiting.indexOf(one), 1)
          await one.carryOut()
        }
        if (!creations(request, new URL(request.url).pathname)) return next(request)
        const kept = request.clone()
        waiting.push({ at: requests + 2_000, carryOut: () => next(kept) })
        return answer(202, {})(request)
      }
    },
    leaves: 'what the ledger names',
  },
  'shows deleted resources for a while': {
    twist: () => {
      const deleted = new Map<string, { readonly body: unknown; left: number }>()
      return async (request, next) => {
        const path = new URL(request.url).pathname
        if (to(item, 'DELETE')(request, path)) {
          const shown = await next(new Request(request.url, { headers: request.headers }))
          if (shown.ok) deleted.set(path, { body: await shown.json(), left: 3 })
          return next(request)
        }
        const ghost = request.method === 'GET' ? deleted.get(path) : undefined
        if (ghost === undefined || ghost.left-- <= 0) return next(request)
        return answer(200, ghost.body)(request)
      }
    },
    leaves: 'nothing',
  },
  'shows no single repository, deletes none, and lists only the older ones': {
    twist: () => {
      const repositories = '/v2/namespaces/{namespace}/repositories'
      return layered(
        instead(
          (request, path) =>
            to(`${repositories}/{repository}`, 'GET', 'HEAD')(request, path) ||
            (request.method === 'DELETE' && path.includes('/repositories/')),
          answer(404),
        ),
        withJson(to(repositories, 'GET'), body => {
          const { results = [] } = body as { results?: readonly unknown[] }
          return {
            results: results.filter(one => !JSON.stringify(one).includes('hub-conformance-')),
            next_token: 'abc',
          }
        }),
      )
    },
    leaves: 'what the ledger names',
  },
  'neither lists nor returns tokens': {
    twist: () => instead((request, path) => request.method === 'GET' && path.startsWith(collection), answer(404)),
    leaves: 'what the ledger names',
    mends: true,
  },
  'accepts the token of a login for at most 25 requests': {
    twist: () => {
      const used = new Map<string, number>()
      return async (request, next) => {
        const credential = request.headers.get('authorization') ?? ''
        // An answer to a malformed credential stays what it is.
        if (!credential.startsWith('Bearer ') || credential.length < 40) return next(request)
        const count = (used.get(credential) ?? 0) + 1
        used.set(credential, count)
        return count > 25 ? answer(401)(request) : next(request)
      }
    },
    leaves: 'nothing',
    login: true,
  },
  'closes the connection after a deletion': {
    twist: () =>
      instead(to(item, 'DELETE'), async (request, next) => {
        await next(request)
        throw new Error('the connection was closed')
      }),
    leaves: 'nothing',
  },
  'answers 500 to the first deletion of each resource': {
    twist: () => {
      const asked = new Set<string>()
      return instead(
        (request, path) => request.method === 'DELETE' && path.startsWith('/v2/'),
        (request, next) => {
          if (asked.has(request.url)) return next(request)
          asked.add(request.url)
          return answer(500)(request)
        },
      )
    },
    leaves: 'nothing',
  },
  'shows no single token, and deletes none': {
    twist: () => instead(to(item), answer(404)),
    leaves: 'what the ledger names',
    mends: true,
  },
  'carries out deletions only later': {
    twist: () => {
      let tries = 0
      return instead(to(item, 'DELETE'), (request, next) => (tries++ % 4 < 3 ? answer(404)(request) : next(request)))
    },
    leaves: 'nothing',
  },
  'deletes no repository': {
    twist: () => instead(to('/v2/repositories/{n}/{r}', 'DELETE'), answer(404)),
    leaves: 'what the ledger names',
    mends: true,
  },
}
