import { declaredLists } from '../../checks/answers/declared-lists.ts'
import { showsAsExisting } from '../../checks/answers/existence.ts'
import { itemsOf } from '../../checks/answers/plain-form.ts'
import { unlike } from '../../checks/answers/unlike.ts'
import { notListed, statesMore } from '../../checks/paging/list.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject, json, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { flat, mentions, objectsIn, representation } from '../../checks/reading/things.ts'
import { ownAnswer, refused, says, scalarsIn, until } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { listTags } from '../../checks/tags.ts'
import {
  byLetter,
  grouped,
  layered,
  namedGroups,
  onEachThing,
  withEachItem,
  withItems,
} from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  fault,
  faultsFor,
  instead,
  onObject,
  to,
  variants,
  withJson,
  withMembers,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Fixtures, Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const collection = '/v2/namespaces/{namespace}/repositories/{repository}/tags'
const item = `${collection}/{tag}`
const since = '2022-08-23'

/** Tags of a list that are read singly. */
const looked = (names: readonly string[]): readonly string[] =>
  unlike(
    names.map(name => ({ name })),
    6,
  ).map(({ name }) => name)

/** The same of other repositories of the list: one tag of each, as unlike the known one as there is. */
const judgeOthers = async (probe: Probe): Promise<Finding> => {
  const known = await probe.fixture('tag')
  const { listed } = await probe.fixture('listed')
  const operation = 'GetRepositoryTag'
  const { nameOf, first } = await listTags(probe, known, { control: true })
  // In groups, what has a name may be a group.
  const isFlat = (itemsOf(first) ?? []).map(flat).some(item => isObject(item) && nameOf(item) === known.tag)
  if (!isFlat) return exempt('not-seen', { what: 'a flat list' }, first)
  const own = await probe.call(operation, known, { control: true })
  if (!isSuccess(own)) return refused(operation, own)
  let held: Finding | undefined
  for (const { namespace, repository, isPrivate } of listed) {
    const list = await probe.call('ListRepositoryTags', { namespace, repository }, { anyStatus: true, control: true })
    const names = (itemsOf(list) ?? []).map(flat).flatMap(item => {
      const name = isObject(item) ? nameOf(item) : undefined
      return typeof name === 'string' ? [{ name }] : []
    })
    const [one] = unlike(names, 1)
    if (one === undefined) continue
    const answer = await probe.call(operation, { namespace, repository, tag: one.name }, { anyStatus: true })
    const { status } = answer.response
    const values = { operation, what: `${namespace}/${repository}:${one.name}`, status }
    if (isSuccess(answer)) held ??= holds(list, answer)
    else if (status !== 404 && status !== 410) held = refused(operation, list, answer)
    // Who may see the list of what is private may not see more.
    else if (isPrivate) held = unclear('listed-unreadable', values, list, answer)
    else return violated('listed-unreadable', values, list, answer, own)
  }
  return held ?? exempt('not-seen', { what: 'a tag of another repository' })
}

/**
 * The known tag cannot be read. The operation may not be there, which is another requirement's to say; where it reads another tag of the same list,
 * it is there.
 */
const judgeUnreadable = async (
  probe: Probe,
  known: Fixtures['tag'],
  list: Awaited<ReturnType<typeof listTags>>,
  own: Answered,
): Promise<Finding> => {
  const operation = 'GetRepositoryTag'
  const { status } = own.response
  const others = [404, 410].includes(status) && list.names.includes(known.tag) ? looked(list.names) : []
  for (const tag of others.filter(other => other !== known.tag)) {
    const one = await probe.call(operation, { ...known, tag }, { anyStatus: true })
    if (mentions(jsonOfSuccess(one), tag))
      return violated('listed-unreadable', { operation, what: known.tag, status }, list.first, own, one)
  }
  return refused(operation, own)
}

/** A text that can be the name of a tag, and is no digest. */
const isTagName = (text: string): boolean => /^\w[\w.-]{0,127}$/.test(text) && !/^[\da-f]{32,}$/i.test(text)

type ShownTags = Awaited<ReturnType<typeof listTags>>

