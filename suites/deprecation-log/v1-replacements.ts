import { possibleReplacement } from '../../checks/documents/absence.ts'
import { openStatement } from '../../checks/documents/claims.ts'
import { readText } from '../../checks/documents/clauses.ts'
import { passageExcerpt, sameName, wholeDocument } from '../../checks/documents/published-documents.ts'
import { replacingsIn } from '../../checks/documents/replacing.ts'
import { sentencesOf } from '../../checks/documents/sentences.ts'
import { normalTemplate } from '../../checks/path-template.ts'
import { cite } from '../../checks/source.ts'
import { endOfLog, inLog, withLog } from '../../checks/twists/documents.ts'
import { type FaultRow, faultsFor, variants } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import type { PublishedReplacement } from '../../contracts/documents.ts'
import { lifecycle, type V1Route } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { exempt, holds, violated } from '../../contracts/results/finding.ts'

const ids = lifecycle.operations.map(({ id }) => id)

const successorOf = (
  replacedBy: string | null,
): { readonly path: string; readonly operationId: string } | undefined => {
  const binding = dockerHub.find(({ operation }) => operation === replacedBy)
  return binding && replacedBy !== null ? { path: binding.path, operationId: replacedBy } : undefined
}

/** Whether a sentence on the v1 routes of tags or images as a group contradicts what replaces one of them. */
const contradictsSuccessor = (route: V1Route, sentence: string): boolean =>
  /\/images$/.test(route.path)
    ? /^\W*(?:use|call) [^.;]*\bfor the (?:(?:two|removed|v1) )*(?:routes|endpoints) that end in \W*images\W*$/i.test(
        sentence,
      ) && /\/v2\/|\b(?:ListRepositoryTags|GetRepositoryTag)\b/.test(sentence)
    : replacingsIn(readText(sentence)).some(
        ({ none, olds, sure }) => none && sure && olds.some(({ is }) => is === 'v1'),
      ) && /\btags?\b/i.test(sentence)

const isOfStatement = (one?: PublishedReplacement, other?: PublishedReplacement): boolean =>
  one?.line === other?.line && one?.statement === other?.statement

/** Puts a paragraph above the table of routes. */
const aboveTable = (words: string) => inLog('| Old | New |', `${words}\n\n| Old | New |`)

