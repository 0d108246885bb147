import { describe, expect, it } from 'vitest'
import { type JsonSchema, noSchema, unresolvedKey } from '../../../contracts/documents.ts'
import type { Exchange, ReceivedResponse } from '../../../contracts/exchange.ts'
import type { OperationName } from '../../../contracts/operations.ts'
import type { ReasonCode } from '../../../contracts/results/reasons.ts'
import type { Report, ReportedReason } from '../../../contracts/results/report.ts'
import type { Level, Verdict } from '../../../contracts/results/verdict.ts'
import { settingsFor } from '../../../contracts/run/settings.ts'
import { exchange, kase, reason, report, requirement } from '../../reporters/fixtures/report.ts'

const having = (
  id: string,
  verdict: Verdict,
  code: ReasonCode,
  values: ReportedReason['values'] = {},
  fix = `Do what ${id} asks for.`,
  level: Level = 'must',
) => requirement(id, level, [kase('a case', verdict, reason(code, values))], { fix })

/** A request that was refused, and what is declared for it. */
interface Refused {
  readonly operation?: OperationName
  readonly status?: number
  readonly sent?: object
  readonly schema?: JsonSchema
  readonly fixtures?: Report['fixtures']
  readonly headers?: ReceivedResponse['headers']
}

const told = (...requirements: readonly ReturnType<typeof having>[]) =>
  report(requirements).next.map(({ message, requirements: ids }) => [message, ids])

const v1Paths = [
  '/v1/repositories/{name}/images',
  '/v1/repositories/{name}/tags',
  '/v1/repositories/{name}/tags/{tag_name}',
  '/v1/repositories/{namespace}/{name}/images',
  '/v1/repositories/{namespace}/{name}/tags and /v1/repositories/{namespace}/{name}/tags/{tag_name}',
].join(', ')

