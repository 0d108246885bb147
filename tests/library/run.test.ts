import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  type ConformanceOptions,
  catalogue,
  checkDocs,
  type ProgressEvent,
  referenceHub,
  runConformance,
  TargetUnreachable,
  UsageError,
} from '../../library/index.ts'
import { catalogue as requirements } from '../../suites/catalogue.ts'
import { cli } from '../bin/harness.ts'

const few = { only: ['repositories/*', 'versioning/*', 'v1-removed/name-tags'] }

const prepared = (): ConformanceOptions => {
  const hub = referenceHub({ seed: 1 })
  return { target: hub, credentials: hub.credentials, fixtures: hub.fixtures, allowWrites: true, seed: 3 }
}

describe('runConformance', () => {
  test('gives the report that the command gives', async () => {
    const report = await runConformance(prepared())
    const { stdout } = await cli(['--target', 'reference', '--seed', '3', '--report', 'json'])
    const fromCommand = JSON.parse(stdout)
    expect(report.requirements.map(({ id, verdict }) => [id, verdict])).toEqual(
      fromCommand.requirements.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
    )
    expect(Object.keys(report).sort()).toEqual(Object.keys(fromCommand).sort())
    expect(report.result).toBe('conformant')
  })

  test('two runs at once do not disturb each other', async () => {
    const one = { ...prepared(), select: few }
    const broken = { ...one, target: () => Response.json({ message: 'not found' }, { status: 404 }) }
    const [good, bad, again] = await Promise.all([
      runConformance(one),
      runConformance(broken),
      runConformance({ ...prepared(), select: few }),
    ])
    expect(good.result).toBe('partial')
    expect(bad.result).toBe('non-conformant')
    const facts = ({ requirements: all }: typeof good) => all.map(({ id, verdict }) => `${id} ${verdict}`)
    expect(facts(again)).toEqual(facts(good))
  })

  test('a caller cannot change what another run reads or reports', async () => {
    const one = await runConformance({ ...prepared(), select: few })
    const texts = JSON.stringify([one.documents, one.requirements])
    for (const text of [
      one.documents.reference?.operations[0],
      one.requirements.find(({ cases }) => cases.length === 0),
    ])
      expect(() => Object.assign(text ?? {}, { path: '/v2/changed', title: 'changed' })).toThrow(TypeError)
    const again = await runConformance({ ...prepared(), select: few })
    expect(JSON.stringify([again.documents, again.requirements.map(({ id }) => id)])).toBe(
      JSON.stringify([one.documents, one.requirements.map(({ id }) => id)]),
    )
    expect(JSON.stringify([one.documents, one.requirements])).toBe(texts)
  })

  test('prints nothing, ends nothing and leaves no listener', async () => {
    const events = ['SIGINT', 'SIGTERM', 'exit', 'uncaughtException', 'unhandledRejection']
    const before = events.map(event => process.listenerCount(event))
    const written: unknown[] = []
    const streams = [process.stdout, process.stderr]
    const writes = streams.map(stream => stream.write)
    for (const stream of streams) stream.write = (chunk: unknown) => written.push(chunk) > 0
    try {
      await runConformance({ ...prepared(), select: few })
    } finally {
      streams.forEach((stream, at) => {
        stream.write = writes[at] as typeof stream.write
      })
    }
    expect(written).toEqual([])
    expect(events.map(event => process.listenerCount(event))).toEqual(before)
  })

  test('says what it is doing', async () => {
    const seen: ProgressEvent[] = []
    const report = await runConformance({ ...prepared(), select: few, onProgress: event => seen.push(event) })
    const done = seen.filter(event => event.type === 'requirement').map(event => event.requirement)
    const asked = report.requirements.filter(({ verdict }) => verdict !== 'not-selected')
    expect(done.sort()).toEqual(asked.map(({ id }) => id).sort())
    expect(seen.map(({ type }) => type)).toEqual(expect.arrayContaining(['plan', 'case', 'cleanup']))
  })

  test('ends at a signal, with a report of what was verified until then', async () => {
    const abort = new AbortController()
    const report = await runConformance({
      ...prepared(),
      signal: abort.signal,
      onProgress: event => {
        if (event.type === 'case') abort.abort()
      },
    })
    expect(report.result).toBe('incomplete')
    expect(report.leftovers).toEqual([])
  })

  test('a signal that was given before is its own answer', async () => {
    const reason = new Error('not now')
    await expect(runConformance({ ...prepared(), signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
    ['an option that there is not', { allowWrite: true }, '"allowWrite" is not an option; did you mean "allowWrites"?'],
    ['a suite that there is not', { select: { suites: ['v1-remved'] } }, 'did you mean "v1-removed"?'],
    ['a day that there is not', { asOf: '2025-02-30' }, 'asOf is "2025-02-30"; it takes a date such as'],
    [
      'a target that is no URL',
      { target: 'nonsense' },
      'is not a valid URL; use one such as http://localhost:8080 (target)',
    ],
    [
      'a secret in a URL',
      { target: 'http://me:hunter2@localhost' },
      'must not contain a user name or password (target, credentials)',
    ],
    [
      'write permission elsewhere',
      { target: 'https://hub.example.com:8443', allowWrites: true },
      'the target is not on this machine, so its host must be named: hub.example.com:8443 (allowWrites)',
    ],
    [
      'write permission to another host',
      { target: 'https://hub.example.com', allowWrites: 'example.com' },
      'this names a host other than the target: hub.example.com (allowWrites)',
    ],
    [
      'a document that cannot be read',
      { documents: { reference: { from: 'openapi.yaml', text: 'nothing: here' } } },
      'openapi.yaml',
    ],
  ])('refuses %s', async (_name, options, message) => {
    const run = runConformance({ ...prepared(), ...options } as ConformanceOptions)
    await expect(run).rejects.toThrow(UsageError)
    await expect(run).rejects.toThrow(message)
  })

  test('refuses to write through a proxy to a name of this machine, as the command does', async () => {
    const seen: string[] = []
    const proxy = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`)
      response.end('{}')
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    try {
      const run = runConformance({
        target: 'http://localhost:9',
        allowWrites: true,
        network: { proxy: `http://127.0.0.1:${port}` },
      })
      await expect(run).rejects.toThrow('the target is behind a proxy, so its host must be named: localhost:9')
      expect(seen).toEqual([])
    } finally {
      await new Promise(resolve => proxy.close(resolve))
    }
  })

  test('a target that is not there is told apart', async () => {
    await expect(runConformance({ target: 'http://127.0.0.1:1' })).rejects.toThrow(TargetUnreachable)
  })
})

