import { expect, it } from 'vitest'
import {
  accepted,
  endpointText,
  judgePage,
  judgeReplacements,
  type ReplacementSource,
  replacementClaims,
  wrongSuccessorOfV1,
} from '../../../checks/documents/replacement-claims.ts'
import { type LegacyEndpoint, lifecycle } from '../../../contracts/lifecycle.ts'
import type { Probe } from '../../../contracts/requirement.ts'
import type { Finding } from '../../../contracts/results/finding.ts'
import { readChangelog } from '../../../engine/documents/published.ts'
import { at, log, reference } from './labels/sources.ts'

const legacy = (text: string): LegacyEndpoint =>
  lifecycle.legacyEndpoints.find(endpoint => endpointText(endpoint) === text) as LegacyEndpoint
const list = 'GET /v2/repositories/{namespace}'
const get = 'GET /v2/repositories/{namespace}/{repository}'
const head = 'HEAD /v2/repositories/{namespace}/{repository}'
const history = (text: string) => readChangelog(`## 2025-06-27\n\n- ${text}\n`, 'changes.md')

const probeOf = (documents: object): Probe =>
  ({
    bind: (id: string) => lifecycle.operations.find(one => one.id === id)?.published,
    hasFixture: async (name: string) => name in documents,
    fixture: async (name: string) => documents[name as keyof typeof documents],
  }) as unknown as Probe

/** What was found, of what, and the words of it. */
const told = (finding: Finding | undefined): string => {
  if (!finding) return 'none'
  const values = 'values' in finding ? Object.values(finding.values) : []
  const seen = finding.seen.map(one => ('text' in one ? `${one.document}: ${one.text}` : ''))
  return [finding.kind, 'code' in finding ? finding.code : '', ...values, ...seen].filter(Boolean).join(' | ')
}
const judged = async (documents: object, endpoint: string, source: ReplacementSource): Promise<string> => {
  const probe = probeOf(documents)
  const claims = await replacementClaims(probe, legacy(endpoint), source)
  return told(await judgeReplacements(probe, legacy(endpoint), claims)).replaceAll(endpoint, 'OLD')
}
/** What a log says that names the legacy list as OLD. */
const inLog = (text: string) =>
  judged({ 'deprecation-log': log(text.replaceAll('OLD', `\`${list}\``)) }, list, 'deprecation-log')
/** What the reference says in the descriptions of these methods of a path. */
const inReference = async (endpoint: string, descriptions: object, more: object = {}, others: object = {}) => {
  const [, path = ''] = endpoint.split(' ')
  const operations = Object.entries(descriptions).map(([method, description]) => [
    method,
    { description, responses: { 200: { description: 'Done.' } }, ...more },
  ])
  const document = await reference({ [path]: Object.fromEntries(operations) })
  return judged({ reference: document, ...others }, endpoint, 'reference')
}

it.each([
  [list, ['listNamespaceRepositories']],
  [head, ['CheckRepository', 'GetRepository']],
])('%s may lead to %j', (endpoint, ids) => {
  expect(accepted(legacy(endpoint))).toEqual(ids)
})

