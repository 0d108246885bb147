import { describe, expect, test } from 'vitest'
import { areaDescription, familyDeprecation } from '../../../checks/documents/labels/areas.ts'
import { generationEnd } from '../../../checks/documents/labels/generation.ts'
import { isListedWithOld, isNameOf, isNameOfCurrent, namesOld } from '../../../checks/documents/labels/names.ts'
import { endExcerpt, labelOfPath, saidOfOwn, unclearLabel } from '../../../checks/documents/labels/own-words.ts'
import { labelSources, searched } from '../../../checks/documents/labels/sources.ts'
import { datesIn } from '../../../checks/documents/published-dates.ts'
import type { DocumentedOperation } from '../../../contracts/lifecycle.ts'
import type { Probe } from '../../../contracts/requirement.ts'
import { readDocument } from '../../../engine/documents/loading/kinds.ts'
import { readChangelog, readDeprecationLog } from '../../../engine/documents/published.ts'

const none = { log: undefined, reference: undefined }
const logged = (text: string) => ({ ...none, log: readDeprecationLog(`# Log\n\n${text}\n`, 'log.md') })
const row = (feature: string, status = 'Deprecated', date = '2026-01-01') =>
  logged(`| Status | Feature | Date |\n|---|---|---|\n| ${status} | ${feature} | ${date} |`)
const history = (text: string, kind = 'Deprecation', date = '2026-01-01') =>
  readChangelog(`# Changes\n\n## ${date}\n\n### ${kind}\n\n- ${text}\n`, 'changes.md')
const openapi = (paths: object, more: object = {}) =>
  readDocument(
    'reference',
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Hub', version: '1' }, paths, ...more }),
    'openapi.json',
    '',
    async () => undefined,
  )
const responses = { 200: { description: 'ok' } }

describe('names of operations', () => {
  test.each<readonly [string, DocumentedOperation, boolean]>([
    ['Assign repository group', 'CreateRepositoryGroup', true],
    ['Assignment of a repository to its group', 'CreateRepositoryGroup', true],
    ['Assigned groups of users', 'CreateRepositoryGroup', false],
    ["Update a repository's immutable tags settings", 'UpdateRepositoryImmutableTags', true],
    ['Repository group assignment', 'CreateRepositoryGroup', true],
    ['Update repository immutable tag', 'UpdateRepositoryImmutableTags', true],
    ['Update immutable tags (deprecated)', 'UpdateRepositoryImmutableTags', true],
    ['Update immutable tags', 'VerifyRepositoryImmutableTags', false],
    ['Update immutable tags of forks', 'UpdateRepositoryImmutableTags', false],
    ['The endpoint to verify immutable tags for a given namespace', 'VerifyRepositoryImmutableTags', true],
    ['Verify immutable tags, verify tags', 'VerifyRepositoryImmutableTags', true],
    ['', 'VerifyRepositoryImmutableTags', false],
  ])('%s is a name of %s: %s', (text, id, expected) => {
    expect(isNameOf(text, id)).toBe(expected)
  })

  test.each<readonly [string, DocumentedOperation, string, boolean]>([
    ['Get repository', 'GetRepository', '2026-01-01', true],
    ['Get a repository', 'GetRepository', '2026-01-01', true],
    ['The get repository operation', 'GetRepository', '2026-01-01', true],
    ['The get-repository endpoint', 'GetRepository', '2026-01-01', true],
    ['Get a repository.', 'CheckRepository', '2026-01-01', false],
    ['Get repository', 'GetRepository', '2025-09-19', false],
    ['Get repository', 'GetRepository', '2022-08-23', false],
    ['Get repository', 'GetRepository', '2022-08-24', true],
    ['Get repository', 'GetRepository', '2026-01-01, 2025-09-19', false],
    ['Get repository', 'GetRepository', '', false],
    ['List repository tags', 'ListRepositoryTags', '2025-09-19', true],
    ['List repository tags', 'ListRepositoryTags', '2021-01-01', false],
    ['Get repository settings', 'GetRepository', '2026-01-01', false],
  ])('%s may be %s as of %j: %s', (text, id, dates, expected) => {
    expect(isNameOfCurrent(text, id, datesIn(dates))).toBe(expected)
  })

  const endpoint = { method: 'GET', path: '/v2/namespaces/{namespace}/repositories/{repository}' }
  const old = 'GET /v2/repositories/{namespace}/{repository}'
  const own = 'GET /v2/namespaces/{namespace}/repositories/{repository}'
  test('what names an old endpoint and another one names an old one', () => {
    const endpoints = [endpoint, { method: 'GET', path: '/v2/repositories/{namespace}' }]
    expect(namesOld({ endpoints, operationIds: [], tags: [] })).toBe(true)
  })

  test.each([
    [`${old}, ${own}`, true],
    [`${own} and ${old}`, true],
    [`\`${old}\` as well as \`${own}\``, true],
    [`${own}; ${old}`, true],
    [`HEAD ${endpoint.path}, ${old}`, false],
    [`HEAD and ${own}, ${old}`, true],
    [`${old} is replaced by ${own}`, false],
    [`${old}, see also ${own}`, false],
    [`${own}, ${old}. See ${old}`, true],
    [`${old} ${own}`, false],
    [`${old}, POST /v2/repositories and ${own}`, true],
    [`${old} (see ${own}), ${own}`, false],
    [own, false],
    [old, false],
  ])('%s is a list with an old one: %s', (text, expected) => {
    expect(isListedWithOld(text, endpoint)).toBe(expected)
  })
})

