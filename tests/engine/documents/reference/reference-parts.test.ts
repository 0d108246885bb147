import { describe, expect, it } from 'vitest'
import { collectProblems, DocumentError, quoted, unreadLines } from '../../../../engine/documents/problems.ts'
import { followReference } from '../../../../engine/documents/reference/local-reference.ts'
import { dereference, exampleOf, readParameters } from '../../../../engine/documents/reference/parts.ts'
import { resolution, resolveData, resolveSchema } from '../../../../engine/documents/reference/schema.ts'
import { credentialFormsOf } from '../../../../engine/documents/reference/security.ts'
import { belowBasePath, mountOf, serverPath } from '../../../../engine/documents/reference/servers.ts'
import { withSiblings } from '../../../../engine/documents/reference/siblings.ts'
import { readStructuredText } from '../../../../engine/documents/reference/structured-text.ts'

/** A document with what resolving it takes, and the problems found. */
const within = (root: object = {}, left?: number) => {
  const problems = collectProblems()
  const found = resolution(root, false, problems)
  if (left !== undefined) Object.assign(found, { parts: left, values: left })
  return { found, problems }
}

describe('parameters', () => {
  const parameter = (schema: unknown, more: object = {}, root: object = {}) => {
    const { found, problems } = within(root)
    const [one] = readParameters([{ parameters: [{ name: 'a', in: 'query', schema, ...more }] }], found, '#/at')
    const { name: _name, in: _in, required: _required, ...rest } = one ?? { name: '', in: '', required: false }
    return { rest, problems: problems.list() }
  }
  it.each<[unknown, object, object]>([
    [{ type: 'string', format: 'uuid' }, {}, { type: 'string', format: 'uuid' }],
    [{ type: ['string'], format: 1 }, {}, { type: 'string' }],
    [{ type: ['null', 'string'] }, {}, { type: 'string' }],
    [{ type: ['string', 'integer'] }, {}, {}],
    [{ type: [1] }, {}, {}],
    [{ const: 'x' }, {}, { values: ['x'] }],
    [{ example: 1, examples: [2], default: 3, enum: [4] }, {}, { example: 1, values: [4] }],
    [{ examples: [2], default: 3, enum: [4] }, {}, { example: 2, values: [4] }],
    [{ default: 3 }, { example: 5 }, { example: 5 }],
    [{}, { examples: { a: { value: { b: true } } } }, { example: { b: true } }],
    [{ enum: [true, 'a', null] }, {}, { example: true, values: [true, 'a'] }],
    [{ enum: Array.from({ length: 30 }, () => 1) }, {}, { example: 1, values: Array(20).fill(1) }],
    [{ type: 'array', items: { enum: ['x'] } }, {}, { type: 'array', values: ['x'] }],
  ])('a parameter of %j, %j', (schema, more, expected) => {
    expect(parameter(schema, more)).toEqual({ rest: expected, problems: [] })
  })
  it.each<[unknown, object, string]>([
    [1, {}, '#/at/parameters/0/schema is not a mapping.'],
    [{ items: 1 }, {}, '#/at/parameters/0/schema/items is not a mapping.'],
    [{}, { examples: { a: 1 } }, '#/at/parameters/0/examples/a is not a mapping.'],
    [{}, { in: 1 }, '#/at/parameters/0 has no name or place.'],
    [{ $ref: '#/a' }, {}, 'The reference #/a at #/a is circular.'],
    [{ default: Array(20_000) }, {}, '#/at/parameters/0 resolves to more than 20000 values; the rest is left out.'],
    [
      {},
      { example: Array(20_000) },
      '#/at/parameters/0/example resolves to more than 20000 values; the rest is left out.',
    ],
    [
      {},
      { examples: { a: { value: Array(20_000) } } },
      '#/at/parameters/0/examples/a resolves to more than 20000 values; the rest is left out.',
    ],
  ])('a parameter of %j, %j is a problem', (schema, more, problem) => {
    expect(parameter(schema, more, { a: { $ref: '#/a' } }).problems).toEqual([problem])
  })
  it('end where the document has become too large', () => {
    const read = (left: number) =>
      readParameters([{ parameters: ['a', 'b'].map(name => ({ name, in: 'query' })) }], within({}, left).found, '')
        .length
    expect([read(2), read(1), read(0)]).toEqual([2, 1, 0])
  })
  it('what stands beside a reference wins, as far as it can be afforded', () => {
    const media = { $ref: '#/a', value: 1 }
    const example = (left: number) => exampleOf({ examples: { a: media } }, within({ a: { value: 2 } }, left).found, '')
    expect([example(100), example(0)]).toEqual([1, 2])
    expect(exampleOf({ example: { a: 1n } }, within().found, '')).toEqual({ a: 1 })
  })
})

