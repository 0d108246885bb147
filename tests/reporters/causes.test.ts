import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/report.ts'
import { consoleReporter } from '../../reporters/console/index.ts'
import { reporters } from '../../reporters/index.ts'
import { causesOf, openGroups } from '../../reporters/shared/causes.ts'
import { kase, reason, report, requirement } from './fixtures/report.ts'

const dead = { operation: 'CreateRepository', status: 501 }
const gone = { expected: 410, status: 404 }

const broken = report([
  requirement('v1-removed/name-images', 'must', [kase('one', 'fail', reason('not-gone', gone))]),
  requirement('v1-removed/trailing-slash', 'should', [kase('one', 'fail', reason('not-gone', gone))]),
  requirement('v1-removed/name-tag', 'must', [
    kase('one', 'fail', reason('not-gone', gone)),
    kase('two', 'fail', reason('not-gone', { ...gone, status: 200 })),
  ]),
  requirement('v1-removed/generated-names', 'must', [
    kase('one', 'fail', reason('not-gone-generated', { ...gone, runs: 1, seed: 7 })),
  ]),
  requirement('presence/create-repository', 'must', [kase('one', 'fail', reason('absent', dead))]),
  requirement('replacements/post-repositories', 'must', [kase('one', 'fail', reason('replacement-absent', dead))]),
  requirement('schemas/create-repository', 'should', [kase('one', 'inconclusive', reason('request-refused', dead))]),
  requirement('repositories/created-get', 'should', [
    kase('one', 'untestable', reason('creation-failed', { ...dead, kind: 'repository' })),
  ]),
  requirement('access-tokens/created', 'must', [
    kase('one', 'untestable', reason('creation-failed', { operation: 'pat.create', status: 501, kind: 'PAT' })),
  ]),
])

const told = (of: Report) =>
  causesOf(of).map(({ messages, shares, hence }) => ({
    messages,
    failed: shares.map(({ requirement: { id }, cases }) => `${id} ${cases.length}`),
    hence: hence.map(({ id }) => id),
  }))

