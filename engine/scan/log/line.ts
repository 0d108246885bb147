import { months } from '../../../checks/date-time.ts'
import { jsonOf } from '../../../contracts/json.ts'
import { own } from '../../documents/reference/local-reference.ts'
import type { SeenRequest } from '../tally.ts'

/** A request as an access log has it. */
export interface LoggedRequest extends SeenRequest {
  /** The address of the client; empty where the log has none. */
  readonly client: string
  /** The user agent; empty where the log has none. */
  readonly agent: string
}

/** The combined and the common format of Apache and nginx, with or without the virtual host before it. */
const combined =
  /^(?:[^\s"]+:\d+ )?(\S+) \S+ (?:\S+|"(?:[^"\\]|\\.)*") \[([^\]]+)\] "((?:[^"\\]|\\.)*)" (\d{3}|-) \S+(?: "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?/

const requestLine = /^([A-Za-z-]+) (\S+)(?: HTTP\/[\d.]+)?$/

/** `10/Oct/2026:13:55:36 -0700` as RFC 3339. */
const clfTime = (text: string): string | null => {
  const [, day, month = '', year, time, hours, minutes] =
    /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(text) ?? []
  const number = months.indexOf(month) + 1
  return number === 0 ? null : `${year}-${String(number).padStart(2, '0')}-${day}T${time}${hours}:${minutes}`
}

/** What nginx and Apache escape: `\"`, `\\`, `\x22`. */
const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:x([0-9A-Fa-f]{2})|(.))/g, (_, code: string | undefined, character: string) =>
        code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

const fromCombined = (line: string): LoggedRequest | 'no request' | undefined => {
  const found = combined.exec(line)
  if (found === null) return undefined
  const [, client = '', time = '', request = '', status = '', agent = ''] = found
  const [, method, url] = requestLine.exec(unescaped(request)) ?? []
  // What was no HTTP is logged as well: the beginning of TLS, or nothing.
  if (method === undefined || url === undefined) return 'no request'
  const shown = unescaped(agent)
  return {
    method,
    url,
    status: status === '-' ? null : Number(status),
    at: clfTime(time),
    headers: [],
    client: client === '-' ? '' : client,
    agent: shown === '-' ? '' : shown,
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const status = (value: unknown): number | null =>
  typeof value === 'number' && value >= 100 && value < 600 ? value : null

/** A time as Caddy and Traefik write it: RFC 3339, or seconds since 1970. */
const timeOf = (value: unknown): string | null => {
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 8e12)
    return new Date(value * 1000).toISOString()
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : null
}

const fromCaddy = (entry: unknown, request: unknown): LoggedRequest => ({
  method: text(own(request, 'method')),
  url: text(own(request, 'uri')),
  status: status(own(entry, 'status')),
  at: timeOf(own(entry, 'ts')),
  headers: [],
  client: text(own(request, 'client_ip')) || text(own(request, 'remote_ip')) || text(own(request, 'remote_addr')),
  agent: text([own(own(request, 'headers'), 'User-Agent')].flat()[0]),
})

const fromTraefik = (entry: unknown): LoggedRequest => ({
  method: text(own(entry, 'RequestMethod')),
  url: text(own(entry, 'RequestPath')),
  status: status(own(entry, 'DownstreamStatus')) ?? status(own(entry, 'OriginStatus')),
  at: timeOf(own(entry, 'StartUTC')) ?? timeOf(own(entry, 'time')),
  headers: [],
  client: text(own(entry, 'ClientHost')) || text(own(entry, 'ClientAddr')),
  agent: text(own(entry, 'request_User-Agent')),
})

const fromJson = (line: string): LoggedRequest | 'no request' | undefined => {
  const entry = jsonOf(line)
  if (entry === undefined) return undefined
  const request = own(entry, 'request')
  // Servers log in the same format that they start, or renew a certificate.
  if (request === undefined && own(entry, 'RequestMethod') === undefined) return 'no request'
  const read = typeof request === 'object' && request !== null ? fromCaddy(entry, request) : fromTraefik(entry)
  return read.method === '' || !read.url.startsWith('/') ? undefined : read
}

/** A line of an access log of nginx, Apache, Caddy or Traefik, which may be about no request; undefined for any other. */
export const readLine = (line: string): LoggedRequest | 'no request' | undefined =>
  line.startsWith('{') ? fromJson(line) : fromCombined(line)
