import { createHash } from 'node:crypto'
import type { Random } from './random.ts'

/** What a personal access token allows on repositories; each scope includes the ones after it. */
export type Scope = 'repo:admin' | 'repo:write' | 'repo:read' | 'repo:public_read'

export type Permission = 'read' | 'write' | 'admin'

export interface User {
  readonly id: number
  readonly name: string
  readonly passwordHash: string
  readonly joinedAt: string
  /** The code that a login with the password has to be completed with. */
  readonly secondFactor?: string
}

/** A team of an organization; the published reference calls it a group. */
interface Group {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly description: string
  readonly members: readonly string[]
}

export interface Organization {
  readonly name: string
  readonly createdAt: string
  readonly owners: ReadonlySet<string>
  readonly groups: readonly Group[]
  readonly tokens: Map<string, OrgToken>
}

export interface Tag {
  readonly id: number
  readonly name: string
  readonly digest: string
  readonly size: number
  readonly pushedAt: string
  readonly pushedBy: User
}

export interface Category {
  readonly name: string
  readonly slug: string
}

export interface Repository {
  readonly id: number
  readonly namespace: string
  readonly name: string
  readonly isPrivate: boolean
  readonly createdAt: string
  readonly pullCount: number
  readonly starCount: number
  readonly categories: readonly Category[]
  readonly groups: Map<number, Permission>
  description: string
  fullDescription: string
  isActive: boolean
  tags: readonly Tag[]
  updatedAt: string
  immutableTags: { readonly enabled: boolean; readonly rules: readonly string[] }
}

/** What personal and organization access tokens have in common: enough to decide whether one still authenticates. */
export interface TokenState {
  readonly secretHash: string
  readonly expiresAt: string | null
  readonly createdAt: string
  isActive: boolean
  isDeleted: boolean
  lastUsed: string | null
}

export interface PersonalToken extends TokenState {
  readonly uuid: string
  readonly owner: string
  readonly scopes: readonly Scope[]
  readonly creatorIp: string
  readonly creatorUserAgent: string
  label: string
}

/** What an organization access token may reach: a repository path or the organization. */
export interface OrgTokenResource {
  readonly type: 'TYPE_REPO' | 'TYPE_ORG'
  readonly path: string
  readonly scopes: readonly string[]
}

export interface OrgToken extends TokenState {
  readonly id: string
  readonly org: string
  readonly createdBy: string
  label: string
  resources: readonly OrgTokenResource[]
}

export interface AuditEntry {
  readonly account: string
  readonly action: string
  readonly name: string
  readonly actor: string
  readonly data: Readonly<Record<string, string>>
  readonly timestamp: string
  readonly description: string
}

/** Whoever a bearer token speaks for; `personal` and `org` name the access token that the bearer was bought with. */
export interface Principal {
  readonly kind: 'user' | 'org'
  readonly name: string
  readonly personal?: PersonalToken
  readonly org?: OrgToken
}

interface Session {
  readonly principal: Principal
  /** Milliseconds since the epoch; `Infinity` for the bearer that lives as long as the hub. */
  readonly expiresAt: number
}

/** The whole state of one hub. Nothing outside of it remembers anything. */
export interface Store {
  readonly now: () => Date
  readonly random: Random
  readonly signingKey: string
  readonly users: Map<string, User>
  readonly orgs: Map<string, Organization>
  /** Namespace → name → repository. Every user and organization has an entry, also an empty one. */
  readonly namespaces: Map<string, Map<string, Repository>>
  readonly personalTokens: Map<string, PersonalToken>
  /** Hash of a secret → its token: a secret itself is never kept, so it can be shown at its creation only. */
  readonly secrets: Map<string, PersonalToken | OrgToken>
  readonly sessions: Map<string, Session>
  /** Logins that wait for their second factor, by the token that the first step answered. */
  readonly unfinishedLogins: Map<string, { readonly user: User; readonly expiresAt: number }>
  readonly audit: AuditEntry[]
  nextId: number
}

export const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64')

export const createStore = (now: () => Date, random: Random): Store => ({
  now,
  random,
  signingKey: random.secret(32),
  users: new Map(),
  orgs: new Map(),
  namespaces: new Map(),
  personalTokens: new Map(),
  secrets: new Map(),
  sessions: new Map(),
  unfinishedLogins: new Map(),
  audit: [],
  nextId: 1000,
})

/** The current instant as RFC 3339 date-time. */
export const timestamp = (store: Store): string => store.now().toISOString()

export const newId = (store: Store): number => {
  store.nextId += 1
  return store.nextId
}

/** Every member of an organization: its owners and those of its groups. */
export const membersOf = (org: Organization): readonly string[] => [
  ...new Set([...org.owners, ...org.groups.flatMap(({ members }) => members)]),
]

export const repositoriesOf = (store: Store, namespace: string): readonly Repository[] => [
  ...(store.namespaces.get(namespace)?.values() ?? []),
]

/** Whether a token still authenticates: neither deleted, nor switched off, nor past its end. */
export const isUsable = (store: Store, token: TokenState): boolean =>
  token.isActive &&
  !token.isDeleted &&
  (token.expiresAt === null || Date.parse(token.expiresAt) > store.now().getTime())

/** Adds an audit log event of now. `action` carries its group, `org.access_token.create`, as the published events do. */
export const record = (store: Store, entry: Omit<AuditEntry, 'timestamp'>): void => {
  store.audit.push({ ...entry, timestamp: timestamp(store) })
}

/** A repository as it is created: without tags, groups and rules. */
export const newRepository = (
  store: Store,
  given: Pick<Repository, 'namespace' | 'name' | 'description' | 'fullDescription' | 'isPrivate'>,
): Repository => {
  const now = timestamp(store)
  return {
    id: newId(store),
    ...given,
    createdAt: now,
    updatedAt: now,
    pullCount: 0,
    starCount: 0,
    categories: [],
    isActive: true,
    tags: [],
    groups: new Map(),
    immutableTags: { enabled: false, rules: [] },
  }
}
