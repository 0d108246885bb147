import { plainForm } from '../../../checks/answers/plain-form.ts'
import { wholeThingOf } from '../../../checks/answers/tokens.ts'
import { declaredSuccesses } from '../../../checks/documents/declared-schema.ts'
import { declaredFor, operationsAt } from '../../../checks/documents/published-documents.ts'
import { controlPathOf } from '../../../checks/path-template.ts'
import { header, isSuccess, redirectsBelow } from '../../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject, jsonOfSuccess } from '../../../checks/reading/json.ts'
import { objectsIn, representation } from '../../../checks/reading/things.ts'
import { declaredIn, writable } from '../../../checks/schemas/form-members.ts'
import { defined } from '../../../contracts/defined.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import { familyOf, type OperationName, type RoleValues } from '../../../contracts/operations.ts'
import type { CallOptions, Probe } from '../../../contracts/requirement.ts'
import { nonceOf } from '../../../contracts/run/run-name.ts'
import { ofKind } from '../../cleanup/ledger.ts'
import { comparablePath } from '../../http/request-guard.ts'
import { isCreation } from '../creation/forms.ts'
import { bindingOf, type ProbeScope } from '../session.ts'
import { callBody, needsWhole, readBody, readOperations } from './body.ts'
import { boundRequest, requestOf } from './operation-request.ts'
import { control, followReadRedirects, followRedirects, type ProbeRequest, redirectRequest, send } from './send.ts'

/** The writable members of a representation, according to the declared object that shares most members with it. */
const writablePart = async ({ session }: ProbeScope, shown: OperationName, part: JsonObject): Promise<JsonObject> => {
  const reference = await session.fixture('reference').catch(() => undefined)
  const declared = reference && declaredFor(reference, bindingOf(session, shown))
  const schemas = declared ? declaredSuccesses(declared).flatMap(({ schema }) => objectsIn(schema)) : []
  const common = (schema: JsonObject): number => Object.keys(part).filter(name => has(declaredIn(schema), name)).length
  const [closest] = schemas.toSorted((a, b) => common(b) - common(a))
  return writable(closest, part) as JsonObject
}

/** The last representation in the answers to the creation and the updates of a token, for tokens that cannot be read. */
const receivedRepresentation = (
  { session }: ProbeScope,
  operation: OperationName,
  { id = '' }: RoleValues,
): unknown => {
  const family = familyOf(operation)
  if (family === undefined) return undefined
  const all = ([`${family}.create`, `${family}.update`] as const).flatMap(each => session.received(each))
  return all.map(({ answer }) => jsonOfSuccess(answer)).findLast(body => representation(plainForm(body), [id]))
}

/** The read at the path of a change, if the reference has one. */
const readThere = async (
  { session }: ProbeScope,
  operation: OperationName,
  change: () => ProbeRequest,
): Promise<ProbeRequest | undefined> => {
  const { path } = bindingOf(session, operation)
  const reference = await session.fixture('reference').catch(() => undefined)
  if (!reference || operationsAt(reference, { method: 'GET', path }).length === 0) return undefined
  const { json: _json, jsonType: _jsonType, ...bare } = change()
  return { ...bare, method: 'GET', anyStatus: true }
}

/** The current representation of what is about to change. Without a declared body, a representation at another path shows nothing about this one. */
const currentRepresentation = async (
  scope: ProbeScope,
  operation: OperationName,
  values: RoleValues,
): Promise<JsonObject | undefined> => {
  const shown = readOperations[operation]
  if (shown === undefined) return undefined
  const { path, requestSchema, requestBody } = bindingOf(scope.session, operation)
  const isDeclared = requestSchema !== undefined || requestBody !== undefined
  if (!isDeclared && comparablePath(path) !== comparablePath(bindingOf(scope.session, shown).path)) return undefined
  const read = async (request: ProbeRequest): Promise<unknown> =>
    jsonOfSuccess(await followRedirects(scope, request, await send(scope, request)))
  const there = await readThere(scope, operation, () => boundRequest(scope, operation, values, { json: {} }))
  const shownNow =
    (there && (await read(there))) ??
    (await read({ ...boundRequest(scope, shown, values), anyStatus: true })) ??
    (isDeclared ? receivedRepresentation(scope, operation, values) : undefined)
  if (shownNow === undefined) return undefined
  const body = plainForm(shownNow)
  const marks = [values.id, values.repository].filter(mark => mark !== undefined)
  const part = representation(body, marks) ?? (isObject(body) ? body : undefined)
  const whole = part && wholeThingOf(body, part)
  return isDeclared ? whole : whole && writablePart(scope, shown, whole)
}

