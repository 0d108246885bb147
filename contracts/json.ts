/** A JSON object as read from the wire: own keys only are ever looked at. */
export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a JSON text; undefined for any other text. */
export const jsonOf = (text: string, reviver?: (key: string, value: unknown) => unknown): unknown => {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}