it.each([
  ['OLD is replaced by listNamespaceRepositories.', 'holds | deprecation-log: OLD → listNamespaceRepositories'],
  [
    'OLD is replaced by GetRepository.',
    'violated | contradicting-replacement | OLD | GetRepository | listNamespaceRepositories | deprecation-log: OLD → GetRepository',
  ],
  [
    'OLD is replaced by `/hub/v2/namespaces/{n}/repositories`.',
    'holds | deprecation-log: OLD → /hub/v2/namespaces/{n}/repositories',
  ],
  [
    'OLD is replaced by `POST /v2/namespaces/{n}/repositories`.',
    'violated | contradicting-replacement | OLD | /v2/namespaces/{n}/repositories | listNamespaceRepositories | deprecation-log: OLD → /v2/namespaces/{n}/repositories',
  ],
  [
    'OLD is replaced by [listNamespaceRepositories](#operation/GetRepository).',
    'violated | contradicting-statements | the replacement of OLD | OLD → listNamespaceRepositories | log.md, line 3 | GetRepository | log.md, line 3 | deprecation-log: OLD → listNamespaceRepositories | deprecation-log: OLD → GetRepository',
  ],
  [
    'OLD is replaced by listThings.',
    'unclear | statement-unclear | the deprecation log | the replacement of OLD | log.md, line 3 | listThings | deprecation-log: OLD → listThings',
  ],
  ['OLD is replaced by `GET /things`.', 'none'],
  [
    'OLD is replaced by `GET /v3/things`.',
    'unclear | statement-unclear | the deprecation log | the replacement of OLD | log.md, line 3 | /v3/things | deprecation-log: OLD → /v3/things',
  ],
  [
    'OLD is replaced by `GET /v2/repositories/{a}/{b}`.',
    'unclear | statement-unclear | the deprecation log | the replacement of OLD | log.md, line 3 | /v2/repositories/{a}/{b} | deprecation-log: OLD → /v2/repositories/{a}/{b}',
  ],
  ['If you know the name, use `GET /v2/repositories/{a}/{b}` instead of OLD.', 'none'],
  [
    'OLD is replaced by `GET /v1/repositories/{name}/tags`.',
    'violated | contradicting-replacement | OLD | /v1/repositories/{name}/tags | listNamespaceRepositories | deprecation-log: OLD → /v1/repositories/{name}/tags',
  ],
  [
    'OLD has no replacement.',
    'violated | contradicting-replacement | OLD | none | listNamespaceRepositories | deprecation-log: OLD → none',
  ],
  [
    'OLD has no replacement. OLD is replaced by listNamespaceRepositories.',
    'holds | deprecation-log: OLD → none | deprecation-log: OLD → listNamespaceRepositories',
  ],
  [
    'OLD has no replacement.\n\nOLD is replaced by listNamespaceRepositories.',
    'violated | contradicting-statements | the replacement of OLD | OLD → listNamespaceRepositories | log.md, line 5 | none | log.md, line 3 | deprecation-log: OLD → listNamespaceRepositories | deprecation-log: OLD → none',
  ],
  [
    'OLD is replaced by listNamespaceRepositories or GetRepository.',
    'unclear | statement-unclear | the deprecation log | the replacement of OLD | log.md, line 3 | listNamespaceRepositories or GetRepository | deprecation-log: OLD → listNamespaceRepositories or GetRepository',
  ],
  [
    'OLD is replaced by listNamespaceRepositories or listThings.',
    'holds | deprecation-log: OLD → listNamespaceRepositories or listThings | deprecation-log: OLD → listNamespaceRepositories or listThings',
  ],
  [
    'OLD is replaced by listNamespaceRepositories.\n\nOLD is replaced by GetRepository.',
    'violated | contradicting-statements | the replacement of OLD | OLD → listNamespaceRepositories | log.md, line 3 | GetRepository | log.md, line 5 | deprecation-log: OLD → listNamespaceRepositories | deprecation-log: OLD → GetRepository',
  ],
  [
    'OLD is replaced by listNamespaceRepositories.\n\nUse listNamespaceRepositories instead of OLD.',
    'holds | deprecation-log: OLD → listNamespaceRepositories | deprecation-log: OLD → listNamespaceRepositories',
  ],
  [
    'If you know the name, use GetRepository instead of OLD.',
    'unclear | statement-unclear | the deprecation log | the replacement of OLD | log.md, line 3 | GetRepository | deprecation-log: OLD → GetRepository',
  ],
  [
    '* `POST /v2/repositories`, replaced by CreateRepository * OLD, replaced by listNamespaceRepositories * `GET /v2/x`, replaced by GetRepository',
    'holds | deprecation-log: OLD → listNamespaceRepositories',
  ],
  ['`/v2/repositories/{namespace}` is replaced by GetRepository.', 'none'],
  ['`POST /v2/repositories/{namespace}` is replaced by CreateRepository.', 'none'],
])('a log: %s', async (text, expected) => {
  expect(await inLog(text)).toBe(expected)
})

