import { describe, expect, test } from 'vitest'
import { settingNames } from '../../bin/options/setting-names.ts'
import type { OpenApiDocument } from '../../checks/twists/documents.ts'
import type { Report } from '../../contracts/report.ts'
import type { FetchHandler, ProgressEvent, RunInput } from '../../engine/options.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { runConformance } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'

const only = ['presence/list-namespace-repositories', 'presence/oat-list', 'presence/get-repository-tag']

/** Judges a hub of which nothing is named; `handle` stands before it. */
const judge = async (input: Partial<RunInput> = {}, handle?: (next: FetchHandler) => FetchHandler) => {
  const { handler, credentials } = createHub({ seed: 1 })
  const told: string[] = []
  const onProgress = (event: ProgressEvent): void => {
    if (event.type === 'found') told.push(`${event.need} ${event.name} (${event.from})`)
  }
  const report = await runConformance({
    target: { handler: handle ? handle(handler) : handler },
    credentials: { token: credentials.token },
    select: { only: [...only, 'presence/get-repository'] },
    patienceMs: 1,
    onProgress,
    ...input,
  })
  return { report, told }
}

const foundIn = ({ fixtures }: Report) =>
  Object.fromEntries(fixtures.flatMap(({ need, from }) => (from === undefined ? [] : [[need, from]])))

const verdicts = ({ requirements }: Report) =>
  Object.fromEntries(requirements.filter(({ id }) => only.includes(id)).map(({ id, verdict }) => [id, verdict]))

const passed = Object.fromEntries(only.map(id => [id, 'pass']))

/** The hub without what it says of the account that asks, in its reference as well. */
const withoutList =
  (next: FetchHandler): FetchHandler =>
  async request => {
    const { pathname } = new URL(request.url)
    if (['/v2/user', '/v2/user/orgs'].includes(pathname))
      return Response.json({ detail: 'Not found.' }, { status: 404 })
    const answer = await next(request)
    if (pathname !== '/openapi.json') return answer
    const { paths, ...rest } = (await answer.json()) as { paths: Record<string, unknown> }
    const { '/v2/user': _, '/v2/user/orgs': __, ...others } = paths
    return Response.json({ ...rest, paths: others })
  }

