import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../contracts/documents.ts'
import type { OperationName } from '../../../contracts/operations.ts'
import { exchange, kase, reason, report, requirement } from '../../reporters/fixtures/report.ts'

const name = 'hub-conformance-abc123-4d5e6f'

interface Call {
  readonly operation: OperationName
  readonly method?: string
  readonly status?: number
  readonly sent?: object
  readonly answer?: unknown
  readonly schema?: JsonSchema
}

/** The advice about calls: those with another status than a success are what was refused. */
const adviceAbout = (...calls: readonly Call[]) => {
  const isRefused = ({ status = 200 }: Call) => status >= 300
  const pathOf = ({ operation }: Call) => `/v2/${operation.replace(/\W.*/, '')}`
  return report(
    calls.flatMap((call, at) =>
      isRefused(call)
        ? requirement(`presence/${at}`, 'must', [
            kase(
              'a case',
              'inconclusive',
              reason('no-success', { operation: call.operation, status: call.status ?? 200 }),
              [`x${at}`],
            ),
          ])
        : [],
    ),
    {
      bindings: calls.map(call => ({
        operation: call.operation,
        method: call.method ?? 'POST',
        path: pathOf(call),
        from: 'reference' as const,
        ...(call.schema && { requestSchema: call.schema }),
      })),
      exchanges: calls.map((call, at) =>
        exchange(`x${at}`, {
          method: call.method ?? 'POST',
          path: pathOf(call),
          as: 'valid',
          status: call.status ?? 200,
          ...(call.sent && { sent: JSON.stringify(call.sent) }),
          body: JSON.stringify(call.answer ?? {}),
        }),
      ),
    },
  ).next
}

describe('advice about a refused request', () => {
  it('is to rename the one member that is refused to the one that is asked for', () => {
    const [step] = adviceAbout({
      operation: 'pat.create',
      status: 400,
      sent: { title: name, scopes: ['a'] },
      answer: { message: ['property title should not exist', 'label should not be empty'], error: 'Bad Request' },
      schema: { required: ['title'], properties: { title: { type: 'string' }, scopes: {} } },
    })
    expect(step?.message).toMatch(
      /and says "label should not be empty"\. Rename title to label in the request body of /,
    )
    expect(step?.snippet?.at(-1)).toBe('    body: {"scopes":["a"],"label":"{name}"}')
  })

  it('renames nothing where it is not clear which is which', () => {
    const refusedFor = (...message: readonly string[]) =>
      adviceAbout({
        operation: 'pat.create',
        status: 400,
        sent: { title: name, kind: 'a' },
        answer: { message },
        schema: { required: ['title'], properties: { title: { type: 'string' }, kind: {} } },
      })[0]?.message
    const two = ['property title should not exist', 'property kind should not exist']
    expect(refusedFor(...two, 'label should not be empty')).toContain('Accept title and kind, or remove it from')
    const optional = refusedFor(...two.slice(1), 'label should not be empty')
    expect(optional).toMatch(/Accept kind, or .* there\. Declare label in the request body/)
    expect(refusedFor(...two.slice(1), 'it should not be empty')).toMatch(/Accept kind, or remove .* there\./)
  })

  it('is about how bodies are read, where all are refused in the same words', () => {
    const schema = { properties: { name: { type: 'string' } } }
    const refusal = { status: 400, sent: { name }, answer: { error: 'no object was sent' }, schema }
    const creations = [
      { operation: 'CreateRepository', ...refusal },
      { operation: 'pat.create', ...refusal },
    ] as const
    const [step] = adviceAbout(...creations)
    expect(step?.message).toMatch(/Parse the bodies of requests with Content-Type: application\/json: every operation /)
    expect(step?.snippet).toBeUndefined()
    const others: readonly Call[] = [
      { operation: 'oat.create', sent: {} },
      { operation: 'oat.create', ...refusal, answer: { error: 'no such name' } },
    ]
    for (const other of others) expect(adviceAbout(...creations, other)[0]?.message).not.toContain('Parse')
    const ofHeader = creations.map(each => ({ ...each, answer: { error: 'send the header X-Kai' } }))
    expect(adviceAbout(...ofHeader)[0]?.message).not.toContain('Parse')
  })

  it.each([
    [name, 'Accept a change that keeps the name'],
    [`${name}-2`, 'Delete what an earlier run left behind'],
  ])('about a conflict is to keep the name, where it is the one that the thing has: %s', (shown, words) => {
    const [step] = adviceAbout(
      { operation: 'pat.get', method: 'GET', answer: { id: 7, label: shown } },
      { operation: 'pat.update', method: 'PUT', status: 409, sent: { label: name }, answer: { error: 'it is taken' } },
    )
    expect(step?.message).toContain(words)
  })

  it.each([
    ['pat.get', null, 'Accept ends null, as the target returns it'],
    ['oat.get', null, 'Accept ends null, or declare the values that are accepted'],
    ['pat.get', 7, 'Accept ends "7", as the target returns it'],
  ] as const)('takes a value as shown only where a thing of that kind shows it: %s %s', (shows, ends, words) => {
    const [step] = adviceAbout(
      { operation: shows, method: 'GET', answer: { ends } },
      {
        operation: 'pat.update',
        method: 'PUT',
        status: 400,
        sent: { label: name, ends: ends === null ? null : String(ends) },
        answer: { message: ['ends must be a date'] },
        schema: { properties: { label: { type: 'string' }, ends: { type: 'string', nullable: true } } },
      },
    )
    expect(step?.message).toContain(words)
  })
})