/** A tag as its list shows it, and as it is shown alone, where both have most members in common: then members of the same name hold the same. */
const bothForms = (
  { pages, nameOf }: ShownTags,
  { tag }: Fixtures['tag'],
  shown: unknown,
): { readonly item: JsonObject; readonly alone: JsonObject } | undefined => {
  const item = pages.flatMap(page => page.items.map(flat)).find(one => isObject(one) && nameOf(one) === tag)
  const alone = flat(representation(shown, []))
  if (!isObject(item) || !isObject(alone)) return undefined
  const members = Object.keys(item)
  const shared = members.filter(key => has(alone, key))
  return shared.length > 1 && shared.length * 2 >= members.length ? { item, alone } : undefined
}

/** The name that a tag which is read alone gives itself, in the member in which its item of the list has it. Undefined where that member may hold something else. */
const nameAlone = (list: ShownTags, fixture: Fixtures['tag'], shown: unknown): string | undefined => {
  const name = list.nameOf(bothForms(list, fixture, shown)?.alone)
  const { namespace, repository } = fixture
  return typeof name === 'string' && isTagName(name) && name !== namespace && name !== repository ? name : undefined
}

const digest = /^sha(?:256:[\da-f]{64}|512:[\da-f]{128})$/i

/** Members of a tag that may be an index of several images, each with a digest of its own. */
const ofImages = /image|manifest|platform|architecture|media_?type|^os$/i

/** A digest that the list shows of a tag, and the tag alone shows nowhere, where neither shows of which of several images it is. */
const otherDigest = (
  list: ShownTags,
  fixture: Fixtures['tag'],
  shown: unknown,
): { readonly member: string; readonly alone: string; readonly got: string } | undefined => {
  const { item = {}, alone = {} } = bothForms(list, fixture, shown) ?? {}
  const isDigest = (value: unknown): boolean => typeof value === 'string' && digest.test(value)
  if (objectsIn([item, alone]).some(object => Object.keys(object).some(key => ofImages.test(key)))) return undefined
  const texts = scalarsIn(alone).map(text => text.toLowerCase())
  const member = Object.keys(item).find(
    key => isDigest(item[key]) && isDigest(alone[key]) && !texts.includes(String(item[key]).toLowerCase()),
  )
  return member === undefined ? undefined : { member, alone: String(alone[member]), got: String(item[member]) }
}

const judgeListed = async (probe: Probe): Promise<Finding> => {
  const known = await probe.fixture('tag')
  const list = await listTags(probe, known, { control: true })
  const operation = 'GetRepositoryTag'
  const own = await probe.call(operation, known, { control: true })
  if (!isSuccess(own)) return judgeUnreadable(probe, known, list, own)
  const open = await ownAnswer(probe, operation, known, own)
  if (open) return open
  if (list.names.length === 0) return unclear('no-items', { operation: 'ListRepositoryTags' }, list.first)
  const seen = [own]
  let unnamed: Answered | undefined
  for (const tag of looked(list.names)) {
    const one = await probe.call(operation, { ...known, tag })
    const values = { operation, what: tag, status: one.response.status }
    if (!isSuccess(one)) return violated('listed-unreadable', values, list.first, one)
    if (one.response.body.trim() === '') return exempt('no-representation', { operation, field: 'name' }, one)
    const shown = json(one)
    if (otherDigest(list, { ...known, tag }, shown)) {
      // A tag may have been pushed again in between.
      let again = list
      const read = await until(
        probe,
        async () => {
          again = await listTags(probe, known)
          return probe.call(operation, { ...known, tag })
        },
        now => otherDigest(again, { ...known, tag }, jsonIn(now)) === undefined,
      )
      const other = otherDigest(again, { ...known, tag }, jsonIn(read.answer))
      if (other)
        return violated('listed-otherwise', { operation: 'ListRepositoryTags', ...other }, again.first, read.answer)
    }
    if (mentions(shown, tag)) seen.push(one)
    // The document lists no fields of a tag: what does not name it, and names no other one, can be its own.
    else if (
      list.names.some(other => other !== tag && says(shown, other)) ||
      (nameAlone(list, { ...known, tag }, shown) ?? tag).toLowerCase() !== tag.toLowerCase()
    )
      return violated('other-thing', values, list.first, one)
    else unnamed ??= one
  }
  return unnamed ? exempt('no-representation', { operation, field: 'name' }, unnamed) : holds(list.first, ...seen)
}

