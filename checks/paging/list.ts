import type { Answered, Exchange } from '../../contracts/exchange.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { type Finding, unclear, violated } from '../../contracts/results/finding.ts'
import { countOf, hasContinuation, isFull, statedBeyond } from './end.ts'
import { envelopesOf, type Page, requestParameters } from './envelope.ts'
import { type ListEnd, pages } from './pages.ts'

/** Whether pages show again what others show. */
export const isRepetition = (end: ListEnd): boolean => end === 'repeated' || end === 'circular'

/** Whether a list says that it has more than it shows. */
export const isUnfinished = (end: ListEnd): boolean => end === 'short' || isRepetition(end)

/** What is open about a list of which the end was not shown. */
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

/** All pages of a list, how it ended, and whether what they do not show is not in it. */
export interface ReadList {
  readonly pages: readonly Page[]
  readonly end: ListEnd
  readonly whole: boolean
  /** Whether what its pages do not show is shown nowhere: it is whole, or its links lead to nothing new. */
  readonly closed: boolean
  /** Whether it says, or may say in words that were not understood, that there is more. */
  readonly goesOn: boolean
}

/** Whether a list states that it has more items than its pages show. */
export const statesMore = ({ pages: read }: Pick<ReadList, 'pages'>): boolean => statedBeyond(read) !== undefined

/** Whether the cursor of the next page is the one that the page was asked with. */
const leadsToItself = ({ exchange }: Page): boolean => {
  const asked = requestParameters(exchange).map(([, value]) => value)
  return envelopesOf(exchange).some(place =>
    Object.keys(place).some(key => /next/i.test(key) && asked.includes(String(place[key]))),
  )
}

/** How much of a list was read, for a sentence: what is missing may be on a page that is not linked. */
export const extentOf = ({ pages: read, end }: Pick<ReadList, 'pages' | 'end'>): string => {
  const { length } = read
  const where = isRepetition(end)
    ? 'links to nothing new'
    : read.slice(-1).some(leadsToItself)
      ? 'links to itself'
      : 'links to no other'
  return length === 1 ? `1 page, which ${where}` : `${length} pages, of which the last ${where}`
}

/** What is not in the pages of a list: it may be in what was not read of one that is not shown to its end. */
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
      return { pages: read, end, whole, closed: whole || end === 'circular', goesOn }
    }
    read.push(step.value)
  }
}
