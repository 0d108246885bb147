import { expect, it } from 'vitest'
import { declaredTokens, receivedTokens } from '../../../checks/answers/received-tokens.ts'
import type { Received } from '../../../contracts/requirement.ts'
import { answered, probeOf } from './answered.ts'

const label = 'hub-conformance-abc-1'
const bare = { uuid: '7d1c9a02', token_label: label, is_active: true, scopes: ['repo:read'] }
const token = { ...bare, expires_at: null }
const someone = { uuid: '11111111', token_label: 'someone', is_active: true, scopes: [] }

const received = (body: unknown, { id = bare.uuid, sent = {}, url = 'http://hub/a' } = {}): Received => ({
  answer: answered(body, { sent: JSON.stringify(sent), url }),
  values: { id },
})
const created = (body: unknown = token, name = label, also = {}): Received => ({
  ...received(body, { sent: { token_label: name, ...also } }),
  values: {},
})

const judged = async (
  operation: Parameters<typeof receivedTokens>[0],
  answers: Readonly<Record<string, readonly Received[]>>,
): Promise<string> => {
  const { probe } = probeOf({}, { received: name => answers[name] ?? [] })
  const finding = await receivedTokens(operation).check(probe)
  return [finding.kind, 'code' in finding ? finding.code : ''].join(' ').trim()
}

const lacks = 'violated field-missing'
const unseen = 'exempt not-seen'

it.each<[says: string, kind: string, answers: readonly Received[]]>([
  ['nothing', unseen, []],
  ['a token with it', 'holds', [created()]],
  ['a token without it', lacks, [created(bare)]],
  ['one of each', lacks, [created(), created(bare)]],
  ['what is open, and one with it', 'holds', [created({ done: true }), created()]],
  ['a token that is not of the run', unseen, [created(bare, 'someone')]],
  ['what is no JSON', unseen, [created('created')]],
])('created were: %s: %s', async (_, kind, answers) => {
  expect(await judged('pat.create', { 'pat.create': answers })).toBe(kind)
})

const made = [created()]

it.each<[says: string, kind: string, answer: Received]>([
  ['it with the field', 'holds', received(token)],
  ['it without the field', lacks, received(bare)],
  ['what is no JSON', unseen, received('token')],
  ['another token without the field', unseen, received(bare, { id: '2' })],
  [
    'a remainder: its id and a part of what it had',
    unseen,
    received({ uuid: bare.uuid, token_label: label, deleted: true, at: 1 }),
  ],
  ['another token that is shown by a call without an id', unseen, { ...received(bare), values: {} }],
  ['it by its id alone, without the field', lacks, received({ uuid: bare.uuid, is_active: true, scopes: [] })],
  ['a remainder with the field', 'holds', received({ uuid: bare.uuid, token_label: label, at: 1, expires_at: null })],
  ['half of its members', lacks, received({ uuid: bare.uuid, token_label: label, is_active: true })],
])('a token of the run was read, the answer was %s: %s', async (_, kind, answer) => {
  expect(await judged('pat.get', { 'pat.create': made, 'pat.get': [answer] })).toBe(kind)
})

it('tells nothing by the members of a token whose creation showed none', async () => {
  const made = [created({ uuid: bare.uuid })]
  expect(await judged('pat.get', { 'pat.create': made, 'pat.get': [received(bare)] })).toBe(unseen)
})

it('knows a token by the name that an update gave it', async () => {
  const name = 'hub-conformance-abc-2'
  const update = received({ ...token, token_label: name }, { sent: { token_label: name } })
  const read = (shown: object) =>
    judged('pat.get', { 'pat.create': made, 'pat.update': [update], 'pat.get': [received(shown)] })
  expect(await read({ ...token, token_label: name })).toBe('holds')
  expect(await read({ items: [{ ...bare, uuid: undefined, token_label: name }, someone] })).toBe(lacks)
  expect(await judged('pat.update', { 'pat.create': made, 'pat.update': [update] })).toBe('holds')
  expect(await judged('pat.delete', { 'pat.create': made, 'pat.update': [update] })).toBe(unseen)
})

