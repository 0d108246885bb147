import { type Call, notFound, param, principalOf, type Reply, type Route } from '../http.ts'
import { pageParameters, paginate } from '../pagination.ts'
import { orgForOwner, owns } from '../permissions.ts'
import { uuidOf } from '../random.ts'
import { hash, membersOf, type Organization, type Store, type User } from '../store.ts'

/** The UUID of an account. It follows from the name, so that the same account has it in every hub. */
const accountUuid = (name: string): string => uuidOf(Buffer.from(hash(name), 'base64').subarray(0, 16))

/** What users and organizations show alike; clients read these members as text, so none is null. */
const account = (name: string, joined: string, type: 'User' | 'Organization') => ({
  id: accountUuid(name).replaceAll('-', ''),
  uuid: accountUuid(name),
  full_name: name,
  location: '',
  company: '',
  profile_url: '',
  date_joined: joined,
  gravatar_email: '',
  gravatar_url: '',
  type,
})

const userInfo = ({ name, joinedAt }: User) => ({ username: name, ...account(name, joinedAt, 'User') })

const orgInfo = (org: Organization) => ({ orgname: org.name, ...account(org.name, org.createdAt, 'Organization') })

const membership = (org: Organization, username: string) => ({
  ...orgInfo(org),
  badge: '',
  is_active: true,
  user_role: 'Owner',
  user_groups: org.groups.filter(({ members }) => members.includes(username)).map(({ name }) => name),
  org_groups_count: org.groups.length,
  plan_name: 'free',
  parent_name: null,
})

const usersOf = (store: Store, names: readonly string[]): readonly User[] =>
  names.flatMap(name => store.users.get(name) ?? [])

const ownUser = (call: Call): Reply => {
  const user = call.store.users.get(principalOf(call).name)
  if (!user) throw notFound('User')
  return { status: 200, body: { ...userInfo(user), is_admin: false, is_staff: false } }
}

/** The organizations that the credentials can manage. */
const organizations = (call: Call): Reply => {
  const principal = principalOf(call)
  const own = [...call.store.orgs.values()].filter(({ name }) => owns(call.store, principal, name))
  const page = paginate(call, own)
  return { status: 200, body: { ...page, results: page.results.map(org => membership(org, principal.name)) } }
}

const organization = (call: Call): Reply => {
  const org = call.store.orgs.get(param(call, 'org_name'))
  if (!org) throw notFound('Organization')
  return { status: 200, body: orgInfo(org) }
}

const members = (call: Call): Reply => {
  const org = orgForOwner(call, param(call, 'org_name'))
  const page = paginate(call, usersOf(call.store, membersOf(org)))
  const results = page.results.map(user => ({
    ...userInfo(user),
    role: org.owners.has(user.name) ? 'Owner' : 'Member',
    groups: org.groups.filter(group => group.members.includes(user.name)).map(({ name }) => name),
  }))
  return { status: 200, body: { ...page, results } }
}

/** A list without pages, unlike the published one: hub-tool reads it so. */
const groupMembers = (call: Call): Reply => {
  const org = orgForOwner(call, param(call, 'org_name'))
  const group = org.groups.find(({ name }) => name === param(call, 'group_name'))
  if (!group) throw notFound('Group')
  return { status: 200, body: usersOf(call.store, group.members).map(userInfo) }
}

const plan = (call: Call): Reply => {
  const principal = principalOf(call)
  const names = [...call.store.users.keys(), ...call.store.orgs.keys()]
  const name = names.find(one => accountUuid(one).replaceAll('-', '') === param(call, 'account_id'))
  if (name === undefined || !(owns(call.store, principal, name) || principal.name === name)) throw notFound('Account')
  const limits = { seats: 1, private_repos: 1, teams: 1, collaborators: 1, parallel_builds: 1 }
  return { status: 200, body: { name: 'free', legacy: false, duration: '', ...limits } }
}

const shared = { method: 'GET', auth: 'required' } as const

/** Accounts, as clients look them up that list what belongs to one. Of the published reference, the members alone. */
export const accountRoutes: readonly Route[] = [
  {
    ...shared,
    path: '/v2/user',
    tag: 'users',
    summary: 'Get the account of the credentials',
    success: { status: 200, schema: 'own_user' },
    failures: [404],
    handle: ownUser,
  },
  {
    ...shared,
    path: '/v2/user/orgs',
    tag: 'orgs',
    summary: 'List the organizations of the account',
    query: pageParameters,
    success: { status: 200, schema: 'user_orgs' },
    failures: [400],
    handle: organizations,
  },
  {
    ...shared,
    path: '/v2/orgs/{org_name}',
    tag: 'orgs',
    summary: 'Get an organization',
    auth: 'optional',
    success: { status: 200, schema: 'org' },
    handle: organization,
  },
  {
    ...shared,
    path: '/v2/orgs/{org_name}/members',
    tag: 'orgs',
    summary: 'List org members',
    query: pageParameters,
    success: { status: 200, schema: 'org_members' },
    failures: [403],
    handle: members,
  },
  {
    ...shared,
    path: '/v2/orgs/{org_name}/groups/{group_name}/members',
    tag: 'groups',
    summary: 'List members of a group',
    success: { status: 200, schema: 'group_members' },
    failures: [403],
    handle: groupMembers,
  },
  {
    ...shared,
    path: '/api/billing/v4/accounts/{account_id}/hub-plan',
    tag: 'billing',
    summary: 'Get the plan of an account',
    success: { status: 200, schema: 'hub_plan' },
    handle: plan,
  },
]
