import { expect, test } from 'vitest'
import { waitedFor } from '../../../reporters/shared/evidence.ts'
import { exchange, kase, reason, report, requirement } from '../fixtures/report.ts'

const waited = (paths: readonly string[], attempts = 1, method = 'GET', evidence?: string): string | undefined => {
  const exchanges = paths.map((path, at) => exchange(`x${at}`, { path, method, status: 200 }))
  const ids = exchanges.map(({ id }) => id)
  const failed = {
    ...kase('a case', 'fail', reason('not-kept', { operation: 'pat.get', what: 'a' }), ids),
    attempts,
    ...(evidence !== undefined && { evidence: [evidence] }),
  }
  return waitedFor(
    failed,
    report([requirement('access-tokens/a', 'should', [failed])], { exchanges, options: { patience: 10_000 } }),
  )
}

test('says how often a request was repeated until its answer would fit, and what ended that', () => {
  const [list, other] = ['/v2/list', '/v2/other']
  expect(waited([other, list, list, list, list])).toBe(
    '4 times GET /v2/list (no credentials) → 200 application/json, until 10 s (--patience) ended',
  )
  expect(waited([other, list, list, list])).toBeUndefined()
  // Read twice in each of two attempts is no wait.
  expect(waited([list, list, list, list], 2)).toBeUndefined()
  expect(waited([])).toBeUndefined()
})

test('answers that other cases got are no wait', () => {
  const paths = ['/v2/list', '/v2/list', '/v2/list', '/v2/list']
  expect(waited(paths, 1, 'POST')).toBeUndefined()
  expect(waited(paths, 1, 'GET', 'x1')).toBeUndefined()
  expect(waited(paths, 1, 'GET', 'x3')).toBeDefined()
})
