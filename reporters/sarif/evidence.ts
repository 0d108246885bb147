import type { ArtifactContent, ArtifactLocation, Location, Result } from 'sarif'
import type { Exchange, HeaderList } from '../../contracts/exchange.ts'
import type { Excerpt } from '../../contracts/results/finding.ts'
import { cut } from '../shared/bounds.ts'
import { pathReference, uri, wellFormed } from '../shared/encode.ts'

/** The request target as it went over the wire (RFC 9112, section 3.2): what follows the origin. */
const requestTarget = (url: string): string => {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return target === '' ? '/' : target
}

/** SARIF takes one value for a name; RFC 9110, section 5.3 joins several with a comma. */
const headersOf = (headers: HeaderList): Record<string, string> => {
  const joined = new Map<string, string>()
  for (const [name, value] of headers.slice(0, 60)) {
    const key = wellFormed(cut(name, 100))
    const before = joined.get(key)
    joined.set(key, cut(before === undefined ? value : `${before}, ${value}`, 500))
  }
  return Object.fromEntries(joined)
}

/** A body, or its beginning. Base64 is cut where four of its characters, so three bytes, are whole. */
const bodyOf = (body: string, encoding: 'utf8' | 'base64', room: number): ArtifactContent =>
  encoding === 'base64' ? { binary: body.slice(0, room - (room % 4)) } : { text: body.slice(0, room) }

const leftOut = (body: string, room: number, truncated: boolean): object =>
  body.length > room || truncated ? { properties: { bodyLength: body.length, bodyCut: true } } : {}

/** What was sent and what came back, with at most `room` characters of each body (section 3.46 and 3.47). */
export const webEvidence = (
  { request, response, failure }: Exchange,
  room: number,
): Pick<Result, 'webRequest' | 'webResponse'> => ({
  webRequest: {
    protocol: 'HTTP',
    method: cut(request.method, 100),
    target: cut(requestTarget(request.url), 2_000),
    headers: headersOf(request.headers),
    ...(request.body === null ? {} : { body: bodyOf(request.body, 'utf8', room) }),
    ...leftOut(request.body ?? '', room, false),
  },
  webResponse:
    response === null
      ? { noResponseReceived: true, properties: { failure: failure ?? 'unknown' } }
      : {
          protocol: 'HTTP',
          statusCode: response.status,
          headers: headersOf(response.headers),
          ...(response.body === '' ? {} : { body: bodyOf(response.body, response.encoding, room) }),
          ...leftOut(response.body, room, response.truncated),
        },
})

/** GitHub accepts only paths of files, so the URL of a fetched document is a property. */
const artifactOf = (from: string): ArtifactLocation => {
  const text = cut(from, 1_000)
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { uri: pathReference(text) }
  const path = requestTarget(text)
    .replace(/[?#].*$/s, '')
    .replace(/^\/+/, '')
  return { uri: pathReference(path), properties: { fetchedFrom: uri(text) } }
}

const excerptLocation = ({ from, line, text }: Excerpt): Location => ({
  physicalLocation: {
    artifactLocation: artifactOf(from),
    region: { startLine: Math.max(1, line ?? 1), snippet: { text: cut(text, 500) } },
  },
})

/** GitHub refuses a report with a result without a file. An answer of a service is in no file, so the id is used as one. */
const requirementLocation = (id: string): Location => ({
  physicalLocation: { artifactLocation: { uri: pathReference(cut(id, 300)) }, region: { startLine: 1 } },
})

/** The location of a result: a place in a published document, else the requirement; and method and path as a logical location. */
export const locationsOf = (
  id: string,
  exchange: Exchange | undefined,
  excerpts: readonly Excerpt[],
): { readonly locations: Location[] } => {
  const [first = requirementLocation(id), ...others] = excerpts.slice(0, 5).map(excerptLocation)
  if (exchange === undefined) return { locations: [first, ...others] }
  const path = cut(requestTarget(exchange.request.url).replace(/[?#].*$/s, ''), 1_000)
  const fullyQualifiedName = `${cut(exchange.request.method, 100)} ${path}`
  return {
    locations: [{ ...first, logicalLocations: [{ name: path, fullyQualifiedName, kind: 'resource' }] }, ...others],
  }
}
