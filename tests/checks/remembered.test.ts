import { expect, it } from 'vitest'
import { lastPieces, oncePerText } from '../../checks/remembered.ts'

it('keeps what was computed of the first texts, and nothing of those beyond', () => {
  const computed: string[] = []
  const remembered = oncePerText((text: string) => computed.push(text), 2)
  for (const text of ['a', 'b', 'c', 'a', 'b', 'c']) remembered(text)
  expect(computed).toEqual(['a', 'b', 'c', 'c'])
})

it('keeps what was computed of the last pieces, and nothing of long ones', () => {
  const computed: string[] = []
  const remembered = lastPieces(2, (piece: { readonly text: string }, times: number) => {
    computed.push(piece.text)
    return piece.text.repeat(times)
  })
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) expect(remembered({ text }, 2)).toBe(text + text)
  expect(computed).toEqual(['a', 'b', 'c', 'b'])
  expect(remembered({ text: 'a' }, 3)).toBe('aaa')
  const long = 'x'.repeat(10_000)
  for (const text of [long, long]) remembered({ text }, 1)
  expect(computed.slice(4)).toEqual(['a', long, long])
})
