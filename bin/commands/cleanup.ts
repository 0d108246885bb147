import { resolve } from 'node:path'
import { grouped } from '../../contracts/causes/grouped.ts'
import { defined } from '../../contracts/defined.ts'
import type { LedgerRecord } from '../../engine/cleanup/ledger.ts'
import { UsageError } from '../../engine/options.ts'
import { count } from '../../reporters/shared/text.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readTextFile } from '../files.ts'
import { say } from '../io.ts'
import { readCredentials } from '../options/credentials.ts'
import { checkWrites, readBindings, readDocumentOptions, readNetwork } from '../run/input.ts'
import { bindingsOf, ledgerFile, neededFor } from '../run/ledger-file.ts'
import type { Invocation } from './command.ts'

const recordOf = async (text: string, file: string): Promise<LedgerRecord> => {
  const { readLedger } = await import('../../engine/cleanup/resume.ts')
  try {
    return readLedger(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new UsageError(`${file} is not a ledger of hub-conformance: it is not valid JSON`)
    if (error instanceof UsageError && error.message.startsWith('is not a ledger'))
      throw new UsageError(`${file} ${error.message}`)
    throw error
  }
}

export const cleanup = async (invocation: Invocation): Promise<ExitCode> => {
  const { values, positionals, io } = invocation
  const file = positionals.ledger ?? ''
  const { resumeCleanup } = await import('../../engine/cleanup/resume.ts')
  const record = await recordOf(await readTextFile(file, 'the ledger', io), file)
  // A ledger is a file like any other: credentials leave this machine only for a host that the user names as well.
  const allowWrites = values['allow-writes'] ?? true
  await checkWrites(record.target, allowWrites, invocation)
  if (values.insecure) say(io, 'INSECURE: certificates are not verified')
  const credentials = await readCredentials(invocation, io)
  const left = await resumeCleanup({
    record,
    allowWrites,
    store: ledgerFile(() => resolve(io.cwd, file), true),
    network: await readNetwork(invocation),
    ...defined({
      credentials,
      patienceMs: values.patience,
      clock: io.clock,
      bindings: await readBindings(invocation),
      reference: (await readDocumentOptions(invocation)).reference,
    }),
  })
  const deleted = record.entries.length - left.length
  // A ledger without entries was there before, and is not touched.
  const isRemoved = left.length === 0 && record.entries.length > 0
  if (!values.quiet)
    io.stdout.write(
      `${count(Math.max(0, deleted), 'thing')} deleted or already gone, ${left.length} left on ${record.target}${isRemoved ? `; ${file} is no longer needed and was removed` : ''}\n`,
    )
  for (const [why, things] of grouped(left, entry => entry.why)) {
    say(io, `not deleted: ${why}:`)
    for (const { kind, name, url } of things) say(io, `  ${kind} ${name} (${url})`)
  }
  const needed = neededFor(left)
  if (needed.includes('login'))
    say(io, 'if user name and password are right, say how the target logs in: use --reference URL, or a --binding FILE')
  const others = needed.filter(name => name !== 'login')
  if (others.length > 0) say(io, `to delete them, use ${bindingsOf(others)}`)
  return left.length === 0 ? exitCodes.conformant : exitCodes.incomplete
}
