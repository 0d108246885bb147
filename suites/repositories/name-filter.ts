import { judgeFilter } from '../../checks/answers/filtered-lists.ts'
import { isIn, membersIn, repositoryPlacesOf } from '../../checks/repository-place.ts'
import { published } from '../../checks/source.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { fault, instead, to, variants } from '../../checks/twists/twist.ts'
import type { Requirement, Twist } from '../../contracts/requirement.ts'

const operation = 'listNamespaceRepositories'
const path = '/v2/namespaces/{namespace}/repositories'
const list = to(path, 'GET')

/** The list with another query. */
const asking = (change: (query: URLSearchParams) => void): Twist =>
  instead(list, (request, next) => {
    const url = new URL(request.url)
    change(url.searchParams)
    return next(new Request(url, request))
  })

export default {
  id: 'repositories/name-filter',
  level: 'should',
  statement: 'listNamespaceRepositories shows only repositories of the name that is asked for.',
  since: '2025-06-27',
  source: published('GET /v2/namespaces/{namespace}/repositories', 'The parameter name filters by a part of the name.'),
  covers: ['area-repositories'],
  needs: ['credentials', 'repository', 'reference'],
  how: 'The list is read, and read again with the name of one of its repositories in the parameter that the reference of the target declares for it. It fails if it shows the same page as without it, with repositories whose names do not have that text, and so does a name that none has. Without such a parameter it does not apply.',
  fix: 'Apply the filter before paging, or do not publish it.',
  cases: [
    {
      name: 'the name of a listed repository',
      last: true,
      check: async probe => {
        await probe.fixture('credentials')
        const known = await probe.fixture('repository')
        const namesIn = (items: readonly unknown[]): readonly string[] =>
          items
            .flatMap(item => repositoryPlacesOf(item, membersIn(items, known)))
            .filter(place => isIn(place, known.namespace))
            .map(({ name }) => name)
        return judgeFilter(probe, operation, { namespace: known.namespace }, ['name'], namesIn, known.repository)
      },
    },
  ],
  faults: {
    ignored: fault(
      'ignores the name',
      'filter-ignored',
      asking(query => query.delete('name')),
    ),
  },
  tolerates: variants({
    unpublished: [
      'does not publish the parameter, and ignores it',
      layered(
        withOpenApi(({ paths }) => {
          const { get } = paths[path] ?? {}
          if (get?.parameters)
            get.parameters = get.parameters.filter((one: { readonly name: string }) => one.name !== 'name')
        }),
        asking(query => query.delete('name')),
      ),
    ],
    bracketed: [
      'the parameter filter[name]',
      layered(
        withOpenApi(({ paths }) => {
          for (const one of paths[path]?.get?.parameters ?? []) if (one.name === 'name') one.name = 'filter[name]'
        }),
        asking(query => {
          const name = query.get('filter[name]')
          query.delete('name')
          if (name !== null) query.set('name', name)
        }),
      ),
    ],
  }),
} satisfies Requirement
