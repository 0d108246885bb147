import { describe, expect, it } from 'vitest'
import * as exchanges from '../../checks/reading/exchanges.ts'
import * as bodies from '../../checks/reading/json.ts'
import * as lists from '../../checks/reading/lists.ts'
import * as things from '../../checks/reading/things.ts'
import type { HeaderList } from '../../contracts/exchange.ts'
import { answered } from './answers/answered.ts'

describe('a status', () => {
  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('%i is a success: %s', (status, isOne) => {
    expect(exchanges.isSuccess(answered('', { status }))).toBe(isOne)
  })

  it.each([
    [204, 'GET', true],
    [303, 'POST', true],
    [303, 'DELETE', true],
    [303, 'GET', false],
    [303, 'HEAD', false],
    [302, 'POST', false],
  ])('%i to %s says that the request was carried out: %s', (status, method, isOne) => {
    expect(exchanges.isCarriedOut(answered('', { status, method }))).toBe(isOne)
  })
})

it.each([
  ['POST', 'http://hub.invalid/v2/things/', '/v2/things//', '/v2/things//'],
  ['POST', '/v2/things', '/v2/things', '/v2/things'],
  ['GET', '/v2/things', '/v2/things', undefined],
  ['POST', '/v2/things', '/v2/others', undefined],
  ['POST', '/v2/things', '/v2/things?name=own', undefined],
  ['POST', '/v2/things', 'http://[', undefined],
  ['POST', '/v2/things', undefined, undefined],
])('%s %s leads to its list with %s: %s', (method, path, location, expected) => {
  const created = answered('', { method, headers: location === undefined ? [] : [['location', location]] })
  const url = new URL(path, 'http://hub.invalid').href
  const found = exchanges.locationOfList({ ...created, request: { ...created.request, url } }, ['other', 'own'])
  expect(found).toBe(expected)
})

it('evidence may be an exchange without an answer, or an excerpt', () => {
  const exchange = answered('')
  const excerpt = { document: 'reference', from: 'x', text: 'y' } as const
  expect([exchange, { ...exchange, response: null }, excerpt].map(exchanges.isAnswered)).toEqual([true, false, false])
})

it('letters and digits are told apart by nothing else', () => {
  expect(things.lettersAndDigits('Expires_At-2 !')).toBe('expiresat2')
})

it('fields of one name are joined, in any case', () => {
  const headers: HeaderList = [
    ['Link', 'a'],
    ['x', 'y'],
    ['lInk', 'b'],
  ]
  expect(exchanges.header(answered('', { headers }), 'LINK')).toBe('a, b')
  expect(exchanges.header(answered('', { headers }), 'other')).toBeUndefined()
  expect(exchanges.header({ ...answered(''), response: null }, 'link')).toBeUndefined()
})

describe('a redirect', () => {
  it.each<[string, string, boolean, number?]>([
    ['/a/b', '/a/b/', true],
    ['/a/b/', '/a/b', true],
    ['/a/b', '/a/b?page=1', true],
    ['/a/b', '/a/b', false],
    ['/a/b', 'http://hub/a/%62/', true],
    ['/a/%zz', '/a/%zz/', true],
    ['/a/b', 'http://other/a/b/', false],
    ['/a/b', 'https://hub/a/b/', false],
    ['/a/b', '/a/c', false],
    ['/a/b', '/a/b/c', false],
    ['/a/b', 'http://', false],
    ['/a/b', '/a/b/', true, 302],
    ['/a/b', '/a/b/', true, 303],
    ['/a/b', '/a/b/', true, 307],
    ['/a/b', '/a/b/', true, 308],
    ['/a/b', '/a/b/', false, 300],
    ['/a/b', '/a/b/', false, 201],
  ])('of %s to %s leads to itself: %s', (path, location, isItself, status = 301) => {
    const redirect = answered('', { status, url: `http://hub${path}`, headers: [['location', location]] })
    expect(exchanges.redirectsToItself(redirect)).toBe(isItself ? location : undefined)
  })

  it.each<[string, string, boolean, number?]>([
    ['/v2/a', '/eu/v2/a', true],
    ['/v2/a?page=2', 'http://hub/eu/1/v2/a?page=2', true],
    ['/hub/v2/a', '/hub/eu/v2/a', true],
    ['/v2/a', '/eu/v2/a', true, 301],
    ['/v2/a', '/eu/v2/a', true, 302],
    ['/v2/a', '/eu/v2/a', true, 308],
    ['/v2/a', '/eu/v2/a', false, 303],
    ['/v2/a', '/eu/v2/a', false, 200],
    ['/v2/a', '/v2/a', false],
    ['/v2/a', '/eu/v2/b', false],
    ['/v2/a', '/eu/v3/a', false],
    ['/v2/a?page=2', '/eu/v2/a', false],
    ['/v2/a', 'http://other/eu/v2/a', false],
    ['/v1/a', '/eu/v1/a', false],
    ['/v2/a', 'http://', false],
  ])('of %s to %s leads below a prefix: %s', (path, location, isBelow, status = 307) => {
    const redirect = answered('', { status, url: `http://hub${path}`, headers: [['location', location]] })
    expect(exchanges.redirectsBelow(redirect)).toBe(isBelow ? location : undefined)
  })

  it.each<[string, boolean, number?]>([
    ['/login', true],
    ['http://hub/v2/by-id/7', true],
    ['/login', true, 303],
    ['/login', false, 304],
    ['/login', false, 200],
    ['http://other/v2/a', false],
    ['https://hub/v2/a', false],
    ['http://', false],
  ])('to %s leads to a place on the same origin: %s', (location, isWithin, status = 307) => {
    const redirect = answered('', { status, url: 'http://hub/v2/a', headers: [['location', location]] })
    expect(exchanges.redirectsWithin(redirect)).toBe(isWithin ? location : undefined)
  })

  it('without a place leads nowhere', () => {
    expect(exchanges.redirectsWithin(answered('', { status: 301 }))).toBeUndefined()
    expect(exchanges.redirectsToItself(answered('', { status: 301 }))).toBeUndefined()
    expect(exchanges.redirectsBelow(answered('', { status: 301, url: 'http://hub/v2/a' }))).toBeUndefined()
  })
})

