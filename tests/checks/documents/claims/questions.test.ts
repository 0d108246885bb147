import { expect, test } from 'vitest'
import { isBelowOther, isOfHub, isQuestion, statedBy } from '../../../../checks/documents/questions.ts'
import type { Passage } from '../../../../contracts/documents.ts'

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  text,
  line: 1,
  endpoints: [],
  operationIds: [],
  tags: [],
  ...more,
})

test.each([
  ['Is it?', true],
  ['Is it? **', true],
  ['Is it? No', false],
  ['It is.', false],
  ['Q: I got a 404.', true],
  ['**Question**: I got a 404.', true],
  ['FAQ: I got a 404.', false],
  ['A: see Q: I got a 404.', false],
  ['Quota: I got a 404.', false],
])('%s is a question: %s', (text, expected) => {
  expect(isQuestion(text)).toBe(expected)
})

const cases: readonly [string, string, string?][] = [
  ['v1 is available. Yes.', 'Is v1 available? Yes.'],
  ['v1 is not available. No.', 'Is v1 available? No.'],
  ['v1 is available until 2026. Yes, until 2026.', 'Is v1 available? Yes, until 2026.'],
  ['v1 is available. Yes, it is.', 'Is v1 available? Yes, it is.'],
  ['v1 is not available. No, until 2026.', 'Is v1 available? No, until 2026.'],
  ['v1 is available until 2026.', 'Is v1 available?', 'Yes, until 2026.'],
  ['Is v1 available?', 'Is v1 available?', 'Nobody knows.'],
  ['Is v1 available?', 'Is v1 available?'],
  ['v1 is available. A: Yes.', 'Q: Is v1 available? A: Yes.'],
  ['V1 is AVAILABLE. YES.', 'IS V1 AVAILABLE? YES.'],
  ['you may use v1. Yes.', 'May I use v1? Yes.'],
  ['you may not use v1. No.', 'May we use v1? No.'],
  ['you do not have to use v2. No.', 'Must I use v2? No.'],
  ['you must use v2. Yes.', 'Must I use v2? Yes.'],
  ['the v1 API can still be used. Yes.', 'Can the v1 API still be used? Yes.'],
  ['When is v1 available? Yes.', 'When is v1 available? Yes.'],
  ['Is v1 quux? Yes.', 'Is v1 quux? Yes.'],
  ['v1, is the first generation, available. Yes.', 'Is v1, the first generation, available? Yes.'],
  ['Is v1? Yes.', 'Is v1? Yes.'],
  ['v1 is there. v1 is available. Yes. It is fine.', 'v1 is there. Is v1 available? Yes. It is fine.'],
  [
    'Is v1 and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on and so on  available? Yes.',
    `Is v1 ${'and so on '.repeat(45)} available? Yes.`,
  ],
  ['Is v1 available? Yesterday.', 'Is v1 available? Yesterday.'],
  ['Island v1 available? Yes.', 'Island v1 available? Yes.'],
  ['v1 is available.', 'v1 is available.'],
  ['v1 is available. Yes.', 'Is v1  available? Yes.'],
  ['v1 is available. Yes.', 'Is v1 available?  Yes.'],
  ['v1 is available. Yes.', '"Is v1 available?" Yes.'],
  ['Is v1 removed, and is v2 available? Yes.', 'Is v1 removed, and is v2 available? Yes.'],
  ['Is v1 removed quux? Yes.', 'Is v1 removed quux? Yes.'],
  ['Is v1 removed and quux? Yes.', 'Is v1 removed and quux? Yes.'],
  ['Is the moon v1? Yes.', 'Is the moon v1? Yes.'],
  ['Can? Yes.', 'Can? Yes.'],
  ['v1 is not available. No. It is gone?', 'Is v1 available? No. It is gone?'],
]
test.each(cases)('%j is stated by %j %j', (expected, text, next) => {
  expect(statedBy([passage(text), ...(next === undefined ? [] : [passage(next)])], 0)).toBe(expected)
})

test('what is not there states nothing', () => {
  expect(statedBy([], 0)).toBe('')
  expect(statedBy([passage('A.')], 1)).toBe('')
})

test.each([
  ['Docker Hub', true],
  ['Audit logs', true],
  ['Hubble', false],
  ['Build', false],
])('%s is of the hub: %s', (text, expected) => {
  expect(isOfHub(text)).toBe(expected)
})

const hub = passage('The Hub API is here.')
test.each<readonly [string, readonly Passage[], number, boolean]>([
  ['a heading', [hub, passage('The Build API', { heading: true }), passage('v1')], 2, true],
  ['a heading further above', [hub, passage('Build APIs', { heading: true }), passage('x'), passage('v1')], 3, true],
  ['no heading', [hub, passage('The Build API'), passage('v1')], 2, false],
  ['a line that introduces it', [hub, passage('The Build API', { introduces: 1 }), passage('v1')], 2, true],
  [
    'a line that introduces others',
    [hub, passage('The Build API', { introduces: 1 }), passage('x'), passage('v1')],
    3,
    false,
  ],
  ['the heading of the hub', [hub, passage('The Hub API', { heading: true }), passage('v1')], 2, false],
  [
    'one of the hub and another',
    [hub, passage('The Hub API and the Build API', { heading: true }), passage('v1')],
    2,
    false,
  ],
  ['a heading without a product', [hub, passage('Versions', { heading: true }), passage('v1')], 2, false],
  ['a page of that product', [passage('Versions of the Build API', { heading: true }), passage('v1')], 1, false],
  [
    'a page where that heading alone names the hub',
    [passage('The Build API, not the hub API', { heading: true }), passage('v1')],
    1,
    false,
  ],
  ['nothing', [hub], 0, false],
  ['no place', [passage('The Build API', { heading: true }), hub], -1, false],
  [
    'a nearer heading',
    [hub, passage('The Build API', { heading: true }), passage('Rules', { heading: true }), passage('v1')],
    3,
    false,
  ],
])('%s: below another product', (_, passages, at, expected) => {
  expect(isBelowOther(passages, at)).toBe(expected)
  if (at >= 0) expect(statedBy(passages, at)).toBe(expected ? '' : passages[at]?.text)
})
