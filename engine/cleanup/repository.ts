import { isUnfinished, readList } from '../../checks/paging/list.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { parseJson } from '../../checks/reading/json.ts'
import { mentions } from '../../checks/reading/things.ts'
import type { Probe } from '../../contracts/requirement.ts'
import {
  deletion,
  gone,
  isAbsent,
  isGone,
  isNoOperation,
  type Outcome,
  stillShown,
  unfinishedList,
} from './deletion.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { isReadable } from './lists.ts'

const valuesOf = ({ values, name }: LedgerEntry) => ({ ...values, repository: name })

/** Whether the target shows a repository by itself, and the status of its answer. */
const lookAt = async (probe: Probe, entry: LedgerEntry): Promise<{ isShown: boolean; status: number }> => {
  const answer = await probe.call('GetRepository', valuesOf(entry), { anyStatus: true })
  const parsed = isSuccess(answer) ? parseJson(answer) : undefined
  return { isShown: parsed?.ok === true && mentions(parsed.value, entry.name), status: answer.response.status }
}

/** Whether the target shows a repository by itself or in its list; undefined where nothing that can be read says so. */
const isShownAnywhere = async (probe: Probe, entry: LedgerEntry): Promise<boolean | undefined> => {
  const { isShown, status } = await lookAt(probe, entry)
  if (isShown) return true
  // One that is not found is gone where others are found.
  const isNotFound = isAbsent(status) && probe.received('GetRepository').length > 0
  const list = await probe.call('listNamespaceRepositories', valuesOf(entry), { anyStatus: true })
  if (!isReadable(list)) return isNotFound ? false : undefined
  const { pages, end } = await readList(probe, list)
  if (pages.some(({ items }) => mentions(items, entry.name))) return true
  return isUnfinished(end) && !isNotFound ? undefined : false
}

/** Deletes a repository. */
export const removeRepository = async (probe: Probe, entry: LedgerEntry, ledger: Ledger): Promise<Outcome> => {
  const { ok, says, status } = await deletion(probe, 'DeleteRepository', valuesOf(entry))
  if (ok) {
    ledger.deleted(entry.name, 'repository')
    return (await isGone(probe, async () => (await lookAt(probe, entry)).isShown))
      ? gone
      : { why: `${says}, but it is still there` }
  }
  const shown = await isShownAnywhere(probe, entry)
  if (shown === false && ledger.isDeleted(entry.name, 'repository')) return gone
  // Where there is no such operation, somebody else may have deleted it.
  const isReadAsGone = isNoOperation(status) && isAbsent((await lookAt(probe, entry)).status)
  if (shown === false && (isAbsent(status) || status === 0 || status >= 500 || isReadAsGone)) {
    const { elsewhere } = entry
    if (elsewhere !== undefined && elsewhere !== entry.values.namespace) {
      const other = { ...entry, values: { ...entry.values, namespace: elsewhere } }
      if ((await lookAt(probe, other)).isShown) {
        await ledger.moved(entry, elsewhere)
        return removeRepository(probe, entry, ledger)
      }
    }
    return entry.renamed ? { why: 'the target created it under another name' } : { notShown: true }
  }
  if (shown === undefined && isAbsent(status)) return { why: unfinishedList, uncertain: true }
  if (isAbsent(status) && ledger.isDeleted(entry.name, 'repository')) return { why: stillShown }
  // What refuses, limits or fails is a way to delete.
  if (!isAbsent(status) && !isNoOperation(status)) return { why: says }
  return probe.bind('DeleteRepository').from === 'default'
    ? { why: `${says}; the document names no way to delete a repository`, needs: 'DeleteRepository' }
    : { why: says, unserved: 'DeleteRepository' }
}
