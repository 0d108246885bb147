import { groupValues } from '../../checks/group-names.ts'
import { literalPattern, settingRules, verifyAnyhow } from '../../checks/immutable-tags.ts'
import { groupAssignment } from '../../checks/presence/documented.ts'
import { type ShapeClaim, shapeRequirement } from '../../checks/schemas/claim.ts'
import { type DocumentedOperation, earliestDate, type IsoDate, lifecycle } from '../../contracts/lifecycle.ts'

const since = (id: DocumentedOperation): IsoDate =>
  lifecycle.operations.find(operation => operation.id === id)?.since ?? earliestDate

/** Calls an operation for the repository of a fixture. */
const callFor =
  (operation: DocumentedOperation, fixture: 'repository' | 'tag'): ShapeClaim['call'] =>
  async probe => {
    const { namespace, repository } = await probe.fixture(fixture)
    const values = { namespace, repository }
    return { values, answer: await probe.call(operation, values) }
  }

const repository: ShapeClaim['bent'] = {
  'no-permissions': { says: 'leaves out the required permissions', member: 'permissions' },
  'no-status': { says: 'leaves out the required status', member: 'status' },
  'count-as-text': { says: 'writes a count as a string', member: 'star_count', value: '3' },
  'flag-as-text': { says: 'writes a flag as a string', member: 'is_private', value: 'no' },
  'null-not-allowed': { says: 'has null where null is not allowed', member: 'date_registered', value: null },
  'loose-date-time': {
    says: 'writes a date-time with a space and without a colon in the offset',
    member: 'last_updated',
    value: '2025-01-20 10:30:00+0000',
  },
  'flat-categories': { says: 'writes categories as a string', member: 'categories', value: ['databases'] },
}

const entry: ShapeClaim['bent'] = {
  'count-as-text': { says: 'writes a count of the last item as a string', member: 'pull_count', value: '100' },
  'negative-count': { says: 'has a negative count in the last item', member: 'star_count', value: -1 },
  'flag-as-number': { says: 'writes a flag of the last item as a number', member: 'is_private', value: 0 },
  'loose-date-time': {
    says: 'writes a date-time of the last item without an offset',
    member: 'last_updated',
    value: '2025-01-20T10:30:00',
  },
}

const tag: ShapeClaim['bent'] = {
  'size-as-text': { says: 'writes the size as a string', member: 'full_size', value: '1 MB' },
  'id-as-text': { says: 'writes the id as a string', member: 'id', value: 'seven' },
  'image-as-text': { says: 'names the image instead of describing it', member: 'images', value: 'sha256:0' },
  'null-not-allowed': { says: 'has null where null is not allowed', member: 'status', value: null },
}

