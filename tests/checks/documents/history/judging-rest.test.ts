import { expect, test } from 'vitest'
import { judge } from '../../../../checks/documents/history/judging.ts'
import { shipped } from '../../../../checks/documents/history/subjects.ts'
import { withAreas } from '../../../../checks/documents/named-areas.ts'
import type { ChangeEntry } from '../../../../contracts/documents.ts'
import { readReference } from '../../../../engine/documents/reference/reference.ts'
import { entry, fact, judged, page, told } from './judged.ts'

const list = 'listNamespaceRepositories'
const old = 'GET /v2/repositories/{namespace}'
const right = entry('2025-06-27', 'New', list)
const deprecated = entry('2025-06-27', 'Deprecations', old)
const long = 'It is written here at length, so that a reader takes it for a paragraph of its own: '
/** A table with changes, each with its date, kind and text. */
const table = (...rows: readonly string[]): string =>
  ['| Date | Kind | Change |', '|---|---|---|', ...rows.map(row => `| ${row} |`)].join('\n')
const expiry = entry(
  '2025-11-21',
  'Updates',
  'The missing `expires_at` fields are added on the PAT management endpoints.',
)

const cases: readonly (readonly [string, readonly string[], string])[] = [
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Notes', 'A list of the repositories of a namespace', list)],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | Notes | listNamespaceRepositories',
  ],
  [
    '2025-07-29-new',
    [entry('2025-07-29', 'New', 'UpdateRepositoryImmutableTags will be added', 'Remove VerifyRepositoryImmutableTags')],
    'violated: entry-opposite (VerifyRepositoryImmutableTags, 2025-07-29): 2025-07-29 | New | Remove VerifyRepositoryImmutableTags',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', list, 'The addition was rolled back.')],
    'unclear: statement-unclear (the change): The addition was rolled back.',
  ],
  [
    '2025-06-27-new',
    [right, 'The addition was rolled back.'],
    'unclear: statement-unclear (the change): The addition was rolled back.',
  ],
  [
    '2025-06-27-new',
    [right, '## 2025-05-01', 'The addition was rolled back.'],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'New', `${list} and GetTags`), right],
    'violated: contradicting-statements (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories; 2025-07-27 | New | listNamespaceRepositories and GetTags',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Deprecations', list), 'The addition was rolled back.'],
    'violated: entry-kind (listNamespaceRepositories, 2025-06-27, New): 2025-06-27 | Deprecations | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'New', list), `## More\n\n${long}${list} since 2025-06-27.`],
    `unclear: statement-unclear (listNamespaceRepositories): ${long}listNamespaceRepositories since 2025-06-27.`,
  ],
  ['2025-06-27-new', [entry('June 2025', 'New', list), right], 'holds: 2025-06-27 | New | listNamespaceRepositories'],
  [
    '2025-06-27-deprecation',
    [table(`2025-06-27 | Deprecated | ${old}`, `soon | Removed | ${old}`)],
    'holds: 2025-06-27 | Deprecated | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [table(`2025-06-27 | Deprecated | ${old}`, `2025-10-10 | Removed | ${old}`)],
    'violated: contradicting-statements (GET /v2/repositories/{namespace}): 2025-06-27 | Deprecated | GET /v2/repositories/{namespace}; 2025-10-10 | Removed | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [table(`2025-06-27 | Deprecated | ${old}`, `2025-10-10, 2025-12-10 | Removed | ${old}`)],
    'holds: 2025-06-27 | Deprecated | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [deprecated, entry('2025-06-27', 'Updates', `${old} is not deprecated`)],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-new',
    [table(`2025-06-27 | New | ${list}`, `soon | New | Remove ${list} for all`)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [table(`2025-06-27 | New | ${list}`, `2025-08-01 | New | Remove ${list} for all`)],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-08-01 | New | Remove listNamespaceRepositories for all',
  ],
  [
    '2025-06-27-new',
    [table(`2025-06-27 | New | ${list}`, `2025-06-01, 2025-08-01 | New | Remove ${list} for all`)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'Updates', `${list} was dropped again`), right],
    'violated: contradicting-statements (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories; 2025-07-27 | Updates | listNamespaceRepositories was dropped again',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'New', 'Retirements of the list of the repositories'), right],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-11-21-update',
    [expiry],
    'holds: 2025-11-21 | Updates | The missing expires_at fields are added on the PAT management endpoints.',
  ],
  [
    '2025-11-21-update',
    [entry('2025-12-01', 'Updates', '`expires_at` was dropped again'), expiry],
    'unclear: statement-unclear (expires_at of the area access-tokens): 2025-12-01 | Updates | expires_at was dropped again',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'New', `${list} is removed`), right],
    'violated: contradicting-statements (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories; 2025-07-27 | New | listNamespaceRepositories is removed',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-28', 'New', list), entry('2025-07-27', 'New', `Remove ${list} for all`), right],
    'violated: contradicting-statements (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories; 2025-07-28 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'Notes', 'A list of the repositories of a namespace')],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'Notes', list)],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', 'A list of the repositories of a namespace', `${list} will be added`)],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories will be added',
  ],
  [
    '2025-06-27-new',
    [entry('June 2025', 'Notes', list)],
    'unclear: statement-unclear (listNamespaceRepositories): June 2025 | Notes | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', list), entry('2025-06-27', 'Neuigkeit', 'Etwas')],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | Neuigkeit | Etwas',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Withdrawn', 'Etwas')],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Neuigkeit', '`UpdateRepositoryImmutableTags`')],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | Neuigkeit | UpdateRepositoryImmutableTags',
  ],
  [
    '2025-09-19-new',
    [entry('2025-09-19', 'Neuigkeit', '`POST /v2/repositories`')],
    'violated: entry-missing (CreateRepository, 2025-09-19): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Updates', 'The repositories on the list of 2025-06-27')],
    'unclear: statement-unclear (listNamespaceRepositories): Changes',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'Updates', `${long}${list} was there on 2025-06-27`)],
    'unclear: statement-unclear (listNamespaceRepositories): It is written here at length, so that a reader takes it for a paragraph of its own: listNamespaceRepositories was there on 2025-06-27',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'Updates', `${long}${list} was there on 2025-06-28`)],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'Updates', `${long}since 2025-06-28, ${list} was there on 2025-06-27`)],
    'unclear: statement-unclear (listNamespaceRepositories): It is written here at length, so that a reader takes it for a paragraph of its own: since 2025-06-28, listNamespaceRepositories was there on 2025-06-27',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'Updates', `${long}${list} was there in June 2025`)],
    'unclear: statement-unclear (listNamespaceRepositories): It is written here at length, so that a reader takes it for a paragraph of its own: listNamespaceRepositories was there in June 2025',
  ],
  [
    '2025-06-27-new',
    [entry('June 2025', 'Updates', `${long}lists of things; repositories of 2025-06-27`)],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [table(`2025-06-27, 2025-06-28 | Updates | ${long}lists of the repositories of 2025-06-28 and 2025-06-27`)],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', 'GetRepository'), '## More', `${long}there is more since 2025-06-27.`],
    'unclear: statement-unclear (listNamespaceRepositories): It is written here at length, so that a reader takes it for a paragraph of its own: there is more since 2025-06-27.',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', 'GetRepository'), '## More', `${long}there is more since 2025-06-27.`],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [
      entry('2025-06-27', 'New', 'GetRepository'),
      entry('2025-06-01', 'New', 'GetTags'),
      '## More',
      `${long}there is more since 2025-06-27.`,
    ],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 2 entries on 2 days',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', 'GetRepository'), '## More', `${long}a list of repositories since 2025-06-27.`],
    'unclear: statement-unclear (listNamespaceRepositories): It is written here at length, so that a reader takes it for a paragraph of its own: a list of repositories since 2025-06-27.',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', 'GetRepository'), '## More', `${long}a list of repositories since 2025-06-28.`],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', 'GetRepository'), '## More', `${long}it can list repositories.`],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [
      entry('2025-06-28', 'Updates', list),
      entry('2025-06-28', 'New', 'GetRepository'),
      '## More',
      `\`${list}\` is there.`,
    ],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 2 entries on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Updates', list), entry('2025-06-28', 'New', list)],
    'violated: entry-kind (listNamespaceRepositories, 2025-06-27, New): 2025-06-27 | Updates | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', `${list} and GetRepository`)],
    'violated: entry-date (listNamespaceRepositories, 2025-06-28, 2025-06-27): 2025-06-28 | New | listNamespaceRepositories and GetRepository',
  ],
  [
    '2025-06-27-new',
    [entry('2025-09-19', 'New', `${list} and GetRepository`)],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-09-19', '', `Added ${list} and GetRepository`)],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-09-25', 'New', `${list} and CreateRepositoryGroup`)],
    'violated: entry-date (listNamespaceRepositories, 2025-09-25, 2025-06-27): 2025-09-25 | New | listNamespaceRepositories and CreateRepositoryGroup',
  ],
  [
    '2025-09-25-update',
    [entry('2025-09-19', '', 'Added a missing field to CreateRepositoryGroup and CreateRepository')],
    'violated: entry-missing (CreateRepositoryGroup, 2025-09-25): 1 entry on 1 day',
  ],
  [
    '2025-09-25-update',
    [entry('2025-09-18', '', 'Added a missing field to CreateRepositoryGroup and CreateRepository')],
    'violated: entry-date (CreateRepositoryGroup, 2025-09-18, 2025-09-25): 2025-09-18 | (none) | Added a missing field to CreateRepositoryGroup and CreateRepository',
  ],
  [
    '2025-09-25-update',
    [entry('2025-09-19', '', 'Added a missing field to CreateRepositoryGroup')],
    'violated: entry-date (CreateRepositoryGroup, 2025-09-19, 2025-09-25): 2025-09-19 | (none) | Added a missing field to CreateRepositoryGroup',
  ],
  [
    '2025-09-25-update',
    [entry('2025-09-19', 'Updates', 'CreateRepositoryGroup and CreateRepository')],
    'violated: entry-date (CreateRepositoryGroup, 2025-09-19, 2025-09-25): 2025-09-19 | Updates | CreateRepositoryGroup and CreateRepository',
  ],
]
test.each(cases)('%s: %j: %s', (slug, texts, expected) => {
  expect(judged(slug, ...texts)).toBe(expected)
})