/** Shows nothing of the images of a tag. */
const imageless = layered(
  ...[to(item, 'GET'), to(collection, 'GET')].map(when =>
    withJson(when, body => {
      const without = onObject(({ images: _images, media_type: _type, ...tag }) => tag)
      return isObject(body) && Array.isArray(body.results)
        ? { ...body, results: body.results.map(without) }
        : without(body)
    }),
  ),
)

/** Shows two pages of tags, unless larger ones are asked for. */
const inPages = (...pages: readonly ((items: readonly unknown[]) => readonly unknown[])[]): Twist =>
  instead(to(collection, 'GET'), async (request, next) => {
    const url = new URL(request.url)
    const size = url.searchParams.get('page_size')
    const page = Number(url.searchParams.get('page') ?? '1')
    url.search = '?page_size=100'
    const more = page < pages.length ? `${url.pathname}?page=${page + 1}` : null
    const show = pages[page - 1] ?? (() => [])
    const results = (body: unknown) => [...(listItems(body) ?? [])].sort(byKnown)
    return edited(body => ({
      results: size === null ? show(results(body)) : results(body),
      next: size === null ? more : null,
    }))(new Request(url, request), next)
  })

/** The known tag first. */
const byKnown = (one: unknown, other: unknown): number =>
  Number(isNamed(other, 'v1.0.0')) - Number(isNamed(one, 'v1.0.0'))

/** The tag that a repository has most often: where the list does not show it, it is read all the same. */
const usualTag = 'latest'

/** The smallest page size that a target is expected to have as its largest. */
const shortest = 10

const judgeSingle = async (probe: Probe): Promise<Finding> => {
  const known = await probe.fixture('tag')
  const operation = 'GetRepositoryTag'
  const one = await probe.call(operation, known, { control: true })
  if (!isSuccess(one)) return refused(operation, one)
  const name = probe.nonce('missing')
  const missing = await probe.call(operation, { ...known, tag: name })
  if (showsAsExisting(one, missing, [name], [known.tag]))
    return unclear('missing-like-existing', { operation, status: one.response.status }, one, missing)
  const { namespace, repository } = known
  const large = await declaredLists(probe, 'ListRepositoryTags', { namespace, repository }, known.tag, 'large')
  const list = await listTags(probe, known)
  const open = await ownAnswer(probe, 'ListRepositoryTags', known, list.first)
  if (open) return open
  // What a list counts is in it, and stands on no page where its links lead to nothing new.
  if (list.end === 'circular' && statesMore(list))
    return violated('page-repeated', { operation: 'ListRepositoryTags' }, list.first)
  const isListed = (tag: string): boolean => list.names.some(name => name === tag || mentions(name, tag))
  let left = isListed(known.tag) ? undefined : { what: known.tag, answer: one }
  const sized = large.flatMap(page => itemsOf(page) ?? []).map(item => list.nameOf(flat(item)))
  const unlisted = sized.find(tag => typeof tag === 'string' && !isListed(tag))
  for (const tag of [unlisted, usualTag]) {
    if (left || typeof tag !== 'string' || isListed(tag)) continue
    const other = await probe.call(operation, { ...known, tag }, { anyStatus: true })
    // What shows another tag in its place is an alias.
    if (showsAsExisting(one, other, [tag], [known.tag]) && mentions(jsonIn(other), tag))
      left = { what: tag, answer: other }
  }
  if (!left) return holds(one, list.first)
  const { what, answer } = left
  // A short list that is no longer in a larger page was not cut at the size of its own.
  const { length } = list.names
  const isUncut = !list.goesOn && length < shortest && large.some(page => itemsOf(page)?.length === length)
  return notListed('ListRepositoryTags', what, { ...list, closed: list.closed || isUncut }, list.first, answer)
}

const isNamed = (value: unknown, name: string): boolean => isObject(value) && value.name === name

const common = {
  level: 'should',
  since,
  needs: ['tag'],
  covers: ['area-repositories', 'resource-tag', 'tags-path', 'tag-path', 'path-parameters'],
} as const

