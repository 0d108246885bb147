import { expect, it } from 'vitest'
import { read, readText, type Said, type Thing } from '../../../checks/documents/clauses.ts'
import { replacingsIn } from '../../../checks/documents/replacing.ts'

const name = (thing: Thing): string =>
  thing.is === 'endpoint' ? thing.path : thing.is === 'operation' ? thing.id : thing.is

const short = ({ of, act, denied, mood, limited, unread }: Said): string =>
  [
    denied ? 'not' : '',
    act ?? '?',
    `(${of.map(name).join()})`,
    mood,
    limited ? 'limited' : '',
    unread.length > 0 ? `unread: ${unread.join(' ')}` : '',
  ]
    .filter(Boolean)
    .join(' ')

it.each<[string, ...string[]]>([
  ['The v1 API was removed on 2022-08-23.', 'end (v1) past'],
  ['Since 2025-01-01, GetRepository is deprecated.', 'deprecate (GetRepository) stated'],
  ['Deprecated: `GetRepository`.', 'deprecate (GetRepository) stated'],
  ['`GetRepository` (deprecated) shows a repository.', 'deprecate (GetRepository) stated'],
  ['We never remove deprecated endpoints.', 'not end (old) stated'],
  ['The v1 API is deprecated, but still available.', 'deprecate (v1) stated', 'serve (v1) stated'],
  ['Clients may keep using v1.', 'use (v1) possible'],
  ['You do not have to use v2.', 'not use (v2) needless'],
  ['v1 will be removed in 2027.', 'end (v1) planned'],
  ['If v1 was removed, it is gone.', 'end (v1) supposed', 'end (v1) stated limited'],
  ['An endpoint to be removed is labelled first.', 'deprecate (any) stated'],
  [
    'Before we remove or replace an endpoint, we label it.',
    'end (any) supposed',
    'replace (any) supposed',
    'deprecate (any) stated limited',
  ],
  [
    'In a later release it may be removed, be disabled or behave differently.',
    'end () possible',
    'end () possible',
    'change () possible',
  ],
  ['v1 is not to be used, since it is gone.', 'not use (v1) planned', 'end (v1) stated'],
  [
    'Prefer GetRepository to HEAD /v2/x, which is deprecated.',
    'prefer (GetRepository) ordered',
    'deprecate (/v2/x) stated',
  ],
  ['Some say that v1 still works.'],
  ['It would be wrong to say that v1 still works.'],
  ['It is a common error to think that GetRepository is deprecated.'],
  ['Unlike GetRepository, which is current, HEAD /v2/x is deprecated.', 'deprecate (/v2/x) stated'],
  ['Some say that v1 works, but it was removed.', 'end () past'],
  ['The Build API v1 is current.', 'prefer () stated'],
  ['Once deprecated, an endpoint stays available.', 'deprecate () supposed', 'serve (old) stated limited'],
  ['Before an endpoint is removed it is labeled deprecated.', 'end (any) supposed', 'deprecate (any) stated limited'],
  ['Labeling an endpoint is optional.', 'not need () stated'],
  ['Endpoints with the label deprecated must no longer be used.', 'not use (old) due'],
  ['Not every deprecated endpoint is removed.', 'end (old) stated limited'],
  ['v1 of the CLI still works.', 'serve () stated'],
  ['Deprecate legacy CreateRepository and GetRepository', 'deprecate (old) ordered'],
  ['Its v1 still works.', 'serve () stated'],
  ['The documentation of v1 is still available.', 'serve () stated'],
  ['GetRepository must not be used to poll.', 'not use (GetRepository) due limited'],
  ['Clients may use v1 through the archive.', 'use (v1) possible unread: through'],
  ['This operation is obsolete.', 'deprecate (this) stated'],
  ['Endpoints that are deprecated are never changed.', 'not change (old) stated'],
])('%s', (sentence, ...said) => {
  expect(read(sentence).map(short)).toEqual(said)
})

const replaced = (sentence: string): readonly string[] =>
  replacingsIn(read(sentence, [])).map(
    ({ olds, news, none, sure }) =>
      `${olds.map(name).join()} → ${none ? 'none' : news.map(name).join()}${sure ? '' : ' (unsure)'}`,
  )

it.each<[string, ...string[]]>([
  ['`GET /a` is replaced by GetRepository, `GET /b` by CheckRepository.', '/a → GetRepository', '/b → CheckRepository'],
  ['`GET /a` → GetRepository → GetRepositoryTag', '/a → GetRepository,GetRepositoryTag'],
  ['GetRepository is the successor of `GET /a`.', '/a → GetRepository'],
  ['`GET /a`: GetRepository replaces it.', '/a → GetRepository'],
  ['Replacement for `GET /a`: GetRepository', '/a → GetRepository'],
  ['Clients of `GET /a` should migrate to GetRepository.', '/a → GetRepository'],
  ['GetRepository is replaced by GetRepositoryV3.', 'GetRepository → GetRepositoryV3'],
  ['`GET /a` gave way to GetRepository.', '/a → GetRepository'],
  ['For `GET /a`, use GetRepository.', '/a → GetRepository'],
  ['Nothing takes the place of `GET /a`.', '/a → none'],
  ['`GET /a` goes away with no substitute.', '/a → none'],
  ['`GET /a` is not replaced by GetRepository.'],
  ['`GET /a` accepts a trailing slash; the replacement does not.'],
  ['If you know the name, use GetRepository instead of `GET /a`.', '/a → GetRepository (unsure)'],
  ['Deprecated: `GET /a`, see GetRepository for the replacement.', '/a → GetRepository (unsure)'],
  ['`GET /a` is used by GetRepository.'],
  ['`GET /a` is for existing clients; new clients call GetRepository.', '/a → GetRepository'],
  ['`GET /a` is for new clients; existing clients call GetRepository.'],
])('what is replaced: %s', (sentence, ...said) => {
  expect(replaced(sentence)).toEqual(said)
})

it('a relative clause behind a comma is of what it follows', () => {
  expect(read('Replaces `GET /a`, which is deprecated.').map(short).at(-1)).toBe('deprecate (/a) stated')
})

it('goes on with what the sentence before is about', () => {
  expect(readText('The v1 API is old. It was removed.').map(short).at(-1)).toBe('end (v1) past')
})

it.each(['v1 '.repeat(300_000), 'GET /'.repeat(200_000), '('.repeat(1_000_000), 'is not '.repeat(150_000)])(
  'reads the beginning of what is too long for a sentence',
  text => {
    expect(readText(text).length).toBeLessThan(200)
  },
)
