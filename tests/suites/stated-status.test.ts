import { describe, expect, test } from 'vitest'
import { deniesStatus, saysServed, statusesStated } from '../../checks/documents/stated-status.ts'

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
    ['Requests are answered 301 Moved Permanently.', '301'],
    ['Requests end in 404 Not Found, whatever the method', '404'],
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

test.each([
  ['The routes do not answer 410.', true],
  ['Requests will not return the status code 410.', true],
  ['They never do', false],
  ['The routes do not return data but 410.', false],
  ['The routes will never come back and stay at 410.', false],
  ['The routes do not answer with anything else than 410.', false],
  ['The routes do not answer anything except 410.', false],
  ['The routes are no longer served and return 410.', false],
  ['The routes do not answer 410 yet.', false],
])('%s denies 410: %s', (clause, denies) => {
  expect(deniesStatus(clause, '410')).toBe(denies)
})

test.each([
  ['The following routes are still served until further notice:', true],
  ['The v1 endpoints still work.', true],
  ['Requests to v1 keep working.', true],
  ['The v1 routes are not still served.', false],
  ['The v1 documentation of these routes is still available.', false],
  ['Clients that still call these routes get 410.', false],
  ['The routes no longer work.', false],
])('%s says that something is served: %s', (clause, says) => {
  expect(saysServed(clause)).toBe(says)
})
