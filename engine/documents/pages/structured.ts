/** What stands below a key or a place in a list. */
export type Members = Map<string | number, Data>

/** A part of structured text: a single value, a list, or an object as its entries, of which several may have one name. */
export interface Data {
  /** That of its key. */
  readonly line: number
  /** That of the value, where it is another one. */
  readonly begins?: number
  readonly value: unknown
}

export type Field = readonly [name: string, data: Data]

export const isValue = ({ value }: Data): boolean => !Array.isArray(value) && !(value instanceof Map)
export const entriesOf = (data: Data): readonly (readonly [key: string | number, data: Data])[] =>
  isValue(data) ? [] : [...(data.value as Members)]
export const isList = (data: Data): boolean => typeof entriesOf(data)[0]?.[0] === 'number'
export const isObject = (data: Data): boolean => !isValue(data) && !isList(data)
export const itemsOf = (data: Data): readonly Data[] => (isList(data) ? entriesOf(data).map(([, item]) => item) : [])
export const fieldsOf = (data: Data): readonly Field[] => (isObject(data) ? (entriesOf(data) as readonly Field[]) : [])
/** A single value as published; empty for others. */
export const published = (data: Data | undefined): string => (data && isValue(data) ? String(data.value ?? '') : '')
export const namesIn = (data: Data): readonly string[] => fieldsOf(data).map(([name]) => name)
