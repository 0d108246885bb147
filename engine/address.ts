import type { Answered } from '../contracts/exchange.ts'
import { pages } from '../contracts/paging.ts'
import { parametersOf } from '../contracts/path.ts'
import {
  identifiers,
  isObject,
  isSuccess,
  type JsonObject,
  listItems,
  objectsIn,
  parseJson,
} from '../contracts/reading.ts'
import type { Probe } from '../contracts/requirement.ts'
import type { Ledger } from './ledger.ts'

export type Family = 'pat' | 'oat'

/** Whether an id can be one segment of a path and nothing else: a server may say anything. */
export const isUsableId = (id: string): boolean =>
  id !== '' && id !== '.' && id !== '..' && id.length <= 200 && !/[\p{Cc}\p{Cs}/\\?#;]/u.test(id)

const scalarsOf = (object: JsonObject): readonly string[] =>
  Object.keys(object).flatMap(key => {
    const value = object[key]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })

/** The object of a value that carries a label; a check may have renamed the thing: our label is still the beginning of its name then. */
const carrierOf = (value: unknown, label: string): JsonObject | undefined =>
  objectsIn(value).find(object => scalarsOf(object).some(text => text.startsWith(label)))

const idNames = /^(?:uuid|id|_id|guid|uid|identifier|(?:access_?)?token_?id)$/i

/** What the target shows under an id: our own thing, somebody else's, or nothing that decides it. */
export type Shown = 'own' | 'foreign' | 'unknown'

export const createAddresses = (probe: Probe, family: Family, org: string, ledger: Pick<Ledger, 'isForeign'>) => {
  const get = `${family}.get` as const
  const hint = parametersOf(probe.bind(get).path).at(-1)

  const read = async (id: string): Promise<unknown> => {
    const answer = await probe.call(get, { org, id }, { anyStatus: true })
    const parsed = isSuccess(answer) ? parseJson(answer) : undefined
    return parsed?.ok === true ? parsed.value : undefined
  }

  /** Whether the id is ours: the target must show our label under it, and not under an id that nobody ever had. */
  const shows = async (id: string, label: string): Promise<Shown> => {
    if (ledger.isForeign(id)) return 'foreign'
    const value = await read(id)
    const carrier = carrierOf(value, label)
    if (!carrier) {
      const other = objectsIn(value).some(object =>
        Object.keys(object).some(key => idNames.test(key) && String(object[key]) === id),
      )
      return other ? 'foreign' : 'unknown'
    }
    if (id.startsWith(label) || scalarsOf(carrier).includes(id)) return 'own'
    const named = Object.keys(carrier).some(key => idNames.test(key) && carrier[key] !== null)
    // Another id stands beside our label, or none: a server that shows the newest thing, or all things, under any id is not believed.
    const echo = carrierOf(await read(probe.nonce('missing')), label)
    return echo === undefined ? 'own' : named ? 'foreign' : 'unknown'
  }

  const idsIn = (answer: Answered, label: string): readonly string[] =>
    identifiers(answer, [label], hint).filter(isUsableId)

  /** Ids of the items of one page that carry the label. */
  const idsInPage = (page: { readonly exchange: Answered; readonly items: readonly unknown[] }, label: string) =>
    page.items.flatMap(item => {
      if (!isObject(item) || !carrierOf(item, label)) return []
      const { response } = page.exchange
      const body = JSON.stringify(item)
      return idsIn({ ...page.exchange, response: { ...response, headers: [], body, encoding: 'utf8' } }, label).slice(
        0,
        3,
      )
    })

  return { shows, idsIn, idsInPage }
}

/**
 * The id under which a token of the run is addressed: the first candidate under which the target shows our own label. Only such an id is
 * ever changed or deleted, whatever else the target says; one that was there before the run never is.
 */
export const addressOf = async (
  probe: Probe,
  family: Family,
  org: string,
  label: string,
  told: readonly string[],
  ledger: Pick<Ledger, 'isForeign' | 'adopt'>,
): Promise<string | undefined> => {
  const { shows, idsInPage } = createAddresses(probe, family, org, ledger)
  const found = await probe.eventually(async () => {
    for (const id of told) if ((await shows(id, label)) === 'own') return id
    const list = await probe.call(`${family}.list`, { org }, { anyStatus: true })
    if (!isSuccess(list) || !parseJson(list).ok) return undefined
    for await (const page of pages(probe, list)) {
      const states: (readonly [id: string, shown: Shown])[] = []
      for (const id of idsInPage(page, label)) {
        const shown = await shows(id, label)
        if (shown === 'own') return id
        states.push([id, shown])
      }
      // The list itself shows id and label together; the operation that gets one token may be missing.
      const [first] = states.filter(([, shown]) => shown === 'unknown')
      if (first) return first[0]
    }
    return undefined
  })
  if (found !== undefined) ledger.adopt(found)
  return found
}

/** Pages of a list that are looked at for what was there before the run. */
const pagesBefore = 10

/**
 * Ids in a list before the run has made anything. They are somebody else's for good: a server that answers a creation with one of them, or
 * writes over one of them, must not make us delete it.
 */
export const idsBefore = async (probe: Probe, list: Answered, follow: Probe['follow']): Promise<readonly string[]> => {
  if (!isSuccess(list) || !parseJson(list).ok) return []
  const ids: string[] = []
  let count = 0
  for await (const page of pages({ ...probe, follow }, list)) {
    for (const item of page.items)
      if (isObject(item))
        for (const key of Object.keys(item)) {
          const value = item[key]
          if ((typeof value === 'string' || typeof value === 'number') && idNames.test(key)) ids.push(String(value))
        }
    if (++count >= pagesBefore) break
  }
  return ids
}

/** Names in a list that begin with a prefix. */
export const namesIn = (answer: Answered, prefix: string): readonly string[] => {
  const parsed = isSuccess(answer) ? parseJson(answer) : undefined
  const items = parsed?.ok === true ? (listItems(parsed.value) ?? []) : []
  return [
    ...new Set(
      items.flatMap(item =>
        objectsIn(item)
          .flatMap(scalarsOf)
          .filter(text => text.startsWith(prefix)),
      ),
    ),
  ]
}
