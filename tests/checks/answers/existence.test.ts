import { describe, expect, it } from 'vitest'
import {
  isDenial,
  missingAsExisting,
  readsWhatIsMissing,
  showsAsExisting,
  showsNothing,
} from '../../../checks/answers/existence.ts'
import {
  contains,
  ifPossible,
  isLost,
  ownAnswer,
  ownAnswerTo,
  refused,
  says,
  scalarsIn,
  toldApart,
  until,
} from '../../../checks/round-trip.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import { Missing } from '../../../contracts/results/finding.ts'
import { answered, probeOf } from './answered.ts'

it.each<[sent: unknown, shown: unknown, lost: boolean]>([
  [true, false, true],
  [false, true, true],
  [true, true, false],
  [true, 'false', false],
  ['a', '', true],
  ['a', null, true],
  ['a', 'b', false],
  ['a', undefined, false],
  ['', '', false],
  [7, '', false],
  [7, null, false],
])('%j, shown as %j, is lost: %s', (sent, shown, lost) => {
  expect(isLost(sent, shown)).toBe(lost)
})

it.each([
  [{ a: ['x'] }, true],
  [{ a: 1, b: { x: 'read' } }, true],
  [{ a: 'xy', xy: 1 }, false],
])('%j contains a text as a value or a name: %s', (value, is) => {
  expect(contains(value, 'x')).toBe(is)
})

it('an answer without success is quoted', () => {
  const answer = answered({}, { status: 403 })
  const values = { operation: 'pat.get', status: 403 }
  expect(refused('pat.get', answer)).toEqual({ kind: 'unclear', code: 'request-refused', values, seen: [answer] })
})

it('what lacks something that it needs has no result, and what fails fails', async () => {
  const throwing = (error: unknown) =>
    ifPossible(async () => {
      throw error
    })
  expect(await ifPossible(async () => 7)).toBe(7)
  expect(await throwing(new Missing('need-org'))).toBeUndefined()
  await expect(throwing(new TypeError('no'))).rejects.toThrow(TypeError)
})

describe('an answer denies', () => {
  it.each<[string, unknown]>([
    ...['exists', 'exist', 'is_found', 'isPresent', 'available', 'ok', 'success', 'successful', 'Valid'].flatMap(
      (key): [string, unknown][] => [
        [key, false],
        [key, 0],
        [key, 'false'],
        [key, 'no'],
      ],
    ),
    ...['error', 'errors', 'fault', 'faults', 'problem', 'exception', 'error_code', 'errorMessage', 'errors'].map(
      (key): [string, unknown] => [key, 'x'],
    ),
    ...['status', 'state', 'result', 'code', 'message', 'reason', 'title', 'detail', 'existence'].flatMap(
      (key): [string, unknown][] => [
        [key, 'Not found'],
        [key, 404],
        [key, 400],
      ],
    ),
    ...[
      'not_found',
      'not-found',
      'notFound',
      'no such thing',
      'no_such',
      'does not exist',
      "doesn't exist",
      'unknown',
      'missing',
      'absent',
      'invalid',
      'none',
    ].map((text): [string, unknown] => ['message', text]),
    ['error', { code: 1 }],
    ['errors', [1]],
    ['error', true],
    ['error', 7],
  ])('in a member %s: %j', (key, value) => {
    expect(isDenial(answered({ [key]: value }))).toBe(true)
    expect(isDenial(answered({ data: { [key]: value } }))).toBe(true)
    expect(isDenial(answered([{ [key]: value }]))).toBe(false)
    expect(isDenial(answered({ other: { [key]: value } }))).toBe(false)
  })

  it.each<[string, unknown]>([
    ['exists', true],
    ['exists', null],
    ['exists', 'yes'],
    ['exists_since', false],
    ['not_exists', false],
    ['error', null],
    ['error', ''],
    ['errors', []],
    ['errors', {}],
    ['error', false],
    ['error', 0],
    ['error_count', 1],
    ['no_error', 'x'],
    ['status', 'active'],
    ['status', 200],
    ['status', 399],
    ['substatus', 404],
    ['status_code', 404],
    ['name', 'unknown'],
    ['description', 'not found'],
  ])('not in a member %s: %j', (key, value) => {
    expect(isDenial(answered({ [key]: value }))).toBe(false)
    expect(isDenial(answered('null'))).toBe(false)
  })
})

it.each<[string, unknown, number, boolean]>([
  ['a refusal', { name: 'x' }, 404, true],
  ['nothing', '', 200, true],
  ['spaces', ' \n', 200, true],
  ['a text', 'hello', 200, false],
  ['null', 'null', 200, true],
  ['an empty text', '""', 200, true],
  ['an empty object', {}, 200, true],
  ['an empty list', [], 200, true],
  ['zero', '0', 200, false],
  ['a denial', { found: false }, 200, true],
  ['a denial in a list', [{ found: false }], 200, false],
  ['a number', '7', 200, false],
  ['a thing', { name: 'x' }, 200, false],
])('%s shows nothing: %s', (_, body, status, isNothing) => {
  expect(showsNothing(answered(body, { status }))).toBe(isNothing)
})

