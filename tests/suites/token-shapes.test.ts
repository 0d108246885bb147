import { describe, expect, it } from 'vitest'
import {
  declaredTokenLists,
  holdsNoToken,
  idToAskFor,
  judgeTokenList,
  listLarge,
  marksOf,
} from '../../checks/answers/token-list.ts'
import { judgeExpiry } from '../../checks/expiry.ts'
import type { ListEnd } from '../../checks/paging/pages.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { TokenFixture } from '../../contracts/requirement.ts'
import { holds, violated } from '../../contracts/results/finding.ts'
import { probeOf } from '../checks/answers/answered.ts'

const marks = { labels: ['hub-conformance-abc-1'], ids: ['7d1c9a02'] }
const bare = { id: '7d1c9a02', label: 'hub-conformance-abc-1', scopes: ['repo:read'], is_active: true }
const named = { id: bare.id, label: bare.label }
const token = { ...bare, expires_at: null }
const resource = (attributes: unknown) => ({ type: 'token', id: bare.id, attributes })
const others = { ...token, id: '11111111', label: 'someone' }

const answered = (value: unknown, status = 200): Answered =>
  ({
    request: {
      method: 'PATCH',
      url: '/v2/access-tokens',
      headers: [],
      body: JSON.stringify({ label: bare.label }),
      as: 'valid',
    },
    response: { status, headers: [], body: JSON.stringify(value), encoding: 'utf8' },
  }) as unknown as Answered

const single: readonly (readonly [says: string, operation: string, body: unknown, kind: string])[] = [
  ['the token inside a part of the token', 'pat.get', { ...bare, validity: { expires_at: null } }, 'unclear'],
  ['all but its id in a part of the token', 'pat.get', { id: bare.id, spec: { ...token, id: undefined } }, 'holds'],
  ['a part with its name, without it', 'pat.get', { id: bare.id, spec: { ...bare, id: undefined } }, 'violated'],
  [
    'its name in one part, and the field in another',
    'pat.get',
    { id: bare.id, data: { name: bare.label }, owner: { expires_at: null } },
    'unclear',
  ],
  ['its members as pairs', 'pat.get', { id: bare.id, fields: Object.entries(token) }, 'holds'],
  ['its members as pairs without it', 'pat.get', { id: bare.id, fields: Object.entries(bare) }, 'violated'],
  ['its name and id in a part of the token', 'pat.get', { metadata: named, expires_at: null }, 'holds'],
  [
    'a name and an id in a part of a token without it',
    'pat.get',
    { metadata: named, spec: { scopes: [] } },
    'violated',
  ],
  ['a part with names and its members with it', 'pat.get', { metadata: named, spec: { expires_at: null } }, 'holds'],
  [
    'a part with names and another one with it',
    'pat.get',
    { metadata: named, spec: {}, limits: { expires_at: null } },
    'unclear',
  ],
  [
    'members with it and another part with it',
    'pat.get',
    { metadata: named, spec: { expires_at: null }, session: { expires_at: null } },
    'unclear',
  ],
  ['a summary of the token in its owner', 'pat.get', { id: 'o', expires_at: null, newest: named }, 'violated'],
  ['another thing inside the token', 'pat.get', { ...bare, owner: { id: 'o', expires_at: null } }, 'violated'],
  ['a list of the members that there are', 'pat.get', { ...bare, more: ['expires_at'] }, 'unclear'],
  ['a summary and the whole', 'pat.get', { summary: { id: bare.id, label: bare.label }, details: token }, 'holds'],
  [
    'a token and an echo of the request',
    'pat.create',
    { request: { label: bare.label, expires_at: null }, token: bare },
    'unclear',
  ],
  ['the id and that it was done', 'pat.update', { id: bare.id, status: 'updated' }, 'unclear'],
  ['that it was done', 'pat.update', { updated: true }, 'exempt'],
  ['a resource without it', 'pat.update', { data: resource({ label: bare.label, scopes: [] }) }, 'violated'],
  [
    'a resource of the label, which was sent, alone',
    'pat.update',
    { data: resource({ label: bare.label }) },
    'unclear',
  ],
  ['the id, and a change', 'pat.update', { id: bare.id, changes: { label: bare.label } }, 'unclear'],
  ['an operation that runs on', 'pat.create', { operation: 'op-1', done: false }, 'exempt'],
  ['the secret alone', 'pat.create', { token: 'a-long-secret' }, 'violated'],
]

