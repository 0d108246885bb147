import { unfillable } from '../../checks/bound-path.ts'
import { declaredSuccesses } from '../../checks/documents/declared-schema.ts'
import { declaredFor } from '../../checks/documents/published-documents.ts'
import { preferring, requiredHeaders } from '../../checks/http/fields.ts'
import { marksIn } from '../../checks/own-body.ts'
import { isNameOf, parametersOf, rolesOf, withFullName, withOwner } from '../../checks/path-template.ts'
import { isObject } from '../../checks/reading/json.ts'
import { isCalled } from '../../checks/request-form.ts'
import { membersOf } from '../../checks/schemas/form-members.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { boundRoles, operationNames, operationRoles } from '../../contracts/bindings/roles.ts'
import { actionOf } from '../../contracts/causes/actions.ts'
import { defined } from '../../contracts/defined.ts'
import type {
  JsonSchema,
  PublishedReference,
  ReferenceOperation,
  ReferenceParameter,
} from '../../contracts/documents.ts'
import { type IsoDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Binding, OperationName, Role } from '../../contracts/operations.ts'
import { reasonSentence } from '../../contracts/results/reasons.ts'
import { declaredLogin } from '../credentials/declared-login.ts'
import { findOperation } from '../documents/reference/find-operation.ts'
import { UsageError } from '../options.ts'
import { suggestion } from '../suggestion.ts'
import { isJsonPatch, isOperations, patchedForm, patchType, wrappedOperations } from './json-patch.ts'

/** A value for a required instant: the beginning of a period is in the past, any other instant in the future. */
const placeholderFor = ({ name, format = '' }: ReferenceParameter): string => {
  const placeholder = /^date(?:-time)?$/.test(format)
    ? `${/from|since|start|begin|after|min|gte?/i.test(name) ? '-30' : '+1'} ${format}`
    : name
  return `{${placeholder}}`
}

/** The preferred one of several parameters for a role: a required one, one named as in a path, one named like the role. */
const preferredParameter = (
  role: Role,
  candidates: readonly ReferenceParameter[],
  reference: PublishedReference | undefined,
): ReferenceParameter | undefined => {
  if (candidates.length < 2) return candidates[0]
  const inPaths = new Set(reference?.operations.flatMap(({ path }) => parametersOf(path)))
  const criteria = [
    ({ required }: ReferenceParameter) => required,
    ({ name }: ReferenceParameter) => inPaths.has(name),
    ({ name }: ReferenceParameter) => name === role,
    () => true,
  ]
  const [first] = criteria.map(criterion => candidates.filter(criterion)).filter(matching => matching.length === 1)
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
  const roleOf: Record<string, Role> = Object.create(null)
  for (const role of roles.filter(role => !inPath.includes(role))) {
    // `POST …/repositories?repositoryId=app`: the one who creates it chooses that.
    const isOf = (name: string): boolean =>
      isNameOf(role, name) || (role === 'repository' && isNameOf(role, name.replace(/[_-]?id$/i, '')))
    const candidates = parameters.filter(({ name }) => !(name in roleOf) && isOf(name))
    const parameter = preferredParameter(role, candidates, reference)
    if (parameter) roleOf[parameter.name] = role
  }
  return roleOf
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
  const roleOf = rolesInQuery(path, declared, roles, reference)
  const query = declared
    .filter(({ name, required }) => required || name in roleOf || (published && isCalled(name, published)))
    .map(parameter => {
      const { name, example } = parameter
      const role = roleOf[name]
      if (role !== undefined) return [name, `{${role}}`]
      return [name, example === undefined ? placeholderFor(parameter) : String(example)]
    })
  return query.length === 0 ? undefined : Object.fromEntries(query)
}

/** What a body of the user's own may have in braces, besides the roles of the operation's path. */
const knownMarks = new Set([
  'name',
  'label',
  'token_label',
  'namespace',
  'expires_at',
  'is_active',
  'enabled',
  'active',
  'group',
  'group_id',
  'team',
  'permission',
  'role',
  'immutable_tags',
  'immutable_tags_rules',
  'rules',
  'rule',
  'regex',
  'pattern',
  'username',
  'password',
  'org',
  'id',
])

const exampleOf = (operation: OperationName): string => {
  const shipped = dockerHub.find(binding => binding.operation === operation)
  return shipped
    ? `such as { method: ${shipped.method}, path: "${shipped.path}" }`
    : 'such as { method: GET, path: "/v2/x" }'
}

/** Refuses what is no content of a binding file. Throws {@link UsageError}. */
export const checkBindings = (input: unknown): void => {
  fromFile(input)
}

