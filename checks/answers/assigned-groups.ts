import { has, isObject, type JsonObject } from '../reading/json.ts'
import { objectsIn, scalar } from '../reading/things.ts'
import { contains } from '../round-trip.ts'

const memberLike = /permission|role|access|level/i

/** Whether a member may hold a permission, by its name. */
export const isPermissionMember = (name: string): boolean => memberLike.test(name)

/** A permission that was given to a group, as it was sent. */
export interface SentAssignment {
  readonly sent: unknown
  readonly group: string
  readonly permission: string
  /** The values that the target declares for a permission. */
  readonly declared: readonly unknown[]
}

const isValue = (value: unknown, text: string): boolean => scalar(value)?.toLowerCase() === text.toLowerCase()

/** Whether one of the values of an object, or of an object in it, is the group. */
const isOfGroup = (object: JsonObject, group: string): boolean =>
  Object.values(object).some(
    value => isValue(value, group) || (isObject(value) && Object.values(value).some(inner => isValue(inner, group))),
  )

/** The names of members in which a body was sent with a permission. */
const permissionMembers = ({ sent, permission }: SentAssignment): readonly string[] =>
  objectsIn(sent).flatMap(object =>
    Object.keys(object).filter(key => {
      const value = object[key]
      return isPermissionMember(key) && (isValue(value, permission) || (isObject(value) && contains(value, permission)))
    }),
  )

/** What an answer shows as the permissions of a group: under its own name, or in the members in which one was sent. */
export const permissionsShown = (assignment: SentAssignment, shown: unknown): readonly unknown[] => {
  const { group } = assignment
  const members = permissionMembers(assignment)
  return objectsIn(shown).flatMap(object => [
    ...(has(object, group) ? [object[group]] : []),
    ...(isOfGroup(object, group) ? members.filter(name => has(object, name)).map(name => object[name]) : []),
  ])
}

/** Whether an answer shows the permission that was given; undefined if it shows nothing that is known to be one of the group. */
export const showsPermission = (assignment: SentAssignment, shown: unknown): boolean | undefined => {
  const values = permissionsShown(assignment, shown)
  if (values.some(value => contains([value], assignment.permission))) return true
  const isOther = (value: unknown): boolean =>
    assignment.declared.some(one => String(one) !== assignment.permission && contains([value], String(one)))
  return values.length > 0 && values.every(isOther) ? false : undefined
}

/** What an answer has where a group was sent as a name in a map: the map there, and the permission that was sent. */
const mapShown = (
  { sent, group }: SentAssignment,
  shown: unknown,
): { readonly map: JsonObject; readonly value: unknown } | undefined => {
  let [there, here]: readonly unknown[] = [shown, sent]
  while (isObject(here) && isObject(there)) {
    if (has(here, group)) return { map: there, value: here[group] }
    const [key = ''] = Object.keys(here).filter(name =>
      objectsIn((here as JsonObject)[name]).some(one => has(one, group)),
    )
    ;[there, here] = [has(there, key) ? there[key] : undefined, here[key]]
  }
  return undefined
}

/**
 * The values that stand in the place of the group, where an answer does not have it: in the members in which it was sent, or as the names in a map of
 * the same sort.
 */
export const groupsInstead = (assignment: SentAssignment, shown: unknown): readonly string[] => {
  const { sent, group } = assignment
  if (contains(shown, group)) return []
  const members = objectsIn(sent).flatMap(object => Object.keys(object).filter(key => isValue(object[key], group)))
  const values = objectsIn(shown).flatMap(object => members.flatMap(name => scalar(object[name]) ?? []))
  const { map = {}, value } = mapShown(assignment, shown) ?? {}
  const isSame = Object.values(map).every(one => typeof one === typeof value)
  return values.some(one => isValue(one, group)) ? [] : [...values, ...(isSame ? Object.keys(map) : [])]
}

/** Whether the map in which a group was sent is shown empty. */
export const isLeftOut = (assignment: SentAssignment, shown: unknown): boolean => {
  const { map } = mapShown(assignment, shown) ?? {}
  return map !== undefined && Object.keys(map).length === 0
}
