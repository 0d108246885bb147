import { operationRoles } from '../contracts/bindings/roles.ts'
import type { Answered } from '../contracts/exchange.ts'
import type { OperationName, Role, RoleValues } from '../contracts/operations.ts'
import type { Probe, RepositoryFixture } from '../contracts/requirement.ts'
import { type Finding, violated } from '../contracts/results/finding.ts'
import { itemsOf } from './answers/plain-form.ts'
import { declaredSuccesses } from './documents/declared-schema.ts'
import { declaredFor } from './documents/published-documents.ts'
import { idValue } from './exact-ids.ts'
import { declaredAsk } from './http/legacy-answers.ts'
import { fill, rolesOf } from './path-template.ts'
import { has, isObject, type JsonObject, json, jsonOfSuccess } from './reading/json.ts'
import { flat, holdsMark, idsIn, isIdKey, lastSegment, objectsIn, representation, scalar } from './reading/things.ts'
import { placeFor, placesOf } from './request-form.ts'
import { contains, scalarsIn, until } from './round-trip.ts'
import { ownShapeOf } from './schemas/own.ts'

const assigning = 'CreateRepositoryGroup'

const rolesOfAssignment = (probe: Probe): readonly Role[] =>
  Object.values(rolesOf(probe.bind(assigning).path, operationRoles[assigning]) ?? {})

/** Whether the path of an assignment names the group, so that its body does not. */
export const isGroupInPath = (probe: Probe): boolean => rolesOfAssignment(probe).includes('group')

/** What the path of an assignment may name of a group: its id, and the organization that it is of. */
export const groupValues = async (probe: Probe, group: string): Promise<RoleValues> =>
  rolesOfAssignment(probe).includes('org') ? { group, org: (await probe.fixture('org')).org } : { group }

/** The groups that an organization lists; one that is a name alone as an object with that. */
const listedGroups = async (probe: Probe): Promise<readonly JsonObject[]> => {
  if (!(await probe.hasFixture('org'))) return []
  const { org } = await probe.fixture('org')
  const list = await probe.call('ListGroups', { org }, { anyStatus: true, control: true })
  const items = (itemsOf(list) ?? []).map(flat)
  return items.map(item => (isObject(item) ? item : { name: item }))
}

/** The group as its organization lists it. */
const listedGroup = async (probe: Probe, groupId: string): Promise<JsonObject | undefined> =>
  (await listedGroups(probe)).find(one => holdsMark(one, [groupId]))

/** The other groups of an organization, if it lists this one: what each may be named by, and the name or id by which this one is assigned. */
export interface OtherGroup {
  readonly names: readonly string[]
  readonly id: string | undefined
}

export const otherGroups = async (probe: Probe, groupId: string): Promise<readonly OtherGroup[]> => {
  const own = await listedGroup(probe, groupId)
  if (!own) return []
  const key = keyOf(own, groupId)
  const others = (await listedGroups(probe)).filter(one => !holdsMark(one, [groupId]))
  return others.map(one => ({ names: namesIn(one, key), id: key === undefined ? undefined : scalar(one[key]) }))
}

/** What the group that is assigned may be named by. */
export const ownNames = async (probe: Probe, groupId: string): Promise<readonly string[]> => {
  const own = await listedGroup(probe, groupId)
  return own ? namesIn(own, keyOf(own, groupId)) : [groupId]
}

const nameKey = /(?:name|slug|label|title)$/i

const keyOf = (group: JsonObject, groupId: string): string | undefined =>
  Object.keys(group).find(name => scalar(group[name]) === groupId)

const namesIn = (group: JsonObject, key: string | undefined): readonly string[] =>
  Object.keys(group).flatMap(name =>
    name === key || nameKey.test(name) || isIdKey(name) ? (scalar(group[name]) ?? []) : [],
  )

/** What an answer may name the group by that is assigned by a name or a path: the end of the path, and the id in the list of its organization. */
const otherNames = (group: JsonObject | undefined, groupId: string): readonly string[] => {
  const ids = group ? idsIn(group) : []
  const end = groupId.includes('/') ? (lastSegment(groupId) ?? []) : []
  return ids.includes(groupId) ? [] : [...ids, end].flat()
}

/** Whether what the target's own document declares in the place of the group holds a name of it. */
const isNamed = async (
  probe: Probe,
  operation: OperationName,
  answer: Answered,
  group: JsonObject | undefined,
  groupId: string,
): Promise<boolean> => {
  const own = await ownShapeOf(probe, operation, answer)
  const place =
    placeFor(placesOf(own?.schema), 'group_id', idValue(groupId)) ??
    placeFor(placesOf(own?.schema), 'group_id', groupId)
  const value = place?.path.reduce<unknown>(
    (at, name) => (isObject(at) && has(at, name) ? at[name] : undefined),
    json(answer),
  )
  const names = Object.entries(group ?? {}).filter(([key]) => /(?:name|slug)$/i.test(key))
  return typeof value === 'string' && names.some(([, name]) => name === value)
}

