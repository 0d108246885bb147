import { expect, it } from 'vitest'
import { published } from '../../../checks/source.ts'
import { answer, edited, instead, rewritten, to, unrouted, type When } from '../../../checks/twists/twist.ts'
import type { Requirement, Twist } from '../../../contracts/requirement.ts'
import { holds } from '../../../contracts/results/finding.ts'
import type { LedgerRecord } from '../../../engine/cleanup/ledger.ts'
import { runConformance } from '../../../engine/run.ts'
import { createHub, type Hub } from '../../../reference-impl/hub.ts'
import { lies } from '../../safety/support/lies.ts'
import { oddHubs } from '../../safety/support/odd-hubs.ts'
import { leftOn } from '../../safety/support/things.ts'
import { virtualClock } from '../../support/run.ts'

/** What is left, why, and how many requests it takes: of one repository, four personal and three organization access tokens. */

const creates: Requirement = {
  id: 'repositories/creates',
  level: 'should',
  statement: 'Things are created.',
  since: '2022-08-23',
  source: published('operation CreateRepository', 'Things are created.'),
  needs: ['writes', 'credentials', 'namespace', 'org'],
  how: 'They are created.',
  fix: 'Create them.',
  faults: {},
  cases: [
    {
      name: 'creates some of each kind',
      check: async probe => {
        const { namespace } = await probe.fixture('namespace')
        const { exchange, name } = await probe
          .create('repository', { namespace })
          .catch(() => ({ exchange: undefined, name: 'x' }))
        await probe.call('GetRepository', { namespace, repository: name }).catch(() => undefined)
        for (const kind of ['pat', 'pat', 'pat', 'oat', 'oat'] as const)
          await probe.ownToken(kind).catch(() => undefined)
        return holds(exchange ?? (await probe.call('GetRepository', { namespace, repository: 'x' })))
      },
    },
  ],
}

/** What twists may know of a run. */
interface Run {
  readonly hub: Hub
  /** Whether it is cleaning up. */
  isCleaning: boolean
  /** Moves its clock on. */
  readonly wait: (ms: number) => Promise<void>
  readonly now: () => number
}

const cleaned = async ({ twist: twistOf, login, bindings, patienceMs = 2_000 }: Row) => {
  const hub = createHub()
  const clock = virtualClock()
  const run: Run = { hub, isCleaning: false, wait: clock.pause, now: clock.now }
  let waitedMs = 0
  const twist = twistOf(run)
  let asked = 0
  let last: LedgerRecord | undefined
  const { username, password, token } = hub.credentials
  const { leftovers } = await runConformance(
    {
      target: {
        url: 'http://hub.invalid',
        handler: async request => {
          if (run.isCleaning) asked++
          // Reading documents takes longer than all the rest.
          return new URL(request.url).pathname.startsWith('/v2/') ? twist(request, hub.handler) : answer(404)(request)
        },
      },
      credentials: login ? { username, password } : { token },
      fixtures: { namespace: 'conformance-org', org: 'conformance-org' },
      allowWrites: true,
      clock: {
        ...clock,
        pause: async ms => {
          if (run.isCleaning) waitedMs += ms
          await clock.pause(ms)
        },
      },
      ...(bindings && { bindings: { operations: bindings } }),
      patienceMs,
      network: { timeoutMs: 600_000 },
      ledger: {
        write: async record => {
          last = record
        },
      },
      onProgress: ({ type }) => {
        run.isCleaning ||= type === 'cleanup'
      },
    },
    { catalogue: [creates] },
  )
  const says: Record<string, number> = {}
  for (const { kind, name, url, why, needs, unserved, uncertain = false } of leftovers) {
    const place = bindings?.['pat.list']?.path ?? places[kind]
    expect(url).toBe(`http://hub.invalid${place}${kind === 'repository' ? name : ''}`)
    const operation = needs ?? unserved
    const line = `${kind}: ${why}${operation === undefined ? '' : ` (${operation})`}`
    expect([why, uncertain]).toEqual([
      why,
      /may exist|found by its name|not known whether|not be read to the end/.test(why),
    ])
    says[line] = (says[line] ?? 0) + 1
  }
  expect(last?.entries.map(({ name }) => name).sort()).toEqual(leftovers.map(({ name }) => name).sort())
  const renamed = last?.entries.filter(entry => entry.renamed).length ?? 0
  return { asked, waits: waitedMs > 0, waitedMs, renamed, left: (await leftOn(hub)).length, says }
}

type Json = Record<string, unknown>

/** Where what is left is looked at. */
const places: Readonly<Record<string, string>> = {
  repository: '/v2/namespaces/conformance-org/repositories/',
  'personal access token': '/v2/access-tokens',
  'organization access token': '/v2/orgs/conformance-org/access-tokens',
}

const pat = '/v2/access-tokens/{id}'
const pats = '/v2/access-tokens'
const repository = '/v2/namespaces/{namespace}/repositories/{repository}'
const repositories = '/v2/namespaces/{namespace}/repositories'
const removal = '/v2/repositories/{namespace}/{repository}'

const any =
  (...whens: readonly When[]): When =>
  (request, path) =>
    whens.some(when => when(request, path))

