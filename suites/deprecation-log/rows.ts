import { possibleReplacement } from '../../checks/documents/absence.ts'
import type { Assertion } from '../../checks/documents/assertions.ts'
import {
  type Claim,
  claimsAbout,
  contradiction,
  couldState,
  type Expected,
  entryClaim,
  furtherPassage,
  namesV1,
  namesV1Only,
  openClaim,
  openStatement,
  passageOf,
  possibleRow,
  v1Claims,
  weigh,
} from '../../checks/documents/claims.ts'
import { ends, readText, type Thing } from '../../checks/documents/clauses.ts'
import { keeps } from '../../checks/documents/labels/legacy.ts'
import { isDay } from '../../checks/documents/published-dates.ts'
import {
  type Endpoint,
  endpointOf,
  isMentionOf,
  passageExcerpt,
  rowExcerpt,
  sameName,
  wholeDocument,
} from '../../checks/documents/published-documents.ts'
import { statedBy } from '../../checks/documents/questions.ts'
import { isRemarkOn, openRemark } from '../../checks/documents/remarks.ts'
import { endpointText, judgeReplacements, replacementClaims } from '../../checks/documents/replacement-claims.ts'
import { replacingsIn } from '../../checks/documents/replacing.ts'
import { sentencesOf } from '../../checks/documents/sentences.ts'
import { saysV1IsBack } from '../../checks/documents/v1-claims.ts'
import { normalTemplate } from '../../checks/path-template.ts'
import { cite } from '../../checks/source.ts'
import { inChangelog, inLog, withChangelog, withLog } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { fault, variant } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import type {
  LogRow,
  Passage,
  PublishedChangelog,
  PublishedLog,
  PublishedReplacement,
} from '../../contracts/documents.ts'
import { type Evidence, type Excerpt, exempt, type Finding, holds, violated } from '../../contracts/finding.ts'
import { type LogFact, lifecycle, type V1Route } from '../../contracts/lifecycle.ts'
import { entryHeadings } from '../../contracts/reasons.ts'
import type { Requirement } from '../../contracts/requirement.ts'

const expectedOf = (fact: LogFact): Expected => ({
  state: fact.status === 'Removed' ? 'removed' : 'deprecated',
  date: fact.date,
})

const titled = inLog('### Legacy list of repositories', '**Legacy list of repositories**')

const v1Shapes = lifecycle.v1Routes.map(({ path }) => path)

/** What all statements about one endpoint (or the v1 API) say together: undefined where there is none. */
const judgeClaims = (claims: readonly Claim[], fact: LogFact, feature: string): Finding | undefined => {
  const weighed = claims.map(claim => ({ claim, weight: weigh(claim, expectedOf(fact)) }))
  const agreeing = weighed.filter(({ weight }) => weight.says === 'agrees').map(({ claim }) => claim)
  const [right] = agreeing
  const wrong = weighed.filter(({ weight }) => weight.says === 'contradicts')
  const certain = wrong.find(({ claim }) => claim.sure)
  const [first] = wrong
  if (right) {
    // What states no day contradicts no day.
    const other = wrong.find(
      ({ claim, weight }) =>
        claim.sure && !(weight.says === 'contradicts' && weight.what === 'date' && claim.dates.length === 0),
    )
    if (other) return contradiction(feature, right.excerpt, other.claim.excerpt)
    // Removed before the last day on which the document has it as deprecated?
    const doubtful = weighed.find(
      ({ claim, weight }) =>
        weight.says === 'open' &&
        claim.sure &&
        claim.states.join() === 'removed' &&
        claim.dates.some(date => isDay(date, fact.date) === 'no'),
    )
    return doubtful
      ? openStatement(feature, doubtful.claim.excerpt)
      : holds(right.excerpt, ...agreeing.slice(1).map(({ excerpt }) => excerpt))
  }
  const unsure = weighed.find(({ weight }) => weight.says === 'open')
  if (unsure && !certain) return openClaim(feature, unsure.claim)
  const worst = certain ?? first
  if (worst && worst.weight.says === 'contradicts')
    return worst.weight.what === 'date'
      ? worst.claim.date === ''
        ? violated('row-undated', { feature, expected: fact.date }, worst.claim.excerpt)
        : violated('row-date', { feature, date: worst.claim.date, expected: fact.date }, worst.claim.excerpt)
      : violated(
          'row-status',
          { feature, status: worst.claim.status, expected: fact.status ?? '' },
          worst.claim.excerpt,
        )
  const silent = weighed[0]
  // The day may be one of the state in a part of the row that was not understood.
  const isOther = silent?.claim.dates.every(date => isDay(date, fact.date) === 'no') ?? false
  if (silent && isOther && couldState({ ...silent.claim.about, text: silent.claim.text, line: 0 }, fact.date))
    return openStatement(feature, silent.claim.excerpt)
  return (
    silent &&
    violated('row-status', { feature, status: silent.claim.status, expected: fact.status ?? '' }, silent.claim.excerpt)
  )
}

