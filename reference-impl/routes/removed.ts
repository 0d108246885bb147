import { type Reply, reasonOf } from '../http.ts'

/** The removed v1 routes (lifecycle document, "Removed v1 routes"). */
export const removedPaths = [
  '/v1/repositories/{name}/images',
  '/v1/repositories/{name}/tags',
  '/v1/repositories/{name}/tags/{tag_name}',
  '/v1/repositories/{namespace}/{name}/images',
  '/v1/repositories/{namespace}/{name}/tags',
  '/v1/repositories/{namespace}/{name}/tags/{tag_name}',
] as const

/** The answer to every method: 410 may be cached without being asked to (RFC 9110 section 15.5.11), hence `no-cache`. */
export const gone: Reply = {
  status: 410,
  body: { detail: 'API v1 was removed. See /deprecated.md for its replacements in v2.', message: reasonOf(410) },
  headers: { 'Cache-Control': 'no-cache' },
}
