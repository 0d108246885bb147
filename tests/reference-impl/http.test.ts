import { describe, expect, test } from 'vitest'
import { routes } from '../../reference-impl/routes/index.ts'
import { type Asked, bearerOf, client, origin } from './client.ts'

/** A path of a route in which everything exists, apart from token ids. */
const pathOf = (template: string) =>
  template
    .replace('{namespace}', 'conformance-org')
    .replace('{repository}', 'sample')
    .replace('{tag}', 'v1.0.0')
    .replace('{account}', 'conformance-org')
    .replace(/\{(?:org_)?name\}/, 'conformance-org')

const paths = [...new Set(routes.map(({ path }) => path))]
const methodsOf = (path: string) => routes.filter(route => route.path === path).map(({ method }) => method as string)

describe('methods', () => {
  test.each(paths)('%s names its methods', async template => {
    const { ask } = client()
    const path = pathOf(template)
    const own = methodsOf(template)
    const expected = [...new Set([...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort()
    const allowOf = ({ headers }: Asked) => headers.get('allow')?.split(', ').sort()
    const options = await ask(`OPTIONS ${path}`, { token: null })
    expect(options.status).toBe(204)
    expect(allowOf(options)).toEqual(expected)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'BREW']) {
      if (expected.includes(method)) continue
      const wrong = await ask(`${method} ${path}`, { token: null })
      expect(wrong.status, method).toBe(405)
      expect(allowOf(wrong)).toEqual(expected)
      expect(wrong.text === '').toBe(method === 'HEAD')
    }
  })

  test.each(paths.filter(path => methodsOf(path).includes('GET')))(
    'HEAD %s has the headers of GET and no content',
    async template => {
      const { ask } = client()
      for (const [path, token] of [
        [pathOf(template), undefined],
        [pathOf(template), 'wrong'],
        [template, undefined],
      ] as const) {
        const options = token === undefined ? {} : { token }
        const get = await ask(`GET ${path}`, options)
        const head = await ask(`HEAD ${path}`, options)
        expect(head.status).toBe(get.status)
        expect(head.text).toBe('')
        const headers = Object.fromEntries(head.headers)
        expect(headers['content-length']).toBe(String(Buffer.byteLength(get.text)))
        delete headers['content-length']
        expect(headers).toEqual(Object.fromEntries(get.headers))
      }
    },
  )
})

describe('credentials', () => {
  test.each(routes.filter(({ auth }) => auth === 'required').map(({ method, path }) => [method, path]))(
    '%s %s needs them',
    async (method, template) => {
      const { ask } = client()
      for (const token of [null, 'wrong']) {
        const refused = await ask(`${method} ${pathOf(String(template))}`, { token })
        expect(refused.status).toBe(401)
        expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer /)
      }
    },
  )

  test('change nothing about a path that does not exist', async () => {
    const { ask } = client()
    for (const token of [null, 'wrong', undefined]) {
      const answer = await ask('GET /v2/nothing', token === undefined ? {} : { token })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ detail: 'Path not found.', message: 'Not Found' })
    }
  })
})

describe('a trailing slash', () => {
  test.each(routes.map(({ method, path }) => [method, path]))('changes nothing on %s %s', async (method, template) => {
    const path = pathOf(String(template))
    const options = method === 'GET' || method === 'HEAD' ? {} : { body: {} }
    const plain = await client().ask(`${method} ${path}`, options)
    const slashed = await client().ask(`${method} ${path}/`, options)
    expect(slashed.status).toBe(plain.status)
    expect(slashed.text.replaceAll(`${path}/?`, `${path}?`)).toBe(plain.text)
    const unslashed = await client().ask(`${method} ${path}//`, options)
    expect(unslashed.status).toBe(404)
  })
})

