import { describe, expect, it } from 'vitest'
import {
  carries,
  declaredSuccesses,
  declares,
  declaresNothing,
  describesToken,
  isAcknowledgement,
  ownMembers,
  returnsToken,
  tokenCarries,
  unresolvedIn,
} from '../../../checks/documents/declared-schema.ts'
import { type JsonSchema, type ReferenceOperation, unresolvedKey } from '../../../contracts/documents.ts'

const schema = (value: object) => value as JsonSchema
const object = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
})
const token = (...more: readonly string[]) => object('uuid', 'token_label', 'is_active', ...more)
const envelope = (data: object) => ({ properties: { data } })
/** So many answers of which one is this. */
const answers = (count: number, one: object) => ({
  oneOf: [...Array.from({ length: count - 1 }, () => envelope(token('x'))), one],
})
const either = (met: object, otherwise: object) =>
  Object.fromEntries([['then', met] as const, ['else', otherwise] as const])

it('finds the first reference that leads to nothing, wherever it stands', () => {
  const lost = { [unresolvedKey]: 'lost' }
  expect(unresolvedIn(schema({ properties: { a: { oneOf: [{}, lost] } } }))).toBe('lost')
  expect(unresolvedIn(schema(lost))).toBe('lost')
  expect(unresolvedIn(schema({ properties: { a: { type: 'string' } } }))).toBeUndefined()
  const deep = (depth: number): object => (depth === 0 ? lost : { not: deep(depth - 1) })
  expect(unresolvedIn(schema(deep(199)))).toBe('lost')
  expect(unresolvedIn(schema(deep(200)))).toBeUndefined()
  expect(unresolvedIn(schema({ title: 'A title', not: deep(100) }))).toBe('lost')
})

it.each([
  [{}, true],
  [{ title: 't', description: 'd', example: 1, examples: [], default: 1 }, true],
  [{ title: 't', type: 'object' }, false],
])('%j declares nothing: %s', (value, is) => {
  expect(declaresNothing(schema(value))).toBe(is)
})

describe('a property', () => {
  it.each([
    object('a', 'x'),
    { required: ['x'] },
    { required: ['x'], properties: { a: {} } },
    { allOf: [{}, object('x')] },
    { allOf: [{ description: 'd' }, object('x')] },
    { oneOf: [object('a'), { anyOf: [object('x')] }] },
    { not: { required: ['x'], type: 'object' }, properties: { x: true } },
    { not: { required: ['x', 'y'] }, properties: { x: {} } },
    { not: { required: 'x' }, properties: { x: {} } },
  ])('is declared by %j', value => {
    expect(declares(schema(value), 'x')).toBe(true)
  })

  it.each([
    {},
    object('a'),
    { required: 'x' },
    { required: ['a'] },
    { required: ['x'], additionalProperties: false },
    { properties: { x: false }, required: ['x'] },
    { properties: { x: { writeOnly: true } }, required: ['x'] },
    { properties: ['x'] },
    { allOf: object('x') },
    { allOf: [1, null] },
    { not: { required: ['x'] }, properties: { x: {} } },
    { items: object('x') },
    { properties: { inner: object('x') } },
    { properties: Object.create({ x: {} }) },
  ])('is not declared by %j', value => {
    expect(declares(schema(value), 'x')).toBe(false)
  })
})

it.each<[properties: object, is: boolean]>([
  [{ columns: { items: { enum: ['a', 'x'] } }, rows: { items: { type: 'array' } } }, true],
  [{ columns: { items: { enum: ['a', 'b'] } }, rows: { items: { type: 'array' } } }, false],
  [{ columns: { items: { enum: ['a', 'x'] } }, rows: { items: { type: 'object' } } }, false],
  [
    {
      columns: { items: { enum: 'x' } },
      rows: { items: { type: 'array' } },
      more: true,
      none: { items: true },
      nothing: null,
    },
    false,
  ],
  [{ columns: { items: { enum: ['a', 'x'] } } }, false],
])('a property is declared as a column of a table: %j, %s', (properties, is) => {
  expect(declares(schema({ properties }), 'x')).toBe(is)
})

