import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { describe, expect, it } from 'vitest'
import { type Report, reportSchemaVersion } from '../../../contracts/results/report.ts'
import { levels } from '../../../contracts/results/verdict.ts'
import { hideRun } from '../../../contracts/run/run-name.ts'
import { UsageError } from '../../../engine/options.ts'
import { digestOf } from '../../../engine/reports/digest.ts'
import { readReport } from '../../../engine/reports/read.ts'
import { reporters } from '../../../reporters/index.ts'
import { conformant, documents, hostile, mixed, unverified } from '../../reporters/fixtures/reports.ts'
import { runTwisted } from '../../support/run.ts'

const textOf = reporters.json.render

/** Why a text is refused. */
const refusal = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    readReport(text, 'r.json')
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    expect(error.message).not.toContain('\n')
    return error.message
  }
  throw new Error('it was read')
}

let made: Promise<Report> | undefined

/** A selection that holds. */
const selectionOf = (): Promise<Report> => {
  made ??= runTwisted(undefined, { asOf: '2025-06-27', select: { suites: ['presence'] } })
  return made
}

describe('what is read', () => {
  it.each([conformant, documents, hostile, mixed, unverified])('is every report made by hand (%#)', report => {
    expect(readReport(`\uFEFF${textOf(report)}`, 'r.json')).toEqual(JSON.parse(textOf(report)))
  })

  it('is a report of the first version: a selection that holds is partial, and its digest stays what it was worth', async () => {
    const { subject: _subject, next: _next, ...rest } = JSON.parse(textOf(await selectionOf())) as Report
    const first = {
      ...rest,
      schemaVersion: '1.0',
      result: 'conformant',
      requirements: rest.requirements.map(({ fix: _fix, ...requirement }) => requirement),
      summary: Object.fromEntries(
        levels.map(level => {
          const { counts, inForce } = rest.summary[level]
          return [level, { counts, verified: counts.pass + counts.fail, inForce: inForce - counts['not-selected'] }]
        }),
      ),
    }
    const sealed = { ...first, digest: digestOf(first as unknown as Report) }
    const read = readReport(JSON.stringify(sealed), 'r.json')
    expect(read).toMatchObject({ schemaVersion: '2.1', result: 'partial', summary: rest.summary, next: [] })
    expect(read.digest).toBe(digestOf(read))
    const edited = readReport(JSON.stringify({ ...sealed, seed: sealed.seed + 1 }), 'r.json')
    expect(edited.digest).not.toBe(digestOf(edited))
  })

  /** A report as the first version wrote it. */
  const inFirstVersion = ({ subject: _subject, next: _next, ...rest }: Report): unknown => ({
    ...rest,
    schemaVersion: '1.0',
    requirements: rest.requirements.map(({ fix: _fix, ...requirement }) => requirement),
  })

  it.each([conformant, mixed])('is a whole report of the first version, with its result (%#)', report => {
    const read = readReport(JSON.stringify(inFirstVersion(report)), 'r.json')
    expect(read).toMatchObject({ schemaVersion: reportSchemaVersion, result: report.result, next: [] })
    expect(read.requirements).toEqual(report.requirements.map(requirement => ({ ...requirement, fix: '' })))
  })

  it('is a selection of the first version that fails: it is not made partial', () => {
    const { must } = mixed.summary
    const counts = { ...must.counts, 'not-selected': 1 }
    const selection = { ...mixed, summary: { ...mixed.summary, must: { ...must, counts } } }
    expect(readReport(JSON.stringify(inFirstVersion(selection)), 'r.json').result).toBe('non-conformant')
  })

  it('is a report of the first version with documents in another form', () => {
    const old = { ...(inFirstVersion(conformant) as object), documents: { changelog: { from: 'c.md', rows: [] } } }
    expect(readReport(JSON.stringify(old), 'r.json').documents).toEqual(old.documents)
    expect(refusal({ ...old, documents: [] })).toContain('documents must be object')
    const { requirements: _requirements, ...lacking } = old as unknown as Report
    expect(refusal(lacking)).toContain('lacks "requirements"')
  })

  it('has the names of its run again, and nothing else in its place', () => {
    const named = { ...conformant, target: `http://hub.invalid/hub-conformance-${conformant.run}-1` }
    const text = textOf(named)
    expect(text).toContain('hub-conformance-{run}-1')
    expect(readReport(text, 'r.json').target).toBe(named.target)
    for (const run of ['abcde', 'abcdefg', 'ABCDEF', '"},{}', '"abcdef', 'abcdef"', 7, ['abcdef']])
      expect(refusal(text.replace(`"run": "${conformant.run}"`, `"run": ${JSON.stringify(run)}`))).toMatch(
        /damaged or was edited: run must/,
      )
  })

  it('has a digest that members without a value are no part of', () => {
    const named = { ...conformant, product: undefined } as unknown as Report
    expect(digestOf(named)).toBe(digestOf(conformant))
  })

  it.each([conformant, documents, mixed])('whose digest is that of its canonical JSON', ({ digest: _, ...report }) => {
    const text = hideRun(canonicalize(report) ?? '', report.run)
    expect(digestOf(report as Report)).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`)
  })

  it('is a report of a newer minor version, with members that are not known', () => {
    const [major, minor] = reportSchemaVersion.split('.').map(Number)
    const newer = { ...conformant, schemaVersion: `${major}.${(minor ?? 0) + 1}`, colour: 'blue' }
    expect(readReport(JSON.stringify(newer), 'r.json')).toMatchObject({ colour: 'blue' })
    expect(readReport(JSON.stringify({ ...newer, schemaVersion: `${major}.123456` }), 'r.json')).toMatchObject({
      seed: newer.seed,
    })
    expect(refusal({ ...newer, seed: 'x' })).toContain('seed must be integer')
    const binding = { operation: 'pat.list', method: 'GET', path: '/v2/access-tokens', from: 'file', query: { a: 7 } }
    expect(refusal({ ...newer, bindings: [binding] })).toContain('bindings[0].query.a must be')
  })

  it('is nothing that reaches the prototype of anything', () => {
    const text = textOf(conformant).replace('"options": {', '"options": { "__proto__": { "insecure": true },')
    const { options } = readReport(text, 'r.json')
    expect(options.insecure).toBeUndefined()
    expect(({} as Record<string, unknown>).insecure).toBeUndefined()
    expect(refusal(text.replace('"seed"', '"__proto__": {}, "seed"'))).toContain('"__proto__"')
  })
})

describe('what is refused', () => {
  it('is what is no report at all', () => {
    expect(refusal('')).toBe('r.json is empty')
    expect(refusal(' \n')).toBe('r.json is empty')
    for (const value of [null, 7, 'text', [], {}, { schemaVersion: '2.0' }, { ...mixed, tool: { name: 'other' } }])
      expect(refusal(JSON.stringify(value))).toBe('r.json is not a JSON report of hub-conformance')
    expect(refusal({ tool: mixed.tool })).toBe('r.json is not a JSON report of hub-conformance')
    expect(refusal('<testsuites/>')).toBe('r.json is not valid JSON')
    expect(refusal('{"a":\n"b",\n"c" "d"\n\n}')).toBe('r.json is not valid JSON (line 3)')
    expect(refusal('{"a": "\uFEFF"}')).toBe('r.json is not a JSON report of hub-conformance')
    expect(refusal('{"a": \uFEFF 1}')).toContain('r.json is not valid JSON')
  })

  it('is a report that was cut off, wherever', () => {
    const text = textOf(mixed)
    for (let length = 1; length < text.length - 2; length += 997)
      expect(refusal(text.slice(0, length))).toBe('r.json is cut off: its JSON ends before it is complete')
  })

  it('is what has no bottom', () => {
    const deep = `{"schemaVersion": "1.0", "options": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(refusal(deep)).toBe('r.json is damaged: it is nested too deeply')
  })

  it('is a report of another major version', () => {
    expect(refusal({ ...mixed, schemaVersion: '3.0' })).toBe(
      'r.json was made by a newer suite (schemaVersion 3.0); update hub-conformance',
    )
    expect(refusal({ ...mixed, schemaVersion: '0.9' })).toContain('by an older suite (schemaVersion 0.9)')
    expect(refusal({ ...mixed, schemaVersion: '2000.1' })).toContain('by a newer suite (schemaVersion 2000.1)')
    for (const schemaVersion of [1, [2.1], 'v2.1', '2.1.0', '2', ''])
      expect(refusal({ ...mixed, schemaVersion })).toBe('r.json is damaged: schemaVersion must be like 2.1')
    // Only a newer minor version of the own major version may have more members.
    expect(refusal({ ...mixed, schemaVersion: '1.1' })).toContain('schemaVersion must match pattern')
    expect(refusal({ ...mixed, schemaVersion: '2.0', colour: 'blue' })).toContain('it has "colour"')
  })

  const edits: readonly (readonly [string, (report: Record<string, unknown>) => unknown])[] = [
    ['result must be one of conformant, non-conformant, incomplete', report => ({ ...report, result: 'fine' })],
    ['it lacks "exchanges"', ({ exchanges: _exchanges, ...report }) => report],
    ['it has "extra", which is not allowed there', report => ({ ...report, extra: 1 })],
    [`it has "${'x'.repeat(60)}", which`, report => ({ ...report, ['x'.repeat(70)]: 1 })],
    [
      'bindings[10].query.2/~b3 must be',
      report => {
        const first = { operation: 'pat.list', method: 'GET', path: '/v2/access-tokens', from: 'file' }
        const last = { ...first, query: { '2/~b3': 7 } }
        return { ...report, bindings: [...Array.from({ length: 10 }, () => first), last] }
      },
    ],
    ['asOf must match pattern', report => ({ ...report, asOf: 'today' })],
    ['timing.requestsMs must be integer', report => ({ ...report, timing: { ...mixed.timing, requestsMs: 0.5 } })],
    ['durationMs must be number', report => ({ ...report, durationMs: '12' })],
    [
      'requirements[0].verdict must be one of error, fail,',
      report => ({ ...report, requirements: [{ ...mixed.requirements[0], verdict: 'ok' }] }),
    ],
    [
      'requirements[0].cases[0] lacks "evidence"',
      report => {
        const [first] = mixed.requirements
        const cases = first?.cases.map(({ evidence: _evidence, ...kase }) => kase)
        return { ...report, requirements: [{ ...first, cases }] }
      },
    ],
    [
      'exchanges[0].response.status must be integer',
      report => {
        const [first] = mixed.exchanges
        return { ...report, exchanges: [{ ...first, response: { ...first?.response, status: '200' } }] }
      },
    ],
  ]
  it.each(edits)('is what was edited: %s', (says, edit) => {
    expect(refusal(edit(JSON.parse(textOf(mixed))))).toContain(`r.json is damaged or was edited: ${says}`)
  })
})
