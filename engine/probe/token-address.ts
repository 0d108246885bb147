import { plainForm } from '../../checks/answers/plain-form.ts'
import type { Page } from '../../checks/paging/envelope.ts'
import { pages } from '../../checks/paging/pages.ts'
import { parametersOf } from '../../checks/path-template.ts'
import { isObject, type JsonObject, jsonOfSuccess } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { identifiers, longestId, objectsIn, scalar, separators } from '../../checks/reading/things.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { CallOptions, Probe, TokenFamily } from '../../contracts/requirement.ts'
import { NoAnswer } from '../../contracts/results/finding.ts'
import type { Ledger } from '../cleanup/ledger.ts'
import { comparablePath } from '../http/request-guard.ts'

const isPlainSegment = (text: string): boolean =>
  !/^\.{0,2}$/.test(text) && !/[\p{Cc}\p{Cs}\\?#;]|%[0-9a-f]{2}/iu.test(text)

/** The start of an id that is a URI: `gid://hub/pat/501`. */
const scheme = /^(?!https?:)[a-z][a-z\d+.-]*:\/\//i

/** Whether a percent-encoded id is one path segment only, also for a server that decodes it twice or normalizes Unicode. */
export const isUsableId = (id: string): boolean =>
  id.length <= longestId &&
  [id, id.normalize('NFKC')].every(text => text.replace(scheme, '').split('/').every(isPlainSegment))

/** Whether a text may be an id in the body of a request. */
export const isUsableValue = (id: string): boolean => id !== '' && id.length <= longestId && !/[\p{Cc}\p{Cs}]/u.test(id)

const scalarsOf = (object: JsonObject): readonly string[] => Object.values(object).flatMap(value => scalar(value) ?? [])

/**
 * The part of a text from our label on. A check may have appended to the label; a hub may change its case or prepend the owner. Undefined
 * if the label is not in the text.
 */
export const ownPart = (text: string, label: string): string | undefined => {
  const folded = text.toLowerCase()
  const own = label.toLowerCase()
  for (let at = folded.indexOf(own); at >= 0; at = folded.indexOf(own, at + 1))
    if (at === 0 || separators.test(folded.charAt(at - 1))) return text.slice(at)
  return undefined
}

const carriesLabel = (text: string, label: string): boolean => ownPart(text, label) !== undefined

/** The object that contains a label. */
const objectWithLabel = (value: unknown, label: string): JsonObject | undefined =>
  objectsIn(value).find(object => scalarsOf(object).some(text => carriesLabel(text, label)))

/** Minimum length of a value that is unlikely to belong to two resources. */
const uniqueLength = 8

/** Whether a value contains an object with this id. A long id may be under any key. */
export const isNamed = (value: unknown, id: string): boolean =>
  objectsIn(value).some(object =>
    Object.keys(object).some(key => String(object[key]) === id && (idNames.test(key) || id.length >= uniqueLength)),
  )

/** Whether a value may be the path segment of an item. */
const mayAddress = (text: string): boolean =>
  text.length <= 80 && !/\s|^\d{4}-\d\d-\d\dT|^https?:/.test(text) && isUsableId(text)

const allScalarsOf = (item: unknown): readonly string[] => objectsIn(item).flatMap(scalarsOf)

/** Values of an item under other keys that may be its id. */
const otherIds = (item: JsonObject, others: readonly unknown[]): readonly string[] => {
  // A value that several items share is not an id. Without another item, this cannot be checked.
  if (others.length === 0) return []
  const shared = new Set(others.flatMap(allScalarsOf))
  return allScalarsOf(item).filter(text => mayAddress(text) && !shared.has(text))
}

/** Ids of an item to try: under usual keys, and others. */
const mostIds = { likely: 3, others: 8 } as const

/** A possible id of an item. */
interface Candidate {
  readonly id: string
  /** Whether the list shows that it is an id: by its key, and because no other item has it or the answer to the creation has it too. */
  readonly isCertain: boolean
}

const idNames = /^(?:uuid|id|_id|pk|guid|uid|identifier|(?:access[-_]?)?token[-_]?id)$/i

/** What the target shows under an id: our own token, somebody else's, or nothing conclusive. */
export type Shown = 'own' | 'foreign' | 'unknown'

/** Tokens of one kind and organization, and the probe that requests them. */
export interface TokenScope {
  readonly probe: Probe
  readonly family: TokenFamily
  readonly org: string
  readonly ledger: Ledger
}

export const createAddresses = ({ probe, family, org, ledger }: TokenScope) => {
  const get = `${family}.get` as const
  const hint = parametersOf(probe.bind(get).path).at(-1)

  const read = async (id: string, options: Pick<CallOptions, 'control'> = {}): Promise<unknown> => {
    const answer = await probe.call(get, { org, id }, { ...options, anyStatus: true })
    const body = jsonOfSuccess(answer)
    return body === undefined ? undefined : plainForm(body)
  }

  /**
   * What is shown under an id that does not exist. If the first answer shows something, it is requested once more: a server that shows the
   * newest resource, or all, had something to show by then.
   */
  const shownForNobody = async (): Promise<unknown> => {
    const once = await read(probe.nonce('nobody'), { control: true }).catch((error: unknown) => {
      if (error instanceof NoAnswer) return error
      throw error
    })
    return once === undefined ? undefined : read(probe.nonce('nobody'))
  }

  /** Whether the id is ours: the target must show our label under it, and not under an id that does not exist. */
  const shows = async (id: string, label: string): Promise<Shown> => {
    if (ledger.isForeign(id, family)) return 'foreign'
    const value = await read(id)
    const carrier = objectWithLabel(value, label)
    // A resource without our label is somebody else's, whichever value the id was taken from.
    if (!carrier) return objectsIn(value).length === 0 ? 'unknown' : 'foreign'
    // A server that shows the newest resource, all resources or the requested id under any id proves nothing.
    const echo = objectWithLabel(await shownForNobody(), label)
    if (echo === undefined) return 'own'
    return Object.keys(carrier).some(key => idNames.test(key) && carrier[key] !== null) ? 'foreign' : 'unknown'
  }

  const idsIn = (answer: Answered, label: string): readonly string[] =>
    identifiers(answer, [label], hint).filter(isUsableId)

  const idsInPage = ({ exchange, items }: Page, label: string, createdIds: readonly string[]): readonly Candidate[] =>
    items.flatMap(item => {
      if (!isObject(item) || !objectWithLabel(item, label)) return []
      const response = { ...exchange.response, headers: [], body: JSON.stringify(item), encoding: 'utf8' as const }
      const likely = idsIn({ ...exchange, response }, label).slice(0, mostIds.likely)
      const own = otherIds(
        item,
        items.filter(other => other !== item),
      )
      return [
        ...likely.map(id => ({ id, isCertain: (own.includes(id) || createdIds.includes(id)) && isNamed(item, id) })),
        ...own
          .filter(id => !likely.includes(id))
          .slice(0, mostIds.others)
          .map(id => ({ id, isCertain: false })),
      ]
    })

  /** Whether an id without a label is ours: it is new, the target shows it there, and shows nothing under an id that does not exist. */
  const isNewlyShown = async (id: string): Promise<boolean> =>
    (ledger.isNew(id, family) || ledger.owns(id, family)) &&
    allScalarsOf(await read(id)).includes(id) &&
    objectsIn(await shownForNobody()).length === 0

  return { shows, read, idsIn, idsInPage, isNewlyShown }
}

/** Attempts before an id that only a list shows is accepted. */
const patientLooks = 4

interface OwnId {
  readonly id: string
  /** The paths at which the target showed that it is ours. */
  readonly places: readonly string[]
}

/**
 * The id of a token of the run: the first candidate under which the target shows our label. Only such an id is ever changed or deleted; one
 * that existed before the run never is.
 */
export const addressOf = async (
  place: TokenScope,
  label: string,
  createdIds: readonly string[],
): Promise<string | undefined> => {
  const { probe, family, org, ledger } = place
  const { shows, idsInPage } = createAddresses(place)
  const itemPath = comparablePath(probe.bind(`${family}.get`).path)
  const listedItemPath = `${comparablePath(probe.bind(`${family}.list`).path)}/{}`
  let looks = 0
  let onlyListed: OwnId | undefined
  const shown = await probe.eventually(async (): Promise<OwnId | undefined> => {
    let readById: OwnId | undefined
    const shownById = new Map<string, Shown>()
    const showsNow = async (id: string): Promise<Shown> => {
      const now = shownById.get(id) ?? (await shows(id, label))
      shownById.set(id, now)
      return now
    }
    for (const id of createdIds) {
      if ((await showsNow(id)) !== 'own') continue
      readById = { id, places: [itemPath] }
      // A list at another path is read as well: tokens may be deleted there.
      if (itemPath === listedItemPath) return readById
      break
    }
    const list = await probe.call(`${family}.list`, { org }, { anyStatus: true })
    if (jsonOfSuccess(list) === undefined) return readById
    for await (const page of pages(probe, list)) {
      const candidates = idsInPage(page, label, createdIds)
      const unread: string[] = []
      for (const { id, isCertain } of candidates) {
        const shown = await showsNow(id)
        if (shown === 'own') return { id, places: [itemPath, listedItemPath] }
        if (shown === 'unknown' && isCertain) unread.push(id)
      }
      // The list shows id and label together. The operation that reads one token may be missing, or show it late.
      if (unread[0] !== undefined && !readById) {
        onlyListed = { id: unread[0], places: [listedItemPath] }
        if (++looks >= patientLooks) return onlyListed
      }
      if (candidates.some(({ isCertain }) => isCertain)) break
    }
    return readById
  })
  const found = shown ?? onlyListed
  if (found === undefined) return undefined
  await ledger.adopt(found.id, family, label, found.places)
  return found.id
}

/** The id of a token that has no name in its request body: the new id in the answer to its creation. */
export const addressByIdAlone = async (
  place: TokenScope,
  label: string,
  createdIds: readonly string[],
): Promise<string | undefined> => {
  const { probe, family, ledger } = place
  const { isNewlyShown } = createAddresses(place)
  const id = await probe.eventually(async () => {
    for (const id of createdIds) if (await isNewlyShown(id)) return id
    return undefined
  })
  if (id !== undefined) await ledger.adopt(id, family, label, [comparablePath(probe.bind(`${family}.get`).path)])
  return id
}

export const idsOf = (items: readonly unknown[]): readonly string[] =>
  items
    .filter(isObject)
    .flatMap(item => Object.entries(item))
    .flatMap(([key, value]) => (idNames.test(key) ? (scalar(value) ?? []) : []))

/** Pages to read of a list from before the run. */
const pagesBefore = 100

/**
 * Ids that a list shows before the run creates anything, and all values that may be ids. The run never deletes them, even if the server
 * answers a creation with one of them or overwrites it.
 */
export const idsBefore = async (
  probe: Probe,
  list: Answered,
  follow: Probe['follow'],
): Promise<{ readonly ids: readonly string[]; readonly whole: boolean }> => {
  const body = jsonOfSuccess(list)
  if (body === undefined) return { ids: [], whole: false }
  const ids: string[] = []
  let count = 0
  for await (const page of pages({ ...probe, follow }, list)) {
    ids.push(...page.items.flatMap(allScalarsOf).filter(mayAddress))
    if (++count >= pagesBefore) break
  }
  return { ids, whole: count < pagesBefore && listItems(body) !== undefined }
}

/** Items of a list that did not exist before the run. */
export const newIn = (
  items: readonly unknown[],
  family: TokenFamily,
  ledger: Pick<Ledger, 'isNew'>,
): readonly unknown[] =>
  items.filter(isObject).filter(item => {
    const isNew = (id: string): boolean => ledger.isNew(id, family)
    if (idsOf([item]).length > 0) return idsOf([item]).some(isNew)
    const others = otherIds(
      item,
      items.filter(other => other !== item),
    )
    return others.length > 0 && others.every(isNew)
  })

/** Names in a list with a prefix. */
export const namesIn = (answer: Answered, prefix: string): readonly string[] => {
  const items = listItems(jsonOfSuccess(answer)) ?? []
  return [...new Set(items.flatMap(allScalarsOf).filter(text => carriesLabel(text, prefix)))]
}
