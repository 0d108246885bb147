import { expect, it } from 'vitest'
import { declaredValues, inType, isCalled } from '../../checks/request-form.ts'

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
  ['immutable_tags_rules', 'tag_selectors'],
  ['immutable_tags', 'on'],
])('%s may be called %s', (published, name) => expect(isCalled(name, published)).toBe(true))

it.each([
  ['is_active', 'inactive'],
  ['expires_at', 'expires_in'],
  ['label', 'token-label-id'],
])('%s is not called %s', (published, name) => expect(isCalled(name, published)).toBe(false))

it.each([
  ['words', { role: { type: 'string', enum: ['pull', 'push', 'own'] } }, ['pull', 'push', 'own']],
  ['codes', { group: { type: 'integer' }, group_access: { type: 'integer', enum: [20, 30, 40] } }, [20, 30, 40]],
  ['none', { group_access: { type: 'integer' } }, undefined],
  ['of two members', { role: { type: 'integer', enum: [1] }, access: { type: 'integer', enum: [2] } }, undefined],
])('the values of a permission may be %s', (_, properties, values) => {
  const requestSchema = { type: 'object', properties }
  expect(declaredValues({ requestSchema }, { name: 'permission', value: 'read' })).toEqual(values)
})

it.each([
  ['integer', '2025-09-19T00:00:00Z', 1_758_240_000],
  ['string', '2025-09-19T00:00:00Z', '2025-09-19T00:00:00Z'],
  ['integer', '7', 7],
])('of type %s, %j is written as %j', (type, value, written) => expect(inType({ type }, value)).toBe(written))
