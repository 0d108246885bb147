import { readFileSync } from 'node:fs'
import { openapiOverlay } from 'openapi-format'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { isMentionOf } from '../../../checks/documents/published-documents.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import { DocumentError } from '../../../engine/documents/problems.ts'
import { readReference } from '../../../engine/documents/reference/reference.ts'
import { applyOverlay } from '../../../engine/overlay/apply.ts'
import { overlayOf } from '../../../engine/overlay/content.ts'
import { checkDocs } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { withVerdict } from '../../support/run.ts'

type Document = { paths: Record<string, Record<string, Record<string, unknown>>>; [member: string]: unknown }

const plain = readFileSync(new URL('../../fixtures/documents/plain-reference.yaml', import.meta.url), 'utf8')

const outcomeOf = async (document: unknown): Promise<Document> => {
  const { text } = await applyOverlay(JSON.stringify(document), 'openapi.json')
  return JSON.parse(text)
}

const hub = (paths: object, more: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Hub', version: '1' },
  ...more,
  paths,
})

const operation = { operationId: 'x', tags: ['x'], responses: { '200': { description: 'as before' } } }
const current = { '/v2/namespaces/{namespace}/repositories': { get: operation } }

/** Endpoints of the lifecycle data that a text does not have in their state. */
const lacking = (text: string, basePath = ''): readonly string[] => {
  const { operations } = readReference(text, 'openapi', basePath)
  return lifecycle.endpoints
    .filter(({ method, path }) => {
      const found = operations.filter(mention =>
        isMentionOf(mention, { path, method: method === '*' ? mention.method : method }),
      )
      return found.length !== (method === '*' ? 6 : 1) || found.some(({ deprecated }) => !deprecated)
    })
    .map(({ slug }) => slug)
}

describe('a document that says nothing of the lifecycle', () => {
  it('gets every endpoint in its state', async () => {
    const { text, added, labelled, kept } = await applyOverlay(plain, 'plain.yaml')
    expect(lacking(plain)).toHaveLength(11)
    expect(lacking(text)).toEqual([])
    expect(added).toHaveLength(5 + 6 * 6)
    expect(labelled).toEqual([])
    expect(kept).toBe(true)
  })

  it('gets what any other tool makes of the overlay', async () => {
    const { text } = await applyOverlay(plain, 'plain.yaml')
    const overlay = parse(readFileSync(new URL('../../../contracts/overlay.yaml', import.meta.url), 'utf8'))
    const { data } = await openapiOverlay(parse(plain), { overlaySet: overlay })
    expect(parse(text)).toEqual(data)
    expect(overlay).toEqual(overlayOf())
  })

  it('keeps every line that it had, comments and all', async () => {
    const { text } = await applyOverlay(plain, 'plain.yaml')
    const lines = text.split('\n')
    let at = 0
    for (const line of plain.split('\n')) {
      const found = lines.indexOf(line, at)
      expect(found, line).toBeGreaterThanOrEqual(at)
      at = found + 1
    }
  })

  it.each(['3.0.3', '3.1.1', '3.2.0'])('may be OpenAPI %s', async version => {
    const { text } = await applyOverlay(plain.replace('3.0.3', version), 'plain.yaml')
    expect(readReference(text, 'plain.yaml').version).toBe(version)
    expect(lacking(text)).toEqual([])
  })

  it('passes the check of documents with it', async () => {
    const { handler } = createHub({ seed: 1 })
    const reference = (await (await handler(new Request('http://hub.invalid/openapi.json'))).json()) as Document
    for (const path of Object.keys(reference.paths))
      for (const method of Object.keys(reference.paths[path] ?? {}))
        if (reference.paths[path]?.[method]?.deprecated) delete reference.paths[path]?.[method]
    const judged = async (text: string) =>
      withVerdict(await checkDocs({ documents: { reference: { from: 'openapi.json', text } } }), 'fail')
    const { text } = await applyOverlay(JSON.stringify(reference), 'openapi.json')
    expect(lacking(JSON.stringify(reference)).length).toBeGreaterThan(4)
    expect(await judged(text)).toEqual({})
    expect(lacking(text)).toEqual([])
  })
})

