import { expect, it } from 'vitest'
import { isOldMention } from '../../../checks/documents/claims.ts'
import { speaksAgainstRule } from '../../../checks/documents/policy.ts'
import { thingsIn } from '../../../checks/documents/prose/names.ts'
import { cuesIn, mentionsOf, topicOf } from '../../../checks/documents/remarks/cues.ts'
import {
  endsCurrent,
  isDoubtful,
  isDoubtfulArea,
  isDoubtfulChange,
  isUsage,
  misdatesAddition,
} from '../../../checks/documents/remarks/doubts.ts'

const isDoubtfulOfV1 = (sentence: string): boolean => isDoubtful(sentence, 'v1', [])

const head = { method: 'HEAD', path: '/v2/repositories/{namespace}/{repository}' }

/** Of the endpoints that it names, or of one of the document. */
const isDoubtfulOfLegacy = (sentence: string): boolean => {
  const named = mentionsOf(thingsIn(sentence)).filter(isOldMention)
  return isDoubtful(sentence, 'legacy', named.length > 0 ? named : [head])
}

it.each([
  'The v1 API can still be used until 2027.',
  'v1 stays available until further notice.',
  'The removal of v1 was postponed to 24 August 2022.',
  'The removal of v1 was postponed.',
  'v1 was withdrawn.',
  'v1 will be removed.',
  'v1 will not be removed.',
  'v1 is not removed.',
  'v1 has not been removed so far.',
  'v1 is merely deprecated.',
  'The current generation is v1, and v2 is a preview.',
  'Next to v2, v1 is preferred.',
  'v1 is preferred by many.',
  'v1 can be used next to v2.',
  'v1 works again.',
  'Supports old clients as before.',
  'Support of v1 goes on.',
  'v1 is not loved, still works or runs.',
  'v1 is not removed or disabled.',
  'v1 does not stop working.',
  'v1 was once more available.',
  'v1 greets you with a 404.',
  'v1 and v2 answer 301.',
  'v1 and v2 redirect.',
  'Removed on 2025-01-01.',
  '"Is v1 available?" Yes, v1 is available.',
  'Sensors may keep calling these.',
  'Call `GET /v1/repositories/{name}/tags`.',
  'Use `/v1/repositories/{name}/tags`.',
  'Moving is up to you.',
  'v1 is available, as a post says that we read.',
  'v1 is available, and others prefer it to v2.',
  'v1 was not moved: it is there, and available.',
  'v1 works next to v2.',
  'You do not have to move to v2.',
  'v1 was restored after errors.',
  'v1 came back, and no longer answers with 410.',
  'By clients of old versions, v1 can be used.',
  'We keep v1 since many ask for it.',
  'v1 came back.',
  'The planned removal of v1 was postponed to 24 August 2022.',
  'The removal of v1 was on 2022-08-24.',
  'Keep your widgets on `GET /v1/repositories/{name}/tags`.',
  'v1 is available, or "alive".',
  'It has been supported.',
  'They guarantee it.',
  'You may use it, and `GetRepository` as well.',
  'It was a bit slow yet works.',
  'Keep your gizmo spinning on `GET /v1/repositories/{name}/tags`.',
  'Carry on gladly with `GET /v1/repositories/{name}/tags`.',
  'It did not end once again.',
  'It is in service well beyond that.',
  'It works without saying no.',
])('of the v1 API, "%s" can say something else than the document', sentence => {
  expect(isDoubtfulOfV1(sentence)).toBe(true)
})

