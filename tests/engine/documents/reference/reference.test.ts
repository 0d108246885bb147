import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { unresolvedKey } from '../../../../contracts/documents.ts'
import { readReference } from '../../../../engine/documents/reference/reference.ts'

const odd = readFileSync(new URL('../../../fixtures/documents/odd-reference.yaml', import.meta.url), 'utf8')
const reference = () => readReference(odd, 'odd.yaml')
const operation = (name: string) => reference().operations.find(({ method, path }) => `${method} ${path}` === name)
const response = (name: string, status: string) =>
  operation(name)?.responses.find(candidate => candidate.status === status)
const minimal = (paths: unknown, more: object = {}) => JSON.stringify({ openapi: '3.1.0', paths, ...more })
const schemaOf = (schema: unknown, more: object = {}) => {
  const content = { 'application/json': { schema } }
  const read = readReference(minimal({ '/x': { get: { responses: { 200: { content } } } } }, more), 'x.json')
  return { schema: read.operations[0]?.responses[0]?.schema, problems: read.problems }
}

describe('a reference with defects', () => {
  test('operations in document order, below the path of their server', () => {
    expect(reference().operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v2/tokens',
      'GET /v2/tokens',
      'DELETE /v2/tokens/{id}',
      'DELETE /v2/broken',
      'GET /v3/elsewhere',
      'POST /v4/elsewhere',
    ])
    expect(reference().version).toBe('3.0.3')
  })

  test('ids, tags, summary and label', () => {
    expect(operation('GET /v2/tokens')).toMatchObject({ operationId: 'ListTokens', deprecated: true, tags: [] })
    expect(operation('POST /v2/tokens')).toMatchObject({ summary: 'Make a token', deprecated: false, tags: ['tokens'] })
    expect(operation('POST /v2/tokens')).not.toHaveProperty('operationId')
    expect(operation('DELETE /v2/tokens/{id}')?.operationId).toBe('DeleteToken')
  })

  test('a request body behind a reference, its JSON first, with its example', () => {
    expect(operation('POST /v2/tokens')?.requestBody).toEqual({
      mediaType: 'application/json',
      schema: { type: 'object', properties: { label: { type: 'string' } } },
      example: { label: 'ci' },
    })
  })

  test('statuses as text, one response per media type', () => {
    expect(operation('POST /v2/tokens')?.responses.map(({ status, mediaType }) => [status, mediaType])).toEqual([
      ['201', 'application/json'],
      ['4XX', 'application/problem+json'],
      ['default', undefined],
    ])
    expect(operation('GET /v2/tokens')?.responses.map(({ mediaType }) => mediaType)).toEqual([
      'application/json',
      'text/csv',
    ])
    expect(response('POST /v2/tokens', '4XX')?.schema).toMatchObject({ properties: { title: { type: 'string' } } })
  })

  test('references are resolved in place, a cycle is cut, examples stay as they are', () => {
    expect(response('POST /v2/tokens', '201')?.schema).toEqual({
      type: 'object',
      properties: {
        label: { type: 'string' },
        parent: {},
        example: { type: 'string', example: { $ref: '#/not/followed' } },
      },
    })
    expect(JSON.stringify(response('GET /v2/tokens', '200'))).not.toContain('required')
  })

  test.each(['204', '400', '404', '409', '410'])('a reference that leads nowhere costs only itself: %s', status => {
    const schema = response('DELETE /v2/broken', status)?.schema
    expect(response('DELETE /v2/broken', status)).toBeDefined()
    expect(Object.keys(schema ?? {}).filter(key => key !== unresolvedKey)).toEqual([])
  })

  test.each([
    ['no-slash', /path no-slash/],
    ['not a status', /response soon/],
    ['no operation', /~1broken\/get is not a mapping/],
    ['null operation', /~1broken\/put is not a mapping/],
    ['dangling', /Nowhere .* points to nothing/],
    ['remote', /elsewhere\.example.* is not fetched/],
    ['file', /file:\/\/\/etc\/passwd .* is not fetched/],
    ['response for a schema', /responses\/Wrong .* does not point at a schema/],
    ['odd', /components\/schemas\/Token at .* is not fetched/],
    ['required: true', /required is not a list of names/],
  ])('a problem is told once: %s', (_, words) => {
    expect(reference().problems.filter(problem => words.test(problem))).toHaveLength(1)
  })
})