const listed: readonly (readonly [says: string, body: unknown, kind: string | undefined])[] = [
  ['names and ids in a part of each token', [{ metadata: named, expires_at: null }], 'holds'],
  ['names, ids and it in a part of each token', [{ metadata: { ...named, expires_at: null }, scopes: [] }], 'holds'],
  ['names and ids in a part, and none of it', [{ metadata: named, scopes: [] }], 'violated'],
  [
    'names and ids in a part, and none of it on another',
    [
      { metadata: named, scopes: [], expires_at: null },
      { metadata: { id: '11111111', label: 'someone' }, scopes: [] },
    ],
    'violated',
  ],
  ['a session among the tokens', [token, { kind: 'session', id: 's', agent: 'x' }], 'unclear'],
  ['something that is no object among the tokens', { results: [token, 'more'] }, 'unclear'],
  ['owners beside the tokens', { owners: [{ id: 'o', name: 'x' }], results: [token, others] }, 'holds'],
  ['tokens of another name beside the tokens', { results: [token], legacy: [{ handle: 'x', made: 1 }] }, 'unclear'],
  ['a second list of tokens without it', { active: [token], revoked: [{ ...bare, id: '1', label: 'x' }] }, 'violated'],
  ['a token in a group without it', { groups: [{ tokens: [token] }, { tokens: [{ ...bare, id: '1' }] }] }, 'violated'],
  ['edges that carry it', { edges: [{ expires_at: null, node: bare }] }, 'violated'],
  ['columns without it', { columns: ['id', 'label'], rows: [[bare.id, bare.label]] }, 'violated'],
  ['a text', 'none', 'violated'],
  ['null', null, 'violated'],
  ['numbers', [1, 2], 'violated'],
  ['names', ['a-b', 'c.d@e_1'], 'violated'],
  ['names and numbers in several lists', { active: ['a'], revoked: [2], more: [], total: 3 }, 'violated'],
  ['texts that may hold more', ['a: never expires'], undefined],
  ['texts that may hold more, some of them names', ['a', 'never: b'], undefined],
  ['names in one list and something else in another', { active: ['a'], revoked: [{}] }, undefined],
  ['names that may hold more', { active: ['a'], revoked: ['b, never'] }, undefined],
  ['booleans', [true], undefined],
  ['nothing', [], undefined],
  ['nothing in a list', { results: [] }, undefined],
  ['what is no list', { total: 3 }, undefined],
  ['something among the tokens', [token, { id: 's', agent: 'x' }], 'unclear'],
  ['half of the members of a token without it', [token, { id: '1', label: 'x', scopes: [] }], 'violated'],
  ['a third of the members', [token, { id: '1', label: 'x', agent: 'y' }], 'unclear'],
  ['a third of the members in another list', { a: [token], b: [{ id: '1', label: 'x', agent: 'y' }] }, 'unclear'],
  ['less than half of the members in another list', { a: [token], b: [{ id: '1', agent: 'y' }] }, 'unclear'],
  ['something else with it in another list', { a: [token], b: [{ agent: 'y', expires_at: null }] }, 'holds'],
  ['no member of a token in another list', { a: [token], b: [{ agent: 'y' }] }, 'unclear'],
  ['what is in parts next to the tokens', { tokens: [token], others: [{ x: { y: 1 } }] }, 'unclear'],
  ['something among tokens that stand under another name', { accounts: [token, { agent: 'y' }] }, 'unclear'],
  ['a token without other members, and another thing', [{ id: bare.id, expires_at: null }, { id: 'x' }], 'unclear'],
  [
    'exactly half of the members',
    [
      { ...token, agent: 'y' },
      { id: '1', label: 'x', scopes: [] },
    ],
    'violated',
  ],
  ['a token with it in a part, among others', [token, { ...bare, id: '1', limits: { expires_at: null } }], 'unclear'],
  [
    'a token that may have it, and others without it',
    [
      { ...bare, limits: { expires_at: null } },
      { ...bare, id: '1' },
    ],
    'unclear',
  ],
  ['something else in the place of a node', { edges: [{ node: { token } }, { other: 1 }] }, 'unclear'],
  ['the token of the run by itself', { token }, 'holds'],
  ['a token by itself, and others', { newest: token, others: [{ ...bare, id: '1', label: 'x' }] }, 'violated'],
  [
    'columns with names of their own',
    { fields: ['id', 'label', 'expires_at'].map(name => ({ name })), records: [[bare.id, bare.label, null]] },
    'holds',
  ],
]

