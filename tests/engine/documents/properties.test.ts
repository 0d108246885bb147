import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PublishedReference } from '../../../contracts/documents.ts'
import { DocumentError } from '../../../engine/documents/problems.ts'
import { readChangelog, readDeprecationLog } from '../../../engine/documents/published.ts'
import { readReference } from '../../../engine/documents/reference/reference.ts'
import { anyCharacters } from '../../support/any-characters.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url), 'utf8')

/** Undefined where the text is refused; any other error fails the test. */
function attempt(text: string): PublishedReference | undefined {
  try {
    return readReference(text, 'x')
  } catch (error) {
    expect(error).toBeInstanceOf(DocumentError)
    expect((error as Error).message).toMatch(/^x .*\.$/)
    return undefined
  }
}

// Letters that mean something in YAML, JSON or Markdown, so that garbage comes close to a document.
const letters = [
  ...'#*_`|->[](){}:,"\'&!%@\\/~ \n\t0a',
  '---',
  '$ref',
  'GET /v1/',
  '2024-05-01',
  '<a id="x">',
  '\uFFFD',
  '\u0000',
]
const garbage = fc.array(fc.constantFrom(...letters), { maxLength: 300 }).map(parts => parts.join(''))

test('the order of paths and methods does not change what is read', () => {
  const methods = ['get', 'put', 'post', 'delete', 'patch']
  const item = fc.shuffledSubarray(methods, { minLength: 1 })
  const paths = fc.dictionary(fc.stringMatching(/^\/[a-z{}/]{1,12}$/), item, {
    minKeys: 1,
    maxKeys: 8,
    noNullPrototype: true,
  })
  const names = (order: readonly (readonly [string, readonly string[]])[]) => {
    const entries = order.map(([path, all]) => [
      path,
      Object.fromEntries(all.map(method => [method, { responses: {} }])),
    ])
    const text = JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(entries) })
    return readReference(text, 'x').operations.map(({ method, path }) => `${method} ${path}`)
  }
  fc.assert(
    fc.property(
      paths.chain(all =>
        fc.tuple(
          fc.constant(Object.entries(all)),
          fc.shuffledSubarray(Object.entries(all), { minLength: Object.keys(all).length }),
        ),
      ),
      ([order, shuffled]) => {
        const first = names(order)
        const second = names(shuffled.map(([path, all]) => [path, [...all].reverse()]))
        expect(first).toEqual(order.flatMap(([path, all]) => all.map(method => `${method.toUpperCase()} ${path}`)))
        expect([...second].sort()).toEqual([...first].sort())
      },
    ),
  )
})

describe('no text brings a reader down', () => {
  test('random JSON under the keys of a reference', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (item, responses, schema) => {
        const post = { requestBody: { content: { 'application/json': { schema } } }, responses }
        const paths = { '/a': item, '/b': { post }, '/c': { get: item } }
        const read = attempt(JSON.stringify({ openapi: '3.1.0', servers: item, paths, components: schema }))
        expect(JSON.parse(JSON.stringify(read))).toEqual(read)
      }),
    )
  })

  test.each(['odd-reference.yaml'])('%s with a piece cut out or garbage put in', name => {
    const text = fixture(name)
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(60), garbage, (at, length, noise) => {
        attempt(text.slice(0, at) + noise.slice(0, 20) + text.slice(at + length))
      }),
      { numRuns: 25 },
    )
  })

  test.each(['log-with-table.md', 'log-with-lists.md', 'changelog.md'])('%s cut and spoiled', name => {
    const text = fixture(name)
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(60), garbage, (at, length, noise) => {
        const spoiled = text.slice(0, at) + noise + text.slice(at + length)
        const read = [readDeprecationLog(spoiled, 'x'), readChangelog(spoiled, 'x')]
        expect(JSON.parse(JSON.stringify(read))).toEqual(read)
      }),
      { numRuns: 25 },
    )
  })

  test('pure garbage', () => {
    fc.assert(
      fc.property(fc.oneof(garbage, anyCharacters({ maxLength: 300 })), text => {
        attempt(text)
        readDeprecationLog(text, 'x')
        readChangelog(text, 'x')
      }),
      { numRuns: 100 },
    )
  })
})
