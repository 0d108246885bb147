import { describe, expect, it } from 'vitest'
import { type Bent, type ShapeClaim, shapeRequirement } from '../../../checks/schemas/claim.ts'
import type { Ask, Creation, Probe, Twist } from '../../../contracts/requirement.ts'
import { holds } from '../../../contracts/results/finding.ts'
import { answered, probeOf } from '../answers/answered.ts'

const bent: Readonly<Record<string, Bent>> = {
  value: { says: 'has a number', member: 'name', value: 7 },
  gone: { says: 'has no name', member: 'name' },
  change: { says: 'has a longer name', member: 'name', change: name => `${name}!` },
}

const claimed = (claim: Partial<ShapeClaim> = {}) =>
  shapeRequirement({
    slug: 'one',
    operation: 'GetRepositoryTag',
    returns: 'a tag',
    since: '2026-01-01',
    needs: [],
    shape: 'tag',
    call: async probe => ({ values: {}, answer: await probe.call('GetRepositoryTag', {} as never) }),
    bent,
    ...claim,
  })
const list = { operation: 'ListRepositoryTags', shape: { page: 'tag-page', member: 'results', item: 'tag' } } as const
const creation = { operation: 'pat.create', shape: 'personal-token', returns: 'a token' } as const

const tags = '/v2/namespaces/n/repositories/r/tags'

/** What a twisted hub answers where the right one answers with this body. */
const twisted = async (
  twist: Twist | undefined,
  body: unknown,
  { method = 'GET', path = `${tags}/t`, status = 200 } = {},
) => {
  const request = new Request(`http://hub${path}`, { method })
  const answer = await twist?.(request, async () => Response.json(body, { status }))
  return { status: answer?.status, body: await answer?.json() }
}

