import { expect, it } from 'vitest'
import { remarksIn } from '../../../checks/documents/remarks.ts'
import { readChangelog, readDeprecationLog } from '../../../engine/documents/published.ts'

const topicsInLog = (sentence: string, heading: string): readonly string[] =>
  remarksIn({ log: readDeprecationLog(`# Log\n\n## ${heading}\n\n${sentence}\n`, 'log.md') }).map(({ topic }) => topic)

const head = '`HEAD /v2/repositories/{namespace}/{repository}`'

it.each<[string, string, readonly string[]]>([
  ['API v1', 'Paying customers can carry on with version 1.', ['v1']],
  ['API v1', 'The route of tags was spared.', ['v1']],
  ['API v1', 'For the time being `/v1/repositories/{name}/tags` still answers their requests.', ['v1']],
  ['API v1', '`/v1/repositories/{name}/tags` still answers 410.', []],
  ['API v1', 'Clients of `/v1/repositories/{name}/tags` must use this operation.', []],
  ['API v1', 'Clients must use `/v1/repositories/{name}/tags` for this.', ['v1']],
  ['API v1', 'Some accounts are exempt: for them `/v1/repositories/{name}/tags` goes on.', ['v1']],
  ['API v1', 'Following complaints we reversed the removal.', ['v1']],
  ['API v1', 'Without a token you get a 401.', ['v1']],
  ['API v1', 'Moving to v2 is up to you.', ['v1']],
  ['API v1', 'Fetch `/v1/repositories/{name}/tags` for all tags.', ['v1']],
  ['API v1', 'It was switched off on 2021-08-23.', ['v1']],
  ['API v1', 'v1 never stopped working.', ['v1']],
  ['API v1', 'We brought the routes of v1 back.', ['v1']],
  ['API v1', 'Old accounts may stay on v1 until their contract ends.', ['v1']],
  ['API v1', 'Partners can have `/v1/` reopened.', ['v1']],
  [head, `${head} was reinstated.`, ['legacy']],
  [head, `${head} no longer exists.`, ['legacy']],
  ['Legacy endpoints', 'All legacy endpoints were deprecated in June 2025.', ['legacy']],
  ['Current operations', 'CheckRepository was dropped a month later.', ['current']],
  ['Current operations', 'There is no `CheckRepository`.', ['current']],
  ['Tokens', 'Organization access tokens can no longer be managed.', ['area']],
  ['Tokens', 'Management of organization access tokens arrived on 2024-12-01.', ['area']],
  ['Questions', 'Since when do tokens have `expires_at`? The missing fields were added on 2025-09-25.', ['area']],
  ['API v1', 'What you send comes back as a `410`.', []],
  ['API v1', 'The routes come back.', ['v1']],
  [head, 'You must stop using the endpoint.', []],
  [head, 'For everybody: the endpoint was removed.', ['legacy']],
  [head, `It takes over from ${head}, none of which should be called any more.`, []],
  ['API v1', 'Since we keep being asked: v1 is gone.', []],
  ['Tokens', 'Access tokens got `expires_at` where the endpoints had omitted it.', []],
  ['Tokens', 'Of access tokens, `expires_at` is omitted.', ['area']],
  [head, 'Both operations are current.', ['legacy']],
  [
    '2024-05-01',
    'Deprecate `from` on `/links/list` in favor of `days`. Both are still accepted and still have no effect.',
    [],
  ],
  [head, '`add_owner` adds one, `remove_owner` removes one. Both operations are current.', []],
  [head, 'GetOwner itself is current.', []],
  [head, 'The old calls still answer, but please move.', []],
  [head, 'The old calls still answer for ever.', ['legacy']],
  [head, 'It answers 200 for a repository that exists.', []],
  ['Tokens', 'Access tokens are disabled by their owners.', []],
  ['Tokens', 'Access tokens are disabled.', ['area']],
  [head, 'It remains supported.', ['legacy']],
  ['Policy', 'Old endpoints may still be used.', ['policy']],
  ['Policy', 'The old endpoints may still be used.', ['legacy']],
  [head, 'The endpoint has been taken out of service.', ['legacy']],
  [head, `Callers of ${head} go to GetRepository.`, ['legacy']],
  [head, 'You are welcome to use it.', ['legacy']],
  [head, 'It has been deprecated since 2025-06-27.', ['legacy']],
  ['Policy', 'What a deprecated endpoint returns never changes.', ['policy']],
  ['Policy', 'Label and removal come in the same release.', ['policy']],
  ['Policy', 'CreateRepository has been replaced by CreateRepositoryV3.', ['current']],
])('below "%s", "%s" can say something else than the document', (heading, sentence, topics) => {
  expect(topicsInLog(sentence, heading)).toEqual(topics)
})

