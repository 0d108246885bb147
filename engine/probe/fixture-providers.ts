import { unnamedRepositories } from '../../checks/answers/only-one.ts'
import { isPrivate, type Named, unlike } from '../../checks/answers/unlike.ts'
import { unproven, whyNotCreated } from '../../checks/calling.ts'
import { type Page, pages } from '../../checks/paging.ts'
import { parametersOf } from '../../checks/path-template.ts'
import { distinct } from '../../checks/presence.ts'
import { flat, isCarriedOut, isObject, isSuccess, type JsonObject, mentions, parseJson } from '../../checks/reading.ts'
import { isIn, membersIn, nestedNameOf, repositoryPlacesOf } from '../../checks/repository-place.ts'
import { placeFor, placesOf } from '../../checks/request-form.ts'
import { memberList } from '../../checks/tags.ts'
import type { PublishedDocuments } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../contracts/finding.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { ReasonCode } from '../../contracts/reasons.ts'
import type {
  FixtureName,
  Fixtures,
  Organization,
  Probe,
  RepositoryFixture,
  TagFixture,
} from '../../contracts/requirement.ts'
import { isRunName } from '../../contracts/run-name.ts'
import { type CredentialSources, credentialsFixture } from './credentials-fixture.ts'
import {
  byToken,
  byUsername,
  type Found,
  hasRepositories,
  isNamespace,
  itemsOf,
  keysOf,
  listedOwners,
  type NamedThing,
  nameOf,
  ownNames,
  shownIn,
} from './found.ts'
import { bySetup, type Setup } from './setup.ts'
import { isUsableId } from './token-address.ts'
import { deletionOf } from './token-fixtures.ts'

/** How a needed thing is had. Throws {@link Missing} where it cannot be. */
export type FixtureProviders = { readonly [N in FixtureName]: (probe: Probe) => Promise<Fixtures[N]> }

export interface FixtureSources extends CredentialSources {
  /** The name that the token says it is of. */
  readonly account?: string | undefined
  /** Told what nobody gave and was found, and where. */
  readonly onFound?: (need: FixtureName, name: string, from: string) => void
  /** Makes what is neither named nor found. */
  readonly setup?: Setup
  readonly writes: boolean
}

/** Repositories of a list that are tried until one of them is confirmed. */
const repositoriesTried = 5

/** Repositories that are looked at for one with a tag. */
const repositoriesLookedAt = 20

/** Names of tags that are tried until one of them can be read, and tags of each repository. */
const tagsTried = 10
const tagsOfEach = 3

/** Repositories that the hub lists, and tags of each, that a removed route is asked for by name. */
const listedRepositories = 3
const listedTags = 2

/** Pages of the list that are read for them. */
const listedPages = 5

/** The first pages of a list, each read once what comes before it was looked at. */
const firstPages = async function* (probe: Probe, list: Answered): AsyncGenerator<Page> {
  if (!isSuccess(list) || !parseJson(list).ok) return
  let count = 0
  for await (const page of pages(probe, list)) {
    yield page
    if (++count >= listedPages) return
  }
}

/** What the first pages of the list of a namespace show. */
const itemsIn = async (probe: Probe, namespace: string): Promise<readonly unknown[]> => {
  const list = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true, control: true })
  const shown: unknown[] = []
  for await (const { items } of firstPages(probe, list)) for (const item of items) shown.push(item)
  return shown
}

/** The repositories among items, without what runs have made and what says that it is elsewhere; `keys` are the members that hold their names, where known. */
const repositoriesIn = (
  items: readonly unknown[],
  { namespace, repository }: RepositoryFixture,
  keys: readonly string[] | undefined,
): readonly Named[] => {
  const members = membersIn(items, { namespace, repository })
  return items.flatMap(item => {
    const name = nestedNameOf(item, members, namespace) ?? nameOf(item, keys)
    const places = repositoryPlacesOf(item, members)
    const isElsewhere = places.length > 0 && !places.some(place => isIn(place, namespace))
    return name === undefined || isRunName(name) || isElsewhere ? [] : [{ name, isPrivate: isPrivate(item) }]
  })
}

