import { describe, expect, it } from 'vitest'
import { isDeclarable } from '../../../checks/http/fields.ts'
import type { OperationName } from '../../../contracts/operations.ts'
import {
  type Change,
  checkHeaders,
  climbs,
  comparablePath,
  isSafe,
  isSendable,
  isV1Request,
  isWhereItWasShown,
  touchesOnlyOwn,
} from '../../../engine/http/request-guard.ts'
import { UsageError } from '../../../engine/options.ts'

it.each([
  ['GET', true],
  ['HEAD', true],
  ['OPTIONS', true],
  ['TRACE', true],
  ['POST', false],
  ['get', false],
])('%s changes nothing: %s', (method, safe) => expect(isSafe(method)).toBe(safe))

describe("a header of the user's", () => {
  it.each(['Authorization', 'X-Org', 'a', "!#$%&'*+-.^_`|~9"])('may have the name %s', name =>
    expect(() => checkHeaders([[name, 'v\tw ~']])).not.toThrow(),
  )
  it.each(['', 'a b', 'a:', ':a', 'ü'])('may not have the name "%s"', name =>
    expect(() => checkHeaders([[name, 'v']])).toThrow(new UsageError('a header has an invalid name')),
  )
  it.each([
    'Connection',
    'content-length',
    'expect',
    'keep-alive',
    'te',
    'trailer',
    'Transfer-Encoding',
    'upgrade',
    'x-http-method',
    'X-HTTP-Method-Override',
    'x-method-override',
  ])('is refused where it belongs to the connection or replaces the method: %s', name =>
    expect(() => checkHeaders([[name, 'v']])).toThrow(new UsageError(`the header ${name} may not be set`)),
  )
  it.each(['a\nb', 'é', '\u007f'])('may not carry %j', value =>
    expect(() =>
      checkHeaders([
        ['x-good', 'v'],
        ['x-bad', value],
      ]),
    ).toThrow(new UsageError('the header x-bad has a character that is not allowed in a header')),
  )
})

