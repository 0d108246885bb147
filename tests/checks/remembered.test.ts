import { expect, it } from 'vitest'
import { oncePerText } from '../../checks/remembered.ts'

it('keeps what was computed of the first texts, and nothing of those beyond', () => {
  const computed: string[] = []
  const remembered = oncePerText((text: string) => computed.push(text), 2)
  for (const text of ['a', 'b', 'c', 'a', 'b', 'c']) remembered(text)
  expect(computed).toEqual(['a', 'b', 'c', 'c'])
})