const listed: Requirement = {
  ...common,
  id: 'repositories/listed-tags',
  statement: 'A tag that ListRepositoryTags lists can be read with GetRepositoryTag, which returns that tag.',
  source: published(
    'operations ListRepositoryTags and GetRepositoryTag',
    'The items of the list are tags, and so is what reading one returns: each with its name.',
  ),
  how: 'All pages of the list are read; up to six of its tags are read one by one, preferably with names of different kinds, and one tag of each of some other repositories. An answer that names another tag of the list, or has another name where the list has that of the tag, and not the requested one fails; so does one of the same form with another digest, unless it or the list shows images or platforms of a tag, which have digests of their own; a list that is behind is read again. This is judged only if the known tag, or another tag of its list, can be read.',
  fix: 'Use the same tags in both operations, and return only the tag in the path from GetRepositoryTag.',
  cases: [
    { name: 'tags of the list, one by one', check: judgeListed },
    { name: 'tags of other repositories', check: judgeOthers },
  ],
  faults: {
    first: fault(
      'returns the same tag for every name',
      'other-thing',
      withMembers(to(item, 'GET'), { name: 'latest' }),
    ),
    digest: fault(
      'returns another digest than the list shows, and nothing of images',
      'listed-otherwise',
      layered(withMembers(to(item, 'GET'), { digest: `sha256:${'0'.repeat(64)}` }), imageless),
    ),
    unlisted: fault(
      'returns the same tag for every name, which is not in the list',
      'other-thing',
      withMembers(to(item, 'GET'), { name: 'nightly' }),
    ),
    ...faultsFor('listed-unreadable', {
      hyphen: [
        'does not find tags with a hyphen',
        instead((request, path) => to(item, 'GET')(request, path) && path.endsWith('rc1'), answer(404)),
      ],
      known: [
        'does not find one tag of the list, but finds the others',
        instead((request, path) => to(item, 'GET')(request, path) && path.endsWith('/v1.0.0'), answer(404)),
      ],
      others: [
        'finds no tags of other repositories',
        instead((request, path) => to(item, 'GET')(request, path) && path.includes('/service-'), answer(404)),
      ],
      ghost: [
        'lists a tag that does not exist',
        withItems(to(collection, 'GET'), items => [...items, { ...(items[0] as object), name: 'ghost' }]),
        { 'schemas/list-repository-tags': 'count-too-small' },
      ],
    }),
  },
  tolerates: variants({
    'platform-digest': [
      'the digest of an image for one platform where the list has that of all',
      withMembers(to(item, 'GET'), { digest: `sha256:${'0'.repeat(64)}` }),
    ],
    stale: {
      says: 'lists the digests of earlier tags for some time, and nothing of images',
      twist: () => {
        let lists = 0
        const stale = { digest: `sha256:${'1'.repeat(64)}` }
        return layered(
          withEachItem(
            to(collection, 'GET'),
            onObject(tag => (lists < 9 ? { ...tag, ...stale } : tag)),
          ),
          instead(to(collection, 'GET'), (request, next) => {
            lists++
            return next(request)
          }),
          imageless,
        )
      },
    },
    'other-member': [
      'tag names in another member',
      withEachItem(to(collection, 'GET'), one => (isObject(one) ? { id: one.id, tag: one.name } : one)),
    ],
    'resource-names': [
      'tags with the names of resources, which begin with the path of the repository',
      withJson(
        (request, path) => to(collection, 'GET')(request, path) || to(item, 'GET')(request, path),
        onEachThing(one => (isObject(one) ? { ...one, name: `namespaces/x/tags/${one.name}` } : one)),
      ),
    ],
    groups: ['tags in groups by their first letter', grouped(collection)],
    'group-names': ['tags in a list of groups, each with a name', grouped(collection, namedGroups)],
    platform: [
      'another representation, with the digest of an image for one platform',
      withObject(to(item, 'GET'), ({ name }) => ({ name, digest: `sha256:${'0'.repeat(64)}`, platform: 'linux' })),
    ],
    manifest: [
      'a manifest without the name of the tag',
      withObject(to(item, 'GET'), body => ({ digest: body.digest, images: body.images })),
    ],
    'of-repository': [
      'the name of the repository in the member in which the list has that of the tag',
      withMembers(to(item, 'GET'), { name: 'sample' }),
    ],
    digest: [
      'a digest in the member in which the list has the name of the tag',
      withObject(to(item, 'GET'), body => ({ ...body, name: body.digest })),
    ],
    other: [
      'another representation, with a name of its own',
      withObject(to(item, 'GET'), body => ({ name: 'manifest', layers: 3, digest: body.digest })),
    ],
    envelope: ['the tag in an envelope', withJson(to(item, 'GET'), body => ({ data: { tag: body } }))],
  }),
}

