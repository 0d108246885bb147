import type { DocumentedOperation } from '../../contracts/lifecycle.ts'
import type { Binding, OperationName } from '../../contracts/operations.ts'
import type { CallOptions, FixtureName, Fixtures, Probe } from '../../contracts/requirement.ts'
import { type Finding, unclear, violated } from '../../contracts/results/finding.ts'
import { itemsOf } from '../answers/plain-form.ts'
import { idValue, noNumber } from '../exact-ids.ts'
import { groupValues } from '../group-names.ts'
import { patternCall, settingRules, tagCall } from '../immutable-tags.ts'
import { isSuccess } from '../reading/exchanges.ts'
import { mentions } from '../reading/things.ts'
import { createdElsewhere } from '../repository-place.ts'
import { comes, lists, type Presence, presenceOf, presenceOfAnswer, unlessEmpty, unlessNull } from './asking.ts'
import { namespaceWitness, tagWitness } from './witnesses.ts'

/** A reading operation on a repository that exists. */
const ofRepository =
  (operation: OperationName, known?: Fixtures['repository']): Presence =>
  async probe => {
    const { namespace, repository, witness } = known ?? (await probe.fixture('repository'))
    return presenceOf(probe, operation, { namespace, repository }, witness, {
      ...unlessNull(witness, 'repository'),
      missing: { namespace, repository: probe.nonce('missing') },
      ...(operation === 'GetRepository' ? { marks: [repository] } : {}),
    })
  }

/** Open, where a repository of the run, to which nothing was pushed, is listed with the tags of another one, and has not the one that is known. */
const tagsOfAnother = async (probe: Probe): Promise<Finding | undefined> => {
  if (!(await probe.hasFixture('tag')) || !(await probe.hasFixture('own-repository'))) return undefined
  const operation = 'ListRepositoryTags'
  const { namespace, repository, tag } = await probe.fixture('tag')
  const own = await probe.fixture('own-repository')
  const once = { anyStatus: true, control: true } as const
  const listed = await probe.call(operation, own, once)
  const other = await probe.call(operation, { namespace, repository }, once)
  const [items, others] = [listed, other].map(list => itemsOf(list))
  // Each item may name the repository that was asked for.
  const isSame = JSON.stringify(items)?.replaceAll(own.repository, repository) === JSON.stringify(others)
  if (!items?.length || !isSame || !mentions(items, tag)) return undefined
  const found = await probe.call('GetRepositoryTag', { ...own, tag }, once)
  const values = { operation, what: own.repository, got: `the tags of ${repository}` }
  return found.response.status === 404 ? unclear('other-repository', values, listed, other, found) : undefined
}

/** An operation that is asked about a tag: one that exists, as far as one is known. */
const ofExistingTag =
  (operation: OperationName, callOf: (tag?: string) => CallOptions): Presence =>
  async probe => {
    const shown = await tagWitness(probe)
    const known = shown === null ? undefined : await probe.fixture('tag')
    const own = await probe.fixture('own-repository')
    const { namespace, repository } = known ?? own
    return presenceOf(probe, operation, { namespace, repository }, shown, {
      ...callOf(known?.tag),
      besides: own,
      missing: { namespace, repository: probe.nonce('missing') },
      ...unlessNull(shown, 'tag'),
    })
  }

/** Whether it is asked whether a repository exists in a way that could change something: then it is asked about the run's own. */
export const isAskedOfOwn = ({ from, method }: Pick<Binding, 'from' | 'method'>): boolean =>
  from !== 'file' && method === 'POST'

