import { inCommon } from '../../contracts/causes/causes.ts'
import { operationOf, requestLineOf } from '../../contracts/causes/evidence.ts'
import { listed } from '../../contracts/causes/wording.ts'
import { isSuccessStatus } from '../../contracts/exchange.ts'
import { counts, levels, type Result } from '../../contracts/results/verdict.ts'
import {
  expectedWords,
  insecureWarning,
  isExpected,
  isInsecure,
  isOutOfForce,
  notOfferedText,
  requestsText,
  selectedCount,
  tallies,
  tally,
  timeParts,
  toldLevels,
  unjudgedText,
} from '../shared/facts.ts'
import { columnsOf, seconds, visible } from '../shared/text.ts'
import { block, type View } from './view.ts'

const words: Readonly<Record<Result, string>> = {
  conformant: 'CONFORMANT',
  'non-conformant': 'NON-CONFORMANT',
  incomplete: 'INCOMPLETE',
  partial: 'PARTIAL',
}

/** With a colored background, the word has a space on each side. */
const badgeText = ({ report, colors }: View): string =>
  colors.isColorSupported ? ` ${words[report.result]} ` : words[report.result]

const badge = (view: View): string => {
  const { report, colors } = view
  const text = badgeText(view)
  switch (isExpected(report) ? 'incomplete' : report.result) {
    case 'conformant':
      return colors.bold(colors.inverse(colors.green(text)))
    case 'non-conformant':
      return colors.bold(colors.inverse(colors.red(text)))
    case 'incomplete':
      return colors.bold(colors.inverse(colors.yellow(text)))
    case 'partial':
      return colors.bold(colors.inverse(text))
  }
}

/** The result, never without its denominator: next to the word, or below it where that is too wide. */
const result = (view: View, more = ''): readonly string[] => {
  const told = `${isExpected(view.report) ? `${expectedWords}: ` : ''}${tallies(view.report)}${more}`
  // The same with colours and without.
  if (words[view.report.result].length + 4 + columnsOf(told) <= view.columns) return [`${badge(view)}  ${told}`]
  return [badge(view), ...block(view, told, 0)]
}

/** The levels that the result does not name; those that `--fail-on` counts say so. */
const weaker = ({ report, failOn }: View): readonly string[] =>
  levels
    .filter(
      level => level !== 'must' && !toldLevels(report).includes(level) && selectedCount(report.summary[level]) > 0,
    )
    .map(level => `${tally(report, level)}${counts(level, failOn) ? ' (counts)' : ''}`)

const targetOf = ({ report }: View): string =>
  report.options.target === 'reference' ? 'the built-in reference hub' : (report.target ?? 'documents alone')

/** What is not part of the counts, and why. */
const aside = ({ report, having }: View): readonly string[] => {
  const out = having('not-applicable').filter(isOutOfForce)
  const inForce = report.requirements.filter(
    requirement => !out.includes(requirement) && requirement.verdict !== 'not-selected',
  )
  const applying = levels.flatMap(level => {
    const all = inForce.filter(requirement => requirement.level === level)
    const count = all.filter(({ verdict }) => verdict !== 'not-applicable').length
    return count === all.length ? [] : [`${count} of ${all.length} ${level.toUpperCase()}`]
  })
  return [
    ...(out.length > 0 ? [`${out.length} not in force on ${report.asOf}`] : []),
    ...(applying.length > 0 ? [`${listed(applying)} apply to this target`] : []),
  ]
}

const aim = (view: View): string => [`${targetOf(view)}, as of ${view.report.asOf}`, ...aside(view)].join(' · ')

const effort = ({ report }: View): string => `${seconds(report.durationMs)}, ${requestsText(report)}`

interface Step {
  readonly text: string
  readonly snippet: readonly string[]
}

/** Characters of a step whose fix stands whole above. */
const longestBrief = 320

