import { type Exchange, headerValue } from '../../contracts/exchange.ts'
import { bodyExcerpt, clip, visible } from './text.ts'

/** What came back, without the body: `404 application/json`, `no answer: timeout`. */
const answerOf = (exchange: Exchange): string => {
  const { response } = exchange
  if (response === null) return `no answer: ${exchange.failure ?? 'unknown'}`
  const type = headerValue(response.headers, 'content-type')?.split(';')[0]
  const location = headerValue(response.headers, 'location')
  return [response.status, type, location === undefined ? undefined : `Location: ${location}`].filter(Boolean).join(' ')
}

/** The path where the request went to the target, else the whole URL. */
export const address = (url: string, target: string | null): string => {
  if (target === null || !URL.canParse(target)) return url
  const { origin } = new URL(target)
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** Who a request came from, as far as its credentials say: `no credentials`. */
export const senderWords = ({ as, headers }: Exchange['request']): string =>
  as === 'anonymous'
    ? headerValue(headers, 'authorization') !== undefined
      ? 'made-up credentials'
      : 'no credentials'
    : `${as} credentials`

/** An exchange on one line: `GET /v2/… → 404 application/json`. */
export const exchangeLine = (exchange: Exchange, target: string | null): string => {
  const { method, url, as } = exchange.request
  const who = as === 'valid' ? '' : ` (${senderWords(exchange.request)})`
  // A long path is cut, so that the answer is not.
  return clip(visible(`${method} ${clip(address(url, target), 300)}${who} → ${answerOf(exchange)}`), 400)
}

/** How much of a value a message may quote. */
const mostQuoted = 40

/** Whether a message names the path that a link to the successor leads to. */
const isNamedLink = (value: string, message: string): boolean =>
  value.includes('successor-version') &&
  [...value.matchAll(/<(?:[a-z]+:\/\/[^/>]*)?(\/[^>?#]+)/gi)].some(([, path = '']) => message.includes(path))

/** The header fields of an answer that a message quotes by name and value. */
const quotedHeaders = (exchange: Exchange, message: string): readonly string[] =>
  (exchange.response?.headers ?? [])
    .filter(
      ([name, value]) =>
        value !== '' &&
        (isNamedLink(value, message) ||
          (message.includes(value.slice(0, mostQuoted)) && message.toLowerCase().includes(name.toLowerCase()))),
    )
    .slice(0, 5)
    .map(([name, value]) => clip(visible(`${name}: ${value}`), 400))

/** How much of the body is shown if the message is about header fields. */
const bodyWithFields = 200

/**
 * What came back, as far as the message is about it: the header fields that it quotes, and the body, which is cut in the middle where it is
 * longer.
 */
export const answerExcerpts = (exchange: Exchange, length: number, message = ''): readonly string[] => {
  const { response } = exchange
  const fields = quotedHeaders(exchange, message)
  if (response === null || response.body === '') return fields
  const most = fields.length === 0 ? length : Math.min(length, bodyWithFields)
  return [
    ...fields,
    response.encoding === 'base64' ? `(binary) ${clip(response.body, 40)}` : bodyExcerpt(response.body, most),
  ]
}
