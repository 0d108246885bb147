import { expect, it } from 'vitest'
import { read } from '../../../../checks/documents/clauses.ts'
import { reading } from './reading.ts'

it.each<[string, ...string[]]>([
  [
    'GET /x is replaced by GetRepository, and its sibling HEAD /x by CheckRepository.',
    'replace (GET /x) stated; by: GetRepository; it: this',
    'replace () stated; by: CheckRepository',
  ],
  [
    'The tags routes are replaced by /v2/tags, the tags/{name} routes by /v2/tags/{tag}.',
    'replace (any) stated; by: /v2/tags; it: this',
    'replace (/{name}) stated; by: /v2/tags/{tag}',
  ],
  [
    'We replaced GET /x with GetRepository and its sibling HEAD /x with CheckRepository.',
    'replace (GET /x) stated; by: GetRepository; it: this',
    'replace () stated; by: CheckRepository',
  ],
  [
    'The tags routes are replaced with /v2/tags, the tags/{name} routes with /v2/tags/{tag}.',
    'replace (any) stated; by: /v2/tags; it: this',
    'replace (/{name}) stated; by: /v2/tags/{tag}',
  ],
  ['POST /x and POST /y give way to GetRepository.', 'move (POST /x, POST /y) stated; by: GetRepository; it: this'],
  ['GET /x, today GetRepository', 'replace (GET /x) stated; by: GetRepository'],
  ['GET /x, currently GetRepository', 'replace (GET /x) stated; by: GetRepository'],
  ['Replaced by: none', 'not replace (this) stated'],
  ['v1 is gone, as it is deprecated.', 'end (v1) stated; it: this', 'deprecate (v1) stated'],
  [
    'CheckRepository → v2, v1, replaced by GetRepository.',
    'replace (CheckRepository) stated; by: v2, v1',
    'replace (CheckRepository) stated; by: GetRepository',
  ],
  [
    '/v1/a → GET /v2/x, GET /v1/b, superseded by v2.',
    'replace (/v1/a) stated; by: GET /v2/x, GET /v1/b',
    'replace (/v1/a) stated; by: v2',
  ],
  [
    'v1 is replaced by GetRepository and v2, v1, replaced by v2.',
    'replace (v1) stated; by: GetRepository, v2; it: this',
    'replace (v1) stated; by: v2',
  ],
  ['v1 → v2 and v1, used by GetRepository.', 'replace (v1) stated; by: v2, v1', 'use (v1) stated limited by'],
  ['v1 routes, now fixed, return 404.', 'fix (v1) stated; it: this', 'answer (v1) stated; status: 404'],
  ['It is so that GET /v1/a (that GET /v1/b replaces) is gone.', '? () stated', 'end (GET /v1/a) stated; it: nothing'],
  [
    'Our policy: When an endpoint must be removed, we first label it deprecated.',
    'end (any) supposed; it: this',
    'deprecate (any) stated; how: first',
  ],
  ['v1; instead.'],
  ['v1; instead v2: GetRepository.'],
  ['v1 was removed, on which day GET /v1/a, v2 came.', 'end (v1) past; others: v2; it: this; unread: came'],
  ['We deprecate and remove GET /x.', 'deprecate (GET /x) stated; it: this', 'end (GET /x) stated; it: nothing'],
  ['The replacement for GET /x is nothing.', 'not replace (GET /x) stated; it: this; nominal: replace'],
  ['v1 is there, and these are removed.', '? (v1) stated; it: this', 'end (v1) stated'],
  ['v1 is there, and those are removed.', '? (v1) stated; it: this', 'end (v1) stated'],
  ['v1 is there, and both are removed.', '? (v1) stated; it: this', 'end (v1) stated'],
  ['v1 is there, and this is removed.', '? (v1) stated; it: this', 'end (v1) stated'],
  [
    'We removed v1, GET /x is deprecated and removes GET /y.',
    'end (v1) stated; it: this',
    'deprecate (GET /x) stated; it: v1',
    'end (GET /y) ordered; it: GET /x',
  ],
  [
    'We removed v1, v2 is there and removed GET /y.',
    'end (v1) stated; it: this',
    '? (v2) stated; it: v1',
    'end (v2) stated; others: GET /y',
  ],
  ['It is used 12025 times.', 'use () stated; unread: 12025'],
  [
    'deprecated | GET /x | GET /y → GetRepository',
    'deprecate (this) stated',
    'replace (GET /y) stated; by: GetRepository',
  ],
  ['v1 → v2 → GetRepository', 'replace (v1) stated; by: v2, GetRepository'],
  ['Replacement for GET /x: none', 'not replace (GET /x) stated'],
  ['GET /x by GetRepository'],
  ['The number of calls of v1 changed.', 'change (alien) stated; nominal: use'],
  ['The end of calls to v1'],
  ['Keep v1 enabled.', 'serve (this) stated; others: v1; how: still'],
  ['Stays enabled.', 'serve (this) stated; how: still'],
  ['Deprecated endpoints keep working in v1.', 'serve (old) stated limited in; it: this; how: still'],
  ['Not understood: quux, and v1 is removed.', 'end (v1) stated; it: this; unread: quux'],
  ['GET /x is quux, and v1 is removed.', '? (GET /x) stated; it: this; unread: quux', 'end (v1) stated; it: GET /x'],
  [', if v1 is removed, it is gone.', 'end (v1) supposed; it: this', 'end (v1) stated limited if'],
  [
    'After it was removed, an endpoint is labelled.',
    'end () supposed',
    'deprecate (gone) stated limited after; it: nothing',
  ],
  ['Because of feedback we removed v1.', 'end (v1) stated; it: this'],
  ['Can still call GET /x.', 'use (GET /x) possible; it: this; how: still'],
  ['Deprecated | GET /x', 'deprecate (this) stated'],
  [
    'Deprecated: GET /x, GET /y, and it stays available.',
    'deprecate (GET /x) stated; others: GET /x, GET /y; it: this',
    'serve (GET /x) stated; how: still',
  ],
  ['Deprecated: quux.', 'deprecate () stated; it: this; unread: quux'],
  ['For old clients users use v1.', 'use (v1) stated limited for; it: this'],
  [
    'GET /a is replaced by GET /b, GET /c and GET /d by GET /e.',
    'replace (GET /a) stated; by: GET /b; it: this',
    'replace (GET /c, GET /d) stated; by: GET /e',
  ],
  [
    'GET /x is read, GetRepository is there, and CreateRepository has taken its place.',
    '? (GET /x) stated; it: this',
    '? (GetRepository) stated; it: GET /x',
    'replace (CreateRepository) stated; others: GET /x; it: GetRepository',
  ],
  ['GET /x → GET /y (deprecated)', 'deprecate (GET /y) stated'],
  ['GET /x → GET /y, GET /z → GET /w', 'replace (GET /x) stated; by: GET /y', 'replace (GET /z) stated; by: GET /w'],
  ['GET /x, replacement: GET /y', 'replace (GET /x) stated; by: GET /y'],
  ['GET /x, that is deprecated, works.', 'deprecate (GET /x) stated; it: nothing', 'serve (GET /x) stated; it: this'],
  ['GET /x (deprecated since 2025-01-01)', 'deprecate (GET /x) stated; on: 2025-01-01'],
  ['GET /x (still deprecated)', 'deprecate (GET /x) stated; how: still'],
  ['GET /x.'],
  ['GET /x: GET /y is deprecated', 'deprecate (GET /x, GET /y) stated; it: this'],
  [
    'GetRepository is old, and CreateRepository has taken its place.',
    '? (GetRepository) stated; it: this',
    'replace (CreateRepository) stated; others: GetRepository; it: GetRepository',
  ],
  [
    'GetRepository replaces GET /x, CreateRepository to POST /y.',
    'replace (GetRepository) stated; others: GET /x; it: this',
    'replace (CreateRepository) stated; others: POST /y',
  ],
  [
    'GetRepository replaces GET /x, GET /y and CreateRepository POST /z.',
    'replace (GetRepository) stated; others: GET /x, GET /y; it: this',
    'replace (CreateRepository) stated; others: POST /z',
  ],
  ['If GET /x → GET /y', 'replace (GET /x) supposed; by: GET /y'],
  [
    'If GetRepository (deprecated) is there, it works.',
    'deprecate (GetRepository) supposed',
    '? (GetRepository) supposed; it: this',
    'serve (GetRepository) stated limited if',
  ],
  [
    'If it may be removed, any endpoint is labelled.',
    'end () supposed',
    'deprecate (any) stated limited if; it: nothing',
  ],
  ['In favour of GET /y, GET /x was removed.', 'replace (this) stated; by: GET /y', 'end (GET /x) past; it: this'],
  ['Instead of GET /x, use GET /w.', 'use (GET /w) ordered; than: GET /x; it: this'],
  ['Is v1 gone? It is.', '? () stated; others: v1; unread: gone'],
  ['It is deprecated and removes GET /x.', 'deprecate () stated', 'end (GET /x) ordered; it: nothing'],
  ['It means that v1 is gone and that it may be removed.', 'end (alien) stated', 'end (alien) possible'],
  ['It means that v1 is gone, that it may be removed.', 'end (alien) stated', 'end (alien) possible'],
  ['Now quux.'],
  [
    'Once v1 is removed, it is gone until 2030.',
    'end (v1) supposed; it: this',
    'end (v1) stated limited until; on: 2030',
  ],
  ['Quux GET /x'],
  ['Quux GET /x.', '? (GET /x) stated; unread: quux'],
  ['Quux v1.'],
  ['Removal of v1, and GET /x is there.', '? (v1, GET /x) stated; it: this; nominal: end'],
  ['Replaced by: nothing', 'not replace (this) stated'],
  ['Replacing GET /x by GET /y, we removed it.', 'end () stated; unread: replacing GET /x by GET /y'],
  ['Successor of GET /x: GET /y, GET /z', 'replace (GET /x) stated; by: GET /y, GET /z'],
  ['The current one is removed.', 'end (alien) stated'],
  [
    'The replacement for GET /x is GET /y, GET /z.',
    'replace (GET /x) stated; by: GET /y, GET /z; it: this; nominal: replace',
  ],
  ['The replacement for GET /x is none.', 'not replace (GET /x) stated; it: this; nominal: replace'],
  ['The replacement is GET /y.', 'replace (this) stated; by: GET /y; nominal: replace'],
  ['The successor GET /y', 'replace (this) stated; by: GET /y'],
  ['To remove an endpoint at once would be wrong.', 'end () supposed; others: any; how: at-once; unread: would'],
  [
    'We deprecate and later remove GET /x.',
    'deprecate () stated; it: this',
    'end (GET /x) stated; it: nothing; how: later',
  ],
  [
    'We deprecate quux and remove GET /x.',
    'deprecate () stated; it: this; unread: quux',
    'end (GET /x) stated; it: nothing',
  ],
  [
    'Use GetRepository instead of GET /x, GET /y and GET /z.',
    'use (GetRepository) ordered; than: GET /x, GET /y, GET /z; it: this',
  ],
  ['v1 is deprecated and 2025-01-01 removed.', 'deprecate (v1) stated; it: this', 'end (v1) stated; on: 2025-01-01'],
  ['v1 is deprecated and first labelled.', 'deprecate (v1) stated; it: this', 'deprecate (v1) stated; how: first'],
  [
    'v1 is there, instead of GET /x, GET /y is used.',
    '? (v1) stated; than: GET /x; it: this',
    'use (GET /y) stated; it: v1',
  ],
  ['v1 may be removed, change its behavior.', 'end (v1) possible; it: this', 'change (v1) stated'],
])('reads joined clauses, and those without a verb: %s', (sentence, ...clauses) => {
  expect(reading(sentence)).toEqual(clauses)
})

