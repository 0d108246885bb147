import { beforeAll, expect, it } from 'vitest'
import type { Twist } from '../../../contracts/requirement.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { digestOf } from '../../../engine/reports/digest.ts'
import type { Draft } from '../../support/draft.ts'
import { runTwisted } from '../../support/run.ts'

/** A hub that publishes nothing: its report is small. */
const silent: Twist = async (request, next) =>
  new URL(request.url).pathname.startsWith('/v') ? next(request) : new Response(null, { status: 404 })

let text = ''
beforeAll(async () => {
  // Requirements of every kind, and few: each test recomputes them all.
  const only = ['v1-removed/trailing-slash', 'presence/create-repository', 'access-tokens/create-expires-at']
  text = JSON.stringify(await runTwisted(silent, { select: { only } }))
})

type Edit = (draft: Draft) => unknown

/** What verifying says after an edit, line by line; the digest is made anew. */
const said = async (edit: Edit): Promise<string> => {
  const draft = JSON.parse(text)
  edit(draft)
  const { disagreements, open, notes } = await verifyReport({ ...draft, digest: digestOf(draft) })
  return [
    ...disagreements.map(({ place, says }) => `${place}: ${says}`),
    ...open.map(({ place, says }) => `open: ${place}: ${says}`),
    ...notes.map(note => `note: ${note}`),
  ].join('\n')
}

const run = (draft: Draft) =>
  draft.requirements.find(each => each.id === 'v1-removed/trailing-slash') as Draft['requirements'][number]
const kase = (draft: Draft) => run(draft).cases[0] as Draft['requirements'][number]['cases'][number]

const answered = (draft: Draft, status: number) => draft.exchanges.find(each => each.response?.status === status)

const seen: readonly (readonly [kind: string, edit: Edit, line: RegExp])[] = [
  [
    'a flipped verdict',
    draft => Object.assign(run(draft), { verdict: 'fail' }),
    /^v1-removed\/trailing-slash: report says fail, evidence says pass$/m,
  ],
  [
    'an edited status',
    draft => Object.assign(answered(draft, 410)?.response ?? {}, { status: 200 }),
    /^v1-removed\/trailing-slash: report says pass, (?:its evidence does not support this|but there is no record of [^\n]+)$/m,
  ],
  [
    'an edited body',
    draft => {
      for (const { response } of draft.exchanges)
        if (response) response.body = response.body.replaceAll('"expires_at"', '"expired_at"')
    },
    /^access-tokens\/create-expires-at: report says pass, its evidence does not support this$/m,
  ],
  ['a missing exchange', draft => draft.exchanges.splice(10, 1), /^[^\n]*: the exchange x11 is not in the report$/m],
  [
    'exchanges that changed places',
    draft => {
      const [a, b] = [answered(draft, 410), answered(draft, 200)]
      if (a && b) [a.response, b.response] = [b.response, a.response]
    },
    /^v1-removed\/trailing-slash: report says pass, (?:but there is no record of GET [^\n]+|its evidence does not support this)$/m,
  ],
  [
    'an added requirement',
    draft => draft.requirements.push({ ...run(draft), id: 'v1-removed/other' } as never),
    /^v1-removed\/other: this version has no such requirement$/m,
  ],
  [
    'a requirement that is there twice',
    draft => draft.requirements.push(structuredClone(run(draft))),
    /^v1-removed\/trailing-slash: it is in the report twice$/m,
  ],
  [
    'a removed requirement',
    draft => draft.requirements.splice(draft.requirements.indexOf(run(draft)), 1),
    /^x\d+, x\d+, x\d+ and \d+ more: no case and no fixture has these \d+ exchanges$/m,
  ],
  [
    'a removed requirement',
    draft => draft.requirements.splice(draft.requirements.indexOf(run(draft)), 1),
    /trailing-slash: it is not in the report$/m,
  ],
  [
    'a removed case',
    draft => run(draft).cases.pop(),
    /^v1-removed\/trailing-slash, .*: the case is not in the report$/m,
  ],
  [
    'a flipped verdict of a case',
    draft => Object.assign(kase(draft), { verdict: 'fail' }),
    /^v1-removed\/trailing-slash, GET [^\n]+: report says fail, evidence says pass$/m,
  ],
  [
    'a request that is not recorded',
    draft => {
      for (const { request } of draft.exchanges) request.url = request.url.replace('/v1/', '/v3/')
    },
    /^v1-removed\/trailing-slash, [^\n]+: the check also requests \S+ \S+ \(\w+\), which is not recorded$/m,
  ],
  [
    'a fixture whose exchange is gone',
    draft => fixture(draft, 'credentials').exchanges.splice(0),
    /^fixtures: there is no record of GET \S+ \(valid\)$/m,
  ],
  [
    'what depends on a fixture whose exchange is gone',
    draft => fixture(draft, 'credentials').exchanges.splice(0),
    /^access-tokens\/create-expires-at: report says pass, but there is no record of GET \S+ \(valid\), on which it depends$/m,
  ],
  [
    'an edited summary',
    draft => draft.summary.must.counts.pass++,
    /^summary: the numbers are not those of the requirements$/m,
  ],
  [
    'an edited denominator',
    draft => draft.summary.must.inForce--,
    /^summary: the numbers are not those of the requirements$/m,
  ],
  [
    'an edited result',
    draft => Object.assign(draft, { result: 'incomplete' }),
    /^result: report says incomplete, its requirements say partial$/m,
  ],
  [
    'another date',
    draft => Object.assign(draft, { asOf: '2025-06-27' }),
    /^presence\/create-repository: report says pass, evidence says not-applicable/m,
  ],
  [
    'edited options',
    draft => Object.assign(draft.options, { only: ['labels/get-repository'] }),
    /^v1-removed\/trailing-slash: report says pass, evidence says not-selected/m,
  ],
  [
    'another target',
    draft => Object.assign(draft, { target: 'https://hub.example.com' }),
    /^v1-removed\/trailing-slash: report says pass, its evidence does not support this$/m,
  ],
  [
    'another sentence of the document',
    draft => Object.assign(run(draft).source, { sentence: 'All is well.' }),
    /^v1-removed\/trailing-slash: its source is not that of the catalogue$/m,
  ],
  [
    'another binding',
    draft => Object.assign(draft.bindings[0] ?? {}, { path: '/v2/elsewhere' }),
    /^binding [^\n]*: it is not what the (reference|suite) says$/m,
  ],
]

