import { describe, expect, it } from 'vitest'
import type { ReferenceOperation } from '../../../../contracts/documents.ts'
import { readReference, readReferenceWith } from '../../../../engine/documents/reference/reference.ts'
import { mountOf } from '../../../../engine/documents/reference/servers.ts'

const published = (paths: object, more: object = {}) =>
  readReference(JSON.stringify({ openapi: '3.1.0', paths, ...more }), 'x.json')

const path = '/v2/repositories/{namespace}'
/** What is read of an operation that is old, next to what each has. */
const read = (operation: object, at = path): Partial<ReferenceOperation> => {
  const [found] = published({ [at]: { get: operation } }).operations
  const {
    method: _method,
    path: _path,
    tags: _tags,
    parameters: _parameters,
    responses: _responses,
    ...rest
  } = found ?? {
    method: '',
    path: '',
    tags: [],
    parameters: [],
    responses: [],
  }
  return rest
}

describe('the label of an operation', () => {
  it.each([
    [true, undefined],
    [false, undefined],
    [null, undefined],
    [0, undefined],
    ['no', undefined],
    [' False ', undefined],
    ['none', undefined],
    ['0', undefined],
    ['', undefined],
    ['true', 'deprecated: "true"'],
    ['not yet', 'deprecated: "not yet"'],
    [1, 'deprecated: 1'],
    [{ since: '2025-01-01' }, 'deprecated: {"since":"2025-01-01"}'],
  ])('deprecated: %j', (deprecated, unclearLabel) => {
    expect(read({ deprecated })).toEqual({ deprecated: deprecated === true, ...(unclearLabel && { unclearLabel }) })
  })

  it.each([
    ['x-lifecycle', 'deprecated'],
    ['x-api-status', ' Removed. '],
    ['x-state', { is: ['a', 'obsolete'] }],
    ['X-Stability', 'end-of-life'],
    ['x-maturity', 'retired'],
    ['x-sunset', '2026-01-01'],
    ['x-deprecated', true],
    ['x-is-deprecated', 'yes'],
    ['x-isdeprecated', 'yes'],
    ['x-deprecation', {}],
    ['x-deprecated-since', 'v2'],
    ['x-deprecatedat', 'v2'],
    ['x-deprecation-date', 'v2'],
  ])('%s: %j leaves it open', (key, value) => {
    expect(read({ [key]: value })).toMatchObject({
      deprecated: false,
      unclearLabel: `${key}: ${JSON.stringify(value)}`,
    })
    expect(read({ deprecated: true, [key]: value }).unclearLabel).toBeUndefined()
  })

  it.each([
    ['x-lifecycle', 'active'],
    ['x-lifecycle', 'not deprecated'],
    ['x-lifecycle', 'deprecated soon'],
    ['x-lifecycles', 'deprecated'],
    ['my-x-status', 'deprecated'],
    ['x-status', 410],
    ['x-sunset', false],
    ['x-deprecated', 'false'],
    ['x-deprecations', true],
    ['y-x-sunset', true],
    ['status', 'deprecated'],
  ])('%s: %j says nothing of it', (key, value) => {
    expect(read({ [key]: value }).unclearLabel).toBeUndefined()
  })

  it.each([
    ['x-lifecycle', 'active'],
    ['x-status', ['x', ' Current! ']],
    ['x-stability', 'stable'],
    ['x-state', 'supported'],
    ['x-maturity', 'GA'],
  ])('%s: %j denies it', (key, value) => {
    expect(read({ deprecated: true, [key]: value }).unclearLabel).toBe(`${key}: ${JSON.stringify(value)}`)
  })
  it.each([
    ['x-lifecycle', 'reactive'],
    ['x-lifecycle', 'active until'],
    ['x-name', 'active'],
  ])('%s: %j does not deny it', (key, value) => {
    expect(read({ deprecated: true, [key]: value }).unclearLabel).toBeUndefined()
  })
  it('is shown up to 80 characters', () => {
    expect(read({ deprecated: 'x'.repeat(99) }).unclearLabel).toBe(`deprecated: "${'x'.repeat(79)}`)
    expect(read({ deprecated: true, 'x-state': ['x'.repeat(99), 'ga'] }).unclearLabel).toBe(
      `x-state: ["${'x'.repeat(78)}`,
    )
  })
})