const unusable = (operation: OperationName, method: string, path: string): UsageError => {
  const code = 'binding-unusable'
  const values = unfillable({ operation, method: method.toUpperCase(), path })
  const message = `the binding of ${operation}: ${reasonSentence(code, values)}`
  return new UsageError(`${message}. ${actionOf([{ reason: { code, values, message } }])}`)
}

const fromFile = (input: unknown): readonly Binding[] => {
  if (input === undefined) return []
  const operations = isObject(input) ? (input.operations ?? input) : undefined
  if (!isObject(operations))
    throw new UsageError('the binding file must contain a mapping "operations" from operation to { method, path }')
  if (isObject(input) && input.operations !== undefined) {
    const other = Object.keys(input).find(key => key !== 'operations' && key !== '$schema')
    if (other !== undefined)
      throw new UsageError(`the binding file has a key "${other}" that is not used${suggestion(other, ['operations'])}`)
  }
  return Object.keys(operations).map(name => {
    const operation = operationNames.find(candidate => candidate === name)
    if (!operation)
      throw new UsageError(`the binding file names an unknown operation "${name}"${suggestion(name, operationNames)}`)
    const entry = operations[name]
    if (!isObject(entry))
      throw new UsageError(`the binding of ${name} must be { method, path }, ${exampleOf(operation)}`)
    const { method, path, query, body, ...unknownKeys } = entry
    const [extra] = Object.keys(unknownKeys)
    if (extra !== undefined)
      throw new UsageError(
        `the binding of ${name} has an unknown key "${extra}"${suggestion(extra, ['method', 'path', 'query', 'body'])}`,
      )
    if (typeof method !== 'string' || !/^[A-Za-z]+$/.test(method))
      throw new UsageError(`the binding of ${name} needs a method such as GET`)
    if (typeof path !== 'string' || !/^\/(?!\/)[\x21-\x7e]*$/.test(path) || path.includes('#'))
      throw new UsageError(`the binding of ${name} needs a path below the base URL, such as /v2/access-tokens/{id}`)
    if (body !== undefined && (method.toUpperCase() === 'GET' || method.toUpperCase() === 'HEAD'))
      throw new UsageError(
        `the binding of ${name} has a body, and ${method.toUpperCase()} sends none: "body" is not used`,
      )
    const unused = marksIn(body).find(
      mark => !knownMarks.has(mark) && !operationRoles[operation].some(role => role === mark),
    )
    if (unused !== undefined)
      throw new UsageError(`the body of the binding of ${name} has {${unused}}, which has no value`)
    if (query !== undefined && !(isObject(query) && Object.values(query).every(value => typeof value === 'string')))
      throw new UsageError(`the query of the binding of ${name} must map names to strings`)
    const roles = boundRoles({ operation, method: method.toUpperCase(), path })
    if (rolesOf(path, roles) === undefined) throw unusable(operation, method, path)
    return {
      operation,
      method: method.toUpperCase(),
      path,
      from: 'file',
      ...(query === undefined ? {} : { query: query as Record<string, string> }),
      ...defined({ requestBody: body }),
    }
  })
}

/** The schema of a body, with its example. */
const withExample = ({ schema, example }: NonNullable<ReferenceOperation['requestBody']>): JsonSchema =>
  example === undefined ? schema : { ...schema, example }

const isUsualJson = (type: string): boolean => /^application\/json(?![\w.+-])/i.test(type)

/** The Accept of an operation that declares JSON under another name than the usual one, and something else that a target may prefer. */
const acceptHeader = (operation: ReferenceOperation): Readonly<Record<string, string>> | undefined => {
  const types = declaredSuccesses(operation).flatMap(({ mediaType }) => mediaType ?? [])
  const json = types.filter(type => /^[^;]*[/+]json\b/i.test(type))
  const [own] = json.length < types.length && !json.some(isUsualJson) ? json : []
  return own === undefined ? undefined : { accept: preferring(own) }
}

/** The header fields that an operation cannot do without. */
const headersOf = (operation: ReferenceOperation): Readonly<Record<string, string>> | undefined => {
  const fields = { ...acceptHeader(operation), ...requiredHeaders(operation) }
  return Object.keys(fields).length === 0 ? undefined : fields
}

/** The members of a thing with a label, in a declared body; undefined where it declares none. */
const labelledForm = (schema: JsonSchema | undefined): JsonSchema | undefined => {
  const { properties } = membersOf(schema)
  if (Object.keys(properties).some(name => isCalled(name, 'label'))) return { type: 'object', properties }
  const inner = Object.values(properties).map(property => membersOf(property).properties)
  const labelled = inner.find(members => Object.keys(members).some(name => isCalled(name, 'label')))
  return labelled && { type: 'object', properties: labelled }
}

