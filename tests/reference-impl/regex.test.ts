import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile, RegexError } from '../../reference-impl/regex.ts'

describe('the matcher', () => {
  test.each([
    ['v.*', 'v1.0.0', true],
    ['v.*', 'dev', false],
    ['', '', true],
    ['', 'a', false],
    ['^v1$', 'v1', true],
    ['a^b', 'ab', false],
    ['(?:a|b)+', 'abba', true],
    ['(a|)b', 'b', true],
    ['[0-9]+\\.[0-9]+', '10.2', true],
    ['[0-9]+\\.[0-9]+', '10x2', false],
    ['[^a-c]', 'd', true],
    ['[^a-c]', 'b', false],
    ['[]a]', ']', true],
    ['[a-]', '-', true],
    ['[\\w-]+', 'a_-9', true],
    ['\\d{2,3}', '1', false],
    ['\\d{2,3}', '123', true],
    ['\\d{2,3}', '1234', false],
    ['a{2}', 'aa', true],
    ['a{2,}', 'aaaa', true],
    ['a{0}b', 'b', true],
    ['a+?b', 'aab', true],
    ['(a*)*b', 'aaab', true],
    ['(a*)*', '', true],
    ['\\.', '.', true],
    ['\\S\\W\\D', 'a-b', true],
  ])('%s on %s: %s', (expression, text, expected) => {
    expect(compile(expression)(text)).toBe(expected)
  })

  test.each([
    '(',
    ')',
    '[',
    '[b-a]',
    '[a-\\d]',
    '*',
    '+a',
    'a**',
    'a{1}{2}',
    'a{2,1}',
    'a{256}',
    'a{',
    '\\',
    '\\b',
    '\\1',
    '(?=a)',
    '(?<n>a)',
    'a'.repeat(256),
    '((a{100}){100}){100}',
    '((((){255}){255}){255}){255}',
  ])('refuses %s', expression => {
    expect(() => compile(expression)).toThrow(RegexError)
  })

  test('agrees with the built-in one', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '(a|b)', '(ab)', '(a|)', '\\.')
    const piece = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}')).map(parts => parts.join(''))
    const expression = fc.array(piece, { maxLength: 5 }).map(parts => parts.join(''))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 })
    fc.assert(
      fc.property(expression, text, (source, tag) => {
        expect(compile(source)(tag)).toBe(new RegExp(`^(?:${source})$`).test(tag))
      }),
      { numRuns: 500 },
    )
  })

  test('ends on expressions that would keep a backtracking one busy for ever', () => {
    const tag = 'a'.repeat(128)
    for (const source of ['(a+)+b', '(a|a)*b', '(a*)*b', `${'.*'.repeat(60)}b`, '(.*a){20}b', '((a?){30}){10}b']) {
      expect(compile(source)(tag), source).toBe(false)
    }
  })

  test('takes or refuses any text', () => {
    const symbol = fc.constantFrom(...'ab()[]{}|*+?.^$\\-,0123456789dw')
    fc.assert(
      fc.property(fc.string({ unit: symbol, maxLength: 40 }), source => {
        try {
          compile(source)('ab1')
        } catch (error) {
          expect(error).toBeInstanceOf(RegexError)
        }
      }),
      { numRuns: 500 },
    )
  })
})
