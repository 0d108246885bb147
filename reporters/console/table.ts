import type { ReportedRequirement } from '../../contracts/report.ts'
import { grouped } from '../grouped.ts'
import { visible } from '../text.ts'
import type { View } from './view.ts'

const number = (requirements: readonly ReportedRequirement[], ...verdicts: readonly string[]): number =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).length

/** Suites with how much of each passed, failed and stayed open; a suite of which nothing was asked has no row. */
export const table = (view: View): string[] => {
  const { colors } = view
  const rows = [...grouped(view.report.requirements, ({ suite }) => suite)]
    .map(([suite, members]) => ({
      suite: visible(suite),
      pass: number(members, 'pass'),
      fail: number(members, 'fail'),
      open: number(members, 'inconclusive', 'untestable', 'error'),
    }))
    .filter(({ pass, fail, open }) => pass + fail + open > 0)
  if (rows.length < 2) return []
  const width = Math.max(5, ...rows.map(({ suite }) => suite.length))
  const cell = (value: number, color: (text: string) => string): string => {
    const text = String(value).padStart(6)
    return value === 0 ? colors.dim(text) : color(text)
  }
  return [
    '',
    colors.dim(`  ${'Suite'.padEnd(width)}${'pass'.padStart(6)}${'fail'.padStart(6)}${'unverified'.padStart(12)}`),
    ...rows.map(
      ({ suite, pass, fail, open }) =>
        `  ${suite.padEnd(width)}${cell(pass, colors.green)}${cell(fail, colors.red)}  ${cell(open, colors.yellow)}`,
    ),
  ]
}
