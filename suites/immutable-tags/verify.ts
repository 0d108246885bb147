import { isDenial } from '../../checks/answers/existence.ts'
import { matchedTags } from '../../checks/answers/matched-tags.ts'
import { type KnownPattern, literalPattern, patternCall, prefixPattern, verify } from '../../checks/immutable-tags.ts'
import { statedEnd } from '../../checks/paging/end.ts'
import { isUnfinished, unfinished } from '../../checks/paging/list.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, json, jsonOfSuccess } from '../../checks/reading/json.ts'
import { holdsNothing } from '../../checks/reading/things.ts'
import { ownAnswer, refused } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { listTags } from '../../checks/tags.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered, withStatus } from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  fault,
  faultsFor,
  inPlaceOf,
  instead,
  sentBy,
  to,
  variants,
  withBody,
  withJson,
  withMembers,
  withObject,
  withSent,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, Requirement, TagFixture, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const operation = 'VerifyRepositoryImmutableTags'
const route = to('/v2/namespaces/{namespace}/repositories/{repository}/immutabletags/verify', 'POST')

const matchingNothing = (probe: Probe): KnownPattern => ({
  pattern: probe.nonce('no-tag').replaceAll('-', ''),
  matches: [],
})

/** The same question below a path that does not exist, of a repository that never did: it is a POST, so it must not reach what is there. */
const control = (probe: Probe, namespace: string, asked: Answered, pattern: string): Promise<Finding | undefined> =>
  ownAnswer(probe, operation, { namespace, repository: probe.nonce('missing') }, asked, patternCall(probe, pattern))

type Choose = (tags: readonly string[], probe: Probe) => KnownPattern | undefined

/** A group that is never closed: no expression in any syntax that has groups. */
const badPattern = '(latest'

/** Whether patterns are globs, as what is written in them is open: `*`, which is no regular expression, matches all tags, and the unclosed group none. */
const takesGlobs = async (probe: Probe): Promise<boolean> => {
  if (!(await probe.hasFixture('tag'))) return false
  const known = await probe.fixture('tag')
  const { names } = await listTags(probe, known, { control: true })
  const matched = async (pattern: string): Promise<readonly string[]> =>
    matchedTags(jsonOfSuccess(await verify(probe, known, pattern)), { known: names, pattern }) ?? []
  const all = new Set(await matched('*'))
  return names.length > 0 && names.every(name => all.has(name)) && (await matched(badPattern)).length === 0
}

/** With `otherwise`, what to say where no such pattern can be chosen: one that must match decides, the others add to it. */
const judge = async (
  probe: Probe,
  choose: Choose,
  otherwise: typeof exempt | typeof unclear = exempt,
): Promise<Finding> => judgeOf(probe, await probe.fixture('tag'), choose, otherwise)

const judgeOf = async (
  probe: Probe,
  known: TagFixture,
  choose: Choose,
  otherwise: typeof exempt | typeof unclear = exempt,
  others: readonly string[] = [],
): Promise<Finding> => {
  await probe.fixture('writes')
  // What was just made has no tags.
  const list = await listTags(probe, known, { control: true, mayBeEmpty: others.length > 0 })
  if (isUnfinished(list.end)) return unfinished('ListRepositoryTags', list, list.first)
  if (list.names.length === 0 && otherwise === unclear)
    return unclear('no-items', { operation: 'ListRepositoryTags' }, list.first)
  const chosen = choose(list.names, probe)
  if (!chosen) return otherwise('nothing-to-match', {}, list.first)
  const { pattern, matches, asGlob = matches } = chosen
  const asked = await verify(probe, known, pattern)
  if (!isSuccess(asked)) return refused(operation, asked)
  const open = await control(probe, known.namespace, asked, pattern)
  if (open) return open
  // An answer that cannot have a body shows no tags.
  if (asked.response.status === 204) return exempt('no-representation', { operation, field: 'tags' }, asked)
  // No list at all is one without items only where none is to be there.
  const body = json(asked)
  const names =
    matchedTags(body, { known: [...list.names, ...others], pattern }) ??
    (holdsNothing(body) && (matches.length === 0 || (asGlob.length === 0 && (await takesGlobs(probe))))
      ? []
      : undefined)
  if (!names) return unclear('no-list', { operation }, asked)
  const got = [...new Set(names)].sort()
  const expected = [...matches].sort()
  const values = {
    operation,
    pattern,
    got: got.join(', ') || 'no tags',
    expected: expected.join(', ') || 'no tags',
  }
  if (got.join('\n') === expected.join('\n')) return holds(list.first, asked)
  if (got.join('\n') === asGlob.toSorted().join('\n') && (await takesGlobs(probe)))
    return exempt('globs', { operation, pattern }, list.first, asked)
  // Further pages of what matches are not asked for by POST.
  const isPart = names.every(name => matches.includes(name)) && statedEnd(asked, body, got.length, 1, asked) === 'more'
  if (isPart) return unclear('list-unfinished', { operation }, asked)
  // What the list does not show may be matched as well.
  return list.whole
    ? violated('wrong-matches', values, list.first, asked)
    : unfinished('ListRepositoryTags', list, list.first, asked)
}

