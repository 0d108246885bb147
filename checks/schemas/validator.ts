import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import auditActions from '../../contracts/schemas/audit-actions.json' with { type: 'json' }
import auditEvent from '../../contracts/schemas/audit-event.json' with { type: 'json' }
import auditEvents from '../../contracts/schemas/audit-events.json' with { type: 'json' }
import matchingTags from '../../contracts/schemas/matching-tags.json' with { type: 'json' }
import organizationToken from '../../contracts/schemas/organization-token.json' with { type: 'json' }
import organizationTokenDetails from '../../contracts/schemas/organization-token-details.json' with { type: 'json' }
import organizationTokenPage from '../../contracts/schemas/organization-token-page.json' with { type: 'json' }
import personalToken from '../../contracts/schemas/personal-token.json' with { type: 'json' }
import personalTokenPage from '../../contracts/schemas/personal-token-page.json' with { type: 'json' }
import repository from '../../contracts/schemas/repository.json' with { type: 'json' }
import repositoryEntry from '../../contracts/schemas/repository-entry.json' with { type: 'json' }
import repositoryGroup from '../../contracts/schemas/repository-group.json' with { type: 'json' }
import repositoryPage from '../../contracts/schemas/repository-page.json' with { type: 'json' }
import tag from '../../contracts/schemas/tag.json' with { type: 'json' }
import tagPage from '../../contracts/schemas/tag-page.json' with { type: 'json' }
import { isDateTime } from '../date-time.ts'
import { has, isObject } from '../reading.ts'
import { shortened } from '../source.ts'

const shapes = {
  'audit-actions': auditActions,
  'audit-event': auditEvent,
  'audit-events': auditEvents,
  'matching-tags': matchingTags,
  'organization-token': organizationToken,
  'organization-token-details': organizationTokenDetails,
  'organization-token-page': organizationTokenPage,
  'personal-token': personalToken,
  'personal-token-page': personalTokenPage,
  repository,
  'repository-entry': repositoryEntry,
  'repository-group': repositoryGroup,
  'repository-page': repositoryPage,
  tag,
  'tag-page': tagPage,
} as const

/** A shape of the published reference, told in our own schemas: required members, types, nullability; further members are welcome. */
export type ShapeName = keyof typeof shapes

export const shapeNames = Object.keys(shapes) as readonly ShapeName[]

/** The first way in which a value does not fit. */
export interface Mismatch {
  /** The member, as `results[0].name`, or `the body`. */
  readonly where: string
  readonly problem: string
}

let validators: Promise<Ajv> | undefined

// Loading and compiling cost more than all other start-up: only who validates pays for it, per shape.
const load = async (): Promise<Ajv> => {
  const { Ajv: Validators } = await import('ajv')
  // Tests validate the shapes themselves: compiling the schema of schemas takes longer than compiling them all.
  const ajv = new Validators({
    allowUnionTypes: true,
    formats: { 'date-time': isDateTime },
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  })
  for (const shape of Object.values(shapes)) ajv.addSchema(shape)
  return ajv
}

/** Kinds of errors that are about the value itself, and not about what is in it. */
const aboutValue: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'format', 'pattern', 'minimum', 'maximum'])

/** What a value is, in a word or two. */
const brief = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array'
  if (isObject(value)) return 'an object'
  return shortened(JSON.stringify(value) ?? 'nothing', 60)
}

/** The member that a JSON Pointer names, as `results[0].name`, and its value. */
const memberAt = (body: unknown, pointer: string): { readonly name: string; readonly value: unknown } => {
  let [name, value]: [string, unknown] = ['', body]
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    name += Array.isArray(value) ? `[${key}]` : `${name === '' ? '' : '.'}${key}`
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return { name, value }
}

export const mismatchIn = (validate: ValidateFunction, body: unknown): Mismatch | undefined => {
  if (validate(body)) return undefined
  const [{ instancePath, keyword, message: problem = 'does not fit' }] = validate.errors as [ErrorObject]
  const { name, value } = memberAt(body, instancePath)
  return {
    where: name || 'the body',
    problem: aboutValue.has(keyword) ? `${problem}, but is ${brief(value)}` : problem,
  }
}

/** How a value does not fit a shape; undefined where it does. */
export const mismatchOf = async (shape: ShapeName, value: unknown): Promise<Mismatch | undefined> => {
  validators ??= load()
  return mismatchIn((await validators).getSchema(`${shape}.json`) as ValidateFunction, value)
}

/** Whether a value is an object with at least one member that the shape names: where it has none, fitting says nothing. */
export const speaksOf = (shape: ShapeName, value: unknown): boolean => {
  const { properties } = shapes[shape]
  return isObject(value) && Object.keys(properties).some(name => has(value, name))
}
