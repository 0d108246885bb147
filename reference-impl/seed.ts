import { addPersonalToken } from './routes/access-tokens.ts'
import { addOrgToken } from './routes/org-access-tokens.ts'
import { hash, newId, newRepository, type Organization, type Store, type Tag, type User } from './store.ts'

/** Names that a conformance run may use without creating anything. */
export interface Fixtures {
  readonly namespace: string
  readonly repository: string
  readonly tag: string
  readonly org: string
  readonly groupId: number
}

export interface Seeded {
  readonly username: string
  readonly password: string
  readonly fixtures: Fixtures
}

const day = 24 * 60 * 60 * 1000
/** The seed lies in the past of any sensible clock, a few days before the newest change of the lifecycle document. */
const epoch = Date.UTC(2025, 9, 1, 8)
const daysAfter = (days: number): string => new Date(epoch + days * day).toISOString()

const addUser = (store: Store, name: string): { readonly user: User; readonly password: string } => {
  const password = store.random.secret(24)
  const user: User = { id: newId(store), name, passwordHash: hash(password), joinedAt: daysAfter(0) }
  store.users.set(name, user)
  store.namespaces.set(name, new Map())
  return { user, password }
}

const addOrganization = (store: Store, name: string, owner: string): Organization => {
  const groups = ['developers', 'reviewers'].map(group => ({
    id: newId(store),
    uuid: store.random.uuid(),
    name: group,
    description: `The ${group} of ${name}`,
    members: [owner],
  }))
  const org: Organization = {
    name,
    createdAt: daysAfter(0),
    owners: new Set([owner]),
    groups,
    tokens: new Map(),
  }
  store.orgs.set(name, org)
  store.namespaces.set(name, new Map())
  const event = { account: name, name, actor: owner, data: {} }
  store.audit.push(
    { ...event, action: 'org.create', timestamp: daysAfter(0), description: `created the organization ${name}` },
    ...groups.map(group => ({
      ...event,
      action: 'org.team.create',
      data: { team: group.name },
      timestamp: daysAfter(0),
      description: `created the team ${group.name}`,
    })),
  )
  return org
}

interface Wanted {
  readonly name: string
  readonly age: number
  readonly isPrivate?: boolean
  /** Newest first, as they are listed. */
  readonly tags?: readonly string[]
}

const addRepository = (store: Store, namespace: string, user: User, wanted: Wanted): void => {
  const { name, age, isPrivate = false, tags = ['latest'] } = wanted
  const description = `The ${name} image of ${namespace}`
  const fullDescription = `# ${name}\n\nAn image to list, to read and to tag.`
  const repository = newRepository(store, { namespace, name, description, fullDescription, isPrivate })
  const { id } = repository
  const pushed = tags.map(
    (tag, at): Tag => ({
      id: newId(store),
      name: tag,
      digest: `sha256:${String(id).padStart(32, '0')}${String(at).padStart(32, '0')}`,
      size: 1_000_000 + 1000 * id + at,
      pushedAt: daysAfter(age + 1 - at / 100),
      pushedBy: user,
    }),
  )
  store.namespaces.get(namespace)?.set(name, {
    ...repository,
    createdAt: daysAfter(age),
    updatedAt: daysAfter(age + 1),
    pullCount: 100 * age,
    starCount: age,
    categories: [{ name: 'Developer tools', slug: 'developer-tools' }],
    tags: pushed,
  })
  const event = { account: namespace, name: `${namespace}/${name}`, actor: user.name }
  store.audit.push(
    {
      ...event,
      action: 'repo.create',
      data: { is_private: String(isPrivate) },
      timestamp: daysAfter(age),
      description: `created the repository ${namespace}/${name}`,
    },
    ...pushed.map(tag => ({
      ...event,
      action: 'repo.tag.push',
      data: { digest: tag.digest, tag: tag.name },
      timestamp: tag.pushedAt,
      description: `pushed the tag ${tag.name} to the repository ${namespace}/${name}`,
    })),
  )
}

const addTokens = (store: Store, user: User, org: Organization): void => {
  // One more than a page of the default size, so that walking the pages means something.
  for (let at = 1; at <= 11; at++) {
    addPersonalToken(store, {
      owner: user.name,
      label: `build machine ${at}`,
      scopes: [at === 1 ? 'repo:admin' : 'repo:read'],
      expiresAt: at % 2 === 0 ? '2099-12-31T23:59:59Z' : null,
      createdAt: daysAfter(at),
      creatorUserAgent: 'seed',
    })
    const { token } = addOrgToken(store, org, {
      label: `pipeline ${at}`,
      createdBy: user.name,
      resources: [{ type: 'TYPE_REPO', path: `${org.name}/*`, scopes: ['repo-pull'] }],
      expiresAt: at % 2 === 0 ? '2099-12-31T23:59:59Z' : null,
      createdAt: daysAfter(at),
    })
    store.audit.push({
      account: org.name,
      action: 'org.access_token.create',
      name: org.name,
      actor: user.name,
      data: { access_token_id: token.id, access_token_label: token.label },
      timestamp: token.createdAt,
      description: `created the organization access token ${token.label} (${token.id})`,
    })
  }
}

/** Fills an empty store: the user to log in as, an organization of theirs, and a stranger whose things are out of reach. */
export const seed = (store: Store): Seeded => {
  const { user, password } = addUser(store, 'conformance')
  const org = addOrganization(store, 'conformance-org', user.name)
  const fixtures: Fixtures = {
    namespace: org.name,
    repository: 'sample',
    tag: 'v1.0.0',
    org: org.name,
    groupId: org.groups[0]?.id ?? 0,
  }
  const releases = ['latest', '2.0.0-rc1', 'v1.1.0', 'v1.0.0']
  addRepository(store, org.name, user, { name: 'secret', age: 1, isPrivate: true })
  for (let at = 2; at <= 11; at++)
    addRepository(store, org.name, user, { name: at === 8 ? 'service-9-cache' : `service-${at}`, age: at })
  addRepository(store, org.name, user, { name: fixtures.repository, age: 12, tags: releases })
  addRepository(store, user.name, user, { name: 'dotfiles', age: 3 })
  addRepository(store, user.name, user, { name: 'diary', age: 4, isPrivate: true })
  addTokens(store, user, org)

  const { user: stranger } = addUser(store, 'stranger')
  addOrganization(store, 'stranger-org', stranger.name)
  addRepository(store, stranger.name, stranger, { name: 'open', age: 5 })
  addRepository(store, stranger.name, stranger, { name: 'closed', age: 6, isPrivate: true })

  store.audit.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
  return { username: user.name, password, fixtures }
}
