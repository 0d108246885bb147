import { grouped } from '../../contracts/causes/grouped.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import { isTokenSecret } from '../../contracts/run/secret-names.ts'
import { has, isObject, type JsonObject, jsonIn } from '../reading/json.ts'
import { alike } from '../reading/lists.ts'
import { identityName, idsIn, lastSegment, objectsIn, scalar, wrapped, wrappers } from '../reading/things.ts'
import { oncePer } from '../remembered.ts'
import { plainForm } from './plain-form.ts'

/** Limit of values to search. */
const budget = 20_000

/** An object of an answer, and its position. */
export interface PlacedObject {
  readonly object: JsonObject
  /** Keys that lead to it; `*` for an element of an array. */
  readonly path: readonly string[]
  readonly within: PlacedObject | undefined
  /** The array, or the object with items as values, that contains it. */
  readonly list: readonly unknown[] | JsonObject | undefined
}

/** Values that identify a token of the run. */
export interface Marks {
  readonly labels: readonly string[]
  readonly ids: readonly string[]
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Whether an object is a map of similar items: each has scalar members, and at least half of the keys are common. */
const isKeyed = (object: JsonObject): boolean => {
  const items = Object.keys(object).map(key => object[key])
  const isItem = (item: unknown): item is JsonObject => isObject(item) && Object.values(item).some(isScalar)
  return items.length > 1 && items.every(isItem) && alike(items)
}

/** All objects of an answer, shallowest first; `whole` if the limit was not reached. */
export const objectsWithPlaces = oncePer(
  (body: unknown): { readonly places: readonly PlacedObject[]; readonly whole: boolean } => {
    const places: PlacedObject[] = []
    let level: {
      value: unknown
      path: readonly string[]
      within: PlacedObject | undefined
      list: PlacedObject['list']
    }[] = [{ value: body, path: [], within: undefined, list: undefined }]
    let seen = 0
    while (level.length > 0) {
      const next: typeof level = []
      for (const { value, path, within, list } of level) {
        if (++seen > budget) return { places, whole: false }
        if (Array.isArray(value))
          for (const child of value) next.push({ value: child, path: [...path, '*'], within, list: value })
        else if (isObject(value)) {
          const place: PlacedObject = { object: value, path, within, list }
          places.push(place)
          const keyed = isKeyed(value)
          for (const key of Object.keys(value))
            next.push({ value: value[key], path: [...path, key], within: place, list: keyed ? value : undefined })
        }
      }
      level = next
    }
    return { places, whole: true }
  },
)

/** The objects of an answer; none if it is not JSON. */
export const placesIn = (answer: Answered): readonly PlacedObject[] =>
  objectsWithPlaces(plainForm(jsonIn(answer))).places

const idName = /^(?:_?id|uuid|guid|uid|pk|@id|identifier|(?:access[-_]?)?token[-_]?id)$/i
export const labelName = /^(?:(?:token|access[-_]?token|display)[-_]?)?(?:label|name|title|description|note)$/i
const linkName = /^(?:@id|self|href|url|uri|location)$/i

/** Shorter ids occur in an answer by chance, so they only count under usual keys. */
const tellingLength = 8

const keyOf = ({ path }: PlacedObject): string => path.at(-1) ?? ''

/** Characters that a hub may add to a label, such as its owner. */
const addedToLabel = 40

const isLabel = (text: string, labels: readonly string[]): boolean => {
  const folded = text.toLowerCase()
  return labels.some(label => {
    const own = label.toLowerCase()
    return folded.length <= own.length + addedToLabel && folded.includes(own)
  })
}

const holdsLabel = (place: PlacedObject, labels: readonly string[]): boolean =>
  Object.values(place.object).some(value => typeof value === 'string' && isLabel(value, labels)) ||
  isLabel(keyOf(place), labels)

const isIdMember = (key: string, value: unknown, ids: readonly string[]): boolean => {
  const text = scalar(value)
  if (text === undefined) return false
  if (idName.test(key) || text.length >= tellingLength) if (ids.includes(text)) return true
  return linkName.test(key) && text.includes('/') && ids.includes(lastSegment(text) ?? '')
}

const holdsId = (place: PlacedObject, ids: readonly string[]): boolean =>
  Object.keys(place.object).some(key => isIdMember(key, place.object[key], ids)) || ids.includes(keyOf(place))

const hasOwnId = ({ object }: PlacedObject): boolean => idsIn(object).length > 0

/** Keys that any resource may have. */
const anyName = /^(?:id|type|kind|name|object|status|state|links?|_links|self|href|url|meta|data|message|ok|success)$/i

const timeName = /(?:[-_]at|[-_]on|time|timestamp|date)$|^(?:created|updated|modified)/i

/** Whether an object only has names, ids and times, and is not inside a usual wrapper. */
const onlyIdentifies = (place: PlacedObject): boolean =>
  !wrappers.includes(keyOf(place)) &&
  Object.keys(place.object).every(key => [idName, labelName, anyName, timeName].some(name => name.test(key)))

/** Keys of parts with the members of a resource whose id is in another part: `{ metadata: { uid }, spec: { … } }`. */
const memberParts = ['spec', 'status', 'about', 'details', 'validity', 'lifetime', 'lifecycle', 'expiry', 'expiration']

/** Whether an object is the part of a resource with its id, or next to that part. */
const isPart = (place: PlacedObject): boolean =>
  place.list === undefined &&
  (identityName.test(keyOf(place)) ||
    (memberParts.includes(keyOf(place)) &&
      !hasOwnId(place) &&
      Object.keys(place.within?.object ?? {}).some(key => identityName.test(key))))

/**
 * The whole resource of which an object is a part: the parent of an object without an id (`{ id, attributes: {…} }`), or of one that only
 * identifies it. An object with another id is another resource.
 */
export const rootOf = (place: PlacedObject): PlacedObject => {
  const { within } = place
  if (!within || place.list !== undefined) return place
  if (isPart(place)) return within
  const around = idsIn(within.object)
  if (!hasOwnId(place)) return around.length > 0 ? within : place
  const own = idsIn(place.object)
  return onlyIdentifies(place) && around.every(id => own.includes(id)) ? within : place
}

/** Where the expiry is: in the resource itself (or a usual wrapper), inside or around it so that its owner is unclear, or nowhere. */
export type Standing = 'own' | 'unclear' | 'nowhere'

const wrapsExpiry = (place: PlacedObject): boolean => wrapped(place.object).some(inner => has(inner, expiryField))

/** A resource, and the objects with its members. */
export const withParts = (resource: JsonObject): readonly JsonObject[] => [
  resource,
  ...wrapped(resource),
  ...memberParts.map(name => resource[name]).filter(isObject),
]

/** Whether the expiry is in a part of a resource whose id is in another part, and in no other object. */
const isExpiryInPart = ({ object }: PlacedObject): boolean => {
  const parts = Object.keys(object).filter(key => isObject(object[key]))
  const identity = parts.filter(key => identityName.test(key))
  const ids = identity.flatMap(key => idsIn(object[key] as JsonObject))
  const own = memberParts.map(name => object[name]).filter(isObject)
  const others = parts.filter(key => !identity.includes(key) && !memberParts.includes(key))
  return (
    identity.length === 1 &&
    own.some(part => has(part, expiryField) && idsIn(part).every(id => ids.includes(id))) &&
    !others.some(key => objectsIn(object[key]).some(one => has(one, expiryField)))
  )
}

/** The whole resource, if an object of a body is a part of one. */
export const wholeThingOf = (body: unknown, part: JsonObject): JsonObject => {
  const place = objectsWithPlaces(body).places.find(({ object }) => object === part)
  return place?.within && isPart(place) ? place.within.object : part
}

/** Whether a text names the field, such as a list of columns. */
const namesExpiry = (value: unknown): boolean =>
  typeof value === 'string' && new RegExp(`(?:^|[\\s,;|"'])${expiryField}(?:$|[\\s,;|"'=:])`).test(value)

/** The objects in a resource, without those that have their own id. */
const partsOf = (object: JsonObject): readonly JsonObject[] => {
  const parts: JsonObject[] = []
  const open: unknown[] = [...Object.values(object)]
  for (let count = 0; open.length > 0 && count < budget; count++) {
    const value = open.pop()
    if (Array.isArray(value)) open.push(...value)
    else if (isObject(value) && idsIn(value).length === 0) {
      parts.push(value)
      open.push(...Object.values(value))
    }
  }
  return [object, ...parts]
}

export const standingOf = (place: PlacedObject): Standing => {
  const root = rootOf(place)
  if ([place, root].some(one => has(one.object, expiryField) || wrapsExpiry(one) || isExpiryInPart(one))) return 'own'
  const inside = partsOf(root.object)
  if (inside.some(object => has(object, expiryField))) return 'unclear'
  if (inside.some(object => Object.values(object).flat().some(namesExpiry))) return 'unclear'
  // An object without an id may be a part of a larger one that has the field.
  if (!hasOwnId(root))
    for (let around = root.within; around; around = around.within) if (has(around.object, expiryField)) return 'unclear'
  return 'nowhere'
}

/** The keys that are characteristic of a token. */
export const profileOf = (object: JsonObject): ReadonlySet<string> =>
  new Set(Object.keys(object).filter(key => key !== expiryField && !anyName.test(key) && !idName.test(key)))

/** How many keys of a profile an object has. */
export const sharedWith = (object: JsonObject, profile: ReadonlySet<string>): number =>
  Object.keys(object).filter(key => profile.has(key)).length

const kindNames = ['type', 'kind', 'object', '__typename', 'resource_type', 'token_type']

/** Whether two objects do not state different kinds. */
export const sameKind = (a: JsonObject, b: JsonObject): boolean =>
  kindNames.every(name => {
    const [x, y] = [has(a, name) ? a[name] : undefined, has(b, name) ? b[name] : undefined]
    return typeof x !== 'string' || typeof y !== 'string' || x === y
  })

const showsOwnSecret = ({ object }: PlacedObject): boolean =>
  Object.keys(object).some(key => {
    const value = object[key]
    return (
      (isTokenSecret(key) || /^value$|^plain/i.test(key)) && typeof value === 'string' && value.length >= tellingLength
    )
  })

/** An object with a mark of a token, and a weight: how likely it is that token rather than a reference to it. */
export interface Candidate {
  readonly place: PlacedObject
  readonly standing: Standing
  readonly weight: number
}

/** The minimum weight of a token, in any answer and in the answer to a read of one token. */
export const certain = { always: 2, read: 1.5 } as const

const weightOf = (
  place: PlacedObject,
  markedIn: ReadonlyMap<PlacedObject | undefined, readonly PlacedObject[]>,
  marks: Marks,
  profile: ReadonlySet<string>,
): number => {
  const root = rootOf(place)
  // A JSON:API resource has its id at the top, and the label in its attributes.
  const inside = (markedIn.get(root) ?? []).filter(one => wrappers.includes(keyOf(one)))
  const related = [...new Set([place, root, ...inside])]
  const hasLabel = related.some(one => holdsLabel(one, marks.labels))
  const isLabelled =
    hasLabel &&
    related.some(
      one =>
        isLabel(keyOf(one), marks.labels) ||
        Object.keys(one.object).some(key => labelName.test(key) && isLabel(String(one.object[key]), marks.labels)),
    )
  const hasId = related.some(one => holdsId(one, marks.ids))
  const hasUnknownId = !hasId && marks.ids.length === 0 && related.some(hasOwnId)
  const shared = Math.max(...related.map(one => sharedWith(one.object, profile)))
  const hasNamedId =
    hasId &&
    related.some(one =>
      Object.keys(one.object).some(key => idName.test(key) && isIdMember(key, one.object[key], marks.ids)),
    )
  const isElement = (isLabelled || hasNamedId) && related.some(one => one.list !== undefined)
  return (
    (hasLabel ? 1 : 0) +
    (isLabelled ? 0.5 : 0) +
    (hasId ? 1 : 0) +
    (hasNamedId ? 0.5 : 0) +
    (hasUnknownId ? 0.5 : 0) +
    (isElement ? 0.5 : 0) +
    (related.some(showsOwnSecret) ? 1 : 0) +
    (shared >= 2 ? 1 : 0)
  )
}

/** All objects with a mark, heaviest first. */
export const candidatesIn = (
  places: readonly PlacedObject[],
  marks: Marks,
  profile: ReadonlySet<string> = new Set(),
): readonly Candidate[] => {
  const marked = places.filter(place => holdsLabel(place, marks.labels) || holdsId(place, marks.ids))
  const markedIn = grouped(marked, ({ within }) => within)
  const roots = new Map<PlacedObject, PlacedObject>()
  // If the id and the label are in two objects of a resource, its members are next to the label.
  for (const place of marked) {
    const known = roots.get(rootOf(place))
    const isLabelled = known !== undefined && holdsLabel(known, marks.labels)
    if (known === undefined || (!isLabelled && holdsLabel(place, marks.labels))) roots.set(rootOf(place), place)
  }
  return [...roots.values()]
    .map(place => ({
      place,
      standing: standingOf(place),
      weight: weightOf(place, markedIn, marks, profile),
    }))
    .sort((a, b) => b.weight - a.weight)
}

/** The common standing of the candidates of one token. */
export const agreed = (candidates: readonly Candidate[], least: number = certain.always): Standing => {
  const heaviest = candidates.filter(({ weight }) => weight === candidates[0]?.weight)
  const standings = new Set(heaviest.map(({ standing }) => standing))
  if (standings.has('own') && standings.size === 1) return 'own'
  if (!candidates.every(({ standing }) => standing === 'nowhere')) return 'unclear'
  return (heaviest[0]?.weight ?? 0) >= least ? 'nowhere' : 'unclear'
}

/** The innermost list element that is or contains an object. */
export const itemOf = (place: PlacedObject): PlacedObject | undefined => {
  for (let at: PlacedObject | undefined = place; at; at = at.within) if (at.list !== undefined) return at
  return undefined
}

/** The path of a list, the same on every page: without the key or index of the element. */
export const listPathOf = ({ path }: PlacedObject): string => path.slice(0, -1).join('/')

/** The key of the list that contains an element. */
export const listNameOf = ({ path }: PlacedObject): string => path.slice(0, -1).findLast(name => name !== '*') ?? ''

/** Whether an object is one of these or inside one. */
export const isWithinAny = (place: PlacedObject, others: ReadonlySet<PlacedObject>): boolean => {
  for (let at: PlacedObject | undefined = place; at; at = at.within) if (others.has(at)) return true
  return false
}

/** The keys of a token in an answer; none if it is not identified. */
export const profileIn = (answer: Answered, marks: Marks): ReadonlySet<string> => {
  const [first] = candidatesIn(placesIn(answer), marks)
  if (!first || first.weight < certain.read) return new Set()
  return new Set([first.place, rootOf(first.place)].flatMap(({ object }) => [...profileOf(object)]))
}

/** Objects without a mark that look like a token: they have half of the keys of one, or, in the answer to a creation, a secret or an id. */
export const namelessIn = (
  places: readonly PlacedObject[],
  profile: ReadonlySet<string>,
  created: boolean,
): readonly PlacedObject[] => {
  const shaped = places.filter(({ object }) => {
    const shared = sharedWith(object, profile)
    return shared >= 2 && shared * 2 >= profile.size
  })
  if (shaped.length > 0 || !created) return shaped
  // A secret in a part without an id belongs to its parent.
  const secret = places
    .filter(showsOwnSecret)
    .map(place => (place.within && place.list === undefined && !hasOwnId(place) ? place.within : place))
  return secret.length > 0 ? secret : places.filter(place => hasOwnId(place))
}