/** The members of a token that operations change, where their form does not list them: as the target declares what it shows, else what it takes. */
const shownForm = (reference: PublishedReference, name: OperationName): JsonSchema | undefined => {
  const [family = '', action] = name.split('.')
  if (action !== 'update') return undefined
  const [update, get, create] = ['update', 'get', 'create'].map(verb =>
    findOperation(reference, `${family}.${verb}` as OperationName),
  )
  const shown = [update, get]
    .flatMap(operation => (operation ? declaredSuccesses(operation) : []))
    .map(({ schema }) => schema)
  return [...shown, create?.requestBody?.schema].map(labelledForm).find(form => form !== undefined)
}

/** The form of what operations change: as they tell of it, and where examples alone do, with what is shown of the thing. */
const patchForm = (
  patched: ReturnType<typeof patchedForm>,
  shown: JsonSchema | undefined,
): Pick<Binding, 'requestSchema' | 'isGuessed'> => {
  const form = patched?.form ?? shown
  if (form === undefined || (patched && !patched.isOpen && !shown)) return defined({ requestSchema: form })
  const isGuessed = !patched || patched.isOpen
  const [own, others] = [form, shown].map(schema => membersOf(schema).properties)
  const members = Object.entries({ ...(isGuessed ? others : {}), ...own }).map(([name, member]) => [
    name,
    isObject(member) && member.type === undefined && isObject(others?.[name]) ? { ...others[name], ...member } : member,
  ])
  return { requestSchema: { ...form, properties: Object.fromEntries(members) }, ...(isGuessed && { isGuessed: true }) }
}

/** The form of a body, as the reference declares it. */
const declaredForm = (
  body: NonNullable<ReferenceOperation['requestBody']>,
  reference: PublishedReference,
  name: OperationName,
): Pick<Binding, 'requestSchema' | 'requestType' | 'isGuessed' | 'operationsIn'> => {
  const wrapped = wrappedOperations(body.schema, body.example ?? body.schema.example)
  const operations = wrapped?.operations ?? (isJsonPatch(body.mediaType) ? body.schema : undefined)
  return {
    ...(operations === undefined
      ? { requestSchema: withExample(body) }
      : patchForm(
          patchedForm(operations, wrapped?.examples ?? [body.example], name.startsWith('Create')),
          shownForm(reference, name),
        )),
    ...defined({ operationsIn: wrapped?.operationsIn }),
    ...(isUsualJson(body.mediaType) ? {} : { requestType: body.mediaType }),
  }
}

/** The path of an operation with the parameters that take one value alone: `/v2/tenants/{tenant}/…` of a hub that has one tenant. */
const pathWithFixedValues = ({ path, parameters = [] }: ReferenceOperation): string =>
  parameters.reduce(
    (template, { name, in: place, values = [] }) =>
      place === 'path' && values.length === 1
        ? template.replace(`{${name}}`, () => encodeURIComponent(String(values[0])))
        : template,
    path,
  )

/** Where one token would be read: at the path where it is changed, though nothing is published for that. */
const unpublishedRead = (reference: PublishedReference, name: OperationName, shipped: Binding): Binding | undefined => {
  const [family = '', action] = name.split('.')
  const changed = action === 'get' ? findOperation(reference, `${family}.update` as OperationName) : undefined
  return changed && /\}\/?$/.test(changed.path) ? { ...shipped, path: changed.path } : undefined
}

const fromReference = (
  reference: PublishedReference,
  name: OperationName,
  shipped: Binding,
  owner: string | undefined,
): Binding | undefined => {
  const operation = findOperation(reference, name)
  if (!operation) return unpublishedRead(reference, name, shipped)
  const roles = boundRoles({ operation: name, method: operation.method, path: operation.path })
  const query = declaredQuery(
    operation,
    roles,
    reference,
    name === 'VerifyRepositoryImmutableTags' ? 'regex' : undefined,
  )
  const path = pathWithFixedValues(operation)
  const exampleInPath = (parameter: string): unknown =>
    operation.parameters?.find(candidate => candidate.in === 'path' && candidate.name === parameter)?.example
  const binding: Binding = {
    operation: name,
    method: operation.method,
    // Personal tokens are those of the account that asks.
    path:
      owner !== undefined && name.startsWith('pat.')
        ? withOwner(path, roles, owner)
        : withFullName(path, roles, exampleInPath),
    from: 'reference',
    ...(operation.requestBody ? declaredForm(operation.requestBody, reference, name) : {}),
    ...(query ? { query } : {}),
    ...(name === 'login' ? declaredLogin(operation) : {}),
    ...defined({ headers: headersOf(operation) }),
  }
  // The document states the path of these, so no reference can move them; the method is "not shown".
  const stated = lifecycle.operations.find(fact => fact.id === name)?.path
  if (stated != null) return { ...binding, method: operation.method, path: shipped.path, from: 'document' }
  return binding
}

