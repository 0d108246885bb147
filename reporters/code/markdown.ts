import type { CodeScan, CodeUse } from '../../contracts/code-scan.ts'
import { code, type MarkdownSection, withinBytes } from '../shared/markdown-text.ts'
import { routeText } from '../shared/route.ts'
import { doubtText, insteadText, scanLine, skippedLines, usesByWeight } from './words.ts'

/** GitHub takes a step summary of 1 MiB. */
const mostBytes = 1_000_000

const item = (use: CodeUse): string =>
  [
    `- ${code(`${use.file}:${use.line}:${use.column}`, 300)} ${code(use.text, 300)}`,
    `  - ${code(routeText(use), 200)}, ${use.state} since ${use.since}; use ${code(insteadText(use), 200)}`,
    ...(use.fix === null ? [] : [`  - write ${code(use.fix, 300)}`]),
    `  - ${use.certainty}${use.doubts.length === 0 ? '' : `: ${doubtText(use)}`}`,
  ].join('\n')

/** A scan as Markdown, for a step summary or a comment. */
export const codeMarkdown = (scan: CodeScan): string => {
  const { removed, deprecated, possible, known } = usesByWeight(scan)
  const section = (heading: string, uses: readonly CodeUse[]): MarkdownSection => ({
    heading,
    items: uses.map(use => () => item(use)),
  })
  const head = [`# Deprecated and removed routes: ${scan.result}`, '', `${scanLine(scan)}.`, '', ...skippedLines(scan)]
  const sections = [
    section('Removed', removed),
    section('Deprecated', deprecated),
    section('Possible', possible),
    section('Known', known),
  ]
  return `${withinBytes(mostBytes, [...head, ''], sections).trimEnd()}\n`
}
