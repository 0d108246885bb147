import { dockerHub } from '../contracts/bindings/docker-hub.ts'
import { defined } from '../contracts/defined.ts'
import type { ReferenceOperation } from '../contracts/documents.ts'
import type { Answered } from '../contracts/exchange.ts'
import { type Finding, Missing, unclear, violated } from '../contracts/finding.ts'
import { type DocumentedOperation, lifecycle } from '../contracts/lifecycle.ts'
import type { FamilyOperation, OperationName, RoleValues } from '../contracts/operations.ts'
import type {
  CallOptions,
  CreationKind,
  FixtureName,
  Fixtures,
  Organization,
  Probe,
  TokenFamily,
} from '../contracts/requirement.ts'
import type { Setting } from '../contracts/settings.ts'
import { showsNothing } from './answers/existence.ts'
import { addsEntry, declaredQueries, entriesOf, unlessOther } from './audit-log.ts'
import { declaredFor, hasTag, unreadOperations } from './documents/published-documents.ts'
import { patternCall, settingRules } from './immutable-tags.ts'
import { pages } from './paging.ts'
import { normalTemplate, parametersOf } from './path-template.ts'
import { alike, isOwner, judgePresence, type PresenceEvidence } from './presence.ts'
import { isSuccess, json, listItems, mentions, parseJson, sentIn } from './reading.ts'
import { createdElsewhere } from './repository-place.ts'

/** The tag of the area of an operation of a family. */
const tagOf = (operation: OperationName): string | undefined => {
  const [family, action] = operation.split('.')
  return action === undefined ? undefined : lifecycle.families.find(({ slug }) => slug.startsWith(`${family}-`))?.tag
}

/** How an id or the end of a path says that it is such an operation, in another form than is taken by itself. */
const actionWords: Readonly<Record<string, RegExp>> = {
  create: /create|new|add|issue|generate|mint/i,
  list: /list|search|query|find|filter/i,
  get: /get|show|read|fetch|describe|detail/i,
  update: /update|edit|modify|change|rename/i,
  delete: /delete|revoke|remove|destroy/i,
  events: /event|entr|log|list|search|query|find|filter|export/i,
}

/** Whether the id or the end of the path of an operation says that it does that. */
export const saysAction = ({ operationId = '', path }: ReferenceOperation, action: string): boolean =>
  actionWords[action]?.test(`${operationId} ${path.split('/').slice(-2).join(' ')}`) === true

/** Methods that an operation of its own form may have. */
const methodsOf: Readonly<Record<string, RegExp>> = {
  create: /^(?:POST|PUT)$/,
  update: /^(?:POST|PUT|PATCH)$/,
  delete: /^(?:POST|DELETE)$/,
}

/** Whether a published operation may do that: it says so, or it says nothing and has such a method. */
const mayDo = (operation: ReferenceOperation, action: string): boolean =>
  saysAction(operation, action) ||
  ((methodsOf[action] ?? /^(?:GET|POST)$/).test(operation.method) &&
    !Object.keys(actionWords).some(other => saysAction(operation, other)))

/** An operation that the target publishes in the same area and that may be this one: a list that is asked for by POST, for example. */
const publishedInArea = async (probe: Probe, operation: OperationName): Promise<string | undefined> => {
  if (probe.bind(operation).from !== 'default' || !(await probe.hasFixture('reference'))) return undefined
  const [family = '', action = ''] = operation.split('.')
  const tag = tagOf(operation)
  if (tag === undefined) return undefined
  const bound = dockerHub
    .filter(binding => binding.operation.startsWith(`${family}.`))
    .map(binding => probe.bind(binding.operation))
    .map(({ method, path }) => `${method} ${normalTemplate(path)}`)
  const found = (await probe.fixture('reference')).operations.find(
    one => hasTag(one.tags, tag) && !bound.includes(`${one.method} ${normalTemplate(one.path)}`) && mayDo(one, action),
  )
  return found && `${found.method} ${found.path}`
}