it('is to store what was sent, where that is why the target does not take back what it shows', () => {
  const values = { operation: 'oat.get', member: 'scopes', sent: '["a"]' }
  const body = JSON.stringify({ error: 'scopes must not be empty' })
  const sent = JSON.stringify({ label: name, scopes: [] })
  const { next } = report(
    [
      requirement('presence/a', 'must', [
        kase('a', 'inconclusive', reason('no-success', { operation: 'pat.update', status: 400 }), ['x2']),
      ]),
      requirement('access-tokens/b', 'must', [kase('b', 'fail', reason('not-as-created', values))], {
        fix: 'Store it.',
      }),
    ],
    {
      bindings: [{ operation: 'pat.update', method: 'PUT', path: '/v2/keys/7', from: 'reference' }],
      exchanges: [
        exchange('x1', { path: '/v2/keys/7', status: 200, body: sent }),
        exchange('x2', { method: 'PUT', path: '/v2/keys/7', status: 400, sent, body }),
      ],
    },
  )
  expect(next).toEqual([{ kind: 'fix', message: 'Store it.', requirements: ['access-tokens/b', 'presence/a'] }])
})

it('about a token that is not found again is to look it up by its id, where the route may be there', () => {
  const about = (answer: unknown) =>
    adviceAbout({ operation: 'pat.get', method: 'GET', status: 404, answer })[0]?.message
  expect(about({ error: 'no such token' })).toMatch(
    /says "no such token"\. If it is served, find a token by the id that its creation returned\. If not: serve GET /,
  )
  expect(about({})).toContain('Serve GET /v2/pat, as published')
})

/** The advice where one answer to an operation was a success, at this path, and a later one was none. */
const adviceAfter = (success: string, path: string, operation: OperationName, status: number, template: string) => {
  const method = operation === 'CreateRepositoryGroup' ? 'POST' : 'GET'
  const open = kase('a', 'inconclusive', reason('no-success', { operation, status }), ['x2'])
  return report([requirement('presence/a', 'must', [open])], {
    bindings: [{ operation, method, path: template, from: 'reference' }],
    exchanges: [exchange('x1', { method, path: success, status: 200 }), exchange('x2', { method, path, status })],
  }).next[0]?.message
}

it.each([
  ['/v2/r/a/tags', '/v2/r/b/tags', 'ListRepositoryTags', 404, 'Answer GET /v2/r/b/tags with success, as others of '],
  ['/v2/r/a/tags', '/v2/r/a/tags', 'ListRepositoryTags', 404, 'Keep what is there until it is deleted itself: GET '],
  ['/v2/r/a/tags', '/v2/r/b/tags', 'pat.get', 404, ' Find a token by the id that its creation returned.'],
  ['/v2/r/a/tags', '/v2/r/b/tags', 'CreateRepositoryGroup', 409, 'Accept a group that the repository has already'],
  ['/v2/r/a', '/v2/r/b/tags', 'ListRepositoryTags', 404, 'Serve GET /v2/r/{repository}/tags, as published'],
] as const)('is about what was asked for where others were answered with success: %s, %s, %s', (...given) => {
  const [success, path, operation, status, words] = given
  expect(adviceAfter(success, path, operation, status, '/v2/r/{repository}/tags')).toContain(words)
})

