import type { Answered } from '../../contracts/exchange.ts'
import { isObject, type JsonObject } from '../../contracts/json.ts'
import { Unreadable } from '../../contracts/results/finding.ts'
import { withExactIds } from '../exact-ids.ts'
import { lastFew } from '../remembered.ts'
import { header, isSuccess } from './exchanges.ts'
import { fromXml, mayBeXml } from './from-xml.ts'

export { isObject, type JsonObject }

export const has = (object: JsonObject, key: string): boolean => Object.hasOwn(object, key)

/** The kind of content of an answer, whatever its status. */
export const contentKind = (exchange: Answered): 'none' | 'json' | 'html' | 'other' => {
  const type = header(exchange, 'content-type')?.toLowerCase() ?? ''
  const body = exchange.response.body.trim()
  if (/[/+]json\b/.test(type)) return 'json'
  if (/html/.test(type)) return 'html'
  if (parseJson(exchange).ok) return 'json'
  return body === '' ? 'none' : 'other'
}

/** The maximum nesting of a body. No hub needs more, and recursion over it would exhaust the stack. */
const deepest = 200

export const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 0x5c) index++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

/** The maximum number of commas in a body. No list of a hub is that long, and it would exhaust the memory. */
const mostCommas = 500_000

const isTooLong = (text: string): boolean => {
  let commas = 0
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) if (++commas > mostCommas) return true
  return false
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

const parseAsSent = lastFew(4, (text): Parsed => {
  if (isTooDeep(text) || isTooLong(text)) return { ok: false }
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch {
    return { ok: false }
  }
})

export const parse = lastFew(16, (text): Parsed => {
  const parsed = parseAsSent(withExactIds(text))
  return parsed.ok && mayBeXml(text) ? { ok: true, value: fromXml(parsed.value) } : parsed
})

/** Parses one JSON value per line or record separator (RFC 7464, section 2.1) to an array. */
const parseLines = lastFew(4, (text): Parsed => {
  const values = text
    .split('\u001e')
    .flatMap(record => record.split('\n'))
    .filter(line => line.trim() !== '')
    .map(parse)
  if (!values.every(parsed => parsed.ok)) return { ok: false }
  const [only, ...others] = values.map(({ value }) => value)
  return { ok: true, value: Array.isArray(only) && others.length === 0 ? only : values.map(({ value }) => value) }
})

/** Whether each line of a body is a JSON value. A declared schema may then be that of a line. */
export const isLines = (exchange: Answered): boolean =>
  /ndjson|jsonl|json-lines|json-seq/i.test(header(exchange, 'content-type') ?? '')

/** The parsed body, or that it is not JSON. */
export const parseJson = (exchange: Answered): Parsed => {
  const { body, encoding } = exchange.response
  if (encoding === 'base64') return { ok: false }
  // A single line is a list of one.
  const lines = isLines(exchange) ? parseLines(body) : undefined
  return lines?.ok ? lines : parse(body)
}

/** The body as JSON; undefined if it is not. */
export const jsonIn = (exchange: Answered): unknown => {
  const parsed = parseJson(exchange)
  return parsed.ok ? parsed.value : undefined
}

/** The body of a success as JSON; undefined for any other answer. */
export const jsonOfSuccess = (answer: Answered): unknown => (isSuccess(answer) ? jsonIn(answer) : undefined)

/** The body with each value in the type that was sent: large ids are numbers, and not exact. */
export const jsonAsSent = (exchange: Answered): unknown => {
  const sent = parseAsSent(exchange.response.body)
  return sent.ok ? sent.value : json(exchange)
}

/** The body as JSON. Throws {@link Unreadable} if it is not: the document shows no body, so this is never a failure. */
export const json = (exchange: Answered): unknown => {
  const parsed = parseJson(exchange)
  if (!parsed.ok)
    throw exchange.response.status === 204
      ? new Unreadable('no-body', { status: 204 }, [exchange])
      : new Unreadable('not-json', { status: exchange.response.status, bytes: exchange.response.body.length }, [
          exchange,
        ])
  return parsed.value
}

/** The type of a JSON value, for a sentence. */
export const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : String(typeof value)
}
