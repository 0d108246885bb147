import { grouped } from '../../contracts/causes/grouped.ts'
import type { ReportedRequirement } from '../../contracts/results/report.ts'
import { columnsOf, visible } from '../shared/text.ts'
import type { View } from './view.ts'

const number = (requirements: readonly ReportedRequirement[], ...verdicts: readonly string[]): number =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).length

interface Row {
  readonly suite: string
  readonly pass: number
  readonly fail: number
  readonly open: number
}

const rowOf = (suite: string, members: readonly ReportedRequirement[]): Row => ({
  suite: visible(suite),
  pass: number(members, 'pass'),
  fail: number(members, 'fail'),
  open: number(members, 'inconclusive', 'untestable', 'error'),
})

/** Suites in which everything holds are one row, where there are more of them than of the others to read. */
const rowsOf = ({ report, verbosity }: View): readonly Row[] => {
  const rows = [...grouped(report.requirements, ({ suite }) => suite)]
    .map(([suite, members]) => rowOf(suite, members))
    .filter(({ pass, fail, open }) => pass + fail + open > 0)
  const calm = rows.filter(({ fail, open }) => fail + open === 0)
  if (verbosity === 'verbose' || calm.length < 3) return rows
  const pass = calm.reduce((sum, row) => sum + row.pass, 0)
  return [...rows.filter(row => !calm.includes(row)), { suite: `${calm.length} other suites`, pass, fail: 0, open: 0 }]
}

/** Suites with their numbers of passed, failed and open requirements; a suite without any of them has no row. */
export const table = (view: View): string[] => {
  const { colors, columns } = view
  const rows = rowsOf(view)
  if (rows.length < 2) return []
  const width = Math.max(5, ...rows.map(({ suite }) => columnsOf(suite)))
  const cell = (value: number, color: (text: string) => string): string => {
    const text = String(value).padStart(6)
    return value === 0 ? colors.dim(text) : color(text)
  }
  const [open, gap] = columns < width + 26 ? ['open', ''] : ['unverified', '  ']
  return [
    '',
    colors.dim(
      `  ${'Suite'.padEnd(width)}${'pass'.padStart(6)}${'fail'.padStart(6)}${open.padStart(gap === '' ? 6 : 12)}`,
    ),
    ...rows.map(
      ({ suite, pass, fail, open: left }) =>
        `  ${suite}${' '.repeat(width - columnsOf(suite))}${cell(pass, colors.green)}${cell(fail, colors.red)}${gap}${cell(left, colors.yellow)}`,
    ),
  ]
}