/** Whether an answer to the assignment of a group shows it under another name than it was assigned by. */
export const namesGroup = async (
  probe: Probe,
  operation: OperationName,
  answer: Answered,
  groupId: string,
): Promise<boolean> => {
  // `groups/devs`, or a link to it
  if (scalarsIn(json(answer)).some(text => text.includes('/') && lastSegment(text) === groupId)) return true
  const group = await listedGroup(probe, groupId)
  const isOther = otherNames(group, groupId).some(name => contains(json(answer), name))
  return isOther || isNamed(probe, operation, answer, group, groupId)
}

/** Where the target publishes a read of the groups of a repository, of those whose path fits that at which they are assigned. */
const publishedRead = async (
  probe: Probe,
  own: RepositoryFixture,
  group: string,
  fits: (path: string, collection: string) => boolean,
): Promise<string | undefined> => {
  if (!(await probe.hasFixture('reference'))) return undefined
  const { operations } = await probe.fixture('reference')
  const repository = { namespace: own.namespace, repository: own.repository }
  const values = { ...repository, ...(await groupValues(probe, group)), group }
  const bound = probe.bind(assigning)
  const collection = isGroupInPath(probe) ? bound.path.replace(/\/[^/]*\/?$/, '') : bound.path
  const asks = operations
    .filter(({ method, path }) => method === 'GET' && fits(path, collection))
    .map(endpoint => declaredAsk(probe, endpoint, fill(endpoint.path, operationRoles[assigning], values), repository))
  return (await Promise.all(asks))
    .map(({ path }) => path)
    .find(path => !path.includes('{') && path.includes(own.repository))
}

const readAt = (probe: Probe, path: string) => (): Promise<Answered> =>
  probe.send({ method: 'GET', path, anyStatus: true })

/** How one group of a repository is read, where the target publishes that below the path of all. */
export const shownGroup = async (
  probe: Probe,
  own: RepositoryFixture,
  group: string,
): Promise<Pick<ShownGroups, 'operation' | 'read'> | undefined> => {
  const isItem = (path: string, collection: string): boolean =>
    path.startsWith(`${collection}/{`) && path.endsWith('}') && !path.slice(collection.length + 1).includes('/')
  const path = await publishedRead(probe, own, group, isItem)
  return path === undefined ? undefined : { operation: `GET ${path}`, read: readAt(probe, path) }
}

const groupsMember = /(?:^|[a-z_-])(?:groups|teams)$/i

const groupsIn = (object: JsonObject): unknown => Object.entries(object).find(([key]) => groupsMember.test(key))?.[1]

/** Whether the target declares that it shows a repository with its groups. */
const declaresGroups = async (probe: Probe): Promise<boolean> => {
  if (!(await probe.hasFixture('reference'))) return false
  const declared = declaredFor(await probe.fixture('reference'), probe.bind('GetRepository'))
  const schemas = declared ? declaredSuccesses(declared).flatMap(({ schema }) => objectsIn(schema)) : []
  return schemas.some(({ properties }) => isObject(properties) && groupsIn(properties) !== undefined)
}

/** How the groups of a repository are read: from a list of their own, or from the repository. */
export interface ShownGroups {
  readonly operation: string
  read(): Promise<Answered>
  /** Undefined if the answer has no such list. */
  itemsIn(answer: Answered): readonly unknown[] | undefined
}

export const shownGroups = async (probe: Probe, own: RepositoryFixture): Promise<ShownGroups | undefined> => {
  const { groupId } = await probe.fixture('group')
  const isList = (path: string, collection: string): boolean =>
    path === collection || /\}\/(?:\w+[-_])?(?:groups|teams)\/?$/i.test(path)
  const path = await publishedRead(probe, own, groupId, isList)
  if (path !== undefined) return { operation: `GET ${path}`, read: readAt(probe, path), itemsIn: itemsOf }
  if (!(await declaresGroups(probe))) return undefined
  return {
    operation: 'GetRepository',
    read: () => probe.call('GetRepository', own, { anyStatus: true }),
    itemsIn: answer => {
      // Groups of its owner are not those of the repository.
      const groups = groupsIn(representation(jsonOfSuccess(answer), [own.repository]) ?? {})
      return Array.isArray(groups) ? groups : undefined
    },
  }
}

/** A repository that has just been made has the group that was assigned to it, and no other: its list is not empty. Undefined where it is not, or cannot be read. */
export const judgeGroupKept = async (probe: Probe, assigned: Answered): Promise<Finding | undefined> => {
  const shown = await shownGroups(probe, await probe.fixture('own-repository'))
  if (!shown) return undefined
  const { answer, fits } = await until(probe, shown.read, one => shown.itemsIn(one)?.length !== 0)
  return fits ? undefined : violated('not-kept', { operation: shown.operation, what: 'the group' }, answer, assigned)
}
