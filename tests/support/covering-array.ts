import { factors, fits, nameClasses } from '../../checks/v1/factors.ts'
import { seededNumbers } from '../../reference-impl/random.ts'

type Factor = keyof typeof factors
export const factorNames = Object.keys(factors) as readonly Factor[]
const sizes = factorNames.map(name => factors[name].length)
const column = (name: Factor): number => factorNames.indexOf(name)

/** Values of some columns; undefined where none is chosen yet. */
type Row = readonly (number | undefined)[]

const valid = (row: Row): boolean => fits(name => row[column(name)])

/** Some columns, and which combinations of their values must be there. */
interface Demand {
  readonly columns: readonly number[]
  readonly wanted: (values: readonly number[]) => boolean
  /** Methods count as one that only reads: names are altered for the others. */
  readonly reading?: true
}

const combinations = (strength: number): readonly (readonly number[])[] => {
  const all: number[][] = []
  const grow = (from: number, chosen: readonly number[]): void => {
    if (chosen.length === strength) all.push([...chosen])
    else for (let next = from; next < sizes.length; next++) grow(next + 1, [...chosen, next])
  }
  grow(0, [])
  return all
}

const always = (strength: number): readonly Demand[] =>
  combinations(strength).map(columns => ({ columns, wanted: () => true }))

const named = (names: readonly Factor[], wanted: Demand['wanted']): Demand => ({ columns: names.map(column), wanted })

/** Classes of names that any rule on names could tell apart: by dots, separators, capitals, digits and length. */
const plainNames = new Set(nameClasses.flatMap(({ isPlain }, at) => (isPlain ? [at] : [])))

/**
 * Every pair, and the triples in which faults are known to hide: what exists and who asks for it, methods of known senders, and each name of each
 * shape as it is.
 */
const pairDemands: readonly Demand[] = [
  // What differs the second time does so by shape and method.
  ...always(2).filter(({ columns }) => !columns.includes(column('times')) || Math.min(...columns) <= column('method')),
  named(['shape', 'name', 'sender'], values => values[1] === 1),
  named(['shape', 'method', 'sender'], values => values[2] === 0 || values[2] === 2),
  { ...named(['shape', 'name', 'method'], values => (values[2] as number) < 2), reading: true },
  // A rule on names is seen by who gets past a check of credentials, whatever the seed generates.
  {
    ...named(
      ['shape', 'name', 'sender', 'method'],
      ([, name, sender, method]) => plainNames.has(name as number) && sender === 2 && (method as number) < 2,
    ),
    reading: true,
  },
]

const demands = { pairs: pairDemands, thorough: always(3) } as const
export type ArrayName = keyof typeof demands
export const arrayNames = Object.keys(demands) as readonly ArrayName[]

const key = ({ columns, reading }: Demand, row: Row): string =>
  columns.map(at => `${at}:${reading && at === column('method') ? 'reading' : row[at]}`).join(' ')

/** The combinations that an array must hold. */
export const tuplesOf = (name: ArrayName): ReadonlyMap<string, Row> => {
  const tuples = new Map<string, Row>()
  for (const demand of demands[name]) {
    const { columns, wanted } = demand
    const grow = (values: readonly number[]): void => {
      const at = columns[values.length]
      if (at === undefined) {
        const row: (number | undefined)[] = sizes.map(() => undefined)
        for (const [index, value] of values.entries()) row[columns[index] as number] = value
        // Of two methods that count as one, the one or the other.
        const other = demand.reading && (row[0] as number) % 2 === 1
        if (wanted(values) && valid(row) && (other || !tuples.has(key(demand, row)))) tuples.set(key(demand, row), row)
        return
      }
      for (let value = 0; value < (sizes[at] as number); value++) grow([...values, value])
    }
    grow([])
  }
  return tuples
}