it.each([
  'v1 was still available.',
  'v1 was available.',
  'v1 is available before 2020-01-01.',
  'v1 stays available until its end.',
  'The removal of v1 was postponed to 23 August 2022.',
  'v1 is not only removed, it is forgotten.',
  'v1 is not merely deprecated.',
  'v1 is deprecated.',
  'v2 is not in beta.',
  'v1 is a preview.',
  'v2 was removed.',
  'You may use `GetRepository` instead of v1.',
  'Instead of v1 we recommend `GetRepository`.',
  'For some v1 can be used instead of `GetRepository`.',
  'Prefer v2 to v1.',
  'v1 does not work again.',
  'v1 still answers, or fails with 410.',
  'v1 tokens still work.',
  'We disabled v1 tokens on 2023-01-01.',
  '`/v1/repositories/active` was removed.',
  'Support ended.',
  'If v1 is available, use it.',
  'A post says that v1 is available.',
  'Until v1 is available again, wait.',
  'Before v1 is available, wait.',
  '(Before v1 is available, wait.)',
  'They wait until it is available.',
  'v1 stopped working.',
  'v1 answers 410.',
  'v1 and v2 answer 403.',
  'v1 was answered with 404.',
  'v1 means an error 404.',
  'v1 was removed on 2022-08-23.',
  'v1 is removed after 2025-01-01.',
  'v1 was deprecated 2021-08-23, and removed 2022-08-23.',
  'v1 of the CLI is available.',
  'Sensors may keep calling home.',
  'Sensors are available.',
  'Call sensors.',
  'Do not use `/v1/repositories/{name}/tags`.',
  'No replacement is named.',
  'Prefer our library to v1.',
  'The removal of v1 was on 2022-08-23.',
  'Sensors of v1 are available.',
  'It is available in our CLI.',
  'Sensors keep calling these.',
  'Users of `/v1/repositories/{name}/tags` may use `GetRepository`.',
  'They supported it.',
  'Clients reverse it.',
  '(Support ended.)',
  'Mistakes are ours.',
  'They met on 2022-01-01.',
  'v2 remains the current generation.',
  'Whatever you send to the routes of v1, you get status 410 back.',
  'The routes of v1 give back the status 410.',
  'Available it is no longer.',
  'Clients of v1 still work.',
  'Sensors in v1 are available.',
  '– Exists in v1.',
  'Exists (v1).',
  'We keep being asked for v1.',
  'We keep getting mails on v1.',
  'Time to work through this guide: two days, unless you still use v1.',
])('of the v1 API, "%s" says nothing else than the document', sentence => {
  expect(isDoubtfulOfV1(sentence)).toBe(false)
})

it.each([
  'It was postponed.',
  'This one is good for use also in future.',
  'Its deprecation was postponed to 2026-01-01.',
  'It was hidden and put back.',
  'We switched it back on.',
  'You do not have to move.',
  'It is not deprecated.',
  'It is removed.',
  'It is removed since 2025-11-01.',
  'It was removed from service.',
  'It is gone for all from today.',
  'It is not available.',
  'It stays available.',
  'You may use it.',
  'You may use it and then migrate.',
  'There is no replacement.',
  'Deprecated since 2025-09-18.',
  'Deprecated on 2025-06-27.',
  '`GET /v2/repositories/{namespace}` was deprecated on 2025-09-19.',
  'Both `GET /v2/repositories/{namespace}` and `POST /v2/repositories` were deprecated on 2025-06-27.',
  'Use `POST /v2/repositories`.',
  'Use the `POST /v2/repositories`.',
  'Use `/v2/repositories/{namespace}`.',
  'If you call `POST /v2/repositories`, switch to `GetRepository`.',
  '`GET /v2/repositories/{namespace}` is replaced by `GetRepository`.',
  'Use `GetRepository` rather than `GET /v2/repositories/{namespace}`.',
  'From `GET /v2/repositories/{namespace}` move to `GetRepository`.',
  'We brought back deprecated endpoints.',
  'It disappears.',
  'You may use it today.',
  '`POST /v2/repositories` and `HEAD /v2/repositories/{namespace}/{repository}` were deprecated on 2025-06-27.',
  'Keep using it.',
  'Like v1 tokens, it was labelled deprecated on 2020-01-01.',
  'The old calls work.',
  'The old call is the better one.',
  'HEAD goes on.',
  'It exists.',
  'It serves clients that you know.',
  'It is still working.',
  'It still somehow works.',
  'It was for years the preferred endpoint.',
  'v1 sensors are available.',
])('of a deprecated endpoint, "%s" can say something else than the document', sentence => {
  expect(isDoubtfulOfLegacy(sentence)).toBe(true)
})

