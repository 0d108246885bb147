import pLimit from 'p-limit'
import type { RoleValues } from '../../contracts/operations.ts'
import type { TokenFamily } from '../../contracts/requirement.ts'
import type { Ledger, LedgerEntry } from '../cleanup/ledger.ts'

/**
 * Makes room where a target takes only so many tokens at a time; does nothing as long as none is refused. Who holds a place never waits for one,
 * so that no two ever wait for each other: a case that is refused gives up what it holds, and comes again when no other holds anything.
 */
export interface TokenLimit {
  begin(owner: string): void
  /** A case is over, and what it made is of no more use. */
  end(owner: string): void
  /** A case that gave way to others is to be asked again: what it made is deleted. Resolves when it is its turn. */
  retry(owner: string): Promise<void>
  /** Resolves when a case may create: at once, or, where tokens were refused, when it alone may. */
  turn(owner: string): Promise<void>
  /** A creation of this form was carried out. */
  accepted(form: string): void
  /**
   * Whether a creation of this form that was refused may be asked for again, where such a one was carried out before: at once where tokens were
   * deleted since, or by the whole case in its turn where others hold some. A form that was never carried out may be what is refused: it is asked
   * for again once, and only where the target is known to have a limit.
   */
  makeRoom(owner: string, family: TokenFamily, values: RoleValues, form: string): Promise<'room' | 'turn' | undefined>
  /** The run is at its end: nothing waits any more. */
  close(): void
}

/** A case that waits to be let in. */
interface Waiting {
  readonly turn: Promise<void>
  readonly enter: () => void
}

const waitingCase = (): Waiting => {
  let enter = (): void => undefined
  const turn = new Promise<void>(resolve => {
    enter = resolve
  })
  return { turn, enter }
}

/** How long it is waited between two creations of which the first was refused although tokens were deleted. */
const pauseMs = 500

/** `remove` deletes one token; what was deleted may be counted for as long as `patienceMs`. */
export const createTokenLimit = (
  ledger: Pick<Ledger, 'entries' | 'isDeleted'>,
  remove: (entry: LedgerEntry) => Promise<boolean>,
  pause: (ms: number) => Promise<unknown>,
  patienceMs: number,
): TokenLimit => {
  const running = new Set<string>()
  const finished = new Set<string>()
  /** The cases that may create, until they end. */
  const admitted = new Set<string>()
  /** The cases that wait to be let in, in order. */
  const waiting = new Map<string, Waiting>()
  const acceptedForms = new Set<string>()
  /** Those that were asked for once more although they were never carried out. */
  const retriedForms = new Set<string>()
  const removed = new Set<LedgerEntry>()
  /** Those of them that were not seen to be gone: a target may not have shown yet that they were there. */
  const unseen = new Set<LedgerEntry>()
  const removals = pLimit(1)
  let isLimited = false
  /** Since the last creation that was carried out. */
  let pausedMs = 0
  let isClosed = false
  const held = (): readonly LedgerEntry[] =>
    ledger.entries.filter(
      entry =>
        entry.made &&
        entry.kind !== 'repository' &&
        !removed.has(entry) &&
        !entry.ids?.some(id => ledger.isDeleted(id, entry.kind)),
    )
  // A personal token is of no organization, which cases say in two ways.
  const isOf =
    (family: TokenFamily, { org = '' }: RoleValues) =>
    ({ kind, values }: LedgerEntry): boolean =>
      kind === family && (values.org ?? '') === org
  const removeSeen = async (entry: LedgerEntry): Promise<void> => {
    unseen.add(entry)
    if (await remove(entry)) unseen.delete(entry)
  }
  /** Deletes these. A target may show them for a while, and yet have the room: each is asked for once, whatever is seen of it. */
  const removeAll = (isUnused: (entry: LedgerEntry) => boolean): Promise<void> =>
    removals(async () => {
      const entries = held().filter(isUnused)
      await Promise.all(entries.map(removeSeen))
      for (const entry of entries) removed.add(entry)
    })
  const admit = (): void => {
    for (const [owner, { enter }] of waiting) {
      if (admitted.size > 0 && !isClosed) return
      waiting.delete(owner)
      admitted.add(owner)
      enter()
    }
  }
  const end = (owner: string): void => {
    finished.add(owner)
    running.delete(owner)
    admitted.delete(owner)
    // A case that failed at one thing may have left another waiting.
    waiting.get(owner)?.enter()
    waiting.delete(owner)
    admit()
  }
  const turn = async (owner: string): Promise<void> => {
    if (!running.has(owner) || admitted.has(owner)) return
    if (!isLimited || isClosed) {
      admitted.add(owner)
      return
    }
    const entry = waiting.get(owner) ?? waitingCase()
    waiting.set(owner, entry)
    admit()
    await entry.turn
  }
  return {
    begin: owner => {
      running.add(owner)
    },
    end,
    retry: async owner => {
      await removeAll(entry => entry.owner === owner)
      end(owner)
      finished.delete(owner)
      running.add(owner)
      await turn(owner)
    },
    turn,
    accepted: form => {
      acceptedForms.add(form)
      pausedMs = 0
    },
    makeRoom: async (owner, family, values, form) => {
      const isCarriedOut = acceptedForms.has(form)
      if (!isCarriedOut && (!isLimited || retriedForms.has(form))) return undefined
      retriedForms.add(form)
      isLimited = true
      const before = removed.size
      const isOfFamily = isOf(family, values)
      await removeAll(entry => isOfFamily(entry) && finished.has(entry.owner ?? ''))
      if (removed.size > before) return 'room'
      const isAnothers = ({ owner: other = '' }: LedgerEntry): boolean => other !== owner && admitted.has(other)
      // A fixture is made once, whoever else asks for it.
      if (!owner.startsWith('fixture ') && held().some(entry => isOfFamily(entry) && isAnothers(entry))) return 'turn'
      if (!isCarriedOut || removed.size === 0 || pausedMs >= patienceMs) return undefined
      pausedMs += pauseMs
      await pause(pauseMs)
      await removals(() => Promise.all([...unseen].map(removeSeen)))
      return 'room'
    },
    close: () => {
      isClosed = true
      admit()
    },
  }
}
