import { unnamedRepositories } from '../../checks/answers/only-one.ts'
import { distinct } from '../../checks/presence/judging.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { memberList } from '../../checks/tags.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Fixtures, Probe, TagFixture } from '../../contracts/requirement.ts'
import { Missing, NoAnswer } from '../../contracts/results/finding.ts'
import { type FixtureSources, throwIfRefused, throwUnlessNamed } from './fixture-sources.ts'
import { itemsOf, keysOf, shownIn } from './found.ts'
import { firstPages } from './repository-fixtures.ts'

/** Repositories that are looked at for one with a tag. */
const repositoriesLookedAt = 20

/** Names of tags that are tried until one of them can be read, and tags of each repository. */
const tagsTried = 10
const tagsOfEach = 3

/** Whether a tag can be read by this name; what gets no answer cannot. */
const leadsToTag = async (probe: Probe, values: TagFixture): Promise<boolean> => {
  const operation = 'GetRepositoryTag'
  try {
    const answer = await probe.call(operation, values, { anyStatus: true, control: true })
    return isSuccess(answer) && distinct(answer, await probe.callControlPath(operation, values))
  } catch (error) {
    if (error instanceof NoAnswer) return false
    throw error
  }
}

/** A tag that is named, or found in the lists of tags of the repositories that are listed. */
export const tagFixture = async (probe: Probe, sources: FixtureSources): Promise<Fixtures['tag']> => {
  const { namespace } = await probe.fixture('namespace')
  const take = (tag: Fixtures['tag']): Fixtures['tag'] => {
    sources.onFound?.('tag', `${tag.repository}:${tag.tag}`, 'the list of the repository')
    return tag
  }
  if (sources.fixtures.repository !== undefined && sources.fixtures.tag !== undefined)
    return { namespace, repository: sources.fixtures.repository, tag: sources.fixtures.tag, isNamed: true }
  const list =
    sources.fixtures.repository === undefined
      ? await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
      : undefined
  await throwIfRefused(probe, list)
  await throwUnlessNamed(probe, 'listNamespaceRepositories', { namespace }, list, 'namespace')
  const known = (await probe.hasFixture('repository')) ? (await probe.fixture('repository')).repository : undefined
  const likeliest = (page: Answered): readonly string[] =>
    shownIn(page, keysOf(itemsOf(page), known)).flatMap(({ candidates }) => candidates.slice(0, 1))
  const listed = list ? itemsOf(list) : []
  if (list && listed.length > 0 && likeliest(list).length === 0)
    throw new Missing('names-unknown', unnamedRepositories(listed), [list])
  const repositories = async function* (): AsyncGenerator<string> {
    if (list === undefined) yield sources.fixtures.repository ?? ''
    else for await (const { exchange } of firstPages(probe, list)) yield* likeliest(exchange)
  }
  let unnamed: Missing | undefined
  let unread: Missing | undefined
  let isRead = false
  let unproven: Fixtures['tag'] | undefined
  let tries = tagsTried
  let looks = repositoriesLookedAt
  for await (const repository of repositories()) {
    if (looks-- === 0) break
    const values = { namespace, repository }
    const tags = await probe.call('ListRepositoryTags', values, { anyStatus: true })
    const shown = shownIn(tags)
    for (const { names, candidates } of shown.slice(0, tagsOfEach))
      for (const tag of candidates) {
        const fixture = { ...values, tag, isNamed: names.length < 2 }
        unproven ??= fixture
        if (tries-- > 0 && (await leadsToTag(probe, fixture))) return take({ ...fixture, isNamed: true })
      }
    if (tries <= 0) break
    if (shown.length > 0) continue
    const items = itemsOf(tags)
    const operation = 'ListRepositoryTags'
    if (items.length > 0)
      unnamed ??= new Missing(
        'names-unknown',
        { operation, count: items.length, read: 'its first page', what: 'a tag', members: memberList(items) },
        [tags],
      )
    if (repository === sources.fixtures.repository) await throwUnlessNamed(probe, operation, values, tags, 'repository')
    await throwIfRefused(probe, tags)
    const { status } = tags.response
    const what = `${namespace}/${repository}`
    if (list !== undefined && !isSuccess(tags))
      unread ??= new Missing('listed-unreadable', { operation, status, what }, [tags])
    else isRead = true
  }
  if (unproven) return take(unproven)
  // Where no list of tags could be read, nothing shows that there is none.
  throw unnamed ?? (isRead ? undefined : unread) ?? new Missing('need-tag')
}
