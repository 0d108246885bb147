import { unnamedItems } from '../../checks/answers/only-one.ts'
import { isPrivate, type Named, unlike } from '../../checks/answers/unlike.ts'
import type { Page } from '../../checks/paging/envelope.ts'
import { pages } from '../../checks/paging/pages.ts'
import { distinct } from '../../checks/presence/judging.ts'
import { whyNotCreated } from '../../checks/presence/witnesses.ts'
import { isCarriedOut, isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, type JsonObject, jsonOfSuccess } from '../../checks/reading/json.ts'
import { mentions } from '../../checks/reading/things.ts'
import { isIn, membersIn, nestedNameOf, type PlaceMembers, repositoryPlacesOf } from '../../checks/repository-place.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Fixtures, Probe, RepositoryFixture, TagFixture } from '../../contracts/requirement.ts'
import { Missing, NoAnswer } from '../../contracts/results/finding.ts'
import { isRunName } from '../../contracts/run/run-name.ts'
import {
  distinctSuccess,
  type FixtureSources,
  hasRepositories,
  isNamespace,
  itemsOf,
  keysOf,
  type ListedResource,
  listedOwners,
  listedResources,
  nameOf,
  ownNames,
  referenceOf,
  throwIfRefused,
  throwUnlessFound,
  usernames,
} from './name-search.ts'

/** Listed repositories to try until one is confirmed. */
const repositoriesTried = 5

/** Listed repositories, and tags of each, to request on removed routes. */
const listedRepositories = 3
const listedTags = 2

/** Pages of a list to read. */
const listedPages = 5

/** The first pages of a list, read one at a time. */
const firstPages = async function* (probe: Probe, list: Answered): AsyncGenerator<Page> {
  if (jsonOfSuccess(list) === undefined) return
  let count = 0
  for await (const page of pages(probe, list)) {
    yield page
    if (++count >= listedPages) return
  }
}

/** The items on the first pages of the list of a namespace. */
const listedItems = async (probe: Probe, namespace: string): Promise<readonly unknown[]> => {
  const list = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true, control: true })
  const listed: unknown[] = []
  for await (const { items } of firstPages(probe, list)) for (const item of items) listed.push(item)
  return listed
}

/** Repositories among items, except those that a run created and those that name another namespace. `keys` are the keys of their names, if known. */
const repositoriesIn = (
  items: readonly unknown[],
  namespace: string,
  members: PlaceMembers,
  keys: readonly string[] | undefined,
): readonly Named[] =>
  items.flatMap(item => {
    const name = nestedNameOf(item, members, namespace) ?? nameOf(item, keys)
    const places = repositoryPlacesOf(item, members)
    const isElsewhere = places.length > 0 && !places.some(place => isIn(place, namespace))
    return name === undefined || isRunName(name) || isElsewhere ? [] : [{ name, isPrivate: isPrivate(item) }]
  })

/** A read that shows that a repository exists in its namespace. */
const directWitnessOf = async (probe: Probe, fixture: RepositoryFixture): Promise<Answered | undefined> =>
  (await distinctSuccess(probe, 'GetRepository', { ...fixture })) ??
  (await distinctSuccess(probe, 'ListRepositoryTags', { ...fixture }))

/**
 * A list that shows that a repository exists. A list may contain repositories of other namespaces: then a value of the item leads to the
 * repository there.
 */
const listedWitnessOf = async (probe: Probe, fixture: RepositoryFixture): Promise<Answered | undefined> => {
  const { namespace, repository } = fixture
  const list = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
  if (jsonOfSuccess(list) !== undefined)
    for await (const { exchange, items } of pages(probe, list)) {
      const item = items.find(one => mentions(one, repository))
      if (item === undefined) continue
      for (const owner of isObject(item) ? namespacesIn(item, fixture) : [])
        if (await distinctSuccess(probe, 'GetRepository', { namespace: owner, repository })) return undefined
      return exchange
    }
  return distinctSuccess(probe, 'CheckRepository', { ...fixture })
}

/** An exchange that shows that a repository exists, by a read or by a list. */
export const witnessOf = async (probe: Probe, fixture: RepositoryFixture): Promise<Answered | null> =>
  (await directWitnessOf(probe, fixture)) ?? (await listedWitnessOf(probe, fixture)) ?? null

/** Values of an item to try as its namespace. */
const mostOwners = 5

/** Values of an item that may be its namespace, other than the requested one. */
const namespacesIn = (item: JsonObject, { namespace, repository }: RepositoryFixture): readonly string[] =>
  Object.entries(item)
    .filter(([key]) => !/^(?:type|kind|apiVersion)$/.test(key))
    .map(([, value]) => value)
    .filter(value => typeof value === 'string')
    .filter(text => /^[a-z0-9][\w.-]*$/i.test(text) && text !== repository && text !== namespace)
    .slice(0, mostOwners)