/**
 * Whether the path an operation is bound to is known to be its own, so that absence there is absence: the document, the user or the target's
 * reference states it, or that reference was read whole and has it nowhere. That other operations are at Docker Hub's paths shows nothing of it.
 */
export const pathKnown = async (probe: Probe, operation: OperationName): Promise<boolean> => {
  if (probe.bind(operation).from !== 'default') return true
  if (!(await probe.hasFixture('reference'))) return false
  const reference = await probe.fixture('reference')
  const tag = tagOf(operation)
  // Where the area of a family is not published at all, nothing says where it is; that it should be published is another requirement.
  const isPublished = tag === undefined || reference.operations.some(({ tags }) => hasTag(tags, tag))
  if (reference.operations.length === 0 || !isPublished || unreadOperations(reference).length > 0) return false
  return (await publishedInArea(probe, operation)) === undefined
}

/** Whether something is so, now or a while later: what was done may show late. */
const comes = async (probe: Probe, isSo: () => Promise<boolean>, before?: boolean): Promise<boolean> =>
  (await probe.eventually(async () => ((await isSo()) ? true : undefined), before)) === true

interface Look extends CallOptions, Pick<PresenceEvidence, 'marks' | 'done' | 'unproven'> {
  /** The same for something that does not exist. */
  readonly missing?: RoleValues
}

const givenName = (values: RoleValues, parameter: Setting | undefined): string | undefined =>
  (values as Readonly<Record<string, string | undefined>>)[parameter ?? '']

/** An earlier success of the same operation for the same repository: what was done already may be refused as a conflict. */
const doneBefore = (
  probe: Probe,
  operation: OperationName,
  { namespace, repository }: RoleValues,
): Answered | undefined =>
  probe
    .received(operation)
    .find(
      ({ values }) => repository !== undefined && values.repository === repository && values.namespace === namespace,
    )?.answer

/** Calls an operation, and judges from its answer and the controls whether it is there. */
export const presenceOf = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  witness: Answered | null,
  look: Look,
): Promise<Finding> => {
  const { missing, marks, done, unproven, ...call } = look
  const answer = await probe.call(operation, values, call)
  return judgePresence({
    operation,
    answer: answer.response.status === 409 ? (doneBefore(probe, operation, values) ?? answer) : answer,
    control: await probe.callControlPath(operation, values, call),
    witness,
    pathKnown: await pathKnown(probe, operation),
    ...(marks ? { marks } : {}),
    ...(done ? { done } : {}),
    ...defined({ unproven, name: givenName(values, unproven) }),
    ...(missing ? { missing: () => probe.call(operation, missing, { ...call, anyStatus: true }) } : {}),
  })
}

/** Judges the presence of an operation that creates from what came of a creation. */
export const presenceOfAnswer = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered,
  witness: Answered | null,
  look: Pick<Look, 'marks' | 'done' | 'unproven'> = {},
): Promise<Finding> => {
  const json = sentIn(answer)
  return judgePresence({
    operation,
    answer,
    control: await probe.callControlPath(operation, values, json === undefined ? {} : { json }),
    witness,
    pathKnown: await pathKnown(probe, operation),
    ...look,
    ...defined({ name: givenName(values, look.unproven) }),
  })
}

/** Operations that create, and what a reader calls what they create. */
const creations: Readonly<Record<CreationKind, readonly [operation: OperationName, kind: string, parameter: Setting]>> =
  {
    repository: ['CreateRepository', 'repository', 'namespace'],
    pat: ['pat.create', 'PAT', 'credentials'],
    oat: ['oat.create', 'OAT', 'org'],
  }

/** The reason that a name in a request, which nothing shows to exist, may be what is not there. */
export const unproven = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered,
  parameter: Setting,
): Promise<Missing | undefined> => {
  const { status } = answer.response
  const isForbidden = status === 403 && isOwner(parameter)
  if (status !== 404 && status !== 410 && !isForbidden) return undefined
  const json = sentIn(answer)
  const control = await probe.callControlPath(operation, values, { ...defined({ json }), anyStatus: true })
  const isLikeControl = alike(answer, control)
  if (isForbidden && isLikeControl) return undefined
  const name = givenName(values, parameter)
  const told = { operation, status, parameter, isLikeControl, ...defined({ name }) }
  return new Missing('parameter-unproven', told, [answer, control])
}