describe('YAML that is not well-formed', () => {
  const yaml = (...paths: readonly string[]) =>
    readReference(['openapi: 3.1.0', 'paths:', '  /v2/a:', '    get: {}', ...paths].join('\n'), 'x.yaml')

  test.each([
    ['a quote that is not closed', '  "/v2/b:'],
    ['a bracket that is not closed', '  /v2/b: { get: {'],
    ['a value behind a value', '  /v2/b: x: y'],
  ])('%s: operations may be lost', (_, line) => {
    const { operations, unread } = yaml(line, '    get: {}', '  /v2/c:', '    get: {}')
    expect(operations.map(({ path }) => path)).toContain('/v2/a')
    expect(unread[0]).toMatchObject({ line: expect.any(Number), why: expect.stringContaining('not well-formed') })
    expect(unread[0]).not.toHaveProperty('at')
  })

  test('JSON that is cut off, or has an error, is said to be JSON, with the place', () => {
    const json = JSON.stringify({ openapi: '3.1.0', paths: { '/v2/a': { get: { operationId: 'a' } } } })
    expect(readReference(json.slice(0, -12), 'x.json').unread).toMatchObject([
      { line: 1, why: `The JSON is not well-formed (it ends too early, after ${json.length - 12} characters).` },
    ])
    const wrong = json.replace('"get":', '"get"')
    expect(readReference(wrong, 'x.json').unread).toMatchObject([
      { line: 1, why: `The JSON is not well-formed (at character ${json.indexOf('"get":') + 6}).` },
    ])
    expect(readReference('{openapi: 3.1.0, paths: {/v2/a: {get: {}', 'x.yaml').unread[0]?.why).toContain('The YAML is')
  })

  test.each([
    ['a reserved character', '    x-note: @everyone'],
    ['an unknown escape', '    x-note: "a\\qb"'],
    ['a tab', '\t'],
    ['a key twice', '    get: {}'],
  ])('%s loses nothing', (_, line) => {
    const { operations, unread } = yaml(line, '  /v2/b:', '    get: {}')
    expect(operations.map(({ path }) => path)).toEqual(['/v2/a', '/v2/b'])
    expect(unread).toEqual([])
  })
})

describe('parameters', () => {
  const read = (ofItem: unknown, ofOperation: unknown) =>
    readReference(
      minimal(
        { '/x': { parameters: ofItem, get: { parameters: ofOperation } } },
        { components: { parameters: { P: { name: 'p', in: 'query', example: 5 } } } },
      ),
      'x',
    )
  const a = { name: 'a', in: 'query' }
  test.each([
    ['of the path item', [a], undefined, [{ ...a, required: false }]],
    ['of the operation win', [a], [{ ...a, required: true }], [{ ...a, required: true }]],
    [
      'in the path are required',
      [{ ...a, in: 'path' }],
      [a],
      [
        { ...a, in: 'path', required: true },
        { ...a, required: false },
      ],
    ],
    [
      'behind a reference',
      [{ $ref: '#/components/parameters/P' }],
      [],
      [{ name: 'p', in: 'query', required: false, example: 5 }],
    ],
    ['with a default', [{ ...a, schema: { default: 1 } }], [], [{ ...a, required: false, example: 1 }]],
    [
      'with values',
      [{ ...a, schema: { enum: ['x', 'y'] } }],
      [],
      [{ ...a, required: false, example: 'x', values: ['x', 'y'] }],
    ],
    [
      'with values of a list',
      [{ ...a, schema: { items: { enum: [1, null, {}] } } }],
      [],
      [{ ...a, required: false, values: [1] }],
    ],
    ['none', undefined, undefined, []],
  ])('%s', (_, ofItem, ofOperation, expected) => {
    expect(read(ofItem, ofOperation).operations[0]?.parameters).toEqual(expected)
  })

  test.each([
    ['no list', {}, /parameters is not a list/],
    ['no name', [{ in: 'query' }], /has no name or place/],
    ['no mapping', [1], /is not a mapping/],
    ['dangling', [{ $ref: '#/components/parameters/Q' }], /points to nothing/],
  ])('unreadable: %s', (_, declared, words) => {
    const { operations, problems } = read([a], declared)
    expect(operations[0]?.parameters).toEqual([{ ...a, required: false }])
    expect(problems).toEqual([expect.stringMatching(words)])
  })
})

