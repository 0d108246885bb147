/** Where an input goes. */
export type InputKind = 'config' | 'binding' | 'baseline' | 'report' | 'reference'

/** A file that was made to do harm, and what is said of it; `undefined`: it is read, and harms nothing. */
export interface HostileInput {
  readonly kind: InputKind
  readonly is: string
  readonly says: RegExp | undefined
  text(): string
}

const levels = Array.from({ length: 40 }, (_, level) => level)
const bomb = `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${levels.map(level => `a${level + 1}: &a${level + 1} [${`*a${level},`.repeat(9)}]`).join('\n')}\n`
const indented = (text: string): string => text.replace(/^/gm, '  ')
const deep = (head: string, many: number): string => `${head}${'['.repeat(many)}${']'.repeat(many)}`
const deepObjects = (many: number): string => `${'{"a":'.repeat(many)}1${'}'.repeat(many)}`

const inputs = (
  kind: InputKind,
  all: readonly (readonly [is: string, says: RegExp | undefined, text: () => string])[],
): readonly HostileInput[] => all.map(([is, says, text]) => ({ kind, is, says, text }))

const head = '"schemaVersion":"2.0","tool":{"name":"hub-conformance","version":"0.1.0"}'
const openapi = (paths: unknown, more: object = {}): string => JSON.stringify({ openapi: '3.1.0', paths, ...more })
const get = (more: object = {}): object => ({
  get: { operationId: 'GetRepository', tags: ['repositories'], responses: { 200: { description: 'ok', ...more } } },
})
const schema = (of: unknown): string =>
  openapi({
    '/v2/namespaces/{namespace}/repositories/{repository}': get({ content: { 'application/json': { schema: of } } }),
  })
const place = (path: string): string => openapi({ [path]: get() })

