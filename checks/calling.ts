import type { Answered } from '../contracts/exchange.ts'
import type { Finding } from '../contracts/finding.ts'
import type { DocumentedOperation } from '../contracts/lifecycle.ts'
import type { FamilyOperation, OperationName, RoleValues } from '../contracts/operations.ts'
import type { CallOptions, Probe } from '../contracts/requirement.ts'
import { judgePresence } from './presence.ts'

/** Whether the path an operation is bound to is known to be its own, so that absence there is absence. */
export const pathKnown = async (probe: Probe, operation: OperationName): Promise<boolean> =>
  probe.bind(operation).from !== 'default' ||
  (await probe.hasFixture('reference')) ||
  (await probe.hasFixture('published-layout'))

/** Calls an operation, and judges from its answer and the controls whether it is there. */
export const presenceOf = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  witness: Answered | null,
  options: CallOptions & { readonly missing?: RoleValues; readonly selfEvident?: boolean } = {},
): Promise<Finding> => {
  const { missing, selfEvident = false, ...call } = options
  const answer = await probe.call(operation, values, call)
  return judgePresence({
    operation,
    answer,
    stranger: await probe.callControlPath(operation, values, call),
    witness,
    selfEvident,
    pathKnown: await pathKnown(probe, operation),
    ...(missing ? { missing: () => probe.call(operation, missing, { ...call, anyStatus: true }) } : {}),
  })
}

/** Judges the presence of an operation from an answer that is there already: from what came of a creation, say. */
export const presenceOfAnswer = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered,
  witness: Answered | null,
  selfEvident = false,
): Promise<Finding> => {
  const sent = answer.request.body
  const json: unknown = sent === null ? undefined : JSON.parse(sent)
  return judgePresence({
    operation,
    answer,
    stranger: await probe.callControlPath(operation, values, json === undefined ? {} : { json }),
    witness,
    selfEvident,
    pathKnown: await pathKnown(probe, operation),
  })
}

/** Something that shows that the namespace exists: a repository in it. */
export const namespaceWitness = async (probe: Probe): Promise<Answered | null> =>
  (await probe.hasFixture('repository')) ? (await probe.fixture('repository')).witness : null

type Presence = (probe: Probe) => Promise<Finding>

/** How the presence of each documented operation is seen. Operations that change something do so to what the run itself created. */
export const documentedPresence: Readonly<Record<DocumentedOperation, Presence>> = {
  listNamespaceRepositories: async probe => {
    const values = await probe.fixture('namespace')
    return presenceOf(probe, 'listNamespaceRepositories', values, await namespaceWitness(probe))
  },
  GetRepository: async probe => {
    const { namespace, repository, witness } = await probe.fixture('repository')
    const missing = { namespace, repository: probe.nonce('missing') }
    return presenceOf(probe, 'GetRepository', { namespace, repository }, witness, { missing })
  },
  CheckRepository: async probe => {
    const { namespace, repository, witness } = await probe.fixture('repository')
    const missing = { namespace, repository: probe.nonce('missing') }
    return presenceOf(probe, 'CheckRepository', { namespace, repository }, witness, { missing })
  },
  ListRepositoryTags: async probe => {
    const { namespace, repository, witness } = await probe.fixture('repository')
    const missing = { namespace, repository: probe.nonce('missing') }
    return presenceOf(probe, 'ListRepositoryTags', { namespace, repository }, witness, { missing })
  },
  GetRepositoryTag: async probe => {
    const { namespace, repository, tag } = await probe.fixture('tag')
    const list = await probe.call('ListRepositoryTags', { namespace, repository }, { anyStatus: true })
    const known = list.response.status < 300 && list.response.body.includes(tag) ? list : null
    const missing = { namespace, repository, tag: probe.nonce('missing') }
    return presenceOf(probe, 'GetRepositoryTag', { namespace, repository, tag }, known, { missing })
  },
  CreateRepository: async probe => {
    const { namespace, repository, exchange } = await probe.fixture('repository-creation')
    return presenceOfAnswer(
      probe,
      'CreateRepository',
      { namespace, repository },
      exchange,
      await namespaceWitness(probe),
    )
  },
  CreateRepositoryGroup: async probe => {
    const { namespace, repository, created } = await probe.fixture('own-repository')
    const known = await probe.hasFixture('group')
    // Without a group to name, a route that is there still answers otherwise than a path that never existed.
    const groupId = known ? (await probe.fixture('group')).groupId : '2147483646'
    const finding = await presenceOf(
      probe,
      'CreateRepositoryGroup',
      { namespace, repository, group: groupId },
      known ? created : null,
      {
        json: groupAssignment(groupId, 'read'),
      },
    )
    if (!known && finding.kind !== 'holds') await probe.fixture('group')
    return finding
  },
  UpdateRepositoryImmutableTags: async probe => {
    const { namespace, repository, created } = await probe.fixture('own-repository')
    const json = { immutable_tags: true, immutable_tags_rules: ['v.*'] }
    return presenceOf(probe, 'UpdateRepositoryImmutableTags', { namespace, repository }, created, { json })
  },
  VerifyRepositoryImmutableTags: async probe => {
    const { namespace, repository, created } = await probe.fixture('own-repository')
    return presenceOf(probe, 'VerifyRepositoryImmutableTags', { namespace, repository }, created, {
      json: { regex: 'v.*' },
    })
  },
}

