import { createHash } from 'node:crypto'
import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../contracts/results/report.ts'
import { htmlReporter } from '../../../reporters/html/index.ts'
import { differing, expected } from '../fixtures/held.ts'
import { large, payloads, poisoned } from '../fixtures/html.ts'
import { exchange, kase, reason, report, requirement } from '../fixtures/report.ts'
import { conformant, documents, hostile, mixed, unverified } from '../fixtures/reports.ts'

const { render } = htmlReporter

const reports: readonly (readonly [name: string, report: Report])[] = [
  ['mixed', mixed],
  ['conformant', conformant],
  ['unverified', unverified],
  ['documents', documents],
  ['hostile', hostile],
  ['poisoned', poisoned(mixed)],
  ['empty', report([])],
]

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Hidden from assistive technology is what is drawn; the same stands beside it as text.
    'hidden-focusable': 'error',
    // The name of a region says what is in it.
    'prefer-native-element': 'error',
    // On a narrow screen two tables are laid out as blocks, and some browsers take the roles of tables away with that.
    'no-redundant-role': 'off',
  },
})

const main = (page: string): string => page.slice(page.indexOf('<body>'), page.indexOf('<script>'))

/** What a reader sees, roughly: without tags. */
const textOf = (page: string): string =>
  main(page)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the HTML report', () => {
  test.each(reports)('%s is valid', (_name, given) => {
    const { results } = validator.validateStringSync(render(given))
    const messages = results.flatMap(({ messages: found }) =>
      found.map(({ ruleId, line, message }) => `${line}: ${ruleId}: ${message}`),
    )
    expect(messages).toEqual([])
  })

  test.each(reports)('%s has one style, one script and a policy that knows no other', (_name, given) => {
    const page = render(given)
    const hashOf = (tag: string): string => {
      const content = page.slice(page.indexOf(`<${tag}>`) + tag.length + 2, page.indexOf(`</${tag}>`))
      return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
    }
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]
    expect(policy).toBe(
      `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; img-src data:; base-uri 'none'; form-action 'none'`,
    )
    expect(page.match(/<(script|style)\b/g)).toEqual(['<style', '<script'])
    expect(page).not.toMatch(/ (style|on\w+)="/)
    expect(main(page)).not.toMatch(/(href|src)="(?!#)/)
  })

  test.each(reports)('%s is the same each time', (_name, given) => {
    expect(render(given)).toBe(render(structuredClone(given)))
  })

  test('text of a target never becomes markup', () => {
    const page = render(poisoned(mixed))
    for (const payload of payloads.filter(each => each.includes('<'))) expect(page).not.toContain(payload)
    expect(main(page)).not.toMatch(/<(img|svg onload|!--)/)
    expect(page).toContain('&lt;script&gt;globalThis.pwned = true&lt;/script&gt;')
    expect(page).toContain('&amp;lt;b&amp;gt;')
  })

  test('what is not seen is made visible', () => {
    const page = render(poisoned(mixed))
    expect(page.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
    expect(page).toContain('<span class="unseen">\\u202e</span>')
  })

  test('the result comes first, with its denominator', () => {
    const text = textOf(render(mixed))
    expect(text).toMatch(
      /^ ?Skip to the requirements Hub API conformance report Non-conformant 3 passed, 2 failed, 8 not verified, 1 not selected, of 14 MUST /,
    )
    expect(render(mixed)).toContain(
      '<title>Non-conformant: 3 passed, 2 failed, 8 not verified, 1 not selected, of 14 MUST · http://localhost:8080</title>',
    )
    expect(textOf(render(unverified))).toContain(
      'Incomplete 0 passed, 0 failed, 2 not verified, of 2 MUST; nothing was verified',
    )
    expect(textOf(render(conformant))).toContain('Conformant 3 passed, 0 failed, 0 not verified, of 3 MUST')
  })

  test('what differs from the baseline comes before what failed, what is known is told apart', () => {
    const text = textOf(render(differing)).replaceAll('/ ', '/')
    const order = [
      'Baseline 4 differences',
      'New failure labels/get-repository',
      'Entry to remove',
      'What failed 3, and 2 known',
    ]
    const places = order.map(words => text.indexOf(words))
    expect(places.every(place => place > 0)).toBe(true)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    expect(text).toContain(
      'the gateway has the old routes until 2027-03-31 · https://tracker.example.com/42 · baseline.yaml:2',
    )
    expect(text).toContain('Known, as the baseline expects: 3')
    expect(text).toContain('What was not verified, and why 0, and 1 known')
  })

  test('a result that the baseline expects says so, and a failure that does not count is a warning', () => {
    const page = render(expected)
    const text = textOf(page).replaceAll('/ ', '/')
    expect(text).toContain(
      'Non-conformant as the baseline expects: 1 passed, 2 failed (2 known), 1 not verified (1 known), of 4 MUST',
    )
    expect(page).toContain('<title>Non-conformant, as the baseline expects: ')
    expect(text).toContain('Every MUST requirement that failed or was not verified is listed in the baseline.')
    expect(text).toContain('Baseline no regression')
    expect(text).toContain(
      'Failures of a level that does not decide the result SHOULD What access-tokens/expires-at-format says.',
    )
    expect(textOf(render(expected, { failOn: 'should' }))).not.toContain('Warnings:')
    // Closed, since it was looked at before.
    expect(page).toMatch(/id="v1-removed\/name-tags" data-verdict="fail"[^>]*(?<! open)>/)
    expect(textOf(render(mixed))).not.toContain('aseline')
  })

  test('says how it was run', () => {
    const text = textOf(render(mixed))
    for (const part of [
      'http://localhost:8080',
      '2026-01-02 03:04:05 UTC',
      '2025-11-21',
      'hub-conformance 0.1.0',
      'Seed 7',
    ])
      expect(text).toContain(part)
    expect(text).toContain('hub-conformance --target http://localhost:8080/ --seed 7')
  })

  test('says where the time went, where the report has it', () => {
    const parts =
      'documents 120 ms, requests 804 ms, waiting for late effects 210 ms, cleanup 100 ms with 6 of 31 requests'
    expect(render(mixed)).toContain(`<dt>Time per phase</dt><dd>${parts}</dd>`)
    expect(render(conformant)).not.toContain('Time per phase')
  })

  test('INSECURE is loud, and only where it is true', () => {
    expect(textOf(render(unverified)).indexOf('INSECURE')).toBeLessThan(80)
    expect(textOf(render(mixed))).not.toContain('INSECURE')
  })

  test('what was not verified is grouped by what is missing', () => {
    const page = render(mixed)
    const panel = page.slice(page.indexOf('id="unverified"'), page.indexOf('id="matrix"'))
    expect(panel.match(/needs credentials/g)).toHaveLength(1)
    expect(panel).toContain('4 requirements')
    expect(panel).toContain('#access-tokens/expires-at-on-list')
  })

  test('each requirement has its sentence, section, date, verdict, reason and cases', () => {
    const page = render(mixed)
    const [card = ''] =
      /<details class="requirement" id="v1-removed\/name-tags"[\s\S]*?\n<\/details>\n<details class="requirement"/.exec(
        page,
      ) ?? []
    for (const part of [
      '<code>/v1/repositories/{name}/tags</code> | removed 2022-08-23',
      'Lifecycle document, Removed v1 routes',
      '<time>2022-08-23</time>',
      'Failed',
      '4 of 6 cases',
      'GET, dotted name (2 attempts)',
      'hub-conformance explain v1-removed/name-tags',
      'curl --path-as-is',
      'href="#exchange-x2"',
    ])
      expect(card.replaceAll('<wbr>', '')).toContain(part)
  })

  test('says what it was made from, and how to judge that once more', () => {
    const digest = `sha256:${'0123456789abcdef'.repeat(4)}`
    expect(render({ ...mixed, digest })).toContain(`<code>${digest}</code>`)
    expect(render(mixed)).toContain('<code>hub-conformance verify report.json</code>')
    expect(render(mixed)).not.toContain('Digest of that report')
  })

  test('an exchange stands once, wherever it is used', () => {
    const ids = render(mixed).match(/ id="[^"]*"/g) ?? []
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter(id => id.includes('exchange-x'))).toHaveLength(mixed.exchanges.length)
  })

  test('bodies are laid out, shortened, and say how much is left out', () => {
    const body = JSON.stringify({ list: Array.from({ length: 900 }, (_, at) => at) })
    const why = reason('not-gone', { expected: 410, got: 200 })
    const page = render(
      report([requirement('a/b', 'must', [kase('one', 'fail', why, ['x1'])])], {
        exchanges: [exchange('x1', { body })],
      }),
    )
    expect(page).toContain('{\n  &quot;list&quot;: [\n    0,\n    1,')
    expect(page).toMatch(/… [\d,]{5,6} characters left out …/)
  })

  test.each([
    ['passed', large(10_000, '{"message":"gone"}')],
    ['failed', large(10_000, '{"message":"not found"}', 'fail')],
    ['with large bodies', large(10_000, `{"a":"${'b'.repeat(20_000)}"}`, 'fail')],
    ['with bodies that grow when escaped', large(2_000, '"'.repeat(9_000), 'fail')],
    ['with bodies of what is not seen', large(2_000, '\u202ea'.repeat(9_000), 'fail')],
  ])('10,000 exchanges, %s, are bounded', (_name, given) => {
    const page = render(given)
    expect(Buffer.byteLength(page)).toBeLessThan(5_000_000)
    expect(page).toMatch(/[\d,]+ exchanges? (?:is|are) shown in full/)
    expect(page.match(/<details class="exchange"/g)?.length).toBeLessThanOrEqual(400)
  })

  test('failures are shown in full before anything that passed', () => {
    const passed = large(600, '{}')
    const failed = requirement('z/last', 'must', [
      kase('one', 'fail', reason('not-gone', { expected: 410, got: 1 }), ['last']),
    ])
    const page = render(
      report([...passed.requirements, failed], {
        exchanges: [...passed.exchanges, exchange('last', { body: 'the evidence' })],
      }),
    )
    expect(page).toContain('<details class="exchange" id="exchange-last" open>')
    expect(page).toContain('the evidence')
  })

  test('the lifecycle map says what was found of each old endpoint', () => {
    const page = render(mixed)
    const map = page.slice(page.indexOf('id="lifecycle"'), page.indexOf('id="history"'))
    expect(map.match(/<td role="cell" class="old">/g)).toHaveLength(11)
    expect(map).toMatch(/href="#labels\/get-repository">Label<\/a> <span class="verdict v-fail">/)
    expect(map).toContain('no replacement named')
    expect(map).toMatch(/Live <a href="#exchange-x\d+"><b class="status">\d+<\/b>/)
    expect(map).toMatch(/Live <span class="quiet">not requested/)
    expect(render(report([]))).not.toContain('>not requested<')
  })

  test('the change history marks the date of the report, also one between two changes', () => {
    const page = render({ ...mixed, asOf: '2025-08-01' })
    const history = page.slice(page.indexOf('id="history"'), page.indexOf('id="requirements"'))
    expect(history.match(/class="day now"/g)).toHaveLength(1)
    expect(history).toMatch(
      /class="day later"[\s\S]*2025-09-19[\s\S]*class="day now"[\s\S]*2025-08-01[\s\S]*class="day"[\s\S]*2025-07-29/,
    )
  })
})
