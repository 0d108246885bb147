import { describe, expect, it } from 'vitest'
import { read } from '../../../../checks/documents/clauses.ts'
import {
  beginsLabelled,
  declaredFor,
  endpointOf,
  generatedAs,
  hasTag,
  isEnded,
  isLabelled,
  isMentionOf,
  isOfHubV1,
  isRemovedRoute,
  isToCome,
  isV1Template,
  operationsAt,
  ownSentences,
  passageExcerpt,
  publishedAs,
  referenceExcerpt,
  rowExcerpt,
  rowsOf,
  sameName,
  saysLabelled,
  unreadOperations,
  wholeDocument,
  withoutOperations,
} from '../../../../checks/documents/published-documents.ts'
import { tokenOperations } from '../../../../checks/documents/token-operations.ts'
import type { Probe } from '../../../../contracts/requirement.ts'
import { readChangelog } from '../../../../engine/documents/published.ts'
import { at, log, reference, row } from './sources.ts'

const one = { method: 'GET', path: '/v2/lids/{lid}' }
const unnamed = { endpoints: [], operationIds: [], tags: [] }
const operation = async (more: object) => {
  const [found] = (await reference(at('GET /v2/lids', more))).operations
  return found as NonNullable<typeof found>
}

describe('what a mention is of', () => {
  it('has a method and a path', () => expect(endpointOf('GET /v2/lids')).toEqual({ method: 'GET', path: '/v2/lids' }))
  it.each([
    [{ method: 'get', path: '/v2/lids/{id}' }, true],
    [{ path: '/v2/lids/{id}' }, true],
    [{ method: 'POST', path: '/v2/lids/{id}' }, false],
    [{ method: 'GET', path: '/v2/lids' }, false],
  ])('%j: %j', (mention, is) => {
    expect(isMentionOf(mention, one)).toBe(is)
  })
  it('rows that name an endpoint', () => {
    expect(rowsOf(row('`GET /v2/lids/{id}`'), one)).toHaveLength(1)
    expect(rowsOf(row('`GET /v2/lids`, `GET /v2/lids/{id}`'), one)).toHaveLength(1)
    expect(rowsOf(row('`GET /v2/lids`'), one)).toEqual([])
  })
})

describe('evidence', () => {
  it.each<[object, string]>([
    [{ tags: ['a', 'b'] }, 'GET /v2/lids [a, b]'],
    [{ operationId: 'listLids', deprecated: true }, 'GET /v2/lids (listLids), deprecated []'],
    [{ description: 'Deprecated. Lists.' }, 'GET /v2/lids, "Deprecated. Lists." []'],
    [{ summary: 'Lids (deprecated)' }, 'GET /v2/lids, "Lids (deprecated)" []'],
    [{ description: `Deprecated${'.'.repeat(200)}` }, `GET /v2/lids, "Deprecated${'.'.repeat(90)}" []`],
  ])('an operation: %j', async (more, text) => {
    expect(referenceExcerpt(await reference({}), await operation(more))).toEqual({
      document: 'reference',
      from: 'openapi.json',
      text,
    })
  })
  it('a row, a passage', () => {
    const page = row('Lids', '', '2024-05-01', 'x'.repeat(300))
    expect(page.rows.map(found => rowExcerpt(page, found))).toEqual([
      { document: 'deprecation-log', from: 'log.md', line: 5, text: '(none) | Lids | 2024-05-01' },
    ])
    expect(passageExcerpt(page, { ...unnamed, line: 7, text: 'x'.repeat(300) })).toEqual({
      document: 'deprecation-log',
      from: 'log.md',
      line: 7,
      text: 'x'.repeat(200),
    })
    const parts = [
      { line: 1, name: 'GET /a' },
      { line: 5, name: 'GET /b' },
      { line: 9, name: 'GET /c' },
    ]
    expect(passageExcerpt({ from: 'x', document: 'reference', parts }, { ...unnamed, line: 5, text: 'a' })).toEqual({
      document: 'reference',
      from: 'x, GET /b',
      text: 'a',
    })
  })
  it('a document as a whole', async () => {
    const texts = [
      wholeDocument('reference', await reference(at('GET /v2/lids', {}))),
      wholeDocument('deprecation-log', row('Lids')),
      wholeDocument('deprecation-log', log('Nothing.')),
      wholeDocument('changelog', readChangelog('## 2024-05-01\n\n- a\n- b', 'changes.md')),
      wholeDocument('changelog', readChangelog('## 2024-05-01\n\n- a\n\n## 2024-04-01', 'changes.md')),
    ].map(({ text }) => text)
    expect(texts).toEqual(['OpenAPI 3.1.0, 1 operations', '1 row', '0 rows', '2 entries on 1 day', '1 entry on 2 days'])
  })
  it('a reference without operations is open', async () => {
    expect(withoutOperations(await reference({}))).toMatchObject({
      code: 'unreadable-document',
      values: { document: 'the reference', what: 'operations' },
      seen: [{ document: 'reference' }],
    })
    expect(withoutOperations(await reference(at('GET /v2/lids', {})))).toBeUndefined()
  })
})

