import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { causesOf, failuresOf } from '../../contracts/causes/causes.ts'
import { callOf, cited } from '../../contracts/causes/evidence.ts'
import { openApart, openGroups } from '../../contracts/causes/open.ts'
import { defined } from '../../contracts/defined.ts'
import type { Binding } from '../../contracts/operations.ts'
import type { ReasonCode } from '../../contracts/results/reasons.ts'
import type { Report, ReportedCase, ReportedRequirement } from '../../contracts/results/report.ts'
import { levels, type Verdict } from '../../contracts/results/verdict.ts'
import { consoleReporter } from '../../reporters/console/index.ts'
import { reporters } from '../../reporters/index.ts'
import { exchange, kase, reason, report, requirement } from './fixtures/report.ts'

const exchanges = [
  exchange('gone', { path: '/v1/repositories/probe/images' }),
  exchange('gone-head', { path: '/v1/repositories/a/b/tags', method: 'HEAD' }),
  exchange('kept', { path: '/v1/repositories/probe/tags/latest', status: 200 }),
  exchange('control', { path: '/hub-conformance-no-such-path-k3k3k3/probe' }),
  exchange('create', { path: '/v2/namespaces/acme/repositories', method: 'POST', status: 501, sent: '{"name":"a"}' }),
  exchange('create-again', { path: '/v2/namespaces/acme/repositories', method: 'POST', status: 501, sent: '{}' }),
  exchange('token', { path: '/v2/access-tokens', method: 'POST', status: 501 }),
  exchange('got', { path: '/v2/access-tokens/1', status: 200 }),
  exchange('got-other', { path: '/v2/access-tokens/2', status: 200 }),
  exchange('groups', { path: '/v2/orgs/acme/groups', status: 403 }),
  exchange('limit', { path: '/v2/access-tokens/3', status: 429 }),
  exchange('limit-create', { path: '/v2/namespaces/acme/repositories', method: 'POST', status: 429 }),
  exchange('oat-list', { path: '/v2/orgs/acme/access-tokens' }),
  exchange('oat-create', { path: '/v2/orgs/acme/access-tokens', method: 'POST', status: 405 }),
  exchange('audit', { path: '/v2/auditlogs/acme' }),
]

const bindings: readonly Binding[] = [
  { operation: 'CreateRepository', method: 'POST', path: '/v2/namespaces/{namespace}/repositories', from: 'default' },
  { operation: 'pat.create', method: 'POST', path: '/v2/access-tokens', from: 'default' },
  { operation: 'pat.get', method: 'GET', path: '/v2/access-tokens/{uuid}', from: 'default' },
  { operation: 'oat.list', method: 'GET', path: '/v2/orgs/{org}/access-tokens', from: 'default' },
  { operation: 'oat.create', method: 'POST', path: '/v2/orgs/{org}/access-tokens', from: 'default' },
  { operation: 'audit.events', method: 'GET', path: '/v2/auditlogs/{account}', from: 'default' },
]

const given = (requirements: readonly ReportedRequirement[]): Report => report(requirements, { exchanges, bindings })

const dead = { operation: 'CreateRepository', status: 501 }
const gone = { expected: 410, status: 404 }

const broken = given([
  requirement('v1-removed/name-images', 'must', [
    kase('one', 'fail', reason('not-gone', gone), ['gone', 'control']),
    kase('two', 'fail', reason('not-gone', gone), ['gone-head', 'control']),
  ]),
  requirement('v1-removed/trailing-slash', 'should', [
    kase('one', 'fail', reason('not-gone', gone), ['gone', 'control']),
  ]),
  requirement('v1-removed/name-tag', 'must', [
    kase('one', 'fail', reason('not-gone', gone), ['gone']),
    kase('two', 'fail', reason('not-gone', { ...gone, status: 200 }), ['kept', 'control']),
  ]),
  requirement('v1-removed/generated-names', 'must', [
    kase('one', 'fail', reason('not-gone-generated', { ...gone, runs: 1, seed: 7 }), ['gone']),
  ]),
  requirement('presence/create-repository', 'must', [
    kase('one', 'fail', reason('absent', dead), ['create', 'control']),
  ]),
  requirement('replacements/post-repositories', 'must', [
    kase('one', 'fail', reason('replacement-absent', dead), ['create-again', 'control']),
  ]),
  requirement('schemas/create-repository', 'should', [
    kase('one', 'inconclusive', reason('request-refused', dead), ['create']),
  ]),
  requirement('repositories/created-get', 'should', [
    kase('one', 'untestable', reason('creation-failed', { ...dead, kind: 'repository' }), ['create']),
  ]),
  requirement('access-tokens/created', 'must', [
    kase('one', 'untestable', reason('creation-failed', { operation: 'pat.create', status: 501, kind: 'PAT' }), [
      'token',
    ]),
  ]),
])

