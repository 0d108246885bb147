import { describe, expect, it } from 'vitest'
import { plainForm } from '../../../checks/answers/plain-form.ts'

const one = { id: '1', label: 'x' }
const both = [one, { id: '2', label: 'y' }]

describe('pairs of names and values', () => {
  const pairs = (name: string, value: string): unknown => [
    { [name]: 'id', [value]: '1' },
    { [name]: 'label', [value]: 'x' },
  ]

  it.each(['name', 'key', 'field', 'member', 'attribute', 'property', 'n', 'k', 'Name'])(
    'have names called %s',
    name => {
      expect(plainForm(pairs(name, 'value'))).toEqual(one)
      expect(plainForm(pairs(`x${name}`, 'value'))).not.toEqual(one)
      expect(plainForm(pairs(`${name}x`, 'value'))).not.toEqual(one)
    },
  )

  it.each(['value', 'val', 'v', 'content', 'Value'])('have values called %s', value => {
    expect(plainForm(pairs('name', value))).toEqual(one)
    expect(plainForm(pairs('name', `x${value}`))).not.toEqual(one)
    expect(plainForm(pairs('name', `${value}x`))).not.toEqual(one)
  })

  it.each(['type', 'format', 'label', 'title'])('may have a %s as well', other => {
    const [first, second] = pairs('name', 'value') as object[]
    expect(plainForm([{ ...first, [other]: 'z' }, second])).toEqual(one)
    const more = [{ ...first, [`x${other}`]: 'z' }, second]
    expect(plainForm(more)).toEqual(more)
    const longer = [{ ...first, [`${other}x`]: 'z' }, second]
    expect(plainForm(longer)).toEqual(longer)
  })

  it('may lack a value', () => {
    expect(
      plainForm([
        { name: 'id', value: '1' },
        { name: 'colour', value: 'x' },
      ]),
    ).toEqual({ id: '1', colour: 'x' })
    expect(plainForm([{ name: 'id' }, { name: 'label', value: 'x' }])).toEqual({ id: null, label: 'x' })
  })

  it.each<[string, readonly unknown[]]>([
    ['there is one', [{ name: 'id', value: '1' }]],
    ['there are names alone', [{ name: 'id' }, { name: 'label' }]],
    ['one is no object', [{ name: 'id', value: '1' }, 'x']],
    ['one is null', [{ name: 'id', value: '1' }, null]],
    ['one has no name', [{ name: 'id', value: '1' }, { value: 'x' }]],
    [
      'one has no text as its name',
      [
        { name: 'id', value: '1' },
        { name: 7, value: 'x' },
      ],
    ],
    [
      'two have one name',
      [
        { name: 'id', value: '1' },
        { name: 'id', value: '2' },
      ],
    ],
    [
      'a name is that of no member',
      [
        { name: 'id', value: '1' },
        { name: 'a b', value: '2' },
      ],
    ],
    [
      'a name begins as that of no member',
      [
        { name: 'id', value: '1' },
        { name: '1a', value: '2' },
      ],
    ],
    [
      'no name tells what it is of',
      [
        { name: 'colour', value: '1' },
        { name: 'size', value: '2' },
      ],
    ],
  ])('are none where %s', (_, items) => {
    expect(plainForm(items)).toEqual(items)
  })
})

