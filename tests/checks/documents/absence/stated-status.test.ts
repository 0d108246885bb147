import { expect, test } from 'vitest'
import { codesIn, deniesStatus, saysServed, statusesStated } from '../../../../checks/documents/stated-status.ts'

const cases: readonly (readonly [string, string])[] = [
  ['404', 'It answers 404.'],
  ['404,410', 'It answers 404 or 410.'],
  ['404', 'It answers 404, 404.'],
  ['', 'They answered 404.'],
  ['', '410'],
  ['410', 'It is gone (410).'],
  ['410', 'It is gone (`410`).'],
  ['', 'It is gone (see 410).'],
  ['404', '404 is returned.'],
  ['', '404 was returned.'],
  ['404', '404 is always given.'],
  ['404', 'Requests get a Not Found response.'],
  ['301', 'Requests get Moved Permanently.'],
  ['410', 'They answer Gone.'],
  ['501', 'They answer Not Implemented.'],
  ['404', 'It answers 404 (Not Found).'],
  ['404', 'It answers 404: Not found.'],
  ['404,410', 'It answers 404 not found or 410.'],
  ['404,410', 'It answers 404 - not found or 410.'],
  ['', 'Lists are returned from page 200.'],
  ['404,403', 'It answers 404, else, for robots, 403.'],
  ['404,410', 'It answers 404 (not found) or 410.'],
  ['', 'It does not answer 404.'],
  ['410', 'It does not answer 404 but answers 410.'],
  ['410', 'It answers 410 instead of 404.'],
  ['410', 'It used to answer 404, now it answers 410.'],
  ['410', 'It answers 410, not 404.'],
  ['', 'Until 2022 it answered 200.'],
  ['', 'It answers 100 items.'],
  ['', 'It answers as before (#311).'],
  ['', 'It answers at most 100.'],
  ['200', 'It answers 200 responses.'],
  ['', 'It answers 20.5 and 1404.'],
  ['', 'It answers 50%.'],
  ['', 'It answers 600.'],
  ['a redirect', 'Requests are redirected.'],
  ['301', 'Requests are redirected with 301.'],
  ['', 'Requests are not redirected.'],
  ['', 'Requests were redirected.'],
  ['a redirect', 'If it is there, requests are redirected.'],
  ['', 'Requests would be redirected.'],
  [
    '',
    'It answers something that is described at length in another chapter of this manual, which has many of them: 404.',
  ],
  ['404', 'It answers 404; there were about as many as 301 of them.'],
  ['404,403', 'It answers 404 and sometimes 403.'],
  ['404', 'It answers 404. In the year of the hub there were 403.'],
  ['', '404 requests.'],
  ['', 'There are 404 things.'],
  ['', 'It is the number 404.'],
  ['', ''],
]
test.each(cases)('%j is stated by %s', (expected, text) => {
  expect(statusesStated(text).join()).toBe(expected)
})

test.each([
  ['It does not answer 404.', '404', true],
  ['It does not answer 404.', '410', false],
  ['It answers 404.', '404', false],
  ['They do not answer anything but 410.', '410', false],
  ['It does not answer 404 yet.', '404', false],
  ['It does not answer 404 to robots.', '404', false],
  ['It does not answer 404 quux.', '404', false],
  ['It is not deprecated. 404', '404', false],
  ['It answers 404; it does not answer 410.', '410', true],
])('%s denies %s: %s', (text, status, expected) => {
  expect(deniesStatus(text, status)).toBe(expected)
})

test.each([
  ['The v1 API is still available.', true],
  ['v1 still works.', true],
  ['v1 is available.', false],
  ['v1 is still not available.', false],
  ['v1 was still available.', false],
  ['v1 still answers 404.', false],
  ['v1 is still deprecated.', false],
  ['Old endpoints are still available.', false],
  ['The old endpoints still work.', false],
  ['v1 and the old endpoints are still available.', true],
  ['Cookies are still available.', false],
  ['Cookies are there, and v1 is still available.', true],
])('%s says that it is served: %s', (text, expected) => {
  expect(saysServed(text)).toBe(expected)
})

test.each([
  ['404 and 410', '404,410'],
  ['100 items of 2025', ''],
  ['', ''],
])('%s has the numbers %j', (text, expected) => {
  expect(codesIn(text).join()).toBe(expected)
})
