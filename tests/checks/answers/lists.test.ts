import { describe, expect, it } from 'vitest'
import { declaredLists, declaredValues, isOfSizeAlone } from '../../../checks/answers/declared-lists.ts'
import { missingField } from '../../../checks/answers/missing-field.ts'
import { onlyOne, unnamedItems } from '../../../checks/answers/only-one.ts'
import { isPrivate, unlike } from '../../../checks/answers/unlike.ts'
import type { PublishedReference, ReferenceParameter } from '../../../contracts/documents.ts'
import type { CallOptions, RepositoryFixture } from '../../../contracts/requirement.ts'
import { answered, probeOf } from './answered.ts'

describe('some of many things', () => {
  it.each<[unknown, boolean]>([
    [{ is_private: true }, true],
    [{ private: false }, false],
    [{ is_private: true, size: 1 }, true],
    [{ PrivateRepo: true }, true],
    [{ visibility: 'private' }, true],
    [{ visibility: 'public', private: 'yes' }, false],
    [{ public: true }, false],
    ['private', false],
    [null, false],
  ])('%j is private: %s', (item, isIt) => {
    expect(isPrivate(item)).toBe(isIt)
  })

  const names = (things: readonly string[], most: number): readonly string[] =>
    unlike(
      things.map(name => ({ name })),
      most,
    ).map(({ name }) => name)

  it('are of each kind, the last, and the first', () => {
    expect(names(['a', 'b', 'c.d', 'E', '1', 'f_g', 'h', 'i'], 10)).toEqual([
      'c.d',
      'E',
      '1',
      'f_g',
      'i',
      'a',
      'b',
      'h',
    ])
    expect(names(['a', 'b', 'c'], 2)).toEqual(['c', 'a'])
    expect(names(['a1', '22', '1a'], 1)).toEqual(['22'])
    expect(names(['1a', '22', 'b'], 1)).toEqual(['22'])
    expect(names(['a', 'b', 'C'], 3)).toEqual(['C', 'b', 'a'])
    expect(names([], 2)).toEqual([])
    const things = [{ name: 'a' }, { name: 'b', isPrivate: false }, { name: 'c', isPrivate: true }, { name: 'd' }]
    expect(unlike(things, 2)).toEqual([things[2], things[3]])
  })
})

describe('a field that is missing', () => {
  const told = (body: unknown, pages: readonly (readonly unknown[])[] = []) =>
    missingField(
      { operation: 'pat.get', where: 'here' },
      answered(body),
      pages.map(items => ({ exchange: answered(items), items })),
    )

  it.each([
    ['expiresAt', 'expiresAt'],
    ['EXPIRES-AT', 'EXPIRES-AT'],
    ['expiry', 'expiry'],
    ['expires', 'expires'],
    ['expiration_date', 'expiration_date'],
    ['validUntil', 'validUntil'],
    ['expires_on', 'expires_on'],
    ['expiry_time', 'expiry_time'],
    ['has_expiry', undefined],
    ['expiry_policy', undefined],
    ['created_at', undefined],
  ])('next to %s may have the name %s', (name, similar) => {
    const { values } = told({ a: 1, [name]: 1 })
    expect(values).toEqual({ operation: 'pat.get', field: 'expires_at', where: 'here', ...(similar && { similar }) })
  })

  it('has the likeliest other name', () => {
    expect(told({ expiry: 1, expiresAt: 1 }).values.similar).toBe('expiresAt')
  })

  it('is missing in all items of a list, or here', () => {
    expect(told({}, [[{ a: 1 }], [{ expiry: 1 }]]).values).toMatchObject({
      where: '0 of 2 items have it',
      similar: 'expiry',
    })
    expect(told({}, [[{ a: 1 }]]).values).toMatchObject({ where: 'here' })
    expect(told({}, [[{ a: 1 }, { expires_at: 1 }]]).values).toMatchObject({ where: 'here' })
    expect(told({ expiry: 1 }, [[{ a: 1 }]]).values).not.toHaveProperty('similar')
  })
})

