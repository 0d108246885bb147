import { describe, expect, it, test } from 'vitest'
import { isObject } from '../../checks/reading/json.ts'
import { listedByQuery } from '../../checks/twists/by-query.ts'
import { isOpenApi, openApi, withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { answer, edited, instead, noting, onObject, sentBy, to, withBody, withJson } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { expectAlone } from '../support/alone.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const repository = '/v2/namespaces/{namespace}/repositories/{repository}'
const tags = `${repository}/tags`
const immutable = `${repository}/immutabletags`
const tokens = '/v2/orgs/{org_name}/access-tokens'

const on = (path: string, method: string, edit: (body: Readonly<Record<string, unknown>>) => unknown): Twist =>
  withJson(to(path, method), body => (isObject(body) ? edit(body) : body))

const settingsOf = (body: Readonly<Record<string, unknown>>) =>
  body.immutable_tags_settings as { readonly enabled: boolean; readonly rules: readonly string[] }

const list = (body: Readonly<Record<string, unknown>>) => body.results as readonly Readonly<Record<string, unknown>>[]

/** Shapes that differ from the published ones, which no round trip may mind: other requirements judge shapes. */
const shapes: readonly (readonly [id: string, says: string, twist: Twist])[] = [
  ['repositories/created-get', 'an envelope', on(repository, 'GET', body => ({ ok: true, data: body }))],
  [
    'repositories/created-list',
    'a bare array of full names',
    on('/v2/namespaces/{namespace}/repositories', 'GET', body => list(body).map(one => `${one.namespace}/${one.name}`)),
  ],
  [
    'repositories/listed-tags',
    'a list of names',
    on(tags, 'GET', body => ({ ...body, results: list(body).map(one => one.name) })),
  ],
  ['repositories/listed-tags', 'an envelope', on(`${tags}/{tag}`, 'GET', body => ({ data: { tag: body } }))],
  ['repositories/single-tag-listed', 'a bare array', on(tags, 'GET', body => body.results)],
  [
    'immutable-tags/update-returned',
    'the settings alone, as one text',
    on(immutable, 'PATCH', body => ({ on: settingsOf(body).enabled, expression: settingsOf(body).rules.join('|') })),
  ],
  [
    'immutable-tags/update-kept',
    'rules as objects',
    on(repository, 'GET', body => ({ rules: settingsOf(body).rules.map(pattern => ({ pattern })) })),
  ],
  [
    'immutable-tags/update-switch',
    'the settings among other members',
    on(immutable, 'PATCH', body => ({
      name: body.name,
      locked: settingsOf(body).enabled,
      rules: settingsOf(body).rules,
    })),
  ],
  [
    'immutable-tags/verify-matches',
    'no list where no tag matches',
    on(`${immutable}/verify`, 'POST', body => ({
      data: Array.isArray(body.tags) && body.tags.length === 0 ? {} : body,
    })),
  ],
  [
    'immutable-tags/verify-matches',
    'null where no tag matches',
    on(`${immutable}/verify`, 'POST', body => ({
      total: 0,
      tags: Array.isArray(body.tags) && body.tags.length === 0 ? null : body.tags,
    })),
  ],
  ['immutable-tags/verify-matches', 'a bare array', on(`${immutable}/verify`, 'POST', body => body.tags)],
  [
    'org-access-tokens/created-list',
    'a list below two members',
    on(tokens, 'GET', body => ({ ...body, results: undefined, data: { tokens: body.results } })),
  ],
  [
    'org-access-tokens/update-kept',
    'the switch under another name',
    on(`${tokens}/{id}`, 'GET', ({ is_active: enabled, ...rest }) => ({ token: { ...rest, enabled } })),
  ],
  [
    'org-access-tokens/created-get',
    'the label under another name',
    on(`${tokens}/{id}`, 'GET', body => ({ key: body.id, title: body.label })),
  ],
  [
    'audit-logs/token-entries',
    'sentences',
    on('/v2/auditlogs/{account}', 'GET', body =>
      (body.logs as readonly { action_description: string }[]).map(log => log.action_description),
    ),
  ],
  [
    'audit-logs/token-actions',
    'names alone',
    on('/v2/auditlogs/{account}/actions', 'GET', () => ['repo.create', 'org_access_token_created']),
  ],
]

const notOurs = (item: unknown): boolean => !JSON.stringify(item).includes('hub-conformance-')

/** The first two items of a list, whatever is asked for, and that there is more. */
const cut = (path: string): Twist =>
  instead(to(path, 'GET'), (request, next) =>
    edited(body => (isObject(body) ? { data: list(body).filter(notOurs).slice(0, 2), has_more: true } : body))(
      new Request(request.url.replace(/\?.*/, ''), request),
      next,
    ),
  )

/** The first items of a list, whatever is asked for, with something next to them. */
const first = (path: string, size: number, beside: object, headers: Record<string, string> = {}): Twist =>
  instead(to(path, 'GET'), async (request, next) => {
    const url = new URL(request.url)
    url.search = '?page_size=100'
    const response = await edited(body =>
      isObject(body) ? { items: list(body).filter(notOurs).slice(0, size), ...beside } : body,
    )(new Request(url, request), next)
    return new Response(response.body, { headers: { ...Object.fromEntries(response.headers), ...headers } })
  })

describe('a list that does not say where it ends', () => {
  const lists = [
    ['repositories/created-list', '/v2/namespaces/{namespace}/repositories'],
    ['org-access-tokens/created-list', tokens],
  ] as const
  it.each(lists)('leaves %s open where something in it may say that it goes on', async (id, path) => {
    for (const [beside, headers] of [
      [{ resume_at: 'b2Zmc2V0' }, {}],
      [{ paging: { bookmark: { shard: 2 } } }, {}],
      [{}, { 'x-list-continues': 'true' }],
    ] as const) {
      await expectAlone(id, first(path, 1, beside, headers), 'inconclusive', 'list-unfinished')
    }
  })

  it.each(lists)('fails %s where nothing in it says so', async (id, path) => {
    await expectAlone(id, first(path, 1, { remaining: 0, next_page: null, resume_at: '' }), 'fail', 'not-listed')
  })

  it('leaves it open where it has as many items as a page usually has', async () => {
    const [[id, path]] = lists
    await expectAlone(id, first(path, 5, {}), 'inconclusive', 'list-unfinished')
  })
})

describe('a list whose pages show the first one again', () => {
  it.each([
    ['repositories/created-list', '/v2/namespaces/{namespace}/repositories', 'fail', 'not-listed'],
    ['repositories/list-scope', '/v2/namespaces/{namespace}/repositories', 'inconclusive', 'page-repeated'],
    ['org-access-tokens/created-list', tokens, 'fail', 'not-listed'],
    [
      'immutable-tags/verify-matches',
      '/v2/namespaces/{namespace}/repositories/{repository}/tags',
      'inconclusive',
      'page-repeated',
    ],
  ] as const)('fails what it must show, and leaves the rest open: %s', async (id, path, verdict, code) => {
    await expectAlone(
      id,
      instead(to(path, 'GET'), async (request, next) => {
        const url = new URL(request.url)
        const page = Number(url.searchParams.get('page') ?? '1')
        url.search = '?page_size=100'
        const more = `${url.pathname}?page=${page + 1}`
        return edited(body => (isObject(body) ? { items: list(body).filter(notOurs).slice(0, 1), next: more } : body))(
          new Request(url, request),
          next,
        )
      }),
      verdict,
      code,
    )
  })
})

describe('a list that is the first page whatever declared number is asked for', () => {
  const path = '/v2/namespaces/{namespace}/repositories'
  const always = (pageOf: (asked: string | null) => number): Twist =>
    instead(to(path, 'GET'), async (request, next) => {
      const url = new URL(request.url)
      const start = pageOf(url.searchParams.get('page'))
      url.search = '?page_size=100'
      return edited(body =>
        isObject(body)
          ? {
              total: 9,
              items: list(body)
                .filter(notOurs)
                .slice(start, start + 1),
            }
          : body,
      )(new Request(url, request), next)
    })

  it.each([
    ['repositories/created-list', 'fail', 'not-listed'],
    ['repositories/list-scope', 'inconclusive', 'page-repeated'],
  ] as const)('fails what it must show, and leaves the rest open: %s', async (id, verdict, code) => {
    await expectAlone(
      id,
      always(() => 0),
      verdict,
      code,
    )
  })

  it('is left open where another number shows another page', async () => {
    const later = always(asked => (asked === '3' ? 1 : 0))
    await expectAlone('repositories/created-list', later, 'inconclusive', 'total-not-shown')
  })
})

describe('lists of which only a part can be read', () => {
  it.each([
    ['repositories/created-list', '/v2/namespaces/{namespace}/repositories'],
    ['immutable-tags/verify-matches', tags],
  ])('leave %s open', async (id, path) => {
    await expectAlone(id, cut(path), 'inconclusive', 'list-unfinished')
  })

  it('leave repositories/created-list open where another part of the answer names what is looked for', async () => {
    const id = 'repositories/created-list'
    const apart = on('/v2/namespaces/{namespace}/repositories', 'GET', body => ({
      results: list(body).filter(notOurs),
      recent: list(body),
    }))
    await expectAlone(id, apart, 'inconclusive', 'list-unfinished')
  })

  it('leave repositories/list-scope open where no request names a namespace', async () => {
    const id = 'repositories/list-scope'
    const other = { name: 'plans', namespace: 'globex' }
    const there = instead(to('/v2/namespaces/globex/repositories/plans', 'GET'), answer(200, other))
    const report = await runTwisted(
      layered(
        listedByQuery('scope', items => items, other),
        there,
      ),
      {
        select: { only: [id, 'repositories/listed'] },
      },
    )
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toMatchObject({ [id]: 'owner-unnamed' })
  })

  it('leave repositories/list-scope open where repositories of other namespaces stand apart', async () => {
    const id = 'repositories/list-scope'
    const other = { name: 'plans', namespace: 'globex' }
    const there = instead(to('/v2/namespaces/globex/repositories/plans', 'GET'), answer(200, other))
    for (const name of ['mine', 'results']) {
      const apart = on('/v2/namespaces/{namespace}/repositories', 'GET', body => ({
        [name]: list(body),
        suggested: [{ ...list(body)[0], ...other }],
      }))
      await expectAlone(id, layered(apart, there), 'inconclusive', 'other-namespace')
    }
  })
})

test('a repository that the list of the user says is elsewhere, in a member of its own, is not looked for there', async () => {
  const hub = createHub()
  const { username } = hub.credentials
  const asked: string[] = []
  const moved = on('/v2/namespaces/{namespace}/repositories', 'GET', body => ({
    ...body,
    results: list(body).map(({ namespace: space, ...one }) => ({ ...one, space })),
  }))
  const twist = layered(
    instead(
      (_request, path) => path === `/v2/namespaces/${username}/repositories`,
      (request, next) => next(new Request(request.url.replace(username, 'conformance-org'), request)),
    ),
    (request, next) => {
      asked.push(new URL(request.url).pathname)
      return moved(request, next)
    },
  )
  const report = await runTwisted(twist, { select: { only: ['repositories/listed'] } }, '', 'password')
  expect(withVerdict(report, 'pass')).toHaveProperty(['repositories/listed'])
  expect(asked.filter(path => path.startsWith(`/v2/namespaces/${username}/repositories/`))).toEqual([])
})

describe('round trips over other shapes', () => {
  it.each(shapes)('%s passes on %s', async (id, _says, twist) => {
    await expectAlone(id, twist, 'pass')
  })
})

describe('an answer that cannot be read says neither yes nor no', () => {
  it.each(['access-tokens/update-kept', 'org-access-tokens/update-kept'])(
    '%s fails for the id where an update gives the token another one',
    async id => {
      const gone = new Set<string>()
      const moved: Twist = async (request, next) => {
        const { pathname } = new URL(request.url)
        if (request.method === 'GET' && gone.has(pathname)) return answer(404)(request)
        if (request.method !== 'PATCH') return next(request)
        gone.add(pathname)
        const key = pathname.includes('/orgs/') ? 'id' : 'uuid'
        return edited(body => (isObject(body) ? { ...body, [key]: `${body[key]}-2` } : body))(request, next)
      }
      await expectAlone(id, moved, 'fail', 'id-changed')
    },
  )

  it.each(['access-tokens/update-kept', 'org-access-tokens/update-kept'])(
    '%s stays open where what is read after the change is no JSON',
    async id => {
      const changed = new Set<string>()
      const garbled: Twist = async (request, next) => {
        const { pathname } = new URL(request.url)
        const response = await next(request)
        if (request.method === 'PATCH') changed.add(pathname)
        if (request.method !== 'GET' || !changed.has(pathname)) return response
        return new Response('<token/>', { status: response.status, headers: { 'content-type': 'application/xml' } })
      }
      await expectAlone(id, garbled, 'inconclusive', 'not-json')
    },
  )
})

/** Answers of the audit log as a JSON value in each line. */
const inLines: Twist = instead(to('/v2/auditlogs/{account}', 'GET'), async (request, next) => {
  const response = await next(request)
  const body: unknown = response.ok ? await response.json() : undefined
  return isObject(body) && Array.isArray(body.logs)
    ? new Response(body.logs.map(entry => JSON.stringify(entry)).join('\n'), {
        headers: { 'content-type': 'application/x-ndjson' },
      })
    : response
})

const rounded: Twist = withJson(
  (_request, path) => path.startsWith('/v2/access-tokens'),
  body =>
    isObject(body) && typeof body.expires_at === 'string'
      ? { ...body, expires_at: `${body.expires_at.slice(0, 10)}T23:59:59Z` }
      : body,
)

const verifying = to('/v2/namespaces/{namespace}/repositories/{repository}/immutabletags/verify', 'POST')

/** The reference declares no body of the operation, which answers whatever it gets. */
const unsaid: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (isOpenApi(request, pathname))
    return openApi(document => {
      for (const item of Object.values(document.paths))
        for (const operation of Object.values(item))
          if (operation.operationId === 'VerifyRepositoryImmutableTags') delete operation.requestBody
    })(request, next)
  const response = await next(request)
  return verifying(request, pathname) && response.status < 500 && response.status !== 404
    ? answer(200, { valid: true })(request)
    : response
}