describe('causes of failures', () => {
  test('are no cause of what names no call, or is open because something was not given', () => {
    const unlabelled = reason('not-labelled', { endpoint: 'GET /v2/a', where: 'the reference' })
    const given = report([
      requirement('labels/one', 'must', [kase('one', 'fail', unlabelled)]),
      requirement('audit-logs/one', 'must', [
        kase('one', 'fail', reason('absent', { operation: 'audit.events', status: 404 })),
      ]),
      requirement('audit-logs/two', 'must', [kase('one', 'inconclusive', reason('not-seen', { what: 'Sunset' }))]),
      requirement('presence/one', 'must', [kase('one', 'untestable', reason('need-writes'))]),
    ])
    expect(causesOf(given).flatMap(({ hence }) => hence)).toEqual([])
  })

  test('are told once, with everything that failed for them and what they keep from being verified', () => {
    expect(told(broken)).toEqual([
      {
        messages: ['expected status 410 from a removed v1 route, got 404'],
        failed: [
          'v1-removed/name-images 1',
          'v1-removed/name-tag 1',
          'v1-removed/generated-names 1',
          'v1-removed/trailing-slash 1',
        ],
        hence: [],
      },
      {
        messages: [
          'CreateRepository answered 501 for something that exists; the operation is not there',
          'CreateRepository, the replacement, is not there: it answered 501',
        ],
        failed: ['presence/create-repository 1', 'replacements/post-repositories 1'],
        hence: ['schemas/create-repository', 'repositories/created-get'],
      },
      {
        messages: ['expected status 410 from a removed v1 route, got 200'],
        failed: ['v1-removed/name-tag 1'],
        hence: [],
      },
    ])
  })

  test('of a family that is not there are one', () => {
    const family = report([
      requirement('presence/oat-list', 'should', [
        kase('one', 'fail', reason('absent', { operation: 'oat.list', status: 404 })),
      ]),
      requirement('presence/oat-management', 'must', [
        kase('one', 'fail', reason('family-absent', { family: 'OAT management' })),
      ]),
      requirement('presence/pat-list', 'should', [
        kase('one', 'fail', reason('absent', { operation: 'pat.list', status: 404 })),
      ]),
    ])
    expect(told(family).map(({ failed }) => failed)).toEqual([
      ['presence/oat-management 1', 'presence/oat-list 1'],
      ['presence/pat-list 1'],
    ])
  })

  test('each failed requirement and case is in one of them, whatever the reasons', () => {
    const failed = broken.requirements.filter(({ verdict }) => verdict === 'fail')
    const cases = failed.flatMap(({ id, cases: all }) => all.map(({ name }) => `${id} ${name}`))
    const shares = causesOf(broken).flatMap(cause => cause.shares)
    expect(shares.flatMap(share => share.cases.map(({ name }) => `${share.requirement.id} ${name}`)).sort()).toEqual(
      cases.sort(),
    )
  })

  test('thirty requirements that rest on a dead operation are one message on the console', () => {
    const many = report(
      Array.from({ length: 30 }, (_, at) =>
        requirement(`presence/claim-${at}`, 'must', [kase('one', 'fail', reason('absent', dead))]),
      ),
    )
    const text = consoleReporter.render(many)
    expect(text).toContain('30 requirements, one cause')
    expect(text.match(/Problem/g)).toHaveLength(1)
    expect(text).toContain('and 18 more')
    expect(consoleReporter.render(many, { verbosity: 'verbose' })).toContain('presence/claim-29')
  })

  test('what follows from a failure stands with it and not once more below', () => {
    const text = consoleReporter.render(broken, { columns: 200 })
    expect(text).toContain('not verified because of this: 2 (schemas/create-repository, repositories/created-get)')
    expect(text.split('repositories/created-get')).toHaveLength(2)
    expect(text).toContain('access-tokens/created')
    expect(text).toContain('SHOULD')
  })
})

describe('what stayed open', () => {
  test('for reasons that differ only by the operation is one message', () => {
    const open = ['pat.list', 'oat.list', 'audit.events'].map(operation =>
      requirement(`presence/${operation}`, 'should', [
        kase('one', 'inconclusive', reason('layout-unknown', { operation, status: 404, method: operation })),
      ]),
    )
    const other = requirement('presence/other', 'should', [
      kase('one', 'inconclusive', reason('layout-unknown', { operation: 'x', status: 403 })),
    ])
    const groups = openGroups([other, ...open])
    expect(groups.map(({ members }) => members.length)).toEqual([3, 1])
    expect(groups[0]?.message).toMatch(/^pat\.list, oat\.list and audit\.events answered 404 at the path/)
  })

  test('keeps the words of a report that has others', () => {
    const { message: _message, ...rest } = reason('request-refused', { operation: 'a', status: 404 })
    const own = requirement('a/b', 'should', [kase('one', 'inconclusive', { ...rest, message: 'in other words' })])
    expect(openGroups([own])[0]?.message).toBe('in other words')
  })
})

describe('what was left behind', () => {
  const left = report([], {
    leftovers: Array.from({ length: 100 }, (_, at) => ({
      kind: 'personal access token',
      name: `hub-conformance-${at}`,
      url: 'http://localhost:8080/v2/access-tokens',
      why: 'DELETE answered 500',
    })),
  })

  test.each(['console', 'markdown', 'html'] as const)(
    'is told once in %s, with its names and how many there are',
    format => {
      const text = reporters[format].render(left, { columns: 200 })
      expect(text.match(/DELETE answered 500/g)).toHaveLength(1)
      expect(text).toContain('hub-conformance-5')
      expect(text).toMatch(/and (94|60) more/)
      expect(text).toContain('100')
    },
  )
})
