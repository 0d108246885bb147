import type { Twist } from '../../contracts/requirement.ts'
import { isObject, type JsonObject } from '../reading/json.ts'
import { isOpenApi, openApi } from './documents.ts'
import { answer, matches, to, type When } from './twist.ts'

/** What an operation says once it is done, of what it made and where that is. */
export type Ending = (made: JsonObject, path: string) => JsonObject

/** What was made, as its creation shows it. */
export const withResult: Ending = made => ({ result: made })

/** A link to it. */
export const withLink: Ending = (made, path) => ({ resourceLink: `${path}/${made.uuid ?? made.id ?? made.name}` })

/**
 * Answers creations with 202 and an operation, which says what it has made when it is asked for the third time: an operation that never ends has
 * no ending. Its path is in `Location` or in a member.
 */
export const byOperations =
  (creates: When, ending: Ending | undefined, place: 'location' | 'member' = 'location') =>
  (): Twist => {
    const operations = new Map<string, { readonly done: JsonObject; left: number }>()
    return async (request, next) => {
      const { pathname } = new URL(request.url)
      const operation = request.method === 'GET' ? operations.get(pathname) : undefined
      const id = pathname.split('/').at(-1)
      if (operation)
        return answer(200, operation.left-- > 0 ? { id, status: 'in_progress' } : { id, ...operation.done })(request)
      const response = await next(request)
      if (request.method !== 'POST' || !creates(request, pathname) || !response.ok) return response
      const made: unknown = await response.json()
      const path = `/v2/operations/op-${operations.size + 1}`
      const done = isObject(made) && ending ? { status: 'done', ...ending(made, pathname) } : { status: 'running' }
      operations.set(path, { done, left: 2 })
      const body = { id: `op-${operations.size}`, status: 'pending' }
      return place === 'location'
        ? answer(202, body, { location: path })(request)
        : answer(202, { ...body, operation: { href: path } })(request)
    }
  }

const repositoryItem = '/v2/namespaces/{namespace}/repositories/{repository}'

/** CheckRepository as a GET that says whether the repository exists. */
export const checkedByGet: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (matches(`${repositoryItem}/exists`, pathname) && request.method === 'GET') {
    const path = pathname.replace(/\/exists\/?$/, '')
    const { status } = await next(new Request(new URL(path, request.url), { method: 'HEAD', headers: request.headers }))
    return status === 401 ? answer(401)(request) : answer(200, { exists: status === 200 })(request)
  }
  if (to(repositoryItem, 'HEAD')(request, pathname)) return answer(405)(request)
  if (!isOpenApi(request, pathname)) return next(request)
  return openApi(({ paths }) => {
    const { head, ...rest } = paths[repositoryItem] ?? {}
    const schema = { type: 'object', properties: { exists: { type: 'boolean' } } }
    const responses = { 200: { description: 'Whether it exists', content: { 'application/json': { schema } } } }
    paths[repositoryItem] = rest
    paths[`${repositoryItem}/exists`] = { parameters: rest.parameters, get: { ...head, responses } }
  })(request, next)
}