const both = (text: string) => ({ get: text, head: text })
it.each<[string, object, string]>([
  [get, both('Use GetRepository instead.'), 'holds | reference: OLD: GetRepository'],
  [head, both('Use GetRepository instead.'), 'holds | reference: OLD: GetRepository'],
  [
    get,
    both('Use CheckRepository instead.'),
    'violated | contradicting-replacement | OLD | CheckRepository | GetRepository | reference: OLD: CheckRepository',
  ],
  [head, both('Use CheckRepository instead.'), 'holds | reference: OLD: CheckRepository'],
  [
    head,
    both('Use listNamespaceRepositories instead.'),
    'violated | contradicting-replacement | OLD | listNamespaceRepositories | CheckRepository | reference: OLD: listNamespaceRepositories',
  ],
  [
    head,
    { get: 'Reads.', head: 'Use GetRepository instead.' },
    'violated | contradicting-replacement | OLD | GetRepository | CheckRepository | reference: OLD: GetRepository',
  ],
  [
    head,
    both('Use GetRepository or CheckRepository instead.'),
    'holds | reference: OLD: GetRepository or CheckRepository | reference: OLD: GetRepository or CheckRepository',
  ],
  [
    head,
    { get: 'Reads.', head: 'Use GetRepository or CheckRepository instead.' },
    'unclear | statement-unclear | the reference | the replacement of OLD | openapi.json, OLD | GetRepository or CheckRepository | reference: OLD: GetRepository or CheckRepository',
  ],
  [
    get,
    both('Use GetRepository instead. Use listNamespaceRepositories instead.'),
    'holds | reference: OLD: GetRepository | reference: OLD: listNamespaceRepositories',
  ],
  [
    get,
    { get: 'Use GetRepository instead. Use listNamespaceRepositories instead.', head: 'Reads.' },
    'violated | contradicting-statements | the replacement of OLD | OLD: GetRepository | openapi.json, OLD | listNamespaceRepositories | openapi.json, OLD | reference: OLD: GetRepository | reference: OLD: listNamespaceRepositories',
  ],
  [get, both('Reads.'), 'none'],
  [get, {}, 'none'],
])('a reference, on %s: %j', async (endpoint, descriptions, expected) => {
  expect(await inReference(endpoint, descriptions)).toBe(expected)
})

it('a path is that of an operation where the target has it', async () => {
  const page = log(`\`${list}\` is replaced by \`GET /spaces/{space}/repos\`.`)
  const probe = { ...probeOf({ 'deprecation-log': page }), bind: () => ({ method: 'GET', path: '/spaces/{ns}/repos' }) }
  const finding = await judgePage(probe as unknown as Probe, legacy(list), 'deprecation-log')
  expect(told(finding)).toBe(`holds | deprecation-log: ${list} → /spaces/{space}/repos`)
})

it('a reference says of a current operation what it replaces, and something else of that', async () => {
  const current = at('POST /v2/namespaces/{namespace}/repositories', {
    operationId: 'CreateRepository',
    description: 'Replaces `POST /v2/repositories`.',
  })
  const old = at('POST /v2/repositories', { description: 'Use GetRepository instead.' })
  expect(await judged({ reference: await reference(current) }, 'POST /v2/repositories', 'reference')).toBe(
    'holds | reference: POST /v2/namespaces/{namespace}/repositories: CreateRepository',
  )
  expect(
    await judged({ reference: await reference({ ...current, ...old }) }, 'POST /v2/repositories', 'reference'),
  ).toMatch(/^violated \| contradicting-statements/)
})

