import { expect, it } from 'vitest'
import type { Passage } from '../../../contracts/documents.ts'
import { mostOfAMethod } from '../../../engine/documents/mentions.ts'
import { readChangelog, readDeprecationLog } from '../../../engine/documents/published.ts'

const passages = (text: string): readonly Passage[] => readDeprecationLog(text, 'log.md').passages

/** Each passage as `line text`, with what it introduces. */
const said = (text: string): readonly string[] =>
  passages(text).map(one =>
    [one.heading ? '#' : '', one.line, one.text, one.introduces === undefined ? '' : `(introduces ${one.introduces})`]
      .filter(part => part !== '')
      .join(' '),
  )

const rows = '| Endpoint | Status |\n| - | - |\n| `GET /x` | 404 |\n| `GET /y` |  |\n'

it.each<[says: string, text: string, expected: readonly string[]]>([
  ['paragraphs', 'One.\n\nTwo `code`.', ['1 One.', '3 Two code.']],
  ['headings', '# Log\n\nOne.\n\n## More\n\nTwo.', ['# 1 Log', '3 One.', '# 5 More', '7 Two.']],
  ['no heading', 'One.\n\n# Log', ['1 One.', '# 3 Log']],
  ['items', 'One.\n\n- a\n- b', ['1 One.', '3 a', '4 b']],
  ['an item with a list', '- a\n  - b\n  - c\n- d', ['1 a (introduces 2)', '2 b', '3 c', '4 d']],
  ['an item of two paragraphs', '- a\n\n  b', ['1 a b']],
  ['code', '    GET /x\n\n    GET /y', ['1 GET /x', '3 GET /y']],
  ['a row, a number with its header', rows, ['3 GET /x | status 404', '4 GET /y']],
  ['numbers that are no status', rows.replace('404', '4040'), ['3 GET /x | 4040', '4 GET /y']],
  ['a number with words', rows.replace('404', 'x404'), ['3 GET /x | x404', '4 GET /y']],
  ['a number with words behind it', rows.replace('404', '404x'), ['3 GET /x | 404x', '4 GET /y']],
  [
    'a heading of a list',
    '# Log\n\n- a\n- b\n\nOne.\n\n- c',
    ['# 1 Log (introduces 2)', '3 a', '4 b', '6 One.', '8 c'],
  ],
  ['a heading of a table', `# Log\n\n${rows}`, ['# 1 Log (introduces 2)', '5 GET /x | status 404', '6 GET /y']],
  ['a heading of code', '# Log\n\n    GET /x', ['# 1 Log (introduces 1)', '3 GET /x']],
  ['a heading of nothing', '# Log', ['# 1 Log']],
  ['a sentence that leads to a list', 'One:\n\n- a', ['1 One: (introduces 1)', '3 a']],
  ['a sentence that leads to a list, in quotation marks', '"One:"\n\n- a', ['1 "One:" (introduces 1)', '3 a']],
  ['a sentence on the list below', 'The following go.\n\n- a', ['1 The following go. (introduces 1)', '3 a']],
  ['a sentence with a colon', 'One: a.\n\n- a', ['1 One: a.', '3 a']],
  ['a sentence that leads to a sentence', 'One:\n\nTwo.', ['1 One:', '3 Two.']],
  ['a sentence that leads to the end', '- a\n\nOne:', ['1 a', '3 One:']],
  ['an item that leads to a list', '- a:\n\n# Log', ['1 a:', '# 3 Log']],
  ['an item in front of a list', '- a:\n\n1. b', ['1 a:', '3 b']],
  ['a line between', 'One.\n\n***\n\nTwo.', ['1 One.', '5 Two.']],
  ['a heading without text', '# ![](a.png)\n\nOne.', ['3 One.']],
])('a page has as passages %s', (_, text, expected) => {
  expect(said(text)).toEqual(expected)
})

it('has what each passage names', () => {
  const named = (text: string): unknown => passages(text).map(({ endpoints }) => endpoints.map(({ path }) => path))
  expect(named('# `GET /v2/x`\n\n`GET /v2/y`')).toEqual([['/v2/x'], ['/v2/y']])
  expect(named('```\nGET /v2/x\n```')).toEqual([['/v2/x']])
  expect(named('| Endpoint | Status |\n| - | - |\n| `GET /v2/x` | Removed |')).toEqual([['/v2/x']])
})

it('cuts long passages, and keeps the first of many', () => {
  const long = 'x'.repeat(2_001)
  for (const text of [long, `# ${long}`, `- ${long}`, `\`\`\`\n${long}\n\`\`\``, `| a |\n| - |\n| ${long} |`])
    expect(passages(text).map(one => one.text.length)).toEqual([2_000])
  expect(passages('- a\n'.repeat(5_001))).toHaveLength(5_000)
})

it('takes a method of the same path for one of the path in the passage before', () => {
  const named = (text: string) =>
    readDeprecationLog(text, 'log.md').passages.map(({ endpoints }) =>
      endpoints.map(({ method, path }) => `${method} ${path}`),
    )
  expect(named('- GET /v2/x\n- and `HEAD` on that very same path')).toEqual([['GET /v2/x'], ['HEAD /v2/x']])
  expect(named('- GET /v2/x\n- and `HEAD` for others')).toEqual([['GET /v2/x'], []])
  expect(named('- `HEAD` on the same path')).toEqual([[]])
})

it('has the passages of a change history as well', () => {
  const { passages } = readChangelog('# Changes\n\n## 2025-09-19\n\n### New\n\n- GetRepository.', 'changes.md')
  expect(passages.map(({ text, line }) => [line, text])).toEqual([
    [1, 'Changes'],
    [3, '2025-09-19'],
    [5, 'New'],
    [7, 'GetRepository.'],
  ])
})

