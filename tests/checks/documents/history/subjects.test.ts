import { describe, expect, test } from 'vitest'
import { areas, shipped, subjects, tokens } from '../../../../checks/documents/history/subjects.ts'
import type { ChangeEntry } from '../../../../contracts/documents.ts'
import { type ChangeFact, lifecycle } from '../../../../contracts/lifecycle.ts'
import { readChangelog } from '../../../../engine/documents/published.ts'

const fact = (slug: string): ChangeFact => lifecycle.changeHistory.find(one => one.slug === slug) as ChangeFact
const entry = (text: string, more: { areas?: readonly string[]; operationIds?: readonly string[] } = {}) => {
  const [read] = readChangelog(`# Changes\n\n## 2025-01-01\n\n### New\n\n- ${text}\n`, 'changes.md').entries
  return { ...(read as ChangeEntry), ...more }
}
const asked = (slug: string, text: string, at = 0, more = {}, pathOf = shipped) =>
  subjects(fact(slug), pathOf)[at]?.speaks(entry(text, more))

test('the subjects of a change are its operations, endpoints, areas and fields', () => {
  const names = lifecycle.changeHistory.map(one =>
    subjects(one, shipped)
      .map(({ name }) => name)
      .join(),
  )
  expect(names).toEqual([
    'expires_at of the area access-tokens',
    'CreateRepositoryGroup',
    'CreateRepository,GetRepository,CheckRepository',
    'POST /v2/repositories,POST /v2/repositories/{namespace},GET /v2/repositories/{namespace}/{repository},HEAD /v2/repositories/{namespace}/{repository}',
    'UpdateRepositoryImmutableTags,VerifyRepositoryImmutableTags',
    'listNamespaceRepositories',
    'GET /v2/repositories/{namespace}',
    'the area org-access-tokens',
    'the area audit-logs',
  ])
})

describe('whether an entry speaks of an operation', () => {
  test.each([
    ['2025-06-27-new', 'listNamespaceRepositories', 'yes'],
    ['2025-06-27-new', '`ListNamespaceRepositories`', 'yes'],
    ['2025-06-27-new', 'GET /v2/namespaces/{namespace}/repositories', 'yes'],
    ['2025-06-27-new', '/v2/namespaces/{namespace}/repositories', 'no'],
    ['2025-06-27-new', 'POST /v2/namespaces/{namespace}/repositories', 'no'],
    ['2025-06-27-new', 'List repositories', 'yes'],
    ['2025-06-27-new', 'Legacy list repositories', 'no'],
    ['2025-06-27-new', 'Undocumented list of repositories', 'no'],
    ['2025-06-27-new', 'The legacylist of repositories', 'no'],
    ['2025-06-27-new', 'A list of the repositories of a namespace', 'maybe'],
    ['2025-06-27-new', 'Repositories', 'no'],
    ['2025-09-25-update', 'Assign a repository group', 'yes'],
    ['2025-09-25-update', 'Creates groups', 'maybe'],
  ])('%s: %s: %s', (slug, text, expected) => {
    expect(asked(slug, text)).toBe(expected)
  })

  test.each([
    ['List repositories (listAllRepositories)', ['listAllRepositories'], 'maybe'],
    ['List repositories (getThings)', ['getThings'], 'yes'],
    ['List repositories (listnamespacerepositories, listAllRepositories)', ['listnamespacerepositories'], 'yes'],
    ['List repositories', ['ListRepositoryTags', 'listAllRepositories'], 'maybe'],
    ['List repositories', ['ListRepositoryTags'], 'yes'],
  ])('%s with the ids %j: %s', (text, operationIds, expected) => {
    expect(asked('2025-06-27-new', text, 0, { operationIds })).toBe(expected)
  })

  test('by the path that the target has for it, if it has one', () => {
    const text = 'GET /v2/namespaces/{namespace}/repositories'
    expect(asked('2025-06-27-new', text, 0, {}, () => undefined)).toBe('no')
    expect(asked('2025-06-27-new', text, 0, {}, () => ({ method: 'GET', path: '/x' }))).toBe('no')
    expect(asked('2025-06-27-new', 'GET /v2/x', 0, {}, () => ({ method: 'GET', path: '/v2/x' }))).toBe('yes')
  })
})

test('an operation may be at its path, or anywhere where the target has none for it; nothing else may', () => {
  const mayBe = (slug: string, path: string, pathOf = shipped) =>
    subjects(fact(slug), pathOf).map(({ mayBeAt }) => mayBeAt({ path }))
  expect(mayBe('2025-06-27-new', '/v2/namespaces/{namespace}/repositories')).toEqual([true])
  expect(mayBe('2025-06-27-new', '/v2/x')).toEqual([false])
  expect(mayBe('2025-06-27-new', '/v2/x', () => undefined)).toEqual([true])
  expect(mayBe('2025-06-27-deprecation', '/v2/repositories/{namespace}')).toEqual([false])
  expect(mayBe('2025-03-18-new', '/v2/x')).toEqual([false])
})

