import { firstPages, isOfSizeAlone } from '../../checks/answers/declared-lists.ts'
import { isPrivate } from '../../checks/answers/unlike.ts'
import { notListed, type ReadList, readList, unfinished } from '../../checks/paging/list.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { json, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { mentions, representation } from '../../checks/reading/things.ts'
import { isIn, membersIn, repositoryPlaceOf } from '../../checks/repository-place.ts'
import { ifPossible, ownAnswer, refused } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { layered, onItems, withEachItem, withItems } from '../../checks/twists/shapes.ts'
import { answer, edited, fault, instead, to, variant, withJson } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, RepositoryFixture, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, Missing, unclear, violated } from '../../contracts/results/finding.ts'
import { isRunName } from '../../contracts/run/run-name.ts'

const collection = '/v2/namespaces/{namespace}/repositories'
const item = `${collection}/{repository}`

const judge = async (probe: Probe, operation: 'GetRepository' | 'CheckRepository'): Promise<Finding> => {
  const known = await probe.fixture('repository')
  const { listed, isNamed } = await probe.fixture('listed')
  // What cannot be read of the known repository is another requirement's to say.
  const own = await probe.call(operation, known, { anyStatus: true, control: true })
  if (!isSuccess(own)) return refused(operation, own)
  const open = await ownAnswer(probe, operation, known, own)
  if (open) return open
  let held: Finding = exempt('not-seen', { what: 'another repository of the list' }, own)
  for (const { namespace, repository, isPrivate } of listed) {
    const one = await probe.call(operation, { namespace, repository }, { anyStatus: true })
    const { status } = one.response
    const values = { operation, what: `${namespace}/${repository}`, status }
    if (isSuccess(one)) held = held.kind === 'exempt' ? holds(one, own) : held
    else if (status !== 404 && status !== 410) held = refused(operation, one)
    // Who may list what is private, or what belongs to another account, may not see more; a text may be no name, and a name no single segment.
    else if (isPrivate || !isNamed || namespace !== known.namespace || repository.includes('/'))
      held = unclear('listed-unreadable', values, one)
    else return violated('listed-unreadable', values, one, own)
  }
  return held
}

/** Asks for all of a list, and for nothing else than before. */
const whole = ({ searchParams: query }: URL): void => {
  query.set('page_size', '100')
  query.delete('page')
}

const withoutSample = onItems(items => items.filter(one => (one as { readonly name: string }).name !== 'sample'))

const listing = 'listNamespaceRepositories'

/** Whether the known repository is listed, where it is not what the list is known by: who may read what is private may not see it listed. */
const judgeList = async (probe: Probe): Promise<Finding> => {
  const known = await probe.fixture('repository')
  const own = await probe.call('GetRepository', known, { anyStatus: true, control: true })
  if (!isSuccess(own)) return refused('GetRepository', own)
  const open = await ownAnswer(probe, 'GetRepository', known, own)
  if (open) return open
  const list = await probe.call(listing, known, { anyStatus: true, control: true })
  if (!isSuccess(list)) return refused(listing, list)
  const items = listItems(json(list))
  if (items === undefined) return unclear('no-list', { operation: listing }, list)
  if (mentions(items, known.repository)) return holds(list, own)
  const read = await readList(probe, list)
  if (read.pages.some(({ items }) => mentions(items, known.repository))) return holds(list, own)
  // What a run has made is shown late, and another requirement's to judge.
  if (isPrivate(representation(json(own), [known.repository])) || isRunName(known.repository))
    return exempt('not-seen', { what: 'the known repository in the list' }, list)
  // A part of the answer that was not read as the list may hold it.
  return mentions(json(list), known.repository)
    ? unfinished(listing, read, list)
    : notListed(listing, known.repository, read, list, own)
}

/** A probe that follows links to what the run has received already. Throws {@link Missing} for what it has not. */
const received = (probe: Probe, answers: readonly Answered[]): Probe => ({
  ...probe,
  follow: async (from, link) => {
    const { href } = new URL(link, from.request.url)
    const found = answers.findLast(({ request }) => request.url === href)
    if (!found) throw new Missing('need-repository')
    return found
  },
})

