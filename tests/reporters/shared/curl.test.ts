import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SentRequest } from '../../../contracts/exchange.ts'
import { curlLines, quote } from '../../../reporters/shared/curl.ts'
import { requestOf, wordsOf } from '../../support/curl.ts'

const token = 'a-token-of-a-test'

const printable = (unit: fc.Arbitrary<string>) => fc.string({ unit, maxLength: 40 })
const ascii = printable(fc.constantFrom(...Array.from({ length: 95 }, (_, at) => String.fromCharCode(at + 32))))
const awkward = printable(
  fc.constantFrom(
    "'",
    '"',
    '\\',
    '$',
    '`',
    '!',
    '#',
    '[',
    ':',
    '{',
    '}',
    '&',
    ';',
    '|',
    ' ',
    '\n',
    'é',
    '日',
    'a',
    '*',
    '~',
  ),
)

const request: fc.Arbitrary<SentRequest> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
  url: fc.oneof(ascii, awkward).map(path => `http://localhost:8080/${path.replaceAll('\n', '')}`),
  headers: fc.array(fc.tuple(fc.constantFrom('X-A', 'Accept', 'Content-Type', 'Authorization', 'Host'), ascii)),
  body: fc.option(fc.oneof(ascii, awkward)),
  as: fc.constantFrom('anonymous', 'malformed', 'valid'),
})

describe('the curl command', () => {
  test.each([
    ['Basic [redacted]', /^Authorization: Basic \w+$/],
    ['Token [redacted]', /^Authorization: Token not-a-valid-credential$/],
    ['[redacted]', /^Authorization: Bearer not-a-valid-credential$/],
  ])('sends another credential in the scheme of "%s"', (value, expected) => {
    const headers = [['Authorization', value]] as const
    const sent = { method: 'GET', url: 'http://localhost:8080/', headers, body: null, as: 'anonymous' } as const
    expect(requestOf(curlLines(sent, 80).join('\n'), token).headers.find(one => one.startsWith('Auth'))).toMatch(
      expected,
    )
  })

  test('sends another value of a cookie that is not shown', () => {
    const headers = [['cookie', 'SESSION=[redacted]']] as const
    const sent = { method: 'GET', url: 'http://h/', headers, body: null, as: 'malformed' } as const
    expect(curlLines(sent, 200).join('')).toContain("-H 'cookie: SESSION=not-a-valid-credential'")
  })

  test('sends another value of a cookie that nobody has, next to that of the session', () => {
    const headers = [['cookie', 'hub=[secret-1]; session=[redacted]; csrf=[secret-2]']] as const
    const sent = { method: 'GET', url: 'http://h/', headers, body: null, as: 'valid' } as const
    expect(curlLines(sent, 200).join('')).toContain(
      '-H "cookie: hub=$HUB_CONFORMANCE_TOKEN; session=not-a-valid-credential; csrf=$HUB_CONFORMANCE_CSRF_TOKEN"',
    )
  })

  test('names the program that a request says to come from, but for its own', () => {
    const from = (agent: string) => {
      const headers = [['User-Agent', agent]] as const
      return curlLines({ method: 'GET', url: 'http://h/', headers, body: null, as: 'anonymous' }, 80).join(' ')
    }
    expect(from('docker/27')).toContain('docker/27')
    expect(from('hub-conformance/1.0.0')).not.toMatch(/hub-conformance|user-agent/i)
  })

  test('names no program where a request named none', () => {
    const lines = curlLines({ method: 'GET', url: 'http://h/', headers: [], body: null, as: 'anonymous' }, 80)
    expect(lines.join(' ')).toContain("-H 'User-Agent:'")
  })

  test('a shell takes it apart into the same request', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 20, max: 200 }), (sent, width) => {
        const repeated = requestOf(curlLines(sent, width), token)
        expect(repeated.method).toBe(sent.method)
        expect(repeated.url).toBe(sent.url)
        expect(repeated.body).toBe(sent.body)
        const expected = sent.headers
          .filter(([name]) => name !== 'Host')
          .map(([name, value]) => {
            if (name === 'Authorization' && sent.as === 'valid') return `Authorization: Bearer ${token}`
            return value === '' ? `${name};` : `${name}: ${value}`
          })
        expect(repeated.headers.filter(header => !/^(Accept|Content-Type|User-Agent):$/.test(header))).toEqual(expected)
      }),
    )
  })

  test('a shell takes a quoted word for the word', () => {
    fc.assert(
      fc.property(fc.oneof(ascii, awkward), text => {
        expect(wordsOf(`x ${quote(text)}`, token)).toEqual(['x', text])
      }),
    )
  })

  test('a body of JSON means the same, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), body => {
        const sent: SentRequest = { method: 'POST', url: 'http://localhost/', headers: [], body, as: 'anonymous' }
        const [command = ''] = curlLines(sent, Number.POSITIVE_INFINITY)
        expect(command).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(JSON.parse(requestOf(command, token).body ?? '')).toEqual(JSON.parse(body))
      }),
    )
  })

  test('never gives a build server a line of its own', () => {
    fc.assert(
      fc.property(awkward, awkward, (path, body) => {
        const sent: SentRequest = {
          method: 'POST',
          url: `http://h/${path}`,
          headers: [['X-A', path]],
          body: `##[${body}\n ::x::`,
          as: 'anonymous',
        }
        const command = curlLines(sent, 40).join('\n')
        expect(command).not.toMatch(/^\s*::/m)
        expect(command).not.toMatch(/##\w*\[/)
      }),
    )
  })

  test.each([
    ['an escape character', 'a\u001b[31m', "$'a\\x1b[31m'"],
    ['a backslash and a quote beside it', "\u0007\\'", "$'\\x07\\\\\\''"],
    ['a mark that turns the text', 'a\u202eb', "$'a\\xe2\\x80\\xaeb'"],
  ])('%s is written as an escape', (_name, text, word) => {
    expect(quote(text)).toBe(word)
  })

  test('what is not seen in a URL is percent-encoded', () => {
    const sent: SentRequest = { method: 'GET', url: 'http://h/a\u202eb', headers: [], body: null, as: 'anonymous' }
    expect(curlLines(sent, 80).join(' ')).toContain('http://h/a%e2%80%aeb')
  })

  test('HEAD waits for no body, an unverified certificate is said', () => {
    const sent: SentRequest = { method: 'HEAD', url: 'https://h/', headers: [], body: null, as: 'anonymous' }
    expect(curlLines(sent, 80, true)).toEqual([
      "curl --path-as-is --globoff --insecure --head -H 'Accept:' -H 'User-Agent:' \\",
      'https://h/',
    ])
  })
})