const noticed: Twist = instead(
  to('/v2/repositories/{namespace}/{repository}', 'GET'),
  answer(200, { message: 'This endpoint is deprecated.' }),
)

const unchanged: Twist = instead(to('/v2/access-tokens/{uuid}', 'PATCH'), (request, next) =>
  next(new Request(request.url, { headers: request.headers })),
)

it('a change that shows nowhere is not called a refusal', async () => {
  const id = 'access-tokens/update-keeps-rest'
  await expectAlone(id, unchanged, 'inconclusive', 'not-kept')
})

/** Settings of immutable tags without the rules that were set. */
const withoutRules: Twist = withJson(
  (_request, path) => path.startsWith('/v2/namespaces/'),
  body =>
    isObject(body) && isObject(body.immutable_tags_settings)
      ? { ...body, immutable_tags_settings: { ...body.immutable_tags_settings, rules: [] } }
      : body,
)

it('settings that do not show a rule are asked for it, and no token for its switch', async () => {
  const id = 'immutable-tags/update-switch'
  const report = await expectAlone(id, withoutRules, 'inconclusive', 'rules-not-shown')
  expect(report.next[0]?.message).toContain('Return the rules as they were set, next to the switch.')
})

/** Takes a repository in an object, with a summary; a change of the rules empties it, or leaves it. */
const inObject = (summaryAfter: string | undefined): Twist => {
  let isChanged = false
  return layered(
    withOpenApi(({ paths }) => {
      const properties = { name: { type: 'string' }, summary: { type: 'string' } }
      const repository = { type: 'object', required: ['name'], properties }
      const schema = { type: 'object', required: ['repository'], properties: { repository } }
      const { post } = paths['/v2/namespaces/{namespace}/repositories'] ?? {}
      if (post) post.requestBody = { content: { 'application/json': { schema } } }
    }),
    instead(to('/v2/namespaces/{namespace}/repositories', 'POST'), async (request, next) => {
      const { repository: sent } = await sentBy(request)
      const namespace = new URL(request.url).pathname.split('/')[3]
      return next(
        isObject(sent) ? withBody(request, { namespace, name: sent.name, description: sent.summary }) : request,
      )
    }),
    noting(to(immutable, 'PATCH'), () => {
      isChanged = true
    }),
    on(repository, 'GET', ({ description, ...body }) => ({
      ...body,
      summary: isChanged ? (summaryAfter ?? description) : description,
    })),
  )
}

