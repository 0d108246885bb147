import { expect, test } from 'vitest'
import { matchesPattern } from '../../checks/schemas/pattern.ts'

test.each([
  ['^[a-z_]+$', true],
  ['^x-', false],
  ['^\\p{L}+_', true],
  ['e.*e.*a?', true],
  ['[+]', false],
  ['.'.repeat(200), false],
])('a pattern of a target is matched where that takes no time: %s', (pattern, isMatch) => {
  expect(matchesPattern(pattern, 'expires_at')).toBe(isMatch)
})

test.each([
  ['alternatives of the same', '^(?:[a-z_]|[a-z_])+!$'],
  ['many repetitions', '^.*.+.?.{1}'],
  ['a long one', 'a'.repeat(201)],
  ['none', '[a'],
])('and is not matched where it is %s', (_what, pattern) => {
  expect(matchesPattern(pattern, 'expires_at')).toBeUndefined()
})
