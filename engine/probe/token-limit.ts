import pLimit from 'p-limit'
import type { RoleValues } from '../../contracts/operations.ts'
import type { TokenFamily } from '../../contracts/requirement.ts'
import type { Ledger, LedgerEntry } from '../cleanup/ledger.ts'

/**
 * Makes room if a target limits the number of tokens; does nothing until a creation is refused. A case that holds tokens never waits for
 * another: if it is refused, it gives up its tokens and is repeated when no other case holds any. So there is no deadlock.
 */
export interface TokenLimit {
  begin(owner: string): void
  /** A case has ended; its tokens are no longer needed. */
  end(owner: string): void
  /** Deletes the tokens of a case that will be repeated. Resolves when it is its turn. */
  retry(owner: string): Promise<void>
  /** Resolves when a case may create tokens: at once, or, after a refusal, when no other case does. */
  turn(owner: string): Promise<void>
  /** A creation with this form of body succeeded. */
  accepted(form: string): void
  /**
   * Whether a refused creation may be repeated: `room` at once, since tokens were deleted; `turn` by the whole case, since others hold
   * tokens. A form that never succeeded may itself be the reason: it is repeated once, and only if the target is known to have a limit.
   */
  makeRoom(owner: string, family: TokenFamily, values: RoleValues, form: string): Promise<'room' | 'turn' | undefined>
  /** The run ends: nothing waits any more. */
  close(): void
}

/** A case that waits for its turn. */
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

/** Pause before a creation is repeated that was refused although tokens were deleted. */
const pauseMs = 500

/** `remove` deletes one token. A deleted token may count against the limit for up to `patienceMs`. */
export const createTokenLimit = (
  ledger: Pick<Ledger, 'entries' | 'isDeleted'>,
  remove: (entry: LedgerEntry) => Promise<boolean>,
  pause: (ms: number) => Promise<unknown>,
  patienceMs: number,
): TokenLimit => {
  const running = new Set<string>()
  const finished = new Set<string>()
  /** Cases that may create tokens. */
  const admitted = new Set<string>()
  /** Cases that wait for their turn, in order. */
  const waiting = new Map<string, Waiting>()
  const acceptedForms = new Set<string>()
  /** Forms that were repeated although they never succeeded. */
  const retriedForms = new Set<string>()
  const removed = new Set<LedgerEntry>()
  /** Removed tokens that are still shown, or were not shown yet. */
  const unseen = new Set<LedgerEntry>()
  const removals = pLimit(1)
  let isLimited = false
  /** Total pause since the last success. */
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
  // Personal access tokens have no organization: undefined or an empty text.
  const isOf =
    (family: TokenFamily, { org = '' }: RoleValues) =>
    ({ kind, values }: LedgerEntry): boolean =>
      kind === family && (values.org ?? '') === org
  const removeSeen = async (entry: LedgerEntry): Promise<void> => {
    unseen.add(entry)
    if (await remove(entry)) unseen.delete(entry)
  }
  /** Deletes tokens once each: a target may show them for a while and have the room already. */
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
    // A failed case may still be waiting.
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
      // A fixture is created once for all cases, so it cannot wait for them.
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