/** An operation that answers with success, and otherwise than a path that does not exist. */
const answers = async (
  probe: Probe,
  operation: OperationName,
  values: Record<string, string>,
): Promise<Answered | undefined> => {
  const answer = await probe.call(operation, values, { anyStatus: true })
  if (!isSuccess(answer)) return undefined
  return distinct(answer, await probe.callControlPath(operation, values)) ? answer : undefined
}

/** Whether a tag can be read by this name; what gets no answer cannot. */
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

/** An exchange that shows that a repository exists in its namespace. */
const directWitnessOf = async (probe: Probe, fixture: RepositoryFixture): Promise<Answered | undefined> =>
  (await answers(probe, 'GetRepository', { ...fixture })) ??
  (await answers(probe, 'ListRepositoryTags', { ...fixture }))

/** The same from a list, which may show what is elsewhere: then one of its own members leads there. */
const listedWitnessOf = async (probe: Probe, fixture: RepositoryFixture): Promise<Answered | undefined> => {
  const { namespace, repository } = fixture
  const list = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
  if (isSuccess(list) && parseJson(list).ok)
    for await (const { exchange, items } of pages(probe, list)) {
      const item = items.find(one => mentions(one, repository))
      if (item === undefined) continue
      for (const owner of isObject(item) ? namespacesIn(item, fixture) : [])
        if (await answers(probe, 'GetRepository', { namespace: owner, repository })) return undefined
      return exchange
    }
  return answers(probe, 'CheckRepository', { ...fixture })
}

/** An exchange that shows that a repository exists. */
const witnessOf = async (probe: Probe, fixture: RepositoryFixture): Promise<Answered | null> =>
  (await directWitnessOf(probe, fixture)) ?? (await listedWitnessOf(probe, fixture)) ?? null

/** Members of an item that are tried as its namespace. */
const mostOwners = 5

/** What may be the namespace of an item, other than the one that was asked for. */
const namespacesIn = (item: JsonObject, { namespace, repository }: RepositoryFixture): readonly string[] =>
  Object.entries(item)
    .filter(([key]) => !/^(?:type|kind|apiVersion)$/.test(key))
    .map(([, value]) => value)
    .filter(value => typeof value === 'string')
    .filter(text => /^[a-z0-9][\w.-]*$/i.test(text) && text !== repository && text !== namespace)
    .slice(0, mostOwners)

/** Operations that show that an organization exists, in their order; what the first ones answer is for those who manage it. */
const orgOperations = [
  { operation: 'oat.list', isManaged: true },
  { operation: 'ListGroups', isManaged: true },
  { operation: 'audit.events', isManaged: false },
  { operation: 'audit.actions', isManaged: false },
  { operation: 'listNamespaceRepositories', isManaged: false },
] as const

/** An organization that was named, and what shows that it exists. */
const organization = async (probe: Probe, org: string): Promise<Organization> => {
  for (const { operation, isManaged } of orgOperations) {
    const witness = await answers(probe, operation, { org, namespace: org })
    if (witness) return { org, witness, isManaged }
  }
  return { org, witness: null, isManaged: false }
}

/** How often a repository that a list shows already is asked for itself: it may be shown there first. */
const patientLooks = 5

/** Waits for what the run has made: a target may show it late, and what comes next needs it to be there. Whether it was shown. */
const untilUsable = async (probe: Probe, fixture: RepositoryFixture): Promise<boolean> => {
  let looks = 0
  const shown = await probe.eventually(async () => {
    if (await answers(probe, 'GetRepository', { ...fixture })) return true
    const witness = await witnessOf(probe, fixture)
    return witness && (++looks >= patientLooks || mentions(witness.request.url, fixture.repository)) ? true : undefined
  })
  return shown === true
}

/** Throws where an answer may say that what is named is not there: whatever is looked for in it is not known to be missing. */
const throwUnlessNamed = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered | undefined,
  parameter: 'namespace' | 'repository' | 'org',
): Promise<void> => {
  const open = answer && (await unproven(probe, operation, values, answer, parameter))
  if (open) throw open
}

