import type { Name, Thing } from '../../checks/documents/clauses.ts'
import { safeDecode } from '../../checks/reading/exchanges.ts'
import type { EndpointMention } from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { codeEnd, codeStart, type Run, readable, type Span, spanOf } from './pages/text.ts'

/** An endpoint and where in its run it is named. */
export type PlacedMention = EndpointMention & Span

const methodPattern = '(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT|QUERY)'
const betweenWords = `[\\s${codeStart}${codeEnd}]`
// `GET and HEAD /path`, `GET/HEAD: /path`, `GET; HEAD /path`, `GET und HEAD /path`
const methodNames = `${methodPattern}(?:${betweenWords}{0,8}(?:(?:[,;、，/|&+]|\\b(?:and|or|und|oder|et|ou|y|o|e|en|och|og|i)\\b)${betweenWords}{0,4})?${methodPattern}){0,8}`
// `/path (POST)`, `/path [GET, HEAD]`, `/path: POST`, `/path via POST`; what stands in front of another path is the method of that one.
const methodsBehindPattern = new RegExp(
  `^${betweenWords}{0,4}(?:[([]${betweenWords}{0,2}(?:(?:[Oo]nly|[Mm]ethods?:?|HTTP) )?(?<inBrackets>${methodNames})(?: (?:only|requests?|calls?|methods?))?${betweenWords}{0,2}[)\\]]|(?:[:–—-] ?|,? ?\\b(?:via|by|with|using|through) (?:an? |HTTP ){0,2})${codeStart}?(?<inWords>${methodNames})\\b${codeEnd}?(?=\\s*(?:$|[\\n.,;)–—]|\\b(?:only|requests?|calls?)\\b)))`,
)
const longestMethods = 120
// `HEAD on the same path`: of the path that is named before; `/path, also as HEAD`: of that path too.
const sameEndpoint = `(?:(?:\\b(?:requests?|calls?)${betweenWords}+)?(?:on|of|to|for|at|with)${betweenWords}+(?:(?:the|that|this) (?:very )?same|that|this|its)${betweenWords}+(?:path|route|endpoint|address|ur[il])\\b|\\bof the same(?=${betweenWords}*(?:$|[(),.;|])))`
const sameOrAlso = new RegExp(
  `(?<same>${methodNames})${betweenWords}{1,4}${sameEndpoint}|\\balso${betweenWords}+(?:(?:as|by|via|with|for)${betweenWords}+)?(?:an?${betweenWords}+)?${codeStart}?(?<also>${methodNames})\\b(?!${betweenWords}*/)`,
  'g',
)
const parameterPattern =
  '[$#]?\\{{1,2} ?[^{}\\s/]{1,80} ?\\}{1,2}|<[\\p{L}_][\\p{L}\\p{N}_: -]{0,80}>|\\[[\\p{L}_][\\p{L}\\p{N}_-]{0,80}\\]|(?<=/)\\((?:[a-z]{1,20}:)?[\\p{L}_][\\p{L}\\p{N}_-]{0,80}\\)'
