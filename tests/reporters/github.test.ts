import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reporters } from '../../reporters/index.ts'
import { anyReport, anyText } from './fixtures/arbitrary.ts'
import { extremes, many, poisonous } from './fixtures/extremes.ts'
import { differing, expected, halfKnown } from './fixtures/held.ts'
import { kase, reason, report, requirement } from './fixtures/report.ts'
import { conformant, mixed, unverified } from './fixtures/reports.ts'

const { render } = reporters.github

interface Command {
  readonly name: string
  /** The line of the baseline, as `FILE:LINE`. */
  readonly place?: string
  readonly title: string
  readonly data: string
}

const unescaped = (text: string, tokens: readonly (readonly [string, string])[]): string =>
  tokens.reduce((rest, [replacement, token]) => rest.replaceAll(replacement, token), text)

const data = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
] as const
const property = [...data.slice(0, 2), ['%3A', ':'], ['%2C', ','], ['%25', '%']] as const

/** A line as the runner reads it: actions/runner, ActionCommand.TryParseV2. */
const parse = (line: string): Command | undefined => {
  const message = line.trimStart()
  const end = message.indexOf('::', 2)
  if (!message.startsWith('::') || end < 0) return undefined
  const [name = '', ...rest] = message.slice(2, end).split(' ')
  const properties = Object.fromEntries(
    rest
      .join(' ')
      .split(',')
      .map(pair => pair.split(/=(.*)/s).slice(0, 2)),
  )
  const { file } = properties
  expect(Object.keys(properties)).toEqual(file === undefined ? ['title'] : ['file', 'line', 'title'])
  const place = file === undefined ? {} : { place: `${unescaped(file, property)}:${properties.line}` }
  return {
    name,
    ...place,
    title: unescaped(properties.title ?? '', property),
    data: unescaped(message.slice(end + 2), data),
  }
}

const commands = (text: string): Command[] =>
  text
    .trimEnd()
    // The runner reads lines, and .NET ends one at a carriage return too.
    .split(/\r\n|\r|\n/)
    .map(line => {
      const command = parse(line)
      if (command === undefined) throw new Error(`no command: ${line}`)
      return command
    })

const having = (all: readonly Command[], name: string): number => all.filter(each => each.name === name).length

describe('workflow commands', () => {
  test.each(extremes)('are all ours and few for the report "%s"', (_name, given) => {
    const all = commands(render(given))
    expect(all.filter(({ name }) => !['error', 'warning', 'notice'].includes(name))).toEqual([])
    expect(having(all, 'error')).toBeLessThanOrEqual(10)
    expect(having(all, 'warning')).toBeLessThanOrEqual(10)
    const known = given.requirements.some(each => each.known) ? 1 : 0
    expect(having(all, 'notice')).toBe(known + (['incomplete', 'partial'].includes(given.result) ? 0 : 1))
    for (const { title, data } of all) {
      expect(title.length).toBeLessThanOrEqual(255)
      expect(Buffer.byteLength(data)).toBeLessThanOrEqual(65_536)
    }
  })

  test('are all ours for whatever report', () => {
    fc.assert(
      fc.property(anyReport, given => {
        for (const { name, title, data } of commands(render(given))) {
          expect(['error', 'warning', 'notice']).toContain(name)
          // Nor may a line of the message be a command, once the runner has printed it.
          expect(`${title}\n${data}`).not.toMatch(/^\s*::|##\w*\[/m)
        }
      }),
    )
  })

  test('carry what they were given', () => {
    fc.assert(
      fc.property(anyText, text => {
        const plain = text.replace(/[^\x20-\x22\x24-\x7e]/g, '').slice(0, 100)
        const given = report([
          requirement(`a/${plain}`, 'must', [kase('one', 'fail', reason('not-json', { status: plain }))]),
        ])
        const [first] = commands(render(given))
        expect(first?.title).toBe(`MUST failed: a/${plain}`)
        expect(first?.data).toContain(`answered ${plain} with a body`)
      }),
    )
  })

  test('show what counts as an error, the rest as warnings, and the result', () => {
    const all = commands(render(mixed))
    expect(all.map(({ name, title }) => `${name} ${title}`)).toEqual([
      'error MUST failed: v1-removed/name-tags',
      'error MUST failed: labels/get-repository',
      'error Bug of the suite: areas/audit-logs',
      'warning Not verified: 3 requirements',
      'warning Not verified: 1 requirement',
      'warning Not verified: 1 requirement',
      'warning Not verified: 1 requirement',
      'warning Not verified: 1 requirement',
      'warning SHOULD failed: access-tokens/expires-at-format',
      'warning Not verified: 1 requirement',
      'notice hub-conformance: non-conformant',
    ])
    expect(all[0]?.data).toContain('\n  curl --path-as-is')
    expect(having(commands(render(mixed, { failOn: 'should' })), 'error')).toBe(4)
  })

  test('begin with what makes the gate fail, with the line of the baseline; what is known is a notice', () => {
    const shown = (given: typeof differing) =>
      commands(render(given)).map(({ name, title, place = '' }) => `${name} ${place} ${title}`)
    expect(shown(differing)).toEqual([
      'error baseline.yaml:17 MUST failed: 2 requirements, one cause',
      'error  MUST failed: labels/get-repository',
      'error baseline.yaml:22 Baseline: Entry to remove: presence/get-repository',
      'error baseline.yaml:27 Baseline: Entry without a match: presence/get-repositori',
      'notice  Known: 3 requirements, as the baseline expects',
      'notice  hub-conformance: non-conformant',
    ])
    expect(shown(expected)).toEqual([
      'warning  SHOULD failed: access-tokens/expires-at-format',
      'notice  Known: 3 requirements, as the baseline expects',
      'notice  hub-conformance: non-conformant, as the baseline expects',
    ])
    expect(commands(render(differing))[0]?.data).toContain(
      '\nBaseline: baseline.yaml:17: v1-removed/name-tag: the entry expired on 2025-12-31; fix the target, or renew the entry\n',
    )
    expect(commands(render(expected))[1]?.data).toContain(
      'fail v1-removed/name-tags: the gateway has the old routes (until 2027-03-31, https://tracker.example.com/42), baseline.yaml:2\n',
    )
    expect(commands(render(halfKnown))[0]?.data).not.toContain('GET, anonymous')
  })

  test('say how much is left out, and do not look calm where nothing was verified', () => {
    expect(commands(render(many())).at(-1)?.data).toMatch(/324 more errors and 656 more warnings left out/)
    expect(commands(render(unverified)).at(-1)).toMatchObject({ name: 'warning', title: 'hub-conformance: incomplete' })
    expect(commands(render(conformant))).toHaveLength(1)
    expect(commands(render(poisonous)).length).toBeGreaterThan(4)
  })
})
