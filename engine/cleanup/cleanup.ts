import pLimit from 'p-limit'
import { isUnfinished, pages, readList } from '../../checks/paging.ts'
import { fill } from '../../checks/path-template.ts'
import { distinct } from '../../checks/presence.ts'
import { isSuccess, json, listItems, mentions, parseJson } from '../../checks/reading.ts'
import { operationRoles } from '../../contracts/bindings/roles.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../contracts/finding.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import { reasonSentence } from '../../contracts/reasons.ts'
import type { Leftover } from '../../contracts/report.ts'
import type { CreationKind, Probe } from '../../contracts/requirement.ts'
import { prefixOf } from '../../contracts/run-name.ts'
import { creating } from '../probe/creation.ts'
import { createProbe, createRecorder, type Session } from '../probe/probe.ts'
import {
  addressByIdAlone,
  addressOf,
  createAddresses,
  isNamed,
  namesIn,
  newIn,
  ownPart,
} from '../probe/token-address.ts'
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

/** Things that are deleted at once. */
const atOnce = 8

/** How long an operation that seems to be missing is left alone before it is tried once more. */
const retryMs = 500

/** Where things of a kind are. */
type Place = Pick<LedgerEntry, 'kind' | 'values'>

/** The same for things of one list: personal access tokens are the caller's, whatever organization is named. */
const placeKey = ({ kind, values }: Place): string =>
  JSON.stringify([kind, kind === 'repository' ? values.namespace : kind === 'oat' ? values.org : null])

/** What came of deleting one thing. */
interface Outcome {
  /** Why it stays; undefined where it is gone, or not shown. */
  readonly why?: string
  /** Not shown, though nothing told whether it was ever made, or deleted: a list may show it late. */
  readonly assumed?: true
  /** The target does not show what it makes under the name that it was asked for. */
  readonly renames?: true
  /** The id of something whose deletion was refused: it is gone if no list shows it. */
  readonly refused?: string
  /** Looked for or asked to be deleted while other things were deleted, which did not help: asked for once more alone. */
  readonly tried?: true
  /** The operation of which it is not known how it is called. */
  readonly needs?: OperationName
  /** The id of something that the target says it deleted, and was not asked for again: it deleted others. */
  readonly trusted?: string
}

const gone: Outcome = {}

/** How things of one kind and place can be deleted: what one of them shows holds for the others. */
interface Way {
  /** Whether the target is given time to forget what it has deleted; it is not once that did not help. */
  patient: boolean
  /** Whether things are deleted without being looked at first; they are looked at once that did not do. */
  straight: boolean
  /** Whether something was deleted: the operation is there. */
  works?: true
  /** Whether what the target says it deleted is left to its list: one thing was gone. Off for good once the list was looked at. */
  trusted?: boolean
  /** Why nothing more is deleted: the operation is not there. */
  missing?: string
}

const unfinishedList = 'its list, which does not show it, could not be read to the end'

/** Whether a repository can still be seen; undefined where nothing that can be read says so. */
const isShown = async (probe: Probe, entry: LedgerEntry, thoroughly: boolean): Promise<boolean | undefined> => {
  const values = { ...entry.values, repository: entry.name }
  const get = await probe.call('GetRepository', values, { anyStatus: true })
  const parsed = isSuccess(get) ? parseJson(get) : undefined
  if (parsed?.ok === true && mentions(parsed.value, entry.name)) return true
  if (!thoroughly) return false
  // One that is not found is gone where others are found.
  const isNotFound = absent(get.response.status) && probe.received('GetRepository').length > 0
  const list = await probe.call('listNamespaceRepositories', values, { anyStatus: true })
  if (!isSuccess(list) || !parseJson(list).ok) return isNotFound ? false : undefined
  const { pages: read, end } = await readList(probe, list)
  if (read.some(({ items }) => mentions(items, entry.name))) return true
  return isUnfinished(end) && !isNotFound ? undefined : false
}

/** Whether nothing is left, asked until the target has had time to forget it. */
const isGone = async (probe: Probe, left: () => Promise<boolean | undefined>): Promise<boolean> =>
  (await probe.eventually(async () => ((await left()) === false ? true : undefined))) === true

interface Deletion {
  readonly ok: boolean
  readonly says: string
  readonly status: number
  readonly answer?: Answered
}