it.each([
  [undefined, 'pass', undefined],
  ['', 'fail', 'changed-unasked'],
] as const)(
  'what a creation sent in an object is compared after a change of the rules: %j',
  async (after, verdict, code) => {
    await expectAlone('immutable-tags/update-kept', inObject(after), verdict, code)
  },
)

describe('what a hub may do by the document is left open', () => {
  it.each([
    ['schemas/pat-expires-at-echoed', 'inconclusive', 'expiry-adjusted', rounded],
    ['schemas/audit-events', 'inconclusive', 'shape-unknown', inLines],
    ['immutable-tags/verify-bad-pattern', 'untestable', 'form-undeclared', unsaid],
    ['replacements/get-repository-same-resource', 'inconclusive', 'no-representation', noticed],
  ] as const)('%s', async (id, verdict, code, twist) => {
    await expectAlone(id, twist, verdict, code)
  })
})

/** A reference that has permissions of other names, and a hub that takes no others. */
const permitting =
  (names: readonly string[]): Twist =>
  async (request, next) => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname))
      return openApi(document => {
        for (const item of Object.values(document.paths))
          for (const operation of Object.values(item))
            if (operation.operationId === 'CreateRepositoryGroup')
              operation.requestBody = {
                content: {
                  'application/json': {
                    schema: {
                      properties: { group_id: { type: 'integer' }, permission: { type: 'string', enum: names } },
                    },
                  },
                },
              }
      })(request, next)
    if (!to('/v2/repositories/{namespace}/{repository}/groups', 'POST')(request, pathname)) return next(request)
    const sent: unknown = await request.clone().json()
    if (!isObject(sent) || !names.includes(String(sent.permission))) return answer(400)(request)
    const permission = String(sent.permission)
    return edited(body => (isObject(body) ? { ...body, permission } : body))(
      new Request(request, {
        body: JSON.stringify({ ...sent, permission: ['read', 'write', 'admin'][names.indexOf(permission)] }),
      }),
      next,
    )
  }

