import pLimit from 'p-limit'
import { fill } from '../../checks/path-template.ts'
import { operationRoles } from '../../contracts/bindings/roles.ts'
import { grouped } from '../../contracts/causes/grouped.ts'
import { defined } from '../../contracts/defined.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { CreationKind, Probe, TokenFamily } from '../../contracts/requirement.ts'
import { Missing, NoAnswer } from '../../contracts/results/finding.ts'
import { reasonSentence } from '../../contracts/results/reasons.ts'
import type { Leftover } from '../../contracts/results/report.ts'
import { isOfRun } from '../../contracts/run/run-name.ts'
import { createRecorder } from '../http/recorder.ts'
import { createProbe } from '../probe/probe.ts'
import type { Session } from '../probe/session.ts'
import { gone, type Outcome, whyNoAnswer } from './deletion.ts'
import { withoutKeptRecords } from './kept-records.ts'
import type { LedgerEntry } from './ledger.ts'
import {
  answersAlike,
  type CleanupPlace,
  holdsOwn,
  holdsText,
  isAmong,
  listedThings,
  listing,
  placeKey,
  strays,
} from './lists.ts'
import { removeRepository } from './repository.ts'
import { newPlaceState, type PlaceState, removeToken } from './token.ts'

const label = { repository: 'repository', pat: 'personal access token', oat: 'organization access token' } as const

/** What cleaning up may take; what is not deleted by then is a leftover. */
const budgetMs = 300_000

/** How long a target may still show what it has deleted. */
const lingerMs = 2_000

/** How often strays are looked for: a name may have been given more than once, and a list shows one page after another. */
const rounds = 5

/** Things that are deleted at once. */
const atOnce = 8

const isToken = (entry: LedgerEntry): entry is LedgerEntry & { readonly kind: TokenFamily } =>
  entry.kind !== 'repository'

const isLoginFailure = ({ code }: Missing): boolean => code.startsWith('login-')