describe('references', () => {
  const chain = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`r${at}`, { $ref: `#/r${at + 1}` }]))
  it('lead through 50 others at most', () => {
    expect(followReference({ ...chain(49), r49: { a: 1 } }, '#/r0/a')).toEqual({
      found: true,
      value: 1,
      pointer: '#/r0/a',
    })
    expect(followReference({ ...chain(50), r50: { a: 1 } }, '#/r0/a')).toEqual({ found: false, why: 'is circular' })
  })
  it('lead to 20 others, one after the other, at most', () => {
    const name = (length: number) =>
      dereference({ $ref: '#/r0' }, within({ ...chain(length), [`r${length}`]: { a: 1 } }).found, '')
    expect(name(20)).toEqual({ a: 1 })
    expect(name(21)).toEqual({})
  })
  it('lead to what stands next to another one, and not through it', () => {
    expect(followReference({ a: { $ref: '#/b', c: 1 }, b: { c: 2 } }, '#/a/c')).toMatchObject({ value: 1 })
  })
  it('are texts', () => {
    expect(followReference({ a: { $ref: 1 } }, '#/a/c')).toEqual({ found: false, why: 'points to nothing' })
  })
  const named = {
    a: { $id: 'http://h/a', type: 'a' },
    b: [null, 1, { $id: 'http://h/b#', $anchor: 'b', '': 2, c: { $ref: '#/nothing' } }],
    c: { $id: 'http://h/c#d' },
    twice: [{ $id: 'twice#' }, { $id: 'twice#' }, { $anchor: 'two' }, { $anchor: 'two' }],
    thrice: [{ $id: 'thrice' }, { $id: 'thrice#' }, { $id: 'thrice' }],
    other: [{ $id: 7 }, { $anchor: 7 }, { $id: 'undefined-anchor' }],
  }
  it.each<[reference: string, value: unknown]>([
    ['http://h/a', named.a],
    ['http://h/a#', named.a],
    ['http://h/a#/type', 'a'],
    ['http://h/b', named.b[2]],
    ['#b', named.b[2]],
    ['http://h/b#/', 2],
    ['http://h/c#d', named.c],
  ])('%s leads to the schema of that name, or to a part of it', (reference, value) => {
    expect(followReference(named, reference)).toEqual({ found: true, value, pointer: reference })
  })
  const outside = 'leads out of the document, its directory or its origin, and is not fetched'
  const noPointer = 'is not a JSON pointer into the document'
  it.each<[reference: string, why: string]>([
    ['twice', outside],
    ['thrice', outside],
    ['#two', noPointer],
    ['http://h/c', outside],
    ['http://h/a#type', outside],
    ['http://h/a#b', outside],
    ['http://h/a#type/', outside],
    ['http://h/b#/c/d', 'points to nothing'],
    ['#7', noPointer],
    ['#undefined', noPointer],
    ['7', outside],
  ])('%s is the name of no schema, or of several', (reference, why) => {
    expect(followReference(named, reference)).toEqual({ found: false, why })
  })
  it('are read in a document of no object', () => {
    for (const root of [null, 'text', 1, undefined])
      expect(followReference(root, 'a')).toEqual({ found: false, why: outside })
  })
  it('are pointers from the start, whatever schema has an empty name', () => {
    expect(followReference({ a: { $id: '', b: 1 } }, '#/b')).toEqual({ found: false, why: 'points to nothing' })
  })
  it('are read once where a part contains itself', () => {
    const root: Record<string, unknown> = { a: { $id: 'a' } }
    root.root = root
    expect(followReference(root, 'a')).toMatchObject({ found: true })
  })
  it.each(['#', '#a'])('%s is no pointer', reference => {
    expect(followReference({}, reference)).toEqual({ found: false, why: 'is not a JSON pointer into the document' })
  })
})