describe('values that the own document enumerates', () => {
  it.each([
    ['assign-read', ['READ', 'WRITE', 'ADMIN'], 'pass', undefined],
    ['assign-write', ['pull', 'push', 'admin'], 'pass', undefined],
    ['assign-admin', ['pull', 'push'], 'not-applicable', 'value-undeclared'],
  ] as const)('are sent and expected as declared, for %s: %s', async (name, names, verdict, code) => {
    const id = `repository-groups/${name}`
    await expectAlone(id, permitting(names), verdict, code)
  })
})

/** Takes declared numbers for permissions, and shows the number that is shown for it. */
const coded = (shownFor: (code: number) => number | undefined): Twist =>
  layered(
    withOpenApi(({ paths }) => {
      const properties = { group_id: { type: 'integer' }, permission: { type: 'integer', enum: [1, 2, 3] } }
      const { post } = paths['/v2/repositories/{namespace}/{repository}/groups'] ?? {}
      if (post) post.requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } }
    }),
    instead(to('/v2/repositories/{namespace}/{repository}/groups', 'POST'), async (request, next) => {
      const sent = await sentBy(request)
      const permission = Number(sent.permission)
      const name = ['read', 'write', 'admin'][permission - 1]
      return edited(
        onObject(body => ({ ...body, permission: undefined, access: { permission: shownFor(permission) } })),
      )(withBody(request, { ...sent, permission: name }), next)
    }),
  )