test.each<readonly [string, string, object]>([
  [
    `${deprecated}\n\n## More\n\n${old} is not deprecated.`,
    '2025-06-27-deprecation',
    { document: 'changelog', from: 'changes.md', line: 11 },
  ],
  [entry('2025-06-01', 'New', 'GetTags'), '2025-06-27-new', { document: 'changelog', from: 'changes.md' }],
  ['', '2025-06-27-new', { document: 'changelog', from: 'changes.md' }],
  [
    `${entry('2025-06-01', 'New', 'GetTags')}\n\n## More\n\n${long}a list of repositories since 2025-06-27.`,
    '2025-06-27-new',
    { document: 'changelog', line: 11 },
  ],
  [
    `${entry('2025-06-01', 'New', 'GetTags')}\n\n## More\n\n${long}\`${list}\`.`,
    '2025-06-27-new',
    { document: 'changelog', line: 11 },
  ],
])('%j: %s: the place of the evidence', (text, slug, place) => {
  expect(judge(page(text), fact(slug), shipped).seen).toMatchObject([place])
})

test.each<readonly [string, object]>([
  [entry('2025-06-27', '', list), { from: 'changes.md' }],
  [
    entry('2025-06-27', 'New', `${list} is removed. ${'It is gone. '.repeat(15)}`),
    { text: `${list} is removed. ${'It is gone. '.repeat(15)}`.slice(0, 120) },
  ],
])('%j: the values of the finding', (text, values) => {
  expect(judge(page(text), fact('2025-06-27-new'), shipped)).toMatchObject({ values })
})