describe('where no other repository is known', () => {
  const fixture = { namespace: 'n', repository: 'own' } as RepositoryFixture
  const seen = answered('seen')
  const open = async (body: unknown, status = 200) => {
    const { probe, calls, values } = probeOf({ listNamespaceRepositories: answered(body, { status }) })
    const finding = await onlyOne(probe, 'GetRepository', fixture, seen)
    expect(calls).toEqual([['listNamespaceRepositories', { anyStatus: true, control: true }]])
    expect(values).toEqual([{ namespace: 'n' }])
    return finding
  }

  it('that is not asked where the operation failed', async () => {
    const { probe, calls } = probeOf({})
    const refused = answered({}, { status: 403 })
    expect(await onlyOne(probe, 'GetRepository', fixture, seen, refused)).toMatchObject({
      code: 'request-refused',
      values: { operation: 'GetRepository', status: 403 },
      seen: [refused],
    })
    expect(calls).toEqual([])
  })

  it('there is none', async () => {
    const one = { kind: 'unclear', code: 'only-one', values: { operation: 'GetRepository', what: 'own' }, seen: [seen] }
    for (const body of [
      [],
      [{ name: 'own' }],
      'text',
      { a: 1 },
      [{ name: 'x' }],
      ['x'],
      [{ colour: 1 }, { name: 'x' }],
    ])
      expect(await open(body)).toMatchObject(one)
    expect(await open([{ colour: 1 }], 500)).toMatchObject(one)
  })

  it('or their names are not recognised', async () => {
    const values = {
      operation: 'listNamespaceRepositories',
      count: 2,
      read: 'its first page',
      what: 'a repository',
      members: 'colour, size',
    }
    const body = [{ colour: 1 }, { size: 1 }, { name: 'own' }]
    expect(await open(body)).toMatchObject({ kind: 'unclear', code: 'names-unknown', values })
    expect(unnamedItems('listNamespaceRepositories', 'a repository', [{ colour: 1 }, { size: 1 }])).toEqual(values)
  })
})

