import { grouped } from '../../contracts/causes/grouped.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import { isTokenSecret } from '../../contracts/run/secret-names.ts'
import { has, isObject, type JsonObject, jsonIn } from '../reading/json.ts'
import { alike } from '../reading/lists.ts'
import { identityName, idsIn, lastSegment, objectsIn, scalar, wrapped, wrappers } from '../reading/things.ts'
import { oncePer } from '../remembered.ts'
import { plainForm } from './plain-form.ts'

/** Objects of an answer that are looked at. */
const budget = 20_000

/** An object of an answer, and where it stands. */
export interface PlacedObject {
  readonly object: JsonObject
  /** Names of the members that lead to it; `*` for an element of an array. */
  readonly path: readonly string[]
  readonly within: PlacedObject | undefined
  /** The array, or the object from keys to things, whose element it is. */
  readonly list: readonly unknown[] | JsonObject | undefined
}

/** What tells a token that the run made. */
export interface Marks {
  readonly labels: readonly string[]
  readonly ids: readonly string[]
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Whether an object leads from keys to things of one kind: each has members of its own, and more than half of their names are shared. */
const isKeyed = (object: JsonObject): boolean => {
  const items = Object.keys(object).map(key => object[key])
  const isItem = (item: unknown): item is JsonObject => isObject(item) && Object.values(item).some(isScalar)
  return items.length > 1 && items.every(isItem) && alike(items)
}

/** All objects of an answer, shallowest first, and whether that is all of them. */
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

/** The objects of an answer; none where it is no JSON. */
export const placesIn = (answer: Answered): readonly PlacedObject[] =>
  objectsWithPlaces(plainForm(jsonIn(answer))).places

const idName = /^(?:_?id|uuid|guid|uid|pk|@id|identifier|(?:access_?)?token_?id)$/i
export const labelName = /^(?:(?:token|access_token|display)_?)?(?:label|name|title|description|note)$/i
const linkName = /^(?:@id|self|href|url|uri|location)$/i

/** Ids shorter than this stand in an answer by chance, under names that are not those of ids. */
const tellingLength = 8

const keyOf = ({ path }: PlacedObject): string => path.at(-1) ?? ''

/** What a hub may add to a label: the name of its owner, a remark. */
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

/** Names of members that say nothing of what a thing is. */
const anyName = /^(?:id|type|kind|name|object|status|state|links?|_links|self|href|url|meta|data|message|ok|success)$/i

const timeName = /(?:_at|_on|time|timestamp|date)$|^(?:created|updated|modified)/i

/** Whether an object has names, ids and times alone, and stands where no whole thing does. */
const onlyIdentifies = (place: PlacedObject): boolean =>
  !wrappers.includes(keyOf(place)) &&
  Object.keys(place.object).every(key => [idName, labelName, anyName, timeName].some(name => name.test(key)))

/** Names of the parts in which a thing has its members that identifies itself in another: `{ metadata: { uid }, spec: { … } }`. */
const memberParts = ['spec', 'status', 'about', 'details', 'validity', 'lifetime', 'lifecycle', 'expiry', 'expiration']

/** Whether an object is that part of a thing which identifies it, or stands next to that part. */
const isPart = (place: PlacedObject): boolean =>
  place.list === undefined &&
  (identityName.test(keyOf(place)) ||
    (memberParts.includes(keyOf(place)) &&
      !hasOwnId(place) &&
      Object.keys(place.within?.object ?? {}).some(key => identityName.test(key))))

/**
 * The object that is the thing of which a place is a part: what has an id where the place has none (`{ id, attributes: {…} }`), or what the place
 * only identifies. What has another id is another thing.
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

/**
 * Where the expiry stands: on the thing itself (or in what is known to wrap its members), somewhere inside it or around it so that it cannot
 * be told whose it is, or nowhere.
 */
export type Standing = 'own' | 'unclear' | 'nowhere'

const wrapsExpiry = (place: PlacedObject): boolean => wrapped(place.object).some(inner => has(inner, expiryField))

/** A thing, and the objects in which it has its members. */
export const withParts = (resource: JsonObject): readonly JsonObject[] => [
  resource,
  ...wrapped(resource),
  ...memberParts.map(name => resource[name]).filter(isObject),
]

/** Whether it stands in a part of what identifies itself in another, and in nothing else that could be a thing. */
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

/** What a body shows of a thing, as a whole, where an object of it is a part of that. */
export const wholeThingOf = (body: unknown, part: JsonObject): JsonObject => {
  const place = objectsWithPlaces(body).places.find(({ object }) => object === part)
  return place?.within && isPart(place) ? place.within.object : part
}

/** Whether a text names the field, as a list of the fields that follow does. */
const namesExpiry = (value: unknown): boolean =>
  typeof value === 'string' && new RegExp(`(?:^|[\\s,;|"'])${expiryField}(?:$|[\\s,;|"'=:])`).test(value)

/** The objects in a thing that are no other things: what has an id of its own is one, with whatever it holds. */
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
  if ([place, root].some(placed => has(placed.object, expiryField) || wrapsExpiry(placed) || isExpiryInPart(placed)))
    return 'own'
  const inside = partsOf(root.object)
  if (inside.some(object => has(object, expiryField))) return 'unclear'
  if (inside.some(object => Object.values(object).flat().some(namesExpiry))) return 'unclear'
  // What has no id of its own may be a part of something larger that has the field.
  if (!hasOwnId(root))
    for (let around = root.within; around; around = around.within) if (has(around.object, expiryField)) return 'unclear'
  return 'nowhere'
}

