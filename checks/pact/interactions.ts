import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { operationRoles } from '../../contracts/bindings/roles.ts'
import { defined } from '../../contracts/defined.ts'
import { type DocumentedOperation, earliestDate, type IsoDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Binding, FamilyOperation, OperationName, Role } from '../../contracts/operations.ts'
import type { SourceRef } from '../../contracts/requirement.ts'
import type { Level } from '../../contracts/results/verdict.ts'
import { parametersOf, rolesOf } from '../path-template.ts'
import { cite, published } from '../source.ts'
import { v1Methods } from '../v1-routes.ts'

/** Who agrees with whom. */
export const pactParties = { consumer: 'hub-conformance', provider: 'hub-api' } as const

/** What has to be true of the provider before it is asked, in words that its team understands, with the names that stand in the file. */
export interface ProviderState {
  readonly name: string
  readonly params: Readonly<Record<string, string | number>>
}

/** A value of a request body with names of the provider state in it: `{namespace}`. */
export interface Injected {
  readonly injected: string
}

/**
 * What the status must be: 410; any success; or anything that shows that the operation is there, a refusal of the body's form included,
 * since the document shows no payload.
 */
export type StatusDemand = 'gone' | 'success' | 'answered'

/** What the body must show: `expires_at` wherever it stands, or the published form of it in one token or in a list of tokens. */
export type BodyDemand = 'expires-at' | 'expiry-form' | 'expiry-form-of-items'

/** One request of the contract, and what the document demands of its answer. */
export interface PactInteraction {
  /** Unique and stable: the requirement `pact/<key>`, and the interaction's key in the file. */
  readonly key: string
  readonly description: string
  /** The claim, in one sentence. */
  readonly statement: string
  /** The requirement that it is generated from; level, date and source are the same. */
  readonly requirement: string
  readonly level: Level
  readonly since: IsoDate
  readonly source: SourceRef
  /** Undefined for a removed v1 route. */
  readonly operation?: OperationName
  readonly method: string
  /** Template; its parameters are those of {@link state}. */
  readonly path: string
  /** Undefined where nothing has to exist. */
  readonly state?: ProviderState
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly status: StatusDemand
  readonly shows?: BodyDemand
}

/** Statuses that show that an operation is there although it refuses the form of the body, which the document does not show. */
export const formRefusals: readonly number[] = [400, 409, 413, 415, 422]

export const successes: readonly number[] = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226]

/** A date-time of RFC 3339, as a Pact matcher can say it: without the calendar. */
export const dateTimePattern = '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:[Zz]|[+-]\\d{2}:\\d{2})$'

/** Names that stand in the file where a provider state gives no other. */
const examples: Readonly<Record<Role, string>> = {
  namespace: 'acme',
  repository: 'probe',
  tag: 'latest',
  org: 'acme',
  id: '00000000-0000-4000-8000-000000000001',
  group: '1',
}

/** The parameters of an operation's path, with what each stands for. */
export const parameterRoles = (operation: OperationName, path: string): Readonly<Record<string, Role>> =>
  rolesOf(path, operationRoles[operation]) ?? {}

const bindingOf = (operation: OperationName): Binding => {
  const binding = dockerHub.find(candidate => candidate.operation === operation)
  if (!binding) throw new Error(`no shipped binding for ${operation}`)
  return binding
}

const injected = (template: string): Injected => ({ injected: template })

interface Asked {
  readonly state: string
  /** Parameters of the state beyond those of the path. */
  readonly more?: Readonly<Record<string, string | number>>
  readonly body?: Readonly<Record<string, unknown>>
}

const ownRepository = 'a repository exists that the caller may administer'
const ownOat = 'an organization access token exists that the caller may manage'
const organization = 'an organization exists whose access tokens the caller may manage'
const ownPat = 'the caller has a personal access token'
const ownLabel = { label: 'hub-conformance-probe' }

