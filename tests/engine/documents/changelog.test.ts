import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readChangelog } from '../../../engine/documents/published.ts'

const text = readFileSync(new URL('../../fixtures/documents/changelog.md', import.meta.url), 'utf8')

describe('a change history of many shapes', () => {
  const changelog = () => readChangelog(text, 'changes.md')

  test('dates, each once, with their lines', () => {
    expect(changelog().dates.map(({ date, line }) => ({ date, line }))).toEqual([
      { date: '2024-05-01', line: 9 },
      { date: 'May 7, 2024', line: 25 },
      { date: '2024-01-01', line: 37 },
      { date: '2023-12-01', line: 43 },
    ])
    expect(changelog().problems).toEqual([])
  })

  test('entries with date, kind and text', () => {
    expect(changelog().entries.map(({ date, kind, text, line }) => [date, kind, text, line])).toEqual([
      ['2024-05-01', 'Added', 'Add List boxes and CreateBox.', 13],
      ['2024-05-01', 'Added', 'Second thing over two lines', 14],
      ['2024-05-01', 'Deprecated', 'GET /v1/boxes', 19],
      ['2024-05-01', 'Notes for operators', 'A paragraph that tells of PATCH /v2/boxes/<box>.', 23],
      ['May 7, 2024', 'Fixed', 'the lids of boxes', 27],
      ['May 7, 2024', 'Removed', 'DELETE /v1/lids/:lid', 28],
      ['May 7, 2024', 'Fix', 'one thing', 30],
      ['May 7, 2024', 'Fix', 'another thing', 31],
      ['May 7, 2024', '', '/v1/straps', 35],
      ['2023-12-01', 'New', 'GET /v2/lids', 43],
      ['2023-12-01', 'Change', 'second row of that day', 44],
      ['2023-12-01', 'Change', 'third row of that day', 45],
    ])
  })

  test('what entries name', () => {
    expect(changelog().entries[0]).toMatchObject({ operationIds: ['listBoxes', 'CreateBox'], tags: ['boxes'] })
    expect(changelog().entries[3]?.endpoints).toEqual([{ method: 'PATCH', path: '/v2/boxes/{box}' }])
    expect(changelog().entries[4]).toMatchObject({ operationIds: [], tags: ['box lids'] })
  })
})

test.each([
  ['behind lists', '- change\n\nAbout the page.', ''],
  ['behind a line', 'A change.\n\n---\n\nAbout the page.', ''],
  ['among changes that are paragraphs', 'A change.\n\n- change\n\nAbout the page.', '2024-05-01'],
])('the day of a last paragraph %s', (_, page, date) => {
  const { entries } = readChangelog(`## 2024-05-01\n\n${page}\n`, 'x')
  expect(entries.at(-1)).toMatchObject({ text: 'About the page.', date })
})

test.each([
  ['terms', '2024-05-01 (Update)\n: the change'],
  ['fields', '<dl><dt>date</dt><dd>2024-05-01</dd><dt>kind</dt><dd>Update</dd><dt>change</dt><dd>the change</dd></dl>'],
  ['a list of lines', '- Update on 2024-05-01: the change'],
  ['a list with the day behind', '- the change (Update, 2024-05-01)'],
  ['a heading of words', '## 2024-05-01: the thing (update)\n\nthe change'],
  ['a cell of several kinds', '| Date | Change |\n|---|---|\n| 2024-05-01 | Update: the change. New: another. |'],
])('a change in %s', (_, page) => {
  const [entry] = readChangelog(`# Changes\n\n${page}\n`, 'x').entries
  expect(entry).toMatchObject({ date: '2024-05-01', kind: expect.stringMatching(/^update$/i) })
  expect(entry?.text).toMatch(/^the change/)
})

