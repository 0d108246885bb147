import { describe, expect, it } from 'vitest'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { UsageError } from '../../engine/options.ts'
import { aboutDocuments, asOfDate, inForce, listedFacts, plan, suiteOf } from '../../engine/plan.ts'

const requirement = (id: string, parts: object = {}): Requirement =>
  ({ id, level: 'must', since: '2025-01-01', needs: [], cases: [{ name: 'GET' }], ...parts }) as unknown as Requirement

const all = [
  requirement('one/a'),
  requirement('one/b', { level: 'should' }),
  requirement('two.x/a', { cases: [{ name: 'GET' }, { name: 'PUT', thorough: true }] }),
  requirement('two.x/later', { since: '2025-06-01' }),
  requirement('two.x/earlier', { until: '2025-02-01' }),
]

const asked = (...given: Parameters<typeof plan> extends [infer _A, infer _B, ...infer R] ? R : never) =>
  plan(all, '2025-03-01', ...given).flatMap(({ requirement: { id }, skip }) => (skip === null ? [id] : []))

const reasons = (select: Parameters<typeof plan>[2]) =>
  Object.fromEntries(plan(all, '2025-03-01', select).map(({ requirement: { id }, skip }) => [id, skip]))

const refusal = (select: object): UsageError => {
  try {
    asked(select)
  } catch (error) {
    return error as UsageError
  }
  throw new Error('not refused')
}

describe('a day', () => {
  it('is read as it is written', () => {
    expect(asOfDate('2025-06-27')).toBe('2025-06-27')
    expect(asOfDate(undefined)).toBe(lifecycle.version)
  })
  it.each(['2025-02-30', '2025-13-01', '2025-6-27', 'x2025-06-27', '2025-06-27x', '20250-6-27', ''])(
    'is not "%s"',
    text =>
      expect(() => asOfDate(text)).toThrow(
        new UsageError(`"${text}" is not a valid date; use YYYY-MM-DD, such as 2025-06-27`),
      ),
  )
  it('is in force from its first day to the one before its last', () => {
    const of = (day: string) => inForce({ since: '2025-01-01', until: '2025-02-01' }, day as never)
    expect(['2024-12-31', '2025-01-01', '2025-01-31', '2025-02-01'].map(of)).toEqual([false, true, true, false])
    expect(inForce({ since: '2025-01-01' }, '2030-01-01')).toBe(true)
  })
})