it.each([
  'Its deprecation: on hold.',
  'The plan to remove it was dropped.',
  'It is in beta.',
  'It was not deprecated.',
  'It is not deprecated as of 2025-09-19.',
  'It is not replaced.',
  'Never deprecated.',
  'It is removed on 2026-01-01.',
  'It may be removed.',
  'It is not removed.',
  'Its parameter `name` was removed.',
  'It was removed from our tutorials.',
  'Removed: see below.',
  '`GetRepository` is available.',
  'It may not be available.',
  'It is not available without a token.',
  'It was available.',
  'It stays available for two years.',
  'It stays available until its end.',
  'It works today.',
  'You may not use it.',
  'There was no replacement.',
  'List the items; if there are none, create one and run again.',
  'Deprecated since 2025-09-19.',
  'Before 2025-09-18 no label was there.',
  'It moved on 2025-09-18.',
  '`GET /v2/repositories/{namespace}` was deprecated on 2025-06-27.',
  '`GET /v2/repositories/{namespace}` and `POST /v2/repositories` were deprecated on 2025-06-27.',
  'Both `GET /v2/repositories/{namespace}` and `POST /v2/repositories` were deprecated, on 2025-06-27 and 2025-09-19.',
  'Use the name that `POST /v2/repositories` has.',
  'Do not use `POST /v2/repositories`.',
  'If you call `POST /v2/repositories`, switch to `CreateRepository`.',
  '`GET /v2/repositories/{namespace}` is not replaced by `GetRepository`.',
  '`GET /v2/repositories/{namespace}` is replaced by `listNamespaceRepositories`.',
  'Where you called `GET /v2/repositories/{namespace}`, use `GetRepository`.',
  'From `GET /v2/repositories/{namespace}` and `POST /v2/repositories` move to `CreateRepository`.',
  'Move to `GetRepository`.',
  'It quotes “it is available”.',
  '(Ended.)',
  'A client removed it.',
  'The announcement of its deprecation was postponed to 2026-01-01.',
  'It answers 404.',
  'Everybody saw the end of it.',
  'Exists.',
  'The old calls still work.',
  'The old calls still respond as ever.',
  'Please prefer GetRepository to this endpoint.',
  'It was never clear which was the better one.',
  'The old calls were often preferred.',
  'These go back to the prototype.',
  'This one is on its way out.',
  'There were two people and a spare server.',
  'It has served us well.',
  'The old call was preferred.',
  'The old call is the better one to migrate.',
])('of a deprecated endpoint, "%s" says nothing else than the document', sentence => {
  expect(isDoubtfulOfLegacy(sentence)).toBe(false)
})

it.each([
  'You can go on building new clients on deprecated endpoints.',
  'You may use deprecated endpoints.',
  'Deprecated endpoints may be used.',
  'Calls to what is deprecated are safe.',
  'What is deprecated stays for ever.',
  'What is deprecated stays forever.',
  'Calls to what is deprecated are supported.',
  'Calls to what is deprecated are guaranteed.',
  'Endpoints are removed without a label.',
  'A deprecated endpoint never changes.',
  'A label and its removal come on the same day.',
  'Endpoints are removed without a label if the time comes.',
])('of endpoints in general, "%s" can say something else than the document', sentence => {
  expect(speaksAgainstRule(sentence)).toBe(true)
})

it.each([
  'What is deprecated may be used until its end.',
  'You may use endpoints.',
  'A deprecated endpoint may keep its name.',
  'Deprecated endpoints may keep their names.',
  'An endpoint is free to change when deprecated.',
  'A release is free to remove deprecated endpoints.',
  'You are not free to use deprecated endpoints.',
  'What is safe is not deprecated.',
  'Endpoints are not removed without a label.',
  'In the past endpoints were removed without a label.',
  'A deprecated endpoint never changes overnight.',
  'A client never changes.',
  'A label and its removal never come on the same day.',
  'Deprecated ones come on the same day.',
  'If endpoints are removed without a label, tell us.',
  '(If endpoints are removed without a label, tell us.)',
])('of endpoints in general, "%s" says nothing else than the document', sentence => {
  expect(speaksAgainstRule(sentence)).toBe(false)
})