const claims: readonly (Omit<ShapeClaim, 'since'> & { readonly operation: DocumentedOperation })[] = [
  {
    slug: 'get-repository',
    operation: 'GetRepository',
    returns: 'a repository',
    needs: ['repository'],
    shape: 'repository',
    call: callFor('GetRepository', 'repository'),
    bent: repository,
  },
  {
    slug: 'create-repository',
    operation: 'CreateRepository',
    returns: 'a repository',
    needs: ['credentials', 'writes', 'namespace'],
    shape: 'repository',
    call: async probe => {
      const { namespace, repository, exchange } = await probe.fixture('repository-creation')
      return { values: { namespace, repository }, answer: exchange }
    },
    bent: {
      ...repository,
      'rules-missing': {
        says: 'leaves the rules out of the settings',
        member: 'immutable_tags_settings',
        value: { enabled: true },
      },
    },
  },
  {
    slug: 'update-repository-immutable-tags',
    operation: 'UpdateRepositoryImmutableTags',
    returns: 'a repository',
    needs: ['credentials', 'writes', 'namespace'],
    shape: 'repository',
    call: async probe => {
      const { namespace, repository } = await probe.fixture('own-repository')
      const values = { namespace, repository }
      const json = { immutable_tags: true, immutable_tags_rules: ['v.*'] }
      const answer = await settingRules(probe, () => probe.call('UpdateRepositoryImmutableTags', values, { json }))
      return { values, answer }
    },
    bent: {
      'no-permissions': repository['no-permissions'] as ShapeClaim['bent'][string],
      'count-as-text': repository['count-as-text'] as ShapeClaim['bent'][string],
    },
  },
  {
    slug: 'list-namespace-repositories',
    operation: 'listNamespaceRepositories',
    returns: 'a page of repositories',
    needs: ['namespace'],
    shape: { page: 'repository-page', member: 'results', item: 'repository-entry' },
    call: async probe => {
      const { namespace } = await probe.fixture('namespace')
      return { values: { namespace }, answer: await probe.call('listNamespaceRepositories', { namespace }) }
    },
    bent: entry,
  },
  {
    slug: 'list-repository-tags',
    operation: 'ListRepositoryTags',
    returns: 'a page of tags',
    needs: ['tag'],
    shape: { page: 'tag-page', member: 'results', item: 'tag' },
    call: callFor('ListRepositoryTags', 'tag'),
    bent: tag,
  },
  {
    slug: 'get-repository-tag',
    operation: 'GetRepositoryTag',
    returns: 'a tag',
    needs: ['tag'],
    shape: 'tag',
    call: async probe => {
      const values = { ...(await probe.fixture('tag')) }
      return { values, answer: await probe.call('GetRepositoryTag', values) }
    },
    bent: tag,
  },
  {
    slug: 'verify-repository-immutable-tags',
    operation: 'VerifyRepositoryImmutableTags',
    returns: 'the tags that an expression matches',
    needs: ['credentials', 'writes', 'namespace'],
    shape: 'matching-tags',
    call: async probe => {
      // A repository with tags shows what an item of the answer is; that of the run has none.
      const tagged = (await probe.hasFixture('tag')) ? await probe.fixture('tag') : undefined
      const { namespace, repository } = tagged ?? (await probe.fixture('own-repository'))
      const pattern = (tagged && literalPattern([tagged.tag])?.pattern) ?? 'v.*'
      const answer = await verifyAnyhow(probe, { namespace, repository }, pattern, tagged?.tag)
      // The control is a POST, so it must not reach what is there.
      return { values: { namespace, repository: probe.nonce('missing') }, answer, mayBeEmpty: tagged === undefined }
    },
    bent: {
      'no-tags': { says: 'leaves the tags out', member: 'tags' },
      'tags-as-text': { says: 'joins the tags into one string', member: 'tags', value: 'v1.0.0, v1.1.0' },
      'tags-as-objects': {
        says: 'lists objects where tags are names',
        member: 'tags',
        value: [{ name: 'v1.0.0' }],
        also: { 'immutable-tags/verify-matches': 'wrong-matches' },
      },
      'matches-as-objects': {
        says: 'describes the tags that match instead of naming them',
        member: 'tags',
        change: tags => (Array.isArray(tags) ? tags.map(name => ({ name })) : tags),
      },
    },
  },
  {
    slug: 'create-repository-group',
    operation: 'CreateRepositoryGroup',
    returns: 'the assignment of a group',
    needs: ['credentials', 'writes', 'namespace', 'group'],
    shape: 'repository-group',
    call: async probe => {
      const { groupId } = await probe.fixture('group')
      const { namespace, repository } = await probe.fixture('own-repository')
      const values = { namespace, repository, ...(await groupValues(probe, groupId)) }
      const json = groupAssignment(groupId)
      return { values, answer: await probe.call('CreateRepositoryGroup', values, { json }) }
    },
    bent: {
      'id-as-text': {
        says: 'writes the id of the group as a string',
        member: 'group_id',
        value: 'seven',
        also: {
          'repository-groups/assign-read': 'not-echoed',
          'repository-groups/assign-write': 'not-echoed',
          'repository-groups/assign-admin': 'not-echoed',
        },
      },
      'null-not-allowed': { says: 'has no name for the group', member: 'group_name', value: null },
    },
  },
]

export default claims.map(claim => shapeRequirement({ ...claim, since: since(claim.operation) }))
