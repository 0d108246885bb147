import { expect, it } from 'vitest'
import { reading } from './reading.ts'

it.each<[string, ...string[]]>([
  ['A replaces POST, GetRepository GET', 'replace () stated; others: GetRepository'],
  ['A replaces the POSTs, GetRepository the GET', 'replace () stated; unread: posts', 'replace () stated; unread: …'],
  [
    'A successor of GET /v1/a is GET, HEAD /v2/a.',
    'replace (GET /v1/a) stated; by: GET /v2/a, HEAD /v2/a; it: this; nominal: replace',
  ],
  ['Then change it to `/v2/a`.', 'move () ordered; by: /v2/a; it: this'],
  ['Never change the call to GetLid.', 'not move () ordered; by: GetLid; it: this'],
  ['Change it to a new name.', 'change () ordered limited to'],
  ['Clients of `/v1/a` must migrate to `/v2/a`', 'move () due; by: /v2/a; than: /v1/a; it: this'],
  [
    'CreateRepository replaces POST, GetRepository GET, CheckRepository HEAD.',
    'replace (CreateRepository) stated; it: this; unread: … …',
  ],
  [
    'CreateRepository replaces both POST endpoints, GetRepository the GET endpoint, CheckRepository the HEAD endpoint.',
    'replace (CreateRepository) stated; others: any; it: nothing',
    'replace (GetRepository) stated; others: any',
    'replace (CheckRepository) stated; others: any',
  ],
  [
    'CreateRepository replaces the POSTs, GetRepository the GET, and CheckRepository the HEAD.',
    'replace (CreateRepository) stated; it: this; unread: posts',
    'replace (GetRepository) stated',
    'replace (CheckRepository) stated',
  ],
  [
    'Deprecated: 2021-11-01 · Removed: 2022-08-23 · Replacement: v2 API',
    'deprecate (this) stated; on: 2021-11-01',
    'end (this) stated; on: 2022-08-23',
    'replace (this) stated; by: v2',
  ],
  [
    'For tags, use ListRepositoryTags instead.',
    'use (ListRepositoryTags) ordered; it: this; how: instead; unread: for tags',
  ],
  [
    'We would like to point out that GET /v1/a is replaced by GetRepository and that HEAD /v1/a is replaced by CheckRepository.',
    '? () supposed limited to; it: this; unread: like',
    'replace (GET /v1/a) stated; by: GetRepository; it: nothing',
    'replace (HEAD /v1/a) stated; by: CheckRepository; it: GET /v1/a',
  ],
  ['GET /v1/a is replaced by', 'replace (GET /v1/a) stated; it: this'],
  [
    'GET /v1/a is replaced by GetRepository and CheckRepository.',
    'replace (GET /v1/a) stated; by: GetRepository, CheckRepository; it: this',
  ],
  ['GET /v1/a is replaced by GetRepository, and old.', 'replace (GET /v1/a) stated; by: GetRepository; it: this'],
  [
    'GET /v1/a is replaced by [GetRepository](#operation/CheckRepository).',
    'replace (GET /v1/a) stated; by: GetRepository; it: this',
  ],
  ['GET /v2/x → GetRepository', 'replace (GET /v2/x) stated; by: GetRepository'],
  [
    'GET and HEAD /v1/a: replaced by GET: GetRepository, HEAD: CheckRepository',
    'replace (GET /v1/a, HEAD /v1/a) stated; by: GetRepository, CheckRepository; it: this',
  ],
  ['GetRepository does not replace GET /v1/a.', 'not replace (GetRepository) stated; others: GET /v1/a; it: this'],
  ['GetRepository has taken its place', 'replace (GetRepository) stated; it: nothing'],
  ['In favour of GetRepository we removed GET /v2/x', 'end (GET /v2/x) stated; by: GetRepository; it: this'],
  [
    'In favour of `GET /v2/namespaces/{org}/repositories`, which has pages.',
    'replace (this) stated; by: GET /v2/namespaces/{org}/repositories',
    'have (GET /v2/namespaces/{org}/repositories) stated; it: nothing; unread: pages',
  ],
  ['In place of this endpoint call GetRepository.', 'use (GetRepository) ordered; than: this; it: this'],
  [
    'Instead of POST /v1/a use POST, PUT: CreateRepository.',
    'use () ordered; others: CreateRepository; than: POST /v1/a; it: this',
  ],
  ['Instead of `/v1/a` call ListA.', 'use () ordered; than: /v1/a; it: this; unread: lista'],
  ['It has no successor.', 'not replace () stated'],
  ['It is also replaced by GetRepository.', 'replace () stated; by: GetRepository'],
  ['Nothing that replaces GET /v2/x', 'not replace (any) stated; others: GET /v2/x; it: this'],
  [
    'On 2025-06-27 we deprecated `GET /v2/repositories/{namespace}`, whose place is taken by listNamespaceRepositories.',
    'deprecate (GET /v2/repositories/{namespace}) stated; it: this; on: 2025-06-27',
    'replace (GET /v2/repositories/{namespace}) stated; by: listNamespaceRepositories',
  ],
  [
    'One reads it (GET /v2/x), and GetRepository has taken its place',
    'replace (GetRepository) stated; others: GET /v2/x; it: nothing; unread: one reads it',
  ],
  ['POST is replaced by GET /v2/x', 'replace (alien) stated; by: GET /v2/x'],
  ['Please migrate.', 'move (this) ordered'],
  ['Rather than `/v1/a` and `/v1/b`, clients request `/v2/a`', 'use (/v2/a) stated; than: /v1/a, /v1/b; it: this'],
  ['Replaced by GetRepository (GET /v2/x) for GET.', 'replace (this) stated limited for; by: GetRepository'],
  ['Replacement for `GET /a`: GetRepository', 'replace (GET /a) stated; by: GetRepository'],
  [
    'Replacement: none, v1 stays the current generation next to v2.',
    'not replace (this) stated',
    'prefer (v1) stated; others: any, v2; it: this; how: still',
  ],
  ['Replaces GET /v2/x', 'replace (this) ordered; others: GET /v2/x'],
  [
    'Some accounts are exempt: for them `/v1/repositories/{name}/tags` goes on.',
    '? (alien) stated; unread: exempt',
    'serve (alien) stated; than: /v1/repositories/{name}/tags; how: still',
  ],
  ['Successor GetRepository', 'replace (this) stated; by: GetRepository'],
  [
    'The GET is replaced by GetRepository and the HEAD by CheckRepository, the POSTs by CreateRepository.',
    'replace (alien) stated; by: GetRepository, CheckRepository, CreateRepository; unread: posts',
  ],
  ['The replacement for `/v1/a` is ListA.', '? (/v1/a) stated; it: this; nominal: replace; unread: lista'],
  [
    'The replacement of the POSTs is CreateRepository, of the GET GetRepository and of the HEAD CheckRepository.',
    '? () stated; others: CreateRepository, GetRepository, CheckRepository; nominal: replace',
  ],
  [
    'There is no replacement for GET /v1/a, GetRepository.',
    'not replace (this) stated; others: GET /v1/a, GetRepository',
  ],
  ['There is no replacement for GET /v1/a.', 'not replace (this) stated; others: GET /v1/a'],
  ['There was nothing that could replace GET /v2/x.', 'not replace (this) past; others: GET /v2/x'],
  ['This endpoint is replaced by /v2/a or GetRepository.', 'replace (this) stated; by: /v2/a, GetRepository'],
  ['Use CreateRepository instead for forks.', 'use (CreateRepository) ordered limited for; it: this; how: instead'],
  ['Use GET /v3/tags instead.', 'use (GET /v3/tags) ordered; it: this; how: instead'],
  [
    'Use GET,  CheckRepository instead of /v1/a.',
    'use () ordered; it: this',
    'use (CheckRepository) ordered; than: /v1/a',
  ],
  ['Use GetRepository for GET /v2/x', 'use (GetRepository) ordered; than: GET /v2/x; it: this'],
  [
    'Call these operations instead: CreateRepository, GetRepository, CheckRepository.',
    'use (any) ordered; others: CreateRepository, GetRepository, CheckRepository; it: nothing; how: instead',
  ],
  [
    'On 2025-09-19 we also deprecated GET /v2/x, replaced by GetRepository, and HEAD /v2/x, replaced by CheckRepository.',
    'deprecate (GET /v2/x) stated; it: this; on: 2025-09-19',
    'replace (GET /v2/x) stated; by: GetRepository',
    'replace (HEAD /v2/x) stated; by: CheckRepository; it: GET /v2/x',
  ],
  [
    'On 2025-09-19 we deprecated POST /v2/a and POST /v2/b, both replaced by CreateRepository.',
    'deprecate (POST /v2/a, POST /v2/b) stated; it: this; on: 2025-09-19',
    'replace () stated; by: CreateRepository',
  ],
  [
    'We deprecated GET and HEAD /v2/x, which are replaced by GetRepository and CheckRepository.',
    'deprecate (GET /v2/x, HEAD /v2/x) stated; it: this',
    'replace (GET /v2/x, HEAD /v2/x) stated; by: GetRepository, CheckRepository; it: nothing',
  ],
  ['Instead: GetRepository', 'replace (this) stated; by: GetRepository'],
  ['Go to GetRepository.', 'use (GetRepository) ordered; it: this'],
  [
    'Use instead: GET /v2/x, GetRepository and GetRepository',
    'use () ordered; others: GET /v2/x, GetRepository, GetRepository; it: this; how: instead',
  ],
  ['Use instead: the v2 API', 'use () ordered; others: v2; it: this; how: instead'],
  ['What to do: migrate.', '? (alien) stated', 'move (alien) stated'],
  ['You have to move from v1 to v2.', 'move () due; by: v2; than: v1; it: this'],
  ['`/v1/a` has no replacement.', 'not replace (/v1/a) stated; it: this'],
  ['`/v1/a` moved to `/v2/a`', 'move (/v1/a) stated; by: /v2/a; it: this'],
  ['`/v1/a` replaced by nothing', 'not replace (/v1/a) stated; it: this'],
  ['`/v1/b` is removed without any replacement', 'end (/v1/b) stated; it: this; how: unreplaced'],
  [
    '`GET /v2/repositories/{namespace}`, now listNamespaceRepositories',
    'replace (GET /v2/repositories/{namespace}) stated; by: listNamespaceRepositories',
  ],
])('%s', (sentence, ...clauses) => {
  expect(reading(sentence)).toEqual(clauses)
})
