import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routes } from '../../reference-impl/routes/index.ts'
import { client, origin } from './client.ts'

const segment = fc.oneof(
  fc.constantFrom('conformance-org', 'conformance', 'stranger', 'sample', 'secret', 'latest', 'v1.0.0', 'nobody'),
  fc.constantFrom(
    '%E0%A4%A',
    '%',
    '%2F',
    '%2e%2e',
    '__proto__',
    'constructor',
    '..',
    ' ',
    '%00',
    '%0d%0a',
    'a'.repeat(3000),
  ),
  fc.string({ maxLength: 20 }).map(text => text.replace(/[?#]/g, '')),
)

const path = fc.oneof(
  fc
    .tuple(fc.constantFrom(...routes.map(route => route.path)), fc.array(segment, { minLength: 4, maxLength: 4 }))
    .map(([template, values]) => values.reduce((filled, value) => filled.replace(/\{\w+\}/, () => value), template)),
  fc.array(segment, { maxLength: 6 }).map(parts => `/${parts.join('/')}`),
)

const queryValue = fc.oneof(
  fc.constantFrom('', '1', '0', '-1', '1e400', '99999999999999999999999', 'NaN', '%E0%A4%A', '2025-01-01T00:00:00Z'),
  fc.string({ maxLength: 10 }).map(text => text.replaceAll('#', '')),
)

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('page', 'page_size', 'ordering', 'name', 'action', 'from', 'to', 'search', '__proto__'),
      queryValue,
    ),
    { maxLength: 4 },
  )
  .map(pairs => (pairs.length > 0 ? `?${pairs.map(pair => pair.join('=')).join('&')}` : ''))

const field = fc.constantFrom(
  ...['identifier', 'secret', 'username', 'password', 'token_label', 'scopes', 'expires_at', 'is_active', 'label'],
  ...['resources', 'name', 'namespace', 'description', 'is_private', 'group_id', 'permission', 'regex'],
  ...['immutable_tags', 'immutable_tags_rules', '__proto__', 'constructor', 'toString'],
)

const likely = fc.oneof(
  fc.constantFrom('conformance-org', 'repo:read', 'read', 'v.*', '(a+)+$', '9999-12-31T23:59:60Z', true, false, null),
  fc.constant([{ type: 'TYPE_REPO', path: 'conformance-org/*', scopes: ['repo-pull'] }]),
  fc.array(fc.constantFrom('repo:read', 'v.*', '(', 7), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const body = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom('{', '', '\u0000', '['.repeat(100_000), `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  fc.jsonValue({ maxDepth: 4 }).map(value => JSON.stringify(value)),
  // Entries and not an object, so that `__proto__` becomes a key as it does in text.
  fc
    .array(fc.tuple(field, likely), { maxLength: 8 })
    .map(entries => `{${entries.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(',')}}`),
)

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW')
const credentials = fc.constantFrom('own', 'own', 'own', 'none', 'Bearer x', 'Basic eDp5', 'Bearer ')
const type = fc.constantFrom('application/json', 'application/json', 'text/plain', 'multipart/form-data', 'a')

test('no request breaks a hub', async () => {
  const { hub, ask } = client()
  await fc.assert(
    fc.asyncProperty(
      method,
      path,
      query,
      body,
      credentials,
      type,
      async (...[verb, where, filter, sent, who, kind]) => {
        const authorization = who === 'own' ? `Bearer ${hub.credentials.token}` : who
        const response = await hub.handler(
          new Request(new URL(`${origin}${where}${filter}`), {
            method: verb,
            headers: { 'Content-Type': kind, ...(who !== 'none' && { Authorization: authorization }) },
            ...(sent !== undefined && verb !== 'GET' && verb !== 'HEAD' && { body: sent }),
          }),
        )
        expect(response.status).toBeLessThan(500)
        const text = await response.text()
        if (verb === 'HEAD' || response.status === 204) expect(text).toBe('')
        else if (response.headers.get('content-type') === 'application/json') JSON.parse(text)
      },
    ),
    { numRuns: 400 },
  )
  expect((await ask('GET /v2/access-tokens')).status).toBe(200)
})

test('no body breaks an operation that takes one', async () => {
  const { hub, ask } = client()
  const uuid = (await ask('GET /v2/access-tokens')).body.results[0].uuid
  const id = (await ask('GET /v2/orgs/conformance-org/access-tokens')).body.results[0].id
  const lines = routes
    .filter(route => route.body !== undefined)
    .map(
      route =>
        `${route.method} ${route.path
          .replace('{repository}', 'sample')
          .replace('{uuid}', uuid)
          .replace('{access_token_id}', id)
          .replace(/\{\w+\}/, 'conformance-org')}`,
    )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lines), body, async (line, sent) => {
      const { status, body: answer } = await ask(line, { body: sent ?? '' })
      expect([200, 201, 400, 401, 403, 404, 409], `${line} ${status}`).toContain(status)
      expect(answer).toBeDefined()
    }),
    { numRuns: 400 },
  )
  expect((await ask('GET /v2/namespaces/conformance-org/repositories/sample')).status).toBe(200)
  expect(hub.credentials.username).toBe('conformance')
})
