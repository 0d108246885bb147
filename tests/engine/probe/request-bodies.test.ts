import { expect, it } from 'vitest'
import type { Binding } from '../../../contracts/operations.ts'
import { callBody, requestBody } from '../../../engine/probe/request-bodies.ts'

const binding: Binding = {
  operation: 'pat.create',
  method: 'POST',
  path: '/v2/keys',
  from: 'file',
  requestBody: { title: '{name}', until: '{expires_at}' },
}
const values = { name: 'one', later: '2031-01-01T00:00:00Z', published: {} }

it('a body of its own says nothing of an expiry that is not asked for', () => {
  expect(requestBody(binding, values)).toEqual({ title: 'one' })
  expect(requestBody(binding, { ...values, expiresAt: null })).toEqual({ title: 'one', until: null })
  expect(requestBody(binding, { ...values, expiresAt: '2031-01-01T00:00:00Z' })).toEqual({
    title: 'one',
    until: '2031-01-01T00:00:00Z',
  })
})

it('a token is made active, since what is off cannot be seen to be switched off', () => {
  const requestSchema = {
    type: 'object',
    required: ['is_active', 'enabled', 'hidden'],
    properties: { is_active: { type: 'boolean' }, enabled: { type: 'boolean' }, hidden: { type: 'boolean' } },
  }
  const own: Binding = { operation: 'pat.create', method: 'POST', path: '/v2/keys', from: 'reference', requestSchema }
  expect(requestBody(own, values)).toEqual({ is_active: true, enabled: true, hidden: false })
})

it('a value that the schema refuses is replaced by one that it accepts', () => {
  const requestSchema = {
    type: 'object',
    required: ['team', 'access'],
    properties: { team: { type: 'string' }, access: { type: 'string', enum: ['viewer', 'owner'] } },
  }
  const own: Binding = {
    operation: 'CreateRepositoryGroup',
    method: 'PUT',
    path: '/v2/x/{namespace}/{repository}/team',
    from: 'reference',
    requestSchema,
  }
  expect(callBody(own, { group_id: 'crew', permission: 'read' }, {}, undefined)).toEqual({
    team: 'crew',
    access: 'viewer',
  })
})
