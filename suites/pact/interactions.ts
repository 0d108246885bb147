import { judgeTokenList } from '../../checks/answers/token-list.ts'
import { judgeExpiry, unlessCatchAll } from '../../checks/expiry.ts'
import { groupValues } from '../../checks/group-names.ts'
import { hasExpiryForm, meetsDemand } from '../../checks/pact/demand.ts'
import { type PactInteraction, pactInteractions, parameterRoles } from '../../checks/pact/interactions.ts'
import { presenceOfAnswer } from '../../checks/presence/asking.ts'
import { groupAssignment } from '../../checks/presence/documented.ts'
import { managingWitness, namespaceWitness, rightsWitness } from '../../checks/presence/witnesses.ts'
import { isCarriedOut, isSuccess } from '../../checks/reading/exchanges.ts'
import { has, json } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { refused } from '../../checks/round-trip.ts'
import { judgeGoneAnswer } from '../../checks/v1-routes.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { type DocumentedOperation, expiryField } from '../../contracts/lifecycle.ts'
import type { FamilyOperation, RoleValues } from '../../contracts/operations.ts'
import { type Verified, verifiedText } from '../../contracts/pact.ts'
import type {
  CreateOptions,
  FixtureName,
  Probe,
  Requirement,
  TokenFamily,
  TokenFixture,
} from '../../contracts/requirement.ts'
import {
  type Evidence,
  type Excerpt,
  exempt,
  type Finding,
  holds,
  unclear,
  violated,
} from '../../contracts/results/finding.ts'

/** A provider state that is fulfilled: what there is, and how the operation is asked for it. */
interface Ready {
  readonly values: RoleValues
  /** What the state puts into the body, by its name in the file. */
  readonly more?: Readonly<Record<string, string>>
  /** Shows that what is asked for exists. */
  readonly witness: Answered | null
  /** Values by which the token is recognised in an answer. */
  readonly marks?: readonly string[]
  ask(): Promise<Answered>
}

type Operation = DocumentedOperation | FamilyOperation

/** Fulfils the state of an operation through the hub's own API. Throws what is missing for it. */
type Prepare = (probe: Probe) => Promise<Ready>

const onRepository =
  (operation: 'GetRepository' | 'CheckRepository' | 'ListRepositoryTags'): Prepare =>
  async probe => {
    const { namespace, repository, witness } = await probe.fixture('repository')
    const values = { namespace, repository }
    return { values, witness, ask: () => probe.call(operation, values) }
  }

const onOwnRepository =
  (operation: 'UpdateRepositoryImmutableTags' | 'VerifyRepositoryImmutableTags', body: unknown): Prepare =>
  async probe => {
    const { namespace, repository, witness } = await probe.fixture('own-repository')
    const values = { namespace, repository }
    return { values, witness, ask: () => probe.call(operation, values, { json: body }) }
  }

const place = async (
  probe: Probe,
  family: TokenFamily,
): Promise<{ readonly org: string; readonly witness: Answered | null }> => {
  await probe.fixture('credentials')
  if (family === 'pat') return { org: '', witness: await rightsWitness(probe) }
  const organization = await probe.fixture('org')
  return { org: organization.org, witness: await managingWitness(probe, organization) }
}

const tokens = (
  family: TokenFamily,
  expiring = false,
): Readonly<Record<'create' | 'list' | 'get' | 'update' | 'delete', Prepare>> => {
  const optionsOf = (probe: Probe): CreateOptions => (expiring ? { expiresAt: probe.daysFromNow(30) } : {})
  const existing = (probe: Probe): Promise<TokenFixture> =>
    expiring ? probe.ownToken(family, optionsOf(probe)) : probe.fixture(family)
  return {
    create: async probe => {
      const { org, witness } = await place(probe, family)
      await probe.fixture('writes')
      const marks: string[] = []
      const options = optionsOf(probe)
      const more = typeof options.expiresAt === 'string' ? { more: { expires_at: options.expiresAt } } : {}
      const ask = async (): Promise<Answered> => {
        const { name, exchange } = await probe.create(family, { org }, options)
        marks.push(name)
        return exchange
      }
      return { values: { org }, ...more, witness, marks, ask }
    },
    list: async probe => {
      const { org, witness } = await place(probe, family)
      // The state says that there is one; without write permission, what is there must do.
      const own = family === 'pat' && (await probe.hasFixture('writes')) ? await existing(probe) : undefined
      const ask = async (): Promise<Answered> => {
        const listed = await probe.eventually(async () => {
          const list = await probe.call(`${family}.list`, { org })
          return own === undefined || !isSuccess(list) || list.response.body.includes(own.label) ? list : undefined
        })
        return listed ?? probe.call(`${family}.list`, { org })
      }
      return { values: { org }, witness, marks: own === undefined ? [] : [own.label], ask }
    },
    get: async probe => {
      const { org, id, label, created } = await existing(probe)
      const values = { org, id }
      return { values, witness: created, marks: [label, id], ask: () => probe.call(`${family}.get`, values) }
    },
    update: async probe => {
      const { org, id, label, created } = await existing(probe)
      const values = { org, id }
      const body = family === 'pat' ? { token_label: label, is_active: true } : { label, is_active: true }
      return {
        values,
        more: { label },
        witness: created,
        marks: [label, id],
        ask: () => probe.call(`${family}.update`, values, { json: body }),
      }
    },
    delete: async probe => {
      const { org, id, created } = await probe.ownToken(family)
      const values = { org, id }
      return { values, witness: created, ask: () => probe.call(`${family}.delete`, values) }
    },
  }
}

