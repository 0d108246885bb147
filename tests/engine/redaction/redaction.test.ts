import { describe, expect, it } from 'vitest'
import { share } from '../../../checks/shared.ts'
import type { Exchange } from '../../../contracts/exchange.ts'
import { redactorFor } from '../../../engine/redaction/given-secrets.ts'
import { learnFromExchange, learnFromUrls } from '../../../engine/redaction/learn-secrets.ts'
import { createRedactor, type Redactor } from '../../../engine/redaction/redaction.ts'
import { anySpelling, formsOf, isWordLike, readingsOf, wordForms } from '../../../engine/redaction/secret-forms.ts'
import { withoutVolatile } from '../../../engine/redaction/volatile-headers.ts'
import { encoders } from '../../safety/support/encoders.ts'

const secret = `p4"w&<ö>'+/=\n\\ %kx9`

const knowing = (...secrets: readonly string[]): Redactor => {
  const redactor = createRedactor()
  for (const each of secrets) redactor.learn(each)
  return redactor
}

const exchange = (
  request: Partial<Exchange['request']> = {},
  response: Partial<NonNullable<Exchange['response']>> = {},
): Exchange =>
  ({
    id: 'x1',
    request: { method: 'GET', url: 'http://hub.example/v2', headers: [], body: null, as: 'user', ...request },
    response: { status: 200, headers: [], body: '', encoding: 'utf8', truncated: false, ...response },
    ms: 7,
  }) as unknown as Exchange

// Each test has a redactor of its own: one that remembers what it worked out for another test would hide from Stryker what this one reaches.

