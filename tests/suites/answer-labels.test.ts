import { describe, expect, it } from 'vitest'
import { isObject } from '../../checks/reading/json.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { withFields } from '../../checks/twists/http-fields.ts'
import { layered, onEachThing } from '../../checks/twists/shapes.ts'
import { to, type When, withJson } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const verdictsOf = async (twist: Twist): Promise<Readonly<Record<string, string>>> => {
  const report = await runTwisted(twist, { select: { suites: ['labels'] } })
  return Object.fromEntries(
    report.requirements
      .filter(({ id, verdict }) => id.startsWith('labels/answers-') && verdict !== 'pass')
      .map(({ id, verdict, reason }) => [id.slice('labels/answers-'.length), `${verdict}: ${reason?.code}`]),
  )
}

const everything: When = () => true
const succeeded = (response: Response): boolean => response.ok
const repository = '/v2/namespaces/{namespace}/repositories/{repository}'
const end = 'Fri, 01 Jan 2027 00:00:00 GMT'

describe('what other requirements received', () => {
  const later = (when: When): Twist => {
    let asked = 0
    return withFields(when, { deprecation: '@1758240000' }, response => response.ok && asked++ > 1)
  }
  const select = { suites: ['labels', 'repositories', 'immutable-tags', 'access-tokens'] }
  const failed = async (twist: Twist) => {
    const report = await runTwisted(twist, { select })
    const { disagreements, open } = await verifyReport(report)
    return { failed: withVerdict(report, 'fail'), recomputed: [...disagreements, ...open] }
  }

  it.each([
    ['get-repository-tag', to(`${repository}/tags/{tag}`, 'GET')],
    ['update-repository-immutable-tags', to(`${repository}/immutabletags`, 'PATCH')],
    ['pat-management', to('/v2/access-tokens/{uuid}', 'PATCH')],
  ] as const)('labels of %s count, and are recomputed', async (slug, when) =>
    expect(await failed(later(when))).toEqual({
      failed: { [`labels/answers-${slug}`]: 'answer-labelled' },
      recomputed: [],
    }),
  )

  it('is recomputed where nothing is labelled', async () =>
    expect(await failed(withFields(everything, { 'x-request-id': '1' }))).toEqual({ failed: {}, recomputed: [] }))

  it('labels of legacy endpoints are none of the operations that replace them', async () =>
    expect(
      (await failed(withFields(to('/v2/repositories/{namespace}/{repository}'), { deprecation: '@1758240000' })))
        .failed,
    ).toEqual({}))
})

describe('fields that do not label a current operation', () => {
  it('a gateway that announces its own end on every path', async () => {
    const found = await verdictsOf(withFields(everything, { sunset: end, deprecation: '@1758240000' }))
    expect(new Set(Object.values(found))).toEqual(new Set(['inconclusive: label-on-control']))
  })
  it('fields of every path are not those of the legacy endpoints', async () => {
    const twist = withFields(everything, { sunset: 'soon', deprecation: '@1700000000' })
    const report = await runTwisted(twist, { select: { only: ['http/deprecation-*', 'http/sunset-*'] } })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({
      'http/deprecation-agrees-with-log': 'label-on-control',
      'http/sunset-date': 'label-on-control',
    })
  })
  it.each(['', 'true', 'Fri, 19 Sep 2025 00:00:00 GMT', '@1758240000, @1758240000'])(
    'a value that is no date: %j',
    async deprecation =>
      expect(await verdictsOf(withFields(to(repository, 'GET'), { deprecation }))).toEqual({
        'get-repository': 'inconclusive: label-unreadable',
      }),
  )
  it('the end of a temporary tag', async () =>
    expect(await verdictsOf(withFields(to(`${repository}/tags/{tag}`), { sunset: end }, succeeded))).toEqual({
      'get-repository-tag': 'inconclusive: sunset-of-resource',
    }))
  it('one of several operations of an area, as its reference labels it', async () =>
    expect(
      await verdictsOf(
        layered(
          withFields(to('/v2/access-tokens', 'GET'), { deprecation: '@1758240000' }),
          withOpenApi(document => Object.assign(document.paths['/v2/access-tokens']?.get ?? {}, { deprecated: true })),
        ),
      ),
    ).toEqual({}))
  it.each([
    ['warning', '110 cache "Response is stale"'],
    ['x-api-deprecated', 'false'],
  ])('%s: %s', async (name, value) =>
    expect(await verdictsOf(withFields(to(repository, 'GET'), { [name]: value }))).toEqual({}),
  )
  it.each([
    ['warning', '299 - "Deprecated API"'],
    ['x-api-deprecated', 'true'],
  ])('a field that does not say what is deprecated: %s: %s', async (name, value) => {
    expect(await verdictsOf(withFields(to(repository, 'GET'), { [name]: value }))).toEqual({
      'get-repository': 'inconclusive: label-unreadable',
    })
    expect(await verdictsOf(withFields(to('/v2/access-tokens', 'POST'), { [name]: value }))).toEqual({
      'pat-management': 'inconclusive: label-unreadable',
    })
  })
  it('things that are deprecated, and say so in a member', async () =>
    expect(
      await verdictsOf(
        withJson(
          (request, path) => /^\/v2\/(?!auditlogs)/.test(path) && !['HEAD', 'DELETE'].includes(request.method),
          onEachThing(thing => (isObject(thing) ? { ...thing, deprecated: true } : thing)),
        ),
      ),
    ).toEqual({}))
  it('a list that says so next to its items, of itself or of them', async () =>
    expect(
      await verdictsOf(
        withJson(to('/v2/access-tokens', 'GET'), body => (isObject(body) ? { ...body, deprecated: true } : body)),
      ),
    ).toEqual({ 'pat-management': 'inconclusive: label-unreadable' }))
  it('a page on deprecation that is linked everywhere', async () =>
    expect(await verdictsOf(withFields(everything, { link: '</deprecated.md>; rel="deprecation"' }))).toEqual({}))
})

describe('fields that label a current operation', () => {
  it('a date to come, for one method of a path', async () =>
    expect(await verdictsOf(withFields(to(repository, 'HEAD'), { deprecation: '@4102444800;note="v3"' }))).toEqual({
      'check-repository': 'fail: answer-labelled',
    }))
  it('Sunset beside a Deprecation that cannot be read', async () =>
    expect(
      await verdictsOf(
        withFields(to('/v2/namespaces/{namespace}/repositories', 'GET'), { deprecation: '', sunset: end }),
      ),
    ).toEqual({ 'list-namespace-repositories': 'fail: answer-labelled' }))
  it('one of several operations of an area, which its reference does not label', async () =>
    expect(await verdictsOf(withFields(to('/v2/access-tokens', 'GET'), { deprecation: '@1758240000' }))).toEqual({
      'pat-management': 'fail: answer-labelled',
    }))
  it('every operation of an area', async () =>
    expect(
      await verdictsOf(
        withFields((_request, path) => path.startsWith('/v2/orgs/') && path.includes('access-tokens'), {
          sunset: end,
        }),
      ),
    ).toEqual({ 'oat-management': 'fail: answer-labelled' }))
  it('what is deprecated with success only', async () =>
    expect(await verdictsOf(withFields(to(repository, 'GET'), { deprecation: '@1758240000' }, succeeded))).toEqual({
      'get-repository': 'fail: answer-labelled',
    }))
})
