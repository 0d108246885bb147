import { gateText } from '../shared/facts.ts'
import { gateWords, knownOf, placedFinding, placedNote } from '../shared/gate.ts'
import { count, visible } from '../shared/text.ts'
import { block, firstFew, type View } from './view.ts'

/** What the baseline lists and the report confirms: a line each. */
export const known = (view: View): string[] => {
  const { colors, report, verbosity } = view
  const all = knownOf(report)
  if (all.length === 0) return []
  return [
    '',
    colors.bold(`Known, as the baseline expects: ${all.length}`),
    ...all.flatMap(({ requirement: { id, verdict }, entry, cases }) => {
      const names = firstFew(cases, verbosity === 'verbose' ? cases.length : 3, '; ')
      const which = cases.length === 0 ? '' : ` [${names}]`
      return [
        ...block(view, `${verdict} ${visible(id)}${visible(which)}`, 2, 2),
        ...block(view, placedNote(entry), 4).map(colors.dim),
      ]
    }),
  ]
}

/** The comparison with the baseline: each difference with the line of its entry. */
export const baseline = (view: View): string[] => {
  const { colors, report } = view
  const { gate } = report
  if (gate === undefined) return []
  const { failures, unverified } = gate.listed
  const listed = `${count(failures, 'failure')} and ${unverified} unverified are listed`
  const color = gate.findings.length === 0 ? colors.green : colors.red
  const head = block(view, `Baseline ${visible(gate.file)}: ${gateText(report)}; ${listed}`, 0)
  return [
    '',
    ...head.map(color),
    ...gate.findings.flatMap(finding => block(view, `${gateWords[finding.kind]}: ${placedFinding(finding)}`, 2, 2)),
  ]
}
