import { distinct } from '../../checks/presence.ts'
import {
  flat,
  has,
  holdsMark,
  isObject,
  isSuccess,
  type JsonObject,
  json,
  listItems,
  objectsIn,
  parseJson,
  redirectsToItself,
} from '../../checks/reading.ts'
import { oncePer } from '../../checks/remembered.ts'
import { defined } from '../../contracts/defined.ts'
import type { PublishedReference, ReferenceOperation } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { requiredHeaders } from './bindings.ts'
import { isUsableId } from './token-address.ts'

/** A name that nobody gave, and how it came to be known. */
export interface Found {
  readonly name: string
  readonly from: string
}

/** Where names come from that the credentials have with them. */
export const byUsername = 'the user name'
export const byToken = 'the token'

const nameKeys = ['name', 'repository', 'repo_name', 'slug', 'tag', 'tag_name', 'label', 'full_name', 'path', 'ref']
/** Names of a member that are not usual and yet say that it is a name: `repoName`, `image_name`. */
const namedMember = /^(?:repo|repository|image|tag)[-_]?(?:name|slug|label)$/i
const accountKeys = ['username', 'login', 'namespace', 'name', 'slug', 'id']
const groupKeys = ['namespace', 'orgname', 'org_name', 'organization', 'name', 'slug', 'login', 'id']

/** The last segment of a name, where it can be one of a path: a server may say anything. */
const segment = (text: string): string | undefined => {
  const last = text.split('/').at(-1) ?? ''
  return isUsableId(last) ? last : undefined
}

export const nameOf = (shown: unknown, keys: readonly string[] = [...nameKeys, 'id']): string | undefined => {
  if (typeof shown === 'string') return segment(shown)
  const item = flat(shown)
  if (!isObject(item)) return undefined
  for (const key of keys) {
    const value = has(item, key) ? item[key] : undefined
    if (typeof value === 'string' && value !== '') return segment(value)
  }
  return undefined
}

/** The keys under which objects stand in the objects of a value. */
const keysIn = oncePer((value): ReadonlyMap<unknown, string> => {
  const places = objectsIn(value).flatMap(object => Object.keys(object).map(key => [object[key], key] as const))
  return new Map(places.filter(([item]) => isObject(item)))
})

/** The name of an item of a list: in a usual member, in one that says so, or as the key of the item, if a member holds it as well. */
const listedName = (item: unknown, list: unknown): string | undefined => {
  const named = nameOf(item, nameKeys)
  if (named !== undefined || !isObject(item)) return named
  const key = keysIn(list).get(item)
  const told = Object.keys(flat(item) as JsonObject).filter(member => namedMember.test(member))
  return nameOf(item, told) ?? (key !== undefined && holdsMark(item, [key]) ? segment(key) : undefined)
}

export const itemsOf = (answer: Answered): readonly unknown[] => {
  const parsed = isSuccess(answer) ? parseJson(answer) : undefined
  return (parsed?.ok === true ? listItems(parsed.value) : undefined) ?? []
}

/** The names in a list by the members that hold them; an id alone may be one or not. */
export const statedNames = (list: Answered): readonly string[] =>
  itemsOf(list)
    .map(item => listedName(item, json(list)))
    .filter(name => name !== undefined)

/** The names in a list, as far as they can be told. */
export const namesOf = (list: Answered, keys?: readonly string[]): readonly string[] =>
  itemsOf(list)
    .map(item => (keys ? nameOf(item, keys) : (listedName(item, json(list)) ?? nameOf(item, ['id']))))
    .filter(name => name !== undefined)

/** Operations of one kind that are asked, and names of each that are tried. */
const mostOperations = 2
const mostNames = 5

/** Paths that the target's own reference has for who is asking, and for what they belong to: no path of either is published. */
const account = /\/(?:user|users\/me|me|whoami|account|profile)\/?$/i
const memberships = /\/(?:orgs|organi[sz]ations|namespaces)\/?$/i

const readsAt = (reference: PublishedReference | undefined, path: RegExp): readonly ReferenceOperation[] =>
  (reference?.operations ?? [])
    .filter(operation => operation.method === 'GET' && !operation.path.includes('{') && path.test(operation.path))
    .slice(0, mostOperations)

/** Names that the answer of an operation without parameters has. */
const namesAt = async function* (
  probe: Probe,
  operations: readonly ReferenceOperation[],
  read: (answer: Answered) => readonly string[],
): AsyncGenerator<Found> {
  for (const operation of operations) {
    const { path } = operation
    const headers = defined({ headers: requiredHeaders(operation) })
    const first = await probe.send({ method: 'GET', path, as: 'valid', anyStatus: true, ...headers })
    const place = redirectsToItself(first)
    const answer = place === undefined ? first : await probe.follow(first, place)
    for (const name of read(answer).slice(0, mostNames)) yield { name, from: `GET ${path}` }
  }
}

const ownName = (answer: Answered): readonly string[] => {
  const parsed = isSuccess(answer) ? parseJson(answer) : undefined
  const name = parsed?.ok === true ? nameOf(parsed.value, accountKeys) : undefined
  return name === undefined ? [] : [name]
}

/** Organizations and namespaces that the target's own reference has a list of. */
export const listedOwners = (probe: Probe, reference: PublishedReference | undefined): AsyncGenerator<Found> =>
  namesAt(probe, readsAt(reference, memberships), answer => namesOf(answer, groupKeys))

/** Names that the credentials go by: what was given with them, and what the target says of who is asking. */
export const ownNames = async function* (
  probe: Probe,
  reference: PublishedReference | undefined,
  given: readonly Found[],
): AsyncGenerator<Found> {
  yield* given
  yield* namesAt(probe, readsAt(reference, account), ownName)
}

/** Whether a namespace is one: its list has something in it, or answers otherwise than that of a namespace that nobody has. */
export const isNamespace = async (probe: Probe, namespace: string): Promise<boolean> => {
  const list = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
  if (!isSuccess(list) || parseJson(list).ok === false) return false
  if (namesOf(list).length > 0) return true
  const nobodys = { namespace: probe.nonce('nobodys-namespace') }
  return distinct(list, await probe.call('listNamespaceRepositories', nobodys, { anyStatus: true }))
}
