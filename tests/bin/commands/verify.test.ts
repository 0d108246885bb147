import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../contracts/report.ts'
import { digestOf } from '../../../engine/reports/digest.ts'
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

/** A report that can be edited. */
type Draft = { -readonly [Key in keyof Report]: Editable<Report[Key]> }
type Editable<T> = T extends readonly (infer Item)[]
  ? Editable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Editable<T[Key]> }
    : T

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

  const sealed = (report: Report): Report => ({ ...report, digest: digestOf(report) })
  type Edit = (report: Report) => Report
  const edited =
    (edit: (draft: Draft) => unknown): Edit =>
    report => {
      const draft = structuredClone(report)
      edit(draft as unknown as Draft)
      return draft
    }
  const answered = (draft: Draft, status: number) => draft.exchanges.find(each => each.response?.status === status)

  const seen: readonly (readonly [kind: string, edit: Edit, line: RegExp])[] = [
    [
      'a flipped verdict',
      edited(draft => Object.assign(draft.requirements[0] ?? {}, { verdict: 'fail' })),
      /^v1-removed\/name-images: report says fail, evidence says pass$/m,
    ],
    [
      'an edited status',
      edited(draft => Object.assign(answered(draft, 410)?.response ?? {}, { status: 200 })),
      /^v1-removed\/name-images: report says pass, (?:its evidence does not support this|but there is no record of [^\n]+)$/m,
    ],
    [
      'an edited body',
      edited(draft => {
        for (const { response } of draft.exchanges)
          if (response) response.body = response.body.replaceAll('"expires_at"', '"expired_at"')
      }),
      /^access-tokens\/create-expires-at: report says pass, its evidence does not support this$/m,
    ],
    [
      'a missing exchange',
      edited(draft => draft.exchanges.splice(10, 1)),
      /^[^\n]*: the exchange x11 is not in the report$/m,
    ],
    [
      'exchanges that changed places',
      edited(draft => {
        const [a, b] = [answered(draft, 410), answered(draft, 200)]
        if (a && b) [a.response, b.response] = [b.response, a.response]
      }),
      /^v1-removed\/name-images: report says pass, (?:but there is no record of GET [^\n]+|its evidence does not support this)$/m,
    ],
    [
      'an added requirement',
      edited(draft => draft.requirements.push({ ...draft.requirements[0], id: 'v1-removed/other' } as never)),
      /^v1-removed\/other: this version has no such requirement$/m,
    ],
    [
      'a requirement that is there twice',
      edited(draft => draft.requirements.push(structuredClone(draft.requirements[0]) as never)),
      /^v1-removed\/name-images: it is in the report twice$/m,
    ],
    [
      'a removed requirement',
      edited(draft => draft.requirements.splice(0, 1)),
      /^x\d+, x\d+, x\d+ and \d+ more: no case and no fixture has these \d+ exchanges$/m,
    ],
    [
      'a removed requirement',
      edited(draft => draft.requirements.splice(0, 1)),
      /name-images: it is not in the report$/m,
    ],
    [
      'a removed case',
      edited(draft => draft.requirements[0]?.cases.pop()),
      /^v1-removed\/name-images, .*: the case is not in the report$/m,
    ],
    [
      'an edited summary',
      edited(draft => draft.summary.must.counts.pass++),
      /^summary: the numbers are not those of the requirements$/m,
    ],
    [
      'an edited denominator',
      edited(draft => draft.summary.must.inForce--),
      /^summary: the numbers are not those of the requirements$/m,
    ],
    [
      'an edited result',
      edited(draft => Object.assign(draft, { result: 'incomplete' })),
      /^result: report says incomplete, its requirements say partial$/m,
    ],
    [
      'another date',
      edited(draft => Object.assign(draft, { asOf: '2025-06-27' })),
      /^presence\/create-repository: report says pass, evidence says not-applicable/m,
    ],
    [
      'edited options',
      edited(draft => Object.assign(draft.options, { only: ['labels/get-repository'] })),
      /^v1-removed\/name-images: report says pass, evidence says not-selected/m,
    ],
    [
      'another target',
      edited(draft => Object.assign(draft, { target: 'https://hub.example.com' })),
      /^v1-removed\/name-images: report says pass, its evidence does not support this$/m,
    ],
    [
      'another sentence of the document',
      edited(draft => Object.assign(draft.requirements[0]?.source ?? {}, { sentence: 'All is well.' })),
      /^v1-removed\/name-images: its source is not that of the catalogue$/m,
    ],
    [
      'another binding',
      edited(draft => Object.assign(draft.bindings[0] ?? {}, { path: '/v2/elsewhere' })),
      /^binding [^\n]*: it is not what the (reference|suite) says$/m,
    ],
  ]

  test.each(seen)('sees %s, although the digest was made anew', async (_kind, edit, line) => {
    const { code, stdout } = await verified(report => sealed(edit(report)))
    expect(code).toBe(1)
    expect(stdout).toMatch(line)
    expect(stdout).not.toMatch(/^digest/m)
    expect(stdout).not.toContain('error in the suite')
  })

  test.each([
    ...seen.map(([kind, edit]) => [kind, edit] as const),
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
