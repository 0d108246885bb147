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

/** How an id begins that names its kind as a URI does: `gid://hub/pat/501`. */
const scheme = /^(?!https?:)[a-z][a-z\d+.-]*:\/\//i

/**
 * Whether an id can be one segment of a path and nothing else once it is percent-encoded, also for a server that decodes it again or folds
 * look-alikes: a server may say anything.
 */
export const isUsableId = (id: string): boolean =>
  id.length <= longestId &&
  [id, id.normalize('NFKC')].every(text => text.replace(scheme, '').split('/').every(isPlainSegment))

const scalarsOf = (object: JsonObject): readonly string[] => Object.values(object).flatMap(value => scalar(value) ?? [])

/**
 * What of a text is our label and what comes after it: a check may have renamed the thing, and its label is still the beginning of its name then;
 * a hub may fold the case or name the owner first. Undefined where it is not ours.
 */
export const ownPart = (text: string, label: string): string | undefined => {
  const folded = text.toLowerCase()
  const own = label.toLowerCase()
  for (let at = folded.indexOf(own); at >= 0; at = folded.indexOf(own, at + 1))
    if (at === 0 || separators.test(folded.charAt(at - 1))) return text.slice(at)
  return undefined
}

const carriesLabel = (text: string, label: string): boolean => ownPart(text, label) !== undefined

/** The object of a value that carries a label. */
const objectWithLabel = (value: unknown, label: string): JsonObject | undefined =>
  objectsIn(value).find(object => scalarsOf(object).some(text => carriesLabel(text, label)))

/** A shorter value may be a number or a word that another thing has as well. */
const uniqueLength = 8

/** Whether a value has an object of that id; a long one is one whatever its member is called. */
export const isNamed = (value: unknown, id: string): boolean =>
  objectsIn(value).some(object =>
    Object.keys(object).some(key => String(object[key]) === id && (idNames.test(key) || id.length >= uniqueLength)),
  )

/** Whether a value of an item could stand in a path for it. */
const mayAddress = (text: string): boolean =>
  text.length <= 80 && !/\s|^\d{4}-\d\d-\d\dT|^https?:/.test(text) && isUsableId(text)

const allScalarsOf = (item: unknown): readonly string[] => objectsIn(item).flatMap(scalarsOf)

/** Values of an item that may address it although no name says so. */
const otherIds = (item: JsonObject, others: readonly unknown[]): readonly string[] => {
  // What several items share addresses none of them; where there is no other item, nobody can tell.
  if (others.length === 0) return []
  const shared = new Set(others.flatMap(allScalarsOf))
  return allScalarsOf(item).filter(text => mayAddress(text) && !shared.has(text))
}

/** Ids of one item that are tried: those that are named so, and others. */
const mostIds = { likely: 3, others: 8 } as const

/** An id that an item may be addressed by. */
interface Candidate {
  readonly id: string
  /** Whether the list says that it is one: by its name, and by no other item having it, or as the answer to the creation does. */
  readonly isCertain: boolean
}

const idNames = /^(?:uuid|id|_id|pk|guid|uid|identifier|(?:access_?)?token_?id)$/i

/** What the target shows under an id: our own thing, somebody else's, or nothing that decides it. */
export type Shown = 'own' | 'foreign' | 'unknown'

/** Tokens of one kind: who asks for them, and of which organization. */
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
   * What is shown under an id that nobody ever had. Asked once something of ours is shown, and not again by a run in which nothing is: a server
   * that shows the newest thing, or all, had something to show.
   */
  const shownForNobody = async (): Promise<unknown> => {
    const once = await read(probe.nonce('nobody'), { control: true }).catch((error: unknown) => {
      if (error instanceof NoAnswer) return error
      throw error
    })
    return once === undefined ? undefined : read(probe.nonce('nobody'))
  }

  /** Whether the id is ours: the target must show our label under it, and not under an id that nobody ever had. */
  const shows = async (id: string, label: string): Promise<Shown> => {
    if (ledger.isForeign(id, family)) return 'foreign'
    const value = await read(id)
    const carrier = objectWithLabel(value, label)
    // Whatever is shown without our label is somebody else's, whichever of its values the id was taken from.
    if (!carrier) return objectsIn(value).length === 0 ? 'unknown' : 'foreign'
    // A server that shows the newest thing, all things, or whatever it is asked for under any id is not believed.
    const echo = objectWithLabel(await shownForNobody(), label)
    if (echo === undefined) return 'own'
    return Object.keys(carrier).some(key => idNames.test(key) && carrier[key] !== null) ? 'foreign' : 'unknown'
  }

  const idsIn = (answer: Answered, label: string): readonly string[] =>
    identifiers(answer, [label], hint).filter(isUsableId)

  /** Ids of the items of one page that carry the label. */
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

  /** Whether an id alone tells that a thing is ours: nothing had it before, and the target shows it there, but nothing for an id that nobody ever had. */
  const isNewlyShown = async (id: string): Promise<boolean> =>
    (ledger.isNew(id, family) || ledger.owns(id, family)) &&
    allScalarsOf(await read(id)).includes(id) &&
    objectsIn(await shownForNobody()).length === 0

  return { shows, read, idsIn, idsInPage, isNewlyShown }
}

/** How often a list is asked before its word alone counts for an id that nothing is shown under. */
const patientLooks = 4

interface OwnId {
  readonly id: string
  /** Where the target showed that it is ours. */
  readonly places: readonly string[]
}

/**
 * The id under which a token of the run is addressed: the first candidate under which the target shows our own label. Only such an id is
 * ever changed or deleted, whatever else the target says; one that was there before the run never is.
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
      // Where a list is kept elsewhere, it is asked as well: things may be deleted there.
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
      // The list itself shows id and label together; the operation that gets one token may be missing, or show it late.
      if (unread[0] !== undefined && !readById) {
        onlyListed = { id: unread[0], places: [listedItemPath] }
        if (++looks >= patientLooks) return onlyListed
      }
      // It is on no further page.
      if (candidates.some(({ isCertain }) => isCertain)) break
    }
    return readById
  })
  const found = shown ?? onlyListed
  if (found === undefined) return undefined
  await ledger.adopt(found.id, family, label, found.places)
  return found.id
}

/** The same for a token whose form takes no name of ours: the id that the answer to its creation names. */
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

/** The ids of items of a list. */
export const idsOf = (items: readonly unknown[]): readonly string[] =>
  items
    .filter(isObject)
    .flatMap(item => Object.entries(item))
    .flatMap(([key, value]) => (idNames.test(key) ? (scalar(value) ?? []) : []))

/** Pages of a list that are looked at for what was there before the run. */
const pagesBefore = 100

/**
 * Ids in a list before the run has made anything, and whatever else in it could stand in a path: no name says which is which. They are somebody else's for good: a server that answers a creation with one of them, or
 * writes over one of them, must not make us delete it.
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

/** Items of a list that were not there before the run. */
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

/** Names in a list that begin with a prefix. */
export const namesIn = (answer: Answered, prefix: string): readonly string[] => {
  const items = listItems(jsonOfSuccess(answer)) ?? []
  return [...new Set(items.flatMap(allScalarsOf).filter(text => carriesLabel(text, prefix)))]
}
