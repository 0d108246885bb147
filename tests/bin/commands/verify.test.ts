import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../contracts/results/report.ts'
import type { Draft } from '../../support/draft.ts'
import { cli } from '../harness.ts'

let cwd = ''
let text = ''

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-verify-'))
  // Requirements of every kind, and few: each test recomputes them all.
  const only = ['v1-removed/name-*', 'presence/create-repository', 'access-tokens/create-expires-at']
  const chosen = only.flatMap(id => ['--only', id])
  const run = await cli(['--target', 'reference', ...chosen, '--report', 'json=report.json', '--quiet'], { cwd })
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
    expect(stdout).toMatch(/^v1-removed\/name-tags: report says pass, its evidence does not support this$/m)
    expect(stdout).toMatch(/^v1-removed\/name-tags, .*: the check also requests GET .*, which is not recorded$/m)
    expect(stdout).toMatch(/^digest: it is not that of the report: something was edited$/m)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d+ of \d+ verdicts recomputed and equal; \d+ disagreements$/)
  })

  type Edit = (report: Report) => Report
  const edited =
    (edit: (draft: Draft) => unknown): Edit =>
    report => {
      const draft = structuredClone(report)
      edit(draft as unknown as Draft)
      return draft
    }
  const answered = (draft: Draft, status: number) => draft.exchanges.find(each => each.response?.status === status)

  test.each([
    ['an edited result', edited(draft => Object.assign(draft, { result: 'incomplete' }))] as const,
    ['a shorter run', edited(draft => Object.assign(draft, { durationMs: 1 }))] as const,
    ['an edited header', edited(draft => answered(draft, 410)?.response?.headers.push(['x-edited', '1']))] as const,
    [
      'a body that decides nothing',
      edited(draft => Object.assign(answered(draft, 410)?.response ?? {}, { body: '{}' })),
    ],
    ['another order of exchanges', edited(draft => draft.exchanges.reverse())] as const,
    ['something left behind', edited(draft => draft.leftovers.push({ kind: 'a', name: 'b', url: 'c', why: 'd' }))],
  ] as const)('sees %s by the digest', async (_kind, edit) => {
    const { code, stdout } = await verified(edit)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^digest: it is not that of the report: something was edited$/m)
    expect(stdout.trimEnd().split('\n').length).toBeLessThan(400)
  })

  test('leaves a report alone whose members are in another order', async () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner)]),
      )
    }
    expect((await verified(reversed)).code).toBe(0)
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
        { place: 'result', says: 'report says incomplete, its requirements say partial' },
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
