import type { Matrix, MatrixReport, MatrixRow } from '../../contracts/results/matrix.ts'
import type { Report } from '../../contracts/results/report.ts'

/** A report with the file that it was read from, or is written to. */
export interface ReadReport {
  readonly file: string
  readonly report: Report
  /** What it is called; else product and version, or the target. */
  readonly name?: string
}

const implementationName = ({ subject: { product, version }, target }: Report): string =>
  product === null ? (target ?? 'documents alone') : [product, version ?? ''].join(' ').trim()

const headOf = ({ file, report, name }: ReadReport): MatrixReport => ({
  file,
  name: name ?? implementationName(report),
  // Versions of one product are compared over time.
  product: name ?? report.subject.product ?? implementationName(report),
  asOf: report.asOf,
  startedAt: report.startedAt,
  result: report.result,
  summary: report.summary,
})

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Puts reports side by side, by what was tested and then by time. */
export const matrixOf = (given: readonly ReadReport[]): Matrix => {
  const sorted = given
    .map(each => ({ ...each, head: headOf(each) }))
    .sort((a, b) => compareText(a.head.product, b.head.product) || compareText(a.head.startedAt, b.head.startedAt))
  const known = sorted.map(({ report }) => new Map(report.requirements.map(each => [each.id, each])))
  const rows = new Map<string, MatrixRow>()
  for (const { id, level, title } of sorted.flatMap(({ report }) => report.requirements))
    if (!rows.has(id)) rows.set(id, { id, level, title, verdicts: known.map(byId => byId.get(id)?.verdict ?? null) })
  return { reports: sorted.map(({ head }) => head), rows: [...rows.values()] }
}
