import { describe, expect, it } from 'vitest'
import {
  allowed,
  cacheControlProblem,
  deprecationDate,
  isAge,
  isChallengeList,
  isDemandable,
  isExpires,
  jsonAlone,
  ownUuid,
  preferring,
  requiredHeaders,
  retryAfterKind,
} from '../../checks/http/fields.ts'
import { linksOf } from '../../checks/http/links.ts'

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
  it.each(['', 'max-age', 'max-age=-1', 'max-age=1.5', 'public; max-age=1', 'private="a', 'private="a\\\x7f"', 'a b'])(
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

describe('what is sent', () => {
  it('asks for a type first, or for JSON alone unless an operation has another name for it', () => {
    expect(preferring('text/html')).toBe('*/*;q=0.8, text/html')
    const json = { headers: { accept: 'application/json' } }
    expect([jsonAlone({}), jsonAlone({ headers: { x: '1' } })]).toEqual([json, json])
    expect(jsonAlone({ headers: { accept: 'application/vnd.hub+json' } })).toEqual({})
  })

  it.each([
    'Idempotency-Key',
    'X-Idempotency-Key',
    'Request-Id',
    'X-Correlation-ID',
    'x-traceid',
    'Transaction-UUID',
    'Amz-Sdk-Invocation-Id',
  ])('has a UUID of its own for each request as %s', name => {
    expect(isDemandable(name, ownUuid)).toBe(true)
    expect(isDemandable(name, 'a\nb')).toBe(false)
    expect(requiredHeaders({ parameters: [{ name, in: 'header', required: true }] })).toEqual({ [name]: ownUuid })
  })

  it.each(['My-Idempotency-Key', 'Idempotency-Key-Of', 'Prerequest-Id', 'Request-Idea', 'X-Request', 'Ref'])(
    'has none as %s',
    name => {
      expect(requiredHeaders({ parameters: [{ name, in: 'header', required: true }] })).toBeUndefined()
    },
  )

  it('has the header fields that are required, with the value that is declared', () => {
    const uuid = { required: true, format: 'uuid' }
    expect(requiredHeaders({})).toBeUndefined()
    expect(
      requiredHeaders({
        parameters: [
          { name: 'Ref', in: 'header', ...uuid },
          { name: 'Given', in: 'header', ...uuid, example: 'a1' },
          { name: 'from', in: 'query', required: true, example: 'b' },
        ],
      }),
    ).toEqual({ Ref: ownUuid, Given: 'a1' })
  })
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
