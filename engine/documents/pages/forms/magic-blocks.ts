import { newlines } from '../written.ts'

const block = /^\[block:([a-z-]+)\][ \t]*\n((?:(?!\n\[block:)[\s\S])*?)\n\[\/block\][ \t]*$/gm

/** Whether a text is Markdown of ReadMe, with blocks of its own. */
export const looksLikeMagicBlocks = (text: string): boolean => /^\[block:[a-z-]+\][ \t]*\n\s*\{/m.test(text)

interface Content {
  readonly title?: string
  readonly body?: string
  readonly data?: Readonly<Record<string, string>>
  readonly cols?: number
  readonly rows?: number
  readonly codes?: readonly { readonly code?: string }[]
}

const mostColumns = 50
const mostRows = 1_000

/** A table, of which the cells are named by their row and column: `h-0`, `0-1`. */
const tableOf = ({ data = {}, cols = 0, rows = 0 }: Content): string => {
  // The numbers of the page may be anything.
  if (!(cols <= mostColumns && rows <= mostRows)) throw new RangeError()
  const cell = (row: string | number, column: number): string =>
    `${data[`${row}-${column}`] ?? ''}`.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, '<br>')
  const row = (name: string | number): string =>
    `| ${Array.from({ length: cols }, (_, column) => cell(name, column)).join(' | ')} |`
  return [row('h'), `|${'---|'.repeat(cols)}`, ...Array.from({ length: rows }, (_, at) => row(at))].join('\n')
}

/** Such blocks as Markdown. One that is not understood stays. */
export const markdownOfMagicBlocks = (source: string): string =>
  source.replaceAll(block, (whole: string, name: string, json: string) => {
    try {
      const content = JSON.parse(json) as Content
      const written =
        name === 'parameters'
          ? tableOf(content)
          : name === 'code'
            ? (content.codes ?? []).map(({ code = '' }) => `\`\`\`\n${code}\n\`\`\``).join('\n')
            : [content.title === undefined ? '' : `**${content.title}**`, content.body ?? '']
                .filter(Boolean)
                .join('\n\n')
      return written + '\n'.repeat(Math.max(0, newlines(whole) - newlines(written)))
    } catch {
      return whole
    }
  })