describe('advice', () => {
  it('is given once, however many operations it is for', () => {
    const failing = (id: string, operation: string) => having(id, 'fail', 'field-missing', { operation }, 'Add it.')
    expect(told(failing('access-tokens/a', 'pat.create'), failing('access-tokens/b', 'pat.get'))).toEqual([
      ['Add it.', ['access-tokens/a', 'access-tokens/b']],
    ])
  })

  it('names what the failing requests have in common', () => {
    const route = requirement(
      'v1/a',
      'must',
      ['?a=1', '?b=2', '', '/x', '/y'].map((rest, at) =>
        kase(`case ${at}`, at < 2 ? 'fail' : 'pass', at < 2 ? reason('not-gone', { status: 404 }) : null, [rest]),
      ),
      { fix: 'Answer 410.' },
    )
    const exchanges = ['?a=1', '?b=2', '', '/x', '/y'].map((rest, at) =>
      exchange(rest, { path: `/v1/z${rest}`, status: at < 2 ? 404 : 410 }),
    )
    expect(report([route], { exchanges }).next[0]?.message).toBe(
      'Answer 410. All requests that failed have in common: a query.',
    )
  })

  it.each([
    ['Accept XML', ' All requests that failed have in common: Accept HTML or Accept XML.'],
    ['Accept JSON', ''],
  ])('names what clients send, of which several fail: %s', (third, more) => {
    const sent = ['Accept HTML', 'Accept XML', third, 'Accept JSON', 'Accept JSON', 'as curl']
    const route = requirement(
      'v1/a',
      'must',
      sent.map((accept, at) =>
        kase(`GET, ${accept}`, at < 3 ? 'fail' : 'pass', at < 3 ? reason('not-gone', { status: 406 }) : null, ['x1']),
      ),
      { fix: 'Answer 410.' },
    )
    const exchanges = [exchange('x1', { path: '/v1/z', status: 406 })]
    expect(report([route], { exchanges }).next[0]?.message).toBe(`Answer 410.${more}`)
  })

  it('says how an operation is published so that it is found, and shows the lines of a file that names it', () => {
    const open = (operation: string, path: string) =>
      report([having('presence/a', 'inconclusive', 'other-operation', { operation, status: 404, path })]).next[0]
    const actions = open('audit.actions', '/v2/orgs/{org}/verbs')
    expect(actions?.message).toContain(
      'If /v2/orgs/{org}/verbs is "list audit log actions", publish it with an operationId that contains "actions", or at a path that ends in actions, kinds or types, or give its method and path.',
    )
    expect(actions?.snippet).toEqual([
      'operations:',
      '  audit.actions:',
      '    method: GET',
      "    path: '/v2/orgs/{org}/verbs'",
    ])
    const list = open('pat.list', 'POST /v2/keys/all')
    expect(list?.message).toContain('publish it as GET of the collection, or give its method and path.')
    expect(list?.snippet?.slice(1)).toEqual(['  pat.list:', '    method: POST', "    path: '/v2/keys/all'"])
  })

  it('is one for what is mended alike, and names each', () => {
    const failing = (id: string, tag: string) =>
      having(id, 'fail', 'area-unpublished', { tag }, `Publish the operations of this family with the tag ${tag}.`)
    expect(told(failing('areas/a', 'one'), failing('areas/b', 'other'))).toEqual([
      ['Publish the operations of this family with the tag one and other.', ['areas/a', 'areas/b']],
    ])
  })

  it('is to check the URL where every path is answered alike and nothing else was told', () => {
    const open = (id: string) => having(id, 'inconclusive', 'catch-all', { status: 200 })
    const document = having('areas/c', 'untestable', 'need-reference')
    expect(told(open('presence/a'), document, open('presence/b'))[0]).toEqual([
      `Check the URL of the target: it answers all paths the same, even those that do not exist. If the API is below a path, such as /api, the URL ends with it. If the hub is new, begin with status 410 on the removed v1 routes (${v1Paths}), and 404 for all other paths.`,
      ['presence/a', 'presence/b', 'areas/c'],
    ])
  })

  it('names all that has to be typed, an article with its noun', () => {
    const paths = ['/a', '/b', '/c', '/d', '/e', '/f']
    const route = (path: string) => having(`v1/${path}`, 'fail', 'not-gone', { status: 404 }, `Answer 410 on ${path}.`)
    expect(told(...paths.map(route))[0]?.[0]).toBe('Answer 410 on /a, /b, /c, /d, /e and /f.')
    const shape = (id: string, what: string) =>
      having(id, 'fail', 'schema-mismatch', { operation: id }, `Return ${what} as your own reference declares it.`)
    expect(told(shape('schemas/a', 'a repository'), shape('schemas/b', 'a page of repositories'))[0]?.[0]).toBe(
      'Return a repository and a page of repositories as your own reference declares it.',
    )
  })

  it('keeps code whole, and what has a day of its own apart', () => {
    const area = (id: string, fix: string) => having(id, 'fail', 'area-unpublished', { tag: id }, fix)
    const row = (id: string, fix: string) => having(id, 'fail', 'row-date', { feature: id }, fix)
    expect(
      told(
        area('areas/a', 'Publish the operation with `operationId: One` and its tag.'),
        area('areas/b', 'Publish the operation with `operationId: Other` and its tag.'),
        row('labels/a', 'Give the log a row with the date 2025-09-19 and the endpoints.'),
        row('labels/b', 'Give the log a row with the date 2025-06-27 and the endpoints.'),
      ),
    ).toEqual([
      ['Publish the operation with `operationId: One` and `operationId: Other` and its tag.', ['areas/a', 'areas/b']],
      ['Give the log a row with the date 2025-09-19 and the endpoints.', ['labels/a']],
      ['Give the log a row with the date 2025-06-27 and the endpoints.', ['labels/b']],
    ])
  })

  it('is told once where two causes have the same fix', () => {
    const failing = (id: string, code: ReasonCode) => having(id, 'fail', code, { operation: 'pat.get' }, 'Store it.')
    expect(told(failing('access-tokens/a', 'not-kept'), failing('org-access-tokens/b', 'not-replaced'))).toEqual([
      ['Store it.', ['access-tokens/a', 'org-access-tokens/b']],
    ])
  })

  it('is told once where the step of another failure ends with it', () => {
    const failing = (id: string, operation: string, fix: string) =>
      having(id, 'fail', 'field-missing', { operation, field: 'expires_at' }, fix)
    expect(
      told(
        failing('access-tokens/a', 'pat.get', 'Include it.'),
        failing('access-tokens/b', 'pat.update', 'Name the member expires_at, not expiresAt. Include it.'),
        failing('access-tokens/c', 'pat.list', 'List it.'),
      ),
    ).toEqual([
      ['Name the member expires_at, not expiresAt. Include it.', ['access-tokens/a', 'access-tokens/b']],
      ['List it.', ['access-tokens/c']],
    ])
  })

  it('names each once where one of them fails in two ways', () => {
    const route = (id: string, statuses: readonly number[]) =>
      requirement(
        id,
        'must',
        statuses.map(status =>
          kase(`answers ${status}`, 'fail', reason('not-gone', { expected: 410, status }), [`${status}`]),
        ),
        { fix: `Answer 410 to every method on /${id}.` },
      )
    const exchanges = [404, 414].map(status => exchange(`${status}`, { path: '/v1/x', status }))
    const { next } = report([route('v1/a', [404]), route('v1/b', [404, 414]), route('v1/c', [404, 414])], { exchanges })
    expect(next.map(({ message, requirements: ids }) => [message, ids])).toEqual([
      ['Answer 410 to every method on /v1/a, /v1/b and /v1/c.', ['v1/a', 'v1/b', 'v1/c']],
    ])
  })

  it('is apart for what is mended otherwise', () => {
    const operation = 'audit.actions'
    expect(
      told(
        having('audit-logs/a', 'fail', 'action-missing', { operation }, 'List the actions.', 'should'),
        having('schemas/a', 'fail', 'schema-mismatch', { operation }, 'Return the members.', 'should'),
      ),
    ).toEqual([
      ['List the actions.', ['audit-logs/a']],
      ['Return the members.', ['schemas/a']],
    ])
  })

  it('comes before what was only not decided, where both are of one level', () => {
    const open = (id: string) => having(id, 'inconclusive', 'only-one', { operation: 'GetRepository' }, '', 'should')
    const messages = told(
      open('schemas/a'),
      open('schemas/b'),
      having('schemas/c', 'fail', 'schema-mismatch', { operation: 'GetRepository' }, 'Return it.', 'should'),
    ).map(([message]) => message)
    expect(messages).toEqual(['Return it.', expect.stringMatching(/^[A-Z"]/)])
  })

  it('is one for what is open for one reason, whatever the operation', () => {
    const open = (id: string, operation: string) => having(id, 'inconclusive', 'no-switch', { operation })
    expect(told(open('access-tokens/a', 'pat.get'), open('org-access-tokens/a', 'oat.get'))).toEqual([
      [
        expect.stringContaining('"get a personal access token" and "get an organization access token" returned'),
        ['access-tokens/a', 'org-access-tokens/a'],
      ],
    ])
  })

  it.each([
    ['oat.list', 402, true],
    ['oat.list', 403, true],
    ['pat.list', 402, true],
    ['pat.list', 403, false],
  ])('names the option for what no plan includes, where %s answers %s: %s', (operation, status, isNamed) => {
    expect(settingsFor('no-success', { operation, status })?.includes('not-offered')).toBe(isNamed)
    const [[message] = []] = told(having('presence/a', 'inconclusive', 'no-success', { operation, status }))
    expect(String(message).includes('name the suite as not offered')).toBe(isNamed)
  })

  it.each(['request-refused', 'no-success', 'creation-failed'] as const)(
    'asks for the form of a request that was not taken: %s',
    code => {
      const values = { kind: 'PAT', operation: 'pat.create', status: 422 }
      expect(told(having('access-tokens/a', 'inconclusive', code, values))[0]?.[0]).toMatch(
        /answered 422.*\. Declare the request body of .* in the OpenAPI document/,
      )
      expect(settingsFor(code, values)).toEqual(['reference', 'binding', 'headers'])
      expect(settingsFor(code, { ...values, status: 404 })).toBeUndefined()
    },
  )

  it.each([
    [
      'POST',
      { requestSchema: { type: 'object' } },
      /The answer says "no such group"\. .* declares a request body .* a value, a member or a header field was refused\./,
    ],
    ['POST', { requestBody: { group: 'x' } }, /The answer says "no such group"\. Correct the given request body /],
    ['POST', {}, /The answer says "no such group"\. Declare the request body /],
    ['GET', {}, /The answer says "no such group"\. Declare the required parameters /],
  ] as const)('does not ask for a form that is declared or given: %s %o', (method, form, words) => {
    const operation = 'CreateRepositoryGroup'
    const path = '/v2/crew'
    const refused = kase('a case', 'inconclusive', reason('no-success', { operation, status: 422 }), ['x1'])
    const { next } = report([requirement('presence/a', 'must', [refused])], {
      bindings: [{ operation, method, path, from: 'reference', ...form }],
      exchanges: [exchange('x1', { method, path, status: 422, body: '{"oops":{"code":4220,"why":"no such group"}}' })],
    })
    expect(next[0]?.message).toMatch(words)
  })

  it.each([
    [[['RateLimit-Policy', '100;w=60']], 100],
    [[['RateLimit-Policy', '"burst";q=30;w=10, "hour";q=6000;w=3600']], 100],
    [[['RateLimit-Limit', '50, 50;w=30']], 100],
    [[['X-RateLimit-Limit', '50']], 1],
    [[['Retry-After', '1']], 2],
  ] as const)('names the rate that a limit states, or else the one that was seen: %j', (fields, rate) => {
    const limited = kase('a case', 'inconclusive', reason('rate-limited', { status: 429 }), ['x4'])
    const accepted = ['x1', 'x2', 'x3'].map(id => exchange(id, { status: 200 }))
    const refused = exchange('x4', { status: 429 })
    const response = refused.response && { ...refused.response, headers: fields }
    const { next } = report([requirement('presence/a', 'must', [limited])], {
      durationMs: 60_000,
      exchanges: [...accepted, { ...refused, response }],
    })
    expect(next[0]?.message).toMatch(
      new RegExp(`1 of 4 were answered 429\\. Run again with at most ${rate} requests? per`),
    )
  })

  it('names the one call that a limit refused each time', () => {
    const limited = kase('a case', 'inconclusive', reason('rate-limited', { status: 429 }), ['x2'])
    const of = (accepted: string) => {
      const path = '/v2/keys'
      const exchanges = [
        exchange('x1', { method: 'GET', path: accepted, status: 200 }),
        ...['x2', 'x3'].map(id => exchange(id, { method: 'GET', path, status: 429 })),
      ]
      return report([requirement('presence/a', 'must', [limited])], { exchanges }).next[0]?.message
    }
    expect(of('/v2/other')).toBe(
      'The target limits GET /v2/keys: it answered 429 to each of 2 requests. Raise this limit for the given credentials, or run again when it has ended.',
    )
    expect(of('/v2/keys')).toMatch(/2 of 3 were answered 429\. Run again with at most/)
  })

  it.each([
    ['default', 1],
    ['reference', 3],
  ] as const)(
    'is one for an operation that is not published and was called as another hub has it: %s',
    (from, count) => {
      const operation = 'CreateRepository'
      const unpublished = requirement('areas/a', 'must', [
        kase('a case', 'fail', reason('operation-unpublished', { operation })),
      ])
      const refused = kase('a case', 'inconclusive', reason('no-success', { operation, status: 422 }), ['x1'])
      const { next } = report(
        [
          { ...unpublished, fix: 'Publish it.' },
          requirement('presence/b', 'must', [refused]),
          having('repositories/c', 'inconclusive', 'only-one', { operation: 'GetRepository' }),
        ],
        {
          bindings: [{ operation, method: 'POST', path: '/v2/r', from }],
          exchanges: [exchange('x1', { method: 'POST', path: '/v2/r', status: 422 })],
        },
      )
      expect(next).toHaveLength(count)
      if (count === 1) expect(next[0]?.requirements).toEqual(['areas/a', 'presence/b', 'repositories/c'])
    },
  )

  it('is one for a family that is not published and was called as another hub has it', () => {
    const operation = 'pat.create'
    const unpublished = requirement('areas/a', 'must', [
      kase('a case', 'fail', reason('area-unpublished', { tag: 'access-tokens' })),
    ])
    const refused = (id: string, called: string) =>
      requirement(id, 'must', [
        kase('a case', 'untestable', reason('creation-failed', { kind: 'PAT', operation: called, status: 404 }), [
          'x1',
        ]),
      ])
    const { next } = report(
      [
        { ...unpublished, fix: 'Publish them.' },
        refused('access-tokens/b', operation),
        refused('org-access-tokens/c', 'oat.create'),
      ],
      {
        bindings: [
          { operation, method: 'POST', path: '/v2/p', from: 'default' },
          { operation: 'oat.create', method: 'POST', path: '/v2/o', from: 'default' },
        ],
        exchanges: [exchange('x1', { method: 'POST', path: '/v2/p', status: 404 })],
      },
    )
    expect(next.map(({ requirements }) => requirements)).toEqual([
      ['areas/a', 'access-tokens/b'],
      ['org-access-tokens/c'],
    ])
  })

  it('is one for a reference that cannot be read, with what was called elsewhere because of that', () => {
    const operation = 'pat.create'
    const steps = (from: 'default' | 'file') =>
      report(
        [
          having('areas/a', 'untestable', 'document-refused', {
            document: 'the OpenAPI reference',
            path: '/openapi.json',
            status: 401,
          }),
          having('access-tokens/b', 'untestable', 'creation-failed', { kind: 'PAT', operation, status: 404 }),
        ],
        { bindings: [{ operation, method: 'POST', path: '/v2/p', from }] },
      ).next.map(({ requirements }) => requirements)
    expect(steps('default')).toEqual([['areas/a', 'access-tokens/b']])
    expect(steps('file')).toEqual([['areas/a'], ['access-tokens/b']])
  })

  it('about a repository that is alone is to create them, where that fails', () => {
    const refused = having('presence/b', 'untestable', 'creation-failed', {
      kind: 'repository',
      operation: 'CreateRepository',
      status: 422,
    })
    const alone = having('repositories/c', 'inconclusive', 'only-one', { operation: 'GetRepository' })
    expect(told(alone)[0]?.[0]).toContain('Create a second repository')
    expect(told(refused, refused, alone).map(([, ids]) => ids)).toEqual([['presence/b', 'repositories/c']])
  })

  it.each([
    [200, ' Answer 404.'],
    [404, ''],
  ])('says of an error of the server what is asked of this request, where others are answered: %d', (status, more) => {
    const failed = kase('a case', 'inconclusive', reason('server-error', { status: 500 }), ['x1'])
    const [step] = report([requirement('access-tokens/a', 'should', [failed], { fix: 'Answer 404.' })], {
      bindings: [{ operation: 'pat.get', method: 'GET', path: '/v2/keys/{key}', from: 'reference' }],
      exchanges: [exchange('x1', { path: '/v2/keys/7', status: 500 }), exchange('x2', { path: '/v2/keys/8', status })],
    }).next
    expect(step?.message).toBe(`Answered 500. Check the log of the server for GET /v2/keys/{key}.${more}`)
  })

  it('is to declare ids, where operations are called elsewhere since the reference has none', () => {
    const group = { operation: 'CreateRepositoryGroup', method: 'POST', path: '/v2/g', from: 'default' } as const
    const values = { operation: 'CreateRepositoryGroup', status: 404 }
    const open = kase('a case', 'inconclusive', reason('no-success', values), ['x1'])
    const requirements = [
      requirement('presence/a', 'must', [open]),
      having('areas/b', 'inconclusive', 'ids-unpublished', { operation: 'GetRepository' }),
    ]
    const exchanges = [exchange('x1', { method: 'POST', path: '/v2/g', status: 404 })]
    const [step, ...others] = report(requirements, { bindings: [group], exchanges }).next
    expect(step?.message).toContain('Give the operations in the OpenAPI document their operationId.')
    expect(others).toEqual([])
  })

  it.each([
    ['"2031-01-02T11:20:30Z"', 'they are 1 h apart.'],
    ['"2031-01-02T00:00:00Z"', 'If the hub rounds or limits expiries on purpose'],
    ['1924953630', 'If the hub rounds or limits expiries on purpose'],
  ])('about another expiry says whether it is as many hours away: %s', (value, words) => {
    const values = { requested: '2031-01-02T15:50:30+05:30', operation: 'pat.create', value }
    expect(told(having('schemas/a', 'inconclusive', 'expiry-adjusted', values))[0]?.[0]).toContain(words)
  })

  it('about an answer without a declared schema is to declare one', () => {
    const values = { operation: 'GetRepository', status: 200, declared: noSchema }
    const [[message] = []] = told(having('schemas/a', 'inconclusive', 'status-undeclared', values))
    expect(message).toMatch(
      /declares no schema for its success\. Declare the schema of the answer of GetRepository in /,
    )
  })

  it('names the values of a refused request that the run chose, since no example is declared', () => {
    const operation = 'pat.create'
    const path = '/v2/keys'
    const refused = kase('a case', 'inconclusive', reason('no-success', { operation, status: 422 }), ['x1'])
    const requestSchema = {
      type: 'object',
      properties: { label: {}, kind: { enum: ['a'] }, ends: { type: 'string' } },
    }
    const sent = '{"label":"hub-conformance-abc123-4d5e6f","kind":"a","ends":"2031-01-02T03:04:05Z"}'
    const { next } = report([requirement('presence/a', 'must', [refused])], {
      bindings: [{ operation, method: 'POST', path, from: 'reference', requestSchema }],
      exchanges: [exchange('x1', { method: 'POST', path, status: 422, sent, body: '{"why":"too long a time"}' })],
    })
    expect(next[0]?.snippet).toEqual([
      'operations:',
      '  pat.create:',
      '    method: POST',
      "    path: '/v2/keys'",
      '    body: {"label":"{name}","kind":"a","ends":"2031-01-02T03:04:05Z"}',
    ])
    expect(next[0]?.message).toContain(
      'or declare an accepted example of each member for which the run chose a value: ends ("2031-01-02T03:04:05Z"), or give',
    )
  })

  const refusedBody = (
    answer: unknown,
    { operation = 'CreateRepository', status = 422, sent = {}, schema = {}, fixtures = [], headers = [] }: Refused = {},
  ) => {
    const path = '/v2/things'
    const refused = kase('a case', 'inconclusive', reason('no-success', { operation, status }), ['x1'])
    const { response, ...rest } = exchange('x1', {
      method: 'POST',
      path,
      status,
      sent: JSON.stringify(sent),
      body: JSON.stringify(answer),
    })
    const seen = response === null ? rest : { ...rest, response: { ...response, headers } }
    return report([requirement('presence/a', 'must', [refused])], {
      bindings: [{ operation, method: 'POST', path, from: 'reference', requestSchema: schema }],
      exchanges: [seen as Exchange<'sealed'>],
      fixtures,
    }).next
  }

  it.each<[string, { loc: string; msg: string }, Refused, RegExp]>([
    [
      'declare it, where it is not',
      { loc: 'owner_team', msg: 'field required' },
      {},
      /says "field required" about owner_team\. Declare owner_team in the request body of CreateRepository in the OpenAPI document, as required, with an example\./,
    ],
    [
      'list it as required',
      { loc: 'visibility', msg: 'field required' },
      { schema: { properties: { visibility: { type: 'string' } } } },
      /about visibility\. Declare visibility as required, with the type and the values that are accepted, in the request body/,
    ],
    [
      'declare a value, where it is required',
      { loc: 'visibility', msg: 'field required' },
      { schema: { required: ['visibility'], properties: { visibility: { type: 'string' } } } },
      /Declare an accepted example of visibility in/,
    ],
    [
      'declare the values, where the run chose one',
      { loc: 'visibility', msg: 'not a value' },
      { sent: { visibility: 'all' }, schema: { properties: { visibility: { type: 'string' } } } },
      /Accept visibility "all", or declare the values that are accepted \(enum, pattern or example\) in/,
    ],
    [
      'correct the values, where they are declared',
      { loc: 'visibility', msg: 'not a value' },
      { sent: { visibility: 'all' }, schema: { properties: { visibility: { enum: ['all'] } } } },
      /Accept visibility "all", or correct the values that the request body .* declares\./,
    ],
    [
      'leave it out, where it is not wanted',
      { loc: 'id', msg: 'extra fields not permitted' },
      { sent: { id: 7 }, schema: { properties: { id: { type: 'integer' } } } },
      /Accept id, or remove it from the request body .*, or mark it readOnly there\./,
    ],
    [
      'name another group, where one was given',
      { loc: 'team', msg: 'team is unknown' },
      {
        operation: 'CreateRepositoryGroup',
        sent: { team: 'ops' },
        schema: { properties: { team: { type: 'string' } } },
        fixtures: [{ need: 'group', value: { groupId: 'ops' }, reason: null, exchanges: [] }],
      },
      /says "team is unknown"( about team)?\. Name a group that exists, instead of ops\.$/,
    ],
  ])('about a member that an answer names is to %s', (_what, { loc, msg }, refused, words) => {
    const [step] = refusedBody([{ loc: ['body', loc], msg }], refused)
    expect(step?.message.replace(' The lines below are an example to adapt.', '')).toMatch(words)
  })

  it('shows the lines of a body with what the answer asks for, and without what it does not take', () => {
    const refusals = [
      { loc: ['body', 'visibility'], msg: 'field required' },
      { loc: ['body', 'id'], msg: 'extra fields not permitted' },
    ]
    const properties = { name: { type: 'string' }, id: { type: 'integer' } }
    const [step] = refusedBody(refusals, {
      sent: { name: 'hub-conformance-abc123-4d5e6f', id: 7 },
      schema: { properties },
    })
    expect(step?.snippet?.at(-1)).toBe('    body: {"name":"{name}","visibility":"…"}')
  })

  it('about a limit is to delete something, without the lines of a body', () => {
    const sent = { name: 'hub-conformance-abc123-4d5e6f', scopes: ['a'] }
    const schema = { properties: { name: { type: 'string' }, scopes: { type: 'array' } } }
    const [step] = refusedBody([{ loc: ['body'], msg: 'limit of keys reached' }], { sent, schema })
    expect(step?.message).toMatch(
      /says "limit of keys reached"\. Delete some of what counts towards this limit, or raise it\.$/,
    )
    expect(step?.snippet).toBeUndefined()
    const tooLong = refusedBody({ error: 'over the limit of 20 characters' }, { sent, schema })
    expect(tooLong[0]?.message).toContain('declare an accepted example')
  })

  it('about a media type names the one that the answer asks for, without the lines of a body', () => {
    const sent = { name: 'hub-conformance-abc123-4d5e6f' }
    const refused: Refused = { status: 415, sent, schema: { properties: { name: { type: 'string' } } } }
    const words = (takes: string) =>
      new RegExp(
        `The body was sent as application/json\\..* Accept that, or declare ${takes} under content of the request body`,
      )
    const [step] = refusedBody({ error: 'send application/merge-patch+json' }, refused)
    expect(step?.message).toMatch(words('application/merge-patch\\+json'))
    expect(step?.snippet).toBeUndefined()
    expect(refusedBody({}, { ...refused, headers: [['Accept-Post', 'application/cbor']] })[0]?.message).toMatch(
      words('application/cbor'),
    )
    expect(refusedBody({}, refused)[0]?.message).toMatch(words('the media type that is accepted'))
  })

  it('about a request body that refers to nothing is to correct the reference', () => {
    const schema = { [unresolvedKey]: { reference: '#/components/schemas/Repo', why: 'points to nothing' } }
    expect(refusedBody([{ loc: ['body', 'name'], msg: 'field required' }], { schema })[0]?.message).toMatch(
      /The request body of CreateRepository refers to #\/components\/schemas\/Repo: add that to the OpenAPI document, or correct the \$ref\./,
    )
  })

  it('is one for each declared body of which the answer names a member', () => {
    const operations = ['CreateRepository', 'pat.create'] as const
    const { next } = report(
      operations.map((operation, at) =>
        requirement(`presence/${at}`, 'must', [
          kase('a case', 'inconclusive', reason('no-success', { operation, status: 422 }), [operation]),
        ]),
      ),
      {
        bindings: operations.map(operation => ({
          operation,
          method: 'POST',
          path: `/v2/${operation}`,
          from: 'reference' as const,
          requestSchema: { properties: { [`of_${operation.length}`]: { type: 'string' } } },
        })),
        exchanges: operations.map(operation =>
          exchange(operation, {
            method: 'POST',
            path: `/v2/${operation}`,
            status: 422,
            sent: '{}',
            body: JSON.stringify([{ loc: ['body', `of_${operation.length}`], msg: 'field required' }]),
          }),
        ),
      },
    )
    expect(next.map(({ message }) => /about (\w+)\. Declare (\w+) as required/.exec(message)?.slice(1))).toEqual([
      ['of_16', 'of_16'],
      ['of_10', 'of_10'],
    ])
  })

  it('says that a change refuses what reading returned, where the answer names the member', () => {
    const operation = 'pat.update'
    const path = '/v2/keys/7'
    const refused = kase('a case', 'inconclusive', reason('no-success', { operation, status: 422 }), ['x2'])
    const of = (body: string) =>
      report([requirement('access-tokens/a', 'must', [refused])], {
        bindings: [{ operation, method: 'PUT', path: '/v2/keys/{key}', from: 'reference' }],
        exchanges: [
          exchange('x1', { path, status: 200, body: '{"label":"a","expires_at":1798107630}' }),
          exchange('x2', { method: 'PUT', path, status: 422, sent: '{"label":"b","expires_at":1798107630}', body }),
        ],
      }).next[0]?.message
    expect(of('{"error":"expires_at is a date-time or null"}')).toMatch(
      /The answer says "expires_at is a date-time or null"\. Accept expires_at 1798107630, as the target returns it, or return a value that is accepted\.$/,
    )
    expect(of('{"error":"the label is bad"}')).toContain('Declare the request body')
  })

  it('names both requests whose form has to be declared, where one answer joins them', () => {
    const creating = (family: string) => [
      kase(
        'a',
        'inconclusive',
        reason('creation-failed', { kind: family.toUpperCase(), operation: `${family}.create`, status: 422 }),
        [family],
      ),
    ]
    const refused = (family: string) => [
      kase('a', 'inconclusive', reason('no-success', { operation: `${family}.create`, status: 422 }), [family]),
    ]
    const families = ['pat', 'oat']
    const { next } = report(
      families.flatMap(family => [
        requirement(`presence/${family}-get`, 'must', creating(family)),
        requirement(`presence/${family}-list`, 'must', creating(family)),
        requirement(`presence/${family}-create`, 'must', refused(family)),
      ]),
      {
        bindings: families.map(family => ({
          operation: `${family}.create` as 'pat.create',
          method: 'POST',
          path: `/v2/${family}`,
          from: 'reference' as const,
        })),
        exchanges: families.map(family => exchange(family, { method: 'POST', path: `/v2/${family}`, status: 422 })),
      },
    )
    expect(next.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        'body of "create a personal access token" and "create an organization access token" in the OpenAPI document',
      ),
    ])
  })

  it.each([
    [
      'Basic realm="hub"',
      [['cookie', 'sid=1']],
      /The answer of .* asks for HTTP Basic, but no credentials were sent in this form\. Give user name and password/,
    ],
    ['Basic realm="hub"', [['authorization', 'Basic 1']], /Give credentials that may call CreateRepository/],
    ['Session', [['cookie', 'sid=1']], /Give credentials that may call CreateRepository/],
  ] as const)('names the scheme that an answer asks for and that was not sent: %s', (challenge, sent, expected) => {
    const operation = 'CreateRepository'
    const refused = exchange('x1', { method: 'POST', path: '/v2/spaces', status: 401, as: 'valid' })
    const values = { kind: 'repository', operation, status: 401 }
    const { next } = report(
      [requirement('presence/a', 'must', [kase('a', 'inconclusive', reason('creation-failed', values), ['x1'])])],
      {
        bindings: [{ operation, method: 'POST', path: '/v2/spaces', from: 'reference' }],
        exchanges: [
          {
            ...refused,
            request: { ...refused.request, headers: sent },
            response: { ...(refused.response as ReceivedResponse), headers: [['www-authenticate', challenge]] },
          },
        ],
      },
    )
    expect(next[0]?.message).toMatch(expected)
  })

  it('tells bodies that are not declared once, whatever lacks them, and what is empty because of them', () => {
    const operations = ['pat.create', 'UpdateRepositoryImmutableTags'] as const
    const { next } = report(
      [
        requirement('presence/update', 'must', [
          kase('a', 'inconclusive', reason('no-success', { operation: operations[1], status: 422 }), [operations[1]]),
        ]),
        ...['get', 'update'].map(name =>
          requirement(`presence/pat-${name}`, 'must', [
            kase(
              'a',
              'inconclusive',
              reason('creation-failed', { kind: 'PAT', operation: operations[0], status: 422 }),
              [operations[0]],
            ),
          ]),
        ),
        requirement('access-tokens/list', 'must', [
          kase('a', 'inconclusive', reason('no-items', { operation: 'pat.list' }), ['list']),
        ]),
        requirement('presence/pat-create', 'must', [
          kase('a', 'inconclusive', reason('no-success', { operation: operations[0], status: 422 }), [operations[0]]),
        ]),
      ],
      {
        bindings: operations.map(operation => ({
          operation,
          method: 'POST',
          path: `/v2/${operation}`,
          from: 'reference' as const,
        })),
        exchanges: [
          ...operations.map(operation =>
            exchange(operation, {
              method: 'POST',
              path: `/v2/${operation}`,
              status: 422,
              body: `{"error":"${operation} is wrong"}`,
            }),
          ),
          exchange('list', { path: '/v2/pat.create', status: 200, body: '[]' }),
        ],
      },
    )
    expect(next.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /The answer of UpdateRepositoryImmutableTags says "UpdateRepositoryImmutableTags is wrong"\. The answer of "create a personal access token" says "pat\.create is wrong"\. Declare the request body of UpdateRepositoryImmutableTags and "create a personal access token" in the OpenAPI document, with its media type, its required members and an example\.$/,
      ),
    ])
    expect(next[0]?.requirements).toHaveLength(5)
  })

  it('quotes the answer to a request that is forbidden, and names header fields as a setting', () => {
    const operation = 'CreateRepository'
    const values = { kind: 'repository', operation, status: 403 }
    const adviceFor = (body: string, form = 'Authorization: Bearer {token}') =>
      report(
        [requirement('presence/a', 'must', [kase('a', 'inconclusive', reason('creation-failed', values), ['x1'])])],
        {
          bindings: [{ operation, method: 'POST', path: '/v2/spaces', from: 'reference' }],
          exchanges: [exchange('x1', { method: 'POST', path: '/v2/spaces', status: 403, body })],
          fixtures: [{ need: 'credentials', value: { form }, reason: null, exchanges: [] }],
        },
      ).next[0]?.message
    const quoting =
      /The answer says "send the header X-Kai: 1"\. Give credentials that may call CreateRepository, or the header field that the answer asks for\.$/
    expect(adviceFor('{"oops":"send the header X-Kai: 1"}')).toMatch(quoting)
    expect(adviceFor('send the header X-Kai: 1\n')).toMatch(quoting)
    const ofSession =
      /asks for\. If that is a CSRF token, declare its header in the OpenAPI document as an API key next to the session, and give its value, or user name and password for a login that returns it\.$/
    expect(adviceFor('send the header X-Kai: 1', 'Cookie: session={token}')).toMatch(ofSession)
    expect(adviceFor('the CSRF token is missing')).toMatch(ofSession)
    expect(adviceFor('<html><p>send the header</p></html>')).toMatch(/Give credentials that may call CreateRepository/)
    expect(settingsFor('creation-failed', values)).toEqual(['credentials', 'headers', 'csrf'])
  })

  it.each([
    ['the change history', 'Give the change history an entry below 2025-11-21 and "Updates": Fields are added.'],
    ['the deprecation log', 'State on the page of the log that an endpoint is first labelled deprecated.'],
  ])('about one statement of %s that is not understood is to write that statement', (document, entry) => {
    const values = { document, text: 'Fields.', place: 'line 3', feature: 'the fields' }
    const [[message] = []] = told(having('change-history/a', 'inconclusive', 'statement-unclear', values, entry))
    expect(message).toContain(entry)
    expect(message).not.toContain('State in one row or entry')
  })

  it('about one sentence that may mean several things is one', () => {
    const unclear = (id: string, feature: string) =>
      having(id, 'inconclusive', 'statement-unclear', {
        document: 'the deprecation log',
        text: 'Old things are deprecated.',
        place: 'line 3',
        feature,
      })
    const steps = told(unclear('labels/a', 'a label of GET /v2/a'), unclear('labels/b', 'a label of GET /v2/b'))
    expect(steps).toEqual([
      [
        expect.stringMatching(
          /can mean a label of GET \/v2\/a and a label of GET \/v2\/b or something else.*State in one row/,
        ),
        ['labels/a', 'labels/b'],
      ],
    ])
  })

  it('about an error of the server comes before what is open for more requirements of the same level', () => {
    const values = { kind: 'PAT', operation: 'pat.create', status: 422 }
    const steps = told(
      having('presence/a', 'untestable', 'creation-failed', values),
      having('presence/b', 'untestable', 'creation-failed', values),
      having('repositories/c', 'inconclusive', 'server-error', { status: 500 }),
    )
    expect(steps.map(([, ids]) => ids)).toEqual([['repositories/c'], ['presence/a', 'presence/b']])
  })

  it('of a run that was interrupted is to run again, not to look at the server', () => {
    const [[message] = []] = told(having('presence/a', 'inconclusive', 'no-answer', { failure: 'aborted' }))
    expect(message).toMatch(/The run was interrupted before the answer: run again\.$/)
    expect(message).not.toContain('log of the server')
  })

  it('quotes what the answer says is missing, rather than the name of its status', () => {
    const body = JSON.stringify({ title: 'Not Found at all', detail: 'There is no such team.' })
    const open = requirement('presence/a', 'must', [
      kase('a case', 'inconclusive', reason('not-like-control', { operation: 'CreateRepositoryGroup', status: 404 }), [
        'a',
      ]),
    ])
    const exchanges = [exchange('a', { path: '/v2/a', status: 404, body })]
    expect(report([open], { exchanges }).next[0]?.message).toContain(
      '. The answer says "There is no such team". If the operation exists, provide what the answer says is missing.',
    )
  })

  it('names the requests that got no answer', () => {
    const exchanges = ['a', 'b'].map(id => exchange(id, { path: `/v2/${id}`, status: 500 }))
    const open = ['a', 'b', 'none'].map(id =>
      requirement(`presence/${id}`, 'must', [
        kase('a case', 'inconclusive', reason('server-error', { status: 500 }), id === 'none' ? [] : [id]),
      ]),
    )
    expect(report(open, { exchanges }).next[0]?.message).toMatch(
      /Check the log of the server for GET \/v2\/a and \/v2\/b\.$/,
    )
    expect(report(open.slice(2)).next[0]?.message).toMatch(/Check the log of the server\.$/)
  })

  it('says what to do about what stayed open, for that reason or as a failure would be fixed', () => {
    const open = (code: ReasonCode) =>
      told(having('a/b', 'inconclusive', code, { operation: 'GetRepository', count: 2 }))[0]?.[0]
    expect(open('entries-opaque')).toBe(
      'The audit log has 2 entries that do not say what they are about. Write the label or the id of the token into its entries, or an action such as access_token.create.',
    )
    expect(open('not-echoed')).toContain('. Do what a/b asks for.')
  })

  it('is one for a document that was not read, whatever is looked for in it', () => {
    const open = (id: string, what: string) =>
      having(id, 'inconclusive', 'document-unread', {
        document: 'the deprecation log',
        what,
        place: 'log.md, line 1',
        why: 'it has no table',
      })
    expect(told(open('deprecation-log/a', 'the v1 API'), open('labels/b', 'a label of GetRepository'))).toEqual([
      [
        expect.stringMatching(/; the v1 API and a label of GetRepository may be .* It is a table with a row for each/),
        ['deprecation-log/a', 'labels/b'],
      ],
    ])
  })

  it('names each of several fixes whole where they differ in more than names', () => {
    const failing = (id: string, operation: string) =>
      having(
        id,
        'fail',
        'absent',
        { operation },
        `Serve ${operation}; where it lives elsewhere than at PATCH /v2/${operation}, publish it under this operationId or name it in a file.`,
      )
    expect(told(failing('presence/a', 'One'), failing('presence/b', 'Other')).map(([message]) => message)).toEqual([
      expect.stringMatching(/^Serve One;/),
      expect.stringMatching(/^Serve Other;/),
    ])
  })

  it.each([
    ['DeleteRepository', /Publish how a repository is deleted \(DELETE at/],
    ['oat.delete', /Publish how to delete an organization access token, or give its method and path; then clean up/],
    [undefined, /Correct why it was not deleted \(the reason is listed with it\); then clean up/],
  ] as const)('says what was left behind, where and why, and how it is deleted: %s', (needs, way) => {
    const left = { kind: 'thing', url: 'http://h/r', why: 'DELETE answered 405', ...(needs && { needs }) }
    const leftovers = ['one', 'two'].map(name => ({ ...left, name }))
    const [message = ''] = report([], { leftovers }).next.map(step => step.message)
    expect(message).toMatch(way)
    expect(message).toMatch(/thing one and 1 more, at http:\/\/h\/r\. .* by hand\.$/)
  })

  it('says of what was never shown that it may not exist', () => {
    const left = { kind: 'thing', url: 'http://h/r', why: 'it is shown nowhere', name: 'one', uncertain: true } as const
    const { next } = report([], { leftovers: [left] })
    expect(next[0]?.message).toMatch(/^Delete what the run left behind, if it exists: thing one/)
  })

  it('names what the run needs and what an operation answered each in a sentence of its own', () => {
    const values = { operation: 'UpdateRepositoryImmutableTags', status: 404 }
    const group = requirement('presence/a', 'must', [kase('one', 'untestable', reason('need-group'), ['x1'])])
    const rules = ['presence/b', 'presence/c'].map(id =>
      requirement(id, 'must', [kase('one', 'inconclusive', reason('not-like-control', values), ['x1'])]),
    )
    const { next } = report([group, ...rules], {
      exchanges: [exchange('x1', { path: '/v2/a/rules', method: 'PUT', status: 404 })],
    })
    for (const { message } of next) expect(message).not.toMatch(/This run (?!needs)/)
  })

  it('names each published call that is not served once', () => {
    const bindings = [
      { operation: 'pat.list', method: 'GET', path: '/v2/keys', from: 'reference' },
      { operation: 'pat.create', method: 'POST', path: '/v2/keys', from: 'reference' },
    ] as const
    const failing = (id: string, fix: string) => having(id, 'fail', 'absent', { operation: id, status: 501 }, fix)
    const end = 'as published in the OpenAPI document.'
    const { next } = report(
      [
        failing('presence/a', `Serve GET and POST /v2/keys, ${end}`),
        failing('presence/b', `Serve POST /v2/keys, ${end}`),
        failing('presence/c', `Serve GET /v2/feed, ${end}`),
      ],
      { bindings },
    )
    expect(next.map(({ message }) => message)).toEqual([`Serve GET and POST /v2/keys and GET /v2/feed, ${end}`])
  })

  it('about groups whose list is not served is to serve it', () => {
    const bindings = [{ operation: 'ListGroups', method: 'GET', path: '/v2/teams', from: 'reference' }] as const
    const { next } = report([having('presence/a', 'untestable', 'need-group', { status: 501 })], { bindings })
    expect(next[0]?.message).toMatch(/, or serve GET \/v2\/teams, as published in the OpenAPI document\.$/)
  })

  it('about a name is to serve the operation first where others, without that name, are answered in the same words', () => {
    const body = '{"detail":"Not implemented yet"}'
    const of = (path: string) => exchange(path, { path, status: 404, body })
    const unproven = requirement('presence/a', 'must', [
      kase(
        'one',
        'inconclusive',
        reason('parameter-unproven', { operation: 'oat.list', parameter: 'org', status: 404, name: 'north' }),
        ['/v2/orgs/north/keys'],
      ),
    ])
    const bindings = [
      { operation: 'pat.list', method: 'GET', path: '/v2/keys', from: 'reference' },
      { operation: 'oat.list', method: 'GET', path: '/v2/orgs/{org}/keys', from: 'reference' },
    ] as const
    const messageOf = (...others: readonly string[]) =>
      report([unproven], { bindings, exchanges: ['/v2/orgs/north/keys', ...others].map(of) }).next[0]?.message
    expect(messageOf('/v2/keys')).toMatch(
      /Serve GET \/v2\/orgs\/\{org\}\/keys, .* If that is served: name an organization/,
    )
    expect(messageOf()).toMatch(/Name an organization that exists/)
  })

  it('about removed routes that are not answered names the methods, not every path', () => {
    const paths = ['a/images', 'b/tags', 'c/d/tags']
    const exchanges = paths.map((path, at) => ({
      ...exchange(path, { path: `/v1/repositories/${path}`, method: at === 0 ? 'PUT' : 'POST' }),
      response: null,
      failure: 'closed' as const,
    }))
    const why = reason('no-answer', { failure: 'closed' })
    const open = paths.map(path =>
      requirement(`v1-removed/${path}`, 'must', [kase('one', 'inconclusive', why, [path])]),
    )
    expect(report(open, { exchanges }).next[0]?.message).toBe(
      'No answer: closed. Check the log of the server for PUT and POST of a removed v1 route, and run again.',
    )
  })

  it('about a refusal asks for a token against forged requests only where a first change is refused', () => {
    const bindings = [
      { operation: 'audit.events', method: 'GET', path: '/v2/log', from: 'reference' },
      { operation: 'pat.create', method: 'POST', path: '/v2/keys', from: 'reference' },
    ] as const
    const fixtures = [
      { need: 'credentials', value: { form: 'Cookie: sid={token}' }, reason: null, exchanges: [] },
    ] as const
    const body = '{"detail":"Owners only here"}'
    const messageFor = (
      operation: OperationName,
      method: string,
      path: string,
      others: readonly Exchange<'sealed'>[] = [],
    ) => {
      const why = reason('no-success', { operation, status: 403 })
      const open = requirement('presence/a', 'must', [kase('one', 'inconclusive', why, ['x1'])])
      const exchanges = [exchange('x1', { path, method, status: 403, body }), ...others]
      return report([open], { exchanges, fixtures, bindings }).next[0]?.message
    }
    expect(messageFor('audit.events', 'GET', '/v2/log')).not.toContain('CSRF')
    expect(messageFor('pat.create', 'POST', '/v2/keys')).toContain('CSRF')
    const served = exchange('x0', { path: '/v2/keys', method: 'POST', status: 201 })
    expect(messageFor('pat.create', 'POST', '/v2/keys', [served])).toContain(
      'Allow this request to "create a personal access token" as well: the same credentials were accepted for others',
    )
  })

  it('about JSON that is not well-formed names the request, where the media type is right', () => {
    const messageFor = (type: string) => {
      const open = requirement('presence/a', 'must', [
        kase('one', 'inconclusive', reason('not-json', { status: 200 }), ['x1']),
      ])
      const one = exchange('x1', { path: '/v2/a', status: 200 })
      const response = { ...(one.response as ReceivedResponse), headers: [['content-type', type] as const] }
      return report([open], { exchanges: [{ ...one, response }] }).next[0]?.message
    }
    expect(messageFor('application/json')).toMatch(/Answer with well-formed JSON to GET \/v2\/a\.$/)
    expect(messageFor('text/plain')).toMatch(/Answer with JSON, and Content-Type: application\/json\.$/)
  })

  it('about a target that stops answering names the first request without an answer', () => {
    const { next } = report([having('presence/a', 'inconclusive', 'target-gone')], {
      exchanges: [
        exchange('x1', { path: '/v2/a' }),
        { ...exchange('x2', { path: '/v2/b' }), response: null, failure: 'closed' },
        { ...exchange('x3', { path: '/v2/c' }), response: null, failure: 'gone' },
      ],
    })
    expect(next[0]?.message).toBe(
      'Not requested: the target had stopped answering. The first request without an answer is GET /v2/b (closed): check the log of the server for it, start the server again, and run again.',
    )
  })

  it('about sessions that end at once is to keep them, before what is only found with them', () => {
    const refused = having('presence/a', 'inconclusive', 'no-success', { operation: 'pat.list', status: 401 })
    const group = having('presence/b', 'untestable', 'need-group')
    const exchanges = ['x1', 'x2', 'x3'].map(id => ({
      ...exchange(id, { path: '/v2/a', status: 401 }),
      repeated: 'login' as const,
    }))
    const value = { form: 'Cookie: sid={token}' }
    const fixtures = [{ need: 'credentials', value, reason: null, exchanges: [] }] as const
    const messages = (all: typeof exchanges) =>
      report([refused, group], { exchanges: all, fixtures }).next.map(({ message }) => message)
    expect(messages(exchanges)).toEqual([
      expect.stringContaining(
        'Keep a session valid until it ends: 3 times the run had to log in again, first for GET /v2/a',
      ),
    ])
    expect(messages(exchanges.slice(1)).join()).not.toContain('Keep a session')
  })

  it('about groups that are listed as neither an array nor an object with one is to list them so', () => {
    const exchanges = [exchange('x1', { path: '/v2/teams', status: 200, body: '{"0":{"id":"dev"}}' })]
    const why = reason('need-group', { org: 'north' })
    const fixtures = [{ need: 'group', value: null, reason: why, exchanges: ['x1'] }] as const
    const open = having('presence/a', 'untestable', 'need-group', { org: 'north' })
    expect(report([open], { exchanges, fixtures }).next[0]?.message).toContain(
      'Return the groups of north as an array, or as an object with one array as a member: GET /v2/teams answered with neither.',
    )
  })

  it('says where the operation that deletes is to be served, and every way that is needed', () => {
    const left = { kind: 'thing', url: 'http://h/r', why: 'answered 404', name: 'one' }
    const leftovers = [
      { ...left, unserved: 'pat.delete' as const },
      { ...left, needs: 'DeleteRepository' as const },
    ]
    const binding = { operation: 'pat.delete', method: 'DELETE', path: '/v2/keys/{id}', from: 'reference' } as const
    const [message] = report([], { leftovers, bindings: [binding] }).next.map(step => step.message)
    expect(message).toMatch(
      /Serve DELETE \/v2\/keys\/\{id\}, as published in the OpenAPI document\. Publish how a repository is deleted .*; then clean up/,
    )
  })

  it('puts what the run created and does not find after what is wrong with its creation', () => {
    const unshown = (id: string) =>
      having(id, 'inconclusive', 'parameter-unproven', {
        operation: 'UpdateRepositoryImmutableTags',
        status: 404,
        parameter: 'repository',
        name: 'hub-conformance-k3k3k3-7fab62',
      })
    const creation = having('presence/c', 'inconclusive', 'says-nothing', {
      operation: 'CreateRepository',
      status: 200,
    })
    const what = 'hub-conformance-k3k3k3-7fab62'
    const unread = having(
      'presence/d',
      'fail',
      'created-not-found',
      { operation: 'GetRepository', what },
      'Show it.',
      'should',
    )
    expect(told(unread, unshown('presence/a'), unshown('presence/b'), creation).map(([message]) => message)).toEqual([
      expect.stringContaining('CreateRepository answered 200 with null or an HTML page'),
      expect.stringContaining(`Keep ${what}`),
      'Show it.',
    ])
    expect(told(unread, unshown('presence/a'))[0]?.[0]).toContain(`Keep ${what}`)
  })

  it('is to correct the places of the reference where nothing is served at any of them', () => {
    const operations = ['listNamespaceRepositories', 'oat.list', 'pat.list'] as const
    const path = (operation: string) => `/api/v2/${operation.replace('.', '-')}`
    const next = (statuses: readonly number[]) =>
      report(
        operations.map((operation, at) => {
          const values = { operation, status: statuses[at] ?? 0, parameter: 'namespace' }
          const why = reason(at === 0 ? 'parameter-unproven' : 'no-success', values)
          return requirement(`presence/${at}`, 'must', [kase('a case', 'inconclusive', why, [operation])])
        }),
        {
          bindings: operations.map(operation => ({
            operation,
            method: 'GET',
            path: path(operation),
            from: 'reference',
          })),
          exchanges: operations.map((operation, at) =>
            exchange(operation, { path: path(operation), as: 'valid', status: statuses[at] ?? 0 }),
          ),
        },
      ).next
    const words = 'Nothing is served at the paths that the OpenAPI document publishes'
    const [one, ...others] = next([404, 404, 405])
    expect(one?.message).toBe(
      `${words}, such as GET /api/v2/listNamespaceRepositories: serve them, or correct its paths, the path of its servers or the URL of the target.`,
    )
    expect([one?.requirements, others]).toEqual([['presence/0', 'presence/1', 'presence/2'], []])
    expect(next([404, 404, 403]).some(({ message }) => message.includes(words))).toBe(false)
  })

  it('is to write a member as it is to be, where that is why it is refused, stored otherwise and not compared', () => {
    const wrong = { operation: 'pat.create', field: 'expires_at', value: '1893456000' }
    const steps = told(
      having('schemas/a', 'fail', 'not-date-time', wrong, 'Write a date-time.', 'should'),
      having(
        'access-tokens/b',
        'fail',
        'not-as-sent',
        { operation: 'pat.get', member: 'expires_at' },
        'Store it.',
        'should',
      ),
      having('schemas/c', 'inconclusive', 'no-field', { operation: 'pat.create', field: 'expires_at as a date-time' }),
      having(
        'access-tokens/d',
        'fail',
        'not-as-sent',
        { operation: 'pat.get', member: 'label' },
        'Show the label that was sent with each of them.',
        'should',
      ),
    )
    expect(steps).toEqual([
      ['Write a date-time.', ['schemas/a', 'access-tokens/b', 'schemas/c']],
      ['Show the label that was sent with each of them.', ['access-tokens/d']],
    ])
  })

  it('is to give other credentials where a request with them leads to a login', () => {
    const open = having('presence/a', 'inconclusive', 'redirects-everything', { operation: 'pat.list', status: 302 })
    const next = (as: 'valid' | 'anonymous', location: string) => {
      const { response, ...rest } = exchange('x1', { as, status: 302 })
      const seen = { ...rest, response: { ...response, headers: [['Location', location]] } }
      const cases = [{ ...(open.cases[0] as (typeof open.cases)[number]), exchanges: ['x1'], evidence: ['x1'] }]
      const other = requirement('v1/b', 'must', [kase('a case', 'pass')])
      const found = having('presence/c', 'untestable', 'need-tag')
      return report([other, { ...open, cases }, found], { exchanges: [seen as unknown as Exchange<'sealed'>] }).next[0]
        ?.message
    }
    expect(next('valid', '/login')).toMatch(
      /Give credentials that the target accepts, and answer 401 to others: it redirects to \/login\.$/,
    )
    expect(next('valid', 'https://other.test/')).toMatch(/Use the URL that it redirects to as the target\.$/)
    expect(next('anonymous', '/login')).toMatch(/Use the URL/)
  })

  it('about a reference that breaks off is for what was called as another hub publishes it as well', () => {
    const values = { document: 'the reference', what: 'GetRepository', place: 'line 3', why: 'not well-formed' }
    const { next } = report(
      [
        having('areas/a', 'inconclusive', 'document-unread', values),
        having('presence/b', 'inconclusive', 'no-success', { operation: 'audit.actions', status: 404 }),
      ],
      { bindings: [{ operation: 'audit.actions', method: 'GET', path: '/v2/auditlogs/actions', from: 'default' }] },
    )
    expect(next.map(({ requirements }) => requirements)).toEqual([['areas/a', 'presence/b']])
  })

  it('about a reference that is not read comes before a login that only it could declare', () => {
    const login = having('presence/a', 'untestable', 'login-not-found', { operation: 'POST /v2/login', status: 404 })
    const values = { document: 'the reference', what: 'GetRepository', place: 'line 3', why: 'it ends too early' }
    const unread = report([login, having('areas/a', 'inconclusive', 'document-unread', values)]).next
    expect(unread.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^The reference was not read .* No login is in what was read: POST \/v2\/login answered 404\.$/,
      ),
      expect.stringContaining('Found no way to log in'),
    ])
    const why = reason('server-error', { status: 500 })
    const failed = requirement('areas/a', 'must', [kase('one', 'inconclusive', why, ['x1'])], { fix: 'Publish it.' })
    const { next } = report([login, failed], {
      exchanges: [exchange('x1', { path: '/openapi.json', status: 500 }), exchange('x2', { path: '/', status: 200 })],
      fixtures: [{ need: 'reference', value: null, reason: why, exchanges: ['x1'] }],
    })
    expect(next[0]?.message).toBe(
      'Answered 500. Check the log of the server for GET /openapi.json. Because of this, no login was found: POST /v2/login answered 404.',
    )
  })

  it('about a body that lacks a member is one with what the answer says of it', () => {
    const operation = 'CreateRepositoryGroup'
    const path = '/v2/grants'
    const refused = kase('a', 'inconclusive', reason('no-success', { operation, status: 422 }), ['x1'])
    const lacking = (id: string) => having(id, 'inconclusive', 'form-unknown', { operation, what: 'a permission' })
    const { next } = report(
      [requirement('presence/a', 'must', [refused]), lacking('repository-groups/b'), lacking('repository-groups/c')],
      {
        bindings: [{ operation, method: 'POST', path, from: 'reference', requestSchema: { properties: { team: {} } } }],
        exchanges: [
          exchange('x1', {
            method: 'POST',
            path,
            status: 422,
            sent: '{"team":"core"}',
            body: '[{"loc":["body","access"],"msg":"field required"}]',
          }),
        ],
      },
    )
    expect(next.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /answered 422.* about access\. Declare access in the request body of CreateRepositoryGroup/,
      ),
    ])
    expect(next[0]?.requirements).toHaveLength(3)
  })

  it('about a body that is not declared is one with the refusal of what was sent instead', () => {
    const operation = 'VerifyRepositoryImmutableTags'
    const refused = kase('a', 'inconclusive', reason('no-success', { operation, status: 422 }), ['x1'])
    const { next } = report(
      [
        requirement('presence/a', 'must', [refused]),
        having('immutable-tags/b', 'untestable', 'form-undeclared', { operation, what: 'a pattern' }),
      ],
      {
        bindings: [{ operation, method: 'POST', path: '/v2/lock', from: 'reference' }],
        exchanges: [exchange('x1', { method: 'POST', path: '/v2/lock', status: 422, sent: '{"regex":"a"}' })],
      },
    )
    expect(next.map(({ message, requirements }) => [message, requirements])).toEqual([
      [
        expect.stringContaining('Declare the request body of VerifyRepositoryImmutableTags'),
        ['presence/a', 'immutable-tags/b'],
      ],
    ])
  })

  it('about refused credentials does not depend on the scheme that the answer asks for', () => {
    const values = { operation: 'pat.list', status: 401, declared: 'X-Key: {token}' }
    const refused = kase('a', 'untestable', reason('credentials-refused', values), ['x1'])
    const parts = { path: '/v2/keys', as: 'valid', status: 401, body: '{"error":"the key has expired"}' } as const
    const { response, ...rest } = exchange('x1', parts)
    const seen = { ...rest, response: { ...response, headers: [['WWW-Authenticate', 'Basic realm="hub"']] } }
    const { next } = report([requirement('presence/a', 'must', [refused])], {
      bindings: [{ operation: 'pat.list', method: 'GET', path: '/v2/keys', from: 'reference' }],
      exchanges: [seen as unknown as Exchange<'sealed'>],
    })
    expect(next[0]?.message).toContain(
      'The answer says "the key has expired". Give credentials that the target accepts, for a form that the OpenAPI document declares: X-Key: {token}.',
    )
  })

  it('is to leave the generation out of the URL where nothing is found below it', () => {
    const absent = having('presence/a', 'fail', 'absent', { operation: 'GetRepository', status: 404 })
    const messages = (target: string, ...more: readonly ReturnType<typeof having>[]) =>
      report([absent, ...more], { target }).next.map(({ message }) => message)
    expect(messages('http://h/v2/')).toEqual([expect.stringContaining('Remove /v2 from the end of the target URL')])
    expect(messages('http://h/hub/')).toEqual(['Do what presence/a asks for.'])
    expect(messages('http://h/v2/', requirement('presence/b', 'must', [kase('a', 'pass', null)]))).toEqual([
      'Do what presence/a asks for.',
    ])
  })

  it('of what took too long names the time limit', () => {
    expect(settingsFor('no-answer', { failure: 'timeout' })).toEqual(['timeout'])
    expect(settingsFor('no-answer', { failure: 'aborted' })).toBeUndefined()
    const [[message] = []] = told(having('presence/a', 'inconclusive', 'no-answer', { failure: 'timeout' }))
    expect(message).toMatch(/and run again with a longer time limit\.$/)
  })

  it('counts the failed MUST requirements that no step is about', () => {
    const suites = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const failing = (suite: string, level: Level = 'must') =>
      having(
        `${suite}/x`,
        'fail',
        'not-kept',
        { operation: suite },
        `Do this and that, and then all of ${suite}.`,
        level,
      )
    const messages = told(...suites.map(suite => failing(suite)), failing('h', 'should'))
    expect(messages).toHaveLength(6)
    expect(messages.at(-1)).toEqual([
      'Fix 2 more failed MUST requirements, each with a fix of its own.',
      ['f/x', 'g/x'],
    ])
    const before = suites.slice(0, 5).map(suite => failing(suite))
    expect(told(...before, failing('h', 'should')).at(-1)).toEqual(['Do this and that, and then all of h.', ['h/x']])
    expect(told(...before, failing('h', 'should'), failing('i', 'may')).at(-1)).toEqual([
      'Run again after these steps; the report then shows the next 2.',
      [],
    ])
  })

  it('counts as many fixes as there are for them, and names one that is alone', () => {
    const failing = (suite: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        having(`${suite}/${at}`, 'fail', 'not-kept', { operation: suite }, `Do this and that, and all of ${suite}.`),
      )
    const before = ['a', 'b', 'c', 'd', 'e'].flatMap(suite => failing(suite, 4))
    expect(told(...before, ...failing('f', 3)).at(-1)).toEqual([
      'Do this and that, and all of f.',
      ['f/0', 'f/1', 'f/2'],
    ])
    expect(told(...before, ...failing('f', 3), ...failing('g', 1)).at(-1)?.[0]).toBe(
      'Fix 4 more failed MUST requirements, with 2 fixes.',
    )
  })

  it('puts what certainly failed before all that is only missing, and what may be elsewhere after the reference', () => {
    const needs = [
      'need-credentials',
      'need-reference',
      'need-changelog',
      'need-deprecation-log',
      'need-namespace',
      'need-org',
    ] as const
    const open = needs.flatMap(code => ['1', '2', '3'].map(name => having(`${code}/${name}`, 'untestable', code)))
    const gone = (id: string) =>
      having(`v1-removed/${id}`, 'fail', 'not-gone', { expected: 410, status: 200 }, 'Answer 410.')
    const absent = having('presence/a', 'fail', 'absent', { operation: 'GetRepository' }, 'Serve GetRepository.')
    const messages = told(...open, absent, gone('a'), gone('b')).map(([message]) => message)
    expect(messages.slice(0, 3)).toEqual([
      'Answer 410.',
      expect.stringContaining('OpenAPI reference'),
      expect.stringContaining('credentials'),
    ])
    expect(messages.at(-1)).toBe('Serve GetRepository.')
    const withReference = open.filter(({ id }) => !id.startsWith('need-reference'))
    expect(told(...withReference, absent)[0]?.[0]).toBe('Serve GetRepository.')
  })

  it('puts what could not be sent by what it keeps open, not after all else', () => {
    const pat = ['1', '2', '3'].map(name =>
      having(`access-tokens/${name}`, 'untestable', 'binding-unusable', {
        operation: 'pat.list',
        path: '/v2/crew/{crew}/keys',
      }),
    )
    const org = ['1', '2'].map(name => having(`org/${name}`, 'untestable', 'need-org'))
    expect(told(...org, ...pat).map(([, ids]) => ids?.length)).toEqual([3, 2])
  })

  it.each([
    ['reference', 'or serve GET /v2/spaces/{space}/repos, as published in the OpenAPI document.'],
    [
      'default',
      'or serve listNamespaceRepositories as GET /v2/spaces/{space}/repos, or publish the method and path in the OpenAPI document.',
    ],
    [
      'document',
      'or serve listNamespaceRepositories at GET /v2/spaces/{space}/repos: the lifecycle document states this path.',
    ],
    [
      'file',
      'or correct the given method and path of listNamespaceRepositories (GET /v2/spaces/{space}/repos), or serve the operation there.',
    ],
  ] as const)(
    'names the request that was answered like a control path, by where its place is from: %s',
    (from, words) => {
      const operation = 'listNamespaceRepositories'
      const values = { operation, status: 404, parameter: 'namespace', isLikeControl: true, name: 'maria' }
      const open = having('presence/a', 'inconclusive', 'parameter-unproven', values)
      const { next } = report([open], {
        bindings: [{ operation, method: 'GET', path: '/v2/spaces/{space}/repos', from }],
      })
      expect(next[0]?.message).toContain(`instead of maria, ${words}`)
    },
  )

  it.each([
    [{}, '.'],
    [{ isLikeControl: true }, ', or serve PUT /v2/repos/{repo}/teams/{team}, as published in the OpenAPI document.'],
  ])('about a group of another organization names both owners, and the request: %o', (more, end) => {
    const operation = 'CreateRepositoryGroup'
    const values = { operation, status: 404, group: 'core', org: 'pier', namespace: 'ada', ...more }
    const id = 'repository-groups/read'
    const { next } = report(
      [
        requirement('presence/a', 'must', [kase('a', 'inconclusive', reason('group-elsewhere', values), ['x1'])]),
        requirement(id, 'should', [
          kase('a', 'inconclusive', reason('request-refused', { operation, status: 404 }), ['x1']),
        ]),
        requirement(`${id}2`, 'should', [
          kase('a', 'inconclusive', reason('request-refused', { operation, status: 404 }), ['x1']),
        ]),
      ],
      {
        bindings: [{ operation, method: 'PUT', path: '/v2/repos/{repo}/teams/{team}', from: 'reference' }],
        exchanges: [
          exchange('x1', {
            method: 'PUT',
            path: '/v2/repos/a/teams/core',
            status: 404,
            body: '{"error":"no such team"}',
          }),
        ],
      },
    )
    expect(next.map(({ message }) => message)).toEqual([
      expect.stringContaining('Name a namespace of pier instead of ada'),
    ])
    expect(next[0]?.message).toContain(`that ada belongs to${end}`)
    expect(next[0]?.message.includes('The answer says "no such team". Name')).toBe(end === '.')
  })

  it('about a group that the run found is to serve first what was answered like a control path', () => {
    const operation = 'CreateRepositoryGroup'
    const values = { operation, status: 404, group: 'core', org: 'pier', namespace: 'ada', isLikeControl: true }
    const { next } = report([having('presence/a', 'inconclusive', 'group-elsewhere', values)], {
      bindings: [{ operation, method: 'PUT', path: '/v2/repos/{repo}/teams/{team}', from: 'reference' }],
      fixtures: [{ need: 'group', value: { groupId: 'core' }, reason: null, exchanges: [], from: 'the list' }],
    })
    expect(next[0]?.message).toMatch(
      /Serve PUT \/v2\/repos\/\{repo\}\/teams\/\{team\}, .* If that is served: name a namespace of pier instead of ada/,
    )
  })

  it('about a group that nothing shows also names the request that was answered like a control path', () => {
    const operation = 'CreateRepositoryGroup'
    const values = { operation, status: 404, parameter: 'group', isLikeControl: true, name: 'core' }
    const { next } = report([having('presence/a', 'inconclusive', 'parameter-unproven', values)], {
      bindings: [{ operation, method: 'PUT', path: '/v2/repos/{repo}/teams/{team}', from: 'reference' }],
    })
    expect(next[0]?.message).toMatch(/instead of core \(.*organization.*\), or serve PUT \/v2\/repos\/\{repo\}\/teams/)
  })

  it('puts an operation that a hub need not offer after what is wrong at the same level', () => {
    const absent = (id: string, level: Level) =>
      having(id, 'fail', 'absent', { operation: 'audit.actions' }, 'Serve the actions.', level)
    const wrong = (level: Level) =>
      having('schemas/a', 'fail', 'schema-mismatch', { operation: 'pat.get' }, 'Return the member.', level)
    const messages = (level: Level) =>
      told(absent('presence/a', level), absent('presence/b', level), wrong(level)).map(([message]) => message)
    expect(messages('should')).toEqual(['Return the member.', 'Serve the actions.'])
    expect(messages('must')).toEqual(['Serve the actions.', 'Return the member.'])
  })

  it('names each member of another shape once, with the answers that it is in', () => {
    const wrong = (id: string, operation: string, where: string) =>
      having(
        id,
        'fail',
        'schema-mismatch',
        { operation, where, problem: 'must be string, but is 7' },
        `Correct the answer of ${operation}.`,
      )
    const [list, one] = [wrong('schemas/a', 'oat.list', 'data[0].no'), wrong('schemas/b', 'oat.get', 'no')]
    expect(told(list, one).map(([message]) => message)).toEqual([
      'Correct the answer of oat.list and oat.get: data[0].no must be string, but is 7.',
    ])
  })

  it('puts a value that is wrong before an answer of another shape, and names the member of that', () => {
    const values = { operation: 'oat.list', where: 'data[5].expires_at', problem: 'must be string, but is 7' }
    expect(
      told(
        having('schemas/oat-list', 'fail', 'schema-mismatch', values, 'Return it as it is declared.', 'should'),
        having('schemas/pat-date', 'fail', 'not-date-time', { field: 'expires_at' }, 'Write a date-time.', 'should'),
      ).map(([message]) => message),
    ).toEqual(['Write a date-time.', 'Return it as it is declared: data[5].expires_at must be string, but is 7.'])
  })

  it('names the methods that are answered right where the others are not', () => {
    const methods = ['GET', 'HEAD', 'GET', 'PUT', 'DELETE'] as const
    const isWrong = (at: number) => at > 2
    const route = requirement(
      'v1/a',
      'must',
      methods.map((method, at) =>
        kase(
          `${method}, ordinary name`,
          isWrong(at) ? 'fail' : 'pass',
          isWrong(at) ? reason('not-gone', { status: 404 }) : null,
          [`x${at}`],
        ),
      ),
      { fix: 'Answer 410.' },
    )
    const exchanges = methods.map((method, at) =>
      exchange(`x${at}`, { method, path: `/v1/repositories/a/tags`, status: isWrong(at) ? 404 : 410 }),
    )
    expect(report([route], { exchanges }).next[0]?.message).toBe(
      'Answer 410. All requests that failed have in common: a method other than GET and HEAD.',
    )
  })

  it('says of an operation to be served that its request body is not declared', () => {
    const absent = having('presence/a', 'inconclusive', 'creation-failed', { operation: 'pat.create', status: 404 })
    const of = (more: object) =>
      report([absent], {
        bindings: [{ operation: 'pat.create', method: 'POST', path: '/v2/keys', from: 'reference', ...more }],
      }).next[0]?.message
    expect(of({})).toMatch(
      /Serve POST \/v2\/keys, .* document\. Declare the request body there as well, if there is one\.$/,
    )
    expect(of({ requestSchema: {} })).toMatch(/published in the OpenAPI document\.$/)
  })

  it('puts the organization before what is looked for in it, and says where that was', () => {
    const unproven = (id: string, parameter: string, name: string) =>
      having(id, 'inconclusive', 'parameter-unproven', { operation: 'GetRepository', status: 404, parameter, name })
    const repositories = ['a', 'b', 'c'].map(id => unproven(`presence/${id}`, 'repository', 'engine-3'))
    const fixtures = [
      { need: 'namespace' as const, value: { namespace: 'ada' }, from: 'the user name', reason: null, exchanges: [] },
    ]
    const first = (...others: readonly ReturnType<typeof having>[]) =>
      report([...repositories, ...others], { fixtures }).next.map(({ message }) => message)
    for (const other of [unproven('presence/o', 'org', 'enjine'), having('presence/o', 'untestable', 'need-org')]) {
      const [organization, repository] = first(other)
      expect(organization).toMatch(/Name an organization/)
      expect(repository).toContain('Name a repository that exists in ada and')
    }
  })

  it.each([404, 200])('is to serve operations before write permission, where none was seen: %d', status => {
    const values = { operation: 'pat.list', status: 404, parameter: 'namespace', isLikeControl: true, name: 'ada' }
    const writes = ['a', 'b', 'c'].map(id => having(`presence/${id}`, 'untestable', 'need-writes'))
    const { next } = report([...writes, having('presence/d', 'inconclusive', 'parameter-unproven', values)], {
      bindings: [{ operation: 'pat.list', method: 'GET', path: '/v2/keys', from: 'reference' }],
      fixtures: [{ need: 'namespace', value: null, reason: null, exchanges: [], from: 'the user name' }],
      exchanges: [exchange('x1', { path: '/v2/keys', status })],
    })
    const [first, second] = next.map(({ message }) => message)
    const [serve, permission] = status === 404 ? [first, second] : [second, first]
    expect(serve).toMatch(
      /Serve GET \/v2\/keys, .* If that is served: name a namespace that exists .* instead of ada \(from the user name\)\.$/,
    )
    expect(permission).toMatch(/needs write permission/)
  })

  it('of a repository that the run created is to create it where it was asked for, if the answer names another place', () => {
    const name = 'hub-conformance-abc123-7fab62'
    const creation = exchange('x1', {
      method: 'POST',
      path: '/v2/namespaces/works/repositories',
      status: 201,
      body: JSON.stringify({ namespace: 'ada', name }),
    })
    const value = { namespace: 'works', repository: name, created: { exchange: 'x1' }, witness: null }
    const of = (namespace: string) =>
      report(
        [
          having('presence/a', 'inconclusive', 'parameter-unproven', { status: 404, parameter: 'repository', name }),
          having('repositories/b', 'fail', 'created-not-found', { what: name }, 'Return it.', 'should'),
        ],
        {
          exchanges: [creation],
          fixtures: [{ need: 'own-repository', value: { ...value, namespace }, reason: null, exchanges: [] }],
        },
      ).next.map(({ message }) => message)
    expect(of('works')).toEqual([
      `Create ${name} in works, the namespace in the path: the answer to its creation says that it is in ada.`,
    ])
    expect(of('Ada')).toHaveLength(2)
  })

  it('names the reference first, the other documents by what they keep open', () => {
    const open = (id: string, code: ReasonCode, values = {}) => having(id, 'untestable', code, values)
    const steps = told(
      open('presence/a', 'creation-failed', { operation: 'CreateRepository', kind: 'repository', status: 404 }),
      open('presence/b', 'creation-failed', { operation: 'CreateRepository', kind: 'repository', status: 404 }),
      open('change-history/a', 'need-changelog'),
      open('areas/a', 'need-reference'),
    ).map(([message]) => /reference|history|CreateRepository/.exec(String(message))?.[0])
    expect(steps).toEqual(['reference', 'CreateRepository', 'history'])
  })

  it('does not ask for what is found with credentials, where none are accepted', () => {
    const open = [
      having('presence/a', 'untestable', 'need-credentials'),
      having('presence/b', 'untestable', 'need-namespace'),
      having('presence/c', 'untestable', 'need-org'),
    ]
    const [first, ...others] = report(open).next
    expect(first?.message).toMatch(
      /^This run needs credentials.* With credentials, a run finds a namespace, an organization/,
    )
    expect(first?.requirements).toEqual(['presence/a', 'presence/b', 'presence/c'])
    expect(others).toEqual([])
    const value = { form: 'Cookie: a={token}' } as never
    const login = having('presence/a', 'untestable', 'login-not-found', {
      operation: 'POST /v2/auth/token',
      status: 404,
    })
    const fixtures = [{ need: 'credentials', value, reason: null, exchanges: [] }] as const
    expect(report([login, ...open.slice(1)], { fixtures }).next).toHaveLength(3)
  })

  it('names what is missing first, with all that it keeps open through other steps', () => {
    const steps = told(
      having('presence/a', 'untestable', 'need-namespace'),
      having('presence/b', 'untestable', 'need-repository', { parameter: 'namespace' }),
      having('presence/c', 'inconclusive', 'parameter-unproven', { parameter: 'repository', status: 404 }),
    )
    expect(steps.map(([, ids]) => ids)).toEqual([['presence/a', 'presence/b', 'presence/c']])
  })

  it('about a login does not ask for HTTP Basic where it is accepted', () => {
    const login = having('presence/a', 'untestable', 'login-not-found', {
      operation: 'POST /v2/auth/token',
      status: 404,
    })
    const messageFor = (value: object) =>
      report([login], { fixtures: [{ need: 'credentials', value: value as never, reason: null, exchanges: [] }] })
        .next[0]?.message
    expect(messageFor({ form: 'Authorization: Basic {basic}' })).toMatch(
      /\. If it has a login, declare it in the OpenAPI document/,
    )
    expect(messageFor({ form: 'Cookie: a={token}' })).toContain('If the target takes HTTP Basic')
  })

  it('leaves out what could not be decided where the credentials were refused', () => {
    const messages = told(
      having('presence/a', 'untestable', 'credentials-refused', { operation: 'pat.list', status: 401 }),
      having('presence/b', 'inconclusive', 'no-success', { operation: 'GetRepository', status: 401 }),
      having('areas/a', 'untestable', 'need-reference'),
    ).map(([message]) => message)
    expect(messages).toEqual([
      expect.stringContaining('refused the credentials'),
      expect.stringContaining('needs the published OpenAPI reference'),
    ])
  })

  it.each([
    ['', 'If the API is below a path, such as /api, the URL ends with it.'],
    ['/docs', 'If the API is not below /docs, leave it out.'],
  ])('of a target without anything says where to begin, whatever is published elsewhere: %s', (path, below) => {
    const elsewhere = { ...exchange('x', { path: '/changes.md', status: 200 }), id: 'elsewhere' }
    const exchanges = Array.from({ length: 20 }, (_, index) =>
      exchange(`x${index}`, { path: `${path}/hub-conformance-no-such-path-k3k3k3`, status: 404 }),
    )
    const failed = having('v1-removed/a', 'fail', 'not-gone', { expected: 410, status: 404 })
    const target = new URL(path, exchanges[0]?.request.url).href
    const called = exchange('called', { path: `${path}/v2/repositories`, status: 404 })
    const bindings = [
      { operation: 'CreateRepository', method: 'GET', path: '/v2/repositories', from: 'default' },
    ] as const
    const about = { exchanges: [...exchanges, called, ...(path === '' ? [] : [elsewhere])], bindings }
    const reported = report([failed], path === '' ? about : { ...about, target })
    expect(reported.next.map(({ message }) => message)).toEqual([
      `Check the URL of the target: it answers 404 to every request. ${below} If the hub is new, begin with status 410 on the removed v1 routes (${v1Paths}).`,
    ])
  })
})
