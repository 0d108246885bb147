import { badRequest, type Call, type Reply, type Route } from '../http.ts'
import { pageParameters } from '../pagination.ts'
import * as tokens from './access-tokens.ts'

/** The body under the names of today: the label was a description, and no scope meant every one. */
const renamed = (call: Call): Call => {
  const { description, ...body } = call.body
  const label = body.token_label ?? description
  return { ...call, body: { ...body, ...(label !== undefined && { token_label: label }) } }
}

const create = (call: Call): Reply => {
  const { body, ...rest } = renamed(call)
  if (body.token_label === undefined)
    throw badRequest('Invalid request body.', { token_label: ['This field is required.'] })
  return tokens.create({ ...rest, body: { scopes: ['repo:admin'], ...body } })
}

const update = (call: Call): Reply => tokens.update(renamed(call))

const shared = { tag: 'api-tokens', auth: 'required', failures: [403] } as const
const collection = '/v2/api_tokens'
const item = '/v2/api_tokens/{uuid}'

/** Personal access tokens under their older path, which hub-tool uses. No page of the published reference has it. */
export const apiTokenRoutes: readonly Route[] = [
  {
    ...shared,
    method: 'POST',
    path: collection,
    summary: 'Create personal access token (older path)',
    body: 'apiTokenRequest',
    success: { status: 201, schema: 'accessToken' },
    handle: create,
  },
  {
    ...shared,
    method: 'GET',
    path: collection,
    summary: 'List personal access tokens (older path)',
    query: pageParameters,
    success: { status: 200, schema: 'getAccessTokensResponse' },
    handle: tokens.list,
  },
  {
    ...shared,
    method: 'GET',
    path: item,
    summary: 'Get personal access token (older path)',
    success: { status: 200, schema: 'accessToken' },
    handle: tokens.get,
  },
  {
    ...shared,
    method: 'PATCH',
    path: item,
    summary: 'Update personal access token (older path)',
    body: 'apiTokenRequest',
    success: { status: 200, schema: 'accessToken' },
    handle: update,
  },
  {
    ...shared,
    method: 'DELETE',
    path: item,
    summary: 'Delete personal access token (older path)',
    success: { status: 204, schema: null },
    handle: tokens.remove,
  },
]
