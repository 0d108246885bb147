import type { Document, YAMLMap } from 'yaml'
import { defined } from '../../contracts/defined.ts'
import { UsageError } from '../../engine/options.ts'
import type { Baseline, BaselineEntry, ExpectedVerdict } from '../../engine/reports/baseline.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { parseYaml } from '../files.ts'
import * as parse from '../options/values.ts'

/** The lists of the file, and the verdicts that each may hold. */
export const baselineLists = {
  failures: ['fail'],
  unverified: ['inconclusive', 'untestable'],
} as const satisfies Record<string, readonly ExpectedVerdict[]>

export type ListName = keyof typeof baselineLists

const topKeys = ['$schema', ...Object.keys(baselineLists)]
const entryKeys = ['id', 'case', 'verdict', 'code', 'reason', 'link', 'expires']

/** A baseline with the text that it came from, so that it can be changed without losing what people wrote. */
export interface BaselineFile extends Baseline {
  readonly document: Document
  readonly lineOf: (entry: BaselineEntry) => number
}

type At = (node: unknown) => string

/** Keys and their scalars; anything else is refused. */
const texts = (map: YAMLMap, known: readonly string[], at: At): ReadonlyMap<string, string> =>
  new Map(
    map.items.map(({ key, value }): [string, string] => {
      const name = String(key)
      if (!known.includes(name))
        throw new UsageError(
          `${at(key)}: ${parse.shown(name)} is not a key of an entry${suggestion(name, known) || ` (${known.join(', ')})`}`,
        )
      const content = (value as { value?: unknown } | null)?.value
      if (typeof content !== 'string' || content.trim() === '')
        throw new UsageError(`${at(value ?? key)}: ${name} must be a string`)
      return [name, content]
    }),
  )

const required = (entry: ReadonlyMap<string, string>, key: string, where: string): string => {
  const value = entry.get(key)
  if (value === undefined) throw new UsageError(`${where}: the entry has no ${key}`)
  return value
}

const readEntry = (map: YAMLMap, list: ListName, at: At): BaselineEntry => {
  const entry = texts(map, entryKeys, at)
  const where = at(map)
  const id = required(entry, 'id', where)
  const allowed: readonly ExpectedVerdict[] = baselineLists[list]
  const given = required(entry, 'verdict', where)
  const verdict = allowed.find(known => known === given)
  if (verdict === undefined)
    throw new UsageError(`${where}: the verdict of ${parse.shown(id)} must be ${allowed.join(' or ')} in "${list}"`)
  const code = list === 'failures' ? required(entry, 'code', where) : entry.get('code')
  const reason = required(entry, 'reason', where)
  const [name, link, expires] = [entry.get('case'), entry.get('link'), entry.get('expires')]
  if (link !== undefined && !(parse.looksLikeUrl(link) && URL.canParse(link)))
    throw new UsageError(`${where}: link must be an http or https URL`)
  return {
    id,
    verdict,
    reason,
    ...defined({
      case: name,
      code,
      link,
      expires: expires === undefined ? undefined : parse.located(`${where}: expires`, () => parse.calendarDay(expires)),
    }),
  }
}

/** Reads a baseline; what is wrong with it is a {@link UsageError} that names the line. */
export const parseBaseline = async (content: string, name: string): Promise<BaselineFile> => {
  const { isMap, isSeq, isScalar } = await import('yaml')
  const isEmpty = (node: unknown): boolean => node === null || (isScalar(node) && node.value === '')
  // The core schema without its dates and numbers: `expires: 2027-01-01` and `case: 7` are texts.
  const { document, lines, at } = await parseYaml(content, name, { schema: 'failsafe' })
  const places = new Map<BaselineEntry, number>()
  const lineOf = (entry: BaselineEntry): number => places.get(entry) ?? 1
  const { contents } = document
  if (isEmpty(contents)) return { failures: [], unverified: [], document, lineOf }
  if (!isMap(contents))
    throw new UsageError(
      `${at(contents)}: a baseline must be a mapping with the keys ${Object.keys(baselineLists).join(' and ')}`,
    )
  const lists: Record<ListName, readonly BaselineEntry[]> = { failures: [], unverified: [] }
  for (const { key, value } of contents.items) {
    const list = String(key)
    if (!topKeys.includes(list))
      throw new UsageError(
        `${at(key)}: ${parse.shown(list)} is not a key of a baseline${suggestion(list, topKeys) || ` (${topKeys.join(', ')})`}`,
      )
    if (list === '$schema' || isEmpty(value)) continue
    if (!isSeq(value)) throw new UsageError(`${at(value)}: "${list}" must be a list of entries`)
    lists[list as ListName] = value.items.map(item => {
      if (!isMap(item))
        throw new UsageError(`${at(item)}: an entry must be a mapping with the keys ${entryKeys.join(', ')}`)
      const entry = readEntry(item, list as ListName, at)
      places.set(entry, lines.linePos(item.range?.[0] ?? 0).line)
      return entry
    })
  }
  return { ...lists, document, lineOf }
}
