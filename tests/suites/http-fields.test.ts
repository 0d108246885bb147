import { describe, expect, it } from 'vitest'
import { httpDate, instantOf } from '../../checks/date-time.ts'
import {
  allowed,
  cacheControlProblem,
  deprecationDate,
  isAge,
  isChallengeList,
  isExpires,
  retryAfterKind,
} from '../../checks/http/fields.ts'
import { linksOf } from '../../checks/http/links.ts'

describe('RFC 3339 date-time', () => {
  it.each([
    '2021-10-28T18:30:19.520861Z',
    '2021-10-28t18:30:19z',
    '2031-01-01T02:00:00+02:00',
    '2024-02-29T00:00:00-00:00',
    '1990-12-31T23:59:60Z',
    '1990-12-31T15:59:60-08:00',
    '0001-01-01T00:00:00Z',
  ])('takes %s', text => expect(instantOf(text)).toBeTypeOf('number'))

  it.each([
    '2021-10-28 18:30:19Z',
    '2021-10-28T18:30:19+0000',
    '2021-10-28T18:30:19+00',
    '2021-10-28T18:30:19',
    '2021-10-28T18:30Z',
    '2021-10-28',
    '2021-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2021-13-01T00:00:00Z',
    '2021-01-01T24:00:00Z',
    '2021-01-01T00:00:60Z',
    '2021-01-01T00:00:00.Z',
    '2021-01-01T00:00:00+24:00',
    '2021-01-01T00:00:00Z\n',
    '',
  ])('refuses %j', text => expect(instantOf(text)).toBeUndefined())

  it('names the same instant whatever the offset', () => {
    expect(instantOf('2031-01-01T02:00:00+02:00')).toBe(Date.UTC(2031, 0, 1))
    expect(instantOf('2030-12-31T16:30:00.5-07:30')).toBe(Date.UTC(2031, 0, 1) + 500)
    expect(instantOf('0099-01-01T00:00:00Z')).toBe(Date.parse('0099-01-01T00:00:00Z'))
  })
})

describe('HTTP-date', () => {
  it('takes the one form that may be sent', () =>
    expect(httpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(Date.UTC(1994, 10, 6, 8, 49, 37)))
  it.each([
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Mon, 06 Nov 1994 08:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    '1994-11-06T08:49:37Z',
  ])('refuses %s', text => expect(httpDate(text)).toBeUndefined())
})

describe('fields', () => {
  it.each([
    ['GET, HEAD', ['GET', 'HEAD']],
    ['GET,,POST', ['GET', 'POST']],
    ['', []],
    ['GET HEAD', undefined],
    ['GET; HEAD', undefined],
  ])('Allow %j', (value, expected) => expect(allowed(value)).toEqual(expected))

  it.each([
    'Bearer',
    'Bearer realm="hub", error="invalid_token", error_description="It, \\"ended\\""',
    'Negotiate YWJj==, Basic realm=x',
    'Basic realm="a, b", charset="UTF-8", Bearer',
    'Digest realm = "spaces", nonce="1"',
  ])('takes the challenge %s', value => expect(isChallengeList(value)).toBe(true))
  it.each(['', 'realm="hub"', 'realm="hub", Basic', 'Bearer realm="hub', 'Bearer a b', 'Bearer, , =', '"Bearer"'])(
    'refuses the challenge %j',
    value => expect(isChallengeList(value)).toBe(false),
  )

  it.each([
    ['@1688169599', 1_688_169_599_000],
    [' @1688169599 ', 1_688_169_599_000],
    ['@-5; a; b="c;\\"d"; e=?1; f=@3; g=:AA==:', -5000],
  ])('Deprecation %j', (value, expected) => expect(deprecationDate(value)).toBe(expected))
  it.each(['true', '?1', '1688169599', '@1.5', '@12, @13', '@', '@12;A', '@12;a=', 'Sun, 06 Nov 1994 08:49:37 GMT'])(
    'no Deprecation: %s',
    value => expect(deprecationDate(value)).toBeUndefined(),
  )

  it.each([
    'no-cache',
    'max-age=60, public',
    'private="a, b"',
    String.raw`private="a\", b"`,
    'MAX-AGE="60"',
    'x=y',
    'max-stale',
  ])('Cache-Control %s', value => expect(cacheControlProblem(value)).toBeUndefined())
  it.each(['', 'max-age', 'max-age=-1', 'max-age=1.5', 'public; max-age=1', 'private="a', 'a b'])(
    'no Cache-Control: %j',
    value => expect(cacheControlProblem(value)).toBeDefined(),
  )

  it('Expires may be 0, which caches know', () => {
    expect(isExpires(' 0 ')).toBe(true)
    expect(isExpires(' Sun, 06 Nov 1994 08:49:37 GMT ')).toBe(true)
    expect(isExpires('-1')).toBe(false)
  })

  it.each(['0', '12', ' 7 '])('Age %j', value => expect(isAge(value)).toBe(true))
  it.each(['', '-1', '1.5', 'a1', '1a'])('no Age: %j', value => expect(isAge(value)).toBe(false))

  it.each([
    [' 120 ', 'delay'],
    ['1000000000', 'timestamp'],
    ['0', 'delay'],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 'date'],
    ['1758240000', 'timestamp'],
    ['1.5', 'malformed'],
    ['-1', 'malformed'],
    ['soon', 'malformed'],
  ])('Retry-After %s is a %s', (value, kind) => expect(retryAfterKind(value)).toBe(kind))
})

describe('Link', () => {
  it('reads targets and relations', () =>
    expect(linksOf('</a,b>; title="x, y; z"; rel="Deprecation sunset", <>;rel=self;rel=next')).toEqual([
      { target: '/a,b', relations: ['deprecation', 'sunset'] },
      { target: '', relations: ['self'] },
    ]))
  it.each([
    '',
    '/a; rel="x"',
    '</a>',
    '</a>; rel',
    '</a>; rel=""',
    '</a>; rel="x',
    '</a> rel="x"',
    '<a b>; rel="x"',
    '<{a}>; rel="x"',
    '</a>; rel=x y',
    '</a>; =x; rel=y',
  ])('refuses %j', value => expect(linksOf(value)).toBeUndefined())
})
