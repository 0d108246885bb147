import { Ajv2019 } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Asked } from './client.ts'
import { type Change, operations, reference, sendTo } from './operations.ts'

/** The published schemas, closed: a member that an answer has and its schema lacks is an error as well. */
const ajv = new Ajv2019({ strict: false, allErrors: true })
addFormats.default(ajv)

beforeAll(async () => {
  const { components } = await reference()
  // What others are made of must stay open.
  const parts = new Set(
    [...JSON.stringify(components).matchAll(/"allOf":\[\{"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    ),
  )
  const closed = Object.entries(components.schemas).map(([name, schema]) => {
    const describes = 'properties' in schema || 'allOf' in schema
    return [name, describes && !parts.has(name) ? { ...schema, unevaluatedProperties: false } : schema]
  })
  ajv.addSchema({ $id: 'hub', components: { schemas: Object.fromEntries(closed) } })
})

interface Declared {
  readonly method: string
  readonly path: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>
}

const expectDeclared = ({ method, path, responses }: Declared, { status, body, headers, text }: Asked): void => {
  const line = `${method} ${path} ${status}`
  const response = responses[status]
  expect(response, `${line} is not declared: ${text}`).toBeDefined()
  const [[mediaType, content] = []] = Object.entries(response?.content ?? {})
  if (!mediaType || !content) {
    expect(text, line).toBe('')
    return
  }
  expect(headers.get('content-type')?.split(';')[0], line).toBe(mediaType)
  const schema = JSON.parse(JSON.stringify(content.schema).replaceAll('"#/', '"hub#/'))
  const valid = ajv.validate(schema, mediaType === 'application/json' ? body : text)
  expect(valid, `${line}: ${ajv.errorsText()} in ${text}`).toBe(true)
}

/** Requests that are wrong in one way. Which answer an operation gives is its own affair, as long as it is declared. */
const wrong: Readonly<Record<string, Change>> = {
  'without credentials': { token: null },
  'with wrong credentials': { token: 'wrong' },
  'as an organization': { token: 'organization' },
  'in a namespace that does not exist': { values: { namespace: 'none' }, members: { namespace: 'none' } },
  'as another user': { token: 'other' },
  'for things that do not exist': {
    values: Object.fromEntries(
      [
        'namespace',
        'repository',
        'tag',
        'uuid',
        'access_token_id',
        'name',
        'org_name',
        'group_name',
        'account',
        'account_id',
      ].map(name => [name, 'none']),
    ),
  },
  'for a private repository of someone else': { values: { namespace: 'stranger', repository: 'closed' } },
  'for a public repository of someone else': { values: { namespace: 'stranger', repository: 'open', tag: 'latest' } },
  twice: { before: 1 },
  'with a page without a number': { query: '?page=none&from=yesterday&ordering=none' },
  'with a page beyond the last': { query: '?page=4711' },
  'with a body that is no JSON': { body: '{' },
  'with a body of another type': { body: [] },
  'with wrong secrets': {
    body: {
      identifier: 'conformance',
      secret: 'x',
      username: 'conformance',
      password: 'x',
      code: 'x',
      login_2fa_token: 'x',
    },
  },
  'with a body in another media type': { headers: { 'Content-Type': 'text/plain' }, body: '{}' },
  'with a body that is too long': { body: { padding: 'x'.repeat(2 ** 20) } },
}

describe('every answer is one that the reference declares', async () => {
  const all = (await operations()).map(({ method, path, operation }) => ({ method, path, ...operation }))

  test.each(all.map(one => [`${one.method} ${one.path}`, one] as const))('%s', async (_line, operation) => {
    const { method, path, responses, requestBody } = operation
    const seen = new Set<string>()
    for (const change of [{}, ...Object.values(wrong)]) {
      // `Request` takes no body for these, and no operation without one reads it.
      if ('body' in change && requestBody === undefined) continue
      const answer = await sendTo(method, path, change)
      expectDeclared(operation, answer)
      seen.add(String(answer.status))
    }
    // And every answer that it declares is given.
    expect([...seen].sort()).toEqual(Object.keys(responses).sort())
  })
})
