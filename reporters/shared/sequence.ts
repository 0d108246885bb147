import { operationOf } from '../../contracts/causes/evidence.ts'
import { pathBelow, valuesOf } from '../../contracts/causes/paths.ts'
import { type Exchange, isSuccessStatus, type SentRequest } from '../../contracts/exchange.ts'
import { jsonOf } from '../../contracts/json.ts'
import type { Report } from '../../contracts/results/report.ts'
import { isOfRun, prefixesOf } from '../../contracts/run/run-name.ts'
import { curlLines } from './curl.ts'

/** How a request about something that the run made and deleted is repeated: commands that create it, ask, and delete it. */

type Sealed = Exchange<'sealed'>

/** What ids of things are called in the answer to their creation. */
const idMembers = ['uuid', 'id', 'token_id'] as const

/** Something that the run made. */
interface Made {
  readonly creation: Sealed
  /** Its part of a path: its name, or its id in the answer to its creation. */
  readonly part: string
  /** The member of that answer that has the id; none for a name. */
  readonly member?: string
}

const isAccepted = ({ response }: Exchange): boolean => response !== null && isSuccessStatus(response.status)

const membersOf = (body: string | null | undefined): Readonly<Record<string, unknown>> => {
  const value = jsonOf(body ?? '')
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const madeBy = new WeakMap<Report['exchanges'], readonly Made[]>()

const madeOf = (creation: Sealed, run: string): readonly Made[] => {
  const received = membersOf(creation.response?.body)
  const ids = idMembers.filter(member => typeof received[member] === 'string' || typeof received[member] === 'number')
  const names = Object.values(membersOf(creation.request.body)).filter(
    value => typeof value === 'string' && isOfRun(run, value),
  )
  return [
    ...ids.map(member => ({ creation, part: String(received[member]), member })),
    ...names.map(name => ({ creation, part: String(name) })),
  ]
}

/** Everything that this run made, by what its creations were sent and answered. */
const madeIn = ({ run, exchanges }: Report): readonly Made[] => {
  const known = madeBy.get(exchanges)
  if (known) return known
  const creations = exchanges.filter(exchange => exchange.request.method === 'POST' && isAccepted(exchange))
  const made = run === null ? [] : creations.flatMap(creation => madeOf(creation, run))
  madeBy.set(exchanges, made)
  return made
}

/** The segments of a path; nothing for what went elsewhere. */
const urlSegments = (url: string, target: string | null): readonly string[] => (pathBelow(url, target) ?? '').split('/')

/**
 * Whether a request is about something that the run made: its name, or an id that only a creation showed, or a list that showed it and no
 * longer does.
 */
export const isAboutMade = ({ request: { url }, response }: Sealed, report: Report): boolean =>
  (report.run !== null &&
    prefixesOf(report.run).some(prefix => [url, response?.body ?? ''].some(text => text.includes(prefix)))) ||
  madeIn(report).some(({ part }) => urlSegments(url, report.target).includes(part))

/** The operations that read and delete what another one is about. */
const siblings = (operation: string): { readonly get: string; readonly remove: string } => {
  const [family] = /^(?:pat|oat)\./.exec(operation) ?? []
  return family === undefined
    ? { get: 'GetRepository', remove: 'DeleteRepository' }
    : { get: `${family}get`, remove: `${family}delete` }
}

/** Where what a path of one operation names is deleted, by the parameters that both paths have. */
const deletionUrl = (url: string, operation: string, { bindings, target }: Report): string | undefined => {
  const templateOf = (name: string): string | undefined => bindings.find(binding => binding.operation === name)?.path
  const [asked, deletion] = [templateOf(operation), templateOf(siblings(operation).remove)]
  if (asked === undefined || deletion === undefined) return undefined
  const names: readonly string[] = asked.match(/\{[^}]*\}/g) ?? []
  const values = valuesOf(asked, pathBelow(url, target) ?? '')
  const filled = deletion.replace(/\{[^}]*\}/g, name => values?.[names.indexOf(name)] ?? name)
  return filled.includes('{') ? undefined : `${(target ?? '').replace(/\/+$/, '')}${filled}`
}

const credentialOf = ({ headers }: SentRequest): string | undefined =>
  headers.find(([name, value]) => name.toLowerCase() === 'authorization' || value.includes('[secret-'))?.[1]

