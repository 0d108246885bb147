import { declaredParameters } from '../../checks/answers/declared-lists.ts'
import { isDenial } from '../../checks/answers/existence.ts'
import { onlyOne } from '../../checks/answers/only-one.ts'
import { declares } from '../../checks/documents/declared-schema.ts'
import { notListed, type ReadList, readList, unfinished } from '../../checks/paging/list.ts'
import { isSuccess, sentIn } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject, json, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { flat, idKeysOf, mentions, objectsIn, representation } from '../../checks/reading/things.ts'
import { isIn, listOf, type RepositoryPlace, repositoryPlaceOf } from '../../checks/repository-place.ts'
import { isLost, ownAnswer, refused, until } from '../../checks/round-trip.ts'
import { ownShapeOf } from '../../checks/schemas/own.ts'
import { cite, published } from '../../checks/source.ts'
import { brief, membersByPath } from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { byOperations, checkedByGet, withLink } from '../../checks/twists/operations.ts'
import { grouped, layered, onItems, withEachItem, withStatus } from '../../checks/twists/shapes.ts'
import {
  answer,
  fault,
  faultsFor,
  instead,
  sentBy,
  to,
  variant,
  type When,
  withJson,
  withMembers,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Fixtures, Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const since = '2025-09-19'
const collection = '/v2/namespaces/{namespace}/repositories'
const item = '/v2/namespaces/{namespace}/repositories/{repository}'

/** Requests for what a run created: the names begin with its prefix. */
const ours =
  (when: When): When =>
  (request, path) =>
    when(request, path) && /\/hub-conformance-[^/]+$/.test(path)

const withoutOurs = onItems(items =>
  items.filter(one => !(isObject(one) && String(one.name).startsWith('hub-conformance-'))),
)

/** Knows nothing of what the run has created. */
const keepsNothing = layered(
  instead(
    (request, path) => /^\/v2\/.*\/hub-conformance-/.test(path) && !to(item, 'DELETE')(request, path),
    answer(404),
  ),
  withJson(to(collection, 'GET'), withoutOurs),
)

/** Takes no private repository, as where a plan limits their number. */
const refusesPrivate = (status: number): Twist =>
  instead(to(collection, 'POST'), async (request, next) =>
    (await sentBy(request)).is_private === true ? answer(status)(request) : next(request),
  )

/** The first time that something is asked for it is not there yet. */
const late = (when: When) => (): Twist => {
  const asked = new Map<string, number>()
  return instead(when, (request, next) => {
    const count = (asked.get(request.url) ?? 0) + 1
    asked.set(request.url, count)
    return count <= 2 ? answer(404)(request) : next(request)
  })
}

/**
 * An operation that does not know what was created, though it knows something else. Where it knows nothing else it may not be there
 * at all, which is another requirement's to say.
 */
const askFor = async (
  probe: Probe,
  operation: 'GetRepository' | 'CheckRepository',
  own: Fixtures['own-repository'],
): Promise<{ readonly found: Answered } | { readonly finding: Finding }> => {
  const ask = (): Promise<Answered> => probe.call(operation, own)
  const first = await ask()
  if (isSuccess(first)) return { found: first }
  const values = { operation, status: first.response.status, what: own.repository }
  const known = await probe.fixture('repository')
  if (known.repository === own.repository) return { finding: await onlyOne(probe, operation, own, first) }
  const other = await probe.call(operation, known)
  if (!isSuccess(other)) return { finding: refused(operation, other) }
  const { answer: last, fits } = await until(probe, ask, isSuccess, own.witness === null)
  if (fits) return { found: last }
  return { finding: violated('created-not-found', { ...values, status: last.response.status }, last, other) }
}

const nameMembers = ['name', 'full_name', 'repository', 'repo', 'slug', 'path', 'title']

const membersShown = (answer: Answered, repository: string): JsonObject =>
  membersByPath((flat(representation(jsonOfSuccess(answer), [repository])) ?? {}) as JsonObject)

/** What GetRepository shows of another repository; nothing where none is known. */
const membersOfAnother = async (probe: Probe, own: Fixtures['own-repository']): Promise<JsonObject> => {
  const known = (await probe.hasFixture('repository')) ? await probe.fixture('repository') : own
  if (known.repository === own.repository) return {}
  return membersShown(await probe.call('GetRepository', known, { anyStatus: true, control: true }), known.repository)
}

const isSentence = (value: unknown): boolean => typeof value === 'string' && /\S\s+\S/.test(value)

/** A member that the creation sent and that an answer does not show so, as far as it shows it; a sentence also where another repository shows one there. */
const lostMember = (
  { created, repository }: Fixtures['own-repository'],
  answer: Answered,
  other: JsonObject,
): { readonly member: string; readonly sent: string; readonly got: string } | undefined => {
  const sent = objectsIn(sentIn(created)).flatMap(object => Object.entries(object))
  const shown = membersShown(answer, repository)
  const common = Object.keys(other).filter(key => has(shown, key))
  const isLeftOut = (member: string, value: unknown): boolean =>
    common.length * 2 >= Object.keys(other).length &&
    isSentence(value) &&
    isSentence(other[member]) &&
    // It may stand elsewhere, and shortened.
    !Object.entries(shown).some(
      ([key, text]) => sent.every(([name]) => name !== key) && String(text).startsWith(String(value).slice(0, 10)),
    )
  // What the creation itself answered with another switch was not lost: a plan may have no private repositories.
  const made = membersShown(created, repository)
  const isAnswered = (member: string): boolean =>
    typeof shown[member] === 'boolean' && has(made, member) && made[member] === shown[member]
  const lost = sent.find(([member, value]) =>
    has(shown, member) ? isLost(value, shown[member]) && !isAnswered(member) : isLeftOut(member, value),
  )
  return lost && { member: lost[0], sent: brief(lost[1]), got: brief(shown[lost[0]] ?? null) }
}

const judgeGet = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('own-repository')
  const values = { operation: 'GetRepository', what: own.repository }
  const asked = await askFor(probe, 'GetRepository', own)
  if ('finding' in asked) return asked.finding
  const { found } = asked
  if (found.response.body.trim() === '') return exempt('no-representation', { ...values, field: 'name' }, found)
  const open = await ownAnswer(probe, 'GetRepository', own, found)
  if (open) return open
  const placeIn = (answer: Answered): RepositoryPlace | undefined =>
    repositoryPlaceOf(representation(jsonIn(answer), [own.repository]))
  const [then, now] = [placeIn(own.created), placeIn(found)]
  // What its creation shows in the requested namespace is in no other one.
  if (then && isIn(then, own.namespace) && now && !isIn(now, own.namespace)) {
    const elsewhere = await listOf(probe, now.namespace)
    const what = `${own.namespace}/${own.repository}`
    if (elsewhere) return violated('other-thing', { ...values, what }, own.created, found, elsewhere)
  }
  if (mentions(json(found), own.repository)) {
    const other = await membersOfAnother(probe, own)
    if (lostMember(own, found, other) === undefined) return holds(own.created, found)
    // What was shown once was stored; what lost it is another requirement's to say.
    const stored = probe
      .received('GetRepository')
      .find(
        ({ answer, values }) =>
          values.repository === own.repository &&
          mentions(jsonIn(answer), own.repository) &&
          !lostMember(own, answer, other),
      )
    if (stored) return holds(own.created, stored.answer)
    const { answer: last, fits } = await until(
      probe,
      () => probe.call('GetRepository', own),
      now => isSuccess(now) && mentions(json(now), own.repository) && lostMember(own, now, other) === undefined,
    )
    const lost = isSuccess(last) ? lostMember(own, last, other) : undefined
    return fits || !lost
      ? holds(own.created, last)
      : violated('not-as-created', { operation: 'GetRepository', ...lost }, last, own.created)
  }
  // A target that declares its repositories without a name shows none; the document lists no fields of a repository.
  const shape = await ownShapeOf(probe, 'GetRepository', found)
  const named = objectsIn(json(found)).some(one => nameMembers.some(member => has(one, member)))
  return shape && !named && !nameMembers.some(member => declares(shape.schema, member))
    ? unclear('no-field', { ...values, field: 'name' }, found, shape.excerpt)
    : violated('other-thing', values, found)
}

