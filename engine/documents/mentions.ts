import type { EndpointMention } from '../../contracts/documents.ts'
import { codeEnd, codeStart, type Run } from './markdown-text.ts'

/** An endpoint and where in its run it is named. */
export interface PlacedMention extends EndpointMention {
  readonly start: number
  readonly end: number
}

const methodPattern = '(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT|QUERY)'
const betweenWords = `[\\s${codeStart}${codeEnd}]`
// `GET and HEAD /path`, `GET/HEAD: /path`
const methodNames = `${methodPattern}(?:${betweenWords}{0,4}(?:,|/|\\||&|\\+|\\band\\b|\\bor\\b)?${betweenWords}{0,4}${methodPattern}){0,8}`
const parameterPattern = '\\{[^{}\\s/]{1,80}\\}|<[\\p{L}_][\\p{L}\\p{N}_ -]{0,80}>'
const pathPattern = `/(?!/)(?:${parameterPattern}|[\\p{L}\\p{N}/_.~%$&*+=@:!-])*`
const endpointPattern = new RegExp(
  `(?<![\\p{L}\\p{N}_.:/}~-])(?:(?<methods>${methodNames})${betweenWords}{0,4}:?${betweenWords}{1,8}(?:https?://[^\\s/"'<>]{1,253})?)?(?<path>${pathPattern})`,
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
  for (const match of run.text.matchAll(endpointPattern)) {
    const methods = match.groups?.methods?.match(new RegExp(methodPattern, 'g')) ?? []
    const path = normalisedPath(match.groups?.path ?? '')
    const start = match.index
    const end = start + match[0].length
    if (path.length < 2) continue
    if (
      methods.length === 0 &&
      !lenient &&
      !speaksForItself(path) &&
      !(insideCode(run, start) && /^\/[^/]+\/./.test(path))
    )
      continue
    if (methods.length === 0) mentions.push({ path, start, end })
    for (const method of new Set(methods)) mentions.push({ method, path, start, end })
  }
  return mentions
}

/** The endpoints of one or more runs, each once, in order. */
export const endpointsOf = (runs: readonly Run[], lenient = false): EndpointMention[] => {
  return uniqueEndpoints(runs.flatMap(run => placedMentions(run, lenient)))
}

/** Each endpoint once, with nothing but its method and path. */
export const uniqueEndpoints = (mentions: readonly EndpointMention[]): EndpointMention[] => {
  const seen = new Map<string, EndpointMention>()
  for (const { method, path } of mentions) {
    const key = `${method ?? ''} ${path}`
    if (!seen.has(key)) seen.set(key, method === undefined ? { path } : { method, path })
  }
  return [...seen.values()]
}

/** Operation ids that links (`operation/ID`) or words of the run name, each once, in order of appearance. */
export const operationIdsOf = (run: Run): string[] => {
  const placed: { at: number; id: string }[] = []
  for (const link of run.links) {
    const id = fragmentPart(link.url, /(?:^|[#/])operations?\/([^/?#&]+)/)
    if (id !== undefined) placed.push({ at: link.start, id })
  }
  for (const match of run.text.matchAll(camelCaseWord)) {
    if (!brandNames.has(match[0])) placed.push({ at: match.index, id: match[0] })
  }
  return [...new Set(placed.sort((a, b) => a.at - b.at).map(found => found.id))]
}

/** Tags that links of the run name (`#tag/x`), each once. */
export const tagsOf = (run: Run): string[] => {
  const tags = run.links.map(link => fragmentPart(link.url, /#\/?tags?\/([^/?#&]+)/))
  return [...new Set(tags.filter(tag => tag !== undefined))]
}

/** A published path with `:x` and `<x>` written as `{x}`, without query and without the punctuation of its sentence. */
const normalisedPath = (path: string): string => {
  return path
    .replace(/[.,;:!?]+$/, '')
    .replaceAll(/<([^<>]+)>/g, (_, name: string) => `{${name.trim()}}`)
    .replaceAll(/\/:([\p{L}_][\p{L}\p{N}_-]*)/gu, '/{$1}')
}

const speaksForItself = (path: string): boolean => {
  return /^\/(?:v\d|api(?:\/|$))/i.test(path) || /\{[^{}]+\}/.test(path)
}

const insideCode = (run: Run, at: number): boolean => {
  // Looking back to the beginning of a long page for each of its slashes would take too long.
  const before = run.text.slice(Math.max(0, at - 500), at)
  return before.lastIndexOf(codeStart) > before.lastIndexOf(codeEnd)
}

const fragmentPart = (url: string, pattern: RegExp): string | undefined => {
  const part = pattern.exec(url)?.[1]
  if (part === undefined) return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
