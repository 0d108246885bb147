import { expect, it } from 'vitest'
import { isRemarkOn, isRemarkOnArea, openRemark, type Remark, remarksIn } from '../../../checks/documents/remarks.ts'
import type { PublishedReference } from '../../../contracts/documents.ts'
import { readChangelog, readDeprecationLog } from '../../../engine/documents/published.ts'
import { readReference } from '../../../engine/documents/reference/reference.ts'

const path = '/v2/repositories/{namespace}/{repository}'
const head = `\`HEAD ${path}\``

const inLog = (text: string): readonly Remark[] =>
  remarksIn({ log: readDeprecationLog(`# Log\n\n${text}\n`, 'log.md') })
const inChangelog = (text: string): readonly Remark[] =>
  remarksIn({ changelog: readChangelog(`# Changes\n\n${text}\n`, 'changes.md') })
const topics = (remarks: readonly Remark[]): readonly string[] => remarks.map(({ topic }) => topic)

const api = (info: object, paths: object): PublishedReference =>
  readReference(JSON.stringify({ openapi: '3.0.3', info: { title: 'Hub', version: '1', ...info }, paths }), 'api.json')
const inProse = (description: string): readonly Remark[] =>
  remarksIn({ reference: api({ description }, { '/v2/x': { get: { responses: {} } } }) })
const inOperation = (operation: string, texts: object): readonly Remark[] => {
  const [method = '', path = ''] = operation.split(' ')
  return remarksIn({ reference: api({}, { [path]: { [method.toLowerCase()]: { ...texts, responses: {} } } }) })
}
const long = (words: string, length: number): string => `${words} ${'so '.repeat(length)}`.slice(0, length - 1)

it('tells where a sentence stands, and what it is about', () => {
  expect(inLog(`## ${head}\n\nIt remains supported.`)).toMatchObject([
    {
      topic: 'legacy',
      endpoints: [{ method: 'HEAD', path }],
      days: [],
      excerpt: { document: 'deprecation-log', from: 'log.md', line: 5, text: 'It remains supported.' },
    },
  ])
  const bare = [{ topic: 'v1', endpoints: [], days: [] }]
  expect(inLog('v1 still works.')).toMatchObject(bare)
  expect(inLog('Of some it is so:\n\n- v1 still works.')).toMatchObject(bare)
  expect(remarksIn({ log: readDeprecationLog('v1 still works.\n', 'log.md') })).toMatchObject(bare)
  expect(inLog(`## ${head} and \`GET /x\`\n\nIt remains supported.`)).toMatchObject([
    { endpoints: [{ method: 'HEAD', path }] },
  ])
})

it('takes a topic from the paragraph above only where it goes on with that', () => {
  expect(topics(inLog('The v1 API is gone.\n\nExisting clients can go on using that.'))).toEqual([])
  expect(topics(inLog('The v1 API is gone.\n\nIt can still be used.'))).toEqual(['v1'])
  expect(topics(inLog('## API v1\n\nThere is more.\n\nExisting clients can go on using that.'))).toEqual(['v1'])
})

it('takes the answer to a heading that asks with what is asked', () => {
  const asked = (day: string) =>
    topics(inLog(`## Since when is \`${head.replace('HEAD', 'GET')}\` deprecated?\n\nSince ${day}, with others.`))
  expect(asked('2025-09-18')).toEqual(['legacy'])
  expect(asked('2025-09-19')).toEqual([])
})

it('takes the day from the heading above', () => {
  expect(inChangelog('## 2025-09-19\n\n### New\n\n- GetRepository.\n\nThe addition was rolled back.')).toMatchObject([
    {
      topic: 'history',
      days: [{ text: '2025-09-19' }],
      excerpt: { document: 'changelog', from: 'changes.md', line: 9, text: 'The addition was rolled back.' },
    },
  ])
})