/** Deletes; once more where that came to nothing, since deleting twice is deleting. */
const deletion = async (probe: Probe, operation: OperationName, values: RoleValues): Promise<Deletion> => {
  const once = async (): Promise<Deletion> => {
    try {
      const answer = await probe.call(operation, values, { anyStatus: true })
      const path = operation === 'DeleteRepository' ? probe.bind(operation).path : undefined
      return { ok: isSuccess(answer), says: answered(answer, path), status: answer.response.status, answer }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return { ok: false, says: `no answer to the deletion: ${noAnswer(error)}`, status: 0 }
    }
  }
  const first = await once()
  return first.status === 0 || first.status >= 500 ? once() : first
}

const noAnswer = ({ exchange }: NoAnswer): string => exchange.failure ?? String(exchange.response?.status)

/** With the path that was asked, where a leftover is shown at another one. */
const answered = ({ request, response }: Answered, path = ''): string =>
  `${[request.method, path].join(' ').trim()} answered ${response.status}${refusal(response.status)}`

/** What a status says of the credentials. */
const refusal = (status: number): string =>
  status === 401 ? ', so the credentials were refused' : status === 403 ? ', so the credentials may not do this' : ''

const removeRepository = async (probe: Probe, entry: LedgerEntry): Promise<Outcome> => {
  const values = { ...entry.values, repository: entry.name }
  const { ok, says, status } = await deletion(probe, 'DeleteRepository', values)
  if (ok)
    return (await isGone(probe, () => isShown(probe, entry, false))) ? gone : { why: `${says}, but it is still there` }
  const shown = await isShown(probe, entry, true)
  const isMissing = status === 405 || status === 501
  // Where there is no such operation, somebody else may have deleted it.
  const isReadAsGone =
    isMissing && absent((await probe.call('GetRepository', values, { anyStatus: true })).response.status)
  if (shown === false && (absent(status) || status === 0 || status >= 500 || isReadAsGone))
    return entry.renamed ? { why: 'the target created it under another name' } : { assumed: true }
  if (shown === undefined && absent(status)) return { why: unfinishedList }
  // What refuses, limits or fails is a way to delete.
  return absent(status) || isMissing
    ? { why: `${says}; the document names no way to delete a repository`, needs: 'DeleteRepository' }
    : { why: says }
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
  const renamed = { why: 'the target shows it under another name', renames: true } as const
  // An id that the target showed our name under, and shows nothing under any more.
  const [first] = told
  if (first !== undefined && session.ledger.owns(first) && (await addresses.read(first)) === undefined) return gone
  for (const id of told) if (isNamed(await addresses.read(id), id)) return renamed
  const list = await probe.call(`${kind}.list`, { org }, { anyStatus: true })
  if (!isSuccess(list) || !parseJson(list).ok)
    return {
      why: `it cannot be searched by its name: its list was answered ${list.response.status}${refusal(list.response.status)}`,
    }
  let news = 0
  const { pages: read, end } = await readList(probe, list)
  for (const { exchange, items } of read) {
    news += newIn(items, kind, session.ledger).filter(
      item => !JSON.stringify(item).toLowerCase().includes(prefixOf(session.run)),
    ).length
    if (exchange.response.body.toLowerCase().includes(name.toLowerCase()))
      // Pages move while other things are deleted, and it may have been between two of them.
      return { why: 'the target shows no reliable id for it', tried: true }
    if (told.some(id => isNamed(items, id))) return renamed
  }
  const notShown: Outcome = {
    assumed: true,
    ...(isUnfinished(end) ? { why: unfinishedList } : {}),
  }
  if (told.length > 0 && news === 0) return told.some(id => session.ledger.isDeleted(id)) ? gone : notShown
  if (entry.made || entry.renamed) return { why: 'it cannot be found by its name', renames: true }
  if (news === 0) return notShown
  return {
    why: `it is not known whether it was created, and ${news === 1 ? 'a new one exists' : `${news} new ones exist`}`,
    renames: true,
  }
}

/** What the list of things of this kind and place shows, page by page; undefined where there is no list to be read. */
const listed = async (probe: Probe, { kind, values }: Place): Promise<readonly unknown[] | undefined> => {
  const list = await probe.call(listing[kind], values, { anyStatus: true })
  if (!isSuccess(list) || !parseJson(list).ok) return undefined
  const shown: unknown[] = []
  for await (const { exchange } of pages(probe, list)) shown.push(json(exchange))
  return shown
}

/** Whether pages of a list show a token by its id or its name. */
const isAmong = (items: readonly unknown[], { name }: LedgerEntry, id: string): boolean =>
  isNamed(items, id) || JSON.stringify(items).toLowerCase().includes(name.toLowerCase())

/**
 * Whether the target says the same to everything: its list is what a path that does not exist answers, and a creation at such a path is
 * answered alike. What it "created" never came to be.
 */