describe('what an operation says next to its label', () => {
  it.each<[string, object, object]>([
    ['documentation', { externalDocs: { description: 'Gone', url: 'https://h' } }, { notes: ['Gone. https://h'] }],
    [
      'an extension',
      { 'X-Deprecation': { reason: 'old', since: '2025-01-01' } },
      {
        notes: ['old', '2025-01-01'],
        unclearLabel: 'X-Deprecation: {"reason":"old","since":"2025-01-01"}',
        deprecatedSince: [{ key: 'X-Deprecation.since', value: '2025-01-01' }],
      },
    ],
    [
      'a day',
      { 'x-deprecated-on': '2025-01-01' },
      {
        notes: ['2025-01-01'],
        unclearLabel: 'x-deprecated-on: "2025-01-01"',
        deprecatedSince: [{ key: 'x-deprecated-on', value: '2025-01-01' }],
      },
    ],
    [
      'a day with a prefix',
      { 'x-is-deprecated-since': '2025-01-01' },
      {
        notes: ['2025-01-01'],
        unclearLabel: 'x-is-deprecated-since: "2025-01-01"',
        deprecatedSince: [{ key: 'x-is-deprecated-since', value: '2025-01-01' }],
      },
    ],
    ['what is nested too deeply', { 'x-deprecated-by': { a: { b: { c: { d: { e: 'deep' } } } } } }, {}],
    ['what is nested', { 'x-deprecated-by': { a: { b: { c: ['deep', 1, null] } } } }, { notes: ['deep'] }],
    [
      'a day with a prefix in one word',
      { 'x-isdeprecated': { since: '2025-01-01', by: null } },
      {
        notes: ['2025-01-01'],
        unclearLabel: 'x-isdeprecated: {"since":"2025-01-01","by":null}',
        deprecatedSince: [{ key: 'x-isdeprecated.since', value: '2025-01-01' }],
      },
    ],
    [
      'a reason next to a replacement',
      { 'x-deprecated': { reason: 'old', replacedBy: 'ListA' } },
      {
        notes: ['old'],
        unclearLabel: 'x-deprecated: {"reason":"old","replacedBy":"ListA"}',
        replacements: [{ old: { method: 'GET', path }, operationId: 'ListA', line: 1, extension: true }],
      },
    ],
    ['what is not told of its end', { 'x-owner': { since: '2025-01-01' } }, {}],
    ['a long text', { externalDocs: { description: 'd'.repeat(2001) } }, { notes: ['d'.repeat(2000)] }],
    ['what is no mapping', { externalDocs: null }, {}],
    ['other extensions', { 'x-note': 'a', 'my-x-deprecated': 'b', 'x-not-x-deprecated': 'd', since: 'c' }, {}],
    [
      'texts',
      { summary: 's', description: 'd'.repeat(2001), operationId: ' id ' },
      {
        operationId: 'id',
        summary: 's',
        description: 'd'.repeat(2000),
      },
    ],
    ['no texts', { summary: 1, description: [], operationId: ' ', externalDocs: '' }, {}],
  ])('%s', (_, operation, expected) => {
    expect(read(operation)).toEqual({ deprecated: false, ...expected })
  })

  it('has fifty texts of a sort at most', () => {
    const texts = (word: string) => Array.from({ length: 60 }, (_, at) => `${word}${at}`)
    const said = read({ 'x-deprecated': { reason: texts('r'), since: texts('s'), replacedBy: texts('ListA') } })
    expect(said.notes).toEqual(texts('r').slice(0, 50))
    expect(said.deprecatedSince).toHaveLength(50)
    expect(said.replacements).toHaveLength(50)
  })

  const old = { method: 'GET', path }
  it.each<[string, object, object]>([
    ['a pointer', { 'x-replaced-by': '#/paths/~1v2~1a~0b/post' }, { path: '/v2/a~b', method: 'POST', extension: true }],
    ['a pointer to a path', { 'x-replaced-by': '#/paths/~1v2~1a' }, { path: '/v2/a', extension: true }],
    ['an id', { 'x-successor-operation-id': 'ListA' }, { operationId: 'ListA', extension: true }],
    ['a path without a version', { 'x-replaced-by': '/search' }, { path: '/search', extension: true }],
    ['a path next to a word', { 'x-replacement': { path: '/v2/a', more: 'b' } }, { path: '/v2/a', extension: true }],
    ['an object', { 'x-replacement': { operation: 'ListA', more: 1 } }, { operationId: 'ListA', extension: true }],
    [
      'an id within an extension',
      { 'x-deprecated': { replacedBy: { id: 'ListA' } } },
      { operationId: 'ListA', extension: true },
    ],
    ['a sentence', { description: 'Replaced by ListA.' }, { operationId: 'ListA' }],
    ['a summary', { summary: 'Replaced by ListA' }, { operationId: 'ListA' }],
    ['a note', { externalDocs: { description: 'Use ListA instead.' } }, { operationId: 'ListA' }],
  ])('its replacement: %s', (_, operation, expected) => {
    const { replacements = [] } = read(operation)
    expect(replacements).toMatchObject([{ old, ...expected }])
    expect(replacements[0]?.extension === true).toBe('extension' in expected)
  })

  it.each<[object, object]>([
    [{ 'x-migration': 'ListA' }, { operationId: 'ListA' }],
    [{ 'x-migration-path': 'GET /v2/a' }, { path: '/v2/a', method: 'GET' }],
    [{ 'x-migration': { from: 'ListOld', to: 'ListA', effort: 'low' } }, { operationId: 'ListA' }],
  ])('a name in %j may be that of its replacement', (operation, expected) => {
    expect(read(operation).replacements).toMatchObject([{ ...expected, extension: true, unsure: true }])
  })

  it.each<object>([
    { 'x-note': 'Replaced by ListA.' },
    { 'x-note': { more: ['Replaced by ListA.'] } },
    { responses: { 200: { description: 'Replaced by ListA.' } } },
    { responses: { '3xx': { description: 'Replaced by ListA.' } } },
    {
      responses: { 404: { description: 'gone' }, 410: { description: 'Replaced by ListA.' }, 200: { description: 1 } },
    },
    { responses: { DEFAULT: { description: 'Replaced by ListA.' } } },
  ])('%j may say what its replacement is', operation => {
    expect(read(operation).replacements).toMatchObject([{ old, operationId: 'ListA', unsure: true }])
  })

  it('may say so fifty times at most', () => {
    const said = Array.from({ length: 60 }, () => 'Replaced by ListA.')
    expect(read({ 'x-note': said }).replacements).toHaveLength(50)
    expect(read({ 'x-migration': Array.from({ length: 60 }, () => 'ListA') }).replacements).toHaveLength(50)
  })

  it('two extensions name two replacements', () => {
    expect(read({ 'x-replaced-by': '/v2/a', 'x-successor': 'ListB' }).replacements).toMatchObject([
      { path: '/v2/a' },
      { operationId: 'ListB' },
    ])
  })

  it.each<[string, object, object]>([
    [
      'an id',
      { operationId: 'ListA', description: 'Lists. Replaces `GET /v2/repositories`.' },
      { operationId: 'ListA' },
    ],
    ['a path', { summary: 'This operation replaces GET /v2/repositories' }, { path: '/v2/other', method: 'GET' }],
    ['a pronoun', { description: 'It replaces `GET /v2/repositories`.' }, { path: '/v2/other', method: 'GET' }],
    ['another id', { description: 'ListB replaces `GET /v2/repositories`.' }, { operationId: 'ListB' }],
  ])('what an operation says that it replaces: %s', (_, operation, expected) => {
    const replaced = { method: 'GET', path: '/v2/repositories' }
    expect(read(operation, '/v2/other').replacements).toMatchObject([{ old: replaced, ...expected }])
  })

  it.each<[string, object, string?]>([
    ['of a part', { description: 'Replaces the groups of `GET /v2/repositories`.' }, '/v2/other'],
    ['of what it does not say', { summary: 'Lists', description: 'All of them.' }, '/v2/other'],
    ['of nothing that is named', { description: 'Replaces it.\n\nUse ListB instead.' }, '/v2/other'],
    [
      'of a list that may be of anything',
      { description: 'Replaces much.\n\n- `GET /v2/repositories`\n  - `GET /v2/other`' },
      '/v2/other',
    ],
    ['of an operation that replaces none', { 'x-replaced-by': 'ListA' }, '/v2/other'],
    ['of an extension that has none', { 'x-replaced-by': {}, 'x-deprecated': { reason: 'ListA' } }],
    ['of what is no extension', { replacedBy: 'ListA', 'not-x-note': 'Replaced by ListA.' }],
    ['of the answer of an error', { responses: { 404: { description: 'Replaced by ListA.' } } }],
    ['of what is no answer', { responses: { 4100: { description: 'Replaced by ListA.' } } }],
    ['of what is not quite a default', { responses: { 'no-default': { description: 'Replaced by ListA.' } } }],
    ['of an example', { 'x-code-samples': 'Replaced by ListA.', 'x-example': 'Replaced by ListA.' }],
    ['of more than a name on the migration', { 'x-migration': ['see: ListA', 'ListA (in part)'] }],
    ['of a guide', { 'x-migration-guide': 'https://docs.invalid/ListA' }],
    ['of a word on the migration', { 'x-migration': 'simple', 'x-migration-date': '2026-01-01' }],
    ['of an extension of another sort', { 'x-instead': { replacedBy: 'ListA' } }],
    ['behind the part that is read', { description: `${'d '.repeat(1000)}\n\nReplaced by ListA.` }],
  ])('no replacement %s', (_, operation, at) => {
    expect(read(operation, at).replacements).toBeUndefined()
  })
})

