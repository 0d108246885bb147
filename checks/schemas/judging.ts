import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { pages } from '../paging.ts'
import { distinct } from '../presence.ts'
import { has, isObject, isSuccess, json } from '../reading.ts'
import { mismatchOf, type ShapeName, speaksOf } from './validator.ts'

/** Pages of a list that are looked at. */
export const pagesLookedAt = 10

/** An operation, what it was called with, and what it answered. */
export interface Called {
  readonly operation: OperationName
  readonly values: RoleValues
  readonly answer: Answered
}

/** The same request to a path that does not exist. */
const controlPathOf = (probe: Probe, { operation, values, answer }: Called): Promise<Answered> => {
  const sent = answer.request.body
  return probe.callControlPath(operation, values, sent === null ? {} : { json: JSON.parse(sent) })
}

/**
 * Judges what a successful answer returned. An operation that answers without success, or a server that answers everything alike, is
 * not this claim's business: presence says so.
 */
export const judgeReturned = async (
  probe: Probe,
  called: Called,
  judge: (body: unknown) => Promise<Finding> | Finding,
): Promise<Finding> => {
  const { operation, answer } = called
  const { status } = answer.response
  if (!isSuccess(answer)) return unclear('request-refused', { operation, status }, answer)
  if (answer.response.body.trim() === '' && answer.request.method !== 'GET')
    return exempt('no-representation', { operation, field: 'anything' }, answer)
  const body = json(answer)
  const stranger = await controlPathOf(probe, called)
  if (!distinct(answer, stranger)) return unclear('catch-all', { status }, answer, stranger)
  const finding = await judge(body)
  return finding.kind === 'holds' ? { ...finding, seen: [...finding.seen, stranger] } : finding
}

/** Whether a representation fits its published shape. */
export const judgeShape = (probe: Probe, called: Called, shape: ShapeName): Promise<Finding> =>
  judgeReturned(probe, called, async body => {
    const { operation, answer } = called
    const mismatch = await mismatchOf(shape, body)
    if (mismatch) return violated('schema-mismatch', { operation, ...mismatch }, answer)
    return speaksOf(shape, body) ? holds(answer) : unclear('shape-unknown', { operation }, answer)
  })

/** How a list is shaped: its pages, the member that holds the items, and an item. */
export interface ListShape {
  readonly page: ShapeName
  readonly member: string
  readonly item: ShapeName
}

/** Whether every page of a list and every item fits its published shape. */
export const judgeListShape = (probe: Probe, called: Called, shape: ListShape): Promise<Finding> =>
  judgeReturned(probe, called, async body => {
    const { operation, answer } = called
    const check = async (page: unknown, number: number, exchange: Answered): Promise<Finding | undefined> => {
      const mismatch = await mismatchOf(shape.page, page)
      if (!mismatch) return undefined
      const where = number === 1 ? mismatch.where : `${mismatch.where} of page ${number}`
      return violated('schema-mismatch', { operation, ...mismatch, where }, exchange)
    }
    const itemsOf = (page: unknown): readonly unknown[] | undefined => {
      const items = isObject(page) && has(page, shape.member) ? page[shape.member] : undefined
      return Array.isArray(items) ? items : undefined
    }
    const wrong = await check(body, 1, answer)
    if (wrong) return wrong
    if (!itemsOf(body)) return unclear('shape-unknown', { operation }, answer)
    let items = 0
    let told = 0
    let number = 0
    for await (const page of pages(probe, answer)) {
      const later = json(page.exchange)
      const finding = await check(later, ++number, page.exchange)
      if (finding) return finding
      items += itemsOf(later)?.length ?? 0
      told += itemsOf(later)?.filter(item => speaksOf(shape.item, item)).length ?? 0
      if (number === pagesLookedAt) break
    }
    if (items === 0) return unclear('no-items', {}, answer)
    return told > 0 ? holds(answer) : unclear('shape-unknown', { operation }, answer)
  })
