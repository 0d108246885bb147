import { describe, expect, test } from 'vitest'
import { exitCode } from '../../bin/exit-code.ts'
import { type Level, levels, severity, type Verdict } from '../../contracts/results/verdict.ts'
import { kase, report, requirement } from '../reporters/fixtures/report.ts'

type Verdicts = Partial<Record<Level, readonly Verdict[]>>

const reportOf = (verdicts: Verdicts) =>
  report(
    levels.flatMap(level =>
      (verdicts[level] ?? []).map((verdict, at) => requirement(`suite/${level}-${at}`, level, [kase('one', verdict)])),
    ),
  )

const cases: readonly (readonly [
  name: string,
  verdicts: Verdicts,
  options: { failOn?: Level; allowIncomplete?: boolean },
  code: number,
])[] = [
  ['all passed', { must: ['pass'] }, {}, 0],
  ['nothing but what does not apply beside it', { must: ['pass', 'not-applicable'] }, {}, 0],
  ['a failure', { must: ['pass', 'fail'] }, {}, 1],
  ['a failure and --allow-incomplete', { must: ['fail'] }, { allowIncomplete: true }, 1],
  ['a failure and a mistake of ours', { must: ['fail', 'error'] }, {}, 1],
  ['a mistake of ours', { must: ['pass', 'error'] }, {}, 5],
  ['a mistake of ours and --allow-incomplete', { must: ['error'] }, { allowIncomplete: true }, 5],
  ['a mistake of ours at a level that does not count', { must: ['pass'], may: ['error'] }, {}, 5],
  ['something untestable', { must: ['pass', 'untestable'] }, {}, 2],
  ['something inconclusive', { must: ['pass', 'inconclusive'] }, {}, 2],
  ['something untestable and --allow-incomplete', { must: ['untestable'] }, { allowIncomplete: true }, 0],
  ['nothing at all', {}, {}, 2],
  ['nothing verified', { must: ['untestable', 'untestable'] }, {}, 2],
  ['a should failed', { must: ['pass'], should: ['fail'] }, {}, 0],
  ['a should failed and counts', { must: ['pass'], should: ['fail'] }, { failOn: 'should' }, 1],
  ['a should failed and may counts', { must: ['pass'], should: ['fail'] }, { failOn: 'may' }, 1],
  ['a may failed and should counts', { must: ['pass'], may: ['fail'] }, { failOn: 'should' }, 0],
  ['a may failed and counts', { must: ['pass'], may: ['fail'] }, { failOn: 'may' }, 1],
  ['a should open', { must: ['pass'], should: ['inconclusive'] }, {}, 0],
  ['a should open and counts', { must: ['pass'], should: ['inconclusive'] }, { failOn: 'should' }, 2],
  [
    'a should open and counts, with --allow-incomplete',
    { must: ['pass'], should: ['untestable'] },
    { failOn: 'should', allowIncomplete: true },
    0,
  ],
  ['a should not selected', { must: ['pass'], should: ['not-selected'] }, { failOn: 'should' }, 0],
]

describe('the exit code', () => {
  test.each(cases)('%s', (_name, verdicts, { failOn = 'must', allowIncomplete = false }, code) => {
    expect(exitCode(reportOf(verdicts), { failOn, allowIncomplete })).toBe(code)
  })

  test('is 0 for no report with a failure, a gap or a mistake at a level that counts', () => {
    for (const failOn of levels) {
      for (const level of levels.slice(0, levels.indexOf(failOn) + 1)) {
        for (const verdict of severity) {
          const code = exitCode(reportOf({ must: ['pass'], [level]: ['pass', verdict] }), {
            failOn,
            allowIncomplete: false,
          })
          expect(code === 0, `${verdict} at ${level}, failing on ${failOn}`).toBe(
            ['pass', 'not-applicable', 'not-selected'].includes(verdict),
          )
        }
      }
    }
  })
})
