import { createHash } from 'node:crypto'
import { addPersonalToken } from './routes/access-tokens.ts'
import { addOrgToken } from './routes/org-access-tokens.ts'
import { hash, newId, newRepository, type OrgTokenResource, type Scope, type Store, timestamp } from './store.ts'
import { problemsOf, type Schema } from './validate.ts'

/** What a hub has from the start, next to its own user and organization. */
export interface HubData {
  readonly users?: readonly {
    readonly name: string
    readonly password: string
    /** The code that a login with the password has to be completed with. */
    readonly second_factor?: string
  }[]
  readonly organizations?: readonly {
    readonly name: string
    readonly owners: readonly string[]
    readonly groups?: readonly {
      readonly name: string
      readonly description?: string
      readonly members?: readonly string[]
    }[]
  }[]
  readonly repositories?: readonly {
    readonly namespace: string
    readonly name: string
    readonly description?: string
    readonly full_description?: string
    readonly is_private?: boolean
    /** Newest first. */
    readonly tags?: readonly string[]
  }[]
  readonly personal_access_tokens?: readonly {
    readonly user: string
    readonly label: string
    readonly scopes?: readonly Scope[]
    readonly expires_at?: string
    readonly secret?: string
  }[]
  readonly organization_access_tokens?: readonly {
    readonly organization: string
    readonly label: string
    readonly resources?: readonly OrgTokenResource[]
    readonly expires_at?: string
    readonly secret?: string
  }[]
}

/** Data that cannot be a hub's; the message names the place. */
export class HubDataError extends Error {}

const accountName: Schema = { type: 'string', pattern: '^[a-z0-9]+(?:[_-][a-z0-9]+)*$', maxLength: 255 }
const label: Schema = { type: 'string', minLength: 1, maxLength: 100 }
const instant: Schema = { type: 'string', format: 'date-time', description: 'When the token ends; without it, never.' }
const secret: Schema = {
  type: 'string',
  minLength: 8,
  maxLength: 1000,
  description: 'What to log in with; without it, one that nobody knows.',
}
const described = (schema: Schema, description: string): Schema => ({ ...schema, description })
const listOf = (items: Schema, description: string): Schema => ({ type: 'array', items, description })
const object = (required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

/** The schema of the data, without references so that it is a JSON schema as it stands. */
export const dataSchema: Schema = object([], {
  $schema: { type: 'string' },
  users: listOf(
    object(['name', 'password'], {
      name: described(accountName, 'Also the namespace of the user.'),
      password: { type: 'string', minLength: 1, maxLength: 1000 },
      second_factor: { type: 'string', minLength: 1, description: 'Code that completes a login with the password.' },
    }),
    'Who can log in, each with a namespace.',
  ),
  organizations: listOf(
    object(['name', 'owners'], {
      name: described(accountName, 'Also the namespace of the organization.'),
      owners: listOf(accountName, 'Names of users.'),
      groups: listOf(
        object(['name'], {
          name: label,
          description: { type: 'string' },
          members: listOf(accountName, 'Names of users.'),
        }),
        'Teams; repositories can be assigned to them.',
      ),
    }),
    'Organizations, each with a namespace.',
  ),
  repositories: listOf(
    object(['namespace', 'name'], {
      namespace: described(accountName, 'A user or an organization.'),
      name: { type: 'string', minLength: 2, maxLength: 255, pattern: '^[a-z0-9]+(?:[._-][a-z0-9]+)*$' },
      description: { type: 'string', maxLength: 100 },
      full_description: { type: 'string', maxLength: 25000 },
      is_private: { type: 'boolean', description: 'Public, if left out.' },
      tags: listOf({ type: 'string', pattern: '^\\w[\\w.-]{0,127}$' }, 'Names, the newest first.'),
    }),
    'Repositories with their tags.',
  ),
  personal_access_tokens: listOf(
    object(['user', 'label'], {
      user: accountName,
      label,
      scopes: listOf(
        { type: 'string', enum: ['repo:admin', 'repo:write', 'repo:read', 'repo:public_read'] },
        'What the token allows; without it, everything.',
      ),
      expires_at: instant,
      secret,
    }),
    'Personal access tokens.',
  ),
  organization_access_tokens: listOf(
    object(['organization', 'label'], {
      organization: accountName,
      label,
      resources: listOf(
        object(['type', 'path', 'scopes'], {
          type: { type: 'string', enum: ['TYPE_REPO', 'TYPE_ORG'] },
          path: { type: 'string', minLength: 1, maxLength: 512 },
          scopes: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 } },
        }),
        'What the token reaches.',
      ),
      expires_at: instant,
      secret,
    }),
    'Organization access tokens.',
  ),
})

const fail: (at: string, text: string) => never = (at, text) => {
  throw new HubDataError(`${at}: ${text}`)
}