test.each([
  ['Audit logs of organization access tokens', ['audit-logs'], 'violated: contradicting-statements'],
  ['`exportLogs` is new', ['audit-logs'], 'holds'],
  ['`exportLogs` is new', [], 'holds'],
])('%s, an operation of %j, after the area was added: %s', (text, areas, expected) => {
  const read = page(
    `${entry('2025-12-01', 'New', text)}\n\n${entry('2025-03-18', 'New', 'Audit logs of organization access tokens')}`,
  )
  const [first, ...rest] = read.entries
  const entries = [{ ...(first as ChangeEntry), areas }, ...rest]
  expect(told(judge({ ...read, entries }, fact('2025-03-18-new'), shipped))).toMatch(expected)
})

const operation = (operationId: string, tag: string) => ({ operationId, tags: [tag], responses: {} })
const reference = readReference(
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'x', version: '1' },
    paths: {
      '/v2/orgs/{org}/activity': { get: operation('listActivity', 'audit-logs') },
      '/v2/orgs/{org}/robots': { post: operation('addRobot', 'org-access-tokens') },
      '/v2/me/keys': { get: operation('listKeys', 'access-tokens') },
      '/v2/namespaces/{namespace}/repositories': { get: operation('catalog_list', 'repositories') },
      '/v2/billing/plans': { get: operation('listPlans', 'billing') },
    },
  }),
  'openapi.json',
)