it('about a group that is listed and not found is to look it up by what is listed', () => {
  const values = { operation: 'CreateRepositoryGroup', status: 404 }
  const about = (from?: string) =>
    report([requirement('presence/a', 'must', [kase('a', 'inconclusive', reason('not-like-control', values))])], {
      fixtures: [{ need: 'group', value: { groupId: 'ops' }, reason: null, exchanges: [], ...(from && { from }) }],
    }).next[0]?.message
  expect(about('the list of the organization')).toContain('look up a group by what its list shows, such as ops, or')
  expect(about()).toContain('exists, provide what the answer says')
})

it('tells the step that keeps most open, whatever comes before it', () => {
  const failed = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) =>
    requirement(`${id}/x`, 'must', [kase('x', 'fail', reason('not-gone', { expected: 410, status: 200 + at }))], {
      fix: `${id} ${id}1 ${id}2 ${id}3.`,
    }),
  )
  const open = ['1', '2', '3'].map(id => requirement(`o/${id}`, 'must', [kase('x', 'untestable', reason('need-org'))]))
  const { next } = report([...failed, ...open])
  expect(next.map(({ requirements }) => requirements.length)).toEqual([1, 1, 1, 1, 3, 2])
})

it.each([
  ['0', 'List existing items'],
  ['3', 'List the 3 that X-Total-Count states, from the first page on.'],
])('about a list without items believes the total that it states: %s', (total, words) => {
  const { response, ...rest } = exchange('x1', { path: '/v2/keys', status: 200, body: '[]' })
  const open = kase('a', 'inconclusive', reason('no-items', { operation: 'pat.list' }), ['x1'])
  const { next } = report([requirement('presence/a', 'must', [open])], {
    exchanges: [{ ...rest, response: response && { ...response, headers: [['X-Total-Count', total]] } }],
  })
  expect(next[0]?.message).toContain(words)
})

it.each([
  ['/keys?page=2', 404, 'Correct the link to the next page, /keys?page=2, which answered 404: it lacks /v2.'],
  ['/v2/key?page=2', 500, 'Correct the link to the next page, /v2/key?page=2, which answered 500.'],
  ['/v2/keys?page=2', 200, 'Link each page except the last'],
  ['/other?page=2', 404, 'Link each page except the last'],
])('about a list that breaks off names the link that leads to an error: %s', (path, status, words) => {
  const open = kase('a', 'inconclusive', reason('list-unfinished', { operation: 'pat.list' }), ['x1'])
  const next = path === '/other?page=2' ? null : path
  const told = report([requirement('presence/a', 'must', [open])], {
    exchanges: [
      exchange('x1', { path: '/v2/keys', status: 200, body: JSON.stringify({ next, items: [1] }) }),
      exchange('x2', { path, status }),
    ],
  }).next
  expect(told[0]?.message).toContain(words)
})

it('about a thing that was not found says what was asked for it, and how that was answered', () => {
  const { next } = report([requirement('presence/a', 'must', [kase('a', 'untestable', reason('need-org'))])], {
    fixtures: [{ need: 'org', value: null, reason: reason('need-org'), exchanges: ['x1', 'x2', 'x3'] }],
    exchanges: [
      exchange('x1', { path: '/v2/orgs', status: 200, body: '{"results":[]}' }),
      exchange('x2', { path: '/v2/orgs/ada/keys', status: 403 }),
      exchange('x3', { path: '/v2/orgs/bea/keys', failure: 'timeout' }),
    ],
  })
  expect(next[0]?.message).toMatch(
    /The run asked GET \/v2\/orgs \(200, an empty list\), GET \/v2\/orgs\/ada\/keys \(403\) and GET \/v2\/orgs\/bea\/keys \(timeout\)\. Correct the answer that is wrong, if one is; else name an organization /,
  )
})
