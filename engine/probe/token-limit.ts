import pLimit from 'p-limit'
import type { RoleValues } from '../../contracts/operations.ts'
import type { Ledger, LedgerEntry } from '../cleanup/ledger.ts'

type Family = 'pat' | 'oat'

/** Makes room where a target takes only so many tokens at a time; does nothing as long as none is refused. */
export interface TokenLimit {
  begin(owner: string): void
  /** A case is over, and what it made is of no more use. */
  end(owner: string): void
  /** Resolves when a case may create: at once, or, where tokens were refused, when no other case is about to. */
  turn(owner: string): Promise<void>
  /** A creation of this form was carried out. */
  made(form: string): void
  /**
   * Whether a creation of this form that was refused may be asked for again: such a one was carried out before, and tokens were deleted since, or
   * another case has ended.
   */
  makeRoom(owner: string, family: Family, values: RoleValues, form: string): Promise<boolean>
}

/** A case that is under way. */
interface UnderWay {
  readonly ended: Promise<void>
  readonly end: () => void
}

const underWay = (): UnderWay => {
  let end = (): void => undefined
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  return { ended, end }
}

/** `remove` deletes one token, and says whether it is gone. */
export const createTokenLimit = (
  ledger: Pick<Ledger, 'entries' | 'isDeleted'>,
  remove: (entry: LedgerEntry) => Promise<boolean>,
): TokenLimit => {
  const cases = new Map<string, UnderWay>()
  const over = new Set<string>()
  const forms = new Set<string>()
  const removed = new Set<LedgerEntry>()
  /** What waits for room, and how it is told that there will be none. */
  const waiting = new Map<string, () => void>()
  const turns = new Map<string, Promise<void>>()
  const oneByOne = pLimit(1)
  const removals = pLimit(1)
  let isScarce = false
  const entriesOf = (family: Family, { org }: RoleValues): readonly LedgerEntry[] =>
    ledger.entries.filter(
      entry =>
        entry.kind === family &&
        entry.values.org === org &&
        entry.made &&
        !removed.has(entry) &&
        !entry.ids?.some(ledger.isDeleted),
    )
  return {
    begin: owner => cases.set(owner, underWay()),
    end: owner => {
      over.add(owner)
      cases.get(owner)?.end()
      cases.delete(owner)
    },
    turn: owner => {
      const own = cases.get(owner)
      if (!isScarce || own === undefined || ledger.entries.some(entry => entry.owner === owner))
        return Promise.resolve()
      const turn =
        turns.get(owner) ??
        new Promise<void>(resolve => {
          oneByOne(() => {
            resolve()
            return own.ended
          })
        })
      turns.set(owner, turn)
      return turn
    },
    made: form => forms.add(form),
    makeRoom: async (owner, family, values, form) => {
      if (!forms.has(form)) return false
      isScarce = true
      const room = await removals(async () => {
        const useless = entriesOf(family, values).filter(entry => over.has(entry.owner ?? ''))
        for (const entry of useless) removed.add(entry)
        const outcomes = await Promise.all(useless.map(entry => remove(entry)))
        return outcomes.includes(true)
      })
      if (room) return true
      // What the run shares is made for all of them, and waits for none.
      if (!cases.has(owner)) return false
      const held = (other: string): number => entriesOf(family, values).filter(entry => entry.owner === other).length
      const giveUp = new Promise<false>(resolve => waiting.set(owner, () => resolve(false)))
      const busy = [...cases].filter(([other]) => !waiting.has(other) && held(other) > 0)
      // Those that wait for each other would wait for ever: the one that holds most goes on without one more.
      if (busy.length === 0) {
        const [most] = [...waiting.keys()].sort((one, other) => held(other) - held(one))
        waiting.get(most ?? owner)?.()
      }
      const others = [...cases].filter(([other]) => other !== owner && held(other) > 0)
      try {
        const ended = Promise.race(others.map(([, one]) => one.ended)).then(() => true)
        return await (others.length === 0 ? false : Promise.race([giveUp, ended]))
      } finally {
        waiting.delete(owner)
      }
    },
  }
}
