import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/report.ts'
import { consoleReporter } from '../../reporters/console.ts'
import type { RenderOptions } from '../../reporters/reporter.ts'
import { exchange, kase, reason, report, requirement } from './fixtures/report.ts'
import { conformant, documents, hostile, mixed, unverified } from './fixtures/reports.ts'

const { render } = consoleReporter

const transcripts: readonly (readonly [name: string, report: Report, options: RenderOptions])[] = [
  ['mixed', mixed, {}],
  ['mixed-quiet', mixed, { verbosity: 'quiet' }],
  ['mixed-verbose', mixed, { verbosity: 'verbose' }],
  ['mixed-narrow', mixed, { columns: 50, failOn: 'should' }],
  ['conformant', conformant, {}],
  ['conformant-quiet', conformant, { verbosity: 'quiet' }],
  ['unverified', unverified, {}],
  ['documents', documents, {}],
  ['hostile', hostile, {}],
]

/** Lines that are meant to be copied are never broken inside a word. */
const unbreakable = (line: string): boolean =>
  !line.trim().includes(' ') || /https?:\/\/|\$HUB_CONFORMANCE_TOKEN/.test(line)

describe('the console report', () => {
  test.each(transcripts)('%s reads as its transcript', async (name, given, options) => {
    await expect(render(given, options)).toMatchFileSnapshot(`golden/console-${name}.txt`)
  })

  test.each(transcripts)('%s keeps to the width', (_name, given, options) => {
    const columns = options.columns ?? 80
    const wide = render(given, options)
      .split('\n')
      .filter(line => line.length > columns && !unbreakable(line))
    expect(wide).toEqual([])
  })

  test.each(transcripts)('%s with colours is the same text', (_name, given, options) => {
    const colored = render(given, { ...options, colors: true })
    const plain = render(given, options).replace(/^(NON-CONFORMANT|CONFORMANT|INCOMPLETE)/m, ' $1 ')
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

  test('says that nothing was verified', () => {
    expect(render(unverified)).toContain('0 of 2 MUST verified, 0 failed; nothing was verified')
    expect(render(report([]))).toContain('nothing was verified')
  })

  test('many cases with one reason are one message', () => {
    const why = reason('absent', { operation: 'GetRepository', status: 404 })
    const many = Array.from({ length: 40 }, (_, at) => kase(`case ${at}`, 'fail', why, ['x1']))
    const text = render(
      report([requirement('presence/get-repository', 'must', many)], { exchanges: [exchange('x1')] }),
      { columns: 200 },
    )
    expect(text.match(/the operation is not there/g)).toHaveLength(1)
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
