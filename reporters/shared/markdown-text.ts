import { line } from './bounds.ts'
import { count } from './text.ts'

/** The longest run of backticks in a text. */
const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)

/** Text of others as a code span (CommonMark 6.1): one line, closed by more backticks than it holds. */
export const code = (text: string, length: number): string => {
  const content = line(text, length)
  if (content.trim() === '') return '(empty)'
  const ticks = '`'.repeat(longestRun(content) + 1)
  // A space at both ends is taken off again; without it a backtick at an end would lengthen the fence.
  return /^[` ]|[` ]$/.test(content) ? `${ticks} ${content} ${ticks}` : `${ticks}${content}${ticks}`
}

/** Lines as a code block (CommonMark 4.5), whose fence is longer than any in it. */
export const fence = (lines: readonly string[]): string => {
  const content = lines.join('\n')
  const ticks = '`'.repeat(Math.max(3, longestRun(content) + 1))
  return `${ticks}text\n${content}\n${ticks}\n`
}

export interface MarkdownSection {
  readonly heading: string
  /** How many there are of what the heading names, where an item holds more than one. */
  readonly total?: number
  /** Made one by one, so that what does not fit costs nothing. */
  readonly items: readonly (() => string)[]
}

/** A step summary: GitHub takes 1 MiB of one step (docs.github.com, "Adding a job summary"). */
export const summaryBytes = 900 * 1024

/** Room for the lines that say what was left out. */
const reserve = 4_096

/** A document of at most so many bytes: the sections in their order, each with as many items as fit, and what was left out. */
export const withinBytes = (
  mostBytes: number,
  head: readonly string[],
  sections: readonly MarkdownSection[],
): string => {
  let room = mostBytes - reserve - Buffer.byteLength(head.join('\n'))
  const body: string[] = []
  const leftOut: string[] = []
  for (const { heading, items, total = items.length } of sections) {
    if (items.length === 0) continue
    const title = `## ${heading}: ${total}\n`
    const shown: string[] = []
    room -= Buffer.byteLength(title) + 2
    for (const item of items) {
      const text = item()
      const bytes = Buffer.byteLength(text) + 1
      if (bytes > room) break
      room -= bytes
      shown.push(text)
    }
    if (shown.length > 0) body.push(title, ...shown)
    if (shown.length < items.length)
      leftOut.push(`${items.length - shown.length} of ${count(items.length, 'item')} under "${heading}"`)
  }
  const note =
    leftOut.length === 0
      ? []
      : [`**Left out, so that this fits a step summary:** ${leftOut.join('; ')}. The JSON report has everything.\n`]
  return [...head, ...note, ...body].join('\n')
}