/** Why a creation made nothing: what was answered, or a name in the request that nothing shows to exist. */
export const whyNotCreated = async (
  probe: Probe,
  kind: CreationKind,
  values: RoleValues,
  answer: Answered,
  isUnproven = false,
): Promise<Missing> => {
  const [operation, name, parameter] = creations[kind]
  const { status } = answer.response
  const open = isUnproven ? await unproven(probe, operation, values, answer, parameter) : undefined
  return open ?? new Missing('creation-failed', { kind: name, operation, status }, [answer])
}

/** Something that shows that the namespace exists: a repository in it. */
export const namespaceWitness = async (probe: Probe): Promise<Answered | null> =>
  (await probe.hasFixture('repository')) ? (await probe.fixture('repository')).witness : null

/** Something that only credentials with rights of their own are given. */
export const rightsWitness = async (probe: Probe): Promise<Answered | null> => {
  if (await probe.hasFixture('own-repository')) return (await probe.fixture('own-repository')).created
  return (await probe.hasFixture('org')) ? (await probe.fixture('org')).witness : null
}

/** Something that only who may manage an organization is shown or may do; null where nothing shows that the credentials may. */
export const managingWitness = async (
  probe: Probe,
  { org, witness, isManaged }: Organization,
): Promise<Answered | null> => {
  if (isManaged) return witness
  // What the run created in a namespace shows nothing of organizations, where no organization is known.
  if (!(await probe.hasFixture('org')) || !(await probe.hasFixture('own-repository'))) return null
  const own = await probe.fixture('own-repository')
  return own.namespace === org ? own.created : null
}

const unlessNull = (witness: Answered | null, parameter: Setting): Pick<Look, 'unproven'> =>
  witness === null ? { unproven: parameter } : {}

/** Whether a list names something, on any of its pages. */
const lists = async (probe: Probe, list: Answered, name: string): Promise<boolean> => {
  if (!isSuccess(list) || !parseJson(list).ok) return false
  for await (const page of pages(probe, list)) if (mentions(page.items, name)) return true
  return false
}

type Presence = (probe: Probe) => Promise<Finding>

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

/** A list without items, of what something else shows to have one, shows nothing of what it is to list. */
const unlessEmpty = (operation: OperationName, finding: Finding, shown: Answered | null): Finding => {
  const [answer] = finding.kind === 'holds' ? finding.seen : []
  if (finding.kind !== 'holds' || shown === null || !answer || !('response' in answer)) return finding
  const parsed = answer.response ? parseJson(answer as Answered) : undefined
  return parsed?.ok === true && listItems(parsed.value)?.length === 0
    ? unclear('no-items', { operation }, ...finding.seen, shown)
    : finding
}

