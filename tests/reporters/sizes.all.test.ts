import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { empty, extremes, large, many, numerous, unselected } from './fixtures/extremes.ts'
import { conformant } from './fixtures/reports.ts'

type Format = keyof typeof reporters

/** Every format, so that a new one is held to the same, but the report itself, which programs read and which leaves nothing out. */
const formats = (Object.keys(reporters) as Format[]).filter(format => format !== 'json')

/** Written to a terminal or a log. A browser shows the page, see html.test.ts. */
const printed = formats.filter(format => format !== 'html')

/** Bytes that a format keeps to, whatever it is given; some keep to less. */
const most = 64_000_000
const bounds: Partial<Record<Format, number>> = {
  junit: 30_000_000,
  markdown: 900 * 1024,
  github: 200_000,
  sarif: 40_000_000,
  ctrf: 30_000_000,
  tap: 30_000_000,
  har: 60_000_000,
  badge: 1_000,
  earl: 30_000_000,
  'in-toto': 2_000_000,
}

const isJson = (text: string): boolean => /^\s*\{/.test(text)
const json = formats.filter(format => isJson(reporters[format].render(conformant)))

describe.each(formats)('%s', format => {
  const { render } = reporters[format]

  test.each([...extremes, ['many', many()] as const])('is bounded for the report "%s"', (_name, given) => {
    expect(Buffer.byteLength(render(given))).toBeLessThanOrEqual(bounds[format] ?? most)
  })

  test.each([empty, unselected])('shows a run in which nothing was asked for as incomplete (%#)', given => {
    expect(render(given)).toMatch(format === 'in-toto' ? /"FAILED"/ : /incomplete/i)
  })

  test('gives the same text for the same report', () => {
    fc.assert(
      fc.property(anyReport, given => {
        expect(render(given)).toBe(render(structuredClone(given)))
      }),
      { numRuns: 20 },
    )
  })
})

describe.each(printed)('%s', format => {
  const { render } = reporters[format]

  test('gives neither a terminal nor a build server anything of a target', () => {
    fc.assert(
      fc.property(anyReport, given => {
        const text = render(given)
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
        expect(text).not.toMatch(/##\w*\[/)
        if (format !== 'github') expect(text).not.toMatch(/^\s*::/m)
      }),
    )
  })
})

test('some formats are JSON', () => {
  expect(json.length).toBeGreaterThan(5)
})

describe.each(json)('%s', format => {
  test('is JSON for whatever report', () => {
    fc.assert(
      fc.property(anyReport, given => {
        const text = reporters[format].render(given)
        expect(() => JSON.parse(text)).not.toThrow()
        expect(text).not.toContain('</script')
      }),
    )
  })
})

test('SARIF is bounded for more results than it may hold', () => {
  expect(Buffer.byteLength(reporters.sarif.render(numerous()))).toBeLessThanOrEqual(bounds.sarif ?? most)
})

describe('what is left out', () => {
  test.each([
    ['markdown', many(), /Left out, so that this fits a step summary:.* of 334 items under "MUST failed"/],
    ['github', many(), /left out/],
    ['junit', large, /more characters left out/],
    ['tap', large, /more characters left out/],
    ['ctrf', large, /more characters left out/],
    ['earl', large, /more characters left out/],
    ['har', large, /characters left out; the JSON report has them/],
    ['sarif', large, /"bodyCut": true/],
    ['sarif', numerous(), /"resultsLeftOut": 5000/],
  ] as const)('%s says so', (format, given, words) => {
    expect(reporters[format].render(given)).toMatch(words)
  })
})