const told = (of: Report) =>
  causesOf(of).map(({ messages, shares, blocked }) => ({
    messages,
    failed: shares.map(({ requirement: { id }, cases }) => `${id} ${cases.length}`),
    blocked: blocked.map(({ id }) => id),
  }))

describe('causes of failures', () => {
  test('are one for a label that is wrong, and what follows from it is not told as well', () => {
    const label = { document: 'reference', from: '/openapi.json', text: 'GET /v2/a (ListTags), deprecated' } as const
    const current = reason('current-labelled-deprecated', { operation: 'ListTags', where: 'the reference' })
    const logged = reason('label-not-logged', { endpoint: 'GET /v2/a', document: 'the deprecation log' })
    const of = given([
      requirement('labels/current-operations', 'must', [kase('one', 'fail', current, [], [label])], {
        fix: 'Remove it.',
      }),
      requirement('labels/logged', 'must', [kase('one', 'fail', logged, [], [label])], { fix: 'Add an entry.' }),
    ])
    expect(failuresOf(of).map(({ fix }) => fix)).toEqual(['Remove it.'])
    expect(of.next.map(({ message }) => message)).toEqual(['Remove it.'])
  })

  test('name first what failed whole, and only count what else failed in some of its cases', () => {
    const cases = (from: string, verdicts: readonly Verdict[]) =>
      verdicts.map((verdict, at) =>
        verdict === 'fail'
          ? kase(`${at}`, verdict, reason('not-gone', gone), [from])
          : kase(`${at}`, verdict, null, [from]),
      )
    const of = given([
      requirement('v1-removed/name-tag', 'must', cases('gone', ['fail', 'pass', 'pass']), { fix: 'Answer 410 on A.' }),
      requirement('v1-removed/name-images', 'must', cases('gone', ['fail', 'fail']), { fix: 'Answer 410 on B.' }),
      requirement('v1-removed/one', 'must', cases('gone', ['fail']), { fix: 'Match any name.' }),
    ])
    expect(failuresOf(of).map(({ fix }) => fix)).toEqual([
      'Answer 410 on B. Some cases of other requirements failed as well: v1-removed/name-tag (1 of 3).',
    ])
  })

  test('are no cause of what depends on another request, or is open because something was not given', () => {
    const of = given([
      requirement('labels/one', 'must', [
        kase('one', 'fail', reason('not-labelled', { endpoint: 'GET /v2/a', where: 'the reference' })),
      ]),
      requirement('audit-logs/one', 'must', [
        kase('one', 'fail', reason('absent', { operation: 'audit.events', status: 404 }), ['audit', 'control']),
      ]),
      requirement('audit-logs/two', 'must', [kase('one', 'inconclusive', reason('not-seen', { what: 'Sunset' }))]),
      requirement('presence/one', 'must', [kase('one', 'untestable', reason('need-writes'), ['audit'])]),
      // The same control, and the same code and status, of another operation.
      requirement('presence/two', 'must', [
        kase('one', 'inconclusive', reason('absent', { operation: 'oat.list', status: 404 }), ['oat-list', 'control']),
      ]),
      // One of two cases is open for something else, which the fix would not decide.
      requirement('presence/three', 'must', [
        kase('one', 'untestable', reason('creation-failed', { status: 404 }), ['audit']),
        kase('two', 'untestable', reason('need-org')),
      ]),
    ])
    expect(causesOf(of).flatMap(({ blocked }) => blocked)).toEqual([])
  })

  test('are told once, with everything that failed for them and what they keep from being verified', () => {
    expect(told(broken)).toEqual([
      {
        messages: ['expected status 410 from a removed v1 route, got 404'],
        failed: [
          'v1-removed/name-images 2',
          'v1-removed/name-tag 1',
          'v1-removed/generated-names 1',
          'v1-removed/trailing-slash 1',
        ],
        blocked: [],
      },
      {
        messages: [
          'CreateRepository answered 501 for an existing resource: the operation does not exist',
          'CreateRepository, the replacement, does not exist: it answered 501',
        ],
        failed: ['presence/create-repository 1', 'replacements/post-repositories 1'],
        blocked: ['schemas/create-repository', 'repositories/created-get'],
      },
      {
        messages: ['expected status 410 from a removed v1 route, got 200'],
        failed: ['v1-removed/name-tag 1'],
        blocked: [],
      },
    ])
  })

  test('of a family that is not there are one, with the operations that show it', () => {
    const absent = (operation: string, status: number, evidence: readonly string[]) =>
      requirement(`presence/${operation}`, 'should', [
        kase('one', 'fail', reason('absent', { operation, status }), evidence),
      ])
    const family = given([
      absent('oat.list', 404, ['oat-list', 'control']),
      requirement('presence/oat-management', 'must', [
        kase('one', 'fail', reason('family-absent', { family: 'OAT management' }), [
          'oat-list',
          'control',
          'oat-create',
        ]),
      ]),
      absent('oat.create', 405, ['oat-create', 'control']),
      absent('pat.create', 501, ['token', 'control']),
    ])
    expect(told(family).map(({ failed }) => failed)).toEqual([
      ['presence/oat-management 1', 'presence/oat.list 1', 'presence/oat.create 1'],
      ['presence/pat.create 1'],
    ])
  })

  test('are what an answer lacks, for all that needs it, and not the whole answer', () => {
    const field = { operation: 'pat.get', field: 'expires_at' }
    const lacking = given([
      requirement('access-tokens/get', 'must', [
        kase('one', 'fail', reason('field-missing', { ...field, where: 'the representation' }), ['got']),
      ]),
      requirement('schemas/form', 'should', [kase('one', 'inconclusive', reason('no-field', field), ['got-other'])]),
      requirement('schemas/other', 'should', [
        kase('one', 'inconclusive', reason('no-field', { ...field, field: 'scopes' }), ['got']),
      ]),
      requirement('http/date', 'may', [
        kase('one', 'fail', reason('header-missing', { status: 200, header: 'Date' }), ['got']),
      ]),
    ])
    expect(told(lacking).map(({ failed, blocked }) => [failed, blocked])).toEqual([
      [['access-tokens/get 1'], ['schemas/form']],
      [['http/date 1'], []],
    ])
  })

  test('are a list without what was created, for all that looks for it there', () => {
    const values = { operation: 'oat.list', what: 'hub-conformance-k3k3k3' }
    const empty = given([
      requirement('org-access-tokens/created-list', 'should', [
        kase('one', 'fail', reason('not-listed', values), ['token', 'oat-list']),
      ]),
      requirement('org-access-tokens/list', 'must', [
        kase('one', 'inconclusive', reason('own-not-listed', { operation: 'oat.list' }), ['oat-list']),
      ]),
      requirement('access-tokens/list', 'must', [
        kase('one', 'inconclusive', reason('own-not-listed', { operation: 'pat.get' }), ['got']),
      ]),
    ])
    expect(told(empty).map(({ blocked }) => blocked)).toEqual([['org-access-tokens/list']])
  })

  test('are one document that is of something else, with all that it lacks', () => {
    const lacks = (date: string, about: string, from: string) =>
      requirement(`change-history/${date}`, 'must', [
        kase(
          'one',
          'fail',
          reason('entry-missing', { date, kind: 'New', about }),
          [],
          [{ document: 'changelog', from, text: '2 entries on 2 days' }],
        ),
      ])
    const unrelated = given([
      lacks('2025-09-19', 'CreateRepository', 'a.md'),
      lacks('2025-07-29', 'VerifyRepositoryImmutableTags', 'a.md'),
      lacks('2025-06-27', 'listNamespaceRepositories', 'b.md'),
    ])
    expect(told(unrelated).map(({ failed, messages }) => [failed.length, messages])).toEqual([
      [
        2,
        [
          'the change history has no entry of 2025-09-19 (New) for CreateRepository and 2025-07-29 (New) for VerifyRepositoryImmutableTags',
        ],
      ],
      [1, ['the change history has no entry of 2025-06-27 (New) for listNamespaceRepositories']],
    ])
  })

  test('are fixed by a list of the entries that a document lacks', () => {
    const head = 'Write into the change history (date, kind, what changed):'
    const lacks = (date: string, what: string) =>
      requirement(
        `change-history/${date}`,
        'must',
        [
          kase(
            'one',
            'fail',
            reason('entry-missing', { date, kind: 'New', about: what }),
            [],
            [{ document: 'changelog', from: 'a.md', text: '2 entries on 2 days' }],
          ),
        ],
        { fix: `${head} ${date}, New: ${what}` },
      )
    const of = given([lacks('2025-09-19', 'CreateRepository.'), lacks('2025-07-29', 'Audit logs.')])
    const [failed] = failuresOf(of)
    expect(failed).toMatchObject({
      fix: head,
      entries: ['2025-09-19, New: CreateRepository.', '2025-07-29, New: Audit logs.'],
      step: `${head} 2025-09-19, New: CreateRepository. And 1 more of this kind.`,
    })
    const text = consoleReporter.render(of)
    expect(text).toMatch(
      /Fix +Write into .*\n? *.*:\n +- 2025-09-19, New: CreateRepository\.\n +- 2025-07-29, New: Audit/,
    )
    expect(reporters.html.render(of)).toContain('<li>2025-07-29, New: Audit logs.</li>')
    expect(reporters.markdown.render(of)).toContain('- 2025-07-29, New: Audit logs.')
  })

  test('are fixed one by one where an operation has a path of its own', () => {
    const lacks = (operation: string, path: string) =>
      requirement(
        `areas/${operation}`,
        'must',
        [
          kase(
            'one',
            'fail',
            reason('operation-unpublished', { operation }),
            [],
            [{ document: 'reference', from: 'a.json', text: '2 operations' }],
          ),
        ],
        { fix: `Publish \`operationId: ${operation}\` at ${path}.` },
      )
    const paths = 'one two three four five six seven'
    const of = given([lacks('A', paths), lacks('B', paths.toUpperCase())])
    expect(failuresOf(of)[0]).toMatchObject({
      fix: `Publish \`operationId: A\` at ${paths}. Publish \`operationId: B\` at ${paths.toUpperCase()}.`,
      entries: [],
    })
  })

  test('show the endpoint that a reason names before the operation that it is compared with', () => {
    const values = { endpoint: 'POST /v2/access-tokens', operation: 'pat.get' }
    const of = given([
      requirement('replacements/one', 'should', [
        kase('one', 'fail', reason('other-resource', values), ['got', 'token']),
      ]),
    ])
    const [failed] = of.requirements.flatMap(({ cases }) => cases)
    expect(failed && cited(failed, of).map(({ id }) => id)).toEqual(['token', 'got'])
  })

  test('show the case with the simplest request first', () => {
    const cases = [
      kase('head', 'fail', reason('not-gone', gone), ['gone-head']),
      kase('query', 'fail', reason('not-gone', gone), ['query']),
      kase('plain', 'fail', reason('not-gone', gone), ['gone']),
    ]
    const query = exchange('query', { path: '/v1/repositories/probe/images?page=2' })
    const of = report([requirement('v1-removed/name-images', 'must', cases)], {
      exchanges: [...exchanges, query],
      bindings,
    })
    const [cause] = causesOf(of)
    expect(cause?.shares[0].cases.map(({ name }) => name)).toEqual(['plain', 'query', 'head'])
  })

  test('each failed requirement and case is in one of them, whatever the reasons', () => {
    const failed = broken.requirements.filter(({ verdict }) => verdict === 'fail')
    const cases = failed.flatMap(({ id, cases: all }) => all.map(({ name }) => `${id} ${name}`))
    const shares = causesOf(broken).flatMap(cause => cause.shares)
    expect(shares.flatMap(share => share.cases.map(({ name }) => `${share.requirement.id} ${name}`)).sort()).toEqual(
      cases.sort(),
    )
  })

  const anyCase = fc
    .record({
      verdict: fc.constantFrom('fail', 'inconclusive', 'untestable', 'pass', 'not-applicable'),
      evidence: fc.subarray(exchanges.map(({ id }) => id)),
      code: fc.constantFrom('absent', 'creation-failed', 'field-missing', 'no-field', 'need-writes', 'not-seen'),
      operation: fc.option(fc.constantFrom('CreateRepository', 'pat.get', 'oat.list'), { nil: undefined }),
      status: fc.option(fc.constantFrom(200, 404, 429, 501), { nil: undefined }),
    })
    .map(({ verdict, evidence, code, operation, status }) =>
      kase('one', verdict as Verdict, reason(code as ReasonCode, defined({ operation, status })), evidence),
    )
  const anyOf = fc
    .array(fc.tuple(fc.constantFrom(...levels), fc.array(anyCase, { minLength: 1, maxLength: 3 })), { maxLength: 8 })
    .map(all => given(all.map(([level, cases], at) => requirement(`suite/${at}`, level, cases))))

  test('join exactly what depends on one failing exchange, in any report', () => {
    fc.assert(
      fc.property(anyOf, of => {
        const causes = causesOf(of)
        const failed = of.requirements
          .filter(({ verdict }) => verdict === 'fail')
          .flatMap(({ cases }) => cases.filter(({ verdict }) => verdict === 'fail'))
        expect(new Set(causes.flatMap(({ shares }) => shares.flatMap(({ cases }) => cases)))).toEqual(new Set(failed))
        expect(causes.flatMap(({ shares }) => shares.flatMap(({ cases }) => cases))).toHaveLength(failed.length)
        const refusal = (each: ReportedCase): string | undefined => {
          const [decisive] = each.evidence.length === 0 ? [] : cited(each, of)
          return decisive &&
            String(decisive.response?.status) === String(each.reason?.values.status) &&
            decisive.response?.status !== 200
            ? decisive.id
            : undefined
        }
        const causeOf = new Map(
          causes.flatMap((cause, at) => cause.shares.flatMap(({ cases }) => cases.map(each => [each, at] as const))),
        )
        for (const one of failed)
          for (const other of failed)
            if (refusal(one) !== undefined && refusal(one) === refusal(other))
              expect(causeOf.get(one)).toBe(causeOf.get(other))
        for (const { blocked, shares } of causes) {
          const calls = new Set(
            shares
              .flatMap(({ cases }) => cases.flatMap(each => cited(each, of)[0] ?? []))
              .map(each => callOf(each, of)),
          )
          for (const { reason: why, cases, verdict } of blocked) {
            expect(why?.code).not.toMatch(/^need-/)
            for (const each of cases.filter(({ verdict: its }) => its === verdict)) {
              const [decisive] = cited(each, of)
              if (decisive !== undefined && each.evidence.length > 0 && refusal(each) !== undefined)
                expect(calls).toContain(callOf(decisive, of))
            }
          }
        }
        const apart = openApart(of)
        const groups = openGroups(apart, of)
        expect(groups.flatMap(({ members }) => members)).toHaveLength(apart.length)
      }),
    )
  })

  test('thirty requirements that rest on a dead operation are one message on the console', () => {
    const many = given(
      Array.from({ length: 30 }, (_, at) =>
        requirement(`presence/claim-${at}`, 'must', [kase('one', 'fail', reason('absent', dead), ['create'])]),
      ),
    )
    const text = consoleReporter.render(many)
    expect(text).toContain('30 requirements, one cause')
    expect(text.match(/Problem/g)).toHaveLength(1)
    expect(text).toContain('and 18 more')
    expect(consoleReporter.render(many, { verbosity: 'verbose' })).toContain('presence/claim-29')
  })

  test.each(['console', 'markdown', 'github'] as const)(
    'what follows from a failure stands with it and not once more in %s',
    format => {
      const text = reporters[format].render(broken, { columns: 200 }).replace(/^(?:Next|\d\.| {8}\d).*$/gm, '')
      expect(text).toMatch(/not verified because of this/)
      expect(text.split('repositories/created-get')).toHaveLength(2)
      expect(text).toContain('access-tokens/created')
    },
  )

  test('one fix is told for routes that differ by their path, and first', () => {
    const fix = (path: string) => ({ fix: `Answer 410 to every method on ${path} before anything else.` })
    const why = [kase('one', 'fail', reason('not-gone', gone), ['gone'])]
    const of = given([
      requirement('v1-removed/a', 'must', why, fix('/v1/a')),
      requirement('v1-removed/b', 'must', why, fix('/v1/b')),
      requirement('v1-removed/generated', 'must', why, { fix: 'Match any non-empty path segment.' }),
    ])
    const words = 'Answer 410 to every method on /v1/a and /v1/b before anything else.'
    expect(failuresOf(of).map(each => each.fix)).toEqual([words])
    expect(of.next.map(({ message, requirements }) => [message, requirements.length])).toEqual([[words, 3]])
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
    const groups = openGroups([other, ...open], broken)
    expect(groups.map(({ members }) => members.length)).toEqual([3, 1])
    expect(groups[0]?.messages[0]).toMatch(
      /^"list personal access tokens", "list organization access tokens" and "list audit log events" answered 404/,
    )
  })

  test('for one refused request is one message, whatever is said of it', () => {
    const groups = openGroups(
      [
        requirement('a/a', 'must', [
          kase('one', 'untestable', reason('creation-failed', { ...dead, kind: 'repository' }), ['create']),
        ]),
        requirement('a/b', 'must', [kase('one', 'inconclusive', reason('request-refused', dead), ['create-again'])]),
        requirement('a/c', 'must', [
          kase('one', 'inconclusive', reason('request-refused', { operation: 'ListGroups', status: 403 }), ['groups']),
        ]),
      ],
      broken,
    )
    expect(groups.map(({ members }) => members.map(({ id }) => id))).toEqual([['a/a', 'a/b'], ['a/c']])
    expect(groups[0]?.messages).toHaveLength(1)
  })

  test('for a limit is one message, whatever it refused', () => {
    const [group, ...others] = openGroups(
      [
        requirement('a/a', 'must', [
          kase('one', 'untestable', reason('creation-failed', { operation: 'CreateRepository', status: 429 }), [
            'limit-create',
          ]),
        ]),
        requirement('a/b', 'must', [kase('one', 'inconclusive', reason('rate-limited', { status: 429 }), ['limit'])]),
      ],
      broken,
    )
    expect(others).toEqual([])
    expect(group?.messages).toEqual(['answered 429 until the waiting time ended'])
    expect(group?.members).toHaveLength(2)
  })

  test('keeps the words of a report that has others', () => {
    const { message: _message, ...rest } = reason('request-refused', { operation: 'a', status: 404 })
    const own = requirement('a/b', 'should', [kase('one', 'inconclusive', { ...rest, message: 'in other words' })])
    expect(openGroups([own], broken)[0]?.messages).toEqual(['in other words'])
  })
})

