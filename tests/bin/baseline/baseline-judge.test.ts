import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBaseline } from '../../../bin/baseline/file.ts'
import { knownIds } from '../../../bin/baseline/gate.ts'
import { type Baseline, judgeBaseline } from '../../../engine/reports/baseline.ts'
import { catalogue, pactCatalogue } from '../../../suites/catalogue.ts'
import { kase, reason, report, requirement } from '../../reporters/fixtures/report.ts'
import { entry } from '../../support/baseline.ts'

const today = '2026-06-01'
const gone = reason('not-gone', { expected: 410, status: 404, got: 404 })

const failing = requirement('a/fails', 'must', [kase('one', 'fail', gone), kase('two', 'pass')])
const passing = requirement('a/passes', 'must', [kase('one', 'pass')])
const open = requirement('a/open', 'must', [kase('one', 'untestable', reason('need-org'))])
const all = report([failing, passing, open])

const lacking = entry('a/open', { verdict: 'untestable', code: 'need-org' })
const whole: Baseline = { failures: [entry('a/fails')], unverified: [lacking] }

const kinds = (given: Parameters<typeof judgeBaseline>[0], baseline: Baseline, rules = {}) =>
  judgeBaseline(given, baseline, today, rules).map(finding => {
    const { id, case: name } = 'actual' in finding ? finding.actual : finding.entry
    return `${finding.kind} ${id}${name === undefined ? '' : ` ${name}`}`
  })

test('a baseline is what its file says, which may be nothing', async () => {
  const entry = { id: 'a/b', verdict: 'untestable', code: 'need-org', reason: 'r' }
  const content = `? failures\nunverified:\n  - ${JSON.stringify(entry)}\n`
  expect(await parseBaseline(content, 'b.yaml')).toMatchObject({ failures: [], unverified: [entry] })
  for (const nothing of ['', '---\n', '# ours\n'])
    expect(await parseBaseline(nothing, 'b.yaml')).toMatchObject({ failures: [], unverified: [] })
})

test('ids that are known are those of every requirement, of the contract as well', async () => {
  const ids = [...catalogue, ...pactCatalogue].map(({ id }) => id)
  expect((await knownIds()).toSorted()).toEqual(ids.toSorted())
})

