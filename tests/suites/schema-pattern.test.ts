import { expect, test } from 'vitest'
import { matchesPattern } from '../../checks/schemas/pattern.ts'

test('a pattern of a target is matched where that takes no time', () => {
  expect(matchesPattern('^[a-z_]+$', 'expires_at')).toBe(true)
  expect(matchesPattern('^x-', 'expires_at')).toBe(false)
})

test.each([
  ['alternatives of the same', '^(?:[a-z_]|[a-z_])+!$'],
  ['many repetitions', `^${'.*'.repeat(60)}!$`],
  ['a long one', 'a'.repeat(201)],
  ['none', '[a'],
])('and is not matched where it is %s', (_what, pattern) => {
  expect(matchesPattern(pattern, 'expires_at'.repeat(5))).toBeUndefined()
})