/** Attempts to read a repository that a list already shows: lists may show it first. */
const patientLooks = 5

/** Waits until a new repository is shown, since a target may show it late. Returns whether it was shown. */
const waitUntilShown = async (probe: Probe, fixture: RepositoryFixture): Promise<boolean> => {
  let looks = 0
  const shown = await probe.eventually(async () => {
    if (await distinctSuccess(probe, 'GetRepository', { ...fixture })) return true
    const witness = await witnessOf(probe, fixture)
    return witness && (++looks >= patientLooks || mentions(witness.request.url, fixture.repository)) ? true : undefined
  })
  return shown === true
}

/** The given repository, one from the list of the namespace, or a new one. */
export const repositoryFixture = async (probe: Probe, sources: FixtureSources): Promise<Fixtures['repository']> => {
  const { namespace } = await probe.fixture('namespace')
  if (sources.fixtures.repository !== undefined) {
    const fixture = { namespace, repository: sources.fixtures.repository }
    return { ...fixture, witness: await witnessOf(probe, fixture) }
  }
  const list = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
  // Repositories of an earlier run come last: the run needs one that it did not create.
  const isOwn = ({ names }: ListedResource): boolean => names.some(isRunName)
  const items = listedResources(list)
  const tried = [...items.filter(item => !isOwn(item)), ...items.filter(isOwn)].slice(0, repositoriesTried)
  const strategies = [
    [directWitnessOf, tried.flatMap(({ candidates }) => candidates)],
    // If none can be read, the list is enough, provided that only one value can be the name.
    [listedWitnessOf, tried.flatMap(({ names }) => (names.length === 1 ? names : []))],
  ] as const
  for (const [confirm, names] of strategies)
    for (const repository of names) {
      const fixture = { namespace, repository }
      const witness = await confirm(probe, fixture)
      if (!witness) continue
      sources.onFound?.('repository', repository, 'the list of the namespace')
      return { ...fixture, witness }
    }
  const missingMeans = [
    ...(sources.credentials.available ? [] : ['credentials']),
    ...(sources.writes ? [] : ['write permission']),
  ]
  if (missingMeans.length > 0) throw new Missing('need-repository', { means: missingMeans.join(' and ') })
  const own = await probe.fixture('own-repository')
  return { namespace: own.namespace, repository: own.repository, witness: own.created }
}

/** A repository that this run created. */
export const ownRepositoryFixture = async (probe: Probe): Promise<Fixtures['own-repository']> => {
  const { namespace, repository, exchange, unfinished } = await probe.fixture('repository-creation')
  const values = { namespace, repository }
  if (!isCarriedOut(exchange))
    throw await whyNotCreated(probe, 'repository', values, exchange, !(await isNamespace(probe, namespace)))
  const shown = await waitUntilShown(probe, values)
  // While its creation is in progress, it may be listed before it can be read.
  if (unfinished && !(await distinctSuccess(probe, 'GetRepository', values))) throw unfinished
  // A redirect to a login page has created nothing.
  if (!isSuccess(exchange) && !(await witnessOf(probe, values)))
    throw await whyNotCreated(probe, 'repository', values, exchange)
  return { namespace, repository, created: exchange, witness: shown ? exchange : null }
}

/**
 * Other namespaces of the credentials: the user names, else the first with repositories that the target names as the account or one of its
 * organizations.
 */
const otherOwners = async (probe: Probe, sources: FixtureSources, namespace: string): Promise<readonly string[]> => {
  const named = usernames(sources).map(({ name }) => name)
  if (!sources.credentials.available || named.some(name => name !== namespace)) return named
  const reference = await referenceOf(sources)
  for (const names of [ownNames(probe, reference, []), listedOwners(probe, reference)])
    for await (const { name } of names) if (name !== namespace && (await hasRepositories(probe, name))) return [name]
  return []
}

const knownRepository = async (probe: Probe): Promise<string | undefined> =>
  (await probe.hasFixture('repository')) ? (await probe.fixture('repository')).repository : undefined

