import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EndpointMention, PublishedReplacement } from '../../../contracts/documents.ts'
import { readDeprecationLog } from '../../../engine/documents/published.ts'
import { checkDocs } from '../../../engine/run.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url), 'utf8')
const named = ({ method, path }: EndpointMention) => (method === undefined ? path : `${method} ${path}`)
const told = ({ old, path, operationId, none }: PublishedReplacement) =>
  `${named(old)} => ${none ? 'none' : [path, operationId].filter(Boolean).join(' ')}`

describe('a log with a table', () => {
  const log = () => readDeprecationLog(fixture('log-with-table.md'), 'log.md')

  test('rows with their columns in another order and under other names; a legend is no log', () => {
    expect(log().rows.map(({ status, feature, date, line }) => [date, feature, status, line])).toEqual([
      ['2024-03-01', 'Old list', 'Deprecated', 13],
      ['2024-02-01', 'DELETE /v1/boxes/:box', 'Removed', 14],
      ['2024-01-15', 'Crates', '', 15],
      ['2024-01-10', 'Lids', 'Deprecated', 16],
      ['2024-01-05', 'Straps', 'Deprecated', 17],
      ['2024-01-01', 'Lost', 'Deprecated', 18],
    ])
  })

  test('endpoints of the row and of the section it links to', () => {
    expect(log().rows.map(row => row.endpoints.map(named))).toEqual([
      [
        'GET /v1/boxes',
        'GET /v1/boxes/{box}',
        'HEAD /v1/boxes/{box}',
        'POST /v1/boxes',
        'PUT /v1/boxes',
        '/v1/a',
        '/v1/b',
      ],
      ['DELETE /v1/boxes/{box}'],
      ['/v1/crates'],
      ['GET /v1/lids/{lid}/open'],
      [],
      [],
    ])
    expect(log().rows[4]?.text).toContain('Nothing to say.')
    expect(log().rows.map(row => row.replacements.length)).toEqual([7, 0, 1, 1, 0, 0])
  })

  test('replacements from sentences, list items and tables', () => {
    expect(log().replacements.map(replacement => [told(replacement), replacement.line])).toEqual([
      ['GET /v1/boxes => listBoxes', 22],
      ['GET /v1/boxes/{box} => /v2/boxes/{box}', 24],
      ['HEAD /v1/boxes/{box} => /v2/boxes/{box}', 24],
      ['POST /v1/boxes => CreateBox', 25],
      ['PUT /v1/boxes => CreateBox', 25],
      ['/v1/a => /v2/a ListA', 31],
      ['/v1/b => none', 32],
      ['/v1/crates => /v2/crates', 36],
      ['GET /v1/lids/{lid}/open => OpenLid', 42],
    ])
  })

  test('a link that leads nowhere is a problem', () => {
    expect(log().problems).toEqual(['Line 18 of log.md links to #no-such-heading, which is not a heading of the page.'])
  })
})

test('a log of headings and lists', () => {
  const log = readDeprecationLog(fixture('log-with-lists.md'), 'log.md')
  expect(
    log.rows.map(({ status, date, line, endpoints, replacements }) => [
      status,
      date,
      line,
      endpoints.map(named).join(', '),
      replacements.map(told).join(', '),
    ]),
  ).toEqual([
    ['Deprecated', '2024-05-01', 7, 'GET /v1/boxes', 'GET /v1/boxes => ListBoxes'],
    ['Deprecated', 'May 7, 2024', 12, 'PUT /v1/boxes/{box}', 'PUT /v1/boxes/{box} => /v2/boxes/{box}'],
    ['Removed', '2023-12-31', 16, 'GET /v1/lids', ''],
    ['Sunset', '2023-01-02', 18, 'POST /v1/straps', 'POST /v1/straps => CreateStrap'],
  ])
})

