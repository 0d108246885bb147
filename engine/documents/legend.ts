import { kindOf } from '../../checks/documents/vocabulary.ts'
import type { Section } from './pages/sections.ts'
import { type Run, readable, runOf, stated } from './pages/text.ts'
import { type ReadTable, readTable } from './tables.ts'

/** What each sign, or each word of another language, of a page means. */
export type Legend = ReadonlyMap<string, string>

const meant = '(\\p{L}[\\p{L} ]{0,30})'
/** What stands in front of the first sign. */
const label = '^(?:.{0,40}\\b(?:legend|key)\\b\\W*|[^:=]{1,40}:\\s+)?'
const joint = '(?:=|:|–|—|-|→|\\bmeans\\b|\\bstands for\\b)'
const meanings: readonly RegExp[] = [
  new RegExp(`${label}(\\S{1,3}?)\\s*${joint}\\s*${meant}\\.?$`, 'iu'),
  // `N is New`; of more letters, this is a sentence.
  new RegExp(`${label}(\\p{L})\\s+is\\s+${meant}\\.?$`, 'iu'),
  // `[N] new`
  new RegExp(`${label}([[(]\\p{L}{1,4}[\\])])\\s*${joint}?\\s*${meant}\\.?$`, 'iu'),
  // `⚠️ Deprecated: do not use it any more`
  new RegExp(`${label}(\\p{So})\\s*${joint}?\\s*${meant}(?:\\s*[:,(–—-]\\s.*|\\.)?$`, 'iu'),
  new RegExp(
    `${label}["“«‘]?\\s*${meant}\\s*["”»’]?\\s*(?:=|\\bmeans\\b|\\bstands for\\b)\\s*["“«‘]?\\s*${meant}["”»’.]*$`,
    'iu',
  ),
]

/** `upd` updates: a word as code, and what it means. */
const asCode = /^([^\uE001]*\uE000[\p{L}]{1,12}\uE001)\s+((?!(?:is|means|stands)\b)\p{L}[\p{L} ]{0,30}\.?)$/u

/** A sign without what chooses its picture. */
const signOf = (text: string): string => text.replaceAll(/[\uFE0E\uFE0F]/g, '').toLowerCase()

const textsOf = (block: Section['blocks'][number]): readonly string[] => {
  if (block.type === 'paragraph')
    return runOf(block)
      .text.split(/[,;·|]|\.\s/)
      .map(text => stated({ text: text.replace(asCode, '$1 = $2'), links: [] }))
  if (block.type === 'list') return block.children.map(item => stated(runOf(item)))
  if (block.type !== 'table') return []
  const { headers, rows } = readTable(block)
  return headers.length === 2 ? rows.map(({ cells }) => cells.map(stated).join(' = ')) : []
}

/** The signs that a page explains: `✗ = removed, ⚠ = deprecated`. One that is explained in two ways has no meaning. */
export const legendOf = (sections: readonly Section[], isMeaning: (text: string) => boolean): Legend => {
  const found = new Map<string, string>()
  for (const text of sections.flatMap(({ blocks }) => blocks.flatMap(textsOf)))
    for (const meaning of meanings) {
      const [, sign = '', said = ''] = meaning.exec(signOf(text)) ?? []
      const key = sign.trim()
      // `new = new endpoints` says in other words what it is.
      const isOther = isMeaning(key) && kindOf(key) !== kindOf(said)
      if (!isMeaning(said) || isOther) continue
      found.set(key, found.has(key) && found.get(key) !== said ? '' : said)
      break
    }
  return new Map([...found].filter(([, said]) => said !== ''))
}

/** The meaning of the sign that a text begins with. */
export const leadingMeaning = (text: string, legend: Legend): string | undefined =>
  legend.get(signOf(text.replace(/\s.*/, '')))

/** A table with the states or kinds that its signs mean in their place. A column of nothing but signs has them, whatever stands above it. */
export const withLegend = (table: ReadTable, legend: Legend): ReadTable => {
  if (legend.size === 0) return table
  const isOfSigns = (column: number): boolean => {
    const texts = table.rows.map(({ cells }) => readable(cells[column] as Run)).filter(Boolean)
    return texts.length > 0 && texts.every(text => legend.has(signOf(text)))
  }
  const roles = table.roles.map((role, column) => (role !== 'kind' && isOfSigns(column) ? 'status' : role))
  const said = (cell: Run, column: number): Run => {
    const role = roles[column]
    const meant = role === 'status' || role === 'kind' ? legend.get(signOf(readable(cell))) : undefined
    return meant === undefined ? cell : { text: meant, links: [] }
  }
  return { ...table, roles, rows: table.rows.map(row => ({ ...row, cells: row.cells.map(said) })) }
}