const judgeCheck = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('own-repository')
  const asked = await askFor(probe, 'CheckRepository', own)
  if ('finding' in asked) return asked.finding
  const missing = await probe.call('CheckRepository', { ...own, repository: probe.nonce('missing') })
  if (!isSuccess(missing)) return holds(own.created, asked.found, missing)
  if (isDenial(asked.found) && !isDenial(missing)) {
    const isFound = (one: Answered): boolean => isSuccess(one) && !isDenial(one)
    const { answer: last, fits } = await until(probe, () => probe.call('CheckRepository', own), isFound)
    const values = { operation: 'CheckRepository', status: last.response.status, what: own.repository }
    return fits ? holds(own.created, last, missing) : violated('created-not-found', values, last, missing)
  }
  const open = await ownAnswer(probe, 'CheckRepository', own, asked.found)
  return open ?? holds(own.created, asked.found)
}

const judgeList = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('own-repository')
  const values = { operation: 'listNamespaceRepositories', what: own.repository }
  const shown = representation(jsonIn(own.created), [own.repository])
  const isOwn = (item: unknown): boolean =>
    isObject(item) && shown !== undefined && idKeysOf(shown).some(key => has(item, key) && item[key] === shown[key])
  let list = await probe.call('listNamespaceRepositories', own)
  if (!isSuccess(list)) return refused('listNamespaceRepositories', list)
  const open = await ownAnswer(probe, 'listNamespaceRepositories', own, list)
  if (open) return open
  if (listItems(json(list)) === undefined) return unclear('no-list', values, list)
  let read: ReadList | undefined
  let looks = 0
  const found = await probe.eventually(async () => {
    if (looks++ > 0) list = await probe.call('listNamespaceRepositories', own)
    if (jsonOfSuccess(list) === undefined) return undefined
    read = await readList(probe, list)
    return read.pages.find(({ items }) => mentions(items, own.repository) || items.some(isOwn))?.exchange
  }, own.witness === null)
  if (found) return holds(own.created, found)
  // A list that is of public or of private repositories as it is asked may leave out the others.
  const parameters = await declaredParameters(probe, 'listNamespaceRepositories')
  if (parameters.some(({ name }) => /^(?:is_?)?(?:private|public)$|visib|privacy/i.test(name)))
    return exempt('not-published', { what: 'a list of private and public repositories in one' }, list)
  // A part of the answer that was not read as the list may hold it.
  const isNamed = mentions(jsonOfSuccess(list), own.repository)
  return read && !isNamed
    ? notListed('listNamespaceRepositories', own.repository, read, read.pages.at(-1)?.exchange ?? list)
    : unfinished('listNamespaceRepositories', read ?? { end: 'short' }, list)
}