describe('statements of replacement', () => {
  test.each([
    ['`GET /v1/a` is replaced by `GET /v2/a`.', ['GET /v1/a => /v2/a']],
    ['`GET /v1/a` has been superseded by ListA', ['GET /v1/a => ListA']],
    ['Replace `/v1/a` with `/v2/a`', ['/v1/a => /v2/a']],
    ['/v1/a is deprecated in favor of /v2/a.', ['/v1/a => /v2/a']],
    ['`/v1/a` moved to `/v2/a`', ['/v1/a => /v2/a']],
    ['Clients of `/v1/a` must migrate to `/v2/a`', ['/v1/a => /v2/a']],
    ['`/v1/a` is deprecated. To find one, call GetA. To list them, use ListA.', []],
    ['For `/v1/a`, use ListA.', ['/v1/a => ListA']],
    ['`/v1/a` ➜ `/v2/a`', ['/v1/a => /v2/a']],
    ['`/v1/a` -> `/v2/a`', ['/v1/a => /v2/a']],
    ['`/v1/a`: use ListA instead', ['/v1/a => ListA']],
    ['`/v1/a` is deprecated. Please use `/v2/a`. It is faster than `/v1/z`.', ['/v1/a => /v2/a']],
    ['Use `/v2/a` instead of `/v1/a`.', ['/v1/a => /v2/a']],
    [
      '`GET /v1/a` and `POST /v1/a` replaced by ListA and CreateA respectively',
      ['GET /v1/a => ListA', 'POST /v1/a => CreateA'],
    ],
    ['`GET /v1/a` replaced by ListA. `GET /v1/b` replaced by ListB.', ['GET /v1/a => ListA', 'GET /v1/b => ListB']],
    ['`/v1/a` is old. `/v1/b` is older and replaced by ListB.', ['/v1/b => ListB']],
    ['`/v1/a`, whose place is taken by ListA', ['/v1/a => ListA']],
    ['`/v1/{a}/` replaced by `/v2/{a}/`.', ['/v1/{a}/ => /v2/{a}/']],
    ['GET/HEAD `/v1/<a>` replaced by [A](/x#operation/GetA)', ['GET /v1/{a} => GetA', 'HEAD /v1/{a} => GetA']],
    ['`/v1/a` has no replacement.', ['/v1/a => none']],
    ['`/v1/a` replaced by nothing', ['/v1/a => none']],
    ['`/v1/a` is replaced by ListA; `/v1/b` is removed without any replacement', ['/v1/a => ListA', '/v1/b => none']],
    ['`/v1/a` has no direct replacement.', []],
    ['`/v1/a` is not removed without a replacement.', []],
    ['`/v1/a` is removed without a replacement for its filters.', []],
    ['Instead of `/v1/a` call ListA.', ['/v1/a => ListA']],
    ['Rather than `/v1/a` and `/v1/b`, clients request `/v2/a`', ['/v1/a => /v2/a', '/v1/b => /v2/a']],
    ['In place of `/v1/a` use `/v2/a`', ['/v1/a => /v2/a']],
    ['`/v1/a` is gone. Call `/v2/a` in place of `/v1/a`', ['/v1/a => /v2/a']],
    ['`/v1/a`: call ListA instead', ['/v1/a => ListA']],
    ['`/v1/a` is old. Call ListA in its place.', ['/v1/a => ListA']],
    ['`/v1/a` is deprecated in favour of\nListA.', ['/v1/a => ListA']],
    ['### Old list\n\n- `/v1/a`\n\nReplaced by ListA.', ['/v1/a => ListA']],
    ['### Old lists\n\n- `/v1/a`\n- `/v1/b`\n\nReplaced by ListA.', []],
    ['The replacement for `/v1/a` is ListA.', ['/v1/a => ListA']],
    ['ListA is the successor of `/v1/a`.', ['/v1/a => ListA']],
    ['Instead of errors `/v1/a` shows pages.', []],
    ['Clients that use `/v1/a` must stop.', []],
    ['It is replaced by `/v2/a`.', []],
  ])('%s', (text, expected) => {
    expect(readDeprecationLog(text, 'x').replacements.map(told)).toEqual(expected)
  })

  test.each([
    ['Old|New', ['GET /v1/a => /v2/a']],
    ['From|To', ['GET /v1/a => /v2/a']],
    ['Deprecated|Replacement', ['GET /v1/a => /v2/a']],
    ['Legacy endpoint|Replaced by', ['GET /v1/a => /v2/a']],
    ['Endpoint|Use instead', ['GET /v1/a => /v2/a']],
    ['Gone (410)|Take this', ['GET /v1/a => /v2/a']],
    ['Endpoint|Comment', []],
  ])('table %s', (header, expected) => {
    const log = readDeprecationLog(`${header}\n-|-\nGET /v1/a|/v2/a`, 'x')
    expect(log.replacements.map(told)).toEqual(expected)
  })

  test('a row within code is not certain', () => {
    const page = (fence: string) => `### v1 API\n\n${fence}\nThe v1 API was removed on 2022-08-23.\n${fence}\n`
    expect(readDeprecationLog(page(''), 'x').rows).toMatchObject([{ states: ['removed'] }])
    expect(readDeprecationLog(page('```'), 'x').rows).toMatchObject([{ states: ['active', 'deprecated', 'removed'] }])
  })

  test('a column of methods belongs to the paths beside it', () => {
    const log = readDeprecationLog('Method|Path|New|Removed on\n-|-|-|-\nGET, PUT|/v1/a|/v2/a|2024-01-01', 'x')
    expect(log.rows).toMatchObject([{ date: '2024-01-01', feature: '/v1/a' }])
    expect(log.replacements.map(told)).toEqual(['GET /v1/a => /v2/a', 'PUT /v1/a => /v2/a'])
  })
})

