import { pages } from '../../checks/paging.ts'
import { has, isObject, isSuccess, json, mentions, parseJson, representation } from '../../checks/reading.ts'
import { ownAnswer } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import { edited, fault, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import type { Probe, RepositoryFixture, Requirement } from '../../contracts/requirement.ts'

const operation = 'GetRepository'
const here = to('/v2/namespaces/{namespace}/repositories/{repository}', 'GET')

/** What every name begins with that a run gives. */
const ownPrefix = 'hub-conformance-'

const nameKeys = [
  'name',
  'repository',
  'repo',
  'repo_name',
  'repository_name',
  'slug',
  'full_name',
  'path',
  'title',
  'id',
]

/** Names that an answer gives the thing that it describes. */
const ownNames = (body: unknown): readonly string[] => {
  const object = representation(body, [])
  return nameKeys.flatMap(key => {
    const value = object && has(object, key) ? object[key] : undefined
    return typeof value === 'string' ? [value.split('/').at(-1) ?? value] : []
  })
}

/** Another repository of the namespace that is known to exist. */
const otherKnown = async (probe: Probe, known: RepositoryFixture): Promise<string | undefined> => {
  if (await probe.hasFixture('own-repository')) {
    const own = await probe.fixture('own-repository')
    if (own.namespace === known.namespace && own.repository !== known.repository) return own.repository
  }
  const list = await probe.call('listNamespaceRepositories', known, { anyStatus: true })
  if (!isSuccess(list) || !parseJson(list).ok) return undefined
  for await (const page of pages(probe, list))
    for (const item of page.items) {
      const name = isObject(item) ? ownNames(item)[0] : typeof item === 'string' ? item : undefined
      if (name !== undefined && name !== known.repository) return name
    }
  return undefined
}

const judgeOne = async (probe: Probe, asked: RepositoryFixture, other: string): Promise<Finding> => {
  const values = { operation, what: asked.repository, got: other }
  const found = await probe.call(operation, asked)
  if (!isSuccess(found)) return unclear('request-refused', { operation, status: found.response.status }, found)
  if (found.response.body.trim() === '') return exempt('no-representation', { operation, field: 'a name' }, found)
  const open = await ownAnswer(probe, operation, asked, found)
  if (open) return open
  const body = json(found)
  const names = ownNames(body)
  if (mentions(body, asked.repository))
    return names.includes(other) && !names.includes(asked.repository)
      ? unclear('other-repository', values, found)
      : holds(found)
  if (names.includes(other)) return violated('other-repository', values, found)
  return exempt('no-representation', { operation, field: 'a name' }, found)
}

const judge = async (probe: Probe): Promise<Finding> => {
  const { namespace, repository } = await probe.fixture('repository')
  const other = await otherKnown(probe, { namespace, repository })
  // The name of what the run made is nobody else's, so that naming it is enough.
  if (other === undefined)
    return repository.startsWith(ownPrefix)
      ? judgeOne(probe, { namespace, repository }, '')
      : unclear('only-one', { operation })
  const first = await judgeOne(probe, { namespace, repository }, other)
  if (first.kind === 'violated' || first.kind === 'unclear') return first
  const second = await judgeOne(probe, { namespace, repository: other }, repository)
  if (first.kind !== 'holds' || second.kind !== 'holds')
    return first.kind === 'exempt' && second.kind === 'holds' ? first : second
  return { ...second, seen: [...first.seen, ...second.seen] as [Answered, ...Answered[]] }
}

const requirement: Requirement = {
  id: 'repositories/get-asked-for',
  level: 'must',
  statement: 'GetRepository never answers with another repository than the one of its path.',
  since: '2025-09-19',
  source: cite('resource-repository'),
  covers: ['op-get-repository', 'area-repositories', 'path-parameters'],
  needs: ['repository'],
  how: 'Two repositories of one namespace that are known to exist are asked for. An answer that gives the name of the other one and nowhere that of the one asked for is a failure; which members there are is open, and an answer without any name is left alone.',
  fix: 'Look the repository up by both segments of the path, and return that one.',
  cases: [{ name: 'two known repositories', check: judge }],
  faults: {
    constant: fault(
      'describes one and the same repository whatever is asked for',
      'other-repository',
      instead(
        here,
        edited(body => (isObject(body) ? { ...body, name: 'sample' } : body)),
      ),
      { 'repositories/created-get': 'other-thing' },
    ),
  },
  tolerates: {
    nameless: variant(
      'no name at all',
      instead(
        here,
        edited(body => {
          if (!isObject(body)) return body
          const { name: _name, ...rest } = body
          return rest
        }),
      ),
    ),
    related: variant(
      'another repository that it is a copy of',
      instead(
        here,
        edited(body => (isObject(body) ? { ...body, forked_from: { name: 'sample' } } : body)),
      ),
    ),
    'full-name': variant(
      'namespace and name in one',
      instead(
        here,
        edited(body => (isObject(body) ? { repository: { full_name: `${body.namespace}/${body.name}` } } : body)),
      ),
    ),
  },
}

export default requirement