const page = '# Log\n\n- Deprecated: `GET /v2/x`\n\n'

it('a page has its rows and endpoints, or its days and entries', () => {
  const { rows, endpoints } = readDeprecationLog(
    `| Endpoint | Status |\n| - | - |\n| \`GET /v2/x\` | Removed |`,
    'log.md',
  )
  expect([rows.length, endpoints]).toMatchObject([1, [{ method: 'GET', path: '/v2/x' }]])
  const { dates, entries } = readChangelog('## 2025-09-19\n\n### New\n\n- A list.', 'changes.md')
  expect([dates, entries]).toMatchObject([[{ text: '2025-09-19' }], [{ kind: 'New' }]])
})

const unread = (text: string): readonly string[] =>
  readDeprecationLog(`${page}${text}`, 'log.md').unread.map(({ why }) => why)
const elsewhere = ['Line 5 of log.md links to a further page, which is not read.']

it.each<[text: string, expected: readonly string[]]>([
  ['[Older entries](old.md)', elsewhere],
  ['See the [archive](old.md).', elsewhere],
  ['1. [Older entries](old.md)', elsewhere],
  ['# [Older entries](old.md)', []],
  ['[Older entries](#old)', []],
  ['[Older entries](old.md#)', elsewhere],
  ['[Next](api.md#tag/repositories)', []],
  ['[Next](api.md#/tag/repositories)', []],
  ['[Next](operation/GetRepository)', []],
  ['Older entries [there](old.md)', []],
  ['{% include feed-button.html %}', []],
  ['{% include "_shared/_noindex.html" %}', []],
  ['{% include headlines.md %}', ['Line 5 of log.md includes another file, which is not read.']],
  ['See a menu {% include old.md %}', ['Line 5 of log.md includes another file, which is not read.']],
  ['{% include footer.html %} {% include old.md %}', ['Line 5 of log.md includes another file, which is not read.']],
  ['| [Older entries](old.md) |\n| - |', []],
  ['{% include old.md %}\n\nMore.', ['Line 5 of log.md includes another file, which is not read.']],
])('what may stand elsewhere is noted: %s %j', (text, expected) => {
  expect(unread(text)).toEqual(expected)
})

it('notes what may stand elsewhere in a change history, and what has no day or no change', () => {
  const noted = (text: string): unknown => readChangelog(text, 'changes.md').unread
  const dated = '# Changes\n\n## 2025-09-19\n\n### New\n\n- GetRepository.\n'
  expect(noted(dated)).toEqual([])
  expect(noted(`${dated}\n[Older entries](old.md)`)).toMatchObject([{ line: 9 }])
  expect(noted('# Changes\n\n- GetRepository.')).toMatchObject([
    { line: 1, why: 'changes.md has no dated heading and no table of dated changes.' },
  ])
  expect(noted('# Changes\n\n## 2025-09-19\n')).toMatchObject([
    { line: 3, why: 'changes.md has dates, but no readable change below them.' },
  ])
})

it('has the replacements that either page states', () => {
  const text = '# Log\n\n## 2025-09-19\n\n### Deprecation\n\n- `HEAD /v2/x` is replaced by `GetRepository`.\n'
  const replacement = { old: { method: 'HEAD', path: '/v2/x' }, operationId: 'GetRepository' }
  expect(readChangelog(text, 'changes.md').replacements).toMatchObject([replacement])
  expect(readDeprecationLog(text, 'log.md').replacements).toMatchObject([replacement])
})

it('has the rows and the endpoints of a log, and the days and the entries of a history', () => {
  const { rows, endpoints } = readDeprecationLog('- `GET /v1/x` was removed on 2022-08-23', 'log.md')
  expect([rows.length, endpoints]).toEqual([1, [{ method: 'GET', path: '/v1/x' }]])
  const { dates, entries } = readChangelog('## 2025-09-19\n\n- a', 'changes.md')
  expect([dates.length, entries.length]).toEqual([1, 1])
})

it('has the first line of a request as the name of an endpoint', () => {
  const lines = (...code: readonly string[]) =>
    passages(`\`\`\`http\n${code.join('\n')}\n\`\`\``).map(({ text }) => text)
  expect(lines('POST /v2/x HTTP/1.1', 'Host: a')).toEqual(['POST /v2/x', 'Host: a'])
  expect(lines('POST /v2/x HTTP/1.1 only')).toEqual(['POST /v2/x HTTP/1.1 only'])
  expect(lines('POST /v2/x HTTP/1.1-only')).toEqual(['POST /v2/x HTTP/1.1-only'])
})

it('notes that a log has no rows', () => {
  expect(readDeprecationLog('# Log\n\nOne.', 'log.md').unread).toMatchObject([
    { line: 1, why: 'log.md has no table and no list of deprecated endpoints.' },
  ])
})

it('may name each of its paths with a method that stands alone', () => {
  const named = (text: string): unknown =>
    passages(text).map(({ endpoints }) => endpoints.map(({ method, path }) => `${method} ${path}`))
  expect(named('`GET /v2/x` works for HEAD as well.')).toEqual([['GET /v2/x', 'HEAD /v2/x']])
  expect(named('GET /v2/x, HEAD /v2/y')).toEqual([['GET /v2/x', 'HEAD /v2/y']])
  const many = (count: number): string => Array.from({ length: count }, (_, at) => `GET /v2/${at}`).join(', ')
  const counted = (count: number): unknown => passages(`${many(count)}, for HEAD as well.`)[0]?.endpoints.length
  expect([counted(mostOfAMethod), counted(mostOfAMethod + 1)]).toEqual([2 * mostOfAMethod, mostOfAMethod + 1])
})
