import { type Failure, failuresOf } from '../contracts/causes/causes.ts'
import { simplestFirst } from '../contracts/causes/grounds.ts'
import { grouped } from '../contracts/causes/grouped.ts'
import { openApart, openGroups } from '../contracts/causes/open.ts'
import type { GateFinding, Leftover, Report, ReportedRequirement } from '../contracts/results/report.ts'
import { type Level, levels, severity } from '../contracts/results/verdict.ts'
import type { RenderOptions, Reporter } from './reporter.ts'
import { line, wholeMs } from './shared/bounds.ts'
import { caseLines, fixLines, isQuoted, sourceName } from './shared/evidence.ts'
import {
  conclusion,
  isInsecure,
  isOutOfForce,
  leftoverGroups,
  oneCauseText,
  requestsText,
  resultText,
  subjectName,
  why,
} from './shared/facts.ts'
import { entryLocation, findingText, gateWords, isDecisive, type Known, knownOf, noteText } from './shared/gate.ts'
import { code, fence, type MarkdownSection, summaryBytes, withinBytes } from './shared/markdown-text.ts'
import { count, defuse } from './shared/text.ts'

/**
 * GitHub Flavored Markdown, for a step summary, with what matters most first. Everything that is not our own word stands in code, where there are no links, mentions,
 * images or HTML; tables hold numbers and our own words alone.
 */