describe('schemas', () => {
  const resolve = (schema: unknown, root: object = {}, left?: number) => {
    const { found, problems } = within(root, left)
    return { schema: resolveSchema(schema, found, '#/s'), problems: problems.list() }
  }
  const unresolved = (reference: string, why: string) => ({ 'x-hub-conformance-unresolved': { reference, why } })
  it.each<[unknown, object, string]>([
    [1, unresolved('#/s', 'is not a schema'), '#/s is not a schema.'],
    [{ properties: 1 }, { properties: {} }, '#/s/properties is not a mapping of names to schemas.'],
    [
      { properties: { a: 1 } },
      { properties: { a: unresolved('#/s/properties/a', 'is not a schema') } },
      '#/s/properties/a is not a schema.',
    ],
    [{ allOf: 1 }, { allOf: [] }, '#/s/allOf is not a list of schemas.'],
    [
      { allOf: [true, 1] },
      { allOf: [true, unresolved('#/s/allOf/1', 'is not a schema')] },
      '#/s/allOf/1 is not a schema.',
    ],
    [{ not: 1 }, { not: unresolved('#/s/not', 'is not a schema') }, '#/s/not is not a schema.'],
    [
      { $dynamicRef: '#a' },
      unresolved('#a', 'is a dynamic reference, which is not followed'),
      '#/s/$dynamicRef is a dynamic reference, which is not followed.',
    ],
  ])('%j is read as %j', (schema, expected, problem) => {
    expect(resolve(schema)).toEqual({ schema: expected, problems: [problem] })
  })
  it('what leads to nothing is kept with its reason', () => {
    expect(resolve({ $ref: '#/a b' })).toEqual({
      schema: unresolved('#/a b', 'points to nothing'),
      problems: ['The reference #/a b at #/s points to nothing.'],
    })
  })
  it.each<[unknown, unknown]>([
    [{ default: { a: 1n, b: Number.NaN, c: [true], d: null } }, { default: { a: 1, b: null, c: [true], d: null } }],
    [
      JSON.parse('{"__proto__": 1, "default": {"__proto__": 1, "a": 2}, "properties": {"__proto__": {}, "b": {}}}'),
      {
        default: { a: 2 },
        properties: { b: {} },
      },
    ],
    [true, {}],
    [false, { not: {} }],
  ])('%# is read as plain data', (schema, expected) => {
    expect(resolve(schema)).toEqual({ schema: expected, problems: [] })
  })
  it.each([
    ['#/components/schemas/a', true],
    ['#/components/responses/a', false],
    ['#/components/responses/a/b', true],
    ['#/x#/components/responses/a', true],
  ])('%s leads to one: %s', (reference, is) => {
    const type = { type: 'string' }
    const components = { schemas: { a: type }, responses: { a: { ...type, b: type } } }
    expect(resolve({ $ref: reference }, { components, 'x#': { components } }).schema).toEqual(
      is
        ? { ...type, ...(reference.endsWith('/b') ? {} : reference.includes('responses') && { b: type }) }
        : unresolved(reference, 'does not point at a schema'),
    )
  })
  it('inherits nothing', () => {
    const schema = JSON.parse('{"default": {"__proto__": {"a": 1}}, "properties": {"__proto__": {"a": {}}}}')
    const read = resolve(schema).schema as Record<string, Record<string, unknown>>
    expect([read.default?.a, read.properties?.a]).toEqual([undefined, undefined])
  })
  it('is nested to a depth of 100', () => {
    const deep = (depth: number): object => (depth === 0 ? { type: 'string' } : { not: deep(depth - 1) })
    expect(JSON.stringify(resolve(deep(99)).schema)).toContain('string')
    expect(JSON.stringify(resolve(deep(100)).schema)).not.toContain('string')
  })
  it('ends where the document, or one value, has become too large', () => {
    const text = 'a'.repeat(1024)
    expect(resolveData(text, within({}, 5).found, '')).toBe(text)
    expect(resolveData(text, within({}, 4).found, '')).toBe('')
    const list = (length: number) =>
      resolveData(
        Array.from({ length }, () => 1),
        within().found,
        '',
      ) as unknown[]
    expect(list(19_999)).toHaveLength(19_999)
    expect(list(20_000)).toEqual({})
    const half = Array.from({ length: 10_000 }, () => true)
    expect(resolveData([half, half], within().found, '')).toEqual([half, {}])
    const reason = { reference: '#/s', why: 'resolves to more than 20000 values' }
    const left = { 'x-hub-conformance-unresolved': reason }
    expect(resolve({ not: { anyOf: Array(20_000) } }).schema).toEqual({ not: { anyOf: [] }, allOf: [left] })
    expect(resolve({ allOf: [{ title: 'a' }], enum: Array(20_000) }).schema).toEqual({
      allOf: [{ title: 'a' }, left],
      enum: {},
    })
  })
  it('that is left out is a problem', () => {
    const deep = (depth: number): object => (depth === 0 ? {} : { not: deep(depth - 1) })
    expect(resolve(deep(100)).problems).toEqual(['#/s is nested more than 100 levels deep; the rest is left out.'])
    expect(resolve({ enum: Array(20_000) }).problems).toEqual([
      '#/s resolves to more than 20000 values; the rest is left out.',
    ])
    expect(resolve({ enum: Array(20_000) }, {}, 20_000).problems).toEqual([
      '#/s resolves to more than 20000 values; the rest is left out.',
    ])
    expect(resolve({ title: 'a' }, {}, 1).problems).toEqual([
      '#/s leads beyond the 1000000 values of all schemas together; the rest is left out.',
    ])
  })
  it('may have more than a hundred others next to one another', () => {
    const properties = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`p${at}`, { type: 'string' }]))
    expect(resolve({ properties }).schema).toEqual({ properties })
  })
  it('has the annotations next to a reference, and other keywords as well as what it leads to', () => {
    const root = { a: { type: 'string' }, b: true }
    expect(resolve({ $ref: '#/a', title: 't' }, root).schema).toEqual({ type: 'string', title: 't' })
    expect(resolve({ $ref: '#/a', title: 't', maxLength: 1 }, root).schema).toEqual({
      allOf: [{ type: 'string' }],
      title: 't',
      maxLength: 1,
    })
    expect(resolve({ $ref: '#/b', title: 't' }, root).schema).toEqual({ allOf: [true], title: 't' })
    expect(resolve({ $ref: '#/b' }, root).schema).toEqual({})
  })
})

