import { type JsonSchema, type Unresolved, unresolvedKey } from '../../../contracts/documents.ts'
import { type Problems, quoted } from '../problems.ts'
import { asMapping, followReference, type Mapping, own, referenceOf } from './local-reference.ts'

/** What resolving needs to know of the document, and what it may still spend on it. */
export interface Resolution {
  readonly root: unknown
  /** OpenAPI 3.0: what stands beside a `$ref` has no meaning. */
  readonly siblingsIgnored: boolean
  readonly problems: Problems
  /** Operations, answers and parameters that may still be read. */
  parts: number
  /** Values that may still be written for all schemas and examples. */
  values: number
}

// References multiply: thirty lines can stand for more values than fit into memory.
const mostParts = 400_000
const mostValues = 1_000_000
const mostValuesOfOne = 20_000
const deepest = 100

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const schemaMappings = wordSet('properties patternProperties dependentSchemas')
const schemaLists = wordSet('allOf anyOf oneOf prefixItems')
const schemaKeys = wordSet(
  'additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties',
)
// Once every reference is resolved in place nothing points at these, and two copies of one `$id` contradict each other.
const droppedKeys = wordSet('__proto__ $ref $id $schema $anchor $dynamicAnchor $recursiveAnchor $defs definitions')
const dynamicKeys = wordSet('$dynamicRef $recursiveRef')
const annotationKeys = wordSet(
  'default deprecated description example examples externalDocs readOnly summary title writeOnly xml',
)

/** A fresh budget for one document. */
export const resolution = (root: unknown, siblingsIgnored: boolean, problems: Problems): Resolution => ({
  root,
  siblingsIgnored,
  problems,
  parts: mostParts,
  values: mostValues,
})

/** Takes `cost` from the document's budget of parts; false once it is spent. */
export const afford = (resolution: Resolution, cost: number): boolean => {
  if (resolution.parts < cost) {
    resolution.parts = 0
    resolution.problems.unread({
      why: `The resolved document is too large; everything after the first ${mostParts} parts is left out.`,
    })
    return false
  }
  resolution.parts -= cost
  return true
}

/** The schema at `at` with every local reference resolved in place. Never throws and never returns shared or cyclic data. */
export const resolveSchema = (schema: unknown, resolution: Resolution, at: string): JsonSchema => {
  const walk = walkFrom(at, resolution)
  const resolved = schemaAt(schema, walk, at)
  // `true` and `false` are schemas too, but the contract has mappings only; both have an equal among these.
  const read = resolved === false ? { not: {} } : resolved === true ? {} : resolved
  if (walk.cut === undefined) return read
  return { ...read, allOf: [...(Array.isArray(read.allOf) ? read.allOf : []), unresolved(at, walk.cut)] }
}

/** A schema of which nothing is known but why. */
const unresolved = (reference: string, why: string): JsonSchema => ({
  [unresolvedKey]: { reference: quoted(reference), why } satisfies Unresolved,
})

/** A copy of an example or another plain value, within the same bounds. */
export const resolveData = (value: unknown, resolution: Resolution, at: string): unknown =>
  dataAt(value, walkFrom(at, resolution))

interface Walk {
  readonly resolution: Resolution
  readonly start: string
  /** The values around the current one: meeting one of them again is a cycle. */
  readonly trail: unknown[]
  left: number
  /** Why a part of it is left out. */
  cut?: string
}

const walkFrom = (start: string, resolution: Resolution): Walk => ({
  resolution,
  left: mostValuesOfOne,
  start,
  trail: [],
})

const schemaAt = (value: unknown, walk: Walk, at: string): JsonSchema | boolean => {
  if (typeof value === 'boolean') return value
  const mapping = asMapping(value)
  if (mapping === undefined) {
    walk.resolution.problems.add(`${at} is not a schema.`)
    return unresolved(at, 'is not a schema')
  }
  return enter(mapping, walk, {}, () => {
    const reference = referenceOf(mapping)
    return reference === undefined ? keywords(mapping, walk, at) : referenced(mapping, reference, walk, at)
  })
}

const referenced = (mapping: Mapping, reference: string, walk: Walk, at: string): JsonSchema | boolean => {
  const { resolution } = walk
  const followed = mayHoldSchema(reference)
    ? followReference(resolution.root, reference)
    : ({ found: false, why: 'does not point at a schema' } as const)
  if (!followed.found) resolution.problems.add(`The reference ${quoted(reference)} at ${at} ${followed.why}.`)
  const target = followed.found ? schemaAt(followed.value, walk, followed.pointer) : unresolved(reference, followed.why)
  if (resolution.siblingsIgnored) return target
  const siblings = keywords(mapping, walk, at)
  const names = Object.keys(siblings)
  if (names.length === 0) return target
  if (typeof target !== 'boolean' && names.every(name => annotationKeys.has(name))) return { ...target, ...siblings }
  const others = Array.isArray(siblings.allOf) ? siblings.allOf : []
  return { ...siblings, allOf: [...others, target] }
}

