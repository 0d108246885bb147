import { isDenial } from '../../checks/answers/existence.ts'
import { itemsOf } from '../../checks/answers/plain-form.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { mentions } from '../../checks/reading/things.ts'
import { ownAnswer } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { listTags } from '../../checks/tags.ts'
import { inEveryNamespace, missingAs, onEachItem, pageOf, tableOf } from '../../checks/twists/shapes.ts'
import { answer, edited, faultsFor, instead, matches, to, variant, withJson } from '../../checks/twists/twist.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const collection = '/v2/namespaces/{namespace}/repositories/{repository}/tags'
const item = `${collection}/{tag}`

const judgeList = async (probe: Probe): Promise<Finding> => {
  const operation = 'ListRepositoryTags'
  const known = await probe.fixture('tag')
  const { namespace, repository, created } = await probe.fixture('own-repository')
  const own = await probe.call(operation, { namespace, repository }, { anyStatus: true, control: true })
  const items = itemsOf(own) ?? []
  // Nothing was pushed to it: what a hub puts into a new repository itself is its own affair.
  if (items.length === 0) return holds(created, own)
  const other = await listTags(probe, known, { control: true })
  const open = await ownAnswer(probe, operation, { namespace, repository }, own)
  if (open) return open
  // Each item may name the repository that was asked for.
  const shown = JSON.stringify(items).replaceAll(repository, known.repository)
  const same = shown === JSON.stringify(itemsOf(other.first))
  // A hub that gives each repository a first tag of the same name may show no more of it.
  const [first] = items
  if (same && items.length === 1 && !(isObject(first) && Object.keys(first).length > 1))
    return unclear('no-field', { operation, field: 'id or digest' }, own)
  const values = { operation, what: repository, got: `the tags of ${known.repository}` }
  return same ? violated('other-repository', values, created, own, other.first) : holds(created, own)
}

const judgeOne = async (probe: Probe): Promise<Finding> => {
  const operation = 'GetRepositoryTag'
  const known = await probe.fixture('tag')
  const { namespace, repository, created } = await probe.fixture('own-repository')
  const values = { namespace, repository, tag: known.tag }
  const found = await probe.call(operation, values, { anyStatus: true, control: true })
  if (!isSuccess(found) || isDenial(found)) return holds(created, found)
  const open = await ownAnswer(probe, operation, values, found)
  if (open) return open
  if (!mentions(jsonIn(found), known.tag)) return unclear('no-field', { operation, field: known.tag }, found)
  const list = await probe.call('ListRepositoryTags', { namespace, repository }, { anyStatus: true })
  const listed = jsonOfSuccess(list)
  if (listed === undefined) return unclear('no-list', { operation: 'ListRepositoryTags' }, list, found)
  // A tag that the repository lists is its own.
  return mentions(listed, known.tag)
    ? exempt('not-seen', { what: 'a tag that another repository has and a new one has not' }, created, list, found)
    : violated('missing-like-existing', { operation, status: found.response.status }, found, created, list)
}

/** An empty list is not judged: nothing is there, as it says. */
const judgeNamespace = async (probe: Probe): Promise<Finding> => {
  const operation = 'ListRepositoryTags'
  const { repository, tag } = await probe.fixture('tag')
  const nowhere = { namespace: probe.nonce('missing'), repository }
  const found = await probe.call(operation, nowhere, { anyStatus: true })
  if (isDenial(found) || !mentions(jsonOfSuccess(found), tag)) return holds(found)
  const open = await ownAnswer(probe, operation, nowhere, found)
  return open ?? violated('missing-like-existing', { operation, status: found.response.status }, found)
}

/** Tags that a hub may give each new repository. */
const commonTags = ['latest', '1.0', 'v1', 'v1.0.0']

/** Answers for a repository that the run made as for the one that was there. */
const ofSample = (here: ReturnType<typeof to>) =>
  instead(here, (request, next) =>
    next(new Request(request.url.replace(/\/hub-conformance-[a-z0-9]{6}-[0-9a-f]{6}(?=\/)/, '/sample'), request)),
  )

export default {
  id: 'repositories/tag-scope',
  level: 'should',
  statement: 'ListRepositoryTags and GetRepositoryTag answer for the repository of their path, never for another one.',
  since: '2022-08-23',
  source: published(
    'operations ListRepositoryTags and GetRepositoryTag',
    'Both are of a repository: its tags are listed, and one of its tags is read.',
  ),
  covers: ['area-repositories', 'resource-tag', 'tags-path', 'tag-path', 'path-parameters'],
  needs: ['credentials', 'writes', 'tag'],
  how: 'The tags of a repository that the run created, to which nothing was pushed, are listed, and the tag of another repository is read in it. It fails if the list is that of the other repository, or if the tag can be read although it is not listed. It also fails if the tags of the other repository are listed in a namespace that does not exist.',
  fix: 'Look up tags by the namespace and the repository of the path.',
  cases: [
    { name: 'the tags of a new repository', check: judgeList },
    { name: "another repository's tag in a new one", check: judgeOne },
    { name: 'the tags in a namespace that does not exist', check: judgeNamespace },
  ],
  faults: {
    ...faultsFor('other-repository', {
      list: ['lists the tags of one repository for every repository', ofSample(to(collection, 'GET'))],
      named: [
        'lists the tags of one repository for every repository, and names in each item the repository in the path',
        instead(to(collection, 'GET'), (request, next) => {
          const [, name = ''] = /\/repositories\/([^/]+)\/tags/.exec(request.url) ?? []
          return edited(onEachItem(one => ({ ...(one as object), repository_name: name })))(request, inner =>
            ofSample(() => true)(inner, next),
          )
        }),
      ],
    }),
    ...faultsFor('missing-like-existing', {
      namespace: ['lists the tags of a repository in every namespace', inEveryNamespace(to(collection, 'GET'))],
      tag: ['finds a tag in every repository', ofSample(to(item, 'GET'))],
    }),
  },
  tolerates: {
    'not-found': variant(
      '404 for the list of a repository without tags',
      instead(to(collection, 'GET'), async (request, next) => {
        const response = await next(request)
        const body: unknown = response.ok ? await response.clone().json() : undefined
        return listItems(body)?.length === 0 ? answer(404)(request) : response
      }),
    ),
    'same-tag': variant(
      'gives new repositories tags that the other one has too',
      instead(
        (_request, path) =>
          path.includes('/repositories/hub-conformance-') && (matches(collection, path) || matches(item, path)),
        request => {
          const tag = /\/tags\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1]
          const results = commonTags.map(name => ({ id: 99, name, digest: `sha256:${name}` }))
          const [found] = results.filter(({ name }) => name === tag)
          if (tag === undefined)
            return answer(200, { count: results.length, next: null, previous: null, results })(request)
          return (found ? answer(200, found) : answer(404))(request)
        },
      ),
    ),
    'empty-list': variant(
      'an empty list for missing resources',
      missingAs(to(collection, 'GET'), 200, { count: 0, next: null, results: [] }),
    ),
    tables: variant(
      'tables of columns and rows',
      withJson(to(collection, 'GET'), body => tableOf(pageOf(body)?.results ?? []) as object),
    ),
    initial: variant(
      'gives each new repository its own tag',
      withJson(
        (request, path) => to(collection, 'GET')(request, path) && path.includes('/hub-conformance-'),
        () => ({ count: 1, next: null, previous: null, results: [{ id: 99, name: 'initial' }] }),
      ),
    ),
  },
} satisfies Requirement
