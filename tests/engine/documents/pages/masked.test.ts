import { expect, it } from 'vitest'
import { masked } from '../../../../engine/documents/pages/text.ts'

const span = (start: number, end: number) => ({ start, end })

it.each([
  [[], 'abcdefgh'],
  [[span(2, 4)], 'ab__efgh'],
  [[span(5, 6), span(0, 1)], '_bcde_gh'],
  [[span(1, 4), span(2, 6)], 'a_____gh'],
  [[span(1, 6), span(2, 3), span(6, 8)], 'a_______'],
  [[span(3, 3)], 'abcdefgh'],
])('the letters of %j are masked', (spans, text) => {
  expect(masked('abcdefgh', spans, '_')).toBe(text)
})