/** The published body of a group assignment; an id of digits is a number there. */
export const groupAssignment = (groupId: string, permission: string): Readonly<Record<string, unknown>> => ({
  group_id: /^\d+$/.test(groupId) ? Number(groupId) : groupId,
  permission,
})

const tokenPresence = (
  family: 'pat' | 'oat',
): Readonly<Record<'create' | 'list' | 'get' | 'update' | 'delete', Presence>> => {
  const place = async (probe: Probe): Promise<{ readonly org: string; readonly witness: Answered | null }> => {
    await probe.fixture('credentials')
    return family === 'pat' ? { org: '', witness: null } : await probe.fixture('org')
  }
  return {
    create: async probe => {
      const { org, witness } = await place(probe)
      const { exchange } = await probe.create(family, { org })
      return presenceOfAnswer(probe, `${family}.create`, { org }, exchange, witness, family === 'pat')
    },
    list: async probe => {
      const { org, witness } = await place(probe)
      return presenceOf(probe, `${family}.list`, { org }, witness, { selfEvident: family === 'pat' })
    },
    get: async probe => {
      const { org, id, created } = await probe.fixture(family)
      return presenceOf(probe, `${family}.get`, { org, id }, created, { missing: { org, id: probe.nonce('missing') } })
    },
    update: async probe => {
      const { org, id, label, created } = await probe.fixture(family)
      const json = family === 'pat' ? { token_label: label, is_active: true } : { label, is_active: true }
      return presenceOf(probe, `${family}.update`, { org, id }, created, { json })
    },
    delete: async probe => {
      const own = await probe.ownToken(family)
      return presenceOf(probe, `${family}.delete`, { org: own.org, id: own.id }, own.created)
    },
  }
}

const auditPresence =
  (operation: 'audit.events' | 'audit.actions'): Presence =>
  async probe => {
    await probe.fixture('credentials')
    const { org, witness } = await probe.fixture('account')
    return presenceOf(probe, operation, { org }, witness)
  }

const pat = tokenPresence('pat')
const oat = tokenPresence('oat')

/** How the presence of each single operation of the families is seen. */
export const familyPresence: Readonly<Record<FamilyOperation, Presence>> = {
  'pat.create': pat.create,
  'pat.list': pat.list,
  'pat.get': pat.get,
  'pat.update': pat.update,
  'pat.delete': pat.delete,
  'oat.create': oat.create,
  'oat.list': oat.list,
  'oat.get': oat.get,
  'oat.update': oat.update,
  'oat.delete': oat.delete,
  'audit.events': auditPresence('audit.events'),
  'audit.actions': auditPresence('audit.actions'),
}
