import type { Problems } from './problems.ts'

// The parser needs seconds for a page of this size made of nothing but structure; published ones have a tenth of it.
const MOST_CHARACTERS = 512 * 1024
const MOST_LINES = 20_000

// And it needs time in proportion to the square of these.
const DEEPEST_CONTAINER = 10
const DEEPEST_INDENT = 200
const MOST_MARKS_OF_LINE = 1_500
const MOST_MARKS_OF_PARAGRAPH = 3_000

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/
const MARKS = /[*_~[\]`<|&@:]/g
const TABLE_RULE = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/

/** True for text that is a web page rather than its Markdown source. */
export function looksLikeHtml(text: string): boolean {
  return /^(?:\uFEFF|\s)*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(
    text.slice(0, 4_096),
  )
}

/** The same text with the lines emptied that no reader could make sense of; line numbers stay as they are. */
export function readableMarkdown(text: string, from: string, problems: Problems): string {
  const whole = text.replace(/^\uFEFF/, '')
  const lines = whole.slice(0, MOST_CHARACTERS).split(/\r\n|\n|\r/)
  if (whole.length > MOST_CHARACTERS || lines.length > MOST_LINES)
    problems.add(
      `${from} is larger than ${MOST_CHARACTERS / 1024} KiB or ${MOST_LINES} lines; only its beginning is read.`,
    )
  let marks = 0
  let inTable = false
  return lines
    .slice(0, MOST_LINES)
    .map((line, index) => {
      const ofLine = line.match(MARKS)?.length ?? 0
      if (isTableRule(line, lines[index - 1])) inTable = true
      if (line.trim() === '') inTable = false
      // Each of these begins a text of its own, in which nothing of the lines before is still open.
      if (inTable || line.trim() === '' || /^[ \t>]*(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])/.test(line)) marks = 0
      marks += ofLine
      const depth = CONTAINERS.exec(line)?.[0].match(/[>*+.)-]/g)?.length ?? 0
      const indent = /^[ \t>]*/.exec(line)?.[0].length ?? 0
      if (
        depth <= DEEPEST_CONTAINER &&
        indent <= DEEPEST_INDENT &&
        ofLine <= MOST_MARKS_OF_LINE &&
        marks <= MOST_MARKS_OF_PARAGRAPH
      )
        return line
      problems.add(`Line ${index + 1} of ${from} is not text for a reader and is left out.`)
      return ''
    })
    .join('\n')
}

function isTableRule(line: string, above: string | undefined): boolean {
  return above?.includes('|') === true && line.includes('|') && TABLE_RULE.test(line.replace(/^[ \t>]+/, '').trimEnd())
}
