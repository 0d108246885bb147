import type { Schema } from '../validate.ts'
import { responseSchemas } from './response-schemas.ts'

const expiresAt: Schema = {
  type: 'string',
  format: 'date-time',
  nullable: true,
  description: 'When the token ends (RFC 3339); never, if null or left out.',
}

const resource: Schema = {
  type: 'object',
  required: ['type', 'path', 'scopes'],
  properties: {
    type: { type: 'string', enum: ['TYPE_REPO', 'TYPE_ORG'] },
    path: { type: 'string', minLength: 1, maxLength: 512, description: '`org/repo`, `org/*` or the organization.' },
    scopes: { type: 'array', maxItems: 50, items: { type: 'string', minLength: 1, maxLength: 100 } },
  },
}

const label: Schema = { type: 'string', minLength: 1, maxLength: 100 }
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
const secret: Schema = { type: 'string', minLength: 1, maxLength: 1000 }

/** Bodies of requests: what is published here is what `validate` holds against a body. */
const requestSchemas: Readonly<Record<string, Schema>> = {
  AuthCreateTokenRequest: {
    type: 'object',
    required: ['identifier', 'secret'],
    properties: {
      identifier: { type: 'string', minLength: 1, maxLength: 255, description: 'Username or organization name.' },
      secret: { ...secret, description: 'Password, personal or organization access token.' },
    },
  },
  UsersLoginRequest: {
    type: 'object',
    required: ['username', 'password'],
    properties: { username: { type: 'string', minLength: 1, maxLength: 255 }, password: secret },
  },
  createAccessTokenRequest: {
    type: 'object',
    required: ['token_label', 'scopes'],
    properties: {
      token_label: label,
      scopes,
      expires_at: expiresAt,
    },
  },
  Users2FALoginRequest: {
    type: 'object',
    required: ['login_2fa_token', 'code'],
    properties: { login_2fa_token: secret, code: secret },
  },
  apiTokenRequest: {
    type: 'object',
    properties: {
      description: { ...label, description: 'Older name of `token_label`.' },
      token_label: label,
      scopes,
      is_active: { type: 'boolean' },
    },
  },
  patchAccessTokenRequest: { type: 'object', properties: { token_label: label, is_active: { type: 'boolean' } } },
  orgAccessTokenResource: resource,
  createOrgAccessTokenRequest: {
    type: 'object',
    required: ['label'],
    properties: {
      label,
      description: { type: 'string', maxLength: 1000 },
      resources,
      expires_at: expiresAt,
    },
  },
  updateOrgAccessTokenRequest: {
    type: 'object',
    properties: {
      label,
      description: { type: 'string', maxLength: 1000 },
      resources,
      is_active: { type: 'boolean' },
    },
  },
  repo_creation_request: {
    type: 'object',
    required: ['name', 'namespace'],
    properties: {
      name: { type: 'string', minLength: 2, maxLength: 255, pattern: '^[a-z0-9]+(?:[._-][a-z0-9]+)*$' },
      namespace: { type: 'string', minLength: 1, maxLength: 255 },
      description: { type: 'string', maxLength: 100 },
      full_description: { type: 'string', maxLength: 25000 },
      registry: { type: 'string', maxLength: 255 },
      // A default would be a required member to some generators.
      is_private: { type: 'boolean', description: 'Public, if left out.' },
    },
  },
  repo_update_request: {
    type: 'object',
    properties: {
      description: { type: 'string', maxLength: 100 },
      full_description: { type: 'string', maxLength: 25000 },
      status: { type: 'integer', minimum: 0, maximum: 1, description: '1 is active, 0 inactive.' },
    },
  },
  RepositoryGroupCreationRequest: {
    type: 'object',
    required: ['group_id', 'permission'],
    properties: {
      group_id: { type: 'integer', format: 'int64' },
      permission: { type: 'string', enum: ['read', 'write', 'admin'] },
    },
  },
  update_repository_immutable_tags_request: {
    type: 'object',
    required: ['immutable_tags', 'immutable_tags_rules'],
    properties: {
      immutable_tags: { type: 'boolean' },
      immutable_tags_rules: { type: 'array', maxItems: 20, items: { type: 'string', minLength: 1, maxLength: 255 } },
    },
  },
  immutable_tags_verify_request: {
    type: 'object',
    required: ['regex'],
    properties: { regex: { type: 'string', minLength: 1, maxLength: 255, example: 'v.*' } },
  },
}

/** Component schemas of the published reference, by the published names. */
export const schemas: Readonly<Record<string, Schema>> = { ...requestSchemas, ...responseSchemas }
