import { safeDecode } from '../../checks/reading/exchanges.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { type EndpointFact, lifecycle } from '../../contracts/lifecycle.ts'

/** What a request goes to: a path of the API, and where one is used that is not to be used any more, which. */
export interface Matched {
  readonly endpoint: EndpointFact | undefined
}

type Segments = readonly string[]

const segmentsOf = (path: string): Segments => path.split('/').filter(segment => segment !== '')

const templates = lifecycle.endpoints.map(endpoint => ({ endpoint, segments: segmentsOf(endpoint.path) }))

/** The first segments behind `v1` and `v2` by which the API is told from whatever else has a version in its path. */
const roots = new Set([
  ...[...dockerHub, ...lifecycle.endpoints].map(({ path }) => segmentsOf(path).slice(0, 2).join('/')),
  // Published as well, but no requirement covers it.
  ...['users', 'invites', 'scim'].map(root => `v2/${root}`),
])

/** The path of a URL or of a request line, as it was written; undefined for what is no HTTP URL. */
export const pathOf = (url: string): string | undefined =>
  /^(?:https?:\/\/[^/?#\\]*)?((?:\/[^?#]*)?)(?:[?#]|$)/is.exec(url)?.[1]

/**
 * The segments from the generation on. A hub may be mounted anywhere, so what comes before is not looked at; the first place counts, since
 * a namespace or a repository may be called `v2`, too.
 */
const belowMount = (segments: Segments): Segments | undefined => {
  const at = segments.findIndex((segment, index) => roots.has(`${segment}/${segments[index + 1]}`))
  return at === -1 ? undefined : segments.slice(at)
}

const fits = (template: Segments, segments: Segments): boolean =>
  template.length === segments.length &&
  template.every((part, index) =>
    part.startsWith('{') ? !/^\.\.?$/.test(segments[index] ?? '') : part === segments[index],
  )

/** What a request goes to; undefined for what is no path of the API. Host, base path, query, slashes too many and percent-encoding make no difference. */
export const matchRequest = (method: string, url: string): Matched | undefined => {
  const segments = belowMount(segmentsOf(pathOf(url) ?? '').map(safeDecode))
  if (segments === undefined) return undefined
  const found = templates.find(
    ({ endpoint, segments: template }) =>
      (endpoint.method === '*' || endpoint.method === method.toUpperCase()) && fits(template, segments),
  )
  return { endpoint: found?.endpoint }
}
