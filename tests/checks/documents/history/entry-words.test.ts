import { describe, expect, test } from 'vitest'
import {
  dayOf,
  deniesScope,
  endsLater,
  isAllOf,
  isBelow,
  isEffective,
  isSame,
} from '../../../../checks/documents/history/entry-words.ts'
import { datesIn } from '../../../../checks/documents/published-dates.ts'
import type { ChangeEntry } from '../../../../contracts/documents.ts'
import { type ChangeFact, lifecycle } from '../../../../contracts/lifecycle.ts'

const fact = (slug: string): ChangeFact => lifecycle.changeHistory.find(one => one.slug === slug) as ChangeFact
const entry = (text: string, kind = '', date = ''): ChangeEntry => ({
  text,
  kind,
  date,
  dates: datesIn(date),
  line: 1,
  endpoints: [],
  operationIds: [],
  tags: [],
})
const expiry = fact('2025-11-21-update')
const list = fact('2025-06-27-new')

test.each([
  ['A', ' A ', true],
  ['A', 'B', false],
  ['A (#12, by @ola)', 'A (#13, by @kim)', true],
  ['A #12', 'A', true],
  ['A (see #12).', 'A', true],
  ['A (in #12) for all', 'A (in #13) for all', false],
  ['A #12 for all', 'A #13 for all', false],
  ['A @ola.', 'A', true],
  ['A (for PATs)', 'A (for OATs)', false],
])('%j and %j say the same: %s', (a, b, expected) => {
  expect(isSame(entry(a), entry(b))).toBe(expected)
  expect(isSame(entry(b), entry(a))).toBe(expected)
})

test.each([
  ['2025-11-21', true],
  ['November 2025', true],
  ['2025-11-20', false],
  ['2025-11-20, 2025-11-21', true],
  ['', false],
])('a sentence below %j is below 2025-11-21: %s', (days, expected) => {
  const excerpt = { document: 'changelog', from: '', text: '' } as const
  expect(isBelow('2025-11-21')({ topic: 'history', endpoints: [], days: datesIn(days), excerpt })).toBe(expected)
})

test.each<readonly [string, ChangeFact, boolean]>([
  ['`expires_at`', expiry, true],
  ['The EXPIRES_AT field of the PAT management endpoint was dropped again', expiry, true],
  ['Personal access tokens: removed new APIs, operations and endpoints', expiry, true],
  ['expires_at of audit logs', expiry, false],
  ['expires_ats', expiry, true],
  ['listNamespaceRepositories', list, true],
  ['listNamespaceRepositories and GetRepository', list, false],
  ['the renewed tokens', expiry, false],
  ['tokensets', expiry, false],
  ['use of it', expiry, false],
  ['', list, true],
])('%j names what a change is about and nothing else: %#', (words, of, expected) => {
  expect(isAllOf(of, words)).toBe(expected)
})

describe('an entry that takes a change back', () => {
  test.each<readonly [string, string, string, boolean]>([
    ['listNamespaceRepositories', 'Removed', '2025-07-01', true],
    ['listNamespaceRepositories', 'Removed', '', true],
    ['listNamespaceRepositories', 'Removed', 'soon', false],
    ['listNamespaceRepositories', 'Removed', '2025-06-01', false],
    ['listNamespaceRepositories', 'Removed', '2025-07-01, 2025-06-01', false],
    ['listNamespaceRepositories', 'Updates', '2025-07-01', false],
    ['listNamespaceRepositories is removed', 'Updates', '2025-07-01', true],
    ['listNamespaceRepositories was removed', 'Updates', '2025-07-01', true],
    ['The listNamespaceRepositories endpoint was postponed', 'Updates', '2025-07-01', true],
    ['listNamespaceRepositories was not removed', 'Updates', '2025-07-01', false],
    ['listNamespaceRepositories will be removed', 'Updates', '2025-07-01', false],
    ['Remove listNamespaceRepositories', 'Updates', '2025-07-01', false],
    ['listNamespaceRepositories is added', 'Updates', '2025-07-01', false],
    ['listNamespaceRepositories and GetRepository are removed', 'Updates', '2025-07-01', false],
  ])('%s (%s, %j): %s', (text, kind, date, expected) => {
    expect(endsLater(entry(text, kind, date), list)).toBe(expected)
  })
})

test.each([
  ['GET /v2/x, effective 2026-01-01', true],
  ['GET /v2/x, effective from (2026-01-01)', true],
  ['GET /v2/x takes effect on 2026-01-01', true],
  ['GET /v2/x is effective, 2025-11-21', false],
  ['GET /v2/x, effective 2025-11-21', false],
  ['GET /v2/x, effective 2025-11-21, in force since 2026-01-01', true],
  ['GET /v2/x of 2026-01-01', false],
  ['GET /v2/x, effective for all of 2026-01-01', false],
  ['GET /v2/x, ineffective 2026-01-01', false],
  ['GET /v2/x, to be removed, effective 2026-01-01', false],
  ['GET /v2/x, SUNSET effective 2026-01-01', false],
  ['GET /v2/x, unsunset, effective 2026-01-01', true],
])('%s takes effect on another day than 2025-11-21: %s', (text, expected) => {
  expect(isEffective(entry(text), expiry)).toBe(expected)
})

test.each<readonly [string, string, boolean]>([
  ['UpdateRepositoryImmutableTags for a namespace, not for a single repository', '2025-07-29-new', true],
  ['It is there, NOT on the given Namespace', '2025-07-29-new', true],
  ['not for an organization', '2025-07-29-new', false],
  ['not for a single repository', '2025-06-27-new', false],
  ['not for a single repository, and not in a namespace', '2025-06-27-new', true],
  ['not for a namespace', '2025-09-25-update', false],
])('%s denies the scope of %s: %s', (text, slug, expected) => {
  expect(deniesScope(entry(text), fact(slug))).toBe(expected)
})

test.each([
  ['', 'open'],
  ['2025-11-21', 'yes'],
  ['2025-11-21 (21 November 2025)', 'yes'],
  ['2025-11-20', 'no'],
  ['2025-11-20, 2025-11-19', 'no'],
  ['2025-11-20, 2025-11-21', 'open'],
  ['November 2025', 'open'],
] as const)('an entry below %j is of 2025-11-21: %s', (date, expected) => {
  expect(dayOf(entry('', '', date), '2025-11-21')).toBe(expected)
})