const saysTheSame = async (probe: Probe, { kind, values }: Place, prefix: string): Promise<boolean> => {
  const list = await probe.call(listing[kind], values, { anyStatus: true })
  const { body, status } = list.response
  if (status >= 400 || body.toLowerCase().includes(prefix)) return false
  const control = await probe.callControlPath(listing[kind], values, { anyStatus: true })
  const itemsIn = (answer: Answered): string => {
    const parsed = parseJson(answer)
    return JSON.stringify(parsed.ok ? (listItems(parsed.value) ?? []) : [])
  }
  if (distinct(list, control) || itemsIn(list) !== itemsIn(control)) return false
  const creation = await probe.callControlPath(creating[kind], values, { json: {}, anyStatus: true })
  return isSuccess(list) ? isSuccess(creation) : creation.response.status === status
}

const isLikeControlPath = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered,
): Promise<boolean> => !distinct(answer, await probe.callControlPath(operation, values, { anyStatus: true }))

const removeToken = async (session: Session, probe: Probe, entry: LedgerEntry, way: Way): Promise<Outcome> => {
  const { kind, name, created } = entry
  if (kind === 'repository') throw new Error('a repository is no token')
  const org = entry.values.org ?? ''
  const addresses = createAddresses(probe, kind, org, session.ledger)
  const operation = `${kind}.delete` as const
  // What was shown to be the run's own when it was made is deleted at once; whatever comes of it but that it is gone is looked into below.
  const [own] = entry.ids ?? []
  let asked: Deletion | undefined
  if (way.straight && own !== undefined && session.ledger.shownAt(own).size > 0) {
    const known = session.ledger.isDeleted(own)
    if (!known) asked = await deletion(probe, operation, { org, id: own })
    const deleted = known || asked?.ok === true
    if (deleted && way.trusted) return { trusted: own }
    if (deleted && (await addresses.read(own)) === undefined) {
      way.works = true
      way.trusted ??= true
      return gone
    }
    way.straight = false
  }
  const all = [...new Set([...(entry.ids ?? []), ...(created ? addresses.idsIn(created, name) : [])])]
  const told = all.filter(id => !session.ledger.isForeign(id))
  const address = entry.unnamed ? addressByIdAlone : addressOf
  const id = await address({ ...probe, eventually: attempt => attempt() }, kind, org, name, told, session.ledger)
  if (id === undefined) {
    const outcome = await outcomeUnfound(session, probe, entry, told)
    const foreign = all.find(one => session.ledger.isForeign(one))
    if (outcome.why === undefined || foreign === undefined) return outcome
    return { ...outcome, why: `${outcome.why}; ${foreign}, which the target named, was listed before` }
  }
  const values = { org, id }
  const isShownStill = async (): Promise<boolean> =>
    entry.unnamed ? (await addresses.read(id)) !== undefined : (await addresses.shows(id, name)) === 'own'
  let last = asked !== undefined && id === own ? asked : await deletion(probe, operation, values)
  if (way.patient && !last.ok && (last.status === 405 || last.status === 501)) {
    await session.clock.pause(retryMs)
    last = await deletion(probe, operation, values)
  }
  const { ok, says, status } = last
  if (ok && way.trusted) return { trusted: id }
  const stop = (): Outcome => {
    way.patient = false
    way.missing = `${says}: the target has no such operation`
    return { why: way.missing }
  }
  if (way.patient && !way.works && (status === 405 || status === 501) && (await isShownStill())) return stop()
  if (!ok && !absent(status)) return { why: says, refused: id, tried: true }
  let known = ok
  const vanished = await isGone(probe, async () => {
    // What a hub cannot delete yet, it may once it shows it.
    if (!known) known = (await deletion(probe, operation, values)).ok
    return isShownStill()
  })
  // Where nothing was deleted, and the hub shows no token by itself, its list has the last word.
  const unlisted = async (): Promise<boolean> =>
    isGone(probe, async () => isAmong((await listed(probe, entry)) ?? [], entry, id))
  if (vanished && known) {
    way.works = true
    way.trusted ??= true
  }
  if (vanished && (known || (await unlisted()))) return gone
  if (
    way.patient &&
    !way.works &&
    !known &&
    last.answer &&
    (await isLikeControlPath(probe, operation, values, last.answer))
  )
    return stop()
  way.patient = false
  return { why: `${says}, but it is still there`, tried: true }
}