test.each<readonly [string, string, string, readonly string[]]>([
  // In words that are not recognized, and of nothing else.
  ['unclear', '2025-03-18-new', 'New', ['The activity log of an organization has entries about robots.']],
  ['unclear', '2025-03-18-new', 'New', ['Organization access tokens are in the activity log.']],
  ['unclear', '2025-03-18-new', 'Added', ['Robots are part of the activity log, see `robotId`.']],
  ['unclear', '2025-03-25-new', 'New', ['Robots.']],
  ['unclear', '2025-09-25-update', 'Updates', ['Request and response of assigning a team to a repository are fixed.']],
  ['unclear', '2025-11-21-update', 'Updates', ['The expiry date of your keys is part of all responses now.']],
  ['unclear', '2025-11-21-update', 'Updates', ['`GET /v2/me/keys` has the expiry date.']],
  ['unclear', '2025-09-19-deprecation', 'Deprecated', ['The legacy endpoints to create and get repositories.']],
  ['unclear', '2025-06-27-new', 'New', ['`/v2/namespaces/{namespace}/repositories`']],
  ['unclear', '2025-06-27-new', 'New', ['`/v2/namespaces/{namespace}/repositories`, `GET /v2/other`']],
  ['unclear', '2025-03-18-new', 'New', ['Audit logs of personal access tokens have robots.']],
  ['unclear', '2025-11-21-update', 'Updates', ['PAT management endpoints.']],
  ['unclear', '2025-03-25-new', 'New', ['Robots will be added.']],
  ['unclear', '2025-06-27-new', 'New', ['GetRepository', 'The catalog of a namespace.']],
  // By the id that the reference has for it.
  ['holds', '2025-06-27-new', 'New', ['`catalog_list`']],
  ['holds', '2025-03-25-new', 'New', ['`addRobot`']],
  // Something else.
  ['violated', '2025-03-18-new', 'New', ['`GET /v2/billing/plans`: plans and robots']],
  ['violated', '2025-03-18-new', 'New', ['`listPlans`']],
  ['violated', '2025-03-18-new', 'New', ['`GET /v2/not/listed`']],
  ['violated', '2025-03-18-new', 'New', ['APIs for organization access token (OAT) management.']],
  ['violated', '2025-03-18-new', 'New', ['`POST /v2/orgs/{org}/robots`']],
  ['violated', '2025-03-25-new', 'New', ['Personal access tokens can be created.']],
  ['violated', '2025-03-25-new', 'New', ['Webhooks for robots.']],
  ['violated', '2025-03-25-new', 'New', ['Nothing.']],
  ['violated', '2025-06-27-new', 'New', ['`getThings` of namespaces']],
  ['violated', '2025-06-27-new', 'New', ['`PUT /v2/namespaces/{namespace}/repositories`']],
  ['violated', '2025-06-27-new', 'New', ['A repository is created by id with Create repository.']],
  // Another kind, and another change of the same day.
  ['violated', '2025-03-25-new', 'Updates', ['Robots.']],
  ['violated', '2025-03-25-new', 'Notes', ['Robots.']],
  ['violated', '2025-09-19-new', 'New', ['CreateRepository', '`HEAD /v2/repositories/{namespace}/{repository}`']],
  ['violated', '2025-09-19-deprecation', 'Deprecated', ['`POST /v2/repositories` and others']],
])('%s: %s, %s: %j', (expected, slug, kind, texts) => {
  const one = fact(slug)
  const finding = judge(withAreas(page(entry(one.date, kind, ...texts)), reference.operations), one, shipped)
  expect(told(finding)).toMatch(expected)
  if (expected === 'unclear') expect(told(finding)).toContain(texts.at(-1)?.replaceAll('`', ''))
})

test('without a reference it is open which area an endpoint belongs to', () => {
  expect(judged('2025-03-18-new', entry('2025-03-18', 'New', '`GET /v2/orgs/{org}/activity`'))).toMatch('unclear')
})