describe('pages', () => {
  test.each([
    ['/v2/access-tokens', 'count', 'uuid'],
    ['/v2/orgs/conformance-org/access-tokens', 'total', 'id'],
    ['/v2/namespaces/conformance-org/repositories', 'count', 'name'],
    ['/v2/repositories/conformance-org', 'count', 'name'],
    ['/v2/namespaces/conformance-org/repositories/sample/tags', 'count', 'id'],
    ['/v2/orgs/conformance-org/groups', 'count', 'id'],
  ])('of %s are walked forwards and back', async (path, total, id) => {
    const { ask } = client()
    const all = (await ask(`GET ${path}?page_size=100`)).body
    const forwards: unknown[] = []
    let at: string | null = `${origin}${path}?page_size=2`
    let last = at
    while (at) {
      const { status, body }: Asked = await ask(`GET ${at}`)
      expect(status).toBe(200)
      expect(body[total]).toBe(all[total])
      forwards.push(...body.results)
      last = at
      at = body.next
      if (at) expect(at.startsWith(`${origin}${path}?`)).toBe(true)
    }
    expect(forwards.map(one => (one as Record<string, unknown>)[id])).toEqual(
      all.results.map((one: Record<string, unknown>) => one[id]),
    )
    expect(forwards).toHaveLength(all[total])
    let steps = 1
    for (let back: string | null = last; back; steps++) back = (await ask(`GET ${back}`)).body.previous
    expect(steps - 1).toBe(Math.ceil(forwards.length / 2))
    expect((await ask(`GET ${path}?page=2&page_size=100`)).status).toBe(404)
    expect((await ask(`GET ${path}?page=${'9'.repeat(300)}`)).status).toBe(404)
    expect((await ask(`GET ${path}?page_size=${'9'.repeat(300)}`)).body.results).toHaveLength(all[total])
    for (const bad of ['0', '-1', '1.5', 'x', '', '1e1', '%E0%A4%A', '٣', '9'.repeat(500)]) {
      expect((await ask(`GET ${path}?page=${bad}`)).status, `page=${bad}`).toBe(400)
      expect((await ask(`GET ${path}?page_size=${bad}`)).status, `page_size=${bad}`).toBe(400)
    }
  })

  test('have ten items unless told otherwise, and a hundred at most', async () => {
    const { ask } = client()
    for (let at = 0; at < 100; at++) {
      await ask('POST /v2/access-tokens', { body: { token_label: `t${at}`, scopes: [] } })
    }
    expect((await ask('GET /v2/access-tokens')).body.results).toHaveLength(10)
    const { body } = await ask('GET /v2/access-tokens?page_size=1000')
    expect(body.results).toHaveLength(100)
    expect((await ask(`GET ${body.next}`)).body.results).toHaveLength(11)
  })

  test('link with the scheme, host, prefix and query of the request', async () => {
    const { hub } = client()
    const url =
      'https://example.com:8443/v2/namespaces/conformance-org/repositories/?ordering=name&name=service&page_size=3'
    const { next } = (await (await hub.handler(new Request(url))).json()) as { next: string }
    expect(next).toBe(`${url}&page=2`)
  })
})

describe('bodies', () => {
  const path = '/v2/access-tokens'

  test.each([
    ['nothing', undefined],
    ['broken JSON', '{'],
    ['an empty text', ''],
    ['two values', '{}{}'],
    ['a byte order mark in the middle', '{"a":\uFEFF1}'],
    ['text', '"text"'],
    ['a number', '7'],
    ['null', 'null'],
    ['an array', '[]'],
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('of %s are refused', async (_what, body) => {
    const { ask } = client()
    const refused = await ask(`POST ${path}`, { body })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ detail: expect.any(String), message: 'Bad Request' })
  })

  test('that are not UTF-8 are refused', async () => {
    const { hub } = client()
    const headers = { Authorization: `Bearer ${hub.credentials.token}`, 'Content-Type': 'application/json' }
    const body = new Uint8Array([0x22, 0xff, 0x22])
    const response = await hub.handler(new Request(origin + path, { method: 'POST', headers, body }))
    expect(response.status).toBe(400)
  })

  test('that are not JSON by their type are refused', async () => {
    const { ask } = client()
    const body = { token_label: 'x', scopes: [] }
    const of = async (type: string) => (await ask(`POST ${path}`, { body, headers: { 'Content-Type': type } })).status
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense', '']) {
      expect(await of(type), type).toBe(415)
    }
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/merge-patch+json']) {
      expect(await of(type), type).toBe(201)
    }
  })

  test('over a mebibyte are refused, whether they say their length or not', async () => {
    const { ask } = client()
    const large = { body: JSON.stringify({ token_label: 'x', scopes: [], padding: 'x'.repeat(2 ** 20) }) }
    expect((await ask(`POST ${path}`, large)).status).toBe(413)
    expect((await ask(`POST ${path}`, { ...large, headers: { 'Content-Length': '2000000' } })).status).toBe(413)
    const fits = { body: JSON.stringify({ token_label: 'x', scopes: [], padding: 'x'.repeat(2 ** 20 - 100) }) }
    expect((await ask(`POST ${path}`, fits)).status).toBe(201)
  })

  test('may hold keys of objects themselves', async () => {
    const { ask } = client()
    const inherited = '{"__proto__":{"token_label":"x","scopes":[]},"constructor":1,"toString":null}'
    expect((await ask(`POST ${path}`, { body: inherited })).status).toBe(400)
    const owned = '{"token_label":"x","scopes":[],"__proto__":{"is_active":false}}'
    expect((await ask(`POST ${path}`, { body: owned })).body.is_active).toBe(true)
  })
})

describe('hubs', () => {
  test('know nothing of each other', async () => {
    const [one, other] = [client(), client()]
    await one.ask('POST /v2/access-tokens', { body: { token_label: 'x', scopes: [] } })
    const count = async ({ ask }: typeof one) => (await ask('GET /v2/access-tokens')).body.count
    expect(await count(one)).toBe((await count(other)) + 1)
    const bearer = await bearerOf(one, 'conformance', one.hub.credentials.password)
    expect((await other.ask('GET /v2/access-tokens', { token: bearer })).status).toBe(401)
  })

  test('of the same seed are the same, of none are not', async () => {
    const { createHub } = await import('../../reference-impl/hub.ts')
    expect(client().hub.credentials).toEqual(client().hub.credentials)
    expect(createHub().credentials.password).not.toBe(createHub().credentials.password)
  })
})
