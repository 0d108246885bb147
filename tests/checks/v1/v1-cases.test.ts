import { describe, expect, it } from 'vitest'
import { v1Cases } from '../../../checks/v1/cases.ts'
import { fits, isReading, namesOfClass, ordinaryNames } from '../../../checks/v1/factors.ts'
import { lifecycle, type V1Route } from '../../../contracts/lifecycle.ts'
import type { Ask, Case } from '../../../contracts/requirement.ts'
import { answered, probeOf } from '../answers/answered.ts'

type Fixtures = Readonly<Record<string, unknown>>

const created = (token: string) => ({ id: '1', label: 'l', created: answered({ token }) })

const everything: Fixtures = {
  writes: true,
  credentials: {},
  pat: created('pat-secret'),
  oat: created('oat-secret'),
  repository: { namespace: 'ns 1', repository: 'repo', witness: null },
  tag: { tag: 'v1' },
  'own-repository': { namespace: 'own ns', repository: 'own-repo' },
}
const { writes: _, ...withoutWrites } = everything
const { tag: _tag, ...withoutTag } = everything
const { repository: _repository, ...withoutRepository } = everything
const { 'own-repository': _own, ...withoutOwn } = everything

/** What a case asks of the removed route, and what it says where that is gone; `wrong` are parts of paths that are still served. */
const run = async (kase: Case, fixtures: Fixtures, wrong?: string, control?: (ask: Ask) => number) => {
  const asks: Ask[] = []
  const { probe } = probeOf(
    {},
    {
      send: async ask => {
        asks.push(ask)
        return answered('', { status: wrong !== undefined && ask.path.includes(wrong) ? 200 : 410 })
      },
      hasFixture: async need => Object.hasOwn(fixtures, need),
      ...(control && { control: async ask => answered('', { status: control(ask) }) }),
      fixture: (async (need: string) => fixtures[need]) as never,
    },
  )
  const finding = await kase.check(probe)
  return { asks, says: 'code' in finding ? finding.code : finding.kind }
}

const isListed = ({ name }: Case): boolean => name === 'GET and HEAD, existing v2 repositories'

/** What the rows of all routes ask first, by their names. */
const askedWith = async (fixtures: Fixtures) =>
  Promise.all(
    lifecycle.v1Routes.flatMap(route =>
      v1Cases(route)
        .filter(kase => !isListed(kase))
        .map(async kase => {
          const { asks, says } = await run(kase, fixtures)
          expect(says).toBe('holds')
          return { route, name: kase.name, asks, ask: asks[0] as Ask }
        }),
    ),
  )

/** Whether a part of a name is that of a case. */
const has = (name: string, part: string): boolean => `, ${name}, `.includes(`, ${part}, `)

