import { isToken, refusedHeaders } from '../../checks/http/fields.ts'
import { isV1Path, normalTemplate, segmentsIn } from '../../checks/path-template.ts'
import { readingOperations } from '../../contracts/bindings/roles.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Ask } from '../../contracts/requirement.ts'
import { UsageError } from '../options.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

export const isSafe = (method: string): boolean => safeMethods.has(method)

/** Throws {@link UsageError} for headers of the user's that must not be sent: one that the client refuses would cost a connection for ever. */
export const checkHeaders = (headers: readonly (readonly [string, string])[]): void => {
  for (const [name, value] of headers) {
    if (!isToken(name)) throw new UsageError('a header has an invalid name')
    if (refusedHeaders.has(name.toLowerCase())) throw new UsageError(`the header ${name} may not be set`)
    if (/[^\t -~]/.test(value))
      throw new UsageError(`the header ${name} has a character that is not allowed in a header`)
  }
}

/** Whether a request can go onto the wire verbatim; the path cannot leave the target's origin. */
export const isSendable = ({ method, path }: Pick<Ask, 'method' | 'path'>): boolean =>
  isToken(method) && /^\/[\x21-\x7e]*$/.test(path) && !path.includes('#')

export const withoutQuery = (path: string): string => path.replace(/\?.*/, '')

/** The segments of a path as the most lenient of servers may see them. */
const decodedSegments = (path: string): readonly string[] => {
  let text = withoutQuery(path)
  // Until nothing is left to decode, since some servers decode more than once.
  for (let last: string | undefined; last !== text; ) {
    last = text
    text = text.replace(/%(25|2e|2f|5c|3b)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
  return text.split(/[/\\]/).map(segment => segment.replace(/;.*/, ''))
}

/** Whether a path has a segment that climbs: then it says nothing of where the request arrives. */
export const climbs = (path: string): boolean =>
  decodedSegments(path).some(segment => segment === '.' || segment === '..')

/** Whether a request goes to a removed v1 route and is about a name that nobody has, so that every method may be tried. */
export const isV1Request = (path: string): boolean =>
  isV1Path(path) && !climbs(path) && withoutQuery(path).includes('hub-conformance-')

// Not the words by which operations are found: a word that is added there must not permit a request.
const readingVerbs = /^(?:search|query|find|filter|list|lookup|get|read|fetch|describe|show|info)$/
const endingVerbs =
  /^(?:archiv|cancel|clear|deactivat|delet|destroy|disabl|drop|eras|paus|purg|remov|renam|reset|revok|rotat|suspend|transfer|wip)/
/** Words of a change, and those that join one to what is read: `find-or-make`. */
const changingWords =
  /^(?:(?:add|and|edit|make|move|new|or|put|save|set)$|activat|assign|creat|enabl|merg|patch|regenerat|renew|replac|restor|updat|upsert|writ)/

/** The words of the last segment of a path, in lower case. */
const lastWords = (path: string): readonly string[] => {
  const [last = ''] = path.split(/[/:]/).filter(Boolean).slice(-1)
  return last.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]/).map(word => word.toLowerCase())
}

/** Whether the last segment of a path says that something is deleted, or taken from those who use it. */
const endsSomething = (path: string): boolean => lastWords(path).some(word => endingVerbs.test(word))

/** Whether it says that something is only read: `lookup`, `GetRepository`, `repos.info`. */
const onlyReads = (path: string): boolean => {
  const words = lastWords(path)
  const ends = [words[0], words.at(-1)] as readonly string[]
  return (
    ends.some(word => readingVerbs.test(word)) && !endsSomething(path) && !words.some(word => changingWords.test(word))
  )
}

const creating = new Set<OperationName>(['CreateRepository', 'pat.create', 'oat.create'])

/** The last segment of a path that says that something is only asked. */
const asks =
  /\/(?:[^/]*[-_.:])?(?:verif(?:y|ications?)|check|exist(?:s|ence)?|validat(?:e|ions?)|evaluat(?:e|ions?)|test|match(?:es)?|previews?|probes?|simulat(?:e|ions?)|lookups?|dry-?run)(?:[-_.]?(?:immutab(?:le|ility)|tags?|rules?|patterns?|regex))*(?:\.json)?\/?$/i

