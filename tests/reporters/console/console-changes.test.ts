import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reporters } from '../../../reporters/index.ts'
import { anyReport } from '../fixtures/arbitrary.ts'
import { differing, expected } from '../fixtures/held.ts'
import { kase, reason, report, requirement } from '../fixtures/report.ts'
import { mixed } from '../fixtures/reports.ts'

const { render } = reporters.console

const gone = reason('not-gone', { expected: 410, status: 404, got: 404 })
const fails = (id: string, ...names: readonly string[]) =>
  requirement(
    id,
    'must',
    ['GET', ...names].map(name => kase(name, 'fail', gone)),
  )
const passes = (id: string) => requirement(id, 'must', [kase('GET', 'pass')])
const open = (id: string) => requirement(id, 'must', [kase('GET', 'untestable', reason('need-org'))])

const since = report([fails('a/stays'), fails('a/fixed'), passes('a/breaks'), open('a/open'), passes('a/lost')])
const now = report([fails('a/stays'), passes('a/fixed'), fails('a/breaks'), passes('a/open'), open('a/lost')])

describe('what changed since the last run', () => {
  test('is all that is shown, with one line for the result; what fails as before is counted', () => {
    const text = render(now, { since, columns: 200 })
    expect(text).toContain('MUST failed: 1\n\n✗ a/breaks\n')
    expect(text).not.toContain('a/stays')
    // The caller told of what failed before as soon as it was judged again.
    expect(text).not.toContain('a/fixed')
    expect(text).toMatch(
      /\n✓ a\/open passes now\n\? 1 requirement not verified now: needs an organization\n {2}a\/lost\n\nNON-CONFORMANT {2}2 passed, 2 failed, 1 not verified, of 5 MUST · since the last run: 1 new failure, 1 fixed, 1 no longer verified, 1 fails as before\n$/,
    )
  })

  test('is one line where nothing changed', () => {
    expect(render(since, { since, columns: 200 })).toBe(
      'NON-CONFORMANT  2 passed, 2 failed, 1 not verified, of 5 MUST · since the last run: nothing changed, 2 fail as before\n',
    )
  })

  test('is a failure in another case or for another reason', () => {
    const more = report([fails('a/stays', 'PUT')])
    expect(render(more, { since: report([fails('a/stays')]), columns: 200 })).toMatch(
      /✗ a\/stays[\s\S]*since the last run: 1 fails otherwise\n$/,
    )
  })

  test('is what differs from the baseline now', () => {
    expect(render(differing, { since: expected, columns: 300 })).toContain(
      '\nBaseline: Entry to remove: baseline.yaml:22: presence/get-repository: passes, but is still listed as failing (absent); remove the entry\n',
    )
    expect(render(differing, { since: differing, columns: 300 })).toBe(
      'NON-CONFORMANT  1 passed, 4 failed (2 known), 1 not verified (1 known), of 6 MUST · baseline: 4 differences · since the last run: nothing changed, 3 fail as before\n',
    )
  })

  test('is everything where everything was asked for', () => {
    const verbose = { verbosity: 'verbose' } as const
    expect(render(mixed, { since: mixed, ...verbose })).toBe(render(mixed, verbose))
  })

  test('is shown for whatever reports, without anything of a target', () => {
    fc.assert(
      fc.property(anyReport, anyReport, (one, other) => {
        const text = render(one, { since: other })
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
        expect(text).not.toMatch(/^\s*::|##\w*\[/m)
      }),
    )
  })
})