it.each([
  ['application/json', '', 'json'],
  ['application/problem+json; charset=utf-8', 'x', 'json'],
  ['application/jsonp', 'x', 'other'],
  ['TEXT/HTML', '{}', 'html'],
  ['text/plain', '{}', 'json'],
  ['text/plain', 'x', 'other'],
  ['text/plain', ' ', 'none'],
  ['', '', 'none'],
  ['', ' x', 'other'],
  ['', '[]', 'json'],
])('content of type %j and %j is %s', (type, body, kind) => {
  const headers: HeaderList = type === '' ? [] : [['content-type', type]]
  expect(bodies.contentKind(answered(body, { headers }))).toBe(kind)
})

it.each<[unknown, boolean]>([
  [{}, true],
  [{ a: null, b: { c: 0, d: false, e: '' } }, true],
  [{ a: null, b: 1 }, false],
  [null, true],
  ['x', false],
  [true, false],
  [[], false],
])('%j holds nothing: %s', (body, nothing) => {
  expect(things.holdsNothing(body)).toBe(nothing)
})

it('what was sent is read again', () => {
  expect(exchanges.sentIn(answered('', { sent: '{"a":1}' }))).toEqual({ a: 1 })
  expect(exchanges.sentIn(answered('', { sent: null }))).toBeUndefined()
  expect(exchanges.sentAgain(answered('', { sent: '{"a":1}' }))).toEqual({ json: { a: 1 } })
  expect(exchanges.sentAgain(answered('', { sent: null }))).toStrictEqual({})
  const as = (...headers: HeaderList) => {
    const answer = answered('', { sent: headers.length > 1 ? 'a=1&b=c+d' : '{"a":1}' })
    return exchanges.sentIn({ ...answer, request: { ...answer.request, headers } })
  }
  const form = 'application/x-www-form-urlencoded; charset=utf-8'
  expect(as(['accept', 'text/html'], ['Content-Type', form])).toEqual({ a: '1', b: 'c d' })
  for (const header of [
    ['accept', form],
    ['content-type', 'application/json'],
    ['content-type', `x${form}`],
  ] as const)
    expect(as(header)).toEqual({ a: 1 })
})

describe('nesting', () => {
  const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth)

  it.each([
    [nested(200), false],
    [nested(201), true],
    [nested(201, '{', '}'), true],
    ['['.repeat(200), false],
    ['['.repeat(201), true],
    ['{'.repeat(201), true],
    [`"${nested(300)}"`, false],
    [`"\\"${nested(300)}"`, false],
    [`"\\\\"${nested(300)}`, true],
    [`"a"${nested(300)}`, true],
    [nested(1).repeat(300), false],
    ['{}'.repeat(300), false],
    [`[${'{}'.repeat(300)}${nested(200)}]`, true],
    ['x'.repeat(300), false],
    ['[1,'.repeat(201), true],
    [']'.repeat(10) + nested(205), false],
  ])('%.12s… is too deep: %s', (text, isDeep) => {
    expect(bodies.isTooDeep(text)).toBe(isDeep)
  })

  it('that is too long is not read: lists of its values would exhaust the memory', () => {
    expect(bodies.parseJson(answered(`[${'1,'.repeat(500_000)}1]`))).toMatchObject({ ok: true })
    expect(bodies.parseJson(answered(`[${'1,'.repeat(500_001)}1]`))).toEqual({ ok: false })
  })

  it('that is too deep is not read', () => {
    expect(bodies.parseJson(answered(nested(150)))).toMatchObject({ ok: true })
    expect(bodies.parseJson(answered(nested(250)))).toEqual({ ok: false })
  })
})

