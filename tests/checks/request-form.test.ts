import { expect, it } from 'vitest'
import type { JsonObject } from '../../checks/reading/json.ts'
import { coerce, declaredValues, isCalled, requestForm } from '../../checks/request-form.ts'
import type { Binding } from '../../contracts/operations.ts'

it.each([
  ['token_label', 'tokenLabel'],
  ['token_label', 'token-label'],
  ['label', 'display-name'],
  ['is_active', 'isActive'],
  ['is_active', 'is-active'],
  ['expires_at', 'expires-at'],
  ['expires_at', 'expiryDate'],
  ['expires_at', 'expireTime'],
  ['expires_at', 'valid_until'],
  ['username', 'user-name'],
  ['immutable_tags_rules', 'expressions'],
  ['immutable_tags_rules', 'tag_selectors'],
  ['immutable_tags', 'on'],
  ['is_active', '@enabled'],
])('%s may be called %s', (published, name) => expect(isCalled(name, published)).toBe(true))

it.each([
  ['is_active', 'inactive'],
  ['expires_at', 'expires_in'],
  ['label', 'token-label-id'],
])('%s is not called %s', (published, name) => expect(isCalled(name, published)).toBe(false))

it.each([
  ['words', { role: { type: 'string', enum: ['pull', 'push', 'own'] } }, ['pull', 'push', 'own']],
  ['codes', { group: { type: 'integer' }, group_access: { type: 'integer', enum: [20, 30, 40] } }, [20, 30, 40]],
  [
    'codes in an object',
    { Role: { type: 'object', properties: { Id: { type: 'integer', enum: [1, 2, 3] } } } },
    [1, 2, 3],
  ],
  [
    'those of a map',
    { data: { type: 'object', properties: { permissions: { additionalProperties: { enum: ['pull', 'push'] } } } } },
    ['pull', 'push'],
  ],
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
])('of type %s, %j is written as %j', (type, value, written) => expect(coerce({ type }, value)).toBe(written))

it.each<[JsonObject, unknown]>([
  [{ type: 'string', enum: ['true', 'false'] }, 'false'],
  [{ type: 'string', enum: ['True', 'False'] }, 'False'],
  [{ type: 'boolean', enum: [true, false] }, false],
  [{ type: 'boolean' }, false],
  [{ type: 'string' }, false],
])('a switch in %j is written as %j', (schema, written) => expect(coerce(schema, false)).toBe(written))

const assignmentIn = (properties: JsonObject): JsonObject | undefined => {
  const requestSchema = { type: 'object', properties }
  const operation = 'CreateRepositoryGroup'
  const binding: Binding = { operation, method: 'PUT', path: '/', from: 'reference', requestSchema }
  return requestForm(binding, [
    { name: 'group_id', value: 'devs' },
    { name: 'permission', value: 'read' },
  ])
}

it.each<[JsonObject, JsonObject | undefined]>([
  [{ permissions: { additionalProperties: { type: 'string' } } }, { permissions: { devs: 'read' } }],
  [
    {
      attributes: {
        type: 'object',
        properties: { groups: { type: 'object', additionalProperties: { enum: ['read'] } } },
      },
    },
    { attributes: { groups: { devs: 'read' } } },
  ],
  [{ permissions: { additionalProperties: { enum: ['pull'] } } }, undefined],
  [{ permissions: { additionalProperties: { type: 'boolean' } } }, undefined],
  [{ labels: { additionalProperties: { type: 'string' } } }, undefined],
  [
    { crew: { type: 'string' }, may: { type: 'string', enum: ['read', 'change'] } },
    { crew: 'devs', may: 'read' },
  ],
  [{ crew: { type: 'string' }, may: { type: 'string', enum: ['look', 'change'] } }, undefined],
])('a group and its permission in %j are written as %j', (properties, written) =>
  expect(assignmentIn(properties)).toEqual(written),
)

it('a switch may be declared as one of two texts', () => {
  const requestSchema = { type: 'object', properties: { '@enabled': { type: 'string', enum: ['true', 'false'] } } }
  const binding: Binding = {
    operation: 'UpdateRepositoryImmutableTags',
    method: 'POST',
    path: '/',
    from: 'reference',
    requestSchema,
  }
  expect(requestForm(binding, [{ name: 'immutable_tags', value: true }])).toEqual({ '@enabled': 'true' })
})