it('takes what is like its subject for another one', () => {
  const own = [{ is: 'operation', id: 'GetRepository' }] as const
  expect(read('Deprecation: CheckRepository.', own)).toMatchObject([{ of: own, others: [{ id: 'CheckRepository' }] }])
  expect(read('Replaces GET /x, CheckRepository.', own)).toMatchObject([{ of: own, unread: ['…'] }])
  expect(read('Replaces CheckRepository, ListTags.', own)).toMatchObject([{ of: own, unread: [] }])
})

it('has the words of a clause, and nothing where it has none', () => {
  expect(read('We told all: the v1 API was removed.').at(-1)).toMatchObject({ verb: 'removed', subject: 'the v1 api' })
  expect(read('GET /x (deprecated since 2025-01-01)')).toMatchObject([{ verb: 'deprecated', subject: '' }])
  expect(read('GET /x → GET /y')).toMatchObject([{ verb: '', subject: '', names: [{ path: '/x' }, { path: '/y' }] }])
  expect(read('Quux GET /x.')).toMatchObject([{ others: [], by: [], than: [] }])
  expect(read('v1 was removed.')).toMatchObject([{ others: [], by: [], than: [] }])
  expect(read('In favour of GET /y we removed GET /x.').at(-1)).toMatchObject({ by: [{ path: '/y' }], than: [] })
  expect(read('Removal, v1 is there.')[0]).toMatchObject({ others: [], by: [], than: [] })
})