describe('the current generation', () => {
  test.each([
    ['v2 API', 'Deprecated', true],
    ['API v1 and v2', 'Removed', true],
    ['v1, v2', 'Removed', true],
    ['v1 → v2', 'Removed', false],
    ['v1 API. v2 stays', 'Removed', false],
    ['v1 API', 'Removed', false],
    ['v2 API', 'Active', false],
    ['v2 API of the console', 'Removed', false],
    ['v2 and `GET /v2/x`', 'Removed', false],
    ['v2 API', 'Maybe deprecated', true],
    ['v1 API', 'Maybe deprecated', false],
    ['v2 API', 'Legacy', false],
    ['The v2 API. All of it.', 'Removed', true],
  ])('a row of %s that is %s ends it: %s', (feature, status, expected) => {
    expect(generationEnd(row(feature, status), undefined) !== undefined).toBe(expected)
  })

  test('what is open about it is a label of the v2 API', () => {
    const open = generationEnd(row('v2 API', 'Maybe deprecated'), undefined)
    expect(open).toMatchObject({ values: { feature: 'a label of the v2 API' } })
  })

  test.each([
    ['The v2 API is deprecated.', true],
    ['v2 was removed on 2026-01-01.', true],
    ['v2 is replaced by v3.', true],
    ['v3 replaces v2.', true],
    ['Use v3 instead of v2.', true],
    ['Use v3.', true],
    ['v2 was replaced by v3.', true],
    ['Version 2 is deprecated.', true],
    ['v2 is extended by v3.', false],
    ['Version 2, always. Its predecessor was removed in August 2022.', false],
    ['v3 is available.', false],
    ['v3 extends v2.', false],
    ['v3 includes v2.', false],
    ['Fixes v3.', false],
    ['v3 replaces v1 and v2.', true],
    ['v3 replaces v2 quux.', false],
    ['v2 is replaced by v1.', false],
    ['v1 replaces v2.', false],
    ['v1 and v3 are current.', true],
    ['v3 \\| The v2 API is deprecated.', true],
    ['v3 replaces v1.', false],
    ['You may use v3.', false],
    ['v1 is gone and v2 is deprecated.', true],
    ['Do not use v3.', false],
    ['v3 is the current generation.', true],
    ['v3 is not the current generation.', false],
    ['The current generation is v3, with paths that start with /v3/; v2 is kept for old clients.', true],
    ['The current generation is v2, with paths starting /v2/; v3 is planned.', false],
    ['The current generation is v3, with paths that frobnicate.', false],
    ['v2 is not deprecated.', false],
    ['v2 may be replaced by v3.', false],
    ['v2 replaces v1.', false],
    ['v1 is deprecated. Use v2.', false],
    ['Parts of v2 are deprecated.', false],
    ['The v1 API. The v2 API is deprecated.', false],
  ])('%s: %s', (text, expected) => {
    expect(generationEnd(logged(text), undefined) !== undefined).toBe(expected)
    expect(generationEnd(none, history(text, 'Update')) !== undefined).toBe(expected)
  })

  test('a cell says nothing of its neighbour', () => {
    expect(generationEnd(logged('v1 API \\| the v2 API \\| Removed'), undefined)).toBeUndefined()
  })

  test.each([
    ['v2 API', 'Deprecation', true],
    ['v2 API', 'Removal', true],
    ['v2 API', 'New', false],
    ['v1 API', 'Deprecation', false],
  ])('an entry %s of the kind %s ends it: %s', (text, kind, expected) => {
    expect(generationEnd(none, history(text, kind)) !== undefined).toBe(expected)
  })
})

