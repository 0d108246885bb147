import { pages } from '../../checks/paging/pages.ts'
import { distinct } from '../../checks/presence/judging.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { json, parseJson } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { CreationKind, Probe } from '../../contracts/requirement.ts'
import { prefixesOf } from '../../contracts/run/run-name.ts'
import { createOperations } from '../probe/creation/forms.ts'
import type { Session } from '../probe/session.ts'
import { isNamed, namesIn, ownPart } from '../probe/token-address.ts'
import type { LedgerEntry } from './ledger.ts'

/** The operation that lists each kind of thing. */
export const listing = {
  repository: 'listNamespaceRepositories',
  pat: 'pat.list',
  oat: 'oat.list',
} as const satisfies Readonly<Record<CreationKind, OperationName>>

/** Where things of a kind are. */
export type CleanupPlace = Pick<LedgerEntry, 'kind' | 'values'>

/** The same for things of one list: personal access tokens belong to the caller, whatever organization is named. */
export const placeKey = ({ kind, values }: CleanupPlace): string =>
  JSON.stringify([kind, kind === 'repository' ? values.namespace : kind === 'oat' ? values.org : null])

/** Whether an answer is a success in JSON. */
export const isReadable = (answer: Answered): boolean => isSuccess(answer) && parseJson(answer).ok

/** The pages of a list; undefined where it cannot be read. */
export const listedThings = async (
  probe: Probe,
  { kind, values }: CleanupPlace,
): Promise<readonly unknown[] | undefined> => {
  const list = await probe.call(listing[kind], values, { anyStatus: true })
  if (!isReadable(list)) return undefined
  const shown: unknown[] = []
  for await (const { exchange } of pages(probe, list)) shown.push(json(exchange))
  return shown
}

/** Whether pages of a list show a token by its id or its name. */
export const isAmong = (items: readonly unknown[], { name }: LedgerEntry, id: string): boolean =>
  isNamed(items, id) || holdsText(items, name)

/** Whether JSON holds a text, in any case. */
export const holdsText = (value: unknown, text: string): boolean =>
  JSON.stringify(value).toLowerCase().includes(text.toLowerCase())

/** Whether JSON holds a name of the run. */
export const holdsOwn = (value: unknown, run: string): boolean =>
  prefixesOf(run).some(prefix => holdsText(value, prefix))

/**
 * Whether the target gives the same answer to everything: its list is what a path that does not exist answers, and a creation at such a
 * path is answered alike. What it "created" does not exist.
 */
export const answersAlike = async (probe: Probe, { kind, values }: CleanupPlace, run: string): Promise<boolean> => {
  const list = await probe.call(listing[kind], values, { anyStatus: true })
  const { body, status } = list.response
  if (status >= 400 || holdsOwn(body, run)) return false
  const control = await probe.callControlPath(listing[kind], values)
  const itemsIn = (answer: Answered): string => {
    const parsed = parseJson(answer)
    return JSON.stringify(parsed.ok ? (listItems(parsed.value) ?? []) : [])
  }
  if (distinct(list, control) || itemsIn(list) !== itemsIn(control)) return false
  const creation = await probe.callControlPath(createOperations[kind], values, { json: {} })
  return isSuccess(list) ? isSuccess(creation) : creation.response.status === status
}

/** The name in a text as the ledger may hold it: the target may change the case of its letters, or put something after it. */
const ownName = (run: string, shown: string): string | undefined => {
  for (const prefix of prefixesOf(run)) {
    const rest = /^[0-9a-z-]+/i.exec(ownPart(shown, prefix)?.slice(prefix.length) ?? '')?.[0]
    if (rest !== undefined) return prefix + rest.toLowerCase()
  }
  return undefined
}

/**
 * Things with names of the run that no entry is about, such as those of a creation that was refused and carried out all the same.
 *
 * @param known - names of the run that are expected
 * @param place - where to look
 */
export const strays = async (
  { run, redactor }: Session,
  probe: Probe,
  known: readonly string[],
  { kind, values }: CleanupPlace,
): Promise<readonly LedgerEntry[]> => {
  const found: LedgerEntry[] = []
  try {
    const list = await probe.call(listing[kind], values)
    for await (const { exchange } of pages(probe, list))
      for (const shown of prefixesOf(run).flatMap(prefix => namesIn(exchange, prefix))) {
        const name = ownName(run, shown)
        if (name === undefined || redactor.text(name) !== name) continue
        // A check may have put something after the name.
        if (!known.some(own => name.startsWith(own))) found.push({ kind, name, values })
      }
  } catch {
    // A list that cannot be read says nothing; the entries of the ledger are deleted or reported all the same.
  }
  return found
}
