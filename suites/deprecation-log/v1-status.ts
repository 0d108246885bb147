import { namesV1, nouns } from '../../checks/documents/claims.ts'
import { datesIn, isAfter } from '../../checks/documents/published-dates.ts'
import { isV1Template, wholeOf } from '../../checks/documents/published-documents.ts'
import { deniesStatus, saysServed, statusesStated } from '../../checks/documents/stated-status.ts'
import { cite } from '../../checks/source.ts'
import { isDeprecationLog, text } from '../../checks/twists/documents.ts'
import { fault, instead, variant } from '../../checks/twists/twist.ts'
import type { PublishedLog } from '../../contracts/documents.ts'
import { exempt, holds, unclear, violated } from '../../contracts/finding.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'

const excepted =
  /\b(?:other than|except(?: for)?|besides|apart from|unlike)\b[^,;.]*|\bv1 (?:\w+ )?(?:tokens?|keys?|credentials?)\b/gi
const pronoun = /\b(?:they|these|its?|their|them)\b/i
/** A clause about what the text before it names: `Requests are answered …`, `Response: …`, `answers …`. */
const bare =
  /^\W*(?:(?:all|any|every|each|the|such|of) )*(?:(?:requests?|routes?|calls?|endpoints?|clients?|callers?)(?! (?:to|for|of|from|with|without|in|on|above|over|below|under|that|which|who)\b)|answers?|respon(?:ses?|ds?)|returns?|status(?: codes?)?)\b/i
const hedged =
  /\b(?:if|when|unless|without|may|might|could|can|some|sometimes|planned|eventually|until (?:the )?\w*\s?\d)/i
const longestHeading = 80
const success = 'a success'
const removedOn = lifecycle.deprecationLog.find(({ slug }) => slug === 'v1-api')?.date ?? ''
const refusing = /\b(?:410|gone|errors?|refus\w*|fail\w*|reject\w*)\b/i

/** Where a text names the newer generation. */
const newerAt = (text: string): number => /(?<![\p{L}\p{N}/])v2(?![\p{L}\p{N}])|\/v2\//iu.exec(text)?.index ?? Infinity
const late = (clause: string): boolean => datesIn(clause).some(date => isAfter(date, removedOn))

/** What a page says that removed v1 routes answer, clause by clause: of routes that it names, and of those in a list that it introduces. */
const statusesToldBy = (log: PublishedLog) =>
  log.passages.flatMap(({ text: said, line, introduces = 0 }, at) => {
    const introduced = log.passages.slice(at + 1, at + 1 + introduces)
    // Where an item states a status of its own, the sentence above may be about the others.
    const introducesV1 =
      introduced.some(({ endpoints }) => endpoints.some(({ path }) => isV1Template(path))) &&
      introduced.every(item => statusesStated(item.text).length === 0)
    const ofV1 = (clause: string): boolean => {
      const about = clause.replaceAll(excepted, ' ')
      return namesV1(about) || /\/v1\//.test(about)
    }
    // `They` below a heading are what it names.
    const before = log.passages.slice(0, at)
    const headings = [before.at(-1), before.findLast(({ heading }) => heading)].map(passage => passage?.text ?? '')
    const subject =
      ofV1(said) || headings.some(text => text.length < longestHeading && ofV1(text) && newerAt(text) === Infinity)
    const clauses = said.split(/(?<=[.!?])\s+|;\s+|,?\s(?:but|whereas|while)\s/)
    return clauses.flatMap((clause, index) => {
      const stated = statusesStated(clause)
      const told = deniesStatus(clause, '410') ? ['anything but 410'] : saysServed(clause) ? [success] : []
      const statuses = stated.length === 0 ? told : stated
      const last = index === clauses.length - 1
      const newer = newerAt(clause)
      const refers = pronoun.test(clause) || bare.test(clause)
      const about = last && introduces > 0 ? introducesV1 : ofV1(clause) || (subject && refers)
      // What is said behind the name of the newer generation is said of that one.
      const place =
        statuses[0] === success
          ? clause.search(/\b(?:still|keep|continue|remain|stay)/i)
          : clause.search(/(?<!\d)[1-5]\d\d(?!\d)|redirect|[A-Z][a-z]+ [A-Z]/)
      if (statuses.length === 0 || !about || newer < place) return []
      const wrong = statuses.find(status => status !== '410')
      const says =
        wrong === undefined
          ? late(clause)
            ? 'open'
            : 'agrees'
          : statuses.includes('410') || hedged.test(clause) || (wrong === success && refusing.test(said))
            ? 'open'
            : 'contradicts'
      return [
        {
          says,
          status: wrong ?? '410',
          excerpt: { document: 'deprecation-log' as const, from: log.from, line, text: said.slice(0, 200) },
        },
      ]
    })
  })

const introducedBy = (words: string) =>
  instead(
    isDeprecationLog,
    text(source => source.replace('these routes answer with status 410:', words)),
  )

