import { expect, it } from 'vitest'
import { keepingOthers, labelOfItsOwn } from '../../../checks/answers/relabelled.ts'
import { marksOfTokens, tokensRead } from '../../../checks/answers/tokens-read.ts'
import { tokenFamilies } from '../../../checks/token-calls.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { Probe, Received } from '../../../contracts/requirement.ts'
import { exempt, holds, Missing } from '../../../contracts/results/finding.ts'
import { answered, probeOf } from './answered.ts'

const [first, second, changed] = ['hub-conformance-abc-1', 'hub-conformance-abc-2', 'hub-conformance-abc-1-renamed']

const received = (body: unknown, id?: string, sent: object = {}, status = 200): Received => ({
  answer: answered(body, { sent: JSON.stringify(sent), status }),
  values: id === undefined ? {} : { id },
})
const token = (uuid: string, label: string, also = {}): object => ({ uuid, token_label: label, ...also })
const created = (label: string): Received => received({}, undefined, { token_label: label })

const [facts] = tokenFamilies
if (facts === undefined) throw new Error('no family')
const { check, last } = labelOfItsOwn(facts)
const none: Probe['fixture'] = async () => {
  throw new Missing('need-writes')
}
const probeWith = (answers: Readonly<Record<string, readonly Received[]>>, fixture = none): Probe =>
  probeOf({}, { received: name => answers[name] ?? [], fixture }).probe

const made = {
  'pat.create': [created(first), created(second)],
  'pat.get': [received(token('11111111', first), '11111111'), received(token('22222222', second), '22222222')],
}
const update = received({}, '11111111', { token_label: changed })

const judged = async (answers: Readonly<Record<string, readonly Received[]>>): Promise<string> => {
  const finding = await check(probeWith(answers))
  return [finding.kind, 'code' in finding ? finding.code : ''].join(' ').trim()
}

it.each([
  ['22222222', 'violated other-changed'],
  ['44444444', 'holds'],
])('another token is switched off in the list: %s', async (uuid, kind) => {
  const bystander = async () => ({ id: '22222222', label: second }) as never
  const shown = (isOn: boolean) => received([token(uuid, second, { is_active: isOn }), token('11111111', changed)])
  const finding = await check(
    probeWith({ ...made, 'pat.update': [update], 'pat.list': [shown(true), shown(false)] }, bystander),
  )
  expect([finding.kind, 'code' in finding ? finding.code : ''].join(' ').trim()).toBe(kind)
  if ('code' in finding)
    expect(finding.values).toEqual({ operation: 'pat.list', member: expect.any(String), what: second })
})

const unseen = 'exempt not-seen'
const other = 'violated other-relabelled'

it.each<[says: string, kind: string, list: Received]>([
  ['the token with its label', 'holds', received([token('11111111', changed), token('22222222', second)])],
  ['another one with the label', other, received([token('11111111', first), token('22222222', changed)])],
  ['another one that refers to the token', 'holds', received([token('22222222', changed, { from: '11111111' })])],
  ['a token that the run did not read', 'holds', received([token('33333333', changed)])],
  ['another label', unseen, received([token('22222222', second)])],
  ['the label in an error', unseen, received([token('22222222', changed)], undefined, {}, 500)],
  ['the label in what is no JSON', 'holds', received(`22222222: ${changed}`)],
  ['the label in a longer one', 'holds', received([token('22222222', `${changed}-more`)])],
])('a token got another label, and the list shows %s: %s', async (_, kind, list) => {
  expect(await judged({ ...made, 'pat.update': [update], 'pat.list': [list] })).toBe(kind)
})

it('is judged by what was read of each token as well', async () => {
  const read = (id: string) => [...made['pat.get'], received(token(id, changed), id)]
  expect(await judged({ ...made, 'pat.update': [update], 'pat.get': read('11111111') })).toBe('holds')
  const answers = { ...made, 'pat.update': [update], 'pat.get': read('22222222') }
  expect(await judged(answers)).toBe(other)
  expect(await check(probeWith(answers))).toMatchObject({
    values: { operation: 'pat.get', got: changed },
    seen: [answers['pat.get'][2]?.answer, update.answer],
  })
})

const list = [received([token('11111111', first), token('22222222', changed)])]

it.each<[says: string, kind: string, answers: Readonly<Record<string, readonly Received[]>>]>([
  ['nothing', unseen, {}],
  ['no update', unseen, { ...made, 'pat.list': list }],
  ['an update that names no token', unseen, { ...made, 'pat.update': [{ ...update, values: {} }], 'pat.list': list }],
  [
    'an update with a label that is not of the run',
    unseen,
    { ...made, 'pat.update': [received({}, '11111111', { token_label: 'mine' })], 'pat.list': [received(['mine'])] },
  ],
  [
    'an update of a token that was never read',
    'holds',
    { ...made, 'pat.update': [{ ...update, values: { id: '33333333' } }], 'pat.list': list },
  ],
  ['a family of another kind', unseen, { ...made, 'oat.update': [update], 'oat.list': list }],
])('the run received %s: %s', async (_, kind, answers) => {
  expect(await judged(answers)).toBe(kind)
})

