import type { Call, Reply, Route } from '../http.ts'
import { create, createIn, get, list, listParameters } from './repositories.ts'

/** Deprecation dates of the deprecation log (lifecycle document, "Versioning" 3). */
const deprecatedSince = {
  createAndGet: Date.UTC(2025, 8, 19),
  list: Date.UTC(2025, 5, 27),
}

/**
 * RFC 9745: since when a resource is deprecated, a structured-field Date in seconds, and where that is explained;
 * RFC 5829: its successor, as a path reference so that it holds behind any host.
 */
const deprecation = (since: number, successor: string | undefined): Readonly<Record<string, string>> => ({
  Deprecation: `@${since / 1000}`,
  Link: [
    ...(successor === undefined ? [] : [`<${successor}>; rel="successor-version"`]),
    '</deprecated.md>; rel="deprecation"; type="text/markdown"',
  ].join(', '),
})

const successorOf = (namespace: string, repository?: string): string =>
  `/v2/namespaces/${encodeURIComponent(namespace)}/repositories${
    repository === undefined ? '' : `/${encodeURIComponent(repository)}`
  }`

/** Without a namespace in the body, no concrete successor can be named. */
const successorOfBody = (body: unknown): string | undefined => {
  const namespace = typeof body === 'object' && body !== null ? (body as Record<string, unknown>).namespace : undefined
  return typeof namespace === 'string' && /^[\w.-]{1,255}$/.test(namespace) ? successorOf(namespace) : undefined
}

const createFromBody = (call: Call): Reply => createIn(call, String(call.body.namespace))

const tag = 'repositories'
const collection = '/v2/repositories/{namespace}'
const item = '/v2/repositories/{namespace}/{repository}'

/** The legacy endpoints (lifecycle document, "Endpoints with a path shown"): they answer as their replacements do. */
export const legacyRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v2/repositories',
    tag,
    summary: 'Create repository (legacy)',
    deprecated: true,
    auth: 'required',
    body: 'repo_creation_request',
    success: { status: 201, schema: 'repository_info' },
    failures: [403, 404, 409],
    handle: createFromBody,
    headers: (_params, body) => deprecation(deprecatedSince.createAndGet, successorOfBody(body)),
  },
  {
    method: 'POST',
    path: collection,
    tag,
    summary: 'Create repository in a namespace (legacy)',
    deprecated: true,
    auth: 'required',
    body: 'repo_creation_request',
    success: { status: 201, schema: 'repository_info' },
    failures: [403, 409],
    handle: create,
    headers: ({ namespace = '' }) => deprecation(deprecatedSince.createAndGet, successorOf(namespace)),
  },
  {
    method: 'GET',
    path: collection,
    tag,
    summary: 'List repositories (legacy)',
    deprecated: true,
    auth: 'optional',
    query: listParameters,
    success: { status: 200, schema: 'list_repositories_response' },
    handle: list,
    headers: ({ namespace = '' }) => deprecation(deprecatedSince.list, successorOf(namespace)),
  },
  {
    method: 'GET',
    path: item,
    tag,
    summary: 'Get repository (legacy)',
    deprecated: true,
    auth: 'optional',
    success: { status: 200, schema: 'repository_info' },
    handle: get,
    headers: ({ namespace = '', repository }) =>
      deprecation(deprecatedSince.createAndGet, successorOf(namespace, repository)),
  },
  {
    method: 'HEAD',
    path: item,
    tag,
    summary: 'Check repository (legacy)',
    deprecated: true,
    auth: 'optional',
    success: { status: 200, schema: null },
    handle: get,
    headers: ({ namespace = '', repository }) =>
      deprecation(deprecatedSince.createAndGet, successorOf(namespace, repository)),
  },
]
