import { operationRoles } from '../contracts/bindings/roles.ts'
import type { Answered } from '../contracts/exchange.ts'
import { Missing, NoAnswer } from '../contracts/finding.ts'
import { pages } from '../contracts/paging.ts'
import { fill } from '../contracts/path.ts'
import { isSuccess, mentions, parseJson } from '../contracts/reading.ts'
import type { Leftover } from '../contracts/report.ts'
import type { Probe } from '../contracts/requirement.ts'
import { prefixOf } from '../contracts/run-name.ts'
import { addressOf, createAddresses, namesIn } from './address.ts'
import type { LedgerEntry } from './ledger.ts'
import { createProbe, createRecorder, type Session } from './session.ts'

const label = { repository: 'repository', pat: 'personal access token', oat: 'organization access token' } as const

/** What cleaning up may take; what is not deleted by then is a leftover. */
const budgetMs = 120_000

/** How long a target may still show what it has deleted. */
const lingerMs = 2_000

const absent = (status: number): boolean => status === 404 || status === 410

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

const answered = ({ request, response }: Answered): string => `${request.method} answered ${response.status}`

const removeRepository = async (probe: Probe, entry: LedgerEntry): Promise<string | undefined> => {
  const values = { ...entry.values, repository: entry.name }
  const answer = await probe.call('DeleteRepository', values, { anyStatus: true })
  if (isSuccess(answer))
    return (await isGone(probe, () => isShown(probe, entry, false)))
      ? undefined
      : `${answered(answer)}, but it is still there`
  const shown = await isShown(probe, entry, true)
  if (shown === false && absent(answer.response.status)) return undefined
  return `${answered(answer)}; the document names no way to delete a repository`
}

const removeToken = async (session: Session, probe: Probe, entry: LedgerEntry): Promise<string | undefined> => {
  const { kind, name, created } = entry
  if (kind === 'repository') throw new Error('a repository is no token')
  const org = entry.values.org ?? ''
  const addresses = createAddresses(probe, kind, org, session.ledger)
  const told = [...(entry.ids ?? []), ...(created ? addresses.idsIn(created, name) : [])]
  const id = await addressOf({ ...probe, eventually: attempt => attempt() }, kind, org, name, told, session.ledger)
  if (id === undefined) {
    // Gone if a list that can be read does not show it any more: a check has deleted it then.
    const list = await probe.call(`${kind}.list`, { org }, { anyStatus: true })
    if (!isSuccess(list) || !parseJson(list).ok) return 'it cannot be found again by its name'
    for await (const page of pages(probe, list))
      if (JSON.stringify(page.items).includes(name)) return 'the target shows it under no id that can be believed'
    return undefined
  }
  const answer = await probe.call(`${kind}.delete`, { org, id }, { anyStatus: true })
  if (!isSuccess(answer) && !absent(answer.response.status)) return answered(answer)
  const gone = await isGone(probe, async () => (await addresses.shows(id, name)) === 'own')
  return gone ? undefined : `${answered(answer)}, but it is still there`
}

/** Deletes one thing; the reason why it stays, or undefined. Never throws: each attempt stands alone. */
const remove = async (session: Session, probe: Probe, entry: LedgerEntry): Promise<string | undefined> => {
  if (!entry.name.startsWith(prefixOf(session.run))) return 'its name is not one of this run'
  try {
    return await (entry.kind === 'repository' ? removeRepository(probe, entry) : removeToken(session, probe, entry))
  } catch (error) {
    if (error instanceof NoAnswer)
      return `no answer to the deletion: ${error.exchange.failure ?? error.exchange.response?.status}`
    if (error instanceof Missing) return `not deletable: ${error.code}`
    return error instanceof Error ? error.message : String(error)
  }
}

const listing = { repository: 'listNamespaceRepositories', pat: 'pat.list', oat: 'oat.list' } as const

/** What carries the run's names although nothing told of it: a creation that was refused and carried out all the same. */
const strays = async (session: Session, probe: Probe, known: ReadonlySet<string>): Promise<readonly LedgerEntry[]> => {
  const found: LedgerEntry[] = []
  for (const { kind, values } of session.ledger.places) {
    try {
      const list = await probe.call(listing[kind], values, { anyStatus: true })
      if (!isSuccess(list) || !parseJson(list).ok) continue
      for await (const { exchange } of pages(probe, list))
        for (const name of namesIn(exchange, prefixOf(session.run)))
          if (!known.has(name) && !found.some(entry => entry.name === name)) found.push({ kind, name, values })
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

/** Deletes what the run created, newest first. Returns what stays. */
export const cleanUp = async (session: Session): Promise<readonly Leftover[]> => {
  if (session.ledger.places.length === 0) return []
  const until = session.clock.now() + budgetMs
  const probe = createProbe({ ...session, patienceMs: lingerMs }, 'cleanup', createRecorder())
  const left: Leftover[] = []
  const removeAll = async (entries: readonly LedgerEntry[]): Promise<void> => {
    for (const entry of entries) {
      const why =
        session.clock.now() > until ? 'the time for cleaning up was used up' : await remove(session, probe, entry)
      if (why === undefined) await session.ledger.gone(entry).catch(() => undefined)
      else left.push(leftover(session, entry, why))
    }
  }
  await removeAll([...session.ledger.entries].reverse())
  await removeAll(await strays(session, probe, new Set(left.map(({ name }) => name))))
  return left
}
