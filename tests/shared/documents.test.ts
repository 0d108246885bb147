import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EndpointMention, JsonSchema } from '../../contracts/documents.ts'
import { readChangelog, readDeprecationLog } from '../../engine/documents/published.ts'
import { readReference } from '../../engine/documents/reference/reference.ts'

// No fallback: without the published documents these tests prove nothing, and must say so by failing.
const published = (name: string) => readFileSync(new URL(`../../../shared/docker-hub/${name}`, import.meta.url), 'utf8')
const named = ({ method, path }: EndpointMention) => (method === undefined ? path : `${method} ${path}`)

/** True if a body of this schema may carry the property, at its top or in the items of a list below it. */
function declares(schema: JsonSchema | undefined, property: string): boolean {
  const parts = [schema?.allOf, schema?.anyOf, schema?.oneOf].flatMap(list => (Array.isArray(list) ? list : []))
  const properties = (schema?.properties ?? {}) as Record<string, JsonSchema>
  if (Object.hasOwn(properties, property)) return true
  const below = Object.values(properties).map(value => value.items as JsonSchema | undefined)
  return [...parts, ...below].some(part => part !== undefined && declares(part, property))
}

describe('the published reference', () => {
  const reference = readReference(published('latest.yaml'), 'latest.yaml')
  const at = (name: string) => reference.operations.find(operation => named(operation) === name)

  test('has 54 operations, 40 of them without an id, each below /v2', () => {
    expect(reference.version).toBe('3.0.3')
    expect(reference.operations).toHaveLength(54)
    expect(reference.operations.filter(({ operationId }) => operationId === undefined)).toHaveLength(40)
    expect(reference.operations.filter(({ path }) => !path.startsWith('/v2/'))).toEqual([])
    expect(reference.operations.filter(({ deprecated }) => deprecated).map(named)).toEqual(['POST /v2/users/login'])
  })

  test.each([
    ['POST /v2/access-tokens', '201'],
    ['GET /v2/access-tokens', '200'],
    ['GET /v2/access-tokens/{uuid}', '200'],
    ['PATCH /v2/access-tokens/{uuid}', '200'],
  ])('%s declares expires_at in its answer', (name, status) => {
    const answer = at(name)?.responses.find(response => response.status === status)
    expect(answer?.mediaType).toBe('application/json')
    expect(declares(answer?.schema, 'expires_at')).toBe(true)
  })

  test('gives operations the parameters of their path item', () => {
    expect(at('PATCH /v2/access-tokens/{uuid}')?.parameters).toEqual([
      { name: 'uuid', in: 'path', required: true, type: 'string' },
    ])
  })

  test('is read without unresolved references, and with its known defects as problems', () => {
    expect(JSON.stringify(reference.operations)).not.toContain('"$ref"')
    expect(reference.problems).toHaveLength(5)
    for (const problem of reference.problems)
      expect(problem).toMatch(/required is not a list of names|which securitySchemes lacks/)
  })
})