/** Throws where credentials are missing or were refused: what was answered 401 says nothing of what there is. */
const throwIfRefused = async (probe: Probe, answer: Answered | undefined): Promise<void> => {
  if (answer?.response.status === 401) await probe.fixture('credentials')
}

/** Members that may hold what a group is assigned by, likeliest first, however they are written: `groupId` is `group_id`. */
const groupMembers = ['id', 'groupid', 'uuid', 'name', 'slug', 'group', 'team']
const plainKey = (key: string): string => key.replace(/[-_]/g, '').toLowerCase()

/**
 * What a group as it is listed may be assigned by, likeliest first: the member that the target's own form of an assignment names first, and of
 * all of them only those that this form takes, where it takes any.
 */
const groupIds = (probe: Probe, group: unknown): readonly string[] => {
  const { from, requestSchema } = probe.bind('CreateRepositoryGroup')
  const places = from === 'default' ? [] : placesOf(requestSchema)
  const isUsable = (value: unknown): boolean =>
    typeof value === 'number' || (typeof value === 'string' && isUsableId(value))
  const placeOf = (id: string) => placeFor(places, 'group_id', id)
  if (!isObject(group)) return isUsable(group) ? [String(group)] : []
  const members = Object.keys(group).flatMap(key => {
    const id = String(group[key])
    const [named, rank] = [placeOf(id)?.path.at(-1) === key, groupMembers.indexOf(plainKey(key))]
    return isUsable(group[key]) && (named || rank >= 0) ? [{ id, rank: named ? -1 : rank }] : []
  })
  const ids = members.sort((a, b) => a.rank - b.rank).map(({ id }) => id)
  const taken = ids.filter(id => placeOf(id) !== undefined)
  return taken.length > 0 ? taken : ids
}

/**
 * Which of several names a group is assigned by, if the target's own form takes any text in its place: the first that a repository of the run's own
 * can be assigned to.
 */
const assignable = async (probe: Probe, ids: readonly string[]): Promise<string | undefined> => {
  const operation = 'CreateRepositoryGroup'
  const { path, from, requestSchema } = probe.bind(operation)
  const places = placesOf(requestSchema)
  const takesText = ids.every(id => placeFor(places, 'group_id', id) !== undefined)
  const inPath = parametersOf(path).length > 2
  if (from === 'default' || ids.length < 2 || !(inPath || takesText)) return undefined
  if (!(await probe.hasFixture('own-repository'))) return undefined
  const { namespace, repository } = await probe.fixture('own-repository')
  for (const group of ids) {
    const json = inPath ? { permission: 'read' } : { group_id: group, permission: 'read' }
    const answer = await probe.call(operation, { namespace, repository, group }, { json, anyStatus: true })
    if (isSuccess(answer)) return group
  }
  return undefined
}

/** What could not be had, for which a setup function is asked. */
const made = ['namespace', 'repository', 'tag', 'org', 'group'] as const

/** How the result of a setup function becomes a fixture. */
const fromSetup: { readonly [N in (typeof made)[number]]: (setup: Setup, probe: Probe) => Promise<Fixtures[N]> } = {
  namespace: async setup => {
    const { namespace = '' } = await setup.make('namespace', {})
    return { namespace }
  },
  repository: async (setup, probe) => {
    const known = await probe.fixture('namespace')
    const { namespace = known.namespace, repository = '' } = await setup.make('repository', known)
    const fixture = { namespace, repository }
    return { ...fixture, witness: await witnessOf(probe, fixture) }
  },
  tag: async (setup, probe) => {
    const known = await probe.fixture('namespace')
    const { namespace = known.namespace, repository = '', tag = '' } = await setup.make('tag', known)
    return { namespace, repository, tag, isNamed: true }
  },
  org: async (setup, probe) => {
    const { org = '' } = await setup.make('organization', {})
    return organization(probe, org)
  },
  group: async (setup, probe) => {
    const { org } = await probe.fixture('org')
    const { groupId = '' } = await setup.make('group', { org })
    return { groupId }
  },
}

