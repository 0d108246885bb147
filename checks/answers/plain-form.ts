import type { Answered } from '../../contracts/exchange.ts'
import { isObject, isTooDeep, type JsonObject, jsonOfSuccess } from '../reading/json.ts'
import { listItems } from '../reading/lists.ts'
import { oncePer } from '../remembered.ts'

/** Limit of values to rewrite. */
const mostMembers = 50_000

const nameMembers = /^(?:name|key|field|member|attribute|property|n|k)$/i
const valueMembers = /^(?:value|val|v|content)$/i
const extraMembers = /^(?:type|format|label|title)$/i
const columnMembers = /^(?:columns?|cols|headers?|fields?|keys|names|schema|attributes)$/i
const rowMembers = /^(?:rows|data|values|records|items|results|tuples|body|tokens)$/i
const fieldName = /^[A-Za-z_@][\w.-]*$/
const tokenMemberName = /^(?:_?id|uuid|guid|uid|pk|token[-_]?id|label|name|title|token[-_]?label|expires_at)$/i

const isEmptyOrArray = (value: unknown): value is readonly (readonly unknown[])[] =>
  Array.isArray(value) && value.every(Array.isArray)

/** The first key of an object that matches. */
const memberLike = (object: JsonObject, names: RegExp): string | undefined =>
  Object.keys(object).find(key => names.test(key))

/** `[{ name: 'label', value: 'x' }, …]` as `{ label: 'x', … }`. */
const fromPairs = (items: readonly unknown[]): JsonObject | undefined => {
  if (items.length < 2) return undefined
  // Without values, these are columns.
  if (!items.some(item => isObject(item) && memberLike(item, valueMembers) !== undefined)) return undefined
  const pairs = new Map<string, unknown>()
  for (const item of items) {
    if (!isObject(item)) return undefined
    const name = memberLike(item, nameMembers)
    const value = memberLike(item, valueMembers)
    const text = name === undefined ? undefined : item[name]
    if (typeof text !== 'string' || pairs.has(text)) return undefined
    if (!Object.keys(item).every(key => key === name || key === value || extraMembers.test(key))) return undefined
    pairs.set(text, value === undefined ? null : item[value])
  }
  // A list of other resources with a name and a value is not an object.
  const names = [...pairs.keys()]
  const isObjectLike = names.every(name => fieldName.test(name)) && names.some(name => tokenMemberName.test(name))
  return isObjectLike ? Object.fromEntries(pairs) : undefined
}

/** `[['id', '1'], ['label', 'x']]` as `{ id: '1', label: 'x' }`. At least two known names distinguish it from the rows of a table. */
const fromTuples = (items: readonly unknown[]): JsonObject | undefined => {
  if (!isEmptyOrArray(items) || !items.every(item => item.length === 2)) return undefined
  const names = items.map(([name]) => name)
  return names.every(name => typeof name === 'string' && fieldName.test(name)) &&
    new Set(names).size === names.length &&
    names.filter(name => tokenMemberName.test(String(name))).length > 1
    ? Object.fromEntries(items)
    : undefined
}

const columnNames = (value: unknown): readonly string[] | undefined => {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const names = value.map(column => {
    const name = isObject(column) ? memberLike(column, /^(?:name|key|id|field)$/i) : undefined
    return isObject(column) ? (name === undefined ? undefined : column[name]) : column
  })
  return names.every((name): name is string => typeof name === 'string' && fieldName.test(name)) ? names : undefined
}

const rowsOf = (names: readonly string[], rows: readonly (readonly unknown[])[]): readonly JsonObject[] | undefined =>
  rows.every(row => row.length === names.length)
    ? rows.map(row => Object.fromEntries(names.map((name, index) => [name, row[index]])))
    : undefined

/** `{ columns: […], rows: [[…], …] }` with the rows as objects. */
const fromColumns = (object: JsonObject): JsonObject | undefined => {
  for (const columns of Object.keys(object).filter(key => columnMembers.test(key))) {
    const names = columnNames(object[columns])
    if (!names) continue
    for (const rows of Object.keys(object).filter(key => rowMembers.test(key))) {
      const table = object[rows]
      const items = isEmptyOrArray(table) ? rowsOf(names, table) : undefined
      const { [columns]: _columns, ...others } = object
      if (items) return { ...others, [rows]: items }
    }
  }
  return undefined
}

/** `[['id', 'label'], ['1', 'x']]` as a list of objects. */
const fromHeadRow = (items: readonly unknown[]): readonly JsonObject[] | undefined => {
  if (items.length < 2 || !isEmptyOrArray(items)) return undefined
  const names = columnNames(items[0])
  return names && names.length > 1 && names.some(name => tokenMemberName.test(name))
    ? rowsOf(names, items.slice(1))
    : undefined
}

/** `{ id: ['1', '2'], label: ['x', 'y'] }` as a list of objects. */
const fromParallel = (object: JsonObject): readonly JsonObject[] | undefined => {
  const keys = Object.keys(object)
  if (keys.filter(key => tokenMemberName.test(key)).length < 2) return undefined
  const columns = keys.map(key => object[key])
  const length = Array.isArray(columns[0]) ? columns[0].length : 0
  if (length === 0) return undefined
  const even = columns.every(
    column =>
      Array.isArray(column) && column.length === length && column.every(cell => typeof cell !== 'object' || !cell),
  )
  if (!even) return undefined
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(keys.map((key, at) => [key, (columns[at] as readonly unknown[])[index]])),
  )
}

/**
 * A body in which tables, lists of name/value pairs and JSON inside texts are plain objects, so that readers know one form. A body that is
 * too large is returned as it is.
 */
export const plainForm = oncePer((body): unknown => {
  let left = mostMembers
  const plain = (value: unknown, depth: number): unknown => {
    if (--left < 0 || depth > 200) return value
    if (typeof value === 'string' && /^\s*[[{]/.test(value) && !isTooDeep(value)) {
      try {
        return plain(JSON.parse(value), depth + 1)
      } catch {
        // It only begins like JSON.
      }
    }
    if (Array.isArray(value)) {
      const items = value.map(item => plain(item, depth + 1))
      return fromPairs(items) ?? fromTuples(items) ?? fromHeadRow(items) ?? items
    }
    if (!isObject(value)) return value
    const object = Object.fromEntries(Object.keys(value).map(key => [key, plain(value[key], depth + 1)]))
    return fromColumns(object) ?? fromParallel(object) ?? object
  }
  const result = plain(body, 0)
  return left < 0 ? body : result
})

/** The items of a successful answer with a list or a table; undefined if it has none. */
export const itemsOf = (answer: Answered): readonly unknown[] | undefined => listItems(plainForm(jsonOfSuccess(answer)))

/** Whether an answer lists an object that other answers list too, with the same members. */
export const sharesItem = (answer: Answered, others: readonly Answered[]): boolean => {
  const texts = (one: Answered): readonly string[] =>
    (itemsOf(one) ?? []).filter(isObject).map(item => JSON.stringify(item))
  const known = new Set(others.flatMap(texts))
  return texts(answer).some(text => known.has(text))
}
