import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunInput } from '../../../engine/options.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { runConformance } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { serveHub } from '../../../reference-impl/serve.ts'
import { cli } from '../../bin/harness.ts'

const select = { only: ['presence/pat-list', 'presence/list-namespace-repositories'] }

/** A hub that takes tokens of its own, each for a number of requests. */
const judge = async (uses: number, input: Partial<RunInput> = {}) => {
  const { handler, credentials } = createHub({ seed: 1 })
  let given = 0
  let left = uses
  const tokenFrom = async (): Promise<string> => {
    given += 1
    left = uses
    return `a-token-for-some-requests-${given}`
  }
  const report = await runConformance({
    target: {
      handler: async request => {
        const headers = new Headers(request.headers)
        if (headers.has('authorization')) {
          const fresh = headers.get('authorization') === `Bearer a-token-for-some-requests-${given}` && left-- > 0
          if (!fresh) return Response.json({ detail: 'expired' }, { status: 401 })
          headers.set('authorization', `Bearer ${credentials.token}`)
        }
        const body = request.body === null ? {} : { body: await request.text() }
        return handler(new Request(request.url, { method: request.method, headers, ...body }))
      },
    },
    credentials: { tokenFrom },
    fixtures: { namespace: 'conformance' },
    network: { concurrency: 1 },
    select,
    patienceMs: 1,
    ...input,
  })
  return { report, given }
}

describe('a token that is got', () => {
  test('is got once where it is accepted', async () => {
    const { report, given } = await judge(10_000)
    expect(report.result).toBe('partial')
    expect(given).toBe(1)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('is got again where it is refused, and is in no report', async () => {
    const { report, given } = await judge(3)
    expect(report.result).toBe('partial')
    expect(given).toBeGreaterThan(1)
    expect(JSON.stringify(report)).not.toContain('a-token-for-some-requests')
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('is got a bounded number of times from a target that refuses every one', async () => {
    const { report, given } = await judge(0, { select: { suites: ['presence', 'access-tokens'] } })
    expect(report.result).toBe('incomplete')
    expect(report.fixtures.find(({ need }) => need === 'credentials')?.reason?.code).toBe('credentials-refused')
    expect(given).toBeLessThanOrEqual(20)
  })

  test('that there is not leaves everything untestable that needs it, and says why', async () => {
    const tokenFrom = () => Promise.reject(new Error('the command for the token ended with 3'))
    const { report } = await judge(1, { credentials: { tokenFrom } })
    const [requirement] = report.requirements.filter(({ id }) => id === 'presence/pat-list')
    expect(requirement?.verdict).toBe('untestable')
    expect(requirement?.reason?.message).toContain('no token available: the command for the token ended with 3')
    expect((await verifyReport(report)).disagreements).toEqual([])
  })
})

describe('--token-command', () => {
  let cwd = ''
  let hub: Awaited<ReturnType<typeof serveHub>>
  const { handler, credentials } = createHub({ seed: 1 })

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-token-'))
    await writeFile(join(cwd, 'token'), `${credentials.token}\n`)
    hub = await serveHub(handler, { port: 0 })
  })

  afterAll(async () => {
    await hub.close()
    await rm(cwd, { recursive: true })
  })

  const run = (command: string, env: Readonly<Record<string, string>> = {}, more: readonly string[] = []) =>
    cli(['--target', hub.url, '--only', 'presence/pat-list', '--token-command', command, ...more], {
      cwd,
      env: { PATH: process.env.PATH ?? '', ...env },
    })

  test('gives the token, which no output has', async () => {
    const argv = ['--report', 'json=report.json', '--verbose']
    const { code, stdout, stderr } = await run('echo loud >&2; cat token', {}, argv)
    expect(stdout).toMatch(/^PARTIAL/m)
    expect(code).toBe(0)
    expect(stdout + stderr + (await readFile(join(cwd, 'report.json'), 'utf8'))).not.toMatch(
      new RegExp(`${credentials.token}|loud|cat token`),
    )
  })

  test('that fails says how it ended, and nothing that it printed', async () => {
    const { code, stdout, stderr } = await run('echo s3cr3t-output; echo s3cr3t-error >&2; exit 7')
    expect(stdout.replace(/\s+/g, ' ')).toContain('no token available: the command for the token ended with 7')
    expect(stdout + stderr).not.toContain('s3cr3t')
    expect(code).toBe(2)
  })

  test('that prints no token says so', async () => {
    const { stdout } = await run('echo two words')
    expect(stdout.replace(/\s+/g, ' ')).toContain('it did not return a single token that is valid in a header')
    expect(stdout).not.toContain('two words')
  })

  test('on the command line wins over the environment; two variables are a question', async () => {
    expect((await run('cat token', { HUB_CONFORMANCE_TOKEN: 'another-token' })).code).toBe(0)
    const { stderr, code } = await cli(['--target', hub.url, '--only', 'presence/pat-list'], {
      cwd,
      env: { HUB_CONFORMANCE_TOKEN: 'another-token', HUB_CONFORMANCE_TOKEN_COMMAND: 'cat token' },
    })
    expect(stderr).toContain('HUB_CONFORMANCE_TOKEN and HUB_CONFORMANCE_TOKEN_COMMAND are both set; unset one')
    expect(code).toBe(3)
    const both = await run('cat token', {}, ['--token-file', 'token'])
    expect(both.stderr).toContain('--token-command and a token file are both given; leave one out')
  })
})
