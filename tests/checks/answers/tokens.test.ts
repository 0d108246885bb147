import { describe, expect, it } from 'vitest'
import {
  agreed,
  type Candidate,
  candidatesIn,
  isWithinAny,
  itemOf,
  listNameOf,
  listPathOf,
  namelessIn,
  objectsWithPlaces,
  profileIn,
  profileOf,
  sameKind,
  wholeThingOf,
  withParts,
} from '../../../checks/answers/tokens.ts'
import { answered } from './answered.ts'

const label = 'hub-conformance-abc-1'
const id = '7d1c9a02'
const marks = { labels: ['other-label', label], ids: ['1234', id] }
const token = { id, label }

/** The candidates of a body, as `path standing weight`. */
const found = (body: unknown, given = marks, profile: readonly string[] = []): readonly string[] =>
  candidatesIn(objectsWithPlaces(body).places, given, new Set(profile)).map(
    ({ place, standing, weight }) => `${place.path.join('/')} ${standing} ${weight}`,
  )

describe('what holds a mark of a token', () => {
  it.each<[says: string, body: unknown, expected: readonly string[]]>([
    ['a label under another name', { note_text: label }, [' nowhere 1']],
    ['a label', { label }, [' nowhere 1.5']],
    ['a label in capitals', { label: label.toUpperCase() }, [' nowhere 1.5']],
    ['a label with its owner', { label: `me/${label}` }, [' nowhere 1.5']],
    ['a label and forty characters', { label: label + 'x'.repeat(40) }, [' nowhere 1.5']],
    ['a label and more', { label: label + 'x'.repeat(41) }, []],
    ['an id', { id }, [' nowhere 1.5']],
    ['an id under another name', { handle: id }, [' nowhere 1']],
    ['a short id', { id: 1234 }, [' nowhere 1.5']],
    ['a short id under another name', { handle: '1234' }, []],
    ['a short id in kebab case', { 'token-id': '1234' }, [' nowhere 1.5']],
    ['a short id in Pascal case', { TokenId: 1234 }, [' nowhere 1.5']],
    ['a label in kebab case', { 'token-name': label }, [' nowhere 1.5']],
    ['a link', { self: `/tokens/${id}` }, [' nowhere 1']],
    ['a link of another name', { next: `/tokens/${id}` }, []],
    ['an id that only is at the end of a link', { self: '1234' }, []],
    ['the token', token, [' nowhere 3']],
    ['a token with it', { ...token, expires_at: null }, [' own 3']],
    ['a token with it in a wrapper', { ...token, attributes: { expires_at: null } }, [' own 3']],
    ['a token with it inside', { ...token, limits: { expires_at: null } }, [' unclear 3']],
    ['a token with it in a list inside', { ...token, limits: [{ expires_at: null }] }, [' unclear 3']],
    ['a token with it in another thing', { ...token, owner: { id: 'o', expires_at: null } }, [' nowhere 3']],
    ['a token that names it', { ...token, more: 'a, expires_at' }, [' unclear 3']],
    ['a token that names it among others', { ...token, more: ['a', 'expires_at'] }, [' unclear 3']],
    ['a token with a longer name', { ...token, more: 'expires_attic' }, [' nowhere 3']],
    ['a token that shows its secret', { ...token, secret: 'abcdefgh' }, [' nowhere 4']],
    ['a token with a short secret', { ...token, secret: 'abcdefg' }, [' nowhere 3']],
    ['tokens', [token, { id: 'x', label: 'y' }], ['* nowhere 3.5']],
    ['a key', { [id]: { a: 1 } }, [`${id} nowhere 1`]],
    ['keys', { [label]: { a: 1, b: 1 }, x: { a: 1, b: 2 } }, [`${label} nowhere 2`]],
    ['a resource', { data: { id, attributes: { label } } }, ['data/attributes nowhere 3']],
    ['a part that identifies', { metadata: { id, label }, spec: { a: 1 } }, ['metadata nowhere 3']],
    ['a part that identifies, and it next to that', { metadata: token, spec: { expires_at: 1 } }, ['metadata own 3']],
    [
      'it in two parts',
      { metadata: token, spec: { expires_at: 1 }, session: { expires_at: 1 } },
      ['metadata unclear 3'],
    ],
    ['it in the part of another', { metadata: token, spec: { id: 'o', expires_at: 1 } }, ['metadata nowhere 3']],
    ['two parts that identify', { metadata: token, ref: { x: 1 }, spec: { expires_at: 1 } }, ['metadata unclear 3']],
    ['it around what has no id', { expires_at: 1, part: { label } }, ['part unclear 1.5']],
    ['it around what only identifies', { expires_at: 1, part: token }, ['part own 3']],
    ['a part of what has that id', { id, expires_at: 1, part: { id, name: label } }, ['part own 3']],
    ['a part of what has another id', { id: 'o', expires_at: 1, part: token }, ['part nowhere 3']],
    ['a part without an id', { id, label, expires_at: 1, part: { note: label } }, [' own 3']],
    [
      'an element without an id, of what has one and the field',
      { id: 'o', expires_at: 1, tokens: [{ label }] },
      ['tokens/* unclear 2'],
    ],
    [
      'a part that identifies and says more',
      { metadata: { ...token, generation: 1 }, spec: { expires_at: 1 } },
      ['metadata own 3'],
    ],
    [
      'a part that identifies, next to a text',
      { metadata: token, ref: 'x', spec: { expires_at: 1 } },
      ['metadata own 3'],
    ],
    [
      'it in the part of the same',
      { metadata: token, spec: { id, expires_at: 1, a: 1 } },
      ['metadata own 3', 'spec own 1.5'],
    ],
    [
      'it deep in two parts',
      { metadata: token, spec: { expires_at: 1 }, session: { a: { expires_at: 1 } } },
      ['metadata unclear 3'],
    ],
    ['a token with a member that has no text', { ...token, more: { toString: 1 } }, [' nowhere 3']],
    ['a token that names it, and has a part', { ...token, more: 'expires_at', x: { a: 1 } }, [' unclear 3']],
    ['a token with a value', { ...token, value: 'abcdefgh' }, [' nowhere 4']],
    ['a token with a plain text', { ...token, plain_text: 'abcdefgh' }, [' nowhere 4']],
    [
      'a token with members that only begin or end so',
      { ...token, xvalue: 'abcdefgh', valuex: 'abcdefgh', explain: 'abcdefgh' },
      [' nowhere 3'],
    ],
    ['a token with a list of secrets', { ...token, secret: [...'abcdefgh'] }, [' nowhere 3']],
    ['a label and another id', { label, id: 'x' }, [' nowhere 1.5']],
    ['a label, and the id in a wrapper', { id: 'o', label, attributes: { handle: id } }, [' nowhere 2.5']],
    [
      'the id in the wrapper of another',
      [
        { id: 'a', label },
        { id: 'b', attributes: { handle: id } },
      ],
      ['* nowhere 2', '*/attributes nowhere 1'],
    ],
    ['a resource in a list', [{ id, attributes: { label } }], ['*/attributes nowhere 3.5']],
    ['a resource that shows its secret', { id, secret: 'abcdefgh', attributes: { label } }, ['attributes nowhere 4']],
    ['the heavier first', [{ note_text: label }, token], ['* nowhere 3.5', '* nowhere 1']],
  ])('is %s', (_, body, expected) => {
    expect(found(body)).toEqual(expected)
  })

  it('weighs more with an id where none is known, and with members of the token', () => {
    const labels = { labels: [label], ids: [] }
    expect(found({ label, id: 'x' }, labels)).toEqual([' nowhere 2'])
    expect(found({ id: 'x', attributes: { label } }, labels)).toEqual(['attributes nowhere 2'])
    expect(found({ label, a: 1, b: 1 }, marks, ['a', 'b', 'c'])).toEqual([' nowhere 2.5'])
    expect(found({ id, attributes: { label, a: 1, b: 1 } }, marks, ['a', 'b'])).toEqual(['attributes nowhere 4'])
    expect(found({ label, a: 1 }, marks, ['a', 'b'])).toEqual([' nowhere 1.5'])
  })
})