/** How each operation is asked for; bodies in the form of the published reference. */
const asked: Readonly<Record<DocumentedOperation | FamilyOperation, Asked>> = {
  listNamespaceRepositories: { state: 'a namespace exists whose repositories the caller may list' },
  GetRepository: { state: 'a repository exists that the caller may read' },
  CheckRepository: { state: 'a repository exists that the caller may read' },
  ListRepositoryTags: { state: 'a repository exists that the caller may read' },
  GetRepositoryTag: { state: 'a repository with a tag exists that the caller may read' },
  CreateRepository: {
    state: 'a namespace exists in which the caller may create a repository, and no repository of that name',
    more: { repository: 'hub-conformance-probe' },
    body: {
      name: injected('{repository}'),
      namespace: injected('{namespace}'),
      description: 'Created by a conformance run; may be deleted.',
      registry: 'docker.io',
      is_private: false,
    },
  },
  CreateRepositoryGroup: {
    state: 'a repository exists that the caller may administer, and a group that it can be assigned to',
    more: { group_id: 1 },
    body: { group_id: injected('{group_id}'), permission: 'read' },
  },
  UpdateRepositoryImmutableTags: {
    state: ownRepository,
    body: { immutable_tags: true, immutable_tags_rules: ['v.*'] },
  },
  VerifyRepositoryImmutableTags: { state: ownRepository, body: { regex: 'v.*' } },
  'pat.create': {
    state: 'the caller may create personal access tokens',
    more: ownLabel,
    body: { token_label: injected('{label}'), scopes: ['repo:read'] },
  },
  'pat.list': { state: ownPat },
  'pat.get': { state: ownPat },
  'pat.update': {
    state: ownPat,
    more: ownLabel,
    body: { token_label: injected('{label}'), is_active: true },
  },
  'pat.delete': { state: 'the caller has a personal access token that may be deleted' },
  'oat.create': {
    state: organization,
    more: ownLabel,
    body: {
      label: injected('{label}'),
      description: 'Created by a conformance run; may be deleted.',
      resources: [{ type: 'TYPE_REPO', path: injected('{org_name}/*'), scopes: ['repo-pull'] }],
    },
  },
  'oat.list': { state: organization },
  'oat.get': { state: ownOat },
  'oat.update': { state: ownOat, more: ownLabel, body: { label: injected('{label}'), is_active: true } },
  'oat.delete': { state: 'an organization access token exists that the caller may delete' },
  'audit.events': { state: 'an account exists whose audit logs the caller may read' },
  'audit.actions': { state: 'an account exists whose audit logs the caller may read' },
}

/** The request for an operation at its published path, and the state it needs. */
const requestFor = (
  operation: DocumentedOperation | FamilyOperation,
): Pick<PactInteraction, 'operation' | 'method' | 'path' | 'state' | 'body'> => {
  const { method, path } = bindingOf(operation)
  const { state, more = {}, body } = asked[operation]
  const roles = parameterRoles(operation, path)
  const params = Object.fromEntries(parametersOf(path).map(name => [name, examples[roles[name] as Role]]))
  return {
    operation,
    method,
    path,
    state: { name: state, params: { ...params, ...more } },
    ...defined({ body }),
  }
}

const statusOf = ({ body }: Pick<PactInteraction, 'body'>): StatusDemand =>
  body === undefined ? 'success' : 'answered'

/** A hub that still serves v1 carries out what it is asked, so what could change something is asked of a name that nobody has, without a body. */
const v1PathFor = (path: string, method: string): string =>
  path
    .replace('{namespace}', 'acme')
    .replace('{name}', method === 'GET' || method === 'HEAD' ? 'probe' : 'hub-conformance-nobody')
    .replace('{tag_name}', 'latest')

const removed: readonly PactInteraction[] = lifecycle.v1Routes.flatMap(({ slug, path, sentence, removed: since }) =>
  v1Methods.map(method => ({
    key: `v1-${slug}-${method.toLowerCase()}`,
    description: `${method} to the removed ${path}`,
    statement: `${method} to the removed v1 route ${path} answers 410.`,
    requirement: `v1-removed/${slug}`,
    level: 'must' as const,
    since,
    source: cite(sentence),
    method,
    path: v1PathFor(path, method),
    status: 'gone' as const,
  })),
)

const present: readonly PactInteraction[] = lifecycle.operations.map(({ id, slug, since, sentence }) => {
  const request = requestFor(id)
  return {
    key: slug,
    description: id,
    statement: `The operation ${id} exists.`,
    requirement: `presence/${slug}`,
    level: 'must',
    since: since ?? earliestDate,
    source: cite(sentence),
    ...request,
    status: statusOf(request),
  }
})