describe('dates', () => {
  test.each([
    ['# 2024-05-01', '2024-05-01'],
    ['2024-05-01\n---', '2024-05-01'],
    ['###### v2 (2024-05-01)', '2024-05-01'],
    ['## 1 May 2024', '1 May 2024'],
    ['## May 2024', 'May 2024'],
    ['## 2024/05/01', '2024/05/01'],
    ['**2024-05-01**', '2024-05-01'],
  ])('%s', (heading, date) => {
    const { dates, entries } = readChangelog(`${heading}\n\n- change`, 'x')
    expect(dates).toMatchObject([{ date, line: 1 }])
    expect(entries).toMatchObject([{ date, text: 'change', line: heading.includes('\n') ? 4 : 3 }])
  })

  test.each([
    '_2024-05-01_ · @ola released this',
    '2024-05-01 by @ola',
    '2024-05-01 · @ola · Latest',
    '2024-05-01 · commit 9f2c1ab',
    'Released: 2024-05-01',
  ])('%s is a day', line => {
    const { dates, entries } = readChangelog(`## v2\n\n${line}\n\n### New\n\n- GET /v2/lids\n`, 'x')
    expect(dates).toMatchObject([{ date: '2024-05-01', line: 3 }])
    expect(entries).toMatchObject([{ date: '2024-05-01', kind: 'New', text: 'GET /v2/lids' }])
  })

  test.each(['_Published 2024-05-01 in New_', 'Posted in **New** on 2024-05-01', 'Posted on 2024-05-01 in New'])(
    '%s is a day and a kind',
    line => {
      const { entries } = readChangelog(`## Lids\n\n${line}\n\nGET /v2/lids lists them.\n`, 'x')
      expect(entries).toContainEqual(
        expect.objectContaining({ date: '2024-05-01', kind: 'New', text: 'GET /v2/lids lists them.' }),
      )
    },
  )

  test('what stands behind a day and is no name is a change', () => {
    const { entries } = readChangelog('# Changes\n\n2024-05-01 · New: GET /v2/lids\n', 'x')
    expect(entries).toMatchObject([{ date: '2024-05-01', kind: 'New' }])
  })

  test('a kind in a paragraph of its own is that of the paragraphs below it', () => {
    const { entries } = readChangelog('## 2024-05-01\n\nNew\n\nGET /v2/lids\n\nDeprecation\n\nGET /v1/lids\n', 'x')
    expect(entries).toMatchObject([
      { kind: 'New', text: 'GET /v2/lids' },
      { kind: 'Deprecation', text: 'GET /v1/lids' },
    ])
  })

  test('sentences of one word are kinds of what follows them', () => {
    const { entries } = readChangelog(
      '**2024-05-01**\\\nNew. `GET /v2/lids` for `x`.\\\nDeprecation. GET /v1/lids\n',
      'x',
    )
    expect(entries).toMatchObject([
      { kind: 'New', text: 'GET /v2/lids for x.' },
      { kind: 'Deprecation', text: 'GET /v1/lids' },
    ])
  })

  test('a row without a bar in front may have nothing in its first cell', () => {
    const { entries } = readChangelog(
      'Date | Kind | Change\n--- | --- | ---\n2024-05-01 | New | one\n | Update | two\n',
      'x',
    )
    expect(entries).toMatchObject([
      { date: '2024-05-01', kind: 'New', text: 'one' },
      { date: '2024-05-01', kind: 'Update', text: 'two' },
    ])
  })

  test('a column of changes may be one of kinds, and one of areas may have a text next to it', () => {
    const table = (head: string, row: string) =>
      readChangelog(`| ${head} |\n|---|---|---|---|\n| ${row} |\n`, 'x').entries
    expect(
      table('Change | Description | Team | Date', 'Update | Add a field to GET /v2/lids | x | 2024-05-01'),
    ).toMatchObject([{ kind: 'Update', text: 'Add a field to GET /v2/lids' }])
    expect(table('Date | Kind | Tag | Text', '2024-05-01 | new | lids | for all')).toMatchObject([
      { kind: 'new', text: 'lids for all' },
    ])
    expect(table('Date | Kind | Title | Body', '2024-05-01 | new | Lids | GetLid')).toMatchObject([
      { kind: 'new', text: 'Lids GetLid' },
    ])
  })

  test('a body of Markdown is no page where other records stand next to it', () => {
    const entry = { date: '2024-05-01', kind: 'New', body: '- GET /v2/lids since 2024-05-01\n- GET /v2/boxes' }
    const other = { date: '2024-04-01', kind: 'New', title: 'GET /v2/bags' }
    const text = 'It has changed since 2024-05-01.\n\n- one\n- two\n- three and more of them'
    for (const data of [[entry, other], { text, entries: [other, { ...other, date: '2024-03-01' }] }])
      expect(readChangelog(JSON.stringify(data), 'x.json').entries.map(({ date }) => date)).toContain('2024-04-01')
  })

  test('a table of contents is no history', () => {
    const contents = '- [2024-04-01](#2024-04-01)\n  - [New](#new)\n- [2024-05-01](#2024-05-01)\n'
    const { dates, entries } = readChangelog(`${contents}\n## 2024-05-01\n- one\n\n## 2024-04-01\n- two`, 'x')
    expect(dates.map(({ date }) => date)).toEqual(['2024-05-01', '2024-04-01'])
    expect(entries).toHaveLength(2)
  })

  test('dated list items, and dated lists', () => {
    expect(readChangelog('- 2024-05-01: one\n- 2024-04-01\n  - two', 'x').entries).toMatchObject([
      { date: '2024-05-01' },
      { date: '2024-04-01', text: 'two' },
    ])
  })

  test('a first line of day and kind is no part of what is said below it', () => {
    expect(
      readChangelog('2024-05-01  Update\nRemoved a from b.\n\n2024-04-01  New\nGET /v2/lids', 'x').entries,
    ).toMatchObject([
      { date: '2024-05-01', kind: 'Update', text: 'Removed a from b.' },
      { date: '2024-04-01', kind: 'New', text: 'GET /v2/lids' },
    ])
  })

  test.each(['GET /v2/lids\nDeprecation: GET /v1/lids', 'GET /v2/lids\nDeprecation\nGET /v1/lids'])(
    'where a later line has a kind of its own, the first line is not taken for the kind of all: %j',
    lines => {
      const { entries } = readChangelog(`2024-05-01 New\n${lines}`, 'x')
      expect(entries.filter(({ kind, text }) => kind === 'New' && text.includes('/v1/'))).toEqual([])
    },
  )

  test('a date heading may stand below the kind, or carry it', () => {
    expect(readChangelog('## Deprecations\n### 2024-05-01\n- a', 'x').entries).toMatchObject([{ kind: 'Deprecations' }])
    expect(readChangelog('## 2024-05-01 - New\n- a', 'x').entries).toMatchObject([{ kind: 'New' }])
  })

  test('a table of dated changes under other headers', () => {
    const { entries } = readChangelog('Type|When|Summary\n-|-|-\nNew|2024-05-01|[A](#tag/a/operation/GetA)', 'x')
    expect(entries).toMatchObject([{ kind: 'New', date: '2024-05-01', text: 'A', operationIds: ['GetA'], tags: ['a'] }])
  })
})