const pathPattern = `/(?!/)(?:${parameterPattern}|[\\p{L}\\p{N}/_.~%$&*+=@:!-])*`
// `{base_url}/path`, `$HUB_URL/path`, `{{ site.hub }}/v2/path`: what a hub is mounted below
const baseWord = '(?:[Uu][Rr][Ll]|[Hh]ost|HOST|[Ss]erver|SERVER|[Bb]ase|BASE)'
const basePattern = `(?:\\$?\\{{1,2}[\\w-]{0,40}${baseWord}[\\w-]{0,40}\\}{1,2}|\\$\\w{0,40}${baseWord}\\w{0,40}|(?:\\$?\\{{1,2} ?[\\w.$-]{1,60} ?\\}{1,2}|<[\\w.-]{1,60}>|\\[[\\w.-]{1,60}\\]|%\\w{1,40}%|\\$\\w{1,40})(?=/v\\d))`
const host = '(?:https?://[^\\s/"\'<>]{1,253}|(?:[a-z\\d-]{1,63}\\.){1,6}[a-z]{2,24}(?::\\d{1,5})?(?=/v\\d))'
// `GET requests to /path`, `POST to /path`
const requestsTo = `(?:(?:${betweenWords}{1,4}(?:requests?|calls?))?${betweenWords}{1,4}to\\b)?`
const endpointPattern = new RegExp(
  `(?<![\\p{L}\\p{N}_.:/}~-])(?:(?<methods>${methodNames})${betweenWords}{0,4}:?${requestsTo}${betweenWords}{1,8}(?:${host})?|${host}(?=/v\\d\\S*(?:[{<*…]|/\\.{3})))?${basePattern}?(?<path>${pathPattern})`,
  'gu',
)
const camelCaseWord =
  /(?<![\p{L}\p{N}_/{<:.@#$-])(?:[A-Z][a-z0-9]+|[a-z][a-z0-9]+)(?:[A-Z][a-z0-9]*){1,20}(?![\p{L}\p{N}_/}>-]|\.\p{L})/gu
// Written in one word with capitals, and yet the name of no operation.
const brandNames = new Set(
  'ArgoCD|DockerHub|GitHub|GitLab|GraphQL|JavaScript|NodeJS|OpenAPI|TypeScript|YouTube|DevOps|macOS'.split('|'),
)

/**
 * The endpoints that a run names, in order. Without a method, something is an endpoint if it begins with a version, has a
 * parameter, or stands in code or (`lenient`) in a place where only endpoints stand.
 */
export const placedMentions = (run: Run, lenient = false): PlacedMention[] => {
  const mentions: PlacedMention[] = []
  if (!run.text.includes('/')) return mentions
  let past = 0
  for (const match of run.text.matchAll(endpointPattern)) {
    const path = normalisedPath(match.groups?.path ?? '')
    const start = match.index
    // The full stop behind a path ends its sentence.
    const end = start + match[0].replace(punctuation, '').length
    const named = match.groups?.methods ?? methodsBehind(run.text, end)
    const methods = methodsIn(named)
    const isNamed = methods.length > 0 || lenient || speaksForItself(path)
    const isEndpoint = isNamed || (insideCode(run, start) && /\/[^/]+\/./.test(path))
    if (path.length < 2 || start < past || !isEndpoint) continue
    // `/path[/{name}]` is both.
    const optional = /^\[(\/[^\s[\]]{1,80})\]/.exec(run.text.slice(end, end + longestMethods))?.[1]
    const paths = optional === undefined ? [path] : [path, normalisedPath(path + optional)]
    past = end + (optional?.length ?? 0)
    for (const one of paths) {
      if (methods.length === 0) mentions.push({ path: one, start, end })
      for (const method of new Set(methods)) mentions.push({ method, path: one, start, end })
    }
  }
  return [...mentions, ...mentionsOfSame(run, mentions)].sort((a, b) => a.start - b.start)
}

const methodsIn = (text: string): readonly string[] => text.match(new RegExp(methodPattern, 'g')) ?? []

/** The methods that a text names of a path that stands before it: `HEAD on that same path`. */
export const methodsOfSame = (text: string): readonly string[] =>
  [...text.matchAll(sameOrAlso)].flatMap(({ groups }) => methodsIn(groups?.same ?? ''))

/** The endpoints that a run names by a method and a word for the path in front of it. */
const mentionsOfSame = ({ text }: Run, mentions: readonly PlacedMention[]): readonly PlacedMention[] =>
  [...text.matchAll(sameOrAlso)].flatMap(({ index: start, 0: whole, groups }) => {
    const last = mentions.findLast(({ end }) => end <= start)
    // `not to be confused with the POST on that path`
    const path =
      last && !/\b(?:not|no|unlike|except|without|other)\b/i.test(text.slice(last.end, start)) ? last.path : undefined
    const methods = methodsIn(groups?.same ?? groups?.also ?? '')
    return path === undefined ? [] : methods.map(method => ({ method, path, start, end: start + whole.length }))
  })

const methodsBehind = (text: string, end: number): string => {
  const { inBrackets, inWords } = methodsBehindPattern.exec(text.slice(end, end + longestMethods))?.groups ?? {}
  return inBrackets ?? inWords ?? ''
}

/** The endpoints of one or more runs, each once, in order. */
export const endpointsOf = (runs: readonly Run[], lenient = false): EndpointMention[] =>
  uniqueEndpoints(runs.flatMap(run => placedMentions(run, lenient)))

/** Each endpoint once, with nothing but its method and path. */
export const uniqueEndpoints = (mentions: readonly EndpointMention[]): EndpointMention[] => [
  ...new Map(
    mentions.map(({ method, path }) => [`${method} ${path}`, method === undefined ? { path } : { method, path }]),
  ).values(),
]

/** Documented operations by id and by name, in small letters without spaces. */
const documented: ReadonlyMap<string, string> = new Map([
  ...lifecycle.operations.map(({ id }) => [id.toLowerCase(), id] as const),
  ['listrepositories', 'listNamespaceRepositories'],
])

/** The documented operation that a text is the name of: `Get repository`, `the CheckRepository operation`. */
export const operationNamed = (text: string): string | undefined =>
  documented.get(text.toLowerCase().replaceAll(/\b(?:an?|the|operations?|endpoints?)\b|[^\p{L}\p{N}]/gu, ''))

/** The documented operation that the place is named after which a link leads to. */
const operationAt = (url: string): string | undefined => operationNamed(url.slice(url.search(/[^/#?]*$/)))

/** An operation id and where in its run it is named. */
export type PlacedId = Span & { readonly id: string }

/** The operation ids that links or words of a run name, in order. */
export const placedIds = (run: Run): readonly PlacedId[] => {
  const linked = run.links.flatMap(({ start, end, url }): readonly PlacedId[] => {
    const id = fragmentPart(url, /(?:^|[#/])operations?\/([^/?#&]+)/)
    return id === undefined ? [] : [{ start, end, id }]
  })
  const named = [...run.text.matchAll(camelCaseWord)]
    .filter(([word]) => !brandNames.has(word))
    .map(match => ({ ...spanOf(match), id: match[0] }))
  return [...linked, ...named].sort((a, b) => a.start - b.start)
}

const old = /(?:\b(?:legacy|undocumented|old|former|previous|obsolete|v1)\b[^.;:\n]{0,60})$/i

/** Whether a name is that of something old: `legacy CreateRepository`. */
export const isOfOld = (run: Run, at: number): boolean => old.test(run.text.slice(Math.max(0, at - 100), at))

/** Names of documented operations in words: `Get repository`. */
const titles = new RegExp(
  `\\b(?:${['List repositories', ...lifecycle.operations.map(({ id }) => id.replaceAll(/(?!^)[A-Z]/g, letter => ` ${letter.toLowerCase()}`))].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'gi',
)
const bareMethod = new RegExp(`\\b(${methodPattern})s?\\b`, 'g')

/** Methods that a path follows: `GET and HEAD /x`. */
const methodsOfPath = new RegExp(`\\b${methodNames}(?= ?:? ?(?:/|https?:))`, 'g')

/** The methods that a text names without a path behind them, each once: `HEAD` in `GET /x works for HEAD`. */
export const methodsAlone = (text: string): readonly string[] => [
  ...new Set(text.replaceAll(methodsOfPath, '').match(new RegExp(`\\b${methodPattern}\\b`, 'g'))),
]

// Nobody means more endpoints by a method.
export const mostOfAMethod = 50
/** How far from a method the end of its sentence is looked for. */
const farthest = 500

/** What a run names, in order and each once, for the reader of clauses. A method alone is that of the endpoints that the run is about. */
export const namesOf = (run: Run, about: readonly EndpointMention[], lenient = false): readonly Name[] => {
  const endpoints = placedMentions(run, lenient).map(({ start, end, ...endpoint }) => ({
    start,
    end,
    thing: { is: 'endpoint' as const, ...endpoint },
  }))
  const of = about.slice(0, mostOfAMethod)
  const keyOf = ({ method, path }: EndpointMention): string => `${method} ${path}`
  const first = new Map(endpoints.toReversed().map(({ start, thing }) => [keyOf(thing), start]))
  /** Whether an endpoint is named behind a place alone, and in another sentence: a method there is not its. */
  const isLater = (endpoint: EndpointMention, at: number): boolean =>
    /[.!?;]\uE001?\s/u.test(run.text.slice(at, Math.min(first.get(keyOf(endpoint)) ?? 0, at + farthest)))
  const places = [
    ...placedIds(run),
    ...run.links.map(link => ({ ...link, id: operationAt(link.url) })),
    ...[...run.text.matchAll(titles)].map(match => ({ ...spanOf(match), id: operationNamed(match[0]) })),
  ]
  const all = [
    ...endpoints,
    ...places.flatMap(({ start, end, id }) =>
      id === undefined ? [] : [{ start, end, thing: { is: 'operation' as const, id } }],
    ),
    ...[...run.text.matchAll(bareMethod)].flatMap(match =>
      of
        .filter(endpoint => endpoint.method === match[1] && !isLater(endpoint, match.index))
        .map(endpoint => ({ ...spanOf(match), thing: { is: 'endpoint' as const, ...endpoint } })),
    ),
  ]
  const names = new Map<string, { start: number; end: number; things: Thing[] }>()
  const taken = new Uint8Array(run.text.length)
  // Of what overlaps, what comes first in this order counts.
  for (const { start, end, thing } of all) {
    const same = names.get(`${start} ${end}`)
    if (same && same.things[0]?.is === thing.is) same.things.push(thing)
    else if (end > start && !taken.subarray(start, end).includes(1)) {
      names.set(`${start} ${end}`, { start, end, things: [thing] })
      taken.fill(1, start, end)
    }
  }
  return [...names.values()].sort((a, b) => a.start - b.start)
}

const onlyJoins = /^\W*(?:[,/&+]|\b(?:or|and)\b)\W*(?:\b(?:or|and|by|with|to|use|call|the|GET|HEAD)\b\W*)*$/i

/** Whether nothing but `or`, `and` and the like stands between two names of a run, or the run is a list of titles. */
export const isChoice = (run: Run): boolean => {
  const names = namesOf(run, [], true)
  return (
    names.some(({ start }, at) => onlyJoins.test(run.text.slice(names[at - 1]?.end ?? start, start))) ||
    operationsNamed(run).length > 1
  )
}

/** Operation ids that links or words of the run name, each once, in order of appearance. */
export const operationIdsOf = (run: Run): string[] => [...new Set(placedIds(run).map(({ id }) => id))]

/**
 * The operations that a run names as what to use, where no id says so: by links to places that are called like them, or by its text.
 * A row may well link to a section of that name that is about the old endpoint.
 */
export const operationsNamed = (run: Run): string[] => {
  const linked = run.links.flatMap(({ url }) => operationAt(url) ?? [])
  const titles = readable(run).split(choice).map(operationNamed)
  return [...new Set(linked.length > 0 ? linked : titles.every(title => title !== undefined) ? titles : [])]
}

const choice = /\W*(?:,|\/|\bor\b|\band\b)\W*(?:\b(?:or|and|by|with)\b\W*)*/i

/** What ends the sentence or the part of it that a path stands in. */
const punctuation = /(?<![.,;:!?])[.,;:!?]+$/

/** A published path with `:x`, `<x>`, `<type:x>`, `[x]`, `(x)`, `$x` and `X` written as `{x}`, without query and without the punctuation of its sentence. */
const normalisedPath = (path: string): string =>
  path
    .replace(punctuation, '')
    .replaceAll(/[$#]?\{+ ?([^{}]+?) ?\}+/g, '{$1}')
    .replaceAll(/[<[(](?:[a-z]+:)?([^<>[\]()]+)[>\])]/g, (_, name: string) => `{${name.trim()}}`)
    .replaceAll(/\/[:$]([\p{L}_][\p{L}\p{N}_-]*)/gu, '/{$1}')
    .replaceAll(/\/([A-Z][A-Z_]+)(?=\/|$)/g, '/{$1}')

const speaksForItself = (path: string): boolean => /^\/(?:v\d|api(?:\/|$))/i.test(path) || /\{[^{}]+\}/.test(path)

const insideCode = (run: Run, at: number): boolean => {
  // Looking back to the beginning of a long page for each of its slashes would take too long.
  const before = run.text.slice(Math.max(0, at - 500), at)
  return before.lastIndexOf(codeStart) > before.lastIndexOf(codeEnd)
}

export const fragmentPart = (url: string, pattern: RegExp): string | undefined => {
  const part = pattern.exec(url)?.[1]
  return part && safeDecode(part)
}