const status: Requirement = {
  id: 'deprecation-log/v1-status',
  level: 'must',
  statement: 'Where the deprecation log states what removed v1 routes answer, it is status 410.',
  since: '2022-08-23',
  source: cite('error-410'),
  covers: ['transition-v1'],
  needs: ['deprecation-log'],
  how: 'Sentences of the page that state a status of v1 routes, or of a list of them, are compared with the document. A page without one is not judged.',
  fix: 'Correct the status in the section on v1.',
  cases: [
    {
      name: 'the status of removed v1 routes',
      check: async probe => {
        const log = await probe.fixture('deprecation-log')
        const told = statusesToldBy(log)
        const [first, ...rest] = told
        if (!first)
          return exempt('not-published', { what: 'a status of removed v1 routes' }, wholeOf('deprecation-log', log))
        const wrong = told.find(({ says }) => says === 'contradicts')
        if (wrong) return violated('v1-status', { status: wrong.status, expected: 410 }, wrong.excerpt)
        const unsure = told.find(({ says }) => says === 'open')
        return unsure
          ? unclear(
              'statement-unclear',
              {
                document: nouns['deprecation-log'],
                feature: 'the status of removed v1 routes',
                place: `${log.from}, line ${unsure.excerpt.line}`,
                text: unsure.excerpt.text,
              },
              unsure.excerpt,
            )
          : holds(first.excerpt, ...rest.map(({ excerpt }) => excerpt))
      },
    },
  ],
  faults: {
    'not-found': fault(
      'says that they answer 404',
      'v1-status',
      instead(
        isDeprecationLog,
        text(source => `${source}\nThe v1 routes answer 404.\n`),
      ),
    ),
    ...Object.fromEntries(
      [
        ['list', 'these routes answer with status 404:'],
        ['redirected', 'the following routes were removed; clients are redirected (301) to v2:'],
        ['words', 'all requests to these routes are redirected to those of v2:'],
        ['phrase', 'these routes respond with `Not Found`:'],
        ['denied', 'these routes do not answer 410:'],
        ['served', 'these routes are still served until further notice:'],
        ['working', 'these routes keep working:'],
      ].map(([name = '', words = '']) => [
        name,
        fault(`introduces the list of routes by "${words}"`, 'v1-status', introducedBy(words)),
      ]),
    ),
    section: fault(
      'has a section on the v1 API, and below its first sentence what requests are answered',
      'v1-status',
      instead(
        isDeprecationLog,
        text(source => `${source}\n## The v1 API\n\nIt was removed.\n\nRequests are answered 301 Moved Permanently.\n`),
      ),
    ),
    field: fault(
      'has a field with the answer in a section on the v1 API',
      'v1-status',
      instead(
        isDeprecationLog,
        text(source => `${source}\n## The v1 API\n\nReplacement: the v2 API\n\nResponse: 404\n`),
      ),
    ),
    'next-clause': fault(
      'says what every route answers in the sentence after the one that names the v1 API',
      'v1-status',
      instead(
        isDeprecationLog,
        text(source => `${source}\n> The v1 API. Every route is redirected to v2.\n`),
      ),
    ),
    column: fault(
      'has a table of v1 routes with another status for one',
      'v1-status',
      instead(
        isDeprecationLog,
        text(
          source =>
            `${source}\n| Route | Status code |\n|---|---|\n| \`/v1/repositories/{name}/tags\` | 404 |\n| \`/v1/repositories/{name}/images\` | 410 |\n`,
        ),
      ),
    ),
  },
  tolerates: {
    elsewhere: variant(
      'names the status of another route',
      instead(
        isDeprecationLog,
        text(source => `${source}\nOther unknown paths answer 404.\n`),
      ),
    ),
    'other-requests': variant(
      'says below a heading of the v1 API what other requests are answered',
      instead(
        isDeprecationLog,
        text(
          source =>
            `${source}\n## The v1 API\n\nUse v2 instead.\n\nRequests for unknown repositories of v2 are answered with 404. Requests to other hosts return 404. Requests that exceed the limit get 429.\n\n## Both v1 and v2\n\nRequests without a token are answered with 401.\n\nEvery request above the limit gets 429.\n`,
        ),
      ),
    ),
    'other-list': variant(
      'introduces a list of other routes, and says what is not or no longer answered',
      instead(
        isDeprecationLog,
        text(
          source =>
            `${source}\nAll paths other than those of v1 answer 404. The v1 routes used to return 200 and now return 410 Gone, not 404. The v1 documentation is still available. After the end of v1 the v2 routes still work. The v1 routes no longer work, and clients of v1 that still call these routes get 410.\n\nThese routes answer 404:\n\n- \`/v2/search\`\n`,
        ),
      ),
    ),
    column: variant(
      'has a table of routes with their statuses',
      instead(
        isDeprecationLog,
        text(
          source =>
            `${source}\nThe v1 routes do not always say why they answer 410, and do not return 404.\n\n| Route | Status code |\n|---|---|\n| \`/v1/repositories/{name}/tags\` | 410 |\n| \`/v2/search\` | 404 |\n`,
        ),
      ),
    ),
    counts: variant(
      'has numbers that are not statuses',
      instead(
        isDeprecationLog,
        text(source => `${source}\nThe v1 routes gave at most 100 tags, and returned 250 items per page.\n`),
      ),
    ),
    words: variant(
      'introduces the list in other words',
      introducedBy('the following API routes will no longer work and will return a 410 status code:'),
    ),
  },
}

export default status
