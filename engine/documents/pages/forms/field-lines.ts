import type { BlockContent, DefinitionContent, PhrasingContent, RootContent, Table, TableRow } from 'mdast'
import { datesIn } from '../../../../checks/documents/published-dates.ts'
import { isKind } from '../../../../checks/documents/vocabulary.ts'

/** Where a field of a line begins: in front of all else or behind a number in brackets, or behind a sign that divides it from the one before. */
const fieldStart =
  /(?:^\s{0,20}(?:\[(?!\d{4}-\d)[\w-]{1,12}\]\s{0,20})?|\s{1,20}[-–—|·•]\s{1,20}|[;,]\s{1,20})(\p{Lu}[\p{L} ]{1,24}):(?=\s|$)/gu
const firstOfLine = /^\s*[[\p{Lu}]/u

interface Field {
  readonly name: string
  readonly cell: PhrasingContent[]
}

/** Text next to each other as one, and bold names of fields as such text: `**Status:** Deprecated`. */
const joined = (nodes: readonly PhrasingContent[]): readonly PhrasingContent[] => {
  const all: PhrasingContent[] = []
  for (const [at, node] of nodes.entries()) {
    const next = nodes[at + 1]
    const [only, ...others] = node.type === 'strong' ? node.children : []
    const isName = only?.type === 'text' && others.length === 0
    const isEnded =
      only?.type === 'text' && (only.value.endsWith(':') || (next?.type === 'text' && /^:/.test(next.value)))
    const text = node.type === 'text' ? node : isName && isEnded ? only : undefined
    const last = all.at(-1)
    if (text && last?.type === 'text') all.splice(-1, 1, { type: 'text', value: last.value + text.value })
    else all.push(text ?? node)
  }
  return all
}

/** The fields of a line; none where it has anything else, or a field twice. */
const fieldsIn = (nodes: readonly PhrasingContent[]): readonly Field[] => {
  const fields: Field[] = []
  for (const [at, node] of joined(nodes).entries()) {
    const value = node.type === 'text' ? node.value : ''
    const starts = [...value.matchAll(fieldStart)].filter(([start]) => at === 0 || !firstOfLine.test(start))
    const before = value.slice(0, starts[0]?.index)
    if (node.type !== 'text') fields.at(-1)?.cell.push(node)
    else if (before !== '') fields.at(-1)?.cell.push({ type: 'text', value: before })
    if (fields.length === 0 && starts[0]?.index !== 0) return []
    for (const [of, { 0: start, 1: name = '', index }] of starts.entries()) {
      const text = value.slice(index + start.length, starts[of + 1]?.index)
      fields.push({ name, cell: [{ type: 'text', value: text }] })
    }
  }
  return new Set(fields.map(({ name }) => name)).size === fields.length ? fields : []
}

/** The lines of running text. */
const linesOf = (nodes: readonly PhrasingContent[]): readonly (readonly PhrasingContent[])[] => {
  const lines: PhrasingContent[][] = [[]]
  for (const node of nodes) {
    if (node.type === 'break') lines.push([])
    else if (node.type === 'text')
      for (const [at, value] of node.value.split('\n').entries()) {
        if (at > 0) lines.push([])
        if (value !== '') lines.at(-1)?.push({ type: 'text', value })
      }
    else lines.at(-1)?.push(node)
  }
  return lines.filter(({ length }) => length > 0)
}

type Block = RootContent | BlockContent | DefinitionContent

const lineAt = (line: number): TableRow['position'] => {
  const point = { line, column: 1 }
  return { start: point, end: point }
}

const textOf = (node: PhrasingContent): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''

const ofDay = /\b(?:date|day|since|when|from|on|until|effective|deprecated|removed|published|updated|released?)\b/i

/** Whether a day stands in a field that is not called after days: a sentence of a note, which is read as such. */
const hasStrayDay = ({ name, cell }: Field): boolean =>
  !ofDay.test(name) && cell.some(node => datesIn(textOf(node)).length > 0)

/** The items of a list, or the lines of a paragraph, that have the same fields each: the rows of a table. Else the block. */
export const withFieldLines = (block: Block): Block => {
  const first = block.position?.start.line ?? 1
  const lines =
    block.type === 'list'
      ? block.children.map(({ children: [only, ...others], position }) => ({
          nodes: only?.type === 'paragraph' && others.length === 0 ? only.children : [],
          line: position?.start.line ?? first,
        }))
      : block.type === 'paragraph'
        ? linesOf(block.children).map((nodes, at) => ({ nodes, line: first + at }))
        : []
  const rows = lines.map(({ nodes, line }) => ({ fields: fieldsIn(nodes), line }))
  const namesOf = (fields: readonly Field[]): string => fields.map(({ name }) => name).join('\n')
  const names = rows[0]?.fields ?? []
  const [{ name: lead = '' } = {}] = names
  // `New: GetRepository - Scope: a namespace` and `GET: GetRepository, HEAD: CheckRepository` are no fields.
  const isOther =
    /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(lead) ||
    (isKind(lead) && !/^(?:changes?|features?|notes?)$/i.test(lead))
  const isTable =
    !isOther &&
    names.length > 1 &&
    rows.length > 1 &&
    rows.every(({ fields }) => namesOf(fields) === namesOf(names) && !fields.some(hasStrayDay))
  if (!isTable) return block
  const row = (cells: readonly PhrasingContent[][], line: number, heads: boolean): TableRow =>
    ({
      type: 'tableRow',
      children: cells.map(children => ({ type: 'tableCell', children })),
      position: lineAt(line),
      data: { heads },
    }) as TableRow
  const head = row(
    names.map(({ name }) => [{ type: 'text', value: name }]),
    first,
    true,
  )
  return {
    type: 'table',
    children: [
      head,
      ...rows.map(({ fields, line }) =>
        row(
          fields.map(({ cell }) => cell),
          line,
          false,
        ),
      ),
    ],
    position: block.position,
  } as Table
}