describe('servers', () => {
  const path = (server: unknown, from = 'x.yaml') => {
    const problems = collectProblems()
    return [serverPath([undefined, [], [server]], from, problems), ...problems.list()]
  }
  it.each<[unknown, string, ...string[]]>([
    [
      { url: 'https://{host}:{port}/v2//', variables: { host: {}, port: { default: 1 } } },
      '/v2',
      'The server url https://{host}:{port}/v2// has no default for its variable host.',
    ],
    [
      { url: 'https://{port}:{port}/v2' },
      '/v2',
      'The server url https://{port}:{port}/v2 has no default for its variable port.',
    ],
    [{ url: '/{a}', variables: { a: { default: 2 } } }, '/2'],
    [{ url: '/{a}' }, '/{a}', 'The server url /{a} has no default for its variable a.'],
    [{ url: '//h/v2?x' }, '/v2'],
    [{ url: '//{a host}/v2' }, '/v2', 'The server url //{a host}/v2 has no default for its variable a host.'],
    [{ url: 'https:[' }, '', 'The server url https:[ is not a URL; its paths are read without a prefix.'],
    [{ url: 'a//b' }, '/a//b'],
    [{ url: 1 }, '', 'A server has no url; its paths are read without a prefix.'],
    ['/v2', ''],
  ])('%j', (server, ...expected) => {
    expect(path(server)).toEqual(expected)
  })
  it.each([
    ['HTTP://h/base/x', '/base/v2'],
    ['my-http://h/base/x', '/v2'],
    ['http://[', '/v2'],
  ])('relative to %s', (from, expected) => {
    expect(path({ url: 'v2' }, from)).toEqual([expected])
  })
  it.each([
    ['/a/v2', '/a//', '/v2'],
    ['/a', '/a', '/'],
    ['/ab', '/a', '/ab'],
    ['//x', '', '//x'],
  ])('%s below %j', (full, base, expected) => {
    expect(belowBasePath(full, base)).toBe(expected)
  })
  it('are mounted where most paths are', () => {
    expect(mountOf(['/a/v2', '/b/v2/x', '/b/v1/y', '/c'])).toBe('/b')
    expect(mountOf(['/a/v2', '/c', '/d'])).toBe('/a')
  })
})

