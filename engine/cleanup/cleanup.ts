import { pages } from '../../checks/paging.ts'
import { fill } from '../../checks/path-template.ts'
import { isSuccess, mentions, parseJson } from '../../checks/reading.ts'
import { operationRoles } from '../../contracts/bindings/roles.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../contracts/finding.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Leftover } from '../../contracts/report.ts'
import type { CreationKind, Probe } from '../../contracts/requirement.ts'
import { prefixOf } from '../../contracts/run-name.ts'
import { createProbe, createRecorder, type Session } from '../probe/probe.ts'
import { addressOf, createAddresses, idsOf, isNamed, namesIn, ownPart } from '../probe/token-address.ts'
import type { LedgerEntry } from './ledger.ts'

const label = { repository: 'repository', pat: 'personal access token', oat: 'organization access token' } as const

const listing = { repository: 'listNamespaceRepositories', pat: 'pat.list', oat: 'oat.list' } as const

/** What cleaning up may take; what is not deleted by then is a leftover. */
const budgetMs = 300_000

/** How long a target may still show what it has deleted. */
const lingerMs = 2_000

/** How often it is looked for what nothing told of: a name may have been given more than once, and a list shows one page after another. */
const rounds = 5

const absent = (status: number): boolean => status === 404 || status === 410

/** What came of deleting one thing. */
interface Outcome {
  /** Why it stays; undefined where it is gone. */
  readonly why?: string
  /** Taken for gone because no list shows its name, though nothing told whether it was ever made. */
  readonly assumed?: true
  /** The target does not show what it makes under the name that it was asked for. */
  readonly renames?: true
}

const gone: Outcome = {}

/** Whether a repository can still be seen; undefined where nothing that can be read says so. */
const isShown = async (probe: Probe, entry: LedgerEntry, thoroughly: boolean): Promise<boolean | undefined> => {
  const values = { ...entry.values, repository: entry.name }
  const get = await probe.call('GetRepository', values, { anyStatus: true })
  const parsed = isSuccess(get) ? parseJson(get) : undefined
  if (parsed?.ok === true && mentions(parsed.value, entry.name)) return true
  if (!thoroughly) return false
  const list = await probe.call('listNamespaceRepositories', values, { anyStatus: true })
  if (!isSuccess(list) || !parseJson(list).ok) return absent(get.response.status) ? false : undefined
  for await (const page of pages(probe, list)) if (mentions(page.items, entry.name)) return true
  return false
}

/** Whether nothing is left, asked until the target has had time to forget it. */
const isGone = async (probe: Probe, left: () => Promise<boolean | undefined>): Promise<boolean> =>
  (await probe.eventually(async () => ((await left()) === false ? true : undefined))) === true

/** Deletes; once more where that came to nothing, since deleting twice is deleting. */
const deletion = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
): Promise<{ readonly ok: boolean; readonly says: string; readonly status: number }> => {
  const once = async (): Promise<{ readonly ok: boolean; readonly says: string; readonly status: number }> => {
    try {
      const answer = await probe.call(operation, values, { anyStatus: true })
      return { ok: isSuccess(answer), says: answered(answer), status: answer.response.status }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return { ok: false, says: `no answer to the deletion: ${noAnswer(error)}`, status: 0 }
    }
  }
  const first = await once()
  return first.status === 0 || first.status >= 500 ? once() : first
}

const noAnswer = ({ exchange }: NoAnswer): string => exchange.failure ?? String(exchange.response?.status)

const answered = ({ request, response }: Answered): string => `${request.method} answered ${response.status}`

const removeRepository = async (probe: Probe, entry: LedgerEntry): Promise<Outcome> => {
  const values = { ...entry.values, repository: entry.name }
  const { ok, says, status } = await deletion(probe, 'DeleteRepository', values)
  if (ok)
    return (await isGone(probe, () => isShown(probe, entry, false))) ? gone : { why: `${says}, but it is still there` }
  const shown = await isShown(probe, entry, true)
  if (shown === false && (absent(status) || status === 0 || status >= 500))
    return entry.renamed ? { why: 'the target made it under another name' } : gone
  return { why: `${says}; the document names no way to delete a repository` }
}

