import type { Answered } from '../../contracts/exchange.ts'
import { isObject, type JsonObject } from '../../contracts/json.ts'
import { Unreadable } from '../../contracts/results/finding.ts'
import { withExactIds } from '../exact-ids.ts'
import { lastFew } from '../remembered.ts'
import { header, isSuccess } from './exchanges.ts'
import { fromXml, mayBeXml } from './from-xml.ts'

export { isObject, type JsonObject }

export const has = (object: JsonObject, key: string): boolean => Object.hasOwn(object, key)

/** What sort of content an answer has, whatever its status. */
export const contentKind = (exchange: Answered): 'none' | 'json' | 'html' | 'other' => {
  const type = header(exchange, 'content-type')?.toLowerCase() ?? ''
  const body = exchange.response.body.trim()
  if (/[/+]json\b/.test(type)) return 'json'
  if (/html/.test(type)) return 'html'
  if (parseJson(exchange).ok) return 'json'
  return body === '' ? 'none' : 'other'
}

/** Levels of nesting beyond which a body is not read: no hub means them, and walks over them would exhaust the stack. */
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

/** Commas beyond which a body is not read: no list of a hub is that long, and lists of all that it holds would exhaust the memory. */
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

/** One JSON value a line, or after each record separator (RFC 7464, section 2.1), as an array. */
const parseLines = lastFew(4, (text): Parsed => {
  const values = text
    .split('\u001e')
    .flatMap(record => record.split('\n'))
    .filter(line => line.trim() !== '')
    .map(parse)
  return values.every(parsed => parsed.ok) ? { ok: true, value: values.map(({ value }) => value) } : { ok: false }
})

/** Whether a body is a JSON value in each of its lines: what is declared of it is of the text, or of a line. */
export const isLines = (exchange: Answered): boolean =>
  /ndjson|jsonl|json-lines|json-seq/i.test(header(exchange, 'content-type') ?? '')

/** The body as JSON, or that it is none. */
export const parseJson = (exchange: Answered): Parsed => {
  const { body, encoding } = exchange.response
  if (encoding === 'base64') return { ok: false }
  const parsed = parse(body)
  return !parsed.ok && isLines(exchange) ? parseLines(body) : parsed
}

/** The body as JSON; undefined where it is none. */
export const jsonIn = (exchange: Answered): unknown => {
  const parsed = parseJson(exchange)
  return parsed.ok ? parsed.value : undefined
}

/** The same of a success; undefined for any other answer. */
export const jsonOfSuccess = (answer: Answered): unknown => (isSuccess(answer) ? jsonIn(answer) : undefined)

/** The body with each value of the type that it was sent as: large ids too are numbers, and not exact. */
export const jsonAsSent = (exchange: Answered): unknown => {
  const sent = parseAsSent(exchange.response.body)
  return sent.ok ? sent.value : json(exchange)
}

/** The body as JSON. Throws {@link Unreadable} where it is none: the document shows no payload, so this is never a failure. */
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

/** What a JSON value is, for a sentence. */
export const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : String(typeof value)
}
