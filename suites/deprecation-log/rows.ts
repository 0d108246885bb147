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
  unreadMention,
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
  wholeDocument,
} from '../../checks/documents/published-documents.ts'
import { statedBy } from '../../checks/documents/questions.ts'
import { isRemarkOn, openRemark } from '../../checks/documents/remarks.ts'
import { saysV1IsBack } from '../../checks/documents/v1-claims.ts'
import { normalTemplate } from '../../checks/path-template.ts'
import { cite } from '../../checks/source.ts'
import { endOfChangelog, inChangelog, inLog, withLog } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { fault, variant } from '../../checks/twists/twist.ts'
import type { LogRow, Passage, PublishedChangelog, PublishedLog } from '../../contracts/documents.ts'
import { type Evidence, type Excerpt, type Finding, holds, violated } from '../../contracts/finding.ts'
import { type LogFact, lifecycle } from '../../contracts/lifecycle.ts'
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
  endpoint: Endpoint,
  feature: string,
): Finding => {
  const names = (passage: Passage): boolean => passage.endpoints.some(mention => isMentionOf(mention, endpoint))
  const stated = judgeClaims(claims, fact, feature)
  if (!stated) {
    const gone = absent(log, fact, feature, names)
    return gone.kind === 'violated' ? (unreadMention(log, endpoint, feature) ?? gone) : gone
  }
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
    const stated = judgeRows(log, claimsAbout(log, endpoint), fact, endpoint, name)
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
            endOfChangelog(`## 2023-02-01\n\n### Removals\n\n- Removed the v1 API.`),
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

export default rows
