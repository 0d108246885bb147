import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ledgerFile, newLedgerFile } from '../../../bin/run/ledger-file.ts'
import type { LedgerRecord } from '../../../engine/cleanup/ledger.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-ledgers-'))
})
afterEach(() => rm(folder, { recursive: true }))

const record = (run: string, names: readonly string[]): LedgerRecord => ({
  schemaVersion: '1',
  prefix: `hub-conformance-${run}-`,
  target: 'http://127.0.0.1:1',
  startedAt: '2026-01-01T00:00:00.000Z',
  bindings: [],
  entries: names.map(name => ({ kind: 'pat', name, values: {}, ids: [] })),
})

describe('the ledger on the disk', () => {
  test('is there as long as something is in it, for its owner alone, with nothing beside it', async () => {
    const ledger = await newLedgerFile(undefined, '--ledger', folder)
    await ledger.write(record('aaaaaa', ['hub-conformance-aaaaaa-1']))
    await ledger.write(record('aaaaaa', ['hub-conformance-aaaaaa-1', 'hub-conformance-aaaaaa-2']))
    expect(await readdir(folder)).toEqual(['.hub-conformance-aaaaaa.ledger.json'])
    const path = join(folder, '.hub-conformance-aaaaaa.ledger.json')
    expect(JSON.parse(await readFile(path, 'utf8')).entries).toHaveLength(2)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(ledger.resume()).toContain('hub-conformance cleanup')
    await ledger.write(record('aaaaaa', []))
    expect(await readdir(folder)).toEqual([])
    expect(ledger.resume()).toBeUndefined()
  })

  test('two runs that were given one file do not write over one another', async () => {
    const path = join(folder, 'run.ledger.json')
    const [first, second] = await Promise.all([
      newLedgerFile(path, '--ledger', folder),
      newLedgerFile(path, '--ledger', folder),
    ])
    await first.write(record('aaaaaa', ['hub-conformance-aaaaaa-1']))
    await expect(second.write(record('bbbbbb', ['hub-conformance-bbbbbb-1']))).rejects.toThrow(
      'is the ledger of another run',
    )
    await second.write(record('bbbbbb', []))
    expect(JSON.parse(await readFile(path, 'utf8')).prefix).toBe('hub-conformance-aaaaaa-')
    expect(await readdir(folder)).toEqual(['run.ledger.json'])
  })

  test('of an earlier run is written over by cleaning up, and by nothing else', async () => {
    const path = join(folder, 'run.ledger.json')
    const first = await newLedgerFile(path, '--ledger', folder)
    await first.write(record('aaaaaa', ['hub-conformance-aaaaaa-1', 'hub-conformance-aaaaaa-2']))
    await expect(newLedgerFile(path, '--ledger', folder)).rejects.toThrow('already exists')
    const resumed = ledgerFile(() => path, true)
    await resumed.write(record('aaaaaa', ['hub-conformance-aaaaaa-1']))
    expect(JSON.parse(await readFile(path, 'utf8')).entries).toHaveLength(1)
    await resumed.write(record('aaaaaa', []))
    expect(await readdir(folder)).toEqual([])
  })
})