describe('operation ids in text', () => {
  test.each([
    ['Add CreateRepository and `listBoxes`', ['CreateRepository', 'listBoxes']],
    ['Add GetAPIKey (listPATs).', ['GetAPIKey', 'listPATs']],
    ['GitHub, OpenAPI, OAuth and macOS', []],
    ['`/v2/ResourceTypes/{userName}` of example.ServiceName', []],
    ['[Get](https://h/api/#/operations/get-box) twice: [Get](#operation/get-box)', ['get-box']],
  ])('%s', (words, ids) => {
    expect(readChangelog(`## 2024-05-01\n- ${words}`, 'x').entries[0]?.operationIds).toEqual(ids)
  })
})

test('a page without dates has not been read', () => {
  expect(readChangelog('## New\n- a', 'x')).toMatchObject({
    dates: [],
    entries: [],
    unread: [{ line: 1, why: 'x has no dated heading and no table of dated changes.' }],
  })
})

test('a page of AsciiDoc at the usual place of one of Markdown', () => {
  const { entries } = readChangelog('= Changes\n\n== 2025-06-27\nAdded:: listBoxes\n', 'http://hub/changelog.md')
  expect(entries.map(({ date, kind, text: said }) => [date, kind, said])).toEqual([
    ['2025-06-27', 'Added', 'listBoxes'],
  ])
})

test.each([
  ['<updated>2025-11-25T09:00:00Z</updated><published>2025-11-21T09:00:00Z</published>', '2025-11-21'],
  ['<pubDate>Fri, 21 Nov 2025 23:30:00 -0500</pubDate><updated>2025-11-25T09:00:00Z</updated>', '2025-11-21'],
  ['<updated>2025-11-21T09:00:00Z</updated>', '2025-11-21'],
])('an entry of a feed has the day on which it was published: %s', (moments, date) => {
  const text = `<feed>\n<entry><title>New</title>${moments}<content>GET /v2/lids</content></entry>\n</feed>`
  expect(readChangelog(text, 'x').entries).toMatchObject([{ date, kind: 'New' }])
})

test.each([
  ['<category term="Deprecation"/>', 'Deprecation'],
  ['<category scheme="urn:x" term="change-d" label="Deprecation"></category>', 'Deprecation'],
  ["<category term='stable'/><category term='Update' />", 'Update'],
  ['<category>New</category>', 'New'],
])('the category of an entry of a feed is its kind: %s', (category, kind) => {
  const title = '<title>The lids</title><updated>2025-11-21T00:00:00Z</updated>'
  const text = `<feed>\n<entry>${title}${category}<content>GET /v2/lids</content></entry>\n</feed>`
  expect(readChangelog(text, 'x').entries).toMatchObject([{ date: '2025-11-21', kind }])
})

test('a character of a feed may be written as its number', () => {
  const text =
    '<rss><channel><item><title>2025-11-21 &#8211; New</title><description>GET /v2/lids&#x2F;all</description></item></channel></rss>'
  expect(readChangelog(text, 'x').entries).toMatchObject([{ kind: 'New', text: 'GET /v2/lids/all' }])
})

test('a day of a page is written as ISO 8601 has it where its element states that', () => {
  const day = (time: string): string => `<h2>${time}</h2><h3>New</h3><p>GET /v2/lids</p>`
  const text = `<html><body>${day('<time datetime="2025-11-21">21 November 2025</time>')}${day('<time>20 November 2025</time>')}</body></html>`
  expect(readChangelog(text, 'x').dates).toMatchObject([
    { date: '2025-11-21', iso: true },
    { date: '20 November 2025', iso: false },
  ])
})
