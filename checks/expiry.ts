import type { Answered } from '../contracts/exchange.ts'
import { expiryField } from '../contracts/lifecycle.ts'
import type { FamilyOperation } from '../contracts/operations.ts'
import type { Probe } from '../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../contracts/results/finding.ts'
import { plainTokens, type ReadTokens } from './answers/declared-part.ts'
import { missingField } from './answers/missing-field.ts'
import {
  agreed,
  candidatesIn,
  certain,
  type Marks,
  namelessIn,
  objectsWithPlaces,
  type PlacedObject,
  profileIn,
  rootOf,
  standingOf,
} from './answers/tokens.ts'
import { distinct } from './presence/judging.ts'
import { header, isCarriedOut, isSuccess, sentAgain, sentIn } from './reading/exchanges.ts'
import { isObject, json, typeName } from './reading/json.ts'
import { isIdKey, objectsIn } from './reading/things.ts'

/** What to do where it is missing. */
export const expiryFix = `Include "${expiryField}" in every representation of a personal access token; null means that it never expires. Any type and format is accepted.`

/** Whether a thing says nothing that was not said in the request, but for which one it is, and in parts of its own. */
const isEcho = (place: PlacedObject, answer: Answered): boolean => {
  const said = objectsIn(sentIn(answer))
  const repeats = ([key, value]: readonly [string, unknown]): boolean =>
    said.some(each => JSON.stringify(each[key]) === JSON.stringify(value))
  const { object } = rootOf(place)
  const members = Object.entries(object)
  const isPart = ([, value]: readonly [string, unknown]): boolean =>
    isObject(value) && Object.entries(value).every(repeats)
  const isIdentity = ([key]: readonly [string, unknown]): boolean => key === 'type' || isIdKey(key)
  return (
    members.every(repeats) ||
    (members.some(isPart) && members.every(one => [isIdentity, isPart, repeats].some(is => is(one))))
  )
}

/** A value that has nothing in it. */
const isEmpty = (body: unknown): boolean =>
  Array.isArray(body) ? body.length === 0 : typeof body !== 'object' || body === null

/**
 * Whether the representation of a personal access token that an operation returned carries `expires_at`; null counts. `shown` is an earlier
 * answer that showed the same token. What only acknowledges a change holds no token; what is not understood stays open.
 */
export const judgeExpiry = (
  operation: string,
  answer: Answered,
  marks: Marks,
  shown?: Answered,
  read: ReadTokens = plainTokens,
): Finding => {
  const values = { operation, field: expiryField }
  // It says where the token is, which reading one is asked about (RFC 9110, section 15.4.4).
  if (answer.response.status === 303 && isCarriedOut(answer) && header(answer, 'location') !== undefined)
    return exempt('no-representation', values, answer)
  if (!isSuccess(answer)) return unclear('request-refused', { ...values, status: answer.response.status }, answer)
  if (answer.response.body.trim() === '') return exempt('no-representation', values, answer)
  const raw = json(answer)
  const acknowledges = operation !== ('pat.get' satisfies FamilyOperation)
  if (isEmpty(raw) && operation === ('pat.update' satisfies FamilyOperation))
    return exempt('no-representation', values, answer)
  if (isEmpty(raw)) return violated('wrong-type', { ...values, type: typeName(raw) }, answer)
  const { places, whole } = objectsWithPlaces(read(answer))
  const profile = shown === undefined ? new Set<string>() : profileIn(shown, marks)
  const missing = missingField({ operation, where: 'the representation' }, answer)
  const open = (where: string): Finding => unclear('token-unclear', { ...values, where }, answer)
  const candidates = candidatesIn(places, marks, profile)
  const [first] = candidates
  if (first) {
    const standing = agreed(candidates, acknowledges ? certain.always : certain.read)
    if (standing === 'own') return holds(answer)
    if (standing === 'nowhere' && whole && !(acknowledges && isEcho(first.place, answer))) return missing
    // A sentence or an event that mentions the token is no representation of it.
    if (acknowledges && first.weight <= 1 && first.standing === 'nowhere')
      return exempt('no-representation', values, answer)
    return open(`the members ${Object.keys(first.place.object).slice(0, 8).join(', ')}`)
  }
  const unnamed = open('no label and no id of the token')
  const [nameless, ...others] = namelessIn(places, profile, operation === 'pat.create')
  if (nameless && others.length === 0) {
    const standing = standingOf(nameless)
    if (standing === 'own') return holds(answer)
    if (standing === 'nowhere' && whole && !(acknowledges && isRunning(nameless, answer))) return missing
    return unnamed
  }
  const [root] = places
  if (root && places.length === 1 && standingOf(root) === 'own') return holds(answer)
  if (!acknowledges) return root && Object.keys(root.object).length === 0 ? missing : unnamed
  return nameless || places.some(place => standingOf(place) !== 'nowhere')
    ? unnamed
    : exempt('no-representation', values, answer)
}

/** Whether an object says that something was begun and not that it is there. */
const isRunning = ({ object }: PlacedObject, answer: Answered): boolean =>
  answer.response.status === 202 ||
  Object.keys(object).some(key => /^(?:status|state|done|progress|job|task|operation|poll.*)$/i.test(key))

/** A finding that holds only if the answer is not what a path that does not exist gets as well. */
export const unlessCatchAll = async (probe: Probe, finding: Finding, answer: Answered): Promise<Finding> => {
  if (finding.kind !== 'holds') return finding
  const control =
    answer.request.method === 'POST' && answer.request.body !== null
      ? await probe.callControlPath('pat.create', {}, sentAgain(answer))
      : await probe.callControlPath('pat.list', {})
  return distinct(answer, control)
    ? { ...finding, seen: [...finding.seen, control] }
    : unclear('catch-all', { status: answer.response.status }, answer, control)
}

/** A case of a deactivated token says nothing where none was seen. */
export const neverOff = (...seen: readonly Answered[]): Finding =>
  exempt('not-seen', { what: 'a token that an update deactivated' }, ...seen)

export const refusedUpdate = (updated: Answered): Finding =>
  exempt('request-refused', { operation: 'pat.update', status: updated.response.status }, updated)
