import { describe, expect, it } from 'vitest'
import {
  alike,
  distinct,
  isOwner,
  judgePresence,
  type PresenceEvidence,
  refusedBeforeRouting,
} from '../../checks/presence/judging.ts'
import type { Answered } from '../../contracts/exchange.ts'

interface Given {
  readonly status?: number
  readonly body?: unknown
  readonly type?: string
  readonly path?: string
  readonly method?: string
  readonly sent?: unknown
  readonly location?: string
}

const answered = (
  id: string,
  { status = 200, body, type, path = `/v2/${id}`, method = 'GET', sent, location }: Given = {},
): Answered => ({
  id,
  request: {
    method,
    url: `https://hub.test${path}`,
    headers: [],
    body: sent === undefined ? null : JSON.stringify(sent),
    as: 'valid',
  },
  response: {
    status,
    headers: [
      ...(type === undefined ? [] : [['content-type', type] as const]),
      ...(location === undefined ? [] : [['location', location] as const]),
    ],
    body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
    encoding: 'utf8',
    truncated: false,
  },
  ms: 1,
})

const witness = answered('witness')

/** What is judged of an answer next to that of a path that does not exist: the kind, the reason, and what shows it. */
const judged = async (answer: Given, control: Given = { status: 404 }, evidence: Partial<PresenceEvidence> = {}) => {
  const finding = await judgePresence({
    operation: 'GetRepository',
    answer: answered('answer', answer),
    control: answered('control', control),
    witness,
    pathKnown: true,
    ...evidence,
  })
  const seen = finding.seen.map(each => ('id' in each ? each.id : '')).join(' ')
  return `${finding.kind}${'code' in finding ? ` ${finding.code}` : ''}: ${seen}`
}

const found = { body: { name: 'a' } }
const missing = async () => answered('missing', { status: 404 })
const asIf = async () => answered('missing', found)

describe('an operation is there', () => {
  it.each<readonly [string, Given, Given, Partial<PresenceEvidence>, string]>([
    ['where it answers what asks for no one thing', found, { status: 404 }, {}, 'answer control'],
    [
      'where it answers with the type of JSON',
      { ...found, type: 'application/json' },
      { status: 404 },
      {},
      'answer control',
    ],
    ['where it has no content and no type of it', { method: 'HEAD' }, { status: 404 }, {}, 'answer control'],
    [
      'where its answer names what was asked for',
      found,
      { status: 404 },
      { marks: ['b', 'a'], missing: asIf },
      'answer control',
    ],
    [
      'where a longer text has the name',
      { body: { url: '/a?of=acme' } },
      { status: 404 },
      { marks: ['acme'], missing: async () => answered('missing', { body: { url: '/a?of=acme' } }) },
      'answer control',
    ],
    [
      'where its answer names it in another spelling',
      { body: '{"name":"a\\/b"}' },
      { status: 404 },
      { marks: ['a/b'], missing: async () => answered('missing', { body: '{"name":"a\\/b"}' }) },
      'answer control',
    ],
    ['where it answers otherwise for what does not exist', found, { status: 404 }, { missing }, 'answer control'],
    [
      'where it did what it was asked',
      found,
      { status: 404 },
      { missing: asIf, done: async () => true },
      'answer control',
    ],
    ['where only what does not exist looks otherwise', found, found, { missing }, 'answer missing'],
    ['where it sees another form than that path', found, { body: ['a'] }, {}, 'answer control'],
    [
      'where it has no content, whatever its type is',
      { status: 204, method: 'DELETE', type: 'text/html' },
      { status: 404 },
      { missing, done: async () => true },
      'answer control',
    ],
    [
      'where it says where the result is',
      { status: 303, method: 'POST', location: '/v2/a' },
      { status: 404 },
      {},
      'answer control',
    ],
  ])('%s', async (_name, answer, control, evidence, seen) => {
    expect(await judged(answer, control, evidence)).toBe(`holds: ${seen}`)
  })
})

