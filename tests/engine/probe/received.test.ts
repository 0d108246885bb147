import { describe, expect, it } from 'vitest'
import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import type { Exchange } from '../../../contracts/exchange.ts'
import type { Binding, OperationName } from '../../../contracts/operations.ts'
import { createReceived } from '../../../engine/probe/received.ts'

const shipped = new Map<OperationName, Binding>(dockerHub.map(binding => [binding.operation, binding]))

const exchange = (method: string, path: string, status = 200): Exchange =>
  ({
    request: { method, url: `http://hub.test/api${path}` },
    response: { status, headers: [], body: '' },
  }) as unknown as Exchange

const valuesOf = (
  operation: OperationName,
  asked: Exchange,
  bindings: ReadonlyMap<OperationName, Binding> = shipped,
): unknown => createReceived({ basePath: '/api', bindings }, () => [asked])(operation)[0]?.values

const bound = (operation: OperationName, change: Partial<Binding>): ReadonlyMap<OperationName, Binding> =>
  new Map(shipped).set(operation, { ...(shipped.get(operation) as Binding), ...change })

const one = '/v2/namespaces/acme/repositories/a%2Fb'

describe('what was received of an operation', () => {
  it('is told by method and path below the base path, whatever the query', () =>
    expect(valuesOf('GetRepository', exchange('GET', `${one}?x=1`))).toEqual({ namespace: 'acme', repository: 'a/b' }))
  it.each([
    ['another method', exchange('HEAD', one)],
    ['a longer path', exchange('GET', `${one}/tags`)],
    ['a refusal', exchange('GET', one, 404)],
    ['no answer', { ...exchange('GET', one), response: null }],
    ['an answer that was not taken', { ...exchange('GET', one), repeated: 'login' as const }],
    [
      'a path outside',
      { ...exchange('GET', one), request: { ...exchange('GET', one).request, url: `http://h${one}` } },
    ],
  ])('is not %s', (_what, asked) => expect(valuesOf('GetRepository', asked)).toBeUndefined())
  it('is that of the path with the fewest parameters', () => {
    const bindings = bound('audit.actions', { method: 'GET', path: '/v2/access-tokens/actions' })
    const asked = exchange('GET', '/v2/access-tokens/actions')
    expect(valuesOf('audit.actions', asked, bindings)).toEqual({})
    expect(valuesOf('pat.get', asked, bindings)).toBeUndefined()
  })
  it('is none where two operations have one path', () => {
    const bindings = bound('CheckRepository', { method: 'GET' })
    expect(valuesOf('GetRepository', exchange('GET', one), bindings)).toBeUndefined()
  })
  it('is told by the query where it is bound with one', () => {
    const bindings = bound('GetRepository', { path: '/v2/repo', query: { repository: '{repository}' } })
    expect(valuesOf('GetRepository', exchange('GET', '/v2/repo'), bindings)).toBeUndefined()
    expect(valuesOf('GetRepository', exchange('GET', '/v2/repo?repository=web'), bindings)).toEqual({
      repository: 'web',
    })
  })
})
