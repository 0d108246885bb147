import type { Answered } from '../contracts/exchange.ts'
import type { RoleValues } from '../contracts/operations.ts'
import type { CreationKind } from '../contracts/requirement.ts'

/** Something that the run is about to create, or has created. */
export interface LedgerEntry {
  readonly kind: CreationKind
  readonly name: string
  readonly values: RoleValues
  created?: Answered
}

/** What a run creates, in order, so that it can be deleted in reverse. */
export interface Ledger {
  /** Before the request that creates it. */
  open(entry: LedgerEntry): Promise<LedgerEntry>
  /** The target refused: there is nothing to delete. */
  drop(entry: LedgerEntry): Promise<void>
  made(entry: LedgerEntry, created: Answered): Promise<void>
  /** A check deleted it, or cleaning up did. */
  gone(entry: LedgerEntry): Promise<void>
  readonly entries: readonly LedgerEntry[]
}

export const createLedger = (): Ledger => {
  const entries: LedgerEntry[] = []
  const remove = async (entry: LedgerEntry): Promise<void> => {
    const index = entries.indexOf(entry)
    if (index >= 0) entries.splice(index, 1)
  }
  return {
    entries,
    open: async entry => {
      entries.push(entry)
      return entry
    },
    drop: remove,
    gone: remove,
    made: async (entry, created) => {
      entry.created = created
    },
  }
}
