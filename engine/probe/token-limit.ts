import pLimit from 'p-limit'
import type { RoleValues } from '../../contracts/operations.ts'
import type { Ledger, LedgerEntry } from '../cleanup/ledger.ts'

type Family = 'pat' | 'oat'

/** Makes room where a target takes only so many tokens at a time; does nothing as long as none is refused. */
export interface TokenLimit {
  begin(owner: string): void
  /** A case is over, and what it made is of no more use. */
  end(owner: string): void
  /** A case that gave way to others is to be asked again: what it made is deleted. Resolves when it is its turn. */
  again(owner: string): Promise<void>
  /** Resolves when a case may create: at once, or, where tokens were refused, when no other case is about to. */
  turn(owner: string): Promise<void>
  /** A creation of this form was carried out. */
  made(form: string): void
  /**
   * Whether a creation of this form that was refused may be asked for again: at once where such a one was carried out before, and tokens were
   * deleted since, or another case has ended; by the whole case in its turn where it holds most of those that wait for each other.
   */
  makeRoom(owner: string, family: Family, values: RoleValues, form: string): Promise<'room' | 'turn' | undefined>
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
  const held = (): readonly LedgerEntry[] =>
    ledger.entries.filter(entry => entry.made && !removed.has(entry) && !entry.ids?.some(ledger.isDeleted))
  // A personal token is of no organization, which cases say in two ways.
  const entriesOf = (family: Family, { org = '' }: RoleValues): readonly LedgerEntry[] =>
    held().filter(entry => entry.kind === family && (entry.values.org ?? '') === org)
  /** Deletes these, and says whether one of them is gone. */
  const removeAll = (useless: () => readonly LedgerEntry[]): Promise<boolean> =>
    removals(async () => {
      const entries = useless()
      for (const entry of entries) removed.add(entry)
      const outcomes = await Promise.all(entries.map(entry => remove(entry)))
      return outcomes.includes(true)
    })
  const isTokenOf =
    (owner: string) =>
    (entry: LedgerEntry): boolean =>
      entry.owner === owner && entry.kind !== 'repository'
  const begin = (owner: string): void => {
    cases.set(owner, underWay())
  }
  const end = (owner: string): void => {
    over.add(owner)
    cases.get(owner)?.end()
    cases.delete(owner)
  }
  const turnOf = (owner: string, own: UnderWay): Promise<void> => {
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
  }
  return {
    begin,
    end,
    again: async owner => {
      end(owner)
      await removeAll(() => held().filter(isTokenOf(owner)))
      over.delete(owner)
      turns.delete(owner)
      begin(owner)
      await turnOf(owner, cases.get(owner) as UnderWay)
      // Those that had theirs before there were turns wait for nothing that this one holds.
      const holders = [...cases].filter(([other]) => other !== owner && ledger.entries.some(isTokenOf(other)))
      await Promise.all(holders.map(([, one]) => one.ended))
    },
    turn: owner => {
      const own = cases.get(owner)
      return !isScarce || own === undefined || ledger.entries.some(entry => entry.owner === owner)
        ? Promise.resolve()
        : turnOf(owner, own)
    },
    made: form => forms.add(form),
    makeRoom: async (owner, family, values, form) => {
      if (!forms.has(form)) return undefined
      isScarce = true
      if (await removeAll(() => entriesOf(family, values).filter(entry => over.has(entry.owner ?? '')))) return 'room'
      // What the run shares is made for all of them, and waits for none.
      if (!cases.has(owner)) return undefined
      const heldBy = (other: string): number => entriesOf(family, values).filter(entry => entry.owner === other).length
      const giveUp = new Promise<'turn'>(resolve => waiting.set(owner, () => resolve('turn')))
      /** Whether a case asks for one at this moment, or goes on with what it has. */
      const isBusy = (other: string): boolean =>
        !waiting.has(other) &&
        ledger.entries.some(
          entry => entry.owner === other && entry.kind === family && (!entry.made || heldBy(other) > 0),
        )
      const busy = [...cases.keys()].filter(isBusy)
      // Cases that wait for each other would never end: the one that holds the most tokens releases them.
      if (busy.length === 0) {
        const [most] = [...waiting.keys()].sort((one, other) => heldBy(other) - heldBy(one))
        waiting.get(most ?? owner)?.()
      }
      const others = [...cases].filter(([other]) => other !== owner && (heldBy(other) > 0 || isBusy(other)))
      try {
        const ended = Promise.race(others.map(([, one]) => one.ended)).then(() => 'room' as const)
        return await (others.length === 0 ? undefined : Promise.race([giveUp, ended]))
      } finally {
        waiting.delete(owner)
      }
    },
  }
}