/** The run's own repository is asked for a tag that it does not have and another one has: no repository that nobody named is sent a POST. */
const judgeOther = async (probe: Probe): Promise<Finding> => {
  const other = await probe.fixture('tag')
  const all = await listTags(probe, other, { control: true })
  const made = (await probe.hasFixture('own-repository')) ? await probe.fixture('own-repository') : undefined
  const own = made && { ...made, tag: other.tag }
  if (!own) return exempt('nothing-to-match', {}, all.first)
  const foreign: Choose = names => {
    const not = all.names.filter(name => !names.some(one => one.toLowerCase().includes(name.toLowerCase())))
    const chosen = literalPattern(not)
    return chosen && { ...chosen, matches: [] }
  }
  return judgeOf(probe, own, foreign, exempt, all.names)
}

const judgeBad = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('own-repository')
  const good = await verify(probe, own, 'latest')
  if (!isSuccess(good)) return refused(operation, good)
  const open = await control(probe, own.namespace, good, 'latest')
  if (open) return open
  const bad = await verify(probe, own, badPattern)
  const { status } = bad.response
  // No status is stated: a success may say that the pattern is invalid.
  if ((status >= 400 && status < 500) || (isDenial(bad) && !isDenial(good))) return holds(good, bad)
  if (await takesGlobs(probe)) return exempt('globs', { operation, pattern: badPattern }, good, bad)
  return violated('bad-pattern-accepted', { operation, pattern: badPattern, status }, bad, good)
}

const common = {
  level: 'should',
  since: '2025-07-29',
  covers: ['resource-immutable-tags', 'area-repositories', 'history-new-immutable-tags'],
} as const

/** Other answers, made from the tags that match. */
const onTagsAs = (form: (tags: readonly unknown[]) => unknown) =>
  edited(body => (isObject(body) && Array.isArray(body.tags) ? form(body.tags) : body))

const onTags = (edit: (tags: readonly unknown[]) => readonly unknown[]) =>
  edited(body => (isObject(body) && Array.isArray(body.tags) ? { ...body, tags: edit(body.tags) } : body))

const tagList = to('/v2/namespaces/{namespace}/repositories/{repository}/tags', 'GET')

const withTags = (edit: Parameters<typeof onTags>[0]): Twist => instead(route, onTags(edit))

/** Repositories with a single tag, and how the answers to patterns are changed. */
const onlyOne = (edit: (tags: readonly unknown[]) => readonly unknown[]): Twist => {
  const first = edited(body =>
    isObject(body) && Array.isArray(body.results)
      ? { ...body, next: null, results: body.results.filter(tag => isObject(tag) && tag.name === 'v1.0.0') }
      : body,
  )
  return layered(
    withTags(edit),
    instead(tagList, first),
    instead(to('/v2/namespaces/{namespace}/repositories/{repository}/tags/latest', 'GET', 'HEAD'), answer(404)),
  )
}

/** The tags of the repository that a request names. */
const allTags = async (
  request: Request,
  next: (request: Request) => Promise<Response>,
): Promise<readonly unknown[]> => {
  const response = await next(withBody(request.clone(), { regex: '.*' }))
  return response.ok ? ((await response.json()) as { readonly tags: readonly unknown[] }).tags : []
}

