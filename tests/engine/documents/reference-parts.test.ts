import { describe, expect, it } from 'vitest'
import { collectProblems, DocumentError, quoted } from '../../../engine/documents/problems.ts'
import { exampleOf, readParameters } from '../../../engine/documents/reference/parts.ts'
import { resolution, resolveData, resolveSchema } from '../../../engine/documents/reference/schema.ts'
import { credentialFormsOf } from '../../../engine/documents/reference/security.ts'
import { belowBasePath, mountOf, serverPath } from '../../../engine/documents/reference/servers.ts'
import { withSiblings } from '../../../engine/documents/reference/siblings.ts'
import { readStructuredText } from '../../../engine/documents/reference/structured-text.ts'

/** A document with what resolving it takes, and the problems found. */
const within = (root: object = {}, left?: number) => {
  const problems = collectProblems()
  const found = resolution(root, false, problems)
  if (left !== undefined) found.left = left
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
    [{ type: ['string'], format: 1 }, {}, {}],
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

describe('schemas', () => {
  const resolve = (schema: unknown, root: object = {}, left?: number) => {
    const { found, problems } = within(root, left)
    return { schema: resolveSchema(schema, found, '#/s'), problems: problems.list() }
  }
  it.each<[unknown, object, string]>([
    [1, {}, '#/s is not a schema.'],
    [{ properties: 1 }, { properties: {} }, '#/s/properties is not a mapping of names to schemas.'],
    [{ properties: { a: 1 } }, { properties: { a: {} } }, '#/s/properties/a is not a schema.'],
    [{ allOf: 1 }, { allOf: [] }, '#/s/allOf is not a list of schemas.'],
    [{ allOf: [true, 1] }, { allOf: [true, {}] }, '#/s/allOf/1 is not a schema.'],
    [{ not: 1 }, { not: {} }, '#/s/not is not a schema.'],
    [{ $dynamicRef: '#a' }, {}, '#/s/$dynamicRef is a dynamic reference, which is not followed.'],
  ])('%j is read as %j', (schema, expected, problem) => {
    expect(resolve(schema)).toEqual({ schema: expected, problems: [problem] })
  })
  it('what leads to nothing is kept with its reason', () => {
    expect(resolve({ $ref: '#/a b' })).toEqual({
      schema: { 'x-hub-conformance-unresolved': { reference: '#/a b', why: 'points to nothing' } },
      problems: ['The reference #/a b at #/s points to nothing.'],
    })
  })
  it.each<[unknown, unknown]>([
    [{ default: { a: 1n, b: Number.NaN, c: [true] } }, { default: { a: 1, b: null, c: [true] } }],
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
    expect(list(9999)).toHaveLength(9999)
    expect(list(20_001)).toEqual({})
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
  ])('%j', (text, value, more) => {
    const read = readStructuredText(text, 'x')
    expect(read.value ?? null).toEqual(value)
    expect(read.more()).toBe(more)
  })
  it.each([
    ['a: 1\nb: [', 2, /^The YAML is not well-formed \(.*\)\.$/],
    ['a: "\n\nb: ]\n', 4, /^The YAML is not well-formed/],
    ['{"a": 1,\n"b": ]}\n\n', 2, /^The JSON is not well-formed \((?:on line 2|at character 15)\)\.$/],
    ['{"a": 1,\n"b": 2 "c": ]}', 2, /^The JSON is not well-formed \(at character 17\)\.$/],
    ['\n\n{"a":\n', 3, /^The JSON is not well-formed \(it ends too early, after 7 characters\)\.$/],
  ])('%j is broken on line %i', (text, line, why) => {
    expect(readStructuredText(text, 'x').broken).toEqual({ line, why: expect.stringMatching(why) })
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
  it('are 50 at most, 8 deep', async () => {
    const wide = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, { $ref: `f${at}` }]))
    const { asked } = await read(wide, Object.fromEntries(Object.keys(wide).map((_, at) => [`f${at}`, '{}'])))
    expect(asked).toHaveLength(50)
    const chain = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, `{"a": {"$ref": "f${at + 1}"}}`]))
    const deep = await read({ a: { $ref: 'f0' } }, chain)
    expect(deep.asked).toHaveLength(9)
    expect(deep.value).toMatchObject({
      'x-hub-conformance-unread': { f9: 'leads to one file too many: at most 50 are read, 8 deep' },
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

it('text is quoted on one line, cut where it is long', () => {
  expect(quoted(' a \n\t b ')).toBe('a b')
  expect([quoted('abc', 3), quoted('abcd', 3)]).toEqual(['abc', 'abc…'])
  expect(new DocumentError('a').name).toBe('DocumentError')
})
