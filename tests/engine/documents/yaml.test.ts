import { describe, expect, test } from 'vitest'
import { LineCounter } from 'yaml'
import { yamlDocuments } from '../../../engine/documents/yaml.ts'
import { structureOf } from '../../../engine/scan/code/structured.ts'

describe('a YAML text', () => {
  test.each([
    ['lists in one line', `a: ${'['.repeat(5_000)}`],
    ['lists in lists', `${'- '.repeat(5_000)}a`],
    ['maps in maps', `${'{a: '.repeat(5_000)}1`],
    ['members below members', Array.from({ length: 5_000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ])('with %s without end is refused before the library composes it', (_what, text) => {
    expect(() => [...yamlDocuments(text, {})]).toThrow(new RangeError('nested too deeply, more than 300 levels'))
    expect(structureOf({ file: 'a.yaml', kind: 'yaml', text })).toBeUndefined()
  })

  test('with 299 lists in lists is read', () => {
    const nested = (depth: number) => [...yamlDocuments('['.repeat(depth) + ']'.repeat(depth), {})]
    expect(nested(299)).toHaveLength(1)
    expect(() => nested(300)).toThrow(RangeError)
  })

  test('of two documents gives both, with their lines', () => {
    const lines = new LineCounter()
    const documents = [...yamlDocuments('a: 1\n---\nb: 2\n', {}, lines)]
    expect(documents.map(document => document.toJS())).toEqual([{ a: 1 }, { b: 2 }])
    expect(lines.linePos(documents[1]?.contents?.range[0] ?? 0).line).toBe(3)
  })

  test('that is empty is a document', () => {
    expect([...yamlDocuments('', {})].map(document => document.toJS())).toEqual([null])
  })
})
