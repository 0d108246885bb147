import { defined } from '../../contracts/defined.ts'
import { noSchema, type Unresolved, unresolvedKey } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { type Excerpt, exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'
import { unreadPart } from '../documents/absence.ts'
import { unresolvedIn } from '../documents/declared-schema.ts'
import { statedBelow } from '../paging/end.ts'
import type { Page } from '../paging/envelope.ts'
import { pages } from '../paging/pages.ts'
import { distinct } from '../presence/judging.ts'
import { isCarriedOut, isSuccess, sentAgain } from '../reading/exchanges.ts'
import { has, isLines, isObject, type JsonObject, json, jsonAsSent } from '../reading/json.ts'
import { idKeysOf } from '../reading/things.ts'
import { refused } from '../round-trip.ts'
import type { Mismatch } from './fit.ts'
import { ownMismatchOf, ownShapeOf, ownSpeaksOf, referenceOf, typeMismatchOf } from './own.ts'
import { mismatchOf, type ShapeName, speaksOf } from './validator.ts'

/** Pages of a list that are looked at. */
export const pagesLookedAt = 10

/** An operation, what it was called with, and what it answered. */
export interface Called {
  readonly operation: OperationName
  readonly values: RoleValues
  readonly answer: Answered
  /** Nothing need be in a list that it answers with. */
  readonly mayBeEmpty?: boolean
}

/** The same request to a path that does not exist. */
const controlPathOf = (probe: Probe, { operation, values, answer }: Called): Promise<Answered> =>
  probe.callControlPath(operation, values, sentAgain(answer))

/** Statuses of answers that have no content (RFC 9110, sections 15.3.5 and 15.3.6). */
const withoutContent: readonly number[] = [204, 205]

/** An answer with a status that has no content, where the target's own document declares content and another status of success alone. */
const undeclaredEmpty = async (probe: Probe, { operation, answer }: Called): Promise<Finding | undefined> => {
  const { status } = answer.response
  const own = withoutContent.includes(status) ? await ownShapeOf(probe, operation, answer) : undefined
  return own?.instead === undefined || own.instead === noSchema
    ? undefined
    : unclear('status-undeclared', { operation, status, declared: own.instead }, answer, own.excerpt)
}

/** An answer without a body, where the target's own document declares one for its status that is more than nothing. */
const lacksDeclared = async (probe: Probe, { operation, answer }: Called): Promise<Finding | undefined> => {
  if (withoutContent.includes(answer.response.status)) return undefined
  const own = await ownShapeOf(probe, operation, answer)
  if (!own || ownMismatchOf(own, null) === undefined) return undefined
  const values = { operation, shape: own.name, where: 'its body', problem: 'is missing' }
  return violated('schema-mismatch', values, answer, own.excerpt)
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
  if (!isCarriedOut(answer)) return refused(operation, answer)
  // What is shown elsewhere is not returned.
  if (!isSuccess(answer)) return exempt('no-representation', { operation, field: 'anything' }, answer)
  if (answer.response.body.trim() === '' && answer.request.method !== 'GET')
    return (await lacksDeclared(probe, called)) ?? exempt('no-representation', { operation, field: 'anything' }, answer)
  const body = jsonAsSent(answer)
  const control = await controlPathOf(probe, called)
  if (!distinct(answer, control)) return unclear('catch-all', { status }, answer, control)
  const finding = await judge(body)
  return finding.kind === 'holds' ? { ...finding, seen: [...finding.seen, control] } : finding
}

/** What a value is compared with: the target's own document where it declares the answer, the published shape otherwise. */
interface Expected {
  /** A reference in it that leads to nothing. */
  readonly unresolved?: Unresolved
  readonly instead?: string
  readonly name: string
  readonly seen: readonly Excerpt[]
  /** Leaves open what does not fit: the target's own document was not read whole, and may declare another shape. */
  readonly unread?: Finding
  /** Whether it is of the result of the operation: a 202 of which nothing is declared need not contain that. */
  readonly isOfResult: boolean
  mismatchOf(value: unknown, exchange: Answered): Mismatch | undefined
  speaksOf(value: unknown): boolean
}

const expectedOf = async (probe: Probe, { operation, answer }: Called, shape: ShapeName): Promise<Expected> => {
  const own = await ownShapeOf(probe, operation, answer)
  if (own)
    return {
      name: own.name,
      ...defined({ unresolved: unresolvedIn(own.schema), instead: own.instead }),
      seen: [own.excerpt],
      isOfResult: Object.keys(own.schema).every(key => key === unresolvedKey),
      mismatchOf: (value, exchange) => ownMismatchOf(own, value) ?? typeMismatchOf(own, exchange),
      speaksOf: value => ownSpeaksOf(own.schema, value),
    }
  const reference = await referenceOf(probe)
  return {
    name: "Docker Hub's published shape",
    seen: [],
    ...defined({ unread: reference && unreadPart('reference', reference, `a schema of ${operation}`) }),
    isOfResult: true,
    mismatchOf: value => mismatchOf(shape, value),
    speaksOf: value => speaksOf(shape, value),
  }
}

/** Whether an answer with status 202 only says that the request was accepted, and does not contain the result (RFC 9110, section 15.3.3). */
const isRunning = ({ response }: Answered, body: unknown, { speaksOf }: Expected): boolean =>
  response.status === 202 && isObject(body) && Object.keys(body).filter(name => speaksOf({ [name]: null })).length < 2

/** What is compared names nothing of what was returned, or refers to nothing itself. */
const unknownShape = ({ unresolved, instead, name, seen }: Expected, { operation, answer }: Called): Finding => {
  if (unresolved) return unclear('schema-unresolved', { operation, ...unresolved }, answer, ...seen)
  const { status } = answer.response
  return instead === undefined
    ? unclear('shape-unknown', { operation, shape: name }, answer, ...seen)
    : unclear('status-undeclared', { operation, status, declared: instead }, answer, ...seen)
}

/** Lines of JSON fit what is declared where it is of the text, of each line, or of a list of them; what else is declared may be of anything. */
const judgeLines = (expected: Expected, called: Called): Finding => {
  const { answer } = called
  const fits = (value: unknown): boolean => expected.mismatchOf(value, answer) === undefined && expected.speaksOf(value)
  const body = json(answer)
  const lines = Array.isArray(body) ? body : [body]
  return (lines.length > 0 && lines.every(fits)) || fits(answer.response.body) || fits(lines)
    ? holds(answer, ...expected.seen)
    : unknownShape(expected, called)
}

/** Whether a representation fits its shape. */
export const judgeShape = async (probe: Probe, called: Called, shape: ShapeName): Promise<Finding> =>
  (await undeclaredEmpty(probe, called)) ??
  judgeReturned(probe, called, async body => {
    const { operation, answer } = called
    const expected = await expectedOf(probe, called, shape)
    const values = { operation, shape: expected.name }
    if (isLines(answer)) return judgeLines(expected, called)
    if (expected.isOfResult && isRunning(answer, body, expected))
      return exempt('no-representation', { operation, field: 'anything' }, answer)
    const mismatch = expected.mismatchOf(body, answer)
    if (mismatch)
      return expected.unread ?? violated('schema-mismatch', { ...values, ...mismatch }, answer, ...expected.seen)
    if (expected.speaksOf(body)) return holds(answer, ...expected.seen)
    // A list without items has nothing that could differ.
    return called.mayBeEmpty && Array.isArray(body) && body.length === 0 && !expected.unresolved
      ? exempt('no-items', { operation }, answer, ...expected.seen)
      : unknownShape(expected, called)
  })

/** How a list is shaped: its pages, the member that holds the items, and an item. */
export interface ListShape {
  readonly page: ShapeName
  readonly member: string
  readonly item: ShapeName
}

/** A page that contradicts itself: it counts fewer items than it shows, or shows one twice. Entries of a log may be alike. */
const contradictionIn = (called: Called, page: unknown, items: readonly unknown[]): Finding | undefined => {
  const { operation, answer } = called
  if (operation === 'audit.events') return undefined
  // What shows neither an id nor a name may be alike.
  const texts = items
    .filter(item => isObject(item) && (idKeysOf(item).length > 0 || has(item, 'name')))
    .map(item => JSON.stringify(item))
  const seen = new Set<string>()
  const twice = texts.find(text => seen.size === seen.add(text).size)
  if (twice !== undefined) return violated('listed-twice', { operation, what: twice.slice(0, 120) }, answer)
  const count = isObject(page) ? page.count : undefined
  return typeof count === 'number' && count >= 0 && count < items.length
    ? violated('count-too-small', { operation, items: items.length, count }, answer)
    : undefined
}

/** Whether every page of a list and every item fits its shape. */
export const judgeListShape = (probe: Probe, called: Called, shape: ListShape): Promise<Finding> =>
  judgeReturned(probe, called, async body => {
    const { operation, answer } = called
    const expected = await expectedOf(probe, called, shape.page)
    const values = { operation, shape: expected.name }
    if (isLines(answer)) return judgeLines(expected, called)
    const isOwn = expected.seen.length > 0
    const check = async (page: unknown, number: number, exchange: Answered): Promise<Finding | undefined> => {
      const mismatch = expected.mismatchOf(page, exchange)
      if (!mismatch) return undefined
      const where = number === 1 ? mismatch.where : `${mismatch.where} of page ${number}`
      return (
        expected.unread ?? violated('schema-mismatch', { ...values, ...mismatch, where }, exchange, ...expected.seen)
      )
    }
    const itemsOf = (page: unknown): readonly unknown[] | undefined => {
      // What fits the published shape is an object.
      const items = (page as JsonObject)[shape.member]
      return Array.isArray(items) ? items : undefined
    }
    const wrong = await check(body, 1, answer)
    if (wrong) return wrong
    const unknown = unknownShape(expected, called)
    if (!isOwn && !itemsOf(body)) return unknown
    let [isEmpty, isTold] = [true, false]
    const read: Page[] = []
    for await (const page of pages(probe, answer)) {
      const later = jsonAsSent(page.exchange)
      const number = read.push(page)
      const finding = await check(later, number, page.exchange)
      if (finding) return finding
      const found = isOwn ? page.items : (itemsOf(later) ?? [])
      const contradiction = contradictionIn({ ...called, answer: page.exchange }, later, found)
      if (contradiction) return contradiction
      isEmpty &&= found.length === 0
      isTold ||= isOwn ? expected.speaksOf(later) : found.some(item => speaksOf(shape.item, item))
      if (number === pagesLookedAt) break
    }
    const below = operation === 'audit.events' ? undefined : statedBelow(read)
    if (below) {
      const values = { operation, items: below.shown, count: below.total }
      return violated('count-too-small', values, answer, ...read.slice(1).map(({ exchange }) => exchange))
    }
    if (isEmpty) return unclear('no-items', { operation }, answer)
    return isTold ? holds(answer, ...expected.seen) : unknown
  })
