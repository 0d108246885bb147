import type { Answered } from '../contracts/exchange.ts'
import { exempt, type Finding, holds, unclear, violated } from '../contracts/finding.ts'
import type { Probe } from '../contracts/requirement.ts'
import { distinct } from './presence.ts'
import {
  has,
  isObject,
  isSuccess,
  json,
  listItems,
  representation,
  representations,
  typeName,
  wrapped,
} from './reading.ts'

/** The one field of a resource that the document shows (section "Resources and their fields"). */
export const expiryField = 'expires_at'

/** Whether the representation of a personal access token that an operation returned carries `expires_at`; null counts. */
export const judgeExpiry = (operation: string, answer: Answered, marks: readonly string[]): Finding => {
  const values = { operation, field: expiryField }
  if (!isSuccess(answer)) return unclear('request-refused', { ...values, status: answer.response.status }, answer)
  if (answer.response.body.trim() === '') return exempt('no-representation', values, answer)
  const body = json(answer)
  const token = representation(body, marks)
  if (!token) return violated('wrong-type', { ...values, type: typeName(body) }, answer)
  return [token, ...representations(body, marks), ...wrapped(token)].some(object => has(object, expiryField))
    ? holds(answer)
    : violated('field-missing', { ...values, where: 'the representation' }, answer)
}

const lacks = (item: unknown, marks: readonly string[]): boolean =>
  !isObject(item) || ![item, ...representations(item, marks), ...wrapped(item)].some(object => has(object, expiryField))

/** The items of a page that lack `expires_at`, by position, or why the page cannot be judged. `marks` are the labels of tokens of our own. */
export const judgeExpiryOfPage = (
  operation: string,
  answer: Answered,
  page: number,
  marks: readonly string[],
): { readonly items: number; readonly finding?: Finding } => {
  const items = listItems(json(answer))
  const values = { operation, field: expiryField }
  if (items === undefined)
    return { items: 0, finding: violated('wrong-type', { ...values, type: typeName(json(answer)) }, answer) }
  const wrong = items.findIndex(item => lacks(item, marks))
  if (wrong < 0) return { items: items.length }
  const where = `item ${wrong + 1} of page ${page}`
  const item = items[wrong]
  return {
    items: items.length,
    finding: isObject(item)
      ? violated('field-missing', { ...values, where }, answer)
      : violated('wrong-type', { ...values, type: `${typeName(item)} (${where})` }, answer),
  }
}

/** A finding that holds only if the answer is not what a path that never existed gets as well. */
export const unlessCatchAll = async (probe: Probe, finding: Finding, answer: Answered): Promise<Finding> => {
  if (finding.kind !== 'holds') return finding
  const sent = answer.request.body
  const stranger =
    answer.request.method === 'POST' && sent !== null
      ? await probe.callControlPath('pat.create', {}, { json: JSON.parse(sent) })
      : await probe.callControlPath('pat.list', {})
  return distinct(answer, stranger)
    ? { ...finding, seen: [...finding.seen, stranger] }
    : unclear('catch-all', { status: answer.response.status }, answer, stranger)
}
