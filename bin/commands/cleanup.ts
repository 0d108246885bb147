import { resolve } from 'node:path'
import { leadsHere, mayWrite } from '../../engine/http/write-guard.ts'
import { UsageError } from '../../engine/options.ts'
import { count } from '../../reporters/shared/text.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readTextFile } from '../files.ts'
import { oneLine } from '../one-line.ts'
import { readCredentials } from '../options/credentials.ts'
import { readNetwork } from '../run/input.ts'
import { ledgerFile } from '../run/ledger-file.ts'
import type { Command, Invocation } from './command.ts'

const parsed = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new UsageError(`${file} is no ledger of hub-conformance: it is no JSON`)
  }
}

const cleanup = async (invocation: Invocation): Promise<ExitCode> => {
  const { values, positionals, source, io, deps } = invocation
  const file = positionals.ledger ?? ''
  const text = await readTextFile(file, 'the ledger', io)
  const { readLedger, resumeCleanup } = await deps.resume()
  const record = (() => {
    try {
      return readLedger(parsed(text, file))
    } catch (error) {
      if (error instanceof UsageError && error.message.startsWith('is no'))
        throw new UsageError(`${file} ${error.message}`)
      throw error
    }
  })()
  const target = new URL(record.target)
  const here = await leadsHere(target)
  const proxied = values.proxy !== undefined
  // A ledger is a file like any other: credentials go where it says only if the user says so as well.
  const allowed = values['allow-writes'] ?? (here && !proxied ? true : undefined)
  if (!mayWrite({ target, allowed, source: source('allow-writes'), proxied, here }))
    throw new UsageError(`the ledger is of ${target.host}; to delete there: --allow-writes ${target.host}`)
  if (values.insecure) io.stderr.write('hub-conformance: INSECURE: certificates are not verified\n')
  const credentials = await readCredentials(invocation, io)
  const left = await resumeCleanup({
    record,
    store: ledgerFile(() => resolve(io.cwd, file), true),
    network: await readNetwork(invocation),
    ...(credentials === undefined ? {} : { credentials }),
    ...(io.clock === undefined ? {} : { clock: io.clock }),
  })
  const deleted = record.entries.length - left.length
  if (!values.quiet)
    io.stdout.write(
      `${count(Math.max(0, deleted), 'thing')} deleted or gone, ${left.length} left on ${record.target}\n`,
    )
  for (const { kind, name, url, why } of left)
    io.stderr.write(`hub-conformance: left: ${kind} ${oneLine(name)} (${oneLine(url)}): ${oneLine(why)}\n`)
  return left.length === 0 ? exitCodes.conformant : exitCodes.incomplete
}

export const cleanupCommand: Command = {
  name: 'cleanup',
  describe: 'Delete what an interrupted run left behind.',
  positionals: ['ledger'],
  options: [
    'allow-writes',
    'token-file',
    'auth-header',
    'quiet',
    'concurrency',
    'timeout',
    'retries',
    'rate',
    'header',
    'ca',
    'insecure',
    'proxy',
  ],
  examples: [
    ['hub-conformance cleanup .hub-conformance-a1b2c3.ledger.json', 'on a hub of this machine'],
    ['hub-conformance cleanup run.ledger.json --allow-writes hub.example.com', 'on any other'],
  ],
  run: cleanup,
}
