import { constants } from 'node:fs'
import { access, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { LedgerRecord, LedgerStore } from '../engine/ledger.ts'
import { UsageError } from '../engine/options.ts'
import { quote } from '../reporters/curl.ts'
import { fileTrouble } from './files.ts'
import { isLoopback } from './write-guard.ts'

/** A ledger on the disk; the file is there as long as something is in it. */
export interface LedgerFile extends LedgerStore {
  /** How to delete later what is left now; undefined where nothing is. */
  resume(): string | undefined
}

/** The run's part of the names that it gives. */
const runOf = ({ prefix }: LedgerRecord): string => prefix.replace(/^hub-conformance-|-$/g, '')

const synced = async (path: string, content?: string): Promise<void> => {
  const file = await open(path, content === undefined ? 'r' : 'w', 0o600)
  try {
    if (content !== undefined) await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Replaces a file so that a crash leaves the old one or the new one, and neither a part of it nor none. */
const replace = async (path: string, content: string): Promise<void> => {
  await synced(`${path}.new`, content)
  await rename(`${path}.new`, path)
  // The name is durable only once its directory is; some systems cannot open one.
  await synced(dirname(path)).catch(() => undefined)
}

/** The command that finishes cleaning up. */
export const resumeCommand = (path: string, target: string): string => {
  const url = new URL(target)
  return `hub-conformance cleanup ${quote(path)}${isLoopback(url) ? '' : ` --allow-writes ${url.host}`}`
}

/** A ledger that writes to a file of its own. */
export const ledgerFile = (pathOf: (record: LedgerRecord) => string): LedgerFile => {
  let kept: { readonly path: string; readonly record: LedgerRecord } | undefined
  return {
    write: async record => {
      const path = pathOf(record)
      if (record.entries.length === 0) {
        kept = undefined
        return rm(path, { force: true })
      }
      await replace(path, `${JSON.stringify(record, null, 2)}\n`)
      kept = { path, record }
    },
    resume: () => kept && resumeCommand(kept.path, kept.record.target),
  }
}

/**
 * The ledger of a run: the file that was asked for, else one in the working directory that is named after the run. Refused where it could
 * not be written, or would overwrite what an earlier run left.
 */
export const newLedgerFile = async (given: string | undefined, source: string, cwd: string): Promise<LedgerFile> => {
  const path = given === undefined ? undefined : resolve(cwd, given)
  await access(path === undefined ? cwd : dirname(path), constants.W_OK).catch((error: unknown) => {
    const where = path === undefined ? `the working directory ${cwd}` : `${source} ${path}`
    throw new UsageError(
      `what a run creates is noted on the disk first, and ${where} cannot be written: ${fileTrouble(error)}; give --ledger FILE`,
    )
  })
  if (path !== undefined && (await stat(path).catch(() => undefined)))
    throw new UsageError(
      `${source}: ${path} is there already and may hold what an earlier run left; see hub-conformance cleanup, or give another file`,
    )
  return ledgerFile(record => path ?? resolve(cwd, `.hub-conformance-${runOf(record)}.ledger.json`))
}
