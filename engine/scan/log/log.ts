import type { LoggedUse, RouteUse, Shares, Usage } from '../../../contracts/run/usage.ts'
import { UsageError } from '../../options.ts'
import { type Matched, matchRequest } from '../match.ts'
import { createTally } from '../tally.ts'
import { type LoggedRequest, readLine } from './line.ts'

/** So many clients and user agents of a route are told apart; a log may have millions. */
const mostClients = 10_000

/** So many of them are in the result. */
const mostShown = 100

/** No line of a log is longer; what is was not written by a server. */
const longestLine = 64 * 1024

/** Counts names; what does not fit is counted together. */
const createShares = () => {
  const counts = new Map<string, number>()
  let others = 0
  return {
    add: (name: string): void => {
      const known = counts.get(name)
      if (known !== undefined || counts.size < mostClients) counts.set(name, (known ?? 0) + 1)
      else others += 1
    },
    shares: (): Shares => {
      const all = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      const shown = all.slice(0, mostShown).map(([name, requests]) => ({ name, requests }))
      const left = all.slice(mostShown).reduce((sum, [, requests]) => sum + requests, others)
      return { shown, others: left }
    },
  }
}

interface Counts {
  readonly clients: ReturnType<typeof createShares>
  readonly agents: ReturnType<typeof createShares>
  readonly days: Map<string, number>
}

/** The day of a time in UTC. */
const dayIn = (at: string): string => {
  const time = Date.parse(at)
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)
}

/** A function that remembers its last answers: a log has the same again and again. */
const remembering = <Value>(answer: (key: string) => Value): ((key: string) => Value) => {
  const known = new Map<string, Value>()
  return key => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= mostClients) known.clear()
    const value = answer(key)
    known.set(key, value)
    return value
  }
}

/** The lines of a stream of text, without their ends. */
const linesOf = async function* (chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) {
      yield rest
      rest = ''
    }
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  if (rest !== '') yield rest
}

/** A log with what it is called. */
export interface LogInput {
  readonly file: string
  readonly chunks: AsyncIterable<Uint8Array | string>
}

/**
 * Which deprecated and removed routes the requests of access logs use, by client, user agent and day. A log is read line by line and may be
 * of any size.
 *
 * @throws UsageError for a text without a line of a known format.
 */
export const scanLogs = async (logs: readonly LogInput[]): Promise<Usage> => {
  const tally = createTally({ session: false })
  const matched = remembering((key: string) => {
    const [method = '', url = ''] = key.split(' ')
    return { of: matchRequest(method, url) ?? null }
  })
  const matchOf = ({ method, url }: LoggedRequest): Matched | null =>
    matched(`${method} ${url.replace(/[?#].*$/s, '')}`).of
  const dayOf = remembering(dayIn)
  const routes = new Map<string, Counts>()
  for (const { file, chunks } of logs) {
    let read = 0
    let lines = 0
    for await (const line of linesOf(chunks)) {
      if (line.trim() === '') continue
      lines += 1
      const request = line.length > longestLine ? undefined : readLine(line)
      if (request === undefined) {
        tally.leftOut()
        continue
      }
      if (request === 'no request') continue
      read += 1
      const matched = matchOf(request)
      tally.see(request, matched)
      const endpoint = matched?.endpoint
      if (endpoint === undefined) continue
      const counts = routes.get(endpoint.slug) ?? { clients: createShares(), agents: createShares(), days: new Map() }
      routes.set(endpoint.slug, counts)
      counts.clients.add(request.client)
      counts.agents.add(request.agent)
      const day = request.at === null ? '' : dayOf(request.at)
      counts.days.set(day, (counts.days.get(day) ?? 0) + 1)
    }
    if (lines > 0 && read === 0)
      throw new UsageError(
        `${file} is not an access log in a known format: nginx or Apache (combined), Caddy or Traefik (JSON)`,
      )
  }
  const usage = tally.usage({ kind: 'log', files: logs.map(({ file }) => file) })
  const usedBy = ({ slug }: RouteUse): LoggedUse => {
    const counts = routes.get(slug) as Counts
    return {
      clients: counts.clients.shares(),
      agents: counts.agents.shares(),
      days: [...counts.days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, requests]) => ({ day, requests })),
    }
  }
  return {
    ...usage,
    // A line that is not understood may be any request.
    result: usage.result === 'none' && usage.requests.leftOut > 0 ? 'not-all-seen' : usage.result,
    routes: usage.routes.map(route => ({ ...route, by: usedBy(route) })),
  }
}
