import { expect, it } from 'vitest'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { answer, edited, instead, sentBy, to, unrouted, withBody, withObject } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const path = '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags/verify'

/** A hub that is asked about one tag, and answers whether it is immutable; `isShown`: tags that do not exist are 404. */
const ofTag = (member: string, isStrict = false): Twist =>
  layered(
    withOpenApi(({ components }) => {
      components.schemas.immutable_tags_verify_request = {
        type: 'object',
        required: [member],
        properties: { [member]: { type: 'string', example: '1.0.0' } },
      }
      components.schemas.immutable_tags_verify_response = {
        type: 'object',
        required: ['immutable'],
        properties: { immutable: { type: 'boolean' } },
      }
    }),
    instead(to(path, 'POST'), async (request, next) => {
      const { [member]: tag } = await sentBy(request)
      if (typeof tag !== 'string') return answer(422)(request)
      const response = await next(withBody(request, { regex: tag.replaceAll('.', '\\.') }))
      if (!response.ok) return response
      const { tags } = (await response.json()) as { readonly tags: readonly unknown[] }
      return isStrict && tags.length === 0 ? answer(404)(request) : Response.json({ immutable: false })
    }),
  )

const select = { suites: ['presence', 'labels', 'immutable-tags', 'schemas'] }

it.each([
  ['tag', false],
  ['tag_name', true],
] as const)(
  'the verification of one tag is called with a tag that exists: %s, strictly %s',
  async (member, isStrict) => {
    const report = await runTwisted(ofTag(member, isStrict), { select })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(Object.keys(withVerdict(report, 'pass'))).toEqual(
      expect.arrayContaining([
        'presence/verify-repository-immutable-tags',
        'labels/answers-verify-repository-immutable-tags',
        'schemas/verify-repository-immutable-tags',
      ]),
    )
    expect(withVerdict(report, 'untestable')).toEqual({
      'immutable-tags/verify-keeps': 'form-unknown',
      'immutable-tags/verify-matches': 'form-unknown',
      'immutable-tags/verify-bad-pattern': 'form-unknown',
    })
  },
)

it('an answer about the tag that must be sent next to a pattern is not taken for a list of tags', async () => {
  const both = layered(
    withOpenApi(({ components }) => {
      const { properties } = components.schemas.immutable_tags_verify_request as { properties: object }
      Object.assign(properties, { pattern: { type: ['string', 'null'] } })
    }),
    instead(to(path, 'POST'), async (request, next) => {
      const { pattern } = await sentBy(request)
      return edited(body => ({ ...(body as object), matchedPatterns: [pattern] }))(request, next)
    }),
    ofTag('tag_name'),
  )
  const report = await runTwisted(both, { select })
  expect(withVerdict(report, 'fail')).toEqual({})
  expect(withVerdict(report, 'untestable')['immutable-tags/verify-matches']).toBe('form-unknown')
})

it.each([
  ['as a tag', { tag: '{pattern}' }],
  ['not at all', { tag: 'latest' }],
])('a pattern that a binding sends %s is not called accepted', async (_, body) => {
  const report = await runTwisted(ofTag('tag'), {
    bindings: { operations: { VerifyRepositoryImmutableTags: { method: 'POST', path, body } } },
    select: { only: ['immutable-tags/verify-bad-pattern'] },
  })
  expect(withVerdict(report, 'untestable')).toEqual({ 'immutable-tags/verify-bad-pattern': 'form-unknown' })
})

it('the verification of one tag that is not served is absent', async () => {
  const unserved = layered(ofTag('tag'), instead(to(path, 'POST'), unrouted))
  const report = await runTwisted(unserved, { select: { only: ['presence/verify-repository-immutable-tags'] } })
  expect(withVerdict(report, 'fail')).toEqual({ 'presence/verify-repository-immutable-tags': 'absent' })
})

it('further pages of what matches are not judged as absent', async () => {
  const firstPage = withObject(to(path, 'POST'), body => {
    const tags = [body.tags].flat()
    return { tags: tags.slice(0, 1), total: tags.length }
  })
  const report = await runTwisted(firstPage, { select: { only: ['immutable-tags/verify-matches'] } })
  expect(withVerdict(report, 'inconclusive')).toEqual({ 'immutable-tags/verify-matches': 'list-unfinished' })
})
