import type { LevelSummary } from '../../contracts/report.ts'
import { type Level, levels, type Result } from '../../contracts/verdict.ts'
import { insecureWarning, isInsecure } from '../shared/facts.ts'
import { columnsOf, count, visible } from '../shared/text.ts'
import { block, type View } from './view.ts'

const words: Readonly<Record<Result, string>> = {
  conformant: 'CONFORMANT',
  'non-conformant': 'NON-CONFORMANT',
  incomplete: 'INCOMPLETE',
}

const share = ({ verified, inForce, counts }: LevelSummary, level: Level): string =>
  inForce === 0
    ? `no ${level.toUpperCase()} asked`
    : `${verified} of ${inForce} ${level.toUpperCase()} verified, ${counts.fail} failed`

/** On a coloured ground the word has room around it. */
const badgeText = ({ report, colors }: View): string =>
  colors.isColorSupported ? ` ${words[report.result]} ` : words[report.result]

const badge = (view: View): string => {
  const { report, colors } = view
  const text = badgeText(view)
  switch (report.result) {
    case 'conformant':
      return colors.bold(colors.inverse(colors.green(text)))
    case 'non-conformant':
      return colors.bold(colors.inverse(colors.red(text)))
    case 'incomplete':
      return colors.bold(colors.inverse(colors.yellow(text)))
  }
}

/** The result, never without its denominator: beside the word, or below it where that is too wide. */
const result = (view: View, more = ''): readonly string[] => {
  const { summary } = view.report
  const none = levels.every(level => summary[level].verified === 0) ? '; nothing was verified' : ''
  const told = `${share(summary.must, 'must')}${none}${more}`
  // The same with colours and without.
  if (words[view.report.result].length + 4 + columnsOf(told) <= view.columns) return [`${badge(view)}  ${told}`]
  return [badge(view), ...block(view, told, 0)]
}

/** The levels besides `must`; those that `--fail-on` counts say so. */
const weaker = ({ report, failOn }: View): string =>
  levels
    .slice(1)
    .map((level, at) => `${share(report.summary[level], level)}${at < levels.indexOf(failOn) ? ' (counts)' : ''}`)
    .join(' · ')

const seconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

const targetOf = ({ report }: View): string =>
  report.options.target === 'reference' ? 'the built-in reference hub' : (report.target ?? 'documents alone')

const aim = (view: View): string => {
  const { report } = view
  const sum = (verdict: 'not-applicable' | 'not-selected'): number =>
    levels.reduce((total, level) => total + report.summary[level].counts[verdict], 0)
  const aside = [
    [sum('not-applicable'), 'not applicable'],
    [sum('not-selected'), 'not selected'],
  ].flatMap(([number, what]) => (number === 0 ? [] : `${number} ${what}`))
  return [`${targetOf(view)}, as of ${report.asOf}`, ...aside].join(' · ')
}

const effort = ({ report }: View): string =>
  `${seconds(report.durationMs)}, ${count(report.exchanges.length, 'request')}`

/** Much was asked, and not one answer said anything. */
const isSilent = ({ report, having }: View): boolean =>
  report.exchanges.length > 0 &&
  having('pass', 'fail').length === 0 &&
  having('inconclusive').length > having('untestable').length / 4

/** The one thing to do next. */
const next = (view: View): string => {
  const [failed] = levels.flatMap(level => view.having('fail').filter(requirement => requirement.level === level))
  if (failed !== undefined) return `hub-conformance explain ${failed.id}`
  const [broken] = view.having('error')
  if (broken !== undefined) return `report the mistake in ${broken.id}, with --report json=report.json`
  const open = view.having('untestable', 'inconclusive')
  if (isSilent(view)) return 'check --target: nothing that it answered could be told from what it answers to any path'
  if (open.length > 0) return 'give what is missing above, or run again; --report json=report.json keeps the evidence'
  return '--report json=report.json keeps the evidence'
}

/** Loud, since every other line is worth less with it. */
export const insecure = (view: View): string[] => {
  const { report, colors } = view
  if (!isInsecure(report)) return []
  return ['', ...block(view, `${insecureWarning}.`, 0).map(line => colors.bold(colors.red(line)))]
}

/** The last lines, the ones that are read: the result first. */
export const conclusion = (view: View): string[] => {
  const rest = (label: string, text: string): string[] => {
    const [first = '', ...more] = block(view, visible(text), 8)
    return [`${view.colors.dim(label.padEnd(8))}${first.slice(8)}`, ...more]
  }
  return [
    '',
    ...result(view),
    ...rest('Also', weaker(view)),
    ...rest('Target', aim(view)),
    ...rest('Took', effort(view)),
    ...rest('Next', next(view)),
  ]
}

/** The result alone, and in brief. */
export const resultLine = (view: View): readonly string[] => result(view, ` · ${visible(targetOf(view))}`)
