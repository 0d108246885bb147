import { expect, it } from 'vitest'
import { changedMember } from '../../../checks/answers/token-members.ts'

const always = (): boolean => true

it.each([
  [{ status: 'pending' }, { status: 'active' }],
  [{ expires_in: 86_400 }, { expires_in: 86_399 }],
  [{ expiresIn: 60 }, { expiresIn: 59 }],
  [{ remaining: 2 }, { remaining: 1 }],
  [{ age: 1 }, { age: 2 }],
  [{ 'metadata.generation': 1 }, { 'metadata.generation': 2 }],
  [{ days_left: 30 }, { days_left: 29 }],
  [{ last_used: null }, { last_used: '2026-01-01' }],
  [{ expires_at: '2026-01-01T00:00:00Z' }, { expires_at: '2026-01-01T00:00:00.250+00:00' }],
  [{ expiresAt: '2026-01-01T00:00:00Z' }, { expiresAt: '2026-01-01T01:00:00+01:00' }],
])('%j may become %j by itself', (then, now) => {
  expect(changedMember(then, now, always)).toBeUndefined()
})

it.each([
  [{ status: 'active' }, { status: 'disabled' }, 'status'],
  [{ is_active: true }, { is_active: false }, 'is_active'],
  [{ scopes: ['repo:read'] }, { scopes: ['repo:write'] }, 'scopes'],
  [{ image: 'one' }, { image: 'two' }, 'image'],
  [{ limit: 2 }, { limit: 1 }, 'limit'],
  [{ limit: 2 }, { limit: 100 }, 'limit'],
  [{ expires_at: 1_767_225_600 }, { expires_at: 1_767_225_601 }, 'expires_at'],
  [{ expires_at: null }, { expires_at: '2026-01-01T00:00:00Z' }, 'expires_at'],
  [{ expiresAt: null }, { expiresAt: '2026-01-01T00:00:00Z' }, 'expiresAt'],
  [{ 'spec.expires-at': '2027-01-01T00:00:00Z' }, { 'spec.expires-at': '2026-01-01T00:00:00Z' }, 'spec.expires-at'],
])('%j does not become %j by itself', (then, now, member) => {
  expect(changedMember(then, now, always)).toBe(member)
})
