import { describe, expect, test } from 'vitest'
import { digestOf } from '../../../engine/reports/digest.ts'
import { readReport } from '../../../engine/reports/read.ts'
import { reporters } from '../../../reporters/index.ts'
import { differing, expected, halfKnown, held } from '../../reporters/fixtures/held.ts'
import { kase, reason, report, requirement } from '../../reporters/fixtures/report.ts'

const knownIn = ({ requirements }: typeof expected) =>
  requirements.flatMap(({ id, known }) => (known === undefined ? [] : [`${id} ${known.file}:${known.line}`]))

describe('a report that is held against a baseline', () => {
  test('names the entry of what is known, and changes neither result nor verdicts', () => {
    expect(expected.gate).toEqual({
      file: 'baseline.yaml',
      passed: true,
      listed: { failures: 2, unverified: 1 },
      findings: [],
    })
    expect(knownIn(expected)).toEqual([
      'v1-removed/name-tags baseline.yaml:2',
      'v1-removed/name-images baseline.yaml:7',
      'presence/audit-logs baseline.yaml:12',
    ])
    expect(expected.result).toBe('non-conformant')
    expect(expected.summary.must.counts).toMatchObject({ fail: 2, untestable: 1, pass: 1 })
    expect(expected.requirements[0]?.known).toEqual({
      note: 'the gateway has the old routes',
      link: 'https://tracker.example.com/42',
      expires: '2027-03-31',
      file: 'baseline.yaml',
      line: 2,
    })
  })

  test('says what makes the gate fail, what got worse first, with the line of the entry', () => {
    expect(differing.gate?.passed).toBe(false)
    expect(
      differing.gate?.findings.map(({ kind, requirement: id, entry }) => `${kind} ${id} ${entry?.line ?? '-'}`),
    ).toEqual([
      'new labels/get-repository -',
      'expired v1-removed/name-tag 17',
      'stale presence/get-repository 22',
      'unmatched presence/get-repositori 27',
    ])
    expect(knownIn(differing)).toEqual(knownIn(expected))
  })

  test('a requirement is known by its cases only where all that decide it are listed', () => {
    const [only] = halfKnown.requirements
    expect(only?.known).toBeUndefined()
    expect(only?.cases.map(({ known }) => known?.line)).toEqual([2, undefined])
    expect(halfKnown.gate?.findings).toMatchObject([{ kind: 'new', case: 'PUT, anonymous' }])
  })

  test('what ended early or met a bug of the suite is not as expected', () => {
    const error = report([requirement('a/b', 'must', [kase('one', 'error', reason('suite-error'))])])
    expect(held(error, []).gate).toMatchObject({ passed: false, findings: [] })
  })

  test('is written and read like any other, and its digest holds', () => {
    const sealed = { ...report([requirement('a/b', 'must', [kase('one', 'pass')])]), digest: 'sha256:0' }
    const judged = held(sealed, [])
    expect(judged.digest).toBe(digestOf(judged))
    for (const given of [expected, differing, halfKnown])
      expect(readReport(reporters.json.render(given), 'report.json')).toEqual(given)
  })
})