describe('areas', () => {
  const names: readonly (readonly [string, string])[] = [
    ['audit-logs', 'Audit log access'],
    ['audit-logs', 'The audit logs API'],
    ['audit-logs', 'Endpoints of the area audit-logs'],
    ['access-tokens', 'Personal access tokens (PATs)'],
    ['access-tokens', 'PAT management endpoints'],
    ['access-tokens', 'APIs of access-tokens'],
    ['access-tokens', 'API of the PAT area'],
    ['access-tokens', 'Management of personal access tokens via the API'],
    ['org-access-tokens', 'Organization access tokens'],
    ['org-access-tokens', 'OAT management'],
  ]
  test.each(names)('%s as a whole is named by a row or an entry of %s', (tag, name) => {
    expect(familyDeprecation(row(name), undefined, tag)).toMatchObject({ document: 'deprecation-log', line: 5 })
    expect(familyDeprecation(row(name, 'Maybe deprecated'), undefined, tag)).toMatchObject({
      kind: 'unclear',
      values: { feature: `a label of the area ${tag}` },
    })
    for (const status of ['Active', '', 'Legacy', 'Not deprecated'])
      expect(familyDeprecation(row(name, status), undefined, tag)).toBeUndefined()
    expect(familyDeprecation(none, history(name), tag)).toBeDefined()
    expect(familyDeprecation(none, history(name, 'New'), tag)).toBeUndefined()
    expect(familyDeprecation(none, history(name, 'Deprecation', '2025-03-01'), tag) === undefined).toBe(
      tag !== 'access-tokens',
    )
    for (const other of ['access-tokens', 'org-access-tokens', 'audit-logs'].filter(one => one !== tag))
      expect(familyDeprecation(row(name), undefined, other)).toBeUndefined()
  })

  test.each([
    ['Expired personal access tokens', 'access-tokens'],
    ['`expires_at` of PATs', 'access-tokens'],
    ['Audit log retention', 'audit-logs'],
    ['Audit logs area map', 'audit-logs'],
    ['Audit logs via the API console', 'audit-logs'],
    ['Exports of audit logs', 'audit-logs'],
    ['Organization access tokens of robots', 'org-access-tokens'],
  ])('%s is a part', (name, tag) => {
    expect(familyDeprecation(row(name), undefined, tag)).toBeUndefined()
    expect(familyDeprecation(none, history(name), tag)).toBeUndefined()
  })

  test.each([
    ['The audit log endpoints are deprecated.', true],
    ['The area audit-logs is deprecated.', true],
    ['Audit logs have been removed.', true],
    ['The audit log endpoints are not deprecated.', false],
    ['The audit log endpoints will be deprecated.', false],
    ['Audit log retention is deprecated.', false],
    ['PAT management is deprecated.', false],
    ['Audit log delete', false],
    ['Audit logs end on 2026-01-01.', true],
    ['Audit logs removed', true],
  ])('%s: %s', (text, expected) => {
    expect(areaDescription(logged(text), 'audit-logs') !== undefined).toBe(expected)
    expect(familyDeprecation(none, history(text, 'Update'), 'audit-logs') !== undefined).toBe(expected)
  })

  test.each([
    ['The area repositories is deprecated.', 'repositories', true],
    ['Repositories are deprecated.', 'repositories', false],
    ['The area tags is deprecated.', 'repositories', false],
    ['The audit-logs area is deprecated.', 'audit-logs', true],
    ['The PATs area in the API is deprecated.', 'audit-logs', false],
    ['The PATs are deprecated.', 'access-tokens', true],
    ['PAT disable', 'access-tokens', false],
    ['The APIs of the area access-tokens are deprecated.', 'access-tokens', true],
  ])('%s of %s: %s', (text, area, expected) => {
    expect(areaDescription(logged(text), area) !== undefined).toBe(expected)
  })

  test('a row with an endpoint is of that one', () => {
    expect(familyDeprecation(row('Audit logs'), undefined, 'audit-logs')).toBeDefined()
    expect(
      familyDeprecation(row('[Audit logs](#tag/audit-logs): `GET /v2/logs`'), undefined, 'audit-logs'),
    ).toBeUndefined()
  })

  test('deprecated the audit log endpoints, in an entry', () => {
    for (const text of ['Deprecated the audit log endpoints.', '**Deprecated**  audit logs.'])
      expect(familyDeprecation(none, history(text, ''), 'audit-logs')).toBeDefined()
    expect(familyDeprecation(none, history('Introduced the audit log endpoints.', ''), 'audit-logs')).toBeUndefined()
  })

  const tag = 'audit-logs'
  const get = (more: object) => ({ get: { tags: [tag], operationId: 'x', responses, ...more } })
  test.each<readonly [string, object, boolean]>([
    ['labels on all', { '/a': get({ deprecated: true }), '/b': get({ deprecated: true }) }, true],
    ['a label on one of two', { '/a': get({ deprecated: true }), '/b': get({}) }, false],
    ['a label on another', { '/a': get({ deprecated: true, tags: ['other'] }) }, false],
    ['an end for all', { '/a': get({ responses: { 410: { description: 'gone' } } }) }, true],
    ['no operation', {}, false],
  ])('in a reference with %s', async (_, paths, expected) => {
    const reference = await openapi(paths)
    expect(familyDeprecation({ ...none, reference }, undefined, tag) !== undefined).toBe(expected)
  })

  test.each<readonly [string, object, object, boolean]>([
    ['its tag', {}, { tags: [{ name: tag, description: 'These endpoints are deprecated.' }] }, true],
    ['another tag', {}, { tags: [{ name: 'other', description: 'These endpoints are deprecated.' }] }, false],
    [
      'its tag, further down',
      {},
      { tags: [{ name: tag, description: 'Who did what.\n\nThese endpoints are deprecated.' }] },
      true,
    ],
    [
      'the tag behind it',
      {},
      {
        tags: [
          { name: tag, description: 'Who.' },
          { name: 'other', description: 'These endpoints are deprecated.' },
        ],
      },
      false,
    ],
    [
      'its tag, of one endpoint',
      {},
      { tags: [{ name: tag, description: '`GET /v2/logs`: this endpoint is deprecated.' }] },
      false,
    ],
    [
      'the tag behind it, without one of its own',
      {},
      { tags: [{ name: tag }, { name: 'other', description: 'These endpoints are deprecated.' }] },
      false,
    ],
    ['its tag, in short', {}, { tags: [{ name: tag, description: 'Deprecated since 2026-01-01.' }] }, true],
    [
      'all of it, without a name',
      {},
      { info: { title: 'Hub', version: '1', description: 'These endpoints are deprecated.' } },
      false,
    ],
    ['its tag, as current', {}, { tags: [{ name: tag, description: 'These endpoints are current.' }] }, false],
    ['an operation', { '/a': get({ description: 'The audit log endpoints are deprecated.' }) }, {}, true],
    [
      'an operation, further down',
      { '/a': get({ description: 'Who did what. The audit log endpoints are deprecated.' }) },
      {},
      true,
    ],
    [
      'an operation of another area',
      { '/a': get({ tags: [], description: 'The audit log endpoints are deprecated.' }) },
      {},
      false,
    ],
    [
      'all of it',
      {},
      { info: { title: 'Hub', version: '1', description: 'The audit log endpoints are deprecated.' } },
      true,
    ],
    ['nothing', {}, {}, false],
  ])('by the description of %s', async (_, paths, more, expected) => {
    const reference = await openapi(paths, more)
    expect(areaDescription({ ...none, reference }, tag) !== undefined).toBe(expected)
  })
})

