import { expect, it } from 'vitest'
import { createQueue } from '../../../engine/http/queue.ts'

it('works on few at a time, the lowest order first, and goes on after a failure', async () => {
  const inTurn = createQueue(2)
  const begun: string[] = []
  let busy = 0
  let most = 0
  const work = (name: string) => async () => {
    begun.push(name)
    most = Math.max(most, ++busy)
    await Promise.resolve()
    busy--
    if (name === 'b') throw new Error(name)
  }
  const orders = { a: 5, b: 5, c: 3, d: 1, e: 3, f: -1 }
  await Promise.allSettled(Object.entries(orders).map(([name, order]) => inTurn(order, work(name))))
  expect(begun.join('')).toBe('abfdce')
  expect(most).toBe(2)
})

it('lets who has been served ask again before the rest begins', async () => {
  const inTurn = createQueue(1)
  const begun: string[] = []
  const twice = async (order: number): Promise<void> => {
    for (const part of ['a', 'b']) await inTurn(order, async () => begun.push(`${order}${part}`))
  }
  await Promise.all([twice(0), twice(1), twice(2)])
  expect(begun).toEqual(['0a', '0b', '1a', '1b', '2a', '2b'])
})
