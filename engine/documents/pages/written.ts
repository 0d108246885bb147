/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What says on which line of the source a part of the HTML stands, where the HTML was made from something else. */
export const lineAttribute = 'data-line'
export const lineComment = (line: number): string => `<!--line ${line}-->`

/** The line of a part, in its tag. */
export const on = (line: number): string => ` ${lineAttribute}="${line}"`

/** A heading, at most as deep as HTML has them; its text is HTML. */
export const headingTag = (depth: number, line: number, text: string): string => {
  const name = `h${Math.min(6, depth)}`
  return `<${name}${on(line)}>${text}</${name}>`
}

export const newlines = (text: string): number => text.split('\n').length - 1

/** The line of a text, from 1, on which an offset stands. */
export const lineAt = (text: string, offset: number): number => newlines(text.slice(0, Math.max(0, offset))) + 1

/** Elements of HTML by the names that another form has for them; they are given the other way round. */
export const elementsByName = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).flatMap(([html, own]) => own.split(' ').map(name => [name, html] as const)))

/** A row of a table; its cells are HTML. */
export const tableRow = (cells: readonly string[], line: number, name: 'th' | 'td' = 'td'): string =>
  `<tr${on(line)}>${cells.map(cell => `<${name}>${cell}</${name}>`).join('')}</tr>`