describe('the cases of a removed route', () => {
  it('have names of their own; those of a thorough run come last', () => {
    for (const route of lifecycle.v1Routes) {
      const cases = v1Cases(route)
      expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
      const [at, more] = [cases.findIndex(isListed), cases.findIndex(({ thorough }) => thorough)]
      expect([at > 10, more, cases.length > more + 10]).toEqual([true, at + 1, true])
      expect(cases.slice(more).every(({ thorough }) => thorough)).toBe(true)
    }
  })

  it('ask that route, as the name says', async () => {
    for (const { route, name, asks } of await askedWith(everything)) {
      const path = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?.+)?$`)
      const method = name.split(',')[0]
      expect(name).not.toMatch(/, ,|, $|,,|undefined|1 times/)
      expect(asks.map(ask => ask.method)).toEqual(has(name, '2 times') ? [method, method] : [method])
      for (const ask of asks) {
        expect(ask.path).toMatch(path)
        const query = name.match(/with (\?[^,]+)/)?.[1] ?? ''
        expect(ask.path.replace(/^[^?]*/, '')).toBe(query)
      }
    }
  })

  it.each([
    ['no credentials', {}, 'anonymous', undefined],
    ['malformed credentials', {}, 'malformed', undefined],
    ['an expired JWT', { authorization: expect.stringMatching(/^JWT ey/) }, 'anonymous', undefined],
    ['valid credentials (if given)', {}, 'valid', undefined],
    ['valid user and password (if given)', {}, 'valid', { form: 'Authorization: Basic {basic}' }],
    [
      'a valid PAT as password (if writes are allowed)',
      {},
      'valid',
      { form: 'Authorization: Basic {basic}', token: 'pat-secret' },
    ],
    // As the target takes tokens.
    ['a valid OAT (if writes are allowed)', {}, 'valid', { token: 'oat-secret' }],
    ['a valid session cookie (if given)', {}, 'valid', { form: 'Cookie: session={token}' }],
    ['Accept JSON', { accept: 'application/json' }],
    ['as curl', { 'user-agent': 'curl/8.5.0' }],
    ['Range', { range: 'bytes=0-0' }],
    ['form body (if writes are allowed)', { 'content-type': 'application/x-www-form-urlencoded' }],
  ] as const)('send what the name says: %s', async (part, headers, as?: string, sending?: object) => {
    const all = await askedWith(everything)
    const found = all.filter(({ name }) => has(name, part))
    expect(found.length).toBeGreaterThan(0)
    for (const { ask } of found) {
      expect(ask.headers).toMatchObject(headers)
      if (as !== undefined) expect([ask.as, ask.sending]).toEqual([as, sending])
    }
  })

  it('send a token of the run in the usual form only where the target is known to take it so, next to another one', async () => {
    const kase = lifecycle.v1Routes
      .flatMap(route => v1Cases(route))
      .find(({ name }) => has(name, 'a valid OAT (if writes are allowed)')) as Case
    const sentOf = async (fixtures: Fixtures) => (await run(kase, { ...everything, ...fixtures })).asks[0]?.sending
    const usual = 'Authorization: Bearer {token}'
    expect(await sentOf({ credentials: true })).toEqual({ token: 'oat-secret' })
    expect(await sentOf({ credentials: { also: `X-Token: {token}, ${usual}` } })).toEqual({
      form: usual,
      token: 'oat-secret',
    })
    expect(await sentOf({ credentials: { also: 'X-Token: {token}' } })).toEqual({ token: 'oat-secret' })
    expect(await sentOf({ oat: { created: answered({}) } })).toEqual({ form: usual })
    const { credentials: _credentials, ...others } = everything
    expect((await run(kase, others)).asks[0]?.sending).toEqual({ token: 'oat-secret' })
  })

  it('have a body where the name says so, in a run that may write', async () => {
    const all = await askedWith(everything)
    for (const { name, ask } of all) {
      const body = name.match(/body (\{\}|\[\])/)?.[1] ?? (name.includes('form body') ? '{}' : undefined)
      expect([JSON.stringify(ask.json), ask.text]).toEqual([
        body,
        name.includes('malformed JSON') ? '{"name": ' : undefined,
      ])
    }
    expect(all.filter(({ ask }) => ask.json !== undefined).length).toBeGreaterThan(10)
    for (const { ask } of await askedWith(withoutWrites)) {
      expect([ask.json, ask.text, ask.sending?.token]).toEqual([undefined, undefined, undefined])
      expect(ask.headers).not.toHaveProperty('content-type')
    }
  })

  it('speak as nobody without credentials', async () => {
    const { credentials: _credentials, ...others } = everything
    for (const { ask, name } of await askedWith(others))
      expect(ask.as).toBe(has(name, 'malformed credentials') ? 'malformed' : 'anonymous')
  })

  const part = 'repository that exists on v2 (if known)'

  it.each<[says: string, fixtures: Fixtures, reading: string, writing: string]>([
    ['everything', everything, 'ns%201/repo/tags/v1', 'own%20ns/own-repo/tags/latest'],
    ['no tag', withoutTag, 'ns%201/repo/tags/latest', 'own%20ns/own-repo/tags/latest'],
    ['no repository', withoutRepository, 'acme/probe/tags/latest', 'own%20ns/own-repo/tags/latest'],
    ['no own repository', withoutOwn, 'ns%201/repo/tags/v1', 'acme/probe-v1/tags/latest'],
    ['no permission to write', withoutWrites, 'ns%201/repo/tags/v1', 'acme/probe-v1/tags/latest'],
  ])('take the repository that is there, with %s', async (_, fixtures, reading, writing) => {
    const found = (await askedWith(fixtures)).filter(
      ({ route, name }) => route.path.endsWith('{namespace}/{name}/tags/{tag_name}') && has(name, part),
    )
    expect(found.length).toBeGreaterThan(2)
    for (const { ask } of found)
      expect(ask.path.replace(/\?.*/, '')).toBe(`/v1/repositories/${isReading(ask.method) ? reading : writing}`)
  })

  it('write to names that nobody has', async () => {
    for (const { ask, name } of await askedWith(everything))
      if (!isReading(ask.method) && has(name, 'ordinary name')) expect(ask.path).toContain(`${ordinaryNames.name}-v1`)
  })
})

describe('existing v2 repositories', () => {
  const listed = [
    { namespace: 'a b', repository: 'r', tags: ['t 1', 't2'] },
    { namespace: 'c', repository: 's', tags: ['t3', 't4'] },
    { namespace: 'd', repository: 'u', tags: [] },
  ]

  const listedOf = async (path: string, fixtures: Fixtures, wrong?: string, control?: (ask: Ask) => number) => {
    const route = lifecycle.v1Routes.find(each => each.path.endsWith(path)) as V1Route
    const { asks, says } = await run(v1Cases(route).find(isListed) as Case, fixtures, wrong, control)
    const place = ({ path }: Ask) => path.replace('/v1/repositories/', '')
    const sent = asks.map(({ sending }) => sending)
    return { says, sent, asked: asks.map(ask => `${ask.method} ${place(ask)} ${ask.as}`) }
  }
  const [ofTag, ofTags] = ['{namespace}/{name}/tags/{tag_name}', '{namespace}/{name}/tags']

  it('are asked for with each tag of the first, with and without credentials in turn', async () => {
    expect(await listedOf(ofTag, { ...everything, listed: { listed } })).toMatchObject({
      says: 'holds',
      asked: [
        'GET a%20b/r/tags/t%201 anonymous',
        'GET a%20b/r/tags/t2 valid',
        'GET c/s/tags/t3 anonymous',
        'HEAD ns%201/repo/tags/v1 valid',
        'GET own%20ns/own-repo/tags/latest valid',
      ],
    })
    expect((await listedOf(ofTags, { ...everything, listed: { listed } })).asked).toEqual([
      'GET a%20b/r/tags valid',
      'GET c/s/tags anonymous',
      'HEAD ns%201/repo/tags valid',
      'GET own%20ns/own-repo/tags valid',
    ])
    expect((await listedOf('s/{name}/tags', everything)).asked).toEqual(['HEAD repo/tags valid'])
  })

  it('are those that are known, with as much as is given', async () => {
    expect((await listedOf(ofTags, withoutWrites)).asked).toEqual(['HEAD ns%201/repo/tags valid'])
    expect((await listedOf(ofTags, withoutOwn)).asked).toEqual(['HEAD ns%201/repo/tags valid'])
    expect((await listedOf(ofTags, withoutRepository)).asked).toEqual(['GET own%20ns/own-repo/tags valid'])
    expect(await listedOf(ofTags, {})).toMatchObject({ says: 'no-repository-to-ask-for', asked: [] })
  })

  it('are asked for with a token of the run, of a user and of an organization in turn, where there is one', async () => {
    const sentOf = async (path: string, fixtures: Fixtures = everything) => (await listedOf(path, fixtures)).sent
    const tokens = lifecycle.v1Routes.flatMap(({ path }, at) =>
      path.includes('{namespace}') ? [[path, at % 2 === 0 ? 'pat-secret' : 'oat-secret'] as const] : [],
    )
    expect(new Set(tokens.map(([, token]) => token)).size).toBe(2)
    for (const [path, token] of tokens) expect(await sentOf(path)).toEqual([undefined, { token }])
    expect(
      await sentOf(ofTags, { ...everything, pat: { created: answered({}) }, oat: { created: answered({}) } }),
    ).toEqual([undefined, undefined])
  })

  it('are open where one is, unless another is still served', async () => {
    const given = { ...everything, listed: { listed } }
    // Nobody is told that something else is there.
    const control = ({ as }: Ask) => (as === 'anonymous' ? 410 : 404)
    for (const path of [ofTag, ofTags])
      expect([
        (await listedOf(path, given, undefined, control)).says,
        (await listedOf(path, given, 'own-repo', control)).says,
      ]).toEqual(['catch-all', 'not-gone'])
  })

  it.each([['a%20b/r'], ['c/s'], ['ns%201'], ['own-repo']])(
    'say that %s is still served, whatever else is gone',
    async wrong => {
      expect((await listedOf(ofTags, { ...everything, listed: { listed } }, wrong)).says).toBe('not-gone')
    },
  )
})

it('names of a class are taken in turn', async () => {
  const members = ['a', 'b', 'c'].map(name => ({ namespace: 'n', name, tag: 't' }))
  const taken = async (turn: number) => (await namesOfClass(probeOf({}).probe, { members } as never, turn))?.name
  expect([await taken(0), await taken(4), await taken(5)]).toEqual(['a', 'b', 'c'])
})

it('only what may write has a body', () => {
  const row = (method?: number, body?: number) => fits(factor => ({ method, body })[factor as 'method' | 'body'])
  // GET, HEAD and POST are the first three methods.
  expect([row(0, 0), row(0, 1), row(1, 1), row(2, 1), row(undefined, 1), row(0)]).toEqual([
    true,
    false,
    false,
    true,
    true,
    true,
  ])
})
