import { defined } from '../../contracts/defined.ts'
import type { PublishedDocuments } from '../../contracts/documents.ts'
import type { FixtureName, Fixtures, Organization, Probe } from '../../contracts/requirement.ts'
import { Missing, NoAnswer } from '../../contracts/results/finding.ts'
import type { ReasonCode } from '../../contracts/results/reasons.ts'
import { credentialsFixture } from './credentials-fixture.ts'
import {
  byUsername,
  type FixtureSources,
  type FoundName,
  isNamespace,
  listedOwners,
  ownNames,
  referenceOf,
  usernames,
} from './name-search.ts'
import { groupFixture, organization, orgFixture } from './org-fixtures.ts'
import { listedFixture, ownRepositoryFixture, repositoryFixture, tagFixture, witnessOf } from './repository-fixtures.ts'
import { bySetup, type Setup } from './setup.ts'
import { deletionOf } from './token-fixtures.ts'

/** Provides a fixture. Throws {@link Missing} if it is not available. */
export type FixtureProviders = { readonly [N in FixtureName]: (probe: Probe) => Promise<Fixtures[N]> }

/** Fixtures that a setup function can create. */
const setupNeeds = ['namespace', 'repository', 'tag', 'org', 'group'] as const
type SetupNeed = (typeof setupNeeds)[number]

/** Converts the result of a setup function to a fixture. */
const fromSetup: { readonly [N in SetupNeed]: (setup: Setup, probe: Probe) => Promise<Fixtures[N]> } = {
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

/** Providers that call the setup module if a fixture is neither given nor found. */
const withSetup = (providers: FixtureProviders, { setup, onFound }: FixtureSources): FixtureProviders => {
  if (setup === undefined) return providers
  const orSetup = <N extends SetupNeed>(need: N) => {
    const provide = providers[need] as (probe: Probe) => Promise<Fixtures[N]>
    return async (probe: Probe): Promise<Fixtures[N]> => {
      try {
        return await provide(probe)
      } catch (error) {
        const isUnavailable =
          error instanceof Missing &&
          [`need-${need}`, 'names-unknown', 'need-credentials', 'creation-failed', 'parameter-unproven'].includes(
            error.code,
          )
        if (!isUnavailable || !setup.has(need === 'org' ? 'organization' : need)) throw error
        const fixture = await fromSetup[need](setup, probe)
        const { namespace, repository, tag, org, groupId } = fixture as Partial<Record<string, string>>
        onFound?.(need, tag ?? repository ?? groupId ?? org ?? namespace ?? '', bySetup)
        return fixture
      }
    }
  }
  return { ...providers, ...Object.fromEntries(setupNeeds.map(need => [need, orSetup(need)])) }
}

export const createFixtureProviders = (sources: FixtureSources): FixtureProviders =>
  withSetup(searchProviders(sources), sources)

/** The given namespace, or one that is found. */
const namespaceFixture = async (probe: Probe, sources: FixtureSources): Promise<Fixtures['namespace']> => {
  if (sources.fixtures.namespace !== undefined) return { namespace: sources.fixtures.namespace }
  const select = ({ name, from }: FoundName): Fixtures['namespace'] => {
    sources.onFound?.('namespace', name, from)
    return { namespace: name }
  }
  // Groups and tokens of an organization refer to repositories in its namespace.
  const { org: name } = (await probe.hasFixture('org')) ? await probe.fixture('org') : {}
  // A given repository determines the namespace: the one that has it.
  const { repository } = sources.fixtures
  if (repository !== undefined)
    for (const owner of [...(name === undefined ? [] : [{ name, from: 'the organization' }]), ...usernames(sources)])
      if (await witnessOf(probe, { namespace: owner.name, repository })) return select(owner)
  if (name !== undefined && (await isNamespace(probe, name))) return select({ name, from: 'the organization' })
  if (sources.username !== undefined) return select({ name: sources.username, from: byUsername })
  if (!sources.credentials.available) throw new Missing('need-namespace')
  for await (const candidate of ownNames(probe, await referenceOf(sources), usernames(sources)))
    if (await isNamespace(probe, candidate.name)) return select(candidate)
  for await (const owner of listedOwners(probe, await referenceOf(sources)))
    if (await isNamespace(probe, owner.name)) return select(owner)
  throw new Missing('need-namespace')
}

/**
 * The account whose audit log is read: the organization, else the namespace. If the path has a namespace, the log of the organization may
 * be missing there; then the namespace is used if it has a log.
 */
const accountFixture = async (probe: Probe, { fixtures }: FixtureSources): Promise<Organization> => {
  const orgAccount =
    fixtures.org !== undefined || (await probe.hasFixture('org')) ? await probe.fixture('org') : undefined
  const { path } = probe.bind('audit.events')
  if (orgAccount && !(/\{namespace\}/i.test(path) && (await probe.hasFixture('namespace')))) return orgAccount
  // A namespace may exist and have no log.
  const other = { org: (await probe.fixture('namespace')).namespace, witness: null, isManaged: false }
  const statusOf = async ({ org }: Organization): Promise<number> =>
    (await probe.call('audit.events', { org }, { anyStatus: true })).response.status
  return orgAccount && ((await statusOf(orgAccount)) !== 404 || (await statusOf(other)) === 404) ? orgAccount : other
}

const searchProviders = (sources: FixtureSources): FixtureProviders => {
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
  return {
    credentials: probe => credentialsFixture(probe, sources, sources.onFound ?? (() => undefined)),
    writes: async () => {
      if (!sources.writes) throw new Missing('need-writes')
      return true
    },
    namespace: probe => namespaceFixture(probe, sources),
    repository: probe => repositoryFixture(probe, sources),
    'repository-creation': async probe => {
      await probe.fixture('writes')
      await probe.fixture('credentials')
      const { namespace } = await probe.fixture('namespace')
      const { name, exchange, unfinished } = await probe.create('repository', { namespace })
      return { namespace, repository: name, exchange, ...defined({ unfinished }) }
    },
    'own-repository': ownRepositoryFixture,
    tag: probe => tagFixture(probe, sources),
    listed: probe => listedFixture(probe, sources),
    org: probe => orgFixture(probe, sources),
    account: probe => accountFixture(probe, sources),
    group: probe => groupFixture(probe, sources),
    pat: probe => probe.ownToken('pat'),
    oat: probe => probe.ownToken('oat'),
    'pat-deletion': probe => deletionOf(probe, 'pat'),
    'oat-deletion': probe => deletionOf(probe, 'oat'),
    reference: () => document('reference', 'need-reference'),
    'deprecation-log': () => document('deprecationLog', 'need-deprecation-log'),
    changelog: () => document('changelog', 'need-changelog'),
  }
}