it('counts what is equal', async () => {
  const report = JSON.parse(text)
  const { length } = report.requirements
  expect(await verifyReport(report)).toMatchObject({ total: length, equal: length })
  run(report).verdict = 'fail'
  expect(await verifyReport(report)).toMatchObject({ total: length, equal: length - 1 })
})

it('says nothing of a report as it was written', async () => {
  expect(await said(() => undefined)).toBe('')
})

it.each(seen)('sees %s, although the digest was made anew', async (_kind, edit, line) => {
  const lines = await said(edit)
  expect(lines).toMatch(line)
  expect(lines).not.toMatch(/^digest/m)
  expect(lines).not.toContain('error in the suite')
})

const skipped = (draft: Draft) =>
  draft.requirements.find(each => each.verdict === 'not-selected') as Draft['requirements'][number]
const fixture = (draft: Draft, need: string) =>
  draft.fixtures.find(each => each.need === need) as Draft['fixtures'][number]
const gone = { code: 'not-offered', values: { offer: 'x', why: 'y' }, message: 'z' }
const versions = (draft: Draft) => Object.assign(draft.tool, { version: '0.0.1' })

/** All that is said of an edit, but what repeats of the catalogue and conclusions say. */
const rest = async (edit: Edit): Promise<readonly string[]> =>
  (await said(edit))
    .split('\n')
    .filter(
      line => !/^(?:summary|result|note: the report was made)|of the catalogue$|sentence of its values$/.test(line),
    )

