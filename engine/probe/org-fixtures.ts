import { unnamedItems } from '../../checks/answers/only-one.ts'
import { groupValues, isGroupInPath } from '../../checks/group-names.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject } from '../../checks/reading/json.ts'
import { flat } from '../../checks/reading/things.ts'
import { placeFor, placesOf } from '../../checks/request-form.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Fixtures, Organization, Probe } from '../../contracts/requirement.ts'
import { Missing } from '../../contracts/results/finding.ts'
import {
  distinctSuccess,
  type FixtureSources,
  type FoundName,
  hasRepositories,
  itemsOf,
  listedOwners,
  ownNames,
  referenceOf,
  throwIfRefused,
  throwUnlessFound,
  usernames,
} from './name-search.ts'
import { isUsableId, isUsableValue } from './token-address.ts'

/** Operations that show that an organization exists. The first two only answer its managers. */
const orgOperations = [
  { operation: 'oat.list', isManaged: true },
  { operation: 'ListGroups', isManaged: true },
  { operation: 'audit.events', isManaged: false },
  { operation: 'audit.actions', isManaged: false },
  { operation: 'listNamespaceRepositories', isManaged: false },
] as const

/** A given organization, with an exchange that shows that it exists. */
export const organization = async (probe: Probe, org: string): Promise<Organization> => {
  for (const { operation, isManaged } of orgOperations) {
    const witness = await distinctSuccess(probe, operation, { org, namespace: org })
    if (witness) return { org, witness, isManaged }
  }
  return { org, witness: null, isManaged: false }
}

/** Members that may identify a group in an assignment, most likely first, in lower case without separators. */
const groupMembers =
  'id groupid uuid name slug group team fullname fullpath path email handle key login ref urn href'.split(' ')
const plainKey = (key: string): string => key.replace(/[-_]/g, '').toLowerCase()

/**
 * Possible ids of a listed group, most likely first: the value of the member that the declared body of an assignment names, then usual
 * ones. If the body accepts some of them, only these.
 */
const groupIds = (probe: Probe, group: unknown): readonly string[] => {
  const { from, requestSchema } = probe.bind('CreateRepositoryGroup')
  const places = from === 'default' ? [] : placesOf(requestSchema)
  // In a body, a path may begin with a slash.
  const isId = isGroupInPath(probe) ? isUsableId : isUsableValue
  const isUsable = (value: unknown): boolean => typeof value === 'number' || (typeof value === 'string' && isId(value))
  const placeOf = (id: string) => placeFor(places, 'group_id', id)
  if (!isObject(group)) return isUsable(group) ? [String(group)] : []
  const members = Object.keys(group).flatMap(key => {
    const id = String(group[key])
    const [named, rank] = [placeOf(id)?.path.at(-1) === key, groupMembers.indexOf(plainKey(key))]
    return isUsable(group[key]) && (named || rank >= 0) ? [{ id, rank: named ? -1 : rank }] : []
  })
  const ids = members.sort((a, b) => a.rank - b.rank).map(({ id }) => id)
  const accepted = ids.filter(id => placeOf(id) !== undefined)
  return accepted.length > 0 ? accepted : ids
}

/** The first id with which a group can be assigned to a repository of the run, if the declared body accepts any text. */
const assignable = async (probe: Probe, ids: readonly string[]): Promise<string | undefined> => {
  const operation = 'CreateRepositoryGroup'
  const { from, requestSchema } = probe.bind(operation)
  const places = placesOf(requestSchema)
  const takesText = ids.every(id => placeFor(places, 'group_id', id) !== undefined)
  const inPath = isGroupInPath(probe)
  if (from === 'default' || ids.length < 2 || !(inPath || takesText)) return undefined
  if (!(await probe.hasFixture('own-repository'))) return undefined
  const { namespace, repository } = await probe.fixture('own-repository')
  for (const group of ids) {
    const json = inPath ? { permission: 'read' } : { group_id: group, permission: 'read' }
    const answer = await probe.call(
      operation,
      { namespace, repository, ...(await groupValues(probe, group)) },
      { json, anyStatus: true },
    )
    if (isSuccess(answer)) return group
  }
  return undefined
}

/** The given organization, or one that the credentials may manage. */
export const orgFixture = async (probe: Probe, sources: FixtureSources): Promise<Organization> => {
  if (sources.fixtures.org !== undefined) return organization(probe, sources.fixtures.org)
  if (!sources.credentials.available) throw new Missing('need-credentials')
  // A namespace may belong to an organization. Asking is harmless.
  const candidates = async function* (): AsyncGenerator<FoundName> {
    if (sources.fixtures.namespace !== undefined) yield { name: sources.fixtures.namespace, from: 'the namespace' }
    yield* listedOwners(probe, await referenceOf(sources))
    if (sources.fixtures.namespace === undefined) yield* ownNames(probe, await referenceOf(sources), usernames(sources))
  }
  const select = ({ name, from }: FoundName, witness: Answered): Organization => {
    sources.onFound?.('org', name, from)
    return { org: name, witness, isManaged: true }
  }
  let empty: readonly [FoundName, Answered] | undefined
  for await (const candidate of candidates()) {
    const witness = await distinctSuccess(probe, 'oat.list', { org: candidate.name })
    if (!witness) continue
    // Most checks need repositories.
    if (await hasRepositories(probe, candidate.name)) return select(candidate, witness)
    empty ??= [candidate, witness]
  }
  if (empty) return select(...empty)
  throw new Missing('need-org')
}

/** The given group, or one that the organization lists. */
export const groupFixture = async (probe: Probe, sources: FixtureSources): Promise<Fixtures['group']> => {
  if (sources.fixtures.groupId !== undefined) return { groupId: sources.fixtures.groupId }
  const { org, witness } = await probe.fixture('org')
  const list = await probe.call('ListGroups', { org }, { anyStatus: true })
  const groups = itemsOf(list)
  for (const group of groups.map(flat)) {
    const ids = groupIds(probe, group)
    const id = (await assignable(probe, ids)) ?? ids[0]
    if (id === undefined) continue
    sources.onFound?.('group', id, 'the list of the organization')
    return { groupId: id }
  }
  if (groups.length > 0) throw new Missing('names-unknown', unnamedItems('ListGroups', 'a group', groups), [list])
  // The organization itself may not exist.
  const tokens = witness === null ? await probe.call('oat.list', { org }, { anyStatus: true }) : undefined
  await throwIfRefused(probe, tokens)
  await throwUnlessFound(probe, 'oat.list', { org }, tokens, 'org')
  if (isSuccess(list)) throw new Missing('need-group', { org }, [list])
  const { from } = probe.bind('ListGroups')
  // Refused credentials are reported as their own cause.
  throw from === 'default' || list.response.status === 401
    ? new Missing('need-group')
    : new Missing('need-group', { operation: 'ListGroups', status: list.response.status }, [list])
}