describe('a target that answers everything alike', () => {
  const same = report(
    [
      requirement('v1-removed/name-images', 'must', [kase('one', 'fail', reason('not-gone', gone), ['x1'])]),
      requirement('presence/one', 'must', [kase('one', 'untestable', reason('need-namespace'))]),
    ],
    {
      bindings: [{ operation: 'CreateRepository', method: 'GET', path: '/v2/repositories', from: 'default' }],
      exchanges: Array.from({ length: 30 }, (_, at) =>
        exchange(`x${at}`, {
          path: at === 0 ? '/v2/repositories' : `/hub-conformance-no-such-path-k3k3k3/${at}`,
          status: 200,
        }),
      ),
    },
  )

  test.each(['console', 'markdown', 'html', 'github'] as const)(
    'is told as that, and as nothing else, in %s',
    format => {
      const text = reporters[format]
        .render(same, { columns: 200 })
        .replace(/<section id="requirements".*/s, '')
        .replaceAll('%2C', ',')
      expect(text).toContain('The target answers 200 to everything, also to paths that do not exist.')
      expect(text).not.toMatch(/needs a namespace|expected status 410/)
    },
  )
})

describe('a URL with the generation of the API in it', () => {
  const below = (verdict: 'pass' | 'fail') =>
    report(
      [
        requirement('v1-removed/name-images', 'must', [kase('one', 'fail', reason('not-gone', gone), ['x1'])]),
        requirement('presence/one', 'must', [kase('one', 'untestable', reason('need-namespace'))]),
        requirement('versioning/one', 'must', [
          kase('one', verdict, verdict === 'pass' ? null : reason('not-gone', gone)),
        ]),
      ],
      { target: 'http://hub.test/v2', exchanges: [exchange('x1', { path: '/v2/v1/x', status: 404 })] },
    )

  test.each(['console', 'markdown', 'html', 'github'] as const)('is told alone where no MUST passed, in %s', format => {
    const told = (verdict: 'pass' | 'fail') =>
      reporters[format]
        .render(below(verdict), { columns: 200 })
        .replace(/<section id="requirements".*/s, '')
        .replaceAll('%2C', ',')
    const headline = 'The URL of the target ends with /v2, and no operation was found below it.'
    expect(told('fail')).toContain(headline)
    expect(told('fail')).not.toMatch(/needs a namespace|expected status 410/)
    expect(told('pass')).not.toContain(headline)
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