it('takes old endpoints from the sentence that names some', () => {
  const named = (text: string): unknown => inLog(`## ${head}\n\n${text}`).map(({ endpoints }) => endpoints)
  const other = { method: 'POST', path: '/v2/repositories' }
  expect(named('`POST /v2/repositories` remains supported.')).toMatchObject([[other]])
  expect(named('`POST /v2/repositories` and `GET /x` remain supported.')).toMatchObject([[other]])
  expect(named('`POST /v2/repositories` is old. It remains supported.')).toMatchObject([[other]])
  expect(named('`POST /v2/repositories` and the list: both are old. They remain supported.')).toMatchObject([[other]])
  // An old one that has no name here is none of those before, and several are.
  expect(named('The legacy list endpoint remains supported.')).toEqual([[]])
  expect(named('Both endpoints remain supported.')).toMatchObject([[{ method: 'HEAD', path }]])
})

it.each<[string, string, readonly string[]]>([
  ['a sentence on something current ends the topic', '`GetRepository` is there. It remains supported.', []],
  ['this endpoint is the one before', '`GetRepository` is there. This endpoint remains supported.', ['legacy']],
  [
    'however many stand between',
    '`GetRepository` is there. `CheckRepository` is there. This endpoint remains supported.',
    ['legacy'],
  ],
  ['what leads to a list', 'Of some it is so:\n\n- It remains supported.', []],
  ['what leads to a list, in quotation marks', 'Of some it is "so:"\n\n- It remains supported.', []],
  ['a colon within a sentence', 'Note: it is old. It remains supported.', ['legacy']],
  ['what leads to a list and names the endpoint', `${head} has its ways:\n\n- It remains supported.`, ['legacy']],
  ['a removal that was put off', 'We had planned to remove it. That was put off.', []],
  ['something else that was put off', 'We had planned a party. That was put off.', ['legacy']],
  ['a plan that stands', 'We had planned to remove it. It remains supported.', ['legacy']],
  ['a question', 'Does it remain supported?', []],
  ['a word that is explained', 'Active (so far): the endpoint is available.', []],
  ['a word that is explained behind a title', 'Legend: Active: an endpoint is available.', []],
  ['a statement that begins like a word', 'Activity counts: the endpoint is available.', ['legacy']],
  ['a question that ends with an abbreviation', 'Does it remain supported (for us, etc.)?', []],
  ['a line that is no sentence', 'It remains supported', []],
  ['a line with a mark that is no sentence', 'Note: it remains supported', []],
  ['a sentence in brackets', '(It remains supported.)', ['legacy']],
  ['a row', '| a | b |\n| - | - |\n| It remains | supported. |', []],
  ['a sentence of the greatest length', `${long('It remains supported', 400)}.`, ['legacy']],
  ['a longer sentence', `${long('It remains supported', 401)}.`, []],
  ['endpoints of a class', 'A removed endpoint remains supported.', ['policy']],
])('%s: %s', (_, text, expected) => {
  expect(topics(inLog(`## ${head}\n\n${text}`))).toEqual(expected)
})

it.each<[string, readonly string[]]>([
  ['For the CLI, deprecated endpoints may be used.', []],
  ['Deprecated endpoints may be used.', ['policy']],
  ['v1 is gone; its endpoints were removed without a label.', []],
  ['The endpoints of v1 were removed without a label.', []],
  ['The old endpoints were removed without a label.', ['legacy']],
  ['`POST /v2/repositories` is a legacy endpoint without an operation id.', []],
  ['Tokens of v1 have been removed.', []],
  ['The addition was rolled back.', []],
  ['`GetRepository` was added in 2023.', ['current']],
  ['Personal ones were added in 2023.', []],
  ['`POST /v2/repositories` is old, and `GetRepository` is obsolete.', []],
  ['It remains supported.', []],
  ['Old calls of v1 still work.', ['v1']],
  ['This page is a draft.', ['v1', 'legacy', 'policy', 'history']],
  ['None of the deprecations below is in force.', ['v1', 'legacy', 'policy', 'history']],
  ['The following rule is under discussion.', ['policy']],
  ['We discuss the following rule; it is not in force yet.', ['policy']],
  ['We sell lids; they are not in force yet.', []],
  ['This page was a draft.', []],
  ['Old calls such as `POST /v2/repositories` may be used.', ['legacy']],
])('in a log, "%s" is doubtful about %j', (text, expected) => {
  expect(topics(inLog(`## Notes\n\n${text}`))).toEqual(expected)
})