/** Why a token that is found under no id stays, if it does. */
const outcomeUnfound = async (
  session: Session,
  probe: Probe,
  entry: LedgerEntry,
  told: readonly string[],
): Promise<Outcome> => {
  const { kind, name, values } = entry
  if (kind === 'repository') throw new Error('a repository is no token')
  const org = values.org ?? ''
  const addresses = createAddresses(probe, kind, org, session.ledger)
  const renamed = { why: 'the target shows it under another name than it was given', renames: true } as const
  // An id that the target showed our name under, and shows nothing under any more.
  const [first] = told
  if (first !== undefined && session.ledger.owns(first) && (await addresses.read(first)) === undefined) return gone
  for (const id of told) if (isNamed(await addresses.read(id), id)) return renamed
  const list = await probe.call(`${kind}.list`, { org }, { anyStatus: true })
  if (!isSuccess(list) || !parseJson(list).ok) return { why: 'it cannot be found again by its name' }
  let news = 0
  for await (const { items } of pages(probe, list)) {
    news += items.filter(
      item =>
        idsOf([item]).some(id => session.ledger.isNew(id)) &&
        !JSON.stringify(item).toLowerCase().includes(prefixOf(session.run)),
    ).length
    if (JSON.stringify(items).toLowerCase().includes(name.toLowerCase()))
      return { why: 'the target shows it under no id that can be believed' }
    if (told.some(id => isNamed(items, id))) return renamed
  }
  if (told.length > 0) return gone
  if (entry.made || entry.renamed) return { why: 'it cannot be found again by its name', renames: true }
  if (news === 0) return { assumed: true }
  return {
    why: `nothing told whether it was made, and ${news === 1 ? 'a thing is' : `${news} things are`} there that ${news === 1 ? 'was' : 'were'} not before`,
    renames: true,
  }
}

/** Whether a list shows a token by its id or its name; undefined where there is no list to be read. */
const isListed = async (
  probe: Probe,
  { kind, name, values }: LedgerEntry,
  id: string,
): Promise<boolean | undefined> => {
  const list = await probe.call(listing[kind], values, { anyStatus: true })
  if (!isSuccess(list) || !parseJson(list).ok) return undefined
  for await (const { items } of pages(probe, list))
    if (isNamed(items, id) || JSON.stringify(items).toLowerCase().includes(name.toLowerCase())) return true
  return false
}

const removeToken = async (session: Session, probe: Probe, entry: LedgerEntry): Promise<Outcome> => {
  const { kind, name, created } = entry
  if (kind === 'repository') throw new Error('a repository is no token')
  const org = entry.values.org ?? ''
  const addresses = createAddresses(probe, kind, org, session.ledger)
  const told = [...new Set([...(entry.ids ?? []), ...(created ? addresses.idsIn(created, name) : [])])].filter(
    id => !session.ledger.isForeign(id),
  )
  const id = await addressOf({ ...probe, eventually: attempt => attempt() }, kind, org, name, told, session.ledger)
  if (id === undefined) return outcomeUnfound(session, probe, entry, told)
  const { ok, says, status } = await deletion(probe, `${kind}.delete`, { org, id })
  if (!ok && !absent(status)) return (await isListed(probe, entry, id)) === false ? gone : { why: says }
  let known = ok
  const vanished = await isGone(probe, async () => {
    // What a hub cannot delete yet, it may once it shows it.
    if (!known) known = (await deletion(probe, `${kind}.delete`, { org, id })).ok
    return (await addresses.shows(id, name)) === 'own'
  })
  // Where nothing was deleted, and the hub shows no token by itself, its list has the last word.
  const unlisted = known || (await isGone(probe, async () => (await isListed(probe, entry, id)) === true))
  return vanished && unlisted ? gone : { why: `${says}, but it is still there` }
}

