import { METHODS } from 'node:http'
import { describe, expect, test } from 'vitest'
import { client, origin } from './client.ts'

const removed = [
  '/v1/repositories/busybox/images',
  '/v1/repositories/busybox/tags',
  '/v1/repositories/busybox/tags/latest',
  '/v1/repositories/conformance-org/sample/images',
  '/v1/repositories/conformance-org/sample/tags',
  '/v1/repositories/conformance-org/sample/tags/v1.0.0',
]

// `Request` refuses these three; TRACE is asked for over a socket.
const methods = [...METHODS, 'BREW'].filter(method => !['CONNECT', 'TRACE', 'TRACK'].includes(method))

describe('removed v1 routes', () => {
  test.each(removed)('%s answers 410 to every method', async path => {
    const { hub } = client()
    for (const method of methods) {
      const response = await hub.handler(new Request(origin + path, { method }))
      expect(response.status, method).toBe(410)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      const text = await response.text()
      expect(text === '', method).toBe(method === 'HEAD')
    }
  })

  test.each(removed)('%s answers 410 whatever surrounds it', async path => {
    const { ask } = client()
    const answers = await Promise.all([
      ask(`GET ${path}`),
      ask(`GET ${path}/`),
      ask(`GET ${path}?page=1&x=%ZZ`),
      ask(`GET ${path}`, { token: null }),
      ask(`GET ${path}`, { token: 'wrong' }),
      ask(`GET ${path}`, { token: null, headers: { Authorization: 'Basic eA==' } }),
      ask(`POST ${path}`, { body: '{' }),
      ask(`PUT ${path}`, { body: 'x'.repeat(2 ** 20 + 1) }),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(410)
      expect(body.message).toBe('Gone')
    }
  })

  test.each([
    '/v1/repositories/library%2Fbusybox/tags',
    '/v1/repositories/%E2%82%AC/images',
    '/v1/repositories/%E0%A4%A/tags',
    '/v%31/repositories/busybox/tags',
    `/v1/repositories/${'a'.repeat(5000)}/tags`,
    '/v1/repositories/no-such-path/nothing/tags/none',
  ])('%s is one of them', async path => {
    const { ask } = client()
    expect((await ask(`GET ${path}`)).status).toBe(410)
  })

  test.each([
    '/v1',
    '/v1/repositories',
    '/v1/repositories/busybox',
    '/v1/repositories/busybox/layers',
    '/v1/repositories/busybox/images/x',
    '/v1/repositories/a/b/c/tags',
    '/v1/repositories//tags',
    '/v1/users',
    '/v1/search?q=x',
    '/v10/repositories/busybox/tags',
    '/v2/v1/repositories/busybox/tags',
  ])('%s is none of them', async path => {
    const { ask } = client()
    expect((await ask(`GET ${path}`)).status).toBe(404)
    expect((await ask(`POST ${path}`, { body: {} })).status).toBe(404)
  })
})

describe('legacy endpoints', () => {
  const seconds = (date: string) => `@${Date.parse(date) / 1000}`
  const log = '</deprecated.md>; rel="deprecation"; type="text/markdown"'
  const successor = (path: string) => `<${path}>; rel="successor-version", ${log}`
  const namespace = '/v2/namespaces/conformance-org/repositories'

  test.each([
    ['GET', '/v2/repositories/conformance-org', namespace, '2025-06-27'],
    ['GET', '/v2/repositories/conformance-org/sample', `${namespace}/sample`, '2025-09-19'],
    ['HEAD', '/v2/repositories/conformance-org/sample', `${namespace}/sample`, '2025-09-19'],
    ['GET', '/v2/repositories/conformance-org/none', `${namespace}/none`, '2025-09-19'],
  ])('%s %s answers as its replacement does', async (method, path, replacement, date) => {
    const { ask } = client()
    for (const slash of ['', '/']) {
      const legacy = await ask(`${method} ${path}${slash}`)
      const current = await ask(`${method} ${replacement}${slash}`)
      expect(legacy.status).toBe(current.status)
      expect(legacy.text.replaceAll(path, replacement)).toBe(current.text)
      expect(legacy.headers.get('deprecation')).toBe(seconds(date))
      expect(legacy.headers.get('link')).toBe(successor(replacement))
      expect(current.headers.has('deprecation')).toBe(false)
    }
  })

  test.each(['/v2/repositories', '/v2/repositories/conformance-org'])('POST %s creates', async path => {
    const { ask } = client()
    const body = { name: 'fresh', namespace: 'conformance-org' }
    const created = await ask(`POST ${path}/`, { body })
    expect(created.status).toBe(201)
    expect(created.headers.get('deprecation')).toBe(seconds('2025-09-19'))
    expect(created.headers.get('link')).toBe(successor(namespace))
    expect((await ask(`GET ${namespace}/fresh`)).body).toEqual(created.body)
    expect((await ask(`POST ${path}`, { body })).status).toBe(409)
    const refused = await ask(`POST ${path}`, { body, token: null })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('deprecation')).toBe(seconds('2025-09-19'))
  })

  test('names no successor where there is none to name', async () => {
    const { ask } = client()
    for (const body of ['{', {}, { namespace: 7 }, { namespace: 'a\r\nb' }, null]) {
      expect((await ask('POST /v2/repositories', { body })).headers.get('link')).toBe(log)
    }
  })

  test('are deprecated on their own methods only', async () => {
    const { ask } = client()
    expect((await ask('PUT /v2/repositories/conformance-org')).headers.has('deprecation')).toBe(false)
    const removal = await ask('DELETE /v2/repositories/conformance-org/sample')
    expect(removal.status).toBe(202)
    expect(removal.headers.has('deprecation')).toBe(false)
    const groups = await ask('POST /v2/repositories/conformance-org/sample/groups', { body: {} })
    expect(groups.headers.has('deprecation')).toBe(false)
  })
})