/** What a call that may change something is about to do. */
export interface Change {
  readonly operation: OperationName
  readonly method: string
  /** The path that is sent, with placeholders, without the query: a name that was filled in says nothing of what is asked. */
  readonly template: string
  /** The same path, filled in. */
  readonly path: string
  readonly values: RoleValues
  /** Whether the user wrote the binding. */
  readonly byUser: boolean
  /** The path of the operation itself, with placeholders, where a request goes to one next to it. */
  readonly bound?: string
  /** The names that the body has where the target declares members for them. */
  readonly inBody?: readonly string[]
}

/** The segments of a path, each without the text that its template has around the one parameter in it: `id:`, `tokens(`, `:revoke`. */
const withoutLiterals = (template: string, path: string): readonly string[] => {
  const parts = segmentsIn(template, template)
  return segmentsIn(template, path).map((segment, at) => {
    const [, before = '', after = ''] = /^([^{}]*)\{[^{}]+\}([^{}]*)$/.exec(parts[at] ?? '') ?? []
    return segment.slice(before.length, segment.length - after.length)
  })
}

/**
 * Whether an unsafe call can only touch what the run itself made. A binding may come from the target's own reference, and a reference may
 * be wrong: `DELETE /v2/namespaces/{namespace}` under the name of an operation that reads must delete nothing.
 */
export const touchesOnlyOwn = (change: Change, isOwn: (value: string) => boolean): boolean => {
  const { operation, method, template, path, values, byUser, bound = template, inBody = [] } = change
  if (isSafe(method)) return true
  if (climbs(path)) return false
  const segments = withoutLiterals(template, path)
  // A path that ends in the name of one thing is about that, whatever the body names; nothing that is named in a body is deleted.
  const others = /\}[^/:]*\/?$/.test(template) || endsSomething(template) ? [] : inBody
  const named = (value: string | undefined): boolean =>
    value !== undefined && isOwn(value) && (segments.includes(encodeURIComponent(value)) || others.includes(value))
  // Whether the run's own repository is there may be asked by POST at a path that says so.
  const isCheck = operation === 'CheckRepository' && asks.test(bound) && named(values.repository)
  if (readingOperations.has(operation)) return method === 'POST' && (byUser || isCheck || onlyReads(bound))
  if (operation === 'login') return method === 'POST'
  // It is a question about a pattern, put in a body; nothing is kept of it.
  if (operation === 'VerifyRepositoryImmutableTags' && method === 'POST' && (byUser || asks.test(template))) return true
  if (creating.has(operation))
    return method === 'POST' || (method === 'PUT' && (named(values.repository) || named(values.id)))
  return named(values.id) || named(values.repository)
}

/** A path without its query, in a form that two spellings of one template share. */
export const comparablePath = (template: string): string => normalTemplate(withoutQuery(template))

const byId = new Set<OperationName>(['pat.update', 'pat.delete', 'oat.update', 'oat.delete'])

/** Whether a place is one of these, or an action of the thing there: `/{}/revoke`, `/{}:delete`, `/{}/actions/revoke`. */
const isOf = (place: string, shown: ReadonlySet<string>): boolean =>
  [...shown].some(
    one => place === one || (place.startsWith(one) && /^(?:\/[a-z-]+)?[/:][a-z-]+$/i.test(place.slice(one.length))),
  )

/**
 * Whether what an id names is changed or deleted where the target showed that it is ours, and not in some other collection, in which the same
 * id may be somebody else's: a reference that is wrong about one path must not make us delete group 5 for token 5.
 */
export const isWhereItWasShown = (
  { operation, method, template, values, byUser }: Omit<Change, 'path'>,
  shownAt: (id: string) => ReadonlySet<string>,
): boolean =>
  !byId.has(operation) ||
  isSafe(method) ||
  byUser ||
  (values.id !== undefined && isOf(comparablePath(template), shownAt(values.id)))