describe('a success that shows nothing', () => {
  it.each<readonly [string, string, Given, Given, Partial<PresenceEvidence>]>([
    ['is a page for people', 'says-nothing', { body: '<p>', type: 'text/html' }, { status: 404 }, {}],
    ['is JSON with the type of a page', 'typed-as-page', { ...found, type: 'text/html' }, { status: 404 }, {}],
    [
      'is the answer to HEAD with the type of a page',
      'typed-as-page',
      { method: 'HEAD', type: 'text/html' },
      { status: 404 },
      {},
    ],
    [
      'is a page in answer to a change',
      'says-nothing',
      { method: 'POST', body: '<p>', type: 'text/html' },
      { status: 404 },
      {},
    ],
    ['is an empty page', 'says-nothing', { type: 'text/html' }, { status: 404 }, {}],
    [
      'is a text that repeats a name',
      'answers-anything',
      { body: 'about acme', type: 'text/plain' },
      { status: 404 },
      { marks: ['acme'], missing: async () => answered('missing', { body: 'about acme', type: 'text/plain' }) },
    ],
    ['is null as a page', 'says-nothing', { body: 'null', type: 'text/html' }, { status: 404 }, {}],
    ['is null', 'says-nothing', { body: 'null' }, { status: 404 }, {}],
    ['is given to what does not exist as well', 'answers-anything', found, { status: 404 }, { missing: asIf }],
    [
      'names nothing that was asked for',
      'answers-anything',
      found,
      { status: 404 },
      { marks: ['other'], missing: asIf },
    ],
    ['did not do what it was asked', 'not-shown', found, { status: 404 }, { done: async () => false }],
    ['looks like any path, to what may be another path', 'indistinguishable', found, found, { pathKnown: false }],
    ['looks like any path, of what is not known to exist', 'indistinguishable', found, found, { witness: null }],
    ['looks like any path, but for its words', 'indistinguishable', found, { body: { name: 'b' } }, {}],
    ['is an empty list, as every path shows', 'indistinguishable', {}, {}, {}],
    [
      'is that of any path and of what does not exist',
      'indistinguishable',
      found,
      { body: { name: 'b' } },
      { missing: asIf },
    ],
  ])('leaves it open: %s', async (_name, code, answer, control, evidence) => {
    expect(await judged(answer, control, evidence)).toBe(`unclear ${code}: answer control`)
  })

  it.each<readonly [string, Given]>([
    ['the body is JSON', found],
    ['HEAD has no body', { method: 'HEAD' }],
  ])('and says what is no page: %s', async (content, given) => {
    const finding = await judgePresence({
      operation: 'GetRepository',
      answer: answered('answer', { ...given, type: 'text/html' }),
      control: answered('control', { status: 404 }),
      witness,
      pathKnown: true,
    })
    expect(finding).toMatchObject({ values: { operation: 'GetRepository', status: 200, content, type: 'text/html' } })
  })

  it('fails where what exists looks to the letter like a path that does not exist', async () => {
    expect(await judged(found, found)).toBe('violated indistinguishable: answer control witness')
    expect(await judged(found, found, { missing: asIf })).toBe('violated indistinguishable: answer control witness')
  })
})

describe('an operation is absent', () => {
  it.each<readonly [string, string, Given, Given]>([
    ['absent', 'answers as a path that does not exist', { status: 404 }, { status: 404 }],
    ['gone', 'is gone', { status: 410 }, { status: 404 }],
    ['absent', 'is not for this method', { status: 405 }, { status: 404 }],
    ['absent', 'is not implemented', { status: 501 }, { status: 404 }],
  ])('%s: where what exists %s', async (code, _name, answer, control) => {
    expect(await judged(answer, control)).toBe(`violated ${code}: answer control witness`)
  })

  it.each<readonly [string, string, Given, Given, Partial<PresenceEvidence>, string]>([
    ['its path is not known', 'layout-unknown', { status: 404 }, { status: 404 }, { pathKnown: false }, ''],
    ['its path is not known', 'layout-unknown', { status: 405 }, { status: 404 }, { pathKnown: false }, ''],
    [
      'a path that is not known redirects',
      'layout-unknown',
      { status: 302, location: '/login' },
      {},
      { pathKnown: false },
      '',
    ],
    ['it redirects', 'redirected', { status: 302, location: '/login' }, { status: 404 }, {}, ''],
    ['nothing shows that it exists', 'fixture-unproven', { status: 404 }, { status: 404 }, { witness: null }, ''],
    ['nothing shows that it exists', 'fixture-unproven', { status: 410 }, { status: 404 }, { witness: null }, ''],
    ['a parameter is unproven', 'parameter-unproven', { status: 404 }, {}, { unproven: 'tag' }, ' witness'],
    ['a parameter is unproven', 'parameter-unproven', { status: 410 }, {}, { unproven: 'org', witness: null }, ''],
    [
      'it answers otherwise than a control',
      'not-like-control',
      { status: 404, body: 'no' },
      { status: 404 },
      {},
      ' witness',
    ],
    [
      'who may not see an owner is told so',
      'parameter-unproven',
      { status: 403 },
      { status: 404 },
      { unproven: 'org' },
      '',
    ],
    ['all is forbidden', 'refused-like-any-path', { status: 403 }, { status: 403 }, { unproven: 'org' }, ''],
    ['it is forbidden to see a tag', 'no-success', { status: 403 }, { status: 404 }, { unproven: 'tag' }, ''],
    ['it is refused', 'no-success', { status: 401 }, { status: 404 }, { unproven: 'org' }, ''],
    ['it is refused in the same way as every path', 'refused-like-any-path', { status: 401 }, { status: 401 }, {}, ''],
  ])('is open where %s (%s)', async (_name, code, answer, control, evidence, more) => {
    expect(await judged(answer, control, evidence)).toBe(`unclear ${code}: answer control${more}`)
  })

  it.each([429, 500, 502, 503])('is open where the server fails (%i)', async status => {
    expect(await judged({ status }, { status })).toBe('unclear server-error: answer')
  })

  it('is masked where the target redirects everything', async () => {
    expect(await judged({ status: 302 }, { status: 302 })).toBe('masked redirects-everything: answer control')
    expect(await judged({ status: 301 }, { status: 302 })).toBe('unclear redirected: answer control')
  })

  it('505 is a refusal like any other', async () => {
    expect(await judged({ status: 505 })).toBe('unclear no-success: answer control')
  })
})