const single: Requirement = {
  ...common,
  id: 'repositories/single-tag-listed',
  statement: 'A tag that GetRepositoryTag finds is listed by ListRepositoryTags.',
  source: published('operations ListRepositoryTags and GetRepositoryTag', 'The list is of the tags of the repository.'),
  how: 'The known tag is read, compared with one that does not exist, and searched for on all pages of the list. So are the tag latest and a tag that a larger page shows, if they can be read.',
  fix: 'Use the same tags in both operations.',
  cases: [{ name: 'the known tag on any page', check: judgeSingle }],
  faults: {
    ...faultsFor('not-listed', {
      'left-out': [
        'leaves one tag out of the list',
        withItems(to(collection, 'GET'), items => items.filter(one => !isNamed(one, 'v1.0.0'))),
      ],
      latest: [
        'leaves the tag latest out of the list',
        withItems(to(collection, 'GET'), items => items.filter(one => !isNamed(one, 'latest'))),
      ],
      uncut: [
        'leaves a tag out of a list that does not say where it ends',
        layered(
          withJson(to(collection, 'GET'), body => {
            const shown = (listItems(body) ?? []).filter(isObject).filter(one => one.name !== 'latest')
            const known = shown.find(one => isNamed(one, 'v1.0.0'))
            const copies = known ? [0, 1].map(at => ({ ...known, name: `copy-${at}` })) : []
            return { results: [...shown, ...copies] }
          }),
          instead(
            (request, path) => to(item, 'GET')(request, path) && /\/copy-\d$/.test(path),
            async (request, next) => {
              const name = request.url.split('/').at(-1)
              return edited(onObject(one => ({ ...one, name })))(
                new Request(request.url.replace(/copy-\d$/, 'v1.0.0'), request),
                next,
              )
            },
          ),
        ),
      ],
      pages: [
        'leaves a tag out between two pages',
        inPages(
          items => items.slice(0, 2),
          items => items.slice(3),
        ),
      ],
      'no-second': [
        'shows the tags after the first page only in larger pages',
        inPages(
          items => items.slice(0, 2),
          () => [],
        ),
        { 'immutable-tags/verify-matches': 'wrong-matches' },
      ],
      empty: ['lists nothing', withItems(to(collection, 'GET'), () => [])],
    }),
    circular: fault(
      'counts more tags than its pages show, all of which show the first again',
      'page-repeated',
      instead(to(collection, 'GET'), async (request, next) => {
        const url = new URL(request.url)
        const page = Number(url.searchParams.get('page') ?? '1')
        url.search = '?page_size=100'
        const more = page < 3 ? `${url.pathname}?page=${page + 1}` : null
        return edited(body => ({ count: 9, results: (listItems(body) ?? []).slice(0, 8), next: more }))(
          new Request(url, request),
          next,
        )
      }),
    ),
  },
  tolerates: variants({
    groups: ['tags in groups by their first letter', grouped(collection)],
    'group-names': ['tags in a list of groups, each with a name', grouped(collection, namedGroups)],
    alias: [
      'no tag latest, which is read as another name of the newest tag',
      layered(
        withItems(to(collection, 'GET'), items => items.filter(one => !isNamed(one, 'latest'))),
        withJson(to(item, 'GET'), body => (isNamed(body, 'latest') ? { ...(body as object), name: 'v1.0.0' } : body)),
      ),
    ],
    'text-groups': [
      'names of tags in groups',
      grouped(collection, items =>
        Object.fromEntries(
          Object.entries(byLetter(items)).map(([letter, group]) => [
            letter,
            group.map(one => (isObject(one) ? one.name : one)),
          ]),
        ),
      ),
    ],
    pages: [
      'one tag per page',
      instead(to(collection, 'GET'), (request, next) => {
        const url = new URL(request.url)
        url.searchParams.set('page_size', '1')
        return next(new Request(url, request))
      }),
    ],
  }),
}

export default [listed, single]