/** Providers that ask the setup module where there is neither a name nor anything to find. */
const withSetup = (providers: FixtureProviders, { setup, onFound }: FixtureSources): FixtureProviders => {
  if (setup === undefined) return providers
  const orMade = <N extends (typeof made)[number]>(need: N) => {
    const provide = providers[need] as (probe: Probe) => Promise<Fixtures[N]>
    return async (probe: Probe): Promise<Fixtures[N]> => {
      try {
        return await provide(probe)
      } catch (error) {
        const lacks =
          error instanceof Missing &&
          [`need-${need}`, 'names-unknown', 'need-credentials', 'creation-failed', 'parameter-unproven'].includes(
            error.code,
          )
        if (!lacks || !setup.has(need === 'org' ? 'organization' : need)) throw error
        const fixture = await fromSetup[need](setup, probe)
        const { namespace, repository, tag, org, groupId } = fixture as Partial<Record<string, string>>
        onFound?.(need, tag ?? repository ?? groupId ?? org ?? namespace ?? '', bySetup)
        return fixture
      }
    }
  }
  return { ...providers, ...Object.fromEntries(made.map(need => [need, orMade(need)])) }
}

export const createFixtureProviders = (sources: FixtureSources): FixtureProviders =>
  withSetup(foundProviders(sources), sources)