/** Answers with the tags that match under one name, and with those that do not under another. */
const twoLists = (matching: string, others: string): Twist =>
  layered(
    undeclaredAnswer,
    instead(route, async (request, next) => {
      const all = await allTags(request, next)
      return edited(body => {
        const matched = isObject(body) && Array.isArray(body.tags) ? (body.tags as readonly unknown[]) : []
        return { [matching]: matched, [others]: all.filter(tag => !matched.includes(tag)) }
      })(request, next)
    }),
  )

/** Every tag that the hub has, with a mark on those that match. */
const flagged: Twist = instead(route, async (request, next) => {
  const all = await allTags(request, next)
  return onTags(tags => all.map(name => ({ name, matches: tags.includes(name) })))(request, next)
})

/** The reference declares nothing of the answer but that it is an object. */
const undeclaredAnswer = withOpenApi(({ components }) => {
  components.schemas.immutable_tags_verify_response = { type: 'object' }
})

/** Patterns are globs, in which only `*` has a meaning. */
const globs = withSent(route, ({ regex }) => ({
  regex: `^${String(regex)
    .replace(/[\\^$.|?+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')}$`,
}))

const matching: Requirement = {
  ...common,
  id: 'immutable-tags/verify-matches',
  statement: 'Verifying a pattern returns exactly the tags of the repository that it matches.',
  source: published(
    `operation ${operation}`,
    'Returns the list of the tags of the repository that match the expression.',
  ),
  needs: ['credentials', 'writes', 'tag'],
  how: 'All tags of a repository are listed, and patterns are chosen that match only some of them, whether or not the hub anchors patterns: a whole tag, the beginning of some tags, and a pattern that no tag contains. The repository that the run created is asked for a tag that it does not have. Verifying changes nothing, although it is a POST.',
  fix: 'Match the expression against every tag of the repository, and return exactly the tags that match.',
  cases: [
    { name: 'one whole tag', check: probe => judge(probe, literalPattern, unclear) },
    { name: 'the beginning of some tags', check: probe => judge(probe, prefixPattern) },
    { name: 'a tag of another repository', check: judgeOther },
    {
      name: 'no tag',
      check: probe => judge(probe, (tags, own) => (tags.length > 0 ? matchingNothing(own) : undefined)),
    },
  ],
  faults: faultsFor('wrong-matches', {
    all: ['returns all tags', withSent(route, sent => (String(sent.regex).startsWith('(') ? sent : { regex: '.*' }))],
    none: ['returns no tags', withTags(() => [])],
    'none-of-one': ['returns no tags for repositories that have only one', onlyOne(() => [])],
    'one-less': ['returns all but the last', withTags(tags => tags.slice(0, -1))],
    other: ['returns tags of another repository', withTags(tags => [...tags, 'nightly'])],
    'one-repository': [
      'answers for the same repository whatever the path',
      instead(route, (request, next) =>
        request.url.includes('missing')
          ? next(request)
          : next(new Request(request.url.replace(/\/repositories\/[^/]+/, '/repositories/sample'), request)),
      ),
    ],
    compared: [
      'compares the pattern with the names of tags',
      withSent(route, ({ regex }) => ({ regex: String(regex).replaceAll(/[*.[\]]/g, '\\$&') })),
    ],
    literal: [
      'treats the pattern as a tag name',
      instead(route, async (request, next) => {
        const { regex } = await sentBy(request)
        return edited(() => ({ tags: [regex] }))(request, next)
      }),
    ],
  }),
  tolerates: variants({
    'one-tag': ['repositories with one tag', onlyOne(tags => tags.slice(0, 1))],
    'no-content': ['204 without a body', withStatus(route, 204)],
    objects: [
      'tags as objects',
      layered(
        undeclaredAnswer,
        withTags(tags => tags.map((name, id) => ({ id, tag: name }))),
      ),
    ],
    edges: [
      'tags in the edges of a connection',
      layered(
        undeclaredAnswer,
        withTags(tags => tags.map((name, at) => ({ cursor: `c${at}`, node: { id: at, name } }))),
      ),
    ],
    resources: [
      'tags as resources of SCIM, next to the schemas of the answer',
      layered(
        undeclaredAnswer,
        instead(
          route,
          onTagsAs(tags => ({
            schemas: ['urn:messages:ListResponse'],
            Resources: tags.map((tagName, id) => ({ id, tagName })),
          })),
        ),
      ),
    ],
    review: [
      'a review that repeats the pattern in a list',
      layered(
        undeclaredAnswer,
        instead(route, async (request, next) => {
          const { regex } = await sentBy(request)
          return edited(status => ({ spec: { rules: [regex] }, status }))(request, next)
        }),
      ),
    ],
    map: [
      'an object from each tag to whether it matches',
      layered(
        undeclaredAnswer,
        instead(route, async (request, next) => {
          const all = (await allTags(request, next)).map(String)
          return onTagsAs(tags => Object.fromEntries(all.map(name => [name, tags.includes(name)])))(request, next)
        }),
      ),
    ],
    'keyed-map': [
      'an object from each tag that matches to what is shown of it',
      layered(
        undeclaredAnswer,
        instead(
          route,
          onTagsAs(tags => Object.fromEntries(tags.map((name, size) => [String(name), { size }]))),
        ),
      ),
    ],
    'list-of-one': [
      'one tag that matches without a list, and no list where none does',
      layered(
        undeclaredAnswer,
        instead(
          route,
          onTagsAs(tags => ({
            Verification: tags.length === 0 ? {} : { TagName: tags.length === 1 ? tags[0] : tags },
          })),
        ),
      ),
    ],
    'whole-names': [
      'tags behind the name of their repository',
      layered(
        undeclaredAnswer,
        withTags(tags => tags.map(name => `acme/web:${name}`)),
      ),
    ],
    'by-pattern': [
      'the tags of each pattern next to it, in a list of patterns',
      layered(
        undeclaredAnswer,
        instead(route, async (request, next) => {
          const { regex } = await sentBy(request)
          return edited(body => ({ patterns: [{ regex, ...(isObject(body) ? body : {}) }] }))(request, next)
        }),
      ),
    ],
    notices: [
      'empty lists of errors and warnings next to the tags',
      withObject(route, body => ({ warnings: [], ...body, errors: [] })),
    ],
    both: ['lists of the tags that match and of those that do not', twoLists('matched', 'unmatched')],
    'both-of-tags': ['lists of matching tags and of other tags', twoLists('matching-tags', 'other-tags')],
    'no-empty-lists': [
      'no list where nothing matches, and null as the tags of a new repository',
      layered(
        withJson(route, body => (isObject(body) && JSON.stringify(body.tags) === '[]' ? { tags: null } : body)),
        withJson(tagList, body => (isObject(body) && body.count === 0 ? { count: 0, results: null } : body)),
      ),
    ],
    flagged: ['all tags, each with whether it matches', layered(undeclaredAnswer, flagged)],
    globs: ['globs as patterns', globs],
    unanchored: [
      'patterns that match anywhere in a tag',
      withSent(route, sent => (String(sent.regex).startsWith('(') ? sent : { regex: `.*(${sent.regex}).*` })),
    ],
  }),
}