describe('servers', () => {
  const paths = { '/x': { get: { responses: {} } } }
  test.each([
    ['none', undefined, 'x.yaml', '', '/x'],
    ['an empty list', [], 'x.yaml', '', '/x'],
    ['absolute', [{ url: 'https://h/v2/' }], 'x.yaml', '', '/v2/x'],
    ['relative', [{ url: '/v2' }], 'x.yaml', '', '/v2/x'],
    ['relative to the address', [{ url: 'v2' }], 'http://h/base/openapi.json', '', '/base/v2/x'],
    ['relative in a file', [{ url: './v2' }], '/home/a/openapi.json', '', '/v2/x'],
    ['host only', [{ url: 'https://h' }], 'x.yaml', '', '/x'],
    ['without a default', [{ url: 'https://{tenant}.h/v2' }], 'x.yaml', '', '/v2/x'],
    ['a base URL without a default', [{ url: '{base_url}' }], 'http://h/base/openapi.json', '', '/x'],
    ['a base URL in front of a path', [{ url: '{{baseUrl}}/v2' }], 'http://h/base/openapi.json', '', '/v2/x'],
    ['a host and a port without defaults', [{ url: '{host}:{port}/v2' }], 'x.yaml', '', '/v2/x'],
    ['a scheme without a default', [{ url: '{scheme}://h/v2' }], 'x.yaml', '', '/v2/x'],
    ['variable in the path', [{ url: '/{v}', variables: { v: { default: 'v2' } } }], 'x.yaml', '', '/v2/x'],
    ['below the base path', [{ url: '/prefix/v2' }], 'http://h/prefix/openapi.json', '/prefix', '/v2/x'],
    ['the base path itself', [{ url: '/prefix' }], 'http://h/prefix/openapi.json', '/prefix/', '/x'],
    ['beside the base path', [{ url: '/prefixed' }], 'http://h/prefix/openapi.json', '/prefix', '/prefixed/x'],
    ['no url', [{}], 'x.yaml', '', '/x'],
    ['no URL', [{ url: 'http://[' }], 'x.yaml', '', '/x'],
  ])('%s', (_, servers, from, basePath, path) => {
    expect(readReference(minimal(paths, { servers }), from, basePath).operations[0]?.path).toBe(path)
  })
})

describe('parameters with a pattern in the path', () => {
  test.each([
    ['/v2/{a:[^/]+}/b/{c-d:[a-z]{2,30}}', '/v2/{a}/b/{c-d}'],
    ['/v2/{a:}.json', '/v2/{a}.json'],
    ['/v2/{a}:verb/{b', '/v2/{a}:verb/{b'],
    ['/v2/{a:[', '/v2/{a:['],
  ])('%s', (key, path) => {
    expect(readReference(minimal({ [key]: { get: {} } }), 'x').operations[0]?.path).toBe(path)
  })
})