/** Names of members by which a thing is told: those of a token that was shown elsewhere. */
export const profileOf = (object: JsonObject): ReadonlySet<string> =>
  new Set(Object.keys(object).filter(key => key !== expiryField && !anyName.test(key) && !idName.test(key)))

/** How many of the members of a profile an object has. */
export const sharedWith = (object: JsonObject, profile: ReadonlySet<string>): number =>
  Object.keys(object).filter(key => profile.has(key)).length

const kindNames = ['type', 'kind', 'object', '__typename', 'resource_type', 'token_type']

/** Whether two things do not say that they are of different kinds. */
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

/** An object that holds a mark of a token, and how much shows that it is that token and does not only mention it. */
export interface Candidate {
  readonly place: PlacedObject
  readonly standing: Standing
  readonly weight: number
}

/** Weight from which an object is a token by its own marks, and from which what reading one token returned is that token. */
export const certain = { always: 2, read: 1.5 } as const

const weightOf = (
  place: PlacedObject,
  markedIn: ReadonlyMap<PlacedObject | undefined, readonly PlacedObject[]>,
  marks: Marks,
  profile: ReadonlySet<string>,
): number => {
  const root = rootOf(place)
  // A resource of JSON:API has its id, and the label in its attributes.
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

/** Everything in an answer that holds a mark, heaviest first. */
export const candidatesIn = (
  places: readonly PlacedObject[],
  marks: Marks,
  profile: ReadonlySet<string> = new Set(),
): readonly Candidate[] => {
  const marked = places.filter(place => holdsLabel(place, marks.labels) || holdsId(place, marks.ids))
  const markedIn = grouped(marked, ({ within }) => within)
  const roots = new Map<PlacedObject, PlacedObject>()
  // What has its id in one object and its label in an object of that has its members next to the label.
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

/** What the candidates of one token say together. */
export const agreed = (candidates: readonly Candidate[], least: number = certain.always): Standing => {
  const heaviest = candidates.filter(({ weight }) => weight === candidates[0]?.weight)
  const standings = new Set(heaviest.map(({ standing }) => standing))
  if (standings.has('own') && standings.size === 1) return 'own'
  if (!candidates.every(({ standing }) => standing === 'nowhere')) return 'unclear'
  return (heaviest[0]?.weight ?? 0) >= least ? 'nowhere' : 'unclear'
}

/** The element of a list that a place stands in, nearest first; itself where it is one. */
export const itemOf = (place: PlacedObject): PlacedObject | undefined => {
  for (let around: PlacedObject | undefined = place; around; around = around.within)
    if (around.list !== undefined) return around
  return undefined
}

/** Where a list stands, the same on every page: the key of a thing, or that it is an element, is not named. */
export const listPathOf = ({ path }: PlacedObject): string => path.slice(0, -1).join('/')

/** The name of the list that a place is an element of. */
export const listNameOf = ({ path }: PlacedObject): string => path.slice(0, -1).findLast(name => name !== '*') ?? ''

/** Whether a place stands in one of these, or is one. */
export const isWithinAny = (place: PlacedObject, others: ReadonlySet<PlacedObject>): boolean => {
  for (let around: PlacedObject | undefined = place; around; around = around.within) if (others.has(around)) return true
  return false
}

/** The members of a token in an answer that names it; none where it is not told. */
export const profileIn = (answer: Answered, marks: Marks): ReadonlySet<string> => {
  const [first] = candidatesIn(placesIn(answer), marks)
  if (!first || first.weight < certain.read) return new Set()
  return new Set([first.place, rootOf(first.place)].flatMap(({ object }) => [...profileOf(object)]))
}

/** Objects that no mark tells but that look like a token: by half of the members of one, or, of a creation, by a secret or an id. */
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
  // A secret in a part without an id is that of what the part is of.
  const secret = places
    .filter(showsOwnSecret)
    .map(place => (place.within && place.list === undefined && !hasOwnId(place) ? place.within : place))
  return secret.length > 0 ? secret : places.filter(place => hasOwnId(place))
}