const onAccount =
  (operation: 'audit.events' | 'audit.actions'): Prepare =>
  async probe => {
    await probe.fixture('credentials')
    const account = await probe.fixture('account')
    const { org } = account
    return {
      values: { org },
      witness: await managingWitness(probe, account),
      ask: () => probe.call(operation, { org }),
    }
  }

const pat = tokens('pat')
const oat = tokens('oat')

const prepare: Readonly<Record<Operation, Prepare>> = {
  listNamespaceRepositories: async probe => {
    const values = await probe.fixture('namespace')
    return {
      values,
      witness: await namespaceWitness(probe),
      ask: () => probe.call('listNamespaceRepositories', values),
    }
  },
  GetRepository: onRepository('GetRepository'),
  CheckRepository: onRepository('CheckRepository'),
  ListRepositoryTags: onRepository('ListRepositoryTags'),
  GetRepositoryTag: async probe => {
    const { namespace, repository, tag } = await probe.fixture('tag')
    const values = { namespace, repository, tag }
    const list = await probe.call('ListRepositoryTags', values, { anyStatus: true })
    const witness = isSuccess(list) && list.response.body.includes(tag) ? list : null
    return { values, witness, ask: () => probe.call('GetRepositoryTag', values) }
  },
  CreateRepository: async probe => {
    const { namespace } = await probe.fixture('namespace')
    await probe.fixture('writes')
    await probe.fixture('credentials')
    return {
      values: { namespace },
      witness: await namespaceWitness(probe),
      ask: async () => (await probe.create('repository', { namespace })).exchange,
    }
  },
  CreateRepositoryGroup: async probe => {
    const { namespace, repository, witness } = await probe.fixture('own-repository')
    const { groupId } = await probe.fixture('group')
    const values = { namespace, repository, ...(await groupValues(probe, groupId)) }
    return {
      values,
      more: { group_id: groupId },
      witness,
      ask: () => probe.call('CreateRepositoryGroup', values, { json: groupAssignment(groupId) }),
    }
  },
  UpdateRepositoryImmutableTags: onOwnRepository('UpdateRepositoryImmutableTags', {
    immutable_tags: true,
    immutable_tags_rules: ['v.*'],
  }),
  VerifyRepositoryImmutableTags: onOwnRepository('VerifyRepositoryImmutableTags', { regex: 'v.*' }),
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
  'audit.events': onAccount('audit.events'),
  'audit.actions': onAccount('audit.actions'),
}

const expiringPat = tokens('pat', true)

/** Tokens with an expiry, so that there is a date whose form can be judged. */
const prepareExpiring: Readonly<Record<Operation, Prepare>> = {
  ...prepare,
  'pat.create': expiringPat.create,
  'pat.list': expiringPat.list,
  'pat.get': expiringPat.get,
  'pat.update': expiringPat.update,
}

const needs: Readonly<Record<Operation, readonly FixtureName[]>> = {
  listNamespaceRepositories: ['namespace'],
  GetRepository: ['repository'],
  CheckRepository: ['repository'],
  ListRepositoryTags: ['repository'],
  GetRepositoryTag: ['tag'],
  CreateRepository: ['credentials', 'writes', 'namespace'],
  CreateRepositoryGroup: ['own-repository', 'group'],
  UpdateRepositoryImmutableTags: ['own-repository'],
  VerifyRepositoryImmutableTags: ['own-repository'],
  'pat.create': ['credentials', 'writes'],
  'pat.list': ['credentials'],
  'pat.get': ['pat'],
  'pat.update': ['pat'],
  'pat.delete': ['credentials', 'writes'],
  'oat.create': ['credentials', 'writes', 'org'],
  'oat.list': ['credentials', 'org'],
  'oat.get': ['oat'],
  'oat.update': ['oat'],
  'oat.delete': ['credentials', 'writes', 'org'],
  'audit.events': ['credentials', 'account'],
  'audit.actions': ['credentials', 'account'],
}

type Asked = PactInteraction & { readonly operation: Operation }

const isAsked = (interaction: PactInteraction): interaction is Asked => interaction.operation !== undefined