describe('a number for a permission', () => {
  it.each([
    ['assign-write', (code: number) => code, 'pass', undefined],
    ['assign-write', () => 3, 'fail', 'not-echoed'],
    ['assign-admin', () => 3, 'pass', undefined],
    // Not one of the declared numbers: shown in another way.
    ['assign-write', () => 30, 'not-applicable', 'no-representation'],
  ] as const)('is compared with the one that was sent, for %s: %s', async (name, shownFor, verdict, code) => {
    await expectAlone(`repository-groups/${name}`, coded(shownFor), verdict, code)
  })
})

/** Takes a switch for each permission, and shows the switches of the permission that is shown for it. */
const flagged = (shownFor: (name: string) => string): Twist => {
  const names = ['read', 'write', 'admin']
  const flagsOf = (own: string) =>
    Object.fromEntries(names.map(name => [name, names.indexOf(name) <= names.indexOf(own)]))
  return layered(
    withOpenApi(({ paths }) => {
      const flags = Object.fromEntries(names.map(name => [name, { type: 'boolean' }]))
      const permissions = { type: 'object', properties: flags }
      const schema = { type: 'object', properties: { group_id: { type: 'integer' }, permissions } }
      const { post } = paths['/v2/repositories/{namespace}/{repository}/groups'] ?? {}
      if (post) post.requestBody = { content: { 'application/json': { schema } } }
    }),
    instead(to('/v2/repositories/{namespace}/{repository}/groups', 'POST'), async (request, next) => {
      const { permissions: sent, ...rest } = await sentBy(request)
      const permission = names.findLast(name => isObject(sent) && sent[name] === true)
      if (permission === undefined) return next(request)
      return edited(onObject(body => ({ ...body, permission: undefined, permissions: flagsOf(shownFor(permission)) })))(
        withBody(request, { ...rest, permission }),
        next,
      )
    }),
  )
}