/** The first repository that a page of any size shows, and no page of the list that was read, with that page. */
const leftOut = (
  { pages, closed }: ReadList,
  others: readonly Answered[],
  known: RepositoryFixture,
): { readonly name: string; readonly page: Answered } | undefined => {
  const items = pages.flatMap(page => page.items)
  if (!closed || !mentions(items, known.repository)) return undefined
  for (const page of others) {
    const shown = listItems(jsonIn(page)) ?? []
    const members = membersIn(shown, known)
    for (const item of shown) {
      const place = repositoryPlaceOf(item, members)
      const [name] = place && isIn(place, known.namespace) ? [place.name] : []
      if (name !== undefined && !isRunName(name) && !mentions(items, name)) return { name, page }
    }
  }
  return undefined
}

/** Whether pages of another size show the same repositories; what the run received tells whether to ask again. */
const judgePages = async (probe: Probe): Promise<Finding> => {
  const known = await probe.fixture('repository')
  const answers = probe
    .received(listing)
    .filter(({ answer, values }) => values.namespace === known.namespace && jsonIn(answer) !== undefined)
    .map(({ answer }) => answer)
  const sized = answers.filter(isOfSizeAlone)
  const [first] = sized
  if (!first) return exempt('not-seen', { what: `a success of ${listing}` })
  const before = await ifPossible(() => readList(received(probe, answers), first))
  if (!before || !leftOut(before, sized, known)) return holds(first, ...sized.slice(1))
  const again = await probe.call(listing, known)
  if (jsonOfSuccess(again) === undefined) return refused(listing, again)
  const list = await readList(probe, again)
  const suspect = leftOut(list, sized, known)
  if (suspect) {
    const query = Object.fromEntries(new URL(suspect.page.request.url).searchParams)
    const other = await probe.call(listing, known, { query, anyStatus: true })
    if (leftOut(list, isSuccess(other) ? [other] : [], known))
      return notListed(listing, suspect.name, list, again, other)
  }
  return holds(again)
}

/** Whether the second page shows what the first one does, twice: what the run makes in between may have moved one from page to page. */
const judgeSecond = async (probe: Probe): Promise<Finding> => {
  const known = await probe.fixture('repository')
  const queries = await firstPages(probe, listing)
  if (!queries) return exempt('not-seen', { what: `parameters of ${listing} for a size and a number` })
  let finding: Finding | undefined
  for (let turn = 0; turn < 2; turn++) {
    const names: (readonly string[])[] = []
    const pages: Answered[] = []
    for (const query of queries) {
      // A control is asked once in a run.
      const page = await probe.call(listing, known, { query, anyStatus: true, ...(turn === 0 && { control: true }) })
      const items = jsonOfSuccess(page) === undefined ? undefined : listItems(json(page))
      if (items?.length !== 1) return exempt('not-seen', { what: `a page of ${listing} with one item` }, page)
      const members = membersIn(items, known)
      pages.push(page)
      const places = items.flatMap(item => repositoryPlaceOf(item, members) ?? [])
      names.push(places.filter(place => isIn(place, known.namespace)).map(({ name }) => name))
    }
    const [first, second] = pages as [Answered, Answered]
    const again = names[1]?.find(name => names[0]?.includes(name))
    if (again === undefined) return holds(first, second)
    // A number beyond the last page may be answered with the last one.
    const { pages: all } = await readList(probe, await probe.call(listing, known))
    if (all.flatMap(({ items }) => items).length < 2)
      return exempt('not-seen', { what: `two items of ${listing}` }, second, first)
    finding = violated('page-overlaps', { operation: listing, what: again }, second, first)
  }
  return finding as Finding
}