it.each([
  'There is no API for tokens.',
  'If you ask, there are no endpoints for tokens.',
  'Tokens are left out.',
  'Audit logs do not record organization access tokens.',
  'The list does not show expires_at.',
  'The list does not show expires.',
  'The list does not tell that tokens expire.',
  "The list doesn't show expires_at.",
  'To be clear, the list does not show expires_at.',
  'The API does not offer to manage tokens.',
  'Tokens are deprecated.',
  'Tokens have been removed.',
  'The token API is gone.',
  'The addition was rolled back.',
  'The API does not tell that tokens expire.',
  'To be clear, the API does not show expires_at.',
  'The API does not show expires_at.',
  "The API doesn't show expires_at.",
  'Without a filter, audit logs do not show organization access tokens.',
])('of an area, "%s" can say something else than the document', sentence => {
  expect(isDoubtfulArea(sentence)).toBe(true)
})

it.each([
  'Audit logs do not record pulls.',
  'Organization access tokens do not show names.',
  'The list did not show expires_at.',
  "The list didn't show expires_at.",
  'The list didn’t show expires_at.',
  'The list does not show expires_at without a token.',
  'Tokens are not deprecated.',
  'Accepted; the token is gone within half a second.',
  'The deleted token is gone.',
  'Tokens are replaced.',
  'Tokens may be removed.',
  'The name of tokens was removed.',
  'Images are deprecated.',
  'Deprecated tokens have names.',
  'Tokens are supported.',
  'That tokens expire is not told.',
  "The API didn't show expires_at.",
])('of an area, "%s" says nothing else than the document', sentence => {
  expect(isDoubtfulArea(sentence)).toBe(false)
})

it.each([
  'v2 is deprecated.',
  '`GetRepository` was reverted.',
  '`GetRepository` is discontinued.',
  '`GetRepository` was removed for good.',
  '`GetRepository` is in beta.',
  '`GetRepository` is not yet there.',
  '`GetRepository` is no longer available.',
  'There is no `GetRepository`.',
  'There are no `GetRepository` and `CheckRepository`.',
  'GET `/v2/access-tokens` is deprecated.',
  '`GET /v2/namespaces/{namespace}/repositories` is deprecated.',
  '`GetRepository` was removed, and for a day nobody noticed.',
])('of what is current, "%s" can say something else than the document', sentence => {
  expect(endsCurrent(sentence)).toBe(true)
})

it.each([
  'Sensors of v2 are deprecated.',
  'v2 is not deprecated.',
  'v2 may be deprecated.',
  '`GetRepository` replaces what is removed.',
  '`GetRepository` names are deprecated.',
  '`GetRepository` was removed for an hour.',
  '`GetRepository` was removed for a day.',
  '`GetRepository` was removed for some time.',
  '`GetRepository` was removed for 2 hours.',
  '`GetRepository` is not in beta.',
  'Not yet there: `GetRepository`.',
  '`GetRepository` is available.',
  '`GetRepository` is not available without a token.',
  '`GetRepository` was not restored.',
  '`GetRepository` does not work.',
  'There is no replacement for `GetRepository`.',
  'The CLI says that `GetRepository` was removed.',
  'GetThings is deprecated.',
  'It is deprecated.',
])('of what is current, "%s" says nothing else than the document', sentence => {
  expect(endsCurrent(sentence)).toBe(false)
})

it.each(['The addition was rolled back.', '`GetRepository` was not added.'])(
  'of a change, "%s" can take back what stands there',
  sentence => {
    expect(isDoubtfulChange(sentence)).toBe(true)
  },
)

it.each([
  'The addition was not rolled back.',
  'It was rolled back.',
  'The addition was deprecated.',
  'It first gets the label deprecated.',
])('of a change, "%s" takes nothing back', sentence => {
  expect(isDoubtfulChange(sentence)).toBe(false)
})

it.each([
  '`GetRepository` was added in 2023.',
  '`GetRepository` has been there since 2019.',
  '`GetRepository` was released on 2025-06-27.',
  'Audit logs were added in 2023.',
  '`GetRepository` and `listNamespaceRepositories` were released on 2024-01-01.',
  '`GET /v2/access-tokens` has had expires_at since it was added on 2024-01-01.',
])('"%s" gives an addition another day than the document', sentence => {
  expect(misdatesAddition(sentence)).toBe(true)
})

