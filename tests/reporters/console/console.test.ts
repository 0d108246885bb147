import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../contracts/results/report.ts'
import { consoleReporter } from '../../../reporters/console/index.ts'
import type { RenderOptions } from '../../../reporters/reporter.ts'
import { selectedCount } from '../../../reporters/shared/facts.ts'
import { bodyExcerpt, clipColumns, columnsOf } from '../../../reporters/shared/text.ts'
import { differing, expected, halfKnown } from '../fixtures/held.ts'
import { exchange, kase, reason, report, requirement } from '../fixtures/report.ts'
import { conformant, documents, hostile, mixed, unverified } from '../fixtures/reports.ts'

const { render } = consoleReporter

const transcripts: readonly (readonly [name: string, report: Report, options: RenderOptions])[] = [
  ['mixed', mixed, {}],
  ['mixed-quiet', mixed, { verbosity: 'quiet' }],
  ['mixed-verbose', mixed, { verbosity: 'verbose' }],
  ['mixed-narrow', mixed, { columns: 50, failOn: 'should' }],
  ['conformant', conformant, {}],
  ['conformant-quiet', conformant, { verbosity: 'quiet' }],
  ['unverified', unverified, {}],
  ['unverified-quiet', unverified, { verbosity: 'quiet' }],
  ['documents', documents, {}],
  ['hostile', hostile, {}],
  ['baseline-expected', expected, {}],
  ['baseline-differing', differing, {}],
  ['baseline-differing-quiet', differing, { verbosity: 'quiet' }],
  ['baseline-half-known', halfKnown, { failOn: 'should' }],
]

/** Lines that are meant to be copied are never broken inside a word. */
const unbreakable = (line: string): boolean =>
  !line.trim().includes(' ') || /https?:\/\/|\$HUB_CONFORMANCE_TOKEN|^ {4}-[HX] /.test(line)

