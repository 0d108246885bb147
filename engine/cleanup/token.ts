import { isUnfinished, readList } from '../../checks/paging/list.ts'
import { distinct } from '../../checks/presence/judging.ts'
import { defined } from '../../contracts/defined.ts'
import type { Probe, TokenFamily } from '../../contracts/requirement.ts'
import type { Session } from '../probe/session.ts'
import { addressByIdAlone, addressOf, createAddresses, isNamed, newIn } from '../probe/token-address.ts'
import {
  type Deletion,
  deletion,
  gone,
  isAbsent,
  isGone,
  isNoOperation,
  type Outcome,
  refusal,
  unfinishedList,
} from './deletion.ts'
import type { LedgerEntry } from './ledger.ts'
import { holdsOwn, isAmong, isReadable, listedThings } from './lists.ts'

/** How long an operation that seems to be missing is left alone before it is tried once more. */
const retryMs = 500

/** What is known of deleting things of one kind and place: what one of them shows holds for the others. */
export interface PlaceState {
  /** Whether the target is given time to forget what it has deleted: until that did not help once. */
  patient: boolean
  /** Whether things are deleted without a look at them first: until that did not help once. */
  straight: boolean
  /** Whether the operation is there: something was deleted. */
  works: boolean
  /** Whether the list was looked at after deletions. Until then it is to tell whether what the target says it deleted is gone. */
  isListRead: boolean
  /** Why nothing more is deleted: the operation is not there. */
  missing?: Outcome
  /** Whether the list shows no name of the run any more. */
  isFree?: boolean
  /** Whether the target gives the same answer to everything; see {@link answersAlike}. */
  isAlike?: Promise<boolean>
}

export const newPlaceState = (patient: boolean): PlaceState => ({
  patient,
  straight: true,
  works: false,
  isListRead: false,
})

/** Whether it is enough for now that the target says it deleted something. */
const isTrusted = (state: PlaceState): boolean => state.works && !state.isListRead

/** A token that is to be deleted, and what its requests need. */
interface Token {
  readonly session: Session
  readonly probe: Probe
  readonly entry: LedgerEntry
  readonly kind: TokenFamily
  readonly org: string
  readonly addresses: ReturnType<typeof createAddresses>
}

const deleteById = async ({ session, probe, entry, kind, org }: Token, id: string): Promise<Deletion> => {
  const answer = await deletion(probe, `${kind}.delete`, { org, id })
  if (answer.ok) session.ledger.deleted(entry.name, kind)
  return answer
}

/** Ids that the target named for a token, those that were there before the run as well. */
const namedIds = ({ entry: { ids = [], created, name }, addresses }: Token): readonly string[] => [
  ...new Set([...ids, ...(created ? addresses.idsIn(created, name) : [])]),
]

/** Why a token that is found under no id stays, if it does. */
const outcomeUnfound = async (token: Token, told: readonly string[]): Promise<Outcome> => {
  const { session, probe, entry, kind, org, addresses } = token
  const { ledger, run } = session
  const renamed = { why: 'the target shows it under another name', renames: true } as const
  // An id under which the target showed our name, and shows nothing any more.
  const owned = told.find(id => ledger.owns(id, kind))
  if (owned !== undefined && (await addresses.read(owned)) === undefined) return gone
  for (const id of told) if (isNamed(await addresses.read(id), id)) return renamed
  const list = await probe.call(`${kind}.list`, { org })
  if (!isReadable(list)) {
    const { status } = list.response
    return { why: `it cannot be searched by its name: its list was answered ${status}${refusal(status)}` }
  }
  let news = 0
  const { pages, end } = await readList(probe, list)
  for (const { exchange, items } of pages) {
    news += newIn(items, kind, ledger).filter(item => !holdsOwn(item, run)).length
    // Pages move while other things are deleted, and it may have been between two of them.
    if (exchange.response.body.toLowerCase().includes(entry.name.toLowerCase()))
      return { why: 'the target shows no reliable id for it', again: true }
    if (told.some(id => isNamed(items, id))) return renamed
  }
  // Of a run that was broken off it is not known what it had seen, and deleted: its entries have no owner.
  const isUnshown = entry.made && entry.owner !== undefined
  const why = isUnfinished(end)
    ? unfinishedList
    : isUnshown
      ? 'the target reported the creation, but shows it nowhere: it may exist'
      : undefined
  const notShown: Outcome = { notShown: true, ...defined({ why }) }
  if (told.length > 0 && news === 0) return told.some(id => ledger.isDeleted(id, kind)) ? gone : notShown
  if (entry.made || entry.renamed) return { why: 'it cannot be found by its name', renames: true, uncertain: true }
  if (news === 0) return notShown
  return {
    why: `it is not known whether it was created, and its list has ${news} more than before`,
    renames: true,
    uncertain: true,
  }
}

