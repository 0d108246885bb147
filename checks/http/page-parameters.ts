import { defined } from '../../contracts/defined.ts'
import type { ReferenceOperation, ReferenceParameter } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { parametersIn, parametersOf } from '../path-template.ts'
import { isObject } from '../reading/json.ts'
import { lettersAndDigits } from '../reading/things.ts'
import { membersOf } from '../schemas/form-members.ts'

/** What an operation of a list takes in its query or its body that may say where a page begins, as the target's own reference declares it. */
export type PageParameters = readonly string[]

/** A name without capitals and signs, and without words that only say that it is of the next page: `next_page_token` and `pageToken` are alike. */
const likeName = (name: string): string => lettersAndDigits(name).replace(/^(?:next|end|last)(?=[a-z])/, '')

/** Parameters that choose how much of a list is shown, which of it, or in which order. */
const sizeOrFilter =
  /size|limit|per_?page|count|max|sort|order|filter|search|query|name|type|stat(?:us|e)|fields?$|include|expand|select|before|prev|until|scope|label|action|actor|user|account|org|kind|active|direction|^\W*(?:n|q|first|last|top|take|rows|length|to)$/i

const cursorWords = ['cursor', 'token', 'marker', 'bookmark', 'after', 'contin', 'start', 'next', 'key']

/** How a page is asked for where an answer says that there is more and not where: by its number, by a count of items, or by the last item. */
export type Counting = 'number' | 'offset' | 'last-id'

const countings: Readonly<Record<Counting, RegExp>> = {
  number: /^(?:p|pn|page(?:no|num|number|index)?|currentpage)$/,
  offset: /^(?:skip|(?:page)?offset|from|start(?:at|index|from)?|firstresult)$/,
  'last-id': /^(?:starting)?(?:after|since|lastid|lastkey|fromid|marker|cursor)(?:id)?$/,
}

export const countingOf = (name: string): Counting | undefined =>
  (Object.keys(countings) as Counting[]).find(counting => countings[counting].test(lettersAndDigits(name)))

/** A parameter that is counted in. */
export interface Scheme {
  readonly counting: Counting
  readonly name: string
}

const usualSchemes: readonly Scheme[] = [
  { counting: 'number', name: 'page' },
  { counting: 'offset', name: 'offset' },
  { counting: 'last-id', name: 'starting_after' },
  { counting: 'last-id', name: 'after' },
]

/** The parameters that are tried where an answer says that there is more and not where: those that are declared, then the usual ones. */
export const schemesOf = (declared: PageParameters): readonly Scheme[] => {
  const own = declared.flatMap(name => {
    const counting = countingOf(name)
    return counting === undefined ? [] : [{ counting, name }]
  })
  return [...own, ...usualSchemes.filter(({ name }) => !declared.includes(name))]
}

/** Parameters that a cursor may be sent back in, likeliest first. */
const cursorParameters = (declared: PageParameters): readonly string[] =>
  cursorWords.flatMap(word => declared.filter(name => name.toLowerCase().includes(word)))

/** The parameter that a member or header of an unknown name is the value of: it has the same name. */
export const parameterNamed = (declared: PageParameters, key: string): string | undefined =>
  cursorParameters(declared).find(name => countingOf(name) !== 'offset' && likeName(name) === likeName(key))

/**
 * The parameter that what stands under `key` is sent back in: of those that the target declares the one of that name, else the usual one, one of a
 * similar name, or the only one that it can be; where none of them is declared, the usual one.
 */
export const parameterFor = (declared: PageParameters, key: string, value: string, usual: string): string => {
  const counted = (name: string): boolean => ['number', 'offset'].includes(countingOf(name) ?? '')
  // Another cursor may be a number as well, and means something else as the number of a page.
  const isNumber = usual === 'page' && /^\d+$/.test(value)
  const numbered = isNumber ? declared.find(counted) : undefined
  const [only, ...others] = declared.filter(name => isNumber || !counted(name))
  return (
    declared.find(name => lettersAndDigits(name) === lettersAndDigits(key)) ??
    declared.find(name => name === usual) ??
    parameterNamed(declared, key) ??
    numbered ??
    cursorParameters(declared)[0] ??
    (others.length === 0 ? only : undefined) ??
    usual
  )
}

/** Whether a parameter chooses a part of a list by its time, and is no count of items. */
const isTime = ({ name, type, format = '' }: QueryParameter): boolean =>
  /^date/.test(format) || (/^from$/i.test(name) && type !== 'integer' && type !== 'number')

type QueryParameter = Pick<ReferenceParameter, 'name' | 'type' | 'format'>

/** The members of a body that a list is searched with; those of the only object in it. */
const membersIn = ({ requestBody }: ReferenceOperation): readonly QueryParameter[] => {
  const { properties } = membersOf(requestBody?.schema)
  const [root, ...others] = Object.values(properties)
  const inner = others.length === 0 ? membersOf(root).properties : {}
  return Object.entries(Object.keys(inner).length > 0 ? inner : properties).map(([name, schema]) => {
    const { type, format } = isObject(schema) ? schema : {}
    const [own] = [type].flat().filter(one => typeof one === 'string')
    return { name, ...defined({ type: own, format: typeof format === 'string' ? format : undefined }) }
  })
}

/** Where the pages of a list are asked for: its parameters, and whether they are members of the body of a search. */
export interface Paging {
  readonly declared: PageParameters
  readonly inBody: boolean
}

const wordsOf = (path: string): number => path.split('/').filter(segment => !segment.includes('{')).length

/** What the target's own reference declares for the operation that an address is of: a reference may give its path with or without a base path. */
export const pagingOf = async (probe: Probe, { request }: Answered): Promise<Paging> => {
  const isSearched = request.method === 'POST'
  if (!URL.canParse(request.url) || !(await probe.hasFixture('reference'))) return { declared: [], inBody: isSearched }
  const { operations } = await probe.fixture('reference')
  const segments = new URL(request.url).pathname.split('/')
  const [asked] = operations
    .filter(({ method, path }) => {
      if (method !== request.method) return false
      const end = ['', ...segments.slice(-(path.split('/').length - 1))].join('/')
      return parametersIn(path, end) !== undefined
    })
    .sort(
      ({ path: one }, { path: other }) =>
        wordsOf(other) - wordsOf(one) || parametersOf(one).length - parametersOf(other).length,
    )
  const namesOf = (parameters: readonly QueryParameter[]): PageParameters =>
    parameters.filter(one => !sizeOrFilter.test(one.name) && !isTime(one)).map(({ name }) => name)
  const query = namesOf((asked?.parameters ?? []).filter(parameter => parameter.in === 'query'))
  const inBody = isSearched && query.length === 0
  return { declared: inBody && asked ? namesOf(membersIn(asked)) : query, inBody }
}
