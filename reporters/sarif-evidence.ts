import type { ArtifactContent, Location, Result } from 'sarif'
import type { Exchange, HeaderList } from '../contracts/exchange.ts'
import type { Excerpt } from '../contracts/finding.ts'
import { cut } from './bounds.ts'
import { reference, wellFormed } from './encode.ts'

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

const excerptLocation = ({ from, line, text }: Excerpt): Location => ({
  physicalLocation: {
    artifactLocation: { uri: reference(cut(from, 1_000)) },
    ...(line === undefined ? {} : { region: { startLine: Math.max(1, line), snippet: { text: cut(text, 500) } } }),
  },
})

/** Where a failure is: a place in a published document, and method and path, which are no place in a file. */
export const locationsOf = (
  exchange: Exchange | undefined,
  excerpts: readonly Excerpt[],
): Pick<Result, 'locations'> => {
  const physical = excerpts.slice(0, 5).map(excerptLocation)
  if (exchange === undefined) return physical.length === 0 ? {} : { locations: physical }
  const path = cut(requestTarget(exchange.request.url).replace(/[?#].*$/s, ''), 1_000)
  const fullyQualifiedName = `${cut(exchange.request.method, 100)} ${path}`
  return { locations: [...physical, { logicalLocations: [{ name: path, fullyQualifiedName, kind: 'resource' }] }] }
}
