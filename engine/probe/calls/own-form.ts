import { plainForm } from '../../../checks/answers/plain-form.ts'
import { wholeThingOf } from '../../../checks/answers/tokens.ts'
import { isSuccess } from '../../../checks/reading/exchanges.ts'
import { isObject, type JsonObject, parseJson } from '../../../checks/reading/json.ts'
import { representation } from '../../../checks/reading/things.ts'
import type { OperationName, RoleValues } from '../../../contracts/operations.ts'
import type { CallOptions } from '../../../contracts/requirement.ts'
import { comparablePath } from '../../http/request-guard.ts'
import { creating } from '../creation/forms.ts'
import { bindingOf, type ProbeScope } from '../session.ts'
import { callBody, needsWhole, shownBy } from './body.ts'
import { boundRequest } from './operation-request.ts'
import { settled } from './redirects.ts'
import { send } from './send.ts'

/** What the target shows of a thing that is about to be changed. Without a declared form, what is shown elsewhere says nothing of what is at this path. */
const currentOf = async (
  scope: ProbeScope,
  operation: OperationName,
  values: RoleValues,
): Promise<JsonObject | undefined> => {
  const shown = shownBy[operation]
  if (shown === undefined) return undefined
  const { path, requestSchema, requestBody } = bindingOf(scope.session, operation)
  const isDeclared = requestSchema !== undefined || requestBody !== undefined
  if (!isDeclared && comparablePath(path) !== comparablePath(bindingOf(scope.session, shown).path)) return undefined
  const request = { ...boundRequest(scope, shown, values), anyStatus: true }
  const answer = await settled(scope, request, await send(scope, request))
  const parsed = isSuccess(answer) ? parseJson(answer) : undefined
  if (parsed?.ok !== true) return undefined
  const body = plainForm(parsed.value)
  const marks = [values.id, values.repository].filter(mark => mark !== undefined)
  const part = representation(body, marks) ?? (isObject(body) ? body : undefined)
  return part && wholeThingOf(body, part)
}

/** A body in the published form is sent in the target's own. */
export const inOwnForm = async (
  scope: ProbeScope,
  operation: OperationName,
  values: RoleValues,
  options: CallOptions,
): Promise<CallOptions> => {
  const { json } = options
  const binding = bindingOf(scope.session, operation)
  if (!isObject(json) || Object.values(creating).includes(operation)) return options
  if (binding.requestSchema === undefined && binding.requestBody === undefined && binding.method !== 'PUT')
    return options
  const current = needsWhole(binding, json, values) ? await currentOf(scope, operation, values) : undefined
  return { ...options, json: callBody(binding, json, values, current) }
}
