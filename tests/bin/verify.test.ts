import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/report.ts'
import { cli } from './harness.ts'

let cwd = ''
let text = ''

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-verify-'))
  const run = await cli(['--target', 'reference', '--report', 'json=report.json', '--quiet'], { cwd })
  expect([run.code, run.stderr]).toEqual([0, ''])
  text = await readFile(join(cwd, 'report.json'), 'utf8')
})

afterAll(() => rm(cwd, { recursive: true }))

/** Verifies the report after an edit of its text or its content. */
const verified = async (edit: (report: Report) => unknown, ...argv: readonly string[]) => {
  await writeFile(join(cwd, 'edited.json'), JSON.stringify(edit(JSON.parse(text))))
  return cli(['verify', 'edited.json', ...argv], { cwd })
}

describe('verify', () => {
  test('recomputes every verdict of a run', async () => {
    const { code, stdout, stderr } = await cli(['verify', 'report.json'], { cwd })
    expect(stdout).toMatch(/^(\d+) of \1 verdicts recomputed and equal\n$/)
    expect([code, stderr]).toEqual([0, ''])
  })

  test('works on a report that was rendered once more', async () => {
    await cli(['render', 'report.json', '--report', 'json=again.json'], { cwd })
    expect(await readFile(join(cwd, 'again.json'), 'utf8')).toBe(text)
  })

  test('names what disagrees, one line each, and ends with 1', async () => {
    const { code, stdout } = await verified(report => ({
      ...report,
      exchanges: report.exchanges.map(exchange =>
        exchange.response?.status === 410 ? { ...exchange, response: { ...exchange.response, status: 200 } } : exchange,
      ),
    }))
    expect(code).toBe(1)
    expect(stdout).toMatch(/^v1-removed\/name-tags: report says pass, its evidence does not lead there$/m)
    expect(stdout).toMatch(
      /^v1-removed\/name-tags, .*: by the evidence the check goes on to ask GET .*, of which there is no record$/m,
    )
    expect(stdout).toMatch(/^digest: it is not that of the report: something was edited$/m)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d+ of \d+ verdicts recomputed and equal; \d+ disagreements$/)
  })

  test.each([
    [
      'a flipped verdict',
      (report: Report) => ({
        ...report,
        requirements: report.requirements.map((each, at) => (at === 3 ? { ...each, verdict: 'fail' } : each)),
      }),
    ],
    ['a missing exchange', (report: Report) => ({ ...report, exchanges: report.exchanges.slice(0, -1) })],
    ['another result', (report: Report) => ({ ...report, result: 'incomplete' })],
    ['a shorter run', (report: Report) => ({ ...report, durationMs: 1e6 })],
  ])('sees %s', async (_name, edit) => {
    expect((await verified(edit)).code).toBe(1)
  })

  test('says what the evidence says instead', async () => {
    const { stdout } = await verified(report => ({
      ...report,
      requirements: report.requirements.map(each =>
        each.id === 'v1-removed/name-tags' ? { ...each, verdict: 'inconclusive' } : each,
      ),
    }))
    expect(stdout).toMatch(/^v1-removed\/name-tags: report says inconclusive, evidence says pass$/m)
  })

  test('--json gives the same as data', async () => {
    const { code, stdout } = await verified(report => ({ ...report, result: 'incomplete' }), '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      disagreements: [
        { place: 'result', says: 'report says incomplete, its requirements say conformant' },
        { place: 'digest' },
      ],
      open: [],
      notes: [],
    })
  })

  test('says what a report of another version is', async () => {
    const { stdout } = await verified(report => ({ ...report, tool: { ...report.tool, version: '0.0.1' } }))
    expect(stdout).toMatch(/^Note: the report was made by hub-conformance 0\.0\.1, this is /)
  })
})
