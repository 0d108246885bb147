import type { ReferenceParameter } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { declaredFor } from '../documents/published-documents.ts'
import { countingOf } from '../http/page-parameters.ts'
import { jsonOfSuccess } from '../reading/json.ts'

/** Parameters that tell where a page begins, or in which form it is: what follows the list reads pages. */
const pagingName = /page|offset|cursor|after|before|start|from|until|marker|token|format|fields/i

const sizeName = /^(?:page_?size|per_?page|limit)$/i

/** Whether a request says of a list no more than how large its pages are to be. */
export const isOfSizeAlone = ({ request: { url } }: Answered): boolean =>
  URL.canParse(url) && [...new URL(url).searchParams.keys()].every(name => sizeName.test(name))

/** Parameters that tell how large pages are, next to one that tells which page is meant. */
const pageSizeName = /^\W*(?:size|top|take|count|max_?results)$/i

/** Parameters that take a name: of others without an example nobody knows what they take. */
const searchName = /name|search|query|^q$|filter|label/i

/** The most items of a page that are asked for. */
const largePage = '100'

/** Queries of one list that are sent: for a large page, with one value of each parameter, or with every value. */
const mostQueries = { large: 1, one: 4, every: 12 } as const

/** The values that the target declares for a parameter: those that it enumerates, and both of a switch. */
export const declaredValues = ({ type, values = [] }: ReferenceParameter): readonly unknown[] =>
  type === 'boolean' ? [true, false] : values

/** The values that are sent of a parameter: what it declares, the first of which is its example. */
const valuesToSend = (parameter: ReferenceParameter, text: string): readonly unknown[] => {
  const { name, type, example } = parameter
  if (sizeName.test(name)) return [largePage]
  const known = example ?? (type === 'boolean' ? true : searchName.test(name) ? text : undefined)
  return [...new Set([known, ...declaredValues(parameter)])].filter(
    value => value !== undefined && typeof value !== 'object',
  )
}

/** What asks for another page than the first, however few items a list has: all but one item, or the second one as a page of its own. */
const furtherPage = (parameters: readonly ReferenceParameter[]): readonly Readonly<Record<string, string>>[] => {
  const named = (matches: (name: string) => boolean) => parameters.find(({ name }) => matches(name))?.name
  const offset = named(name => /skip|offset/i.test(name))
  if (offset !== undefined) return [{ [offset]: '1' }]
  const number = named(name => countingOf(name) === 'number')
  const size = named(name => sizeName.test(name) || pageSizeName.test(name))
  return number === undefined || size === undefined ? [] : [{ [size]: '1', [number]: '2' }]
}

/**
 * The successes of a list with each of the query parameters that the target declares for it, one at a time: with one value of each, then, where
 * `sent` says so, with the others, and another page than the first. `text` is what it is searched for. Each is asked for once in a run.
 */
export const declaredLists = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  text: string,
  sent: keyof typeof mostQueries = 'one',
): Promise<readonly Answered[]> => {
  if (!(await probe.hasFixture('reference'))) return []
  const { method, path, query: bound = {} } = probe.bind(operation)
  const declared = declaredFor(await probe.fixture('reference'), { method, path })?.parameters ?? []
  const parameters = declared.filter(({ name, in: place }) => place === 'query' && !(name in bound))
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