const fix =
  'Return the created repository, with the name that it was created with, in every operation, at the latest after a short delay.'

const common = { level: 'should', since, needs: ['credentials', 'writes', 'namespace'], fix } as const

/** Shows other members than the repository has. */
const showing = (members: JsonObject) => withMembers(ours(to(item, 'GET')), members)

const get: Requirement = {
  ...common,
  id: 'repositories/created-get',
  statement: 'GetRepository returns a newly created repository, with its name and what was sent to create it.',
  source: published('operation GetRepository', 'Returns the repository of that namespace, with its name.'),
  covers: ['area-repositories', 'resource-repository'],
  how: 'The repository that the run created is requested until the waiting time ends; the answer must contain its name, in any member, and must name no existing namespace that the answer to its creation does not name. A text that was sent must not be empty, nor missing in the whole answer where another repository has one, and a switch must not have the opposite value. It fails only if the same operation finds another repository.',
  cases: [{ name: 'the created repository', check: judgeGet }],
  faults: {
    ...faultsFor('created-not-found', {
      never: ['does not find the created repository', instead(ours(to(item, 'GET')), answer(404))],
      'not-stored': [
        'answers 201 to the creation and keeps nothing',
        keepsNothing,
        { 'repositories/created-check': 'created-not-found', 'repositories/created-list': 'not-listed' },
      ],
    }),
    other: fault('returns another repository instead', 'other-thing', showing({ name: 'sample' }), {
      'repositories/get-asked-for': 'other-repository',
    }),
    'operation-done': {
      says: 'reports the creating operation as done, and stores nothing',
      code: 'created-not-found',
      twist: () => layered(keepsNothing, byOperations(to(collection), withLink)()),
      also: { 'repositories/created-check': 'created-not-found', 'repositories/created-list': 'not-listed' },
    },
    'no-summary': fault(
      'takes a summary, and shows none',
      'not-as-created',
      layered(
        withOpenApi(({ paths }) => {
          const { post } = paths[collection] ?? {}
          const content = post?.requestBody.content['application/json']
          content.schema = { allOf: [content.schema, { properties: { summary: { type: 'string' } } }] }
        }),
        showing({ summary: '' }),
      ),
    ),
    omitted: fault(
      'leaves the description out, and shows that of other repositories',
      'not-as-created',
      withObject(ours(to(item, 'GET')), ({ description: _, ...body }) => body),
    ),
    undescribed: fault('shows no description', 'not-as-created', showing({ description: null })),
    public: fault('shows it as public', 'not-as-created', showing({ is_private: false })),
    ...faultsFor('other-thing', {
      namespace: ['shows it in another namespace than its creation did', showing({ namespace: 'conformance' })],
      empty: ['answers with an empty object', withJson(ours(to(item, 'GET')), () => ({}))],
    }),
  },
  tolerates: {
    late: { says: 'finds it only at the third request', twist: late(ours(to(item, 'GET'))) },
    operation: {
      says: 'creates it by an operation to which the answer links',
      twist: byOperations(to(collection), withLink, 'member'),
    },
    envelope: variant(
      'the representation in an envelope',
      withJson(ours(to(item, 'GET')), body => ({ ok: true, data: body })),
    ),
    'own-words': variant(
      'the description shortened, no switch',
      withMembers(ours(to(item, 'GET')), { description: 'Created by…', is_private: undefined }),
    ),
    summary: variant(
      'the description of its new repositories under another name than that of others',
      withObject(ours(to(item, 'GET')), ({ description, ...body }) => ({ ...body, short_description: description })),
    ),
    'no-descriptions': variant(
      'descriptions of no repository',
      layered(
        withOpenApi(({ components }) => {
          const { repository_info: shown } = components.schemas
          shown.required = shown.required.filter((name: string) => name !== 'description')
        }),
        withObject(to(item, 'GET'), ({ description: _, ...body }) => body),
      ),
    ),
    display: variant(
      'the display name of the namespace',
      withJson(to(item, 'GET'), body =>
        isObject(body) && 'namespace' in body ? { ...body, namespace: 'Conformance, Inc.' } : body,
      ),
    ),
    'full-name': variant(
      'names it by namespace and name in one member',
      withObject(ours(to(item, 'GET')), body => ({ full_name: `${body.namespace}/${body.name}` })),
    ),
  },
}

