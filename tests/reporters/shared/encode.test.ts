import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cut } from '../../../reporters/shared/bounds.ts'
import { pathReference, toJson, uri, wellFormed } from '../../../reporters/shared/encode.ts'
import { anyText } from '../fixtures/arbitrary.ts'

describe('JSON that can be printed anywhere', () => {
  test('has the same values', () => {
    fc.assert(
      fc.property(anyText, text => {
        const written = toJson({ text, list: [text] })
        expect(JSON.parse(written)).toEqual({ text: wellFormed(text), list: [wellFormed(text)] })
        expect(written).not.toMatch(/##\w*\[|<\/|<!--|^\s*::/m)
        expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      }),
    )
  })
})

describe('an address', () => {
  const ajv = new Ajv()
  addFormats.default(ajv)
  const isUri = ajv.compile({ type: 'string', format: 'uri' })

  test('is one by RFC 3986, whatever it was made from', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          anyText.map(text => `http://h/${text}`),
          fc.webUrl(),
        ),
        text => {
          expect(isUri(uri(text)), uri(text)).toBe(true)
        },
      ),
    )
  })

  test.each([
    ['http://localhost:8080/v1/a%2Fb/tags?page=1', 'http://localhost:8080/v1/a%2Fb/tags?page=1'],
    ['http://localhost/a/../b', 'http://localhost/a/../b'],
    ['http://[::1]:8080/{x}|y', 'http://[::1]:8080/%7Bx%7D%7Cy'],
    ['http://h/100%', 'http://h/100%25'],
    ['no address', 'urn:x-hub-conformance:address:no%20address'],
  ])('%s', (given, expected) => {
    expect(uri(given)).toBe(expected)
  })
})

describe('a path as a reference', () => {
  const ajv = new Ajv()
  addFormats.default(ajv)
  const isReference = ajv.compile({ type: 'string', format: 'uri-reference' })

  test('is one by RFC 3986, whatever it was made from', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(isReference(pathReference(text)), pathReference(text)).toBe(true)
      }),
    )
  })

  test.each([
    ['docs/open api.yaml', 'docs/open%20api.yaml'],
    ['C:\\docs\\log.md', 'C%3A/docs/log.md'],
    ['//host/share', '/host/share'],
    ['https://example.com/log.md', 'https%3A//example.com/log.md'],
    ['', '-'],
  ])('%s', (given, expected) => {
    expect(pathReference(given)).toBe(expected)
  })
})

describe('a cut text', () => {
  test('keeps its beginning, no half of a character, and says how much is missing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 10 }), fc.integer({ min: 1, max: 9 }), (text, length) => {
        const short = cut(text, length)
        const [kept = '', rest = ''] = short.split('… (')
        expect(text.startsWith(kept)).toBe(true)
        expect(kept).toBe(wellFormed(kept))
        expect(rest).toBe(`${text.length - kept.length} more characters left out)`)
      }),
    )
  })
})