it.each<[string, readonly string[]]>([
  ['The addition was rolled back.', []],
  ['The list begins with the oldest.', ['history']],
  [`### ${head}\n\nIt remains supported.`, []],
])('above the days of a change history, "%s" is doubtful about %j', (text, expected) => {
  expect(topics(inChangelog(`${text}\n\n## 2025-09-19\n\n### New\n\n- GetRepository.`))).toEqual(expected)
})

it('takes the area from a heading of the reference alone', () => {
  expect(inProse('# Access tokens\n\nThey were removed.')).toMatchObject([
    { topic: 'area', excerpt: { document: 'reference' } },
  ])
  expect(inProse('# Images\n\nThey were removed.')).toEqual([])
  expect(inProse('They were removed.')).toEqual([])
  expect(inLog('## Access tokens\n\nThey were removed.')).toEqual([])
  expect(inLog('## 2025-09-19\n\nThe addition was rolled back.')).toEqual([])
})

it('reads the texts of an operation', () => {
  const itself = { method: 'HEAD', path }
  const remark = {
    topic: 'legacy',
    endpoints: [itself],
    days: [],
    excerpt: { document: 'reference', from: 'api.json', text: `HEAD ${path}: It remains supported.` },
  }
  expect(inOperation(`HEAD ${path}`, { description: 'It remains supported.' })).toEqual([remark])
  expect(inOperation(`HEAD ${path}`, { summary: 'It remains supported.', description: 'None.' })).toEqual([remark])
  expect(inOperation(`HEAD ${path}`, {})).toEqual([])
})

it.each<[string, string, readonly string[]]>([
  ['GET /v1/repositories/{name}/tags', 'It still works.', ['v1']],
  ['GET /v2/x', 'It remains supported.', []],
  ['GET /v2/x', '`POST /v2/repositories` remains supported.', ['legacy']],
  ['GET /v2/x', 'v1 still works.', ['v1']],
  ['GET /v2/x', '`POST /v2/repositories` was deprecated on 2025-06-27.', ['legacy']],
  ['GET /v2/x', '`POST /v2/repositories` was deprecated on 2025-09-19.', []],
  ['GET /v2/x', 'The old endpoints remain supported.', []],
  ['GET /v2/x', 'They were removed.', []],
  ['GET /v2/access-tokens', 'They were removed.', ['area']],
  ['GET /v2/access-tokens', 'They are there.', []],
  [`HEAD ${path}`, '`GET /x` is there, and it remains supported.', []],
  [`HEAD ${path}`, 'It was deprecated on 2025-06-27.', ['legacy']],
  [`HEAD ${path}`, 'Does it remain supported?', []],
  [`HEAD ${path}`, `${long('It remains supported', 400)}.`, ['legacy']],
  [`HEAD ${path}`, 'It can be used by every member.', []],
  [`HEAD ${path}`, 'Available to all members.', []],
  [`HEAD ${path}`, 'Can be called without a password.', []],
  [`HEAD ${path}`, 'Only members can read private repositories.', []],
  [`HEAD ${path}`, 'It was brought back for members.', ['legacy']],
  [`HEAD ${path}`, 'It must be called with a password.', []],
  [`HEAD ${path}`, 'It must be used for all namespaces.', ['legacy']],
  [`HEAD ${path}`, 'Supports pagination.', []],
  [`HEAD ${path}`, 'This endpoint supports conditional requests.', []],
  [`HEAD ${path}`, 'Callers should use a password.', []],
  [`HEAD ${path}`, 'It can still be used by existing clients.', ['legacy']],
  [`HEAD ${path}`, 'It can be used by new clients.', ['legacy']],
  [`HEAD ${path}`, 'It may be used for ever.', ['legacy']],
  [`HEAD ${path}`, 'It can be used in production.', ['legacy']],
  [`HEAD ${path}`, 'Recommended for small namespaces.', ['legacy']],
  [`HEAD ${path}`, 'You can use this endpoint in new code.', ['legacy']],
  [`HEAD ${path}`, 'Users can use the old list.', ['legacy']],
  [`HEAD ${path}`, 'The hub supports both generations.', ['legacy']],
  ['GET /v1/repositories/{name}/tags', 'Can be called without a password.', ['v1']],
  [`HEAD ${path}`, `${long('It remains supported', 401)}.`, []],
])('of %s, "%s" is doubtful about %j', (operation, description, expected) => {
  expect(topics(inOperation(operation, { description }))).toEqual(expected)
})

