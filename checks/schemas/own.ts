import {
  type JsonSchema,
  noSchema,
  type PublishedReference,
  type ReferenceOperation,
} from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { type Excerpt, Missing } from '../../contracts/results/finding.ts'
import { declares } from '../documents/declared-schema.ts'
import { declaredFor, referenceExcerpt } from '../documents/published-documents.ts'
import { header } from '../reading/exchanges.ts'
import { has, isObject, type JsonObject, jsonIn } from '../reading/json.ts'
import { oncePer, oncePerText } from '../remembered.ts'
import { type Mismatch, mismatchIn } from './fit.ts'

/** What the target's own document declares for an answer. */
export interface OwnShape {
  readonly schema: JsonSchema
  /** A member that requirements of its own judge. */
  readonly apart: string | undefined
  readonly excerpt: Excerpt
  /** What it is, for a reason. */
  readonly name: string
  /** The media types that it declares for the status of the answer; none where it declares nothing of that status itself. */
  readonly types: readonly string[]
  /** The statuses of success that it declares instead, where it declares another than that of the answer alone. */
  readonly instead?: string
}

/** The target's own document; undefined where it has none. Throws where the document got no answer. */
export const referenceOf = (probe: Probe): Promise<PublishedReference | undefined> =>
  probe.fixture('reference').catch(error => {
    if (error instanceof Missing) return undefined
    throw error
  })

/** What the target's own document declares for an operation; undefined where it has none. Throws where the document got no answer. */
export const declarationOf = async (
  probe: Probe,
  operation: OperationName,
  method: string,
): Promise<{ readonly reference: PublishedReference; readonly declared: ReferenceOperation } | undefined> => {
  const reference = await referenceOf(probe)
  const declared = reference && declaredFor(reference, { method, path: probe.bind(operation).path })
  return reference && declared && { reference, declared }
}

/**
 * The schema of the target's own document for an answer of success; undefined where it has none for any success. Where it has one for another
 * success, or one that allows everything, this answer is compared with nothing. Throws where the document got no answer.
 */
export const ownShapeOf = async (
  probe: Probe,
  operation: OperationName,
  answer: Answered,
): Promise<OwnShape | undefined> => {
  const {
    request,
    response: { status },
  } = answer
  const declaration = await declarationOf(probe, operation, request.method)
  if (!declaration) return undefined
  const { reference, declared } = declaration
  const described = declared.responses.filter(
    ({ mediaType, schema }) => schema && /json|^\*\/\*$/i.test(String(mediaType)),
  )
  const successes = described.filter(response => /^2/.test(response.status))
  const any = described.find(response => response.status === 'default')?.schema
  if (successes.length === 0 && any === undefined) return undefined
  // A proxy that changes a 200 makes a 203 of it (RFC 9110, section 15.3.4).
  const stated = [String(status), ...(status === 203 ? ['200'] : []), '2XX']
  const apart = operation.startsWith('pat.') ? expiryField : undefined
  const declaredOne = stated.map(one => successes.find(response => response.status === one)).find(Boolean)?.schema
  // What is declared for every status at once may be an error: only what fits it is known to be of that shape.
  const body = jsonIn(answer)
  const isAny = successes.length === 0 && any && body !== undefined && !ownMismatchOf({ schema: any, apart }, body)
  const isDeclared = declared.responses.some(response => stated.includes(response.status))
  return {
    schema: declaredOne ?? (isAny ? any : {}),
    ...(successes.length === 0 && !isAny && { instead: noSchema }),
    ...(!isDeclared &&
      successes.length > 0 && { instead: [...new Set(successes.map(each => each.status))].join(', ') }),
    apart,
    excerpt: referenceExcerpt(reference, declared),
    name: `the schema of the target's own document (${reference.from})`,
    // What a document of Swagger 2.0 does not declare is taken for JSON.
    types: reference.version.startsWith('2')
      ? []
      : stated
          .flatMap(one => declared.responses.filter(({ status }) => status === one))
          .flatMap(({ mediaType }) => mediaType ?? []),
  }
}

/** A media type without its parameters. */
const bareType = (type: string): string => type.replace(/;.*/s, '').trim().toLowerCase()

/** How the media type of an answer is none that is declared for it; undefined where it is one, where it is JSON of another name, and where it is not said. */
export const typeMismatchOf = ({ types }: Pick<OwnShape, 'types'>, answer: Answered): Mismatch | undefined => {
  const own = bareType(header(answer, 'content-type') ?? '')
  const declared = [...new Set(types.map(bareType))]
  const isOf = (range: string): boolean => range === own || range === own.replace(/\/.*/, '/*') || range === '*/*'
  return own === '' || own.includes('json') || declared.length === 0 || declared.some(isOf)
    ? undefined
    : { where: 'its Content-Type', problem: `is ${own}, and must be ${declared.join(' or ')}` }
}