describe('the console report', () => {
  test.each(transcripts)('%s reads as its transcript', async (name, given, options) => {
    await expect(render(given, options)).toMatchFileSnapshot(`golden/console-${name}.txt`)
  })

  test('what stays open for a refused request shows the request, the answer and a command', () => {
    const open = requirement('presence/pat-update', 'must', [
      kase('a case', 'inconclusive', reason('no-success', { operation: 'pat.update', status: 400 }), ['x1']),
    ])
    const refused = exchange('x1', { method: 'PUT', path: '/v2/keys/7', status: 400, body: '{"error":"no title"}' })
    const text = render(report([open], { exchanges: [refused] }), {})
    expect(text).toMatch(
      /undecided[\s\S]*Exchange {3}PUT \/v2\/keys\/7 .*→ 400[\s\S]*Received {3}│ \{"error":"no title"\}[\s\S]*curl /,
    )
  })

  test('what to do about what is open is told once, among the next steps', () => {
    const open = requirement('areas/a', 'must', [kase('a case', 'untestable', reason('need-reference'))])
    const text = render(report([open]), {}).replace(/\s+/g, ' ')
    expect(text.match(/It is an OpenAPI document/g)).toHaveLength(1)
    expect(text).toMatch(/Next .*It is an OpenAPI document/)
  })

  test('of each level, how many apply is told with the number that does not change', () => {
    const apart = (
      id: string,
      verdict: 'pass' | 'not-applicable',
      code: 'not-published' | 'not-in-force' | null = null,
    ) => requirement(id, 'must', [kase('a case', verdict, code && reason(code))])
    const all = [apart('a/a', 'pass'), apart('a/b', 'not-applicable', 'not-published')]
    const text = render(report(all), {}).replace(/\s+/g, ' ')
    expect(text).toContain('1 of 2 MUST apply to this target')
    expect(text).not.toContain('Does not apply')
    const why = /Does not apply to this target 1 not published, which is allowed: .* a\/b/
    expect(render(report(all), { verbosity: 'verbose' }).replace(/\s+/g, ' ')).toMatch(why)
    const open = requirement('a/d', 'must', [kase('a case', 'untestable', reason('need-reference'))])
    expect(render(report([...all, open]), {}).replace(/\s+/g, ' ')).toMatch(why)
    const later = [apart('a/a', 'pass'), apart('a/c', 'not-applicable', 'not-in-force')]
    expect(render(report(later), {}).replace(/\s+/g, ' ')).not.toContain('apply to this')
  })

  test('failures below MUST that have one fix are told in full once, and then in a line each', () => {
    const failed = ['a', 'b', 'c', 'd', 'e'].map(name => ({
      ...requirement(`schemas/${name}`, 'should', [
        kase('a case', 'fail', reason('no-field', { operation: name, field: 'id' }), []),
      ]),
      fix: 'Return a repository as your own reference declares it.',
    }))
    const text = render(report(failed), {})
    expect(text.match(/Fix /g)).toHaveLength(1)
    expect(text).toMatch(/! schemas\/a\n[\s\S]*! 4 more of this kind; --verbose shows each in full\n {2}schemas\/b: /)
    expect(render(report(failed), { verbosity: 'verbose' }).match(/Fix /g)).toHaveLength(5)
  })

  test.each(transcripts)('%s keeps to the width', (_name, given, options) => {
    const columns = options.columns ?? 80
    const wide = render(given, options)
      .split('\n')
      .filter(line => line.length > columns && !unbreakable(line))
    expect(wide).toEqual([])
  })

  const asian = '漢字のリポジトリ名は端末で二桁を取る 🐳 コンテナ画像 ' // Two columns each.
  const wide = report(
    [
      requirement(
        'v1-removed/name-tags',
        'must',
        [kase('GET 🐳', 'fail', reason('not-json', { status: asian.repeat(6) }), ['x1'])],
        { title: asian.repeat(4) },
      ),
      requirement('presence/get-repository', 'must', [
        kase('one', 'inconclusive', reason('not-json', { status: asian.repeat(6) })),
      ]),
    ],
    { exchanges: [exchange('x1', { path: '/v2/', body: JSON.stringify({ message: asian.repeat(20) }) })] },
  )

  test.each(
    [40, 60, 80, 120].flatMap(columns =>
      [...transcripts, ['wide', wide, {}] as const].map(([name, given]) => [name, columns, given] as const),
    ),
  )('%s keeps to %i columns, also where a character takes two', (_name, columns, given) => {
    for (const verbosity of ['quiet', 'normal', 'verbose'] as const) {
      const long = render(given, { columns, verbosity })
        .split('\n')
        .filter(line => columnsOf(line) > columns && !unbreakable(line))
        // A word that is wider than the line stays whole.
        .filter(
          line =>
            !line
              .trim()
              .split(' ')
              .some(word => columnsOf(word) > columns - 16),
        )
      expect(long).toEqual([])
    }
  })

  test('a clipped body is no wider than the line, and no character is cut in two', () => {
    expect(columnsOf('a漢🐳e\u0301')).toBe(6)
    expect(clipColumns('漢字漢字', 5)).toBe('漢字…')
    expect(clipColumns('漢字漢字', 4)).toBe('漢…')
    expect(clipColumns('abcd', 4)).toBe('abcd')
    const body = render(wide)
      .split('\n')
      .filter(line => line.includes('│'))
    expect(body.length).toBeGreaterThan(3)
    for (const line of body) expect(columnsOf(line)).toBeLessThanOrEqual(80)
  })

  test('a body is shown whole, and cut in the middle where it is long', () => {
    expect(bodyExcerpt('{\n  "a": 1\n}', 40)).toBe('{ "a": 1 }')
    const long = bodyExcerpt(`start ${'x'.repeat(5_000)} end`, 100)
    expect(long).toMatch(/^start x+…x+ end$/)
    expect(columnsOf(long)).toBeLessThanOrEqual(100)
  })

  test('suites in which everything holds are one row, but not where everything is to be told', () => {
    const many = report([
      requirement('broken/one', 'must', [kase('one', 'fail', reason('server-error', { status: 500 }))]),
      ...['a', 'b', 'c', 'd'].map(suite => requirement(`${suite}/one`, 'must', [kase('one', 'pass')])),
    ])
    expect(render(many)).toMatch(/^ {2}broken +0 +1 +0\n {2}4 other suites +4 +0 +0$/m)
    expect(render(many, { verbosity: 'verbose' })).toMatch(/^ {2}d +1 +0 +0$/m)
  })

  test('the last lines are the result, the other levels, the target, the effort and what to do next', () => {
    for (const [, given] of transcripts) {
      const labels = render(given, { columns: 200 })
        .trimEnd()
        .split('\n')
        .filter(line => !line.startsWith(' '))
        .map(line => line.slice(0, 8).trim())
      const at = labels.findIndex(label => /^(NON-CONF|CONFORMA|INCOMPLE)$/.test(label))
      expect(labels.slice(at + 1).filter(label => /^[A-Z]/.test(label))).toEqual([
        ...(selectedCount(given.summary.should) + selectedCount(given.summary.may) > 0 ? ['Also'] : []),
        'Target',
        'Took',
        ...(given.next.length > 0 ? ['Next'] : []),
        ...(given.gate ? ['Baseline'] : []),
      ])
    }
  })

  test.each(transcripts)('%s with colours is the same text', (_name, given, options) => {
    const colored = render(given, { ...options, colors: true })
    const plain = render(given, options).replace(/^(NON-CONFORMANT|CONFORMANT|INCOMPLETE|PARTIAL)/m, ' $1 ')
    expect(colored).toContain('\u001b[')
    expect(stripVTControlCharacters(colored)).toBe(plain)
  })

  test('writes nothing of a target to the terminal or to a build server', () => {
    for (const verbosity of ['quiet', 'normal', 'verbose'] as const) {
      const text = render(hostile, { verbosity })
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(text).not.toMatch(/^\s*::/m)
      expect(text).not.toMatch(/##\w*\[/)
    }
  })

  test('a calm report for a hub that is conformant', () => {
    expect(render(conformant).split('\n').length).toBeLessThan(8)
  })

  test('names a step in brief where its fix stands whole above', () => {
    const long = `Answer 410 to every method on ${Array.from({ length: 40 }, (_, at) => `/v1/path-${at}`).join(', ')}.`
    const stepsOf = (fix: string, verbosity?: 'quiet') => {
      const failed = {
        ...requirement('a/b', 'must', [kase('one', 'fail', reason('server-error', { status: 500 }))]),
        fix,
      }
      const next = [{ kind: 'fix' as const, message: fix, requirements: ['a/b'] }]
      const text = render(report([failed], { next }), { columns: 400, ...(verbosity && { verbosity }) })
      return text.split('\n').find(line => line.startsWith('Next'))
    }
    expect(stepsOf('Do this, e.g. that. And all of it. At once.')).toBe('Next    Do this, e.g. that. [a/b]')
    expect(stepsOf('Do this')).toBe('Next    Do this [a/b]')
    expect(stepsOf(long)).toMatch(/ \/v1\/path-\d+ … \[a\/b\]$/)
    const common = 'All requests that failed have in common: a query.'
    expect(stepsOf(`${long} ${common}`)).toMatch(
      / \/v1\/path-\d+ … All requests that failed have in common: a query\. \[a\/b\]$/,
    )
  })

  test('the token of a curl command is explained where the run logged in for it', () => {
    const failed = requirement('a/b', 'must', [kase('one', 'fail', reason('server-error', { status: 500 }), ['x2'])])
    const login = { operation: 'login', method: 'POST', path: '/v2/session', from: 'reference' } as const
    const of = (as: 'valid' | 'anonymous') =>
      render(
        report([failed], {
          bindings: [login],
          exchanges: [exchange('x1', { method: 'POST', path: '/v2/session', status: 200 }), exchange('x2', { as })],
        }),
      )
    const line = 'Token   $HUB_CONFORMANCE_TOKEN is what POST /v2/session returns'
    expect(of('valid')).toContain(line)
    expect(of('anonymous')).not.toContain('Token   ')
  })

  test('commands to copy start as the caller says', () => {
    const failed = requirement('a/b', 'must', [kase('one', 'fail', reason('server-error', { status: 500 }), ['x1'])])
    const exchanges = [exchange('x1', { url: 'http://hub.invalid/v2/' })]
    const given = report([failed], { exchanges, options: { target: 'reference' } })
    expect(render(given, { runner: 'npx ' })).toContain('\n  npx hub-conformance --target reference')
    expect(render(given)).toContain('\n  hub-conformance --target reference')
  })

  test('says that nothing was verified', () => {
    expect(render(unverified)).toContain('0 passed, 0 failed, 2 not verified, of 2 MUST; nothing was verified')
    expect(render(report([]))).toContain('nothing was verified')
  })

  test('many cases with one reason are one message', () => {
    const why = reason('absent', { operation: 'GetRepository', status: 404 })
    const many = Array.from({ length: 40 }, (_, at) => kase(`case ${at}`, 'fail', why, ['x1']))
    const text = render(
      report([requirement('presence/get-repository', 'must', many)], { exchanges: [exchange('x1')] }),
      { columns: 200 },
    )
    expect(text.match(/the operation does not exist/g)).toHaveLength(1)
    expect(text).toContain('40 of 40 cases: case 0; case 1; case 2 and 37 more')
  })

  test('offers no curl for a hub without an address', () => {
    const text = render(
      report([requirement('a/b', 'must', [kase('one', 'fail', reason('server-error', { status: 500 }), ['x1'])])], {
        target: 'http://hub.invalid',
        exchanges: [exchange('x1', { url: 'http://hub.invalid/v2/' })],
      }),
    )
    expect(text).toContain('GET /v2/')
    expect(text).not.toContain('curl')
  })

  test('an exchange that the report does not hold costs its line, not the report', () => {
    const text = render(
      report([requirement('a/b', 'must', [kase('one', 'fail', reason('server-error', { status: 500 }), ['x9'])])]),
    )
    expect(text).toContain('answered 500')
  })

  test('is loud about certificates that were not verified, also when quiet', () => {
    for (const verbosity of ['quiet', 'normal', 'verbose'] as const)
      expect(render(unverified, { verbosity })).toContain('INSECURE')
  })
})
