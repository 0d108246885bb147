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

/** A placeholder for a required parameter. The start of a period gets a date in the past, every other date is in the future. */
const placeholderFor = ({ name, format = '' }: ReferenceParameter): string => {
  const placeholder = /^date(?:-time)?$/.test(format)
    ? `${/from|since|start|begin|after|min|gte?/i.test(name) ? '-30' : '+1'} ${format}`
    : name
  return `{${placeholder}}`
}

/** The parameter to use for a role if several match: a required one, one whose name is also in paths, or one with the name of the role. */
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

/** Query parameters for roles that are not in the path, found by name whether required or not. */
const rolesInQuery = (
  path: string,
  parameters: readonly ReferenceParameter[],
  roles: readonly Role[],
  reference: PublishedReference | undefined,
): Readonly<Record<string, Role>> => {
  const inPath = Object.values(rolesOf(path, roles) ?? {})
  const roleOf: Record<string, Role> = Object.create(null)
  for (const role of roles.filter(role => !inPath.includes(role))) {
    // As in `POST …/repositories?repositoryId=app`, where the client chooses the id.
    const isOf = (name: string): boolean =>
      isNameOf(role, name) || (role === 'repository' && isNameOf(role, name.replace(/[_-]?id$/i, '')))
    const candidates = parameters.filter(({ name }) => !(name in roleOf) && isOf(name))
    const parameter = preferredParameter(role, candidates, reference)
    if (parameter) roleOf[parameter.name] = role
  }
  return roleOf
}

/**
 * The query of an operation: required parameters, with their example or a placeholder, and parameters that identify the requested resource
 * if the path does not. Without these, a list could be anybody's. `published` names one more parameter to send.
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

/** Placeholders that a body in the binding file may contain, in addition to the roles of the path. */
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

/** Checks the content of a binding file. Throws {@link UsageError}. */
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

/** The schema of a body, including its example. */
const withExample = ({ schema, example }: NonNullable<ReferenceOperation['requestBody']>): JsonSchema =>
  example === undefined ? schema : { ...schema, example }

const isUsualJson = (type: string): boolean => /^application\/json(?![\w.+-])/i.test(type)

/** An Accept header for operations that declare JSON under another media type, next to types that the target may prefer. */
const acceptHeader = (operation: ReferenceOperation): Readonly<Record<string, string>> | undefined => {
  const types = declaredSuccesses(operation).flatMap(({ mediaType }) => mediaType ?? [])
  const json = types.filter(type => /^[^;]*[/+]json\b/i.test(type))
  const [own] = json.length < types.length && !json.some(isUsualJson) ? json : []
  return own === undefined ? undefined : { accept: preferring(own) }
}

/** The header fields that an operation requires. */
const headersOf = (operation: ReferenceOperation): Readonly<Record<string, string>> | undefined => {
  const fields = { ...acceptHeader(operation), ...requiredHeaders(operation) }
  return Object.keys(fields).length === 0 ? undefined : fields
}

/** The members of the object with a label in a declared body, at the top or one level below. */
const labelledForm = (schema: JsonSchema | undefined): JsonSchema | undefined => {
  const { properties } = membersOf(schema)
  if (Object.keys(properties).some(name => isCalled(name, 'label'))) return { type: 'object', properties }
  const inner = Object.values(properties).map(property => membersOf(property).properties)
  const labelled = inner.find(members => Object.keys(members).some(name => isCalled(name, 'label')))
  return labelled && { type: 'object', properties: labelled }
}

/** The schema of a token, for a JSON Patch without a list of members: from the declared answers, else from the body of the creation. */
const shownForm = (reference: PublishedReference, name: OperationName): JsonSchema | undefined => {
  const [family = '', action] = name.split('.')
  if (action !== 'update') return undefined
  const [update, get, create] = ['update', 'get', 'create'].map(verb =>
    findOperation(reference, `${family}.${verb}` as OperationName),
  )
  const shown = [update, get].flatMap(found => (found ? declaredSuccesses(found) : [])).map(({ schema }) => schema)
  return [...shown, create?.requestBody?.schema].map(labelledForm).find(form => form !== undefined)
}