const deletions: When = (request, path) => request.method === 'DELETE' && path.startsWith('/v2/')
const reads: When = request => request.method === 'GET'
const readsOf =
  (pattern: RegExp): When =>
  (request, path) =>
    request.method === 'GET' && pattern.test(path)
const lists = readsOf(/(?:tokens|repositories)$/)

const page = () => new Response('<html>hub</html>', { headers: { 'content-type': 'text/html' } })
const closed = (): never => {
  throw new Error('the connection was closed')
}

/** Carries a request out, and answers otherwise. */
const done =
  (status: number): Parameters<typeof instead>[1] =>
  async (request, next) => {
    await next(request)
    return answer(status)(request)
  }

const without = (text: string) =>
  edited(body => {
    const { results = [], ...rest } = body as { results?: readonly unknown[] }
    return { ...rest, results: results.filter(one => !JSON.stringify(one).includes(text)) }
  })

/** Answers the deletion of one of the personal access tokens otherwise: the one that is asked for first, or a later one. */
const oneOfThem =
  (nth: number, respond: (request: Request, time: number) => Response | undefined): (() => Twist) =>
  () => {
    const times = new Map<string, number>()
    return instead(to(pat, 'DELETE'), (request, next) => {
      times.set(request.url, (times.get(request.url) ?? 0) + 1)
      const isChosen = [...times.keys()][nth - 1] === request.url
      return (isChosen ? respond(request, times.get(request.url) ?? 0) : undefined) ?? next(request)
    })
  }

const whileCleaning =
  (twist: Twist) =>
  (run: Run): Twist =>
  (request, next) =>
    run.isCleaning ? twist(request, next) : next(request)

/** Creates a token with the name of the run and something after it. */
const alsoCreates = async ({ hub }: Run, ending: string): Promise<void> => {
  const [own = ''] = (await leftOn(hub)).flatMap(thing => /hub-conformance-\w{6}-/.exec(thing) ?? [])
  await hub.handler(
    new Request('http://hub.invalid/v2/access-tokens', {
      method: 'POST',
      headers: { authorization: `Bearer ${hub.credentials.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token_label: `${own}${ending}`, scopes: ['repo:read'] }),
    }),
  )
}

/** Once the deletion of repositories, the last thing to be deleted, is asked for, other tokens appear. */
const strayed =
  (ending: string, and?: Twist) =>
  (run: Run): Twist => {
    let isThere = false
    return async (request, next) => {
      if (!isThere && run.isCleaning) {
        isThere = true
        await alsoCreates(run, ending)
      }
      return and ? and(request, next) : next(request)
    }
  }

/** Shows what it has deleted for some while: everywhere, or in lists alone. */
const lingering =
  (forMs: number, isSeen: When) =>
  ({ hub, now }: Run): Twist => {
    const before = new Map<string, { readonly response: Response; readonly until: number }>()
    return async (request, next) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'DELETE') {
        const { authorization = '' } = Object.fromEntries(request.headers)
        const places = [
          pathname.replace(/^(\/v2)\/repositories/, '$1/namespaces').replace(/([^/]+)$/, 'repositories/$1'),
        ]
        const own = pathname.startsWith('/v2/repositories') ? places : [pathname]
        const shown = own.flatMap(place => [place, place.replace(/\/[^/]+$/, '')])
        for (const place of shown) {
          const response = await hub.handler(new Request(`http://hub.invalid${place}`, { headers: { authorization } }))
          const known = before.get(place)
          if (response.ok && (known === undefined || known.until < now()))
            before.set(place, { response, until: now() + forMs })
        }
        return next(request)
      }
      const old = isSeen(request, pathname) ? before.get(pathname) : undefined
      return old !== undefined && old.until > now() ? old.response.clone() : next(request)
    }
  }

/** Keeps what it has deleted, and shows it with these members. */
const keeping = (members: Json) => (): Twist => {
  const gone = new Set<string>()
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'DELETE') {
      gone.add(pathname.split('/').at(-1) ?? '')
      return answer(204)(request)
    }
    if (request.method !== 'GET') return next(request)
    const marked = (thing: unknown): unknown => {
      const { uuid, id, name } = thing as Json
      return [uuid, id, name].some(one => gone.has(String(one))) ? { ...(thing as Json), ...members } : thing
    }
    return edited(body => {
      const { results } = body as { results?: readonly unknown[] }
      return results ? { ...(body as Json), results: results.map(marked) } : marked(body)
    })(request, next)
  }
}

interface Row {
  readonly twist: (run: Run) => Twist
  readonly login?: true
  readonly patienceMs?: number
  readonly bindings?: Readonly<Record<string, { readonly method: string; readonly path: string; body?: Json }>>
}