/** The combinations of an array that a row holds. */
export const heldBy = (name: ArrayName, row: Row): readonly string[] =>
  demands[name]
    .filter(({ columns }) => columns.every(at => row[at] !== undefined))
    .filter(({ columns, wanted }) => wanted(columns.map(at => row[at] as number)))
    .map(demand => key(demand, row))

export const parseRow = (text: string): readonly number[] => [...text].map(digit => Number.parseInt(digit, 36))

/** Numbers below a bound, so that the same arrays are made each time. */
const random = (seed: number): ((below: number) => number) => {
  const next = seededNumbers(seed)
  return below => next() % below
}

/** Leaves out rows where others can take over what they alone hold, in cells that nothing depends on. */
const tightened = (name: ArrayName, rows: readonly Row[]): readonly Row[] => {
  const tuples = tuplesOf(name)
  const counts = new Map<string, number>()
  const countOf = (tuple: string): number => counts.get(tuple) ?? 0
  const count = (row: Row, by: 1 | -1): void => {
    for (const tuple of heldBy(name, row)) counts.set(tuple, countOf(tuple) + by)
  }
  for (const row of rows) count(row, 1)
  let kept = rows
  for (const [index] of rows.entries()) {
    const at = rows.length - 1 - index
    const left = kept.toSpliced(at, 1)
    const dropped = kept[at] as Row
    const undo: (() => void)[] = [() => count(dropped, 1)]
    count(dropped, -1)
    const isHeld = (tuple: string): boolean => countOf(tuple) > 0
    const takeOver = (tuple: string): boolean =>
      isHeld(tuple) ||
      left.some((row, where) => {
        const changed = row.map((value, each) => tuples.get(tuple)?.[each] ?? value)
        if (!valid(changed)) return false
        const back = (): void => {
          count(changed, -1)
          count(row, 1)
        }
        count(row, -1)
        count(changed, 1)
        if (!heldBy(name, row).every(isHeld)) {
          back()
          return false
        }
        left[where] = changed
        undo.push(back)
        return true
      })
    if (heldBy(name, dropped).every(takeOver)) kept = left
    else for (const step of undo.toReversed()) step()
  }
  return kept
}

/** Adds the row that holds most of what is still missing, of some candidates, until nothing is missing. */
export const make = (name: ArrayName, candidates: number, seed: number): readonly string[] => {
  const below = random(seed)
  const missing = new Map(tuplesOf(name))
  const byColumn = sizes.map((_size, at) => demands[name].filter(({ columns }) => columns.includes(at)))
  const gain = (row: Row, at: number): number =>
    (byColumn[at] as readonly Demand[]).filter(
      demand =>
        demand.columns.every(each => row[each] !== undefined) &&
        demand.wanted(demand.columns.map(each => row[each] as number)) &&
        missing.has(key(demand, row)),
    ).length
  const rows: Row[] = []
  while (missing.size > 0) {
    let best: { readonly row: Row; readonly held: number } | undefined
    const open = [...missing.values()]
    for (let count = 0; count < candidates; count++) {
      const row = [...(open[below(open.length)] as Row)]
      const free = row.flatMap((value, at) => (value === undefined ? [at] : []))
      while (free.length > 0) {
        const at = free.splice(below(free.length), 1)[0] as number
        let chosen = { value: 0, gain: -1 }
        const start = at === column('times') ? 0 : below(sizes[at] as number)
        for (let step = 0; step < (sizes[at] as number); step++) {
          const value = (start + step) % (sizes[at] as number)
          row[at] = value
          if (!valid(row)) continue
          const found = gain(row, at)
          if (found > chosen.gain) chosen = { value, gain: found }
        }
        row[at] = chosen.value
      }
      const held = heldBy(name, row).filter(tuple => missing.has(tuple)).length
      if (!best || held > best.held) best = { row, held }
    }
    if (!best) throw new Error('no candidate')
    for (const tuple of heldBy(name, best.row)) missing.delete(tuple)
    rows.push(best.row)
  }
  return tightened(name, rows)
    .map(row => row.map(value => (value as number).toString(36)).join(''))
    .sort()
}
