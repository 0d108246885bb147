import { expect, test } from 'vitest'
import { furtherPassage, isRow, possibleReplacement, possibleStatus } from '../../../../checks/documents/absence.ts'
import { lifecycle } from '../../../../contracts/lifecycle.ts'
import type { Finding } from '../../../../contracts/results/finding.ts'
import { readChangelog, readDeprecationLog } from '../../../../engine/documents/published.ts'

const told = (finding: Finding | undefined): string => {
  if (!finding) return 'none'
  const { feature = '', document = '' } = 'values' in finding ? finding.values : {}
  const [seen] = finding.seen
  return `${feature} in ${document || 'none'}: ${seen && 'text' in seen ? `${seen.text} (${seen.document}, line ${seen.line ?? 'none'})` : ''}`
}
const log = (text: string) => readDeprecationLog(`# Log\n\n${text}\n`, 'log.md')
const path = '/v2/repositories/{namespace}'
const old = `GET ${path}`
const oldTags = '/v1/repositories/{name}/tags'
const current = 'GET /v2/namespaces/{namespace}/repositories/{repository}/tags'
const row = `| Status | Feature | Date |\n|---|---|---|\n| Deprecated | \`${old}\` | 2025-06-27 |\n\n`
const replacement = (text: string, endpoint: { path: string; method?: string } = { method: 'GET', path }) =>
  told(possibleReplacement('deprecation-log', log(row + text), endpoint, 'the replacement'))

const cases: readonly [string, string, { path: string; method?: string }?][] = [
  ['none', ''],
  [
    'the replacement in the deprecation log: GET /v2/repositories/{namespace} | GetRepository (deprecation-log, line 9)',
    `| Old | See also |\n|---|---|\n| \`${old}\` | GetRepository |`,
  ],
  [
    'the replacement in the deprecation log: GET /v2/repositories/{namespace} | GetRepository (deprecation-log, line 9)',
    `| Old | See also |\n|---|---|\n| \`${old}\` | GetRepository |`,
    { path },
  ],
  ['none', `| Old | See also |\n|---|---|\n| \`${old}\` | GetRepository |`, { method: 'POST', path }],
  ['none', `| Old | See also |\n|---|---|\n| \`${old}\` | GetRepository |`, { path: '/v2/x' }],
  [
    'the replacement in the deprecation log: /v2/repositories/{namespace} | GetRepository (deprecation-log, line 9)',
    `| Old | See also |\n|---|---|\n| \`${path}\` | GetRepository |`,
  ],
  ['none', `| Old | See also |\n|---|---|\n| \`POST ${path}\` | GetRepository |`],
  [
    'the replacement in the deprecation log: POST /v2/repositories/{namespace}, GET /v2/repositories/{namespace} | GetRepository (deprecation-log, line 9)',
    `| Old | See also |\n|---|---|\n| \`POST ${path}\`, \`${old}\` | GetRepository |`,
  ],
  [
    'the replacement in the deprecation log: GET /v2/repositories/{namespace} | GET /v2/namespaces/{namespace}/repositories/{repository}/tags (deprecation-log, line 9)',
    `| Old | See also |\n|---|---|\n| \`${old}\` | \`${current}\` |`,
  ],
  ['none', `| Old | See also |\n|---|---|\n| \`${old}\` | \`GET /v3/x\` |`],
  ['none', `| Old | See also |\n|---|---|\n| \`${old}\` | getThings |`],
  ['none', `| Old | See also |\n|---|---|\n| \`${old}\` | listNamespaceRepositories |`],
  [
    'none',
    '| Old | See also |\n|---|---|\n| `/v2/repositories/{namespace}/{repository}` | GetRepository, CheckRepository |',
    { method: 'GET', path: '/v2/repositories/{namespace}/{repository}' },
  ],
  ['none', `| Old | See also |\n|---|---|\n| \`${old}\` | v1 |`],
  ['none', `| Old | See also |\n|---|---|\n| \`${oldTags}\` | ListRepositoryTags |`, { path: oldTags }],
  [
    'the replacement in the deprecation log: /v1/repositories/{name}/tags | GetRepository (deprecation-log, line 9)',
    `| Old | See also |\n|---|---|\n| \`${oldTags}\` | GetRepository |`,
    { path: oldTags },
  ],
  ['none', `| Old | See also |\n|---|---|\n| \`POST ${path}\` | CreateRepository |`, { method: 'POST', path }],
  [
    'the replacement in the deprecation log: POST /v2/repositories/{namespace} | listNamespaceRepositories (deprecation-log, line 9)',
    `| Old | See also |\n|---|---|\n| \`POST ${path}\` | listNamespaceRepositories |`,
    { method: 'POST', path },
  ],
  [
    'the replacement in the deprecation log: GET /v2/repositories/{namespace} | CreateRepository (deprecation-log, line 9)',
    `| Old | See also |\n|---|---|\n| \`${old}\` | CreateRepository |`,
  ],
  ['none', `| Old | See also |\n|---|---|\n| \`${old}\` | GetRepository is not affected |`],
  ['none', `| Old | New |\n|---|---|\n| \`${old}\` | GetRepository |`],
  ['none', `See \`${old}\` and GetRepository.`],
  ['none', `We had deprecated \`${old}\` before. The operation that replaced it is GetRepository.`],
  [
    'the replacement in the deprecation log: See also: GetRepository (deprecation-log, line 9)',
    `## \`${old}\`\n\nSee also: GetRepository`,
  ],
  ['none', `## \`${old}\` and GetRepository\n\nNothing.`],
  ['none', `## \`GET /v2/x\`\n\nSee also: GetRepository`],
  ['none', `## \`${old}\`\n\nSee also: \`GET /v2/x\`, GetRepository`],
  ['none', 'See also: GetRepository'],
]
test.each(cases)('a possible replacement, %s: %j %j', (expected, text, endpoint) => {
  expect(replacement(text, endpoint)).toBe(expected)
})

