import { isObject, type JsonObject } from '../../contracts/json.ts'

/** A key that was an attribute in XML. Keys of JSON-LD and OData begin with `@` as well. */
const attribute = /^@(?!(?:context|type|graph|value|language|vocab|base|reverse)$)(?:xsi:)?([A-Za-z]\w*)$/

const attributeOf = (key: string): string | undefined => attribute.exec(key)?.[1]

/** The text of an element; null if it is nil, undefined if it has child elements. */
const textOf = (element: JsonObject): unknown => {
  const inner = Object.keys(element).filter(key => attributeOf(key) === undefined)
  if (inner.length === 1) return element['#text']
  const isNil = inner.length === 0 && ['@nil', '@xsi:nil'].some(key => String(element[key]) === 'true')
  return isNil ? null : undefined
}

/** Converts a boolean, which is a text in XML. */
const switchOf = (name: string, value: unknown): unknown =>
  /^(?:true|false)$/.test(String(value)) && !/^id$|(?:name|label|title|tag|rule)$/i.test(name)
    ? String(value) === 'true'
    : value

/** The attributes of an element, by name, except an `@id` of JSON-LD with a URL. */
const attributesOf = (element: JsonObject): readonly (readonly [string, unknown])[] =>
  Object.entries(element).flatMap(([key, value]) => {
    const name = attributeOf(key)
    return name === undefined || typeof value === 'object' || (name === 'id' && /[/:]/.test(String(value)))
      ? []
      : [[name, switchOf(name, value)] as const]
  })

/** Converts JSON that was XML: texts of elements become values, and attributes get their names: `{ "@id": "1", "Name": { "#text": "x" } }`. */
export const fromXml = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(fromXml)
  if (!isObject(value)) return value
  const text = textOf(value)
  if (text !== undefined) return text
  const members = Object.entries(value).map(([key, member]): readonly [string, unknown] => {
    const read = fromXml(member)
    return [key, read === member ? read : switchOf(key, read)]
  })
  return { ...Object.fromEntries(attributesOf(value)), ...Object.fromEntries(members) }
}

/** Whether a text may be JSON that was XML, checked before it is parsed. */
export const mayBeXml = (json: string): boolean => /"(?:#text|@[A-Za-z:]+)"\s*:/.test(json)