describe('the prose of a reference', () => {
  it('is that of the document, its areas and its paths, with their names', () => {
    const { prose } = published(
      { '/v2/a': { summary: 'One', description: 'Two', get: {} }, '/v2/b': { get: { description: 'no' } } },
      {
        info: { title: 't', description: 'About `/v1/x`.' },
        tags: [{ name: 'boxes', description: 'Of boxes' }, { name: 'lids', description: 1 }, 'text'],
      },
    )
    expect(prose).toMatchObject({
      from: 'x.json',
      document: 'reference',
      parts: [
        { line: 1, name: 'info.description' },
        { line: 3, name: 'the description of the tag boxes' },
        { line: 7, name: 'the description of the path /v2/a' },
      ],
      passages: [
        { text: 'About /v1/x.', line: 1, endpoints: [{ path: '/v1/x' }] },
        { text: 'boxes', line: 3, tags: ['boxes'], heading: true },
        { text: 'Of boxes', line: 5 },
        { text: '/v2/a', line: 7, heading: true },
        { text: 'One', line: 9 },
        { text: 'Two', line: 11 },
      ],
    })
  })
  it.each([{}, { info: { description: '' }, tags: { description: 'a' } }, { info: 'a' }])(
    'is not there in %j',
    more => {
      expect(published({ '/v2/b': { get: { description: 'no' } } }, more)).not.toHaveProperty('prose')
    },
  )
  it('ends with its 100000th letter', () => {
    const info = { description: `${'a '.repeat(49_996)}\n\nseen\n\nunseen` }
    expect(published({}, { info }).prose?.passages.at(-1)?.text).toBe('seen')
  })
  it('ends with its 200th part', () => {
    const tags = Array.from({ length: 250 }, (_, at) => ({ name: `t${at}`, description: 'd' }))
    expect(published({}, { tags }).prose?.passages).toHaveLength(400)
  })
})

