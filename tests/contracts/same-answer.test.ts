import { expect, it } from 'vitest'
import { sameStatus } from '../../contracts/same-answer.ts'
import { exchange, report } from '../reporters/fixtures/report.ts'

const control = '/v1/hub-conformance-no-such-path-k3k3k3'
const bindings = [
  { operation: 'GetRepository', method: 'GET', path: '/v2/n/{namespace}/{repository}', from: 'default' },
  { operation: 'login', method: 'POST', path: '/v2/users/login', from: 'default' },
] as const

const statusOf = (...paths: readonly string[]) =>
  sameStatus(
    report([], {
      bindings,
      exchanges: [...Array.from({ length: 30 }, (_, at) => `/v1/repositories/a${at}/tags`), control, ...paths].map(
        (path, at) => exchange(String(at), { path, method: path.endsWith('login') ? 'POST' : 'GET' }),
      ),
    }),
  )

it('a target answers everything alike where a current operation was asked as well', () => {
  expect(statusOf('/v2/n/acme/app')).toBe(404)
})

it.each([
  ['removed routes alone', []],
  ['a login, which may be elsewhere', ['/v2/users/login']],
  ['documents', ['/openapi.json', '/v2/openapi.json']],
  ['the control path of an operation', ['/v2/n/hub-conformance-no-such-path-k3k3k3/app']],
])('%s show nothing of that', (_name, paths) => {
  expect(statusOf(...paths)).toBeUndefined()
})
