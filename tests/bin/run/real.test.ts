import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../contracts/results/report.ts'
import { cli } from '../harness.ts'

/** With the engine, the suites and the built-in hub. */

let cwd = ''

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-real-'))
  await writeFile(
    join(cwd, 'openapi.json'),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {} }),
  )
  await writeFile(join(cwd, 'broken.json'), '{')
})

afterAll(() => rm(cwd, { recursive: true }))

const reference = ['--target', 'reference']

describe('the command line on the built-in hub', () => {
  test('is conformant, with everything verified, and the JSON report says the same', async () => {
    const reports = ['--report', 'console', '--report', 'json=full.json']
    const { code, stdout, stderr } = await cli([...reference, '--seed', '3', ...reports], { cwd })
    expect(stdout).toMatch(/^CONFORMANT {2}(\d+) passed, 0 failed, 0 not verified, of \1 MUST\n/)
    expect(stdout).toContain('the built-in reference hub, as of 2025-11-21')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const report = JSON.parse(await readFile(join(cwd, 'full.json'), 'utf8')) as Report
    expect(report).toMatchObject({
      schemaVersion: '2.1',
      result: 'conformant',
      seed: 3,
      options: { target: 'reference', seed: 3 },
    })
    expect(report.summary.must.verified).toBe(report.summary.must.inForce)
  })

  test('no secret of the command line stands in a report', async () => {
    const secret = 'pl4nted\'s "secret" of a header'
    for (const format of ['json', 'console']) {
      const { stdout, stderr } = await cli([
        ...reference,
        '--verbose',
        '--report',
        format,
        '--header',
        `X-Planted: ${secret}`,
        '--suite',
        'v1-removed',
      ])
      for (const form of [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString('base64'),
      ]) {
        expect(stdout + stderr).not.toContain(form)
      }
    }
  })

  test.each([
    [['--suite', 'v1-remved'], 'v1-removed'],
    [['--only', 'v1-removed/name-tgas'], 'v1-removed/name-tags'],
    [['--skip', 'nothing/*'], 'matches no requirement'],
    [['--suite', 'v1-removed', '--skip', 'v1-removed/*'], 'no requirement matches the selection'],
  ])('%j is refused', async (argv, message) => {
    const { code, stdout, stderr } = await cli([...reference, ...argv])
    expect(stderr).toContain(message)
    expect(stderr).toMatch(/^[^\n]*\n$/)
    expect(stdout).toBe('')
    expect(code).toBe(3)
  })

  test('a target that is not there is 4', async () => {
    const { code, stdout, stderr } = await cli(['--target', 'http://127.0.0.1:1'])
    expect(stderr).toMatch(/^hub-conformance: cannot reach http:\/\/127\.0\.0\.1:1[^\n]*\n$/)
    expect(stdout).toBe('')
    expect(code).toBe(4)
  })
})

describe('check-docs', () => {
  test('judges a reference alone', async () => {
    const { code, stdout } = await cli(['check-docs', '--reference', 'openapi.json'], { cwd })
    expect(stdout).toContain('the reference has nothing that can be read as operations')
    expect(stdout).toContain('documents alone, as of 2025-11-21')
    expect(code).toBe(2)
  })

  test.each(['deprecation-log', 'changelog'])('an OpenAPI document is not a --%s', async name => {
    const { code, stdout, stderr } = await cli(['check-docs', `--${name}`, 'openapi.json'], { cwd })
    expect(stderr).toMatch(
      /openapi\.json is an OpenAPI document, not a (?:deprecation log|change history); give the page/,
    )
    expect(stdout).toBe('')
    expect(code).toBe(3)
  })

  test('what is no reference is a usage error', async () => {
    const { code, stdout, stderr } = await cli(['check-docs', '--reference', 'broken.json'], { cwd })
    expect(stderr).toMatch(/^hub-conformance: [^\n]*broken\.json[^\n]*\n$/)
    expect(stdout).toBe('')
    expect(code).toBe(3)
  })
})