/** A row on one v1 route that has another state than the v1 API, where no row on that route has the state of the document. */
const otherRoute = (log: PublishedLog, { date }: LogFact): LogRow | undefined => {
  const removed = (row: LogRow): boolean => row.states.includes('removed')
  for (const shape of v1Shapes) {
    const rows = log.rows.filter(({ itself }) =>
      itself.endpoints.some(({ path }) => normalTemplate(path).endsWith(normalTemplate(shape))),
    )
    const wrong = rows.find(
      row =>
        row.states.length === 1 &&
        row.dates.length > 0 &&
        row.dates.every(({ days }) => days.length > 0 && days.every(day => day >= date)),
    )
    if (wrong && !rows.some(removed)) return wrong
  }
  return undefined
}

interface Told {
  readonly says: Assertion
  readonly excerpt: Excerpt
}

/** Whether an entry is the removal of the v1 API as a whole, on the day of the entry. */
const endsV1 = (said: string): boolean =>
  readText(said).some(
    one =>
      one.act === 'end' &&
      ends(one) === 'yes' &&
      // `The v1 API has been removed` may remind of it on any day.
      one.subject === '' &&
      one.dates.length === 0 &&
      one.of.length > 0 &&
      one.of.every(({ is }) => is === 'v1'),
  )

/** What says that the v1 API came back after it was removed, or was removed later: in the log or in the change history. */
const returnOfV1 = (
  log: PublishedLog,
  changelog: PublishedChangelog | undefined,
  { date }: LogFact,
): readonly Told[] => {
  const told = log.passages.map((passage, at) => ({
    says: saysV1IsBack(statedBy(log.passages, at)),
    excerpt: passageExcerpt(log, passage),
  }))
  const entries = (changelog?.entries ?? []).filter(({ dates }) =>
    dates.every(own => !own.days.some(day => day < date)),
  )
  const onOtherDay = entries.filter(
    ({ dates, text: said }) => dates.some(own => isDay(own, date) === 'no') && endsV1(said),
  )
  return [
    ...told,
    ...onOtherDay.flatMap(entry =>
      changelog ? [{ says: 'yes' as const, excerpt: entryClaim(changelog, entry) }] : [],
    ),
    ...entries.flatMap(entry =>
      changelog ? [{ says: saysV1IsBack(entry.text), excerpt: entryClaim(changelog, entry) }] : [],
    ),
  ]
}

/** What the log states about the v1 API, where no other statement contradicts it. */
const judgeV1 = (
  log: PublishedLog,
  changelog: PublishedChangelog | undefined,
  fact: LogFact,
  feature: string,
): Finding => {
  const others = new Set(
    log.rows
      // `compose v1 | Removed | 2023-07-01` is of something else that has a v1.
      .filter(row => row.itself.endpoints.length === 0 && row.dates.length > 0 && !namesV1Only(row))
      .filter(({ dates }) => dates.every(own => isDay(own, fact.date) === 'no'))
      .map(({ dates }) => dates),
  )
  const claims = v1Claims(log, v1Shapes).filter(({ dates }) => !others.has(dates))
  const finding = judgeClaims(claims, fact, feature) ?? absent(log, fact, feature, ({ text: said }) => namesV1(said))
  if (finding.kind !== 'holds') return finding
  const [right] = finding.seen
  const route = otherRoute(log, fact)
  const told = returnOfV1(log, changelog, fact)
  const other = route ? rowExcerpt(log, route) : told.find(({ says }) => says === 'yes')?.excerpt
  if (other) return contradiction(feature, right as Excerpt, other)
  const unsure = told.find(({ says }) => says === 'open')
  return unsure ? openStatement(feature, unsure.excerpt) : (openRemark({ log, changelog }, feature, 'v1') ?? finding)
}

