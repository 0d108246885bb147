import { describe, expect, test } from 'vitest'
import { statusesStated } from '../../checks/documents/stated-status.ts'

describe('the statuses that a clause states', () => {
  test.each<[string, ...string[]]>([
    ['The v1 routes answer 404.', '404'],
    ['They will no longer work and will return a 410 status code:', '410'],
    ['clients are redirected (301) to v2:', '301'],
    ['All requests are redirected to v2:', 'a redirect'],
    ['These routes respond with Not Found:', '404'],
    ['They return 404 Not Found', '404'],
    ['respond 410 Gone:', '410'],
    ['A 404 is returned', '404'],
    ['They answer 404 or 410', '404', '410'],
    ['They do not answer 404 any more'],
    ['They used to return 200 and now return 410', '410'],
    ['They answer 410, not 404', '410'],
    ['They answered 200 until 2022-08-23'],
    ['They return at most 100 tags'],
    ['They return 250 items'],
    ['They were removed in 2022, see RFC 410'],
    ['Its documentation is redirected to that of v2'],
  ])('%s', (clause, ...expected) => {
    expect(statusesStated(clause)).toEqual(expected)
  })
})