describe('a document that has some of it', () => {
  it('is not changed by a second time', async () => {
    const once = await applyOverlay(plain, 'plain.yaml')
    const twice = await applyOverlay(once.text, 'plain.yaml')
    expect(twice.text).toBe(once.text)
    expect(twice.added).toEqual([])
    expect(twice.labelled).toHaveLength(5 + 6 * 6)
  })

  it('gets labels on what it has, under its own names of parameters, and keeps the rest of it', async () => {
    const path = '/v2/repositories/{ns}/{repo}'
    const { paths } = await outcomeOf(hub({ ...current, [path]: { get: operation } }))
    expect(
      Object.keys(paths).filter(key => key.startsWith('/v2/repositories/{ns}/') || key.includes('{repository}')),
    ).toEqual([path])
    expect(paths[path]?.get).toEqual({
      ...operation,
      deprecated: true,
      'x-deprecated-since': '2025-09-19',
      'x-replaced-by': 'GetRepository',
    })
    expect(paths[path]?.head).toMatchObject({
      deprecated: true,
      parameters: [{ name: 'ns' }, { name: 'repo' }],
      responses: { default: {} },
    })
  })

  it('does not declare again what the path item declares', async () => {
    const parameters = [{ $ref: '#/components/parameters/Namespace' }]
    const components = { parameters: { Namespace: { name: 'ns', in: 'path', required: true } } }
    const path = '/v2/repositories/{ns}/'
    const { paths } = await outcomeOf(hub({ [path]: { parameters, get: operation } }, { components }))
    expect(paths[path]?.post).not.toHaveProperty('parameters')
    expect(paths[path]?.parameters).toEqual(parameters)
  })

  it('says 410 of a removed route, beside what it said before', async () => {
    const path = '/v1/repositories/{owner}/{image}/tags'
    const { paths } = await outcomeOf(hub({ ...current, [path]: { GET: operation } }))
    expect(paths[path]?.GET).toEqual({
      ...operation,
      deprecated: true,
      'x-removed-since': '2022-08-23',
      'x-replaced-by': 'ListRepositoryTags',
      responses: { ...operation.responses, '410': { description: 'Gone' } },
    })
    expect(paths[path]).not.toHaveProperty('get')
  })

  it('does not label what only looks alike', async () => {
    const paths = {
      ...current,
      '/v2/repositories/{namespace}/{repository}': { delete: operation, patch: operation },
      '/v2/repositories/{namespace}/{repository}/groups': { post: operation },
      '/v2/repositories/{namespace}/{repository}/tags': { get: operation },
      '/v2/repositories/search': { get: operation },
    }
    const outcome = await outcomeOf(hub(paths))
    for (const [path, item] of Object.entries(paths)) expect(outcome.paths[path]).toMatchObject(item)
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) expect(outcome.paths[path]?.[method]).toEqual(operation)
  })
})

describe('a text in YAML that has some of it', () => {
  const text = `openapi: 3.1.0
paths:
  /v2/repositories/{ns}/{repo}:   # the old one
    get:
        responses: { 200: { description: ok } }   # as ever

    # nothing else
components: {   }
`

  it('gets the labels below what it had', async () => {
    const { text: outcome } = await applyOverlay(text, 'openapi.yaml')
    expect(outcome).toContain(`    get:
        responses: { 200: { description: ok } }   # as ever
        deprecated: true
        x-deprecated-since: '2025-09-19'
        x-replaced-by: GetRepository
    head:
`)
    for (const line of text.split('\n')) expect(outcome.split('\n')).toContain(line)
  })

  it('gets the labels in the place of others', async () => {
    const wrong = text.replace('    get:\n', '    get:\n        deprecated: false # not yet\n')
    const { text: outcome, kept } = await applyOverlay(wrong, 'openapi.yaml')
    expect(outcome).toContain('deprecated: true # not yet\n')
    expect(kept).toBe(true)
    expect(lacking(outcome)).toEqual([])
  })
})

