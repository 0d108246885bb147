import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Level, Verdict } from '../../../contracts/results/verdict.ts'
import { kase, reason, report, requirement } from '../../reporters/fixtures/report.ts'
import { cli } from '../harness.ts'

let cwd = ''

const id = 'v1-removed/name-tags'

const write = async (name: string, verdict: Verdict, level: Level = 'must'): Promise<void> => {
  const why = verdict === 'pass' ? null : reason('not-gone', { expected: 410, status: 404 })
  const content = report([requirement(id, level, [kase('GET', verdict, why)])])
  await writeFile(join(cwd, name), JSON.stringify(content))
}

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-compare-'))
  await write('pass.json', 'pass')
  await write('fail.json', 'fail')
  await write('open.json', 'inconclusive')
  await write('should-pass.json', 'pass', 'should')
  await write('should-fail.json', 'fail', 'should')
})

afterAll(() => rm(cwd, { recursive: true }))

const codeOf = async (...argv: readonly string[]): Promise<number> => (await cli(['compare', ...argv], { cwd })).code

describe('compare', () => {
  test('ends with 1 where something got worse, else with 0', async () => {
    expect(await codeOf('pass.json', 'pass.json')).toBe(0)
    expect(await codeOf('fail.json', 'fail.json')).toBe(0)
    expect(await codeOf('fail.json', 'pass.json')).toBe(0)
    expect(await codeOf('open.json', 'pass.json')).toBe(0)
    expect(await codeOf('pass.json', 'fail.json')).toBe(1)
    expect(await codeOf('open.json', 'fail.json')).toBe(1)
    expect(await codeOf('pass.json', 'open.json')).toBe(1)
    expect(await codeOf('fail.json', 'open.json')).toBe(1)
  })

  test('counts what is at --fail-on or above', async () => {
    expect(await codeOf('should-pass.json', 'should-fail.json')).toBe(0)
    expect(await codeOf('should-pass.json', 'should-fail.json', '--fail-on', 'should')).toBe(1)
  })

  test('names what got worse, and says it in one line', async () => {
    const { stdout, stderr } = await cli(['compare', 'pass.json', 'fail.json'], { cwd })
    expect(stderr).toBe('')
    expect(stdout).toContain(`Regressions  1\n  MUST   ${id}  pass → fail\n`)
    expect(stdout).toMatch(/\n1 regression, 0 no longer verified, 0 fixed, 0 newly verified, 0 unchanged\n$/)
  })

  test('writes the other formats to files or to standard output', async () => {
    const argv = ['compare', 'pass.json', 'fail.json', '--report', 'markdown=c.md', '--report', 'json']
    const { stdout, stderr, code } = await cli(argv, { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ regressions: [{ id, old: 'pass', new: 'fail' }], unchanged: 0 })
    expect(stderr).toContain('Regressions')
    expect(await readFile(join(cwd, 'c.md'), 'utf8')).toContain(`- MUST \`${id}\` pass → fail`)
  })

  test('refuses what it cannot do', async () => {
    const pdf = await cli(['compare', 'pass.json', 'fail.json', '--report', 'html'], { cwd })
    expect(pdf).toEqual({
      code: 3,
      stdout: '',
      stderr: 'hub-conformance: --report: unknown report format "html" (console, markdown, json)\n',
    })
    expect(await codeOf('pass.json')).toBe(3)
    expect(await codeOf('pass.json', 'fail.json', '--quiet', '--verbose')).toBe(3)
    expect(await codeOf('pass.json', 'fail.json', '--report', 'json=pass.json/x')).toBe(5)
  })
})
