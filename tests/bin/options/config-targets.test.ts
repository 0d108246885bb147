import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../contracts/results/report.ts'
import { type RunInput, TargetUnreachable } from '../../../engine/options.ts'
import { conformant, mixed, unverified } from '../../reporters/fixtures/reports.ts'
import { cli, fakeEngine } from '../harness.ts'

let cwd = ''

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-targets-'))
  await writeFile(
    join(cwd, 'hub-conformance.config.yaml'),
    [
      'retries: 1',
      'report: json=reports/report.json',
      'targets:',
      '  one: { target: "http://localhost:1", retries: 2 }',
      '  two.b: { target: "http://localhost:2" }',
      '',
    ].join('\n'),
  )
})

afterAll(() => rm(cwd, { recursive: true }))

const urlOf = ({ target }: RunInput): string => ('url' in target ? (target.url ?? '') : '')

const run = async (
  answers: readonly (Report | Error)[],
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) => {
  const inputs: RunInput[] = []
  const engine = fakeEngine(async input => {
    const answer = answers[inputs.length]
    inputs.push(input)
    if (answer instanceof Error || answer === undefined) throw answer ?? new Error('asked once too often')
    return answer
  })
  return { ...(await cli(['--quiet', ...argv], { cwd, env, deps: engine.deps })), inputs }
}

describe('several named targets', () => {
  test('are each run with options of their own, and each reported', async () => {
    const env = { HUB_CONFORMANCE_ONE_TOKEN: 'token-of-one' }
    const { code, stdout, stderr, inputs } = await run([conformant, conformant], [], env)
    expect(stderr).toBe('')
    expect(inputs.map(input => [urlOf(input), input.network?.retries, input.credentials?.token])).toEqual([
      ['http://localhost:1/', 2, 'token-of-one'],
      ['http://localhost:2/', 1, undefined],
    ])
    expect(stdout).toMatch(/^Target one\n.*\nTarget two\.b\n/s)
    expect(await readdir(join(cwd, 'reports'))).toEqual(
      expect.arrayContaining(['report-one.json', 'report-two.b.json']),
    )
    expect(code).toBe(0)
  })

  test.each<readonly [readonly (Report | Error)[], number]>([
    [[conformant, mixed], 1],
    [[mixed, conformant], 1],
    [[unverified, conformant], 2],
    [[new TargetUnreachable('cannot reach it'), conformant], 4],
    [[new TargetUnreachable('cannot reach it'), mixed], 1],
    [[unverified, new TargetUnreachable('cannot reach it')], 4],
  ])('end with the weightiest of their codes (%#)', async (answers, code) => {
    const outcome = await run(answers)
    expect(outcome.inputs).toHaveLength(2)
    expect(outcome.code).toBe(code)
    expect(outcome.stderr.includes('cannot reach it')).toBe(code === 4 || answers.some(each => each instanceof Error))
  })

  test('one is chosen by name, and takes the secrets that have no name', async () => {
    const { inputs, code } = await run([conformant], ['--target', 'two.b'], { HUB_CONFORMANCE_TOKEN: 't' })
    expect(inputs.map(urlOf)).toEqual(['http://localhost:2/'])
    expect(inputs[0]?.credentials?.token).toBe('t')
    expect(code).toBe(0)
    const own = await run([conformant], [], { HUB_CONFORMANCE_TARGET: 'two.b', HUB_CONFORMANCE_TWO_B_TOKEN: 'own' })
    expect(own.inputs[0]?.credentials?.token).toBe('own')
  })

  test('are left out where another target is given', async () => {
    const { inputs } = await run([conformant], ['--target', 'http://localhost:3'])
    expect(inputs.map(urlOf)).toEqual(['http://localhost:3/'])
  })

  test('--matrix shows requirement by target', async () => {
    const { stdout } = await run([mixed, conformant], ['--matrix'])
    expect(stdout).toMatch(/\n\[1\] one, .*: non-conformant \(.*\n\[2\] two\.b, .*: conformant \(/)
    expect(stdout).toMatch(/\nRequirement +\[1\] +\[2\]\n/)
    expect(stdout).toMatch(/\nv1-removed\/name-tags +fail +pass\n/)
    // The second report does not have it.
    expect(stdout).not.toContain('\npresence/create-repository')
  })

  test('--matrix says which were not reached', async () => {
    const { stdout } = await run([new TargetUnreachable('cannot reach it'), conformant], ['--matrix'])
    expect(stdout).toContain('\none: no report\n[1] two.b, ')
  })

  test('an interrupted one is the last', async () => {
    const signals: ((signal: string) => void)[] = []
    let asked = 0
    const engine = fakeEngine(async () => {
      asked += 1
      for (const listener of signals) listener('SIGINT')
      return unverified
    })
    const outcome = await cli(['--quiet'], { cwd, deps: engine.deps, onListening: listener => signals.push(listener) })
    expect(asked).toBe(1)
    expect(outcome.code).toBe(2)
  })
})