describe('checkDocs', () => {
  test('judges documents alone', async () => {
    const text = await readFile('tests/fixtures/documents/changelog.md', 'utf8')
    const report = await checkDocs({ documents: { changelog: { from: 'changelog.md', text } }, asOf: '2025-11-21' })
    expect(report.target).toBeNull()
    expect(report.requirements.length).toBeGreaterThan(0)
  })

  test('refuses none', async () => {
    await expect(checkDocs({ documents: {} })).rejects.toThrow(UsageError)
  })
})

describe('the catalogue', () => {
  test('has every requirement as data', () => {
    expect(catalogue.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id))
    expect(JSON.parse(JSON.stringify(catalogue))).toEqual(catalogue)
  })
})

describe('the reference hub', () => {
  test('answers with and without a socket, and shares nothing with another', async () => {
    const [one, two] = [referenceHub({ seed: 1 }), referenceHub({ seed: 2 })]
    expect(one.credentials.token).not.toBe(two.credentials.token)
    const served = await one.listen()
    const path = '/v1/repositories/a/tags'
    expect((await fetch(`${served.url}${path}`)).status).toBe(410)
    expect((await one.fetch(new Request(`http://hub.invalid${path}`))).status).toBe(410)
    await served.close()
    await expect(fetch(`${served.url}${path}`)).rejects.toThrow()
  })
})