describe('a claim about a shape', () => {
  it('is judged with the others, or at the end where it says so', () => {
    expect(claimed().cases.map(each => 'last' in each)).toEqual([false])
    expect(claimed({ last: true }).cases.map(({ last }) => last)).toEqual([true])
  })

  it.each<[Partial<ShapeClaim>, readonly string[], readonly string[]]>([
    [{}, [], ['default', 'extra']],
    [list, ['count-zero', 'twice', 'total-of-page'], ['extra']],
    [{ ...list, operation: 'audit.events' }, [], ['extra']],
    [creation, [], ['running', 'extra']],
    [{ operation: 'CreateRepository', shape: 'repository' }, ['bodiless'], ['running', 'bodiless', 'extra']],
  ])('%j has faults and variants of its kind', (claim, faults, variants) => {
    const requirement = claimed(claim)
    expect(Object.keys(requirement.faults)).toEqual([...Object.keys(bent), ...faults])
    expect(Object.keys(requirement.tolerates ?? {})).toEqual(variants)
  })

  it.each([
    ['value', { name: 7, id: 1 }],
    ['gone', { id: 1 }],
    ['change', { name: 'a!', id: 1 }],
  ])('has the fault %s', async (name, body) => {
    const fault = claimed().faults[name]
    expect(fault).toMatchObject({ code: 'schema-mismatch', says: bent[name]?.says })
    expect((await twisted(fault?.twist(), { name: 'a', id: 1 })).body).toEqual(body)
    expect((await twisted(fault?.twist(), ['a'])).body).toEqual(['a'])
  })

  it.each([
    ['value', { count: 2, results: [{ name: 'a' }, { name: 7 }] }],
    ['count-zero', { count: 0, results: [{ name: 'a' }, { name: 'b' }] }],
    ['twice', { count: 2, results: [{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'b' }] }],
  ])('of a list has the fault %s, in its last item', async (name, body) => {
    const twist = claimed(list).faults[name]?.twist()
    const right = { count: 2, results: [{ name: 'a' }, { name: 'b' }] }
    expect((await twisted(twist, right, { path: tags })).body).toEqual(body)
    expect((await twisted(twist, 'text', { path: tags })).body).toBe('text')
  })

  it('of a list has a fault that states the items of each short page as all', async () => {
    const twist = claimed(list).faults['total-of-page']?.twist()
    const asked: string[] = []
    const ask = async (body: unknown) => {
      const answer = await twist?.(new Request(`http://hub${tags}?page=2`), async request => {
        asked.push(new URL(request.url).search)
        return Response.json(body)
      })
      return answer?.json()
    }
    expect(await ask({ total: 9, results: [1, 2] })).toEqual({ total: 2, results: [1, 2] })
    expect(await ask({ results: 'x' })).toEqual({ results: 'x', total: 0 })
    expect(asked).toEqual(['?page=2&page_size=1', '?page=2&page_size=1'])
  })

  it('of a repository has a fault and a variant of another media type', async () => {
    const { faults, tolerates = {} } = claimed({ operation: 'GetRepository', shape: 'repository' })
    expect(Object.keys(claimed().faults)).not.toContain('other-type')
    expect(faults['other-type']).toMatchObject({
      says: 'answers with a media type that it does not declare',
      code: 'schema-mismatch',
      also: { 'http/head-like-get': 'head-header' },
    })
    expect(tolerates['declared-type']?.says).toBe('answers JSON as text/plain, and declares that as well')
    const path = '/v2/namespaces/{namespace}/repositories/{repository}'
    const own = { get: { responses: { 200: { content: { 'application/json': { schema: {} } } } } } }
    for (const twist of [faults['other-type']?.twist(), tolerates['declared-type']?.twist()]) {
      const request = new Request('http://hub/v2/namespaces/n/repositories/r')
      const answer = await twist?.(request, async () => Response.json({ name: 'r' }))
      expect(answer?.headers.get('content-type')).toBe('text/plain')
    }
    const documented = async (paths: object) => {
      const twist = tolerates['declared-type']?.twist()
      const answer = await twist?.(new Request('http://hub/openapi.json'), async () => Response.json({ paths }))
      return answer?.json()
    }
    const content = { 'application/json': { schema: {} }, 'text/plain': { schema: {} } }
    expect(await documented({ [path]: own })).toEqual({
      paths: { [path]: { get: { responses: { 200: { content } } } } },
    })
    for (const paths of [{}, { [path]: {} }, { [path]: { get: { responses: {} } } }])
      expect(await documented(paths)).toEqual({ paths })
  })

  it('of one thing has no faults of lists', () => {
    expect(Object.keys(claimed().faults)).toEqual(Object.keys(bent))
    expect(Object.keys(claimed(list).faults)).toEqual([...Object.keys(bent), 'count-zero', 'twice', 'total-of-page'])
    expect(claimed(list).faults.twice?.code).toBe('listed-twice')
  })

  it('tolerates further members, another declared shape and what runs on', async () => {
    const { tolerates = {} } = claimed()
    expect(Object.keys(tolerates)).toEqual(['default', 'extra'])
    const of = async (name: string, body: unknown, parts = {}, claim = claimed()) =>
      twisted(claim.tolerates?.[name]?.twist(), body, parts)
    expect((await of('extra', { a: 1 })).body).toEqual({ a: 1, colour: 'blue', nested: { id: 1 } })
    expect((await of('extra', 'text')).body).toBe('text')
    expect((await of('default', { name: 'a', id: 1 })).body).toEqual({ name: 7, id: 1, colour: 'blue' })
    const running = { method: 'POST', path: '/v2/access-tokens' }
    expect(Object.keys(claimed(creation).tolerates ?? {})).toEqual(['running', 'extra'])
    expect(await of('running', {}, running, claimed(creation))).toEqual({
      status: 202,
      body: { status: 'accepted', operation: 'op-1' },
    })
    expect((await of('running', {}, { ...running, status: 403 }, claimed(creation))).status).toBe(403)
    expect(Object.keys(claimed(list).tolerates ?? {})).toEqual(['extra'])
  })

  it('says what is claimed, of which operation, and what is wrong', () => {
    const { faults, tolerates = {}, ...texts } = claimed(list)
    expect(texts).toMatchObject({
      id: 'schemas/one',
      level: 'should',
      statement: expect.stringContaining('a tag'),
      source: { sentence: expect.stringContaining('a tag') },
      how: expect.stringMatching(/reference; of a list, each item of up to ten pages, .*\. Additional members/),
      fix: expect.stringContaining('a tag'),
      cases: [{ name: 'a success of ListRepositoryTags' }],
    })
    expect(claimed().how).toMatch(/reference\. Additional members/)
    expect(Object.values(faults).map(({ says, code }) => [says, code])).toEqual([
      ...Object.values(bent).map(({ says }) => [says, 'schema-mismatch']),
      ['counts no items', 'count-too-small'],
      ['lists every item twice', 'listed-twice'],
      ['states the number of the items of each page as the total', 'count-too-small'],
    ])
    for (const claim of [claimed(), claimed(list), claimed(creation)])
      for (const { says } of Object.values(claim.tolerates ?? {})) expect(says).not.toBe('')
    expect(tolerates).not.toBeUndefined()
    expect(() => claimed({ operation: 'nothing' as never })).toThrow('no shipped binding for nothing')
  })

  it('tolerates a document that declares one response for every status', async () => {
    const path = '/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}'
    const document = { openapi: '3.1.0', paths: { [path]: { get: { responses: {} }, head: {} }, '/x': { get: {} } } }
    const twist = claimed().tolerates?.default?.twist()
    const { body } = await twisted(twist, document, { path: '/openapi.json' })
    const schema = { type: 'object', properties: { colour: { type: 'string' }, results: { type: 'array' } } }
    const responses = { default: { description: 'any', content: { 'application/json': { schema } } } }
    expect(body).toEqual({ ...document, paths: { ...document.paths, [path]: { get: { responses }, head: {} } } })
    const other = { openapi: '3.1.0', paths: {} }
    expect((await twisted(twist, other, { path: '/openapi.json' })).body).toEqual(other)
  })

  it('of a creation may have no body, where none is declared', async () => {
    const { faults, tolerates } = claimed({ operation: 'CreateRepository', shape: 'repository' })
    expect(faults.bodiless).toMatchObject({ says: 'answers without the declared body', code: 'schema-mismatch' })
    const request = new Request('http://hub/v2/namespaces/n/repositories', { method: 'POST' })
    for (const twist of [faults.bodiless?.twist(), tolerates?.bodiless?.twist()])
      for (const [status, text] of [
        [201, ''],
        [403, '{}'],
      ] as const) {
        const answer = await twist?.(request, async () => Response.json({}, { status }))
        expect([answer?.status, await answer?.text()]).toEqual([status, text])
      }
    const path = '/v2/namespaces/{namespace}/repositories'
    const document = (post: object) => ({ openapi: '3.1.0', paths: { [path]: { get: {}, post } } })
    const at = { path: '/openapi.json' }
    const declared = await twisted(tolerates?.bodiless?.twist(), document({ responses: {} }), at)
    expect(declared.body).toEqual(document({ responses: { '2XX': { description: 'done' } } }))
    const other = { openapi: '3.1.0', paths: {} }
    expect((await twisted(tolerates?.bodiless?.twist(), other, at)).body).toEqual(other)
    expect(tolerates?.bodiless?.says).toBe('answers without a body, and declares none')
  })

  it('is judged as what it is, and a refusal as the claim has it', async () => {
    const { probe } = probeOf({ 'control ListRepositoryTags': answered({}, { status: 404 }) })
    const found = (answer: ReturnType<typeof answered>, claim: Partial<ShapeClaim> = {}) =>
      claimed({ ...list, call: async () => ({ values: {}, answer }), ...claim }).cases[0]?.check({
        ...probe,
        fixture: async () => undefined,
      } as unknown as Probe)
    expect(await found(answered({ count: 0, results: [{ name: 'a' }] }))).toMatchObject({ code: 'count-too-small' })
    const refusal = answered({}, { status: 403 })
    expect(await found(refusal)).toMatchObject({ code: 'request-refused' })
    expect(await found(refusal, { refused: async () => undefined })).toMatchObject({ code: 'request-refused' })
    expect(await found(refusal, { refused: async () => holds(refusal) })).toEqual(holds(refusal))
  })

  it('asks for JSON in so many words where the operation declares no type of its own', async () => {
    const asked: unknown[] = []
    const probe = {
      ...probeOf({}).probe,
      bind: (operation: string) => (operation === 'CreateRepository' ? {} : { headers: { accept: 'a/b' } }),
      create: async (kind: string, _values: unknown, options: Partial<Ask>) => {
        asked.push([kind, options.headers])
        return { exchange: answered({}, { status: 403 }) }
      },
    } as unknown as Probe
    for (const kind of ['repository', 'pat'] as const)
      await claimed({
        call: async given => ({ values: {}, answer: (await given.create(kind, {} as never, {} as never)).exchange }),
      }).cases[0]?.check(probe)
    expect(asked).toEqual([
      ['repository', { accept: 'application/json' }],
      ['pat', undefined],
    ])
  })

  it('asks for JSON, and without that where it is refused', async () => {
    const asked: unknown[] = []
    const right = { status: 200 }
    const probe = {
      ...probeOf({ 'control GetRepositoryTag': answered({}, { status: 404 }) }).probe,
      fixture: async () => undefined,
      call: async (_operation: string, _values: unknown, options: Partial<Ask> = {}) => {
        asked.push(options)
        return answered({ name: 'a' }, options.headers ? right : { status: 201 })
      },
      create: async (_kind: string, _values: unknown, options: Partial<Ask> = {}): Promise<Creation> => {
        asked.push(options)
        const exchange = answered({ name: 'a' }, options.headers ? right : { status: 201 })
        return { name: 'a', exchange, isUnshown: async () => false }
      },
    } as unknown as Probe
    const accept = { headers: { accept: 'application/json' } }
    const check = (call: ShapeClaim['call']) => claimed({ call }).cases[0]?.check(probe)
    const calling: ShapeClaim['call'] = async given => ({
      values: {},
      answer: await given.call('GetRepositoryTag', {} as never, { as: 'anonymous' }),
    })
    const creating: ShapeClaim['call'] = async given => ({
      values: {},
      answer: (await given.create('repository', {} as never, { as: 'anonymous' } as never)).exchange,
    })
    for (const call of [calling, creating]) {
      right.status = 200
      expect(await check(call)).toMatchObject({ kind: 'holds' })
      right.status = 406
      expect(await check(call)).toMatchObject({ kind: 'holds' })
    }
    const as = { as: 'anonymous' }
    expect(asked).toEqual([1, 2].flatMap(() => [{ ...as, ...accept }, { ...as, ...accept }, as]))
  })
})