it('objects are found up to a limit, each with its place', () => {
  const many = Array.from({ length: 19_999 }, () => ({}))
  expect(objectsWithPlaces(many)).toMatchObject({ whole: true })
  expect(objectsWithPlaces([...many, {}])).toMatchObject({ whole: false })
  const places = (body: unknown) =>
    objectsWithPlaces(body).places.map(({ path, list }) => `${path.join('/')} ${list !== undefined}`)
  expect(places({ a: [{ b: {} }] })).toEqual([' false', 'a/* true', 'a/*/b false'])
  expect(places({ x: { a: 1, b: 1 }, y: { a: 1, c: 1 } })).toEqual([' false', 'x false', 'y false'])
  expect(places({ x: { a: 1, b: 1 }, y: { a: 1 } })).toEqual([' false', 'x true', 'y true'])
  expect(places({ x: { a: null, b: {} }, y: { a: 1, b: {} } })).toEqual([
    ' false',
    'x true',
    'y true',
    'x/b false',
    'y/b false',
  ])
  for (const none of [{ x: { a: 1 } }, { x: { a: {} }, y: { a: {} } }, { x: { a: 1 }, y: 1 }])
    expect(places(none).some(place => place.endsWith('true'))).toBe(false)
})

describe('places', () => {
  const { places } = objectsWithPlaces({ groups: [{ tokens: [{ a: { b: 1 } }] }] })
  const [root, group, token, part] = places
  if (!root || !group || !token || !part) throw new Error('there are four')
  it('are in lists', () => {
    expect([itemOf(part), itemOf(token), itemOf(group), itemOf(root)]).toEqual([token, token, group, undefined])
    expect([listPathOf(token), listPathOf(root)]).toEqual(['groups/*/tokens', ''])
    expect([listNameOf(token), listNameOf(part), listNameOf({ ...token, path: ['*'] })]).toEqual([
      'tokens',
      'tokens',
      '',
    ])
    expect([
      isWithinAny(part, new Set([group])),
      isWithinAny(group, new Set([group])),
      isWithinAny(group, new Set([part])),
    ]).toEqual([true, true, false])
  })
})