it.each([
  ['of a security requirement', { security: [{ cookie: [], csrf: [] }] }, 'X-Own'],
  ['of a parameter', { parameters: [{ in: 'header', name: 'X-XSRF-TOKEN', required: true }] }, 'X-XSRF-TOKEN'],
  ['of no parameter that may be left out', { parameters: [{ in: 'header', name: 'X-XSRF-TOKEN' }] }, undefined],
  ['of no parameter of the query', { parameters: [{ in: 'query', name: 'X-XSRF-TOKEN', required: true }] }, undefined],
  ['of nobody', {}, 'X-CSRF', 'X-CSRF'],
  ['of no alternative', { security: [{ cookie: [] }, { csrf: [] }] }, undefined],
])('the header of the token of a session: %s', (_, operation, header, name = 'X-Own') => {
  const securitySchemes = {
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    csrf: { type: 'apiKey', in: 'header', name },
  }
  expect(published({ '/a': { post: operation } }, { components: { securitySchemes } }).csrfHeader).toBe(header)
})

describe('how credentials are sent', () => {
  const schemes = {
    bearer: { type: 'http', scheme: 'Bearer' },
    basic: { type: 'http', scheme: 'basic' },
    digest: { type: 'http', scheme: 'digest' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    odd: { type: 'apiKey', in: 'header', name: 'a b' },
    unnamed: { type: 'apiKey', in: 'header' },
    flow: { type: 'oauth2' },
    none: { type: 'http' },
  }
  const forms = (securities: readonly unknown[], more: object = {}, securitySchemes: unknown = schemes) => {
    const paths = Object.fromEntries(
      securities.map((security, at) => [`/${at}`, { get: security === undefined ? {} : { security } }]),
    )
    const { credentialForms, operations } = published(paths, { components: { securitySchemes }, ...more })
    return { all: credentialForms, each: operations.map(operation => operation.credentialForms) }
  }
  const [bearer, basic, key, cookie] = [
    'Authorization: Bearer {token}',
    'Authorization: Basic {basic}',
    'X-Key: {token}',
    'Cookie: sid={token}',
  ]

  it.each<[string, Parameters<typeof forms>, readonly string[], readonly unknown[]]>([
    ['every scheme where nobody asks for one', [[undefined]], [bearer, basic, key, cookie], [undefined]],
    ['none where nothing is asked for', [[[]]], [], [undefined]],
    [
      'what most ask for first',
      [[[{ key: [] }], [{ basic: [] }, { key: [] }], [{ cookie: [] }]]],
      [key, basic, cookie],
      [[key], [basic, key], [cookie]],
    ],
    ['one alone is that of all', [[[{ key: [] }]]], [key], [undefined]],
    [
      'that of the document',
      [[undefined, [{ key: [] }]], { security: [{ bearer: [] }] }],
      [bearer, key],
      [[bearer], [key]],
    ],
    [
      'several at once are none',
      [[[{ bearer: [], basic: [] }, { cookie: [] }, 1], [{ basic: [] }]]],
      [cookie, basic],
      [[cookie], [basic]],
    ],
    [
      'what is sent with an API key in a header at once',
      [
        [
          [{ bearer: [], key: [] }],
          [{ csrf: [], key: [] }],
          [{ cookie: [], csrf: [] }],
          [{ key: [], none: [], bearer: [] }],
        ],
      ],
      [bearer, key, cookie],
      [[bearer], [key], [cookie], undefined],
    ],
    [
      'the same form once',
      [[[{ bearer: [] }, { again: [] }], [{ key: [] }]], {}, { ...schemes, again: schemes.bearer }],
      [bearer, key],
      [[bearer], [key]],
    ],
    ['one that is not declared', [[[{ lost: [] }, { toString: [] }], [{ digest: [] }]]], [], [undefined, undefined]],
    ['no schemes', [[[{ key: [] }]], {}, []], [], [undefined]],
  ])('%s', (_, given, all, each) => {
    expect(forms(...given)).toEqual({ all, each })
  })
})

it.each([
  [['/api/v2/a', '/api/v1/b', '/v2/c'], '/api'],
  [['/v2/a', '/v2', '/x/v2/b'], ''],
  [['/a/b/v2/{x}/v1/c'], '/a/b'],
  [['/{x}/v2/a', '/v20/a', '/a'], undefined],
])('%j is mounted at %j', async (paths, mount) => {
  expect(mountOf(paths)).toBe(mount)
  const text = JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(paths.map(at => [at, { get: {} }])) })
  const read = async (basePath: string | undefined) =>
    (await readReferenceWith(text, 'x.json', basePath, async () => undefined)).operations.map(
      operation => operation.path,
    )
  expect(await read(undefined)).toEqual(paths.map(at => (mount && at.startsWith(mount) ? at.slice(mount.length) : at)))
  expect(await read('')).toEqual(paths)
})

