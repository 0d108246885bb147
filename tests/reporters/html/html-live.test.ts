import { describe, expect, test } from 'vitest'
import { answersOf } from '../../../reporters/html/lifecycle-map.ts'
import { exchange } from '../fixtures/report.ts'

const target = 'http://localhost:8080/hub/'
const at = (id: string, path: string, status: number, method = 'GET') =>
  exchange(id, { method, url: `http://localhost:8080/hub${path}`, status })

describe('what an endpoint answers', () => {
  test('is success where it was seen, else what came most often', () => {
    const exchanges = [
      at('x1', '/v2/repositories/a/b', 404),
      at('x2', '/v2/repositories/a/c', 404),
      at('x3', '/v2/repositories/a/d?page=2', 200),
      at('x4', '/v2/repositories/a/e', 410),
    ]
    expect(answersOf({ exchanges, target }, 'GET', '/v2/repositories/{namespace}/{repository}')).toEqual([
      { status: 200, exchange: 'x3', times: 1 },
      { status: 404, exchange: 'x1', times: 2 },
      { status: 410, exchange: 'x4', times: 1 },
    ])
  })

  test('is of that path, that method and that target alone', () => {
    const exchanges = [
      at('x1', '/v2/repositories', 200),
      at('x2', '/v2/repositories/a/b', 200),
      at('x3', '/v2/repositories/a', 200, 'HEAD'),
      at('x4', '/v2/repositories-a', 200),
      exchange('x5', { url: 'http://localhost:8081/hub/v2/repositories/a', status: 200 }),
      exchange('x6', { url: 'http://localhost:8080/hub/v2/repositories/a', failure: 'timeout' }),
    ]
    const template = '/v2/repositories/{namespace}'
    expect(answersOf({ exchanges, target }, 'GET', template)).toEqual([])
    expect(answersOf({ exchanges, target }, '*', template)).toEqual([{ status: 200, exchange: 'x3', times: 1 }])
    expect(answersOf({ exchanges, target: null }, '*', template)).toEqual([])
  })
})