describe('OpenAPI 3.1 and 3.2', () => {
  test('query, additional operations and methods in capitals', () => {
    const item = { query: {}, additionalOperations: { COPY: {}, link: {} }, GET: {}, 'x-more': { LOCK: {} } }
    expect(readReference(minimal({ '/x': item }), 'x').operations.map(({ method }) => method)).toEqual([
      'QUERY',
      'COPY',
      'LINK',
      'GET',
    ])
  })

  test('the schema of the items of a stream is that of a list', () => {
    const content = {
      'application/jsonl': { itemSchema: { type: 'string' } },
      'application/json': { itemSchema: 1, schema: {} },
    }
    const read = readReference(minimal({ '/x': { get: { responses: { 200: { content } } } } }), 'x')
    expect(read.operations[0]?.responses.map(({ schema }) => schema)).toEqual([
      { type: 'array', items: { type: 'string' } },
      {},
    ])
  })

  test.each([
    ['annotations', { description: 'mine' }, { type: 'string', minLength: 1, description: 'mine' }],
    ['keywords', { maxLength: 9 }, { maxLength: 9, allOf: [{ type: 'string', minLength: 1 }] }],
    ['allOf', { allOf: [true] }, { allOf: [true, { type: 'string', minLength: 1 }] }],
  ])('%s beside a reference count', (_, siblings, expected) => {
    const defs = { components: { schemas: { A: { type: 'string', minLength: 1 } } } }
    expect(schemaOf({ $ref: '#/components/schemas/A', ...siblings }, defs).schema).toEqual(expected)
  })

  test.each(['3.1.2', '3.2.0', '3.1.3.0'])('and in %s', version => {
    const schema = { $ref: '#/components/schemas/A', maxLength: 9 }
    const document = { openapi: version, paths: { '/x': { get: { requestBody: { content: { a: { schema } } } } } } }
    const read = readReference(JSON.stringify({ ...document, components: { schemas: { A: { minLength: 1 } } } }), 'x')
    expect(read.operations[0]?.requestBody?.schema).toMatchObject({ maxLength: 9 })
  })

  test.each([
    ['true', true, {}],
    ['false', false, { not: {} }],
    ['no schema', 'text', {}],
    ['properties that are a list', { properties: [] }, { properties: {} }],
    ['allOf that is a mapping', { allOf: {} }, { allOf: [] }],
    [
      'a property named $ref',
      { properties: { $ref: { type: 'string' } } },
      { properties: { $ref: { type: 'string' } } },
    ],
    ['identifiers', { $id: 'a', $anchor: 'b', $defs: { c: {} }, $dynamicRef: '#d' }, {}],
    ['the whole document', { $ref: '#' }, {}],
    ['an inherited name', { $ref: '#/constructor/prototype' }, {}],
  ])('odd schema: %s', (_, schema, expected) => {
    const { [unresolvedKey]: _unresolved, ...known } = schemaOf(schema).schema ?? {}
    expect(known).toEqual(expected)
  })

  test('an operation that is no mapping, behind a reference, is none', () => {
    const read = readReference(minimal({ '/x': { get: { $ref: '#/x-a' } } }, { 'x-a': 1 }), 'x')
    expect(read.operations).toEqual([])
    expect(read.unread).toEqual([{ at: '#/x-a', why: '#/x-a is not a mapping.' }])
  })

  test('a pointer through references, with escapes and percent signs', () => {
    const components = {
      schemas: { A: { $ref: '#/components/schemas/B~1%7E0%20c' }, 'B/~ c': { properties: { d: { type: 'integer' } } } },
    }
    expect(schemaOf({ $ref: '#/components/schemas/A/properties/d' }, { components }).schema).toEqual({
      type: 'integer',
    })
  })

  test('references in a circle', () => {
    const components = { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } }
    expect(schemaOf({ $ref: '#/components/schemas/A' }, { components }).schema).toEqual({})
    expect(schemaOf({ $ref: '#/components/schemas/A/x' }, { components })).toMatchObject({
      schema: {},
      problems: [expect.stringMatching(/is circular/)],
    })
  })

  test('a document without paths, and one without a version', () => {
    expect(readReference('openapi: 3.1.0', 'x')).toMatchObject({
      operations: [],
      problems: ['#/paths is not a mapping.'],
    })
    expect(readReference('paths: {}', 'x')).toMatchObject({ version: '', problems: [expect.stringMatching(/version/)] })
    expect(readReference('openapi: 3.1\npaths: {}', 'x').version).toBe('3.1')
  })
})
