import { possibleStatus } from '../../checks/documents/absence.ts'
import { type DocumentName, nouns, openStatement } from '../../checks/documents/claims.ts'
import { wholeDocument } from '../../checks/documents/published-documents.ts'
import { statusesSince, statusesToldBy } from '../../checks/documents/v1-claims.ts'
import { cite } from '../../checks/source.ts'
import { endOfLog, inChangelog, inLog } from '../../checks/twists/documents.ts'
import { type FaultRow, faultsFor, variants } from '../../checks/twists/twist.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { exempt, holds, violated } from '../../contracts/results/finding.ts'

const introducedBy = (words: string) => inLog('these routes answer with status 410:', words)

const since = (words: string) =>
  inChangelog('## 2025-11-21', `## 2025-11-22\n\n### Updates\n\n- ${words}\n\n## 2025-11-21`)

export default {
  id: 'deprecation-log/v1-status',
  level: 'must',
  statement: 'Where the deprecation log or the change history states what removed v1 routes answer, it is status 410.',
  since: '2022-08-23',
  source: cite('error-410'),
  covers: ['transition-v1'],
  needs: ['deprecation-log'],
  how: 'Sentences of the page that state a status for v1 routes, or for a list of them, are compared with the document. A page without such a sentence is not judged.',
  fix: 'Correct the status in the section on v1.',
  cases: [
    {
      name: 'the status of removed v1 routes',
      check: async probe => {
        const log = await probe.fixture('deprecation-log')
        const changelog = (await probe.hasFixture('changelog')) ? await probe.fixture('changelog') : undefined
        const told = [...statusesToldBy(log), ...(changelog ? statusesSince(changelog) : [])]
        const [first, ...rest] = told
        if (!first)
          return (
            possibleStatus(log, 'the status of removed v1 routes') ??
            exempt('not-published', { what: 'a status of removed v1 routes' }, wholeDocument('deprecation-log', log))
          )
        const wrong = told.find(({ says }) => says === 'contradicts')
        if (wrong)
          return violated(
            'v1-status',
            { document: nouns[wrong.excerpt.document as DocumentName], status: wrong.status, expected: 410 },
            wrong.excerpt,
          )
        const unsure = told.find(({ says }) => says === 'open')
        return unsure
          ? openStatement('the status of removed v1 routes', unsure.excerpt)
          : holds(first.excerpt, ...rest.map(({ excerpt }) => excerpt))
      },
    },
  ],
  faults: faultsFor('v1-status', {
    'still-works': ['says that the v1 API still works', endOfLog(`v1 still works for old clients.`)],
    'not-found': ['says that they answer 404', endOfLog(`The v1 routes answer 404.`)],
    both: ['says that v1 and v2 answer 404', endOfLog(`v1 and v2 answer 404.`)],
    ...Object.fromEntries<FaultRow>(
      [
        ['list', 'these routes answer with status 404:'],
        ['redirected', 'the following routes were removed; clients are redirected (301) to v2:'],
        ['words', 'all requests to these routes are redirected to those of v2:'],
        ['phrase', 'these routes respond with `Not Found`:'],
        ['denied', 'these routes do not answer 410:'],
        ['served', 'these routes are still served until further notice:'],
        ['working', 'these routes keep working:'],
        ['spanish', 'las siguientes rutas responden con el código 404:'],
        ['then', 'these routes returned status 410 until the end of 2024. Since 2025-01-01 they return 404:'],
        ['since', 'until the end of 2025 these routes answered with status 410, since then with 404:'],
      ].map(([name = '', words = '']) => [name, [`introduces the list of routes by "${words}"`, introducedBy(words)]]),
    ),
    history: [
      'has a change history that says that v1 routes answer 404 since a later day',
      since('Requests to v1 routes now return 404 instead of 410.'),
    ],
    client: [
      'says below a heading of the v1 API what clients get',
      endOfLog(`## The v1 API\n\nIt was removed.\n\nYou will get a 302 to the matching v2 route.`),
    ],
    methods: [
      'says what other methods of the v1 routes answer',
      endOfLog(`GET on the v1 routes returns 410; POST, PUT and DELETE return 405.`),
    ],
    cases: [
      'says what is answered to clients without a token',
      endOfLog(`The v1 routes answer with 410 to known clients and with 401 to anonymous requests.`),
    ],
    section: [
      'has a section on the v1 API whose second sentence says what is answered',
      endOfLog(`## The v1 API\n\nIt was removed.\n\nRequests are answered 301 Moved Permanently.`),
    ],
    cell: [
      'has a table of generations with another answer',
      endOfLog(`| Generation | Replacement | HTTP response |\n|---|---|---|\n| v1 API | the v2 API | 301 |`),
    ],
    field: [
      'has a field with another status in a section on the v1 API',
      endOfLog(`## The v1 API\n\nReplacement: the v2 API\n\nResponse: 404`),
    ],
    'next-clause': [
      'says what every route answers in the sentence after the one that names the v1 API',
      endOfLog(`> The v1 API. Every route is redirected to v2.`),
    ],
    column: [
      'has a table of v1 routes with another status for one',
      endOfLog(
        `| Route | Status code |\n|---|---|\n| \`/v1/repositories/{name}/tags\` | 404 |\n| \`/v1/repositories/{name}/images\` | 410 |`,
      ),
    ],
  }),
  tolerates: variants({
    history: [
      'has a change history that says that v1 routes answer 410 again',
      since('Fixed v1 routes that returned 404 instead of 410. The v1 routes return 410 instead of 404.'),
    ],
    repaired: ['has a change history with a fixed bug of v1 routes', since('Fixed: requests to v1 routes return 404.')],
    'once-and-now': [
      'says what v1 routes formerly answered, and what v2 answers',
      endOfLog(`v1 gave 200, v2 answers 404.`),
    ],
    elsewhere: ['names the status of another route', endOfLog(`Other unknown paths answer 404.`)],
    'other-requests': [
      'says below a heading of the v1 API what is answered to other requests',
      endOfLog(
        `## The v1 API\n\nUse v2 instead.\n\nRequests for unknown repositories of v2 are answered with 404. Requests to other hosts return 404. Requests that exceed the limit get 429.\n\n## Both v1 and v2\n\nRequests without a token are answered with 401.\n\nEvery request above the limit gets 429.`,
      ),
    ],
    'other-routes': [
      'says below a heading of the v1 API what is answered on other paths, and what depends on more than the path',
      endOfLog(
        `## The v1 API\n\nThe six routes answer \`410 Gone\`. Any other path below \`/v1/\` answers \`404 Not Found\`. Unknown v1 paths answer 404. GET on \`/v2/x\` returns 200; POST, PUT and DELETE return 405. v1 paths outside this list return 404; \`/v1/search\` answers 404. They count toward the rate limit (429). The v1 routes answer with 410 and with 404 for any other path. The v1 routes answer 410, even to requests that v2 would answer with 401 or 404. Clients that call them too often get 429. Deprecated endpoints keep working until they are removed, but must not be used in new clients. Endpoints that are deprecated keep working until they are removed.`,
      ),
    ],
    'other-list': [
      'introduces a list of other routes, and says what is not or no longer answered',
      endOfLog(
        `All paths other than those of v1 answer 404. I get 404 from v2, where v1 gave 200. The v1 routes used to return 200 and now return 410 Gone, not 404. The v1 documentation is still available. After the end of v1 the v2 routes still work. The v1 routes no longer work, and clients of v1 that still call these routes get 410.\n\nThese routes answer 404:\n\n- \`/v2/search\``,
      ),
    ],
    column: [
      'has a table of routes with their statuses',
      endOfLog(
        `The v1 routes do not always say why they answer 410, and do not return 404.\n\n| Route | Status code |\n|---|---|\n| \`/v1/repositories/{name}/tags\` | 410 |\n| \`/v2/search\` | 404 |`,
      ),
    ],
    'another-v1': [
      'has sentences on a v1 of something else, and on what v1 routes answered before they were removed',
      endOfLog(
        `Webhook payloads have a version of their own; v1 payloads are still supported. The webhook format v1 still works. v1 of the CLI still works. Webhooks v1 are still supported. SDK v1 is still supported. Manifest schema v1 images answer 404. The webhooks v1 API still works.\n\nThe Docker Registry HTTP API V1 (index.hub.example.com/v1/_ping) is another product; it was switched off on 2019-06-30 and answers 404.\n\nThe list of tags answers 404 for a repository that does not exist, the old v1 route answered 404 as well before its removal.`,
      ),
    ],
    reported: [
      'quotes and denies other statuses',
      endOfLog(
        `It would be wrong to say that the v1 routes return 404. Some say that the v1 routes return 404. "API v1 still works" is what an old post says. The v1 routes return neither 404 nor 301, but 410. The v1 routes stopped returning 200 on 2022-08-23.`,
      ),
    ],
    counts: [
      'has numbers that are not statuses',
      endOfLog(`The v1 routes gave at most 100 tags, and returned 250 items per page.`),
    ],
    spanish: ['introduces the list in Spanish', introducedBy('las siguientes rutas responden con el código 410:')],
    words: [
      'introduces the list with other words',
      introducedBy('the following API routes will no longer work and will return a 410 status code:'),
    ],
  }),
} satisfies Requirement