/** Deletes one thing. Never throws: each attempt stands alone. */
const remove = async (session: Session, probe: Probe, entry: LedgerEntry, state: PlaceState): Promise<Outcome> => {
  if (!isOfRun(session.run, entry.name)) return { why: 'its name is not from this run' }
  if (state.missing !== undefined && entry.made) return state.missing
  try {
    return await (isToken(entry)
      ? removeToken(session, probe, entry, state)
      : removeRepository(probe, entry, session.ledger))
  } catch (error) {
    if (error instanceof NoAnswer) return { why: `no answer when searching for it: ${whyNoAnswer(error)}` }
    if (error instanceof Missing) {
      const unknown = error.code === 'binding-unknown' ? (error.values.operation as OperationName) : undefined
      const needs = isLoginFailure(error) ? ('login' as const) : unknown
      return { why: reasonSentence(error.code, error.values), ...defined({ needs }) }
    }
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

const isDeleted = ({ why, notShown }: Outcome): boolean => why === undefined && !notShown

/** A probe that waits up to `patienceMs` for a late effect. */
const cleanupProbe = (session: Session, patienceMs: number): Probe =>
  withoutKeptRecords(createProbe({ ...session, patienceMs }, 'cleanup', createRecorder()), session.ledger)

/** Takes something that is gone out of the ledger. A ledger that cannot be written names too much, which does no harm. */
const forget = ({ ledger }: Session, entry: LedgerEntry): Promise<void> => ledger.drop(entry).catch(() => undefined)

/** Deletes what the run has no more use for. Whether it is gone; if not, cleaning up comes back to it. */
export const removeEarly = async (session: Session, entry: LedgerEntry): Promise<boolean> => {
  if (!isDeleted(await remove(session, cleanupProbe(session, 0), entry, newPlaceState(false)))) return false
  await forget(session, entry)
  return true
}

/** What cleaning up has found out so far. */
interface Cleanup {
  readonly session: Session
  /** Waits for the target to forget what it has deleted. */
  readonly probe: Probe
  readonly hasty: Probe
  readonly until: number
  readonly left: Map<LedgerEntry, Leftover>
  /** What the target does not show, and why it stays if that does not change. */
  readonly unseen: Map<LedgerEntry, string | undefined>
  /** Kinds that the target does not show under the names that they were created with. */
  readonly renaming: Set<CreationKind>
  /** By the keys of places. */
  readonly states: Map<string, PlaceState>
  /** By name, deletions that the target answered with success and that were waited for, as long as the run has patience. */
  readonly awaited: Map<string, number>
}

/** Whether the target said that it deleted what has this name, and was not waited for since. */
const isLate = ({ session, awaited }: Cleanup, { name, kind }: LedgerEntry): boolean =>
  session.ledger.deletions(name, kind) > (awaited.get(name) ?? 0)

const noteWait = ({ session, awaited }: Cleanup, entries: readonly LedgerEntry[]): void => {
  for (const { name, kind } of entries) awaited.set(name, session.ledger.deletions(name, kind))
}

const isOver = ({ session, until }: Cleanup): boolean => session.clock.now() > until

const isAlike = ({ session, probe, states }: Cleanup, entry: LedgerEntry): Promise<boolean> => {
  const state = states.get(placeKey(entry)) as PlaceState
  state.isAlike ??= answersAlike(probe, entry, session.run).catch(() => false)
  return state.isAlike
}

const leave = (
  { session, left }: Cleanup,
  entry: LedgerEntry,
  why: string,
  { needs, unserved, uncertain }: Outcome,
): void => {
  const { origin, basePath, bindings } = session
  const binding = bindings.get(entry.kind === 'repository' ? 'GetRepository' : listing[entry.kind])
  const path = binding
    ? fill(binding.path, operationRoles[binding.operation], { ...entry.values, repository: entry.name })
    : '/'
  const url = origin + basePath + path
  left.set(entry, { kind: label[entry.kind], name: entry.name, url, why, ...defined({ needs, unserved, uncertain }) })
}

const settle = async (cleanup: Cleanup, entry: LedgerEntry, outcome: Outcome): Promise<void> => {
  const { session } = cleanup
  const { why, notShown, renames } = outcome
  if (renames) {
    cleanup.renaming.add(entry.kind)
    await session.ledger.renamed(entry).catch(() => undefined)
  }
  if (notShown) cleanup.unseen.set(entry, why)
  else if (why === undefined || (!isOver(cleanup) && (await isAlike(cleanup, entry)))) await forget(session, entry)
  else leave(cleanup, entry, why, outcome)
}

const removeOne = async (cleanup: Cleanup, entry: LedgerEntry, state: PlaceState): Promise<Outcome> =>
  isOver(cleanup)
    ? { why: 'the time limit of the cleanup ended' }
    : remove(cleanup.session, state.patient ? cleanup.probe : cleanup.hasty, entry, state)

/** Things of one kind and place, and what came of deleting each. */
interface Group {
  readonly first: LedgerEntry
  readonly state: PlaceState
  readonly outcomes: ReadonlyMap<LedgerEntry, Outcome>
  readonly attempt: (entry: LedgerEntry) => Promise<Outcome>
}

/** Deletes things of one kind and place: the first alone, since it shows what the target does, then the others side by side. */
const removeGroup = async (
  cleanup: Cleanup,
  key: string,
  [first, ...others]: readonly [LedgerEntry, ...LedgerEntry[]],
): Promise<Group> => {
  const { states } = cleanup
  const state = states.get(key) ?? newPlaceState(true)
  states.set(key, state)
  const outcomes = new Map<LedgerEntry, Outcome>()
  const attempt = async (entry: LedgerEntry): Promise<Outcome> => {
    const outcome = await removeOne(cleanup, entry, state)
    outcomes.set(entry, outcome)
    return outcome
  }
  const outcome = await attempt(first)
  const limit = pLimit(atOnce)
  // What is listed long after its deletion, and after another one, tells that another one does not help the others.
  const wasAwaited = ({ name }: LedgerEntry): boolean => (cleanup.awaited.get(name) ?? 0) > 0
  const isFutile =
    wasAwaited(first) &&
    others.some(wasAwaited) &&
    holdsText([await listedThings(cleanup.probe, first).catch(() => undefined)], first.name)
  await Promise.all(
    others.map(entry => (isFutile && wasAwaited(entry) ? outcomes.set(entry, outcome) : limit(() => attempt(entry)))),
  )
  return { first, state, outcomes, attempt }
}

/** Looks for what the target says that it has deleted, and for what it refused to delete. */
const settleGroup = async (cleanup: Cleanup, { first, state, outcomes, attempt }: Group): Promise<void> => {
  const { session, probe } = cleanup
  /** One look at the list tells of all of them. */
  const shown = (): Promise<readonly unknown[] | undefined> => listedThings(probe, first).catch(() => undefined)

  const claimed = [...outcomes].filter(([, { claimedId }]) => claimedId !== undefined)
  const items = claimed.length > 0 ? await shown() : undefined
  if (items && !holdsOwn(items, session.run)) state.isFree = true
  state.isListRead = true
  for (const [entry, { claimedId = '' }] of claimed)
    if (!items || isAmong(items, entry, claimedId)) await attempt(entry)

  if ([...outcomes.values()].some(isDeleted)) {
    // What deletes some may delete the others when they are asked for alone.
    state.patient = true
    for (const [entry, { again }] of outcomes) if (again) await attempt(entry)
  }

  // What was refused may be gone all the same.
  const isRefused = [...outcomes.values()].some(({ refusedId }) => refusedId !== undefined)
  const itemsNow = isRefused ? await shown() : undefined
  // Side by side, so that the ledger is written once for all of them.
  await Promise.all(
    [...outcomes].map(([entry, outcome]) => {
      const { refusedId } = outcome
      const isUnlisted = refusedId !== undefined && itemsNow && !isAmong(itemsNow, entry, refusedId)
      return settle(cleanup, entry, isUnlisted ? gone : outcome)
    }),
  )
}

/** Deletes tokens before repositories, since a token may be for a repository. */
const removeAll = async (cleanup: Cleanup, entries: readonly LedgerEntry[]): Promise<void> => {
  const [tokens, repositories] = [entries.filter(isToken), entries.filter(entry => !isToken(entry))]
  const groups = await Promise.all(
    [...grouped(tokens, placeKey)].map(([key, entries]) => removeGroup(cleanup, key, entries)),
  )
  const removeRepositories = async (): Promise<void> => {
    for (const [key, entries] of grouped(repositories, placeKey))
      await settleGroup(cleanup, await removeGroup(cleanup, key, entries))
  }
  await Promise.all([...groups.map(group => settleGroup(cleanup, group)), removeRepositories()])
}

/** Where other things cannot be found by their names, that a name is not found says nothing. */
const leaveUnfindable = (cleanup: Cleanup): void => {
  for (const [entry] of cleanup.unseen)
    if (cleanup.renaming.has(entry.kind) && !entry.ids?.length) {
      cleanup.unseen.delete(entry)
      leave(cleanup, entry, 'it is not known whether it was created, and it cannot be found by its name', {
        uncertain: true,
      })
    }
}

/** The rest of the run's patience, where some of it has passed. */
const restOf = ({ patienceMs }: Session, passedMs: number): number => Math.max(0, patienceMs - passedMs)

/** Whether a list may show something of the run. */
const mayShow = async ({ session, probe }: Cleanup, entry: LedgerEntry): Promise<boolean> => {
  const items = await listedThings(probe, entry).catch(() => undefined)
  return items === undefined || holdsOwn(items, session.run)
}

/** Looks for what the target has not shown until the run has had patience with each: what was created last may be shown late. */
const removeUnseen = async (cleanup: Cleanup): Promise<void> => {
  const { session, unseen } = cleanup
  const removeShown = async (): Promise<void> => {
    const entries = [...unseen.keys()]
    unseen.clear()
    await removeAll(cleanup, entries)
  }
  const youngest = Math.min(...[...unseen.keys()].map(session.ledger.age))
  await cleanupProbe(session, restOf(session, youngest)).eventually(async () => {
    // One look at each list tells of all in it.
    for (const [entry] of grouped([...unseen.keys()], placeKey).values())
      if (await mayShow(cleanup, entry)) {
        await removeShown()
        break
      }
    return unseen.size === 0 || undefined
  })
  // No list showed what is left: each is looked for by itself.
  await removeShown()
  await settleUnseen(cleanup)
}

/**
 * Waits for what the target said that it deleted to go from where it is shown; of each place, the next once the one before it has gone. What
 * is shown long after its deletion tells that waiting does not help the others.
 */
const removeLate = async (cleanup: Cleanup): Promise<void> => {
  const { session, left, hasty } = cleanup
  const late = [...left.keys()].filter(entry => isLate(cleanup, entry))
  const places = [...grouped(late, placeKey).values()].map(entries => [...entries])
  const passed = places.map(entries => Math.max(...entries.map(session.ledger.deletedFor)))
  await cleanupProbe(session, restOf(session, Math.min(...passed))).eventually(async () => {
    for (const entries of places)
      for (let [entry] = entries; entry !== undefined && !isOver(cleanup); [entry] = entries) {
        const { why } = await remove(session, hasty, entry, newPlaceState(false))
        if (why !== undefined) break
        entries.shift()
        left.delete(entry)
        await forget(session, entry)
      }
    return places.flat().length === 0 || isOver(cleanup) || undefined
  })
  noteWait(cleanup, late)
}

const settleUnseen = async (cleanup: Cleanup): Promise<void> => {
  for (const [entry, why] of cleanup.unseen)
    if (why === undefined || (await isAlike(cleanup, entry))) await forget(cleanup.session, entry)
    else leave(cleanup, entry, why, { uncertain: true })
  cleanup.unseen.clear()
}

/** Things with names of the run that no entry of the ledger is about; what the target said that it deleted may be listed some while longer. */
const findStrays = async (cleanup: Cleanup, places: readonly CleanupPlace[]): Promise<readonly LedgerEntry[]> => {
  const { session, probe, left } = cleanup
  const known = [...left.keys()].map(({ name }) => name)
  const found = new Map<CleanupPlace, readonly LedgerEntry[]>()
  let open = places
  await cleanupProbe(session, session.patienceMs).eventually(async () => {
    for (const place of open) found.set(place, await strays(session, probe, known, place))
    open = open.filter(place => found.get(place)?.some(entry => isLate(cleanup, entry)))
    return open.length === 0 || undefined
  })
  // Two places may have one list.
  const all = [...grouped([...found.values()].flat(), ({ name }) => name).values()].map(([entry]) => entry)
  noteWait(cleanup, all)
  return all
}

/** Deletes things with names of the run that no entry of the ledger is about. */
const removeStrays = async (cleanup: Cleanup): Promise<void> => {
  const { session, states, awaited } = cleanup
  const places = [...new Map(session.ledger.places.map(place => [placeKey(place), place]))]
  for (let round = 0; round < rounds; round++) {
    const open = places.flatMap(([key, place]) => (states.get(key)?.isFree ? [] : [place]))
    const found = await findStrays(cleanup, open)
    // Noted, so that it can be deleted later; where it cannot be noted, it is deleted all the same.
    for (const entry of found) await session.ledger.open(entry).catch(() => undefined)
    await removeAll(cleanup, found)
    await settleUnseen(cleanup)
    await removeLate(cleanup)
    // What was not deleted once more, and is listed although it was waited for, is not deleted by another attempt.
    const isSettled = (entry: LedgerEntry): boolean => awaited.has(entry.name) && !isLate(cleanup, entry)
    if (found.every(isSettled)) return
  }
}

/** Deletes what the run created, newest first. Returns what stays; the ledger keeps exactly that. */
export const cleanUp = async (session: Session): Promise<readonly Leftover[]> => {
  const cleanup: Cleanup = {
    session,
    probe: cleanupProbe(session, lingerMs),
    hasty: cleanupProbe(session, 0),
    until: session.clock.now() + budgetMs,
    left: new Map(),
    unseen: new Map(),
    renaming: new Set(),
    states: new Map(),
    awaited: new Map(),
  }
  await removeAll(cleanup, [...session.ledger.entries].reverse())
  leaveUnfindable(cleanup)
  await removeUnseen(cleanup)
  await removeLate(cleanup)
  await removeStrays(cleanup)
  return [...cleanup.left.values()]
}
