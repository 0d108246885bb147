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

/** A name that no option gives, and where it was found. */
export interface FoundName {
  readonly name: string
  readonly from: string
}

/** Sources of the names that belong to the credentials. */
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
/** Names of a member that are not usual and yet say that it is a name: `repoName`, `image_name`. */
const unusualNameKey = /^(?:repo|repository|image|tag)[-_]?(?:name|slug|label)$/i
const accountKeys = ['username', 'login', 'namespace', 'slug', 'name']
const groupKeys = ['namespace', 'orgname', 'org_name', 'organization', 'slug', 'login', 'key', 'path', 'name']

/** The parts of a text that can be one path segment: its last segment, and the part after a colon, as in `name:tag`. */
const possibleSegments = (text: string): readonly string[] => {
  const last = text.split('/').at(-1) ?? ''
  return [...new Set([last, last.split(':').at(-1) ?? ''])].filter(isUsableId)
}

/** The keys of nested objects in a value. */
const keysIn = oncePer(
  (value): ReadonlyMap<unknown, string> =>
    new Map(objectsIn(value).flatMap(object => Object.keys(object).map(key => [object[key], key]))),
)

/** A thing as it is shown. */
export interface ListedResource {
  /** What may be its name in a path, likeliest first: one member may be for people, and another one the segment. */
  readonly names: readonly string[]
  /** The same, and its id, which may be the segment as well. */
  readonly candidates: readonly string[]
}

const resourceIn = (thing: unknown, keys: readonly string[] = nameKeys, list?: unknown): ListedResource => {
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

export const itemsOf = (answer: Answered): readonly unknown[] => listItems(jsonOfSuccess(answer)) ?? []

/** The things in a list that a path may lead to; `keys` are the members that hold their names, where known. */
export const listedResources = (list: Answered, keys?: readonly string[]): readonly ListedResource[] =>
  itemsOf(list)
    .map(item => resourceIn(item, keys, jsonOfSuccess(list)))
    .filter(({ candidates }) => candidates.length > 0)

/** The members of items that hold the name of one that is known; undefined where none does. */
export const keysOf = (items: readonly unknown[], known: string | undefined): readonly string[] | undefined => {
  const objects = items.map(flat).filter(isObject)
  const members = new Set([...nameKeys, ...objects.flatMap(item => Object.keys(item))])
  const holding = new Set(
    objects.flatMap(item =>
      Object.keys(item).filter(key => resourceIn({ [key]: item[key] }, [key]).names[0] === known),
    ),
  )
  const keys = [...members].filter(key => holding.has(key))
  return keys.length > 0 ? keys : undefined
}

/** The likeliest name of a thing of which no path is tried. */
export const nameOf = (thing: unknown, keys?: readonly string[]): string | undefined =>
  resourceIn(thing, keys).candidates[0]

/** Operations of one kind that are asked, and names of each that are tried. */
const mostOperations = 2
const mostNames = 8

/** Paths that the target's own reference has for who is asking, and for what they belong to: no path of either is published. */
const accountPath = /\/(?:user|users\/me|me|whoami|account|profile)\/?$/i
const ownersPath = /\/(?:orgs|organi[sz]ations|namespaces)\/?$/i

const parameterlessReads = (reference: PublishedReference | undefined, path: RegExp): readonly ReferenceOperation[] =>
  (reference?.operations ?? [])
    .filter(operation => operation.method === 'GET' && !operation.path.includes('{') && path.test(operation.path))
    .slice(0, mostOperations)

/** What is needed to search for names. */
export type Requester = Pick<Probe, 'send' | 'follow'>

/** Names in the answer of an operation without parameters. */
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

/** Organizations and namespaces that the target's own reference has a list of. */
export const listedOwners = (probe: Probe, reference: PublishedReference | undefined): AsyncGenerator<FoundName> =>
  namesAt(probe, parameterlessReads(reference, ownersPath), answer =>
    listedResources(answer, groupKeys).flatMap(({ candidates }) => candidates),
  )

/** Names of the account of the credentials: those given, and those that the target returns about the caller. */
export const ownNames = async function* (
  probe: Requester,
  reference: PublishedReference | undefined,
  given: readonly FoundName[],
): AsyncGenerator<FoundName> {
  yield* given
  yield* namesAt(
    probe,
    parameterlessReads(reference, accountPath),
    answer => resourceIn(jsonOfSuccess(answer), accountKeys).candidates,
  )
}

const repositoriesOf = (probe: Probe, namespace: string): Promise<Answered> =>
  probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true, control: true })

/** Whether the list of a namespace has items. */
export const hasRepositories = async (probe: Probe, namespace: string): Promise<boolean> =>
  listedResources(await repositoriesOf(probe, namespace)).length > 0

/** Whether a namespace exists: its list has items, or is answered differently from that of a namespace that does not exist. */
export const isNamespace = async (probe: Probe, namespace: string): Promise<boolean> => {
  if (await hasRepositories(probe, namespace)) return true
  const list = await repositoriesOf(probe, namespace)
  if (jsonOfSuccess(list) === undefined) return false
  return distinct(list, await repositoriesOf(probe, probe.nonce('nobodys-namespace')))
}

export interface FixtureSources extends CredentialSources {
  /** The user name in the token. */
  readonly account?: string | undefined
  /** Called with a name that no option gives and that was found, and its source. */
  readonly onFound?: (need: FixtureName, name: string, from: string) => void
  /** Creates what is neither named nor found. */
  readonly setup?: Setup
  readonly writes: boolean
}

/** The user names that the credentials contain. */
export const usernamesOf = ({ username, account }: FixtureSources): readonly FoundName[] => [
  ...(username === undefined ? [] : [{ name: username, from: byUsername }]),
  ...(account === undefined ? [] : [{ name: account, from: byToken }]),
]

/** The reference of the target, if it has one. */
export const referenceOf = async ({ look }: FixtureSources): Promise<PublishedDocuments['reference']> =>
  (await look('reference')).documents.reference

/** Throws if an answer may mean that the named resource does not exist: then what is searched in it is not known to be missing. */
export const throwUnlessProven = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered | undefined,
  parameter: 'namespace' | 'repository' | 'org',
): Promise<void> => {
  const missing = answer && (await unproven(probe, operation, values, answer, parameter))
  if (missing) throw missing
}

/** Throws if credentials are missing or were refused: an answer 401 does not show what exists. */
export const throwIfRefused = async (probe: Probe, answer: Answered | undefined): Promise<void> => {
  if (answer?.response.status === 401) await probe.fixture('credentials')
}

/** An operation that answers with success, and otherwise than a path that does not exist. A search by POST where nothing may be written is none. */
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
