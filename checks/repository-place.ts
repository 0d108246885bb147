import type { Answered } from '../contracts/exchange.ts'
import type { Probe, RepositoryFixture } from '../contracts/requirement.ts'
import { type Violated, violated } from '../contracts/results/finding.ts'
import { itemsOf } from './answers/plain-form.ts'
import { isSuccess } from './reading/exchanges.ts'
import { has, isObject, type JsonObject, jsonIn, jsonOfSuccess } from './reading/json.ts'
import { flat, mentions, representation, wrapped } from './reading/things.ts'

/** Where a repository is. */
export interface RepositoryPlace {
  readonly namespace: string
  readonly name: string
}

/** The members in which a hub writes where a repository is. */
export interface PlaceMembers {
  readonly name: readonly string[]
  readonly namespace: readonly string[]
  /** Namespace and name in one text. */
  readonly path: readonly string[]
}

const usual: PlaceMembers = {
  name: ['name', 'repository'],
  namespace: ['namespace'],
  path: ['full_name', 'name', 'repository'],
}

const textOf = (item: JsonObject, key: string): string =>
  has(item, key) && typeof item[key] === 'string' ? item[key] : ''

/** The text of a member, or the names that an object there gives itself: what stands in a path first, as the other may be for people. */
const labelsOf = (item: JsonObject, key: string): readonly string[] => {
  const value = has(item, key) ? item[key] : undefined
  const names = isObject(value) ? ['slug', 'login', 'username', 'name'].map(inner => textOf(value, inner)) : []
  return [...names, textOf(item, key)].filter(text => text !== '')
}

/** `namespace/name`, or both below the names of their collections: `namespaces/acme/repositories/app`. */
const inOneText = (text: string): RepositoryPlace | undefined => {
  const [, namespace, name] =
    /^([^/]+)\/([^/]+)$/.exec(text.replace(/^[a-z]+s\/([^/]+)\/repositories(?=\/)/, '$1')) ?? []
  return namespace === undefined || name === undefined ? undefined : { namespace, name }
}

const alike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The members of this hub, learned from what it shows of a repository that is known: members have no names in the document. */
export const membersIn = (
  items: readonly unknown[],
  { namespace, repository }: Pick<RepositoryFixture, 'namespace' | 'repository'>,
): PlaceMembers => {
  const path = `${namespace}/${repository}`
  const objects = items.map(flat).filter(isObject)
  // What is the name to the letter goes before what is it in other case, which may be for people.
  const isSame = (a: string, b: string): boolean => a === b
  const textsOf = (item: JsonObject, key: string): readonly string[] => [textOf(item, key)]
  const keysWith = (from: readonly JsonObject[], value: string, read = textsOf): readonly string[] => [
    ...new Set(
      [isSame, alike].flatMap(fits =>
        from.flatMap(item => Object.keys(item).filter(key => read(item, key).some(text => fits(text, value)))),
      ),
    ),
  ]
  const own = objects.filter(item =>
    Object.keys(item).some(key => [repository, path].some(value => alike(textOf(item, key), value))),
  )
  return {
    name: [...new Set([...keysWith(own, repository), ...usual.name])],
    namespace: [...new Set([...usual.namespace, ...keysWith(own, namespace, labelsOf)])],
    path: [...new Set([...keysWith(own, path), ...usual.path])],
  }
}

/** The names that an item gives itself in these members. */
export const namesInMembers = (shown: unknown, members: PlaceMembers): readonly string[] => {
  const item = flat(shown)
  return isObject(item)
    ? members.name.map(key => textOf(item, key)).filter(text => text !== '' && !text.includes('/'))
    : []
}

/** The name of an item that says besides in which namespace it is, where the name has a slash of its own: `team/app`. */
export const nestedNameOf = (shown: unknown, members: PlaceMembers, namespace: string): string | undefined => {
  const item = flat(shown)
  if (!isObject(item) || !members.namespace.some(key => labelsOf(item, key).some(text => alike(text, namespace))))
    return undefined
  const text = members.name.map(key => textOf(item, key)).find(text => text !== '') ?? ''
  const isBelow = alike(text.slice(0, namespace.length + 1), `${namespace}/`)
  const name = isBelow ? text.slice(namespace.length + 1) : text
  return /^[^/:]+(?:\/[^/:]+)+$/.test(name) ? name : undefined
}

/** The namespaces and the name that an item gives itself: two members, else one text with a slash. What else has one may be where it comes from. */
export const repositoryPlacesOf = (shown: unknown, members = usual): readonly RepositoryPlace[] => {
  const item = flat(shown)
  if (!isObject(item))
    return [typeof item === 'string' ? inOneText(item) : undefined].filter(place => place !== undefined)
  const [name] = namesInMembers(item, members)
  const stated = usual.namespace.filter(key => labelsOf(item, key).length > 0)
  const namespaces = (stated.length > 0 ? stated : members.namespace).flatMap(key => labelsOf(item, key))
  if (namespaces.length > 0 && name !== undefined) return namespaces.map(namespace => ({ namespace, name }))
  if (namespaces.length > 0) return []
  const whole = members.path.map(key => inOneText(textOf(item, key))).find(Boolean)
  if (whole) return [whole]
  // An id may be the name as well; what has a name is the thing, and what stands in it is another one.
  return namesInMembers(item, usual).length === 0
    ? wrapped(item).flatMap(inner => repositoryPlacesOf(inner, members))
    : []
}

/** The same where it is to be one: the first of them. */
export const repositoryPlaceOf = (item: unknown, members = usual): RepositoryPlace | undefined =>
  repositoryPlacesOf(item, members)[0]

/** Whether a place is in a namespace, in whatever case it is written. */
export const isIn = (place: RepositoryPlace, namespace: string): boolean => alike(place.namespace, namespace)

/** The list of a namespace, where there is one of that name with something in it: else it may be another name of the one that was asked for. */
export const listOf = async (probe: Probe, namespace: string): Promise<Answered | undefined> => {
  const list = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
  return itemsOf(list)?.length ? list : undefined
}

/** Where an answer shows a repository of that name, if that is not the namespace in which it was looked for or is to be. */
export const otherPlaceIn = (
  answer: Answered,
  { namespace, repository }: Pick<RepositoryFixture, 'namespace' | 'repository'>,
): RepositoryPlace | undefined => {
  const shown = representation(jsonIn(answer), [repository])
  const places = repositoryPlacesOf(shown, membersIn([shown], { namespace, repository }))
  return places.some(place => isIn(place, namespace)) ? undefined : places[0]
}

/** A repository that was created in another namespace than it was to be: the answer says so, it is found there, and not where it was to be. */
export const createdElsewhere = async (
  probe: Probe,
  asked: Pick<RepositoryFixture, 'namespace' | 'repository'>,
  created: Answered,
): Promise<Violated | undefined> => {
  const place = isSuccess(created) ? otherPlaceIn(created, asked) : undefined
  if (!place) return undefined
  const { namespace, repository } = asked
  const found = (owner: string): Promise<Answered> =>
    probe.call('GetRepository', { namespace: owner, repository }, { anyStatus: true })
  const isShown = (answer: Answered): boolean => mentions(jsonOfSuccess(answer), repository)
  const here = await probe.eventually(async () => {
    const answer = await found(namespace)
    return isShown(answer) ? answer : undefined
  })
  const there = here ? undefined : await found(place.namespace)
  const values = { operation: 'CreateRepository', what: namespace, got: `${place.namespace}/${repository}` }
  return there && isShown(there) ? violated('created-elsewhere', values, created, there) : undefined
}
