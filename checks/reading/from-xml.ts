import { isObject, type JsonObject } from '../../contracts/json.ts'

/** A member that was an attribute of an element; members of JSON-LD and OData begin with the same letter. */
const attribute = /^@(?!(?:context|type|graph|value|language|vocab|base|reverse)$)(?:xsi:)?([A-Za-z]\w*)$/

const attributeOf = (key: string): string | undefined => attribute.exec(key)?.[1]

/** What an element says: its text, or nothing where it says that it is nil. Undefined where it has elements. */
const textOf = (element: JsonObject): unknown => {
  const inner = Object.keys(element).filter(key => attributeOf(key) === undefined)
  if (inner.length === 1 && inner[0] === '#text') return element['#text']
  const isNil = inner.length === 0 && ['@nil', '@xsi:nil'].some(key => String(element[key]) === 'true')
  return isNil ? null : undefined
}

/** A switch, which is a text where everything is one. */
const switchOf = (name: string, value: unknown): unknown =>
  /^(?:true|false)$/.test(String(value)) && !/^id$|(?:name|label|title|tag|rule)$/i.test(name)
    ? String(value) === 'true'
    : value

/** The attributes of an element, by their names; an address of JSON-LD is none. */
const attributesOf = (element: JsonObject): readonly (readonly [string, unknown])[] =>
  Object.entries(element).flatMap(([key, value]) => {
    const name = attributeOf(key)
    return name === undefined || typeof value === 'object' || (name === 'id' && /[/:]/.test(String(value)))
      ? []
      : [[name, switchOf(name, value)] as const]
  })

/** JSON that was XML, with the texts of elements as values, and attributes under their names as well: `{ "@id": "1", "Name": { "#text": "x" } }`. */
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

/** Whether a text may be such JSON: that is looked at before it is read. */
export const mayBeXml = (json: string): boolean => /"(?:#text|@[A-Za-z:]+)"\s*:/.test(json)