const types: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/**
 * What of a schema is judged: types, nullability, enumerations, bounds and required members, wherever they stand. Patterns, conditions and what
 * forbids further members are left out, so that each value that fits the whole schema fits this one.
 */
const keptOf = (schema: unknown, apart: string): JsonObject => {
  if (!isObject(schema)) return {}
  const kept: Record<string, unknown> = {}
  const type = [schema.type].flat().filter(name => types.has(name))
  if (type.length > 0) kept.type = type
  if (isList(schema.enum) && schema.enum.length > 0) kept.enum = schema.enum
  if (has(schema, 'const')) kept.const = schema.const
  for (const bound of ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'])
    if (typeof schema[bound] === 'number') kept[bound] = schema[bound]
  kept.format = schema.format
  const properties = isObject(schema.properties) ? schema.properties : {}
  const shown = Object.entries(properties).filter(
    ([name, inner]) => name !== apart && (!isObject(inner) || inner.writeOnly !== true),
  )
  kept.properties = Object.fromEntries(shown.map(([name, inner]) => [name, keptOf(inner, apart)]))
  kept.required = (isList(schema.required) ? schema.required : []).filter(
    name => typeof name === 'string' && (!has(properties, name) || shown.some(([other]) => other === name)),
  )
  if (isObject(schema.items) && !has(schema, 'prefixItems')) kept.items = keptOf(schema.items, apart)
  if (isObject(schema.additionalProperties) && !has(schema, 'patternProperties'))
    kept.additionalProperties = keptOf(schema.additionalProperties, apart)
  const every = isList(schema.allOf) ? schema.allOf.map(part => keptOf(part, apart)) : []
  // Of two alternatives that differ in what is left out, a value may fit both.
  const some = ['oneOf', 'anyOf'].flatMap(key => {
    const parts = schema[key]
    return isList(parts) ? [{ anyOf: parts.map(part => keptOf(part, apart)) }] : []
  })
  kept.allOf = [...every, ...some]
  // An answer that shows what the document itself gives as an example is as declared.
  const examples = [schema.example, ...(isList(schema.examples) ? schema.examples : [])]
  const isNullable = schema.nullable === true || examples.includes(null)
  return isNullable ? { anyOf: [kept, { type: 'null' }] } : kept
}

/** What is kept of each schema, apart from each member: one is compared with several answers. */
const keptBy = oncePer((schema: unknown) => oncePerText((apart: string) => keptOf(schema, apart)))

/** How a value does not fit what is declared; undefined where it does. */
export const ownMismatchOf = (
  { schema, apart = '' }: Pick<OwnShape, 'schema' | 'apart'>,
  value: unknown,
): Mismatch | undefined => mismatchIn(keptBy(schema)(apart), value)

/** Schemas of a member, wherever in a schema it is declared. */
const declarationsOf = (schema: unknown, name: string): readonly unknown[] => {
  if (!isObject(schema)) return []
  const properties = isObject(schema.properties) ? schema.properties : {}
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap(key => schema[key] ?? [])
  return [
    ...(has(properties, name) ? [properties[name]] : []),
    ...[...Object.values(properties), ...parts, schema.items, schema.additionalProperties].flatMap(inner =>
      declarationsOf(inner, name),
    ),
  ]
}

/**
 * Whether a value of a member is what the target's own document declares for it: `expires_at: {}` allows everything. False where the member is
 * not declared, `open` where the schema says nothing at all.
 */
export const isAsDeclared = ({ schema }: OwnShape, name: string, value: unknown): boolean | 'open' => {
  if (Object.keys(schema).length === 0) return 'open'
  return declarationsOf(schema, name).some(one => mismatchIn(keptOf(one, ''), value) === undefined)
}

const scalars: readonly unknown[] = ['boolean', 'integer', 'number', 'string']

const isScalar = ({ type }: JsonSchema): boolean => [type].flat().some(name => scalars.includes(name))

/**
 * Whether a value, or an item of a list, is a text or number that the schema declares, or has a member of it: else fitting says nothing. A list
 * of texts may be empty.
 */
export const ownSpeaksOf = (schema: JsonSchema, value: unknown): boolean => {
  if (isList(value)) {
    const { items } = schema
    if (!isObject(items)) return false
    return value.length === 0 ? isScalar(items) : value.some(item => ownSpeaksOf(items, item))
  }
  if (!isObject(value)) return value !== null && isScalar(schema)
  const { additionalProperties: others } = schema
  return Object.keys(value).some(
    name => declares(schema, name) || (isObject(others) && ownSpeaksOf(others, value[name])),
  )
}