it.each<[object, readonly string[]]>([
  [{ type: 'http', scheme: 'BEARER' }, ['Authorization: Bearer {token}']],
  [{ type: 'http', scheme: 'bearers' }, []],
  [{ type: 'http', scheme: 'xbearer' }, []],
  [{ type: 'http', scheme: 'xbasic' }, []],
  [{ type: 'http', scheme: 'basics' }, []],
  [{ type: 'http', scheme: ['basic'] }, []],
  [{ type: 'apiKey', scheme: 'basic', in: 'header', name: 'a' }, ['a: {token}']],
  [{ type: 'oauth2', in: 'header', name: 'a' }, []],
])('credentials of %j are sent as %j', (scheme, all) => {
  expect(credentialFormsOf({ components: { securitySchemes: { a: scheme } } }, [], within().found).all).toEqual(all)
})

it('credentials are sent in the form that most operations ask for', () => {
  const schemes = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`s${at}`, { type: 'apiKey', in: 'header', name: `n${at}` }]),
  )
  const root = (securitySchemes: object) => ({ components: { securitySchemes } })
  const [a, b] = [[{ s0: [] }], [{ s1: [] }]]
  expect(credentialFormsOf(root(schemes), [a, b, b, undefined], within().found).all).toEqual([
    'n1: {token}',
    'n0: {token}',
  ])
  expect(credentialFormsOf(root(schemes), [undefined], within().found).all).toHaveLength(50)
  expect(credentialFormsOf(root(schemes), [undefined, []], within().found).all).toEqual([])
  expect(credentialFormsOf(root(schemes), [undefined], within({}, 1).found).all).toEqual(['n0: {token}'])
  const { found, problems } = within()
  expect(credentialFormsOf(root({ a: 1 }), [undefined], found).all).toEqual([])
  expect(problems.list()).toEqual(['#/components/securitySchemes/a is not a mapping.'])
})

it('credentials of several schemes at once are those of the one that lets in', () => {
  const key = (place: string, name: string) => ({ type: 'apiKey', in: place, name })
  const securitySchemes = {
    bearer: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'basic' },
    header: key('header', 'X-CSRF-Token'),
    cookie: key('cookie', 'XSRF-TOKEN'),
    long: key('header', 'a'.repeat(100)),
    longer: key('header', 'a'.repeat(101)),
  }
  const forms = (...names: readonly string[]) => {
    const asked = [Object.fromEntries(names.map(name => [name, []]))]
    const { all, csrfHeader, of } = credentialFormsOf({ components: { securitySchemes } }, [asked], within().found)
    expect(of(asked)).toEqual(all)
    return [...all, csrfHeader]
  }
  expect(forms('bearer', 'header')).toEqual(['Authorization: Bearer {token}', 'X-CSRF-Token'])
  expect(forms('bearer', 'cookie')).toEqual(['Authorization: Bearer {token}', undefined])
  expect(forms('bearer', 'basic', 'header')).toEqual([undefined])
  expect(forms('header')).toEqual(['X-CSRF-Token: {token}', undefined])
  expect(forms('gone')).toEqual([undefined])
  expect(forms('bearer', 'gone')).toEqual(['Authorization: Bearer {token}', undefined])
  expect(forms('long')).toEqual([`${'a'.repeat(100)}: {token}`, undefined])
  expect(forms('longer')).toEqual([undefined])
})

it('a scheme that is asked for and lacks is a problem', () => {
  const { found, problems } = within()
  credentialFormsOf({ components: { securitySchemes: { a: {} } } }, [[{ a: [], gone: [] }]], found)
  expect(problems.list()).toEqual(['security names gone, which securitySchemes lacks.'])
})

it('a CSRF token that is published as an alternative is sent with the others', () => {
  const securitySchemes = {
    session: { type: 'apiKey', in: 'cookie', name: 'SESSION' },
    bearer: { type: 'http', scheme: 'bearer' },
    csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
  }
  const forms = (...asked: readonly object[]) => {
    const { all, csrfHeader } = credentialFormsOf({ components: { securitySchemes } }, [asked], within().found)
    return [...all, csrfHeader]
  }
  const [session, bearer, csrf] = [{ session: [] }, { bearer: [] }, { csrf: [] }]
  const cookie = 'Cookie: SESSION={token}'
  expect(forms(session, csrf)).toEqual([cookie, 'X-CSRF-Token'])
  expect(forms(csrf, session, bearer)).toEqual([cookie, 'Authorization: Bearer {token}', 'X-CSRF-Token'])
  expect(forms({}, session, csrf)).toEqual([cookie, 'X-CSRF-Token'])
  expect(forms({}, csrf)).toEqual([undefined])
  expect(forms(session)).toEqual([cookie, undefined])
  expect(forms({ ...session, ...csrf }, bearer)).toEqual([cookie, 'Authorization: Bearer {token}', 'X-CSRF-Token'])
  expect(forms({ gone: [] }, csrf)).toEqual(['X-CSRF-Token'])
})

