import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { isDateTime } from '../../../checks/date-time.ts'
import { mismatchIn } from '../../../checks/schemas/fit.ts'

const ajv = new Ajv({ strict: false, logger: false, formats: { 'date-time': isDateTime } })

const values: readonly unknown[] = [
  ...[null, true, 0, -0, 3, 3.5, -7, '', 'a', 'ab', '😀', 'b', '2024-01-31T10:00:00Z', '2024-02-30T10:00:00Z'],
  ...[
    [],
    [1],
    [1, 'x'],
    [1, 'y', 2.5],
    [1, 'x', 2.5],
    [[1]],
    ['a', 'b', 'c'],
    {},
    { a: 1 },
    { a: 'x' },
    { a: 'x', b: 1 },
    { b: 1 },
    { a: 1, b: 'x', c: null },
  ],
  ...[{ a: { b: [{ c: 1 }, { c: 'x' }] } }, { a: null }, { 'a/b~c': 1 }, { a: [1], b: { a: [1] } }, { 'x.y': 2 }],
]

const schemas: readonly object[] = [
  {},
  ...['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'].map(type => ({ type })),
  { type: ['string', 'null'] },
  { type: ['object', 'array'], required: ['a'], items: { type: 'integer' } },
  { const: { a: 1 } },
  { const: { a: 'x', b: 2 } },
  { const: [1, 'x', 2.5] },
  { enum: [null, 0, 'a', [1], { a: 'x' }] },
  { minimum: 0, maximum: 3 },
  { minLength: 1, maxLength: 1 },
  { maxLength: 1 },
  { format: 'date-time' },
  { format: 'uri' },
  { minItems: 1, maxItems: 2 },
  { items: { type: ['integer', 'string'] } },
  { items: { items: { type: 'string' } } },
  { required: ['a', 'b'] },
  { properties: { a: { type: 'integer' }, b: { type: 'string' }, 'a/b~c': { type: 'string' } } },
  { additionalProperties: { type: 'integer' } },
  { properties: { a: {} }, additionalProperties: { type: 'string' } },
  { properties: { a: { properties: { b: { items: { properties: { c: { type: 'integer' } } } } } } } },
  { anyOf: [{ type: 'string' }, { type: 'object', required: ['b'] }] },
  { anyOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { type: 'null' }] },
  { allOf: [{ required: ['a'] }, { properties: { a: { minimum: 2 } } }] },
  { allOf: [{ anyOf: [{ type: 'array' }, { type: 'object' }] }], required: ['b'], items: { type: 'string' } },
]

/** What ajv says first, without what it says of the value. */
const saidByAjv = (schema: object, value: unknown): readonly string[] => {
  const validate = ajv.compile(schema)
  if (validate(value)) return []
  const [first] = validate.errors ?? []
  return [first?.instancePath ?? '', first?.message ?? '']
}

const pointer = (where: string): string =>
  where === 'the body'
    ? ''
    : `/${where
        .replaceAll(/~/g, '~0')
        .replaceAll('/', '~1')
        .replaceAll(/\[(\d+)\]/g, '.$1')}`

describe('how a value fits a schema', () => {
  it.each(schemas)('%j: the same as ajv says', schema => {
    expect(values.length).toBeGreaterThan(20)
    for (const value of values) {
      const mismatch = mismatchIn(schema, value)
      const told = mismatch ? [pointer(mismatch.where), mismatch.problem.replace(/, but is .*$/s, '')] : []
      const [path, message] = saidByAjv(schema, value)
      expect(told, JSON.stringify(value)).toEqual(
        path === undefined ? [] : [path.replaceAll(/(?!^)\//g, '.').replace(/^\/(\d)/, '/.$1'), message],
      )
    }
  })

  it('follows what a schema refers to', () => {
    const referred = (name: string) => (name === 'text' ? { type: 'string' } : undefined)
    expect(mismatchIn({ items: { $ref: 'text' } }, ['a', 7], referred)).toEqual({
      where: '[1]',
      problem: 'must be string, but is 7',
    })
    expect(mismatchIn({ $ref: 'other' }, 7, referred)).toBeUndefined()
  })

  it('is of no type that does not exist', () => {
    expect(mismatchIn({ type: 'file' }, 'x')?.problem).toBe('must be file, but is "x"')
  })
})