const rows: Readonly<Record<string, Row>> = {
  'is right': { twist: () => (request, next) => next(request) },
  'lists what it has deleted some while longer': { twist: lingering(1_500, lists) },
  'lists what it has deleted longer than the run waits': { twist: lingering(60_000, lists) },
  'shows what it has deleted longer than cleaning up needs elsewhere': {
    twist: lingering(4_500, reads),
    patienceMs: 6_000,
  },
  'shows a repository that it has deleted for a while, and answers 409 to another deletion of it': {
    patienceMs: 6_000,
    twist: run => {
      const shown = lingering(4_500, to(repository, 'GET'))(run)
      let isDeleted = false
      return (request, next) =>
        shown(request, async inner => {
          if (!to(removal, 'DELETE')(inner, new URL(inner.url).pathname)) return next(inner)
          if (isDeleted) return answer(409)(inner)
          isDeleted = true
          return next(inner)
        })
    },
  },
  'keeps what it has deleted as a record with a state': { twist: keeping({ status: 'deleted' }) },
  'keeps what it has deleted as a record with a time': { twist: keeping({ deleted_at: '2026-01-02T03:04:05Z' }) },
  'keeps what it has deleted, with a state and a time that say that it is there': {
    twist: keeping({ status: 'active', deleted_at: null }),
  },
  ...oddHubs,
  ...Object.fromEntries(
    [204, 302, 401, 403, 405, 410, 499, 500, 501].map(status => [
      `answers ${status} to deletions`,
      { twist: () => instead(deletions, answer(status)) },
    ]),
  ),
  'answers 404 of a form of its own to deletions': { twist: () => instead(deletions, answer(404, { reason: 'no' })) },
  'answers to deletions as to a path that does not exist': { twist: () => instead(deletions, unrouted) },
  'answers nothing to deletions': { twist: () => instead(deletions, closed) },
  ...Object.fromEntries(
    [403, 404, 405, 500, 501].map(status => [
      `answers ${status} to deletions and carries them out`,
      { twist: () => instead(deletions, done(status)) },
    ]),
  ),
  'answers 405 to one deletion once': {
    twist: oneOfThem(1, (request, time) => (time === 1 ? answer(405)(request) : undefined)),
  },
  'answers 404 to the deletion of one token': { twist: oneOfThem(1, answer(404)) },
  'answers 403 to the deletion of one token': { twist: oneOfThem(1, answer(403)) },
  'answers 405 to the deletion of a later token': { twist: oneOfThem(2, answer(405)) },
  'answers 405 to one deletion once, and says of the other tokens that it deleted them': {
    twist: () => {
      let first: string | undefined
      let isRefused = false
      return instead(to(pat, 'DELETE'), (request, next) => {
        first ??= request.url
        if (first !== request.url) return answer(204)(request)
        if (isRefused) return next(request)
        isRefused = true
        return answer(405)(request)
      })
    },
  },
  'says of one token that it created it, and answers 403 to deletions': {
    twist: () => {
      let count = 0
      return instead(any(to(pats, 'POST'), to(pat, 'DELETE')), (request, next) =>
        request.method === 'DELETE'
          ? answer(403)(request)
          : ++count === 2
            ? answer(201, { uuid: 'of-nothing', token: 'secret-of-nothing' })(request)
            : next(request),
      )
    },
  },
  'lists one token without its id until the others are deleted, and shows no single one': {
    twist: () => {
      let count = 0
      return instead(
        (_request, path) => path.startsWith(pats),
        (request, next) => {
          const { pathname } = new URL(request.url)
          if (to(pats, 'GET')(request, pathname))
            return edited(body => {
              const [first, ...others] = (body as { results: Json[] }).results
              return { results: [count < 3 ? { token_label: first?.token_label } : first, ...others] }
            })(request, next)
          if (request.method === 'DELETE') count++
          return request.method === 'GET' ? answer(404)(request) : next(request)
        },
      )
    },
  },
  'takes no names for tokens, and answers 404 to the deletion of one': {
    bindings: { 'pat.create': { method: 'POST', path: pats, body: { scopes: ['repo:read'] } } },
    twist: () => {
      const refuses = oneOfThem(1, answer(404))()
      return instead(
        (_request, path) => path.startsWith(pats),
        async (request, next) => {
          if (request.method !== 'POST') return refuses(request, next)
          const body = JSON.stringify({ ...((await request.json()) as Json), token_label: 'unnamed' })
          return next(new Request(request.url, { method: 'POST', headers: request.headers, body }))
        },
      )
    },
  },
  'deletes repositories elsewhere than it is said to': {
    bindings: { DeleteRepository: { method: 'DELETE', path: `${repository}/removal` } },
    twist: () => (request, next) => next(request),
  },
  'shows a page in place of repositories, and answers 404 to the deletion of one': {
    twist: () =>
      instead(any(to(repository, 'GET'), to(repositories, 'GET'), to(removal, 'DELETE')), request =>
        request.method === 'GET' ? page() : answer(404)(request),
      ),
  },
  'answers 409 to the deletion of the last token once': {
    twist: oneOfThem(4, (request, time) => (time === 1 ? answer(409)(request) : undefined)),
  },
  'says of one token once that it deleted it': {
    twist: oneOfThem(2, (request, time) => (time === 1 ? answer(204)(request) : undefined)),
  },
  'says of all tokens but one that it deleted them': {
    twist: () => {
      let first: string | undefined
      return instead(to(pat, 'DELETE'), (request, next) => {
        first ??= request.url
        return first === request.url ? next(request) : answer(204)(request)
      })
    },
  },
  'shows a page in place of tokens': { twist: () => instead(readsOf(/access-tokens/), page) },
  'shows a page in place of everything': { twist: () => instead(reads, page) },
  'answers 403 to all reading': { twist: () => instead(readsOf(/tokens|repositories/), answer(403)) },
  'shows no single token': { twist: () => instead(to(pat, 'GET'), answer(404)) },
  'answers nothing where single tokens are': { twist: () => instead(to(pat, 'GET'), closed) },
  'lists nothing while it is cleaned up': { twist: whileCleaning(instead(lists, closed)) },
  'lists nothing new': { twist: () => instead(to(pats, 'GET'), without('hub-conformance-')) },
  'lists nothing new and shows no single token': {
    twist: () =>
      instead(readsOf(/^\/v2\/access-tokens/), (request, next) =>
        to(pats)(request, new URL(request.url).pathname)
          ? without('hub-conformance-')(request, next)
          : answer(404)(request),
      ),
  },
  'shows no single repository': { twist: () => instead(to(repository, 'GET'), answer(404)) },
  'shows no single repository, and answers 404 to its deletion': {
    twist: () => instead(any(to(repository, 'GET'), to(removal, 'DELETE')), answer(404)),
  },
  'shows no repository at all, and answers 404 to its deletion': {
    twist: () => instead(any(to(repository, 'GET'), to(repositories, 'GET'), to(removal, 'DELETE')), answer(404)),
  },
  'answers 404 to the deletion of a repository that somebody else has deleted': {
    twist: () => instead(to(removal, 'DELETE'), done(404)),
  },
  'answers 500 to the deletion of a repository, shows it late, and shows none in its list': {
    twist: () =>
      instead(any(to(removal, 'DELETE'), to(repositories, 'GET')), (request, next) =>
        request.method === 'DELETE' ? done(500)(request, next) : answer(404)(request),
      ),
  },
  'answers nothing to the deletion of a repository': { twist: () => instead(to(removal, 'DELETE'), closed) },
  'creates a repository under another name': {
    twist: () =>
      instead(to(repositories, 'POST'), async (request, next) => {
        const body = { ...((await request.json()) as Json), name: 'another' }
        return next(new Request(request.url, { method: 'POST', headers: request.headers, body: JSON.stringify(body) }))
      }),
  },
  'creates a repository in another namespace than the one that it is asked for': {
    twist: ({ hub }) => {
      const name = hub.credentials.username
      return instead(to(repositories, 'POST'), async (request, next) => {
        const body = JSON.stringify({ ...((await request.json()) as Json), namespace: name })
        const url = `http://hub.invalid/v2/namespaces/${name}/repositories`
        return next(new Request(url, { method: 'POST', headers: request.headers, body }))
      })
    },
  },
  'takes a minute for each request of the cleanup': {
    twist: run => async (request, next) => {
      if (run.isCleaning) await run.wait(60_000)
      return next(request)
    },
  },
  'answers 500 to the creation of tokens': {
    twist: () => instead((request, path) => request.method === 'POST' && /tokens$/.test(path), answer(500)),
  },
  'says of each token alone why it answers 403 to its deletion': {
    twist: () =>
      instead(to(pat, 'DELETE'), request =>
        answer(403, { detail: `You may not delete ${request.url.split('/').at(-1)}.` })(request),
      ),
  },
  'says in one word why it answers 403 to deletions': {
    twist: () => instead(to(pat, 'DELETE'), answer(403, { detail: '403  Forbidden' })),
  },
  'refuses all creations': {
    twist: () => instead(request => request.method === 'POST', answer(403)),
  },
  'answers 500 where things are listed and shown while it is cleaned up': {
    twist: whileCleaning(instead(readsOf(/tokens|repositories/), answer(500))),
  },
  'answers 500 to all but the creation of a repository while it is cleaned up': {
    twist: whileCleaning(instead(readsOf(/^\/v2\/(?:namespaces|repositories)/), answer(500))),
  },
  'answers 500 where repositories are, and to their deletion': {
    twist: whileCleaning(instead((_request, path) => /^\/v2\/(?:namespaces|repositories)/.test(path), answer(500))),
  },
  'limits all requests while it is cleaned up': {
    twist: whileCleaning((request, _next) => Promise.resolve(answer(429, {}, { 'retry-after': '36000' })(request))),
  },
  'closes the connection once it has deleted a repository': {
    twist: () =>
      instead(to(removal, 'DELETE'), async (request, next) => {
        await next(request)
        return closed()
      }),
  },
  'has deleted a repository before it is asked to': {
    twist: () =>
      instead(to(removal, 'DELETE'), async (request, next) => {
        await next(request.clone())
        return next(request)
      }),
  },
  'has deleted a repository, and lists nothing': {
    twist: whileCleaning(
      instead(any(to(removal, 'DELETE'), to(repository, 'GET'), to(repositories, 'GET')), answer(404)),
    ),
  },
  'refuses deletions, carries them out, and still shows what it has deleted by itself': {
    twist: () => {
      const ghosts = new Map<string, string>()
      return instead(to(pat), async (request, next) => {
        if (request.method === 'GET') {
          const ghost = ghosts.get(request.url)
          return ghost === undefined
            ? next(request)
            : new Response(ghost, { headers: { 'content-type': 'application/json' } })
        }
        if (request.method !== 'DELETE') return next(request)
        const shown = await next(new Request(request.url, { headers: request.headers }))
        if (shown.ok) ghosts.set(request.url, await shown.text())
        return done(403)(request, next)
      })
    },
  },
  'lists nothing new, in a list without an end, and shows no single token': {
    twist: () =>
      instead(readsOf(/^\/v2\/access-tokens/), (request, next) =>
        to(pats)(request, new URL(request.url).pathname)
          ? edited(body => ({ ...(body as Json), next: '/v2/nowhere' }))(request, again =>
              without('hub-conformance-')(again, next),
            )
          : answer(404)(request),
      ),
  },
  'lists tokens without their ids and shows no single one': {
    twist: () =>
      instead(readsOf(/^\/v2\/access-tokens/), (request, next) =>
        to(pats)(request, new URL(request.url).pathname)
          ? edited(body => ({
              results: (body as { results: Json[] }).results.map(({ token_label }) => ({ token_label })),
            }))(request, next)
          : answer(404)(request),
      ),
  },
  'has names of its own for tokens, lists none of the new ones, and loses the first creation': {
    twist: () => {
      let isFirst = true
      const renames = edited(body => ({ ...(body as Json), token_label: 'a name of its own' }))
      return instead(
        (_request, path) => path.startsWith(pats),
        async (request, next) => {
          const { pathname } = new URL(request.url)
          if (to(pats, 'GET')(request, pathname)) return without('hub-conformance-')(request, next)
          const response = await renames(request, next)
          if (request.method !== 'POST' || !isFirst) return response
          isFirst = false
          return closed()
        },
      )
    },
  },
  'lists tokens under names of its own, and shows no single one': {
    twist: () =>
      instead(readsOf(/^\/v2\/access-tokens/), (request, next) =>
        to(pats)(request, new URL(request.url).pathname)
          ? rewritten(text => text.replace(/hub-conformance-[\w-]+/g, 'a name of its own'))(request, next)
          : answer(404)(request),
      ),
  },
  'has tokens at another place, and is not said to delete them there': {
    bindings: {
      'pat.create': { method: 'POST', path: '/v2/me/keys' },
      'pat.list': { method: 'GET', path: '/v2/me/keys' },
      'pat.get': { method: 'GET', path: '/v2/me/keys/{id}' },
    },
    twist: () => (request, next) => next(new Request(request.url.replace('/v2/me/keys', pats), request)),
  },
  'creates another token while it is cleaned up': { twist: strayed('0a1b2c') },
  'creates another token in capitals, with a word after its name': {
    twist: strayed(
      '0a1b2c renamed',
      instead(
        readsOf(/access-tokens/),
        rewritten(text => text.replace(/hub-conformance-\w{6}-0a1b2c/g, name => name.toUpperCase())),
      ),
    ),
  },
  'creates another token with a name of which nothing is left': { twist: strayed('') },
  'says why it answers 403 to deletions': {
    twist: () => instead(to(pat, 'DELETE'), answer(403, { detail: 'The CSRF token is missing.' })),
  },
  'creates another token, and answers 403 to deletions': { twist: strayed('0a1b2c', instead(deletions, answer(403))) },
  'creates another token in place of each that is deleted': {
    twist: run => {
      let count = 0
      return instead(to(pat, 'DELETE'), async (request, next) => {
        // Not for ever: cleaning up is to end before this does.
        if (run.isCleaning && ++count > 3 && count < 13) await alsoCreates(run, `0a1b2c${count}`)
        return next(request)
      })
    },
  },
  'answers a creation with the id of another token': {
    twist: run => {
      let foreign: string | undefined
      return async (request, next) => {
        const list = await run.hub.handler(
          new Request('http://hub.invalid/v2/access-tokens', {
            headers: { authorization: `Bearer ${run.hub.credentials.token}` },
          }),
        )
        foreign ??= ((await list.json()) as { results: { uuid: string }[] }).results[0]?.uuid
        return (lies['a creation answers with the id of another token'] as (foreign: string) => Twist)(String(foreign))(
          request,
          next,
        )
      }
    },
  },
  ...Object.fromEntries(
    Object.entries({
      'the same': answer(200, {}),
      'a list of one of everything': answer(200, { results: [{ id: 1, uuid: 'x', name: 'x', token: 'xyz' }] }),
      'a page': page,
      'its own request': async (request: Request) =>
        Response.json({ path: new URL(request.url).pathname, sent: await request.text() }),
      'a redirect': answer(302, {}, { location: '/login' }),
    }).map(([what, respond]) => [
      `answers everything with ${what}`,
      { twist: () => async request => respond(request) },
    ]),
  ),
  'answers all reading with the same': { twist: () => instead(reads, answer(200, {})) },
  'answers all reading of tokens with the same, and creates none': {
    twist: () =>
      instead(
        any(readsOf(/tokens/), (request, path) => request.method === 'POST' && /tokens$/.test(path)),
        request => answer(request.method === 'GET' ? 200 : 201, {})(request),
      ),
  },
  'redirects all reading of tokens and repositories': {
    twist: () => instead(readsOf(/tokens|repositories/), answer(302, {}, { location: '/login' })),
  },
}