/** The schema of what a JSON Patch changes. If only examples show its members, those of the representation are added. */
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

/** The schema and media type of a body, as the reference declares them. */
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

/** The path with each parameter that allows only one value filled in: `/v2/tenants/{tenant}/…` of a hub with one tenant. */
const pathWithFixedValues = ({ path, parameters = [] }: ReferenceOperation): string =>
  parameters.reduce(
    (template, { name, in: place, values = [] }) =>
      place === 'path' && values.length === 1
        ? template.replace(`{${name}}`, () => encodeURIComponent(String(values[0])))
        : template,
    path,
  )

/** A guess where one token is read if that is not published: at the path of its update. */
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
    // Personal access tokens belong to the account that sends the request.
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
  // The lifecycle document states these paths, so a reference cannot change them. The method is "not shown".
  const stated = lifecycle.operations.find(fact => fact.id === name)?.path
  if (stated != null) return { ...binding, method: operation.method, path: shipped.path, from: 'document' }
  return binding
}

/** A binding of the user with the media type and, if it has no body, the schema that the reference declares for this method and path. */
const inDeclaredForm = (reference: PublishedReference | undefined, binding: Binding): Binding => {
  const operation = reference && declaredFor(reference, binding)
  const declared = operation?.requestBody
  const form = reference && declared ? declaredForm(declared, reference, binding.operation) : {}
  const login = operation && binding.operation === 'login' ? declaredLogin(operation) : {}
  if (binding.requestBody === undefined) return { ...binding, ...form, ...login }
  const requestType = declared ? form.requestType : isOperations(binding.requestBody) ? patchType : undefined
  return { ...binding, ...login, ...defined({ requestType }) }
}

/** The legacy endpoint that an operation replaced, for a day on which the operation did not exist yet. */
const legacyBinding = (name: OperationName, asOf: IsoDate | undefined): Binding | undefined => {
  const since = lifecycle.operations.find(fact => fact.id === name)?.since
  if (asOf === undefined || since == null || since <= asOf) return undefined
  // The last of several endpoints has the namespace in its path.
  const legacy = lifecycle.legacyEndpoints.findLast(({ replacedBy }) => replacedBy === name)
  return legacy && { operation: name, method: legacy.method, path: legacy.path, from: 'document' }
}

/** A schema for a body of the user: the member with the name, and the fixed members next to the objects around it. */
const formAround = (body: unknown): JsonSchema | undefined => {
  if (!isObject(body)) return undefined
  const name = Object.keys(body).find(key => body[key] === '{name}' || body[key] === '{label}')
  if (name !== undefined) return { type: 'object', properties: { [name]: { type: 'string' } } }
  for (const [key, value] of Object.entries(body)) {
    const inner = formAround(value)
    const fixed = Object.entries(body).filter(([, item]) => typeof item !== 'object' && marksIn(item).length === 0)
    const around = Object.fromEntries(fixed.map(([other, item]) => [other, { const: item }]))
    if (inner) return { type: 'object', properties: { ...around, [key]: inner } }
  }
  return undefined
}

/** Binds the update of tokens if the binding file only binds their creation: the label is sent in the same place. */
const renameBinding = (bindings: readonly Binding[], { operation, ...shipped }: Binding): Binding | undefined => {
  const [family, action] = operation.split('.')
  const created = action === 'update' ? bindings.find(binding => binding.operation === `${family}.create`) : undefined
  const requestSchema = formAround(created?.requestBody)
  return requestSchema && { ...shipped, operation, requestSchema, isGuessed: true }
}

const userBinding = (userBindings: readonly Binding[], name: OperationName): Binding | undefined => {
  const binding = userBindings.find(({ operation }) => operation === name)
  if (!binding || binding.requestBody !== undefined || binding.requestSchema !== undefined) return binding
  return renameBinding(userBindings, binding) ?? binding
}

/**
 * Resolves how each operation is called: the user's file, the target's own reference, the legacy endpoint on an earlier day, the shipped default.
 * `owner` is the account of the credentials, `formAt` returns the form in which credentials are sent. Throws {@link UsageError} for an invalid file.
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