it('what a mounted operation says of its replacement is read', async () => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    servers: [{ url: 'https://hub.invalid/hub' }],
    paths: { [path]: { get: { description: 'Replaced by ListA.' } } },
  })
  const { operations } = await readReferenceWith(text, 'x.json', undefined, async () => undefined)
  expect(operations).toMatchObject([{ path, replacements: [{ old: { path }, operationId: 'ListA' }] }])
})

it('what was read is of one address and of one base path', async () => {
  const text = JSON.stringify({ openapi: '3.1.0', paths: { '/v2/a': { get: {} } } })
  const read = async (from: string, basePath: string) =>
    (await readReferenceWith(text, from, basePath, async () => undefined)).operations[0]?.path
  expect(await read('x', '/v2')).toBe('/a')
  expect(await read('x/v2', '')).toBe('/v2/a')
})

describe('a document that is not of OpenAPI 3', () => {
  it.each([
    [{ swagger: '1.2' }, 'x is Swagger 1.2; convert it to OpenAPI 3.x.'],
    [{ openapi: '2.0' }, 'x follows OpenAPI 2.0; give an OpenAPI 3.x document.'],
    [{ openapi: 13 }, 'x follows OpenAPI 13.0; give an OpenAPI 3.x document.'],
    [{ openapi: '30' }, 'x follows OpenAPI 30; give an OpenAPI 3.x document.'],
    [{ openapi: true }, 'x is not an OpenAPI document; give one that begins with openapi: 3.x.'],
    [{ info: {} }, 'x is not an OpenAPI document; give one that begins with openapi: 3.x.'],
  ])('%j', (document, message) => {
    expect(() => readReference(JSON.stringify(document), 'x')).toThrow(message)
  })
  it.each([
    [{ openapi: 3.1 }, '3.1'],
    [{ openapi: ' 3 ' }, '3'],
    [{ openapi: '3.0.0', swagger: '2.0' }, '3.0.0'],
    [{ swagger: 2 }, '2.0'],
    [{}, ''],
  ])('%j is one', (document, version) => {
    expect(readReference(JSON.stringify({ ...document, paths: {} }), 'x')).toMatchObject({
      version,
      operations: [],
      unread: [],
    })
  })
})

