import { accepted, contradicts, endpointText } from '../../checks/documents/replacement-claims.ts'
import { isAsked, legacyAnswer } from '../../checks/http/legacy-answers.ts'
import { linksOf } from '../../checks/http/links.ts'
import { nextLink } from '../../checks/paging/next.ts'
import { normalTemplate } from '../../checks/path-template.ts'
import { header, safeDecode } from '../../checks/reading/exchanges.ts'
import { jsonOfSuccess } from '../../checks/reading/json.ts'
import { cite } from '../../checks/source.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { withFields } from '../../checks/twists/http-fields.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { faultsFor, instead, to, variants } from '../../checks/twists/twist.ts'
import { v1Path, v1RoutesOf } from '../../checks/v1-routes.ts'
import { operationRoles } from '../../contracts/bindings/roles.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { type DocumentedOperation, type LegacyEndpoint, lifecycle, type V1Route } from '../../contracts/lifecycle.ts'
import { type OperationName, operationWords } from '../../contracts/operations.ts'
import type { Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

/** Whether a segment of a path fits one of a template, of which a part may be a parameter. */
const fits = (segment: string, expected: string): boolean => {
  const [before = '', after] = expected.split('{}')
  return after === undefined
    ? segment === expected
    : segment.length > before.length + after.length && segment.startsWith(before) && segment.endsWith(after)
}

/** Whether a path is one of a template, whatever it is mounted below and whatever it is about. */
const isAt = (path: string, template: string): boolean => {
  const expected = normalTemplate(template).split('/').slice(1)
  const given = path.replace(/\/$/, '').split('/').slice(1).slice(-expected.length)
  return given.length === expected.length && given.every((segment, at) => fits(segment, expected[at] ?? ''))
}

/** Whether a template can be told from other paths: one that begins with a parameter fits all. */
const tells = (template: string): boolean => /^\/[^/{]/.test(template)

const familyOperations = (Object.keys(operationRoles) as OperationName[]).filter(name =>
  /^(?:pat|oat|audit)\./.test(name),
)

/** What a link leads to, as far as the document names it: an operation by its path or by its id, a removed route or a legacy endpoint. */
const namedBy = (probe: Probe, url: URL): readonly string[] => {
  const path = safeDecode(url.pathname)
  const id = safeDecode(url.hash).split(/[#/]/).at(-1)?.toLowerCase()
  const operations = lifecycle.operations
    .map(operation => operation.id)
    .filter(operation => {
      const template = probe.bind(operation).path
      return operation.toLowerCase() === id || (tells(template) && isAt(path, template))
    })
  // Of tokens and logs those whose path is published, since the document names none.
  const others =
    operations.length > 0
      ? []
      : familyOperations.filter(operation => {
          const { from, path: template } = probe.bind(operation)
          return from !== 'default' && tells(template) && isAt(path, template)
        })
  // A namespace may have the name of the generation.
  const removed = operations.length > 0 ? [] : lifecycle.v1Routes.filter(route => isAt(path, route.path))
  return [
    ...operations,
    ...others.map(operationWords),
    ...removed.map(route => route.path),
    ...lifecycle.legacyEndpoints.filter(endpoint => isAt(path, endpoint.path)).map(endpointText),
  ]
}

/** Words of operations that may be the replacement by another name, or a page about it. */
const mayReplace = /repo|image|doc|openapi|swagger|help|migrat|deprecat|changelog/i

/**
 * The published operation that a link of the target leads to, if it can be no replacement by another name: below a generation of the API, without
 * a parameter for what the endpoint is about. `asked` is the template of the path that was requested.
 */
const otherAt = async (probe: Probe, url: URL, answer: Answered, asked: string): Promise<readonly string[]> => {
  const from = new URL(answer.request.url)
  if (url.origin !== from.origin || url.search !== '' || !(await probe.hasFixture('reference'))) return []
  const segments = from.pathname.replace(/\/$/, '').split('/')
  const base = segments.slice(0, 1 - asked.split('/').length).join('/')
  const { operations } = await probe.fixture('reference')
  return operations
    .filter(({ path, operationId = '' }) => /^\/v\d+\/[^{}]+$/.test(path) && !mayReplace.test(path + operationId))
    .filter(({ path }) => url.pathname.replace(/\/$/, '') === base + path.replace(/\/$/, ''))
    .map(({ method, path }) => `${method} ${path}`)
}

/** A link to a successor, and what it leads to, as far as that is known. */
interface Led {
  readonly url: URL
  readonly names: readonly string[]
}

const ledTo = (probe: Probe, answer: Answered, asked: string): Promise<readonly Led[]> =>
  Promise.all(
    successorsOf(answer).map(async url => {
      const names = namedBy(probe, url)
      return { url, names: names.length > 0 ? names : await otherAt(probe, url, answer, asked) }
    }),
  )

/** What an answer links to as its successor; a link with an anchor is about something else. */
const successorsOf = (answer: Answered): readonly URL[] =>
  (linksOf(header(answer, 'link') ?? '') ?? [])
    .filter(({ relations, anchor }) => relations.includes('successor-version') && anchor === undefined)
    .flatMap(({ target }) => (URL.canParse(target, answer.request.url) ? [new URL(target, answer.request.url)] : []))

const judgeLinks = async (probe: Probe, endpoint: LegacyEndpoint): Promise<Finding> => {
  const name = endpointText(endpoint)
  const answer = await legacyAnswer(probe, endpoint)
  const none = exempt('not-published', { what: `a link from ${name} to its replacement` }, ...(answer ? [answer] : []))
  if (!answer || !tells(probe.bind(endpoint.replacedBy).path)) return none
  const own = await judgeLinksOf(probe, endpoint, answer)
  const body = jsonOfSuccess(answer)
  const further = body === undefined ? undefined : nextLink(answer, body)
  if (own?.kind === 'violated' || further === undefined) return own ?? none
  return (await judgeLinksOf(probe, endpoint, await probe.follow(answer, further))) ?? own ?? none
}

/** Undefined where an answer links to nothing that is known. */
const judgeLinksOf = async (probe: Probe, endpoint: LegacyEndpoint, answer: Answered): Promise<Finding | undefined> => {
  const name = endpointText(endpoint)
  const named = (await ledTo(probe, answer, endpoint.path)).filter(({ names }) => names.length > 0)
  const [first] = named
  if (!first) return undefined
  if (named.some(({ names }) => accepted(endpoint).some(operation => names.includes(operation)))) return holds(answer)
  const control = await probe.control({ method: 'GET', path: `/${probe.nonce('no-such-path')}`, like: answer })
  const published = first.url.pathname + first.url.hash
  if (successorsOf(control).some(url => url.href === first.url.href))
    return unclear('label-on-control', { operation: name, field: 'Link', value: published }, answer, control)
  const wrong = { published: `${first.names[0]} (${published})`, place: `Link of ${name}`, seen: answer }
  return contradicts(probe, endpoint, wrong)
}

/** Whether a path is one of the API that the document names, and no page about it. */
const isOfApi = (path: string): boolean => /\/v\d+\/(?:repositories|namespaces)(?:\/|$)/.test(path)

/** A removed route of which the document names the replacement; the path of that one is shown. */
type Replaced = V1Route & { readonly replacedBy: DocumentedOperation }

const removed = lifecycle.v1Routes.filter((route): route is Replaced => route.replacedBy !== null)

const judgeRemoved = async (probe: Probe, route: Replaced): Promise<Finding> => {
  const path = v1Path(route, { namespace: 'library', name: 'hello-world', tag: 'latest' })
  const answer = await probe.send({ method: 'GET', path })
  const links = (await ledTo(probe, answer, route.path)).filter(
    ({ url, names }) => names.length > 0 || isOfApi(url.pathname),
  )
  const [first] = links
  if (!first) return exempt('not-published', { what: `a link from ${route.path} to its replacement` }, answer)
  if (links.some(({ names }) => names.includes(route.replacedBy))) return holds(answer)
  const control = await probe.control({ method: 'GET', path: `/${probe.nonce('no-such-path')}`, like: answer })
  const published = first.url.pathname + first.url.hash
  if (successorsOf(control).some(url => url.href === first.url.href))
    return unclear('label-on-control', { operation: route.path, field: 'Link', value: published }, answer, control)
  return violated(
    'contradicting-replacement',
    { old: route.path, published: `${published} (Link)`, expected: route.replacedBy },
    answer,
    control,
  )
}

const item = to('/v2/repositories/{namespace}/{repository}', 'GET', 'HEAD')
const list = to('/v2/repositories/{namespace}', 'GET')
const successor = (target: string): { readonly link: string } => ({ link: `<${target}>; rel="successor-version"` })

/** The reference declares one more operation, which reads what is at a path. */
const declaring = (path: string): Twist =>
  withOpenApi(({ paths }) => {
    paths[path] = { get: { operationId: 'other', responses: { 200: { description: 'found' } } } }
  })

const linked: Requirement = {
  id: 'replacements/linked',
  level: 'must',
  statement: 'A legacy endpoint that links to its successor links to the operation that replaces it.',
  since: '2025-06-27',
  source: cite('transition-deprecated'),
  covers: lifecycle.legacyEndpoints.map(({ sentence }) => sentence),
  needs: ['repository'],
  how: 'The legacy endpoints are requested; for a list, the second page as well. POST is sent only with write permission, with an empty object, to a namespace that does not exist. If Link has the relation successor-version (RFC 5829), and its target is a documented operation (by path or id), a published operation on tokens or audit logs, another published operation without parameters (not about repositories, and without a query), or a removed v1 route, it must be the operation that replaces the endpoint. Host, resource names and the base path are ignored. An answer without such a link is not judged.',
  fix: 'Link to the operation that the document names as the replacement, or send no successor-version.',
  cases: lifecycle.legacyEndpoints.filter(isAsked).map(endpoint => ({
    name: endpointText(endpoint),
    check: (probe: Probe) => judgeLinks(probe, endpoint),
  })),
  faults: faultsFor('contradicting-statements', {
    tags: [
      'links from a repository to its tags',
      withFields(item, successor('/v2/namespaces/library/repositories/x/tags')),
    ],
    creation: [
      'links from the creation of a repository to the list of tags',
      withFields(to('/v2/repositories/{namespace}', 'POST'), successor('/v2/namespaces/library/repositories/x/tags')),
    ],
    'second-page': [
      'links from the second page of the list to a repository',
      withFields(
        (request, path) => list(request, path) && request.url.includes('page=2'),
        successor('/v2/namespaces/library/repositories/x'),
      ),
    ],
    list: [
      'links from a repository to the list',
      withFields(item, successor('https://hub.example.com/v2/namespaces/library/repositories')),
    ],
    item: [
      'links from the list to a repository',
      withFields(list, successor('/api/v2/namespaces/library/repositories/x/')),
    ],
    'by-id': [
      'links from the list to another operation by its id',
      withFields(list, successor('/openapi.json#tag/repositories/operation/GetRepository')),
    ],
    tokens: [
      'links from a repository to the list of personal access tokens',
      withFields(item, successor('/v2/access-tokens')),
    ],
    removed: [
      'links from the list to a removed v1 route',
      withFields(list, successor('/v1/repositories/library/x/tags')),
    ],
    other: [
      'links from the list to another operation that its reference declares',
      layered(declaring('/v2/orgs'), withFields(list, successor('/v2/orgs'))),
    ],
    legacy: ['links from the list to a legacy endpoint', withFields(list, successor('/v2/repositories/library/x'))],
  }),
  tolerates: variants({
    spelling: [
      'a link with another host, a trailing slash and a query',
      withFields(item, successor('https://hub.example.com/api/v2/namespaces/a%2Db/repositories/c/?from=v2')),
    ],
    'by-id': [
      'a link to the operation in the reference',
      withFields(list, successor('/openapi.json#tag/repositories/operation/listNamespaceRepositories')),
    ],
    'named-v1': ['a namespace with the name v1', withFields(item, successor('/v2/namespaces/v1/repositories/x'))],
    page: [
      'a link to a documentation page',
      withFields(list, successor('https://docs.example.com/migrate#repositories')),
    ],
    declared: [
      'a link to a page that its reference declares',
      layered(declaring('/v2/docs/migration'), withFields(list, successor('/v2/docs/migration'))),
    ],
    alias: [
      'a link to the replacement under a second path that its reference declares',
      layered(declaring('/v2/own/repositories'), withFields(list, successor('/v2/own/repositories'))),
    ],
    undeclared: ['a link to a path that nothing declares', withFields(list, successor('/v2/orgs-of-all'))],
    elsewhere: [
      'a link to a path of another host that is declared at this one',
      layered(declaring('/v2/orgs'), withFields(list, successor('https://docs.example.com/v2/orgs'))),
    ],
    anchor: [
      'a link for another resource (anchor)',
      withFields(list, {
        link: '</v2/namespaces/a/repositories/b>; rel="successor-version"; anchor="/v2/repositories/a/b"',
      }),
    ],
    several: [
      'the correct link among others',
      withFields(item, {
        link: '</v2/namespaces/a/repositories>; rel="successor-version", </v2/namespaces/a/repositories/b>; rel="successor-version"',
      }),
    ],
    none: ['no link', withFields(item, { link: null })],
  }),
}

/** Sends a successor with the answers of removed routes; `of` makes it of the segments behind `/v1/repositories/`. */
const leading = (slug: RegExp, of: (...names: readonly string[]) => string): Twist =>
  instead(
    (_request, path) => v1RoutesOf(path).some(route => slug.test(route.slug)),
    async (request, next) => {
      const names = new URL(request.url).pathname.split('/').slice(3)
      return withFields(() => true, successor(of(...names)))(request, next)
    },
  )

const ofRemoved: Requirement = {
  id: 'replacements/v1-linked',
  level: 'must',
  statement: 'A removed v1 route that links to its successor links to the replacement named in the document.',
  since: '2022-08-23',
  source: cite('v1-name-tags'),
  covers: removed.map(({ sentence }) => sentence),
  needs: [],
  how: 'The removed routes of tags are requested. If Link has the relation successor-version (RFC 5829) and its target is a path of the API, the id of a documented operation, or another published operation without parameters, it must be the replacement. Hosts, names and the base path do not matter. An answer without such a link is not judged, nor is the route of images, which has no replacement.',
  fix: 'Link to the replacement named in the document, or do not send successor-version.',
  cases: removed.map(route => ({ name: route.path, check: probe => judgeRemoved(probe, route) })),
  faults: faultsFor('contradicting-replacement', {
    generation: [
      'changes the generation in the path and nothing else',
      leading(/tag/, (...names) => `/v2/repositories/${names.join('/')}`),
    ],
    list: ['links from a tag to the list of tags', leading(/tag$/, () => '/v2/namespaces/library/repositories/x/tags')],
    'by-id': [
      'links from the list of tags to another operation by its id',
      leading(/tags$/, () => '/openapi.json#/operations/GetRepository'),
    ],
    other: [
      'links to another operation that its reference declares',
      layered(
        declaring('/v2/orgs'),
        leading(/tags$/, () => '/v2/orgs'),
      ),
    ],
    next: ['links to another generation', leading(/tags$/, () => '/v3/namespaces/library/repositories/x/tags')],
  }),
  tolerates: variants({
    right: [
      'the correct operations, at another host and base path',
      layered(
        leading(/tags$/, () => 'https://hub.example.com/api/v2/namespaces/a/repositories/b/tags'),
        leading(/tag$/, () => '/v2/namespaces/a/repositories/b/tags/c'),
      ),
    ],
    page: ['a page of the documentation', leading(/tag/, () => 'https://docs.example.com/api/v2/migration#tags')],
    images: ['a successor of images', leading(/images/, () => '/v2/namespaces/a/repositories/b/tags')],
  }),
}

export default [linked, ofRemoved]