describe('a switch for each permission', () => {
  it.each([
    ['assign-read', (name: string) => name, 'pass', undefined],
    ['assign-admin', (name: string) => name, 'pass', undefined],
    ['assign-write', () => 'read', 'fail', 'not-echoed'],
    ['assign-write', () => 'admin', 'fail', 'not-echoed'],
    ['unknown-group', (name: string) => name, 'pass', undefined],
  ] as const)('is set and expected, for %s: %s', async (name, shownFor, verdict, code) => {
    await expectAlone(`repository-groups/${name}`, flagged(shownFor), verdict, code)
  })
})

/** Takes roles of its own for permissions, and shows them. */
const ofRoles: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (!to('/v2/repositories/{namespace}/{repository}/groups', 'POST')(request, pathname)) return next(request)
  const sent: unknown = await request.clone().json()
  if (!isObject(sent) || (sent.role !== 'keeper' && sent.role !== 20)) return answer(400)(request)
  return edited(onObject(body => ({ ...body, permission: undefined, role: sent.role })))(
    new Request(request, { body: JSON.stringify({ group_id: Number(sent.crew), permission: 'read' }) }),
    next,
  )
}

describe('a permission that the user gives for every assignment', () => {
  it.each([
    ['assign-read', 'keeper', 'pass', undefined],
    ['assign-read', 20, 'pass', undefined],
    ['assign-write', 'keeper', 'not-applicable', 'value-undeclared'],
  ] as const)('is sent and expected as it is, for %s: %s', async (name, role, verdict, code) => {
    const path = '/v2/repositories/{namespace}/{repository}/groups'
    const operations = { CreateRepositoryGroup: { method: 'POST' as const, path, body: { crew: '{group}', role } } }
    await expectAlone(`repository-groups/${name}`, ofRoles, verdict, code, { bindings: { operations } })
  })
})