it('a method that is refused is told with those that the answer allows in its place', async () => {
  const of = async (method: string, allow: string) => {
    const { response, ...rest } = answered('answer', { status: 405, method })
    const answer = { ...rest, response: { ...response, headers: [['Allow', allow] as const] } }
    const control = answered('control', { status: 404 })
    const finding = await judgePresence({ operation: 'pat.update', answer, control, witness, pathKnown: true })
    return 'values' in finding ? finding.values.allow : undefined
  }
  expect(await of('PATCH', 'GET, HEAD, PUT, DELETE, OPTIONS')).toBe('PUT')
  expect(await of('HEAD', 'GET, PUT')).toBe('GET')
  expect(await of('DELETE', 'GET, PUT')).toBeUndefined()
})

it('a reason names what was asked, what came, and what is unproven', async () => {
  const evidence = { operation: 'op', answer: answered('a', { status: 404 }), control: answered('s', { status: 404 }) }
  const finding = await judgePresence({ ...evidence, witness: null, pathKnown: true, unproven: 'org', name: 'acme' })
  const values = { operation: 'op', status: 404, control: 404, method: 'GET' }
  expect(finding).toMatchObject({ values: { ...values, parameter: 'org', name: 'acme', isLikeControl: true } })
  const forbidden = { ...evidence, answer: answered('a', { status: 403 }) }
  expect(
    await judgePresence({ ...forbidden, witness: null, pathKnown: true, unproven: 'namespace', name: 'acme' }),
  ).toMatchObject({ values: { ...values, status: 403, parameter: 'namespace', name: 'acme', isLikeControl: false } })
})

it('who things belong to is a namespace or an organization', () => {
  expect([isOwner('namespace'), isOwner('org'), isOwner('tag'), isOwner(undefined)]).toEqual([true, true, false, false])
})

