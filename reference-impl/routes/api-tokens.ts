import { badRequest, type Call, type Reply } from '../http.ts'
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

/** Personal access tokens under their older path, which hub-tool uses. No page of the published reference has it. */
export const apiTokenRoutes = tokens.tokenRoutes(
  'api-tokens',
  '/v2/api_tokens',
  ' (older path)',
  { body: 'apiTokenRequest', handle: create },
  { body: 'apiTokenRequest', handle: call => tokens.update(renamed(call)) },
)
