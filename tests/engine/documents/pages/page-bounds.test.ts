import { describe, expect, it } from 'vitest'
import { placedMentions } from '../../../../engine/documents/mentions.ts'
import { readPage } from '../../../../engine/documents/pages/page.ts'
import { readable, runOf } from '../../../../engine/documents/pages/text.ts'
import { collectProblems } from '../../../../engine/documents/problems.ts'

// Apart from the other tests of pages: with each mutant these would take hours.
it('only the beginning of a page that is too large is read', () => {
  const problemsOf = (text: string) => {
    const problems = collectProblems()
    readPage(text, 'x', problems)
    return problems.list()
  }
  const tooLarge = 'x is larger than 512 KiB or 20000 lines; only its beginning is read.'
  // A pattern that has two ways to read an empty line would not end here.
  expect(problemsOf('\n'.repeat(19_999))).toEqual([])
  expect(problemsOf(`<A${' '.repeat(500_000)}b="c">`)).toEqual([])
  expect(problemsOf(`${'\n'.repeat(20_000)}a`)).toEqual([tooLarge])
  expect(problemsOf(`a\n\n${' '.repeat(512 * 1024)}b`)).toContain(tooLarge)
  expect(problemsOf('a\n\n'.repeat(128 * 1024).slice(0, 512 * 1024))).toContain(tooLarge)
  expect(problemsOf(`${'a'.repeat(512 * 1024 - 1)}\n`)).toEqual([])
})

describe('lines that are left out', () => {
  const read = (...lines: readonly string[]) => {
    const problems = collectProblems()
    const { children } = readPage(lines.join('\n'), 'x', problems)
    return { text: children.map(block => readable(runOf(block))).join(' '), unread: problems.parts() }
  }
  it('are those behind the last that is read', () => {
    const { text, unread } = read(...Array(19_999).fill(''), 'seen', '', 'unseen')
    expect([text, unread.map(part => part.line)]).toEqual(['seen', [20_000]])
    expect(read(`seen${'\n'.repeat(1000)}${'\n\n'.repeat(5)}`, `\n\n${'b '.repeat(300_000)}`).text.length).toBeLessThan(
      530_000,
    )
  })
  it.each<[string, readonly number[], ...string[]]>([
    ['a table without a rule', [3], 'text', '', '| a |'],
    ['a table below what only looks like a rule', [2, 3], 'text', '|-|', '| a |'],
    ['a table behind a line of blanks', [4], '| a |', '|-|', '  ', '  | b |'],
    ['a table in code', [], '  ```', '| a |', '  ```'],
    ['an indentation of 201', [2], `${' '.repeat(200)}a`, `${' '.repeat(201)}b`],
    ['a line of 201 blanks', [], ' '.repeat(201)],
  ])('are those of %s', (_, expected, ...lines) => {
    expect(read(...lines).unread.map(({ line }) => line)).toEqual(expected)
  })
  it('are all lines of broken XML', () => {
    expect(read('', '<?xml version="1.0"?>', '<a>b</c>')).toMatchObject({ text: '', unread: [{ line: 1 }] })
  })
  it('are all lines of YAML whose aliases stand for too much', () => {
    const aliases = [1, 2, 3, 4, 5].map(at => `a${at}: &a${at} [${Array(10).fill(`*a${at - 1}`)}]`)
    expect(read('a0: &a0 b', ...aliases, 'c: {d: e}')).toMatchObject({ text: '', unread: [{ line: 1 }] })
  })
  it('may have the mark of a byte order in them', () => {
    expect(read('a-\uFEFF-b').text).toBe('a- -b')
  })
})

it('methods in a row are read in one way, whatever stands between them', () => {
  const row = 'GET    '.repeat(5_000)
  const mentions = placedMentions({ text: `${row}nothing, GET  ,  HEAD /v2/x`, links: [] })
  expect(mentions.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v2/x', 'HEAD /v2/x'])
})
