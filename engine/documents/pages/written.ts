/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What says on which line of the source a part of the HTML stands, where the HTML was made from something else. */
export const lineAttribute = 'data-line'
export const lineComment = (line: number): string => `<!--line ${line}-->`

/** The line of a part, in its tag. */
export const on = (line: number): string => ` ${lineAttribute}="${line}"`

/** A row of a table; its cells are HTML. */
export const tableRow = (cells: readonly string[], line: number, name: 'th' | 'td' = 'td'): string =>
  `<tr${on(line)}>${cells.map(cell => `<${name}>${cell}</${name}>`).join('')}</tr>`