/** Absence: only where the page was read whole, and holds nothing that could be the row. */
const absent = (log: PublishedLog, fact: LogFact, feature: string, names: (passage: Passage) => boolean): Finding =>
  possibleRow(log, expectedOf(fact), feature, names) ??
  violated('row-missing', { feature }, wholeDocument('deprecation-log', log))

/** Whether a text is more than a row of cells or fields. */
const isSentence = (text: string): boolean => /[.!]\W*$/.test(text)

/** A sentence next to the rows that may say of an endpoint that it is not deprecated, or is since another day, or is to be used. */
const denialOf = (log: PublishedLog, endpoint: Endpoint, feature: string, since: string): Finding | undefined =>
  passageOf('deprecation-log', log, feature, ({ text: said, endpoints }) => {
    const isNamed = (thing: Thing): boolean => thing.is === 'endpoint' && isMentionOf(thing, endpoint)
    return (
      endpoints.some(mention => isMentionOf(mention, endpoint)) &&
      readText(said).some(
        one =>
          [
            ...one.of,
            ...one.others,
            ...(isSentence(said) && (one.act === undefined || (one.of.length === 0 && !one.alien)) ? one.names : []),
          ].some(isNamed) &&
          (keeps(one) !== 'no' ||
            (one.verb === 'supported' && !one.denied && one.mood === 'stated') ||
            (one.nominal === 'deprecate' && one.dates.some(date => isDay(date, since) === 'no'))),
      )
    )
  })

/** What the rows about one endpoint say together, or what leaves open whether the page says otherwise next to them. */
const judgeRows = (
  log: PublishedLog,
  claims: readonly Claim[],
  fact: LogFact,
  feature: string,
  names: (passage: Passage) => boolean,
): Finding => {
  const stated = judgeClaims(claims, fact, feature)
  if (!stated) return absent(log, fact, feature, names)
  const isRight = claims.some(claim => weigh(claim, expectedOf(fact)).says === 'agrees')
  if (stated.kind !== 'violated' || isRight) return stated
  return furtherPassage(log, expectedOf(fact), feature, names) ?? stated
}

/** Whether what the log states agrees with the document's row: a log may give each endpoint a row of its own. */
const judge = (
  log: PublishedLog,
  changelog: PublishedChangelog | undefined,
  fact: LogFact,
  feature: string,
): Finding => {
  const seen: Evidence[] = []
  let left: Finding | undefined
  for (const name of fact.endpoints) {
    const endpoint = endpointOf(name)
    const names = (passage: Passage): boolean => passage.endpoints.some(mention => isMentionOf(mention, endpoint))
    const stated = judgeRows(log, claimsAbout(log, endpoint), fact, name, names)
    const finding = (stated.kind === 'holds' ? denialOf(log, endpoint, name, fact.date) : undefined) ?? stated
    if (finding.kind === 'violated') return finding
    if (finding.kind === 'holds') seen.push(...finding.seen)
    else left ??= finding
  }
  const [first, ...rest] = seen
  if (left || !first) return left ?? absent(log, fact, feature, () => false)
  const isOnOne = isRemarkOn(...fact.endpoints.map(endpointOf))
  return openRemark({ log, changelog }, feature, 'legacy', isOnOne) ?? holds(first, ...rest)
}

const features: Readonly<Record<string, string>> = {
  'legacy-create-get-repository': 'the legacy create and get repository endpoints',
  'legacy-list': 'GET /v2/repositories/{namespace}',
  'v1-api': 'the v1 API',
}