it.each<readonly [kind: string, edit: Edit, lines: readonly unknown[]]>([
  [
    'a case that was run more often',
    draft => kase(draft).attempts++,
    [expect.stringMatching(/^v1-removed\/trailing-slash, GET.*: it was run 1 times, not 2$/)],
  ],
  [
    'other evidence',
    draft => kase(draft).evidence.reverse(),
    [expect.stringMatching(/: its verdict depends on other evidence$/)],
  ],
  [
    'an excerpt',
    draft => kase(draft).excerpts.push({ document: 'a', from: 'b', place: 'c', text: 'd' } as never),
    [expect.stringMatching(/: its verdict depends on other excerpts$/)],
  ],
  [
    'another order of the exchanges of a case',
    draft => kase(draft).exchanges.reverse(),
    [expect.stringMatching(/: its exchanges are not those of the check$/)],
  ],
  [
    'a case that there is not',
    draft => run(draft).cases.push({ ...kase(draft), name: 'another' }),
    ['v1-removed/trailing-slash, another: there is no such case'],
  ],
  [
    'a case that is there twice',
    draft => run(draft).cases.push(kase(draft)),
    ['v1-removed/trailing-slash: two of its cases have the same name'],
  ],
  [
    'five cases',
    draft => {
      for (const one of run(draft).cases.slice(0, 5)) one.attempts++
    },
    [...Array(3).fill(expect.stringMatching(/not 2$/)), 'v1-removed/trailing-slash: 2 more of its cases disagree'],
  ],
  [
    'three cases',
    draft => {
      for (const one of run(draft).cases.slice(0, 3)) one.attempts++
    },
    Array(3).fill(expect.stringMatching(/not 2$/)),
  ],
  [
    'a reason that is gone',
    draft => Object.assign(skipped(draft), { reason: null }),
    [expect.stringMatching(/: report gives no reason, evidence says not-selected \(not-selected: not selected\)$/)],
  ],
  [
    'another reason',
    draft => Object.assign(skipped(draft), { reason: gone }),
    [expect.stringMatching(/: report gives the reason not-offered: z, evidence says not-selected \(/)],
  ],
  [
    'cases of what was not run',
    draft => skipped(draft).cases.push(kase(draft)),
    [expect.stringMatching(/: it was not run, but has cases$/)],
  ],
  [
    'another value of a fixture',
    draft => Object.assign(fixture(draft, 'namespace').value as object, { namespace: 'other' }),
    ['fixture namespace: evidence gives another value'],
  ],
  [
    'another reason of a fixture',
    draft => Object.assign(fixture(draft, 'namespace'), { reason: gone }),
    ['fixture namespace: evidence gives another reason'],
  ],
  [
    'other exchanges of a fixture',
    draft => fixture(draft, 'namespace').exchanges.push(kase(draft).exchanges[0] as string),
    ['fixture namespace: its exchanges are not those that it needs'],
  ],
  [
    'a fixture that is gone',
    draft => draft.fixtures.splice(draft.fixtures.indexOf(fixture(draft, 'namespace')), 1),
    ['fixture namespace: it is not in the report'],
  ],
  [
    'a fixture that does not exist',
    draft => draft.fixtures.push({ ...fixture(draft, 'namespace'), need: 'own-group' as never }),
    ['fixture own-group: it does not follow from its exchanges'],
  ],
])('says of %s what it is', async (_kind, edit, lines) => {
  expect(await rest(edit)).toEqual(lines)
})

it('does not mind that a body is unreadable on which nothing depends', async () => {
  expect(
    await said(draft => Object.assign(answered(draft, 410)?.response ?? {}, { body: '{"a": [secret-1]}' })),
  ).not.toContain('unreadable')
})

it('says that another tool made a report', async () => {
  expect(await said(draft => Object.assign(draft.tool, { name: 'other' }))).toMatch(
    /^note: the report was made by other \d/,
  )
})

it('says of a report of another version what cannot be compared', async () => {
  expect(await said(versions)).toMatch(/^note: the report was made by hub-conformance 0\.0\.1, this is [^\n]+$/)
  const both: Edit = draft => {
    versions(draft)
    Object.assign(run(draft), { id: 'v1-removed/other' })
    draft.requirements.pop()
    Object.assign(draft.options, { only: ['nothing/at-all'] })
  }
  expect(await said(both)).toMatch(
    /open: v1-removed\/other: this version has no such requirement\n(?:[^\n]*\n)*note: the selection of the report cannot be repeated: .*nothing.*\nnote: 2 requirements of this version are not in the report$/,
  )
})

it('cannot compare what became unreadable when a secret was taken out', async () => {
  expect(
    await rest(draft => {
      const { response } = draft.exchanges.find(each => each.id === kase(draft).exchanges[0]) ?? {}
      Object.assign(response ?? {}, { status: 200, body: '{"a": [secret-1]}' })
    }),
  ).toEqual([
    expect.stringMatching(/^open: v1-removed\/trailing-slash: removing a secret made the body of x\d+ unreadable$/),
  ])
})