/** Nothing is waited for, renamed, left or said but what stands here. */
/** What is said of all that was created, where it is left. */
const left = (why: string, ofRepository = why, [oat, pat] = ['', '']) => ({
  left: 8,
  says: {
    [`organization access token: ${why}${oat}`]: 3,
    [`personal access token: ${why}${pat}`]: 4,
    [`repository: ${ofRepository}`]: 1,
  },
})

const ofRepository = 'DELETE /v2/repositories/{namespace}/{repository} answered'

const refused = (answered: string) => left(`DELETE answered ${answered}`, `${ofRepository} ${answered}`)

const unknown = (status: number) =>
  left(
    `DELETE answered ${status}: the target has no such operation`,
    `${ofRepository} ${status}; the document names no way to delete a repository (DeleteRepository)`,
    [' (oat.delete)', ' (pat.delete)'],
  )

const expected: Readonly<Record<string, Partial<Awaited<ReturnType<typeof cleaned>>>>> = {
  'creates a repository in another namespace than the one that it is asked for': { asked: 22 },
  'lists what it has deleted some while longer': { asked: 64, waits: true },
  'answers 405 to the deletion of a later token': {
    asked: 27,
    waits: true,
    left: 1,
    says: { 'personal access token: DELETE answered 405': 1 },
  },
  'answers 405 to one deletion once, and says of the other tokens that it deleted them': {
    asked: 57,
    waits: true,
    left: 3,
    says: { 'personal access token: DELETE answered 204, but it is still there': 3 },
  },
  'says of one token that it created it, and answers 403 to deletions': {
    asked: 43,
    left: 4,
    says: {
      'personal access token: DELETE answered 403, so the credentials may not do this': 4,
      'personal access token: the target reported the creation, but shows it nowhere: it may exist': 1,
    },
  },
  'lists one token without its id until the others are deleted, and shows no single one': { asked: 37 },
  'takes no names for tokens, and answers 404 to the deletion of one': {
    asked: 48,
    waits: true,
    says: { 'personal access token: DELETE answered 404, but it is still there': 1 },
  },
  'deletes repositories elsewhere than it is said to': {
    asked: 18,
    left: 1,
    says: {
      'repository: DELETE /v2/namespaces/{namespace}/repositories/{repository}/removal answered 404 (DeleteRepository)': 1,
    },
  },
  'shows a page in place of repositories, and answers 404 to the deletion of one': {
    asked: 19,
    left: 1,
    says: { 'repository: its list, which does not show it, could not be read to the end': 1 },
  },
  'lists what it has deleted longer than the run waits': {
    asked: 100,
    waits: true,
    says: { 'repository: the target answered its deletion with success, and still shows it': 1 },
  },
  'shows what it has deleted longer than cleaning up needs elsewhere': { asked: 120, waits: true },
  'shows a repository that it has deleted for a while, and answers 409 to another deletion of it': {
    asked: 38,
    waits: true,
  },
  'closes the connection after a creation': { asked: 26 },
  'answers nothing where single tokens are': {
    asked: 17,
    left: 4,
    says: { 'personal access token: no answer when searching for it: closed': 4 },
  },
  'answers nothing to deletions': {
    asked: 41,
    ...left('no answer to the deletion: closed'),
  },
  'shows no single repository, deletes none, and lists only the older ones': {
    asked: 21,
    left: 1,
    says: { 'repository: its list, which does not show it, could not be read to the end': 1 },
  },
  'shows no single repository, and answers 404 to its deletion': {
    asked: 20,
    left: 1,
    says: {
      'repository: DELETE /v2/repositories/{namespace}/{repository} answered 404; the document names no way to delete a repository (DeleteRepository)': 1,
    },
  },
  'answers all reading with the same': {
    asked: 32,
    left: 2,
    says: {
      'organization access token: the target reported the creation, but shows it nowhere: it may exist': 1,
      'personal access token: the target reported the creation, but shows it nowhere: it may exist': 1,
    },
  },
  'shows no labels': {
    asked: 30,
    renamed: 4,
    left: 4,
    says: {
      'personal access token: the target shows it under another name; HUB, which the target named, was listed before': 4,
    },
  },
  'answers 500 to the deletion of a repository, shows it late, and shows none in its list': { asked: 52, waits: true },
  'answers 405 to deletions and carries them out': { asked: 68, waits: true },
  'answers everything with a redirect': { asked: 26 },
  'answers 302 to deletions': {
    asked: 29,
    ...refused('302'),
  },
  'answers 405 to deletions': {
    asked: 20,
    waits: true,
    ...unknown(405),
  },
  'answers all reading of tokens with the same, and creates none': {
    asked: 13,
    renamed: 2,
    says: {
      'organization access token: it cannot be found by its name': 1,
      'personal access token: it cannot be found by its name': 1,
    },
  },
  'answers 404 of a form of its own to deletions': {
    asked: 33,
    waits: true,
    ...unknown(404),
  },
  'shows no single token, and deletes none': {
    asked: 62,
    waits: true,
    left: 5,
    says: { 'personal access token: DELETE answered 404, but it is still there': 5 },
  },
  'lists nothing new': { asked: 17 },
  'shows a page in place of everything': {
    asked: 20,
    left: 2,
    says: {
      'organization access token: it cannot be searched by its name: its list was answered 200': 1,
      'personal access token: it cannot be searched by its name: its list was answered 200': 1,
    },
  },
  'answers everything with its own request': { asked: 20, waits: true },
  'answers 499 to deletions': {
    asked: 29,
    ...refused('499'),
  },
  'closes the connection after a deletion': { asked: 41 },
  'has deleted a repository before it is asked to': { asked: 35, waits: true },
  'answers 500 to the first deletion of each resource': { asked: 25 },
  'has deleted a repository, and lists nothing': { asked: 44, waits: true, left: 1 },
  'answers 500 to deletions and carries them out': { asked: 75, waits: true },
  'answers 403 to deletions': {
    asked: 29,
    ...refused('403, so the credentials may not do this'),
  },
  'says why it answers 403 to deletions': {
    asked: 23,
    left: 4,
    says: {
      'personal access token: DELETE answered 403, so the credentials may not do this ("The CSRF token is missing.")': 4,
    },
  },
  'lists nothing while it is cleaned up': { asked: 21 },
  'closes the connection once it has deleted a repository': { asked: 37, waits: true },
  'lists nothing new, in a list without an end, and shows no single token': {
    asked: 74,
    waits: true,
    left: 4,
    says: {
      'personal access token: its list, which does not show it, could not be read to the end; HUB, which the target named, was listed before': 4,
    },
  },
  'answers 501 to deletions': {
    asked: 25,
    waits: true,
    ...unknown(501),
  },
  'answers 500 where repositories are, and to their deletion': {
    asked: 19,
    left: 1,
    says: { 'repository: DELETE /v2/repositories/{namespace}/{repository} answered 500': 1 },
  },
  'lists nothing new and shows no single token': {
    asked: 74,
    waits: true,
    left: 4,
    says: {
      'personal access token: the target reported the creation, but shows it nowhere: it may exist; HUB, which the target named, was listed before': 4,
    },
  },
  'carries out each creation three times': { asked: 102, waits: true },
  'answers 401 to deletions': {
    asked: 29,
    ...refused('401, so the credentials were refused'),
  },
  'shows no repository at all, and answers 404 to its deletion': {
    asked: 18,
    left: 1,
    says: { 'repository: its list, which does not show it, could not be read to the end': 1 },
  },
  'answers a creation with the id of another token': { asked: 17 },
  'shows deleted resources for a while': { asked: 23, waits: true },
  'writes labels in capitals': { asked: 17 },
  'carries out deletions only later': { asked: 44, waits: true },
  'answers 410 to deletions': {
    asked: 33,
    waits: true,
    ...unknown(410),
  },
  'answers everything with the same': { asked: 14 },
  'answers 500 to a creation and carries it out': { asked: 26 },
  'answers 500 where things are listed and shown while it is cleaned up': { asked: 21 },
  'answers 404 to the deletion of a repository that somebody else has deleted': { asked: 35, waits: true },
  'answers 403 to all reading': {
    asked: 43,
    left: 7,
    says: {
      'organization access token: it cannot be searched by its name: its list was answered 403, so the credentials may not do this': 3,
      'personal access token: it cannot be searched by its name: its list was answered 403, so the credentials may not do this': 4,
    },
  },
  'answers 404 to the deletion of one token': {
    asked: 47,
    waits: true,
    left: 1,
    says: { 'personal access token: DELETE answered 404, but it is still there': 1 },
  },
  'shows no single token': { asked: 17 },
  'answers 204 to deletions': {
    asked: 57,
    waits: true,
    ...refused('204, but it is still there'),
  },
  'creates another token in place of each that is deleted': { asked: 55, left: 1 },
  'creates a repository under another name': {
    asked: 21,
    renamed: 1,
    says: { 'repository: the target created it under another name': 1 },
  },
  'closes the connection after a creation, and shows no labels': {
    asked: 30,
    renamed: 4,
    left: 4,
    says: { 'personal access token: it is not known whether it was created, and its list has 4 more than before': 4 },
  },
  'answers everything with a list of one of everything': { asked: 14 },
  'replaces the labels of tokens': {
    asked: 30,
    renamed: 4,
    left: 4,
    says: {
      'personal access token: the target shows it under another name; HUB, which the target named, was listed before': 4,
    },
  },
  'answers 501 to deletions and carries them out': { asked: 82, waits: true },
  'answers 403 to the deletion of one token': {
    asked: 28,
    left: 1,
    says: { 'personal access token: DELETE answered 403, so the credentials may not do this': 1 },
  },
  'answers everything with a page': { asked: 14 },
  'answers 409 to the deletion of the last token once': { asked: 23 },
  'answers 500 to all but the creation of a repository while it is cleaned up': { asked: 16 },
  'creates another token, and answers 403 to deletions': {
    asked: 34,
    left: 9,
    says: {
      'personal access token: DELETE answered 403, so the credentials may not do this': 5,
      'organization access token: DELETE answered 403, so the credentials may not do this': 3,
      'repository: DELETE /v2/repositories/{namespace}/{repository} answered 403, so the credentials may not do this': 1,
    },
  },
  'creates another token in capitals, with a word after its name': { asked: 27 },
  'creates another token while it is cleaned up': { asked: 27 },
  'limits all requests while it is cleaned up': {
    asked: 6,
    ...left('no answer when searching for it: 429'),
  },
  'accepts the token of a login for at most 25 requests': { asked: 20 },
  'neither lists nor returns tokens': {
    asked: 36,
    left: 4,
    says: { 'personal access token: it cannot be searched by its name: its list was answered 404': 4 },
  },
  'refuses all creations': { asked: 6 },
  'answers 403 to deletions and carries them out': {
    asked: 52,
    says: {
      'repository: DELETE /v2/repositories/{namespace}/{repository} answered 403, so the credentials may not do this': 1,
    },
  },
  'refuses deletions, carries them out, and still shows what it has deleted by itself': { asked: 22 },
  'has names of its own for tokens, lists none of the new ones, and loses the first creation': {
    asked: 34,
    renamed: 4,
    left: 5,
    says: {
      'personal access token: the target shows it under another name; HUB, which the target named, was listed before': 4,
      'personal access token: it is not known whether it was created, and it cannot be found by its name': 1,
    },
  },
  'creates another token with a name of which nothing is left': { asked: 19, left: 1 },
  'shows a page in place of tokens': {
    asked: 19,
    left: 2,
    says: {
      'organization access token: it cannot be searched by its name: its list was answered 200': 1,
      'personal access token: it cannot be searched by its name: its list was answered 200': 1,
    },
  },
  'answers 408 to a creation and carries it out': { asked: 26 },
  'says of all tokens but one that it deleted them': {
    asked: 53,
    waits: true,
    left: 3,
    says: { 'personal access token: DELETE answered 204, but it is still there': 3 },
  },
  'has tokens at another place, and is not said to delete them there': {
    asked: 13,
    left: 1,
    says: {
      'personal access token: the path of "delete a personal access token" is not known: DELETE /v2/access-tokens/{uuid} was not sent, since the target does not publish it, nor show there what the run created (pat.delete)': 1,
    },
  },
  'closes the connection after a creation, and lists it on page 17': { asked: 26 },
  'redirects all reading of tokens and repositories': {
    asked: 85,
    left: 7,
    says: {
      'organization access token: it cannot be searched by its name: its list was answered 404': 3,
      'personal access token: it cannot be searched by its name: its list was answered 404': 4,
    },
  },
  'is right': { asked: 17 },
  'answers 500 to the creation of tokens': { asked: 88, waits: true },
  ...Object.fromEntries(
    [
      'says of each token alone why it answers 403 to its deletion',
      'says in one word why it answers 403 to deletions',
    ].map(name => [
      name,
      {
        asked: 23,
        left: 4,
        says: { 'personal access token: DELETE answered 403, so the credentials may not do this': 4 },
      },
    ]),
  ),
  'answers 500 to deletions': {
    asked: 37,
    ...refused('500'),
  },
  'lists tokens without their ids and shows no single one': {
    asked: 40,
    left: 4,
    says: { 'personal access token: the target shows no reliable id for it': 4 },
  },
  'says of one token once that it deleted it': { asked: 23 },
  'takes a minute for each request of the cleanup': {
    asked: 8,
    left: 2,
    says: {
      'organization access token: the time limit of the cleanup ended': 2,
      'personal access token: the time limit of the cleanup ended': 2,
      'personal access token: no answer when searching for it: out-of-time': 1,
      'repository: the time limit of the cleanup ended': 1,
    },
  },
  'answers 405 to one deletion once': { asked: 22, waits: true },
  'answers 404 to deletions and carries them out': { asked: 66, waits: true },
  'answers nothing to the deletion of a repository': {
    asked: 19,
    left: 1,
    says: { 'repository: no answer to the deletion: closed': 1 },
  },
  'shows no single repository': { asked: 17 },
  'keeps what it has deleted as a record with a state': { asked: 17, left: 8 },
  'keeps what it has deleted as a record with a time': { asked: 17, left: 8 },
  'keeps what it has deleted, with a state and a time that say that it is there': {
    asked: 57,
    waits: true,
    left: 8,
    says: {
      'organization access token: DELETE answered 204, but it is still there': 3,
      'personal access token: DELETE answered 204, but it is still there': 4,
      'repository: DELETE /v2/repositories/{namespace}/{repository} answered 204, but it is still there': 1,
    },
  },
  'lists tokens under names of its own, and shows no single one': {
    asked: 38,
    renamed: 4,
    left: 4,
    says: {
      'personal access token: the target shows it under another name; HUB, which the target named, was listed before': 4,
    },
  },
  'answers a creation without a body': { asked: 17 },
  'carries out creations long after accepting them': {
    asked: 18,
    renamed: 1,
    says: { 'personal access token: it cannot be found by its name': 1 },
  },
  'deletes no repository': {
    asked: 18,
    left: 1,
    says: {
      'repository: DELETE /v2/repositories/{namespace}/{repository} answered 404; the document names no way to delete a repository (DeleteRepository)': 1,
    },
  },
  'puts the owner before a label': { asked: 17 },
  'answers to deletions as to a path that does not exist': {
    asked: 33,
    waits: true,
    ...unknown(404),
  },
}

it.each(Object.entries(rows))('a hub that %s', async (name, row) => {
  const usual = { waits: false, renamed: 0, left: 0, says: {} }
  const { waitedMs: _waitedMs, ...rest } = await cleaned(row)
  expect(rest).toEqual({ ...usual, ...expected[name] })
})

it('is waited for until it shows no more of what it has deleted, and no longer', async () => {
  const name = 'shows a repository that it has deleted for a while, and answers 409 to another deletion of it'
  expect((await cleaned(rows[name] as Row)).waitedMs).toBe(4_500)
})