const judgePresent = async (
  probe: Probe,
  { operation }: Asked,
  { marks = [] }: Ready,
  answer: Answered,
): Promise<Finding> => {
  const told = { labels: marks, ids: marks }
  if (operation !== 'pat.list') return unlessCatchAll(probe, judgeExpiry(operation, answer, told), answer)
  // The contract is about one answer, so its first page is all of the list.
  const page = { exchange: answer, items: [] }
  const finding = judgeTokenList(operation, [page], 'shown', marks.length > 0 ? [told] : [])
  return finding ? unlessCatchAll(probe, finding, answer) : unclear('own-not-listed', { operation }, answer)
}

/** What the suite itself makes of the form of `expires_at`, wherever the tokens stand in the answer. */
const judgeForm: typeof judgePresent = async (probe, interaction, ready, answer) => {
  const present = await judgePresent(probe, interaction, ready, answer)
  if (present.kind !== 'holds') return present
  const wrong = objectsIn(json(answer)).find(object => has(object, expiryField) && !hasExpiryForm(object))
  if (wrong === undefined) return present
  const value = JSON.stringify(wrong[expiryField])
  return violated('not-date-time', { operation: interaction.operation, field: expiryField, value }, answer)
}

/** What the suite itself makes of the answer, with controls that no pact has. */
const ownFinding = async (probe: Probe, interaction: Asked, ready: Ready, answer: Answered): Promise<Finding> => {
  const { operation, shows } = interaction
  if (shows === undefined) return presenceOfAnswer(probe, operation, ready.values, answer, ready.witness)
  if (!isCarriedOut(answer)) return refused(operation, answer)
  if (isSuccess(answer) && answer.response.body.trim() === '')
    return exempt('no-representation', { operation, field: expiryField }, answer)
  return (shows === 'expires-at' ? judgePresent : judgeForm)(probe, interaction, ready, answer)
}

const verifierWords = ({ words }: Verified): string => words.join('; ')

/** What the verifier said, as evidence. */
const excerptOf = ({ key }: PactInteraction, verified: Verified): Excerpt => ({
  document: 'pact',
  from: `interaction ${key}`,
  text: verified.ok ? verifiedText : verifierWords(verified),
})

/**
 * The verifier's word counts where the suite's own reading of the answer bears it out, and is open where they differ: a pact has no
 * controls, so a server that says the same to every path satisfies it, and no latitude, so it may refuse what the document leaves open.
 */
const weigh = (interaction: PactInteraction, verified: Verified, own: Finding): Finding => {
  const told = excerptOf(interaction, verified)
  const values = { words: verifierWords(verified) || verifiedText }
  const seen = [...own.seen, told] as [Evidence, ...Evidence[]]
  if (verified.ok !== meetsDemand(interaction, verified.answer)) return unclear('pact-disagrees', values, ...seen)
  if (own.kind === 'holds') return verified.ok ? holds(...seen) : unclear('pact-stricter', values, ...seen)
  if (own.kind === 'violated')
    return verified.ok ? unclear(own.code, own.values, ...seen) : violated('pact-mismatch', values, ...seen)
  return { ...own, seen }
}

const checkRemoved =
  (interaction: PactInteraction) =>
  async (probe: Probe): Promise<Finding> => {
    const { key, method, path } = interaction
    const as = (await probe.hasFixture('credentials')) ? 'valid' : 'anonymous'
    const ask = { method, path, as } as const
    const verified = await probe.verify(key, {}, () => probe.send(ask))
    const names = { namespace: 'acme', name: 'probe', tag: 'latest' }
    return weigh(interaction, verified, await judgeGoneAnswer(probe, ask, names, 410, verified.answer))
  }

const checkAsked =
  (interaction: Asked) =>
  async (probe: Probe): Promise<Finding> => {
    const { key, operation, path, shows } = interaction
    const ready = await (shows === undefined || shows === 'expires-at' ? prepare : prepareExpiring)[operation](probe)
    const roles = Object.entries(parameterRoles(operation, path))
    const params = Object.fromEntries(
      roles.flatMap(([name, role]) => (ready.values[role] === undefined ? [] : [[name, ready.values[role]]])),
    )
    const verified = await probe.verify(key, { ...params, ...ready.more }, ready.ask)
    return weigh(interaction, verified, await ownFinding(probe, interaction, ready, verified.answer))
  }

export default pactInteractions.map((interaction): Requirement => {
  const { key, level, statement, since, source, requirement, description, state } = interaction
  return {
    id: `pact/${key}`,
    level,
    statement,
    since,
    source,
    needs: isAsked(interaction) ? needs[interaction.operation] : [],
    how: `Pact's own verifier requests the interaction "${description}" of the contract${state === undefined ? '' : `, in the state "${state.name}"`}, and judges the answer. A path that does not exist is requested as a control, since a pact cannot detect a server that answers every path the same.`,
    fix: `hub-conformance explain ${requirement} shows the fix: the interaction is generated from that requirement.`,
    cases: [{ name: description, check: isAsked(interaction) ? checkAsked(interaction) : checkRemoved(interaction) }],
    // They are those of the requirement that the interaction is generated from; docs/kill-matrix.md says which of them a pact sees.
    faults: {},
  }
})