it('a word of its own next to the rules is the switch, and nothing else is', () => {
  const form = (properties: JsonObject): JsonObject | undefined => {
    const rules = { type: 'array', items: { type: 'string' } }
    const requestSchema = { type: 'object', properties: { ...properties, stamps: rules } }
    const operation = 'UpdateRepositoryImmutableTags'
    const binding: Binding = { operation, method: 'PUT', path: '/', from: 'reference', requestSchema }
    return requestForm(binding, [
      { name: 'immutable_tags', value: true },
      { name: 'immutable_tags_rules', value: ['v.*'] },
    ])
  }
  const bool = { type: 'boolean' }
  expect(form({ freeze: bool })).toEqual({ freeze: true, stamps: ['v.*'] })
  expect(form({ freeze: bool, hidden: bool })).toBeUndefined()
  expect(form({ freeze: { type: 'string' } })).toBeUndefined()
})

it('codes of the only member that enumerates are those of a permission', () => {
  const places = { crew: { type: 'string' }, may: { type: 'string', enum: ['look', 'change'] } }
  const binding = { requestSchema: { type: 'object', properties: places } }
  expect(declaredValues(binding, { name: 'permission', value: 'read' })).toEqual(['look', 'change'])
  const more = { requestSchema: { type: 'object', properties: { ...places, note: { type: 'string' } } } }
  expect(declaredValues(more, { name: 'permission', value: 'read' })).toBeUndefined()
})

const instant = '2025-09-19T00:00:00Z'

it.each<[JsonObject, unknown]>([
  [{ type: ['string', 'null'], format: 'date' }, '2025-09-19'],
  [{ type: 'string', format: 'date-time' }, instant],
  [{ type: 'integer', description: 'Milliseconds since 1970' }, 1_758_240_000_000],
  [{ type: 'integer', example: 1_700_000_000_000 }, 1_758_240_000_000],
  [{ type: 'integer', example: 1_700_000_000 }, 1_758_240_000],
  [{ type: 'integer', examples: [1_700_000_000_000] }, 1_758_240_000_000],
  [{ type: 'integer', minimum: 1_000_000_000_000 }, 1_758_240_000_000],
  [{ type: 'integer', description: 'Unix time in seconds, not in milliseconds' }, 1_758_240_000],
  [{ type: 'integer', description: 'In ms, not in seconds', format: 'epoch_millis' }, 1_758_240_000_000],
])('an instant in %j is written as %j', (schema, written) => expect(coerce(schema, instant)).toBe(written))

const settingsOf = (properties: JsonObject, value: boolean): JsonObject | undefined => {
  const requestSchema = { type: 'object', properties }
  const operation = 'UpdateRepositoryImmutableTags'
  const binding: Binding = { operation, method: 'PUT', path: '/', from: 'reference', requestSchema }
  return requestForm(binding, [{ name: 'immutable_tags', value }])
}
const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values })

it.each<[JsonObject, JsonObject | undefined, JsonObject | undefined]>([
  [{ state: oneOf('off', 'on') }, { state: 'on' }, { state: 'off' }],
  [{ mode: oneOf('none', 'all', 'matching') }, { mode: 'matching' }, { mode: 'none' }],
  [{ policy: oneOf('off', 'all', 'expressions') }, { policy: 'expressions' }, { policy: 'off' }],
  [{ mode: oneOf('none', 'all') }, undefined, undefined],
  [{ immutableStatus: { type: 'integer', enum: [0, 1] } }, { immutableStatus: 1 }, { immutableStatus: 0 }],
  [{ immutable: { type: 'integer', enum: [1, 2] } }, undefined, undefined],
  [{ visibility: { type: 'integer', enum: [0, 1] } }, undefined, undefined],
  [{ mode: oneOf('none', 'not-matching', 'matching') }, undefined, undefined],
  [
    { text: { type: 'string' }, immutable_tags: { type: 'object', properties: { state: oneOf('on', 'off') } } },
    { immutable_tags: { state: 'on' } },
    { immutable_tags: { state: 'off' } },
  ],
])('the switch of %j is %j and %j', (properties, on, off) =>
  expect([settingsOf(properties, true), settingsOf(properties, false)]).toEqual([on, off]),
)