describe('a secret is not shown', () => {
  it.each(encoders.map((encode, index) => [index, encode] as const))('in encoding %i', (_, encode) => {
    const encoded = encode(`before ${secret} after`)
    const text = Buffer.isBuffer(encoded) ? encoded.toString('base64') : encoded
    const shown = knowing(secret).text(text)
    expect(shown).toMatch(/\[secret-1\]|\[redacted: holds a secret\]/)
    for (const reading of [shown, ...readingsOf(shown)])
      for (const form of formsOf(secret)) expect(reading).not.toContain(form)
  })

  it.each([
    ['as it is', secret],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    [
      'percent-encoded, each byte',
      [...Buffer.from(secret)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    ],
    [
      'percent-encoded as Latin-1',
      [...Buffer.from(secret, 'latin1')].map(byte => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
    ],
    ['in a form', new URLSearchParams([['x', secret]]).toString().slice(2)],
    ['as \\u, small', [...secret].map(one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
    [
      'as \\u, capital',
      [...secret].map(one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`).join(''),
    ],
    ['as \\x', [...secret].map(one => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')],
    ['as numbers of XML', [...secret].map(one => `&#${one.charCodeAt(0)};`).join('')],
    ['as numbers of XML with zeros', [...secret].map(one => `&#00${one.charCodeAt(0)};`).join('')],
    ['as hexadecimal numbers of XML', [...secret].map(one => `&#x${one.charCodeAt(0).toString(16)};`).join('')],
    [
      'as hexadecimal numbers of XML, capital',
      [...secret].map(one => `&#X0${one.charCodeAt(0).toString(16).toUpperCase()};`).join(''),
    ],
    [
      'as names of XML',
      secret
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&apos;'),
    ],
    ['in XML twice', secret.replaceAll('&', '&amp;amp;').replaceAll('<', '&amp;lt;').replaceAll('"', '&amp;quot;')],
    ['between zero bytes', [...secret].join('\0')],
    ['broken by lines', `${secret.slice(0, 4)}\r\n   ${secret.slice(4)}`],
    ['broken by escaped lines', `${secret.slice(0, 4)}\\n${secret.slice(4)}`],
    ['composed otherwise', secret.normalize('NFD')],
    ['without its line break', secret.replace('\n', '')],
    ['in hexadecimal digits', Buffer.from(secret).toString('hex')],
    ['in capital hexadecimal digits', Buffer.from(secret).toString('hex').toUpperCase()],
  ])('%s, and what stands around it is', (_, text) => {
    expect(knowing(secret).text(`<a> ${text} </a>`)).toBe('<a> [secret-1] </a>')
  })

  it.each([
    ['UTF-8', Buffer.from(secret)],
    ['base64', Buffer.from(Buffer.from(secret).toString('base64'))],
    ['JSON', Buffer.from(JSON.stringify(secret).slice(1, -1))],
    ['Latin-1', Buffer.from(secret, 'latin1')],
    ['UTF-16', Buffer.from(secret, 'utf16le')],
  ])('in base64 of %s, after any number of bytes', (_, bytes) => {
    const redactor = knowing(secret)
    for (const before of ['', 'x', 'xy', 'xyz'])
      for (const after of ['', 'z', 'zz'])
        for (const encoding of ['base64', 'base64url'] as const) {
          const text = Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]).toString(encoding)
          expect(redactor.text(text)).toContain('[secret-1]')
          expect(redactor.text(text).length, text).toBeLessThanOrEqual('[secret-1]'.length + 11)
        }
  })
})

describe('a text with a secret behind escapes', () => {
  const escaped = encodeURIComponent(secret)

  it('keeps its other escapes', () => {
    expect(knowing(secret).text(`?a=%20b&c=${escaped}&d=%7B\\n`)).toBe('?a=%20b&c=[secret-1]&d=%7B\\n')
  })

  it('is not shown where the secret cannot be told from what stands around it', () => {
    const twoWays = encodeURIComponent([...secret].map(one => `&#${one.charCodeAt(0)};`).join(''))
    expect(knowing(secret).text(`a ${twoWays} b`)).toBe('[redacted: holds a secret]')
  })

  it('does not show it, however often it stands there', () => {
    expect(knowing(secret).text(`a ${escaped.toLowerCase()} b ${escaped.toLowerCase()} c`)).toBe(
      'a [secret-1] b [secret-1] c',
    )
  })

  it('does not show it in JSON in JSON in JSON in JSON in JSON', () => {
    const quoted = `q"1'2/3\nz`
    const text = [1, 2, 3, 4, 5].reduce(one => JSON.stringify(one).slice(1, -1), quoted)
    expect(knowing(quoted).text(`a ${text} b`)).toBe('a [secret-1] b')
  })

  it('is shown where escapes hide no secret', () => {
    const text = '{"a":"%20\\u0041&lt;"}'
    expect(knowing(secret).text(text)).toBe(text)
  })
})

describe('what a secret looks like', () => {
  it('has no empty form, and none in base64 that is so short that it stands in any text', () => {
    for (const each of ['abc', 'abcd', 'abcde', '%%%', '\r\n\r\n'])
      for (const form of formsOf(each)) expect(form).not.toBe('')
    expect(formsOf('ab1!c')).toEqual(['ab1!c', 'ab1%21c'])
    expect(formsOf('a-1b2c').every(form => form.length >= 6)).toBe(true)
    expect(formsOf('a-1b2c')).toContain(Buffer.from('a-1b2c').toString('base64'))
  })

  it.each([
    ['abc', true],
    ['a-b+c', true],
    ['a-b+cd', false],
    ['password', true],
    ['PASSwordPASS', true],
    ['passwordpassw', false],
    ['123456789012', true],
    ['1234567890123', false],
    ['passw0rd', false],
    ['1password', false],
    ['password1', false],
  ])('"%s" is like a word: %s', (text, expected) => expect(isWordLike(text)).toBe(expected))

  it('of a word is itself, escaped, and in base64', () => {
    expect(wordForms('ab"c')).toEqual(['ab"c', 'ab\\"c', 'ab%22c', 'YWIiYw==', 'YWIiYw'])
    expect(wordForms('abc')).toEqual(['abc', 'YWJj'])
  })

  it('is matched in any spelling, and nothing else is', () => {
    const spelling = () => anySpelling('a b')
    for (const text of [
      'a b',
      'a+b',
      'a%20b',
      'a%2520b',
      '\\u0061 b',
      'a\\x20b',
      'a&#32;b',
      '&amp;#97; b',
      'a\0 b',
      'a \n\tb',
    ])
      expect(text.replace(spelling(), '!'), text).toBe('!')
    for (const text of ['ab', 'a  b', 'a-b', 'a%21b']) expect(text.replace(spelling(), '!')).toBe(text)
  })
})

describe('readings of a text', () => {
  it.each([
    ['nothing to read', []],
    ['a%20b', ['a b']],
    ['a+%41', ['a+A', 'a A']],
    ['a\\u0062\\u{63}\\x64', ['abcd']],
    ['a\\n\\r\\tb\\"c\\/', undefined],
    ['&lt;&AMP;&#65;&#x42;', ['<&AB']],
    ['&#0;&#1114112;&#1114111;', ['\u{10ffff}']],
    ['a\0b', ['ab']],
    ['%ff%41', ['ÿA']],
  ] as const)('%j', (text, expected) => {
    if (expected !== undefined) expect(readingsOf(text)).toEqual(expected)
    else expect(readingsOf(text)).toContain('a\n\r\tb"c/')
  })

  it('undoes four layers, and makes no more than forty', () => {
    const layered = (layers: number): string =>
      Array.from({ length: layers }).reduce<string>(text => encodeURIComponent(text), 'ä%')
    expect(readingsOf(layered(3))).toContain('ä%')
    expect(readingsOf(layered(4))).toContain('ä%')
    expect(readingsOf(layered(5))).not.toContain('ä%')
    expect(readingsOf('%2541+%5Cu0041&amp;#x41;\\n\0%250A&#38;lt;'.repeat(3))).toHaveLength(39)
  })
})

describe('placeholders', () => {
  it('are numbered in the order in which they are shown', () => {
    const redactor = knowing('first-1-secret', 'second-2-secret')
    expect(redactor.text('second-2-secret first-1-secret second-2-secret')).toBe('[secret-1] [secret-2] [secret-1]')
  })

  it('are of the longest secret, and not of one inside it', () => {
    const redactor = knowing('abc-123', 'abc-123-def')
    expect(redactor.text('abc-123-def abc-123')).toBe('[secret-1] [secret-2]')
  })

  it('know what is learnt later, also in a text that was shown before', () => {
    const redactor = knowing('other-1-secret')
    expect(redactor.text('later-2-secret')).toBe('later-2-secret')
    redactor.learn('later-2-secret')
    expect(redactor.text('later-2-secret')).toBe('[secret-1]')
  })

  it('are none of what is too short', () => {
    const redactor = knowing('ab')
    expect(redactor.text('ab')).toBe('ab')
    redactor.learn('abc')
    expect(redactor.text('abc')).toBe('[secret-1]')
    redactor.learn('1-3-5-7', 8)
    expect(redactor.text('1-3-5-7')).toBe('1-3-5-7')
    redactor.learn('1-3-5-78', 8)
    expect(redactor.text('1-3-5-78')).toBe('[secret-2]')
  })

  it('of a word stand for the whole word alone', () => {
    const redactor = knowing('secret')
    expect(redactor.text('secret secrets my-secret secret_ ésecret "secret"')).toBe(
      '[secret-1] secrets my-secret secret_ ésecret "[secret-1]"',
    )
    const two = knowing('pass', 'word')
    expect(two.text('pass word')).toBe('[secret-1] [secret-2]')
  })

  it('of a word that is also a name are left out, whenever that is said', () => {
    const redactor = knowing('acme')
    expect(redactor.text('acme')).toBe('[secret-1]')
    redactor.spare('acme')
    expect(redactor.text('acme')).toBe('acme')
    const long = knowing('acme-1-secret')
    long.spare('acme-1-secret')
    expect(long.text('acme-1-secret')).toBe('[secret-1]')
  })

  it('stand in keys and values alike', () => {
    const redactor = knowing('key-1-secret')
    expect(redactor.value({ 'key-1-secret': ['key-1-secret', 1, null, { a: true }] })).toEqual({
      '[secret-1]': ['[secret-1]', 1, null, { a: true }],
    })
  })

  it('of what runs share, is the same value for the run that knows no secret in it', () => {
    const page = share({ none: null, rows: [{ 'key-1-secret': 'a' }, { text: 'value-1-secret' }] })
    expect(knowing('another-1-secret').value({ page }).page).toBe(page)
    expect(knowing('key-1-secret').value(page)).toEqual({
      none: null,
      rows: [{ '[secret-1]': 'a' }, { text: 'value-1-secret' }],
    })
    expect(knowing('value-1-secret').value(page)).toEqual({
      none: null,
      rows: [{ 'key-1-secret': 'a' }, { text: '[secret-1]' }],
    })
    const later = knowing('another-1-secret')
    later.value(page)
    later.learn('value-1-secret')
    expect(JSON.stringify(later.value(page))).not.toContain('value-1')
  })
})

describe('a sealed exchange', () => {
  const sealedHeaders = (headers: readonly (readonly [string, string])[], redactor = knowing('token-1-secret')) =>
    redactor.seal(exchange({ headers: headers as Exchange['request']['headers'] })).request.headers

  it('shows of credentials the scheme, and of cookies names and attributes', () => {
    expect(
      sealedHeaders([
        ['Authorization', 'Bearer token-1-secret'],
        ['authorization', 'Bearer something else'],
        ['x-api-key', 'token-1-secret'],
        ['Proxy-Authorization', 'Basic abc'],
        ['Cookie', 'a=b; c=d'],
        ['Set-Cookie', 'session=abc; Path=/; Secure'],
        ['Accept', 'token-1-secret; q=1'],
        ['token-1-secret', 'x'],
      ]),
    ).toEqual([
      ['Authorization', 'Bearer [secret-1]'],
      ['authorization', 'Bearer [redacted]'],
      ['x-api-key', '[secret-1]'],
      ['Proxy-Authorization', 'Basic [redacted]'],
      ['Cookie', 'a=[redacted]; c=[redacted]'],
      ['Set-Cookie', 'session=[redacted]; Path=[redacted]; Secure'],
      ['Accept', '[secret-1]; q=1'],
      ['[secret-1]', 'x'],
    ])
  })

  it('shows no more than the scheme', () => {
    for (const value of ['a b token-1-secret', 'x, Bearer token-1-secret', 'Gate abc', 'Basic'])
      expect(sealedHeaders([['authorization', value]])).toEqual([['authorization', '[redacted]']])
    for (const scheme of ['Basic', 'Bearer', 'Token'])
      for (const value of ['token-1-secret and more', 'YTpi'])
        expect(sealedHeaders([['authorization', `${scheme} ${value}`]])).toEqual([
          ['authorization', `${scheme} [redacted]`],
        ])
  })

  it('shows the scheme, however many secrets there are', () => {
    const redactor = knowing(...Array.from({ length: 12 }, (_, at) => `token-${at}-secret`))
    for (let at = 0; at < 12; at++) redactor.text(`token-${at}-secret`)
    expect(sealedHeaders([['authorization', 'Bearer token-11-secret']], redactor)).toEqual([
      ['authorization', 'Bearer [secret-12]'],
    ])
    expect(redactor.seal(exchange({ body: '{"password":"token-11-secret"}' })).request.body).toBe(
      '{"password":"[secret-12]"}',
    )
  })

  it('shows nothing of a hidden field that is only named like a cookie', () => {
    const redactor = knowing('token-1-secret')
    for (const name of ['x-set-cookie', 'set-cookie2', 'x-cookie', 'cookie2']) {
      redactor.learnHeader(name)
      expect(sealedHeaders([[name, 'a=b']], redactor)).toEqual([[name, '[redacted]']])
    }
  })

  it('hides a header that is said to be secret', () => {
    const redactor = knowing('token-1-secret')
    redactor.learnHeader('X-Gate')
    expect(sealedHeaders([['x-gate', 'open']], redactor)).toEqual([['x-gate', '[redacted]']])
  })

  it('hides a password in a body that is sent, also one that is not known', () => {
    const { request } = knowing('token-1-secret').seal(
      exchange({
        body: '{"password": "a\\"b", "secret":"token-1-secret", "name":"n"}',
        url: 'http://h/token-1-secret',
      }),
    )
    expect(request.body).toBe('{"password": "[redacted]", "secret":"[secret-1]", "name":"n"}')
    expect(request.url).toBe('http://h/[secret-1]')
    expect(request).toMatchObject({ method: 'GET', as: 'user' })
    for (const value of ['xtoken-1-secret', 'token-1-secretx'])
      expect(knowing('token-1-secret').seal(exchange({ body: `{"password":"${value}"}` })).request.body).toBe(
        '{"password":"[redacted]"}',
      )
  })

  it('hides bytes that hold a secret', () => {
    const redactor = knowing('tökén-1-secret')
    const bodyOf = (bytes: Buffer) =>
      Buffer.from(
        redactor.seal(exchange({}, { body: bytes.toString('base64'), encoding: 'base64' })).response?.body ?? '',
        'base64',
      ).toString('latin1')
    expect(bodyOf(Buffer.from('a tökén-1-secret', 'latin1'))).toBe('[redacted: holds a secret]')
    expect(bodyOf(Buffer.from('\u0000 tökén-1-secret'))).toBe('[redacted: holds a secret]')
    expect(bodyOf(Buffer.from(`a ${encodeURIComponent('tökén-1-secret')}`))).toBe('[redacted: holds a secret]')
    expect(bodyOf(Buffer.from('\u00ff other', 'latin1'))).toBe('\u00ff other')
  })

  it('hides in text only the secret', () => {
    const body = Buffer.from('token-1-secret').toString('base64').replaceAll('=', '')
    expect(knowing('token-1-secret').seal(exchange({}, { body: `"${body}"` })).response?.body).toMatch(
      /^"\[secret-1\].?"$/,
    )
  })

  it('keeps the rest', () => {
    const given = exchange({}, { status: 404, body: 'gone', headers: [['date', 'today']], truncated: true })
    expect(knowing('token-1-secret').seal(given)).toStrictEqual({
      ...given,
      response: { ...given.response, headers: [['date', '[date]']] },
    })
    const failed = { ...given, response: null, failure: 'reset', repeated: 2 } as unknown as Exchange
    expect(knowing('token-1-secret').seal(failed)).toStrictEqual(failed)
  })

  it('cuts large bodies once a report would be too long, and no small ones', () => {
    const redactor = createRedactor()
    const bodyOf = (body: string) => redactor.seal(exchange({}, { body })).response
    const budget = 32 * 1024 * 1024
    const small = 16 * 1024
    // With its quotation marks it is all that a report may hold; the next one is cut, and takes no more than is shown of it.
    expect(bodyOf('\u0001'.repeat(1024 * 1024))).toMatchObject({ truncated: false })
    expect(bodyOf('x'.repeat(budget - 6 * 1024 * 1024 - 4))).toMatchObject({ truncated: false })
    expect(bodyOf('y'.repeat(small + 1))).toMatchObject({ truncated: true, body: 'y'.repeat(small) })
    expect(bodyOf('z'.repeat(small))).toMatchObject({ truncated: false, body: 'z'.repeat(small) })
  })
})

it.each([
  ['Date', '[date]'],
  ['x-timestamp', '[date]'],
  ['x-request-id', '[request-id]'],
  ['requestid', '[request-id]'],
  ['x-amzn-trace-id', '[request-id]'],
  ['CF-Ray', '[request-id]'],
  ['x-b3-spanid', '[request-id]'],
  ['age', '[time]'],
  ['x-runtime', '[time]'],
  ['x-dates', 'v'],
  ['update', 'v'],
  ['x-request-ids', 'v'],
  ['content-type', 'v'],
  ['image', 'v'],
  ['age-x', 'v'],
  ['x-traceparent', 'v'],
  ['traceparent2', 'v'],
])('the field %s is shown as %s', (name, expected) => expect(withoutVolatile(name, 'v')).toBe(expected))

describe('what an answer shows is learnt', () => {
  const learnt = (...given: Parameters<typeof exchange>): readonly string[] => {
    const found: string[] = []
    const redactor = { learn: (value: string, atLeast = 3) => value.length >= atLeast && found.push(value) }
    learnFromExchange(redactor as unknown as Redactor, exchange(...given))
    return found
  }
  const body = (text: string): readonly string[] => learnt({}, { body: text })

  it.each([
    'token',
    'access_token',
    'refreshToken',
    'clientSecret',
    'password',
    'passwd',
    'jwt',
    'credential',
    'api_key',
    'API-Key',
    'sessionId',
    'session_key',
  ])('in the member %s', name => {
    expect(body(`{"${name}" : "abc-1234"}`)).toEqual(['abc-1234'])
  })

  it.each([
    'next_token',
    'pageToken',
    'continuation-token',
    'cursor_token',
    'previousToken',
    'prev_token',
    'name',
    'tokens',
    'token_type',
  ])('but not in the member %s', name => expect(body(`{"${name}":"abc-1234"}`)).toEqual([]))

  it.each([
    ['abc-123', false],
    ['abcdefgh', false],
    ['abcdefg1', true],
    ['abcdefg+', true],
    ['abcd.f-g', false],
    ['abcdefghijklmnopqrstuvwx', true],
    ['abcdefghijklmnopqrstuvw', false],
    ['abc 1234', false],
    ['https://x/1', false],
    ['hub-conformance-1', false],
    ['x https://1', false],
  ])('"%s" could be a secret: %s', (value, expected) =>
    expect(body(`{"token":"${value}"}`)).toEqual(expected ? [value] : []),
  )

  it('as it is read', () => expect(body('{"token":"abc\\"1234"}')).toEqual(['abc"1234']))
  it('as it stands, where JSON cannot read it', () => expect(body('{"token":"abc\\q1234"}')).toEqual(['abc\\q1234']))

  it('in headers', () => {
    const of = (name: string, value: string): readonly string[] => learnt({}, { headers: [[name, value]] })
    expect(of('Set-Cookie', 's="abc-1234"; Path=/')).toEqual(['abc-1234'])
    expect(of('set-cookie2', 's=abc-1234')).toEqual(['abc-1234'])
    expect(of('x-set-cookie', 's=abc-1234')).toEqual([])
    expect(of('set-cookie-old', 's=abc-1234')).toEqual([])
    expect(of('set-cookie', 's=ab"c-"1234')).toEqual(['ab"c-"1234'])
    expect(of('X-Auth-Token', 'abc-1234')).toEqual(['abc-1234'])
    expect(of('authorization', 'Bearer abc-1234')).toEqual(['abc-1234'])
    expect(of('x-tokens', 'abc-1234')).toEqual([])
    expect(of('mytoken', 'abc-1234')).toEqual([])
    expect(of('location', 'https://u:abcd1234@h/?sig=efgh5678')).toEqual(['efgh5678', 'abcd1234'])
    expect(of('location', 'https://u:abcd1234@h/')).toEqual(['abcd1234'])
    expect(of('location', '/?sig=efgh5678')).toEqual(['efgh5678'])
  })

  it('in URLs, of the request as well', () => {
    expect(learnt({ url: 'http://h/?X-Amz-Signature=abcd1234%2B' })).toEqual(['abcd1234+'])
    expect(learnt({ url: 'http://h/?X-Amz-Signature=abcd+1234' })).toEqual(['abcd+1234'])
    expect(learnt({ url: 'http://h/?X-Amz-Signature=abcd+1234%' })).toEqual(['abcd+1234%'])
    expect(learnt({ url: 'http://h/?sig=abcd1234%' })).toEqual(['abcd1234%'])
    expect(body('see http://u:pass1234@h/ and http://h/?a=b&token=efgh5678')).toEqual(['efgh5678', 'pass1234'])
    expect(body('nothing=abcd1234')).toEqual([])
    expect(body('/?token=abcd%201234')).toEqual([])
  })

  it('where there is no answer, from the request alone', () => {
    const found: string[] = []
    const redactor = { learn: (value: string) => found.push(value) } as unknown as Redactor
    learnFromExchange(redactor, {
      ...exchange({ url: 'http://h/?jwt=abcd1234' }),
      response: null,
    } as unknown as Exchange)
    expect(found).toEqual(['abcd1234'])
  })

  it('but not in a published document, nor in bytes', () => {
    expect(body('{"openapi": "3.1.0", "token":"abc-1234"}')).toEqual([])
    expect(body('{"swagger" : "2.0", "token":"abc-1234"}')).toEqual([])
    expect(body('swagger: "2.0"\n"token": "abc-1234"')).toEqual([])
    expect(body(`${' '.repeat(2_000)}"openapi": 1, "token":"abc-1234"`)).toEqual(['abc-1234'])
    expect(learnt({}, { body: '"token":"abc-1234"', encoding: 'base64' } as never)).toEqual([])
  })

  it('a value of a URL is decoded', () => {
    const found: string[] = []
    learnFromUrls({ learn: value => found.push(value) }, '/?sig=a1+b2%20c3d4&sig=a1%2Bb2c3d4')
    expect(found).toEqual(['a1+b2c3d4'])
  })
})

describe('what is given is known from the start', () => {
  const of = (input: object): ((text: string) => string) => redactorFor(input as Parameters<typeof redactorFor>[0]).text
  it('secrets, credentials and values of headers', () => {
    expect(of({ secrets: ['gi-1ve', 'sho-1'] })('gi-1ve sho-1')).toBe('[secret-1] sho-1')
    expect(of({ credentials: { token: 't-1', password: 'p-2' } })('t-1 p-2')).toBe('[secret-1] [secret-2]')
    expect(
      of({
        network: {
          headers: [
            ['x', 'va-lue1'],
            ['y', 'va-l1'],
          ],
        },
      })('va-lue1 va-l1'),
    ).toBe('[secret-1] va-l1')
  })
  it('headers by their names', () => {
    const redactor = redactorFor({ network: { headers: [['X-Gate', 'v']] } } as never)
    expect(redactor.seal(exchange({ headers: [['x-gate', 'w']] })).request.headers).toEqual([['x-gate', '[redacted]']])
  })
  it('but not the names of what is asked for', () => {
    const given = {
      secrets: ['acmeco', 'john12'],
      fixtures: { namespace: 'acmeco' },
      credentials: { username: 'johndoe' },
    }
    expect(of(given)('acmeco john12')).toBe('acmeco [secret-1]')
    expect(of({ secrets: ['johndoe'], credentials: { username: 'johndoe' } })('johndoe')).toBe('johndoe')
  })
  it('what signs the URL of a document', () => {
    const documents = {
      reference: { url: 'https://h/?sig=abcd1234' },
      changelog: { from: 'https://u:efgh5678@h/', text: '' },
    }
    expect(of({ documents })('abcd1234 efgh5678')).toBe('[secret-1] [secret-2]')
  })
})
