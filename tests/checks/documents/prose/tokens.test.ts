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
  ['GET /x is old, and they are removed.', '? (GET /x) stated; it: this', 'end () stated'],
  ['GetRepository is old, and these are removed.', '? (GetRepository) stated; it: this', 'end () stated'],
  ['GET /x is old, and those are removed.', '? (GET /x) stated; it: this', 'end () stated'],
  ['GET /x is old, and both are removed.', '? (GET /x) stated; it: this', 'end () stated'],
  ['GET /x is old, and none of them is removed.', '? (GET /x) stated; it: this', 'not end () stated'],
  ['/x is old, and they are removed.', '? (/x) stated; it: this', 'end (/x) stated'],
  ['The endpoints both are removed.', 'end () stated'],
  ['v1 removed GET /x.'],
  ['GET /x removed since 2025-06-27 is old.', '? (GET /x) stated; it: this; on: 2025-06-27'],
  [
    'On 2025-06-27 and 2025-09-19 we removed GET /x.',
    'end (GET /x) stated limited on; it: this; on: 2025-06-27, 2025-09-19',
  ],
  ['A thatched GET /x is removed.', 'end () stated'],
  [
    'If it is so that GET /x is removed, call us.',
    '? () supposed',
    'end (GET /x) stated limited if; it: nothing',
    'use (GET /x) stated limited if; unread: us',
  ],
  ['We decided: that GET /x is removed.', 'end (GET /x) stated; it: this'],
  ['GetRepository stands in its place.', 'replace (GetRepository) stated; it: nothing'],
  ['It was removed back in 2025.', 'end () past; on: 2025'],
  ['GET /x now: GetRepository', 'replace (GET /x) stated; by: GetRepository'],
  ["It is o'clock.", "? () stated; unread: o'clock"],
  ["The can'ts are removed.", 'end (alien) stated'],
  ['What is removed is GET /x.', 'end (GET /x) stated; it: this'],
  ['What replaced GET /x is GetRepository.', 'replace (GetRepository) stated; others: GET /x; it: this'],
  ['This is what replaced GET /x.'],
  ['The GetRepository operation is what replaces GET /x.', 'replace (GetRepository) stated; others: GET /x; it: this'],
  ['GetRepository is what is used.', 'use (GetRepository) stated; it: this'],
  ['GetRepository is what we use.', '? (GetRepository) stated; it: this; unread: what'],
  ['What we use is GetRepository.', 'use (GetRepository) stated; it: this'],
  ['What you use today in place of GET /x is GetRepository.', 'use (GetRepository) stated; than: GET /x; it: this'],
  ['What you called is now GetRepository.', '? (alien) stated; others: GetRepository; it: this'],
  ['What we do is remove GET /x.', 'end (alien) stated; it: this'],
  ['What the team removed is GET /x.', '? (alien) stated; others: GET /x'],
  ['What the users want is GET /x.', '? (alien) stated; others: GET /x; it: this'],
  ['What is GET /x?', '? (alien) supposed; others: GET /x'],
  ['What happened is that GET /x was removed.', 'end (GET /x) past; it: this; unread: happened'],
  [
    'GET /x, which already is deprecated, works.',
    'deprecate (GET /x) stated; it: nothing',
    'serve (GET /x) stated; it: this',
  ],
  [
    'GET /x is replaced by GetRepository, GET /y GET /z by CheckRepository.',
    'replace (GET /x) stated; by: GetRepository; it: this',
    'replace (GET /y, GET /z) stated; by: CheckRepository',
  ],
  [
    'GET /x → GetRepository, GET /y GetRepository.',
    'replace (GET /x) stated; by: GetRepository',
    'replace (GET /y) stated; by: GetRepository',
  ],
  ['GET /x, on which date GET /y, was removed.', 'end (GET /x) past; it: this; unread: on which date GET /y'],
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

it.each([
  ['(c) GET /x', '    GET /x'],
  ['  (ii) GET /x', '       GET /x'],
  ['(12) GET /x', '     GET /x'],
  ['(no) GET /x', '(no) GET /x'],
  ['(c): GET /x', '(c): GET /x'],
  ['GET /x (c) is', 'GET /x (c) is'],
])('without the letter of an item, "%s" is "%s"', (said, plain) => {
  expect(plainText(said)).toBe(plain)
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