describe('a report is held against a baseline', () => {
  test('that says what is so', () => {
    expect(kinds(all, whole)).toEqual([])
  })

  test.each<readonly [string, Baseline, readonly string[]]>([
    ['nothing is listed', { failures: [], unverified: [] }, ['new a/fails', 'unverified a/open']],
    ['what passes is listed', { ...whole, failures: [entry('a/passes'), entry('a/fails')] }, ['stale a/passes']],
    [
      'what passes is listed as unverified',
      { ...whole, unverified: [lacking, entry('a/passes', { verdict: 'untestable' })] },
      ['stale a/passes'],
    ],
    ['an id is unknown', { ...whole, failures: [entry('a/fails'), entry('a/nothing')] }, ['unmatched a/nothing']],
    [
      'a case is unknown',
      { ...whole, failures: [entry('a/fails', { case: 'tow' })] },
      ['new a/fails', 'unmatched a/fails tow'],
    ],
    ['an entry is there twice', { ...whole, failures: [entry('a/fails'), entry('a/fails')] }, ['duplicate a/fails']],
    [
      'an entry is in both lists',
      { ...whole, unverified: [lacking, entry('a/fails', { verdict: 'untestable' })] },
      ['duplicate a/fails'],
    ],
    [
      'a requirement is listed whole and by case',
      { ...whole, failures: [entry('a/fails'), entry('a/fails', { case: 'one' })] },
      ['duplicate a/fails one'],
    ],
    [
      'a case is there twice',
      { ...whole, failures: [entry('a/fails', { case: 'one' }), entry('a/fails', { case: 'one' })] },
      ['duplicate a/fails one'],
    ],
    [
      'a requirement is listed by case and whole',
      { ...whole, failures: [entry('a/fails', { case: 'one' }), entry('a/fails')] },
      ['duplicate a/fails'],
    ],
    ['the reason code is another', { ...whole, failures: [entry('a/fails', { code: 'gone' })] }, ['changed a/fails']],
    ['the entry is over', { ...whole, failures: [entry('a/fails', { expires: '2026-05-31' })] }, ['expired a/fails']],
    ['the entry ends today', { ...whole, failures: [entry('a/fails', { expires: today })] }, []],
    ['a failing case is listed', { ...whole, failures: [entry('a/fails', { case: 'one' })] }, []],
    [
      'a passing case is listed',
      { ...whole, failures: [entry('a/fails', { case: 'two' })] },
      ['new a/fails one', 'stale a/fails two'],
    ],
    [
      'what is listed as failing is not verified any more',
      { failures: [entry('a/fails'), entry('a/open')], unverified: [] },
      ['unverified a/open'],
    ],
    [
      'what is listed as unverified fails',
      { failures: [], unverified: [lacking, entry('a/fails', { verdict: 'inconclusive' })] },
      ['new a/fails'],
    ],
    ['another thing is missing', { ...whole, unverified: [{ ...lacking, code: 'need-tag' }] }, ['changed a/open']],
    [
      'it is open in another way',
      { ...whole, unverified: [{ ...lacking, verdict: 'inconclusive' }] },
      ['changed a/open'],
    ],
    [
      'anything may be missing',
      { ...whole, unverified: [{ id: 'a/open', verdict: 'untestable', reason: 'known' }] },
      [],
    ],
  ])('%s', (_name, baseline, found) => {
    expect(kinds(all, baseline)).toEqual(found)
  })

  test('what was not selected is left alone, but a date passes all the same', () => {
    const some = report([requirement('a/fails', 'must', [], { verdict: 'not-selected' }), passing])
    expect(kinds(some, { failures: [entry('a/fails')], unverified: [] })).toEqual([])
    expect(kinds(some, { failures: [entry('a/fails', { case: 'any' })], unverified: [] })).toEqual([])
    expect(kinds(some, { failures: [entry('a/fails', { expires: '2026-05-31' })], unverified: [] })).toEqual([
      'expired a/fails',
    ])
  })

  test('what no longer applies is stale, a mistake of the suite is not the target', () => {
    const na = report([requirement('a/fails', 'must', [], { verdict: 'not-applicable' })])
    expect(kinds(na, { failures: [entry('a/fails')], unverified: [] })).toEqual(['stale a/fails'])
    const error = report([requirement('a/fails', 'must', [kase('one', 'error', reason('suite-error'))])])
    expect(kinds(error, { failures: [entry('a/fails')], unverified: [] })).toEqual([])
    expect(kinds(error, { failures: [], unverified: [] })).toEqual([])
  })

  test('lower levels count where --fail-on says so, and where they are listed', () => {
    const should = report([requirement('a/should', 'should', [kase('one', 'fail', gone)])])
    expect(kinds(should, { failures: [], unverified: [] })).toEqual([])
    expect(kinds(should, { failures: [], unverified: [] }, { failOn: 'should' })).toEqual(['new a/should'])
    expect(kinds(should, { failures: [entry('a/should', { code: 'gone' })], unverified: [] })).toEqual([
      'changed a/should',
    ])
  })

  test('--allow-incomplete lets be unverified what nothing is known of, and nothing else', () => {
    expect(kinds(all, { ...whole, unverified: [] }, { allowIncomplete: true })).toEqual([])
    expect(
      kinds(all, { failures: [entry('a/fails'), entry('a/open')], unverified: [] }, { allowIncomplete: true }),
    ).toEqual(['unverified a/open'])
  })

  test('an id that the report does not have may be known all the same', () => {
    const listed = { ...whole, failures: [entry('a/fails'), entry('b/other')] }
    expect(kinds(all, listed)).toEqual(['unmatched b/other'])
    expect(kinds(all, listed, { known: ['b/other'] })).toEqual([])
  })

  test('is true exactly where every failure and every open requirement is listed, and nothing else is', () => {
    const verdicts = fc.constantFrom('pass' as const, 'fail' as const, 'untestable' as const)
    const model = fc.array(fc.record({ verdict: verdicts, listed: verdicts }), { maxLength: 8 })
    fc.assert(
      fc.property(model, items => {
        const given = report(
          items.map(({ verdict }, at) => requirement(`a/r${at}`, 'must', [kase('one', verdict, gone)])),
        )
        const entries = items.map(({ listed }, at) => entry(`a/r${at}`, { verdict: listed as 'fail' }))
        const baseline: Baseline = {
          failures: entries.filter((_, at) => items[at]?.listed === 'fail'),
          unverified: entries.filter((_, at) => items[at]?.listed === 'untestable'),
        }
        const different = items.filter(({ verdict, listed }) => verdict !== listed).length
        expect(judgeBaseline(given, baseline, today)).toHaveLength(different)
      }),
    )
  })
})

describe('the published schema', () => {
  test.each([
    [
      'failures:\n  - {id: a/b, verdict: fail, code: gone, reason: r, link: "https://x.example", expires: 2026-01-01}',
      true,
    ],
    ['unverified:\n  - {id: a/b, case: one, verdict: untestable, reason: r}', true],
    ['failures:\nunverified: []', true],
    ['$schema: baseline.schema.json\nfailures: []', true],
    ['failures:\n  - {id: a/b, verdict: fail, reason: r}', false],
    ['failures:\n  - {id: a/b, verdict: untestable, code: gone, reason: r}', false],
    ['unverified:\n  - {id: a/b, verdict: fail, code: gone, reason: r}', false],
    ['unverified:\n  - {id: a/b, verdict: untestable, reason: ""}', false],
    ['unverified:\n  - {id: a/b, verdict: untestable, reason: r, why: x}', false],
    ['failure: []', false],
    ['failures: {}', false],
    ['[]', false],
  ])('takes what the reader takes: %j', async (text, good) => {
    const schema = JSON.parse(await readFile('contracts/baseline.schema.json', 'utf8'))
    const { parse } = await import('yaml')
    const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema)
    const value = parse(text, { schema: 'failsafe' })
    const normal = Object.fromEntries(Object.entries(value).map(([key, list]) => [key, list === '' ? null : list]))
    expect(validate(Array.isArray(value) ? value : normal)).toBe(good)
    const read = parseBaseline(text, 'baseline.yaml').then(
      () => true,
      () => false,
    )
    expect(await read).toBe(good)
  })
})
