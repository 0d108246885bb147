import type { Answered } from '../../contracts/exchange.ts'
import type { Binding, RoleValues } from '../../contracts/operations.ts'
import type { CreationKind } from '../../contracts/requirement.ts'

/** Something that the run is about to create, or has created. */
export interface LedgerEntry {
  readonly kind: CreationKind
  readonly name: string
  readonly values: RoleValues
  /** The key of the case, or of what cases share, that creates it. */
  readonly owner?: string
  created?: Answered
  /** What it may be addressed by, as far as it was told; never taken on trust. */
  ids?: readonly string[]
  /** The target said that it made it. */
  made?: boolean
  /** The target's answer to the creation spoke of another name: what it made may not be found under ours. */
  renamed?: boolean
  /** Its form takes no name of ours: only its id tells whose it is. */
  readonly unnamed?: boolean
}

/** An entry as it is kept on a disk: no answer, since answers hold secrets. */
export type StoredEntry = Pick<LedgerEntry, 'kind' | 'name' | 'values' | 'made' | 'renamed'> & {
  readonly ids: readonly string[]
}

/** What it takes to clean up after a run that was broken off. */
export interface LedgerRecord {
  readonly schemaVersion: '1'
  /** Every name of the run begins with it. */
  readonly prefix: string
  readonly target: string
  readonly startedAt: string
  /** How the things are found and deleted on this target. */
  readonly bindings: readonly Pick<Binding, 'operation' | 'method' | 'path' | 'query' | 'credentialForm' | 'from'>[]
  /** The form in which the run sent its credentials. */
  readonly credentialForm?: string
  readonly entries: readonly StoredEntry[]
}

/** Where a ledger survives the process. A write resolves once it is durable. */
export interface LedgerStore {
  write(record: LedgerRecord): Promise<void>
}

/** What a run creates, in order, so that it can be deleted in reverse. */
export interface Ledger {
  /** Before the request that creates it; resolves once that is kept. */
  open(entry: LedgerEntry): Promise<LedgerEntry>
  /** The target refused: there is nothing to delete. */
  drop(entry: LedgerEntry): Promise<void>
  /** The target said that it made it. */
  made(entry: LedgerEntry, created: Answered, told?: Pick<LedgerEntry, 'ids' | 'renamed'>): Promise<void>
  /** A check deleted it, or cleaning up did. */
  gone(entry: LedgerEntry): Promise<void>
  /** The target does not show it under its name. */
  renamed(entry: LedgerEntry): Promise<void>
  /** An id that was there before the run: somebody else's for good. */
  disown(id: string): void
  isForeign(id: string): boolean
  /** What was there before of a kind was seen, to the end of its list. */
  looked(kind: CreationKind): void
  /** Whether an id is neither the run's own nor was there before; false where it was not seen what was there before. */
  isNew(id: string, kind: CreationKind): boolean
  /** An id under which the target showed our own name at these places; resolves once that is kept. */
  adopt(id: string, name: string, places: readonly string[]): Promise<void>
  /** The templates of paths at which an id was shown to be the run's own. */
  shownAt(id: string): ReadonlySet<string>
  /** A check, or cleaning up, deleted what has that id, as far as the target's answer tells. */
  deleted(id: string): void
  isDeleted(id: string): boolean
  /** Whether something of that name or id is the run's own. */
  owns(value: string): boolean
  readonly entries: readonly LedgerEntry[]
  /** Where something was created or tried to be, whatever the target answered. */
  readonly places: readonly Pick<LedgerEntry, 'kind' | 'values'>[]
}

const nowhere: ReadonlySet<string> = new Set()

/** A ledger in memory; `keep` makes every change of it durable. */
export const createLedger = (
  keep: (entries: readonly StoredEntry[]) => Promise<void> = async () => undefined,
): Ledger => {
  const entries: LedgerEntry[] = []
  const places = new Map<string, Pick<LedgerEntry, 'kind' | 'values'>>()
  const own = new Set<string>()
  const foreign = new Set<string>()
  const seenBefore = new Set<CreationKind>()
  const shown = new Map<string, ReadonlySet<string>>()
  const deleted = new Set<string>()
  // One after the other: an older state must never come to lie over a newer one.
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  /** What waits for a write that runs is written together: one entry on disk takes as long as many. */
  const save = (): Promise<void> => {
    const write = (): Promise<void> => {
      waiting = undefined
      return keep(
        entries.map(({ kind, name, values, ids = [], made, renamed }) => ({
          kind,
          name,
          values,
          ids,
          ...(made ? { made } : {}),
          ...(renamed ? { renamed } : {}),
        })),
      )
    }
    if (waiting === undefined) {
      waiting = last.then(write)
      last = waiting.catch(() => undefined)
    }
    return waiting
  }
  const remove = async (entry: LedgerEntry): Promise<void> => {
    const index = entries.indexOf(entry)
    if (index < 0) return
    entries.splice(index, 1)
    await save()
  }
  return {
    entries,
    get places() {
      return [...places.values()]
    },
    open: async entry => {
      entries.push(entry)
      try {
        await save()
      } catch (error) {
        // What is not kept is not created.
        entries.splice(entries.indexOf(entry), 1)
        throw error
      }
      own.add(entry.name)
      const { kind, values } = entry
      places.set(JSON.stringify([kind, values]), { kind, values })
      return entry
    },
    drop: remove,
    gone: remove,
    made: async (entry, created, { ids = [], renamed = false } = {}) => {
      entry.created = created
      entry.ids = ids
      entry.made = true
      entry.renamed = renamed
      await save()
    },
    renamed: async entry => {
      if (entry.renamed) return
      entry.renamed = true
      await save()
    },
    looked: kind => {
      seenBefore.add(kind)
    },
    isNew: (id, kind) => seenBefore.has(kind) && !foreign.has(id) && !own.has(id),
    disown: id => {
      if (!own.has(id)) foreign.add(id)
    },
    isForeign: id => foreign.has(id),
    shownAt: id => shown.get(id) ?? nowhere,
    adopt: async (id, name, at) => {
      own.add(id)
      shown.set(id, new Set([...(shown.get(id) ?? []), ...at]))
      const entry = entries.find(each => each.name === name)
      if (entry === undefined || entry.ids?.[0] === id) return
      entry.ids = [id, ...(entry.ids ?? []).filter(other => other !== id)]
      await save()
    },
    deleted: id => {
      deleted.add(id)
    },
    isDeleted: id => deleted.has(id),
    owns: value => own.has(value),
  }
}
