import type { Content, Entry, Har, Header } from 'har-format'
import { type Exchange, type HeaderList, headerValue } from '../contracts/exchange.ts'
import type { Report } from '../contracts/results/report.ts'
import type { Reporter } from './reporter.ts'
import { cut, firstOf, share, wholeMs } from './shared/bounds.ts'
import { toJson, uri } from './shared/encode.ts'
import { conclusion, startInstant } from './shared/facts.ts'

/**
 * HTTP Archive 1.2 (w3c.github.io/web-performance/specs/HAR/Overview.html), for the network panel of a browser. The exchanges of the
 * report are redacted already. What the report does not hold is not invented: sizes are -1, the time of a single request is that of the
 * run, and all of its duration is `wait`.
 */

const mostEntries = 20_000

/** Bodies together. */
const budget = 24_000_000

/** Headers of one message; the rest is cut. */
const headersOf = (headers: HeaderList): Header[] =>
  headers.slice(0, 100).map(([name, value]) => ({ name: cut(name, 200), value: cut(value, 2_000) }))

const queryOf = (url: string): { name: string; value: string }[] => {
  const [, query = ''] = cut(url, 8_000).split(/\?(.*)/s)
  return [...new URLSearchParams(query.replace(/#.*$/s, ''))].slice(0, 200).map(([name, value]) => ({ name, value }))
}

const cutNote = (body: string, room: number, truncated: boolean): { comment?: string } => {
  const notes = [
    ...(body.length > room
      ? [`${body.length - room} of ${body.length} characters left out; the JSON report has them`]
      : []),
    ...(truncated ? ['the suite read only the beginning'] : []),
  ]
  return notes.length === 0 ? {} : { comment: notes.join('; ') }
}

const contentOf = ({ response }: Exchange, room: number): Content => {
  if (response === null) return { size: 0, mimeType: 'x-unknown' }
  const { body, encoding, truncated, headers } = response
  const base64 = encoding === 'base64'
  return {
    size: base64 ? Buffer.byteLength(body, 'base64') : Buffer.byteLength(body),
    mimeType: cut(headerValue(headers, 'content-type') ?? 'x-unknown', 200),
    ...(body === '' ? {} : { text: body.slice(0, room) }),
    ...(base64 ? { encoding: 'base64' } : {}),
    ...cutNote(body, room, truncated),
  }
}

const entryOf = (exchange: Exchange, startedDateTime: string, room: number): Entry => {
  const { id, request, response, failure } = exchange
  const time = wholeMs(exchange.ms)
  return {
    startedDateTime,
    time,
    request: {
      method: cut(request.method, 100),
      url: uri(cut(request.url, 8_000)),
      httpVersion: 'unknown',
      cookies: [],
      headers: headersOf(request.headers),
      queryString: queryOf(request.url),
      ...(request.body === null
        ? {}
        : {
            postData: {
              mimeType: cut(headerValue(request.headers, 'content-type') ?? 'x-unknown', 200),
              text: request.body.slice(0, room),
              ...cutNote(request.body, room, false),
            },
          }),
      headersSize: -1,
      bodySize: request.body === null ? 0 : Buffer.byteLength(request.body),
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'unknown',
      cookies: [],
      headers: headersOf(response?.headers ?? []),
      content: contentOf(exchange, room),
      redirectURL: cut(headerValue(response?.headers ?? [], 'location') ?? '', 2_000),
      headersSize: -1,
      bodySize: -1,
      // Browsers write it so, and show it.
      ...(response === null ? { _error: failure ?? 'unknown', comment: `no answer: ${failure ?? 'unknown'}` } : {}),
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0, blocked: -1, dns: -1, connect: -1, ssl: -1 },
    comment: `${cut(id, 100)}, ${request.as}`,
  }
}

const render = (report: Report): string => {
  const { kept, left } = firstOf(report.exchanges, mostEntries)
  const bodies = kept.filter(({ request, response }) => request.body || response?.body).length
  // A multiple of four, so that base64 stays whole.
  const room = share(budget, bodies, { min: 400, max: 1_000_000 }) & ~3
  const started = startInstant(report)
  const comments = [
    conclusion(report),
    'redacted; startedDateTime is the start of the run, since the report holds no other',
    ...(left === 0 ? [] : [`${left} of ${report.exchanges.length} exchanges left out; the JSON report has them`]),
  ]
  const har: Har = {
    log: {
      version: '1.2',
      creator: { name: cut(report.tool.name, 100), version: cut(report.tool.version, 100) },
      entries: kept.map(exchange => entryOf(exchange, started, room)),
      comment: comments.join('; '),
    },
  }
  return toJson(har)
}

export const harReporter: Reporter = {
  describe: 'the exchanges as an HTTP Archive 1.2, for the network panel of a browser',
  render,
}
