import { type CodeScan, type CodeUse, type Doubt, isCounted } from '../../contracts/code-scan.ts'
import type { RenderOptions } from '../reporter.ts'
import { routeText } from '../shared/route.ts'
import { count, plural } from '../shared/text.ts'

export interface CodeRenderOptions extends Pick<RenderOptions, 'colors' | 'columns' | 'verbosity'> {
  /** `removed` unless told otherwise. */
  readonly failOn?: CodeUse['state']
}

const doubts: Readonly<Record<Doubt, string>> = {
  method: 'the method is unknown',
  host: 'the host is unknown',
  'host-in-file': 'the host is only named elsewhere in the file',
  'other-api': 'the file does not mention Docker',
  route: 'one variable may hold several parts of the path',
  end: 'the path may continue elsewhere',
  comment: 'it is in a comment or in prose',
  serves: 'it defines a route',
}

/** What is open about a use, as a clause. */
export const doubtText = ({ doubts: open }: CodeUse): string => open.map(doubt => doubts[doubt]).join(', ')

/** What to use instead. */
export const insteadText = ({ replacement }: CodeUse): string =>
  replacement === null
    ? 'no replacement is named'
    : `${replacement.method} ${replacement.path} (${replacement.operation})`

/** One sentence about a use. */
export const useText = (use: CodeUse): string => {
  const sure = use.certainty === 'certain' ? '' : ` (${use.certainty}: ${doubtText(use)})`
  return `${routeText(use)} is ${use.state} since ${use.since}${sure}`
}

/** Uses that make the scan fail, those that are known, and those that are only possible. */
export const usesByWeight = ({ uses }: Pick<CodeScan, 'uses'>) => ({
  removed: uses.filter(use => use.state === 'removed' && isCounted(use)),
  deprecated: uses.filter(use => use.state === 'deprecated' && isCounted(use)),
  possible: uses.filter(({ certainty, known }) => certainty === 'possible' && !known),
  known: uses.filter(({ known }) => known !== undefined),
})

/** What came of a scan, as one line. */
export const scanLine = (scan: CodeScan): string => {
  const { removed, deprecated, possible, known } = usesByWeight(scan)
  const found = [
    ...(removed.length === 0 ? [] : [`${count(removed.length, 'use')} of removed routes`]),
    ...(deprecated.length === 0 ? [] : [`${count(deprecated.length, 'use')} of deprecated routes`]),
  ]
  const more = [
    ...(possible.length === 0 ? [] : [`${possible.length} possible`]),
    ...(known.length === 0 ? [] : [`${known.length} known`]),
  ]
  const looked = `${count(scan.files, 'file')}, ${plural(scan.lines, 'line')}`
  return `${looked}: ${found.length === 0 ? 'no use of a removed or deprecated route' : found.join(', ')}${more.length === 0 ? '' : `; ${more.join(', ')}`}`
}

const skippedWords = {
  binary: 'binary',
  large: 'larger than 8 MiB',
  unreadable: 'cannot be read',
  report: 'reports of a scan',
  many: 'all but the first 2,000 places',
} as const

/** Which files were not looked at, as lines. */
export const skippedLines = ({ skipped }: CodeScan): readonly string[] =>
  (['large', 'unreadable', 'many', 'binary', 'report'] as const).flatMap(reason => {
    const names = skipped.filter(each => each.reason === reason).map(({ file }) => file)
    const few = names.slice(0, 3).join(', ')
    return names.length === 0
      ? []
      : [`Skipped, ${skippedWords[reason]}: ${names.length > 3 ? `${names.length} files (${few}, …)` : few}`]
  })