it('is judged when all else was, and tells what was not seen', async () => {
  expect(last).toBe(true)
  expect(await check(probeWith({}))).toMatchObject({
    values: { what: 'a token with another label than it was created with' },
  })
})

it('knows the tokens of the run by the label of their creation, as they were read last', () => {
  const read = (gets: readonly Received[]) => tokensRead(probeWith({ ...made, 'pat.get': gets }), 'pat')
  expect(read(made['pat.get'])).toEqual([
    { id: '11111111', label: first },
    { id: '22222222', label: second },
  ])
  expect(read([received(token('1', first), '1'), received(token('2', first), '2')])).toEqual([
    { id: '2', label: first },
  ])
  expect(read([received(token('3', 'hub-conformance-abc-3'), '3'), received(token('1', first))])).toEqual([])
  const foreign = { 'pat.create': [created('someone')], 'pat.get': [received(token('1', 'someone'), '1')] }
  expect(tokensRead(probeWith(foreign), 'pat')).toEqual([])
})

it('the marks of tokens are the ids and labels of those that are listed or made, unless they are short', async () => {
  const listed = [
    { id: 'id-123456', token_label: 'label-of-one' },
    { id: 'id-12345', token_label: 'short' },
  ]
  const marksOf = (call: Probe['call']) =>
    marksOfTokens(probeOf({}, { received: name => made[name as keyof typeof made] ?? [], call }).probe, 'pat', 'o')
  const asked: unknown[] = []
  expect(
    await marksOf(async (operation, values) => {
      asked.push(operation, values)
      return answered(listed)
    }),
  ).toEqual(['id-123456', 'label-of-one', first, second])
  expect(asked).toEqual(['pat.list', { org: 'o' }])
  const refusing = async () => {
    throw new Missing('need-org')
  }
  expect(await marksOf(refusing)).toEqual([first, second])
})

const others = { id: '22222222', label: second, org: '', created: answered({}), reads: [] }
const shown = token(others.id, second, { expires_at: null, last_used: '2026-01-01T00:00:00Z', scopes: ['a', 'b'] })
const held = holds(update.answer)

it.each<[says: string, kind: string, before: object, after: object, status?: number]>([
  ['the same', 'holds', shown, shown],
  ['another time of use', 'holds', shown, { ...shown, last_used: '2026-02-01T00:00:00Z' }],
  ['the same in another order', 'holds', shown, { ...shown, scopes: ['b', 'a'] }],
  ['a member that is not shown again', 'holds', shown, token(others.id, second)],
  ['another expiry', 'violated', shown, { ...shown, expires_at: '2031-01-01T00:00:00Z' }],
  ['its label where it had none', 'holds', { ...shown, token_label: '' }, shown],
  ['other scopes', 'violated', shown, { ...shown, scopes: [] }],
  ['something else', 'holds', {}, shown],
  ['nothing any more', 'holds', shown, { ...shown, scopes: [] }, 404],
])(
  'a token is read after the update of another one, and shows %s, compared with what was first read of it: %s',
  async (_, kind, before, after, status) => {
    const [first, answer] = [answered(before), answered(after, { status: status ?? 200 })]
    const fixture = { ...others, reads: [first] }
    const calls: unknown[] = []
    const call = async (...given: readonly unknown[]) => {
      calls.push(given)
      return answer
    }
    const { probe } = probeOf({}, { fixture: (async () => fixture) as never, call })
    const seen = [1, 2, 3, 4].map(at => ({ ...update.answer, id: `x${at}` })) as [Answered, ...Answered[]]
    const finding = await keepingOthers(probe, facts, async () => holds(...seen))
    // What has changed is read twice more: it may change by itself.
    const reads = kind === 'violated' ? 3 : 1
    expect(calls).toEqual(Array.from({ length: reads }, () => ['pat.get', fixture, { anyStatus: true }]))
    expect(finding.kind).toBe(kind)
    if (kind === 'violated')
      expect(finding).toMatchObject({
        code: 'other-changed',
        values: { operation: 'pat.get', what: second },
        seen: [answer, ...seen.slice(0, 3), first],
      })
  },
)

it('what was found of the token itself stays, and so does what no other token is there for', async () => {
  const found = exempt('not-seen', { what: 'a label' })
  const fixtureOf = (reads: readonly Answered[]) => async () => ({ ...others, reads })
  const call = async () => answered({ ...shown, scopes: [] })
  const probeFor = (reads: readonly Answered[]) => probeOf({}, { fixture: fixtureOf(reads) as never, call }).probe
  for (const looking of [false, true])
    expect(
      await keepingOthers(probeFor([answered(shown)]), facts, async look => {
        if (looking) await look()
        return found
      }),
    ).toBe(found)
  const unread = async () => {
    throw new Error('asked')
  }
  const { probe: ofNone } = probeOf({}, { fixture: fixtureOf([]) as never, call: unread })
  expect(await keepingOthers(ofNone, facts, async () => held)).toBe(held)
  const fixture = async () => {
    throw new Missing('creation-failed', {})
  }
  expect(await keepingOthers(probeOf({}, { fixture }).probe, facts, async () => held)).toBe(held)
})