test.each([
  ['GET /v2/repositories/{namespace}', 'yes'],
  ['/v2/repositories/{namespace}', 'yes'],
  ['GET /v2/repositories/{namespace} and /v2/x', 'yes'],
  ['POST /v2/repositories/{namespace}', 'no'],
  ['nothing', 'no'],
])('%s speaks of the endpoint: %s', (text, expected) => {
  expect(asked('2025-06-27-deprecation', text)).toBe(expected)
})

describe('whether an entry speaks of an area', () => {
  test.each([
    ['2025-03-25-new', 'OATs', 'yes'],
    ['2025-03-25-new', 'Access tokens of organizations', 'yes'],
    ['2025-03-25-new', '[Management](openapi.json#tag/org-access-tokens)', 'yes'],
    ['2025-03-25-new', 'org-access-tokens', 'yes'],
    ['2025-11-21-update', '`expires_at` of access-tokens', 'yes'],
    ['2025-11-21-update', '`expires_at` of access-tokens-2', 'maybe'],
    ['2025-03-25-new', 'Personal access tokens', 'no'],
    ['2025-03-25-new', 'Audit logs of OATs', 'no'],
    ['2025-03-25-new', '[Personal access tokens](openapi.json#tag/org-access-tokens)', 'maybe'],
    ['2025-03-25-new', '[Tokens of organizations and PATs](openapi.json#tag/org-access-tokens)', 'yes'],
    ['2025-11-21-update', '`expires_at` of my-access-tokens', 'maybe'],
    ['2025-03-18-new', 'Audit logs', 'maybe'],
    ['2025-03-18-new', 'Audit logs of organizations', 'maybe'],
    ['2025-03-18-new', 'Audit logs of organization access tokens', 'yes'],
    ['2025-03-18-new', 'Audit logs of personal access tokens', 'no'],
    ['2025-03-18-new', 'Audit logs of PATs and OATs', 'yes'],
    ['2025-03-18-new', 'Logs', 'no'],
    ['2025-11-21-update', '`expires_at` of PATs', 'yes'],
    ['2025-11-21-update', 'EXPIRES_AT of PATs', 'yes'],
    ['2025-11-21-update', '`expires_at` of the audit logs of PATs', 'yes'],
    ['2025-11-21-update', '`expires_at`', 'maybe'],
    ['2025-11-21-update', '`expires_at` of OATs', 'no'],
    ['2025-11-21-update', '[`expires_at` of OATs](openapi.json#tag/access-tokens)', 'maybe'],
    ['2025-11-21-update', '`expires_at_all` of PATs', 'no'],
    ['2025-11-21-update', '`x-expires_at` of PATs', 'no'],
    ['2025-11-21-update', '`expires_at-x` of PATs', 'no'],
    ['2025-11-21-update', 'PATs', 'no'],
    ['2025-11-21-update', 'Everything', 'no'],
  ])('%s: %s: %s', (slug, text, expected) => {
    expect(asked(slug, text)).toBe(expected)
  })

  test.each([
    ['2025-03-18-new', ['audit-logs'], 'yes'],
    ['2025-03-18-new', ['access-tokens'], 'no'],
    ['2025-03-25-new', ['Org Access Tokens'], 'yes'],
    ['2025-03-25-new', [], 'no'],
  ])('%s: operations of %j: %s', (slug, named, expected) => {
    expect(asked(slug, 'Something', 0, { areas: named })).toBe(expected)
  })
})

test.each([
  ['PATs', 'access-tokens'],
  ['A PAT', 'access-tokens'],
  ['pats', ''],
  ['PATCH', ''],
  ['Personal tokens', 'access-tokens'],
  ['Personal data', ''],
  ['Impersonal tokens', ''],
  ['OAT', 'org-access-tokens'],
  ['OATs', 'org-access-tokens'],
  ['oats', ''],
  ['FLOATS', ''],
  ['Org access tokens', 'org-access-tokens'],
  ['Orgs', ''],
  ['auditlogs', 'audit-logs'],
  ['auditlog', 'audit-logs'],
  ['auditlogging', ''],
  ['Audit log', 'audit-logs'],
  ['Audit logs', 'audit-logs'],
  ['Auditing: events', 'audit-logs'],
  ['audited event', 'audit-logs'],
  ['audit trail', 'audit-logs'],
  ['audit trails', 'audit-logs'],
  ['audit logging', 'audit-logs'],
  ['auditors of events', ''],
  ['audits', ''],
  ['audit', ''],
])('%s is in words of the area %j', (text, area) => {
  expect(Object.keys(areas).filter(one => areas[one]?.(text))).toEqual(area === '' ? [] : [area])
})

test.each([
  ['access-token', true],
  ['Tokens', true],
  ['tokenize', false],
])('%s is about tokens: %s', (text, expected) => {
  expect(tokens.test(text)).toBe(expected)
})