describe('tuples of names and values', () => {
  it('are an object', () => {
    expect(
      plainForm([
        ['id', '1'],
        ['label', 'x'],
      ]),
    ).toEqual(one)
    expect(
      plainForm([
        ['uuid', '1'],
        ['colour', 7],
        ['title', 'x'],
      ]),
    ).toEqual({ uuid: '1', colour: 7, title: 'x' })
  })

  it.each<[string, readonly unknown[]]>([
    [
      'one is no pair',
      [
        ['id', '1'],
        ['label', 'x', 'y'],
      ],
    ],
    [
      'one has no text as its name',
      [
        ['id', '1'],
        ['label', 'x'],
        [7, 'x'],
      ],
    ],
    [
      'one has null as its name',
      [
        ['id', '1'],
        ['label', 'x'],
        [null, 'x'],
      ],
    ],
    [
      'a name is that of no member',
      [
        ['id', '1'],
        ['label', 'x'],
        ['a b', 'x'],
      ],
    ],
    [
      'two have one name',
      [
        ['id', '1'],
        ['label', 'x'],
        ['id', '2'],
      ],
    ],
  ])('are none where %s', (_, items) => {
    expect(plainForm(items)).not.toEqual(expect.objectContaining({ id: expect.anything() }))
  })

  it('are rows where one name alone is known', () => {
    expect(
      plainForm([
        ['id', 'colour'],
        ['1', 'red'],
      ]),
    ).toEqual([{ id: '1', colour: 'red' }])
  })

  it.each([
    'id',
    '_id',
    'uuid',
    'guid',
    'uid',
    'pk',
    'token_id',
    'tokenid',
    'label',
    'name',
    'title',
    'token_label',
    'tokenlabel',
    'expires_at',
    'ID',
  ])('are told by %s', name => {
    const other = name === 'name' ? 'title' : 'name'
    expect(
      plainForm([
        [name, '1'],
        [other, 'x'],
      ]),
    ).toEqual({ [name]: '1', [other]: 'x' })
    for (const near of [`x${name}`, `${name}x`]) {
      const tuples = [
        [near, '1'],
        ['colour', 'x'],
        ['name', 'y'],
      ]
      if (near !== '_id') expect(plainForm(tuples)).toBeInstanceOf(Array)
    }
  })
})

