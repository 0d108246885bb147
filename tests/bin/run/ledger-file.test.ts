import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  bindingsOf,
  ledgerFile,
  leftText,
  neededFor,
  newLedgerFile,
  resumeCommand,
} from '../../../bin/run/ledger-file.ts'
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

test('what is left is told with the command that deletes it', () => {
  expect(leftText({ env: {} }, 'hub-conformance cleanup a.json')).toMatch(
    / not deleted; .*hub-conformance cleanup a\.json$/,
  )
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
    expect(ledger.resume()).toBe(`hub-conformance cleanup ${path}`)
    expect(ledger.left()?.entries).toHaveLength(2)
    await ledger.write(record('aaaaaa', []))
    expect(await readdir(folder)).toEqual([])
    expect([ledger.resume(), ledger.left()]).toEqual([undefined, undefined])
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

  test('leaves nothing of a process that was killed once what that had created is deleted', async () => {
    const path = join(folder, '.hub-conformance-aaaaaa.ledger.json')
    const others = join(folder, '.hub-conformance-bbbbbb.ledger.json.7.new')
    for (const file of [path, `${path}.8.new`, others]) await writeFile(file, '{}')
    await ledgerFile(() => path, true).write(record('aaaaaa', []))
    expect(await readdir(folder)).toEqual(['.hub-conformance-bbbbbb.ledger.json.7.new'])
  })

  test('removes what a process that was killed had begun to write, of any run, and nothing that is being written', async () => {
    const old = ['.hub-conformance-bbbbbb.ledger.json.77.new', 'run.ledger.json.77.new']
    const isNew = '.hub-conformance-bbbbbb.ledger.json.8.new'
    const others = [
      'other.json.7.new',
      'run.ledger.json.7.news',
      'x.hub-conformance-bbbbbb.ledger.json.7.new',
      '.hub-conformance-bbbbbb.ledger.jsonx.7.new',
      isNew,
    ]
    for (const name of [...old, ...others]) await writeFile(join(folder, name), '{}')
    for (const name of [...old, ...others].filter(name => name !== isNew))
      await utimes(join(folder, name), new Date(0), new Date(0))
    const ledger = await newLedgerFile('run.ledger.json', '--ledger', folder)
    await ledger.write(record('aaaaaa', ['hub-conformance-aaaaaa-1']))
    expect((await readdir(folder)).sort()).toEqual([...others, 'run.ledger.json'].sort())
  })

  test('leaves what another process is about to give its own name', async () => {
    const path = join(folder, 'run.ledger.json')
    const ledger = await newLedgerFile(path, '--ledger', folder)
    const draft = 'run.ledger.json.8.new'
    await writeFile(join(folder, draft), '{}')
    await ledger.write(record('aaaaaa', ['hub-conformance-aaaaaa-1']))
    expect((await readdir(folder)).sort()).toEqual(['run.ledger.json', draft])
    await ledger.write(record('aaaaaa', []))
    expect(await readdir(folder)).toEqual([draft])
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

  test('may be deleted by hand, and written anew', async () => {
    const path = join(folder, 'run.ledger.json')
    const ledger = await newLedgerFile(path, '--ledger', folder)
    await ledger.write(record('aaaaaa', ['a']))
    await rm(path)
    await ledger.write(record('aaaaaa', []))
    await ledger.write(record('aaaaaa', ['b']))
    expect(JSON.parse(await readFile(path, 'utf8')).entries).toHaveLength(1)
  })

  test('is not written over where another run has taken its name since', async () => {
    const path = join(folder, 'run.ledger.json')
    const [first, second] = [
      await newLedgerFile(path, '--ledger', folder),
      await newLedgerFile(path, '--ledger', folder),
    ]
    await first.write(record('aaaaaa', ['a']))
    await first.write(record('aaaaaa', []))
    await second.write(record('bbbbbb', ['b']))
    await expect(first.write(record('aaaaaa', ['a']))).rejects.toThrow('is the ledger of another run')
    expect(JSON.parse(await readFile(path, 'utf8')).prefix).toBe('hub-conformance-bbbbbb-')
  })

  test('is not missed where its folder is gone', async () => {
    const path = join(folder, 'gone', 'run.ledger.json')
    await expect(ledgerFile(() => path, true).write(record('aaaaaa', []))).resolves.toBeUndefined()
  })

  test('is refused where it cannot be written, before anything is created', async () => {
    const path = join(folder, 'nowhere', 'run.ledger.json')
    await expect(newLedgerFile(path, '--ledger', folder)).rejects.toThrow(
      `cannot write the ledger to --ledger ${path}: no such file; set --ledger FILE`,
    )
    await expect(newLedgerFile(undefined, '--ledger', join(folder, 'nowhere'))).rejects.toThrow(
      `cannot write the ledger to the working directory ${join(folder, 'nowhere')}: no such file; set --ledger FILE`,
    )
  })

  test('of another run is named with what to do about it', async () => {
    const path = join(folder, 'run.ledger.json')
    await (await newLedgerFile('run.ledger.json', '--ledger', folder)).write(record('aaaaaa', ['a']))
    await expect(newLedgerFile('run.ledger.json', 'ledger of the file', folder)).rejects.toThrow(
      `ledger of the file: ${path} already exists and may list what an earlier run created; run hub-conformance cleanup, or use another file`,
    )
    expect(await readFile(path, 'utf8')).toBe(`${JSON.stringify(record('aaaaaa', ['a']), null, 2)}\n`)
  })

  test.each(['aaaaaa', 'hub-co'])('is named after its run (%s)', async run => {
    const ledger = await newLedgerFile(undefined, '--ledger', folder)
    await ledger.write(record(run, ['a']))
    expect(await readdir(folder)).toEqual([`.hub-conformance-${run}.ledger.json`])
  })
})

describe('the command that finishes cleaning up', () => {
  test.each([
    ['http://localhost:8080/', [], 'hub-conformance cleanup /x/a.json'],
    ['https://hub.example.com:444/v2', [], 'hub-conformance cleanup /x/a.json --allow-writes hub.example.com:444'],
    [
      'http://localhost',
      ['pat.delete', 'oat.delete'],
      'hub-conformance cleanup /x/a.json --binding FILE, with pat.delete: { method, path } and oat.delete: { method, path } in it',
    ],
  ] as const)('for %s names what it needs', (target, needed, command) => {
    expect(resumeCommand('/x/a.json', target, needed)).toBe(command)
  })

  test('needs each operation once', () => {
    const left = { kind: 'a', name: 'b', url: 'c', why: 'd' }
    const needed = neededFor([{ ...left, needs: 'pat.delete' }, left, { ...left, needs: 'pat.delete' }])
    expect(needed).toEqual(['pat.delete'])
    expect(bindingsOf(needed)).toBe('--binding FILE, with pat.delete: { method, path } in it')
  })
})
