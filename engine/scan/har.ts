import { jsonOf } from '../../contracts/json.ts'
import type { Usage } from '../../contracts/run/usage.ts'
import { asMapping, own } from '../documents/reference/local-reference.ts'
import { UsageError } from '../options.ts'
import { pathOf } from './match.ts'
import { createTally, type SeenRequest } from './tally.ts'

const whyNotJson = (text: string): string => {
  if (text.trim() === '') return 'is empty; record the session again'
  if (!/^\s*\{\s*"log"/.test(text)) return 'is not a HAR file; export the session as HAR 1.2'
  return /\}\s*$/.test(text)
    ? 'is not a HAR file, since it is not valid JSON; export the session as HAR 1.2'
    : 'breaks off before its end; record or export the session again'
}

const fieldsOf = (holder: unknown): SeenRequest['headers'] => {
  const headers = own(holder, 'headers')
  return (Array.isArray(headers) ? headers : []).flatMap(header => {
    const [name, value] = [own(header, 'name'), own(header, 'value')]
    return typeof name === 'string' && typeof value === 'string' ? [[name, value] as const] : []
  })
}

/** When a request was made; a tool's own notion of time is left out. */
const timeOf = (entry: unknown): string | null => {
  const started = own(entry, 'startedDateTime')
  return typeof started === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)$/.test(started)
    ? started
    : null
}

/** A request of a HAR file; undefined for what is none: a `data:` URL, a web socket, an entry without a URL. */
const requestOf = (entry: unknown): SeenRequest | undefined => {
  const request = own(entry, 'request')
  const response = own(entry, 'response')
  const method = own(request, 'method')
  const url = own(request, 'url')
  if (typeof method !== 'string' || typeof url !== 'string') return undefined
  if (!/^https?:/i.test(url) || pathOf(url) === undefined) return undefined
  const status = own(response, 'status')
  return {
    method,
    url,
    // An aborted request has status 0, in other tools a negative one.
    status: typeof status === 'number' && status >= 100 && status <= 599 ? Math.floor(status) : null,
    at: timeOf(entry),
    headers: [...fieldsOf(request), ...fieldsOf(response)],
  }
}

/**
 * Which deprecated and removed routes the requests of a HAR file use (HTTP Archive 1.2, and what tools make of it: nothing but
 * `log.entries[].request.method` and `.url` is needed).
 *
 * @throws UsageError if the text is no HAR file.
 */
export const scanHar = (text: string, file: string): Usage => {
  const session = jsonOf(text)
  if (session === undefined) throw new UsageError(`${file} ${whyNotJson(text)}`)
  const entries = own(asMapping(own(session, 'log')), 'entries')
  if (!Array.isArray(entries)) throw new UsageError(`${file} is not a HAR file: it has no log.entries`)
  const tally = createTally()
  for (const entry of entries) {
    const request = requestOf(entry)
    if (request === undefined) tally.leftOut()
    else tally.see(request)
  }
  return tally.usage({ kind: 'har', file })
}
