import type { Answered } from '../contracts/exchange.ts'
import type { Probe } from '../contracts/requirement.ts'
import { pages } from './paging.ts'
import { isObject, isSuccess, listItems, mentions, parseJson } from './reading.ts'
import { scalarsIn } from './round-trip.ts'

/** Pages asked for by number where the log names no next one. */
export const numberedPages = 50

/** What was seen of an audit log. */
export interface AuditLog {
  readonly first: Answered
  /** Every entry, with the page that it stands on. */
  /** The last page that was asked for by number and brought something; 1 where none was. */
  readonly lastPage: number
  /** Whether everything was read; false where there was more than is read by number. */
  readonly whole: boolean
  readonly entries: ReadonlyMap<string, { readonly entry: unknown; readonly page: Answered }>
}

const listed = (answer: Answered): readonly unknown[] | undefined => {
  const parsed = isSuccess(answer) ? parseJson(answer) : undefined
  return parsed?.ok === true ? listItems(parsed.value) : undefined
}

/**
 * Reads an audit log: the pages that it links to, and, since the published log names no next page, further ones by number as long as they
 * bring something new. What was read `before` is not read again in between: a log grows at one of its ends. Undefined where it answers
 * without success or with no list.
 */
export const readLog = async (
  probe: Probe,
  org: string,
  before: AuditLog | undefined,
  query: Readonly<Record<string, string>> = {},
): Promise<AuditLog | undefined> => {
  const first = await probe.call('audit.events', { org, namespace: org }, { query, anyStatus: true })
  if (listed(first) === undefined) return undefined
  const entries = new Map<string, { readonly entry: unknown; readonly page: Answered }>()
  const add = (items: readonly unknown[], page: Answered): number => {
    const size = entries.size
    for (const entry of items)
      if (!entries.has(JSON.stringify(entry))) entries.set(JSON.stringify(entry), { entry, page })
    return entries.size - size
  }
  let linked = 0
  for await (const page of pages(probe, first)) {
    add(page.items, page.exchange)
    linked++
  }
  if (linked > 1) return { first, entries, lastPage: 1, whole: true }
  const grown = [...entries.keys()].some(key => !before?.entries.has(key))
  let lastPage = 1
  for (let number = grown ? 2 : Math.max(2, before?.lastPage ?? 1); number <= numberedPages; number++) {
    const page = await probe.call(
      'audit.events',
      { org, namespace: org },
      { query: { ...query, page: String(number) }, anyStatus: true },
    )
    if (add(listed(page) ?? [], page) === 0) return { first, entries, lastPage, whole: true }
    lastPage = number
  }
  return { first, entries, lastPage, whole: false }
}

/** Whether an entry names one of these, as a value, as a part of one, or inside a sentence. */
export const namesAny = (entry: unknown, marks: readonly string[]): boolean =>
  marks.some(mark => mentions(entry, mark) || scalarsIn(entry).some(text => mark.length > 8 && text.includes(mark)))

/** Whether an entry says that it is about a token, and not a personal one. */
export const speaksOfTokens = (value: unknown): boolean => {
  const texts = scalarsIn(value)
  return (
    texts.some(text => /token|(?:^|[^a-z])oat(?:$|[^a-z])/i.test(text)) && !texts.some(text => /personal/i.test(text))
  )
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether an entry says what it is about in words; names of accounts and instants are none. */
export const saysSomething = (entry: unknown, accounts: readonly string[]): boolean =>
  (isObject(entry) || typeof entry === 'string') &&
  scalarsIn(entry).some(
    text =>
      !accounts.includes(text) &&
      !uuid.test(text) &&
      Number.isNaN(Date.parse(text)) &&
      /[a-z]{2,}[^a-z0-9]+[a-z]{2,}/i.test(text),
  )