describe('what a schema describes carries a property', () => {
  const deep = (depth: number): object =>
    depth === 0 ? object('x') : { type: 'object', properties: { in: deep(depth - 1) } }
  it.each([
    object('x'),
    { items: object('x') },
    { contains: object('x') },
    { additionalProperties: object('x') },
    { prefixItems: [1, object('a'), object('x')] },
    Object.fromEntries([['then', object('x')]]),
    { if: object('a'), else: object('x') },
    { properties: { results: { items: object('x') } } },
    { patternProperties: { '^a': object('x') } },
    { properties: { a: { type: ['array', 'null'], items: object('x') } } },
    { additionalProperties: true, properties: { x: {} } },
    deep(5),
    { properties: { a: { anyOf: [{ oneOf: [{ allOf: [deep(4)] }, { type: 'null' }] }, { type: 'null' }] } } },
  ])('yes: %j', value => {
    expect(carries(schema(value), 'x')).toBe('yes')
  })

  it.each([
    {},
    { type: 'object' },
    { type: ['object', 'null'] },
    { additionalProperties: true, properties: {} },
    { unevaluatedProperties: true, properties: {} },
    { unevaluatedProperties: {}, properties: {} },
    { patternProperties: { x: {} }, properties: {} },
    { properties: { a: { type: 'object' } } },
    { items: {} },
    deep(6),
    { allOf: Array.from({ length: 250 }, () => object('a')) },
    { allOf: [object('a'), { [unresolvedKey]: 'lost' }] },
    { allOf: [{ description: 'd' }] },
    { oneOf: [object('a'), {}] },
  ])('it is open: %j', value => {
    expect(carries(schema(value), 'x')).toBe('open')
  })

  it.each([
    { properties: { a: object('b'), _links: { additionalProperties: object('href') }, links: { type: 'object' } } },
    object('a'),
    { type: 'string' },
    { type: ['string', 'null'] },
    { allOf: [object('a')] },
    { allOf: [object('a'), { description: 'd' }] },
    { oneOf: [object('a')] },
    { anyOf: [object('a')] },
    { not: object('a') },
    object(...Array.from({ length: 250 }, (_, at) => `a${at}`)),
    { enum: [1] },
    { const: 1 },
    { patternProperties: { '^a': object('b') }, properties: {} },
    { properties: { a: {}, b: { enum: [{}] }, c: { const: {} }, d: { type: ['null'] } } },
    { properties: { a: { ...object('x'), writeOnly: true } } },
    { properties: { a: 1 } },
    { items: [object('x')] },
    { prefixItems: object('x') },
    { additionalProperties: false, properties: {} },
    { unevaluatedProperties: false, properties: {} },
    { properties: { in: { properties: { in: { items: { items: object('a') } } } } } },
    { prefixItems: [object('a'), 1] },
  ])('no: %j', value => {
    expect(carries(schema(value), 'x')).toBe('no')
  })
})

