import { describe, expect, test } from 'vitest'
import type { Answered } from '../../../contracts/exchange.ts'
import type { Binding, OperationName } from '../../../contracts/operations.ts'
import { createLedger, keptBindings, type StoredEntry } from '../../../engine/cleanup/ledger.ts'

test('entries that wait for a write are written together, and each waits until it is on disk', async () => {
  const states: string[][] = []
  const finish: (() => void)[] = []
  const ledger = createLedger(entries => {
    states.push(entries.map(({ name }) => name))
    return new Promise(resolve => finish.push(resolve))
  })
  const open = (name: string) => ledger.open({ kind: 'repository', name, values: {} })
  const settled: string[] = []
  const opened = ['a', 'b', 'c'].map(name => open(name).then(() => settled.push(name)))
  await expect.poll(() => states).toEqual([['a', 'b', 'c']])
  const late = [open('d'), open('e')]
  expect(settled).toEqual([])
  finish[0]?.()
  await Promise.all(opened)
  await expect
    .poll(() => states)
    .toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'd', 'e'],
    ])
  finish[1]?.()
  await Promise.all(late)
})

test('what cannot be written is not opened, and neither is what waited with it', async () => {
  const ledger = createLedger(() => Promise.reject(new Error('no space')))
  const open = (name: string) => ledger.open({ kind: 'repository', name, values: {} })
  const outcomes = await Promise.allSettled([open('a'), open('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(ledger.entries).toEqual([])
})

test('the bindings that are kept are those that find and delete, with the forms of credentials that are used', () => {
  const binding = (operation: OperationName, more: Partial<Binding> = {}): [OperationName, Binding] => [
    operation,
    { operation, method: 'GET', path: `/${operation}`, from: 'reference', ...more },
  ]
  const bindings = new Map([
    binding('CreateRepository'),
    binding('pat.list', {
      query: { a: 'b' },
      headers: { 'X-Api-Version': '2' },
      credentialForm: 'own',
      requestSchema: {},
    }),
    binding('GetRepository', { credentialForm: 'other' }),
    binding('login'),
  ])
  const kept = (used: string) =>
    keptBindings(
      bindings,
      ({ operation }) => (operation === 'GetRepository' ? 'chosen' : undefined),
      form => form === used,
    )
  const plain = (operation: string) => ({ operation, method: 'GET', path: `/${operation}`, from: 'reference' })
  const list = { ...plain('pat.list'), query: { a: 'b' }, headers: { 'X-Api-Version': '2' } }
  expect(kept('own')).toStrictEqual([plain('GetRepository'), { ...list, credentialForm: 'own' }, plain('login')])
  expect(kept('chosen')).toStrictEqual([{ ...plain('GetRepository'), credentialForm: 'chosen' }, list, plain('login')])
  expect(kept('other')).toStrictEqual([plain('GetRepository'), list, plain('login')])
})

test('a login is kept with marks in place of what it is sent, but where a file of the user says what that is', () => {
  const login: Binding = {
    operation: 'login',
    method: 'POST',
    path: '/login',
    from: 'reference',
    requestType: 'text/json',
  }
  const properties = { username: { type: 'string' }, password: { type: 'string' } }
  const requestSchema = { type: 'object', required: ['username', 'password'], properties }
  const kept = (more: Partial<Binding>) =>
    keptBindings(
      new Map([['login', { ...login, ...more }]]),
      () => undefined,
      () => true,
    )[0]
  expect(kept({ requestSchema })).toMatchObject({
    requestBody: { username: '{username}', password: '{password}' },
    requestType: 'text/json',
  })
  expect(kept({ requestSchema, from: 'file' })).not.toHaveProperty('requestBody')
  expect(kept({})).not.toHaveProperty('requestBody')
  const own = { user: { name: '{username}', remember: true }, password: '{password}' }
  expect(kept({ requestBody: own, from: 'file' })).toMatchObject({ requestBody: own, requestType: 'text/json' })
  expect(kept({ requestBody: { ...own, size: 1, next: null }, from: 'file' })).toHaveProperty('requestBody')
  for (const secret of ['s3cret-{username}', '{username}-s3cret'])
    expect(kept({ requestBody: { ...own, client: secret }, from: 'file' })).not.toHaveProperty('requestBody')
  expect(kept({ requestBody: { ...own, client: 's3cret' }, from: 'file' })).not.toHaveProperty('requestBody')
})

/** A ledger with all that was kept of it, state after state. */
const keeping = () => {
  const states: (readonly StoredEntry[])[] = []
  const ledger = createLedger(async entries => {
    states.push(structuredClone(entries))
  })
  const open = (name: string, values = {}) => ledger.open({ kind: 'pat', name, values })
  return { ledger, states, open }
}

const answer = {} as Answered

describe('what is kept of an entry', () => {
  test('is what it may be found by, and what the target said of it', async () => {
    const { ledger, states, open } = keeping()
    const entry = await open('a', { org: 'o' })
    const stored = { kind: 'pat', name: 'a', values: { org: 'o' } }
    expect(states.at(-1)).toStrictEqual([{ ...stored, ids: [] }])
    await ledger.made(entry, answer, { ids: ['1', '2'], renamed: true })
    expect(states.at(-1)).toStrictEqual([{ ...stored, ids: ['1', '2'], made: true, renamed: true }])
    expect(entry.created).toBe(answer)
    await ledger.made(entry, answer)
    expect(states.at(-1)).toStrictEqual([{ ...stored, ids: [], made: true }])
    await ledger.made(entry, answer, { elsewhere: 'other' })
    await ledger.made(entry, answer)
    expect(states.at(-1)).toStrictEqual([{ ...stored, ids: [], made: true, elsewhere: 'other' }])
    await ledger.moved(entry, 'other')
    expect(states.at(-1)?.[0]?.values).toEqual({ org: 'o', namespace: 'other' })
  })

  test('ends with it, whether it was refused or deleted, and is written no more than needed', async () => {
    const { ledger, states, open } = keeping()
    const [a, b] = [await open('a'), await open('b')]
    await ledger.drop(a)
    expect(states.at(-1)?.map(({ name }) => name)).toEqual(['b'])
    await ledger.drop(b)
    expect(states.at(-1)).toEqual([])
    await ledger.drop(b)
    expect(states).toHaveLength(4)
    expect(ledger.entries).toEqual([])
  })

  test('says once that the target does not show it under its name', async () => {
    const { ledger, states, open } = keeping()
    const entry = await open('a')
    await ledger.renamed(entry)
    await ledger.renamed(entry)
    expect(states.map(([first]) => first?.renamed)).toEqual([undefined, true])
  })

  test('is written although an earlier write failed', async () => {
    let full = true
    const names: string[][] = []
    const ledger = createLedger(async entries => {
      if (full) throw new Error('no space')
      names.push(entries.map(({ name }) => name))
    })
    await expect(ledger.open({ kind: 'pat', name: 'a', values: {} })).rejects.toThrow('no space')
    expect(ledger.owns('a', 'pat')).toBe(false)
    expect(ledger.places).toEqual([])
    full = false
    await ledger.open({ kind: 'pat', name: 'b', values: {} })
    expect(names).toEqual([['b']])
  })
})

describe('whose an id is', () => {
  test('the run owns its names, and the ids that the target showed with them', async () => {
    const { ledger, states, open } = keeping()
    const entry = await open('a')
    expect([ledger.owns('a', 'pat'), ledger.owns('1', 'pat')]).toEqual([true, false])
    await ledger.made(entry, answer, { ids: ['2', '1'] })
    await ledger.adopt('1', 'pat', 'a', ['/x/{id}'])
    expect(states.at(-1)?.[0]?.ids).toEqual(['1', '2'])
    expect([ledger.owns('1', 'pat'), ledger.owns('2', 'pat')]).toEqual([true, false])
    // Somebody else's token of an organization may have the same number.
    expect(ledger.owns('1', 'oat')).toBe(false)
    const written = states.length
    await ledger.adopt('1', 'pat', 'a', ['/y/{id}'])
    await ledger.adopt('3', 'pat', 'nothing', ['/x/{id}'])
    expect(states).toHaveLength(written)
    expect([...ledger.shownAt('1')]).toEqual(['/x/{id}', '/y/{id}'])
    expect([...ledger.shownAt('9')]).toEqual([])
    await open('b')
    await ledger.adopt('4', 'pat', 'b', [])
    expect(states.at(-1)?.[1]?.ids).toEqual(['4'])
  })

  test('what was there before the run is somebody else’s for good, what the run owns never is', async () => {
    const { ledger, open } = keeping()
    await ledger.adopt('1', 'pat', 'a', [])
    await open('a')
    for (const id of ['1', '2']) ledger.disown(id, 'pat')
    expect(['1', '2', '3'].map(id => ledger.isForeign(id, 'pat'))).toEqual([false, true, false])
  })

  test('an id is new where it was seen what was there before of its kind', async () => {
    const { ledger } = keeping()
    ledger.disown('1', 'pat')
    await ledger.adopt('2', 'pat', 'a', [])
    expect(ledger.isNew('3', 'pat')).toBe(false)
    ledger.looked('pat')
    expect(['1', '2', '3'].map(id => ledger.isNew(id, 'pat'))).toEqual([false, false, true])
    expect(ledger.isNew('3', 'oat')).toBe(false)
  })

  test('an id of one kind says nothing of the same id of another', async () => {
    const { ledger } = keeping()
    for (const kind of ['pat', 'oat'] as const) ledger.looked(kind)
    ledger.disown('3', 'pat')
    await ledger.adopt('4', 'pat', 'a', [])
    ledger.deleted('4', 'pat')
    expect([ledger.isForeign('3', 'oat'), ledger.isNew('3', 'oat'), ledger.isNew('4', 'oat')]).toEqual([
      false,
      true,
      true,
    ])
    expect([ledger.isDeleted('4', 'pat'), ledger.isDeleted('4', 'oat')]).toEqual([true, false])
    ledger.disown('4', 'oat')
    expect([ledger.isForeign('4', 'oat'), ledger.isForeign('4', 'pat')]).toEqual([true, false])
  })

  test('what was deleted is known, and how often', () => {
    const { ledger } = keeping()
    for (const id of ['1', '1', '3']) ledger.deleted(id, 'pat')
    expect([ledger.isDeleted('1', 'pat'), ledger.isDeleted('2', 'pat')]).toEqual([true, false])
    expect(['1', '2', '3'].map(id => ledger.deletions(id, 'pat'))).toEqual([2, 0, 1])
  })

  test('how long ago something was noted, and first said to be deleted, under its name or an id', async () => {
    let now = 3
    const ledger = createLedger(undefined, () => now)
    const [a, b] = [
      await ledger.open({ kind: 'pat', name: 'a', values: {}, ids: ['1'] }),
      await ledger.open({ kind: 'pat', name: 'b', values: {} }),
    ]
    now = 10
    ledger.deleted('1', 'pat')
    now = 15
    ledger.deleted('a', 'pat')
    ledger.deleted('1', 'pat')
    now = 17
    expect([ledger.age(a), ledger.deletedFor(a), ledger.deletedFor(b)]).toEqual([14, 7, 0])
  })
})

test('the places where something was created stay known, each once', async () => {
  const { ledger, open } = keeping()
  await ledger.drop(await open('a', { org: 'o' }))
  await open('b', { org: 'o' })
  await open('c', { org: 'p' })
  expect(ledger.places).toEqual([
    { kind: 'pat', values: { org: 'o' } },
    { kind: 'pat', values: { org: 'p' } },
  ])
})

test('of a ledger without a clock nothing has an age', async () => {
  const ledger = createLedger()
  const entry = await ledger.open({ kind: 'repository', name: 'hub-conformance-abc123-0a1b2c', values: {} })
  ledger.deleted(entry.name, entry.kind)
  expect([ledger.age(entry), ledger.deletedFor(entry)]).toEqual([0, 0])
})