/** Deletes one thing. Never throws: each attempt stands alone. */
const remove = async (session: Session, probe: Probe, entry: LedgerEntry, way: Way): Promise<Outcome> => {
  if (!entry.name.startsWith(prefixOf(session.run))) return { why: 'its name is not from this run' }
  if (way.missing !== undefined && entry.made) return { why: way.missing }
  try {
    return await (entry.kind === 'repository'
      ? removeRepository(probe, entry)
      : removeToken(session, probe, entry, way))
  } catch (error) {
    if (error instanceof NoAnswer) return { why: `no answer when searching for it: ${noAnswer(error)}` }
    if (error instanceof Missing) {
      const { code, values } = error
      const why = reasonSentence(code, values)
      return code === 'binding-unknown' && entry.kind !== 'repository'
        ? { why, needs: `${entry.kind}.delete` }
        : { why }
    }
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

/** Deletes what the run has no more use for. Whether it is gone; if not, cleaning up comes back to it. */
export const removeEarly = async (session: Session, entry: LedgerEntry): Promise<boolean> => {
  const probe = createProbe({ ...session, patienceMs: 0 }, 'cleanup', createRecorder())
  const { why, assumed } = await remove(session, probe, entry, { patient: false, straight: true })
  if (why !== undefined || assumed) return false
  await session.ledger.gone(entry).catch(() => undefined)
  return true
}

/** A name of the run as the ledger may hold it: what a target shows after it, or in place of its letters, is the target's. */
const ownName = (prefix: string, shown: string): string | undefined => {
  const rest = /^[0-9a-z-]+/i.exec(ownPart(shown, prefix)?.slice(prefix.length) ?? '')?.[0]
  return rest === undefined ? undefined : prefix + rest.toLowerCase()
}

/** What carries the run's names although nothing told of it: a creation that was refused and carried out all the same. */
const strays = async (
  session: Session,
  probe: Probe,
  known: ReadonlySet<string>,
  free: ReadonlySet<string>,
): Promise<readonly LedgerEntry[]> => {
  const found: LedgerEntry[] = []
  const places = new Map(session.ledger.places.map(place => [placeKey(place), place]))
  for (const [key, { kind, values }] of places) {
    if (free.has(key)) continue
    try {
      const list = await probe.call(listing[kind], values, { anyStatus: true })
      if (!isSuccess(list) || !parseJson(list).ok) continue
      for await (const { exchange } of pages(probe, list))
        for (const shown of namesIn(exchange, prefixOf(session.run))) {
          const name = ownName(prefixOf(session.run), shown)
          if (name === undefined || session.redactor.text(name) !== name) continue
          // A check may have put something after the name.
          if ([...known].some(own => name.startsWith(own)) || found.some(entry => entry.name === name)) continue
          found.push({ kind, name, values })
        }
    } catch {
      // Whatever came of looking, what is known of is deleted or listed.
    }
  }
  return found
}

const leftover = (session: Session, entry: LedgerEntry, why: string, needs?: OperationName): Leftover => {
  const binding = session.bindings.get(entry.kind === 'repository' ? 'GetRepository' : listing[entry.kind])
  const path = binding
    ? fill(binding.path, operationRoles[binding.operation], { ...entry.values, repository: entry.name })
    : '/'
  return {
    kind: label[entry.kind],
    name: entry.name,
    url: session.origin + session.basePath + path,
    why,
    ...defined({ needs }),
  }
}

/** Deletes what the run created, newest first. Returns what stays; the ledger keeps exactly that. */
export const cleanUp = async (session: Session): Promise<readonly Leftover[]> => {
  if (session.ledger.places.length === 0) return []
  session.credentials.refresh()
  const until = session.clock.now() + budgetMs
  const probe = createProbe({ ...session, patienceMs: lingerMs }, 'cleanup', createRecorder())
  const hasty = createProbe({ ...session, patienceMs: 0 }, 'cleanup', createRecorder())
  const left = new Map<LedgerEntry, Leftover>()
  /** What is not shown, and why it stays if that does not change. */
  const unseen = new Map<LedgerEntry, string | undefined>()
  const renaming = new Set<CreationKind>()
  const ways = new Map<string, Way>()
  /** Lists in which no name of the run is left. */
  const free = new Set<string>()
  const same = new Map<string, Promise<boolean>>()
  const says = (entry: LedgerEntry): Promise<boolean> => {
    const key = placeKey(entry)
    const pending = same.get(key) ?? saysTheSame(probe, entry, prefixOf(session.run)).catch(() => false)
    same.set(key, pending)
    return pending
  }
  /** A ledger that cannot be made shorter says more than is left, which does no harm. */
  const forget = (entry: LedgerEntry): Promise<void> => session.ledger.gone(entry).catch(() => undefined)
  const settle = async (entry: LedgerEntry, outcome: Outcome): Promise<void> => {
    if (outcome.renames) {
      renaming.add(entry.kind)
      await session.ledger.renamed(entry).catch(() => undefined)
    }
    if (outcome.assumed) unseen.set(entry, outcome.why)
    else if (outcome.why === undefined || (session.clock.now() <= until && (await says(entry)))) await forget(entry)
    else left.set(entry, leftover(session, entry, outcome.why, outcome.needs))
  }
  const removeOne = async (entry: LedgerEntry, way: Way): Promise<Outcome> =>
    session.clock.now() > until
      ? { why: 'the time limit of the cleanup ended' }
      : remove(session, way.patient ? probe : hasty, entry, way)
  /** Deletes things of one kind and place: the first alone, since it shows what the target does, then the others side by side. */
  const removeKind = async (entries: readonly LedgerEntry[]): Promise<void> => {
    const [first, ...others] = entries
    if (first === undefined) return
    /** One look at the list tells of all of them. */
    const shown = (): Promise<readonly unknown[] | undefined> => listed(probe, first).catch(() => undefined)
    const key = placeKey(first)
    const way = ways.get(key) ?? { patient: true, straight: true }
    ways.set(key, way)
    const limit = pLimit(first.kind === 'repository' ? 1 : atOnce)
    const outcomes = new Map([[first, await removeOne(first, way)]])
    await Promise.all(others.map(entry => limit(async () => outcomes.set(entry, await removeOne(entry, way)))))
    const trusted = [...outcomes].filter(([, outcome]) => outcome.trusted !== undefined)
    const still = trusted.length > 0 ? await shown() : []
    if (trusted.length > 0 && still && !JSON.stringify(still).toLowerCase().includes(prefixOf(session.run)))
      free.add(key)
    way.trusted = false
    for (const [entry, { trusted: id = '' }] of trusted)
      if (still === undefined || isAmong(still, entry, id)) outcomes.set(entry, await removeOne(entry, way))
    const isDeleted = ({ why, assumed }: Outcome): boolean => why === undefined && !assumed
    if ([...outcomes.values()].some(isDeleted)) {
      // What deletes some may delete the others when they are asked for alone.
      way.patient = true
      for (const [entry, { tried }] of outcomes) if (tried) outcomes.set(entry, await removeOne(entry, way))
    }
    // What was refused may be gone all the same; one look at the list tells of all.
    const refused = [...outcomes.values()].some(({ refused }) => refused !== undefined)
    const items = refused ? await shown() : undefined
    for (const [entry, outcome] of outcomes) {
      const { refused: id } = outcome
      await settle(entry, id !== undefined && items && !isAmong(items, entry, id) ? gone : outcome)
    }
  }
  const removeAll = async (entries: readonly LedgerEntry[]): Promise<void> => {
    const groupsOf = (some: readonly LedgerEntry[]): readonly LedgerEntry[][] =>
      [...new Set(some.map(placeKey))].map(key => some.filter(entry => placeKey(entry) === key))
    await Promise.all(groupsOf(entries.filter(({ kind }) => kind !== 'repository')).map(removeKind))
    // Tokens may be for a repository, and are deleted before it.
    for (const group of groupsOf(entries.filter(({ kind }) => kind === 'repository'))) await removeKind(group)
  }
  await removeAll([...session.ledger.entries].reverse())
  // Where other things cannot be found by their names, that a name is not found says nothing.
  for (const [entry] of unseen)
    if (renaming.has(entry.kind) && !entry.ids?.length) {
      unseen.delete(entry)
      left.set(
        entry,
        leftover(session, entry, 'it is not known whether it was created, and it cannot be found by its name'),
      )
    }
  // What was made last may be shown late.
  const patient = createProbe(session, 'cleanup', createRecorder())
  await patient.eventually(async () => {
    const again = [...unseen.keys()]
    unseen.clear()
    await removeAll(again)
    return unseen.size === 0 ? true : undefined
  })
  for (const [entry, why] of unseen)
    if (why === undefined) await forget(entry)
    else left.set(entry, leftover(session, entry, why))
  for (let round = 0; round < rounds; round++) {
    const before = left.size
    const found = await strays(session, probe, new Set([...left.keys()].map(({ name }) => name)), free)
    if (found.length === 0) break
    // What is found is noted like what was made, so that it can be deleted later; where it cannot be noted, it can be deleted all the same.
    for (const entry of found) await session.ledger.open(entry).catch(() => undefined)
    await removeAll(found)
    if (left.size - before === found.length) break
  }
  return [...left.values()]
}
