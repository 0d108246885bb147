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
