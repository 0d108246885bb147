import { conformanceSchema, type OptionSchema, testSchema } from '../../../library/option-schema.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

const rowsOf = (schema: OptionSchema, before = ''): readonly (readonly string[])[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const { takes, describe = '', unset, properties } = member
    const row = [`\`${before}${name}\``, cell(describe), cell(takes), unset === undefined ? '' : `\`${unset}\``]
    // A group whose members need no words of their own is one row.
    const inner = Object.values(properties ?? {}).every(each => each.describe)
      ? rowsOf(member, `${before}${name}.`)
      : []
    return inner.length === 0 ? [row] : [[row[0] ?? '', row[1] ?? '', '', ''], ...inner]
  })

const tableOf = (schema: OptionSchema): string => {
  const rows = [['option', 'is', 'takes', 'default'], ...rowsOf(schema)]
  const widths = [0, 1, 2, 3].map(at => Math.max(...rows.map(row => (row[at] ?? '').length)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n')
}

const tables: Readonly<Record<string, OptionSchema>> = { runConformance: conformanceSchema, hubConformance: testSchema }

/** docs/library.md with its tables of options as the schema has them; the rest of it is written by hand. */
export const libraryPage = (page: string): string =>
  Object.entries(tables).reduce(
    (text, [name, schema]) =>
      text.replace(
        new RegExp(`(<!-- options of ${name} -->\\n)[\\s\\S]*?(\\n<!-- end -->)`),
        (_, start: string, end: string) => `${start}\n${tableOf(schema)}\n${end}`,
      ),
    page,
  )