/** What shows the known tag: the operation that reads it, not the list. */
const tagWitness = async (probe: Probe): Promise<Answered | null> => {
  if (!(await probe.hasFixture('tag'))) return null
  const known = await probe.fixture('tag')
  const one = await probe.call('GetRepositoryTag', known, { control: true })
  return isSuccess(one) && parseJson(one).ok && mentions(json(one), known.tag) ? one : null
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
  const [items, others] = [listed, other].map(list => {
    const parsed = isSuccess(list) ? parseJson(list) : undefined
    return parsed?.ok === true ? listItems(parsed.value) : undefined
  })
  // Each item may name the repository that was asked for.
  const isSame = JSON.stringify(items)?.replaceAll(own.repository, repository) === JSON.stringify(others)
  if (!items?.length || !isSame || !mentions(items, tag)) return undefined
  const found = await probe.call('GetRepositoryTag', { ...own, tag }, once)
  const values = { operation, what: own.repository, got: `the tags of ${repository}` }
  return found.response.status === 404 ? unclear('other-repository', values, listed, other, found) : undefined
}

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
  CheckRepository: ofRepository('CheckRepository'),
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
    const groupId = known ? (await probe.fixture('group')).groupId : '2147483646'
    const org = known ? await organizationShowing(probe, groupId) : undefined
    const finding = await presenceOf(
      probe,
      'CreateRepositoryGroup',
      { namespace, repository, group: groupId },
      witness,
      {
        json: groupAssignment(groupId),
        missing: { namespace, repository: probe.nonce('missing'), group: groupId },
        ...(org === undefined ? { unproven: 'group' } : {}),
        ...unlessNull(witness, 'repository'),
      },
    )
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
    const { namespace, repository, witness } = await probe.fixture('own-repository')
    const operation = 'VerifyRepositoryImmutableTags'
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
  group_id: /^\d+$/.test(groupId) ? Number(groupId) : groupId,
  permission: 'read',
})

/** What names nothing is not open for what it names: whether the path is served, or kept from the credentials, is. */
const withoutParameters = (probe: Probe, operation: OperationName, finding: Finding): Finding => {
  const { path } = probe.bind(operation)
  return finding.kind === 'unclear' && finding.code === 'fixture-unproven' && !path.includes('{')
    ? { ...finding, code: 'not-served', values: { ...finding.values, path } }
    : finding
}

/**
 * Whether the name that the run has put into the path of personal tokens, where the reference has a parameter for it, is known to be right: one
 * of the operations answers with success there. A token or a login may call an account otherwise than a path does.
 */
const isAccountShown = async (probe: Probe): Promise<boolean> => {
  const { from, method, path } = probe.bind('pat.list')
  if (from !== 'reference' || !(await probe.hasFixture('reference'))) return true
  const declared = declaredFor(await probe.fixture('reference'), { method, path })
  if (!declared || parametersOf(declared.path).length === parametersOf(path).length) return true
  const list = await probe.call('pat.list', {}, { anyStatus: true, control: true })
  return isSuccess(list) || probe.hasFixture('pat')
}

const tokenPresence = (
  family: TokenFamily,
): Readonly<Record<'create' | 'list' | 'get' | 'update' | 'delete', Presence>> => {
  const place = async (probe: Probe): Promise<{ readonly org: string; readonly witness: Answered | null }> => {
    await probe.fixture('credentials')
    if (family === 'pat') return { org: '', witness: (await isAccountShown(probe)) ? await rightsWitness(probe) : null }
    const organization = await probe.fixture('org')
    return { org: organization.org, witness: await managingWitness(probe, organization) }
  }
  const unproven = (witness: Answered | null): Pick<Look, 'unproven'> =>
    family === 'oat' ? unlessNull(witness, 'org') : {}
  return {
    create: async probe => {
      const { org, witness } = await place(probe)
      const { name, exchange } = await probe.create(family, { org })
      const finding = await presenceOfAnswer(probe, `${family}.create`, { org }, exchange, witness, {
        ...unproven(witness),
        marks: [name],
        done: () =>
          comes(probe, async () =>
            lists(probe, await probe.call(`${family}.list`, { org }, { anyStatus: true }), name),
          ),
      })
      return withoutParameters(probe, `${family}.create`, finding)
    },
    list: async probe => {
      const { org, witness } = await place(probe)
      // A list may be 404 as long as it is empty: where tokens can be created, there is one.
      const filled = await probe.hasFixture(family)
      const known = filled ? (await probe.fixture(family)).created : (await probe.hasFixture('writes')) ? witness : null
      const operation = `${family}.list` as const
      const answer = await probe.call(operation, { org })
      const finding = await judgePresence({
        operation,
        answer,
        control: await probe.callControlPath(operation, { org }),
        witness: known,
        ...unproven(witness),
        name: org,
        pathKnown: await pathKnown(probe, operation),
        done: async () => isList(answer),
      })
      return withoutParameters(probe, operation, finding)
    },
    get: async probe => {
      const { org, id, label, created } = await probe.fixture(family)
      return presenceOf(probe, `${family}.get`, { org, id }, created, {
        missing: { org, id: probe.nonce('missing') },
        marks: [label, id],
      })
    },
    update: async probe => {
      const { org, id, label, created } = await probe.fixture(family)
      const json = family === 'pat' ? { token_label: label, is_active: true } : { label, is_active: true }
      return presenceOf(probe, `${family}.update`, { org, id }, created, {
        json,
        missing: { org, id: probe.nonce('missing') },
        marks: [label, id],
      })
    },
    delete: async probe => {
      const operation = `${family}.delete` as const
      let isShown = false
      const isGone = (values: RoleValues) => async () => {
        const isSo = async () => showsNothing(await probe.call(`${family}.get`, values, { anyStatus: true }))
        const gone = await comes(probe, isSo, isShown)
        isShown ||= !gone
        return gone
      }
      const { token, exchange, control } = await probe.fixture(`${family}-deletion`)
      const first = await judgePresence({
        operation,
        answer: exchange,
        control,
        witness: token.created,
        pathKnown: await pathKnown(probe, operation),
        done: isGone({ org: token.org, id: token.id }),
      })
      if (first.kind === 'holds') return first
      // What did not hold is asked for with a token of its own: the first is asked for once in a run.
      const own = await probe.ownToken(family)
      const values = { org: own.org, id: own.id }
      const finding = await presenceOf(probe, operation, values, own.created, { done: isGone(values) })
      // It is asked for nothing else: what was deleted can still be read.
      return finding.kind === 'unclear' && finding.code === 'not-shown'
        ? { ...finding, code: 'still-there', values: { operation: `${family}.get`, what: own.label } }
        : finding
    },
  }
}