describe('a structured text', () => {
  it.each<[string, unknown, boolean]>([
    ['\uFEFF {"a": 1}', { a: 1 }, false],
    ['{a: 1}', { a: 1 }, false],
    ['a: "\uFEFF["', { a: '\uFEFF[' }, false],
    ['a: <', { a: '<' }, false],
    ['a: {"b": 1', { a: { b: 1 } }, false],
    ['a: 1\na: 2\n<<: {b: 3}', { a: 2, b: 3 }, false],
    ['a: 1\n---\nb: 2', { a: 1 }, true],
    ['', null, false],
    [`a: 1\n---\nb: 2\n---\n${'['.repeat(400)}`, { a: 1 }, true],
    [`${'a'.repeat(1100)}: 1`, { ['a'.repeat(1100)]: 1 }, false],
    [`a: &a 1\nb: [${'*a,'.repeat(200)}]`, { a: 1, b: Array(200).fill(1) }, false],
    [`{}${' '.repeat(16 * 1024 * 1024 - 2)}`, {}, false],
  ])('%#', (text, value, more) => {
    const read = readStructuredText(text, 'x')
    expect(read.value ?? null).toEqual(value)
    expect(read.more()).toBe(more)
  })
  it.each([
    // The mistake that stands first is not the one that is found first.
    ['a: {b: 1 c: {\n  d: 1,\n  d: 2}}', 1, /^The YAML is not well-formed/],
    ['a: 1\nb: [', 2, /^The YAML is not well-formed \(Flow sequence .*\)\.$/],
    ['!z }- ...\n&x #!z : !z \n', 1, /\(Missing newline after block sequence props\)/],
    ['[{"a": 1, ]', 1, /^The YAML is not well-formed/],
    ['{a"b: [', 1, /^The YAML is not well-formed/],
    ['{ "a": 1', 1, /^The JSON is not well-formed \(it ends too early, after 8 characters\)\.$/],
    ['a: "\n\nb: ]\n', 4, /^The YAML is not well-formed/],
    ['{"a": 1,\n"b": ]}\n\n', 2, /^The JSON is not well-formed \((?:on line 2|at character 15)\)\.$/],
    ['{"a": 1,\n"b": 2 "c": ]}', 2, /^The JSON is not well-formed \(at character 17\)\.$/],
    ['\n\n{"a":\n', 3, /^The JSON is not well-formed \(it ends too early, after 7 characters\)\.$/],
  ])('%j is broken on line %i', (text, line, why) => {
    expect(readStructuredText(text, 'x').broken).toEqual({ line, why: expect.stringMatching(why) })
  })
  it.each([`${'a'.repeat(1100)}: 1`, 'a: "\\d"', 'a: @b', 'a:\n\t- b'])('is not broken: %#', text => {
    expect(readStructuredText(text, 'x').broken).toBeUndefined()
  })
  it.each([
    [' <html>', 'x is a web page, not an OpenAPI document; give the address of its YAML or JSON source.'],
    [' '.repeat(16 * 1024 * 1024 + 1), 'x is larger than 16 MiB; give the OpenAPI document alone.'],
  ])('is none: %#', (text, message) => {
    expect(() => readStructuredText(text, 'x')).toThrow(new DocumentError(message))
  })
})

