import type { Route } from '../http.ts'
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

/** The label of an endpoint whose path names what its successor is about. */
const labelled =
  (since: number): NonNullable<Route['headers']> =>
  ({ namespace = '', repository }) =>
    deprecation(since, successorOf(namespace, repository))

const shared = { tag: 'repositories', deprecated: true } as const
const collection = '/v2/repositories/{namespace}'
const item = '/v2/repositories/{namespace}/{repository}'

/** The legacy endpoints (lifecycle document, "Endpoints with a path shown"): they answer as their replacements do. */
export const legacyRoutes: readonly Route[] = [
  {
    ...shared,
    method: 'POST',
    path: '/v2/repositories',
    summary: 'Create repository (legacy)',
    auth: 'required',
    body: 'repo_creation_request',
    success: { status: 201, schema: 'repository_info' },
    failures: [403, 404, 409],
    handle: call => createIn(call, String(call.body.namespace)),
    headers: (_params, body) => deprecation(deprecatedSince.createAndGet, successorOfBody(body)),
  },
  {
    ...shared,
    method: 'POST',
    path: collection,
    summary: 'Create repository in a namespace (legacy)',
    auth: 'required',
    body: 'repo_creation_request',
    success: { status: 201, schema: 'repository_info' },
    failures: [403, 409],
    handle: create,
    headers: labelled(deprecatedSince.createAndGet),
  },
  {
    ...shared,
    method: 'GET',
    path: collection,
    summary: 'List repositories (legacy)',
    auth: 'optional',
    query: listParameters,
    success: { status: 200, schema: 'list_repositories_response' },
    handle: list,
    headers: labelled(deprecatedSince.list),
  },
  {
    ...shared,
    method: 'GET',
    path: item,
    summary: 'Get repository (legacy)',
    auth: 'optional',
    success: { status: 200, schema: 'repository_info' },
    handle: get,
    headers: labelled(deprecatedSince.createAndGet),
  },
  {
    ...shared,
    method: 'HEAD',
    path: item,
    summary: 'Check repository (legacy)',
    auth: 'optional',
    success: { status: 200, schema: null },
    handle: get,
    headers: labelled(deprecatedSince.createAndGet),
  },
]