describe('endpoints in running text', () => {
  test.each([
    ['GET /v1/a.', ['GET /v1/a']],
    ['(/v1/a), /v1/b; "/v1/c"', ['/v1/a', '/v1/b', '/v1/c']],
    ['GET `/v1/a`', ['GET /v1/a']],
    ['`GET` `/v1/a/`', ['GET /v1/a/']],
    ['GET https://hub.example.com/v1/a?page=2', ['GET /v1/a']],
    ['GET https://hub.example.com/v1/\\<a>/\\<b>', ['GET /v1/{a}/{b}']],
    ['`/boxes/{id}` and /v1/a/:b-c/d', ['/boxes/{id}', '/v1/a/{b-c}/d']],
    ['```\nPOST /boxes\n```', ['POST /boxes']],
    ['> Note: `/v1/a`', ['/v1/a']],
    ['## `HEAD /v1/a`', ['HEAD /v1/a']],
    ['/v1/<a>/b and /v1/\\<c\\>', ['/v1/{a}/b', '/v1/{c}']],
    ['[see](/v1/hidden) https://example.com/v1/no and and/or this', []],
    ['request/response and // and / and `/etc`', []],
  ])('%s', (text, expected) => {
    expect(readDeprecationLog(text, 'x').endpoints.map(named)).toEqual(expected)
  })
})

