import { operationRoles } from '../contracts/bindings/roles.ts'
import { Missing, NoAnswer } from '../contracts/finding.ts'
import { fill } from '../contracts/path.ts'
import { isSuccess, parseJson } from '../contracts/reading.ts'
import type { Leftover } from '../contracts/report.ts'
import { addressOf } from './fixtures.ts'
import type { LedgerEntry } from './ledger.ts'
import { createProbe, createRecorder, type Session } from './session.ts'

const label = { repository: 'repository', pat: 'personal access token', oat: 'organization access token' } as const

/** Deletes one thing; the reason why it stays, or undefined. Only what shows our own name is ever deleted. */
const remove = async (session: Session, entry: LedgerEntry): Promise<string | undefined> => {
  const probe = createProbe({ ...session, patienceMs: 0 }, `cleanup ${entry.name}`, createRecorder())
  const gone = (status: number): boolean => (status >= 200 && status < 300) || status === 404 || status === 410
  if (entry.kind === 'repository') {
    const answer = await probe.call(
      'DeleteRepository',
      { ...entry.values, repository: entry.name },
      { anyStatus: true },
    )
    return gone(answer.response.status)
      ? undefined
      : `${answer.request.method} answered ${answer.response.status}; the document names no way to delete a repository`
  }
  if (!entry.created) return 'no answer told whether it was created'
  const org = entry.values.org ?? ''
  const id = await addressOf(probe, entry.kind, org, entry.name, entry.created)
  if (id === undefined) {
    // Gone if a list that can be read does not show it any more: a check has deleted it then.
    const list = await probe.call(`${entry.kind}.list`, { org }, { anyStatus: true })
    return isSuccess(list) && parseJson(list).ok ? undefined : 'it cannot be found again by its name'
  }
  const answer = await probe.call(`${entry.kind}.delete`, { org, id }, { anyStatus: true })
  return gone(answer.response.status) ? undefined : `${answer.request.method} answered ${answer.response.status}`
}

/** Deletes what the run created, newest first; each attempt stands alone. Returns what stays. */
export const cleanUp = async (session: Session): Promise<readonly Leftover[]> => {
  const left: Leftover[] = []
  for (const entry of [...session.ledger.entries].reverse()) {
    let why: string | undefined
    try {
      why = await remove(session, entry)
    } catch (error) {
      if (error instanceof NoAnswer)
        why = `no answer to the deletion: ${error.exchange.failure ?? error.exchange.response?.status}`
      else if (error instanceof Missing) why = `not deletable: ${error.code}`
      else throw error
    }
    if (why === undefined) await session.ledger.gone(entry)
    else {
      const binding = session.bindings.get(entry.kind === 'repository' ? 'GetRepository' : `${entry.kind}.list`)
      const path = binding
        ? fill(binding.path, operationRoles[binding.operation], { ...entry.values, repository: entry.name })
        : '/'
      left.push({ kind: label[entry.kind], name: entry.name, url: session.origin + session.basePath + path, why })
    }
  }
  return left
}