describe('lists with the parameters that are declared', () => {
  const path = '/v2/pat.list'
  const asked = async (
    parameters: readonly Partial<ReferenceParameter>[],
    sent?: 'one' | 'every' | 'large',
    bound?: Readonly<Record<string, string>>,
    status = 200,
  ) => {
    const operation = {
      method: 'GET',
      path,
      parameters: parameters.map(each => ({ in: 'query', required: false, ...each })),
      statuses: ['200'],
      tags: [],
    }
    const reference = { operations: [operation] } as unknown as PublishedReference
    const { probe, calls } = probeOf(
      { 'pat.list': answered([], { status }) },
      {
        hasFixture: async need => need === 'reference',
        fixture: (async (need: string) => (need === 'reference' ? reference : { operations: [] })) as never,
        bind: (() => ({ operation: 'pat.list', method: 'GET', path, ...(bound && { query: bound }) })) as never,
      },
    )
    const lists = await declaredLists(probe, 'pat.list', {}, 'text', ...(sent ? [sent] : []))
    const rest = calls.map(([, options]): CallOptions => options ?? {})
    for (const { query: _query, ...others } of rest) expect(others).toEqual({ control: true, anyStatus: true })
    return { lists: lists.length, queries: rest.map(({ query }) => query) }
  }

  it('are asked for with one value of each, then with the others', async () => {
    const parameters = [
      { name: 'state', values: ['a', 'b'] },
      { name: 'q' },
      { name: 'flag', type: 'boolean' },
      { name: 'kind', example: 7, values: ['c'] },
    ]
    expect((await asked(parameters)).queries).toEqual([{ state: 'a' }, { q: 'text' }, { flag: 'true' }, { kind: '7' }])
    expect((await asked(parameters.slice(0, 1))).queries).toEqual([{ state: 'a' }])
    expect((await asked([{ name: 'with_label', type: 'boolean' }])).queries).toEqual([{ with_label: 'true' }])
    expect((await asked(parameters, 'every')).queries).toEqual([
      { state: 'a' },
      { q: 'text' },
      { flag: 'true' },
      { kind: '7' },
      { state: 'b' },
      { flag: 'false' },
      { kind: 'c' },
    ])
  })

  it.each(['page_size', 'pagesize', 'pageSize', 'per_page', 'perPage', 'limit'])(
    'are asked for as many items (%s)',
    async name => {
      expect((await asked([{ name, example: 3 }])).queries).toEqual([{ [name]: '100' }])
    },
  )

  it.each(['name', 'username', 'search', 'query', 'q', 'filter', 'label'])('are searched by %s', async name => {
    expect((await asked([{ name }])).queries).toEqual([{ [name]: 'text' }])
  })

  it.each([
    'page',
    'pageToken',
    'cursor',
    'after',
    'before',
    'start',
    'from',
    'until',
    'marker',
    'token',
    'format',
    'fields',
  ])('are not asked for by %s', async name => expect((await asked([{ name, example: 'x' }])).queries).toEqual([]))

  it.each([
    [['page_size', 'page'], { page_size: '100' }, { page_size: '1', page: '2' }],
    [['limit', 'offset'], { limit: '100' }, { offset: '1' }],
    [['$top', '$skip'], { $skip: '1' }],
    [['size', 'pageNumber'], { size: '1', pageNumber: '2' }],
  ])('are asked for another page than the first (%s)', async (names, ...queries) => {
    expect((await asked((names as string[]).map(name => ({ name })))).queries).toEqual(queries)
  })

  it('are asked for no other page where its number or its size is missing or bound', async () => {
    expect((await asked([{ name: 'size' }])).queries).toEqual([])
    expect((await asked([{ name: 'page' }])).queries).toEqual([])
    expect((await asked([{ name: 'size' }, { name: 'cursor' }])).queries).toEqual([])
    expect((await asked([{ name: 'size' }, { name: 'page' }], 'one', { page: '1' })).queries).toEqual([])
  })

  it('are not asked for by what takes no known value, is bound, or is no query', async () => {
    const others = [
      { name: 'size' },
      { name: 'xlimit' },
      { name: 'limits' },
      { name: 'qq' },
      { name: 'o', example: { a: 1 } as never },
    ]
    expect((await asked(others)).queries).toEqual([])
    expect((await asked([{ name: 'state', example: 'a' }], 'one', { state: 'b' })).queries).toEqual([])
    expect((await asked([{ name: 'x-state', example: 'a', in: 'header' }])).queries).toEqual([])
  })

  it('are no more than a few', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ name: `p${at}`, example: 'x' }))
    expect((await asked(many)).queries).toHaveLength(4)
    expect((await asked(many, 'every')).queries).toHaveLength(12)
  })

  it('count where they can be read', async () => {
    expect((await asked([{ name: 'q' }])).lists).toBe(1)
    expect((await asked([{ name: 'q' }], 'one', undefined, 404)).lists).toBe(0)
    expect((await asked([{ name: 'q' }], 'one', undefined, 500)).lists).toBe(0)
    expect(await declaredLists(probeOf({}).probe, 'pat.list', {}, 'text')).toEqual([])
  })

  it('are one large page, and no other one, where that is asked for', async () => {
    const parameters = [{ name: 'page_size' }, { name: 'page' }, { name: 'q' }]
    expect((await asked(parameters, 'large')).queries).toEqual([{ page_size: '100' }])
  })

  it('are none of an operation that is not declared, or has no parameters', async () => {
    const { probe, calls } = probeOf({}, {
      hasFixture: async () => true,
      fixture: async () => ({ operations }),
    } as never)
    const operations: object[] = []
    expect(await declaredLists(probe, 'pat.list', {}, 'text')).toEqual([])
    operations.push({ method: 'GET', path, statuses: ['200'], tags: [], responses: [] })
    expect(await declaredLists(probe, 'pat.list', {}, 'text')).toEqual([])
    expect(calls).toEqual([])
  })

  it.each([
    ['http://hub/a', true],
    ['http://hub/a?page_size=1', true],
    ['http://hub/a?per_page=1&limit=2', true],
    ['http://hub/a?page_size=1&page=2', false],
    ['http://hub/a?q=1', false],
    ['/a?page_size=1', false],
  ])('%s has no more than the size of a page: %s', (url, is) => {
    expect(isOfSizeAlone(answered([], { url }))).toBe(is)
  })

  it('have the values of a switch', () => {
    expect(declaredValues({ name: 'x', type: 'boolean' } as ReferenceParameter)).toEqual([true, false])
    expect(declaredValues({ name: 'x' } as ReferenceParameter)).toEqual([])
  })
})