const isList = (answer: Answered): boolean => {
  const parsed = parseJson(answer)
  return parsed.ok && listItems(parsed.value) !== undefined
}

/** A log must have entries, once something was done that it must have an entry of. */
const withEntries = async (probe: Probe, org: string, finding: Finding): Promise<Finding> => {
  const operation = 'audit.events'
  if (finding.kind !== 'holds') return finding
  const [first] = finding.seen
  const added = await addsEntry(probe, org)
  const looked = await probe.eventually(async () => {
    const count = await entriesOf(probe, org)
    return count === 0 && added ? undefined : { count }
  })
  if (looked && looked.count === undefined) return unclear('no-list', { operation }, first)
  if (looked?.count) return finding
  return added && (await declaredQueries(probe)).isWhole
    ? violated('log-empty', { operation }, ...finding.seen)
    : unclear('no-items', { operation }, first)
}

const auditPresence =
  (operation: 'audit.events' | 'audit.actions'): Presence =>
  async probe => {
    await probe.fixture('credentials')
    const account = await probe.fixture('account')
    const { org } = account
    const witness = await managingWitness(probe, account)
    const called = await presenceOf(probe, operation, { org }, witness, unlessNull(witness, 'org'))
    const finding = operation === 'audit.events' ? await withEntries(probe, org, called) : called
    return unlessOther(probe, operation, org, finding)
  }

const pat = tokenPresence('pat')
const oat = tokenPresence('oat')

/** How the presence of each single operation of the families is seen. */
const ofFamilies: Readonly<Record<FamilyOperation, Presence>> = {
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

/** Judges the presence of an operation of a family: asked once where it creates nothing. */
export const familyPresence = async (probe: Probe, operation: FamilyOperation): Promise<Finding> => {
  const finding = /create|delete/.test(operation)
    ? await ofFamilies[operation](probe)
    : await probe.shared(`presence of ${operation}`, ofFamilies[operation])
  const other =
    finding.kind === 'unclear' && finding.code === 'layout-unknown' && (await publishedInArea(probe, operation))
  return finding.kind === 'unclear' && other
    ? unclear('other-operation', { ...finding.values, operation, path: other }, ...finding.seen)
    : finding
}