describe('a table', () => {
  const rows = [
    ['1', 'x'],
    ['2', 'y'],
  ]

  it.each([
    'column',
    'columns',
    'cols',
    'header',
    'headers',
    'field',
    'fields',
    'keys',
    'names',
    'schema',
    'attributes',
    'Columns',
  ])('has its columns as %s', columns => {
    expect(plainForm({ [columns]: ['id', 'label'], rows })).toEqual({ rows: both })
    expect(
      plainForm({
        [`x${columns}`]: ['id', 'label'],
        rows: [
          ['1', 'x'],
          ['2', 'y'],
        ],
      }),
    ).not.toEqual({ rows: both })
    expect(
      plainForm({
        [`${columns}x`]: ['id', 'label'],
        rows: [
          ['1', 'x'],
          ['2', 'y'],
        ],
      }),
    ).not.toEqual({ rows: both })
  })

  it.each(['rows', 'data', 'values', 'records', 'items', 'results', 'tuples', 'body', 'tokens', 'Rows'])(
    'has its rows as %s',
    name => {
      expect(plainForm({ columns: ['id', 'label'], [name]: rows, count: 2 })).toEqual({ [name]: both, count: 2 })
      const other = { columns: ['id', 'label'], [`${name}x`]: rows }
      expect(plainForm(other)).toEqual(other)
      const before = { columns: ['id', 'label'], [`x${name}`]: rows }
      expect(plainForm(before)).toEqual(before)
    },
  )

  it.each(['name', 'key', 'id', 'field', 'Name'])('has columns with a member %s', member => {
    const columns = ['id', 'label'].map(name => ({ [member]: name, type: 'text' }))
    expect(plainForm({ columns, rows })).toEqual({ rows: both })
    const other = ['id', 'label'].map(name => ({ [`${member}x`]: name, type: 'text' }))
    expect(plainForm({ columns: other, rows })).toEqual({ columns: other, rows })
    const before = ['id', 'label'].map(name => ({ [`x${member}`]: name, type: 'text' }))
    expect(plainForm({ columns: before, rows })).toEqual({ columns: before, rows })
  })

  it.each<[string, unknown, unknown]>([
    ['its columns are no list', 'id,label', rows],
    ['it has no columns', [], [[], []]],
    ['a column has no name', ['id', 7], rows],
    ['a column has the name of no member', ['id', 'a b'], rows],
    ['a row is longer', ['id', 'label'], [['1', 'x', 'y']]],
    ['a row is shorter', ['id', 'label'], [['1', 'x'], ['2']]],
    ['a row is a text of that length', ['id', 'label'], [['1', 'x'], 'yz']],
    ['a column has only a member of no name', [{ undefined: 'id' }, { undefined: 'label' }], rows],
    ['a row is no list', ['id', 'label'], [['1', 'x'], 'y']],
    ['its rows are no list', ['id', 'label'], 'x'],
  ])('is none where %s', (_, columns, table) => {
    const body = { columns, rows: table }
    expect(plainForm(body)).toEqual(body)
  })

  it('may have other columns first', () => {
    expect(plainForm({ headers: 'x', columns: ['id', 'label'], rows })).toEqual({ headers: 'x', rows: both })
  })

  it('may begin with its columns', () => {
    expect(
      plainForm([
        ['id', 'label', 'x'],
        ['1', 'x', 1],
        ['2', 'y', 2],
      ]),
    ).toEqual([
      { ...both[0], x: 1 },
      { ...both[1], x: 2 },
    ])
    for (const items of [
      [['id', 'label', 'x']],
      [['id'], ['1']],
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
      [
        ['id', 'x', 'y'],
        ['1', 'x'],
      ],
    ])
      expect(plainForm(items)).toEqual(items)
  })

  it('may be of columns side by side', () => {
    expect(plainForm({ id: ['1', '2'], label: ['x', 'y'] })).toEqual(both)
    expect(plainForm({ id: ['1'], label: [null] })).toEqual([{ id: '1', label: null }])
  })

  it.each<[string, object]>([
    ['there is one', { id: ['1'] }],
    ['one name alone is known', { id: ['1'], colour: ['x'] }],
    ['they are empty', { id: [], label: [] }],
    ['one is no list', { id: ['1'], label: 'x' }],
    ['the first is no list', { id: '1', label: ['x'] }],
    ['one is longer', { id: ['1'], label: ['x', 'y'] }],
    ['one cell is an object', { id: ['1', '2'], label: [{ a: 1 }, 'x'] }],
    ['a cell is an object', { id: ['1'], label: [{ a: 1 }] }],
  ])('is none of columns side by side where %s', (_, body) => {
    expect(plainForm(body)).toEqual(body)
  })
})

describe('JSON in a text', () => {
  it('is read', () => {
    expect(plainForm({ data: ' {"a":["[1]"]}' })).toEqual({ data: { a: [[1]] } })
    expect(plainForm('[1]')).toEqual([1])
    for (const text of ['{x', '"[1]"', 'x {"a":1}', '7', `${'['.repeat(300)}${']'.repeat(300)}`])
      expect(plainForm({ text })).toEqual({ text })
  })
})

it('a body that is too large stays as it is', () => {
  const body = [...Array.from({ length: 50_001 }, () => 0), '{"a":1}']
  expect(plainForm(body)).toBe(body)
  const zeros = (length: number) => ['{"a":1}', ...Array.from({ length }, () => 0)]
  expect(plainForm(zeros(49_996))).toMatchObject({ 0: { a: 1 } })
  expect(plainForm(zeros(49_997))).toMatchObject({ 0: '{"a":1}' })
  expect(plainForm(['{"a":1}', ...Array.from({ length: 49_000 }, () => 0)])).toMatchObject({ 0: { a: 1 } })
})

it.each<[string, (value: unknown) => unknown]>([
  ['lists', value => [value]],
  ['objects', a => ({ a })],
])('what is deep in %s stays as it is', (_, wrap) => {
  const within = (depth: number) => Array.from({ length: depth }).reduce<unknown>(wrap, '{"b":1}')
  expect(JSON.stringify(plainForm(within(150)))).toContain('{"b":1}')
  expect(JSON.stringify(plainForm(within(250)))).toContain('{\\"b\\":1}')
})