describe('a token carries its expiry', () => {
  const own = new Set(['colour', 'shape'])
  it.each<[string, object, ReadonlySet<string>?]>([
    ['itself', token('x')],
    ['in a list', { items: token('x') }],
    ['in an envelope', { properties: { results: { items: token('x') } } }],
    ['in its envelope, where it is in no list', { properties: { data: token(), x: {} } }],
    ['in each alternative', { oneOf: [token('x'), token('x', 'a')] }],
    ['next to a message', { oneOf: [token('x'), object('message')] }],
    ['with the property for every alternative', { ...object('x'), oneOf: [token(), token('a')] }],
    ['known by its own members', { items: object('id', 'colour', 'shape', 'x') }, own],
    ['in what wraps it', { ...token(), properties: { ...token().properties, data: object('x') } }],
    ['in what wraps it, in a part', { allOf: [token(), { properties: { a: object('b'), data: object('x') } }] }],
    ['added by an alternative without an id', { items: { oneOf: [token(), object('x')] } }],
    ['no token at all', { items: object('x') }],
    ['in each of two envelopes', { oneOf: [envelope(token('x')), { items: token('x') }, object('message')] }],
    [
      'in what all alternatives have, next to an envelope',
      { oneOf: [envelope(token()), token('x'), object('x')], ...object('x') },
    ],
    ['next to a message with an id', { oneOf: [token('x'), object('id', 'message')] }],
    ['in a condition and otherwise', either(token('x'), token('x'))],
    ['in what a condition adds and in what it adds otherwise', { ...token(), ...either(object('x'), object('x')) }],
    ['with a condition, for both', { allOf: [object('x')], ...either(envelope(token()), envelope(token('a'))) }],
    ['in each of two that hold together', { anyOf: [envelope(token('x')), { items: token('x') }] }],
    ['in what may hold together with them', { oneOf: [envelope(token()), envelope(token('a')), object('x')] }],
    ['in the alternative with the id', { items: { oneOf: [object('id', 'x'), object('token', 'label')] } }],
    ['in one of more envelopes than are told apart', answers(9, envelope(token()))],
    ['in each item of a tuple', { prefixItems: [token('x'), object('id', 'label', 'x')] }],
    ['next to a message in a tuple', { prefixItems: [token('x'), object('message')] }],
    ['next to a part of another item', { prefixItems: [token('x'), { properties: { x: {}, owner: token() } }] }],
    ['no token in a tuple', { properties: { x: {} }, prefixItems: [object('id', 'label'), object('id', 'label')] }],
    ['in a part or an alternative next to what is no schema', { items: { allOf: [null, token('x')], oneOf: [null] } }],
    ['in the envelope of its alternatives', { properties: { data: { oneOf: [token('x'), token()] }, x: {} } }],
    ['required in that envelope', { required: ['x'], properties: { data: { oneOf: [token('x'), token()] } } }],
    ['next to a list of what may be its parts', { properties: { data: token('x'), list: { items: token() } } }],
    ['next to one that may be its part', { properties: { data: { oneOf: [token(), object('x')] }, other: token() } }],
    [
      'added by an alternative to what has an id',
      { items: { ...object('uuid'), oneOf: [object('label', 'is_active'), object('x')] } },
    ],
    [
      'added by an alternative with an id and one without',
      { items: { oneOf: [token(), object('id', 'x'), object('x')] } },
    ],
    ['in all of several that hold together', { items: { anyOf: [token('x'), object('id', 'x')] } }],
    [
      'in its envelope and in a part of it',
      { properties: { data: { ...token(), properties: { ...token().properties, owner: object('x') } }, x: {} } },
    ],
    [
      'in one of more alternatives of a part than are told apart',
      {
        items: {
          allOf: [token(), { oneOf: Array.from({ length: 33 }, () => object('x')) }],
          oneOf: [object('a'), object('b')],
        },
      },
    ],
    [
      'in one of more alternatives than are told apart',
      { items: { oneOf: [token(), ...Array.from({ length: 32 }, () => token('x'))] } },
    ],
  ])('yes: %s', (_, value, members) => {
    expect(tokenCarries(schema(value), 'x', members)).toBe('yes')
  })

  it.each<[string, object, ReadonlySet<string>?]>([
    ['not at all', token()],
    ['not in the items', { properties: { x: {}, results: { items: token() } } }],
    ['not in one item of a tuple', { prefixItems: [token('x'), object('id', 'label')] }],
    ['not in one alternative of a part', { items: { allOf: [token(), { oneOf: [object('x'), object('b')] }] } }],
    ['not in one of two alternatives with an id', { items: { oneOf: [token(), object('id', 'x')] } }],
    ['not in the only item of a tuple', { prefixItems: [object('id', 'label')] }],
    ['not in the further items', { prefixItems: [token('x')], items: token() }],
    [
      'not in the items that have the members of its own',
      { properties: { x: {}, list: { items: object('id', 'colour', 'shape') } } },
      own,
    ],
    ['not in what a condition adds otherwise', { ...token(), ...either(object('x'), object('b')) }],
    ['not in one alternative in a list', { items: { oneOf: [token('x'), token()] } }],
    ['not in one alternative of an envelope', { allOf: [{ properties: { data: { oneOf: [token('x'), token()] } } }] }],
    ['not in one alternative next to an empty list of others', { items: { oneOf: [token('x'), token()], anyOf: [] } }],
    ['not in one of 32 alternatives', { items: { oneOf: [token(), ...Array.from({ length: 31 }, () => token('x'))] } }],
    ['not in another list', { items: token('x'), properties: { results: { items: token() } } }],
    ['not in a tuple in an envelope', { prefixItems: [{ properties: { data: token(), x: {} } }] }],
    ...['then', 'else'].map((key): [string, object] => [
      `not in one of two envelopes next to a condition without ${key === 'then' ? 'else' : 'then'}`,
      { oneOf: [envelope(token('x')), envelope(token())], [key]: object('a') },
    ]),
    ['not in one of eight envelopes', answers(8, envelope(token()))],
    ['not with one member or another', { items: { ...object('id'), oneOf: [object('label'), object('token')] } }],
    ['not in one of two envelopes', { oneOf: [envelope(token('x')), envelope(token())] }],
    [
      'not in one of two envelopes in a part',
      { properties: { a: { oneOf: [envelope(token('x')), envelope(token())] } } },
    ],
    ['not in the list that may come instead', { oneOf: [token('x'), { items: token() }] }],
    ['not without the envelope', { oneOf: [envelope(token('x')), token()] }],
    ['not in the alternative of a list', { anyOf: [{ items: token('x') }, token()] }],
    ['not otherwise', either(token('x'), token())],
  ])('no: %s', (_, value, members) => {
    expect(tokenCarries(schema(value), 'x', members)).toBe('no')
  })

  it.each<[string, object]>([
    ['in one of two parts that may hold together', { ...token(), anyOf: [object('x'), object('b')] }],
    [
      'in a part of it alone',
      { properties: { data: { ...token(), properties: { ...token().properties, owner: object('x') } } } },
    ],
    ['where it may have more', { ...token(), additionalProperties: true }],
    ['in one of several that hold together', { items: { anyOf: [token(), object('id', 'x')] } }],
    ['in one of two envelopes that hold together', { anyOf: [envelope(token('x')), { properties: { a: token() } }] }],
    ['in one of two alternatives of which the other may be a message', { oneOf: [token('x'), object('id', 'label')] }],
  ])('it is open: %s', (_, value) => {
    expect(tokenCarries(schema(value), 'x')).toBe('open')
  })
})