const bad: Requirement = {
  ...common,
  id: 'immutable-tags/verify-bad-pattern',
  statement: 'Verifying an invalid regular expression is refused.',
  source: published(`operation ${operation}`, 'Validates the expression; a bad request is answered with 400.'),
  needs: ['credentials', 'writes', 'namespace'],
  how: 'A valid pattern is verified on the repository that the run created, then one with an unclosed group; the second must be answered with a client error (4xx), or with a body that says that it is invalid.',
  fix: 'Compile the expression, and answer 400 if that fails.',
  cases: [{ name: badPattern, check: judgeBad }],
  faults: {
    accepted: fault('finds no tags for it', 'bad-pattern-accepted', inPlaceOf(400, route, answer(200, { tags: [] }))),
  },
  tolerates: variants({
    'in-the-body': [
      '200 and an error in the body',
      layered(
        inPlaceOf(400, route, answer(200, { tags: [], error: 'unterminated group' })),
        withMembers(route, { error: null }),
      ),
    ],
    globs: [
      'globs as patterns, which are all valid, and no list where nothing matches',
      layered(
        undeclaredAnswer,
        withJson(route, body => (isObject(body) && JSON.stringify(body.tags) === '[]' ? { tags: null } : body)),
        globs,
      ),
    ],
    unprocessable: ['422', inPlaceOf(400, route, answer(422))],
  }),
}

export default [matching, bad]