export default {
  id: 'deprecation-log/v1-replacements',
  level: 'must',
  statement: 'A published replacement of a v1 route is the one that the document names.',
  since: '2022-08-23',
  source: cite('v1-namespace-name-tags'),
  covers: ['v1-name-images', 'v1-name-tags', 'v1-name-tag', 'v1-namespace-name-images', 'v1-namespace-name-tag'],
  needs: ['deprecation-log'],
  how: 'Every mapping from an old to a new route on the page is compared with the document. A route without a mapping is inconclusive.',
  fix: 'Correct the row of the table: the list of tags replaces tags, one tag replaces one tag.',
  cases: lifecycle.v1Routes.map(route => ({
    name: route.path,
    check: async probe => {
      const log = await probe.fixture('deprecation-log')
      const published = log.replacements.filter(({ old }) => normalTemplate(old.path) === normalTemplate(route.path))
      const excerpts = published.map(({ old, path, operationId, line }) => ({
        document: 'deprecation-log' as const,
        from: log.from,
        line,
        text: `${old.path} → ${path ?? operationId ?? '(nothing)'}`,
      }))
      const told = log.passages.find(({ text: said }) =>
        sentencesOf(said).some(one => contradictsSuccessor(route, one)),
      )
      if (told)
        return violated(
          'contradicting-replacement',
          {
            old: route.path,
            published: told.text.slice(0, 120),
            expected: successorOf(route.replacedBy)?.path ?? 'none',
          },
          passageExcerpt(log, told),
        )
      const [first, ...rest] = excerpts
      if (!first)
        return (
          possibleReplacement('deprecation-log', log, route, `the replacement of ${route.path}`) ??
          exempt('not-published', { what: `a replacement of ${route.path}` }, wholeDocument('deprecation-log', log))
        )
      const expected = successorOf(route.replacedBy)
      const weighed = published.map(({ path, operationId, none }) => {
        if (path !== undefined)
          return expected !== undefined && normalTemplate(path) === normalTemplate(expected.path)
            ? 'agrees'
            : 'contradicts'
        if (operationId === undefined) return none === true && expected !== undefined ? 'contradicts' : 'agrees'
        if (sameName(expected?.operationId, operationId)) return 'agrees'
        // A name that the document does not have may be one of the same operation.
        return ids.some(id => sameName(id, operationId)) ? 'contradicts' : 'open'
      })
      const says = weighed.map((said, at) => {
        const one = published[at]
        if (said !== 'contradicts' || one?.unsure) return said === 'contradicts' ? 'open' : said
        // What a statement names for several routes need not be of each: it agrees with one where it has the right one.
        const together = weighed.filter((_, other) => isOfStatement(published[other], one))
        if (together.length === 1 || (!together.includes('agrees') && expected !== undefined)) return said
        return expected !== undefined && one?.choice !== true ? 'agrees' : 'open'
      })
      const wrong = says.indexOf('contradicts')
      if (wrong >= 0) {
        const { path, operationId } = published[wrong] ?? {}
        return violated(
          'contradicting-replacement',
          { old: route.path, published: path ?? operationId ?? 'none', expected: expected?.path ?? 'none' },
          excerpts[wrong] ?? first,
        )
      }
      const unsure = excerpts[says.indexOf('open')]
      return unsure ? openStatement(`the replacement of ${route.path}`, unsure) : holds(first, ...rest)
    },
  })),
  faults: faultsFor('contradicting-replacement', {
    'tags-without': [
      'says that the routes of tags have no replacement',
      endOfLog(`The v1 tags routes have no replacement.`),
    ],
    'images-with': [
      'names a replacement for the routes of images',
      inLog(
        'The two routes that end in `images` have no successor.',
        'Use `GET /v2/namespaces/{namespace}/repositories/{repository}/tags` for the two routes that end in `images`.',
      ),
    ],
    swapped: [
      'replaces the route of one tag by the list of tags',
      inLog(/(\| `\/v1\/repositories\/\{name\}\/tags\/\{tag_name\}` \| \[`[^`]*\/tags)\/\{tag\}`/, '$1`'),
    ],
    doubled: [
      'lists a route twice, with different replacements',
      inLog('`/v1/repositories/{namespace}/{name}/tags/{tag_name}` |', '`/v1/repositories/{namespace}/{name}/tags` |'),
    ],
    ...Object.fromEntries<FaultRow>(
      Object.entries({
        'leading-words': 'Instead of `/v1/repositories/{name}/tags/{tag_name}` call GetRepository.',
        'trailing-words': 'Call GetRepository in place of `/v1/repositories/{name}/tags/{tag_name}`.',
        'instead-words': '`/v1/repositories/{name}/tags/{tag_name}` is gone, call GetRepository instead.',
        denied: '`/v1/repositories/{name}/tags/{tag_name}` was removed without a replacement.',
        'several-others':
          '`/v1/repositories/{name}/tags`, `/v1/repositories/{namespace}/{name}/tags` and `/v1/repositories/{name}/tags/{tag_name}` are gone. Use GetRepository and CheckRepository.',
      }).map(([name, words]) => [name, [`says "${words}"`, aboveTable(words)]]),
    ),
    'none-named': [
      'names a replacement where there is none',
      withLog(
        source =>
          `${source.trimEnd()}\n| \`/v1/repositories/{name}/images\` | \`/v2/namespaces/{namespace}/repositories/{repository}/tags\` |\n`,
      ),
    ],
  }),
  tolerates: variants({
    words: [
      'states it in prose, and that the image routes have no replacement',
      aboveTable(
        'Rather than `/v1/repositories/{name}/tags/{tag_name}` use GetRepositoryTag. `/v1/repositories/{name}/images` was removed without a replacement. No route of tags is removed without a replacement.',
      ),
    ],
    several: [
      'names two operations for three routes in one sentence',
      aboveTable(
        '`/v1/repositories/{name}/tags`, `/v1/repositories/{namespace}/{name}/tags` and `/v1/repositories/{name}/tags/{tag_name}` are gone. Use ListRepositoryTags and GetRepositoryTag.',
      ),
    ],
    groups: [
      'says which routes have no replacement, and what else an operation is used for',
      endOfLog(
        `The v1 image routes have no replacement. Some of the v1 tags routes have no replacement of the same name. Use ListRepositoryTags for the routes that end in tags.`,
      ),
    ],
    denied: [
      'denies that an operation replaces a route of images',
      endOfLog(
        `\`/v1/repositories/{name}/images\` is not replaced by ListRepositoryTags. ListRepositoryTags does not replace \`/v1/repositories/{namespace}/{name}/images\`.`,
      ),
    ],
    unpublished: ['publishes no mapping', withLog(source => source.slice(0, source.indexOf('| Old')))],
    spelling: [
      'names parameters differently',
      withLog(source => source.replaceAll('{name}', '{repo}').replaceAll('{tag_name}', '{tag}')),
    ],
  }),
} satisfies Requirement