/** The first sentence, as far as it fits, and what the requests have in common, which tells such steps apart. */
const brief = (message: string): string => {
  const [sentence = message] = /^.*?[.](?= [A-Z]|$)/.exec(message) ?? []
  const common = message.indexOf(` ${inCommon}`)
  const where = common < 0 ? '' : message.slice(common)
  if (sentence.length <= longestBrief) return `${sentence}${where}`
  return `${sentence.slice(0, longestBrief).replace(/[,;:]? [^ ]*$/, '')} …${where}`
}

/** What to do next, as the report has it: what decides or fixes most first. What stands whole above as a fix is named in brief. */
const next = (view: View): readonly Step[] => {
  const { report, hints, failures, verbosity } = view
  const isAbove = (message: string): boolean =>
    verbosity !== 'quiet' && failures.some(({ step, entries }) => entries.length === 0 && message.endsWith(step))
  const steps = report.next.map(({ message, snippet = [], requirements: [first, ...others] }) => {
    const text = isAbove(message) ? brief(message) : message
    return {
      text: first === undefined ? text : `${text} [${first}${others.length > 0 ? ` and ${others.length} more` : ''}]`,
      snippet,
    }
  })
  return [...steps, ...hints.map(text => ({ text, snippet: [] }))]
}

/** Lines to paste are not wrapped. */
const stepLines = (view: View, label: string, { text, snippet }: Step): string[] => [
  ...labelled(view, label, text),
  ...snippet.map(line => `${' '.repeat(10)}${visible(line)}`),
]

/** Loud, since every other line is worth less with it. */
export const insecure = (view: View): string[] => {
  const { report, colors } = view
  if (!isInsecure(report)) return []
  return ['', ...block(view, `${insecureWarning}.`, 0).map(line => colors.bold(colors.red(line)))]
}

const labelled = (view: View, label: string, text: string): string[] => {
  const [first = '', ...more] = block(view, visible(text), 8)
  return [`${view.colors.dim(label.padEnd(8))}${first.slice(8)}`, ...more]
}

/** The first step of an incomplete run, which has no failure that explains it. */
export const firstStep = (view: View): string[] => {
  const [step] = next(view)
  return view.report.result !== 'incomplete' || isExpected(view.report) || step === undefined
    ? []
    : stepLines(view, 'Next', step)
}

/** What the variable in a curl command stands for, where the run was given no token but logged in for one. */
const tokenText = ({ report }: View, above: readonly string[]): string | undefined => {
  const login = report.exchanges.find(
    exchange =>
      operationOf(exchange, report) === 'login' && exchange.response && isSuccessStatus(exchange.response.status),
  )
  return login !== undefined && above.some(line => line.includes('$HUB_CONFORMANCE_TOKEN'))
    ? `$HUB_CONFORMANCE_TOKEN is what ${requestLineOf(login, report)} returns`
    : undefined
}

/** The last lines, which are read most: the result first. Those above may have something that is explained here. */
export const conclusionLines = (view: View, above: readonly string[] = []): string[] => {
  const token = tokenText(view, above)
  const rest = (label: string, text: string): string[] => labelled(view, label, text)
  const left = notOfferedText(view.report)
  const unjudged = unjudgedText(view.report)
  const parts = timeParts(view.report)
  return [
    '',
    ...result(view),
    ...weaker(view).flatMap((text, at) => rest(at === 0 ? 'Also' : '', text)),
    ...(left === undefined ? [] : rest('Left', left)),
    ...(unjudged === undefined ? [] : rest('Open', unjudged)),
    ...rest('Target', aim(view)),
    ...rest('Took', effort(view)),
    ...(token === undefined ? [] : rest('Token', token)),
    ...(parts !== undefined && view.verbosity === 'verbose' ? rest('', parts) : []),
    ...next(view).flatMap((step, at, all) =>
      stepLines(view, at === 0 ? 'Next' : '', all.length > 1 ? { ...step, text: `${at + 1}. ${step.text}` } : step),
    ),
  ]
}

/** The result alone, and in brief, with the target unless something else is to be said. */
export const resultLine = (view: View, more: readonly string[] = [targetOf(view)]): readonly string[] =>
  result(view, more.map(text => ` · ${visible(text)}`).join(''))