const known = { id: 1, name: 'known', size: 7, note: '' }

describe('what does not exist', () => {
  const shown = (body: unknown, status = 200, there: unknown = known): boolean =>
    showsAsExisting(answered(there), answered(body, { status }), ['gone', '404'], ['known'])

  it.each<[string, unknown, boolean]>([
    ['its name', { name: 'gone' }, true],
    ['its name in a path', { href: '/a/gone' }, true],
    ['its name after a colon', { ref: 'a:gone' }, true],
    ['its name before a mark', { ref: 'gone@sha' }, true],
    ['a number that is its name', { id: 404 }, true],
    ['a member whose text would be its name', { name: ['gone'], also: { gone: true } }, false],
    ['its name in a sentence', { message: 'gone is a word' }, false],
    ['its name as a part of a word', { name: 'gone-by' }, false],
    ['its name deeper', { data: [{ name: 'gone' }] }, true],
    ['a thing of that form', { id: 2, name: 'x', size: 1, note: null }, true],
    ['a thing of that form with more', { id: 2, name: 'x', size: 1, note: 'y', more: 1 }, true],
    ['a thing of that form, half empty', { id: 2, name: '', size: null, note: '' }, false],
    ['a thing of that form, empty', { id: null, name: '', size: null, note: '' }, false],
    ['a thing of that form, mostly full', { id: 2, name: 'x', size: null, note: '' }, true],
    ['a thing of a part of that form', { id: 2, name: 'x', size: 1 }, false],
    ['a denial', { name: 'gone', found: false }, false],
    ['an empty object', {}, false],
    ['true', true, false],
  ])('is shown by %s: %s', (_, body, isShown) => {
    expect(shown(body)).toBe(isShown)
  })

  it('is not shown by a refusal, nor by what only repeats a number of one member', () => {
    expect(shown({ name: 'gone' }, 404)).toBe(false)
    expect(shown({ a: 2 }, 200, { a: 'known' })).toBe(false)
    expect(shown({ name: 7 })).toBe(false)
    expect(shown({ name: 'x', size: null, note: '' }, 200, { name: 'known', size: 7, note: '' })).toBe(false)
  })

  it('is shown by the same answer, or by the same status without content', () => {
    expect(shown('text', 200, 'text')).toBe(true)
    expect(shown('other', 200, 'text')).toBe(false)
    expect(shown('', 200, '')).toBe(true)
    expect(shown('', 204, '')).toBe(false)
    expect(shown('', 200, 'text')).toBe(false)
    expect(shown('text', 200, '')).toBe(false)
    const page = answered('', { headers: [['content-type', 'text/html']] })
    expect(showsAsExisting(page, answered('{}', { status: 204 }), [], [])).toBe(false)
    expect(showsAsExisting(page, answered(''), [], [])).toBe(true)
    expect(shown({ name: 'gone', ok: false }, 200, { name: 'known', ok: false })).toBe(true)
  })

  it('is read where a success is the answer, unless that is all that is declared and it says no', async () => {
    const path = '/v2/GetRepository'
    const read = (answer: Answered, ...statuses: readonly string[]) => {
      const responses = statuses.map(status => ({ status }))
      const reference = { operations: [{ method: 'GET', path, parameters: [], responses, tags: [] }] }
      const { probe } = probeOf({}, { fixture: (async () => reference) as never })
      return readsWhatIsMissing(probe, 'GetRepository', answered(known), answer, ['gone'], ['known'])
    }
    const denial = answered({ found: false })
    const { probe } = probeOf({}, { fixture: (async () => undefined) as never })
    expect(await readsWhatIsMissing(probe, 'GetRepository', answered(known), denial, ['gone'], ['known'])).toBe(true)
    expect(await read(answered({ name: 'gone' }, { status: 404 }))).toBe(false)
    expect([await read(denial), await read(denial, '200', '404')]).toEqual([true, true])
    expect([await read(denial, '200', '204'), await read(answered({ name: 'gone' }), '200')]).toEqual([false, true])
  })
})

describe('texts and numbers of a value', () => {
  it('are found wherever they stand', () => {
    expect([...scalarsIn({ a: 'x', b: [1, { c: 'y' }], d: null, e: true })].sort()).toEqual(['1', 'x', 'y'])
    expect(scalarsIn('x')).toEqual(['x'])
    expect([says({ a: ['x'] }, 'x'), says({ x: 'a' }, 'x'), says({ a: 'xy' }, 'x')]).toEqual([true, false, false])
  })

  it('are looked for up to a limit', () => {
    expect(scalarsIn(Array.from({ length: 30_000 }, () => 'x'))).toHaveLength(19_999)
  })
})