/** A binding of the user's with the type and, where it says nothing of a body, the form that the reference declares for that method and path. */
const inDeclaredForm = (reference: PublishedReference | undefined, binding: Binding): Binding => {
  const operation = reference && declaredFor(reference, binding)
  const declared = operation?.requestBody
  const form = reference && declared ? declaredForm(declared, reference, binding.operation) : {}
  const login = operation && binding.operation === 'login' ? declaredLogin(operation) : {}
  if (binding.requestBody === undefined) return { ...binding, ...form, ...login }
  const requestType = declared ? form.requestType : isOperations(binding.requestBody) ? patchType : undefined
  return { ...binding, ...login, ...defined({ requestType }) }
}

/** How an operation was called on a day before there was one: as the legacy endpoint that it replaced, which was active then. */
const legacyBinding = (name: OperationName, asOf: IsoDate | undefined): Binding | undefined => {
  const since = lifecycle.operations.find(fact => fact.id === name)?.since
  if (asOf === undefined || since == null || since <= asOf) return undefined
  // Of two endpoints the later one names the namespace in its path.
  const legacy = lifecycle.legacyEndpoints.findLast(({ replacedBy }) => replacedBy === name)
  return legacy && { operation: name, method: legacy.method, path: legacy.path, from: 'document' }
}

/** The form of a body of the user's own, down to the member that has the name: what stands around that stays as it is. */
const formAround = (body: unknown): JsonSchema | undefined => {
  if (!isObject(body)) return undefined
  const name = Object.keys(body).find(key => body[key] === '{name}' || body[key] === '{label}')
  if (name !== undefined) return { type: 'object', properties: { [name]: { type: 'string' } } }
  for (const [key, value] of Object.entries(body)) {
    const inner = formAround(value)
    const fixed = Object.entries(body).filter(
      ([, sibling]) => typeof sibling !== 'object' && marksIn(sibling).length === 0,
    )
    const around = Object.fromEntries(fixed.map(([other, sibling]) => [other, { const: sibling }]))
    if (inner) return { type: 'object', properties: { ...around, [key]: inner } }
  }
  return undefined
}

/** How a token is renamed, where the user's file says only how one is created: as its label stands there. */
const renameBinding = (userBindings: readonly Binding[], { operation, ...shipped }: Binding): Binding | undefined => {
  const [family, action] = operation.split('.')
  const created =
    action === 'update' ? userBindings.find(binding => binding.operation === `${family}.create`) : undefined
  const requestSchema = formAround(created?.requestBody)
  return requestSchema && { ...shipped, operation, requestSchema, isGuessed: true }
}

const userBinding = (userBindings: readonly Binding[], name: OperationName): Binding | undefined => {
  const binding = userBindings.find(({ operation }) => operation === name)
  if (!binding || binding.requestBody !== undefined || binding.requestSchema !== undefined) return binding
  return renameBinding(userBindings, binding) ?? binding
}

/**
 * How each operation is called: the user's file, then the target's own reference, then, on an earlier day, what it replaced, then the
 * shipped default. `owner` is the name of the account that the credentials are of, `formAt` tells in which form they are sent. Throws
 * {@link UsageError} for a file that cannot be used.
 */
export const resolveBindings = (
  file: unknown,
  reference: PublishedReference | undefined,
  asOf?: IsoDate,
  owner?: string,
  formAt: (binding: Binding) => string | undefined = () => undefined,
): ReadonlyMap<OperationName, Binding> => {
  const userBindings = fromFile(file).map(binding => inDeclaredForm(reference, binding))
  return new Map(
    dockerHub.map(shipped => {
      const name = shipped.operation
      const stated = lifecycle.operations.some(fact => fact.id === name && fact.path !== null)
      const binding =
        userBinding(userBindings, name) ??
        (reference && fromReference(reference, name, shipped, owner)) ??
        legacyBinding(name, asOf) ??
        renameBinding(userBindings, shipped) ??
        (stated ? { ...shipped, from: 'document' as const } : shipped)
      return [name, { ...binding, ...defined({ credentialForm: formAt(binding) }) }]
    }),
  )
}
