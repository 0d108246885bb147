import { describe, expect, it } from 'vitest'
import { judgeExpiry, neverOff, refusedUpdate, unlessCatchAll } from '../../../checks/expiry.ts'
import { holds, unclear } from '../../../contracts/results/finding.ts'
import { answered, probeOf } from './answered.ts'

const marks = { labels: ['hub-conformance-abc-1'], ids: ['7d1c9a02'] }
const bare = { id: '7d1c9a02', label: 'hub-conformance-abc-1', scopes: ['repo:read'], is_active: true }
const token = { ...bare, expires_at: null }
const sent = JSON.stringify({ label: bare.label, scopes: ['repo:read'] })

type Parts = Parameters<typeof answered>[1]

const judged = (operation: string, body: unknown, parts: Parts = {}, shown?: unknown) =>
  judgeExpiry(
    operation,
    answered(body, { method: 'PATCH', sent, ...parts }),
    marks,
    shown === undefined ? shown : answered(shown),
  )

const location = { status: 303, headers: [['location', '/t/1']] } as const

describe('whether a representation carries the field', () => {
  it.each<[says: string, operation: string, body: unknown, parts: Parts, code: string]>([
    ['a place', 'pat.create', '', location, 'exempt no-representation'],
    ['a place of what was read', 'pat.get', '', { ...location, method: 'GET' }, 'unclear request-refused'],
    ['303 without a place', 'pat.create', '', { status: 303 }, 'unclear request-refused'],
    [
      'a place next to the token',
      'pat.create',
      bare,
      { status: 201, headers: location.headers },
      'violated field-missing',
    ],
    ['a redirect', 'pat.create', token, { ...location, status: 302 }, 'unclear request-refused'],
    ['a refusal', 'pat.create', token, { status: 404 }, 'unclear request-refused'],
    ['nothing', 'pat.get', '', {}, 'exempt no-representation'],
    ['spaces', 'pat.get', ' \n', {}, 'exempt no-representation'],
    ['an empty list of a change', 'pat.update', [], {}, 'exempt no-representation'],
    ['an empty list', 'pat.get', [], {}, 'violated wrong-type'],
    ['null of a change', 'pat.update', 'null', {}, 'exempt no-representation'],
    ['null of a creation', 'pat.create', 'null', {}, 'violated wrong-type'],
    ['a number', 'pat.get', '7', {}, 'violated wrong-type'],
    ['a list of the token', 'pat.get', [token], {}, 'holds'],
    ['the token', 'pat.get', token, {}, 'holds'],
    ['the token without it', 'pat.get', bare, {}, 'violated field-missing'],
    [
      'what was sent and nothing more',
      'pat.update',
      { label: bare.label, scopes: ['repo:read'] },
      {},
      'unclear token-unclear',
    ],
    [
      'what was sent, and which one it is',
      'pat.update',
      { uuid: bare.id, changes: { label: bare.label } },
      {},
      'unclear token-unclear',
    ],
    [
      'what was sent in a part of a token',
      'pat.create',
      { uuid: bare.id, created_by: 'ci', metadata: { label: bare.label } },
      { method: 'POST' },
      'violated field-missing',
    ],
    [
      'what was sent otherwise',
      'pat.update',
      { label: bare.label, id: bare.id, scopes: [] },
      {},
      'violated field-missing',
    ],
    [
      'what was read, although it was sent',
      'pat.get',
      { label: bare.label, scopes: ['repo:read'] },
      {},
      'violated field-missing',
    ],
    [
      'a sentence on the token',
      'pat.create',
      { message: `${bare.label} was made`, job: { expires_at: 1 } },
      {},
      'unclear token-unclear',
    ],
    ['a sentence on the token', 'pat.create', { message: `${bare.label} was made` }, {}, 'exempt no-representation'],
    ['a sentence on the token, from reading it', 'pat.get', { message: `${bare.label}!` }, {}, 'unclear token-unclear'],
    ['a name and when it was made', 'pat.create', { label: bare.label, made: 1 }, {}, 'unclear token-unclear'],
    ['another thing with an id', 'pat.get', { id: 'zz9', colour: 'red' }, {}, 'unclear token-unclear'],
    [
      'another thing with it, and a part',
      'pat.get',
      { colour: 'red', expires_at: 1, part: { a: 1 } },
      {},
      'unclear token-unclear',
    ],
    [
      'a part of what was sent',
      'pat.update',
      { label: bare.label },
      { sent: JSON.stringify({ token: { label: bare.label } }) },
      'unclear token-unclear',
    ],
    [
      'a resource in a list of what was sent alone',
      'pat.update',
      [{ type: 'token', id: bare.id, attributes: { scopes: ['repo:read'] } }],
      {},
      'unclear token-unclear',
    ],
    [
      'a resource in a list of what was not sent',
      'pat.update',
      [{ type: 'token', id: bare.id, attributes: { scopes: [] } }],
      {},
      'violated field-missing',
    ],
    ['an empty object', 'pat.get', {}, {}, 'violated field-missing'],
    ['an empty object of a change', 'pat.update', {}, {}, 'exempt no-representation'],
    ['another thing with it', 'pat.get', { colour: 'red', expires_at: null }, {}, 'holds'],
    ['another thing of a change with it', 'pat.update', { colour: 'red', expires_at: null }, {}, 'holds'],
    ['two other things, one with it', 'pat.update', [{ a: 1 }, { expires_at: null }], {}, 'unclear token-unclear'],
    ['two other things', 'pat.update', [{ a: 1 }, { b: 1 }], {}, 'exempt no-representation'],
    ['two other things of what was read', 'pat.get', [{ a: 1 }, { b: 1 }], {}, 'unclear token-unclear'],
    ['another thing', 'pat.get', { colour: 'red' }, {}, 'unclear token-unclear'],
  ])('%s (%s)', (_, operation, body, parts, code) => {
    const finding = judged(operation, body, parts)
    expect([finding.kind, 'code' in finding ? finding.code : ''].join(' ').trim()).toBe(code)
  })

  it('names what is not understood', () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`m${at}`, 1]))
    expect(judged('pat.get', { remark: bare.label, ...many })).toMatchObject({
      values: {
        operation: 'pat.get',
        field: 'expires_at',
        where: 'the members remark, m0, m1, m2, m3, m4, m5, m6',
      },
    })
    expect(judged('pat.get', { colour: 'red' })).toMatchObject({ values: { where: 'no label and no id of the token' } })
    expect(judged('pat.update', [{ a: 1 }, { expires_at: 1 }])).toMatchObject({
      values: { where: 'no label and no id of the token' },
    })
    expect(judged('pat.get', token, { status: 404 })).toMatchObject({ values: { operation: 'pat.get', status: 404 } })
    expect(judged('pat.get', '[]')).toMatchObject({ values: { type: 'an array', field: 'expires_at' } })
  })

  const { label: _label, id: _id, ...nameless } = { ...bare, id: 'other' }
  it.each<[says: string, operation: string, body: unknown, parts: Parts, kind: string]>([
    ['the token', 'pat.update', { ...nameless, expires_at: null }, {}, 'holds'],
    ['the token without it', 'pat.update', nameless, {}, 'violated'],
    ['the token that is being changed', 'pat.update', nameless, { status: 202 }, 'unclear'],
    ['a job', 'pat.update', { ...nameless, job: 7 }, {}, 'unclear'],
    ['a job of what was read', 'pat.get', { ...nameless, job: 7 }, {}, 'violated'],
    ['a part of what was sent', 'pat.update', bare, { sent: JSON.stringify({ token: bare }) }, 'unclear'],
    ['the token twice', 'pat.update', [nameless, nameless], {}, 'unclear'],
    ['the token with it inside', 'pat.update', { ...nameless, validity: { expires_at: 1 } }, {}, 'unclear'],
  ])('of %s, told by the members that it was shown with (%s)', (_, operation, body, parts, kind) => {
    expect(judged(operation, body, parts, bare).kind).toBe(kind)
  })

  it.each(['status', 'state', 'done', 'progress', 'job', 'task', 'operation', 'poll_url', 'Status'])(
    'of what has a member %s is open: it runs on',
    name => {
      expect(judged('pat.update', { ...nameless, [name]: 1 }, {}, bare).kind).toBe('unclear')
      expect(judged('pat.update', { ...nameless, [`x${name}`]: 1 }, {}, bare).kind).toBe('violated')
      const longer = judged('pat.update', { ...nameless, [`${name}x`]: 1 }, {}, bare).kind
      expect(longer).toBe(name === 'poll_url' ? 'unclear' : 'violated')
    },
  )
})