it.each<[says: string, kind: string, lists: readonly Received[]]>([
  ['nothing', unseen, []],
  ['the token of the run', 'holds', [received([token])]],
  ['it, and one that lacks the field', lacks, [received([token, someone])]],
  ['it, and on another page one that lacks the field', lacks, [received([someone]), received([token])]],
  ['others alone', unseen, [received([someone])]],
  ['the token of the run without the field', unseen, [received([bare])]],
  ['names alone', unseen, [received([label])]],
  ['what is no JSON', 'holds', [received('no'), received([token])]],
  [
    'a note of it with the field',
    unseen,
    [received([{ note_text: label, expires_at: null }, { note_text: 'another' }])],
  ],
  ['it by its label, with the field', lacks, [received([{ token_label: label, expires_at: null }, someone])]],
  ['it, and names alone to a query', 'holds', [received([token]), received(['x'], { url: 'http://hub/a?q=1' })]],
  ['it, and names alone', 'violated wrong-type', [received([token]), received(['x'])]],
])('listed were: %s: %s', async (_, kind, lists) => {
  expect(await judged('pat.list', { 'pat.create': made, 'pat.list': lists })).toBe(kind)
})

it('takes the names that updates gave to that token alone', async () => {
  const name = 'hub-conformance-abc-2'
  const update = received({}, { id: '2', sent: { token_label: name } })
  const read = received({ items: [{ ...bare, uuid: undefined, token_label: name }, someone] })
  expect(await judged('pat.get', { 'pat.create': made, 'pat.update': [update], 'pat.get': [read] })).toBe(unseen)
})

it.each<[says: string, kind: string, shown: object]>([
  ['two of four', lacks, { is_active: true, scopes: [] }],
  ['one of four', unseen, { is_active: true }],
])('a token of which %s members are shown', async (_, kind, shown) => {
  const whole = created({ ...token, owner: 'me', created_at: 'x', used: 1 })
  const rest = received({ uuid: bare.uuid, token_label: label, ...shown })
  expect(await judged('pat.get', { 'pat.create': [whole], 'pat.get': [rest] })).toBe(kind)
})

it('is told in a list by any of the names that it was given', async () => {
  const two = created(token, label, { note: 'hub-conformance-abc-9' })
  expect(await judged('pat.list', { 'pat.create': [two], 'pat.list': [received([token, someone])] })).toBe(lacks)
})

it.each<[says: string, kind: string, shown: readonly unknown[]]>([
  ['with the field', 'holds', [token]],
  ['with another that lacks it', lacks, [token, someone]],
  ['that has no token of the run', unseen, [someone]],
])('a list with declared parameters, %s: %s', async (_, kind, shown) => {
  const path = '/v2/pat.list'
  const parameters = [{ name: 'q', in: 'query', required: false }]
  const fixtures = { pat: { id: bare.uuid, label }, reference: { operations: [{ method: 'GET', path, parameters }] } }
  const { probe } = probeOf(
    { 'pat.list': answered(shown) },
    {
      hasFixture: async () => true,
      fixture: (async (need: keyof typeof fixtures) => fixtures[need]) as never,
    },
  )
  const finding = await declaredTokens.check(probe)
  expect([finding.kind, 'code' in finding ? finding.code : ''].join(' ').trim()).toBe(kind)
  if (kind === unseen) expect(finding).toMatchObject({ values: { what: 'an answer of pat.list' } })
  if (kind === lacks) expect(finding).toMatchObject({ values: { operation: 'pat.list' } })
})

it('is told in a list by any of its tokens', async () => {
  const second = created({ ...token, uuid: '3', token_label: 'hub-conformance-abc-3' }, 'hub-conformance-abc-3')
  const list = received([{ ...token, uuid: '3', token_label: 'hub-conformance-abc-3' }, someone])
  expect(await judged('pat.list', { 'pat.create': [...made, second], 'pat.list': [list] })).toBe(lacks)
})

it('is judged last, and says of what nothing was seen', async () => {
  const { probe } = probeOf({}, { received: () => [] })
  const kase = receivedTokens('pat.get')
  expect(kase).toMatchObject({ name: 'other answers of the run', last: true })
  expect(await kase.check(probe)).toMatchObject({ values: { what: 'an answer of pat.get' } })
})
