import { isDeepStrictEqual } from 'node:util'
import type { Node, Pair, YAMLMap, YAMLSeq } from 'yaml'
import type { BaselineEntry, BaselineSubject } from '../../engine/reports/baseline.ts'
import { type BaselineFile, baselineLists, type ListName, parseBaseline } from './file.ts'

/** What is done to a baseline: entries that go, that come, and that say something else. */
export interface Edits {
  readonly drop: readonly BaselineEntry[]
  readonly add: readonly BaselineEntry[]
  readonly set: readonly { readonly entry: BaselineEntry; readonly to: BaselineSubject }[]
}

const listNames = Object.keys(baselineLists) as readonly ListName[]

const listOf = ({ verdict }: { readonly verdict: string }): ListName => (verdict === 'fail' ? 'failures' : 'unverified')

/** An entry that was listed without a code is listed for any reason, and stays so. */
const changed = (entry: BaselineEntry, to: BaselineSubject): BaselineEntry => ({
  ...entry,
  verdict: to.verdict as BaselineEntry['verdict'],
  ...(entry.code === undefined || to.code === null ? {} : { code: to.code }),
})

/** The list as it is to be. */
const edited = (file: BaselineFile, list: ListName, { drop, add, set }: Edits): readonly BaselineEntry[] => [
  ...file[list]
    .filter(entry => !drop.includes(entry))
    .map(entry => {
      const to = set.find(each => each.entry === entry)?.to
      return to === undefined ? entry : changed(entry, to)
    }),
  ...add.filter(entry => listOf(entry) === list),
]

/** What may be different in an entry that stays. */
const changing = ['verdict', 'code'] as const

interface Splice {
  readonly from: number
  readonly to: number
  readonly text: string
}

const rangeOf = (node: unknown): readonly [from: number, to: number] => {
  const [from, to] = (node as Node).range as [number, number, number]
  return [from, to]
}

/** Where a line begins, by a place in it; `\r` belongs to the end of a line. */
const beginOf = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

/** Where it ends, behind its line break. */
const endOf = (text: string, at: number): number => text.indexOf('\n', at) + 1 || text.length

/** Lines that are put behind a last line without a line break begin on a line of their own. */
const spliced = (text: string, splices: readonly Splice[], lineBreak: string): string => {
  let done = ''
  let at = 0
  for (const { from, to, text: by } of [...splices].sort((a, b) => a.from - b.from)) {
    done += text.slice(at, from)
    done += by.endsWith('\n') && /[^\n]$/.test(done) ? lineBreak + by : by
    at = to
  }
  return done + text.slice(at)
}

/** The changes of one list as changes of the text. */
const splicesOf = (
  text: string,
  pair: Pair,
  entries: readonly BaselineEntry[],
  { drop, set }: Edits,
  add: readonly BaselineEntry[],
  write: (entries: readonly BaselineEntry[], indent: string) => string,
): readonly Splice[] => {
  const [key, behindKey] = rangeOf(pair.key)
  const placed = ((pair.value as Partial<YAMLSeq<YAMLMap>> | null)?.items ?? []).map((item, at) => {
    const [from, to] = rangeOf(item)
    const dash = text.lastIndexOf('-', from)
    return { item, dash, from: beginOf(text, dash), end: endOf(text, to - 1), entry: entries[at] as BaselineEntry }
  })
  const [first] = placed
  const last = placed.at(-1)
  if (first === undefined || last === undefined) {
    const line = text.slice(key, endOf(text, key))
    return add.length === 0
      ? []
      : [{ from: key, to: key + line.length, text: line.replace(/: *\[ *\]/, ':') + write(add, '  ') }]
  }
  const splices = placed.flatMap(({ item, entry, from, end }): readonly Splice[] => {
    if (drop.includes(entry)) {
      let above = from
      // What is said above an entry goes with it; above the first it may be said of all.
      while (entry !== first.entry && /^[ \t]*#/.test(text.slice(beginOf(text, above - 1), above)))
        above = beginOf(text, above - 1)
      return [{ from: above, to: end, text: '' }]
    }
    const to = set.find(each => each.entry === entry)?.to
    const now = to === undefined ? entry : changed(entry, to)
    return changing
      .filter(name => now[name] !== entry[name])
      .map(name => {
        const [from, to] = rangeOf(item.get(name, true))
        return { from, to, text: String(now[name]) }
      })
  })
  if (add.length > 0)
    splices.push({ from: last.end, to: last.end, text: write(add, text.slice(first.from, first.dash)) })
  else if (entries.every(entry => drop.includes(entry)))
    splices.push({ from: behindKey + 1, to: behindKey + 1, text: ' []' })
  return splices
}

/** The text with the edits in it, and nothing else of it touched; another text where its layout is one that only the parser understands. */
const inPlace = (file: BaselineFile, text: string, edits: Edits, stringify: (value: unknown) => string): string => {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const write = (entries: readonly BaselineEntry[], indent: string): string =>
    entries
      .flatMap(entry =>
        stringify(entry)
          .trimEnd()
          .split('\n')
          .map((line, at) => `${indent}${at === 0 ? '- ' : '  '}${line}${lineBreak}`),
      )
      .join('')
  const pairs = ((file.document.contents as YAMLMap | null)?.items ?? []) as readonly Pair[]
  const splices = listNames.flatMap(list => {
    const add = edits.add.filter(entry => listOf(entry) === list)
    const pair = pairs.find(({ key }) => String(key) === list)
    if (pair) return splicesOf(text, pair, file[list], edits, add, write)
    const lines = `${list}:${lineBreak}${write(add, '  ')}`
    return add.length === 0 ? [] : [{ from: text.length, to: text.length, text: lines }]
  })
  return spliced(text, splices, lineBreak)
}

/** Written anew by the parser: comments and order stay, the layout may not. */
const anew = (file: BaselineFile, edits: Edits): string => {
  const { document } = file
  for (const list of listNames) {
    const now = edited(file, list, edits)
    const before = document.get(list, true) as Partial<YAMLSeq<YAMLMap>> | undefined
    if (before === undefined && now.length === 0) continue
    const kept = (before?.items ?? []).filter((_, at) => !edits.drop.includes(file[list][at] as BaselineEntry))
    for (const [at, item] of kept.entries())
      for (const name of changing) if (item.has(name)) item.set(name, now[at]?.[name])
    const sequence = (before?.items ? before : document.createNode([])) as YAMLSeq
    sequence.items = [...kept, ...now.slice(kept.length).map(entry => document.createNode(entry))]
    sequence.flow = false
    document.set(list, sequence)
  }
  return document.toString({ lineWidth: 0 })
}

/** Changes a baseline. What is not concerned stays as it is written, to the byte, where the file's layout allows it. */
export const editBaseline = async (file: BaselineFile, content: string, edits: Edits): Promise<string> => {
  const { stringify } = await import('yaml')
  const text = inPlace(file, content, edits, value => stringify(value, { lineWidth: 0 }))
  // The text was changed as text, so it is read once more before anybody relies on it.
  const read = await parseBaseline(text, 'baseline').catch(() => undefined)
  const asMeant = listNames.every(list => isDeepStrictEqual(read?.[list], edited(file, list, edits)))
  return asMeant ? text : anew(file, edits)
}