/** Lines to paste, in the item of a list. */
const snippetOf = (lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `\n\n${fence(lines)
        .trimEnd()
        .split('\n')
        .map(text => `   ${text}`)
        .join('\n')}\n`

/** Cases of one requirement that are shown in full. */
const mostCases = 5

const head = (report: Report): readonly string[] => {
  const named = subjectName(report)
  const { next } = report
  const same = oneCauseText(report)
  const facts = [
    ...(named === undefined ? [] : [`Product: ${code(named, 300)}`]),
    `Target: ${report.target === null ? 'documents alone' : code(report.target, 500)}`,
    `as of ${code(report.asOf, 20)}`,
    ...(report.gate ? [`baseline ${code(report.gate.file, 300)}`] : []),
    `${requestsText(report)} in ${wholeMs(report.durationMs)} ms`,
    `${code(report.tool.name, 100)} ${code(report.tool.version, 100)}`,
  ]
  return [
    `# Hub conformance: ${resultText(report)}\n`,
    `**${conclusion(report)}**\n`,
    `${facts.join(' · ')}\n`,
    ...(isInsecure(report) ? ['**Insecure: certificates were not verified.**\n'] : []),
    ...(same === undefined ? [] : [`**${same}** Such answers verify nothing.\n`]),
    [
      `| level | in force | ${severity.join(' | ')} |`,
      `| --- | ${'---: | '.repeat(severity.length + 1).trimEnd()}`,
      ...levels.map(level => {
        const { inForce, counts } = report.summary[level]
        return `| ${level.toUpperCase()} | ${inForce} | ${severity.map(verdict => counts[verdict]).join(' | ')} |`
      }),
      '',
    ].join('\n'),
    ...(next.length === 0
      ? []
      : [
          '**Next steps**\n',
          `${next
            .map(
              ({ message, snippet = [], requirements }, at) =>
                `${at + 1}. ${code(message, 600)} (${count(requirements.length, 'requirement')})${snippetOf(snippet)}`,
            )
            .join('\n')}\n`,
        ]),
  ]
}

const commonLines = (common: string | undefined): readonly string[] =>
  common === undefined ? [] : [defuse(line(`common: ${common}`, 500))]

/** A quotation is marked as one; what is put in our own words is not. */
const sourceLines = (requirement: ReportedRequirement): readonly string[] => {
  const sentence = code(requirement.source.sentence, 1_000)
  const name = code(sourceName(requirement), 300)
  return isQuoted(requirement) ? [`> ${sentence}  `, `> (${name})\n`] : [`${sentence} (source: ${name})\n`]
}

const described = (requirement: ReportedRequirement, report: Report, common?: string): string => {
  const worst = simplestFirst(
    requirement.cases.filter(({ verdict, known }) => verdict === requirement.verdict && known === undefined),
    report,
  )
  // One case for each reason.
  const reasons = [...grouped(worst, ({ reason }) => why(reason)).values()]
  const shown = reasons.slice(0, mostCases)
  const lines =
    shown.length === 0
      ? [defuse(line(why(requirement.reason), 1_000))]
      : shown.flatMap(([kase]) => caseLines(requirement, kase, report))
  return [
    `### ${code(requirement.id, 300)}\n`,
    `${code(requirement.title, 500)}\n`,
    ...sourceLines(requirement),
    fence([...lines, ...commonLines(common), ...(requirement.verdict === 'fail' ? fixLines(requirement.fix) : [])]),
    ...(worst.length > shown.length ? [`${count(worst.length - shown.length, 'more case')} with this verdict.\n`] : []),
  ].join('\n')
}

const ids = (requirements: readonly ReportedRequirement[], most: number): string => {
  const shown = requirements.slice(0, most).map(({ id }) => code(id, 200))
  const more = requirements.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What several requirements share is one item, with the evidence of the weightiest. */
const sharedItem = (
  { requirement, cases, messages, shares, blocked, common, fix, entries }: Failure,
  report: Report,
): string => {
  const each = shares.slice(0, 60).map(({ requirement: { level, id } }) => `- ${level.toUpperCase()} ${code(id, 200)}`)
  const left = shares.length - each.length
  return [
    `### ${shares.length} requirements, one cause\n`,
    ...messages.slice(0, 3).map(message => `${code(message, 1_000)}\n`),
    [...each, ...(left > 0 ? [`- and ${left} more`] : []), ''].join('\n'),
    ...sourceLines(requirement),
    fence([
      ...cases.slice(0, 1).flatMap(kase => caseLines(requirement, kase, report)),
      ...commonLines(common),
      ...fixLines(fix, entries),
    ]),
    ...(blocked.length > 0 ? [`Also not verified because of this: ${ids(blocked, 30)}\n`] : []),
  ].join('\n')
}

/** What is open for the same reason is one item, the largest first. */
const openItems = (requirements: readonly ReportedRequirement[], report: Report): readonly string[] =>
  openGroups(requirements, report).map(({ messages, action, members }) => {
    const said = messages.slice(0, 3).map(message => code(message, 1_000))
    const then = action === undefined ? '' : `. ${code(action, 1_000)}`
    return `- ${members.length} × ${said.join('; ')}: ${ids(members, 30)}${then}\n`
  })

const verifiedItems = (requirements: readonly ReportedRequirement[]): readonly string[] =>
  [...grouped(requirements, ({ suite }) => suite)].map(
    ([suite, members]) => `- ${code(suite, 200)}: ${count(members.length, 'requirement')}: ${ids(members, 100)}\n`,
  )

const leftoverItem = ([first, ...others]: readonly [Leftover, ...Leftover[]]): string => {
  const names = [first, ...others].slice(0, 40).map(({ name }) => code(name, 200))
  const left = others.length + 1 - names.length
  const more = left > 0 ? ` and ${left} more` : ''
  return `- ${code(first.kind, 100)} ${names.join(', ')}${more}: ${code(first.url, 1_000)} (${code(first.why, 500)})\n`
}

/** What makes the gate fail, with the line of the entry. */
const differenceItem = (finding: GateFinding): string => {
  const place = finding.entry === undefined ? '' : `${code(entryLocation(finding.entry), 300)}: `
  return `- **${gateWords[finding.kind]}**: ${place}${code(findingText(finding), 1_500)}\n`
}

const knownItem = ({ requirement: { id, verdict }, entry, cases }: Known): string => {
  const which =
    cases.length === 0
      ? ''
      : ` (${cases
          .slice(0, mostCases)
          .map(name => code(name, 200))
          .join(', ')})`
  return `- ${verdict} ${code(id, 300)}${which}: ${code(noteText(entry), 1_000)}, ${code(entryLocation(entry), 300)}\n`
}

const sections = (report: Report, failOn: Level): readonly MarkdownSection[] => {
  const having = (...verdicts: readonly string[]) =>
    report.requirements.filter(({ verdict }) => verdicts.includes(verdict))
  const failures = failuresOf(report)
  const own = (level: Level) => having('fail').filter(each => each.level === level && each.known === undefined)
  const failed = (level: Level): MarkdownSection => ({
    heading: `${level.toUpperCase()} ${own(level).some(each => isDecisive(report, each, failOn)) ? 'failed' : 'warnings'}`,
    total: own(level).length,
    items: failures.flatMap(each => {
      if (each.requirement.level !== level) return []
      return [
        () => (each.kind === 'shared' ? sharedItem(each, report) : described(each.requirement, report, each.common)),
      ]
    }),
  })
  const unverified = openApart(report).filter(({ verdict }) => verdict !== 'error')
  const texts = (items: readonly string[]) => items.map(item => () => item)
  const known = knownOf(report)
  const differences: MarkdownSection = {
    heading: 'Differences from the baseline',
    items: texts((report.gate?.findings ?? []).map(differenceItem)),
  }
  const left: MarkdownSection = {
    heading: 'Left behind on the target',
    total: report.leftovers.length,
    items: leftoverGroups(report).map(same => () => leftoverItem(same)),
  }
  if (oneCauseText(report) !== undefined) return [differences, left]
  return [
    differences,
    failed('must'),
    {
      heading: 'Bugs of the suite, not of the target',
      items: having('error').map(each => () => described(each, report)),
    },
    left,
    {
      heading: 'Not verified',
      total: unverified.length,
      items: texts(openItems(unverified, report)),
    },
    failed('should'),
    failed('may'),
    { heading: 'Known, as the baseline expects', items: texts(known.map(knownItem)) },
    { heading: 'Passed', total: having('pass').length, items: texts(verifiedItems(having('pass'))) },
    ...[true, false].map((outOfForce): MarkdownSection => {
      const members = having('not-applicable').filter(each => isOutOfForce(each) === outOfForce)
      return {
        heading: outOfForce ? `Not in force on ${line(report.asOf, 20)}` : 'Cannot apply to this target',
        total: members.length,
        items: texts(openItems(members, report)),
      }
    }),
  ]
}

const render = (report: Report, { failOn = 'must' }: RenderOptions = {}): string =>
  withinBytes(summaryBytes, head(report), sections(report, failOn))

export const markdownReporter: Reporter = { describe: 'Markdown, for the summary of a build or a comment', render }
