import { constants } from 'node:fs'
import { access, link, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { OperationName } from '../../contracts/operations.ts'
import type { Leftover } from '../../contracts/results/report.ts'
import { runOfPrefix } from '../../contracts/run/run-name.ts'
import type { LedgerRecord, LedgerStore } from '../../engine/cleanup/ledger.ts'
import { isLoopback } from '../../engine/http/write-guard.ts'
import { UsageError } from '../../engine/options.ts'
import { quote } from '../../reporters/shared/curl.ts'
import { fileTrouble } from '../files.ts'
import { type Io, runnerOf } from '../io.ts'

/** A ledger on the disk; the file is there as long as something is in it. */
export interface LedgerFile extends LedgerStore {
  /** How to delete later what is left now; undefined where nothing is. */
  resume(needed?: readonly OperationName[]): string | undefined
  /** What is left now; undefined where nothing is. */
  left(): LedgerRecord | undefined
}

const ownName = (run: string): string => `.hub-conformance-${run}.ledger.json`

/** Whether a file is called as a ledger that nobody named. */
const isOwnName = (name: string): boolean => /^\.hub-conformance-[^.]+\.ledger\.json$/.test(name)

/** The name of a file is durable only once its directory is; some systems cannot open one. */
const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path)
  await directory.sync().finally(() => directory.close())
}

/** Gives a file its name, unless another has it: two runs may have been given one. */
const claim = async (from: string, path: string): Promise<void> => {
  try {
    await link(from, path)
    await rm(from)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      await rm(from)
      throw new UsageError(`${path} is the ledger of another run; give each run its own --ledger FILE`)
    }
    // A file system without links.
    await (await open(path, 'wx', 0o600)).close()
    await rename(from, path)
  }
}

/** Longer than any write takes: a process in another container may be writing, too. */
const draftAgeMs = 600_000

/** 0 for a file that another process has renamed or removed meanwhile. */
const ageOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )

/** Removes what processes that were killed did not give its name: nothing was created after that was written. */
const removeDrafts = async (path: string, isOver: boolean): Promise<void> => {
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    const ledger = /^(.*)\.\d+\.new$/.exec(name)?.[1] ?? ''
    if (ledger !== basename(path) && !isOwnName(ledger)) continue
    const draft = join(dirname(path), name)
    const isOld = (isOver && ledger === basename(path)) || (await ageOf(draft)) > draftAgeMs
    // What cannot be removed does no harm.
    if (isOld) await rm(draft).catch(() => undefined)
  }
}

/** Writes a file so that a crash leaves the old one or the new one, and neither a part of it nor none. */
const write = async (path: string, content: string, isNew: boolean): Promise<void> => {
  const draft = `${path}.${process.pid}.new`
  await writeFile(draft, content, { mode: 0o600, flush: true })
  await (isNew ? claim(draft, path) : rename(draft, path))
  await syncDirectory(dirname(path)).catch(() => undefined)
}

/** The operations whose paths have to be given before something can be deleted. */
export const neededFor = (left: readonly Leftover[]): readonly OperationName[] => [
  ...new Set(left.flatMap(({ needs }) => needs ?? [])),
]

/** What a file of bindings has to hold. */
export const bindingsOf = (needed: readonly OperationName[]): string =>
  `--binding FILE, with ${needed.map(name => `${name}: { method, path }`).join(' and ')} in it`

/** The command that finishes cleaning up. */
export const resumeCommand = (path: string, target: string, needed: readonly OperationName[] = []): string => {
  const url = new URL(target)
  const host = isLoopback(url) ? '' : ` --allow-writes ${url.host}`
  return `hub-conformance cleanup ${quote(path)}${host}${needed.length > 0 ? ` ${bindingsOf(needed)}` : ''}`
}

/** What a run left behind, and the command that deletes it. */
export const leftText = (io: Pick<Io, 'env'>, command: string): string =>
  `some resources were not deleted; to delete them, with the same credentials: ${runnerOf(io)}${command}`

/** A ledger that writes to a file of its own: one that is there already, or one that nobody may have yet. */
export const ledgerFile = (pathOf: (record: LedgerRecord) => string, isThere: boolean): LedgerFile => {
  let written = isThere
  let tidied = false
  let kept: { readonly path: string; readonly record: LedgerRecord } | undefined
  return {
    write: async record => {
      const path = pathOf(record)
      if (!tidied) await removeDrafts(path, false)
      tidied = true
      if (record.entries.length === 0) {
        kept = undefined
        // Another run's, where this one has written none.
        if (written) await rm(path, { force: true })
        // The run that left them is over.
        if (isThere) await removeDrafts(path, true)
        written = false
        return
      }
      await write(path, `${JSON.stringify(record, null, 2)}\n`, !written)
      written = true
      kept = { path, record }
    },
    left: () => kept?.record,
    resume: needed => kept && resumeCommand(kept.path, kept.record.target, needed),
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
    throw new UsageError(`cannot write the ledger to ${where}: ${fileTrouble(error)}; set --ledger FILE`)
  })
  if (path !== undefined && (await stat(path).catch(() => undefined)))
    throw new UsageError(
      `${source}: ${path} already exists and may list what an earlier run created; run hub-conformance cleanup, or use another file`,
    )
  return ledgerFile(record => path ?? resolve(cwd, ownName(runOfPrefix(record.prefix))), false)
}
