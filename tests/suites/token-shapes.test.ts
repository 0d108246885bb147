import { describe, expect, it } from 'vitest'
import { judgeTokenList } from '../../checks/answers/token-list.ts'
import { judgeExpiry } from '../../checks/expiry.ts'
import type { Answered } from '../../contracts/exchange.ts'

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

const listed: readonly (readonly [says: string, body: unknown, kind: string])[] = [
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
    expect(judgeTokenList('pat.list', 'expires_at', pages, 'shown', [marks])?.kind).toBe(kind)
  })

  it('lacks it in every item, or in the first that does; another name for it is told', () => {
    const camel = { ...bare, expiresAt: null }
    const without = (...items: readonly object[]) =>
      judgeTokenList('pat.list', 'expires_at', [{ exchange: answered(items), items }], 'shown', [marks])
    expect(without(camel, { ...camel, id: '1', label: 'x' })).toMatchObject({
      values: { where: 'in none of 2 items', similar: 'expiresAt' },
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
      judgeTokenList('pat.list', 'expires_at', pages, end, own, { answer: answered(token), marks })?.kind
    expect([judge('shown', []), judge('silent', []), judge('silent', [marks]), judge('short', [marks])]).toEqual([
      'holds',
      'unclear',
      'holds',
      'unclear',
    ])
    expect(judgeTokenList('pat.list', 'expires_at', pages, 'shown', [{ labels: ['other'], ids: [] }])).toBeUndefined()
  })
})