export default {
  id: 'repositories/listed',
  level: 'should',
  statement:
    'A repository that listNamespaceRepositories lists is found by GetRepository and CheckRepository, and one that is found is listed.',
  since: '2025-09-19',
  source: published(
    'operations listNamespaceRepositories, GetRepository and CheckRepository',
    'The items of the list are repositories, and so is what is read or checked by the name of one.',
  ),
  covers: ['area-repositories', 'resource-repository', 'op-get-repository', 'op-check-repository'],
  needs: ['repository'],
  how: 'Up to three repositories that the namespace lists (preferably with names of different kinds, a private one and the last one) and one repository of the user are read and checked. A listed repository that is not found fails; if it is private or belongs to the user, or if its name may not be one, the result is inconclusive. This is judged only if the known repository is found. The known repository must be on a page of the list if all pages are read and it is not private; so must every repository that a page of another size shows. A page of one repository must not show again the one of the page before it.',
  fix: 'List every repository of the namespace, and find repositories by the names that the list shows, whatever their characters.',
  cases: [
    ...(['GetRepository', 'CheckRepository'] as const).map(operation => ({
      name: operation,
      check: (probe: Probe) => judge(probe, operation),
    })),
    { name: listing, check: judgeList },
    { name: 'pages of another size', last: true, check: judgePages },
    { name: 'the second page', last: true, check: judgeSecond },
  ],
  faults: {
    get: fault(
      'does not return repositories with a digit in their names',
      'listed-unreadable',
      instead((request, path) => to(item, 'GET')(request, path) && /\/service-\d+$/.test(path), answer(404)),
    ),
    pages: fault(
      'leaves a repository out between two pages',
      'not-listed',
      instead(to(collection, 'GET'), async (request, next) => {
        const url = new URL(request.url)
        const size = url.searchParams.get('page_size')
        const isSecond = url.searchParams.get('page') === '2'
        whole(url)
        const { results } = (await (await next(new Request(url, request))).json()) as { results: readonly unknown[] }
        const half = Math.ceil(results.length / 2)
        if (size === '100' || results.length < 4) return answer(200, { results, next: null })(request)
        return isSecond
          ? answer(200, { results: results.slice(half + 1), next: null })(request)
          : answer(200, { results: results.slice(0, half), next: `${url.pathname}?page=2` })(request)
      }),
      { 'replacements/get-namespace-same-resource': 'not-listed' },
    ),
    overlap: fault(
      'begins every page but the first one repository too early',
      'page-overlaps',
      instead(to(collection, 'GET'), async (request, next) => {
        const url = new URL(request.url)
        const [size, page] = ['page_size', 'page'].map(name => Number(url.searchParams.get(name))) as [number, number]
        if (size !== 1 || page < 2) return next(request)
        url.searchParams.set('page', String(page - 1))
        return next(new Request(url, request))
      }),
    ),
    emptied: fault(
      'counts more repositories than it shows, and has an empty second page',
      'not-listed',
      instead(to(collection, 'GET'), async (request, next) => {
        const url = new URL(request.url)
        const [size, page] = ['page_size', 'page'].map(name => url.searchParams.get(name))
        whole(url)
        const body = (await (await next(new Request(url, request))).json()) as { results: readonly { name: string }[] }
        // What is left out was there before the run.
        const isOlder = ({ name }: { readonly name: string }): boolean => name !== 'sample' && !isRunName(name)
        const results = body.results.toSorted((one, other) => Number(isOlder(one)) - Number(isOlder(other)))
        const isPart = size !== '100' && results.length > 3
        const shown = isPart ? (page === null || page === '1' ? results.slice(0, -2) : []) : results
        return answer(200, { count: results.length, total: results.length, results: shown })(request)
      }),
    ),
    list: fault('leaves a repository out of the list', 'not-listed', withJson(to(collection, 'GET'), withoutSample), {
      'replacements/get-namespace-same-resource': 'not-listed',
    }),
    check: fault(
      'does not find repositories with a digit in their names',
      'listed-unreadable',
      instead((request, path) => to(item, 'HEAD')(request, path) && /\/service-\d+$/.test(path), answer(404)),
    ),
  },
  tolerates: {
    private: variant(
      'does not list a private repository',
      layered(
        withJson(
          (request, path) =>
            to(collection, 'GET')(request, path) || to('/v2/repositories/{namespace}', 'GET')(request, path),
          withoutSample,
        ),
        withJson(
          (request, path) => request.method === 'GET' && path.endsWith('/sample'),
          body => ({ ...(body as object), is_private: true }),
        ),
      ),
    ),
    nested: variant(
      'a repository with a slash in its name',
      layered(
        withItems(to(collection, 'GET'), items => [...items, { ...(items[0] as object), name: 'team/app' }]),
        instead(
          (_request, path) => path.endsWith('/repositories/team%2Fapp'),
          (request, next) =>
            edited(body => ({ ...(body as object), name: 'team/app' }))(
              new Request(request.url.replace('team%2Fapp', 'sample'), request),
              next,
            ),
        ),
      ),
    ),
    titles: variant(
      'titles next to the names',
      withEachItem(to(collection, 'GET'), one => ({
        ...(one as { name: string }),
        title: `The ${(one as { name: string }).name}`,
      })),
    ),
  },
} satisfies Requirement