describe('operations of a reference', () => {
  const published = () =>
    reference({
      '/v2/{kind}/{lid}': { get: { operationId: 'get_any' }, put: { operationId: 'put-any' } },
      '/v2/lids/{lid}': { get: { operationId: 'GetLid' }, post: {} },
      '/v2/caps/:cap': { get: { operationId: 'get_cap' }, put: { operationId: 'GetCap' } },
      '/v2/lids/mine': { get: { operationId: 'getMine' } },
      '/v2/{kind}/small/{lid}/': { get: { operationId: 'LidController.list_lids' } },
      '/{version}/{kind}/{lid}': { get: { operationId: 'getOther' } },
      '/v2/boxes': { get: { operationId: 'listBoxesv2boxesget' }, put: { operationId: 'boxes#fillBox' } },
    })
  it.each([
    ['GET /v2/lids/{x}', 'GetLid'],
    ['GET /v2/lids/red?x=1', 'GetLid'],
    ['GET /v2/lids/red/', 'GetLid'],
    ['GET /v2/boxes/red', 'get_any'],
    ['GET /v2/lids/mine?x=1', 'getMine'],
    ['GET /v2/caps/{id}', 'get_cap'],
    ['PUT /v2/lids/red', 'put-any'],
    ['GET /v2/lids/small/red', 'LidController.list_lids'],
    ['GET /v3/lids', undefined],
    ['DELETE /v2/lids/red', undefined],
  ])('%s is declared as %s', async (endpoint, id) => {
    expect(declaredFor(await published(), endpointOf(endpoint))?.operationId).toBe(id)
  })
  it('those of an endpoint', async () => {
    expect(operationsAt(await published(), one).map(({ operationId }) => operationId)).toEqual(['GetLid'])
  })
  it.each([
    ['GetLid', 'GetLid'],
    ['GetCap', 'GetCap'],
    ['get_lid', 'GetLid'],
    ['PutAny', 'put-any'],
    ['Get', undefined],
  ])('%s is published as %s', async (id, as) => {
    expect(publishedAs(await published(), id)?.operationId).toBe(as)
  })
  it.each([
    ['listLids', undefined],
    ['LidController', 'LidController.list_lids'],
    ['listBoxes', 'listBoxesv2boxesget'],
    ['FillBox', 'boxes#fillBox'],
    ['none', undefined],
  ])('%s was generated as %s', async (id, as) => {
    expect(generatedAs(await published(), id)).toBe(as)
  })
  it('compares names by their letters', () => {
    expect(sameName('create_repository', 'CreateRepository')).toBe(true)
    expect(sameName(undefined, 'CreateRepository')).toBe(false)
  })
  it('compares tags by their letters', () => {
    expect(hasTag(['x', 'Access  Tokens'], 'access-tokens')).toBe(true)
    expect(hasTag(['access'], 'access-tokens')).toBe(false)
  })
  it('parts that may hold operations', () => {
    const unread = [undefined, '#/paths', '#/paths/x', '#/paths/x/get', '#/paths/x/get/y', '#/info', 'x#/paths'].map(
      where => ({ why: 'x', ...(where !== undefined && { at: where }) }),
    )
    expect(unreadOperations({ unread } as never).map(({ at: where }) => where)).toEqual([
      undefined,
      '#/paths',
      '#/paths/x',
      '#/paths/x/get',
    ])
  })
})