describe('a selection', () => {
  it('is everything in force without one', () => {
    expect(asked()).toEqual(['one/a', 'one/b', 'two.x/a'])
    expect(asked({ suites: [], levels: [], only: [], skip: [] })).toEqual(['one/a', 'one/b', 'two.x/a'])
  })

  it.each([
    [{ suites: ['one'] }, ['one/a', 'one/b']],
    [{ levels: ['should'] }, ['one/b']],
    [{ only: ['one/a'] }, ['one/a']],
    [{ only: ['*/a'] }, ['one/a', 'two.x/a']],
    [{ only: ['one/a', 'one/b'] }, ['one/a', 'one/b']],
    [{ only: ['two.x*'] }, ['two.x/a']],
    [{ only: ['o*e/*'] }, ['one/a', 'one/b']],
    [{ skip: ['one/*'] }, ['two.x/a']],
    [{ suites: ['one'], levels: ['must'] }, ['one/a']],
    [{ only: ['*/a'], skip: ['one/a'] }, ['two.x/a']],
    [{ notOffered: { one: 'not built' } }, ['two.x/a']],
  ] as const)('%j asks %j', (select, expected) => expect(asked(select as never)).toEqual(expected))

  it('leaves out what is not in force before what is not selected, and what is not offered before that', () => {
    expect(reasons({ levels: ['must'], notOffered: { one: 'not built' } })).toEqual({
      'one/a': { verdict: 'not-selected', reason: { code: 'not-offered', values: { reason: 'not built' } } },
      'one/b': { verdict: 'not-selected', reason: { code: 'not-selected', values: {} } },
      'two.x/a': null,
      'two.x/later': {
        verdict: 'not-applicable',
        reason: { code: 'not-in-force', values: { asOf: '2025-03-01', since: '2025-06-01' } },
      },
      'two.x/earlier': {
        verdict: 'not-applicable',
        reason: { code: 'no-longer-in-force', values: { asOf: '2025-03-01', until: '2025-02-01' } },
      },
    })
    expect(reasons({ notOffered: { 'two.x': 'not built' } })['two.x/later']).toMatchObject({
      verdict: 'not-applicable',
    })
  })

  it.each<readonly [object, string, readonly string[]]>([
    [{ suites: ['on'] }, 'unknown suite "on"; did you mean "one"?; suites: one, two.x', ['suites']],
    [{ notOffered: { zzzzzz: 'r' } }, 'unknown suite "zzzzzz"; suites: one, two.x', ['not-offered']],
    [{ levels: ['shall'] }, 'unknown level "shall"; levels: must, should, may', ['levels']],
    [{ only: ['two-x/a', 'q'] }, '"two-x/a" matches no requirement', ['only']],
    [{ only: ['twoxx/*'] }, '"twoxx/*" matches no requirement', ['only']],
    [{ only: ['ne/*'] }, '"ne/*" matches no requirement', ['only']],
    [{ only: ['*/'] }, '"*/" matches no requirement', ['only']],
    [
      { skip: ['qqqqqqqqqqqqqq'] },
      '"qqqqqqqqqqqqqq" matches no requirement; "hub-conformance list" shows all ids',
      ['skip'],
    ],
    [{ skip: ['*'] }, 'no requirement matches the selection', ['suites', 'only', 'skip', 'levels']],
    [
      { suites: ['one'], notOffered: { one: 'r' } },
      'no requirement matches the selection',
      ['suites', 'only', 'skip', 'levels'],
    ],
  ])('%j is refused', (select, message, settings) => {
    const error = refusal(select)
    expect(error).toBeInstanceOf(UsageError)
    expect(error.message.startsWith(message), error.message).toBe(true)
    expect(error.settings).toEqual(settings)
  })

  it('has the thorough cases only where they are asked for', () => {
    const cases = (thorough?: boolean) =>
      plan(all, '2025-03-01', {}, thorough).map(({ requirement: { cases: own } }) => own.map(({ name }) => name))
    const get = ['GET']
    expect(cases()).toEqual([get, get, get, get, get])
    expect(cases(true)).toEqual([get, get, ['GET', 'PUT'], get, get])
  })
})

it('knows which requirements documents alone decide', () => {
  const of = (id: string, needs: readonly string[], anyOneNeed?: true) => requirement(id, { needs, anyOneNeed })
  const catalogue = [
    of('a/none', []),
    of('a/reference', ['reference']),
    of('a/all', ['reference', 'changelog']),
    of('a/any', ['deprecation-log', 'changelog'], true),
    of('a/more', ['reference', 'org']),
    of('a/any-more', ['reference', 'org'], true),
  ]
  const ids = (documents: object) => aboutDocuments(catalogue, documents).map(({ id }) => id)
  for (const documents of [{}, { reference: undefined }]) expect(ids(documents)).toEqual([])
  expect(ids({ reference: {} })).toEqual(['a/reference'])
  expect(ids({ reference: {}, changelog: {} })).toEqual(['a/reference', 'a/all', 'a/any'])
  expect(ids({ deprecationLog: {} })).toEqual(['a/any'])
})

it('takes the suite from the id', () => expect(suiteOf('v1-removed/name-tags')).toBe('v1-removed'))

it('lists a requirement with its suite, and without its cases', () => {
  const facts = { id: 'one/a', level: 'must', statement: 's', since: '2025-01-01', source: 'x', needs: ['org'] }
  const listed = (more: object) => listedFacts({ ...requirement('one/a'), ...facts, ...more } as unknown as Requirement)
  expect(listed({})).toEqual({ ...facts, suite: 'one' })
  expect(listed({ until: '2025-02-01' })).toEqual({ ...facts, suite: 'one', until: '2025-02-01' })
})