it('what identifies a thing in another stands for that', () => {
  const part = { id: '1' }
  const body = { metadata: part, spec: {} }
  expect(wholeThingOf(body, part)).toBe(body)
  expect(wholeThingOf({ other: part }, part)).toEqual(part)
  expect(wholeThingOf([part], part)).toBe(part)
  expect(wholeThingOf(part, part)).toBe(part)
  expect(wholeThingOf({}, part)).toBe(part)
  const spec = { a: 1 }
  const described = { kind: 'Token', metadata: { x: 1 }, spec }
  expect(wholeThingOf(described, spec)).toBe(described)
  expect(wholeThingOf({ kind: 'Token', other: { x: 1 }, spec }, spec)).toBe(spec)
  const one = { id: '1', a: 1 }
  expect(wholeThingOf({ metadata: one, spec: { id: '2', a: 1 } }, one)).toBe(one)
})

it('a thing has members in its parts', () => {
  const [spec, attributes] = [{ a: 1 }, { b: 1 }]
  const thing = { spec, status: 'ok', attributes }
  expect(withParts(thing)).toEqual([thing, attributes, spec])
})

it('things are of one kind unless they say otherwise', () => {
  for (const name of ['type', 'kind', 'object', '__typename', 'resource_type', 'token_type']) {
    expect(sameKind({ [name]: 'a' }, { [name]: 'a' })).toBe(true)
    expect(sameKind({ [name]: 'a' }, { [name]: 'b' })).toBe(false)
    expect(sameKind({ [name]: 'a' }, { [name]: 1 })).toBe(true)
    expect(sameKind({ [name]: 'a' }, {})).toBe(true)
    expect(sameKind({}, { [name]: 'a' })).toBe(true)
  }
})

it('candidates agree, or not', () => {
  const say = (...all: readonly (readonly [Candidate['standing'], number])[]) =>
    agreed(all.map(([standing, weight]) => ({ standing, weight }) as Candidate))
  expect(say(['own', 2], ['nowhere', 1])).toBe('own')
  expect(say(['own', 2], ['nowhere', 2])).toBe('unclear')
  expect(say(['nowhere', 2], ['nowhere', 1])).toBe('nowhere')
  expect(say(['nowhere', 2], ['unclear', 1])).toBe('unclear')
  expect(say(['nowhere', 1.5])).toBe('unclear')
  expect(say()).toBe('unclear')
})

it('members of a token are those that are not of everything', () => {
  const names = (body: unknown) => [...profileIn(answered(body), marks)]
  expect([...profileOf({ id: 1, uuid: 1, type: 1, status: 1, label: 1, scopes: 1, expires_at: 1 })]).toEqual([
    'label',
    'scopes',
  ])
  expect(names({ ...token, scopes: 1 })).toEqual(['label', 'scopes'])
  expect(names({ id: 'o', part: { label, scopes: 1 } })).toEqual(['label', 'scopes', 'part'])
  expect(names({ note_text: label })).toEqual([])
  expect(names({ label })).toEqual(['label'])
  expect([names('text'), names({ a: 1 })]).toEqual([[], []])
})

it('what no mark tells is told by its members, or, when it was created, by a secret or an id', () => {
  const { places } = objectsWithPlaces([{ a: 1, b: 1 }, { a: 1 }, { id: 1 }, { secret: 'abcdefgh' }])
  const told = (profile: readonly string[], created = false) =>
    namelessIn(places, new Set(profile), created).map(({ object }) => Object.keys(object).join())
  expect(told(['a', 'b', 'c', 'd'])).toEqual(['a,b'])
  expect(told(['a', 'b', 'c', 'd'], true)).toEqual(['a,b'])
  expect(told(['a', 'b', 'c', 'd', 'e'])).toEqual([])
  expect(told([], true)).toEqual(['secret'])
  const secret = { secret: 'x'.repeat(40) }
  const secretIn = (body: unknown) =>
    namelessIn(objectsWithPlaces(body).places, new Set(), true).map(({ object }) => object)
  const around = { label: 'x', credential: secret }
  expect(secretIn(around)).toEqual([around])
  expect(secretIn({ label: 'x', credential: { ...secret, id: 1 } })).toEqual([{ ...secret, id: 1 }])
  expect(secretIn({ label: 'x', tokens: [secret] })).toEqual([secret])
  expect(secretIn(secret)).toEqual([secret])
  const { places: ids } = objectsWithPlaces([{ id: 1 }, { a: 1 }])
  expect(namelessIn(ids, new Set(), true).map(({ object }) => object)).toEqual([{ id: 1 }])
  expect(namelessIn(ids, new Set(), false)).toEqual([])
})
