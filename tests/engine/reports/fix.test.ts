import { describe, expect, it } from 'vitest'
import { entryHeadings } from '../../../contracts/results/reasons.ts'
import { fixOf } from '../../../engine/reports/fix.ts'

describe('a fix', () => {
  it('is that of the reason where it says more: another day', () => {
    const values = { endpoint: 'GET /v2/x', date: '2025-06-27', expected: '2025-09-19' }
    expect(fixOf({ fix: 'Label it.' }, { reason: { code: 'label-date', values }, cases: [] }, [])).toBe(
      'Give 2025-09-19 as the date since which GET /v2/x is deprecated, where the reference states it.',
    )
  })

  it('keeps its own words where they name the field that is malformed', () => {
    const values = { header: 'Link', value: '<>', expected: 'a list of links' }
    expect(fixOf({ fix: 'Send Link.' }, { reason: { code: 'header-malformed', values }, cases: [] }, [])).toBe(
      'Send Link.',
    )
  })

  it('of an operation whose id another one has is to give each an id of its own', () => {
    const operation = { operationId: 'GetRepository', tags: ['account'], deprecated: false }
    const operations = ['/v2/me', '/v2/a/{b}'].map(path => ({ ...operation, method: 'GET', path }))
    const values = { operation: 'GetRepository', tags: 'account', tag: 'repositories' }
    const found = { reason: { code: 'wrong-tag', values }, cases: [] } as const
    const fixIn = (all: unknown) => fixOf({ fix: 'Tag it.' }, found, [], { operations: all } as never)
    expect(fixIn(operations)).toBe(
      'Give each operation in the OpenAPI document an operationId of its own: GET /v2/me and GET /v2/a/{b} have GetRepository.',
    )
    expect(fixIn(operations.slice(1))).toBe('Tag it.')
  })

  it('names the member that may be the missing one', () => {
    const values = { field: 'expires_at', operation: 'pat.get', where: 'the representation' }
    const fixWith = (more: object) =>
      fixOf(
        { fix: 'Include it.' },
        { reason: { code: 'field-missing', values: { ...values, ...more } }, cases: [] },
        [],
      )
    expect(fixWith({ similar: 'expiresAt' })).toBe('Name the member expires_at, not expiresAt. Include it.')
    expect(fixWith({})).toBe('Include it.')
  })

  it.each([
    [
      'path-outside-v2',
      { paths: 'GET /api/keys, POST /api/keys' },
      'Serve and publish below /v2/, all at the same base path: GET /api/keys, POST /api/keys.',
    ],
    [
      'wrong-parameter',
      { operation: 'GetRepositoryTag', parameter: 'tag', declared: 'integer in path' },
      'Declare the parameter tag of GetRepositoryTag as a string in the path.',
    ],
    [
      'current-labelled-deprecated',
      { operation: 'GetRepository', where: 'the reference' },
      'Remove the label of GetRepository from the reference.',
    ],
    [
      'row-date',
      { feature: 'GET /v2/a', date: '2025-06-20', expected: '2025-06-27' },
      'Change the date of GET /v2/a in the deprecation log from 2025-06-20 to 2025-06-27.',
    ],
    [
      'row-status',
      { feature: 'GET /v2/a', status: 'Removed', expected: 'Deprecated' },
      'Change the status of GET /v2/a in the deprecation log from Removed to Deprecated.',
    ],
    ['row-status', { feature: 'GET /v2/a', status: 'Removed', expected: '' }, 'Do it.'],
    [
      'not-newest-first',
      { first: '2025-03-18', second: '2025-11-21' },
      'Move what is below 2025-03-18 in the change history behind what is below 2025-11-21: the newest comes first.',
    ],
    [
      'not-as-created',
      { operation: 'oat.create', member: 'expires_at', sent: '"2031-01-02T03:04:05Z"', got: 'null' },
      'Store expires_at as it was sent, and return it: "2031-01-02T03:04:05Z".',
    ],
    [
      'secret-shown-again',
      { operation: 'pat.list' },
      'Store only a hash of the secret, so that no later answer can contain it.',
    ],
    [
      'changed-unasked',
      { operation: 'pat.get', member: 'expires_at' },
      'Change only what an update names: keep expires_at as it was.',
    ],
    ['other-relabelled', { operation: 'pat.list', got: 'a' }, 'Change only the token that an update names by its id.'],
    [
      'listed-otherwise',
      { operation: 'pat.list', member: 'is_active', alone: 'false', got: 'true' },
      'List the token as "get a personal access token" shows it: is_active is false, not true.',
    ],
    [
      'deprecation-day',
      { endpoint: 'GET /v2/a', date: '2025-09-19', expected: '2025-06-27' },
      'Send `Deprecation: @1750982400`, which is 2025-06-27, with GET /v2/a, or do not send the field.',
    ],
    [
      'not-labelled',
      { endpoint: 'GET /v2/a', where: 'the reference' },
      'Label GET /v2/a `deprecated: true` in the OpenAPI reference.',
    ],
    ['not-labelled', { endpoint: 'GET /v2/a', where: 'the reference or the deprecation log' }, 'Do it.'],
    [
      'label-not-logged',
      { endpoint: 'GET /v2/a', document: 'the change history' },
      'Add an entry for GET /v2/a to the change history; or, if it is not deprecated, remove its label.',
    ],
    [
      'label-not-logged',
      { endpoint: 'GET /v2/a and GET /v2/repositories/{namespace}', document: 'the change history' },
      'Add an entry for GET /v2/a and GET /v2/repositories/{namespace} to the change history.',
    ],
    [
      'contradicting-statements',
      { feature: 'GET /v2/a', first: 'GET /v2/a: getA', place: 'log.md, line 1', second: 'getB', other: 'line 2' },
      'Correct or remove "getB" (line 2): as the lifecycle document states, it is "GET /v2/a: getA" (log.md, line 1).',
    ],
    [
      'contradicting-replacement',
      { old: '/v1/a', published: '/v2/a', expected: 'none' },
      'Name no replacement for /v1/a, and not /v2/a.',
    ],
    [
      'not-echoed',
      { operation: 'CreateRepositoryGroup', what: 'the permission read' },
      'Return the permission read as it was sent, in the new assignment.',
    ],
    ['not-echoed', { operation: 'pat.update', what: 'the label a' }, 'Do it.'],
    [
      'not-listed',
      { operation: 'listNamespaceRepositories', what: 'web', pages: '1 page' },
      'List every repository of the namespace, such as web, on a page that is linked from the first one.',
    ],
    [
      'not-listed',
      { operation: 'pat.list', what: 'a', pages: '1 page' },
      'List a in "list personal access tokens", on the first page or on one that is linked from it.',
    ],
    [
      'created-elsewhere',
      { operation: 'CreateRepository', what: 'north', got: 'mika/web' },
      'Create a repository in the namespace of the path, north: it was created as mika/web.',
    ],
    [
      'other-thing',
      { operation: 'pat.get', what: 'a' },
      'Return in the answer of "get a personal access token" what it is called for, with its name: a.',
    ],
    [
      'created-not-found',
      { operation: 'CheckRepository', what: 'web', status: 404 },
      'Answer CheckRepository with success for web as well, which was created.',
    ],
    [
      'still-there',
      { operation: 'pat.list', what: 'a' },
      'Do not list deleted tokens in "list personal access tokens".',
    ],
    ['still-there', { operation: 'pat.get', what: 'a' }, 'Do it.'],
    [
      'not-kept',
      { operation: 'GetRepository', what: 'the group' },
      'Store the change, and show the group in the answer of GetRepository.',
    ],
    [
      'header-malformed',
      { header: 'Expires', value: 'never', expected: 'an HTTP-date' },
      'Send Expires as an HTTP-date, or leave it out.',
    ],
    [
      'header-malformed',
      { header: 'Link', value: '</v2/{a}/b>; rel="next"', expected: 'a list of links' },
      'Fill in {a} in the target of Link: a link is a URI, and not a template.',
    ],
    [
      'switch-ignored',
      { operation: 'pat.get', what: 'the token', member: 'is_active' },
      'Store is_active as an update sends it, and show it when the token is read.',
    ],
    [
      'switch-ignored',
      { operation: 'UpdateRepositoryImmutableTags', what: 'immutable tags', member: 'enabled', got: 'false' },
      'Store enabled as it was sent, and return it: true where true was sent, not false.',
    ],
    [
      'another-kind',
      { operation: 'oat.list', what: 'ci' },
      'List no token of another kind in "list organization access tokens", such as ci.',
    ],
    [
      'entry-date',
      { about: 'GetRepository', date: '2025-09-26', expected: '2025-09-25' },
      'Move the entry about GetRepository from 2025-09-26 to 2025-09-25.',
    ],
  ] as const)('names what is wrong: %s', (code, values, expected) => {
    expect(fixOf({ fix: 'Do it.' }, { reason: { code, values }, cases: [] }, [])).toBe(expected)
  })

  it.each([
    ['reference', 'Serve HEAD /v2/spaces/{space}/repos/{repo}, as published in the OpenAPI document.'],
    [
      'file',
      'Correct the given method and path of CheckRepository (HEAD /v2/spaces/{space}/repos/{repo}), or serve the operation there.',
    ],
    ['default', 'Serve CheckRepository, or publish it.'],
    ['document', 'Serve CheckRepository, or publish it.'],
  ] as const)('of an operation that is not there names the place that it was given: %s', (from, expected) => {
    const operation = 'CheckRepository'
    const binding = { operation, method: 'HEAD', path: '/v2/spaces/{space}/repos/{repo}', from } as const
    const fix = 'Serve CheckRepository, or publish it.'
    expect(
      fixOf({ fix }, { reason: { code: 'absent', values: { operation, status: 405 } }, cases: [] }, [binding]),
    ).toBe(expected)
  })

  it('of a family that is not there names the places that the reference gives it', () => {
    const bindings = [
      { operation: 'pat.create', method: 'POST', path: '/v2/me/keys', from: 'reference' },
      { operation: 'pat.list', method: 'GET', path: '/v2/me/keys', from: 'reference' },
      { operation: 'pat.get', method: 'GET', path: '/v2/me/keys/{id}', from: 'reference' },
      { operation: 'audit.events', method: 'GET', path: '/v2/auditlogs/{account}', from: 'default' },
    ] as const
    const fixOfFamily = (family: string) =>
      fixOf({ fix: 'Serve it.' }, { reason: { code: 'family-absent', values: { family } }, cases: [] }, bindings)
    expect(fixOfFamily('PAT management')).toBe('Serve POST and GET /v2/me/keys, as published in the OpenAPI document.')
    expect(fixOfFamily('Audit logs')).toBe('Serve it.')
  })

  it.each([
    ['GET /v2/a', false],
    ['HEAD /v2/a', true],
    ['HEAD /v2', false],
  ])('of a row that names some of its endpoints is to name the others: %s', (feature, isPart) => {
    const fix = `${entryHeadings['row-missing']} 2025-09-19, Deprecated: GET /v2/a, HEAD /v2/a.`
    const told = fixOf({ fix }, { reason: { code: 'row-missing', values: { feature } }, cases: [] }, [])
    expect(told).toBe(
      isPart
        ? 'Name HEAD /v2/a in the row of the deprecation log as well: 2025-09-19, Deprecated: GET /v2/a, HEAD /v2/a.'
        : fix,
    )
  })

  it('of an operation that is published under another tag is to correct the tag', () => {
    const bindings = [
      { operation: 'pat.create', method: 'POST', path: '/v2/me/keys', from: 'reference' },
      { operation: 'pat.get', method: 'GET', path: '/v2/me/keys/{key}', from: 'reference' },
      { operation: 'pat.list', method: 'GET', path: '/v2/access-tokens', from: 'default' },
      { operation: 'audit.actions', method: 'GET', path: '/v2/log/kinds', from: 'reference' },
      { operation: 'audit.events', method: 'GET', path: '/v2/auditlogs/{account}', from: 'default' },
    ] as const
    const published = (method: string, path: string, ...tags: readonly string[]) =>
      ({ method, path, tags, deprecated: false, responses: [] }) as const
    const operations = [
      published('GET', '/v2/me'),
      published('POST', '/v2/me/keys'),
      { ...published('GET', '/v2/me/keys', 'keys'), operationId: 'myKeys' },
      published('GET', '/v2/log'),
    ]
    const of = (reason: Parameters<typeof fixOf>[1]['reason'], more = operations) =>
      fixOf({ fix: 'Serve it.' }, { reason, cases: [] }, bindings, {
        operations: more,
      } as unknown as Parameters<typeof fixOf>[3])
    expect(of({ code: 'absent', values: { operation: 'pat.list' } })).toBe(
      'Give GET /v2/me/keys (myKeys) the tag access-tokens in the OpenAPI document, as the lifecycle document has it, in place of keys.',
    )
    expect(of({ code: 'family-absent', values: { family: 'Audit logs' } })).toBe(
      'Give GET /v2/log the tag audit-logs in the OpenAPI document, as the lifecycle document has it, in place of none.',
    )
    for (const other of [published('GET', '/v2/me/keys', 'access-tokens'), published('POST', '/v2/me/keys')])
      expect(of({ code: 'absent', values: { operation: 'pat.list' } }, [other])).toBe('Serve it.')
  })

  it('names the method that an answer allows in place of the published one', () => {
    const bindings = [{ operation: 'pat.update', method: 'PATCH', path: '/v2/keys/{key}', from: 'reference' }] as const
    const values = { operation: 'pat.update', status: 405 }
    const of = (more: object) =>
      fixOf({ fix: 'Serve it.' }, { reason: { code: 'absent', values: { ...values, ...more } }, cases: [] }, bindings)
    expect(of({ allow: 'PUT' })).toBe(
      'Serve PATCH /v2/keys/{key}, as published in the OpenAPI document, or publish PUT, which the answer allows.',
    )
    expect(of({})).toBe('Serve PATCH /v2/keys/{key}, as published in the OpenAPI document.')
  })

  it.each([
    ['the schema of the document', 'Correct the answer of GetRepository, or its schema in the OpenAPI document.'],
    [
      "Docker Hub's published shape",
      'Declare the schema of the answer of GetRepository in the OpenAPI document, or return the published shape.',
    ],
  ])('of another shape than %s says what is compared', (shape, words) => {
    const reason = { code: 'schema-mismatch', values: { operation: 'GetRepository', shape } } as const
    expect(fixOf({ fix: 'Return it.' }, { reason, cases: [] }, [])).toBe(words)
  })

  it('is that of every failed case, where those are few', () => {
    const lacks = (document: string, verdict: 'fail' | 'pass' = 'fail') => ({
      verdict,
      reason: {
        code: 'label-not-logged' as const,
        values: { endpoint: 'HEAD /v2/repositories/{namespace}/{repository}', document },
      },
    })
    const fixWith = (...cases: readonly ReturnType<typeof lacks>[]) =>
      fixOf({ fix: 'Add it.' }, { reason: lacks('the deprecation log').reason, cases }, [])
    expect(fixWith(lacks('the deprecation log'), lacks('the change history'))).toBe(
      'Add an entry for HEAD /v2/repositories/{namespace}/{repository} to the deprecation log and change history.',
    )
    const first = 'Add an entry for HEAD /v2/repositories/{namespace}/{repository} to the deprecation log.'
    expect(fixWith(lacks('the deprecation log'), lacks('the change history', 'pass'))).toBe(first)
    expect(fixWith(...['a', 'b', 'c'].map(document => lacks(document)))).toBe(first)
  })

  it('is told once where another case says the same and more', () => {
    const values = { field: 'expires_at', operation: 'pat.get', where: 'the representation' }
    const reason = { code: 'field-missing' as const, values }
    const similar = { code: 'field-missing' as const, values: { ...values, similar: 'expiresAt' } }
    const cases = [reason, similar].map(each => ({ verdict: 'fail' as const, reason: each }))
    expect(fixOf({ fix: 'Include it.' }, { reason, cases }, [])).toBe(
      'Name the member expires_at, not expiresAt. Include it.',
    )
  })
})