/** The id to delete, under which the target shows that the token is the run's own; else what came of looking for it. */
const findId = async (token: Token): Promise<string | Outcome> => {
  const { session, probe, entry, kind, org } = token
  const { ledger } = session
  const named = namedIds(token)
  const told = named.filter(id => !ledger.isForeign(id, kind))
  const address = entry.unnamed ? addressByIdAlone : addressOf
  const once: Probe = { ...probe, eventually: attempt => attempt() }
  const id = await address({ probe: once, family: kind, org, ledger }, entry.name, told)
  if (id !== undefined) return id
  const outcome = await outcomeUnfound(token, told)
  const foreign = named.find(id => ledger.isForeign(id, kind))
  if (outcome.why === undefined || foreign === undefined) return outcome
  return { ...outcome, why: `${outcome.why}; ${foreign}, which the target named, was listed before` }
}

const isLikeControlPath = async ({ probe, kind, org }: Token, id: string, { answer }: Deletion): Promise<boolean> =>
  answer !== undefined && !distinct(answer, await probe.callControlPath(`${kind}.delete`, { org, id }))

/** Deletes a token by the id under which the target showed it, and looks whether it is gone. */
const deleteShown = async (
  token: Token,
  id: string,
  state: PlaceState,
  earlier: Deletion | undefined,
): Promise<Outcome> => {
  const { session, probe, entry, kind, addresses } = token
  const isShown = async (): Promise<boolean> =>
    entry.unnamed ? (await addresses.read(id)) !== undefined : (await addresses.shows(id, entry.name)) === 'own'
  let last = earlier ?? (await deleteById(token, id))
  if (state.patient && isNoOperation(last.status)) {
    await session.clock.pause(retryMs)
    last = await deleteById(token, id)
  }
  const { ok, says, status } = last
  if (ok && isTrusted(state)) return { claimedId: id }
  const noOperation = (): Outcome => {
    state.missing = { why: `${says}: the target has no such operation`, unserved: `${kind}.delete` }
    return state.missing
  }
  if (state.patient && !state.works && isNoOperation(status) && (await isShown())) return noOperation()
  if (!ok && !isAbsent(status)) return { why: says, refusedId: id, again: true }
  let isDeleted = ok
  const vanished = await isGone(probe, async () => {
    // A hub may show something before it can delete it.
    if (!isDeleted) isDeleted = (await deleteById(token, id)).ok
    return isShown()
  })
  if (vanished && (isDeleted || session.ledger.isDeleted(entry.name, kind))) {
    state.works = true
    return gone
  }
  // Where nothing was deleted, and the hub shows no token by itself, its list has the last word.
  if (vanished && (await isGone(probe, async () => isAmong((await listedThings(probe, entry)) ?? [], entry, id))))
    return gone
  if (state.patient && !state.works && !isDeleted && (await isLikeControlPath(token, id, last))) return noOperation()
  state.patient = false
  return { why: `${says}, but it is still there`, again: true }
}

/** Deletes a token: at once where the target showed it to be the run's own when it was created, else once it has been found. */
export const removeToken = async (
  session: Session,
  probe: Probe,
  entry: LedgerEntry & { readonly kind: TokenFamily },
  state: PlaceState,
): Promise<Outcome> => {
  const { kind, values } = entry
  const { ledger } = session
  const org = values.org ?? ''
  const token: Token = {
    session,
    probe,
    entry,
    kind,
    org,
    addresses: createAddresses({ probe, family: kind, org, ledger }),
  }
  const own = entry.ids?.find(id => ledger.shownAt(id).size > 0)
  let earlier: Deletion | undefined
  if (state.straight && own !== undefined) {
    if (!ledger.isDeleted(own, kind)) earlier = await deleteById(token, own)
    if (earlier?.ok ?? true) {
      if (isTrusted(state)) return { claimedId: own }
      if ((await token.addresses.read(own)) === undefined) {
        ledger.deleted(entry.name, kind)
        state.works = true
        return gone
      }
    }
    // Anything but success is looked into.
    state.straight = false
  }
  const id = await findId(token)
  if (typeof id !== 'string') return id
  return deleteShown(token, id, state, id === own ? earlier : undefined)
}
