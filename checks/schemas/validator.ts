import auditActions from '../../contracts/schemas/audit-actions.json' with { type: 'json' }
import auditEvent from '../../contracts/schemas/audit-event.json' with { type: 'json' }
import auditEvents from '../../contracts/schemas/audit-events.json' with { type: 'json' }
import image from '../../contracts/schemas/image.json' with { type: 'json' }
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
import { has, isObject, type JsonObject } from '../reading/json.ts'
import { type Mismatch, mismatchIn } from './fit.ts'

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

const byId = new Map<unknown, unknown>([...Object.values(shapes), image].map(schema => [schema.$id, schema]))

/** How a value does not fit a shape; undefined where it does. */
export const mismatchOf = (shape: ShapeName, value: unknown): Mismatch | undefined =>
  mismatchIn(shapes[shape], value, reference => byId.get(reference))

/** The names of the members that a schema declares, also in the schemas that it is put together from. */
const memberNames = ({ properties, allOf, $ref }: JsonObject): readonly string[] => [
  ...[properties].filter(isObject).flatMap(members => Object.keys(members)),
  ...[allOf].flat().filter(isObject).flatMap(memberNames),
  ...[byId.get($ref)].filter(isObject).flatMap(memberNames),
]

/** Whether a value is an object with at least one member that the shape names: where it has none, fitting says nothing. */
export const speaksOf = (shape: ShapeName, value: unknown): boolean =>
  isObject(value) && memberNames(shapes[shape]).some(name => has(value, name))