describe('a body', () => {
  const lines: HeaderList = [['content-type', 'application/x-ndjson']]

  it('is JSON, without the mark of its encoding', () => {
    expect(bodies.parseJson(answered('\uFEFF{"a":1}'))).toEqual({ ok: true, value: { a: 1 } })
    expect(bodies.parseJson(answered('{"a":1}\uFEFF'))).toEqual({ ok: false })
    expect(bodies.parseJson(answered('x'))).toEqual({ ok: false })
    expect(bodies.parseJson(answered('e30=', { encoding: 'base64' }))).toEqual({ ok: false })
    expect(bodies.parseJson(answered('1', { encoding: 'base64' }))).toEqual({ ok: false })
  })

  it.each(['ndjson', 'jsonl', 'json-lines', 'jsonlines', 'x-JSONL', 'application/json-seq'])(
    'is JSON in each line where its type is %s',
    type => {
      const headers: HeaderList = [['content-type', type]]
      expect(bodies.parseJson(answered('{"a":1}\n \n{"a":2}\n', { headers }))).toEqual({
        ok: true,
        value: [{ a: 1 }, { a: 2 }],
      })
    },
  )

  it('is a list in lines, also where there is only one', () => {
    expect(bodies.jsonIn(answered('{"a":1,"tags":["x"]}\n', { headers: lines }))).toEqual([{ a: 1, tags: ['x'] }])
    expect(bodies.jsonIn(answered('[{"a":1}]\n', { headers: lines }))).toEqual([{ a: 1 }])
    expect(bodies.jsonIn(answered('{\n"a": 1\n}\n', { headers: lines }))).toEqual({ a: 1 })
  })

  it('is JSON after each record separator', () => {
    expect(bodies.parseJson(answered('\u001e{"a":1}\n\u001e{"a":2}\n', { headers: lines }))).toMatchObject({
      value: [{ a: 1 }, { a: 2 }],
    })
  })

  it('is no JSON where one line is none, or where its type does not say so', () => {
    expect(bodies.parseJson(answered('{"a":1}\nx', { headers: lines }))).toEqual({ ok: false })
    expect(bodies.parseJson(answered('{"a":1}\n{"a":2}'))).toEqual({ ok: false })
    expect(bodies.parseJson(answered('"a" 1', { headers: lines }))).toEqual({ ok: false })
    expect(bodies.isLines(answered('', { headers: [['content-type', 'application/json']] }))).toBe(false)
  })

  it('holds large ids as texts, and as they were sent', () => {
    const body = '{"id":12345678901234567890}'
    expect(bodies.json(answered(body))).toEqual({ id: '12345678901234567890' })
    expect(bodies.jsonAsSent(answered(body))).toEqual(JSON.parse(body))
    expect(bodies.jsonAsSent(answered('{"a":1}\n{"a":2}', { headers: lines }))).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('that is no JSON is not read', () => {
    const answer = answered('<html>', { status: 502 })
    const reason = { code: 'not-json', values: { status: 502, bytes: 6 }, seen: [answer] }
    expect(() => bodies.json(answer)).toThrow(expect.objectContaining(reason))
    const none = answered('', { status: 204 })
    expect(() => bodies.json(none)).toThrow(
      expect.objectContaining({ code: 'no-body', values: { status: 204 }, seen: [none] }),
    )
  })
})

it.each([
  [null, 'null'],
  [[], 'an array'],
  [{}, 'an object'],
  ['', 'a string'],
  [1, 'a number'],
  [true, 'boolean'],
  [undefined, 'undefined'],
])('%j is %s', (value, words) => {
  expect(bodies.typeName(value)).toBe(words)
})

describe('objects', () => {
  it('are found shallowest first', () => {
    const value = [{ a: { b: {} }, c: [[{ d: 1 }]] }, { e: 1 }]
    expect(things.objectsIn(value).map(object => Object.keys(object).join())).toEqual(['a,c', 'e', 'b', '', 'd'])
    for (const none of [null, 1, 'x', []]) expect(things.objectsIn(none)).toEqual([])
  })

  it('are found up to a limit', () => {
    expect(things.objectsIn(Array.from({ length: 30_000 }, () => ({})))).toHaveLength(19_999)
    expect(things.objectsIn([Array.from({ length: 19_998 }, () => [[{}]])])).toHaveLength(0)
  })

  it('hold a mark as a text or a number', () => {
    expect(things.holdsMark({ a: 'x' }, ['y', 'x'])).toBe(true)
    expect(things.holdsMark({ b: {}, a: 1 }, ['1'])).toBe(true)
    expect(things.holdsMark({ a: true, b: null, c: ['x'], d: { e: 'x' } }, ['true', 'null', 'x', 'undefined'])).toBe(
      false,
    )
  })
})

describe('a thing', () => {
  const thing = { id: 7, name: 'x' }
  it.each<[unknown, unknown]>([
    [{ data: { other: { name: 'y' }, token: thing } }, thing],
    [
      { name: 'x', inner: thing },
      { name: 'x', inner: thing },
    ],
    [{ data: { colour: 'red', size: 1 } }, { colour: 'red', size: 1 }],
    [{ a: { b: { c: { d: { e: 1 } } } } }, { d: { e: 1 } }],
    [
      { data: {}, links: {} },
      { data: {}, links: {} },
    ],
    [{ data: [] }, { data: [] }],
    [{}, {}],
    [[{ colour: 'red' }], undefined],
    [null, undefined],
    ['x', undefined],
  ])('in %j is represented by %j', (value, object) => {
    expect(things.representation(value, ['x'])).toEqual(object)
  })

  const parts = (value: unknown): readonly string[] =>
    things.representations(value, ['x']).map(object => Object.keys(object).join())

  it('has other objects that say which one it is', () => {
    expect(
      parts({ id: 1, data: { spec: { name: 'x', attributes: { a: 1 }, node: { b: 1 }, other: { c: 1 } } } }),
    ).toEqual(['name,attributes,node,other', 'id,data', 'a', 'b'])
    expect(parts({ spec: { label: 'x' }, metadata: { uid: 1 }, status: {}, ref: 'r' })).toEqual(['label', 'uid'])
    expect(parts({ id: 1, a: { uuid: 1, b: { name: 'x' } } })).toEqual(['name', 'uuid,b', 'id,a'])
    expect(parts({ a: 'y' })).toEqual([])
    expect(parts('x')).toEqual([])
  })

  it.each([
    'meta',
    '_meta',
    'Metadata',
    'identity',
    'identification',
    'identifier',
    'identifiers',
    'id',
    'ids',
    'ref',
    'reference',
    'head',
    'header',
    'info',
    'ident',
  ])('is identified by a part named %s', name => expect(things.identityName.test(name)).toBe(true))
  it.each(['metadatas', 'xid', 'idx', 'information', 'refs', 'me', '__meta', 'identit'])(
    'is not identified by %s',
    name => expect(things.identityName.test(name)).toBe(false),
  )

  it.each(['attributes', 'node', 'resource', 'data', 'token', 'item', 'object', 'properties', 'fields', 'value'])(
    'may be wrapped as %s',
    name => {
      expect(things.wrapped({ a: {}, [name]: thing })).toEqual([thing])
      expect(things.wrapped({ [name]: 'x' })).toEqual([])
    },
  )

  it('has what it wraps as its own where it does not say its name', () => {
    expect(
      things.flat({ id: 1, attributes: { slug: 's', id: 2 }, metadata: { uid: 'u', slug: 't' }, other: { a: 1 } }),
    ).toEqual({
      id: 1,
      slug: 's',
      uid: 'u',
      attributes: { slug: 's', id: 2 },
      metadata: { uid: 'u', slug: 't' },
      other: { a: 1 },
    })
    expect(things.flat({ info: 'x', attributes: { a: 1 } })).toEqual({ a: 1, info: 'x', attributes: { a: 1 } })
    for (const item of ['x', null, [{ attributes: { a: 1 } }]]) expect(things.flat(item)).toBe(item)
  })

  it.each(['name', 'full_name', 'slug', 'repository', 'repo', 'label', 'path', 'tag', 'ref', 'title', 'Title'])(
    'says its name as %s',
    name => {
      const item = { [name]: 'x', attributes: { a: 1 } }
      expect(things.flat(item)).toBe(item)
      expect(things.flat({ [name]: 1, attributes: { a: 1 } })).toMatchObject({ a: 1 })
      expect(things.flat({ [`${name}s`]: 'x', attributes: { a: 1 } })).toMatchObject({ a: 1 })
    },
  )
})

describe('the items of a list', () => {
  const one = { id: 1, name: 'a' }
  const two = { id: 2, name: 'b' }
  const items = [one, two]
  const many = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, { inner: {} }]))

  it.each<[string, unknown, readonly unknown[] | undefined]>([
    ['an array', items, items],
    ['an empty array', [], []],
    ['a usual name', { count: 2, results: items }, items],
    ['a usual name before another', { others: [{ a: 1 }], data: items }, items],
    ['the order of usual names', { content: [{ a: 1 }], items }, items],
    ['an empty usual name', { results: [], other: [{ a: 1 }] }, []],
    ['a deeper list', { response: { page: 1, list: items } }, items],
    ['a usual name deeper', { data: { results: items } }, items],
    ['four levels', { a: { b: { c: { x: items } } } }, items],
    ['five levels', { a: { b: { c: { d: { x: items } } } } }, undefined],
    ['objects before texts', { errors: ['x'], list: items }, items],
    ['texts alone', { names: ['a', 'b'] }, ['a', 'b']],
    ['two arrays of texts', { names: ['a'], others: ['b'] }, ['a', 'b']],
    ['two arrays of texts and a count', { names: ['a'], others: ['b'], count: 2 }, ['a']],
    ['two arrays of one kind', { public: [one], private: [two] }, items],
    ['two arrays of two kinds', { tags: [one], owners: [{ login: 'x', email: 'y' }] }, [one]],
    ['an empty array next to one', { first: [one], second: [] }, [one]],
    ['no list', { a: 1 }, undefined],
    ['a text', 'x', undefined],
    ['null', null, undefined],
    ['a total of none', { total: 0 }, []],
    ['a total of none in a part', { page: { totalElements: 0 } }, []],
    ['a count of results', { total_results: 0 }, []],
    ['a count', { totalCount: 0 }, []],
    ['a total of one', { total: 1 }, undefined],
    ['a total of something else', { total_size: 0 }, undefined],
    ['a subtotal', { subtotal: 0 }, undefined],
    ['an empty object', {}, []],
    ['a null', { a: null }, undefined],
    ['a null next to a total of none', { page: { total: 0 }, a: null }, []],
    ['an array of no objects next to one', { first: [], second: [one] }, [one]],
    ['an array of this and that next to one', { mixed: ['x', one], second: items }, items],
    ['two arrays of two kinds, of no usual names', { first: [one], owners: [{ login: 'x', email: 'y' }] }, [one]],
    [
      'two arrays that share half of their members',
      { first: [one], second: [{ id: 2, x: 1 }] },
      [one, { id: 2, x: 1 }],
    ],
    ['two arrays that share a third of them', { first: [one], second: [{ id: 2, x: 1, y: 1 }] }, [one]],
    [
      'two arrays that share a third of them, the other way',
      { first: [{ id: 2, x: 1, y: 1 }], second: [one] },
      [{ id: 2, x: 1, y: 1 }],
    ],
    ['texts next to numbers', { names: ['a'], sizes: [1] }, ['a']],
    ['arrays of nothing that has members', { first: [null], second: [2] }, [null, 2]],
    ['texts in two objects', { a: { names: ['x'] }, b: { names: ['y'] } }, ['x']],
    ['texts and this and that', { names: ['x'], others: ['y', 1] }, ['x']],
    ['an empty usual name next to a full one', { a: { results: [] }, b: { results: [one] } }, [one]],
    ['an envelope with errors', { ok: true, errors: [], data: { count: 1, rows: [one] } }, [one]],
    ['an envelope with links', { links: [{ rel: 'self', href: '/x' }], data: { rows: [one, two] } }, [one, two]],
    ['an envelope with warnings, and none of its own', { warnings: [], data: { results: [] } }, []],
    ['nothing but errors', { data: null, errors: [one] }, [one]],
    ['the hundredth of many objects', { ...many(100), x: items }, items],
    ['the hundredth of many envelopes', { a: { ...many(99), x: { y: items } } }, items],
    ['what comes after a hundred', { a: { ...many(100), x: { y: items } } }, undefined],
  ])('in %s', (_, value, expected) => {
    expect(lists.listItems(value)).toEqual(expected)
  })

  it.each(['results', 'items', 'data', 'entries', 'logs', 'tokens', 'repositories', 'tags', 'values', 'content'])(
    'stand under the usual name %s',
    name => {
      expect(lists.listItems({ aaa: [{ x: 1 }, { x: 2 }], [name]: items })).toEqual(items)
      expect(lists.listItems({ [name]: { k: { colour: 'red' } } })).toEqual([{ name: 'k', colour: 'red' }])
    },
  )

  it('come in groups where there are several arrays of one kind', () => {
    expect(lists.listGroups({ public: [one], private: [two], none: [] })).toEqual([[one], [two]])
    expect(lists.listGroups(items)).toEqual([items])
    expect(lists.listGroups({ total: 0 })).toEqual([[]])
  })

  describe('from keys', () => {
    const keyed = (value: unknown): unknown => lists.listItems(value)
    it('carry their keys', () => {
      expect(keyed({ a: { size: 1 }, b: { size: 2 } })).toEqual([
        { name: 'a', size: 1 },
        { name: 'b', size: 2 },
      ])
      expect(keyed({ 17: { size: 1 }, 18: { size: 2 } })).toEqual([
        { id: '17', size: 1 },
        { id: '18', size: 2 },
      ])
      const uuid = '0a1b2c3d-0a1b-0a1b'
      expect(keyed({ [uuid]: { size: 1 }, [`${uuid}x`]: { size: 2 } })).toEqual([
        { id: uuid, size: 1 },
        { name: `${uuid}x`, size: 2 },
      ])
      expect(keyed({ x17: { size: 1 }, '18x': { size: 2 } })).toMatchObject([{ name: 'x17' }, { name: '18x' }])
      expect(keyed({ 17: { id: 1, size: 1 }, 18: { id: 2, size: 1 } })).toMatchObject([{ name: '17' }, { name: '18' }])
      expect(keyed({ a: { name: 'A', size: 1 }, b: { name: 'B', size: 1 } })).toEqual([
        { id: 'a', name: 'A', size: 1 },
        { id: 'b', name: 'B', size: 1 },
      ])
      const full = { a: { name: 'A', id: 1 }, b: { name: 'b', id: 2 } }
      expect(keyed(full)).toEqual([full.a, full.b])
    })

    it('are one where the only key is an id', () => {
      const uuid = '15362e12-4a15-49ce-90e2-39b297b1aa09'
      expect(keyed({ [uuid]: { size: 1 } })).toEqual([{ id: uuid, size: 1 }])
      expect(keyed({ 17: { size: 1 } })).toEqual([{ id: '17', size: 1 }])
      expect(keyed({ token: { size: 1 } })).toBeUndefined()
    })

    it('are given back as they stood', () => {
      const value = { a: { size: 1 }, b: { size: 2 } }
      const found = lists.listItems(value) ?? []
      expect(lists.originals(found)[0]).toBe(value.a)
      expect(lists.originals(['x', value])).toEqual(['x', value])
      expect(lists.originals([value])[0]).toBe(value)
    })

    it('are of one kind: half of their members are those of all', () => {
      expect(keyed({ a: { x: 1, y: 1 }, b: { x: 1, z: 1 } })).toBeUndefined()
      expect(keyed({ a: { x: 1, y: 1 }, b: { x: 1 } })).toHaveLength(2)
      expect(keyed({ a: { x: 1 }, b: { y: 1 } })).toBeUndefined()
    })

    it('are no envelopes', () => {
      expect(keyed({ a: { x: { y: 1 } }, b: { x: { y: 1 } } })).toBeUndefined()
      expect(keyed({ a: { x: null }, b: { x: null } })).toHaveLength(2)
      expect(keyed({ a: { x: 1, y: {} }, b: { x: 1, y: {} } })).toHaveLength(2)
      for (const name of [
        'links',
        '_links',
        '_meta',
        'meta',
        'metadata',
        'page',
        'paging',
        'pagination',
        'page_info',
        'pageinfo',
        'summary',
        '_embedded',
      ])
        expect(keyed({ a: { x: 1 }, [name]: { x: 1 } }), name).toBeUndefined()
      expect(keyed({ a: { x: 1 }, pages: { x: 1 } })).toHaveLength(2)
      expect(keyed({ a: { x: 1 }, summary2: { x: 1 } })).toHaveLength(2)
    })

    it('are a list of one only where it is expected, or where the item holds its key', () => {
      expect(keyed({ a: { x: 1 } })).toBeUndefined()
      expect(keyed({ a: { x: 'a' } })).toEqual([{ x: 'a' }])
      expect(keyed({ results: { a: { x: 1 } } })).toEqual([{ name: 'a', x: 1 }])
      expect(keyed({ results: { a: { x: 1, y: items } } })).toEqual(items)
      expect(keyed({ results: { a: { x: 1, y: [] } } })).toEqual([{ name: 'a', x: 1, y: [] }])
      expect(keyed({ results: { a: { x: 1, y: [1] } } })).toEqual([{ name: 'a', x: 1, y: [1] }])
      expect(keyed({ results: {} })).toEqual([])
      expect(keyed({ others: {} })).toBeUndefined()
      const like = lists.itemsLike({ a: { x: 1 }, b: { x: 2 } })
      expect(like({ c: { x: 3 } })).toEqual([{ name: 'c', x: 3 }])
      expect(like(items)).toEqual(items)
      expect(lists.itemsLike(items)({ c: { x: 3 } })).toBeUndefined()
    })
  })

  it('may be groups themselves', () => {
    const isTwo = (item: unknown): boolean => item === two
    expect(lists.groupsOf([[one], [two]], isTwo)).toEqual([[one], [two]])
    expect(lists.groupsOf([[{ list: [one], more: [two] }]], isTwo)).toEqual([[one], [two]])
    expect(lists.groupsOf([[{ a: [{ b: [{ c: [two] }] }] }]], isTwo)).toEqual([[two]])
    expect(lists.groupsOf([[{ a: [{ b: [{ c: [{ d: [two] }] }] }] }]], isTwo)).toBeUndefined()
    expect(lists.groupsOf([[one, 'x', null]], isTwo)).toBeUndefined()
    expect(lists.groupsOf([[one, two]], isTwo)).toEqual([[one, two]])
  })
})