it('names the old endpoints that the text of another operation names', () => {
  const [remark] = inOperation('GET /v2/x', { description: '`POST /v2/repositories` and `GET /x` remain supported.' })
  expect(remark?.endpoints).toMatchObject([{ method: 'POST', path: '/v2/repositories' }])
})

it('quotes the beginning of a long text', () => {
  const [remark] = inOperation('GET /v1/repositories/{name}/tags', { description: `${long('It still works', 300)}.` })
  expect(remark?.excerpt).toHaveProperty('text.length', 'GET /v1/repositories/{name}/tags: '.length + 200)
})

it('leaves open what the first remark on the topic that fits is about', () => {
  const log = readDeprecationLog(
    `# Log\n\n## ${head}\n\nIt remains supported.\n\n## API v1\n\nIt still works.\n`,
    'log.md',
  )
  const seen = (topic: 'v1' | 'legacy' | 'policy', fits?: () => boolean): unknown =>
    openRemark({ log }, 'the API', topic, fits)?.seen
  expect(seen('v1')).toMatchObject([{ line: 9, text: 'It still works.' }])
  expect(seen('legacy')).toMatchObject([{ line: 5, text: 'It remains supported.' }])
  expect(seen('v1', () => false)).toBeUndefined()
  expect(seen('policy')).toBeUndefined()
})

it('tells which endpoints a remark is on', () => {
  const itself = { method: 'HEAD', path }
  const others = [
    { method: 'POST', path: '/v2/repositories' },
    { method: 'POST', path: '/v2/repositories/{namespace}' },
  ]
  const on = (...endpoints: Remark['endpoints']): Remark => ({
    topic: 'legacy',
    endpoints,
    days: [],
    excerpt: { document: 'reference', from: 'api.json', text: '' },
  })
  expect(isRemarkOn(itself)(on())).toBe(true)
  expect(isRemarkOn(itself)(on(itself))).toBe(true)
  expect(isRemarkOn(itself)(on(...others))).toBe(false)
  expect(isRemarkOn(itself, ...others)(on(itself, { path: '/v2/x' }))).toBe(true)
})

it.each<[string, readonly string[]]>([
  ['They are gone.', ['access-tokens', 'org-access-tokens', 'audit-logs']],
  ['Audit logs are gone.', ['audit-logs']],
  ['PATs and OATs are gone.', ['access-tokens', 'org-access-tokens']],
])('"%s" is a remark on %j', (text, tags) => {
  const [topic, from] = ['area' as const, 'api.json']
  const remark = { topic, endpoints: [], days: [], excerpt: { document: 'reference' as const, from, text } }
  const areas = ['access-tokens', 'org-access-tokens', 'audit-logs', 'repositories']
  expect(areas.filter(tag => isRemarkOnArea(tag)(remark))).toEqual(tags)
})
