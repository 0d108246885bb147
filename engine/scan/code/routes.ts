import type { Doubt } from '../../../contracts/code-scan.ts'
import { type EndpointFact, lifecycle } from '../../../contracts/lifecycle.ts'
import type { Segment, WrittenPath } from './path.ts'

/** A route that a path uses with a method, and what is open about it. */
export interface Route {
  readonly endpoint: EndpointFact
  readonly doubts: readonly Doubt[]
  /** Whether the first segment is a namespace for sure, so that the path can be rewritten. */
  readonly rewritable: boolean
}

/** Resources under `/v2/repositories/{namespace}/{repository}`, which the document does not list. */
const resources =
  /^(?:tags|images|groups|immutabletags|autobuild|autobuilds|buildhistory|buildtriggers|collaborators|comments|dockerfile|links|privacy|stars|webhooks|webhook_pipeline|manifests|blobs|source|category|categories|images-summary)$/

const words = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

const namespaceWords =
  /^(?:ns|namespaces?|orgs?|organi[sz]ations?|users?|username|uname|login|owners?|accounts?|teams?|vendor|publisher|me|hubuser)$/
const repositoryWords = /^(?:repos?|reponame|repositor(?:y|ies)|images?|imagename|slug|package|project|containers?)$/
const pathWords = /^(?:path|paths|endpoint|suffix|rest|uri|url|route|resource|query|params|subpath|tail|\*)$/

/** What a variable holds, by its name; the last telling word decides, as in `repo_owner`. */
export const variableKind = (name: string | undefined): 'namespace' | 'repository' | 'path' | undefined => {
  if (name === undefined) return undefined
  if (name === '*') return 'path'
  // `encodeURIComponent(ns)`: the argument tells, not the function.
  const inner = /\(([^()]+)\)\s*$/.exec(name)?.[1]?.split(',')[0] ?? name.replace(/\(\)\s*$/, '')
  for (const word of [...words(inner)].reverse()) {
    if (namespaceWords.test(word)) return 'namespace'
    if (repositoryWords.test(word)) return 'repository'
    if (pathWords.test(word)) return 'path'
  }
  return undefined
}

const isLiteral = ({ params }: Segment): boolean => params.length === 0

/** `NAMESPACE` in an example stands for a value. */
const isStandIn = ({ literal, params }: Segment): boolean =>
  params.length === 0 && /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*$/.test(literal)

/** What a hub takes as the name of a namespace, a repository or a tag. */
const isName = (segment: Segment): boolean =>
  !isLiteral(segment) || isStandIn(segment) || /^[A-Za-z0-9][\w.%-]*$/.test(segment.literal)

const parameterName = (segment: Segment): string | undefined =>
  segment.params.length === 1 && segment.literal === ''
    ? segment.params[0]?.name
    : isStandIn(segment)
      ? segment.literal
      : undefined

const partsOf = (template: string): readonly string[] => template.split('/').slice(3)

const endpointsOf = (generation: string): readonly EndpointFact[] =>
  lifecycle.endpoints.filter(({ path }) => path.startsWith(`/${generation}/repositories`))

const generations = { v1: endpointsOf('v1'), v2: endpointsOf('v2') }

export type Generation = keyof typeof generations

const fits = (template: readonly string[], segments: readonly Segment[]): boolean =>
  template.length === segments.length &&
  template.every((part, at) => {
    const segment = segments[at] as Segment
    return part.startsWith('{') ? isName(segment) : isLiteral(segment) && segment.literal === part
  })

const removed = (path: WrittenPath): readonly Route[] => {
  const endpoint = generations.v1.find(each => fits(partsOf(each.path), path.segments))
  if (endpoint) return [{ endpoint, doubts: path.open ? ['end'] : [], rewritable: false }]
  // `"/v1/repositories/" + …`: what follows is elsewhere, and every route below it that the document lists is removed.
  const prefix = path.segments.length === 0 && (path.trailing !== undefined || path.open)
  const first = generations.v1.find(({ slug }) => slug === 'name-tags')
  return prefix && first ? [{ endpoint: first, doubts: ['end'], rewritable: false }] : []
}

/** The routes of v2 that a path may use. Without a method those that a plain request uses. */
const deprecated = (path: WrittenPath, methods: readonly string[] | undefined): readonly Route[] => {
  const { segments, open, trailing } = path
  const [first, second] = segments
  const asked = methods ?? ['GET']
  const select = (
    length: number,
    doubts: readonly Doubt[],
    rewritable: boolean,
    of: readonly string[] = asked,
  ): readonly Route[] =>
    generations.v2
      .filter(({ path: template, method }) => partsOf(template).length === length && of.includes(method))
      .map(endpoint => ({ endpoint, doubts, rewritable }))
  const ending: readonly Doubt[] = open ? ['end'] : []
  if (segments.some(segment => !isName(segment))) return []
  if (first === undefined) {
    if (methods !== undefined && !open) return select(0, [], false)
    // A prefix that something is put behind elsewhere.
    if (open || trailing !== undefined) return select(1, ['end'], false)
    return methods === undefined ? select(0, ['end'], false, ['POST']) : []
  }
  const kind = variableKind(parameterName(first))
  if (second === undefined) {
    if (first.params.length > 1 || kind === 'path') return select(1, ['route', 'end', ...ending], false)
    // One variable holds both names, as in `library/ubuntu`.
    if (kind === 'repository') return select(asked.includes('POST') ? 1 : 2, ['route', ...ending], false)
    const told = kind === 'namespace' || isLiteral(first)
    return select(1, [...(told ? [] : ['route' as const]), ...ending], told && !open)
  }
  if (segments.length > 2) return []
  // `/v2/repositories/${image}/tags`, where the variable holds both names.
  if (isLiteral(second) && resources.test(second.literal) && !isStandIn(second) && !isLiteral(first)) return []
  const whole = kind === 'repository' || kind === 'path'
  const behind = variableKind(parameterName(second)) === 'path'
  if (behind || (whole && variableKind(parameterName(second)) !== 'repository' && !isLiteral(second)))
    return select(2, ['route', ...ending, ...(behind ? ['end' as const] : [])], false)
  return select(2, ending, !open && first.params.length < 2)
}

/**
 * The deprecated and removed routes that a path uses.
 *
 * @param methods - the methods of its requests; undefined where none is told
 */
export const routesOf = (
  generation: Generation,
  path: WrittenPath,
  methods: readonly string[] | undefined,
): readonly Route[] => (generation === 'v1' ? removed(path) : deprecated(path, methods))