/** Whether whoever repeats both sends what was sent: with the same credentials, and no secret elsewhere. */
const isRepeatable = (creation: SentRequest, request: SentRequest): boolean =>
  credentialOf(creation) === credentialOf(request) &&
  [creation, request].every(({ as, url, body }) => as === 'valid' && !/\[secret-|\[redacted/.test(`${url} ${body}`))

/** Whether the case changed the thing before the request, so that what was answered depends on that. */
const isChanged = (report: Report, requirement: string, { id }: Sealed, { creation, part }: Made): boolean => {
  const kase = report.requirements
    .find(each => each.id === requirement)
    ?.cases.find(({ exchanges }) => exchanges.includes(id))
  const before = new Set(kase?.exchanges.slice(0, kase.exchanges.indexOf(id)))
  return report.exchanges.some(
    ({ id: its, request: { method, url } }) =>
      before.has(its) && its !== creation.id && !['GET', 'HEAD', 'OPTIONS'].includes(method) && url.includes(part),
  )
}

/** The script of sed that finds an id in an answer; undefined where it does not find it in the recorded one. */
const finder = ({ creation, part, member }: Made): string | undefined => {
  const body = creation.response?.body ?? ''
  const value = typeof membersOf(body)[member ?? ''] === 'number' ? '([0-9]*)' : '"([A-Za-z0-9_-]*)"'
  const pattern = `.*"${member}": *${value}.*`
  const found = new RegExp(pattern).exec(`HTTP/1.1 201 Created${body.replace(/[\r\n]/g, '')}`)?.[1]
  // A hub may answer anything the next time: only what is an id reaches the shell.
  return found === part && /^[\w-]+$/.test(part) ? `s/${pattern.replace(/[()]/g, '\\$&')}/\\1/p` : undefined
}

/** Commands that keep the answer to a creation, and the id in it. */
const keepingId = (commands: readonly string[], script: string, isShown: boolean): readonly string[] => [
  ...commands
    .map((line, at) => (at === 0 ? `answer=$(${line.replace('curl', 'curl -sS')}` : line))
    .map((line, at) => (at === commands.length - 1 ? `${line})` : line)),
  ...(isShown ? [`printf '%s\\n' "$answer"`] : []),
  `id=$(printf %s "$answer" | tr -d '\\r\\n' | sed -n '${script}')`,
]

/** Stands for the id until the URL is quoted. */
const idMark = 'ID-OF-WHAT-WAS-MADE'

/** A URL with a mark in the place of the segments of its path that are the id. */
const withMark = (url: string, id: string, target: string | null): string => {
  const path = pathBelow(url, target)
  if (path === undefined) return url
  const base = (target ?? '').replace(/\/+$/, '')
  const marked = path.split('/').map(segment => (segment === id ? idMark : segment))
  return `${base}${marked.join('/')}${url.slice(base.length + path.length)}`
}

/** A line of a command with the variable in the place of the mark; what is quoted is opened for it. Without an id the shell stops. */
const withVariable = (line: string): string => {
  const word = line.split(' ').find(each => each.includes(idMark))
  const variable = `"\${id:?}"`
  return word === undefined ? line : line.replaceAll(idMark, word.startsWith("'") ? `'${variable}'` : variable)
}

/** A command whose answer ends its line: what the next one prints begins on another. */
const apart = (lines: readonly string[]): readonly string[] =>
  lines.map((line, at) => (at === lines.length - 1 ? `${line}; echo` : line))

/**
 * Commands that create what an exchange is about, send its request, and delete it. Undefined where what the run recorded does not hold all of
 * that: more than one thing, changes on the way, other credentials, a secret in a body, no path to delete it, or a deletion that failed.
 */
export const sequenceLines = (
  report: Report,
  exchange: Sealed,
  requirement: string,
  width: number,
  insecure: boolean,
): readonly string[] | undefined => {
  const { request } = exchange
  const operation = operationOf(exchange, report)
  if (operation === undefined) return undefined
  const created = madeIn(report).filter(({ creation }) => creation.id === exchange.id)
  const isCreation = created.length > 0
  const segments = urlSegments(request.url, report.target)
  const about = isCreation ? created : madeIn(report).filter(({ part }) => segments.includes(part))
  // A token is addressed by its id, a repository by its name.
  const thing = about.find(({ member }) => (member !== undefined) === /^(?:pat|oat)\./.test(operation))
  if (thing === undefined || about.some(({ creation }) => creation.id !== thing.creation.id)) return undefined
  const { creation, part, member } = thing
  if (!isRepeatable(creation.request, request) || isChanged(report, requirement, exchange, thing)) return undefined
  const deletion = isCreation
    ? deletionUrl(`${request.url}/${part}`, siblings(operation).get, report)
    : deletionUrl(request.url, operation, report)
  const isLeft = report.leftovers.some(({ name, url }) => name === part || url.split('/').includes(part))
  if (deletion === undefined || isLeft || !deletion.split('/').includes(part)) return undefined
  const headers = creation.request.headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  const remove: SentRequest = { ...creation.request, method: 'DELETE', url: deletion, headers, body: null }
  const script = member === undefined ? undefined : finder(thing)
  if (member !== undefined && script === undefined) return undefined
  const linesOf = (sent: SentRequest): readonly string[] => {
    if (script === undefined) return curlLines(sent, width, insecure)
    return curlLines({ ...sent, url: withMark(sent.url, part, report.target) }, width, insecure).map(withVariable)
  }
  const create = curlLines(creation.request, width, insecure)
  const asks = isCreation ? [] : linesOf(request)
  const ends = request.method === 'DELETE' ? [] : linesOf(remove)
  return [
    ...(script === undefined ? apart(create) : keepingId(create, script, isCreation)),
    ...(ends.length === 0 ? asks : apart(asks)),
    ...ends,
  ]
}