/** The table that the tests run and the page on reliability is generated from. */
export const hostileInputs: readonly HostileInput[] = [
  ...inputs('config', [
    ['aliases that multiply', /unknown option "a0"/, () => bomb],
    [
      'aliases that multiply, under an option',
      /only must be|Excessive alias/,
      () => `${indented(bomb).replace(/^/, 'only:\n')}`,
    ],
    ['aliases that multiply, under extends', /Excessive alias|unknown option/, () => `extends:\n${indented(bomb)}`],
    ['an alias to itself', /only must be/, () => 'only: &a [*a]\n'],
    ['a hundred thousand levels', /nested too deep/, () => deep('only: ', 100_000)],
    ['fifty thousand levels of a list', /nested too deep/, () => `${'- '.repeat(50_000)}a`],
    ['__proto__', /unknown option "__proto__"/, () => '__proto__: { target: http://evil.example }\n'],
    ['constructor', /unknown option "constructor"/, () => 'constructor: { prototype: { insecure: true } }\n'],
    ['a tag that names a function', /target is/, () => 'target: !!js/function "function () {}"\n'],
    ['a merge key in a cycle', /unknown option|Unresolved alias|alias/, () => '<<: &a { <<: *a }\n'],
    ['a file that extends itself', /which is a cycle/, () => 'extends: hub-conformance.config.yaml\n'],
    ['a URL to extend', /must be a file/, () => 'extends: http://evil.example/config.yaml\n'],
    ['a pattern that backtracks', /matches no requirement/, () => `only: ['${'*a'.repeat(2_000)}*!']\n`],
  ]),
  ...inputs('binding', [
    ['aliases that multiply', /resource exhaustion/, () => bomb],
    ['an alias to itself', /unknown|must be|map/, () => '&o\noperations: *o\n'],
    ['a hundred thousand levels', /nested too deep/, () => deep('operations: ', 100_000)],
    ['a million levels of JSON', /larger than 1 MiB/, () => `{"operations":${deepObjects(1_000_000)}}`],
    ['__proto__', /unknown operation "__proto__"/, () => '{"operations":{"__proto__":{"method":"GET","path":"/x"}}}'],
    [
      'a path on another host',
      /below the base URL/,
      () => 'operations: { GetRepository: { method: GET, path: "//evil.example/{namespace}/{repository}" } }',
    ],
    [
      'a URL for a path',
      /below the base URL/,
      () => 'operations: { GetRepository: { method: GET, path: "http://evil.example/{namespace}/{repository}" } }',
    ],
    [
      'a path with a line break',
      /below the base URL/,
      () => 'operations: { GetRepository: { method: GET, path: "/x\\r\\nHost: evil.example" } }',
    ],
    [
      'a method with a line break',
      /needs a method/,
      () => 'operations: { GetRepository: { method: "GET /\\r\\nX: y", path: "/x/{namespace}/{repository}" } }',
    ],
  ]),
  ...inputs('baseline', [
    ['aliases that multiply', /"a0" is not a key/, () => bomb],
    ['aliases that multiply, under failures', /must be a list/, () => `failures:\n${indented(bomb)}`],
    ['an alias to itself', /an entry must be a mapping with the keys/, () => 'failures: &f\n  - *f\n'],
    ['a hundred thousand levels', /nested too deep/, () => deep('failures: ', 100_000)],
    ['__proto__', /"__proto__" is not a key/, () => '__proto__: { failures: [] }\n'],
  ]),
  ...inputs('report', [
    ['a million levels of lists', /nested too deeply/, () => deep(`{${head},"options":`, 1_000_000)],
    ['a million levels of objects', /nested too deeply/, () => `{${head},"options":${deepObjects(1_000_000)}}`],
    ['a text of 50 MB', /lacks|damaged/, () => `{${head},"target":"${'a'.repeat(50_000_000)}"}`],
    ['__proto__', /not a JSON report/, () => `{"__proto__":{${head}}}`],
    ['a million invalid exchanges', /lacks|damaged/, () => `{${head},"exchanges":[${'{},'.repeat(1_000_000)}{}]}`],
  ]),
  ...inputs('reference', [
    ['aliases that multiply', /resource exhaustion/, () => `openapi: 3.1.0\npaths: {}\n${bomb}`],
    ['a hundred thousand levels', /nested too deeply/, () => deep('openapi: 3.1.0\nx: ', 100_000)],
    ['a $ref in a cycle', undefined, () => schema({ $ref: '#/paths' })],
    ['a $ref to another host', undefined, () => schema({ $ref: 'http://evil.example/schema.json' })],
    ['a $ref to a file', undefined, () => schema({ $ref: 'file:///etc/passwd' })],
    [
      'a $ref to a path item elsewhere',
      undefined,
      () => openapi({ '/v2/x': { $ref: 'http://evil.example/paths.json' } }),
    ],
    [
      'a pattern that backtracks',
      undefined,
      () =>
        schema({
          type: 'object',
          properties: { name: { type: 'string', pattern: '^(a+)+$' } },
          patternProperties: { '^(a|a)*$': {} },
        }),
    ],
    ['an invalid pattern', undefined, () => schema({ properties: { name: { pattern: '(((' } } })],
    [
      'a server on another host',
      undefined,
      () =>
        openapi(
          { '/v2/namespaces/{namespace}/repositories/{repository}': get() },
          { servers: [{ url: 'http://evil.example' }] },
        ),
    ],
    ['a path on another host', undefined, () => place('//evil.example/{namespace}/{repository}')],
    ['a path with a back slash', undefined, () => place('/\\evil.example/{namespace}/{repository}')],
    ['a path with an at sign', undefined, () => place('/@evil.example/{namespace}/{repository}')],
    ['a path with a line break', undefined, () => place('/x\r\nHost: evil.example/{namespace}/{repository}')],
    ['a path with ..', undefined, () => place('/../../{namespace}/{repository}')],
    ['a path of a megabyte', undefined, () => place(`/${'a'.repeat(1_000_000)}/{namespace}/{repository}`)],
    [
      '__proto__',
      undefined,
      () =>
        '{"openapi":"3.1.0","__proto__":{"paths":{}},"paths":{"__proto__":{"get":{"operationId":"GetRepository"}}}}',
    ],
  ]),
]