it.each([
  [object('message'), true],
  [object('message', 'uuid'), false],
  [object('label'), false],
  [{}, false],
])('%j is an acknowledgement: %s', (value, is) => {
  expect(isAcknowledgement(schema(value))).toBe(is)
})

describe('a token', () => {
  it.each([token(), { items: token() }, object('id', 'scopes', 'last_used'), object('token_id', 'token', 'label')])(
    'is described by %j',
    value => {
      expect(describesToken(schema(value))).toBe(true)
    },
  )
  it.each([object('id', 'scopes'), object('scopes', 'label'), {}])('is not described by %j', value => {
    expect(describesToken(schema(value))).toBe(false)
  })
  it.each([
    [['a', 'b'], true],
    [['a'], false],
    [['a', 'c'], false],
  ])('is described by its own members %j: %s', (members, is) => {
    expect(describesToken(schema(object('id', 'a', 'b')), new Set(members))).toBe(is)
  })
})

const operation = (...responses: readonly (readonly [string, object?])[]) =>
  ({
    responses: responses.map(([status, value]) => ({ status, ...(value && { schema: value }) })),
  }) as unknown as ReferenceOperation

it.each([
  [operation(['200', object('a')], ['2XX'], ['404', token()], ['default', token()]), ['200', '2XX'], false],
  [operation(['default', token()], ['404']), ['default'], true],
  [operation(['default', object('a')]), [], false],
  [operation(['default']), [], false],
  [operation(['402', token()], ['default', token()]), ['default'], true],
  [operation(['404', token()]), [], false],
  [operation(['201', { items: token() }]), ['201'], true],
])('what %j answers with success', (given, statuses, isToken) => {
  expect(declaredSuccesses(given).map(({ status }) => status)).toEqual(statuses)
  expect(returnsToken(given)).toBe(isToken)
})

it.each([
  [
    [
      operation(['200', object('id', 'x', 'a', 'b', 'name')]),
      operation(['201', { items: object('uuid', 'x', 'b', 'c') }]),
    ],
    ['b'],
  ],
  [[operation(['200', { oneOf: [object('id', 'x', 'a'), object('b')] }])], ['a', 'b']],
  [[operation(['200', { ...object('id', 'x', 'a'), allOf: [object('b')] }])], ['a', 'b']],
  [[operation(['404', object('id', 'x', 'a')]), operation(['200']), operation(['200', object('id', 'a')])], []],
  [[operation(['402', object('id', 'x', 'a')]), operation(['200', object('id', 'x', 'b')])], ['b']],
  [[operation(['200', object('id', 'a')]), operation(['200', object('id', 'x', 'b')])], ['b']],
  [[operation(['200', object('x', 'a')])], []],
])('the members of things with an id and x: %j', (operations, names) => {
  expect([...ownMembers(operations, 'x')]).toEqual(names)
})
