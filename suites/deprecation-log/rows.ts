import { judgeEndpoints } from '../../checks/documents/log/endpoint-rows.ts'
import { judgeV1 } from '../../checks/documents/log/v1-row.ts'
import { cite } from '../../checks/source.ts'
import { endOfChangelog, inChangelog, inLog, withLog } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { type FaultRow, fault, faultsFor, variant } from '../../checks/twists/twist.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { entryHeadings } from '../../contracts/results/reasons.ts'

const titled = inLog('### Legacy list of repositories', '**Legacy list of repositories**')

/** Says something else of v1 than that clients have to use v2. */
const onV1 = (words: string) => inLog('Clients have to use v2.', words)

/** The row describes its endpoints, which are named below a heading of another title. */
const described = layered(
  inLog(
    '[Legacy create and get repository](#legacy-create-and-get-repository)',
    'Old calls to create and read a repository',
  ),
  inLog('### Legacy create and get repository', '### Details'),
)

const features: Readonly<Record<string, string>> = {
  'legacy-create-get-repository': 'the legacy create and get repository endpoints',
  'legacy-list': 'GET /v2/repositories/{namespace}',
  'v1-api': 'the v1 API',
}

export default lifecycle.deprecationLog
  .filter(fact => fact.status !== null)
  .map((fact): Requirement => {
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
            return (fact.slug === 'v1-api' ? judgeV1 : judgeEndpoints)(log, changelog, fact, feature)
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
            'has another day in the section that the row links to',
            'contradicting-statements',
            inLog(
              '### Legacy list of repositories\n',
              '### Legacy list of repositories\n\nDeprecated since 2025-10-01.\n',
            ),
          ),
          titled: fault(
            'has another date in the row that links to a bold title',
            'row-date',
            layered(
              titled,
              inLog(line, found => found.replace(fact.date, '2024-01-01')),
            ),
          ),
        }),
        ...(fact.slug === 'legacy-create-get-repository' && {
          described: fault(
            'has another date in a row that describes its endpoints',
            'row-date',
            layered(
              described,
              inLog(line, found => found.replace(fact.date, '2024-01-01')),
            ),
          ),
          ...faultsFor('contradicting-statements', {
            twice: [
              'has the row twice, with another date',
              inLog(line, found => `${found}\n${found.replace(fact.date, '2025-10-19')}`),
            ],
          }),
        }),
        ...(fact.slug === 'v1-api' &&
          faultsFor('contradicting-statements', {
            sentence: ['gives the removal another day in a sentence', onV1('The v1 API was removed on 2023-08-23.')],
            'removed-later': [
              'gives the removal another day in the change history',
              endOfChangelog(`## 2023-02-01\n\n### Removals\n\n- Removed the v1 API.`),
            ],
            optional: ['says that v2 is optional', onV1('You do not have to use v2.')],
            'may-use': ['says that clients may use the v1 API', onV1('Clients may use v1 or v2.')],
            ...Object.fromEntries<FaultRow>(
              [
                ['keep-using', 'Clients may keep using v1.'],
                ['lives-on', 'v1 lives on.'],
                ['year', 'The v1 API was removed in 2021.'],
                ['support', 'Support for v1 continues.'],
                ['nothing-stops', 'Nothing stops clients from using v1.'],
              ].map(([name = '', words = '']) => [name, [`says "${words}"`, onV1(words)]]),
            ),
            'still-used': ['says until when the v1 API can be used', onV1('The v1 API can still be used until 2027.')],
            'to-come': ['announces the removal for a later year', onV1('v1 will be removed in 2027.')],
            again: [
              'has an entry of the change history that says that a v1 route exists again',
              inChangelog(
                '## 2025-11-21',
                '## 2025-12-01\n\n### New\n\n- `/v1/repositories/{name}/tags` is available again.\n\n## 2025-11-21',
              ),
            ],
          })),
      },
      tolerates: {
        ...(fact.slug === 'legacy-list' && {
          titled: variant('has a bold title instead of a heading', titled),
          unfolded: variant(
            'has the section in a collapsible block',
            inLog(
              /### (Legacy list of repositories)\n\n(.*)\n/,
              '<details><summary>$1</summary>\n\n$2\n\n</details>\n',
            ),
          ),
        }),
        ...(fact.slug === 'legacy-create-get-repository' && {
          described: variant('describes the endpoints in the row, and names them elsewhere', described),
          'order-in-status': variant(
            'has the status "do not use", and a path with an optional part',
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
            'says what was formerly not deprecated, and what is recommended instead',
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
            onV1(
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