test('an entry of a change history names what is new next to what is old', () => {
  const page = (text: string) => readChangelog(`# Changes\n\n## 2025-06-27\n\n### New\n\n${text}\n`, 'changes.md')
  const found = (text: string) => told(possibleReplacement('changelog', page(text), { method: 'GET', path }, 'it'))
  expect(found(`- \`${old}\` | GetRepository`)).toBe('none')
  expect(found(`- New | GetRepository for a namespace. Deprecation | \`${old}\`.`)).toBe('none')
  expect(found(`- Something\n\n## \`${old}\`\n\n(see) GetRepository.`)).toBe(
    'it in the change history: (see) GetRepository. (changelog, line 11)',
  )
})

const status = (text: string) => told(possibleStatus(log(text), 'a status'))
const v1 = lifecycle.v1Routes[0]?.path ?? ''
const statuses: readonly (readonly [string, string])[] = [
  ['none', row],
  [
    'a status in the deprecation log: /v1/repositories/{name}/images answers 404. (deprecation-log, line 7)',
    `${row}\`${v1}\` answers 404.`,
  ],
  ['none', `${row}\`${v1}\` answers 410.`],
  [
    'a status in the deprecation log: /v1/repositories/{name}/images answers 410 or 404. (deprecation-log, line 7)',
    `${row}\`${v1}\` answers 410 or 404.`,
  ],
  ['none', `${row}\`/v2/x\` answers 404.`],
  [
    'a status in the deprecation log: The v1 API answers 404. (deprecation-log, line 7)',
    `${row}The v1 API answers 404.`,
  ],
  ['none', `${row}The v1 API answers.`],
  ['a status in the deprecation log: Answers 404. (deprecation-log, line 9)', `${row}## The v1 API\n\nAnswers 404.`],
  ['none', `${row}## The v1 API answers 404\n\nNothing.`],
  ['none', `${row}## The v2 API\n\nAnswers 404.`],
  ['none', `${row}## The v1 API\n\n\`/v2/x\` answers 404.`],
  ['a status in the deprecation log: Answers 404. (deprecation-log, line 9)', `${row}## \`${v1}\`\n\nAnswers 404.`],
  [
    'a status in the deprecation log: Answers 404. (deprecation-log, line 9)',
    `${row}## \`/v2/x\` and \`${v1}\`\n\nAnswers 404.`,
  ],
  [
    ' in the deprecation log: log.md has no table and no list of deprecated endpoints. (deprecation-log, line 1)',
    'Nothing.',
  ],
]
test.each(statuses)('a possible status, %s: %j', (expected, text) => {
  expect(status(text)).toBe(expected)
})

test.each([
  ['Deprecated | x | 2025-06-27', true],
  ['a|b', false],
  ['x', false],
])('%s is a row: %s', (text, expected) => {
  expect(isRow(text)).toBe(expected)
})

test.each([
  ['Other', 'GET /v2/x'],
  // What ends with a colon is of what stands behind it.
  ['Other:', undefined],
])('a day below the heading %j next to a path may be of the path: %s', (heading, text) => {
  const page = log(`\`GET /v2/x\`\n\n## ${heading}\n\n2025-06-27`)
  const expected = { state: 'deprecated', date: '2025-06-27' } as const
  const found = furtherPassage(page, expected, 'it', ({ endpoints }) =>
    endpoints.some(({ path: one }) => one === '/v2/x'),
  )
  expect(found?.seen.map(seen => 'text' in seen && seen.text)).toEqual(text && [text])
})

test('what an item states on the line below its day is no further passage', () => {
  const text = `Log\n===\n\n.. deprecated:: 2025-06-28\n   \`\`${old}\`\`. Use it no more.\n\n.. deprecated:: 2025-06-27\n   \`\`POST /v2/repositories\`\`. Use it no more.\n`
  const page = readDeprecationLog(text, 'log.rst')
  const names = ({ endpoints }: { readonly endpoints: readonly { readonly path: string }[] }) =>
    endpoints.some(one => one.path === path)
  expect(page.rows.map(({ line }) => line)).toEqual([5, 8])
  expect(furtherPassage(page, { state: 'deprecated', date: '2025-06-27' }, old, names)).toBeUndefined()
})
