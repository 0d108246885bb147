import { isObject } from '../../checks/reading/json.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Binding, OperationName, RoleValues } from '../../contracts/operations.ts'
import type { CreationKind } from '../../contracts/requirement.ts'
import { callBody } from '../probe/calls/body.ts'

/** Something that the run is about to create, or has created. */
export interface LedgerEntry {
  readonly kind: CreationKind
  readonly name: string
  values: RoleValues
  /** The namespace in which the answer to its creation says it is, where that is another one. */
  elsewhere?: string
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
export type StoredEntry = Readonly<Pick<LedgerEntry, 'kind' | 'name' | 'values' | 'made' | 'renamed' | 'elsewhere'>> & {
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
  readonly bindings: readonly Pick<
    Binding,
    'operation' | 'method' | 'path' | 'query' | 'headers' | 'credentialForm' | 'from' | 'requestBody' | 'requestType'
  >[]
  /** The form in which the run sent its credentials. */
  readonly credentialForm?: string
  /** The header in which it sent the token of a session with them. */
  readonly csrfHeader?: string
  readonly entries: readonly StoredEntry[]
}

/** Operations that find and delete what a run has created, and the login for them. */
export const cleanupOperations: readonly OperationName[] = [
  'GetRepository',
  'listNamespaceRepositories',
  'DeleteRepository',
  'pat.list',
  'pat.get',
  'pat.delete',
  'oat.list',
  'oat.get',
  'oat.delete',
  'login',
]

/** Whether a body has nothing but marks for texts: others that a user writes may be secrets. */
const hasMarksAlone = (body: unknown): boolean =>
  typeof body === 'string' ? /^\{\w+\}$/.test(body) : Object.values(body ?? {}).every(hasMarksAlone)

/** What an operation is sent: a body of the user's own that holds no secret, or, of a login, marks in place of user name and password. */
const formToKeep = (binding: Binding): Pick<Binding, 'requestBody' | 'requestType'> => {
  const { operation, from, requestBody, requestType, requestSchema } = binding
  if (isObject(requestBody) && hasMarksAlone(requestBody)) return { requestBody, ...defined({ requestType }) }
  if (operation !== 'login' || from === 'file' || requestSchema === undefined) return {}
  const marks = { username: '{username}', password: '{password}' }
  return { requestBody: callBody(binding, marks, {}, undefined), ...defined({ requestType }) }
}

/**
 * The bindings that a ledger keeps.
 *
 * @param formAt - the form in which credentials are sent to one
 * @param isUsed - whether credentials are sent in this form
 */
export const keptBindings = (
  bindings: ReadonlyMap<OperationName, Binding>,
  formAt: (binding: Binding) => string | undefined,
  isUsed: (form: string) => boolean,
): LedgerRecord['bindings'] =>
  cleanupOperations.flatMap(name => {
    const binding = bindings.get(name)
    if (!binding) return []
    const { operation, method, path, query, headers, from } = binding
    const credentialForm = formAt(binding) ?? binding.credentialForm
    const form = credentialForm !== undefined && isUsed(credentialForm) ? { credentialForm } : {}
    return [{ operation, method, path, from, ...defined({ query, headers }), ...form, ...formToKeep(binding) }]
  })

/** Where a ledger survives the process. A write resolves once it is durable. */
export interface LedgerStore {
  write(record: LedgerRecord): Promise<void>
}

/** What the answer to a creation says of what was made. */
interface Told extends Pick<LedgerEntry, 'ids' | 'renamed'> {
  readonly elsewhere?: string | undefined
}

const nowhere: ReadonlySet<string> = new Set()

/** An id or a name with its kind: ids of two kinds may be alike, such as numbers. */
export const ofKind = (kind: CreationKind, idOrName: string): string => `${kind} ${idOrName}`

/** What a run creates, in order, so that it can be deleted in reverse. The ledger is in memory; `keep` makes every change of it durable. */
export const createLedger = (
  keep: (entries: readonly StoredEntry[]) => Promise<void> = async () => undefined,
  now: () => number = () => 0,
) => {
  const entries: LedgerEntry[] = []
  const places = new Map<string, Pick<LedgerEntry, 'kind' | 'values'>>()
  const own = new Set<string>()
  const foreign = new Set<string>()
  const seenBefore = new Set<CreationKind>()
  const shown = new Map<string, ReadonlySet<string>>()
  const opened = new Map<LedgerEntry, number>()
  /** When the target said so. */
  const deleted = new Map<string, readonly number[]>()
  // One after the other: an older state must never come to lie over a newer one.
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  /** What waits for a write that runs is written together: one entry on disk takes as long as many. */
  const save = (): Promise<void> => {
    const write = (): Promise<void> => {
      waiting = undefined
      return keep(
        entries.map(({ kind, name, values, ids = [], made, renamed, elsewhere }) => ({
          kind,
          name,
          values,
          ids,
          ...(made ? { made } : {}),
          ...(renamed ? { renamed } : {}),
          ...defined({ elsewhere }),
        })),
      )
    }
    if (waiting === undefined) {
      waiting = last.then(write)
      last = waiting.catch(() => undefined)
    }
    return waiting
  }
  return {
    entries: entries as readonly LedgerEntry[],
    /** Where something was created or tried to be, whatever the target answered. */
    get places(): readonly Pick<LedgerEntry, 'kind' | 'values'>[] {
      return [...places.values()]
    },
    /** Notes what a request is about to create; resolves once that is kept. */
    open: async (entry: LedgerEntry): Promise<LedgerEntry> => {
      entries.push(entry)
      try {
        await save()
      } catch (error) {
        // What is not kept is not created.
        entries.splice(entries.indexOf(entry), 1)
        throw error
      }
      const { kind, values, name } = entry
      own.add(ofKind(kind, name))
      opened.set(entry, now())
      places.set(JSON.stringify([kind, values]), { kind, values })
      return entry
    },
    /** Forgets what the target refused to create, or what was deleted. */
    drop: async (entry: LedgerEntry): Promise<void> => {
      const index = entries.indexOf(entry)
      if (index < 0) return
      entries.splice(index, 1)
      await save()
    },
    /** Notes that the target said that it created something. */
    made: async (
      entry: LedgerEntry,
      created: Answered,
      { ids = [], renamed = false, elsewhere }: Told = {},
    ): Promise<void> => {
      Object.assign(entry, { created, ids, made: true, renamed, ...defined({ elsewhere }) })
      await save()
    },
    /** Notes that something was found where the answer to its creation says it is. */
    moved: async (entry: LedgerEntry, namespace: string): Promise<void> => {
      entry.values = { ...entry.values, namespace }
      await save()
    },
    /** Notes that the target does not show something under its name. */
    renamed: async (entry: LedgerEntry): Promise<void> => {
      if (entry.renamed) return
      entry.renamed = true
      await save()
    },
    /** Notes that the list of a kind was read to its end before the run created anything. */
    looked: (kind: CreationKind): void => {
      seenBefore.add(kind)
    },
    /** Whether an id is neither the run's own nor was there before; false where it is not known what was there before. */
    isNew: (id: string, kind: CreationKind): boolean =>
      seenBefore.has(kind) && !foreign.has(ofKind(kind, id)) && !own.has(ofKind(kind, id)),
    /** Notes an id of a kind that was there before the run: it belongs to somebody else for good. */
    disown: (id: string, kind: CreationKind): void => {
      if (!own.has(ofKind(kind, id))) foreign.add(ofKind(kind, id))
    },
    isForeign: (id: string, kind: CreationKind): boolean => foreign.has(ofKind(kind, id)),
    /** The templates of paths at which an id was shown to be the run's own. */
    shownAt: (id: string): ReadonlySet<string> => shown.get(id) ?? nowhere,
    /** Notes an id under which the target showed the run's own name, and the places; resolves once that is kept. */
    adopt: async (id: string, kind: CreationKind, name: string, at: readonly string[]): Promise<void> => {
      own.add(ofKind(kind, id))
      shown.set(id, new Set([...(shown.get(id) ?? []), ...at]))
      const entry = entries.find(each => each.name === name)
      if (entry === undefined || entry.ids?.[0] === id) return
      entry.ids = [id, ...(entry.ids ?? []).filter(other => other !== id)]
      await save()
    },
    /** Notes that the target said that it deleted what has this id or name. */
    deleted: (idOrName: string, kind: CreationKind): void => {
      const key = ofKind(kind, idOrName)
      deleted.set(key, [...(deleted.get(key) ?? []), now()])
    },
    /** How often the target said so. */
    deletions: (idOrName: string, kind: CreationKind): number => deleted.get(ofKind(kind, idOrName))?.length ?? 0,
    /** Milliseconds since the target first said so. */
    deletedFor: ({ kind, name, ids = [] }: LedgerEntry): number =>
      Math.max(...[name, ...ids].map(one => now() - (deleted.get(ofKind(kind, one))?.[0] ?? now()))),
    /** Milliseconds since the run was about to create it. */
    age: (entry: LedgerEntry): number => now() - (opened.get(entry) ?? now()),
    isDeleted: (idOrName: string, kind: CreationKind): boolean => deleted.has(ofKind(kind, idOrName)),
    /** Whether something of that name or id is the run's own. */
    owns: (idOrName: string, kind: CreationKind): boolean => own.has(ofKind(kind, idOrName)),
  }
}

export type Ledger = ReturnType<typeof createLedger>
