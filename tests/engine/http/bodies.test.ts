import { describe, expect, it } from 'vitest'
import { idValue } from '../../../checks/exact-ids.ts'
import { requestForm } from '../../../checks/request-form.ts'
import type { Binding } from '../../../contracts/operations.ts'
import { bodyOf } from '../../../engine/http/client.ts'
import { requestBody } from '../../../engine/probe/creation/body.ts'

const binding = (properties: Record<string, unknown>, required: readonly string[]): Binding => ({
  operation: 'pat.create',
  method: 'POST',
  path: '/v2/tokens',
  from: 'reference',
  requestSchema: { type: 'object', properties, required: [...required] },
})

const values = { name: 'hub-conformance-a1b2c3-0', later: '2026-03-01T10:20:30Z', published: { scopes: ['repo:read'] } }

describe('the body of a request', () => {
  it('has an instant to come where the target wants one, in the form that it declares', () => {
    const text = { type: 'string', format: 'date-time' }
    expect(requestBody(binding({ label: { type: 'string' }, expires_at: text }, ['expires_at']), values)).toEqual({
      label: values.name,
      expires_at: values.later,
    })
    expect(
      requestBody(binding({ label: { type: 'string' }, expiry: { type: ['integer', 'null'] } }, ['expiry']), values),
    ).toEqual({
      label: values.name,
      expiry: Date.parse(values.later) / 1000,
    })
    expect(requestBody(binding({ valid_until: text }, ['valid_until']), values)).toEqual({ valid_until: values.later })
  })

  it('has none where none is wanted', () => {
    expect(requestBody(binding({ label: { type: 'string' }, expires_at: { type: 'string' } }, []), values)).toEqual({
      label: values.name,
    })
  })

  it('says null where nothing is to expire and the target takes null', () => {
    const asked = { ...values, expiresAt: null }
    const bodyOf = (schema: object, required: readonly string[] = []): unknown =>
      requestBody(binding({ label: { type: 'string' }, expires_at: schema }, required), asked)
    const never = { label: values.name, expires_at: null }
    expect(bodyOf({})).toEqual(never)
    expect(bodyOf({ type: 'string', nullable: true })).toEqual(never)
    expect(bodyOf({ type: ['string', 'null'] })).toEqual(never)
    expect(bodyOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toEqual(never)
    expect(bodyOf({ type: 'string' })).toEqual({ label: values.name })
    expect(bodyOf({ type: 'string' }, ['expires_at'])).toEqual({ label: values.name, expires_at: values.later })
    const template = { ...binding({}, []), requestBody: { label: '{name}', expires_at: '{expires_at}' } }
    expect(requestBody(template, asked)).toEqual(never)
  })
})

it.each([
  ['9007199254740993', { type: 'integer' }, '9007199254740993'],
  ['9007199254740991', { type: 'integer' }, '9007199254740991'],
  ['9007199254740993', { type: 'object', properties: { id: { type: 'integer' } } }, '{"id":9007199254740993}'],
  ['9007199254740993', { type: 'array', items: { type: 'integer' } }, '[9007199254740993]'],
  ['9007199254740993', { type: 'string' }, '"9007199254740993"'],
])('the id %s is sent as declared with all its digits', (id, team, sent) => {
  const requestSchema = { type: 'object', properties: { team, access: { enum: ['read'] } } }
  const json = requestForm({ ...binding({}, []), operation: 'CreateRepositoryGroup', requestSchema }, [
    { name: 'group_id', value: idValue(id) },
    { name: 'permission', value: 'read' },
  ])
  expect(bodyOf({ method: 'POST', path: '/', json })).toBe(`{"team":${sent},"access":"read"}`)
})