/** How the presence of each documented operation is seen. Operations that change something do so to what the run itself created. */
const documented: Readonly<Record<DocumentedOperation, Presence>> = {
  listNamespaceRepositories: async probe => {
    const { namespace } = await probe.fixture('namespace')
    const witness = await namespaceWitness(probe)
    const finding = await presenceOf(probe, 'listNamespaceRepositories', { namespace }, witness, {
      ...unlessNull(witness, 'namespace'),
      missing: { namespace: probe.nonce('missing') },
      ...(witness ? { marks: [(await probe.fixture('repository')).repository] } : {}),
    })
    return unlessEmpty('listNamespaceRepositories', finding, witness)
  },
  GetRepository: ofRepository('GetRepository'),
  CheckRepository: async probe => {
    const [check, read] = [probe.bind('CheckRepository'), probe.bind('GetRepository')]
    const own = isAskedOfOwn(check) ? await probe.fixture('own-repository') : undefined
    const finding = await ofRepository('CheckRepository', own)(probe)
    if (finding.kind === 'holds' || finding.code !== 'not-like-control' || check.method !== 'HEAD') return finding
    if (check.path !== read.path || read.method !== 'GET') return finding
    // HEAD is GET without the content (RFC 9110, section 9.3.2): nothing can be missing to it that GET of the same URL does not miss.
    const { namespace, repository } = await probe.fixture('repository')
    const shown = await probe.call('GetRepository', { namespace, repository }, { anyStatus: true })
    return isSuccess(shown) ? violated('absent', finding.values, shown, ...finding.seen) : finding
  },
  ListRepositoryTags: async probe => {
    const shown = await tagWitness(probe)
    // Where a tag is shown its list has something in it, whichever repository comes first.
    const known = shown === null ? undefined : { ...(await probe.fixture('tag')), witness: shown }
    const finding = await ofRepository('ListRepositoryTags', known)(probe)
    if (finding.kind !== 'holds') return finding
    const filled = unlessEmpty('ListRepositoryTags', finding, shown)
    return filled.kind === 'holds' ? ((await tagsOfAnother(probe)) ?? filled) : filled
  },
  GetRepositoryTag: async probe => {
    const { namespace, repository, tag, isNamed } = await probe.fixture('tag')
    const list = await probe.call('ListRepositoryTags', { namespace, repository }, { anyStatus: true, control: true })
    const known = isNamed && (await lists(probe, list, tag)) ? list : null
    return presenceOf(probe, 'GetRepositoryTag', { namespace, repository, tag }, known, {
      ...unlessNull(known, 'tag'),
      missing: { namespace, repository, tag: probe.nonce('missing') },
      marks: [tag],
    })
  },
  CreateRepository: async probe => {
    const { namespace, repository, exchange } = await probe.fixture('repository-creation')
    const witness = await namespaceWitness(probe)
    const elsewhere = await createdElsewhere(probe, { namespace, repository }, exchange)
    if (elsewhere) return elsewhere
    return presenceOfAnswer(probe, 'CreateRepository', { namespace, repository }, exchange, witness, {
      ...unlessNull(witness, 'namespace'),
      marks: [repository],
      done: () =>
        comes(probe, async () =>
          isSuccess(await probe.call('GetRepository', { namespace, repository }, { anyStatus: true })),
        ),
    })
  },
  CreateRepositoryGroup: async probe => {
    const { namespace, repository, witness } = await probe.fixture('own-repository')
    const known = await probe.hasFixture('group')
    // Without a group to name, a route that is there may still answer with success.
    const groupId = known ? (await probe.fixture('group')).groupId : noNumber
    const org = known ? await organizationShowing(probe, groupId) : undefined
    const group = await groupValues(probe, groupId)
    const finding = await presenceOf(probe, 'CreateRepositoryGroup', { namespace, repository, ...group }, witness, {
      json: groupAssignment(groupId),
      missing: { namespace, repository: probe.nonce('missing'), ...group },
      ...(org === undefined ? { unproven: 'group' } : {}),
      ...unlessNull(witness, 'repository'),
    })
    if (!known && finding.kind !== 'holds') await probe.fixture('group')
    if (org === undefined || org === namespace || finding.kind === 'holds') return finding
    if (finding.values.status !== 404 || !/^(?:absent|not-like-control)$/.test(finding.code)) return finding
    // The group of one organization is none for the repositories of another owner.
    const values = { ...finding.values, namespace, org, group: groupId, isLikeControl: finding.code === 'absent' }
    return unclear('group-elsewhere', values, ...finding.seen)
  },
  UpdateRepositoryImmutableTags: async probe => {
    const { namespace, repository, witness } = await probe.fixture('own-repository')
    const json = { immutable_tags: true, immutable_tags_rules: ['v.*'] }
    return settingRules(probe, () =>
      presenceOf(probe, 'UpdateRepositoryImmutableTags', { namespace, repository }, witness, {
        json,
        missing: { namespace, repository: probe.nonce('missing') },
        ...unlessNull(witness, 'repository'),
      }),
    )
  },
  VerifyRepositoryImmutableTags: async probe => {
    const operation = 'VerifyRepositoryImmutableTags'
    if (tagCall(probe)) return ofExistingTag(operation, tag => tagCall(probe, tag) ?? {})(probe)
    const { namespace, repository, witness } = await probe.fixture('own-repository')
    return presenceOf(probe, operation, { namespace, repository }, witness, {
      ...patternCall(probe, 'v.*'),
      missing: { namespace, repository: probe.nonce('missing') },
      ...unlessNull(witness, 'repository'),
      // Which tags a pattern matches may be answered without looking for the repository; a broken pattern is refused then.
      done: async () =>
        !isSuccess(
          await probe.call(operation, { namespace, repository }, { ...patternCall(probe, '['), anyStatus: true }),
        ),
    })
  },
}

/** Judges the presence of a documented operation: asked once, whatever else is judged of its answer. */
export const documentedPresence = (probe: Probe, operation: DocumentedOperation): Promise<Finding> =>
  probe.shared(`presence of ${operation}`, documented[operation])

const needs: Readonly<Partial<Record<DocumentedOperation, readonly FixtureName[]>>> = {
  CreateRepository: ['credentials', 'writes', 'namespace'],
  CreateRepositoryGroup: ['credentials', 'writes', 'namespace'],
  UpdateRepositoryImmutableTags: ['credentials', 'writes', 'namespace'],
  VerifyRepositoryImmutableTags: ['credentials', 'writes', 'namespace'],
  listNamespaceRepositories: ['namespace'],
  GetRepositoryTag: ['tag'],
}

/** What {@link documentedPresence} needs. */
export const presenceNeeds = (operation: DocumentedOperation): readonly FixtureName[] =>
  needs[operation] ?? ['repository']

/** The organization, where it shows a group of that id. */
const organizationShowing = async (probe: Probe, groupId: string): Promise<string | undefined> => {
  if (!(await probe.hasFixture('org'))) return undefined
  const { org } = await probe.fixture('org')
  const list = await probe.call('ListGroups', { org }, { anyStatus: true })
  return (await lists(probe, list, groupId)) ? org : undefined
}

/** The published body of a group assignment; an id of digits is a number there. */
export const groupAssignment = (groupId: string): Readonly<Record<string, unknown>> => ({
  group_id: idValue(groupId),
  permission: 'read',
})
