const heading = /^\p{Lu}[\p{Lu}\p{N} ,.'()/-]{0,60}$/u
/** `LIDS(7)    lids manual    LIDS(7)` */
const ofPage = /\S\(\d\w?\)$/
const indented = /^(?: {2}|\t)/

/** The lines of a text, without the first and the last one where they are those of a manual page. */
const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n').map(line => line.trimEnd().replaceAll('\t', '        '))
  const edges = [lines.findIndex(Boolean), lines.findLastIndex(Boolean)]
  return lines.map((line, at) => (edges.includes(at) && !indented.test(line) && ofPage.test(line) ? '' : line))
}

/** Whether a text is plain text with headings in capitals and all below them indented, as a manual page is shown. */
export const looksLikeIndentedText = (text: string): boolean => {
  const lines = linesOf(text)
  const headings = lines.filter(line => heading.test(line))
  const first = lines.find(Boolean) ?? ''
  return (
    headings.length > 1 &&
    heading.test(first) &&
    lines.every(line => line === '' || heading.test(line) || indented.test(line))
  )
}

const endpoint = /^(?:[A-Z]{3,7} +)?\//
const dated = /^\d{4}-\d\d-\d\d\b/

/** Such text as Markdown, line by line: what is indented further is of the line above, as terms have their descriptions. */
export const markdownOfIndentedText = (source: string): string => {
  const lines = linesOf(source)
  const depthOf = (line = ''): number => line.search(/\S/)
  const least = lines.reduce((least, line) => (indented.test(line) ? Math.min(least, depthOf(line)) : least), Infinity)
  const isBelow = (line = ''): boolean => depthOf(line) > least
  return lines
    .map((line, at) => {
      const text = line.trim().replaceAll(/ {2,}/g, ' ')
      const above = lines[at - 1] ?? ''
      if (text === '') return ''
      if (heading.test(line)) return `## ${text}`
      if (!isBelow(line)) return isBelow(lines[at + 1]) || dated.test(text) ? `- ${text}` : text
      return isBelow(above) && !endpoint.test(text) ? `    ${text}` : `  - ${text}`
    })
    .join('\n')
}