it.each([
  '`GetRepository` was added in 2025.',
  '`GetRepository` was not added in 2023.',
  '`GetRepository` was seen in 2023.',
  '`GetRepository` was released on 2025-09-19, and fixed on 2025-10-01.',
  '`GetRepository` and `listNamespaceRepositories` were released on 2025-06-27.',
  '`UpdateRepositoryImmutableTags` was added on 2025-07-29.',
  '`ListRepositoryTags` was added in 2023.',
  'Audit logs were added in 2025.',
  'Images were added in 2023.',
  '`GetRepository` was added.',
])('"%s" gives no addition another day than the document', sentence => {
  expect(misdatesAddition(sentence)).toBe(false)
})

it.each([
  ['Exists as before.', ''],
  ['It exists.', 'served'],
  ['It stopped for clients using it.', 'ended'],
  ['You must stop using it.', ''],
  ['Please prefer v2 to v1.', ''],
  ['None of the tools changed, so v1 works.', 'served'],
  ['It follows v1, none of which works.', 'not served'],
  ['Clients of version 1 can use `/v1/repositories/{name}/tags`.', 'allowed'],
  ['Clients of version 1 can use this.', ''],
  ['Clients of v1 still work.', 'served'],
  ['Please keep the order!', ''],
  ['Keep v1.', 'served'],
])('the words of the field in "%s" are %s', (sentence, cues) => {
  expect(
    cuesIn(sentence)
      .map(({ sense, denied }) => (denied ? `not ${sense}` : sense))
      .join(),
  ).toBe(cues)
})

it.each([
  ['`add_owner` adds one to v1.', 'other'],
  ['`add_owner` adds one, `remove_owner` removes one.', 'other'],
  ['CreateRepository makes one, add_owner adds one.', 'legacy'],
  ['`POST /v2/x` makes one, add_owner adds one.', 'other'],
  ['There are some.', 'legacy'],
])('behind "%s", both operations are %s', (before, topic) => {
  expect(topicOf('Both operations are current.', before)).toBe(topic)
})

it.each<[string, ReturnType<typeof topicOf>]>([
  ['getOwner is current.', 'other'],
  ['`/v1/things` is old.', 'other'],
  ['`https://hub.example/v1/repositories/{name}/tags` is old.', 'v1'],
  ['`/v1/` is old.', 'v1'],
  ['`/v1/list` is old.', 'other'],
  ['`POST /v2/repositories` is old.', 'legacy'],
  ['`POST /v2/repositories` and `/v1/things` are old.', 'legacy'],
  ['`GetRepository` is not v1.', 'other'],
  ['GetThings is there, as in v1.', 'v1'],
  ['`GET /x` is new.', 'other'],
  ['docker v1 is old.', 'other'],
  ['(docker v1 is old.)', 'other'],
  ['Docker v1 is old.', 'v1'],
  ['v1 v1 is old.', 'v1'],
  ['x v1 is old.', 'v1'],
  ['The route is old.', 'v1'],
  ['Both generations are old.', 'v1'],
  ['The old endpoints are there.', 'legacy'],
  ['Its successor is there.', 'other'],
  ['(Its successor is there.)', 'other'],
  ['The successor does not exist.', undefined],
  ['Something else.', undefined],
  ['It has the replacement in its name.', undefined],
  ['Later docker v1 is old.', 'v1'],
  ['The successors are there.', 'other'],
])('"%s" is about %s', (sentence, topic) => {
  expect(topicOf(sentence)).toBe(topic)
})

it.each([
  ['Supports pagination.', true],
  ['Supports this endpoint.', false],
  ['Can be called for a namespace.', true],
  ['Call it with a token.', true],
  ['Call it for a namespace.', false],
  ['Must be called without a token.', true],
  ['Must be called for a namespace.', false],
  ['Can be used with a token, and is deprecated.', false],
  ['Nothing.', false],
])('%j says how an operation is used, and no more: %s', (sentence, is) => {
  expect(isUsage(sentence)).toBe(is)
})