describe('the published deprecation log', () => {
  const log = readDeprecationLog(published('deprecated.md'), 'deprecated.md')

  test('has four rows', () => {
    expect(log.problems).toEqual([])
    expect(log.rows.map(({ status, date, line }) => [status, date, line])).toEqual([
      ['Deprecated', '2025-09-19', 31],
      ['Deprecated', '2025-06-27', 32],
      ['', '2025-06-27', 33],
      ['Removed', '2022-08-23', 34],
    ])
  })

  test('names the endpoints in the sections that the rows link to', () => {
    expect(log.rows.map(row => row.endpoints.map(named))).toEqual([
      [
        'POST /v2/repositories',
        'POST /v2/repositories/{namespace}',
        'GET /v2/repositories/{namespace}/{repository}',
        'HEAD /v2/repositories/{namespace}/{repository}',
      ],
      ['/v2/repositories/{namespace}', 'GET /v2/repositories/{namespace}'],
      [],
      expect.arrayContaining([
        '/v1/repositories/{name}/images',
        '/v1/repositories/{name}/tags',
        '/v1/repositories/{name}/tags/{tag_name}',
        '/v1/repositories/{namespace}/{name}/images',
        '/v1/repositories/{namespace}/{name}/tags',
        '/v1/repositories/{namespace}/{name}/tags/{tag_name}',
      ]),
    ])
  })

  test('gives the legacy endpoints their operations', () => {
    const [first, second] = log.rows
    expect(
      [...(first?.replacements ?? []), ...(second?.replacements ?? [])].map(({ old, operationId }) => [
        named(old),
        operationId,
      ]),
    ).toEqual([
      ['POST /v2/repositories', 'CreateRepository'],
      ['POST /v2/repositories/{namespace}', 'CreateRepository'],
      ['GET /v2/repositories/{namespace}/{repository}', 'GetRepository'],
      ['HEAD /v2/repositories/{namespace}/{repository}', 'CheckRepository'],
      ['GET /v2/repositories/{namespace}', 'listNamespaceRepositories'],
    ])
  })

  test('has the v1 table with its defect: one old path twice, another not at all', () => {
    const tags = '/v2/namespaces/{namespace}/repositories/{repository}/tags'
    expect(log.rows[3]?.replacements.map(({ old, path, operationId }) => [old.path, path, operationId])).toEqual([
      ['/v1/repositories/{name}/tags', tags, 'ListRepositoryTags'],
      ['/v1/repositories/{namespace}/{name}/tags', tags, 'ListRepositoryTags'],
      ['/v1/repositories/{namespace}/{name}/tags', `${tags}/{tag}`, 'GetRepositoryTag'],
      ['/v1/repositories/{namespace}/{name}/tags/{tag_name}', `${tags}/{tag}`, 'GetRepositoryTag'],
    ])
    expect(log.replacements).toHaveLength(9)
  })
})

describe('the published changelog', () => {
  const changelog = readChangelog(published('changelog.md'), 'changelog.md')

  test('has seven dates, the newest first', () => {
    expect(changelog.problems).toEqual([])
    expect(changelog.dates.map(({ date }) => date)).toEqual([
      '2025-11-21',
      '2025-09-25',
      '2025-09-19',
      '2025-07-29',
      '2025-06-27',
      '2025-03-25',
      '2025-03-18',
    ])
  })

  test('has every entry with its kind and what it names', () => {
    const { entries } = changelog
    expect(
      entries.map(({ date, kind, operationIds, tags, endpoints }) => [
        `${date} ${kind}`,
        operationIds[0] ?? endpoints.map(named)[0] ?? tags[0],
      ]),
    ).toEqual([
      ['2025-11-21 Updates', 'access-tokens'],
      ['2025-09-25 Updates', 'CreateRepositoryGroup'],
      ['2025-09-19 New', 'CreateRepository'],
      ['2025-09-19 New', 'GetRepository'],
      ['2025-09-19 New', 'CheckRepository'],
      ['2025-09-19 Deprecations', 'POST /v2/repositories'],
      ['2025-09-19 Deprecations', 'POST /v2/repositories/{namespace}'],
      ['2025-09-19 Deprecations', 'GET /v2/repositories/{namespace}/{repository}'],
      ['2025-09-19 Deprecations', 'HEAD /v2/repositories/{namespace}/{repository}'],
      ['2025-07-29 New', 'UpdateRepositoryImmutableTags'],
      ['2025-07-29 New', 'VerifyRepositoryImmutableTags'],
      ['2025-06-27 New', 'listNamespaceRepositories'],
      ['2025-06-27 Deprecations', '/v2/repositories/{namespace}'],
      ['2025-03-25 New', 'org-access-tokens'],
      ['2025-03-18 New', 'audit-logs'],
    ])
  })
})
