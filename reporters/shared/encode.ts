import { jsonEscape } from './text.ts'

/** Text without halves of characters: RFC 7493 (I-JSON) forbids them, and readers in other languages refuse them. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')

/**
 * JSON that can be printed anywhere: what is not seen, what closes a script element and what a build server would take for
 * a command of its own is written as an escape of JSON, so that the values stay the same.
 */
export const toJson = (value: unknown): string => {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? wellFormed(inner) : inner), 2)
  return `${text
    .replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|<(?=[/!])/gu, jsonEscape)
    .replace(/##(?=\w*\[)/g, '#\\u0023')}\n`
}

const authority = /^[a-z][a-z0-9+.-]*:\/\/(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?=[/?#]|$)/i

const outside = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]/gu

/** A URN for what has no standard name. */
export const urn = (kind: string, name: string): string =>
  `urn:x-hub-conformance:${kind}:${wellFormed(name).replace(outside, encodeURIComponent)}`

/** A URI (RFC 3986): characters that it may not contain are percent-encoded, and other text becomes a URN. */
export const uri = (address: string): string => {
  const text = wellFormed(address)
  const [start] = authority.exec(text) ?? []
  return start === undefined
    ? urn('address', text)
    : `${start}${text.slice(start.length).replace(outside, encodeURIComponent)}`
}

/** A path as a reference by RFC 3986, never with a scheme; the separators of Windows become those of an address. */
export const pathReference = (path: string): string =>
  wellFormed(path).replaceAll('\\', '/').replace(/^\/+/, '/').split('/').map(encodeURIComponent).join('/') || '-'
