import { plainForm } from '../../checks/answers/plain-form.ts'
import { requiredHeaders } from '../../checks/http/fields.ts'
import { distinct } from '../../checks/presence/judging.ts'
import { unproven } from '../../checks/presence/witnesses.ts'
import { isSuccess, redirectsToItself } from '../../checks/reading/exchanges.ts'
import { has, isObject, jsonOfSuccess } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { flat, holdsMark, objectsIn, scalar } from '../../checks/reading/things.ts'
import { oncePer } from '../../checks/remembered.ts'
import { defined } from '../../contracts/defined.ts'
import type { PublishedDocuments, PublishedReference, ReferenceOperation } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { FixtureName, Probe } from '../../contracts/requirement.ts'
import { Missing } from '../../contracts/results/finding.ts'
import { declaredQuery } from './bindings.ts'
import type { CredentialSources } from './credentials-fixture.ts'
import type { Setup } from './setup.ts'
import { isUsableId } from './token-address.ts'

/** A name that was found, and its source. */
export interface FoundName {
  readonly name: string
  readonly from: string
}

/** Sources of names that the credentials contain. */
export const byUsername = 'the user name'
export const byToken = 'the token'

const nameKeys = [
  'slug',
  'name',
  'repository',
  'repo_name',
  'tag',
  'tag_name',
  'label',
  'full_name',
  'path',
  'path_with_namespace',
  'ref',
]
/** Less usual keys of a name: `repoName`, `image_name`. */
const unusualNameKey = /^(?:repo|repository|image|tag)[-_]?(?:name|slug|label)$/i
const accountKeys = ['username', 'login', 'namespace', 'slug', 'name']
const groupKeys = ['namespace', 'orgname', 'org_name', 'organization', 'slug', 'login', 'key', 'path', 'name']

/** Parts of a text that may be a path segment: the last segment, and the part after a colon, as in `name:tag`. */
const possibleSegments = (text: string): readonly string[] => {
  const last = text.split('/').at(-1) ?? ''
  return [...new Set([last, last.split(':').at(-1) ?? ''])].filter(isUsableId)
}

/** The key of each nested value. */
const keysIn = oncePer(
  (value): ReadonlyMap<unknown, string> =>
    new Map(objectsIn(value).flatMap(object => Object.keys(object).map(key => [object[key], key]))),
)

/** A resource in a list, with the values that may identify it. */
export interface ListedResource {
  /** Possible names in a path, most likely first: one member may be a display name, another one the segment. */
  readonly names: readonly string[]
  /** The names, and the id, which may be the segment as well. */
  readonly candidates: readonly string[]
}

const namesIn = (thing: unknown, keys: readonly string[] = nameKeys, list?: unknown): ListedResource => {
  const item = flat(thing)
  const read = (members: readonly string[]): readonly string[] => {
    const values = isObject(item) ? members.map(member => (has(item, member) ? item[member] : undefined)) : [item]
    return values.filter(value => typeof value === 'string')
  }
  const unusualKeys = isObject(item) ? Object.keys(item).filter(member => unusualNameKey.test(member)) : []
  const key = keysIn(list).get(thing)
  const isKeyed = key !== undefined && isObject(thing) && holdsMark(thing, [key])
  const texts = [...read([...keys, ...(keys === nameKeys ? unusualKeys : [])]), ...(isKeyed ? [key] : [])]
  const names = [...new Set(texts.flatMap(possibleSegments))]
  const id = isObject(item) && has(item, 'id') ? scalar(item.id) : undefined
  const ids = id === undefined ? [] : possibleSegments(id)
  return { names, candidates: [...new Set([...names, ...ids])] }
}

const bodyOf = (answer: Answered): unknown => plainForm(jsonOfSuccess(answer))

export const itemsOf = (answer: Answered): readonly unknown[] => listItems(bodyOf(answer)) ?? []

/** Resources of a list that have a name or id. `keys` are the keys of their names, if known. */
export const listedResources = (list: Answered, keys?: readonly string[]): readonly ListedResource[] =>
  itemsOf(list)
    .map(item => namesIn(item, keys, bodyOf(list)))
    .filter(({ candidates }) => candidates.length > 0)

/** The keys under which items have a known name; undefined if no item has it. */
export const keysOf = (items: readonly unknown[], known: string | undefined): readonly string[] | undefined => {
  const objects = items.map(flat).filter(isObject)
  const members = new Set([...nameKeys, ...objects.flatMap(item => Object.keys(item))])
  const holding = new Set(
    objects.flatMap(item => Object.keys(item).filter(key => namesIn({ [key]: item[key] }, [key]).names[0] === known)),
  )
  const keys = [...members].filter(key => holding.has(key))
  return keys.length > 0 ? keys : undefined
}

/** The most likely name of a resource. */
export const nameOf = (item: unknown, keys?: readonly string[]): string | undefined => namesIn(item, keys).candidates[0]