it('an extension is of its own operation, and the right one may stand in another document', async () => {
  expect(await inReference(get, both('Lists.'), { 'x-replaced-by': 'CheckRepository' })).toBe(
    'violated | contradicting-replacement | OLD | CheckRepository | GetRepository | reference: OLD: CheckRepository',
  )
  expect(await inReference(get, both('Use GetRepository instead.'), { 'x-replaced-by': 'CheckRepository' })).toBe(
    'violated | contradicting-statements | the replacement of OLD | OLD: GetRepository | openapi.json, OLD | CheckRepository | openapi.json, OLD | reference: OLD: GetRepository | reference: OLD: CheckRepository',
  )
  const others = { 'deprecation-log': log(`\`${get}\` is replaced by GetRepository.`) }
  expect(await inReference(get, { get: 'Use CheckRepository instead.' }, {}, others)).toBe(
    'violated | contradicting-statements | the replacement of OLD | OLD → GetRepository | log.md, line 3 | CheckRepository | openapi.json, OLD | deprecation-log: OLD → GetRepository | reference: OLD: CheckRepository',
  )
  const changelog = history(`\`${list}\` is replaced by listNamespaceRepositories.`)
  const wrong = log(`\`${list}\` is replaced by GetRepository.`)
  expect(await judged({ 'deprecation-log': wrong, changelog }, list, 'deprecation-log')).toBe(
    'violated | contradicting-statements | the replacement of OLD | OLD → listNamespaceRepositories | changes.md, line 3 | GetRepository | log.md, line 3 | changelog: OLD → listNamespaceRepositories | deprecation-log: OLD → GetRepository',
  )
  const page = await reference(at(list, {}), { description: `\`${list}\` is replaced by listNamespaceRepositories.` })
  expect(await judged({ reference: page }, list, 'reference')).toBe(
    'holds | reference: OLD → listNamespaceRepositories',
  )
  const byPath = log(
    `\`${get}\` is replaced by CheckRepository (\`/v2/namespaces/{namespace}/repositories/{repository}\`).`,
  )
  expect(await judged({ 'deprecation-log': byPath }, get, 'deprecation-log')).toBe(
    'violated | contradicting-replacement | OLD | /v2/namespaces/{namespace}/repositories/{repository} | GetRepository | deprecation-log: OLD → /v2/namespaces/{namespace}/repositories/{repository}',
  )
  expect(await judged({ changelog }, list, 'changelog')).toBe('holds | changelog: OLD → listNamespaceRepositories')
})

it.each([
  [
    '`GET /v2/repositories/{namespace}` is replaced by listNamespaceRepositories.',
    'holds | deprecation-log: OLD → listNamespaceRepositories',
  ],
  [
    'Nothing.',
    'unclear | document-unread | the deprecation log | the replacement of OLD | log.md, line 1 | log.md has no table and no list of deprecated endpoints | deprecation-log: log.md has no table and no list of deprecated endpoints.',
  ],
  [
    '| Status | Feature | Date |\n|---|---|---|\n| Deprecated | `GET /v2/repositories/{namespace}` | 2025-06-27 |',
    'exempt | not-published | a replacement of OLD | deprecation-log: 1 row',
  ],
  [
    '| Old | See also |\n|---|---|\n| `GET /v2/repositories/{namespace}` | GetRepository |',
    'unclear | statement-unclear | the deprecation log | the replacement of OLD | log.md, line 5 | OLD | GetRepository | deprecation-log: OLD | GetRepository',
  ],
])('a page that need not name it: %j', async (text, expected) => {
  const finding = await judgePage(probeOf({ 'deprecation-log': log(text) }), legacy(list), 'deprecation-log')
  expect(told(finding).replaceAll(list, 'OLD')).toBe(expected)
})

it.each([
  ['GET /v1/repositories/{name}/tags', 'Use ListRepositoryTags instead.', 'none'],
  [
    'GET /v1/repositories/{name}/tags',
    'Use GetRepository instead.',
    'violated | contradicting-replacement | /v1/repositories/{name}/tags | GetRepository | ListRepositoryTags | reference: GET /v1/repositories/{name}/tags: GetRepository',
  ],
  [
    'GET /v1/repositories/{name}/tags',
    'Use `/v2/namespaces/{namespace}/repositories/{repository}/tags` instead.',
    'none',
  ],
  [
    'GET /v1/repositories/{name}/tags',
    'Use GetRepositoryTag (`/v2/namespaces/{namespace}/repositories/{repository}/tags`) instead.',
    'none',
  ],
  ['GET /v1/repositories/{name}/tags', 'If so, use GetRepository instead.', 'none'],
  ['GET /v1/repositories/{name}/tags', 'Use listThings instead.', 'none'],
  ['GET /v1/x', 'Use GetRepository instead.', 'none'],
  [
    'GET /v1/repositories/{name}/images',
    'Use `GET /v2/namespaces/{namespace}/repositories/{repository}` instead.',
    'violated | contradicting-replacement | /v1/repositories/{name}/images | /v2/namespaces/{namespace}/repositories/{repository} | none | reference: GET /v1/repositories/{name}/images: /v2/namespaces/{namespace}/repositories/{repository}',
  ],
])('the successor of %s: %s', async (endpoint, description, expected) => {
  expect(told(wrongSuccessorOfV1(probeOf({}), await reference(at(endpoint, { description }))))).toBe(expected)
})
