import { expect, it } from 'vitest'
import { ends, isSaidOf, read, readText, type Said, type Thing } from '../../../checks/documents/clauses.ts'
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
  [
    'Takes the place of the old create calls, which are deprecated.',
    'replace (this) ordered unread: create',
    'deprecate () stated',
  ],
  [
    'Added on 2025-06-27, on which date `GET /x`, which was hidden, was deprecated.',
    'add (this) stated',
    'end () past',
    'deprecate () past',
  ],
  ['`POST /x` and `POST /y` were there. Neither should be used any more.', 'not use (/x,/y) due'],
  ['Neither should be used any more.', 'not use () due'],
  ['It is GetRepository, which came out on the day this call was deprecated.', '? () stated', 'deprecate () supposed'],
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
  ['Deprecated `GET /a` · 2025-09-19 · → GetRepository', '/a → GetRepository'],
  ['GetRepository is the successor of `GET /a`.', '/a → GetRepository'],
  ['v2 replaces `GET /a`.'],
  ['GetRepository and v2 do not replace `GET /a`.'],
  ['The endpoint there, GetRepository, does not replace `GET /a`.'],
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
  ['If `GET /a` is replaced by GetRepository, call it.', '/a → GetRepository (unsure)'],
  ['`GET /a` is replaced by GetRepository for tags.', '/a → GetRepository (unsure)'],
  ['`GET /a` is replaced by GetRepository quux.', '/a → GetRepository (unsure)'],
  ['`GET /a` has no replacement.', '/a → none'],
  ['`GET /a` is deprecated: there is no replacement for `GET /b`.', '/b → none'],
  ['GetRepository is no replacement for `GET /a`.'],
  ['There was nothing that could replace `GET /a`.'],
  ['If nothing replaces `GET /a`, stay.'],
  ['There is no replacement for the v1 API.', 'v1 → none'],
  ['`GET /a`: there is no replacement for the endpoint.', '/a → none'],
  ['`GET /a` is not removed.'],
  ['`GET /a` stays available without a replacement.'],
  ['GetRepository replaces.'],
  ['`GET /a` is old; clients use GetRepository.'],
  ['`GET /a` is old; clients must use GetRepository.', '/a → GetRepository'],
  ['`GET /a`: to list them, call GetRepository.'],
  ['`GET /a`: use GetRepository for tags.'],
  ['`GET /a`: use GetRepository.', '/a → GetRepository'],
  ['Use GetRepository.'],
  ['Use GetRepository instead.', ' → GetRepository'],
  ['For tags, use GetRepository instead of `GET /a`.', '/a → GetRepository (unsure)'],
  ['Use instead: GetRepository, CheckRepository', ' → GetRepository,CheckRepository'],
  ['`GET /a` calls GetRepository.', '/a → GetRepository'],
  ['v1 is replaced by v2.'],
  ['`GET /a` is replaced by `GET /b`.', '/a → /b'],
  ['Deprecated without a replacement.', ' → none'],
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

it.each<[string, ...ReturnType<typeof ends>[]]>([
  ['v1 is deprecated.', 'yes'],
  ['v1 was removed.', 'yes'],
  ['v1 is not deprecated.', 'no'],
  ['v1 is served.', 'no'],
  ['v1 is not served.', 'yes'],
  ['v1 is not served for robots.', 'no'],
  ['v1 is not used.', 'no'],
  ['v1 is changed.', 'no'],
  ['Do not use v1.', 'yes'],
  ['Do not use v1 for robots.', 'no'],
  ['Do not use v1 instead of v2.', 'no'],
  ['Use v2 instead of v1.', 'no'],
  ['v1 is deprecated instead of v2.', 'yes'],
  ['Use v1.', 'no'],
  ['Do not remove v1.', 'no'],
  ['You must not use v1.', 'yes'],
  ['You must not use v1 for robots.', 'no'],
  ['You can use v1.', 'no'],
  ['You cannot remove v1.', 'no'],
  ['You do not have to use v1.', 'no'],
  ['If you do not use v1, it is removed.', 'no', 'open'],
  ['v1 may be removed.', 'no'],
  ['v1 is removed for robots.', 'open'],
  ['v1 was removed for robots.', 'no'],
  ['v1 is removed quux.', 'open'],
  ['Manage tokens: create, list, delete.', 'no'],
  ['We delete this.', 'yes'],
  ['Shut down.', 'yes'],
  ['Delete it.', 'yes'],
  ['Remove the v1 API.', 'yes'],
  ['Remove this and the v1 API.', 'yes'],
  ['v1 is not served at night.', 'no'],
  ['v1 was disabled for a day.', 'no'],
  ['v1 no longer works.', 'yes'],
  ['Do not use v1 to push.', 'no'],
  ['v1 is deprecated for robots.', 'open'],
  ['Removed.', 'yes'],
  ['GetRepository works; that operation is deprecated.', 'no', 'yes'],
])('says whether it is over: "%s" %j', (sentence, ...over) => {
  expect(read(sentence).map(ends)).toEqual(over)
})

it('reads the next line of a cell as a sentence of its own', () => {
  expect(readText('Use CreateRepository POST /a: use GetRepository').map(({ of }) => of.map(name).join())).toEqual([
    'CreateRepository',
    'GetRepository',
  ])
})

it('tells what a clause is said of', () => {
  const [said] = read('v1 and GetRepository are deprecated.')
  expect(said && [isSaidOf('v1')(said), isSaidOf('label', 'operation')(said), isSaidOf('v2')(said)]).toEqual([
    true,
    true,
    false,
  ])
})

it.each(['They', 'These', 'Those', 'Both', 'All', 'None of them'])('%s is of what was named before', word => {
  const of = (sentence: string): string =>
    readText(sentence)
      .map(said => said.of.map(name).join())
      .join('; ')
  expect(of(`POST /a and POST /b were there. ${word} are gone.`)).toBe('/a,/b; /a,/b')
  expect(of(`${word} are gone.`)).toBe('')
})

it('goes on past a sentence that is about nothing of the API', () => {
  expect(readText('v1 is old. The weather is removed. It is gone.').map(({ of }) => of.map(name).join())).toEqual([
    'v1',
    '',
    'v1',
  ])
})