describe('two answers', () => {
  const differ = (one: Given, other: Given): boolean => distinct(answered('a', one), answered('b', other))

  it.each<readonly [string, Given, Given]>([
    ['by status', { status: 404 }, { status: 403 }],
    ['by the sort of content', { body: 'a' }, { body: '<p>', type: 'text/html' }],
    ['by the members of an object', { body: { a: 1 } }, { body: { a: 1, b: 1 } }],
    ['by a list and an object', { body: [] }, { body: {} }],
    ['by null in the place of what is held', { body: { code: 404, data: null } }, { body: { code: 0, data: {} } }],
    ['by a list and a text', { body: [] }, { body: '"a"' }],
  ])('can be told apart %s', (_name, one, other) => {
    expect(differ(one, other)).toBe(true)
    expect(differ(other, one)).toBe(true)
  })

  it.each<readonly [string, Given, Given]>([
    ['by the order of members', { body: { a: 1, b: 2 } }, { body: { b: 3, a: 4 } }],
    ['by null in the place of a text', { body: { next: null } }, { body: { next: 'a' } }],
    ['by the items of a list', { body: [1] }, { body: [] }],
    ['by the words of a text', { body: 'a' }, { body: 'b' }],
    ['by a number and a text', { body: '1' }, { body: '"a"' }],
  ])('cannot be told apart %s', (_name, one, other) => {
    expect(differ(one, other)).toBe(false)
  })

  const same = (one: Given, other: Given): boolean => alike(answered('a', one), answered('b', other))

  it.each<readonly [string, Given, Given]>([
    [
      'repeat their paths',
      { path: '/v2/acme/one', body: 'no one of acme' },
      { path: '/v2/zeta/other', body: 'no other of zeta' },
    ],
    [
      'repeat their paths, of which one part is in another',
      { path: '/hub/v2/log', body: 'no /v2/log' },
      { path: '/hub/v2/hub-none', body: 'no /v2/hub-none' },
    ],
    [
      'have ids of requests in letters and digits',
      { path: '/v2/a', body: { error: 'none', request_id: 'rjaun4f86y2au6ae4wrf2e52' } },
      { path: '/v2/b', body: { error: 'none', request_id: 'ru5e8gu2tmw4xmzvr9mvx33m' } },
    ],
    [
      'repeat their paths as they were encoded',
      { path: '/v2/a%20b', body: 'no a%20b, a b' },
      { path: '/v2/cd', body: 'no cd, cd' },
    ],
    [
      'repeat what was sent',
      { sent: { name: 'acme', n: 1 }, body: 'no acme', path: '/v2' },
      { sent: { name: 'zeta', n: 2 }, body: 'no zeta', path: '/v2' },
    ],
    [
      'have an id of the request, an instant and a count',
      { path: '/v2', body: 'a 2b1f5a0c-0d3e-4f6a-8b7c-1d2e3f4a5b6c 0123456789ab 2026-01-01T00:00:00.5Z 7' },
      { path: '/v2', body: 'a 9a8b7c6d-1d2e-3f4a-5b6c-2b1f5a0c0d3e ab9876543210 2026-01-02T10:10:10.6Z 12' },
    ],
    [
      'differ in spaces and slashes',
      { path: '/v2', body: 'no  such / route' },
      { path: '/v2', body: 'no such\n/route' },
    ],
  ])('are alike where they %s', (_name, one, other) => {
    expect(same(one, other)).toBe(true)
  })

  it.each<readonly [string, Given, Given]>([
    ['say something else', { path: '/v2', body: 'no such route' }, { path: '/v2', body: 'no such repository' }],
    [
      'have other long words',
      { path: '/v2', body: 'unknownRepository of the namespace' },
      { path: '/v2', body: 'unsupportedOperation of the namespace' },
    ],
    ['have other members', { path: '/v2', body: { a: 'x' } }, { path: '/v2', body: { b: 'x' } }],
    ['share a letter with their paths', { path: '/a', body: 'bad' }, { path: '/b', body: 'ad' }],
  ])('are not alike where they %s', (_name, one, other) => {
    expect(same(one, other)).toBe(false)
  })
})

it.each([
  [401, 401, true],
  [405, 405, true],
  [403, 404, false],
  [404, 404, false],
  [200, 200, false],
])('%i next to %i for a path that does not exist: refused before any route saw it: %s', (status, control, expected) => {
  expect(refusedBeforeRouting(answered('a', { status }), answered('b', { status: control }))).toBe(expected)
})

it.each<readonly [string, unknown, unknown, boolean]>([
  ['names of members', { ab: 1 }, { a: 1, b: 1 }, true],
  ['members of members alone', { a: { x: 1 } }, { a: { y: 1 } }, false],
  ['nothing', { a: null }, { a: null }, false],
  ['nothing where the other has something', { a: null }, { a: {} }, true],
])('two answers are distinct by %s', (_, one, other, isDistinct) => {
  expect(distinct(answered('a', { body: one }), answered('b', { body: other }))).toBe(isDistinct)
  expect(distinct(answered('a', { body: other }), answered('b', { body: one }))).toBe(isDistinct)
})

it.each<readonly [string, Given, unknown, boolean]>([
  ['but for a part of the path', { path: '/v2/acme', body: { message: 'no acme' } }, { message: 'no ' }, true],
  ['but for a letter of the path', { path: '/v2/x', body: { message: 'nox' } }, { message: 'no' }, false],
  ['but for a number', { body: { message: 'no 1234' } }, { message: 'no ' }, true],
  ['but for a space', { body: { message: 'no thing' } }, { message: 'nothing' }, false],
  ['where nothing was sent', { method: 'POST', sent: { a: null }, body: { message: 'no' } }, { message: 'no' }, true],
])('two answers are alike, %s', (_, given, body, isAlike) => {
  expect(alike(answered('answer', given), answered('control', { path: '/v2/other', body }))).toBe(isAlike)
})

it.each([
  [299, false],
  [300, true],
  [399, true],
  [400, false],
])('a status %i is a redirection: %s', async (status, isOne) => {
  expect((await judged({ status }, { status })).startsWith('masked redirects-everything')).toBe(isOne)
})
