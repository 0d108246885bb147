import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import { isOpen } from '../../contracts/results/verdict.ts'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { conformant } from './fixtures/reports.ts'

/** Whether something of a report failed or stayed open, known or not. */
const isFlawed = ({ requirements }: Report): boolean =>
  requirements.some(({ level, verdict }) => level === 'must' && (verdict === 'fail' || isOpen(verdict)))

const flawed = anyReport.filter(isFlawed)

/** What is written in green: between the escape sequence for it and the next one. */
const greenIn = (text: string): readonly string[] =>
  text
    .split('\u001b[32m')
    .slice(1)
    .map(rest => rest.split('\u001b[')[0] ?? '')

const summaryFormats = ['console', 'markdown', 'github', 'junit', 'tap', 'badge', 'in-toto', 'ctrf'] as const

describe('no report looks better than the facts', () => {
  test.each(summaryFormats)('%s calls nothing conformant where a MUST failed or stayed open', format => {
    fc.assert(
      fc.property(flawed, report => {
        const text = reporters[format].render(report, { columns: 200 })
        expect(text).not.toMatch(/(?<!non-)\bconformant\b/i)
        expect(text).not.toMatch(/every MUST requirement in force/i)
      }),
    )
  })

  test('the page calls the result nothing else than it is', () => {
    fc.assert(
      fc.property(flawed, report => {
        const page = reporters.html.render(report)
        expect(/<title>([^<]*)/.exec(page)?.[1]).not.toMatch(/^Conformant/)
        expect(/<span class="stamp">.*?<\/svg>([^<]*)/s.exec(page)?.[1]).not.toBe('Conformant')
        expect(page).not.toContain('Every MUST requirement in force was verified')
      }),
    )
  })

  test('the badge is green where every MUST in force passed, and nowhere else', () => {
    fc.assert(
      fc.property(flawed, report => {
        expect(JSON.parse(reporters.badge.render(report)).color).not.toMatch(/green/)
      }),
    )
  })

  test('no cell of the table of suites is green that has something else in it than what passed', () => {
    fc.assert(
      fc.property(anyReport, report => {
        const table = /<table class="matrix".*?<\/table>/s.exec(reporters.html.render(report))?.[0] ?? ''
        for (const [, cell = ''] of table.matchAll(/<td role="cell" class="c-pass"(.*?)<\/td>/gs))
          expect(cell).not.toMatch(/v-(?:fail|inconclusive|untestable|error|not-selected)/)
      }),
    )
  })

  test('the console prints no count of failures or open requirements in green', () => {
    expect(greenIn(reporters.console.render(conformant, { colors: true })).join()).toMatch(/conformant/i)
    fc.assert(
      fc.property(flawed, report => {
        for (const text of greenIn(reporters.console.render(report, { colors: true })))
          expect(text).not.toMatch(/conformant|[1-9]\d* (?:failed|not verified)/i)
      }),
    )
  })
})
