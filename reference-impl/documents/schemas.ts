import type { Schema } from '../validate.ts'
import { responseSchemas } from './response-schemas.ts'

const text = (minLength: number, maxLength: number): Schema => ({ type: 'string', minLength, maxLength })
const atMost = (maxLength: number): Schema => ({ type: 'string', maxLength })
const flag: Schema = { type: 'boolean' }
const some = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties })
const object = (required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required,
  properties,
})

const expiresAt: Schema = {
  type: 'string',
  format: 'date-time',
  nullable: true,
  description: 'When the token ends (RFC 3339); never, if null or left out.',
}
const label = text(1, 100)
const scopes: Schema = {
  type: 'array',
  maxItems: 10,
  items: { type: 'string', enum: ['repo:admin', 'repo:write', 'repo:read', 'repo:public_read'] },
}
const resources: Schema = {
  type: 'array',
  maxItems: 100,
  items: { $ref: '#/components/schemas/orgAccessTokenResource' },
}
const secret = text(1, 1000)

/** Bodies of requests: what is published here is what `validate` holds against a body. */
const requestSchemas: Readonly<Record<string, Schema>> = {
  AuthCreateTokenRequest: object(['identifier', 'secret'], {
    identifier: { ...text(1, 255), description: 'Username or organization name.' },
    secret: { ...secret, description: 'Password, personal or organization access token.' },
  }),
  UsersLoginRequest: object(['username', 'password'], { username: text(1, 255), password: secret }),
  createAccessTokenRequest: object(['token_label', 'scopes'], { token_label: label, scopes, expires_at: expiresAt }),
  Users2FALoginRequest: object(['login_2fa_token', 'code'], { login_2fa_token: secret, code: secret }),
  apiTokenRequest: some({
    description: { ...label, description: 'Older name of `token_label`.' },
    token_label: label,
    scopes,
    is_active: flag,
  }),
  patchAccessTokenRequest: some({ token_label: label, is_active: flag }),
  orgAccessTokenResource: object(['type', 'path', 'scopes'], {
    type: { type: 'string', enum: ['TYPE_REPO', 'TYPE_ORG'] },
    path: { ...text(1, 512), description: '`org/repo`, `org/*` or the organization.' },
    scopes: { type: 'array', maxItems: 50, items: text(1, 100) },
  }),
  createOrgAccessTokenRequest: object(['label'], {
    label,
    description: atMost(1000),
    resources,
    expires_at: expiresAt,
  }),
  updateOrgAccessTokenRequest: some({ label, description: atMost(1000), resources, is_active: flag }),
  repo_creation_request: object(['name', 'namespace'], {
    name: { ...text(2, 255), pattern: '^[a-z0-9]+(?:[._-][a-z0-9]+)*$' },
    namespace: text(1, 255),
    description: atMost(100),
    full_description: atMost(25000),
    registry: atMost(255),
    // A default would be a required member to some generators.
    is_private: { ...flag, description: 'Public, if left out.' },
  }),
  repo_update_request: some({
    description: atMost(100),
    full_description: atMost(25000),
    status: { type: 'integer', minimum: 0, maximum: 1, description: '1 is active, 0 inactive.' },
  }),
  RepositoryGroupCreationRequest: object(['group_id', 'permission'], {
    group_id: { type: 'integer', format: 'int64' },
    permission: { type: 'string', enum: ['read', 'write', 'admin'] },
  }),
  update_repository_immutable_tags_request: object(['immutable_tags', 'immutable_tags_rules'], {
    immutable_tags: flag,
    immutable_tags_rules: { type: 'array', maxItems: 20, items: text(1, 255) },
  }),
  immutable_tags_verify_request: object(['regex'], { regex: { ...text(1, 255), example: 'v.*' } }),
}

/** Component schemas of the published reference, by the published names. */
export const schemas: Readonly<Record<string, Schema>> = { ...requestSchemas, ...responseSchemas }
