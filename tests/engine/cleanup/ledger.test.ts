import { expect, test } from 'vitest'
import { createLedger } from '../../../engine/cleanup/ledger.ts'

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