describe('a text', () => {
  it.each<[unknown, boolean]>([
    ['x', true],
    ['a/x', true],
    ['a:x', true],
    ['see "x", please', true],
    ["'x'", true],
    ['<x>', true],
    ['(x)', true],
    ['[x]', true],
    ['{x}', true],
    ['a;x', true],
    ['robot$a+x', true],
    ['a x', true],
    ['ax', false],
    ['x-a', false],
    ['x.a', false],
    [{ x: 1 }, true],
    [{ a: { x: null } }, true],
    [[{ a: ['x'] }], true],
    [[{ a: ['y'] }, 1, null, true], false],
    [{ ax: 1 }, false],
  ])('in %j is mentioned: %s', (value, isMentioned) => {
    expect(things.mentions(value, 'x')).toBe(isMentioned)
  })

  it('is compared in a form', () => {
    expect(things.mentions('X', 'x', shown => shown.toLowerCase())).toBe(true)
    expect(things.mentions(7, '7')).toBe(true)
    expect(things.mentions('a/b', 'a/b')).toBe(true)
  })

  it('is looked for up to a limit', () => {
    const many = Array.from({ length: 20_010 }, () => 0)
    expect(things.mentions([...many.slice(0, 19_998), 'x'], 'x')).toBe(true)
    expect(things.mentions([...many, 'x'], 'x')).toBe(false)
    expect(things.mentions([many.slice(0, 19_999).map(() => []), ['x']], 'x')).toBe(false)
  })
})