const rows: readonly Requirement[] = lifecycle.deprecationLog
  .filter(fact => fact.status !== null)
  .map(fact => {
    const feature = features[fact.slug] ?? fact.slug
    const line = new RegExp(`^\\| ${fact.status}\\b.*${fact.date}.*$`, 'm')
    return {
      id: `deprecation-log/${fact.slug}`,
      level: 'must',
      statement: `The deprecation log lists ${feature} as ${fact.status} since ${fact.date}.`,
      since: fact.date,
      source: cite(fact.sentence),
      covers: ['publishes', 'transition-deprecated'],
      needs: ['deprecation-log'],
      how: 'The table of the published log is read with a Markdown parser; a row names its endpoints itself or in the section that it links to. One row for all endpoints and one row for each are both accepted.',
      fix: `${entryHeadings['row-missing']} ${fact.date}, ${fact.status}: ${fact.slug === 'v1-api' ? 'The v1 API' : fact.endpoints.join(', ')}.`,
      cases: [
        {
          name: feature,
          check: async probe => {
            const log = await probe.fixture('deprecation-log')
            const changelog = (await probe.hasFixture('changelog')) ? await probe.fixture('changelog') : undefined
            return (fact.slug === 'v1-api' ? judgeV1 : judge)(log, changelog, fact, feature)
          },
        },
      ],
      faults: {
        missing: fault(
          'has no such row',
          'row-missing',
          withLog(source => source.replace(line, '').replace(/\|\n\n\|/g, '|\n|')),
        ),
        date: fault(
          'has another date',
          'row-date',
          inLog(line, found => found.replace(fact.date, '2024-01-01')),
        ),
        status: fault(
          'has another status',
          'row-status',
          inLog(line, found => found.replace(fact.status ?? '', 'Planned')),
        ),
        ...(fact.slug === 'legacy-list' && {
          section: fault(
            'has another day in the section that the row leads to',
            'contradicting-statements',
            inLog(
              '### Legacy list of repositories\n',
              '### Legacy list of repositories\n\nDeprecated since 2025-10-01.\n',
            ),
          ),
          titled: fault(
            'has another date in the row that leads to a title in bold',
            'row-date',
            layered(
              titled,
              inLog(line, found => found.replace(fact.date, '2024-01-01')),
            ),
          ),
        }),
        ...(fact.slug === 'legacy-create-get-repository' && {
          twice: fault(
            'has the row twice, with another date',
            'contradicting-statements',
            inLog(line, found => `${found}\n${found.replace(fact.date, '2025-10-19')}`),
          ),
        }),
        ...(fact.slug === 'v1-api' && {
          sentence: fault(
            'gives the removal another day in a sentence',
            'contradicting-statements',
            inLog('Clients have to use v2.', 'The v1 API was removed on 2023-08-23.'),
          ),
          'removed-later': fault(
            'gives the removal another day in the change history',
            'contradicting-statements',
            withChangelog(source => `${source}\n## 2023-02-01\n\n### Removals\n\n- Removed the v1 API.\n`),
          ),
          optional: fault(
            'says that v2 is optional',
            'contradicting-statements',
            inLog('Clients have to use v2.', 'You do not have to use v2.'),
          ),
          'may-use': fault(
            'says that clients may use the v1 API',
            'contradicting-statements',
            inLog('Clients have to use v2.', 'Clients may use v1 or v2.'),
          ),
          ...Object.fromEntries(
            [
              ['keep-using', 'Clients may keep using v1.'],
              ['lives-on', 'v1 lives on.'],
              ['year', 'The v1 API was removed in 2021.'],
              ['support', 'Support for v1 continues.'],
              ['nothing-stops', 'Nothing stops clients from using v1.'],
            ].map(([name = '', words = '']) => [
              name,
              fault(`says "${words}"`, 'contradicting-statements', inLog('Clients have to use v2.', words)),
            ]),
          ),
          'still-used': fault(
            'says until when the v1 API can be used',
            'contradicting-statements',
            inLog('Clients have to use v2.', 'The v1 API can still be used until 2027.'),
          ),
          'to-come': fault(
            'announces the removal for a later year',
            'contradicting-statements',
            inLog('Clients have to use v2.', 'v1 will be removed in 2027.'),
          ),
          again: fault(
            'has an entry of the change history by which a v1 route is there again',
            'contradicting-statements',
            inChangelog(
              '## 2025-11-21',
              '## 2025-12-01\n\n### New\n\n- `/v1/repositories/{name}/tags` is available again.\n\n## 2025-11-21',
            ),
          ),
        }),
      },
      tolerates: {
        ...(fact.slug === 'legacy-list' && {
          titled: variant('has a title in bold in the place of a heading', titled),
          unfolded: variant(
            'has the section behind a summary that unfolds it',
            inLog(
              /### (Legacy list of repositories)\n\n(.*)\n/,
              '<details><summary>$1</summary>\n\n$2\n\n</details>\n',
            ),
          ),
        }),
        ...(fact.slug === 'legacy-create-get-repository' && {
          'order-in-status': variant(
            'has an order not to use it in the status, and a path with an optional part',
            inLog(line, found =>
              found
                .replace('Deprecated', 'Deprecated, do not use')
                .replace(
                  /\[Legacy.*?\)/,
                  '`POST /v2/repositories[/{namespace}]`, `GET` and `HEAD` `/v2/repositories/{namespace}/{repository}`',
                ),
            ),
          ),
          denials: variant(
            'says what was not deprecated once, and what is recommended instead',
            inLog(
              '### Creation',
              'Until CreateRepository existed, `POST /v2/repositories` was not deprecated. We recommend GetRepository over `GET /v2/repositories/{namespace}/{repository}`. `POST /v2/repositories` is not recommended. It still works for now. It remains deprecated. Existing clients should migrate. A removed endpoint does not come back.\n\n### Creation',
            ),
          ),
        }),
        ...(fact.slug === 'v1-api' && {
          reminded: variant(
            'has a later entry of the change history that reminds of the removal, or removes something of v1',
            inChangelog(
              '## 2025-07-29\n',
              '## 2025-08-01\n\n### Updates\n\n- The v1 API has been removed; its documentation is shorter.\n- Removed the v1 documentation.\n\n## 2025-07-29\n',
            ),
          ),
          sentence: variant(
            'has sentences on other days and other things of v1',
            inLog(
              'Clients have to use v2.',
              'The v1 API was removed on 23 August 2022. It was removed in 2022. v1 is documented here. The v1 documentation was removed on 2024-01-01. The page on v1 was removed on 2024-02-01. The v1 API was deprecated on 2020-05-01. You do not have to migrate from v1 webhooks. You can use v1 tokens with v2. You can call v1 routes, and they answer 410. Clients that still use v1 get an error. The use of v1 is not possible any more. The v1 API, which listed tags, was the first generation. v1 had six routes. Support for v1 ended. Nobody should stay with v1.',
            ),
          ),
        }),
        removed:
          fact.status === 'Deprecated'
            ? variant(
                'lists the endpoints as removed at a later date',
                inLog(line, found => found.replace('Deprecated', 'Removed').replace(fact.date, '2026-02-01')),
              )
            : variant(
                'words the status differently',
                inLog(line, found => found.replace('Removed', '**Removed** (gone)')),
              ),
      },
    }
  })

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