/** Deletes one thing. Never throws: each attempt stands alone. */
const remove = async (session: Session, probe: Probe, entry: LedgerEntry): Promise<Outcome> => {
  if (!entry.name.startsWith(prefixOf(session.run))) return { why: 'its name is not one of this run' }
  try {
    return await (entry.kind === 'repository' ? removeRepository(probe, entry) : removeToken(session, probe, entry))
  } catch (error) {
    if (error instanceof NoAnswer) return { why: `no answer when it was looked for: ${noAnswer(error)}` }
    if (error instanceof Missing) return { why: `not deletable: ${error.code}` }
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

/** A name of the run as the ledger may hold it: what a target shows after it, or in place of its letters, is the target's. */
const ownName = (prefix: string, shown: string): string | undefined => {
  const rest = /^[0-9a-z-]+/i.exec(ownPart(shown, prefix)?.slice(prefix.length) ?? '')?.[0]
  return rest === undefined ? undefined : prefix + rest.toLowerCase()
}

/** What carries the run's names although nothing told of it: a creation that was refused and carried out all the same. */
const strays = async (session: Session, probe: Probe, known: ReadonlySet<string>): Promise<readonly LedgerEntry[]> => {
  const found: LedgerEntry[] = []
  for (const { kind, values } of session.ledger.places) {
    try {
      const list = await probe.call(listing[kind], values, { anyStatus: true })
      if (!isSuccess(list) || !parseJson(list).ok) continue
      for await (const { exchange } of pages(probe, list))
        for (const shown of namesIn(exchange, prefixOf(session.run))) {
          const name = ownName(prefixOf(session.run), shown)
          if (name === undefined || session.redactor.text(name) !== name) continue
          if (!known.has(name) && !found.some(entry => entry.name === name)) found.push({ kind, name, values })
        }
    } catch {
      // Whatever came of looking, what is known of is deleted or listed.
    }
  }
  return found
}

const leftover = (session: Session, entry: LedgerEntry, why: string): Leftover => {
  const binding = session.bindings.get(entry.kind === 'repository' ? 'GetRepository' : listing[entry.kind])
  const path = binding
    ? fill(binding.path, operationRoles[binding.operation], { ...entry.values, repository: entry.name })
    : '/'
  return { kind: label[entry.kind], name: entry.name, url: session.origin + session.basePath + path, why }
}

/** Deletes what the run created, newest first. Returns what stays; the ledger keeps exactly that. */
export const cleanUp = async (session: Session): Promise<readonly Leftover[]> => {
  if (session.ledger.places.length === 0) return []
  session.credentials.refresh()
  const until = session.clock.now() + budgetMs
  const probe = createProbe({ ...session, patienceMs: lingerMs }, 'cleanup', createRecorder())
  const left = new Map<LedgerEntry, Leftover>()
  const assumed: LedgerEntry[] = []
  const renaming = new Set<CreationKind>()
  /** A ledger that cannot be made shorter says more than is left, which does no harm. */
  const forget = (entry: LedgerEntry): Promise<void> => session.ledger.gone(entry).catch(() => undefined)
  const removeAll = async (entries: readonly LedgerEntry[]): Promise<void> => {
    for (const entry of entries) {
      const outcome =
        session.clock.now() > until
          ? { why: 'the time for cleaning up was used up' }
          : await remove(session, probe, entry)
      if (outcome.renames) {
        renaming.add(entry.kind)
        await session.ledger.renamed(entry).catch(() => undefined)
      }
      if (outcome.assumed) assumed.push(entry)
      else if (outcome.why === undefined) await forget(entry)
      else left.set(entry, leftover(session, entry, outcome.why))
    }
  }
  await removeAll([...session.ledger.entries].reverse())
  // Where other things cannot be found by their names, that a name is not found says nothing.
  for (const entry of assumed)
    if (renaming.has(entry.kind))
      left.set(
        entry,
        leftover(session, entry, 'nothing told whether it was made, and it would not be found by its name'),
      )
    else await forget(entry)
  for (let round = 0; round < rounds; round++) {
    const before = left.size
    const found = await strays(session, probe, new Set([...left.keys()].map(({ name }) => name)))
    if (found.length === 0) break
    // What is found is noted like what was made, so that it can be deleted later; where it cannot be noted, it can be deleted all the same.
    for (const entry of found) await session.ledger.open(entry).catch(() => undefined)
    await removeAll(found)
    if (left.size - before === found.length) break
  }
  return [...left.values()]
}