describe('tokens in answers', () => {
  it.each(single)('%s, from %s: %j is %s', (_says, operation, body, kind) => {
    expect(judgeExpiry(operation, answered(body), marks, answered(token)).kind).toBe(kind)
  })

  it.each(listed)('%s: %j is %s', (_says, body, kind) => {
    const pages = [{ exchange: answered(body), items: [] }]
    expect(judgeTokenList('pat.list', pages, 'shown', [marks])?.kind).toBe(kind)
  })

  it('lacks it in every item, or in the first that does; another name for it is told', () => {
    const camel = { ...bare, expiresAt: null }
    const without = (...items: readonly object[]) =>
      judgeTokenList('pat.list', [{ exchange: answered(items), items }], 'shown', [marks])
    expect(without(camel, { ...camel, id: '1', label: 'x' })).toMatchObject({
      values: { where: '0 of 2 items have it', similar: 'expiresAt' },
    })
    expect(without(token, { ...bare, id: '1', label: 'x' })).toMatchObject({ values: { where: 'item 2 of page 1' } })
    expect(judgeExpiry('pat.get', answered({ ...bare, expiry: null }), marks)).toMatchObject({
      values: { where: 'the representation', similar: 'expiry' },
    })
    expect(judgeExpiry('pat.get', answered(bare), marks)).not.toHaveProperty('values.similar')
  })

  it('holds of a list only where its end was shown, or, where nothing is said of it, the own tokens were met', () => {
    const pages = [{ exchange: answered([token]), items: [] }]
    const judge = (end: 'shown' | 'silent' | 'short', own: readonly (typeof marks)[]) =>
      judgeTokenList('pat.list', pages, end, own, { answer: answered(token), marks })?.kind
    expect([judge('shown', []), judge('silent', []), judge('silent', [marks]), judge('short', [marks])]).toEqual([
      'holds',
      'unclear',
      'holds',
      'unclear',
    ])
    expect(judgeTokenList('pat.list', pages, 'shown', [{ labels: ['other'], ids: [] }])).toBeUndefined()
  })

  it('are none of a table without rows, whose columns are no items', () => {
    const exchange = answered({ columns: ['id', 'label'], rows: [] })
    expect(judgeTokenList('pat.list', [{ exchange, items: [] }], 'shown', [marks])).toBeUndefined()
  })

  it('says which item it is, of which page', () => {
    const judge = (...pages: readonly unknown[]) =>
      judgeTokenList(
        'pat.list',
        pages.map(body => ({ exchange: answered(body), items: [] })),
        'shown',
        [marks],
      )
    const other = { ...bare, id: '1', label: 'x' }
    expect(judge([others], [others, bare])).toMatchObject({ values: { where: 'item 2 of page 2' } })
    expect(judge([token], [others, other])).toMatchObject({
      code: 'field-missing',
      values: { where: 'item 2 of page 2' },
    })
    expect(judge({ tokens: { a: token, b: other } })).toMatchObject({ values: { where: 'item 2 of page 1' } })
    expect(judge({ token: bare })).toMatchObject({ values: { where: 'item 1 of page 1' } })
    expect(judge([token, 'more', 7])).toMatchObject({
      code: 'token-unclear',
      values: { operation: 'pat.list', field: 'expires_at', where: 'a string among the items' },
    })
    expect(judge([token, { kind: 'session' }])).toMatchObject({
      code: 'token-unclear',
      values: { operation: 'pat.list', field: 'expires_at', where: 'item 2 of page 1' },
    })
    expect(judge({ names: ['a', 'b'] })).toMatchObject({ values: { type: 'a string (item 1 of page 1)' } })
    const type = 'a string (item 1 of page 1)'
    expect(judge({ total: 1, next: 'abc', names: ['a', 'b'] })).toMatchObject({ code: 'wrong-type', values: { type } })
    expect(judge(null)).toMatchObject({
      code: 'wrong-type',
      values: { operation: 'pat.list', field: 'expires_at', type: 'null' },
    })
    expect(judge([3])).toMatchObject({ values: { operation: 'pat.list', type: 'a number (item 1 of page 1)' } })
    // That the token is mentioned on another page says less.
    const mention = { messages: [{ text: `after ${bare.label}` }], results: [others] }
    expect(judge(mention, [token])).toMatchObject({ kind: 'holds' })
    const limited = { ...bare, limits: { expires_at: null } }
    // Also in a list whose name says that it is of something else.
    for (const list of [[limited], { sessions: [limited] }])
      expect(judge(list)).toMatchObject({
        code: 'token-unclear',
        values: { operation: 'pat.list', field: 'expires_at', where: 'item 1 of page 1' },
      })
  })

  it('says what was not read of a list, with its last page', () => {
    const [first, middle, last] = [answered([token]), answered([others]), answered([others, token])]
    const pages = [first, middle, last].map(exchange => ({ exchange, items: [] }))
    const judge = (end: ListEnd) => judgeTokenList('pat.list', pages, end, [marks])
    expect(judge('repeated')).toMatchObject({ code: 'page-repeated', seen: [last] })
    expect(judge('short')).toMatchObject({ kind: 'unclear', seen: [last] })
    expect(judge('shown')).toMatchObject({ kind: 'holds', seen: [first] })
    expect(judgeTokenList('pat.list', [], 'shown', [])).toBeUndefined()
    expect(judgeTokenList('pat.list', [{ exchange: answered([]), items: [] }], 'shown', [])).toMatchObject({
      code: 'no-items',
      values: { operation: 'pat.list' },
    })
  })

  it.each<[says: string, list: unknown, answer: unknown]>([
    ['nothing like it is listed', [{ agent: 'y', expires_at: null }], token],
    ['it is not in the answer that is said to show it', [others], {}],
  ])('is not judged by a token that another operation showed where %s', (_says, list, answer) => {
    const pages = [{ exchange: answered(list), items: [] }]
    const other = { answer: answered(answer), marks }
    expect(judgeTokenList('pat.list', pages, 'shown', [], other)).toMatchObject({ code: 'no-items' })
  })
})

