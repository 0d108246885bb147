import type { Answered } from '../contracts/exchange.ts'
import { type Finding, Missing, unclear } from '../contracts/finding.ts'
import type { OperationName } from '../contracts/operations.ts'
import type { Probe, TokenFixture } from '../contracts/requirement.ts'
import { pages } from './paging.ts'
import { isSuccess, type JsonObject, mentions, parseJson, representation } from './reading.ts'
import { type Field, requestForm } from './request-form.ts'

/** Whether an answer's JSON names this label, wherever it stands. */
export const names = (answer: Answered, label: string): boolean => {
  const parsed = isSuccess(answer) ? parseJson(answer) : undefined
  return parsed?.ok === true && mentions(parsed.value, label)
}

/** The representation of a token in an answer. */
export const tokenIn = (answer: Answered, token: TokenFixture): JsonObject | undefined => {
  const parsed = isSuccess(answer) ? parseJson(answer) : undefined
  return parsed?.ok === true ? representation(parsed.value, [token.id, token.label]) : undefined
}

/** Booleans of an object. */
export const switchesOf = (object: JsonObject): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  )

/** Updates a token in the form that the target declares. */
export const updateToken = async (
  probe: Probe,
  token: TokenFixture,
  change: Field,
  current: JsonObject | undefined,
): Promise<Answered> => {
  const operation = 'oat.update'
  const json = requestForm(probe.bind(operation), [change], current)
  if (!json) throw new Missing('form-unknown', { operation, what: change.name })
  return probe.call(operation, token, { json })
}

/** The page of the list that names a label; undefined where none does or the list cannot be read. */
export const pageNaming = async (probe: Probe, org: string, label: string): Promise<Answered | undefined> => {
  const list = await probe.call('oat.list', { org })
  if (!isSuccess(list) || !parseJson(list).ok) return undefined
  for await (const page of pages(probe, list)) if (mentions(page.items, label)) return page.exchange
  return undefined
}

export const refused = (operation: OperationName, answer: Answered): Finding =>
  unclear('request-refused', { operation, status: answer.response.status }, answer)