describe('a finding that holds', () => {
  const answer = answered(token, { method: 'POST', sent })
  it('holds where a path that does not exist answers otherwise', async () => {
    const { probe, calls } = probeOf({})
    const finding = await unlessCatchAll(probe, holds(answer), answer)
    expect(finding).toMatchObject({ kind: 'holds', seen: [answer, { response: { status: 404 } }] })
    expect(calls).toEqual([['control pat.create', { json: JSON.parse(sent) }]])
    const read = probeOf({})
    await unlessCatchAll(read.probe, holds(answer), answered(token, { sent }))
    await unlessCatchAll(read.probe, holds(answer), answered(token, { method: 'POST' }))
    expect(read.calls).toEqual([
      ['control pat.list', undefined],
      ['control pat.list', undefined],
    ])
  })

  it('is open where it answers alike, and others stay as they are', async () => {
    const { probe, calls } = probeOf({ 'control pat.create': answer })
    expect(await unlessCatchAll(probe, holds(answer), answer)).toMatchObject({
      kind: 'unclear',
      code: 'catch-all',
      values: { status: 200 },
    })
    const open = unclear('token-unclear', {}, answer)
    expect(await unlessCatchAll(probe, open, answer)).toBe(open)
    expect(calls).toHaveLength(1)
  })
})

it('says why a deactivated token shows nothing', () => {
  const refused = answered({}, { status: 409 })
  expect(neverOff(refused)).toEqual({
    kind: 'exempt',
    code: 'not-seen',
    values: { what: 'a token that an update deactivated' },
    seen: [refused],
  })
  expect(refusedUpdate(refused)).toEqual({
    kind: 'exempt',
    code: 'request-refused',
    values: { operation: 'pat.update', status: 409 },
    seen: [refused],
  })
})
