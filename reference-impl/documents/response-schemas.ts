import type { Schema } from '../validate.ts'

const text: Schema = { type: 'string' }
const maybeText: Schema = { type: 'string', nullable: true }
const flag: Schema = { type: 'boolean' }
const integer: Schema = { type: 'integer' }
const count: Schema = { type: 'integer', minimum: 0 }
const instant: Schema = { type: 'string', format: 'date-time' }
const maybeInstant: Schema = { type: 'string', format: 'date-time', nullable: true }
const texts: Schema = { type: 'array', items: text }
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const listOf = (name: string): Schema => ({ type: 'array', items: ref(name) })

/** An object whose properties are all always there. */
const all = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

/** An object of which no property is promised, as the published reference of Docker Hub has most. */
const some = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties })

const page = (name: string): Schema => ({ allOf: [ref('page'), some({ results: listOf(name) })] })

const activity: Schema = { type: 'string', enum: ['active', 'inactive'] }

const account: Readonly<Record<string, Schema>> = {
  id: text,
  uuid: text,
  full_name: text,
  location: text,
  company: text,
  profile_url: text,
  date_joined: instant,
  gravatar_email: text,
  gravatar_url: text,
  type: text,
}

const user: Readonly<Record<string, Schema>> = { username: text, ...account }

const listEntry: Readonly<Record<string, Schema>> = {
  name: text,
  namespace: text,
  repository_type: { type: 'string', nullable: true, enum: ['image', 'plugin', null] },
  status: integer,
  status_description: { type: 'string', enum: ['active', 'inactive'] },
  description: text,
  is_private: flag,
  star_count: count,
  pull_count: count,
  last_updated: instant,
  last_modified: maybeInstant,
  date_registered: instant,
  affiliation: text,
  media_types: texts,
  content_types: texts,
  categories: listOf('category'),
  storage_size: count,
}

const orgAccessToken: Readonly<Record<string, Schema>> = {
  id: text,
  label: text,
  created_by: text,
  is_active: flag,
  created_at: instant,
  expires_at: maybeInstant,
  last_used_at: maybeInstant,
}

/** Bodies of answers. */
export const responseSchemas: Readonly<Record<string, Schema>> = {
  error: {
    type: 'object',
    required: ['detail', 'message'],
    properties: {
      detail: text,
      message: text,
      text: { type: 'string', description: 'As `detail`, where fields are named.' },
      login_2fa_token: { type: 'string', description: 'To complete a login with its second factor.' },
      fields: { type: 'object', additionalProperties: texts, description: 'What is wrong, by field.' },
    },
  },
  empty: { type: 'object' },
  markdown: { type: 'string' },
  openapi: { type: 'object' },
  page: some({ count, next: maybeText, previous: maybeText }),
  AuthCreateTokenResponse: all({ access_token: text }),
  PostUsersLoginSuccessResponse: all({ token: text, refresh_token: text }),
  accessToken: some({
    uuid: text,
    client_id: text,
    creator_ip: text,
    creator_ua: text,
    created_at: instant,
    last_used: maybeInstant,
    generated_by: text,
    is_active: flag,
    token: { type: 'string', description: 'The secret in the answer to its creation, empty ever after.' },
    token_label: text,
    scopes: texts,
    expires_at: maybeInstant,
  }),
  getAccessTokensResponse: some({
    count,
    next: maybeText,
    previous: maybeText,
    active_count: count,
    results: listOf('accessToken'),
  }),
  orgAccessToken: some(orgAccessToken),
  getOrgAccessTokensResponse: some({
    total: count,
    next: maybeText,
    previous: maybeText,
    results: listOf('orgAccessToken'),
  }),
  getOrgAccessTokenResponse: some({ ...orgAccessToken, resources: listOf('orgAccessTokenResource') }),
  createOrgAccessTokenResponse: some({
    ...orgAccessToken,
    resources: listOf('orgAccessTokenResource'),
    token: { type: 'string', description: 'The secret, shown in this answer only.' },
  }),
  category: all({ name: text, slug: text }),
  repository_list_entry: some(listEntry),
  list_repositories_response: page('repository_list_entry'),
  repo_permissions: all({ read: flag, write: flag, admin: flag }),
  immutable_tags_settings: all({ enabled: flag, rules: texts }),
  repository_info: all({
    user: text,
    ...listEntry,
    is_automated: flag,
    collaborator_count: count,
    hub_user: maybeText,
    has_starred: flag,
    full_description: maybeText,
    permissions: ref('repo_permissions'),
    immutable_tags_settings: ref('immutable_tags_settings'),
    source: maybeText,
  }),
  RepositoryGroup: some({
    group_name: text,
    permission: { type: 'string', enum: ['read', 'write', 'admin'] },
    group_id: integer,
  }),
  immutable_tags_verify_response: all({ tags: texts }),
  layer: some({ digest: maybeText, size: count, instruction: text }),
  image: some({
    architecture: text,
    features: text,
    variant: text,
    digest: maybeText,
    layers: listOf('layer'),
    os: text,
    os_features: text,
    os_version: text,
    size: count,
    status: { type: 'string', enum: ['active', 'inactive'] },
    last_pulled: maybeInstant,
    last_pushed: maybeInstant,
  }),
  tag: some({
    id: integer,
    images: listOf('image'),
    creator: integer,
    last_updated: maybeInstant,
    last_updater: integer,
    last_updater_username: text,
    name: text,
    repository: integer,
    full_size: count,
    v2: flag,
    status: activity,
    tag_status: activity,
    tag_last_pulled: maybeInstant,
    tag_last_pushed: maybeInstant,
    media_type: text,
    content_type: text,
    digest: text,
  }),
  paginated_tags: page('tag'),
  org_group: all({ id: integer, uuid: text, name: text, description: text, member_count: count }),
  org_groups: page('org_group'),
  own_user: all({ ...user, is_admin: flag, is_staff: flag }),
  org: all({ orgname: text, ...account }),
  org_member: all({ ...user, role: text, groups: texts }),
  org_members: page('org_member'),
  group_member: all(user),
  group_members: listOf('group_member'),
  hub_plan: all({
    name: text,
    legacy: flag,
    seats: count,
    private_repos: count,
    teams: count,
    collaborators: count,
    parallel_builds: count,
    duration: text,
  }),
  user_org: all({
    orgname: text,
    ...account,
    badge: text,
    is_active: flag,
    user_role: text,
    user_groups: texts,
    org_groups_count: count,
    plan_name: maybeText,
    parent_name: maybeText,
  }),
  user_orgs: page('user_org'),
  AuditLogAction: some({ name: text, description: text, label: text }),
  AuditLogActions: some({ actions: listOf('AuditLogAction'), label: text }),
  GetAuditActionsResponse: some({ actions: { type: 'object', additionalProperties: ref('AuditLogActions') } }),
  AuditLog: some({
    account: text,
    action: text,
    name: text,
    actor: text,
    data: { type: 'object', additionalProperties: text },
    timestamp: instant,
    action_description: text,
  }),
  GetAuditLogsResponse: some({ logs: listOf('AuditLog') }),
}
