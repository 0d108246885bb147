import { controlPathOf } from '../../../checks/path-template.ts'
import { header, isObject, isSuccess, redirectsBelow } from '../../../checks/reading.ts'
import { defined } from '../../../contracts/defined.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../../contracts/operations.ts'
import type { CallOptions } from '../../../contracts/requirement.ts'
import { nonceOf } from '../../../contracts/run-name.ts'
import { shownBy } from '../request-bodies.ts'
import { bindingOf, type ProbeScope } from '../session.ts'
import { control } from './controls.ts'
import { boundRequest, requestOf } from './operation-request.ts'
import { inOwnForm } from './own-form.ts'
import { redirected, settled } from './redirects.ts'
import { type Formed, send } from './send.ts'

/** A target may take a change only with the validator of what is changed (RFC 6585, section 3): it is read, and the request sent once more. */
const sendConditionally = async (
  scope: ProbeScope,
  operation: OperationName,
  values: RoleValues,
  request: Formed,
  refused: Answered,
): Promise<Answered> => {
  const shown = shownBy[operation] && (await call(scope, shownBy[operation], values, { anyStatus: true }))
  const conditions = defined({
    'if-match': shown && header(shown, 'etag'),
    'if-unmodified-since': shown && header(shown, 'last-modified'),
  })
  return Object.keys(conditions).length === 0
    ? refused
    : send(scope, { ...request, headers: { ...request.headers, ...conditions } })
}

/** Calls an operation as bound. */
export const call = async (
  scope: ProbeScope,
  operation: OperationName,
  values: RoleValues,
  options: CallOptions,
): Promise<Answered> => {
  const request = boundRequest(scope, operation, values, await inOwnForm(scope, operation, values, options))
  const sent = await (options.control === true ? control(scope, request) : send(scope, request))
  const first = await settled(scope, request, sent)
  const answer =
    first.response.status === 428 ? await sendConditionally(scope, operation, values, request, first) : first
  if (/^(?:pat|oat)\.delete$/.test(operation) && values.id !== undefined && isSuccess(answer))
    scope.session.ledger.deleted(values.id)
  return answer
}

/** A body of the same form, with one text in the place of every other. */
const withoutTexts = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map(item => withoutTexts(item, text))
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutTexts(inner, text)]))
    : value
}

/** The same request to a sibling path that does not exist. */
export const callControlPath = async (
  scope: ProbeScope,
  operation: OperationName,
  values: RoleValues,
  options: CallOptions,
): Promise<Answered> => {
  const { session } = scope
  const never = nonceOf(session.run, 'no-such-path')
  const template = controlPathOf(bindingOf(session, operation).path, never)
  const request = requestOf(scope, operation, template, values, options)
  // Whatever is sent there, nothing is named: so cases share it.
  const bare = request.json === undefined ? request : { ...request, json: withoutTexts(request.json, never) }
  const first = await control(scope, bare)
  // A slash at the end of a path that does not exist says nothing; what everything is redirected to is served there.
  const there = redirectsBelow(first) === undefined ? undefined : redirected(session, bare, first)
  return there === undefined ? first : control(scope, there)
}