const foundProviders = (sources: FixtureSources): FixtureProviders => {
  const { fixtures: given, onFound: found = () => undefined } = sources
  const reference = async (): Promise<PublishedDocuments['reference']> =>
    (await sources.look('reference')).documents.reference
  const document = async <K extends keyof PublishedDocuments>(
    kind: K,
    need: ReasonCode,
  ): Promise<NonNullable<PublishedDocuments[K]>> => {
    const { documents, unavailable, unfit } = await sources.look(kind)
    if (unavailable[kind]) throw new NoAnswer(unavailable[kind])
    const { [kind]: published } = documents
    if (!published) throw unfit[kind] ?? new Missing(need)
    return published
  }
  const named = (): readonly Found[] => [
    ...(sources.username === undefined ? [] : [{ name: sources.username, from: byUsername }]),
    ...(sources.account === undefined ? [] : [{ name: sources.account, from: byToken }]),
  ]
  return {
    credentials: probe => credentialsFixture(probe, sources, found),
    writes: async () => {
      if (!sources.writes) throw new Missing('need-writes')
      return true
    },
    namespace: async probe => {
      if (given.namespace !== undefined) return { namespace: given.namespace }
      const take = ({ name, from }: Found): Fixtures['namespace'] => {
        found('namespace', name, from)
        return { namespace: name }
      }
      // Groups and tokens of an organization are about repositories in its namespace.
      const { org: name } = (await probe.hasFixture('org')) ? await probe.fixture('org') : {}
      // A repository that is named is where it is found.
      const { repository } = given
      if (repository !== undefined)
        for (const own of [...(name === undefined ? [] : [{ name, from: 'the organization' }]), ...named()])
          if (await witnessOf(probe, { namespace: own.name, repository })) return take(own)
      if (name !== undefined && (await isNamespace(probe, name))) return take({ name, from: 'the organization' })
      if (sources.username !== undefined) return take({ name: sources.username, from: byUsername })
      if (!sources.credentials.available) throw new Missing('need-namespace')
      for await (const own of ownNames(probe, await reference(), named()))
        if (await isNamespace(probe, own.name)) return take(own)
      for await (const owner of listedOwners(probe, await reference()))
        if (await isNamespace(probe, owner.name)) return take(owner)
      throw new Missing('need-namespace')
    },
    repository: async probe => {
      const { namespace } = await probe.fixture('namespace')
      if (given.repository !== undefined) {
        const fixture = { namespace, repository: given.repository }
        return { ...fixture, witness: await witnessOf(probe, fixture) }
      }
      const list = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
      // What a run made is compared with what was there.
      const isOwn = ({ names }: NamedThing): boolean => names.some(isRunName)
      const items = shownIn(list)
      const tried = [...items.filter(item => !isOwn(item)), ...items.filter(isOwn)].slice(0, repositoriesTried)
      const ways = [
        [directWitnessOf, tried.flatMap(({ candidates }) => candidates)],
        // Where none can be read, the list alone shows that there is one of this name, if nothing else there can be its name.
        [listedWitnessOf, tried.flatMap(({ names }) => (names.length === 1 ? names : []))],
      ] as const
      for (const [confirm, names] of ways)
        for (const repository of names) {
          const fixture = { namespace, repository }
          const witness = await confirm(probe, fixture)
          if (!witness) continue
          found('repository', repository, 'the list of the namespace')
          return { ...fixture, witness }
        }
      const lacking = [
        ...(sources.credentials.available ? [] : ['credentials']),
        ...(sources.writes ? [] : ['write permission']),
      ]
      if (lacking.length > 0) throw new Missing('need-repository', { means: lacking.join(' and ') })
      const own = await probe.fixture('own-repository')
      return { namespace: own.namespace, repository: own.repository, witness: own.created }
    },
    'repository-creation': async probe => {
      await probe.fixture('writes')
      await probe.fixture('credentials')
      const { namespace } = await probe.fixture('namespace')
      const { name, exchange } = await probe.create('repository', { namespace })
      return { namespace, repository: name, exchange }
    },
    'own-repository': async probe => {
      const { namespace, repository, exchange } = await probe.fixture('repository-creation')
      const values = { namespace, repository }
      if (!isCarriedOut(exchange))
        throw await whyNotCreated(probe, 'repository', values, exchange, !(await isNamespace(probe, namespace)))
      const shown = await untilUsable(probe, values)
      // What leads to a page to log in has made nothing.
      if (!isSuccess(exchange) && !(await witnessOf(probe, values)))
        throw await whyNotCreated(probe, 'repository', values, exchange)
      return { namespace, repository, created: exchange, witness: shown ? exchange : null }
    },
    tag: async probe => {
      const { namespace } = await probe.fixture('namespace')
      const take = (tag: Fixtures['tag']): Fixtures['tag'] => {
        found('tag', `${tag.repository}:${tag.tag}`, 'the list of the repository')
        return tag
      }
      if (given.repository !== undefined && given.tag !== undefined)
        return { namespace, repository: given.repository, tag: given.tag, isNamed: true }
      const list =
        given.repository === undefined
          ? await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
          : undefined
      await throwIfRefused(probe, list)
      await throwUnlessNamed(probe, 'listNamespaceRepositories', { namespace }, list, 'namespace')
      const known = (await probe.hasFixture('repository')) ? (await probe.fixture('repository')).repository : undefined
      const likeliest = (page: Answered): readonly string[] =>
        shownIn(page, keysOf(itemsOf(page), known)).flatMap(({ candidates }) => candidates.slice(0, 1))
      const listed = list ? itemsOf(list) : []
      if (list && listed.length > 0 && likeliest(list).length === 0)
        throw new Missing('names-unknown', unnamedRepositories(listed), [list])
      const repositories = async function* (): AsyncGenerator<string> {
        if (list === undefined) yield given.repository ?? ''
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
        const shown = shownIn(tags)
        for (const { names, candidates } of shown.slice(0, tagsOfEach))
          for (const tag of candidates) {
            const fixture = { ...values, tag, isNamed: names.length < 2 }
            unproven ??= fixture
            if (tries-- > 0 && (await leadsToTag(probe, fixture))) return take({ ...fixture, isNamed: true })
          }
        if (tries <= 0) break
        if (shown.length > 0) continue
        const items = itemsOf(tags)
        const operation = 'ListRepositoryTags'
        if (items.length > 0)
          unnamed ??= new Missing(
            'names-unknown',
            { operation, count: items.length, read: 'its first page', what: 'a tag', members: memberList(items) },
            [tags],
          )
        if (repository === given.repository) await throwUnlessNamed(probe, operation, values, tags, 'repository')
        await throwIfRefused(probe, tags)
        const { status } = tags.response
        const what = `${namespace}/${repository}`
        if (list !== undefined && !isSuccess(tags))
          unread ??= new Missing('listed-unreadable', { operation, status, what }, [tags])
        else isRead = true
      }
      if (unproven) return take(unproven)
      // Where no list of tags could be read, nothing shows that there is none.
      throw unnamed ?? (isRead ? undefined : unread) ?? new Missing('need-tag')
    },
    listed: async probe => {
      const { namespace } = await probe.fixture('namespace')
      const known = (await probe.hasFixture('repository')) ? (await probe.fixture('repository')).repository : undefined
      let keys: readonly string[] | undefined
      const listed = []
      for (const owner of new Set([namespace, ...named().map(({ name }) => name)])) {
        const isOwn = owner === namespace
        const items = await itemsIn(probe, owner)
        if (isOwn) keys = keysOf(items, known)
        const names = repositoriesIn(items, { namespace: owner, repository: known ?? '' }, keys)
        const others = names.filter(({ name }) => !isOwn || name !== known)
        for (const { name: repository, isPrivate } of unlike(others, isOwn ? listedRepositories : 1)) {
          const values = { namespace: owner, repository }
          const tags = await probe.call('ListRepositoryTags', values, { anyStatus: true, control: true })
          listed.push({
            ...values,
            isPrivate: isPrivate === true,
            tags: [...shownIn(tags).flatMap(({ candidates }) => candidates.slice(0, 1)), 'latest'].slice(0, listedTags),
          })
        }
      }
      return { listed, isNamed: keys !== undefined }
    },
    org: async probe => {
      if (given.org !== undefined) return organization(probe, given.org)
      if (!sources.credentials.available) throw new Missing('need-credentials')
      // A namespace may be an organization's: asking does no harm.
      const candidates = async function* (): AsyncGenerator<Found> {
        if (given.namespace !== undefined) yield { name: given.namespace, from: 'the namespace' }
        yield* listedOwners(probe, await reference())
        if (given.namespace === undefined) yield* ownNames(probe, await reference(), named())
      }
      const take = ({ name, from }: Found, witness: Answered): Organization => {
        found('org', name, from)
        return { org: name, witness, isManaged: true }
      }
      let empty: readonly [Found, Answered] | undefined
      for await (const own of candidates()) {
        const witness = await answers(probe, 'oat.list', { org: own.name })
        if (!witness) continue
        // One without repositories has nothing that the rest could be asked about.
        if (await hasRepositories(probe, own.name)) return take(own, witness)
        empty ??= [own, witness]
      }
      if (empty) return take(...empty)
      throw new Missing('need-org')
    },
    account: async probe => {
      if (given.org !== undefined || (await probe.hasFixture('org'))) return probe.fixture('org')
      // That a namespace exists does not show that logs are kept for it.
      return { org: (await probe.fixture('namespace')).namespace, witness: null, isManaged: false }
    },
    group: async probe => {
      if (given.groupId !== undefined) return { groupId: given.groupId }
      const { org, witness } = await probe.fixture('org')
      const list = await probe.call('ListGroups', { org }, { anyStatus: true })
      const groups = itemsOf(list)
      for (const group of groups.map(flat)) {
        const ids = groupIds(probe, group)
        const id = (await assignable(probe, ids)) ?? ids[0]
        if (id === undefined) continue
        found('group', id, 'the list of the organization')
        return { groupId: id }
      }
      if (groups.length > 0) {
        const members = memberList(groups)
        const values = {
          operation: 'ListGroups',
          count: groups.length,
          read: 'its first page',
          what: 'a group',
          members,
        }
        throw new Missing('names-unknown', values, [list])
      }
      // Of an organization that nothing shows to exist, nobody can name a group.
      const tokens = witness === null ? await probe.call('oat.list', { org }, { anyStatus: true }) : undefined
      await throwIfRefused(probe, tokens)
      await throwUnlessNamed(probe, 'oat.list', { org }, tokens, 'org')
      throw new Missing('need-group')
    },
    pat: probe => probe.ownToken('pat'),
    oat: probe => probe.ownToken('oat'),
    'pat-deletion': probe => deletionOf(probe, 'pat'),
    'oat-deletion': probe => deletionOf(probe, 'oat'),
    reference: () => document('reference', 'need-reference'),
    'deprecation-log': () => document('deprecationLog', 'need-deprecation-log'),
    changelog: () => document('changelog', 'need-changelog'),
  }
}