const requireUser = (store: Store, name: string, at: string): void => {
  if (!store.users.has(name)) fail(at, `there is no user ${JSON.stringify(name)}`)
}

const addNamespace = (store: Store, name: string, at: string): void => {
  if (store.namespaces.has(name)) fail(at, `there is a user or an organization ${JSON.stringify(name)} already`)
  store.namespaces.set(name, new Map())
}

const requireNewSecret = (store: Store, text: string | undefined, at: string): void => {
  if (text !== undefined && store.secrets.has(hash(text))) fail(at, 'another token has this secret')
}

const addAccounts = (store: Store, { users = [], organizations = [] }: HubData): void => {
  for (const [at, { name, password, second_factor: secondFactor }] of users.entries()) {
    addNamespace(store, name, `users[${at}].name`)
    store.users.set(name, {
      id: newId(store),
      name,
      passwordHash: hash(password),
      joinedAt: timestamp(store),
      ...(secondFactor !== undefined && { secondFactor }),
    })
  }
  for (const [at, { name, owners, groups = [] }] of organizations.entries()) {
    addNamespace(store, name, `organizations[${at}].name`)
    for (const [one, owner] of owners.entries()) requireUser(store, owner, `organizations[${at}].owners[${one}]`)
    for (const [group, { members = [] }] of groups.entries())
      for (const [one, member] of members.entries())
        requireUser(store, member, `organizations[${at}].groups[${group}].members[${one}]`)
    store.orgs.set(name, {
      name,
      createdAt: timestamp(store),
      owners: new Set(owners),
      groups: groups.map(({ name: group, description = '', members = [] }) => ({
        id: newId(store),
        uuid: store.random.uuid(),
        name: group,
        description,
        members,
      })),
      tokens: new Map(),
    })
  }
}

const addRepositories = (store: Store, { repositories = [] }: HubData): void => {
  for (const [at, { namespace, name, tags = [], ...wanted }] of repositories.entries()) {
    const siblings = store.namespaces.get(namespace)
    const owner = store.users.get(namespace) ?? store.users.get([...(store.orgs.get(namespace)?.owners ?? [])][0] ?? '')
    if (!siblings || !owner)
      fail(`repositories[${at}].namespace`, `there is no user or organization ${JSON.stringify(namespace)}`)
    if (siblings.has(name)) fail(`repositories[${at}].name`, `there is a repository ${namespace}/${name} already`)
    const repository = newRepository(store, {
      namespace,
      name,
      description: wanted.description ?? '',
      fullDescription: wanted.full_description ?? '',
      isPrivate: wanted.is_private ?? false,
    })
    repository.tags = [...new Set(tags)].map(tag => ({
      id: newId(store),
      name: tag,
      // The same in every hub, so that a test can state it.
      digest: `sha256:${createHash('sha256').update(`${namespace}/${name}:${tag}`).digest('hex')}`,
      size: 1_000_000,
      pushedAt: repository.createdAt,
      pushedBy: owner,
    }))
    siblings.set(name, repository)
  }
}

const addTokens = (store: Store, data: HubData): void => {
  const { personal_access_tokens: personal = [], organization_access_tokens: organizational = [] } = data
  for (const [at, token] of personal.entries()) {
    requireUser(store, token.user, `personal_access_tokens[${at}].user`)
    requireNewSecret(store, token.secret, `personal_access_tokens[${at}].secret`)
    addPersonalToken(store, {
      owner: token.user,
      label: token.label,
      scopes: token.scopes ?? ['repo:admin'],
      expiresAt: token.expires_at ?? null,
      createdAt: timestamp(store),
      creatorUserAgent: '',
      ...(token.secret !== undefined && { secret: token.secret }),
    })
  }
  for (const [at, token] of organizational.entries()) {
    const org = store.orgs.get(token.organization)
    if (!org)
      fail(
        `organization_access_tokens[${at}].organization`,
        `there is no organization ${JSON.stringify(token.organization)}`,
      )
    requireNewSecret(store, token.secret, `organization_access_tokens[${at}].secret`)
    addOrgToken(store, org, {
      label: token.label,
      createdBy: [...org.owners][0] ?? '',
      resources: token.resources ?? [],
      expiresAt: token.expires_at ?? null,
      createdAt: timestamp(store),
      ...(token.secret !== undefined && { secret: token.secret }),
    })
  }
}

/** Adds data to a store; throws a {@link HubDataError} for the first thing that is wrong with it. */
export const addData = (store: Store, data: unknown): void => {
  const [problem] = problemsOf({}, dataSchema, data)
  if (problem) fail(problem[0] === 'body' ? 'data' : problem[0], problem[1])
  addAccounts(store, data as HubData)
  addRepositories(store, data as HubData)
  addTokens(store, data as HubData)
}