describe('labels', () => {
  it.each([
    ['Deprecated', true],
    ['**Deprecated:** use it', true],
    ['Deprecated since 2024', true],
    ['Deprecated endpoint', true],
    ['Deprecated\nLists.', true],
    ['Deprecated operation that lists', true],
    ['Deprecated scopes are refused.', false],
    ['Deprecated page_size parameter', false],
    ['Deprecated `sort` parameter: it is ignored.', false],
    ['Deprecated `GET /x`', true],
    ['Deprecated gets one', true],
    ['Deprecated predecessor: `HEAD /x`', false],
    ['Deprecated predecessor: /x', false],
    ['Deprecated?', false],
    ['Lists. Deprecated.', false],
    ['Undeprecated', false],
  ])('%j begins with the label of its operation: %j', (text, begins) => {
    expect(beginsLabelled(text)).toBe(begins)
  })
  it.each([
    ['Lists lids. This operation is deprecated.', true],
    ['Do not use this operation.', true],
    ['Deprecated.', true],
    ['This operation was removed.', false],
    ['This operation is no longer available.', false],
    ['The v1 API is deprecated.', false],
    ['Lists lids.', false],
  ])('%j labels its operation: %j', (text, labels) => {
    expect(saysLabelled(text)).toBe(labels)
  })
  it.each<[object, boolean]>([
    [{ deprecated: true }, true],
    [{ summary: 'Lids [Deprecated]' }, true],
    [{ summary: 'Deprecated: lids' }, true],
    [{ description: 'Lists. This operation is deprecated.' }, true],
    [{ summary: 'Lids. This operation is deprecated.' }, true],
    [{ summary: 'Lids [ deprecated ]' }, true],
    [{ description: 'Lists.\n\n**This operation is deprecated.**' }, true],
    [{ description: 'Lists.\n\n> This operation is deprecated.' }, true],
    [{ description: 'Lists, and since 2024 this operation is deprecated.' }, true],
    [{ description: 'This operation and `GET /v2/caps` are deprecated.' }, true],
    [{ description: 'Lists (deprecated).' }, false],
    [{ summary: 'Lists lids' }, false],
    [{ description: 'Lists.\n\n`page` (integer): deprecated.' }, false],
    [{ description: 'Lists.\n\npage\n: Deprecated.' }, false],
    [{ description: 'Lists.\n\na) page: deprecated.' }, false],
    [{ description: 'Lists all. `GetLid` is better: this operation is deprecated.' }, true],
    [{ description: 'Deprecated?\n\nSee the log.' }, false],
    [{ description: 'Lists.\n\n- `page` (integer): deprecated. It is ignored.' }, false],
    [
      { description: 'Lists.\n\n12. `page`: the number of the page.\n    Deprecated: use `cursor`.\nAll of them.' },
      false,
    ],
    [{}, false],
  ])('%j is labelled: %j', async (more, is) => {
    expect(isLabelled(await operation(more))).toBe(is)
  })
  it.each<[object, boolean]>([
    [{ responses: { 410: { description: 'Gone' } } }, true],
    [{ responses: { 200: { description: 'Yes' }, 410: { description: 'Gone' } } }, false],
    [{ responses: {} }, false],
    [{ description: 'This operation was removed.' }, true],
    [{ summary: 'This operation was removed.' }, true],
    [{ description: 'This operation is removed on 2099-01-01.' }, false],
    [{ description: 'v1 is deprecated, and this operation was removed.' }, true],
    [{ description: 'This operation may be removed.' }, false],
    [{ description: 'This operation is deprecated.' }, false],
    [{ description: 'The v1 API was removed.' }, false],
    [{ description: '- This operation was removed.' }, false],
    [{ description: 'Lists.\n\n```go\nThis operation was removed.\n```\n' }, false],
    [{ description: 'Lists.\n\n```go\nx\n```\n\nThis operation was removed.' }, true],
  ])('%j has ended: %j', async (more, is) => {
    expect(isEnded(await operation(more))).toBe(is)
  })
  it('sentences on the operation itself', () => {
    const description = 'One. Two.\n\n```\ncode\n```\n\n- item\n1. item\n| cell |\n  # head\n*Three*'
    expect(ownSentences({ summary: 'Lids', description })).toEqual(['Lids', 'One.', 'Two.', '*Three*'])
    expect(ownSentences({})).toEqual([])
  })
  it.each([
    ['It is removed on 2099-01-01.', true],
    ['It was removed on 2099-01-01.', false],
    ['It is removed on 2020-01-01.', false],
    ['It is removed.', false],
  ])('%j is still to come: %j', (text, is) => {
    expect(read(text).map(isToCome)).toEqual([is])
  })
})

