import type { CodeScan, CodeUse } from '../../contracts/code-scan.ts'
import { type Paint, paint } from '../shared/paint.ts'
import { labelled, routeText, stateHeadings } from '../shared/route.ts'
import { clip, defuse, visible, wrap } from '../shared/text.ts'
import { type CodeRenderOptions, doubtText, insteadText, scanLine, skippedLines, usesByWeight } from './words.ts'

const useLines = (use: CodeUse, colors: Paint, columns: number): readonly string[] => [
  '',
  `  ${colors.bold(`${visible(use.file)}:${use.line}:${use.column}`)}`,
  `    ${visible(clip(use.text, 200))}`,
  ...labelled('route', `${routeText(use)}, ${use.state} since ${use.since}`, columns),
  ...labelled('instead', insteadText(use), columns),
  ...(use.fix === null ? [] : labelled('write', clip(use.fix, 200), columns)),
  ...labelled('sure', use.doubts.length === 0 ? use.certainty : `${use.certainty}: ${doubtText(use)}`, columns),
]

/** A use on one line. */
const shortLine = (use: CodeUse): string =>
  `  ${visible(use.file)}:${use.line}:${use.column}  ${routeText(use)}${use.known ? ` (${visible(use.known.note)})` : ` (${doubtText(use)})`}`

/** What does not count is listed as long as it is short; the JSON report has all of it. */
const mostShort = 10

const shortLines = (uses: readonly CodeUse[]): readonly string[] => [
  ...uses.slice(0, mostShort).map(shortLine),
  ...(uses.length > mostShort ? [`  and ${uses.length - mostShort} more, listed in the JSON report`] : []),
]

/** A scan for people: what must be changed first. */
export const codeConsole = (scan: CodeScan, options: CodeRenderOptions = {}): string => {
  const { columns = 80, verbosity = 'normal' } = options
  const colors = paint(options.colors ?? false)
  const { removed, deprecated, possible, known } = usesByWeight(scan)
  const quiet = verbosity === 'quiet'
  const section = (heading: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [colors.bold(heading), ...lines, '']
  const lines = [
    ...section(
      colors.red(stateHeadings.removed),
      removed.flatMap(use => useLines(use, colors, columns)),
    ),
    ...(quiet
      ? []
      : section(
          colors.yellow(stateHeadings.deprecated),
          deprecated.flatMap(use => useLines(use, colors, columns)),
        )),
    ...(quiet ? [] : section('Possible: not counted', shortLines(possible))),
    ...(quiet ? [] : section('Known', shortLines(known))),
    ...(scan.differences ?? []).map(({ requirement, case: name, message }) =>
      visible(`Baseline: ${requirement}${name === undefined ? '' : ` [${name}]`}: ${message}`),
    ),
    ...wrap(scanLine(scan), columns),
    ...skippedLines(scan).flatMap(line => wrap(line, columns)),
  ]
  return `${lines.map(defuse).join('\n')}\n`
}
