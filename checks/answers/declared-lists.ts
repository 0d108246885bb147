import type { ReferenceParameter } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { declaredFor } from '../documents/published-documents.ts'
import { countingOf } from '../http/page-parameters.ts'
import { jsonOfSuccess } from '../reading/json.ts'

/** Parameters for paging and formats, which are not sent here. */
const pagingName = /page|offset|cursor|after|before|start|from|until|marker|token|format|fields/i

const sizeName = /^(?:page_?size|per_?page|limit)$/i

/** Whether the query of a request only sets a page size. */
export const isOfSizeAlone = ({ request: { url } }: Answered): boolean =>
  URL.canParse(url) && [...new URL(url).searchParams.keys()].every(name => sizeName.test(name))

/** Names that only mean a page size next to a page number. */
const pageSizeName = /^\W*(?:size|top|take|count|max_?results)$/i

/** Parameters that accept a name. The values of others without an example are unknown. */
const searchName = /name|search|query|^q$|filter|label/i

/** The page size to request. */
const largePage = '100'

/** Maximum number of queries: for a large page, with one value of each parameter, or with every value. */
const mostQueries = { large: 1, one: 4, every: 12 } as const

/** The declared values of a parameter: the enumerated ones, or both booleans. */
export const declaredValues = ({ type, values = [] }: ReferenceParameter): readonly unknown[] =>
  type === 'boolean' ? [true, false] : values

/** The values to send for a parameter: its example first, then the declared ones. */
const valuesToSend = (parameter: ReferenceParameter, text: string): readonly unknown[] => {
  const { name, type, example } = parameter
  if (sizeName.test(name)) return [largePage]
  const known = example ?? (type === 'boolean' ? true : searchName.test(name) ? text : undefined)
  return [...new Set([known, ...declaredValues(parameter)])].filter(
    value => value !== undefined && typeof value !== 'object',
  )
}

/** Queries for the first two pages of one item, by number. */
const numberedPages = (parameters: readonly ReferenceParameter[]): readonly Readonly<Record<string, string>>[] => {
  const named = (matches: (name: string) => boolean) => parameters.find(({ name }) => matches(name))?.name
  const number = named(name => countingOf(name) === 'number')
  const size = named(name => sizeName.test(name) || pageSizeName.test(name))
  return number === undefined || size === undefined ? [] : ['1', '2'].map(page => ({ [size]: '1', [number]: page }))
}

/** A query for a page after the first, even of a short list: all but one item, or the second item as page 2. */
const furtherPage = (parameters: readonly ReferenceParameter[]): readonly Readonly<Record<string, string>>[] => {
  const offset = parameters.find(({ name }) => /skip|offset/i.test(name))
  return offset ? [{ [offset.name]: '1' }] : numberedPages(parameters).slice(1)
}

/** The query parameters that the target declares for an operation, without those that it is bound with. */
export const declaredParameters = async (
  probe: Probe,
  operation: OperationName,
): Promise<readonly ReferenceParameter[]> => {
  if (!(await probe.hasFixture('reference'))) return []
  const { method, path, query: bound = {} } = probe.bind(operation)
  const declared = declaredFor(await probe.fixture('reference'), { method, path })
  return declared?.parameters?.filter(({ name, in: place }) => place === 'query' && !(name in bound)) ?? []
}

/** Queries for the first two pages of one item, of a list that the target publishes with a size and a number. */
export const firstPages = async (
  probe: Probe,
  operation: OperationName,
): Promise<readonly Readonly<Record<string, string>>[] | undefined> => {
  // A text may be where a page begins, which is told by the page before it.
  const isNumber = ({ name, type }: ReferenceParameter): boolean => countingOf(name) !== 'number' || type !== 'string'
  const queries = numberedPages((await declaredParameters(probe, operation)).filter(isNumber))
  return queries.length > 0 ? queries : undefined
}

/**
 * The successful answers of a list with each declared query parameter, one at a time. `sent` selects the queries; except for a large page,
 * one asks for another page. `text` is the search text. Each query is sent once in a run.
 */
export const declaredLists = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  text: string,
  sent: keyof typeof mostQueries = 'one',
): Promise<readonly Answered[]> => {
  const parameters = await declaredParameters(probe, operation)
  const queries = parameters
    .filter(({ name }) => sizeName.test(name) || (sent !== 'large' && !pagingName.test(name)))
    .flatMap(parameter =>
      valuesToSend(parameter, text).map((value, turn) => ({ turn, query: { [parameter.name]: String(value) } })),
    )
    .filter(({ turn }) => sent === 'every' || turn === 0)
    .sort((a, b) => a.turn - b.turn)
  const pages = sent === 'large' ? [] : furtherPage(parameters)
  const lists: Answered[] = []
  for (const query of [...queries.slice(0, mostQueries[sent]).map(query => query.query), ...pages])
    lists.push(await probe.call(operation, values, { control: true, anyStatus: true, query }))
  return lists.filter(list => jsonOfSuccess(list) !== undefined)
}
