import fc from 'fast-check'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import { levels, severity } from '../../contracts/results/verdict.ts'
import { reporters } from '../../reporters/index.ts'
import { anyReport, anyText } from './fixtures/arbitrary.ts'
import { extremes, many } from './fixtures/extremes.ts'
import { differing, expected } from './fixtures/held.ts'
import { kase, reason, report, requirement } from './fixtures/report.ts'
import { mixed } from './fixtures/reports.ts'

const { render } = reporters.markdown

const parser = unified().use(remarkParse).use(remarkGfm)

const nodesOf = (node: Nodes): Nodes[] => [node, ...('children' in node ? node.children.flatMap(nodesOf) : [])]

const parse = (text: string): Nodes[] => nodesOf(parser.parse(text))

const allowed = new Set([
  'root',
  'heading',
  'paragraph',
  'text',
  'strong',
  'inlineCode',
  'code',
  'blockquote',
  'list',
  'listItem',
  'break',
  'table',
  'tableRow',
  'tableCell',
])

/** GFM's own reader sees headings, lists, one table and code; no link, no HTML, no image, and nothing that GitHub makes a mention of. */
const expectHarmless = (given: Report): void => {
  const nodes = parse(render(given))
  expect(nodes.map(({ type }) => type).filter(type => !allowed.has(type))).toEqual([])
  const tables = nodes.filter(({ type }) => type === 'table')
  expect(tables).toHaveLength(1)
  const rows = nodes.flatMap(node => (node.type === 'tableRow' ? [node.children.length] : []))
  expect(rows).toEqual(Array.from({ length: levels.length + 1 }, () => severity.length + 2))
  for (const node of nodes) {
    // All that is not code is our own words.
    if (node.type === 'text') expect(node.value).toMatch(/^[\w\s.,:;()"'·×-]*$/)
  }
}

describe('Markdown', () => {
  test.each(extremes)('is harmless for the report "%s"', (_name, given) => {
    expectHarmless(given)
  })

  test('is harmless for whatever report', () => {
    fc.assert(fc.property(anyReport, expectHarmless))
  })

  test('a heading shows the id, whatever it holds', () => {
    fc.assert(
      fc.property(anyText, text => {
        const plain = text.replace(/[^\x20-\x22\x24-\x7e]/g, '').slice(0, 100)
        const given = report([requirement(`a/${plain}`, 'must', [kase('one', 'fail', reason('rate-limited'))])])
        const heading = parse(render(given)).find(node => node.type === 'heading' && node.depth === 3)
        expect(heading && 'children' in heading ? heading.children : []).toEqual([
          expect.objectContaining({ type: 'inlineCode', value: `a/${plain}` }),
        ])
      }),
    )
  })

  test('what matters most comes first', () => {
    const headings = render(mixed).match(/^##? .*/gm)
    expect(headings).toEqual([
      '# Hub conformance: non-conformant',
      '## MUST failed: 2',
      '## Bugs of the suite, not of the target: 1',
      '## Left behind on the target: 1',
      '## Not verified: 8',
      '## SHOULD warnings: 1',
      '## Passed: 4',
      '## Not in force on 2025-11-21: 1',
    ])
    expect(render(mixed)).toContain(
      '**non-conformant: 3 passed, 2 failed, 8 not verified, 1 not selected, of 14 MUST**',
    )
    expect(render(mixed)).toContain('- 4 × `needs credentials')
  })

  test('what differs from the baseline comes first, what is known is a line each', () => {
    const headings = (text: string) => text.match(/^##? .*/gm)
    expect(headings(render(differing))).toEqual([
      '# Hub conformance: non-conformant',
      '## Differences from the baseline: 4',
      '## MUST failed: 2',
      '## Known, as the baseline expects: 3',
      '## Passed: 1',
    ])
    expect(headings(render(expected))).toEqual([
      '# Hub conformance: non-conformant, as the baseline expects',
      '## SHOULD warnings: 1',
      '## Known, as the baseline expects: 3',
      '## Passed: 1',
    ])
    expect(headings(render(expected, { failOn: 'should' }))?.[1]).toBe('## SHOULD failed: 1')
    expect(render(differing)).toContain(
      '- **Entry to remove**: `baseline.yaml:22`: `presence/get-repository: passes, but is still listed as failing (absent); remove the entry`\n',
    )
    expect(render(expected)).toContain(
      '- fail `v1-removed/name-tags`: `the gateway has the old routes (until 2027-03-31, https://tracker.example.com/42)`, `baseline.yaml:2`\n',
    )
  })

  test('what is left out is the least important', () => {
    const text = render(many())
    expect(text).toMatch(
      /Left out, so that this fits a step summary:\*\* \d+ of 334 items under "MUST failed"; 333 of 333 items under "SHOULD warnings"; 333 of 333 items under "MAY warnings"/,
    )
  })
})