describe('what nobody named is found', () => {
  test('by what the target lists, and the report says where', async () => {
    const { report, told } = await judge()
    expect(verdicts(report)).toEqual(passed)
    expect(foundIn(report)).toMatchObject({
      namespace: 'the organization',
      org: 'GET /v2/user/orgs',
      tag: 'the list of the repository',
    })
    expect(told).toContain('org conformance-org (GET /v2/user/orgs)')
    expect(JSON.stringify(report)).not.toContain(createHub({ seed: 1 }).credentials.token)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('a repository that is named is where it is found, whichever organization is named', async () => {
    const { credentials, handler } = createHub({ seed: 1 })
    const { username, password, token } = credentials
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'mine', namespace: username })
    const url = `http://hub.invalid/v2/namespaces/${username}/repositories`
    expect((await handler(new Request(url, { method: 'POST', headers, body }))).status).toBe(201)
    const { report } = await judge({
      target: { handler },
      credentials: { username, password },
      fixtures: { org: 'conformance-org', repository: 'mine' },
      select: { only: ['presence/get-repository'] },
    })
    expect(report.requirements.find(({ id }) => id === 'presence/get-repository')?.verdict).toBe('pass')
    expect(report.options).not.toHaveProperty('namespace')
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test.each([
    ['texts', (name: string) => name],
    ['objects that name it in a word of their own', (name: string) => ({ team: name })],
  ])('groups that are listed as %s', async (_, shown) => {
    const { report } = await judge(
      { select: { only: ['repository-groups/assign-read'] }, allowWrites: true },
      next => async request =>
        /\/orgs\/[^/]+\/groups$/.test(new URL(request.url).pathname) ? Response.json([shown('team-1')]) : next(request),
    )
    expect(report.fixtures.find(({ need }) => need === 'group')?.value).toEqual({ groupId: 'team-1' })
  })

  const groupsAs =
    (groups: readonly unknown[], properties?: unknown) =>
    (next: FetchHandler): FetchHandler =>
    async request => {
      const { pathname } = new URL(request.url)
      if (/\/orgs\/[^/]+\/groups$/.test(pathname)) return Response.json({ data: groups })
      if (pathname !== '/openapi.json' || properties === undefined) return next(request)
      const document = (await (await next(request)).json()) as OpenApiDocument
      const operation = document.paths['/v2/repositories/{namespace}/{repository}/groups']?.post
      if (operation?.requestBody)
        operation.requestBody.content = { 'application/json': { schema: { type: 'object', properties } } }
      return Response.json(document)
    }

  test('what lacks in the declared body of the assignment is named, and nothing else', async () => {
    const text = { type: 'string' }
    const { report } = await judge(
      { select: { only: ['repository-groups/assign-read'] }, allowWrites: true },
      groupsAs(['team-1'], { group: text, right: { ...text, enum: ['pull', 'push', 'owner'] } }),
    )
    const [asked] = report.requirements.filter(({ id }) => id === 'repository-groups/assign-read')
    expect(asked?.reason).toMatchObject({ code: 'form-unknown', values: { what: 'a permission' } })
    expect(report.next[0]?.message).toContain(', under a name such as permission, role, access or level, or give')
  })

  test.each([
    ['in members of its own', [{ groupId: 7, groupName: 'owners' }], '7', 'groupId'],
    [
      'in the member that its own form of an assignment names',
      [{ squad_group: 's-1', name: 'owners' }],
      's-1',
      'squad_group',
    ],
    ['as the form takes it', [{ groupId: 7, name: 'owners' }], '7', 'groupId'],
    ['in what the form has besides the permission', [{ uuid: 'a-1', name: 'owners' }], 'a-1', 'grantee'],
  ])('a group %s', async (_, groups, groupId, member) => {
    const type = groupId === '7' ? 'integer' : 'string'
    const properties = { [member]: { type }, permission: { enum: ['read', 'write', 'admin'] } }
    const { report } = await judge(
      { select: { only: ['repository-groups/assign-read'] }, allowWrites: true },
      groupsAs(groups, properties),
    )
    expect(report.fixtures.find(({ need }) => need === 'group')?.value).toEqual({ groupId })
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('no group, where none of the members is one by which it may be assigned', async () => {
    const { report } = await judge(
      { select: { only: ['repository-groups/assign-read'] }, allowWrites: true },
      groupsAs([{ size: 3, rank: 'first' }]),
    )
    expect(report.fixtures.find(({ need }) => need === 'group')?.reason).toMatchObject({
      code: 'names-unknown',
      values: { operation: 'ListGroups', members: 'size, rank' },
    })
  })

  test('a group by its name, if the target assigns groups by name', async () => {
    const { report } = await judge(
      { select: { only: ['repository-groups/assign-*'] }, allowWrites: true },
      next => async request => {
        const { pathname } = new URL(request.url)
        if (pathname === '/openapi.json') {
          const document = (await (await next(request)).json()) as OpenApiDocument
          const operation = document.paths['/v2/repositories/{namespace}/{repository}/groups']?.post
          const properties = { group: { type: 'string' }, permission: { enum: ['read', 'write', 'admin'] } }
          if (operation?.requestBody)
            operation.requestBody.content = { 'application/json': { schema: { type: 'object', properties } } }
          return Response.json(document)
        }
        if (request.method !== 'POST' || !pathname.endsWith('/groups')) return next(request)
        const asked = (await request.json()) as { readonly group?: unknown }
        const isKnown = asked.group === 'developers' && pathname.startsWith('/v2/repositories/')
        return isKnown ? Response.json(asked) : Response.json({ detail: 'no group' }, { status: 404 })
      },
    )
    expect(report.fixtures.find(({ need }) => need === 'group')?.value).toEqual({ groupId: 'developers' })
    expect(
      new Set(report.requirements.filter(({ suite }) => suite === 'repository-groups').map(r => r.verdict)),
    ).toContain('pass')
  })

  test.each([
    ['its id', { id: 5, full_name: 'conformance-org/developers' }, { group_id: 5 }],
    ['the end of its path', { path: 'conformance-org/developers' }, { group: { name: 'developers' } }],
  ])('a group that is assigned by its path, and answered with %s', async (_, group, named) => {
    const path = 'conformance-org/developers'
    const { report } = await judge(
      { select: { only: ['repository-groups/assign-read'] }, allowWrites: true },
      next => async request => {
        const { pathname } = new URL(request.url)
        const declared = groupsAs([group], {
          group: { type: 'string' },
          permission: { enum: ['read', 'write', 'admin'] },
        })
        if (request.method !== 'POST' || !pathname.endsWith('/groups')) return declared(next)(request)
        const asked = (await request.json()) as { readonly group?: unknown }
        const isKnown = asked.group === path && pathname.startsWith('/v2/repositories/')
        return isKnown ? Response.json({ ...named, permission: 'read' }) : Response.json({}, { status: 404 })
      },
    )
    expect(report.fixtures.find(({ need }) => need === 'group')?.value).toEqual({ groupId: path })
    expect(report.requirements.find(({ id }) => id === 'repository-groups/assign-read')?.verdict).toBe('pass')
  })

  test('a tag by its label, or it is said which members its list has', async () => {
    const tagsAs =
      (member: string) =>
      (next: FetchHandler): FetchHandler =>
      async request => {
        const answer = await next(request)
        if (!/\/tags$/.test(new URL(request.url).pathname) || !answer.ok) return answer
        const { results, ...rest } = (await answer.json()) as { results: { name: string }[] }
        return Response.json({ ...rest, results: results.map(({ name }) => ({ [member]: name })) })
      }
    const select = { only: ['presence/get-repository-tag'] }
    const { report } = await judge({ select }, tagsAs('label'))
    expect(verdicts(report)).toMatchObject({ 'presence/get-repository-tag': 'pass' })
    const { report: other } = await judge({ select }, tagsAs('mark'))
    const open = other.requirements.find(({ id }) => id === 'presence/get-repository-tag')
    expect(open?.reason).toMatchObject({ code: 'names-unknown', values: { members: 'mark' } })
  })

  test('a repository with tags, where the first ones of the list have none, and on a later page of it', async () => {
    const { credentials, handler } = createHub({ seed: 1 })
    const headers = { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' }
    for (const name of ['empty-1', 'empty-2']) {
      const body = JSON.stringify({ name, namespace: 'conformance-org' })
      const url = 'http://hub.invalid/v2/namespaces/conformance-org/repositories'
      expect((await handler(new Request(url, { method: 'POST', headers, body }))).status).toBe(201)
    }
    const paged: FetchHandler = async request => {
      const { pathname, searchParams } = new URL(request.url)
      const answer = await handler(request)
      if (!/\/namespaces\/[^/]+\/repositories$/.test(pathname) || request.method !== 'GET' || !answer.ok) return answer
      const { results } = (await answer.json()) as { results: { name: string }[] }
      const isSecond = searchParams.get('page') === '2'
      return Response.json({
        results: results.filter(({ name }) => name.startsWith('empty') !== isSecond),
        next: isSecond ? null : `${pathname}?page=2`,
      })
    }
    const { report, told } = await judge({
      target: { handler: paged },
      select: { only: ['presence/*-repository-tag*'] },
    })
    expect(told).toContainEqual(expect.stringMatching(/^repository empty-/))
    expect(told).toContainEqual(expect.stringMatching(/^tag (?!empty)/))
    const judged = report.requirements.filter(({ verdict }) => verdict !== 'not-selected')
    expect(judged.map(({ id, verdict, reason }) => [id, verdict, reason?.code])).toEqual(
      judged.map(({ id }) => [id, 'pass', undefined]),
    )
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  const repositoriesAs =
    (shown: (results: readonly { name: string }[]) => unknown) =>
    (next: FetchHandler): FetchHandler =>
    async request => {
      const answer = await next(request)
      const isList = /\/namespaces\/[^/]+\/repositories$/.test(new URL(request.url).pathname)
      if (!isList || request.method !== 'GET' || !answer.ok) return answer
      const { results } = (await answer.json()) as { results: { name: string }[] }
      return Response.json(shown(results))
    }
  const withSecond = { only: ['presence/get-repository-tag', 'immutable-tags/update-scope'] }
  const codes = ({ requirements }: Report) =>
    Object.fromEntries(
      requirements
        .filter(({ id }) => withSecond.only.includes(id))
        .map(({ id, verdict, reason }) => [id, reason?.code ?? verdict]),
    )

  test.each([
    ['the keys of an object, which a member repeats', ({ name }: { name: string }) => ({ mark: name })],
    ['the keys of an object alone', () => ({ about: 'x' })],
    ['the keys of an object, which an address ends in', ({ name }: { name: string }) => ({ at: `/hub/${name}` })],
    ['members that say that they are names', ({ name }: { name: string }) => ({ id: 'R-1', repoName: name })],
  ])('repositories by %s', async (_, shown) => {
    const { report } = await judge(
      { select: withSecond, allowWrites: true },
      repositoriesAs(results => ({
        entries: Object.fromEntries(results.map(item => [item.name, { about: 'y', ...shown(item) }])),
      })),
    )
    expect(codes(report)).toEqual(Object.fromEntries(withSecond.only.map(id => [id, 'pass'])))
  })

  test.each([
    ['slug', 'pass'],
    ['path', 'pass'],
    ['full_name', 'pass'],
    ['id', 'pass'],
    ['title', 'untestable'],
  ])('repositories by %s, next to a name for people', async (member, verdict) => {
    const ids = ['presence/get-repository', 'presence/check-repository', 'presence/get-repository-tag']
    const { report } = await judge(
      { select: { only: ids } },
      repositoriesAs(results => results.map(({ name }) => ({ name: `My ${name}`, label: 'x', [member]: name }))),
    )
    const found = report.requirements.filter(({ id }) => ids.includes(id))
    expect(found.map(one => one.verdict)).toEqual([verdict, verdict, verdict])
  })

  test('a tag by the member that leads to it, and it is not missing where none does', async () => {
    const tagsOf =
      (edit: (name: string) => unknown, isFound = true) =>
      (next: FetchHandler): FetchHandler =>
      async request => {
        const { pathname } = new URL(request.url)
        if (!isFound && /\/tags\/[^/]+$/.test(pathname)) return next(new Request(new URL('/v2/nothing', request.url)))
        const answer = await next(request)
        if (!/\/tags$/.test(pathname) || !answer.ok) return answer
        const { results, ...rest } = (await answer.json()) as { results: { name: string }[] }
        return Response.json({ ...rest, results: results.map(({ name }) => edit(name)) })
      }
    const id = 'presence/get-repository-tag'
    const select = { only: [id] }
    for (const edit of [
      (name: string) => ({ name: `Release ${name}`, tag: name }),
      (name: string) => ({ ref: `hub/x:${name}` }),
      (name: string) => (name === 'latest' ? { name } : { name: `${name}-quarantined` }),
    ]) {
      const { report } = await judge({ select }, tagsOf(edit))
      expect(report.requirements.find(one => one.id === id)?.verdict).toBe('pass')
    }
    const unproven = await judge(
      { select },
      tagsOf(name => ({ name: `Release ${name}`, tag: `t-${name}` }), false),
    )
    expect(unproven.report.requirements.find(one => one.id === id)?.reason?.code).toBe('parameter-unproven')
    const absent = await judge(
      { select },
      tagsOf(name => ({ name }), false),
    )
    expect(absent.report.requirements.find(one => one.id === id)?.reason?.code).toBe('absent')
  })

  test('the first organization with repositories', async () => {
    const { report } = await judge({ select: { only: ['presence/get-repository-tag'] } }, next => async request => {
      const url = new URL(request.url)
      if (url.pathname === '/v2/user/orgs')
        return Response.json([{ name: 'Empty' }, { id: 5, name: 'Conformance, Inc.', login: 'conformance-org' }])
      if (/\/Empty\/(?:access-tokens|repositories)$/.test(url.pathname))
        return Response.json({ results: [], next: null })
      return next(request)
    })
    expect(report.fixtures.find(({ need }) => need === 'namespace')?.value).toEqual({ namespace: 'conformance-org' })
    expect(report.requirements.find(({ id }) => id === 'presence/get-repository-tag')?.verdict).toBe('pass')
  })

  test('or it is said which members their list has, not that there are none', async () => {
    const { report } = await judge(
      { select: withSecond, allowWrites: true },
      repositoriesAs(results => ({ entries: results.map(({ name }) => ({ mark: `«${name}»`, about: 'x' })) })),
    )
    expect(codes(report)).toEqual(Object.fromEntries(withSecond.only.map(id => [id, 'names-unknown'])))
    expect(report.next[0]?.message).toMatch(
      /^ListNamespaceRepositories lists \d+ items on its first page, but the name of a repository is in none of their members: mark, about.*\. Name a repository in a member called name, or give the name of one that has a tag\.$/i,
    )
  })

  test.each([true, false])(
    'no repository of another namespace that stands first in a list (namespace named: %s)',
    async isNamed => {
      const stranger = { slug: 'plans', space: 'globex' }
      const { report } = await judge(
        { select: { only: [...only, 'presence/*', 'repositories/list-scope'] }, allowWrites: true, patienceMs: 1 },
        next => async request => {
          const { pathname } = new URL(request.url)
          if (pathname.endsWith('/namespaces/globex/repositories/plans')) return Response.json(stranger)
          const answer = await next(request)
          if (!/\/namespaces\/[^/]+\/repositories$/.test(pathname) || request.method !== 'GET' || !answer.ok)
            return answer
          const { results, ...rest } = (await answer.json()) as { results: Record<string, unknown>[] }
          const own = results.map(({ name, namespace, ...item }) => ({
            ...item,
            slug: name,
            ...(isNamed && { space: namespace }),
          }))
          return Response.json({ ...rest, results: [stranger, ...own] })
        },
      )
      const failed = report.requirements.filter(({ level, verdict }) => level === 'must' && verdict === 'fail')
      expect(failed.map(({ id }) => id)).toEqual(isNamed ? ['repositories/list-scope'] : [])
      expect(report.fixtures.find(({ need }) => need === 'repository')?.value).not.toMatchObject({
        repository: 'plans',
      })
    },
  )

  test('by the account that the token names', async () => {
    const { report } = await judge({}, withoutList)
    expect(verdicts(report)).toEqual({ ...passed, 'presence/oat-list': 'untestable' })
    expect(foundIn(report)).toMatchObject({ namespace: 'the token' })
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test.each([false, true])(
    'a namespace is no organization: audit logs that are not kept for it may be kept for one (writes: %s)',
    async allowWrites => {
      const select = { only: ['presence/audit-logs', 'presence/audit-events', 'presence/audit-actions'] }
      const { username } = createHub({ seed: 1 }).credentials
      const kept =
        (next: FetchHandler): FetchHandler =>
        async request =>
          new URL(request.url).pathname.startsWith(`/v2/auditlogs/${username}/`) ||
          new URL(request.url).pathname === `/v2/auditlogs/${username}`
            ? Response.json({ detail: 'Not found.' }, { status: 404 })
            : withoutList(next)(request)
      const { report } = await judge({ select, allowWrites, fixtures: { namespace: username } }, kept)
      const asked = report.requirements.filter(({ id }) => select.only.includes(id))
      expect(asked.map(({ verdict }) => verdict)).toEqual(asked.map(() => 'inconclusive'))
      for (const { reason } of asked) expect(JSON.stringify(reason?.values)).toContain('org')
      const named = await judge({ select, fixtures: { namespace: username, org: 'conformance-org' } }, kept)
      expect(named.report.requirements.filter(({ verdict }) => verdict === 'pass')).toHaveLength(asked.length)
    },
  )

  test('by the user name, where nothing else is shown', async () => {
    const { username, password } = createHub({ seed: 1 }).credentials
    const { report } = await judge({ credentials: { username, password } }, withoutList)
    expect(foundIn(report)).toMatchObject({ namespace: 'the user name' })
    expect((await verifyReport(report)).disagreements).toEqual([])
    expect(verdicts(report)['presence/list-namespace-repositories']).toBe('pass')
  })

  test.each([
    ['a password', { username: 'somebody', password: 'sunshine' }, 'sunshine'],
    ['a token', { token: 'opaque-token-4f1c9a77' }, 'opaque-token-4f1c9a77'],
  ])('and is hidden where a target lists %s as an organization', async (_, credentials, secret) => {
    const { report, told } = await judge({ credentials }, next => async request => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/v2/auth') || pathname.startsWith('/v2/users/login'))
        return Response.json({ token: 'a-session-of-the-target' })
      if (pathname === '/v2/user/orgs') return Response.json([{ orgname: secret }])
      if (/\/(?:access-tokens|repositories)$/.test(pathname) && pathname.includes(`/${secret}/`))
        return Response.json({ results: [{ name: 'x' }], next: null })
      return next(request)
    })
    expect(foundIn(report)).toMatchObject({ org: 'GET /v2/user/orgs' })
    expect(JSON.stringify([report, told]).includes(secret)).toBe(false)
  })

  test('by the user name, where an organization alone is asked for', async () => {
    const { username, password } = createHub({ seed: 1 }).credentials
    for (const handle of [undefined, withoutList]) {
      const select = { only: ['presence/oat-list'] }
      const { report } = await judge({ credentials: { username, password }, select }, handle)
      expect((await verifyReport(report)).disagreements).toEqual([])
    }
  })

  test('by what the target says of who is asking, where a token is opaque', async () => {
    const { credentials } = createHub({ seed: 1 })
    const opaque = 'an-opaque-token-of-somebody'
    const { report } = await judge({ credentials: { token: opaque } }, next => async request => {
      const headers = new Headers(request.headers)
      const known = headers.get('authorization') === `Bearer ${opaque}`
      if (known) headers.set('authorization', `Bearer ${credentials.token}`)
      const { pathname } = new URL(request.url)
      if (pathname === '/v2/whoami') return Response.json({ login: 'conformance' }, { status: known ? 200 : 401 })
      const body = request.body === null ? {} : { body: await request.text() }
      const answer = await withoutList(next)(new Request(request.url, { method: request.method, headers, ...body }))
      if (pathname !== '/openapi.json') return answer
      const reference = (await answer.json()) as { paths: object }
      const whoami = { get: { tags: ['account'], responses: { 200: { description: 'Who is asking' } } } }
      return Response.json({ ...reference, paths: { ...reference.paths, '/v2/whoami': whoami } })
    })
    expect(foundIn(report)).toMatchObject({ namespace: 'GET /v2/whoami' })
  })
})

describe('nothing is taken for a namespace without being shown to be one', () => {
  test('a name that the hub does not know', async () => {
    const { report } = await judge({}, next => async request => {
      const { pathname } = new URL(request.url)
      return pathname.endsWith('/v2/namespaces/conformance/repositories')
        ? Response.json({ detail: 'Not found.' }, { status: 404 })
        : withoutList(next)(request)
    })
    expect(foundIn(report)).toEqual({})
    expect(verdicts(report)['presence/get-repository-tag']).toBe('untestable')
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('where every namespace has an empty list', async () => {
    const { report } = await judge(
      {},
      next => async request =>
        /\/v2\/namespaces\/[^/]+\/repositories$/.test(new URL(request.url).pathname) && request.method === 'GET'
          ? Response.json({ count: 0, next: null, previous: null, results: [] })
          : withoutList(next)(request),
    )
    expect(foundIn(report).namespace).toBeUndefined()
  })

  test('without credentials nothing is looked for', async () => {
    const asked: string[] = []
    const { handler } = createHub({ seed: 1 })
    const report = await runConformance({
      target: {
        handler: request => {
          asked.push(new URL(request.url).pathname)
          return handler(request)
        },
      },
      select: { only },
      patienceMs: 1,
    })
    expect(foundIn(report)).toEqual({})
    expect(asked).not.toContain('/v2/user/orgs')
  })
})

test.each([
  [{ allowWrites: true }, 'or credentials to create one (--repository, HUB_CONFORMANCE_TOKEN'],
  [{}, 'or credentials and write permission to create one (--repository, HUB_CONFORMANCE_TOKEN'],
  [{ credentials: { token: createHub({ seed: 1 }).credentials.token } }, 'or write permission to create one (--repo'],
])('what is missing is asked for, and not what was given: %#', async (input, words) => {
  const { report } = await judge(
    { credentials: {}, fixtures: { namespace: 'conformance' }, settingNames, ...input },
    next => async request => {
      const { pathname } = new URL(request.url)
      return pathname.endsWith('/repositories') ? Response.json({ results: [] }) : next(request)
    },
  )
  const missing = report.requirements.flatMap(({ reason }) =>
    reason?.code === 'need-repository' ? [reason.message] : [],
  )
  expect(missing).toEqual(missing.map(() => expect.stringContaining(words)))
  expect(missing).not.toHaveLength(0)
})

describe('what is named wins', () => {
  test('a namespace, a repository, a tag and an organization', async () => {
    const { fixtures } = createHub({ seed: 1 })
    const { namespace, repository, tag, org } = fixtures
    const { report, told } = await judge({ fixtures: { namespace, repository, tag, org } })
    expect(told).toEqual([])
    expect(foundIn(report)).toEqual({})
    expect(verdicts(report)).toEqual(passed)
  })

  test('a namespace over the one of the organization', async () => {
    const { report } = await judge({ fixtures: { namespace: 'conformance' } })
    expect(report.fixtures.find(({ need }) => need === 'namespace')?.value).toEqual({ namespace: 'conformance' })
    expect(foundIn(report)).toMatchObject({ org: 'GET /v2/user/orgs' })
  })
})

test('in what was found only the run’s own is changed, and nothing without leave', async () => {
  const writes: string[] = []
  const watching =
    (next: FetchHandler): FetchHandler =>
    request => {
      const { pathname } = new URL(request.url)
      if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !pathname.startsWith('/v1/'))
        writes.push(`${request.method} ${pathname}`)
      return next(request)
    }
  await judge({ select: { suites: ['repositories', 'presence'] } }, watching)
  expect(writes).toEqual([])
  const { report } = await judge({ select: { suites: ['repositories', 'presence'] }, allowWrites: true }, watching)
  expect(report.leftovers).toEqual([])
  expect(writes).toContain('POST /v2/namespaces/conformance-org/repositories')
  const others = writes.filter(
    write => !/^POST \S+\/(?:repositories|access-tokens|token)$/.test(write) && !write.includes('hub-conformance-'),
  )
  // Tokens are changed by the ids that their creation told.
  expect(others.filter(write => !/\/access-tokens\/[\w-]+$/.test(write))).toEqual([])
})

describe('a name that does not exist', () => {
  const named = async (fixtures: NonNullable<RunInput['fixtures']>, refusal?: object, status = 404) => {
    const { handler, credentials } = createHub({ seed: 1 })
    const report = await runConformance({
      target: {
        handler: async request => {
          const { pathname } = new URL(request.url)
          const isNamed = /^\/v2\/(?!.*no-such-path).*\/nowhere(?:\/|$)/.test(pathname)
          if (!isNamed) return handler(request)
          if (refusal === undefined)
            return handler(new Request(new URL('/no/such/path', request.url), { method: 'GET' }))
          return request.method === 'HEAD' ? new Response(null, { status }) : Response.json(refusal, { status })
        },
      },
      credentials: { token: credentials.token },
      fixtures: { namespace: 'conformance', org: 'conformance-org', ...fixtures },
      patienceMs: 1,
      allowWrites: true,
      settingNames,
    })
    expect((await verifyReport(report)).disagreements).toEqual([])
    const { reason } = report.requirements.find(({ id }) => id === 'presence/get-repository-tag') ?? {}
    return { report, reason, next: report.next.map(({ message }) => message) }
  }

  test.each([
    ['namespace', 'a namespace that exists'],
    ['repository', 'a repository that exists in conformance'],
    ['org', 'an organization that exists'],
  ] as const)('is what is to be corrected: %s', async (parameter, words) => {
    const { report, next } = await named({ [parameter]: 'nowhere' }, { detail: 'No such name.' })
    expect(next[0]).toContain(`(--${parameter}). Name ${words} and that the credentials may see, instead of nowhere.`)
    expect(next.join()).not.toMatch(/Serve|Push|second repository|read as a list/)
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  })

  test.each([
    ['namespace', 'a namespace'],
    ['org', 'an organization'],
  ] as const)('is what is to be corrected where it is forbidden: %s', async (parameter, words) => {
    const { report, next } = await named({ [parameter]: 'nowhere' }, { detail: 'Not yours to see.' }, 403)
    expect(next[0]).toContain(`answered 403; it is not known whether the`)
    expect(next[0]).toContain(
      `(--${parameter}, HUB_CONFORMANCE_TOKEN, or HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD, --header). Name ${words} that exists and that the credentials may see, instead of nowhere, or give credentials that may call`,
    )
    expect(next[0]).toContain('The answer says "Not yours to see."')
    expect(next.join()).not.toMatch(/Serve|Push|needs a group/)
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  })

  test('may be what is to be corrected where every path is answered so', async () => {
    const { reason, next } = await named({ namespace: 'nowhere' })
    expect(reason?.code).toBe('parameter-unproven')
    expect(next[0]).toMatch(/Name a namespace that exists .* or serve /)
    expect(next.join()).not.toMatch(/Push|second repository|read as a list/)
  })
})

test('without credentials, nothing that was answered 401 is said to be missing', async () => {
  const { handler } = createHub({ seed: 1 })
  const report = await runConformance({
    target: {
      handler: async request =>
        /^\/v2\/(?!.*no-such-path)/.test(new URL(request.url).pathname)
          ? Response.json({ detail: 'Sign in.' }, { status: 401 })
          : handler(request),
    },
    fixtures: { namespace: 'conformance', repository: 'demo' },
    patienceMs: 1,
    select: { suites: ['presence', 'repositories', 'repository-groups', 'immutable-tags'] },
    settingNames,
  })
  const next = report.next.map(({ message }) => message)
  expect(next[0]).toMatch(/needs credentials/)
  expect(next.join()).not.toMatch(/Push|second repository|read as a list|needs a group/)
  expect((await verifyReport(report)).disagreements).toEqual([])
})

describe('a list of tags that cannot be read', () => {
  const judged = async (operations: Readonly<Record<string, unknown>>) => {
    const { handler, credentials } = createHub({ seed: 1 })
    const report = await runConformance({
      target: { handler },
      credentials: { token: credentials.token },
      fixtures: { namespace: 'conformance' },
      patienceMs: 1,
      bindings: { operations },
      select: { suites: ['presence', 'repositories', 'replacements'] },
      settingNames,
    })
    expect((await verifyReport(report)).disagreements).toEqual([])
    return report.next.map(({ message }) => message)
  }

  test('is a consequence of its wrong path, not a lack of tags', async () => {
    const next = await judged({ ListRepositoryTags: { method: 'GET', path: '/v2/x/{namespace}/{repository}/labels' } })
    expect(next.filter(message => /Push|needs a repository with a tag/.test(message))).toEqual([])
    expect(next).toContain(
      'Correct the given method and path of ListRepositoryTags (GET /v2/x/{namespace}/{repository}/labels), or serve the operation there.',
    )
  })
})
