import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Probe, TokenFixture } from '../../contracts/requirement.ts'
import { type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'
import type { Page } from '../paging/envelope.ts'
import { unfinished } from '../paging/list.ts'
import type { ListEnd } from '../paging/pages.ts'
import { has, isObject, type JsonObject, json, typeName } from '../reading/json.ts'
import { idsIn } from '../reading/things.ts'
import { declaredLists } from './declared-lists.ts'
import { plainTokens, type ReadTokens } from './declared-part.ts'
import { missingField } from './missing-field.ts'
import { plainForm } from './plain-form.ts'
import {
  agreed,
  type Candidate,
  candidatesIn,
  isWithinAny,
  itemOf,
  listNameOf,
  listPathOf,
  type Marks,
  objectsWithPlaces,
  type PlacedObject,
  profileOf,
  rootOf,
  sameKind,
  sharedWith,
  standingOf,
} from './tokens.ts'

/** Keys of lists next to or inside the list of tokens that contain something else. */
const sideNames =
  /link|owner|user|author|creator|org|team|group|member|account|scope|permission|role|repositor|namespace|tag|error|warning|message|notice|facet|filter|sort|order|column|field|meta|pag(?:e|ing|ination)|include|related|action|event|log|history|activity|audit|usage|stat|schema|type|limit|plan|kind|option|choice|bucket|aggregat|count|session|device|app|client|polic|help|doc/i

interface ReadPage {
  readonly number: number
  readonly exchange: Answered
  readonly places: readonly PlacedObject[]
  readonly whole: boolean
}

/** A known token of a list: its position and its members. */
interface KnownToken {
  readonly place: PlacedObject
  readonly item: PlacedObject
  readonly profile: ReadonlySet<string>
}

const knownOf = ({ place }: Candidate): KnownToken => {
  const root = rootOf(place)
  return {
    place,
    item: itemOf(root) ?? root,
    profile: new Set([place, root].flatMap(({ object }) => [...profileOf(object)])),
  }
}

const positionIn = (item: PlacedObject): number =>
  item.list === undefined
    ? 1
    : (Array.isArray(item.list) ? item.list : Object.values(item.list)).indexOf(item.object) + 1

/** The objects that contain a list, at any depth. */
const objectsWithLists = (places: readonly PlacedObject[]): ReadonlySet<PlacedObject> => {
  const objects = new Set<PlacedObject>()
  for (const { list, within } of places)
    for (let at = list === undefined ? undefined : within; at && !objects.has(at); at = at.within) objects.add(at)
  return objects
}

/** The object in an item that resembles a known token. */
const matchIn = (
  item: PlacedObject,
  tokens: readonly KnownToken[],
  byObject: ReadonlyMap<JsonObject, PlacedObject>,
): PlacedObject | undefined =>
  tokens
    .map(token => ({ token, place: samePlaceIn(item, token, byObject) }))
    .find(({ token, place }) => {
      const shared = mostShared(place, item, token.profile)
      const isAlike = shared > 0 && shared * 2 >= token.profile.size
      return isAlike && sameKind(rootOf(place).object, rootOf(token.place).object)
    })?.place

/** Judges one page with known tokens: which objects are tokens, which are something else, and which are unclear. */
const judgePage = (
  page: ReadPage,
  pages: readonly Page[],
  tokens: readonly KnownToken[],
  operation: string,
): { readonly violated?: Finding; readonly open?: Finding; readonly met: boolean } => {
  const values = { operation, field: expiryField }
  const judged = new Set<PlacedObject>()
  const unclearAt = (where: string): Finding => unclear('token-unclear', { ...values, where }, page.exchange)
  let first: Finding | undefined
  let isFound = false
  const byObject = new Map(page.places.map(place => [place.object, place]))
  const groups = objectsWithLists(page.places)
  const paths = new Set(tokens.filter(({ item }) => item.list !== undefined).map(({ item }) => listPathOf(item)))
  for (const item of page.places) {
    if (item.list === undefined || isWithinAny(item, judged)) continue
    const where = (): string => `item ${positionIn(item)} of page ${page.number}`
    const match = matchIn(item, tokens, byObject)
    const isListed = paths.has(listPathOf(item))
    if (!match && !isListed) {
      // A group of tokens is not a token. Its items are judged one by one.
      if (groups.has(item)) continue
      if (!sideNames.test(listNameOf(item)) && standingOf(item) !== 'own') first ??= unclearAt(where())
      judged.add(item)
      continue
    }
    judged.add(item)
    isFound = true
    const standing = standingOf(match ?? item)
    if (standing === 'own') continue
    if (standing === 'nowhere' && match && page.whole)
      return { violated: missingField({ ...values, where: where() }, page.exchange, pages), met: isFound }
    first ??= unclearAt(where())
  }
  // A value among tokens that is not an object may be anything.
  for (const token of tokens)
    if (Array.isArray(token.item.list) && token.item.list.some(element => !isObject(element)))
      first ??= unclearAt(`${typeName(token.item.list.find(element => !isObject(element)))} among the items`)
  return { ...(first ? { open: first } : {}), met: isFound }
}

/** The object in an item at the position of a known token in its item: `node` in an edge. */
const samePlaceIn = (
  item: PlacedObject,
  { place, item: knownItem }: KnownToken,
  byObject: ReadonlyMap<JsonObject, PlacedObject>,
): PlacedObject => {
  let value: unknown = item.object
  for (const step of place.path.slice(knownItem.path.length))
    value = isObject(value) && has(value, step) ? value[step] : undefined
  return (isObject(value) ? byObject.get(value) : undefined) ?? item
}

const mostShared = (place: PlacedObject, item: PlacedObject, profile: ReadonlySet<string>): number => {
  const objects = [place.object, rootOf(place).object, item.object, ...Object.values(item.object).filter(isObject)]
  return Math.max(...objects.map(object => sharedWith(object, profile)))
}

/** Whether every list of a body only contains names, which cannot have a field. */
const onlyNames = (body: unknown): boolean => {
  const lists = Array.isArray(body) ? [body] : isObject(body) ? Object.values(body).filter(Array.isArray) : []
  const filled = lists.filter(list => list.length > 0)
  return (
    filled.length > 0 &&
    filled.every(list =>
      list.every(item => typeof item === 'number' || (typeof item === 'string' && /^[\w.@-]*$/.test(item))),
    )
  )
}

const readPages = (pages: readonly Page[], readTokens: ReadTokens): readonly ReadPage[] =>
  pages.map(({ exchange }, index) => ({
    number: index + 1,
    exchange,
    ...objectsWithPlaces(readTokens(exchange)),
  }))

/**
 * Judges every token of a list: those of the run by their marks, all others by the members of these. `other` is a token in the answer of
 * another operation, for a list without tokens of the run. Undefined if the list does not show the tokens of the run, or no known token.
 */
export const judgeTokenList = (
  operation: string,
  pages: readonly Page[],
  end: ListEnd,
  own: readonly Marks[],
  other?: { readonly answer: Answered; readonly marks: Marks },
  readTokens: ReadTokens = plainTokens,
): Finding | undefined => {
  const [firstPage] = pages
  if (!firstPage) return undefined
  const body = plainForm(json(firstPage.exchange))
  if (typeof body !== 'object' || body === null)
    return violated('wrong-type', { operation, field: expiryField, type: typeName(body) }, firstPage.exchange)
  if (onlyNames(body))
    return violated(
      'wrong-type',
      { operation, field: expiryField, type: `${typeName(firstItem(body))} (item 1 of page 1)` },
      firstPage.exchange,
    )
  const read = readPages(pages, readTokens)
  const known: KnownToken[] = []
  let open: Finding | undefined
  for (const marks of own) {
    const found = read
      .flatMap(page => candidatesIn(page.places, marks).map(candidate => ({ page, candidate })))
      .sort((a, b) => b.candidate.weight - a.candidate.weight)
    const [best] = found
    if (!best) return undefined
    const standing = agreed(found.map(({ candidate }) => candidate))
    const item = itemOf(rootOf(best.candidate.place)) ?? best.candidate.place
    const where = `item ${positionIn(item)} of page ${best.page.number}`
    if (standing === 'nowhere' && best.page.whole) return missingField({ operation, where }, best.page.exchange, pages)
    if (standing === 'own') known.push(knownOf(best.candidate))
    else open ??= unclear('token-unclear', { operation, field: expiryField, where }, best.page.exchange)
  }
  if (other) {
    const parsed = objectsWithPlaces(readTokens(other.answer))
    const [shown] = candidatesIn(parsed.places, other.marks)
    if (shown) known.push(knownOf(shown))
  }
  let met = own.length > 0
  for (const page of read) {
    const judged = judgePage(page, pages, known, operation)
    if (judged.violated) return judged.violated
    open ??= judged.open
    met ||= judged.met
  }
  if (open) return open
  if (!met) return unclear('no-items', { operation }, firstPage.exchange)
  // The run's tokens may all come before the end of a list that does not state where it ends.
  if (end === 'shown' || (end === 'silent' && own.length > 0)) return holds(firstPage.exchange)
  return unfinished(operation, { end, pages }, pages.at(-1)?.exchange ?? firstPage.exchange)
}

const firstItem = (body: unknown): unknown =>
  Array.isArray(body) ? body[0] : isObject(body) ? Object.values(body).filter(Array.isArray).flat()[0] : undefined

/** The id of the first item without the field, or of the first item. */
export const idToAskFor = (pages: readonly Page[]): string | undefined => {
  const items = pages.flatMap(page => page.items).filter(isObject)
  const asked = items.find(item => !has(item, expiryField)) ?? items[0]
  if (!asked) return undefined
  return idsIn(asked)[0]
}

/** The marks of a token, including later labels. */
export const marksOf = ({ id, label }: TokenFixture, ...labels: readonly string[]): Marks => ({
  labels: [...labels, label],
  ids: [id],
})

/** Whether the answer to a query may contain no tokens, such as a count or only names. */
export const holdsNoToken = (finding: Finding, { request }: Answered): boolean =>
  finding.kind === 'violated' && finding.code === 'wrong-type' && new URL(request.url).search !== ''

/** The list with each declared query parameter. */
export const declaredTokenLists = async (probe: Probe): Promise<readonly Answered[]> => {
  const text = (await probe.hasFixture('pat')) ? (await probe.fixture('pat')).label : 'ci'
  return declaredLists(probe, 'pat.list', {}, text, 'every')
}

/** The list in large pages. */
export const listLarge = async (probe: Probe): Promise<Answered | undefined> =>
  (await declaredLists(probe, 'pat.list', {}, '', 'large'))[0]