/** A sample of listed repositories, in the namespace and in another one of the credentials. */
export const listedFixture = async (probe: Probe, sources: FixtureSources): Promise<Fixtures['listed']> => {
  const { namespace } = await probe.fixture('namespace')
  const known = await knownRepository(probe)
  let keys: readonly string[] | undefined
  // The keys are those of the known repository, in whichever list it is found.
  let members: PlaceMembers | undefined
  const listed = []
  for (const owner of new Set([namespace, ...(await otherOwners(probe, sources, namespace))])) {
    const isOwn = owner === namespace
    const items = await listedItems(probe, owner)
    if (isOwn) keys = keysOf(items, known)
    members ??= membersIn(items, { namespace, repository: known ?? '' })
    const names = repositoriesIn(items, owner, members, keys)
    // In other lists, nothing distinguishes a path from a name with a slash.
    const others = names.filter(({ name }) => (isOwn ? name !== known : !name.includes('/')))
    for (const { name: repository, isPrivate } of unlike(others, isOwn ? listedRepositories : 1)) {
      const values = { namespace: owner, repository }
      const tags = await probe.call('ListRepositoryTags', values, { anyStatus: true, control: true })
      const tagNames = listedResources(tags).flatMap(({ candidates }) => candidates.slice(0, 1))
      listed.push({ ...values, isPrivate: isPrivate === true, tags: [...tagNames, 'latest'].slice(0, listedTags) })
    }
  }
  return { listed, isNamed: keys !== undefined }
}

/** Repositories to search for a tag. */
const repositoriesLookedAt = 20

/** Tags to try until one can be read, and tags to try of each repository. */
const tagsTried = 10
const tagsOfEach = 3

/** Whether a tag can be read by this name. No answer counts as no. */
const leadsToTag = async (probe: Probe, values: TagFixture): Promise<boolean> => {
  const operation = 'GetRepositoryTag'
  try {
    const answer = await probe.call(operation, values, { anyStatus: true, control: true })
    return isSuccess(answer) && distinct(answer, await probe.callControlPath(operation, values))
  } catch (error) {
    if (error instanceof NoAnswer) return false
    throw error
  }
}

/** The given tag, or one from the tag lists of listed repositories. */
export const tagFixture = async (probe: Probe, sources: FixtureSources): Promise<Fixtures['tag']> => {
  const { namespace } = await probe.fixture('namespace')
  const select = (tag: Fixtures['tag']): Fixtures['tag'] => {
    sources.onFound?.('tag', `${tag.repository}:${tag.tag}`, 'the list of the repository')
    return tag
  }
  if (sources.fixtures.repository !== undefined && sources.fixtures.tag !== undefined)
    return { namespace, repository: sources.fixtures.repository, tag: sources.fixtures.tag, isNamed: true }
  const list =
    sources.fixtures.repository === undefined
      ? await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
      : undefined
  await throwIfRefused(probe, list)
  await throwUnlessFound(probe, 'listNamespaceRepositories', { namespace }, list, 'namespace')
  const known = await knownRepository(probe)
  const likeliest = (page: Answered): readonly string[] =>
    listedResources(page, keysOf(itemsOf(page), known)).flatMap(({ candidates }) => candidates.slice(0, 1))
  const listed = list ? itemsOf(list) : []
  if (list && listed.length > 0 && likeliest(list).length === 0)
    throw new Missing('names-unknown', unnamedItems('listNamespaceRepositories', 'a repository', listed), [list])
  const repositories = async function* (): AsyncGenerator<string> {
    if (list === undefined) yield sources.fixtures.repository ?? ''
    else for await (const { exchange } of firstPages(probe, list)) yield* likeliest(exchange)
  }
  let unnamed: Missing | undefined
  let unread: Missing | undefined
  let isRead = false
  let unproven: Fixtures['tag'] | undefined
  let tries = tagsTried
  let looks = repositoriesLookedAt
  for await (const repository of repositories()) {
    if (looks-- === 0) break
    const values = { namespace, repository }
    const tags = await probe.call('ListRepositoryTags', values, { anyStatus: true })
    const shown = listedResources(tags)
    for (const { names, candidates } of shown.slice(0, tagsOfEach))
      for (const tag of candidates) {
        const fixture = { ...values, tag, isNamed: names.length < 2 }
        unproven ??= fixture
        if (tries-- > 0 && (await leadsToTag(probe, fixture))) return select({ ...fixture, isNamed: true })
      }
    if (tries <= 0) break
    if (shown.length > 0) continue
    const items = itemsOf(tags)
    const operation = 'ListRepositoryTags'
    if (items.length > 0) unnamed ??= new Missing('names-unknown', unnamedItems(operation, 'a tag', items), [tags])
    if (repository === sources.fixtures.repository) await throwUnlessFound(probe, operation, values, tags, 'repository')
    await throwIfRefused(probe, tags)
    const { status } = tags.response
    const what = `${namespace}/${repository}`
    if (list !== undefined && !isSuccess(tags))
      unread ??= new Missing('listed-unreadable', { operation, status, what }, [tags])
    else isRead = true
  }
  if (unproven) return select(unproven)
  // If no list of tags was readable, a tag may still exist.
  throw unnamed ?? (isRead ? undefined : unread) ?? new Missing('need-tag')
}
