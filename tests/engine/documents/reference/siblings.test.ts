import { expect, test } from 'vitest'
import { readReferenceWith } from '../../../../engine/documents/reference/reference.ts'
import { checkDocs } from '../../../../engine/run.ts'

const root = (paths: unknown) => JSON.stringify({ openapi: '3.1.0', paths })
const files: Readonly<Record<string, string>> = {
  'paths/tokens.yaml': [
    'get:',
    '  operationId: listTokens',
    '  responses:',
    '    200: { content: { application/json: { schema: { $ref: "../schemas.yaml#/Token" } } } }',
  ].join('\n'),
  'schemas.yaml': 'Token: { type: object, properties: { expires_at: { $ref: "#/When" } } }\nWhen: { type: string }',
  'self.yaml': 'get: { $ref: "self.yaml#/get" }',
}
const asked: string[] = []
const open = async (name: string): Promise<string | undefined> => {
  asked.push(name)
  return files[name]
}

test('references to files next to the document are followed, from one to the next', async () => {
  const reference = await readReferenceWith(
    root({ '/a': { $ref: 'paths/tokens.yaml' } }),
    '/x/y/openapi.json',
    '',
    open,
  )
  expect(reference.unread).toEqual([])
  expect(reference.operations).toMatchObject([
    {
      method: 'GET',
      operationId: 'listTokens',
      responses: [{ schema: { properties: { expires_at: { type: 'string' } } } }],
    },
  ])
})

test('a file that is not there, or whose name is no text, is looked for once', async () => {
  asked.length = 0
  const { unread } = await readReferenceWith(
    root({ '/a': { $ref: 'none.yaml#/a' }, '/b': { $ref: 'none.yaml#/b' }, '/c': { $ref: '%zz.yaml' } }),
    '/x/openapi.json',
    '',
    open,
  )
  expect(asked.toSorted()).toEqual(['%zz.yaml', 'none.yaml'])
  expect(unread).toHaveLength(3)
})

test.each([{ openapi: '3.0.3' }, { swagger: '2.0' }])('all paths may stand in another file: %j', async version => {
  const index = JSON.stringify({ '/a': { $ref: 'paths/tokens.yaml' } })
  const read = (file: string | undefined) =>
    readReferenceWith(
      JSON.stringify({ ...version, paths: { $ref: 'index.json' } }),
      '/x/openapi.json',
      '',
      async name => (name === 'index.json' ? file : files[name]),
    )
  const { operations, unread } = await read(index)
  expect(operations).toMatchObject([{ method: 'GET', path: '/a', operationId: 'listTokens' }])
  expect(unread).toEqual([])
  expect((await read(undefined)).unread).toMatchObject([{ at: '#/paths' }])
})

test.each([
  '../secret.yaml',
  '/etc/passwd',
  'http://elsewhere.example/a.yaml',
  'paths/../../up.yaml',
  'file:///etc/passwd',
])('%s is not opened, and stays unread', async address => {
  asked.length = 0
  const reference = await readReferenceWith(root({ '/a': { $ref: address } }), '/x/y/openapi.json', '', open)
  expect(asked).toEqual([])
  expect(reference.operations).toEqual([])
  expect(reference.unread).toMatchObject([{ at: '#/paths/~1a' }])
})

test('files of the same origin are opened, others are not', async () => {
  asked.length = 0
  const paths = { '/a': { $ref: '../b.yaml' }, '/b': { $ref: 'http://other.example/b.yaml' } }
  await readReferenceWith(root(paths), 'http://hub.example/docs/openapi.json', '', open)
  expect(asked).toEqual(['http://hub.example/b.yaml'])
})

test('a file that refers to itself comes to an end', async () => {
  const reference = await readReferenceWith(root({ '/a': { $ref: 'self.yaml' } }), 'openapi.json', '', open)
  expect(reference.unread.length).toBeGreaterThan(0)
})

test.each([
  ['gone.yaml', 'leads to a file that was answered 404'],
  ['none.yaml', 'leads to a file that cannot be read'],
  ['broken.yaml', 'leads to a file that is neither JSON nor YAML'],
  ['#place', 'is not a JSON pointer into the document'],
  ['http://other.example/b.yaml', 'leads out of the document, its directory or its origin, and is not fetched'],
])('%s %s', async (address, why) => {
  const reference = await readReferenceWith(
    root({ '/a': { $ref: address } }),
    'http://h/openapi.json',
    '',
    async url => (url.endsWith('gone.yaml') ? { answered: 404 } : url.endsWith('broken.yaml') ? '<html>' : undefined),
  )
  expect(reference.unread).toMatchObject([{ at: '#/paths/~1a', why: expect.stringContaining(why) }])
})

test('a file whose YAML is not well-formed stays unread', async () => {
  const open = async () => 'get:\n  "operationId: listTokens\n'
  const reference = await readReferenceWith(root({ '/a': { $ref: 'a.yaml' } }), '/x/openapi.json', '', open)
  expect(reference.unread).toMatchObject([{ why: expect.stringContaining('not well-formed') }])
})

test('a document is read once, and anew where it refers to a file, which may have changed', async () => {
  const read = (paths: unknown, summary: string) =>
    readReferenceWith(root(paths), '/x/openapi.json', '', async () => JSON.stringify({ get: { operationId: summary } }))
  const alone = { '/a': { get: {} } }
  expect(await read(alone, '')).toBe(await read(alone, ''))
  for (const name of ['first', 'second'])
    expect((await read({ '/a': { $ref: 'a.json' } }, name)).operations[0]?.operationId).toBe(name)
})

test.each([
  ['get: { operationId: GetRepositoryTag, deprecated: true }', 'current-labelled-deprecated'],
  ['get: { operationId: GetRepositoryTag }', undefined],
  [undefined, 'unreadable-document'],
])(
  'a label in a file next to the document is judged, and one in a file that cannot be read is open: %j',
  async (file, code) => {
    const text = root({ '/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}': { $ref: 'tag.yaml' } })
    const id = 'labels/current-operations'
    const report = await checkDocs({
      documents: { reference: { from: '/x/openapi.json', text, sibling: async () => file } },
      select: { only: [id] },
    })
    expect(report.requirements.find(one => one.id === id)?.reason?.code).toBe(code)
  },
)