/** Verifies with a bare array of objects, and declares that. */
const verifiesWithArray = (itemsOf: (tags: readonly unknown[]) => readonly unknown[]): Twist =>
  layered(
    withOpenApi(({ paths }) => {
      const items = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
      const own = paths[`${immutable}/verify`]?.post
      const schema = { type: 'array', items }
      if (own) own.responses = { 200: { description: 'tags', content: { 'application/json': { schema } } } }
    }),
    on(`${immutable}/verify`, 'POST', ({ tags: matched }) => itemsOf(matched as readonly unknown[])),
  )

it.each([
  ['the tags', (matched: readonly unknown[]) => matched.map(name => ({ name })), 'pass', undefined],
  [
    'numbers in place of names',
    (matched: readonly unknown[]) => matched.map(() => ({ name: 7 })),
    'fail',
    'schema-mismatch',
  ],
  ['nothing, although a tag is known', () => [], 'inconclusive', 'shape-unknown'],
] as const)('a declared array of objects is compared where it has items: %s', async (_name, itemsOf, verdict, code) => {
  const id = 'schemas/verify-repository-immutable-tags'
  await expectAlone(id, verifiesWithArray(itemsOf), verdict, code)
})

it('a declared array of objects is not compared where no repository has a tag', async () => {
  const id = 'schemas/verify-repository-immutable-tags'
  const untagged = layered(
    verifiesWithArray(() => []),
    on(tags, 'GET', () => ({ results: [], count: 0 })),
  )
  const { namespace, repository: known } = createHub().fixtures
  const fixtures = { namespace, repository: known }
  await expectAlone(id, untagged, 'not-applicable', 'no-items', { fixtures })
})

it('one tag of the same name in every repository, without an id, is no tag of another repository', async () => {
  const id = 'repositories/tag-scope'
  const only = on(tags, 'GET', body => ({ ...body, results: [{ name: 'latest' }] }))
  await expectAlone(id, only, 'inconclusive', 'no-field')
})

it('says nothing of deactivated tokens where no update was seen to deactivate one', async () => {
  const alwaysOn = withJson(to('/v2/access-tokens/{uuid}'), body =>
    isObject(body) && 'is_active' in body ? { ...body, is_active: true } : body,
  )
  const only = ['access-tokens/update-expires-at', 'access-tokens/get-expires-at']
  const report = await runTwisted(alwaysOn, { select: { only } })
  const cases = report.requirements.flatMap(({ cases }) => cases.filter(({ name }) => /deactivate/.test(name)))
  expect(cases.map(({ verdict, reason }) => [verdict, reason?.code])).toEqual([
    ['not-applicable', 'not-seen'],
    ['not-applicable', 'not-seen'],
  ])
})

/** A hub whose group has an id that no JavaScript number holds, sent and shown as a number. */
const largeGroup: Twist = instead(
  to('/v2/repositories/{namespace}/{repository}/groups', 'POST'),
  async (request, next) => {
    const own = createHub().fixtures.groupId
    const text = await request.text()
    if (/9007199\d+/.test(text) && !text.includes(`:${largeId}`)) return answer(404)(request)
    const { method, url, headers } = request
    const body = text.replace(`:${largeId}`, `:${own}`)
    const response = await next(new Request(url, { method, headers, body }))
    const shown = (await response.text()).replace(/"group_id":\d+/, `"group_id":${largeId}`)
    return new Response(shown, { status: response.status, headers: { 'content-type': 'application/json' } })
  },
)
const largeId = '90071992540000003'

it('the id of a group is sent and read with all its digits', async () => {
  const { namespace, repository } = createHub().fixtures
  const report = await runTwisted(largeGroup, {
    fixtures: { namespace, repository, groupId: largeId },
    select: { only: ['repository-groups/*', '*/create-repository-group'] },
  })
  expect(Object.keys(withVerdict(report, 'pass'))).toHaveLength(6)
})
