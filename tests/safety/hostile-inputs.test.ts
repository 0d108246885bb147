import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { cli } from '../bin/harness.ts'
import { runTwisted, withVerdict } from '../support/run.ts'
import { hostileInputs, type InputKind } from './support/hostile-inputs.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-hostile-'))
})
afterEach(() => rm(folder, { recursive: true }))

const run = ['--target', 'reference', '--suite', 'versioning', '--quiet']

/** The command lines that read such a file. */
const commands: Readonly<Record<InputKind, (file: string) => readonly (readonly string[])[]>> = {
  config: file => [['--config', file, ...run]],
  binding: file => [['--binding', file, ...run]],
  baseline: file => [['--baseline', file, ...run]],
  report: file => [
    ['render', file, '--report', 'html'],
    ['verify', file],
    ['compare', file, file],
  ],
  reference: file => [
    ['check-docs', '--reference', file],
    ['--reference', file, ...run],
  ],
}

describe('a hostile', () => {
  test.each(hostileInputs)('$kind: $is', async ({ kind, is, says, text }) => {
    const name = kind === 'config' ? 'hub-conformance.config.yaml' : `${kind}.txt`
    await writeFile(join(folder, name), text())
    for (const argv of commands[kind](name)) {
      const { code, stdout, stderr } = await cli(argv, { cwd: folder })
      const line = `${argv.join(' ')}, ${is}: ${stderr.slice(0, 300)}`
      if (says === undefined) expect([0, 1, 2], line).toContain(code)
      else {
        expect(code, line).toBe(3)
        expect(stderr, line).toMatch(says)
        expect(stderr.length).toBeLessThan(12_000)
        expect(stdout).toBe('')
      }
      expect(stderr, line).not.toMatch(/\[object|undefined|TypeError|RangeError|\n {4}at /)
    }
    expect(({} as Record<string, unknown>).insecure).toBeUndefined()
  })
})

describe('a hostile reference that the target publishes itself', () => {
  test.each(hostileInputs.filter(({ kind }) => kind === 'reference'))(
    '$is: no request leaves the target, and none is the suite’s mistake',
    async ({ text }) => {
      const body = text()
      const report = await runTwisted(
        async (request, next) => {
          const { origin, pathname } = new URL(request.url)
          expect(origin).toBe('http://hub.invalid')
          return pathname === '/openapi.json' ? new Response(body) : next(request)
        },
        { select: { suites: ['presence'] }, patienceMs: 200 },
      )
      expect(report.exchanges.length).toBeGreaterThan(20)
      expect(withVerdict(report, 'error')).toEqual({})
      for (const { request } of report.exchanges) expect(new URL(request.url).origin).toBe('http://hub.invalid')
    },
  )
})

describe('a document that is fetched', () => {
  test('is not looked for where a redirect leads', async () => {
    const hub = createHub()
    const other: string[] = []
    const elsewhere = await serveHub(async request => {
      other.push(request.url)
      return hub.handler(request)
    })
    const redirecting = await serveHub(
      async () => new Response(null, { status: 302, headers: { location: `${elsewhere.url}/openapi.json` } }),
    )
    try {
      const argv = ['check-docs', '--reference', `${redirecting.url}/openapi.json`]
      const { code, stderr } = await cli(argv, { cwd: folder })
      expect(code).toBe(3)
      expect(stderr).toContain('answered 302')
      expect(other).toEqual([])
    } finally {
      await redirecting.close()
      await elsewhere.close()
    }
  })
})
