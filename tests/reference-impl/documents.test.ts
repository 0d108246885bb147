import { describe, expect, test } from 'vitest'
import { routes } from '../../reference-impl/routes/index.ts'
import { removedPaths } from '../../reference-impl/routes/removed.ts'
import { client, origin } from './client.ts'
import { operations, reference, sendTo } from './operations.ts'

describe('the reference', () => {
  test('lists precisely the routes that answer', async () => {
    const listed = (await operations()).map(({ method, path }) => `${method} ${path}`)
    expect([...listed].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
    for (const line of listed) {
      const [method = '', path = ''] = line.split(' ')
      const { status } = await sendTo(method, path)
      expect(Math.floor(status / 100), line).toBe(2)
    }
  })

  test('names the address that it was asked at', async () => {
    const { ask } = client()
    expect((await ask('GET /openapi.json')).body.servers).toEqual([{ url: origin }])
    const elsewhere = await ask('GET https://hub.example:8443/openapi.json')
    expect(elsewhere.body.servers).toEqual([{ url: 'https://hub.example:8443' }])
  })

  test('resolves its own references, and uses every schema', async () => {
    const { components, ...rest } = await reference()
    const names = (value: unknown) =>
      [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    const used = new Set(names({ components, rest }))
    expect([...used].sort()).toEqual(Object.keys(components.schemas).sort())
  })

  test('names operations as the published one does', async () => {
    const ids = (await operations()).flatMap(({ operation }) => operation.operationId ?? [])
    expect(ids.sort()).toEqual([
      'AuditLogs_ListAuditActions',
      'AuditLogs_ListAuditLogs',
      'AuthCreateAccessToken',
      'CheckRepository',
      'CreateRepository',
      'CreateRepositoryGroup',
      'GetRepository',
      'GetRepositoryTag',
      'ListRepositoryTags',
      'PostUsers2FALogin',
      'PostUsersLogin',
      'UpdateRepositoryImmutableTags',
      'VerifyRepositoryImmutableTags',
      'listNamespaceRepositories',
    ])
    for (const { operation, method, path } of await operations()) {
      if (operation.tags[0]?.endsWith('access-tokens'))
        expect(operation.operationId, `${method} ${path}`).toBeUndefined()
    }
  })

  test('labels the legacy endpoints', async () => {
    const deprecated = (await operations()).filter(({ operation }) => operation.deprecated)
    expect(deprecated.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /v2/repositories/{namespace}',
      'GET /v2/repositories/{namespace}/{repository}',
      'HEAD /v2/repositories/{namespace}/{repository}',
      'POST /v2/repositories',
      'POST /v2/repositories/{namespace}',
      'POST /v2/users/login',
    ])
  })

  test('names every parameter of a path once', async () => {
    for (const { path, operation } of await operations()) {
      const declared = operation.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })
})

/** What the lifecycle document says, as it stands there. */
const legacy = [
  ['POST /v2/repositories', 'CreateRepository'],
  ['POST /v2/repositories/{namespace}', 'CreateRepository'],
  ['GET /v2/repositories/{namespace}/{repository}', 'GetRepository'],
  ['HEAD /v2/repositories/{namespace}/{repository}', 'CheckRepository'],
  ['GET /v2/repositories/{namespace}', 'listNamespaceRepositories'],
] as const

const slug = (heading: string) => heading.toLowerCase().replaceAll(' ', '-')

/** Sections of a page by the slug of their heading. */
const sectionsOf = (page: string) =>
  new Map(
    page.split(/^#+ /m).map(section => {
      const [heading = '', ...lines] = section.split('\n')
      return [slug(heading), lines.join('\n')] as const
    }),
  )

describe('the deprecation log', () => {
  test('has the rows of the lifecycle document, each linked to its section', async () => {
    const { text, headers } = await client().ask('GET /deprecated.md')
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const rows = [...text.matchAll(/^\| (\w*) *\| \[(.+?)\]\(#(.+?)\) *\| (\d{4}-\d\d-\d\d) *\|$/gm)]
    expect(rows.map(([, status, , , date]) => [status, date])).toEqual([
      ['Deprecated', '2025-09-19'],
      ['Deprecated', '2025-06-27'],
      ['', '2025-06-27'],
      ['Removed', '2022-08-23'],
    ])
    const sections = sectionsOf(text)
    for (const [, , , anchor = ''] of rows) expect(sections.has(anchor), anchor).toBe(true)
  })

  test('names every legacy endpoint with its replacement', async () => {
    const { text } = await client().ask('GET /deprecated.md')
    for (const [endpoint, operation] of legacy) {
      const line = text.split('\n').find(one => one.includes(`\`${endpoint}\``))
      expect(line, endpoint).toContain(`/operation/${operation})`)
    }
  })

  test('names every removed route once in the list, and the replacements in the table', async () => {
    const { text } = await client().ask('GET /deprecated.md')
    const section = sectionsOf(text).get('api-v1') ?? ''
    expect([...section.matchAll(/^- `(.+)`$/gm)].map(([, path]) => path)).toEqual(removedPaths)
    const table = [...section.matchAll(/^\| `(\/v1.+?)` \| \[`(\/v2.+?)`\]/gm)].map(([, old, current]) => [
      old,
      current,
    ])
    const tags = '/v2/namespaces/{namespace}/repositories/{repository}/tags'
    expect(table).toEqual([
      ['/v1/repositories/{name}/tags', tags],
      ['/v1/repositories/{name}/tags/{tag_name}', `${tags}/{tag}`],
      ['/v1/repositories/{namespace}/{name}/tags', tags],
      ['/v1/repositories/{namespace}/{name}/tags/{tag_name}', `${tags}/{tag}`],
    ])
  })
})

describe('the change history', () => {
  test('has the dates and kinds of the lifecycle document', async () => {
    const { text } = await client().ask('GET /changelog.md')
    const headings = [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([
      ...['2025-11-21', 'Updates', '2025-09-25', 'Updates', '2025-09-19', 'New', 'Deprecations'],
      ...['2025-07-29', 'New', '2025-06-27', 'New', 'Deprecations', '2025-03-25', 'New', '2025-03-18', 'New'],
    ])
  })

  test('links to operations, tags and sections that exist', async () => {
    const { ask } = client()
    const known = await operations()
    const log = sectionsOf((await ask('GET /deprecated.md')).text)
    for (const page of ['/changelog.md', '/deprecated.md']) {
      const { text } = await ask(`GET ${page}`)
      const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link = '']) => link)
      expect(links.length).toBeGreaterThan(5)
      for (const link of links) {
        const [, path = '', tag, id, section] =
          /^(\/[\w.]+)(?:#tag\/([\w-]+)(?:\/operation\/(\w+))?|#([\w-]+))?$/.exec(link) ?? []
        expect((await ask(`GET ${path}`)).status, link).toBe(200)
        if (tag)
          expect(
            known.some(({ operation }) => operation.tags.includes(tag)),
            link,
          ).toBe(true)
        if (id)
          expect(
            known.some(({ operation }) => operation.operationId === id),
            link,
          ).toBe(true)
        if (section) expect(log.has(section), link).toBe(true)
      }
    }
  })
})