const replacements: Requirement = {
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
          possibleReplacement(log, route, `the replacement of ${route.path}`) ??
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
  faults: {
    'tags-without': fault(
      'says that the routes of tags have no replacement',
      'contradicting-replacement',
      withLog(source => `${source}\nThe v1 tags routes have no replacement.\n`),
    ),
    'images-with': fault(
      'names a replacement for the routes of images',
      'contradicting-replacement',
      inLog(
        'The two routes that end in `images` have no successor.',
        'Use `GET /v2/namespaces/{namespace}/repositories/{repository}/tags` for the two routes that end in `images`.',
      ),
    ),
    swapped: fault(
      'replaces the route of one tag by the list of tags',
      'contradicting-replacement',
      inLog(/(\| `\/v1\/repositories\/\{name\}\/tags\/\{tag_name\}` \| \[`[^`]*\/tags)\/\{tag\}`/, '$1`'),
    ),
    doubled: fault(
      'lists a route twice, with different replacements',
      'contradicting-replacement',
      inLog('`/v1/repositories/{namespace}/{name}/tags/{tag_name}` |', '`/v1/repositories/{namespace}/{name}/tags` |'),
    ),
    ...Object.fromEntries(
      Object.entries({
        'leading-words': 'Instead of `/v1/repositories/{name}/tags/{tag_name}` call GetRepository.',
        'trailing-words': 'Call GetRepository in place of `/v1/repositories/{name}/tags/{tag_name}`.',
        'instead-words': '`/v1/repositories/{name}/tags/{tag_name}` is gone, call GetRepository instead.',
        denied: '`/v1/repositories/{name}/tags/{tag_name}` was removed without a replacement.',
        'several-others':
          '`/v1/repositories/{name}/tags`, `/v1/repositories/{namespace}/{name}/tags` and `/v1/repositories/{name}/tags/{tag_name}` are gone. Use GetRepository and CheckRepository.',
      }).map(([name, words]) => [
        name,
        fault(`says "${words}"`, 'contradicting-replacement', inLog('| Old | New |', `${words}\n\n| Old | New |`)),
      ]),
    ),
    'none-named': fault(
      'names a replacement where there is none',
      'contradicting-replacement',
      withLog(
        source =>
          `${source.trimEnd()}\n| \`/v1/repositories/{name}/images\` | \`/v2/namespaces/{namespace}/repositories/{repository}/tags\` |\n`,
      ),
    ),
  },
  tolerates: {
    words: variant(
      'states it in prose, and that the image routes have no replacement',
      inLog(
        '| Old | New |',
        'Rather than `/v1/repositories/{name}/tags/{tag_name}` use GetRepositoryTag. `/v1/repositories/{name}/images` was removed without a replacement. No route of tags is removed without a replacement.\n\n| Old | New |',
      ),
    ),
    several: variant(
      'names two operations for three routes in one sentence',
      inLog(
        '| Old | New |',
        '`/v1/repositories/{name}/tags`, `/v1/repositories/{namespace}/{name}/tags` and `/v1/repositories/{name}/tags/{tag_name}` are gone. Use ListRepositoryTags and GetRepositoryTag.\n\n| Old | New |',
      ),
    ),
    groups: variant(
      'says of which routes there is no replacement, and what else an operation is for',
      withLog(
        source =>
          `${source}\nThe v1 image routes have no replacement. Some of the v1 tags routes have no replacement of the same name. Use ListRepositoryTags for the routes that end in tags.\n`,
      ),
    ),
    denied: variant(
      'denies that an operation replaces a route of images',
      withLog(
        source =>
          `${source}\n\`/v1/repositories/{name}/images\` is not replaced by ListRepositoryTags. ListRepositoryTags does not replace \`/v1/repositories/{namespace}/{name}/images\`.\n`,
      ),
    ),
    unpublished: variant(
      'publishes no mapping',
      withLog(source => source.slice(0, source.indexOf('| Old'))),
    ),
    spelling: variant(
      'names parameters differently',
      withLog(source => source.replaceAll('{name}', '{repo}').replaceAll('{tag_name}', '{tag}')),
    ),
  },
}

const ofList = /`GET \/v2\/repositories\/\{namespace\}` is replaced by .*/

const oldList = /`GET \/v2\/repositories\/\{namespace\}` is replaced by .*/

/** Names what replaces the legacy list as what there is now. */
const inOtherWords = (id: string) =>
  inLog(
    oldList,
    `| Route | Now |\n|---|---|\n| \`GET /v2/repositories/{namespace}\` | \`${id}\` |\n\n\`GET /v2/repositories/{namespace}\` (now \`${id}\`)`,
  )

const inColumn = (id: string) =>
  inLog(oldList, `| Alt | Ersetzt durch |\n|---|---|\n| \`GET /v2/repositories/{namespace}\` | \`${id}\` |`)

const inFootnote = (id: string) =>
  inLog(oldList, `\`GET /v2/repositories/{namespace}\`[^1] lists repositories.\n\n[^1]: Replaced by \`${id}\`.`)

const legacy: Requirement = {
  id: 'deprecation-log/legacy-replacements',
  level: 'must',
  statement: 'A published replacement of a legacy endpoint is the operation that the document names.',
  since: '2025-06-27',
  source: cite('transition-deprecated'),
  covers: lifecycle.legacyEndpoints.map(endpoint => endpoint.sentence),
  needs: ['deprecation-log'],
  how: 'Where the page says that a legacy endpoint is replaced by one of the documented operations, by its id or its path, it must be the correct one, and no other sentence may name another. One sentence that names several for one endpoint is inconclusive. A page that names no replacement is not judged.',
  fix: 'Correct the replacement in the section of the log that names the endpoint.',
  cases: lifecycle.legacyEndpoints.map(endpoint => ({
    name: endpointText(endpoint),
    check: async probe => {
      const claims = await replacementClaims(probe, endpoint, 'deprecation-log')
      return (
        (await judgeReplacements(probe, endpoint, claims)) ??
        possibleReplacement(
          await probe.fixture('deprecation-log'),
          endpoint,
          `the replacement of ${endpointText(endpoint)}`,
        ) ??
        exempt(
          'not-published',
          { what: `a replacement of ${endpointText(endpoint)}` },
          wholeDocument('deprecation-log', await probe.fixture('deprecation-log')),
        )
      )
    },
  })),
  faults: {
    other: fault(
      'names another operation',
      'contradicting-replacement',
      inLog(
        /(`GET \/v2\/repositories\/\{namespace\}` is replaced by ).*/,
        '$1[Get repository](/openapi.json#tag/repositories/operation/GetRepository).',
      ),
    ),
    denied: fault(
      'says that it has no replacement',
      'contradicting-replacement',
      inLog(/(`GET \/v2\/repositories\/\{namespace\}` )is replaced by .*/, '$1goes away without a replacement.'),
    ),
    title: fault(
      'names another operation by its title, with a link to its place',
      'contradicting-replacement',
      inLog(
        /(`GET \/v2\/repositories\/\{namespace\}` is replaced by ).*/,
        '$1[Get repository](/reference/#get-repository).',
      ),
    ),
    table: fault(
      'names another operation in a table of what to use instead',
      'contradicting-replacement',
      inLog(
        /`GET \/v2\/repositories\/\{namespace\}` is replaced by .*/,
        '| Instead of | use |\n|---|---|\n| `GET /v2/repositories/{namespace}` | `GetRepository` |',
      ),
    ),
    now: fault(
      'names another operation in a column and in brackets as what there is now',
      'contradicting-replacement',
      inOtherWords('GetRepository'),
    ),
    footnote: fault('names another operation in a footnote', 'contradicting-replacement', inFootnote('GetRepository')),
    column: fault(
      'names another operation in a column below a header in another language',
      'contradicting-replacement',
      inColumn('GetRepository'),
    ),
    'its-place': fault(
      'says that another operation has taken its place',
      'contradicting-replacement',
      inLog(ofList, '`GET /v2/repositories/{namespace}` is gone, and `GetRepository` has taken its place.'),
    ),
    also: fault(
      'says in a further sentence that it is also replaced by another operation',
      'contradicting-statements',
      inLog(ofList, found => `${found} It is also replaced by GetRepository.`),
    ),
    'use-another': fault(
      'says in a further sentence to use another operation instead',
      'contradicting-statements',
      inLog(ofList, found => `${found} Use CheckRepository instead.`),
    ),
    path: fault(
      'names the path of another operation',
      'contradicting-replacement',
      inLog(
        /(`GET \/v2\/repositories\/\{namespace\}` is replaced by ).*/,
        '$1`GET /v2/namespaces/{namespace}/repositories/{repository}/tags`.',
      ),
    ),
  },
  tolerates: {
    now: variant('names the replacement as what there is now', inOtherWords('listNamespaceRepositories')),
    footnote: variant('names the replacement in a footnote', inFootnote('listNamespaceRepositories')),
    column: variant(
      'names the replacement in a column below a header in another language',
      inColumn('listNamespaceRepositories'),
    ),
    'other-column': variant(
      'has a column of what is not to be used instead',
      inLog(
        ofList,
        found =>
          `${found}\n\n| Route | Not to be confused with |\n|---|---|\n| \`GET /v2/repositories/{namespace}\` | \`GetRepository\` |`,
      ),
    ),
    'its-place': variant(
      'says that the operation has taken its place',
      inLog(ofList, '`GET /v2/repositories/{namespace}` is gone, and `listNamespaceRepositories` has taken its place.'),
    ),
    reserved: variant(
      'names another operation for a part, a purpose or the past, and denies that one is the replacement',
      withLog(
        source =>
          `${source}\n\`GET /v2/repositories/{namespace}\` once returned tags, too; call ListRepositoryTags for those.\n\nDo not use GetRepository instead of \`HEAD /v2/repositories/{namespace}/{repository}\`: CheckRepository is cheaper.\n\nFor one repository, use GetRepository rather than \`GET /v2/repositories/{namespace}\` with a filter.\n\n\`GET /v2/repositories/{namespace}\` is not replaced by GetRepository.\n`,
      ),
    ),
    further: variant(
      'names in further sentences other operations for other methods and for other purposes',
      inLog(
        ofList,
        found =>
          `${found} To read one of them, use GetRepository instead. POST is replaced by CreateRepository. For the tags of one, use ListRepositoryTags instead. Then use CheckRepository.`,
      ),
    ),
    direct: variant(
      'says that none is removed without a replacement, and that there is no direct one',
      inLog(
        '### Creation',
        'No endpoint is removed without a replacement. `GET /v2/repositories/{namespace}` has no direct replacement with the same path.\n\n### Creation',
      ),
    ),
    title: variant(
      'names the operation by its title',
      inLog(/(`GET \/v2\/repositories\/\{namespace\}` is replaced by ).*/, '$1the List repositories operation.'),
    ),
    path: variant(
      'names the path of the operation',
      inLog(
        /(`GET \/v2\/repositories\/\{namespace\}` is replaced by ).*/,
        '$1`GET /v2/namespaces/{namespace}/repositories`.',
      ),
    ),
  },
}

const withoutSuccessor = lifecycle.v1Routes.filter(({ replacedBy }) => replacedBy === null).length

const routes: Requirement = {
  id: 'deprecation-log/v1-routes',
  level: 'must',
  statement: 'Where the deprecation log names removed v1 routes, it names all six.',
  since: '2022-08-23',
  source: cite('log-v1'),
  covers: ['generation-v1'],
  needs: ['deprecation-log'],
  how: 'The page is searched for the six shapes; a page that names none of them is not judged.',
  fix: 'Name all six v1 shapes in the section on v1.',
  cases: [
    {
      name: 'six shapes',
      check: async probe => {
        const log = await probe.fixture('deprecation-log')
        const whole = wholeDocument('deprecation-log', log)
        const named = new Set(log.endpoints.map(({ path }) => normalTemplate(path)))
        const missing = lifecycle.v1Routes.filter(({ path }) => !named.has(normalTemplate(path)))
        // Half of the routes or fewer are examples and no list; and a list may be of those with a replacement alone.
        const isOfReplaced =
          missing.every(({ replacedBy }) => replacedBy === null) && missing.length === withoutSuccessor
        if (missing.length * 2 >= lifecycle.v1Routes.length || isOfReplaced)
          return exempt('not-published', { what: 'a list of v1 routes' }, whole)
        const [first] = missing
        return first ? violated('routes-missing', { path: first.path }, whole) : holds(whole)
      },
    },
  ],
  faults: {
    five: fault('leaves one out', 'routes-missing', inLog('- `/v1/repositories/{name}/images`\n', '')),
  },
  tolerates: {
    examples: variant(
      'names two routes as examples',
      withLog(
        source =>
          `${source.replaceAll(/^.*\/v1\/.*\n/gm, '')}\nFor example \`/v1/repositories/{name}/tags\` and \`/v1/repositories/{namespace}/{name}/images\` answer 410.\n`,
      ),
    ),
    replaced: variant(
      'lists the routes that have a replacement',
      withLog(source => source.replaceAll(/^.*\/v1\/[^ ]*\/images`.*\n/gm, '')),
    ),
  },
}

export default [...rows, replacements, legacy, routes]