describe('two answers are told apart', () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: 'x' }, { a: 'y' }, false],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 'x' }, { a: null }, true],
    [{ a: true }, { a: false }, true],
    [{ a: 'x' }, { b: 'x' }, true],
    [{ a: 'x' }, { a: 1 }, true],
    [{ a: [1] }, { a: [2, 'x'] }, false],
    ['text', 'text', false],
  ])('%j and %j: %s', (one, other, isApart) => {
    expect(toldApart(answered(one), answered(other))).toBe(isApart)
  })
  it('by their status', () => {
    expect(toldApart(answered({}), answered({}, { status: 404 }))).toBe(true)
  })
})

describe('an answer of the operation’s own', () => {
  const answer = answered({ a: 1 }, { method: 'POST', sent: '{"b":2}' })
  it('differs from that of a path that does not exist', async () => {
    const { probe, calls, values } = probeOf({})
    const about = { namespace: 'n' }
    expect(await ownAnswer(probe, 'CreateRepository', about, answer, { anyStatus: true })).toBeUndefined()
    expect(await ownAnswerTo(probe, 'CreateRepository', about, answer)).toBeUndefined()
    expect(await ownAnswerTo(probe, 'CreateRepository', about, answered({}))).toBeUndefined()
    expect(calls).toEqual([
      ['control CreateRepository', { anyStatus: true }],
      ['control CreateRepository', { json: { b: 2 } }],
      ['control CreateRepository', {}],
    ])
    expect(values).toEqual([about, about, about])
  })
  it('is open where it does not', async () => {
    const { probe } = probeOf({ 'control CreateRepository': answer })
    expect(await ownAnswer(probe, 'CreateRepository', {}, answer)).toMatchObject({
      kind: 'unclear',
      code: 'catch-all',
      values: { operation: 'CreateRepository', status: 200 },
      seen: [answer, answer],
    })
  })
})

describe('asking until an answer fits', () => {
  const asking = async (answers: readonly Answered[], tries: number) => {
    let asked = 0
    const { probe } = probeOf(
      {},
      {
        eventually: async <T>(attempt: () => Promise<T | undefined>): Promise<T | undefined> => {
          for (let turn = 0; turn < tries; turn++) {
            const result = await attempt()
            if (result !== undefined) return result
          }
          return undefined
        },
      },
    )
    const ask = async (): Promise<Answered> => answers[asked++] ?? answered('nothing')
    return { ...(await until(probe, ask, answer => answer.response.body === '"yes"')), asked }
  }

  it('ends with it, or with the last', async () => {
    const [no, yes] = [answered('"no"'), answered('"yes"')]
    expect(await asking([no, yes, no], 3)).toEqual({ answer: yes, fits: true, asked: 2 })
    expect(await asking([yes, no], 2)).toEqual({ answer: yes, fits: true, asked: 1 })
    expect(await asking([no, no], 2)).toEqual({ answer: no, fits: false, asked: 2 })
    expect(await asking([no], 0)).toEqual({ answer: no, fits: false, asked: 1 })
  })

  it('does not end with a success that cannot be read', async () => {
    await expect(asking([], 1)).rejects.toMatchObject({ code: 'not-json' })
    const refusal = answered('nothing', { status: 404 })
    expect(await asking([refusal], 1)).toEqual({ answer: refusal, fits: false, asked: 1 })
  })
})

describe('a success for what is missing', () => {
  const thing = { id: 'known', name: 'n', size: 1, owner: 'o' }
  const known = answered(thing)
  const denial = answered({ error: 'not found' })
  const judge = (answer: Answered, control: Answered) =>
    missingAsExisting(probeOf({ 'control pat.get': control }).probe, 'pat.get', {}, known, answer, ['known'])
  const values = { operation: 'pat.get', status: 200 }

  it('is wrong', async () => {
    const missing = answered({}, { status: 404 })
    const wrong = { kind: 'violated', code: 'missing-like-existing', values }
    expect(await judge(answered({ a: 1 }), denial)).toEqual({ ...wrong, seen: [answered({ a: 1 }), known] })
    expect(await judge(denial, missing)).toMatchObject(wrong)
    expect(await judge(denial, answered({ a: 1 }))).toMatchObject(wrong)
    expect(await judge(denial, { ...denial, response: { ...denial.response, status: 404 } })).toMatchObject(wrong)
  })

  it('is unclear where a path that does not exist is denied with success as well', async () => {
    const unclear = { kind: 'unclear', code: 'indistinguishable', values, seen: [denial, denial] }
    expect(await judge(denial, denial)).toEqual(unclear)
  })

  it('is wrong where it shows something all the same', async () => {
    const shown = answered({ error: 'not found', data: { ...thing, id: 'other' } })
    expect((await judge(shown, denial)).kind).toBe('violated')
  })
})