describe('paths of v1', () => {
  it.each([
    ['/v1/repositories/{x}/tags', true, true, true],
    ['/hub/v1/repositories', false, true, true],
    ['/v1/*', false, true, true],
    ['/v1/', false, true, true],
    ['/v1/{path}', false, true, true],
    ['/v1/scans', false, false, true],
    ['/v2/v1', false, false, false],
    ['/xv1/repositories', false, false, false],
  ])('%s is a removed route: %j, of the hub: %j, of a v1: %j', (path, route, hub, any) => {
    expect([isRemovedRoute(path), isOfHubV1(path), isV1Template(path)]).toEqual([route, hub, any])
  })
})

describe('operations on personal tokens', () => {
  const schema = {
    type: 'object',
    properties: { uuid: { type: 'string' }, token_label: { type: 'string' }, expires_at: { type: 'string' } },
  }
  const returning = (tags: readonly string[], of: object = schema) => ({
    tags,
    responses: { 200: { description: 'Yes', content: { 'application/json': { schema: of } } } },
  })
  const paths = {
    'pat.create': { method: 'POST', path: '/v2/access-tokens' },
    'pat.list': { method: 'GET', path: '/v2/access-tokens' },
    'pat.get': { method: 'GET', path: '/v2/access-tokens/{uuid}' },
    'pat.update': { method: 'PATCH', path: '/v2/access-tokens/{uuid}' },
  }
  const probe = { bind: (name: keyof typeof paths) => paths[name] } as unknown as Probe
  it('are those of the management, and others of the area that return a token', async () => {
    const published = await reference({
      '/v2/access-tokens': { post: returning(['access-tokens']), get: returning(['access-tokens']) },
      '/v2/access-tokens/{uuid}': {
        get: returning(['access-tokens']),
        patch: returning(['access-tokens']),
        head: returning(['access-tokens']),
        options: returning(['access-tokens']),
        delete: returning(['access-tokens'], { type: 'object', properties: { done: { type: 'boolean' } } }),
      },
      '/v2/access-tokens/{uuid}/renewed': { post: returning(['access-tokens']) },
      '/v2/other': { post: returning(['other']) },
    })
    const { management, further } = tokenOperations(probe, published)
    const named = (all: typeof management) => all.map(({ method, path }) => `${method} ${path}`)
    expect(named(management)).toEqual([
      'POST /v2/access-tokens',
      'GET /v2/access-tokens',
      'GET /v2/access-tokens/{uuid}',
      'PATCH /v2/access-tokens/{uuid}',
    ])
    expect(named(further)).toEqual(['POST /v2/access-tokens/{uuid}/renewed'])
  })
  it('are known by the schema of the management, whatever its members are called', async () => {
    const own = { type: 'object', properties: { a: { type: 'string' }, expires_at: { type: 'string' } } }
    const published = await reference({
      '/v2/access-tokens': {
        post: returning(['access-tokens'], own),
        get: returning(['access-tokens'], { type: 'object', properties: { a: {} } }),
        delete: { tags: ['access-tokens'], responses: { 204: { description: 'Done' } } },
      },
      '/v2/access-tokens/{uuid}': { patch: { tags: ['access-tokens'], responses: { 204: { description: 'Done' } } } },
      '/v2/access-tokens/again': { post: returning(['access-tokens'], own) },
      '/v2/access-tokens/never': { post: returning(['access-tokens'], { type: 'object', properties: { a: {} } }) },
    })
    expect(tokenOperations(probe, published).further.map(({ path }) => path)).toEqual(['/v2/access-tokens/again'])
  })
})