const check: Requirement = {
  ...common,
  id: 'repositories/created-check',
  statement: 'CheckRepository finds a newly created repository.',
  source: published('operation CheckRepository', 'Checks a repository of that namespace.'),
  covers: ['area-repositories', 'resource-repository'],
  how: 'The repository that the run created is checked until it is found or the waiting time ends, compared with one that does not exist. It fails only if the same operation finds another repository.',
  cases: [{ name: 'the created repository', check: judgeCheck }],
  faults: faultsFor('created-not-found', {
    never: ['does not find the created repository', instead(ours(to(item, 'HEAD')), answer(404))],
    refused: ['refuses the created repository', instead(ours(to(item, 'HEAD')), answer(403))],
    denied: [
      'says of each repository whether it does not exist',
      layered(
        withObject(to(`${item}/exists`, 'GET'), ({ exists }) => ({ exists: exists !== true })),
        checkedByGet,
      ),
    ],
  }),
  tolerates: {
    late: { says: 'finds it only at the third request', twist: late(ours(to(item, 'HEAD'))) },
    'no-content': variant('204 for an existing repository', withStatus(to(item, 'HEAD'), 204)),
  },
}

const list: Requirement = {
  ...common,
  id: 'repositories/created-list',
  statement: 'The list of the namespace includes a newly created repository.',
  source: cite('op-list-namespace-repositories'),
  covers: ['area-repositories', 'resource-repository'],
  how: 'All pages of the list are read, repeatedly, until an item names the repository that the run created or has its id, or the waiting time ends. If the list may contain more than was read, the result is inconclusive.',
  fix: 'List the created repository, at the latest after a short delay, on the first page or on one that is linked from the page before it.',
  cases: [{ name: 'every page of the list', check: judgeList }],
  faults: faultsFor('not-listed', {
    never: ['leaves out the created one', withJson(to(collection, 'GET'), withoutOurs)],
    private: [
      'lists public repositories alone',
      withJson(
        to(collection, 'GET'),
        onItems(items => items.filter(one => !isObject(one) || one.is_private !== true)),
      ),
      { 'replacements/get-namespace-same-resource': 'not-listed' },
    ],
    others: [
      'lists the same repository as every item',
      withEachItem(to(collection, 'GET'), one => ({ ...(one as object), name: 'sample', id: 1 })),
      { 'replacements/get-namespace-same-resource': 'not-listed', 'repositories/listed': 'page-overlaps' },
    ],
  }),
  tolerates: {
    'public-alone': variant('refuses private repositories', refusesPrivate(402)),
    'full-name': variant(
      'names items by namespace and name in one member',
      withEachItem(to(collection, 'GET'), one =>
        isObject(one) ? { ...one, name: `${one.namespace}/${one.name}` } : one,
      ),
    ),
    groups: variant('repositories in groups by their first letter', grouped(collection)),
    'page-two': variant(
      'new repositories on the last page',
      instead(to(collection, 'GET'), (request, next) => {
        const url = new URL(request.url)
        url.searchParams.set('ordering', 'last_updated')
        return next(new Request(url, request))
      }),
    ),
  },
}

export default [get, check, list]