const replacements: readonly PactInteraction[] = [
  ...lifecycle.legacyEndpoints.map(({ slug, method, path, replacedBy, deprecated, sentence }) => ({
    slug,
    old: `the deprecated ${method} ${path}`,
    by: replacedBy,
    since: deprecated,
    sentence,
  })),
  ...lifecycle.v1Routes.flatMap(({ slug, path, replacedBy, removed: since, sentence }) =>
    replacedBy === null ? [] : [{ slug, old: `the removed ${path}`, by: replacedBy, since, sentence }],
  ),
].map(({ slug, old, by, since, sentence }) => {
  const request = requestFor(by)
  return {
    key: `replacement-${slug}`,
    description: `${by}, which replaces ${old}`,
    statement: `${by}, which replaces ${old}, exists.`,
    requirement: `replacements/${slug}`,
    level: 'must',
    since,
    source: cite(sentence),
    ...request,
    status: statusOf(request),
  }
})

const patWords = {
  'pat.create': ['create', 'Creating a personal access token'],
  'pat.list': ['list', 'Listing personal access tokens'],
  'pat.get': ['get', 'Reading a personal access token'],
  'pat.update': ['update', 'Updating a personal access token'],
} as const satisfies Partial<Record<FamilyOperation, readonly [string, string]>>

const expiries: readonly PactInteraction[] = (Object.keys(patWords) as (keyof typeof patWords)[]).flatMap(operation => {
  const [verb, words] = patWords[operation]
  const since = '2025-11-21'
  const request = requestFor(operation)
  const creates = operation === 'pat.create'
  const expiring = {
    ...request,
    state: {
      name: creates
        ? 'the caller may create personal access tokens'
        : 'the caller has a personal access token that expires',
      params: { ...request.state?.params, ...(creates ? { expires_at: '2031-01-02T03:04:05Z' } : {}) },
    },
    ...(creates ? { body: { ...request.body, expires_at: injected('{expires_at}') } } : {}),
  }
  return [
    {
      key: `pat-${verb}-expires-at`,
      description: `${words} shows expires_at`,
      statement: `${words} shows expires_at.`,
      requirement: `access-tokens/${verb}-expires-at`,
      level: 'must',
      since,
      source: cite('history-expires-at'),
      ...request,
      status: 'success',
      shows: 'expires-at',
    },
    {
      key: `pat-${verb}-expires-at-form`,
      description: `${words} shows expires_at in the published form`,
      statement: `${words} shows expires_at, at its published place, as null or a date-time.`,
      requirement: 'schemas/pat-expires-at-date-time',
      level: 'should',
      since,
      source: published(
        'components/schemas/accessToken',
        'expires_at is a string of the format date-time, which is that of RFC 3339; a token without an expiry has none.',
      ),
      ...expiring,
      status: 'success',
      shows: verb === 'list' ? 'expiry-form-of-items' : 'expiry-form',
    },
  ] satisfies readonly PactInteraction[]
})

const familyWords: Readonly<Partial<Record<FamilyOperation, string>>> = {
  'pat.delete': 'A personal access token can be deleted',
  'oat.create': 'An organization access token can be created',
  'oat.list': 'Organization access tokens can be listed',
  'oat.get': 'One organization access token can be read',
  'oat.update': 'An organization access token can be updated',
  'oat.delete': 'An organization access token can be deleted',
  'audit.events': 'Audit log events can be listed',
  'audit.actions': 'The actions of audit logs can be listed',
}

const familyInteractions: readonly PactInteraction[] = (Object.keys(familyWords) as FamilyOperation[]).map(
  operation => {
    const family = lifecycle.families.find(({ slug }) => slug.startsWith(operation.split('.')[0] as string))
    if (!family) throw new Error(`no family for ${operation}`)
    const request = requestFor(operation)
    const slug = operation.replace('.', '-')
    return {
      key: slug,
      description: familyWords[operation] ?? operation,
      statement: `${familyWords[operation] ?? operation}.`,
      requirement: `presence/${slug}`,
      level: 'should',
      since: family.since ?? earliestDate,
      source: published(
        `tag ${family.tag}`,
        `The published reference has the operation ${request.method} ${request.path}.`,
      ),
      ...request,
      status: statusOf(request),
    }
  },
)

/** Every interaction of the contract, in the order of the file. */
export const pactInteractions: readonly PactInteraction[] = [
  ...removed,
  ...present,
  ...replacements,
  ...expiries,
  ...familyInteractions,
]

/** Whether a value of a body is one that the provider state may replace. */
export const isInjected = (value: unknown): value is Injected =>
  typeof value === 'object' && value !== null && 'injected' in value

/** A template with the names of a provider state filled in. */
export const inject = (template: string, params: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))

/** A template as an expression of Pact's over the values of a provider state. */
export const expressionOf = (template: string): string => template.replaceAll('{', '${')