describe('one token of a list', () => {
  it.each<[items: readonly unknown[], id: string | undefined]>([
    [[{ id: 'a', expires_at: null }, { id: 'b' }], 'b'],
    [[{ id: 'a', expires_at: null }], 'a'],
    [['text', null, { uuid: 'u', id: 7 }], 'u'],
    [[{ id: 7 }], '7'],
    [[{ uuid: null, token_id: 't' }], 't'],
    [[{ access_token_id: 't', name: 'n' }], 't'],
    [[{ name: 'n', id: true }], undefined],
    [[], undefined],
  ])('of %j is asked for by its id: %j', (items, id) => {
    const pages = [
      { exchange: answered([]), items: [] },
      { exchange: answered(items), items },
    ]
    expect(idToAskFor(pages)).toBe(id)
  })

  it('is told by its id and each of its labels', () => {
    const fixture = { id: '1', label: 'a', created: answered({}), org: 'o', reads: [] } as unknown as TokenFixture
    expect(marksOf(fixture)).toEqual({ labels: ['a'], ids: ['1'] })
    expect(marksOf(fixture, 'b').labels).toEqual(['b', 'a'])
  })
})

it('an answer to a query may hold no token at all', () => {
  const to = (url: string) => ({ ...answered([]), request: { ...answered([]).request, url } })
  const told = (code: 'wrong-type' | 'field-missing', url: string) =>
    holdsNoToken(violated(code, { operation: 'pat.list', field: 'expires_at', type: 'null' }, to(url)), to(url))
  expect(told('wrong-type', 'http://hub/tokens?count=true')).toBe(true)
  expect(told('wrong-type', 'http://hub/tokens')).toBe(false)
  expect(told('field-missing', 'http://hub/tokens?count=true')).toBe(false)
  expect(holdsNoToken(holds(answered([])), to('http://hub/tokens?a=b'))).toBe(false)
})

it('a list of tokens is asked for with every declared value, also in large pages', async () => {
  const parameters = ['search', 'page_size', 'state'].map(name => ({ name, in: 'query' }))
  Object.assign(parameters[2] as object, { values: ['a', 'b'] })
  const fixtures: Readonly<Record<string, unknown>> = {
    pat: { label: 'mine' },
    reference: { from: 'x', operations: [{ method: 'GET', path: '/v2/pat.list', parameters }] },
  }
  const run = async (...needs: readonly string[]) => {
    const { probe, calls } = probeOf(
      {},
      {
        hasFixture: async need => needs.includes(need),
        fixture: (async (need: string) => fixtures[need]) as never,
        call: (async (operation: string, _about: unknown, options: { query: Record<string, string> }) => {
          calls_.push([operation, options.query])
          return { ...answered([]), request: { url: `http://hub/a?${new URLSearchParams(options.query)}` } }
        }) as never,
      },
    )
    const calls_: [string, unknown][] = []
    const large = await listLarge(probe)
    expect(calls_).toEqual(large ? [['pat.list', { page_size: '100' }]] : [])
    calls_.length = 0
    await declaredTokenLists(probe)
    expect(calls).toEqual([])
    return { asked: calls_, large: large?.request.url }
  }
  expect(await run('reference', 'pat')).toEqual({
    asked: [
      ['pat.list', { search: 'mine' }],
      ['pat.list', { page_size: '100' }],
      ['pat.list', { state: 'a' }],
      ['pat.list', { state: 'b' }],
    ],
    large: 'http://hub/a?page_size=100',
  })
  expect((await run('reference')).asked).toContainEqual(['pat.list', { search: 'ci' }])
})