describe('the last segment', () => {
  it.each<[string | undefined, string | undefined]>([
    ['/a/b', 'b'],
    ['/a/b/', 'b'],
    ['/a/b?c=/d', 'b'],
    ['/a/b#/d', 'b'],
    ['/a/b%20c', 'b c'],
    ['/a/%zz', '%zz'],
    ['b', 'b'],
    ['/', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %s is %s', (link, segment) => {
    expect(things.lastSegment(link)).toBe(segment)
  })
})

it('ids and texts are those of an item, and of what it wraps', () => {
  const item = {
    id: 1,
    kind: 'a',
    parent: { id: 2, kind: 'b' },
    attributes: { uid: 'c', kind: 'd', kinds: 'e', type: 3 },
  }
  expect(things.ownIdsOf(item)).toEqual(['1', 'c'])
  expect(things.ownTextsOf(item, /^(?:kind|type)$/)).toEqual(['a', 'd'])
  for (const other of ['x', null, [item]]) {
    expect(things.ownIdsOf(other)).toEqual([])
    expect(things.ownTextsOf(other, /kind/)).toEqual([])
  }
})

it('what is no text or number is no id', () => {
  expect(things.idsIn({ id: {}, uuid: 'a', uid: 7 })).toEqual(['a', '7'])
})

describe('identifiers', () => {
  const ids = (body: unknown, hint?: string, headers: HeaderList = []): readonly string[] =>
    things.identifiers(answered(body, { headers }), ['x'], hint)

  it.each([
    ...['uuid', 'id', 'token_id', 'access_token_id', 'tokenId', 'identifier', 'key', 'guid', 'uid', 'pk', '_id'],
    ...['Id', 'UUID', 'TokenId', 'token-id', 'access-token-id', 'accessTokenId'],
  ])('are usually named %s', name => expect(ids({ name: 'x', [name]: '7' })).toEqual(['7']))

  it('come in the order of their likelihood, each once', () => {
    const body = { name: 'x', parent_id: 'p', id: 5, uuid: 'u', slug: 's', self: '/t/l', other: 'o' }
    expect(ids(body, 'slug', [['location', '/t/loc']])).toEqual(['s', 'u', '5', 'loc', 'p', 'l'])
    expect(ids(body)).toEqual(['u', '5', 'p', 'l'])
    expect(ids({ name: 'x', id: 'u', uuid: 'u' })).toEqual(['u'])
  })

  it('are not the end of the path of the list that Location names in place of the thing', () => {
    const ids = (url: string, location: string, method = 'POST') => {
      const created = answered('', { headers: [['location', location]] })
      return things.identifiers({ ...created, request: { ...created.request, method, url } }, ['x'])
    }
    expect(ids('http://hub.test/v2/keys?a=1', '/v2/keys/')).toEqual([])
    expect(ids('http://hub.test/v2/keys', 'http://hub.test/v2/keys/7')).toEqual(['7'])
    expect(ids('http://hub.test/v2/keys/x', '/v2/keys/x')).toEqual(['x'])
    expect(ids('http://hub.test/v2/keys/7', '/v2/keys/7', 'PUT')).toEqual(['7'])
  })

  it('are the end of the path of a PUT where that is what was sent', () => {
    const ids = (method: string, url = 'http://hub.test/v2/keys/x') =>
      things.identifiers(answered({}, { method, url }), ['y', 'x'])
    expect(ids('PUT')).toEqual(['x'])
    expect(ids('POST')).toEqual([])
    expect(ids('PUT', 'http://hub.test/v2/keys/z')).toEqual([])
  })

  it('are of the thing, and of what is about it', () => {
    expect(ids({ id: 1, data: { name: 'x', id: 2 } })).toEqual(['2', '1'])
    expect(ids({ spec: { name: 'x' }, metadata: { uid: 3 } })).toEqual(['3'])
    expect(ids({ id: 9, size: 1 })).toEqual(['9'])
    expect(ids('text', undefined, [['content-location', '/a/b']])).toEqual(['b'])
    expect(
      ids('text', undefined, [
        ['content-location', '/a/b'],
        ['location', '/a/c'],
      ]),
    ).toEqual(['c'])
    expect(ids('text')).toEqual([])
    expect(ids([1])).toEqual([])
    expect(ids({ label: 'x', idle: 'y' })).toEqual([])
  })

  it('are texts of a sensible length or numbers', () => {
    expect(
      ids({ name: 'x', id: '', uuid: null, key: {}, guid: true, pk: 'a'.repeat(501), uid: 'a'.repeat(500) }),
    ).toEqual(['a'.repeat(500)])
  })

  it.each(['self', 'href', 'url', 'uri', '@id', 'links', '_links', 'id'])(
    'stand at the end of a link named %s',
    name => {
      expect(ids({ label: 'x', [name]: '/t/7' })).toContain('7')
      expect(ids({ label: 'x', [name]: { href: '/t/7' } })).toEqual(['7'])
      expect(ids({ label: 'x', [name]: { self: { url: '/t/7' } } })).toEqual(['7'])
      expect(ids({ label: 'x', [name]: { self: { self: { self: '/t/7' } } } })).toEqual([])
      expect(ids({ label: 'x', [name]: [{ rel: 'self', href: { self: '/t/7' } }] })).toEqual([])
      expect(
        ids({
          label: 'x',
          [name]: [
            { rel: 'next', href: '/t/8' },
            { rel: ['self'], href: '/t/7' },
          ],
        }),
      ).toEqual(['7'])
      expect(ids({ label: 'x', [name]: [{ rel: 'next', href: '/t/8' }, 'self', null] })).toEqual([])
      expect(ids({ label: 'x', [name]: { self: [{ rel: 'self', href: '/t/7' }] } })).toEqual([])
      expect(ids({ label: 'x', [name]: { other: '/t/7' } })).toEqual([])
    },
  )

  it('stand at the end of a name with a path', () => {
    expect(ids({ label: 'x', name: 'tokens/7' })).toEqual(['7'])
    expect(ids({ label: 'x', name: 'tokens' })).toEqual([])
    expect(ids({ label: 'x', slug: 'tokens/7' }, 'slug')).toEqual(['tokens/7', '7'])
  })
})

it('a text that cannot be decoded stays as it is', () => {
  expect(['a%20b', '%zz'].map(exchanges.safeDecode)).toEqual(['a b', '%zz'])
})

describe('JSON that was XML', () => {
  it.each<[string, unknown, unknown]>([
    ['the text of an element', { Label: { '#text': 'x' } }, { Label: 'x' }],
    ['a text with an attribute', { Size: { '@unit': 'byte', '#text': '1' } }, { Size: '1' }],
    ['an attribute', { Tag: [{ '@name': 'x' }] }, { Tag: [{ '@name': 'x', name: 'x' }] }],
    ['a switch as an element', { on: { '#text': 'true' }, off: 'false' }, { on: true, off: 'false' }],
    ['a switch', { '@on': 'false', '@name': 'true' }, { '@on': 'false', on: false, '@name': 'true', name: 'true' }],
    ['nothing', { expires_at: { '@nil': 'true' }, at: { '@xsi:nil': true } }, { expires_at: null, at: null }],
    ['a link of JSON-LD', { '@id': '/v2/x', '@type': 'Tag' }, { '@id': '/v2/x', '@type': 'Tag' }],
    ['a member of OData', { '@odata.nextLink': '/x' }, { '@odata.nextLink': '/x' }],
    ['a text next to elements', { '#text': 'x', b: { '#text': 'y' } }, { '#text': 'x', b: 'y' }],
    ['an attribute next to an element of that name', { '@id': '1', id: '2' }, { '@id': '1', id: '2' }],
    [
      'an attribute that is no link',
      { '@id': '1', '@at': '10:30' },
      { '@id': '1', id: '1', '@at': '10:30', at: '10:30' },
    ],
    [
      'nothing, and an element',
      { a: { '@nil': 'true', b: 1, c: 2 } },
      { a: { '@nil': 'true', nil: true, b: 1, c: 2 } },
    ],
    ['an object that begins so', { '@a': { b: 1 }, c: { '#text': 'x' } }, { '@a': { b: 1 }, c: 'x' }],
    [
      'more than a switch',
      { '@a': 'untrue', '@b': 'falsely' },
      { '@a': 'untrue', a: 'untrue', '@b': 'falsely', b: 'falsely' },
    ],
    [
      'switches with names like those of texts',
      { '@paid': 'true', '@idle': 'true', '@nameless': 'true', '@id': 'true' },
      {
        '@paid': 'true',
        paid: true,
        '@idle': 'true',
        idle: true,
        '@nameless': 'true',
        nameless: true,
        '@id': 'true',
        id: 'true',
      },
    ],
  ])('%s', (_what, sent, expected) => {
    expect(bodies.jsonIn(answered(JSON.stringify(sent)))).toEqual(expected)
    expect(bodies.jsonAsSent(answered(JSON.stringify(sent)))).toEqual(sent)
  })
})

it('JSON that was XML may have blanks behind its names, and is JSON', () => {
  expect(bodies.jsonIn(answered('{"@on" : "true"}'))).toEqual({ '@on': 'true', on: true })
  expect(bodies.parse('{"#text": "x"')).toEqual({ ok: false })
})

describe('a list of one without a list', () => {
  const token = { id: '1', label: 'x', Scopes: { Scope: ['pull', 'push'] } }
  const key = { id: '1', label: 'x' }
  it.each<[string, unknown, unknown]>([
    ['below the name of the list', { AccessTokenList: { AccessToken: token } }, [token]],
    ['in a plural', { Policies: { Policy: token } }, [token]],
    ['by its total', { Log: { total: '1', start: '1', Record: token } }, [token]],
    ['none by its total', { TagList: { total: '0' } }, []],
    ['not the envelope of a list', { total: 1, data: { kind: 'x', items: [token] } }, [token]],
    ['not one of several', { total: 2, page: { a: 1 }, things: [token, token] }, [token, token]],
    ['not a thing with a part', { AccessToken: { id: '1', Owner: { name: 'x' } } }, undefined],
    ['below its plural', { Keyrings: { Keyring: key } }, [key]],
    ['not below a longer word', { Tagsx: { Tag: key } }, undefined],
    ['not below another word', { Tagxs: { Tag: key } }, undefined],
    ['not below the plural of something else', { Owners: { Token: key } }, undefined],
    ['not far below', { a: { b: { Tags: { Tag: key } } } }, undefined],
    ['not next to something', { kind: 'x', Tags: { Tag: key } }, undefined],
    ['by its total, next to nothing', { Log: { total: '01', next: null, Record: key } }, [key]],
    ['not by a total of parts', { Log: { total: '1.0', Record: key } }, undefined],
    ['not by a total with blanks', { Log: { total: ' 1', Record: key } }, undefined],
    ['not by the total of several', { Log: { total: '1', Record: key, Owner: { name: 'x' } } }, undefined],
    ['not what has a list itself', { Log: { total: '1', Record: { id: '1', list: [key] } } }, [key]],
  ])('%s', (_what, body, expected) => expect(lists.listItems(body)).toEqual(expected))

  it('is a page of a list whose first page has more', () => {
    const itemsIn = lists.itemsLike({ Log: { total: '3', Record: [token, token] } })
    expect(itemsIn({ Log: { total: '3', Record: token } })).toEqual([token])
    expect(itemsIn({ Log: { total: '3', Record: [token, token] } })).toEqual([token, token])
    expect(itemsIn({ Log: { total: '3' } })).toBeUndefined()
  })

  it('is no page of a list that is all of a page, or that comes in groups, or of what is no list', () => {
    const more = { id: '2', label: 'y' }
    for (const first of [[key, more], { ones: [key], others: [more] }, 'text', { kind: 'x' }]) {
      expect(lists.itemsLike(first)(key)).toBeUndefined()
      expect(lists.itemsLike(first)({ ones: key })).toBeUndefined()
    }
  })
})

describe('the id of what was created', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['is its key where it stands alone under one', { '3ef': { title: 'own', on: true } }, ['3ef']],
    ['is no name of an envelope', { token: { title: 'own' } }, []],
    ['is no key of several', { '3ef': { title: 'own' }, '3f0': { title: 'other' } }, []],
    ['is where the result of an operation leads', { id: 'job', result: { link: '/v2/keys/k1' } }, ['k1']],
    ['is that of the result', { id: 'job', status: 'done', result: { id: 'k1' } }, ['k1']],
    ['may be that of what has no result', { id: 'k1', result: null }, ['k1']],
  ])('%s', (_what, body, ids) => {
    expect(things.identifiers(answered(JSON.stringify(body)), ['own'])).toEqual(ids)
  })
})
