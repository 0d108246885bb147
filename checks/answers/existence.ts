import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { type Finding, unclear, violated } from '../../contracts/results/finding.ts'
import { alike } from '../presence/judging.ts'
import { isSuccess } from '../reading/exchanges.ts'
import { has, isObject, type JsonObject, jsonIn } from '../reading/json.ts'
import { objectsIn, representation, wrapped } from '../reading/things.ts'
import { declarationOf } from '../schemas/own.ts'

/** Keys of members that state whether the resource exists, or whether the request succeeded. */
const presenceNames = /^(?:is_?)?(?:exists?|found|present|available|ok|success(?:ful)?|valid)$/i

/** Keys of an error in an answer of any status. */
const errorNames = /^(?:errors?|faults?|problems?|exceptions?|error_?(?:code|message|s))$/i

/** Keys of an outcome in words or as an HTTP status. */
const outcomeNames = /^(?:status|state|result|code|message|reason|title|detail|existence)$/i
const refusals = /not[ _-]?found|no[ _-]such|does(?: not|n't) exist|unknown|missing|absent|invalid|none/i

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const isNegative = (key: string, value: unknown): boolean =>
  (presenceNames.test(key) && [false, 0, 'false', 'no'].includes(value as string)) ||
  (errorNames.test(key) && !isEmpty(value) && value !== false && value !== 0) ||
  (outcomeNames.test(key) && (typeof value === 'string' ? refusals.test(value) : Number(value) >= 400))

/** Whether the body of an answer states a failure or that nothing was found, whatever the status. */
export const isDenial = (answer: Answered): boolean => {
  const body = jsonIn(answer)
  if (!isObject(body)) return false
  return [body, ...wrapped(body)].some(object => Object.keys(object).some(key => isNegative(key, object[key])))
}

/** Whether an answer shows nothing: an error, no content, null, or a denial. */
export const showsNothing = (answer: Answered): boolean => {
  const body = jsonIn(answer)
  const empty = body === undefined ? answer.response.body.trim() === '' : isEmpty(body)
  return !isSuccess(answer) || empty || isDenial(answer)
}

/** Whether an object contains a mark, as a whole value or as a part of a path or reference. */
const carriesMark = (object: JsonObject, marks: readonly string[]): boolean =>
  Object.keys(object).some(key => {
    const value = object[key]
    if (typeof value !== 'string' && typeof value !== 'number') return false
    return (
      !/\s/.test(String(value)) &&
      String(value)
        .split(/[/:@]/)
        .some(part => marks.includes(part))
    )
  })

/** Whether an object has the same keys as another one, and values for most keys for which the other one has values. */
const hasSameForm = (object: JsonObject, shown: JsonObject): boolean => {
  const keys = Object.keys(shown)
  const filled = keys.filter(key => !isEmpty(shown[key]))
  return (
    keys.length > 1 &&
    keys.every(key => has(object, key)) &&
    filled.filter(key => !isEmpty(object[key])).length * 2 > filled.length
  )
}

/** Whether an answer has an object of the same form as a known representation. */
const showsThing = (known: Answered, answer: Answered, knownMarks: readonly string[]): boolean => {
  const shown = representation(jsonIn(known), knownMarks)
  return shown !== undefined && objectsIn(jsonIn(answer)).some(object => hasSameForm(object, shown))
}

/**
 * Whether an answer shows a missing resource as if it existed; `marks` identify the requested resource, `knownMarks` an existing one. No
 * status is stated: a success may have no content, null, another form, or state that nothing was found.
 */
export const showsAsExisting = (
  known: Answered,
  answer: Answered,
  marks: readonly string[],
  knownMarks: readonly string[],
): boolean => {
  if (!isSuccess(answer)) return false
  if (isDenial(answer) && !isDenial(known)) return false
  if (objectsIn(jsonIn(answer)).some(object => carriesMark(object, marks))) return true
  if (showsThing(known, answer, knownMarks)) return true
  // Without content, only the status counts.
  const bare = known.response.body === '' && answer.response.body === ''
  return bare ? known.response.status === answer.response.status : alike(known, answer)
}

/**
 * Whether a read of a missing resource succeeds. The published reference returns 404. A target whose own document only declares successes
 * may state in the body that nothing was found.
 */
export const readsWhatIsMissing = async (
  probe: Probe,
  operation: OperationName,
  known: Answered,
  answer: Answered,
  marks: readonly string[],
  knownMarks: readonly string[],
): Promise<boolean> => {
  if (!isSuccess(answer)) return false
  const responses = (await declarationOf(probe, operation, answer.request.method))?.declared.responses ?? []
  const onlySuccess = responses.length > 0 && responses.every(({ status }) => status.startsWith('2'))
  return !onlySuccess || showsAsExisting(known, answer, marks, knownMarks)
}

/**
 * Judges a success for a missing resource. If the target also denies a missing path with success, it puts the status into the body, in an
 * unknown form: then this is unclear, unless a resource is shown. `existing` identifies an existing resource, `known` is its answer.
 */
export const missingAsExisting = async (
  probe: Probe,
  operation: OperationName,
  existing: RoleValues,
  known: Answered,
  answer: Answered,
  knownMarks: readonly string[],
): Promise<Finding> => {
  const values = { operation, status: answer.response.status }
  const control =
    isDenial(answer) && !showsThing(known, answer, knownMarks)
      ? await probe.callControlPath(operation, existing)
      : undefined
  return control && isSuccess(control) && isDenial(control)
    ? unclear('indistinguishable', values, answer, control)
    : violated('missing-like-existing', values, answer, known)
}
