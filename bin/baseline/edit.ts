import { isDeepStrictEqual } from 'node:util'
import type { Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import type { BaselineEntry, Subject } from '../../engine/reports/baseline.ts'
import { type BaselineFile, baselineLists, type ListName, parseBaseline } from './file.ts'

/** What is done to a baseline: entries that go, that come, and that say something else. */
export interface Edits {
  readonly drop: readonly BaselineEntry[]
  readonly add: readonly BaselineEntry[]
  readonly set: readonly { readonly entry: BaselineEntry; readonly to: Subject }[]
}

const listNames = Object.keys(baselineLists) as readonly ListName[]

const listOf = ({ verdict }: { readonly verdict: string }): ListName => (verdict === 'fail' ? 'failures' : 'unverified')

/** An entry that was listed without a code is listed for any reason, and stays so. */
const changed = (entry: BaselineEntry, to: Subject): BaselineEntry => ({
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

interface Splice {
  readonly from: number
  readonly to: number
  readonly text: string
}

const rangeOf = (node: unknown): readonly [from: number, to: number] => {
  const [from, to] = (node as Node).range as [number, number, number]
  return [from, to]
}

const plain = (value: string): string => (/^[a-z][a-z-]*$/.test(value) ? value : JSON.stringify(value))

/** Where lines begin and end; `\r` belongs to the end of one. */
const linesOf = (text: string) => ({
  begin: (at: number): number => text.lastIndexOf('\n', at - 1) + 1,
  /** Behind the line break. */
  end: (at: number): number => {
    const found = text.indexOf('\n', at)
    return found === -1 ? text.length : found + 1
  },
})

const spliced = (text: string, splices: readonly Splice[]): string =>
  [...splices]
    .sort((a, b) => b.from - a.from || b.to - a.to)
    .reduce((done, { from, to, text: by }) => done.slice(0, from) + by + done.slice(to), text)

/** The changes of one list as changes of the text; undefined where it is written in a way that only the parser understands. */
const splicesOf = (
  text: string,
  pair: Pair | undefined,
  entries: readonly BaselineEntry[],
  { drop, set }: Edits,
  add: readonly BaselineEntry[],
  write: (entries: readonly BaselineEntry[], indent: string) => string,
): readonly Splice[] | undefined => {
  const { begin, end } = linesOf(text)
  if (pair === undefined) return undefined
  const sequence = pair.value as (Partial<YAMLSeq<YAMLMap>> & Node) | null
  const items = sequence?.items ?? []
  const behindKey = text.indexOf(':', rangeOf(pair.key)[1]) + 1
  if (items.length === 0) {
    if (add.length === 0) return []
    const written = { from: end(behindKey - 1), to: end(behindKey - 1), text: write(add, '  ') }
    const empty = sequence?.items === undefined ? [] : [rangeOf(sequence)]
    // `failures: []` on one line; where the brackets stand elsewhere, the parser moves them.
    if (empty.some(([from]) => begin(from) !== begin(behindKey - 1))) return undefined
    return [...empty.map(([from, to]) => ({ from: from - (text[from - 1] === ' ' ? 1 : 0), to, text: '' })), written]
  }
  if (sequence?.flow) return undefined
  const placed = items.map(item => {
    const [from, to] = rangeOf(item)
    const dash = text.lastIndexOf('-', from - 1)
    return { dash, from: begin(dash), to: end(from + text.slice(from, to).trimEnd().length - 1) }
  })
  const splices: Splice[] = []
  for (const [at, entry] of entries.entries()) {
    const place = placed[at]
    if (place === undefined) return undefined
    if (drop.includes(entry)) {
      let { from } = place
      // What is said above an entry goes with it; above the first it may be said of all.
      while (at > 0 && /^[ \t]*#/.test(text.slice(begin(from - 1), from))) from = begin(from - 1)
      splices.push({ from, to: place.to, text: '' })
      continue
    }
    const to = set.find(each => each.entry === entry)?.to
    if (to === undefined) continue
    const now = changed(entry, to)
    for (const key of ['verdict', 'code'] as const) {
      const scalar = items[at]?.get(key, true) as Scalar | undefined
      if (scalar === undefined || now[key] === entry[key]) continue
      const [from, behind] = rangeOf(scalar)
      splices.push({ from, to: behind, text: plain(String(now[key])) })
    }
  }
  const last = placed.at(-1) as (typeof placed)[number]
  const [first] = placed as [(typeof placed)[number]]
  if (add.length > 0) splices.push({ from: last.to, to: last.to, text: write(add, text.slice(first.from, first.dash)) })
  else if (entries.every(entry => drop.includes(entry))) splices.push({ from: behindKey, to: behindKey, text: ' []' })
  return splices
}

/** The text with the edits in it, and nothing else of it touched; undefined where that cannot be done. */
const inPlace = (
  file: BaselineFile,
  content: string,
  edits: Edits,
  stringify: (value: unknown) => string,
): string | undefined => {
  const lineBreak = content.includes('\r\n') ? '\r\n' : '\n'
  const text = /(?:^|\n)$/.test(content) ? content : content + lineBreak
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
  const splices: Splice[] = []
  let appended = ''
  for (const list of listNames) {
    const add = edits.add.filter(entry => listOf(entry) === list)
    const pair = pairs.find(({ key }) => String(key) === list)
    if (pair === undefined) {
      if (add.length > 0) appended += `${list}:${lineBreak}${write(add, '  ')}`
      continue
    }
    const own = splicesOf(text, pair, file[list], edits, add, write)
    if (own === undefined) return undefined
    splices.push(...own)
  }
  const whole = spliced(text, splices) + appended
  // A last line without a break gets one only where something comes after it.
  const continued = text === content || appended !== '' || splices.some(({ from }) => from === text.length)
  return continued ? whole : whole.slice(0, -lineBreak.length)
}

/** Written anew by the parser: comments and order stay, the layout may not. */
const anew = (file: BaselineFile, edits: Edits): string => {
  const { document } = file
  for (const list of listNames) {
    const sequence = document.get(list, true) as YAMLSeq | undefined
    const { set, drop, add } = edits
    for (const { entry, to } of set) {
      const at = file[list].indexOf(entry)
      const now = changed(entry, to)
      if (at >= 0)
        for (const key of ['verdict', 'code'] as const) if (now[key]) document.setIn([list, at, key], now[key])
    }
    // From the end, so that what is left keeps its place.
    const gone = drop.map(entry => file[list].indexOf(entry)).filter(at => at >= 0)
    for (const at of gone.sort((a, b) => b - a)) document.deleteIn([list, at])
    const added = add.filter(entry => listOf(entry) === list)
    if (added.length === 0) continue
    const target = sequence?.items === undefined ? (document.createNode([]) as YAMLSeq) : sequence
    target.flow = false
    for (const entry of added) target.add(document.createNode(entry))
    document.set(list, target)
  }
  return document.toString({ lineWidth: 120 })
}

/** Changes a baseline. What is not concerned stays as it is written, to the byte, where the file's layout allows it. */
export const editBaseline = async (file: BaselineFile, content: string, edits: Edits): Promise<string> => {
  const { stringify } = await import('yaml')
  const text = inPlace(file, content, edits, value => stringify(value, { lineWidth: 0 }))
  if (text === undefined) return anew(file, edits)
  // The text was changed as text, so it is read once more before anybody relies on it.
  const read = await parseBaseline(text, 'baseline').catch(() => undefined)
  const asMeant = listNames.every(list => isDeepStrictEqual(read?.[list], edited(file, list, edits)))
  return asMeant ? text : anew(file, edits)
}
