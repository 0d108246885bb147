import { expect, it } from 'vitest'
import { reading } from './reading.ts'

// Each is one word away from a sentence that says something else: what it is said of, or whether it is so.
it.each<[string, ...string[]]>([
  [
    'GET /x (deprecated) was removed (since 2025-01-01).',
    'deprecate (GET /x) stated; on: 2025-01-01',
    'end (GET /x) past; it: this',
  ],
  ['Endpoints without the label may be removed.', 'end (any) possible; it: this; how: unlabelled'],
  ['Endpoints are removed without a label.', 'end (any) stated; it: this; how: unlabelled'],
  ['Endpoints except GET /x are removed.', 'end () stated'],
  ['The label of v1 was removed.', 'end (label) past; it: this'],
  ['The reference of v1 was removed.', 'end () past; it: this'],
  ['v1 was to be removed.', 'end (v1) planned; it: this'],
  ['GET /x is removed once v1 is gone.', 'end (GET /x) stated limited once; it: this'],
  ['GET /x: move to CreateRepository.', 'move () ordered; by: CreateRepository; it: GET /x'],
  ['Use CreateRepository for the GET /x.', 'use (CreateRepository) ordered; than: GET /x; it: this'],
  [
    'v1 (GET /v1/x) is gone, and v2 replaces it.',
    'end (v1) stated; it: this',
    'replace (v2) stated; others: v1; it: v1',
  ],
  ['Instead of the v1 endpoints use CreateRepository.', 'use (CreateRepository) ordered; than: v1; it: this'],
  ['An endpoint to be removed must be labelled.', 'deprecate (any) due; it: this'],
  ['An endpoint to be removed will be labelled.', 'deprecate (any) planned; it: this'],
  ['An endpoint to be removed may be labelled.', 'deprecate (any) possible; it: this'],
  ['An endpoint that must stop is labelled.', 'deprecate (any) stated; it: this'],
  ['Replaced by: nothing but GetRepository.', 'not replace (this) stated; by: GetRepository'],
  ['Replaced by: nothing.', 'not replace (this) stated'],
  ['We postponed the removal of v1.', 'defer (v1) stated; it: this; nominal: end'],
  ['Postponed: the removal of v1.', 'defer (v1) stated; others: v1; it: this'],
  ['In the next release v1 is removed.', 'end (v1) stated; it: this'],
  ['GET /x has since been removed.', 'end (GET /x) stated; it: this'],
  ['GetRepository takes its place.', 'replace (GetRepository) stated; it: nothing'],
  [
    'GetRepository and CreateRepository have taken their place.',
    'replace (GetRepository, CreateRepository) stated; it: nothing',
  ],
  ['A call is removed.', 'end (any) stated; it: this; nominal: use'],
  ['GET /x (deprecated, since 2025-06-27)', 'deprecate (GET /x) stated; on: 2025-06-27'],
  [
    'GET /x (replaced by GetRepository and CreateRepository)',
    'replace (GET /x) stated; by: GetRepository, CreateRepository',
  ],
  [
    'GET /x is deprecated, yet still available.',
    'deprecate (GET /x) stated; it: this',
    'serve (GET /x) stated; how: still',
  ],
  ['Deprecated v2 endpoints are removed.', 'end (old) stated; it: this'],
  ['On request v1 is available.', 'serve () stated'],
  ['Labels for v1 endpoints are red.', '? () stated; unread: red'],
  ['We will correct the entry.', 'fix () planned; it: this; unread: entry'],
  ['v1 may be removed and it changed.', 'end (v1) possible; it: this', 'change (v1) possible'],
  ['Before an endpoint is removed (it is labelled) we announce it.', 'end (any) supposed; it: nothing; unread: we'],
  ['With it v1 was removed.', 'end () past'],
])('%s', (sentence, ...clauses) => {
  expect(reading(sentence)).toEqual(clauses)
})