describe('where the hub is mounted', () => {
  it.each([
    [
      'in the address of the server',
      hub(current, { servers: [{ url: 'https://example.com/api' }] }),
      '/v2/repositories',
    ],
    [
      'in a variable of the server',
      hub(current, {
        servers: [{ url: 'https://{h}/{b}', variables: { h: { default: 'x' }, b: { default: 'api' } } }],
      }),
      '/v2/repositories',
    ],
    ['in the paths', hub({ '/api/v2/namespaces/{n}/repositories': { get: operation } }), '/api/v2/repositories'],
    [
      'in most of the paths',
      hub({ '/v2/auth/token': {}, '/api/v2/orgs/{n}': { get: operation }, '/api/v2/namespaces/{n}/repositories': {} }),
      '/api/v2/repositories',
    ],
  ])('is seen: %s', async (_name, document, key) => {
    const outcome = await outcomeOf(document)
    expect(outcome.paths).toHaveProperty([key, 'post', 'deprecated'], true)
    expect(lacking(JSON.stringify(outcome), '/api')).toEqual([])
  })

  it('does not keep v1 out of a document whose server is that of v2', async () => {
    const servers = [{ url: 'https://{region}.example.com/hub/v2/', variables: { region: { default: 'eu' } } }]
    const outcome = await outcomeOf(hub({ '/namespaces/{n}/repositories': { get: operation } }, { servers }))
    expect(outcome.paths).toHaveProperty(['/repositories', 'post', 'deprecated'], true)
    expect(outcome.paths['/v1/repositories/{name}/tags']?.servers).toEqual([
      { url: 'https://{region}.example.com/hub', variables: { region: { default: 'eu' } } },
    ])
    expect(lacking(JSON.stringify(outcome), '/hub')).toEqual([])
  })
})

describe('what is shared', () => {
  it('does not carry a label to another path: a reference', async () => {
    const components = { pathItems: { Item: { get: operation } } }
    const item = { $ref: '#/components/pathItems/Item' }
    const outcome = await outcomeOf(hub({ '/v2/repositories/{a}': item, '/v2/other/{a}': item }, { components }))
    expect(outcome.components).toEqual(components)
    expect(outcome.paths['/v2/other/{a}']).toEqual(item)
    expect(outcome.paths['/v2/repositories/{a}']?.get).toMatchObject({ ...operation, deprecated: true })
  })

  it.each([
    ['an alias', '&item\n    get: &get { responses: {} }', '*item'],
    ['an alias of an operation', '\n    get: &get { responses: {} }', '\n    get: *get'],
    ['a merge key', '&item\n    get: { responses: {} }', '\n    <<: *item'],
  ])('does not carry a label to another path: %s', async (_name, first, second) => {
    const text = `openapi: 3.1.0\npaths:\n  /v2/other/{a}: ${first}\n  /v2/repositories/{a}: ${second}\n`
    const outcome = await applyOverlay(text, 'openapi.yaml')
    const { paths } = parse(outcome.text, { merge: true })
    expect(paths['/v2/other/{a}']).toEqual({ get: { responses: {} } })
    expect(paths['/v2/repositories/{a}'].get).toMatchObject({ deprecated: true, responses: {} })
    expect(lacking(outcome.text)).toEqual([])
  })

  it('keeps anchors that nothing is done to, with the comments', async () => {
    const text = `openapi: 3.1.0\npaths:\n  /a: &a { get: { responses: {} } } # first\n  /b: *a\n`
    const outcome = await applyOverlay(text, 'openapi.yaml')
    expect(outcome.kept).toBe(true)
    expect(outcome.text).toContain('/a: &a { get: { responses: {} } } # first\n  /b: *a\n')
  })
})

describe('the form of the text', () => {
  const document = hub(current)

  it.each([0, 2, 4, '\t'])('JSON stays JSON, indented by %j', async indent => {
    const given = JSON.stringify(document, null, indent)
    const { text, kept } = await applyOverlay(`${given}\n`, 'openapi.json')
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, indent)}\n`)
    expect(kept).toBe(true)
  })

  it('YAML in braces stays YAML', async () => {
    const { text } = await applyOverlay(`{ openapi: 3.1.0, paths: {} } # small\n`, 'openapi.yaml')
    expect(text).toContain('# small')
    expect(lacking(text)).toEqual([])
  })

  it('line ends and a mark at the beginning do no harm', async () => {
    const { text } = await applyOverlay(`\uFEFF${plain.replaceAll('\n', '\r\n')}`, 'plain.yaml')
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
    expect(text).toContain('# What the operations share.\r\n')
    expect(lacking(text)).toEqual([])
  })

  it.each(['paths:', 'paths: {}', 'x-none: 1'])('may have no paths yet: %s', async paths => {
    const { text } = await applyOverlay(`openapi: 3.1.0\n${paths}\n`, 'openapi.yaml')
    expect(lacking(text)).toEqual([])
  })

  it('defects of YAML cost the comments, not the document', async () => {
    const { text, kept } = await applyOverlay(`openapi: 3.1.0 # new\nx-note: "a" "b"\npaths: {}\n`, 'openapi.yaml')
    expect(kept).toBe(false)
    expect(lacking(text)).toEqual([])
  })

  it('days are text for readers of YAML 1.1, too', async () => {
    const { text } = await applyOverlay(stringify(document), 'openapi.yaml')
    expect(parse(text, { version: '1.1' })).toEqual(parse(text))
  })
})

