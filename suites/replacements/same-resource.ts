import { showsAsExisting } from '../../checks/answers/existence.ts'
import { declaredAsk } from '../../checks/http/legacy-answers.ts'
import { notListed, type ReadList, readList, unfinished } from '../../checks/paging/list.ts'
import { alike, distinct } from '../../checks/presence/judging.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject, jsonIn } from '../../checks/reading/json.ts'
import { groupsOf, listItems } from '../../checks/reading/lists.ts'
import { flat, mentions, objectsIn, representation } from '../../checks/reading/things.ts'
import {
  isIn,
  listOf,
  membersIn,
  namesInMembers,
  type PlaceMembers,
  repositoryPlaceOf,
} from '../../checks/repository-place.ts'
import { cite } from '../../checks/source.ts'
import { grouped, layered, missingAs, namedGroups, pageOf, withItems } from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  fault,
  faultsFor,
  instead,
  to,
  variant,
  withJson,
  withMembers,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { type LegacyEndpoint, lifecycle } from '../../contracts/lifecycle.ts'
import type { Probe, RepositoryFixture, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const safe = lifecycle.legacyEndpoints.filter(({ method }) => method === 'GET' || method === 'HEAD')

const fill = (path: string, values: { readonly namespace: string; readonly repository: string }): string =>
  path
    .replace('{namespace}', encodeURIComponent(values.namespace))
    .replace('{repository}', encodeURIComponent(values.repository))

/** What every name begins with that a run gives. */
const runPrefix = 'hub-conformance-'

const nameKeys = ['name', 'repo_name', 'repository', 'repository_name', 'slug', 'full_name', 'path']

/** The name of an item of a list, without what stands before it; undefined where it cannot be told. */
const itemName = (shown: unknown, members: PlaceMembers): string | undefined => {
  const item = flat(shown)
  const keys = [...members.name, ...nameKeys]
  const value = isObject(item) ? keys.map(key => item[key]).find(one => typeof one === 'string') : item
  return typeof value === 'string' ? value.split('/').at(-1) : undefined
}

interface Named {
  readonly names: ReadonlySet<string>
  readonly list: ReadList
}

/** The names that a list shows; undefined where some cannot be told. What runs create and delete meanwhile is left out. */
const namesIn = async (probe: Probe, first: Answered, asked: RepositoryFixture): Promise<Named | undefined> => {
  const list = await readList(probe, first)
  const { pages } = list
  const items = pages.flatMap(page => page.items)
  const isAsked = (item: unknown): boolean => itemName(item, membersIn([item], asked)) === asked.repository
  const things = groupsOf([items], isAsked)?.flat() ?? items
  const members = membersIn(things, asked)
  const names = things.map(item => itemName(item, members))
  if (pages.length === 0 || !names.every(name => name !== undefined)) return undefined
  return { names: new Set(names.filter(name => !name.startsWith(runPrefix))), list }
}

/** Members of a repository that say which one it is. */
const identity = ['id', 'uuid', 'name', 'is_private', 'date_registered', 'created_at']

const selfKeys = [...nameKeys, ...identity, 'namespace']

/** Whether an object names anything: a notice that the endpoint is deprecated does not. */
const names = (object: JsonObject): boolean => selfKeys.some(key => has(object, key))

/** Whether an answer is null, an object without members or a list without items, as a deprecated endpoint may answer. */
const describesNothing = (body: unknown): boolean => {
  if (body === null || (isObject(body) && Object.keys(body).length === 0)) return true
  // A repository without rules has an empty list too, and says something besides, or names itself in an envelope.
  const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('/')
  const namesItself = (inner: unknown): boolean => isObject(inner) && selfKeys.some(key => isText(inner[key]))
  const says = isObject(body) && Object.values(body).some(value => isText(value) || namesItself(value))
  return listItems(body)?.length === 0 && !says
}

type Agreement = 'same' | 'other' | 'unknown'

/** Whether two answers show one repository: both name it, and what says which one it is is the same in both. */
const sameRepository = (legacy: unknown, current: unknown, asked: RepositoryFixture): Agreement => {
  const { repository } = asked
  if (!mentions(current, repository)) return 'unknown'
  const members = membersIn([representation(current, [repository])], asked)
  const isNamed = (object: JsonObject): boolean => names(object) || namesInMembers(object, members).length > 0
  if (!mentions(legacy, repository)) return objectsIn(legacy).some(isNamed) ? 'other' : 'unknown'
  const [a, b] = [representation(legacy, [repository]), representation(current, [repository])]
  const differs = identity.some(key => {
    const [x, y] = [a, b].map(one => {
      const value = one && has(one, key) ? one[key] : undefined
      // A name may have those of what it is in before it.
      return key === 'name' && typeof value === 'string' ? value.split('/').at(-1) : value
    })
    return typeof x === typeof y && ['string', 'number', 'boolean'].includes(typeof x) && x !== y
  })
  return differs ? 'other' : 'same'
}

/** The list of another namespace, where one of two answers says that its repository is there and the other one that it is in the requested one. */
const elsewhere = async (
  probe: Probe,
  answers: readonly unknown[],
  asked: RepositoryFixture,
): Promise<Answered | undefined> => {
  const shown = answers.map(body => representation(body, [asked.repository]))
  const members = membersIn(shown, asked)
  const places = shown.flatMap(one => repositoryPlaceOf(one, members) ?? [])
  const other = places.find(place => !isIn(place, asked.namespace))
  return other && places.some(place => isIn(place, asked.namespace)) ? listOf(probe, other.namespace) : undefined
}

const listing = 'listNamespaceRepositories'

/**
 * Whether an old list is of the same repositories: none of them is missing in the new one. It may show a part of them: a deprecated endpoint
 * may change. What is missing there, and is found by its name, is missing in the new list.
 */
const judgeLists = async (
  probe: Probe,
  [legacy, current]: readonly [Answered, Answered],
  known: RepositoryFixture,
  different: Finding,
): Promise<Finding | undefined> => {
  const [old, now] = [await namesIn(probe, legacy, known), await namesIn(probe, current, known)]
  if (!old || !now || old.names.size === 0) return undefined
  const lacking = [...old.names].find(name => !now.names.has(name))
  if (lacking === undefined) return holds(legacy, current)
  if (!now.list.whole) return unfinished(listing, now.list, current, legacy)
  const found = await probe.call('GetRepository', { ...known, repository: lacking }, { anyStatus: true })
  return isSuccess(found) && mentions(jsonIn(found), lacking)
    ? notListed(listing, lacking, now.list, current, found, legacy)
    : different
}

const judge = async (probe: Probe, endpoint: LegacyEndpoint): Promise<Finding> => {
  const known = await probe.fixture('repository')
  const { namespace, repository } = known
  const name = `${endpoint.method} ${endpoint.path}`
  const legacy = await probe.send(await declaredAsk(probe, endpoint, fill(endpoint.path, { namespace, repository })))
  if (!isSuccess(legacy)) return exempt('legacy-inactive', { endpoint: name, status: legacy.response.status }, legacy)
  const current = await probe.call(endpoint.replacedBy, { namespace, repository })
  const values = { endpoint: name, operation: endpoint.replacedBy, status: current.response.status }
  if (!isSuccess(current)) return unclear('replacement-absent', values, legacy, current)
  const control = await probe.callControlPath(endpoint.replacedBy, { namespace, repository })
  if (!distinct(current, control)) return unclear('catch-all', { status: current.response.status }, current, control)
  if (endpoint.method === 'HEAD') return judgeMissing(probe, endpoint, known, [legacy, current])
  const [a, b] = [jsonIn(legacy), jsonIn(current)]
  if (a === undefined || b === undefined) {
    const unknown = await probe.control({ method: endpoint.method, path: `/${probe.nonce('no-such-path')}` })
    return alike(legacy, unknown)
      ? unclear('catch-all', { status: legacy.response.status }, legacy, unknown)
      : unclear('no-representation', { operation: name, field: 'name' }, legacy, current)
  }
  if (describesNothing(a)) return exempt('no-representation', { operation: name, field: 'name' }, legacy, current)
  const other = await elsewhere(probe, [a, b], known)
  if (other) return violated('other-resource', values, legacy, current, other)
  const different = violated('other-resource', values, legacy, current)
  const finding =
    endpoint.replacedBy === listing
      ? await judgeLists(probe, [legacy, current], known, different)
      : { same: holds(legacy, current), other: different, unknown: undefined }[sameRepository(a, b, known)]
  return finding ?? unclear('no-representation', { operation: name, field: 'name' }, legacy, current)
}

/** Without content all that can be compared is whether both tell what is there from what is not. */
const judgeMissing = async (
  probe: Probe,
  endpoint: LegacyEndpoint,
  known: RepositoryFixture,
  existing: readonly [Answered, Answered],
): Promise<Finding> => {
  const { namespace } = known
  const repository = probe.nonce('missing')
  const legacy = await probe.send(await declaredAsk(probe, endpoint, fill(endpoint.path, { namespace, repository })))
  const current = await probe.call(endpoint.replacedBy, { namespace, repository })
  const operation = endpoint.replacedBy
  // It may change behavior: what no longer tells one from the other says nothing about a resource.
  if (isSuccess(legacy))
    return exempt('no-representation', { operation: `HEAD ${endpoint.path}`, field: 'a resource' }, ...existing, legacy)
  const shown = showsAsExisting(existing[1], current, [repository], [known.repository])
  // Then it is the replacement that is wrong.
  return shown
    ? violated('missing-like-existing', { operation, status: current.response.status }, current, legacy)
    : holds(...existing, legacy, current)
}

/** A repository under members that no other hub has; `name` in place of its own. */
const inOwnMembers = (name?: string) =>
  edited(body =>
    isObject(body) && 'name' in body
      ? { handle: name ?? body.name, space: body.namespace, locks: { patterns: [] } }
      : body,
  )

/** A repository in an envelope with empty lists; `name` in place of its own. */
const inEnvelope = (name?: string) =>
  edited(body =>
    isObject(body) && 'name' in body
      ? { result: { name: name ?? body.name, namespace: body.namespace, links: [] }, success: true, errors: [] }
      : body,
  )

const replacement = to('/v2/namespaces/{namespace}/repositories/{repository}', 'GET')

export default safe.map((endpoint): Requirement => {
  const name = `${endpoint.method} ${endpoint.path}`
  const here = to(endpoint.path, endpoint.method)
  return {
    id: `replacements/${endpoint.slug}-same-resource`,
    level: 'should',
    statement: `If ${name} still answers, it returns the same resource as ${endpoint.replacedBy}.`,
    since: endpoint.deprecated,
    source: cite(endpoint.sentence),
    needs: ['repository'],
    how: 'Both are called for the same repository or namespace. The document allows a deprecated endpoint to change or disappear, so an answer without success, an empty object, a part of the list or a HEAD that answers the same for every repository does not fail.',
    fix: `Serve ${name} from the same data as ${endpoint.replacedBy}, or remove it.`,
    cases: [{ name: `${name}, compared with ${endpoint.replacedBy}`, check: probe => judge(probe, endpoint) }],
    faults:
      endpoint.method === 'HEAD'
        ? faultsFor('missing-like-existing', {
            replacement: [
              'its replacement answers 200 for a repository that does not exist',
              missingAs(to('/v2/namespaces/{namespace}/repositories/{repository}', 'HEAD'), 200),
              { 'repositories/missing-check': 'missing-like-existing' },
            ],
          })
        : {
            other: fault(
              'describes another resource',
              'other-resource',
              withJson(here, body =>
                isObject(body) && Array.isArray(body.results) ? { results: [{ name: 'other' }] } : { name: 'other' },
              ),
            ),
            ...(endpoint.replacedBy === 'listNamespaceRepositories'
              ? faultsFor('other-resource', {
                  ghost: [
                    'lists a repository that its replacement does not list',
                    withItems(here, items => [...items, { name: 'ghost' }]),
                  ],
                })
              : {
                  'own-members': fault(
                    'describes another resource, where both name a repository in other members and have an empty list',
                    'other-resource',
                    layered(
                      instead(here, inOwnMembers('other')),
                      instead(to('/v2/namespaces/{namespace}/repositories/{repository}', 'GET'), inOwnMembers()),
                    ),
                    { 'schemas/get-repository': 'schema-mismatch' },
                  ),
                  enveloped: fault(
                    'describes another resource, where both have the repository in an envelope',
                    'other-resource',
                    layered(instead(here, inEnvelope('other')), instead(replacement, inEnvelope())),
                    { 'schemas/get-repository': 'schema-mismatch' },
                  ),
                  namespace: fault(
                    'describes a repository of the same name in another namespace',
                    'other-resource',
                    withMembers(here, { namespace: 'conformance' }),
                  ),
                }),
          },
    tolerates: {
      gone: variant('410', instead(here, answer(410))),
      'not-found': variant('404', instead(here, answer(404))),
      'method-not-allowed': variant('405', instead(here, answer(405))),
      ...(endpoint.replacedBy === 'GetRepository'
        ? {
            'resource-names': variant(
              'its replacement has the name of a repository behind what that is in',
              withObject(to('/v2/namespaces/{namespace}/repositories/{repository}', 'GET'), body => ({
                ...body,
                name: `namespaces/${body.namespace}/repositories/${body.name}`,
              })),
            ),
          }
        : {}),
      ...(endpoint.method === 'HEAD'
        ? { always: variant('200 for every repository', instead(here, answer(200))) }
        : {
            ...(endpoint.replacedBy === 'listNamespaceRepositories'
              ? {
                  part: variant(
                    'only the last repository, in a bare array without a link',
                    withJson(here, body => (pageOf(body)?.results ?? []).slice(-1)),
                  ),
                  groups: variant(
                    'its replacement lists groups, each with a name',
                    grouped('/v2/namespaces/{namespace}/repositories', namedGroups),
                  ),
                }
              : {}),
            enveloped: variant('the repository in an envelope, unlike its replacement', instead(here, inEnvelope())),
            'empty-envelope': variant(
              'an empty list with a notice',
              instead(here, answer(200, { data: [], meta: { path: '/v2/repositories', status: 'deprecated' } })),
            ),
            'empty-object': variant('an empty object', instead(here, answer(200, {}))),
            display: variant(
              'the display name of the namespace',
              withJson(here, body =>
                isObject(body) && 'namespace' in body ? { ...body, namespace: 'Example, Inc.' } : body,
              ),
            ),
            'empty-list': variant('an empty list', instead(here, answer(200, { count: 0, next: null, results: [] }))),
          }),
    },
  }
})
