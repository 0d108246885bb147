import { safeDecode } from '../../../checks/reading/exchanges.ts'
import { oncePer } from '../../../checks/remembered.ts'

/** A mapping of a parsed document. Its keys are read with `own` only: the document chooses them. */
export type Mapping = { readonly [key: string]: unknown }

/** What a `$ref` leads to, or one clause that says why it leads nowhere. */
export type Followed =
  | { readonly found: true; readonly value: unknown; readonly pointer: string }
  | { readonly found: false; readonly why: string }

/** Why the files of references that lead out of the document were not read; no published document has such a key by chance. */
export const unreadFiles = 'x-hub-conformance-unread'

// Longer chains of references than this occur only in documents made to be long.
const mostHops = 50

export const asMapping = (value: unknown): Mapping | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : undefined

/** The value's own property `key`; what an object inherits was never in the document. */
export const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Mapping)[key] : undefined

/** The `$ref` of a Reference Object; undefined for anything else. */
export const referenceOf = (value: unknown): string | undefined => {
  const reference = own(value, '$ref')
  return typeof reference === 'string' ? reference : undefined
}

/**
 * Follows one `$ref` inside the document (RFC 6901 in a URI fragment), through references on the way and at its end.
 * Nothing outside the document is ever opened.
 */
export const followReference = (root: unknown, reference: string): Followed => follow(root, reference, { hops: 0 })

/** Schemas by the `$id` and `$anchor` that name them in the document itself. Undefined for a name that several have. */
const schemasByName = oncePer((root: unknown): ReadonlyMap<string, unknown> => {
  const named = new Map<string, unknown>()
  const walked = new Set<unknown>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || walked.has(value)) return
    walked.add(value)
    const id = own(value, '$id')
    const anchor = own(value, '$anchor')
    const names = [
      ...(typeof id === 'string' ? [id.replace(/#$/, '')] : []),
      ...(typeof anchor === 'string' ? [`#${anchor}`] : []),
    ]
    for (const name of names) named.set(name, named.has(name) ? undefined : value)
    for (const inner of Object.values(value)) walk(inner)
  }
  walk(root)
  return named
})

/** What a reference by the name of a schema leads to, or to a part of that schema; undefined where no one schema has the name. */
const followName = (root: unknown, reference: string, trail: { hops: number }): Followed | undefined => {
  const names = schemasByName(root)
  const [file, pointer] = reference.split('#') as [string, string?]
  const isPart = pointer?.startsWith('/')
  const schema = names.get(reference) ?? (isPart || pointer === '' ? names.get(file) : undefined)
  if (schema === undefined) return undefined
  if (!isPart) return { found: true, value: schema, pointer: reference }
  const inner = follow(schema, `#${pointer}`, trail)
  return inner.found ? { ...inner, pointer: reference } : inner
}

const follow = (root: unknown, reference: string, trail: { hops: number }): Followed => {
  trail.hops += 1
  if (trail.hops > mostHops) return { found: false, why: 'is circular' }
  if (!reference.startsWith('#/')) {
    const named = followName(root, reference, trail)
    if (named) return named
    if (reference.startsWith('#')) return { found: false, why: 'is not a JSON pointer into the document' }
    const why = own(own(root, unreadFiles), reference)
    const outside = 'leads out of the document, its directory or its origin, and is not fetched'
    return { found: false, why: typeof why === 'string' ? why : outside }
  }
  let value = root
  for (const token of pointerTokens(reference)) {
    let through = throughOf(value, token)
    while (through !== undefined) {
      const next = follow(root, through, trail)
      if (!next.found) return next
      value = next.value
      through = throughOf(value, token)
    }
    value = own(value, token)
    if (value === undefined) return { found: false, why: 'points to nothing' }
  }
  return { found: true, value, pointer: reference }
}

// A step that leads on from a reference is meant to lead on from what it refers to.
const throughOf = (value: unknown, token: string): string | undefined =>
  own(value, token) === undefined ? referenceOf(value) : undefined

const pointerTokens = (reference: string): string[] =>
  reference
    .slice(2)
    .split('/')
    .map(token => safeDecode(token).replaceAll('~1', '/').replaceAll('~0', '~'))
