import { expect, it } from 'vitest'
import { droppedPath } from '../../../../engine/documents/pages/dropped.ts'
import { readPage } from '../../../../engine/documents/pages/page.ts'
import { collectProblems } from '../../../../engine/documents/problems.ts'

const many = (text: string): string => text.repeat(Math.ceil(400_000 / text.length))

// Work for each pair of beginnings would not end before the test does.
it.each([
  ['blocks of ReadMe', `[block:code]\n{\n${many('[block:code]\n')}`],
  ['parameters of Confluence', `<ac:layout>${many('<ac:parameter ')}`],
  ['texts of Confluence', `<ac:layout>${many('<ac:plain-text-body><![CDATA[')}`],
  ['rows of XML', `<?xml version="1.0"?>\n<p>a</p>${many('<tr ')}`],
  ['a place of AsciiDoc', `= Log\n\n[cols="1"]\n|===\n|a\n|===\n\n[[${many('a')}\n`],
  ['a macro of Confluence', `h1. Log\n\n||A||\n|{status:title=${many('a')}|\n`],
  ['macros of Confluence', `h1. Log\n\n||A||\n|{status:${many('|title=')}|\n`],
  ['members of JSON', `{"a": ${' '.repeat(400_000)}"https`],
  ['a heading of Org mode', `* ${' '.repeat(400_000)}:`],
  ['a rule of a table', `a | b\n${'-'.repeat(400_000)}x`],
  ['comments of stanzas', `${many('#\n\n')}Status: x\nDate: y\n\nStatus: x\nDate: y`],
  ['fields of entries', `---\na: b\n---\nx\n---\ndate: ${' '.repeat(400_000)}x\n---\n`],
  ['a kind behind blanks', `## 2025-01-01\n\na.${' '.repeat(400_000)}New`],
  ['days above indented text', many('2025-01-01\n  a\n')],
  ['days above nothing', `${many('2025-01-01\n')}${' '.repeat(400_000)}a`],
  ['blanks behind a day', `2025-01-01\n  a\n2025-01-02\n  a${' '.repeat(400_000)}a(7)`],
  ['blanks in a cell of Markdoc', `{% table %}\n* a${' '.repeat(400_000)}b\n{% /table %}\n`],
  ['items further and further in', many('2025-01-01\n  a:\n\n   b:\n\n    c:\n\n')],
])('%s without an end are read', (_, source) => {
  readPage(source, 'log.md', collectProblems())
})

it('comments without an end are left out', () => {
  for (const begin of ['<!--', '{/*'])
    expect(droppedPath(many(begin), { type: 'root', children: [] }, 'log.md')).toBeUndefined()
})

it.each([
  { cols: 1_000_000_000, rows: 0 },
  { cols: 1_000_000_000, rows: -1_000_000_000 },
  { cols: '1000000000', rows: 1 },
  { cols: 1, rows: 1_000_000_000 },
])('a table of ReadMe with %j stays as it is', size => {
  const source = `[block:parameters]\n${JSON.stringify({ data: { 'h-0': 'Path' }, ...size })}\n[/block]\n`
  expect(JSON.stringify(readPage(source, 'log.md', collectProblems()))).toContain('h-0')
})