it.each([
  ['API v1', 'It no longer works.'],
  ['Tokens', 'Access tokens of v1 are disabled.'],
  [head, 'Removed: the endpoint was removed, disabled or hidden.'],
  [head, 'Removed (for good): the endpoint was removed, disabled or hidden.'],
  [head, 'Removed The endpoint was removed, disabled or hidden.'],
  ['API v1', 'Support for v1 ended.'],
  ['Questions', 'Since when do tokens have `expires_at`? The missing fields were added on 2025-11-21.'],
  [head, 'It remains deprecated.'],
  ['Policy', 'Old endpoints are kept for at least a year.'],
  ['Policy', 'We keep old endpoints for a while.'],
  [head, 'It stays available for another six months.'],
  [head, 'Run your tests.'],
  [head, 'Existing clients should migrate.'],
  [head, 'A removed endpoint has been removed, disabled or hidden.'],
  ['Current operations', 'In GetRepository, the member user is deprecated.'],
  ['Current operations', 'ListRepositoryTags no longer returns tags that were removed.'],
  ['Tokens', 'The CSV export of audit logs is deprecated.'],
  ['Tokens', 'A revoked token cannot be restored.'],
  ['API v1', 'Images that were pushed with v1 are still available.'],
  ['API v1', 'Clients that still call v1 fail with 410.'],
  ['API v1', 'v2 remains the current generation.'],
  ['API v1', 'It was switched off on 2022-07-01 for a day.'],
  ['API v1', 'In v1 a list without tags was answered with 404.'],
  ['API v1', '"API v1 still works" is what somebody wrote.'],
  ['API v1', 'The webhook payload v1 is still available.'],
  [head, 'It still works today but may be removed.'],
  [head, 'It is still deprecated.'],
  [head, 'Its successor is here to stay.'],
  [head, 'Prefer `CheckRepository`.'],
  [head, `Callers of ${head} go to CheckRepository.`],
  [head, 'It was removed from our tutorials.'],
  [head, 'It takes a name.'],
  ['Policy', 'Deprecated endpoints never change without notice.'],
  ['Policy', 'Endpoints that are not listed here are not deprecated.'],
  ['Tokens', 'Access tokens of both kinds authenticate like the user, but cannot manage tokens (403).'],
  ['Tokens', 'Before 2025-11-21 expires_at was left out altogether.'],
  ['Tokens', 'expires_at, which had been omitted, was added.'],
  ['API v1', "If you get a 200 from v1, it isn't from us."],
  ['API v1', 'Record it again.'],
  ['Tokens', 'When `expires_at` is omitted, 90 days apply.'],
])('below "%s", "%s" says nothing else than the document', (heading, sentence) => {
  expect(topicsInLog(sentence, heading)).toEqual([])
})

const topicsInHistory = (sentence: string): readonly string[] =>
  remarksIn({
    changelog: readChangelog(
      `# Changes\n\n## 2025-09-19\n\n### New\n\n- CheckRepository.\n\n${sentence}\n`,
      'changes.md',
    ),
  }).map(({ topic }) => topic)

it.each<[string, readonly string[]]>([
  ['`CheckRepository` was released on 2025-08-01.', ['history']],
  ['`CheckRepository` was not added.', ['history']],
  ['The addition was rolled back.', ['history']],
  ['`CheckRepository` was released on 2025-09-19.', []],
  ['Thanks to all who tried it.', []],
])('in a change history, "%s" is doubtful about %j', (sentence, topics) => {
  expect(topicsInHistory(sentence)).toEqual(topics)
})
