import { expect, it } from 'vitest'
import { isCalled } from '../../checks/request-form.ts'

it.each([
  ['token_label', 'tokenLabel'],
  ['token_label', 'token-label'],
  ['label', 'display-name'],
  ['is_active', 'isActive'],
  ['is_active', 'is-active'],
  ['expires_at', 'expires-at'],
  ['expires_at', 'expiryDate'],
  ['username', 'user-name'],
  ['immutable_tags_rules', 'expressions'],
])('%s may be called %s', (published, name) => expect(isCalled(name, published)).toBe(true))

it.each([
  ['is_active', 'inactive'],
  ['expires_at', 'expires_in'],
  ['label', 'token-label-id'],
])('%s is not called %s', (published, name) => expect(isCalled(name, published)).toBe(false))