describe('a log in further forms', () => {
  const shown = (text: string, from: string) =>
    readDeprecationLog(text, from).rows.map(({ status, date, endpoints, replacements }) =>
      [status, date, ...endpoints.map(named), ...replacements.map(told)].join(' | '),
    )

  test.each([
    [
      'YAML with routes for keys, repeated by their names',
      'log.yaml',
      'about: |\n  What goes away\n---\n"GET /v1/a": &a\n  status: deprecated\n  date: "2025-09-19"\n  operation: GetRepository\n"HEAD /v1/a": *a\n"(log)":\n  date: "2025-06-27"\n"/v1/b":\n  status: removed\n  date: "2022-08-23"\n  path: /v2/b\n',
      [
        'deprecated | 2025-09-19 | GET /v1/a | GET /v1/a => GetRepository',
        'deprecated | 2025-09-19 | HEAD /v1/a | HEAD /v1/a => GetRepository',
        ' | 2025-06-27',
        'removed | 2022-08-23 | /v1/b | /v1/b => /v2/b',
      ],
    ],
    [
      'tables with states below "Label"',
      'log.md',
      '| Endpoint | Label | Date |\n|-|-|-|\n| GET /v1/a | deprecated | 2025-09-19 |\n| GET /v1/b | removed | 2022-08-23 |\n',
      ['deprecated | 2025-09-19 | GET /v1/a', 'removed | 2022-08-23 | GET /v1/b'],
    ],
    [
      'notes in tabs, with definitions',
      'log.md',
      '=== "Deprecated"\n\n    !!! warning "2025-09-19"\n\n        `GET /v1/a`\n        :   `GetRepository`\n\n        `HEAD /v1/a`\n        :   `CheckRepository`\n\n    A deprecated endpoint may be removed.\n',
      [
        'Deprecated | 2025-09-19 | GET /v1/a | GET /v1/a => GetRepository',
        'Deprecated | 2025-09-19 | HEAD /v1/a | HEAD /v1/a => CheckRepository',
      ],
    ],
    [
      'AsciiDoc with states in roles and attributes',
      'log.adoc',
      ':old: pass:q[[.label]#Deprecated#]\n\n|===\n|Status |Endpoint |Date\n\n|{old} |GET /v1/a |2025-09-19\n|[.red]#Removed# |GET /v1/b |2022-08-23\n|===\n',
      ['Deprecated | 2025-09-19 | GET /v1/a', 'Removed | 2022-08-23 | GET /v1/b'],
    ],
    [
      'components that stand for operations',
      'log.mdx',
      '| Endpoint | Status | Date | Now |\n|-|-|-|-|\n| GET /v1/a | Deprecated | 2025-09-19 | <Op id="GetRepository" /> |\n',
      ['Deprecated | 2025-09-19 | GET /v1/a | GET /v1/a => GetRepository'],
    ],
    [
      'shortcodes with their attributes',
      'log.md',
      '{{< ended feature="v1 API" status="Removed" date="2022-08-23" >}}\nThe v1 API is deprecated, use v2.\n{{< /ended >}}\n\n{{< ended feature="Old list" status="Deprecated" date="2025-06-27" >}}\n`GET /v1/a`\n{{< /ended >}}\n',
      ['v1 API · Removed · 2022-08-23 | 2022-08-23', 'Old list · Deprecated · 2025-06-27 | 2025-06-27 | GET /v1/a'],
    ],
    [
      'blocks of ReadMe in JSON',
      'page.json',
      JSON.stringify({
        title: 'Log',
        body: `# Log\n\n[block:parameters]\n${JSON.stringify({ data: { 'h-0': 'Status', 'h-1': 'Endpoint', 'h-2': 'Date', '0-0': 'Removed', '0-1': 'GET /v1/a', '0-2': '2022-08-23' }, cols: 3, rows: 1 })}\n[/block]\n`,
      }),
      ['Removed | 2022-08-23 | GET /v1/a'],
    ],
  ] as const)('%s', (_, from, text, expected) => {
    expect(shown(text, from)).toEqual(expected)
  })

  test('aliases of YAML that repeat one another without end are not read', () => {
    const levels = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`)
    const { rows, unread } = readDeprecationLog(['a0: &a0 [x]', ...levels].join('\n'), 'log.yaml')
    expect(rows).toEqual([])
    expect(unread).toMatchObject([{ why: 'log.yaml cannot be read as a page.' }, {}])
  })
})

test('what begins with another state than its page has not the state of the page', () => {
  const page =
    '# Deprecated endpoints\n\n## Deprecated\n\n{{< removed since="2022-08-23" >}}\nThe v1 API. The routes `/v1/repositories/{name}/images` have no replacement.\n{{< /removed >}}\n'
  const [row] = readDeprecationLog(page, 'x').rows
  expect(row?.states).toContain('removed')
})

test('a parameter in brackets is no tag in Org mode, in code or out of it', () => {
  const log = readDeprecationLog('* Log\n\n- GET https://hub.example.com/v1/<a>/<b>\n- =GET /v1/<c>=\n', 'log.org')
  expect(log.endpoints.map(named)).toEqual(['GET /v1/{a}/{b}', 'GET /v1/{c}'])
})

test('a log in HTML is read as one in Markdown is', () => {
  const row = '<tr><td>Deprecated</td><td><code>GET /v1/a</code></td><td>2024-05-01</td></tr>'
  const table = `<table>\n<tr><th>Status</th><th>Endpoint</th><th>Since</th></tr>\n${row}\n</table>`
  const expected = { states: ['deprecated'], date: '2024-05-01', endpoints: [{ method: 'GET', path: '/v1/a' }] }
  expect(readDeprecationLog(`<!doctype html>\n<h1>Log</h1>\n${table}`, 'x').rows).toMatchObject([
    { ...expected, line: 5 },
  ])
  expect(readDeprecationLog(`# Log\n\n${table}`, 'x').rows).toMatchObject([{ ...expected, line: 5 }])
})

test('an empty page says that it has nothing', () => {
  expect(readDeprecationLog('', 'x').unread).toEqual([
    { line: 1, why: 'x has no table and no list of deprecated endpoints.' },
  ])
})

test.each([
  [
    'TOML',
    'log.toml',
    '# Log\n\n[[entry]]\nstatus = "deprecated"\nendpoint = "GET /v1/a"\n\n[[entry]]\nstatus = "removed"\nendpoint = "GET /v1/b"\n',
    [3, 7],
  ],
  [
    'XML',
    'log.xml',
    '\n<?xml version="1.0"?>\n<log>\n  <entry status="deprecated" endpoint="GET /v1/a"/>\n\n  <entry status="removed" endpoint="GET /v1/b"/>\n</log>\n',
    [4, 6],
  ],
])('rows of %s stand on the lines of its source', (_, from, text, lines) => {
  expect(readDeprecationLog(text, from).rows.map(({ line }) => line)).toEqual(lines)
})

test('a record of plain text in columns lists its endpoints in lines below, each with its own replacement', () => {
  const log = readDeprecationLog(
    `DEPRECATION LOG

STATUS      DATE        FEATURE
Deprecated  2025-09-19  Legacy endpoints that create and
                        get repositories
                        POST /v2/repositories -> CreateRepository
                        POST /v2/repositories/{namespace} -> CreateRepository
                        - HEAD /v2/repositories/{namespace}/{repository} -> CheckRepository
Removed     2022-08-23  v1 API
`,
    'DEPRECATED.txt',
  )
  expect(log.rows.map(({ feature, endpoints }) => [feature, endpoints.map(named)])).toEqual([
    [
      expect.stringContaining('Legacy endpoints that create and get repositories'),
      ['POST /v2/repositories', 'POST /v2/repositories/{namespace}', 'HEAD /v2/repositories/{namespace}/{repository}'],
    ],
    ['v1 API', []],
  ])
  expect(log.replacements.map(told)).toEqual([
    'POST /v2/repositories => CreateRepository',
    'POST /v2/repositories/{namespace} => CreateRepository',
    'HEAD /v2/repositories/{namespace}/{repository} => CheckRepository',
  ])
})

test.each([
  ['2025-06-27 · Deprecation log created', 'pass'],
  ['2025-06-27 · Deprecated · Deprecation log created', 'inconclusive'],
])('a heading on the creation of the log: %s', async (title, verdict) => {
  const text = `# Log\n\n## 2025-06-27 · Deprecated · Old list\n\n- \`GET /v2/repositories/{namespace}\`\n\n## ${title}\n\nReformatted.\n`
  const { requirements } = await checkDocs({ documents: { deprecationLog: { from: 'log.md', text } } })
  expect(requirements.find(({ id }) => id === 'deprecation-log/table-created')?.verdict).toBe(verdict)
})
