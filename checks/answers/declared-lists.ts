import type { ReferenceParameter } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { declaredFor } from '../documents/published-documents.ts'
import { isSuccess, parseJson } from '../reading.ts'

/** Parameters that tell where a page begins, or in which form it is: what follows the list reads pages. */
const ofPages = /page(?!_?size)|offset|cursor|after|before|start|from|until|marker|token|format|fields/i

const ofSize = /^(?:page_?size|per_?page|limit)$/i

/** Parameters that take a name: of others without an example nobody knows what they take. */
const ofSearch = /name|search|query|^q$|filter|label/i

/** The most items of a page that are asked for. */
export const largePage = '100'

/** Declared parameters of one list that are sent. */
const mostQueries = 4

/** The successes of a list with each of the query parameters that the target declares for it, one at a time; `text` is what it is searched for. Each is asked for once in a run. */
export const declaredLists = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  text: string,
): Promise<readonly Answered[]> => {
  if (!(await probe.hasFixture('reference'))) return []
  const { method, path, query: bound = {} } = probe.bind(operation)
  const { parameters = [] } = declaredFor(await probe.fixture('reference'), { method, path }) ?? {}
  const declared = parameters.filter(
    parameter => parameter.in === 'query' && !(parameter.name in bound) && !ofPages.test(parameter.name),
  )
  const lists: Answered[] = []
  const sentFor = ({ name, type, example }: ReferenceParameter): string | undefined => {
    if (ofSize.test(name)) return largePage
    const shown = example ?? (type === 'boolean' ? true : ofSearch.test(name) ? text : undefined)
    return typeof shown === 'object' ? undefined : shown?.toString()
  }
  const queries = declared.flatMap(parameter => {
    const value = sentFor(parameter)
    return value === undefined ? [] : [{ [parameter.name]: value }]
  })
  for (const query of queries.slice(0, mostQueries)) {
    lists.push(await probe.call(operation, values, { control: true, anyStatus: true, query }))
  }
  return lists.filter(list => isSuccess(list) && parseJson(list).ok)
}
