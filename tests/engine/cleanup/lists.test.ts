import { describe, expect, it } from 'vitest'
import type { Answered } from '../../../contracts/exchange.ts'
import type { CallOptions, Probe } from '../../../contracts/requirement.ts'
import { NoAnswer } from '../../../contracts/results/finding.ts'
import { answersAlike, holdsText, isAmong, listedThings, placeKey, strays } from '../../../engine/cleanup/lists.ts'
import type { Session } from '../../../engine/probe/session.ts'

type Shown = readonly [status: number, body: unknown]

const answered = ([status, body]: Shown, method = 'GET'): Answered => ({
  id: 'x1',
  request: { method, url: 'http://hub/x', headers: [], body: null, as: 'valid' },
  response: {
    status,
    headers: [],
    body: typeof body === 'string' ? body : JSON.stringify(body),
    encoding: 'utf8',
    truncated: false,
  },
  ms: 1,
})

/** Answers as told; a failure of the server is no answer to a request that asks for a decision. */
const probeOf = (list: Shown, control: Shown = [404, {}], creation: Shown = [404, {}]): Probe => {
  const answer = async (shown: Shown, options: CallOptions = {}): Promise<Answered> => {
    if (options.anyStatus !== true && shown[0] >= 500) throw new NoAnswer(answered(shown))
    return answered(shown)
  }
  return {
    bind: () => ({ path: '/x', method: 'GET' }),
    hasFixture: async () => false,
    call: async (_operation: string, _values: unknown, options: CallOptions) => answer(list, options),
    callControlPath: async (_operation: string, _values: unknown, options: CallOptions = {}) =>
      answered(options.json === undefined ? control : creation),
  } as unknown as Probe
}

const pats = { kind: 'pat', values: {} } as const

it('things of one list have one key', () => {
  expect(placeKey({ kind: 'repository', values: { namespace: 'a', org: 'b' } })).toBe('["repository","a"]')
  expect(placeKey({ kind: 'oat', values: { namespace: 'a', org: 'b' } })).toBe('["oat","b"]')
  expect(placeKey({ kind: 'pat', values: { namespace: 'a', org: 'b' } })).toBe('["pat",null]')
})

it('a thing is among others by its id or its name, in any case', () => {
  const entry = { kind: 'pat', name: 'Own-1', values: {} } as const
  expect(isAmong([{ id: '7' }], entry, '7')).toBe(true)
  expect(isAmong([{ label: 'is OWN-1 indeed' }], entry, '7')).toBe(true)
  expect(isAmong([{ id: '8', label: 'x' }], entry, '7')).toBe(false)
  expect(holdsText({ a: ['xYz'] }, 'Xy')).toBe(true)
})

it.each<[Shown, readonly unknown[] | undefined]>([
  [[200, [1]], [[1]]],
  [[200, { results: [] }], [{ results: [] }]],
  [[200, '<html>'], undefined],
  [[404, []], undefined],
  [[500, []], undefined],
])('the things of a list that answers %j', async (list, things) => {
  expect(await listedThings(probeOf(list), pats)).toEqual(things)
})

describe('a target answers everything alike', () => {
  it.each<[says: string, list: Shown, control: Shown, creation: Shown, isAlike: boolean]>([
    ['with one body', [200, { a: 1 }], [200, { a: 1 }], [200, {}], true],
    ['with one list', [200, [{ a: 1 }]], [200, [{ a: 1 }]], [201, {}], true],
    ['with one text', [200, 'hello'], [200, 'hello'], [200, ''], true],
    ['with one redirect', [302, ''], [302, ''], [302, ''], true],
    ['but another redirect of creations', [302, ''], [302, ''], [307, ''], false],
    ['but refuses creations', [200, {}], [200, {}], [404, {}], false],
    ['but fails at creations', [200, {}], [200, {}], [500, {}], false],
    ['but fails at what does not exist', [200, {}], [500, {}], [200, {}], false],
    ['but shows another list', [200, [{ a: 1 }]], [200, [{ a: 2 }]], [200, {}], false],
    [
      'but shows what was created',
      [200, ['x HUB-CONFORMANCE-ABC123-1']],
      [200, ['x HUB-CONFORMANCE-ABC123-1']],
      [200, {}],
      false,
    ],
    ['but does not know the other path', [200, {}], [404, {}], [200, {}], false],
    ['and refuses everything', [400, {}], [400, {}], [400, {}], false],
    ['and fails at everything', [500, {}], [500, {}], [500, {}], false],
  ])('%s', async (_, list, control, creation, isAlike) => {
    expect(await answersAlike(probeOf(list, control, creation), pats, 'abc123')).toBe(isAlike)
  })
})

describe('strays', () => {
  const prefix = 'hub-conformance-abc123-'
  const session = { run: 'abc123', redactor: { text: (text: string) => text.replace('secret', '[s]') } }
  const found = async (items: unknown, known: readonly string[] = [], status = 200): Promise<readonly string[]> =>
    (await strays(session as unknown as Session, probeOf([status, items]), known, pats)).map(({ name }) => name)

  it('are things with names of the run, each once', async () => {
    const names = [`${prefix}1`, `${prefix}2`.toUpperCase(), `${prefix}3 renamed`, `me/${prefix}4`, 'other', prefix]
    expect(await found(names.map(name => ({ name })))).toEqual(['1', '2', '3', '4'].map(end => prefix + end))
    expect(await found([{ name: `${prefix}!1` }])).toEqual([])
  })

  it('are none that are known, or of which a part is secret', async () => {
    expect(await found([{ name: `${prefix}1-renamed` }, { name: `${prefix}2` }], [`${prefix}1`])).toEqual([
      `${prefix}2`,
    ])
    expect(await found([{ name: `${prefix}secret` }])).toEqual([])
  })

  it('are not looked for where a list cannot be read', async () => {
    expect(await found([{ name: `${prefix}1` }], [], 404)).toEqual([])
    expect(await found([{ name: `${prefix}1` }], [], 500)).toEqual([])
  })
})
