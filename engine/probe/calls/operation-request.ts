import { unfillable } from '../../../checks/bound-path.ts'
import { fill, rolesOf, withoutAction } from '../../../checks/path-template.ts'
import { isFormType } from '../../../checks/reading/exchanges.ts'
import { isObject } from '../../../checks/reading/json.ts'
import { boundRoles } from '../../../contracts/bindings/roles.ts'
import { defined } from '../../../contracts/defined.ts'
import { type Binding, familyOf, type OperationName, type RoleValues } from '../../../contracts/operations.ts'
import type { Ask, CallOptions } from '../../../contracts/requirement.ts'
import { Missing } from '../../../contracts/results/finding.ts'
import { isNonce, isOfRun } from '../../../contracts/run/run-name.ts'
import {
  comparablePath,
  isSafe,
  isSendable,
  isWhereItWasShown,
  touchesOnlyOwn,
  withoutQuery,
} from '../../http/request-guard.ts'
import { isCreation } from '../creation/forms.ts'
import { isJsonPatch, toOperations } from '../json-patch.ts'
import { bindingOf, daysFromNow, type ProbeScope, type Session } from '../session.ts'
import { namedInBody, withEntries } from './body.ts'
import type { ProbeRequest } from './send.ts'

/** Whether a path identifies its resource. One parameter for two names, for example, does not. */
const identifiesResource = (binding: Binding): boolean => {
  const { operation, path, query } = binding
  const roles = boundRoles(binding)
  const role = (['tag', 'repository', 'id'] as const).find(role => roles.includes(role))
  if (role === undefined || operation === 'CreateRepository' || query !== undefined) return true
  const names = Object.values(rolesOf(path, roles) ?? {})
  return names.includes(role) || namedInBody(binding, { [role]: role }).length > 0
}

/** The query of a request. Placeholders are roles, or days from now. */
const queryOf = (session: Session, query: Readonly<Record<string, string>>, values: RoleValues): string =>
  Object.entries(query)
    .map(([name, value]) => {
      const filled = value
        .replace(
          /^\{(\w+)\}$/,
          (whole, role: string) => values[role as keyof RoleValues] ?? values.namespace ?? values.org ?? whole,
        )
        .replace(/^\{([+-]\d+) date(-time)?\}$/, (_, days: string, time?: string) =>
          daysFromNow(session, Number(days)).slice(0, time === undefined ? 10 : undefined),
        )
      return `${encodeURIComponent(name)}=${encodeURIComponent(filled)}`
    })
    .join('&')

/** The part of a body that this media type cannot represent; undefined if there is none. */
const unsendableAs = (type: string, json: unknown): string | undefined => {
  if (/^multipart\/|^[^;]*[/+]xml\b/i.test(type)) return 'a body'
  if (!isFormType(type)) return undefined
  if (!isObject(json)) return 'a list'
  return Object.keys(json).find(name => [json[name]].flat().some(one => typeof one === 'object' && one !== null))
}

const bodyIn = (
  { requestType: type = '', requestSchema, operationsIn }: Binding,
  json: unknown,
): Pick<Ask, 'json' | 'jsonType'> => ({
  json:
    operationsIn && isObject(json)
      ? { ...operationsIn.around, [operationsIn.member]: toOperations(requestSchema, json, name => name) }
      : isJsonPatch(type)
        ? toOperations(requestSchema, json, name => `/${name}`)
        : json,
  // Types such as application/vnd.api+json or application/x-amz-json-1.1 are JSON, but a target may require their name.
  ...(/^[^;]*[+-]json\b/i.test(type) || isFormType(type) ? { jsonType: type } : {}),
})

/** Throws {@link Missing} if a request could change something that the run did not create, or uses an id at another path than where it was shown. */
const throwUnlessOwn = (
  session: Session,
  binding: Binding,
  template: string,
  path: string,
  values: RoleValues,
  inBody: readonly string[],
) => {
  const { run, ledger } = session
  const { operation, method } = binding
  const kinds = ['repository' as const, familyOf(operation) ?? []].flat()
  const isOwn = (value: string): boolean =>
    isOfRun(run, value) || isNonce(run, value) || kinds.some(kind => ledger.owns(value, kind))
  const shownAt = (id: string): ReadonlySet<string> =>
    isNonce(run, id) ? new Set([comparablePath(binding.path)]) : ledger.shownAt(id)
  const change = {
    operation,
    method,
    template: withoutQuery(template),
    path: withoutQuery(path),
    values,
    byUser: binding.from === 'file',
    bound: withoutQuery(binding.path),
    inBody,
  }
  const refused = { operation, method, path: binding.path }
  if (!touchesOnlyOwn(change, isOwn)) throw new Missing('binding-unsafe', refused)
  if (!isWhereItWasShown({ ...change, template: binding.path }, shownAt))
    throw new Missing(binding.from === 'default' ? 'binding-unknown' : 'binding-unsafe', refused)
}

/** The request for an operation at a path. Throws {@link Missing} if the run cannot or may not send it. */
export const requestOf = (
  scope: ProbeScope,
  operation: OperationName,
  template: string,
  values: RoleValues,
  options: CallOptions,
): ProbeRequest => {
  const { session } = scope
  const bound = bindingOf(session, operation)
  const binding = options.action === undefined ? bound : { ...bound, method: 'POST' }
  const { method, requestType = '' } = binding
  const path = fill(template, boundRoles(binding), values)
  if (path.includes('{') || !identifiesResource(binding)) throw new Missing('binding-unusable', unfillable(binding))
  if (!isSendable({ method, path }))
    throw new Missing('binding-unsendable', { operation, method, path: binding.path.slice(0, 200) })
  const { query: ownQuery, control: _c, partial: _p, action: _a, json: asked, ...sendOptions } = options
  const names = isCreation(operation) ? [] : namedInBody(binding, values)
  const json = isObject(asked) ? withEntries(asked, names) : asked
  if (json !== undefined && isSafe(method)) throw new Missing('binding-bodiless', { operation, method, path })
  const unsendable = json === undefined ? undefined : unsendableAs(requestType, json)
  if (unsendable !== undefined) throw new Missing('body-unsendable', { operation, type: requestType, what: unsendable })
  throwUnlessOwn(session, binding, template, path, values, isObject(asked) ? names.map(([, name]) => String(name)) : [])
  const query = queryOf(session, { ...binding.query, ...ownQuery }, values)
  return {
    ...sendOptions,
    ...defined({ headers: binding.headers && { ...binding.headers, ...sendOptions.headers } }),
    ...(json === undefined ? {} : bodyIn(binding, json)),
    form: session.formAt?.(binding) ?? binding.credentialForm ?? null,
    method,
    path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
  }
}

/** The request for an operation at its bound path, or for an action of the thing there. */
export const boundRequest = (
  scope: ProbeScope,
  operation: OperationName,
  values: RoleValues,
  options: CallOptions = {},
): ProbeRequest => {
  const { path } = bindingOf(scope.session, operation)
  const { action } = options
  return requestOf(scope, operation, action === undefined ? path : withoutAction(path) + action, values, options)
}