describe('requests and responses', () => {
  const bodyOf = (...mediaTypes: readonly string[]) =>
    read({ requestBody: { content: Object.fromEntries(mediaTypes.map(name => [name, {}])) } }).requestBody?.mediaType
  it.each([
    [['text/plain', 'application/problem+json', 'Application/JSON; charset=utf-8'], 'Application/JSON; charset=utf-8'],
    [['text/plain', 'application/json-patch+json', 'application/x+json'], 'application/json-patch+json'],
    [['text/a;b=c/json', 'text/json'], 'text/json'],
    [['my.application/json.x', 'a/b'], 'my.application/json.x'],
    [['my/application/json', 'application/json'], 'application/json'],
    [['b/c', 'a/b'], 'b/c'],
    [[], undefined],
  ])('a body of %j is sent as %s', (mediaTypes, expected) => {
    expect(bodyOf(...mediaTypes)).toBe(expected)
  })
  it.each<[object, object]>([
    [{}, { schema: {} }],
    [
      { schema: { type: 'string', example: 1 }, example: 2 },
      { schema: { type: 'string', example: 1 }, example: 2 },
    ],
    [{ schema: { example: 1 } }, { schema: { example: 1 }, example: 1 }],
    [{ schema: { examples: [3, 4] } }, { schema: { examples: [3, 4] }, example: 3 }],
    [{ examples: { a: {}, b: { value: 5 }, c: { value: 6 } } }, { schema: {}, example: 5 }],
    [{ examples: { a: { dataValue: 7 } } }, { schema: {}, example: 7 }],
  ])('%j', (media, expected) => {
    const { operations, problems } = published({ '/x': { get: { requestBody: { content: { 'a/b': media } } } } })
    expect(operations[0]?.requestBody).toEqual({ mediaType: 'a/b', ...expected })
    expect(problems).toEqual([])
  })

  it('statuses are read in any letters; what is none is a problem', () => {
    const { operations, problems } = published({
      '/x': {
        get: {
          responses: {
            'x-a': {},
            DEFAULT: {},
            '2xx': {},
            600: {},
            2000: {},
            'a-x-': {},
            mydefault: {},
            defaults: {},
            x200: {},
            204: { content: {} },
            404: { content: { 'a/b': {}, 'c/d': { schema: { type: 'null' } } } },
          },
        },
      },
      'x-y': {},
      y: {},
      'a-x-': {},
    })
    expect(operations[0]?.responses).toEqual([
      { status: '204' },
      { status: '404', mediaType: 'a/b' },
      { status: '404', mediaType: 'c/d', schema: { type: 'null' } },
      { status: 'default' },
      { status: '2XX' },
    ])
    expect(problems).toEqual([
      '#/paths/~1x/get/responses has a response 600, which is not a status.',
      '#/paths/~1x/get/responses has a response 2000, which is not a status.',
      '#/paths/~1x/get/responses has a response a-x-, which is not a status.',
      '#/paths/~1x/get/responses has a response mydefault, which is not a status.',
      '#/paths/~1x/get/responses has a response defaults, which is not a status.',
      '#/paths/~1x/get/responses has a response x200, which is not a status.',
      'The path y does not begin with a slash.',
      'The path a-x- does not begin with a slash.',
    ])
  })

  it('what is no mapping is unread, with its place', () => {
    const at = (paths: object) => published(paths).unread.map(part => ('at' in part ? part.at : undefined))
    expect(at({ '/a~b/c': 1 })).toEqual(['#/paths/~1a~0b~1c'])
    expect(published({ '/a': 1, '/b': { get: {} } }).operations).toMatchObject([{ path: '/b', responses: [] }])
    expect(at({ '/a': { get: 1 } })).toEqual(['#/paths/~1a/get'])
    expect(at({ '/a': { get: { requestBody: 1 } } })).toEqual(['#/paths/~1a/get/requestBody'])
    expect(at({ '/a': { get: { requestBody: { content: { b: 1 } } } } })).toEqual([
      '#/paths/~1a/get/requestBody/content',
    ])
    expect(at({ '/a': { get: { responses: 1 } } })).toEqual(['#/paths/~1a/get/responses'])
    expect(at({ '/a': { get: { responses: { 200: 1 } } } })).toEqual(['#/paths/~1a/get/responses/200'])
    expect(at({ '/a': { get: { responses: { 200: { content: { b: 1 } } } } } })).toEqual([
      '#/paths/~1a/get/responses/200/b',
    ])
    const schemas = { requestBody: { content: { b: { schema: 1 } } } }
    expect(published({ '/a': { get: schemas } }).problems).toEqual([
      '#/paths/~1a/get/requestBody/schema is not a schema.',
    ])
    expect(published(undefined as never).unread).toEqual([{ at: '#/paths', why: '#/paths is not a mapping.' }])
  })
})