/** Adds the body that a read by POST requires. */
const withReadBody = (
  { session }: ProbeScope,
  operation: OperationName,
  values: RoleValues,
  options: CallOptions,
): CallOptions => ({ ...defined({ json: readBody(bindingOf(session, operation), values) }), ...options })

/** Converts a body in the published form to that of the target. */
const inTargetForm = async (
  scope: ProbeScope,
  operation: OperationName,
  values: RoleValues,
  options: CallOptions,
): Promise<CallOptions> => {
  const { json, partial } = options
  const binding = bindingOf(scope.session, operation)
  if (json === undefined) return withReadBody(scope, operation, values, options)
  if (!isObject(json) || isCreation(operation)) return options
  if (binding.requestSchema === undefined && binding.requestBody === undefined && binding.method !== 'PUT')
    return options
  const isWhole = needsWhole(partial && binding.requestSchema ? { ...binding, method: 'PATCH' } : binding, json, values)
  const current = isWhole ? await currentRepresentation(scope, operation, values) : undefined
  return { ...options, json: callBody(binding, json, values, current) }
}

/** The header fields of a conditional request, from the validators of an answer (RFC 9110, section 13.1). */
export const conditionsOf = (shown: Answered): Readonly<Record<string, string>> =>
  defined({ 'if-match': header(shown, 'etag'), 'if-unmodified-since': header(shown, 'last-modified') })

/**
 * A target may require a conditional request (RFC 6585, section 3). Reads the validator at the path of the change if the reference has such
 * a read, else where the resource is shown, and repeats the request; again if the resource changed in between.
 */
const sendConditionally = async (
  scope: ProbeScope,
  operation: OperationName,
  values: RoleValues,
  request: ProbeRequest,
  refused: Answered,
): Promise<Answered> => {
  const { session } = scope
  const shown = readOperations[operation]
  const reading = await readThere(scope, operation, () => request)
  const places = [
    ...(reading ? [async () => followRedirects(scope, reading, await send(scope, reading))] : []),
    ...(shown ? [() => call(scope)(shown, values, { anyStatus: true })] : []),
  ].map(read => async () => {
    const answer = await read()
    return isSuccess(answer) ? conditionsOf(answer) : {}
  })
  const family = familyOf(operation)
  const known = async () =>
    (family && values.id !== undefined ? session.validators.get(ofKind(family, values.id)) : undefined) ?? {}
  const sendWith = async (left: number): Promise<Answered> => {
    for (const read of [...places, known]) {
      const conditions = await read()
      if (Object.keys(conditions).length === 0) continue
      const conditional = { ...request, headers: { ...request.headers, ...conditions } }
      const answer = await followRedirects(scope, conditional, await send(scope, conditional))
      // Another case may have changed it in between.
      return answer.response.status === 412 && left > 0 ? sendWith(left - 1) : answer
    }
    return refused
  }
  return sendWith(2)
}

export const call =
  (scope: ProbeScope): Probe['call'] =>
  async (operation, values, options = {}) => {
    const request = boundRequest(scope, operation, values, await inTargetForm(scope, operation, values, options))
    const sent = await (options.control === true ? control(scope, request) : send(scope, request))
    const first = await followReadRedirects(scope, request, await followRedirects(scope, request, sent), () =>
      callControlPath(scope)(operation, values, options),
    )
    const answer =
      first.response.status === 428 ? await sendConditionally(scope, operation, values, request, first) : first
    const { id } = values
    const family = familyOf(operation)
    if (family === undefined || id === undefined || !isSuccess(answer)) return answer
    if (operation === `${family}.update`) scope.session.validators.set(ofKind(family, id), conditionsOf(answer))
    if (operation === `${family}.delete`) scope.session.ledger.deleted(id, family)
    return answer
  }

/** Replaces every text in a body. */
const withoutTexts = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map(item => withoutTexts(item, text))
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutTexts(inner, text)]))
    : value
}

export const callControlPath =
  (scope: ProbeScope): Probe['callControlPath'] =>
  async (operation, values, options = {}) => {
    const { session } = scope
    const missing = nonceOf(session.run, 'no-such-path')
    const template = controlPathOf(bindingOf(session, operation).path, missing)
    // The path of a creation may contain the name of what it creates.
    const named = isCreation(operation) ? { id: missing, repository: missing, ...values } : values
    const request = requestOf(scope, operation, template, named, withReadBody(scope, operation, named, options))
    // The body contains no name, so that cases can share the request.
    const bare = request.json === undefined ? request : { ...request, json: withoutTexts(request.json, missing) }
    const first = await control(scope, bare)
    // A redirect to a trailing slash means nothing here. A redirect to another prefix is followed, since the whole API is served there.
    const redirect = redirectsBelow(first) === undefined ? undefined : redirectRequest(session, bare, first)
    return redirect === undefined ? first : control(scope, redirect)
  }