/** Limits of a search. */
const mostOperations = 2
const mostNames = 8

/** Usual paths of the current account and of its organizations. The published reference has neither. */
const accountPath = /\/(?:user|users\/me|me|whoami|account|profile)\/?$/i
const ownersPath = /\/(?:orgs|organi[sz]ations|namespaces)\/?$/i

const readsAt = (reference: PublishedReference | undefined, path: RegExp): readonly ReferenceOperation[] =>
  (reference?.operations ?? [])
    .filter(operation => operation.method === 'GET' && !operation.path.includes('{') && path.test(operation.path))
    .slice(0, mostOperations)

/** The part of a probe that a search needs. */
export type Requester = Pick<Probe, 'send' | 'follow'>

/** Names in the answers of operations without path parameters. */
const namesAt = async function* (
  probe: Requester,
  operations: readonly ReferenceOperation[],
  read: (answer: Answered) => readonly string[],
): AsyncGenerator<FoundName> {
  for (const operation of operations) {
    const query = new URLSearchParams(declaredQuery(operation)).toString()
    const path = query === '' ? operation.path : `${operation.path}?${query}`
    const headers = defined({ headers: requiredHeaders(operation) })
    const first = await probe.send({ method: 'GET', path, as: 'valid', anyStatus: true, ...headers })
    const location = redirectsToItself(first)
    const answer = location === undefined ? first : await probe.follow(first, location)
    for (const name of read(answer).slice(0, mostNames)) yield { name, from: `GET ${operation.path}` }
  }
}

/** Organizations and namespaces, from a list that the target's own reference declares. */
export const listedOwners = (probe: Probe, reference: PublishedReference | undefined): AsyncGenerator<FoundName> =>
  namesAt(probe, readsAt(reference, ownersPath), answer =>
    listedResources(answer, groupKeys).flatMap(({ candidates }) => candidates),
  )

/** Names of the account: the given ones, and those that the target returns for the current account. */
export const ownNames = async function* (
  probe: Requester,
  reference: PublishedReference | undefined,
  given: readonly FoundName[],
): AsyncGenerator<FoundName> {
  yield* given
  yield* namesAt(
    probe,
    readsAt(reference, accountPath),
    answer => namesIn(jsonOfSuccess(answer), accountKeys).candidates,
  )
}

const repositoriesOf = (probe: Probe, namespace: string): Promise<Answered> =>
  probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true, control: true })

export const hasRepositories = async (probe: Probe, namespace: string): Promise<boolean> =>
  listedResources(await repositoriesOf(probe, namespace)).length > 0

/** Whether a namespace exists: its list has items, or differs from the list of a namespace that does not exist. */
export const isNamespace = async (probe: Probe, namespace: string): Promise<boolean> => {
  if (await hasRepositories(probe, namespace)) return true
  const list = await repositoriesOf(probe, namespace)
  if (jsonOfSuccess(list) === undefined) return false
  return distinct(list, await repositoriesOf(probe, probe.nonce('nobodys-namespace')))
}

export interface FixtureSources extends CredentialSources {
  /** The user name that the token contains. */
  readonly account?: string | undefined
  /** Called with each name that was found, and its source. */
  readonly onFound?: (need: FixtureName, name: string, from: string) => void
  /** Creates what is neither given nor found. */
  readonly setup?: Setup
  readonly writes: boolean
}

/** The user names that the credentials contain. */
export const usernames = ({ username, account }: FixtureSources): readonly FoundName[] => [
  ...(username === undefined ? [] : [{ name: username, from: byUsername }]),
  ...(account === undefined ? [] : [{ name: account, from: byToken }]),
]

/** The reference of the target, if it has one. */
export const referenceOf = async ({ look }: FixtureSources): Promise<PublishedDocuments['reference']> =>
  (await look('reference')).documents.reference

/** Throws if an answer may mean that the parent resource does not exist: then nothing is known about its content. */
export const throwUnlessFound = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered | undefined,
  parameter: 'namespace' | 'repository' | 'org',
): Promise<void> => {
  const missing = answer && (await unproven(probe, operation, values, answer, parameter))
  if (missing) throw missing
}

/** Throws if credentials are missing or refused. A 401 does not show what exists. */
export const throwIfRefused = async (probe: Probe, answer: Answered | undefined): Promise<void> => {
  if (answer?.response.status === 401) await probe.fixture('credentials')
}

/** The success of an operation, if a path that does not exist is answered differently. Undefined for a search by POST without write permission. */
export const distinctSuccess = async (
  probe: Probe,
  operation: OperationName,
  values: Record<string, string>,
): Promise<Answered | undefined> => {
  const answer = await probe.call(operation, values, { anyStatus: true }).catch(error => {
    if (error instanceof Missing && error.code === 'need-writes') return undefined
    throw error
  })
  if (!answer || !isSuccess(answer)) return undefined
  return distinct(answer, await probe.callControlPath(operation, values)) ? answer : undefined
}