describe('files next to a document', () => {
  const read = async (root: unknown, files: Readonly<Record<string, string>>, from = '/x/a.json') => {
    const asked: string[] = []
    const value = await withSiblings(root, from, async name => {
      asked.push(name)
      return files[name]
    })
    return { value, asked }
  }
  it('are asked for once, and the document itself never', async () => {
    const root = {
      a: { $ref: 'a.json#/b' },
      b: { $ref: 'c.yaml#/d' },
      c: { $ref: 'c.yaml#/e' },
      d: { $ref: '#/b' },
      e: { $ref: 1 },
      f: null,
    }
    const { value, asked } = await read(root, { 'c.yaml': 'd: {$ref: "#/e"}\ne: {$ref: "a.json#/b"}\nf: [{$ref: 2}]' })
    expect(asked).toEqual(['c.yaml'])
    expect(value).toMatchObject({
      a: { $ref: '#/b' },
      b: { $ref: '#/x-hub-conformance-siblings/0/d' },
      c: { $ref: '#/x-hub-conformance-siblings/0/e' },
      d: { $ref: '#/b' },
      e: { $ref: 1 },
      'x-hub-conformance-siblings': { 0: { d: { $ref: '#/x-hub-conformance-siblings/0/e' }, e: { $ref: '#/b' } } },
    })
    expect(await read({ a: 1 }, {})).toEqual({ value: { a: 1 }, asked: [] })
    expect(await read('a', {})).toEqual({ value: 'a', asked: [] })
  })
  it('are looked for in the directory of the document alone', async () => {
    const { value, asked } = await read({ a: { $ref: '../b.yaml' }, c: { $ref: 'http://[' } }, {})
    expect(asked).toEqual([])
    expect(value).toEqual({ a: { $ref: '../b.yaml' }, c: { $ref: 'http://[' } })
  })
  it('are of a name that has the beginning of an address in it', async () => {
    expect((await read({ a: { $ref: 'b.yaml' } }, {}, '/x/http://a.json')).asked).toEqual(['b.yaml'])
  })
  it('hold 16 MiB at most', async () => {
    const text = (size: number) => `{}${' '.repeat(size * 1024 * 1024 - 2)}`
    const root = { a: { $ref: 'a' }, b: { $ref: 'b' }, c: { $ref: 'c' } }
    const { value } = await read(root, { a: text(6), b: text(10), c: '{}' })
    expect(value).toMatchObject({
      'x-hub-conformance-unread': {
        [Object.keys(root)[0] as string]: 'leads to too much text: at most 16 MiB are read',
      },
    })
  })
  it('may hold as much together', async () => {
    const text = `{}${' '.repeat(8 * 1024 * 1024 - 2)}`
    const { value } = await read({ a: { $ref: 'a' }, b: { $ref: 'b' } }, { a: text, b: text })
    expect(value).not.toHaveProperty('x-hub-conformance-unread')
  })
  it('are 500 at most, however one leads to the next', async () => {
    const wide = Object.fromEntries(Array.from({ length: 510 }, (_, at) => [`k${at}`, { $ref: `f${at}` }]))
    const { asked } = await read(wide, Object.fromEntries(Object.keys(wide).map((_, at) => [`f${at}`, '{}'])))
    expect(asked).toHaveLength(500)
    const chain = Object.fromEntries(
      Array.from({ length: 510 }, (_, at) => [`f${at}`, `{"a": {"$ref": "f${at + 1}"}}`]),
    )
    const deep = await read({ a: { $ref: 'f0' } }, chain)
    expect(deep.asked).toHaveLength(500)
    expect(deep.value).toMatchObject({
      'x-hub-conformance-unread': { f500: 'leads to too many files: at most 500 are read' },
    })
  })
})

it('problems are kept once each, a hundred at most', () => {
  const problems = collectProblems()
  for (let at = 0; at < 102; at++) for (const why of [`a${at}`, `a${at}`]) problems.unread({ line: at, why })
  expect(problems.list()).toHaveLength(101)
  expect(problems.list().slice(99)).toEqual(['a99', '4 more problems are not listed.'])
  expect(problems.parts()).toHaveLength(100)
  const few = collectProblems()
  few.add('a')
  expect(few.list()).toEqual(['a'])
})

it('a line that is not read is unread, with what it has', () => {
  const problems = collectProblems()
  unreadLines(problems, 'x', 'has a.')(3)
  expect(problems.parts()).toEqual([{ line: 3, why: 'Line 3 of x has a.' }])
})

it('text is quoted on one line, cut where it is long', () => {
  expect(quoted(' a \n\t b ')).toBe('a b')
  expect([quoted('abc', 3), quoted('abcd', 3)]).toEqual(['abc', 'abc…'])
  expect(new DocumentError('a').name).toBe('DocumentError')
})
