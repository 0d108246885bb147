import { defined } from '../../../contracts/defined.ts'
import type { ReferenceParameter } from '../../../contracts/documents.ts'
import { quoted } from '../problems.ts'
import { asMapping, followReference, type Mapping, own, referenceOf } from './local-reference.ts'
import { afford, type Resolution, resolveData } from './schema.ts'

/** The mapping itself, or the one that its `$ref` leads to; what stands beside the `$ref` wins. */
export const dereference = (value: unknown, resolution: Resolution, at: string, hops = 0): Mapping | undefined => {
  const { problems, root } = resolution
  const mapping = asMapping(value)
  if (mapping === undefined) problems.unread({ at, why: `${at} is not a mapping.` })
  const reference = referenceOf(mapping)
  if (reference === undefined) return mapping
  const followed = hops > 20 ? ({ found: false, why: 'is circular' } as const) : followReference(root, reference)
  if (!followed.found) problems.unread({ at, why: `The reference ${quoted(reference)} at ${at} ${followed.why}.` })
  const target = followed.found ? dereference(followed.value, resolution, followed.pointer, hops + 1) : {}
  const { $ref: _, ...siblings } = mapping as Mapping
  const size = Object.keys(siblings).length
  return size > 0 && afford(resolution, size) ? { ...target, ...siblings } : target
}

/** The example of a media type or a parameter: its own, or the first of its named ones. */
export const exampleOf = (media: Mapping | undefined, resolution: Resolution, at: string): unknown => {
  const single = own(media, 'example')
  if (single !== undefined) return resolveData(single, resolution, `${at}/example`)
  const named = asMapping(own(media, 'examples')) ?? {}
  for (const name of Object.keys(named)) {
    const example = dereference(named[name], resolution, `${at}/examples/${name}`)
    const value = own(example, 'value') ?? own(example, 'dataValue')
    if (value !== undefined) return resolveData(value, resolution, `${at}/examples/${name}`)
  }
  return undefined
}

/** The parameters of a path item and of its operation; the operation's own wins (OpenAPI 3.x, Operation Object). */
export const readParameters = (
  holders: readonly (Mapping | undefined)[],
  resolution: Resolution,
  at: string,
): readonly ReferenceParameter[] => {
  const parameters = new Map<string, ReferenceParameter>()
  for (const declared of holders.map(holder => own(holder, 'parameters'))) {
    if (declared !== undefined && !Array.isArray(declared)) resolution.problems.add(`${at}/parameters is not a list.`)
    for (const [index, value] of (Array.isArray(declared) ? declared : []).entries()) {
      if (!afford(resolution, 1)) break
      const parameter = readParameter(value, resolution, `${at}/parameters/${index}`)
      if (parameter !== undefined) parameters.set(`${parameter.in} ${parameter.name}`, parameter)
    }
  }
  return [...parameters.values()]
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** The scalars that a schema enumerates, or the one that it takes, as far as anybody would send them all. */
const valuesOf = (schema: Mapping | undefined): readonly (string | number | boolean)[] => {
  const listed = own(schema, 'enum') ?? [own(schema, 'const')]
  return Array.isArray(listed) ? listed.slice(0, mostValues).filter(isScalar) : []
}

const mostValues = 20

const readParameter = (value: unknown, resolution: Resolution, at: string): ReferenceParameter | undefined => {
  const found = dereference(value, resolution, at)
  const name = own(found, 'name')
  const place = own(found, 'in')
  if (typeof name !== 'string' || typeof place !== 'string') {
    // A dangling reference or a thing that is no mapping has been reported already.
    if (found !== undefined && referenceOf(value) === undefined) resolution.problems.add(`${at} has no name or place.`)
    return undefined
  }
  const schema = dereference(own(found, 'schema') ?? {}, resolution, `${at}/schema`)
  const candidates = [
    own(schema, 'example'),
    own(own(schema, 'examples'), '0'),
    own(schema, 'default'),
    own(own(schema, 'enum'), '0'),
  ]
  const declared = candidates.find(candidate => candidate !== undefined)
  const example = exampleOf(found, resolution, at) ?? resolveData(declared, resolution, at)
  const [type, ...types] = [own(schema, 'type')].flat().filter(one => one !== 'null')
  const format = own(schema, 'format')
  const items = dereference(own(schema, 'items') ?? {}, resolution, `${at}/schema/items`)
  const values = [...valuesOf(schema), ...valuesOf(items)]
  return {
    name,
    in: place,
    required: place === 'path' || own(found, 'required') === true,
    ...(typeof type === 'string' && types.length === 0 && { type }),
    ...(typeof format === 'string' && { format }),
    ...defined({ example }),
    ...(values.length > 0 && { values }),
  }
}