describe('a header that a target asks for', () => {
  it.each([
    ['Accept-Version', 'v2'],
    ['X-Accept', 'a\tb ~'],
    ['Hosts', 'v'],
    ['X-Host', 'v'],
    ['x'.repeat(100), 'v'.repeat(200)],
  ])('may be %s: %s', (name, value) => expect(isDeclarable(name, value)).toBe(true))
  it.each([
    ['a b', 'v'],
    ['x'.repeat(101), 'v'],
    ['X-Version', ''],
    ['X-Version', 'v'.repeat(201)],
    ['X-Version', 'é'],
    ['X-Version', 'év'],
    ['X-Version', 'vé'],
    ['Connection', 'v'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Accept', 'v'],
    ['content-type', 'v'],
    ['Host', 'v'],
    ['Proxy-Connection', 'v'],
    ['Sec-Fetch-Mode', 'v'],
    ['User-Agent', 'v'],
    ['Authorization', 'v'],
    ['X-Auth-Token', 'v'],
  ])('may not be %s: %s', (name, value) => expect(isDeclarable(name, value)).toBe(false))
})

it.each([
  ['GET', '/', true],
  ['PROPFIND', '/v2/a?b=c%20d', true],
  ['G T', '/', false],
  [' GET', '/', false],
  ['GET ', '/', false],
  ['', '/', false],
  ['GET', '', false],
  ['GET', 'v2', false],
  ['GET', 'http://other.example/', false],
  ['GET', '/a b', false],
  ['GET', '/ü', false],
  ['GET', '/a#b', false],
])('"%s %s" can be sent as it is: %s', (method, path, sendable) => expect(isSendable({ method, path })).toBe(sendable))

it.each([
  ['/v2/a', false],
  ['/v2/a..b/.c/d.', false],
  ['/v2/..', true],
  ['/v2/./a', true],
  ['/v2/../a', true],
  ['/v2/%2e%2E/a', true],
  ['/v2/%252e%252e/a', true],
  ['/v2/%25252e%25252e/a', true],
  ['/v2/a%2f..%2fb', true],
  ['/v2/a\\..\\b', true],
  ['/v2/a%5c..%5cb', true],
  ['/v2/..;x=1/b', true],
  ['/v2/..%3bx/b', true],
  ['/v2/a?next=../b', false],
  ['/v2/%41%41', false],
])('%s climbs: %s', (path, expected) => expect(climbs(path)).toBe(expected))

it.each([
  ['/v1/repositories/hub-conformance-x/tags', true],
  ['/v1/repositories/acme/tags', false],
  ['/v1/repositories/acme/tags?name=hub-conformance-x', false],
  ['/v2/repositories/hub-conformance-x/tags', false],
  ['/v1/%2e%2e/v2/hub-conformance-x', false],
])('%s is a request for a removed route and a name that nobody has: %s', (path, expected) =>
  expect(isV1Request(path)).toBe(expected),
)

const own = (value: string): boolean => value.startsWith('own')

const change = (operation: OperationName, method: string, path: string, more: Partial<Change> = {}): Change => ({
  operation,
  method,
  path,
  template: path,
  values: {},
  byUser: false,
  ...more,
})

it.each(['smoke-test', 'test-immutability', 'hub.preview'])('a repository called %s makes no POST a question', name => {
  const template = '/v2/namespaces/{namespace}/repositories/{repository}'
  const path = `/v2/namespaces/acme/repositories/${name}`
  const values = { repository: name }
  expect(touchesOnlyOwn(change('VerifyRepositoryImmutableTags', 'POST', path, { template, values }), own)).toBe(false)
})

it.each(['search', 'lookup'])('a repository called %s makes no POST a read', name => {
  const template = '/v2/namespaces/{namespace}/repositories/{repository}'
  const path = `/v2/namespaces/acme/repositories/${name}`
  const values = { repository: name }
  expect(touchesOnlyOwn(change('GetRepository', 'POST', path, { template, values }), own)).toBe(false)
})

describe('verifying a pattern of a repository that the run did not make', () => {
  const verify = (place: string, more: Partial<Change> = {}): boolean =>
    touchesOnlyOwn(
      change('VerifyRepositoryImmutableTags', 'POST', `/v2/namespaces/acme/repositories/web/${place}`, {
        values: { repository: 'web' },
        ...more,
      }),
      own,
    )
  it.each([
    'immutabletags/verify',
    'immutabletags/verify.json',
    'immutable-tags-verifications',
    'protected_tags/lookup',
    'verify-immutable',
    'verifyImmutableTags',
    'verifyTagImmutability',
    'immutabletags/verification',
    'immutability/check',
    'immutable-tags:validate',
    'immutable-tags:validation',
    'tags.test',
    'tags_match',
    'matches',
    'preview',
    'immutability/probe',
    'simulate',
    'rules/dry-run/',
    'rules/dryrun',
    'RULES/DryRun',
  ])('may be sent where the path says that it only asks: %s', place => expect(verify(place)).toBe(true))
  it.each(['immutabletags', 'immutability/unchecked', 'checks/set', 'check/set', 'verify/all', 'verify//'])(
    'is not sent elsewhere: %s',
    place => expect(verify(place)).toBe(false),
  )
  it('is sent where the user says so', () => expect(verify('immutability', { byUser: true })).toBe(true))
  it('is not sent with another method', () => {
    expect(verify('immutabletags/verify', { method: 'PUT' })).toBe(false)
    expect(verify('immutabletags/verify', { method: 'PUT', byUser: true })).toBe(false)
  })
  it('is not sent for another operation', () =>
    expect(verify('immutabletags/verify', { operation: 'UpdateRepositoryImmutableTags' })).toBe(false))
})

describe('checking a repository by POST', () => {
  const check = (repository: string, place: string, operation: OperationName = 'CheckRepository'): boolean =>
    touchesOnlyOwn(
      change(operation, 'POST', `/v2/namespaces/acme/repositories/${repository}${place}`, {
        values: { repository },
      }),
      own,
    )
  it.each(['/check', '/exists', '/verify'])('may be sent about what the run made: %s', place =>
    expect(check('own-app', place)).toBe(true),
  )
  it('is not sent about anything else', () => expect(check('web', '/check')).toBe(false))
  it('is not sent for another operation', () => expect(check('own-app', '/check', 'GetRepository')).toBe(false))
  it('is not sent where the path does not say that it only asks', () => expect(check('own-app', '')).toBe(false))
})

describe('a call that may change something', () => {
  const reading: readonly OperationName[] = [
    'ListRepositoryTags',
    'GetRepositoryTag',
    'GetRepository',
    'CheckRepository',
    'listNamespaceRepositories',
    'pat.list',
    'pat.get',
    'oat.list',
    'oat.get',
    'audit.events',
    'audit.actions',
    'ListGroups',
  ]
  it.each(reading)('is never made for %s, but with POST where the user says so', operation => {
    const values = { repository: 'own-web', id: 'own-id' }
    const of = (method: string, byUser: boolean): boolean =>
      touchesOnlyOwn(change(operation, method, '/v2/own-web/own-id', { values, byUser }), own)
    expect(of('DELETE', false)).toBe(false)
    expect(of('DELETE', true)).toBe(false)
    expect(of('POST', false)).toBe(false)
    expect(of('POST', true)).toBe(true)
    expect(of('GET', false)).toBe(true)
  })

  it('is made at the login with POST alone', () => {
    expect(touchesOnlyOwn(change('login', 'POST', '/v2/users/login'), own)).toBe(true)
    expect(touchesOnlyOwn(change('login', 'PUT', '/v2/users/login'), own)).toBe(false)
  })

  it.each<OperationName>(['CreateRepository', 'pat.create', 'oat.create'])('creates with POST: %s', operation => {
    expect(touchesOnlyOwn(change(operation, 'POST', '/v2/things'), own)).toBe(true)
    expect(touchesOnlyOwn(change(operation, 'PATCH', '/v2/things'), own)).toBe(false)
  })

  it('list by POST where a path only looks for something, and next to it where that is the control', () => {
    const listed = (path: string, bound?: string) =>
      touchesOnlyOwn({ ...change('pat.list', 'POST', path), ...(bound === undefined ? {} : { bound }) }, own)
    expect(listed('/v2/keys/search')).toBe(true)
    expect(listed('/v2/keys/none', '/v2/keys/search')).toBe(true)
    expect(listed('/v2/keys')).toBe(false)
    expect(touchesOnlyOwn(change('audit.events', 'POST', '/v2/log/search'), own)).toBe(true)
    expect(touchesOnlyOwn(change('audit.events', 'POST', '/v2/log'), own)).toBe(false)
    expect(listed('/v2/keys/searches')).toBe(false)
    expect(touchesOnlyOwn(change('pat.list', 'DELETE', '/v2/keys/search'), own)).toBe(false)
  })

  it.each(reading)('reads by POST where a path only looks for something: %s', operation => {
    for (const path of [
      '/v2/things/web/lookup',
      '/v2/things:search',
      '/v2/rpc/GetThing',
      '/v2/things.info',
      '/v2/one-thing-lookup',
      '/v2/things/web/_query/',
      '/v2/rpc/LOOKUP--THING',
    ])
      expect(touchesOnlyOwn(change(operation, 'POST', path), own)).toBe(true)
    for (const path of [
      '/v2/rpc/GetOrCreateThing',
      '/v2/rpc/Getter',
      '/v2/things.reset',
      '/v2/search/things',
      '/v2/things/_revoke_by_query',
      '/v2/things/purge-list',
      '/v2/things/list-deleteall',
      '/v2/rpc/FindAndDoThing',
    ])
      expect(touchesOnlyOwn(change(operation, 'POST', path), own)).toBe(false)
    expect(touchesOnlyOwn(change(operation, 'DELETE', '/v2/things/web/lookup'), own)).toBe(false)
    expect(touchesOnlyOwn(change(operation, 'POST', '/v2/things/web'), own)).toBe(false)
  })

  it('changes a repository that its body names', () => {
    const changes = (template: string, ...inBody: readonly string[]): boolean => {
      const more = { template, values: { repository: 'own-id' }, inBody }
      return touchesOnlyOwn(change('CreateRepositoryGroup', 'POST', template.replace('{group}', '7'), more), own)
    }
    expect(changes('/v2/groups/{group}/repos', 'own-id')).toBe(true)
    expect(changes('/v2/groups/{group}/repos', 'other')).toBe(false)
    expect(changes('/v2/groups/{group}/repos')).toBe(false)
    expect(changes('/v2/groups/{group}:assign', 'own-id')).toBe(true)
    for (const about of ['', '.json', '/', '/delete', ':purge', '/actions/transferRepositories'])
      expect(changes(`/v2/groups/{group}${about}`, 'own-id')).toBe(false)
  })

  it('sends what has the id and a declared text around it in one segment', () => {
    const deletes = (template: string, path: string): boolean =>
      touchesOnlyOwn(change('oat.delete', 'POST', path, { template, values: { id: 'own-id' } }), own)
    expect(deletes('/v2/tokens/{id}:revoke', '/v2/tokens/own-id:revoke')).toBe(true)
    expect(deletes('/v2/tokens({id})', '/v2/tokens(own-id)')).toBe(true)
    expect(deletes('/v2/tokens/id:{id}', '/v2/tokens/id:own-id')).toBe(true)
    expect(deletes('/v2/tokens/{id}.json', '/v2/tokens/own-id.json')).toBe(true)
    expect(deletes('/v2/tokens({id})/revoke', '/v2/tokens(own-id)/revoke')).toBe(true)
    expect(deletes('/v2/tokens/{owner}:{id}', '/v2/tokens/other:own-id')).toBe(false)
    expect(deletes('/v2/tokens({id})', '/v2/tokens(other)')).toBe(false)
    expect(deletes('/v2/orgs/{org}', '/v2/orgs/acme(own-id)')).toBe(false)
  })

  it('creates with PUT only where the path names what is ours', () => {
    const put = (path: string, repository: string): boolean =>
      touchesOnlyOwn(change('CreateRepository', 'PUT', path, { values: { repository } }), own)
    expect(put('/v2/acme/own-web', 'own-web')).toBe(true)
    expect(put('/v2/acme', 'own-web')).toBe(false)
    expect(put('/v2/acme/web', 'web')).toBe(false)
    expect(
      touchesOnlyOwn(
        change('CreateRepository', 'PATCH', '/v2/acme/own-web', { values: { repository: 'own-web' } }),
        own,
      ),
    ).toBe(false)
  })

  it('changes and deletes only what is ours and is named by a segment of the path', () => {
    const deletes = (path: string, values: Change['values']): boolean =>
      touchesOnlyOwn(change('pat.delete', 'DELETE', path, { values }), own)
    expect(deletes('/v2/access-tokens/own-1', { id: 'own-1' })).toBe(true)
    expect(deletes('/v2/repositories/own-web/tokens', { repository: 'own-web' })).toBe(true)
    expect(deletes('/v2/access-tokens/own%201', { id: 'own 1' })).toBe(true)
    expect(deletes('/v2/access-tokens/1', { id: '1' })).toBe(false)
    expect(deletes('/v2/access-tokens', { id: 'own-1' })).toBe(false)
    expect(deletes('/v2/access-tokens/own-1-other', { id: 'own-1' })).toBe(false)
    expect(deletes('/v2/access-tokens/own-1', {})).toBe(false)
    expect(deletes('/v2/access-tokens/own-1/..', { id: 'own-1' })).toBe(false)
  })
})

it('takes two spellings of one template for one place', () => {
  expect(comparablePath('/v2/tokens/{uuid}?full=1')).toBe('/v2/tokens/{}')
  expect(comparablePath('/v2/tokens/{id}/')).toBe('/v2/tokens/{}')
})

describe('what an id names', () => {
  const shownAt = (id: string): ReadonlySet<string> => new Set(id === '6' ? [] : ['/v2/access-tokens/{}'])
  const at = (template: string, more: Partial<Change> = {}): boolean =>
    isWhereItWasShown(change('pat.delete', 'DELETE', '', { values: { id: '5' }, ...more, template }), shownAt)
  it.each<OperationName>(['pat.update', 'pat.delete', 'oat.update', 'oat.delete'])(
    'is changed only where the target showed it: %s',
    operation => {
      expect(at('/v2/access-tokens/{id}', { operation })).toBe(true)
      expect(at('/v2/groups/{id}', { operation })).toBe(false)
    },
  )
  it.each([
    '/v2/access-tokens/{id}/revoke',
    '/v2/access-tokens/{id}/actions/revoke',
    '/v2/access-tokens/{id}:delete',
    '/v2/access-tokens/{id}/',
  ])('is changed below the place where the target showed it: %s', template =>
    expect(at(template, { method: 'POST' })).toBe(true),
  )
  it.each([
    '/v2/access-tokens/{id}/{group}/revoke',
    '/v2/access-tokens/{id}/groups/{group}',
    '/v2/access-tokens/{id}x',
    '/v2/access-tokens/{id}/../{org}',
  ])('is not changed where more is named: %s', template => expect(at(template, { method: 'POST' })).toBe(false))
  it('is not changed where another id was shown', () =>
    expect(at('/v2/access-tokens/{id}', { values: { id: '6' } })).toBe(false))
  it('is not changed where no id is known', () => expect(at('/v2/access-tokens/{id}', { values: {} })).toBe(false))
  it('is changed anywhere where the user wrote the binding', () =>
    expect(at('/v2/x/{id}', { byUser: true })).toBe(true))
  it('may be read anywhere', () => expect(at('/v2/x/{id}', { method: 'GET' })).toBe(true))
  it('does not concern operations without an id', () =>
    expect(at('/v2/x/{id}', { operation: 'CreateRepository', method: 'POST' })).toBe(true))
})