// `#/components/responses/x` names a response, whatever its keys look like.
const mayHoldSchema = (reference: string): boolean => {
  const section = /^#\/components\/([^/]+)\/[^/]+$/.exec(reference)?.[1]
  return section === undefined || section === 'schemas'
}

const keywords = (mapping: Mapping, walk: Walk, at: string): JsonSchema => {
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(mapping)) {
    if (droppedKeys.has(key)) continue
    const value = mapping[key]
    const place = `${at}/${key}`
    if (dynamicKeys.has(key)) {
      walk.resolution.problems.add(`${place} is a dynamic reference, which is not followed.`)
      Object.assign(result, unresolved(String(value), 'is a dynamic reference, which is not followed'))
    } else if (key === 'required' && !Array.isArray(value))
      walk.resolution.problems.add(`${place} is not a list of names and is left out.`)
    else if (schemaMappings.has(key)) result[key] = schemasByName(value, walk, place)
    else if (schemaLists.has(key)) result[key] = schemaList(value, walk, place)
    else if (schemaKeys.has(key))
      result[key] = Array.isArray(value) ? schemaList(value, walk, place) : schemaAt(value, walk, place)
    // How documents of Swagger 2.0 say it.
    else result[key === 'x-nullable' ? 'nullable' : key] = dataAt(value, walk)
  }
  return result
}

/** The keys of a mapping but the one that would change what it inherits. */
const namesOf = (mapping: object): readonly string[] => Object.keys(mapping).filter(key => key !== '__proto__')

const schemasByName = (value: unknown, walk: Walk, at: string): JsonSchema => {
  const mapping = asMapping(value)
  if (mapping === undefined) {
    walk.resolution.problems.add(`${at} is not a mapping of names to schemas.`)
    return {}
  }
  return enter(mapping, walk, {}, () => {
    const result: Record<string, unknown> = {}
    for (const name of namesOf(mapping)) result[name] = schemaAt(mapping[name], walk, `${at}/${name}`)
    return result
  })
}

const schemaList = (value: unknown, walk: Walk, at: string): unknown[] => {
  if (Array.isArray(value))
    return enter(value, walk, [], () => value.map((item, index) => schemaAt(item, walk, `${at}/${index}`)))
  walk.resolution.problems.add(`${at} is not a list of schemas.`)
  return []
}

const dataAt = (value: unknown, walk: Walk): unknown => {
  if (typeof value === 'string') return spend(walk, 1 + (value.length >> 8)) ? value : ''
  if (typeof value !== 'object' || value === null) return jsonScalar(value)
  return enter<unknown>(value, walk, {}, () => {
    if (Array.isArray(value)) return value.map(item => dataAt(item, walk))
    const result: Record<string, unknown> = {}
    for (const name of namesOf(value)) result[name] = dataAt(own(value, name), walk)
    return result
  })
}

// YAML knows `.nan`, `.inf` and integers beyond a double; a report is JSON.
const jsonScalar = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return value
}

/** Works on a value unless that would close a cycle, go too deep or cost too much. */
const enter = <T>(value: object, walk: Walk, otherwise: T, work: () => T): T => {
  if (walk.trail.includes(value)) return otherwise
  if (walk.trail.length >= deepest) {
    leaveOut(walk, `is nested more than ${deepest} levels deep`)
    return otherwise
  }
  const size = Array.isArray(value) ? value.length : Object.keys(value).length
  if (!spend(walk, 1 + size)) return otherwise
  walk.trail.push(value)
  const done = work()
  walk.trail.pop()
  return done
}

const leaveOut = (walk: Walk, why: string): void => {
  walk.cut = why
  walk.resolution.problems.add(`${walk.start} ${why}; the rest is left out.`)
}

const spend = (walk: Walk, cost: number): boolean => {
  const { resolution } = walk
  if (Math.min(walk.left, resolution.values) < cost) {
    const isOfAll = resolution.values < walk.left
    leaveOut(
      walk,
      isOfAll
        ? `leads beyond the ${mostValues} values of all schemas together`
        : `resolves to more than ${mostValuesOfOne} values`,
    )
    walk.left = 0
    return false
  }
  walk.left -= cost
  resolution.values -= cost
  return true
}