describe('what the reference says of its own operation', () => {
  test.each([
    ['This endpoint is deprecated.', 'yes'],
    ['The operation was removed.', 'yes'],
    ['This endpoint is not deprecated.', 'no'],
    ['This endpoint will be removed.', 'open'],
    ['This endpoint may be deprecated.', 'open'],
    ['This endpoint will not be removed.', 'no'],
    ['This endpoint is replaced by another one.', 'open'],
    ['Use CreateRepository instead.', 'open'],
    ['Do not use CreateRepository instead.', 'no'],
    ['Use CreateRepository instead of this endpoint.', 'open'],
    ['GetOne is deprecated.', 'yes'],
    ['GetOther is deprecated.', 'no'],
    ['Its filters are deprecated.', 'no'],
    ['Get one (legacy)', 'open'],
    ['Get one (do not use)', 'open'],
    ['Get one (do not use) or two', 'no'],
    [`${'Quux '.repeat(21)}(legacy)`, 'no'],
    ['Quux [legacy] one', 'no'],
    ['This endpoint is removed on 2099-01-01.', 'open'],
    ['Update it instead.', 'no'],
    ['Use a token instead.', 'no'],
    ['[deprecated] Get one', 'open'],
    ['**[legacy]** Get one', 'open'],
    ['Get one [legacy].', 'open'],
    ['Legacy endpoint.', 'open'],
    ['Get one (legacy) or two', 'no'],
    ['Get one or [legacy] two', 'no'],
    ['Gets GetOther (CreateOne)', 'no'],
    ['Use CreateRepository.', 'no'],
    ['You may use CreateRepository instead.', 'no'],
    ['Use CreateRepository instead for forks.', 'no'],
    ['This endpoint is to be removed.', 'open'],
    ['This endpoint is extended by another one.', 'no'],
    ['This endpoint may be used.', 'no'],
    ['Gets one.', 'no'],
    ['', 'no'],
  ])('%s: %s', async (description, says) => {
    const { operations } = await openapi({ '/a': { get: { operationId: 'GetOne', responses, description } } })
    const [operation] = operations
    expect(operation && saidOfOwn(operation)).toEqual({ says, text: says === 'no' ? '' : expect.any(String) })
  })

  test('an operation without an id is not each that has none', async () => {
    const { operations } = await openapi({ '/a': { get: { responses, description: '`GET /b` is deprecated.' } } })
    expect(operations.map(one => saidOfOwn(one).says)).toEqual(['no'])
  })

  test('its answers are part of the excerpt', async () => {
    const all = { 200: responses[200], 410: { description: 'gone' } }
    const get = { operationId: 'GetOne', description: 'x'.repeat(200) }
    const reference = await openapi({ '/a': { get: { ...get, responses: all } }, '/b': { get: { responses: {} } } })
    const [one, other] = reference.operations.map(operation => endExcerpt(reference, operation))
    expect(one?.text).toMatch(/, answers: 200, 410; x{100}$/)
    expect(other?.text).toMatch(/, answers: none; $/)
    expect(one).toMatchObject({ from: 'openapi.json' })
  })

  test('what may be a label is quoted', async () => {
    const reference = await openapi({ '/a': { get: { description: 'Get one (legacy)', responses } } })
    const [operation] = reference.operations
    const finding = operation && unclearLabel(reference, operation, 'a label')
    expect(JSON.stringify(finding)).toContain('openapi.json, GET /a')
    expect(JSON.stringify(finding)).toContain('legacy')
  })

  test('the documents that are there', async () => {
    const reference = await openapi({})
    const log = readDeprecationLog('# Log\n', 'log.md')
    const all = { reference, 'deprecation-log': log }
    for (const names of [['reference', 'deprecation-log'], ['reference'], ['deprecation-log'], []] as const) {
      const has = (name: string) => (names as readonly string[]).includes(name)
      const probe = {
        hasFixture: async (name: string) => has(name),
        fixture: async (name: keyof typeof all) => all[name],
      } as unknown as Probe
      const sources = await labelSources(probe)
      expect(sources).toEqual({
        reference: has('reference') ? reference : undefined,
        log: has('deprecation-log') ? log : undefined,
      })
      expect(searched(sources).map(({ document, from }) => [document, from])).toEqual(
        names.map(name => [name, name === 'reference' ? 'openapi.json' : 'log.md']),
      )
    }
  })

  test.each([
    ['Deprecated since 2026-01-01.', true],
    ['Gets one.', false],
  ])('%s at its path: %s', async (description, expected) => {
    const get = { operationId: 'GetOne', responses }
    const info = { title: 'Hub', version: '1', description: 'See `/v2/b`.\n\nDeprecated since 2026-01-01.' }
    const reference = await openapi(
      { '/v2/a': { description, get }, '/v2/b': { description: 'Other.', get } },
      { info, tags: [{ name: 'a', description: 'One.' }] },
    )
    const { operations, ...bare } = await openapi({ '/v2/a': { get } })
    expect(operations.map(operation => labelOfPath({ ...bare, operations }, operation))).toEqual([undefined])
    expect(reference.operations.map(operation => labelOfPath(reference, operation) !== undefined)).toEqual([
      expected,
      false,
    ])
  })
})
