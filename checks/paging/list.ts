import type { Answered, Exchange } from '../../contracts/exchange.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { type Finding, unclear, violated } from '../../contracts/results/finding.ts'
import { countOf, hasContinuation, isFull, statedBeyond } from './end.ts'
import { envelopesOf, type Page, paramsOf } from './envelope.ts'
import { type ListEnd, pages } from './pages.ts'

/** Whether later pages repeat earlier ones. */
export const isRepetition = (end: ListEnd): boolean => end === 'repeated' || end === 'circular'

/** Whether a list states more than it shows. */
export const isUnfinished = (end: ListEnd): boolean => end === 'short' || end === 'emptied' || isRepetition(end)

/** The finding about a list whose end was not shown. */
export const unfinished = (
  operation: string,
  { end, pages: read = [] }: { readonly end: ListEnd; readonly pages?: readonly Page[] },
  ...seen: readonly [Exchange, ...Exchange[]]
): Finding => {
  if (isRepetition(end)) return unclear('page-repeated', { operation }, ...seen)
  const total = statedBeyond(read)
  if (total === undefined) return unclear('list-unfinished', { operation }, ...seen)
  const pages = read.length === 1 ? '1 page' : `${read.length} pages`
  return unclear('total-not-shown', { operation, total, shown: countOf(read), pages }, ...seen)
}

/** All pages of a list, and how it ended. */
export interface ReadList {
  readonly pages: readonly Page[]
  readonly end: ListEnd
  readonly whole: boolean
  /** Whether an item that its pages do not show is missing: it is whole, or its links or numbers lead to nothing new. */
  readonly closed: boolean
  /** Whether it states that there is more, or may state it in an unknown form. */
  readonly goesOn: boolean
}

export const statesMore = ({ pages: read }: Pick<ReadList, 'pages'>): boolean => statedBeyond(read) !== undefined

/** Whether the cursor of the next page is that of the page itself. */
const leadsToItself = ({ exchange }: Page): boolean => {
  const asked = paramsOf(exchange).map(([, value]) => value)
  return envelopesOf(exchange).some(place =>
    Object.keys(place).some(key => /next/i.test(key) && asked.includes(String(place[key]))),
  )
}

/** How much of a list was read, for a sentence. A missing item may be on a page that is not linked. */
export const extentOf = ({ pages: read, end }: Pick<ReadList, 'pages' | 'end'>): string => {
  const { length } = read
  const where = isRepetition(end)
    ? 'links to nothing new'
    : read.slice(-1).some(leadsToItself)
      ? 'links to itself'
      : 'links to no other'
  return length === 1 ? `1 page, which ${where}` : `${length} pages, of which the last ${where}`
}

/** The finding about an item that is not listed: unclear if the list was not read to its end. */
export const notListed = (
  operation: OperationName,
  what: string,
  list: Pick<ReadList, 'pages' | 'end' | 'closed'>,
  ...seen: readonly [Answered, ...Answered[]]
): Finding =>
  list.closed
    ? violated('not-listed', { operation, what, pages: extentOf(list) }, ...seen)
    : unfinished(operation, list, ...seen)

export const readList = async (probe: Probe, first: Answered): Promise<ReadList> => {
  const read: Page[] = []
  const walk = pages(probe, first)
  for (let step = await walk.next(); ; step = await walk.next()) {
    if (step.done) {
      const last = read.at(-1)
      const end = step.value
      const goesOn = isUnfinished(end) || (end === 'silent' && last !== undefined && hasContinuation(last))
      const whole = !goesOn && (end === 'shown' || !(last && isFull(last.items.length)))
      return { pages: read, end, whole, closed: whole || end === 'circular' || end === 'emptied', goesOn }
    }
    read.push(step.value)
  }
}