it('a server variable that contains a path counts as host only in the servers of other mounts', async () => {
  const { paths, servers } = (await outcomeOf(
    hub(
      { '/v2/x': { get: operation }, '/v2/y': { servers: [{ url: '/other' }], get: operation } },
      {
        servers: [
          { url: 'https://{host}/{stage}/', variables: { host: { default: '/v2/hub' }, stage: { default: 'v2' } } },
        ],
      },
    ),
  )) as Document & { servers: unknown }
  expect(servers).toBeDefined()
  expect(lacking(JSON.stringify({ openapi: '3.1.0', info: { title: 'Hub', version: '1' }, servers, paths }))).toEqual(
    [],
  )
})

describe('hostile documents', () => {
  const bomb = `a: &a [x, x]\n${[...'bcdefghijklmnop'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghijklmnop'[at]}`).join(', ')}]`).join('\n')}`

  it.each([
    ['an alias bomb', `openapi: 3.1.0\npaths: {}\n${bomb}\n`, 'alias'],
    ['bottomless nesting', `openapi: 3.1.0\npaths: ${'['.repeat(5000)}`, 'nested too deeply'],
    ['too large', `openapi: 3.1.0\n# ${'x'.repeat(16 * 1024 * 1024)}`, 'larger than 16 MiB'],
    ['Swagger 2', 'swagger: "2.0"\npaths: {}\n', 'convert it to OpenAPI 3.x'],
    ['several documents', `${plain}---\nopenapi: 3.1.0\n`, 'more than one YAML document'],
    ['a web page', '<!doctype html>', 'web page'],
    ['nothing', '', 'not an OpenAPI document'],
  ])('%s is refused in one sentence', async (_name, text, words) => {
    const refused = await applyOverlay(text, 'openapi.yaml').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DocumentError)
    expect((refused as Error).message).toContain(words)
    expect((refused as Error).message).not.toContain('\n')
  })

  it('names that every object has are names like others', async () => {
    const text = '{"openapi":"3.1.0","__proto__":{"a":1},"paths":{"__proto__":{"get":{}},"/constructor":{"get":{}}}}'
    const { text: outcome } = await applyOverlay(text, 'openapi.json')
    expect(outcome).toContain('"__proto__":{"a":1}')
    expect(outcome).toContain('"__proto__":{"get":{}}')
    expect(({} as Record<string, unknown>).get).toBeUndefined()
    expect(lacking(outcome)).toEqual([])
  })

  it('a path item that refers to itself is left alone', async () => {
    const item = { $ref: '#/paths/~1v2~1repositories' }
    const outcome = await outcomeOf(hub({ '/v2/repositories': item }))
    expect(outcome.paths['/v2/repositories']?.post).toMatchObject({ deprecated: true })
  })
})

it.each(['paths: /\n', 'paths: []\n', 'paths: 3\n'])(
  'refuses a document with "%s", which has no place for a path',
  async paths => {
    const refused = applyOverlay(`openapi: 3.0.3\ninfo: { title: x, version: '1' }\n${paths}`, 'x')
    await expect(refused).rejects.toThrow('"paths" is not an object')
    await expect(refused).rejects.toBeInstanceOf(DocumentError)
  },
)

it.each(['https://hub.example.com/v2', 'https://hub.example.com/stage/v2/'])(
  'a document without operations whose server is %s gets each endpoint once',
  async url => {
    const text = `openapi: 3.0.3\ninfo: { title: x, version: '1' }\nservers: [{ url: '${url}' }]\npaths: {}\n`
    const once = await applyOverlay(text, 'x')
    expect(once.added).toContain('POST /repositories')
    expect(readReference(once.text, 'x').operations.map(({ path }) => path)).not.toContainEqual(
      expect.stringContaining('/v2/v2'),
    )
    expect((await applyOverlay(once.text, 'x')).added).toEqual([])
  },
)
