import { isNameOf, parametersOf, rolesOf } from '../../checks/path-template.ts'
import { isCalled } from '../../checks/request-form.ts'
import type { PublishedReference, ReferenceOperation, ReferenceParameter } from '../../contracts/documents.ts'
import type { Role } from '../../contracts/operations.ts'

/** A value for a required instant: the beginning of a period is in the past, any other instant in the future. */
const markOf = ({ name, format = '' }: ReferenceParameter): string => {
  const mark = /^date(?:-time)?$/.test(format)
    ? `${/from|since|start|begin|after|min|gte?/i.test(name) ? '-30' : '+1'} ${format}`
    : name
  return `{${mark}}`
}

/** The preferred one of several parameters for a role: a required one, one named as in a path, one named like the role. */
const chosen = (
  role: Role,
  candidates: readonly ReferenceParameter[],
  reference: PublishedReference | undefined,
): ReferenceParameter | undefined => {
  if (candidates.length < 2) return candidates[0]
  const inPaths = new Set(reference?.operations.flatMap(({ path }) => parametersOf(path)))
  const measures = [
    ({ required }: ReferenceParameter) => required,
    ({ name }: ReferenceParameter) => inPaths.has(name),
    ({ name }: ReferenceParameter) => name === role,
    () => true,
  ]
  const [first] = measures.map(measure => candidates.filter(measure)).filter(fitting => fitting.length === 1)
  return first?.[0]
}

/** The parameters of the query that stand for roles that the path leaves out, by name, whether they are required or not. */
const rolesInQuery = (
  path: string,
  parameters: readonly ReferenceParameter[],
  roles: readonly Role[],
  reference: PublishedReference | undefined,
): Readonly<Record<string, Role>> => {
  const inPath = Object.values(rolesOf(path, roles) ?? {})
  const found: Record<string, Role> = Object.create(null)
  for (const role of roles.filter(role => !inPath.includes(role))) {
    const candidates = parameters.filter(({ name }) => !(name in found) && isNameOf(role, name))
    const parameter = chosen(role, candidates, reference)
    if (parameter) found[parameter.name] = role
  }
  return found
}

/**
 * What the query of an operation has to say: its required parameters, with the declared value or a mark for one that a call has, and what names
 * the thing that is asked for, which the path leaves out. Without the latter a list is that of anybody. `published` is what else a call says, by its
 * published name.
 */
export const declaredQuery = (
  { path, parameters = [] }: ReferenceOperation,
  roles: readonly Role[] = [],
  reference?: PublishedReference,
  published?: string,
): Readonly<Record<string, string>> | undefined => {
  const declared = parameters.filter(parameter => parameter.in === 'query')
  const named = rolesInQuery(path, declared, roles, reference)
  const query = declared
    .filter(({ name, required }) => required || name in named || (published && isCalled(name, published)))
    .map(parameter => {
      const { name, example } = parameter
      const role = named[name]
      if (role !== undefined) return [name, `{${role}}`]
      return [name, example === undefined ? markOf(parameter) : String(example)]
    })
  return query.length === 0 ? undefined : Object.fromEntries(query)
}
