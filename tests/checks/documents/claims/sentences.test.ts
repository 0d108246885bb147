import { expect, test } from 'vitest'
import { endsWith, sentenceSpans, sentencesOf } from '../../../../checks/documents/sentences.ts'

test.each([
  ['A. B', ['A.', 'B']],
  ['A! B? C; D', ['A!', 'B?', 'C;', 'D']],
  ['A.B', ['A.B']],
  ['A.\n B', ['A.', 'B']],
  ['A\nB', ['A', 'B']],
  ['A.) B', ['A.)', 'B']],
  ['See e.g. GET /x. B', ['See e.g. GET /x.', 'B']],
  ['On 19. September 2025. B', ['On 19. September 2025.', 'B']],
  ['  A.  ', ['A.']],
  ['A  * B • C', ['A', '* B', '• C']],
  ['A * B*C •D', ['A', '* B*C •D']],
  ['', []],
  ['. ', ['.']],
])('the sentences of %j are %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences)
})

test.each([
  ['A!', '.!', true],
  ['A.) ', '.', true],
  ['A. B', '.', false],
  ['?', '?', true],
  ['', '?', false],
])('%j ends with one of %j: %j', (text, signs, expected) => {
  expect(endsWith(text, signs)).toBe(expected)
})

test('sentences are the whole text', () => {
  expect(sentenceSpans('A. B. ')).toEqual([
    { start: 0, end: 3 },
    { start: 3, end: 6 },
  ])
  expect(sentencesOf('A. '.repeat(2_100))).toHaveLength(2_001)
})
