import { expect, it } from 'vitest'
import { plainText, tokensOf, upTo } from '../../../../checks/documents/prose/tokens.ts'
import { reading } from './reading.ts'

it.each<[string, ...string[]]>([
  ['GetRepository takes its place.', 'replace (GetRepository) stated; it: nothing'],
  [
    'GetRepository and CheckRepository take their place.',
    'replace (GetRepository, CheckRepository) stated; it: nothing',
  ],
  ['The first generation was removed.', 'end (v1) past; it: this'],
  ["It isn't deprecated.", 'not deprecate () stated'],
  ["You can't use it.", 'not use (this) stated; it: nothing'],
  ["It won't be removed.", 'not end () planned'],
  ["The hub's v1 API is removed.", 'end (v1) stated; it: this'],
  ["The endpoints' paths are removed.", 'end (any) stated; it: this'],
  ['We keep it enabled.', 'serve () stated; how: still'],
  ['We keep v1 enabled.', 'serve (v1) stated; it: this; how: still'],
  ['We keep old clients enabled.', '? () stated; it: this; how: still; unread: clients'],
  ['It may be removed in a future release.', 'end () possible'],
  ['It may be removed in one of the next releases.', 'end () possible'],
  ['It may be removed in a planned release.', 'end () possible'],
  ['It is removed from one release to the next.', 'end () stated'],
  ['It is removed in GetRepository of the release.', 'end () stated limited in'],
  ['An endpoint to be removed or changed is labelled.', 'deprecate (any) stated; it: this'],
  ['An endpoint to be removed has a label.', 'have (any) stated; others: label; it: this'],
  ['An endpoint to be removed, it is labelled.', 'end (any) planned; it: this', 'deprecate (any) stated'],
  ['An endpoint that must be removed or changed is labelled.', 'deprecate (any) stated; it: this'],
  ['The legacy CreateRepository and GET /x are deprecated.', 'deprecate (GET /x) stated; it: this'],
])('%s', (sentence, ...clauses) => {
  expect(reading(sentence)).toEqual(clauses)
})

const text = 'GET /x is old, but GET /y is not.'

it('has a name that is known as one word, where it stands', () => {
  const name = { start: 0, end: 6, things: [{ is: 'v1' }] } as const
  expect(plainText(text, [name])).toBe('\uE010      is old, but GET /y is not.')
  expect(tokensOf(plainText(text, [name]), [name])[0]?.thing).toEqual({ is: 'v1', at: { start: 0, end: 6 } })
  const inside = { ...name, start: 19, end: 25 }
  expect(plainText(text, [inside])).toBe('GET /x is old, but \uE010      is not.')
  expect(tokensOf(plainText(text, [inside]), [inside])[0]?.thing).toMatchObject({ is: 'endpoint' })
})

it('knows no name in what the page itself does not state, or behind the end', () => {
  const said = 'Some say that GET /x works, but it is old.'
  expect(plainText(said, [{ start: 14, end: 20, things: [] }])).toBe(`${' '.repeat(26)}, but it is old.`)
  expect(plainText('old', [{ start: 0, end: 4, things: [] }])).toBe('old')
})

it('is as long as the text, but for what is too long', () => {
  expect(plainText('`a` *b*')).toBe(' a   b ')
  expect(plainText('Use [v1](/v1/x) now')).toBe('Use  v1         now')
  expect(plainText('GET /x', [{ start: 0, end: 6, things: [{ is: 'v1' }] }])).toBe('\uE010     ')
  expect(plainText('a'.repeat(500))).toHaveLength(400)
  expect(plainText('Takes its place, and was the first of the five to be used')).toBe(
    'replaces it    , and was                             used',
  )
})

it('has the place of what is named', () => {
  expect(tokensOf(text).flatMap(({ thing }) => thing?.at ?? [])).toEqual([
    { start: 0, end: 6 },
    { start: 19, end: 25 },
  ])
})

it('nothing stands in front of the first token, and all where none ends them', () => {
  const tokens = tokensOf('v1 is removed')
  expect(upTo(tokens, () => true)).toEqual([])
  expect(upTo(tokens, () => false)).toEqual(tokens)
})
