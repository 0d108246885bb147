import { isRow, unreadPart } from '../../checks/documents/absence.ts'
import { openStatement } from '../../checks/documents/claims.ts'
import { type PolicySentence, policySentences } from '../../checks/documents/policy.ts'
import { datesIn, isDay } from '../../checks/documents/published-dates.ts'
import { passageExcerpt, rowExcerpt, wholeDocument } from '../../checks/documents/published-documents.ts'
import { statedBy } from '../../checks/documents/questions.ts'
import { openRemark } from '../../checks/documents/remarks.ts'
import { sentencesOf } from '../../checks/documents/sentences.ts'
import { deniesDeprecation, isStateWord, mentionsState } from '../../checks/documents/vocabulary.ts'
import { cite } from '../../checks/source.ts'
import { inLog, withDescription, withLog } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { type FaultRow, fault, faultsFor, variant } from '../../checks/twists/twist.ts'
import type { EndpointMention, LogRow, PublishedLog } from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import {
  type Excerpt,
  exempt,
  type Finding,
  holds,
  Missing,
  unclear,
  violated,
} from '../../contracts/results/finding.ts'

const longest = 300
const created = lifecycle.deprecationLog.find(({ status }) => status === null)
const day = created?.date ?? '2025-06-27'
const creation = 'the creation of the log'

/** Words for the beginning of something, and for its reformatting, which may have happened again. */
const creating = 'creat\\w*|introduc\\w*|angelegt|erstellt|eingeführt|crea(?:ci[oó]n|d[ao]|zione|t[ao])|créée?|création'
const logs = '(?<!\\baudit )logs?|tables?|tablas?|tabelle|tableau|tabella'
const words = (one: string, other: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${one})(?![\\p{L}\\p{N}]).*(?<![\\p{L}\\p{N}])(?:${other})(?![\\p{L}\\p{N}])`, 'iu')
const isAbout = (verbs: string): ((text: string) => boolean) => {
  const orders = [words(verbs, logs), words(logs, verbs)]
  return text => orders.some(order => order.test(text))
}

/** `This log became a table` */
const becameTable =
  /\b(?:log|list|page)\b.{0,40}\b(?:became|turned into|(?:re-?)?converted (?:in)?to)\b.{0,20}\btable\b/i
const isReformatted = isAbout(`${creating}|reformat\\w*`)

/** Whether a text is about the creation or the reformatting of the log. */
const isOfLog = (text: string): boolean => isReformatted(text) || becameTable.test(text)
const isOfCreation = isAbout(creating)

const nameless = /^\W*(?:(?:this|the) (?:deprecation )?(?:log|table|page|list))?\W*$/i

/** Whether a row is about the log itself: by its feature, or by another cell where that names nothing. */
const isCreation = ({ feature, text: all, itself }: LogRow): boolean =>
  itself.endpoints.every(isGeneration) &&
  (isOfLog(feature) || (nameless.test(feature) && all.length < longest && isOfLog(all)))

/** The headings that stand directly above a passage. */
const headingsAbove = ({ passages }: PublishedLog, at: number): readonly string[] =>
  passages.slice(passages.slice(0, at).findLastIndex(({ heading }) => !heading) + 1, at).map(({ text: title }) => title)

const judgeRow = (log: PublishedLog, row: LogRow): Finding => {
  const excerpt = rowExcerpt(log, row)
  // `Created by reformatting` in the column of the state is none.
  const [state, more] = nameless.test(row.feature) && isOfLog(`${row.feature} ${row.status}`) ? [] : row.states
  const own = row.status !== '' && row.text.includes(row.status) && !deniesDeprecation(row.text)
  if (own && state !== undefined && more === undefined)
    return violated('row-status', { feature: creation, status: row.status, expected: '(none)' }, excerpt)
  const days = row.dates.map(date => isDay(date, day))
  if (days.length > 0 && days.every(found => found === 'no'))
    return violated('row-date', { feature: creation, date: row.date, expected: day }, excerpt)
  return state === undefined && days.length > 0 && days.every(found => found === 'yes')
    ? holds(excerpt)
    : openStatement(creation, excerpt)
}

interface Created {
  readonly says: 'agrees' | 'contradicts' | 'open'
  readonly date: string
  readonly excerpt: Excerpt
}

/** What the sentences of a page say of the day on which the log was created. */
const saidOfCreation = (log: PublishedLog): readonly Created[] =>
  log.passages.flatMap((passage, at): readonly Created[] => {
    const isStated = log.rows.some(row => row.line === passage.line && (isRow(passage.text) || isCreation(row)))
    const sentence = sentencesOf(passage.text).find(text => isOfLog(text) && !/\/v\d/.test(text))
    if (isStated || sentence === undefined) return []
    const own = datesIn(sentence)
    const around = passage.endpoints.length > 0 ? [] : [...headingsAbove(log, at), passage.text]
    const dates = own.length > 0 ? own : datesIn(around.join('\n'))
    const days = dates.map(date => isDay(date, day))
    if (passage.heading ? own.length === 0 : days.length === 0) return []
    const excerpt = passageExcerpt(log, passage)
    // `2025-06-27: Deprecated` above it gives it a state, and so does `2025-06-27 · Deprecated · The log was created`.
    const hasState =
      sentence.split(' · ').some(isStateWord) ||
      (own.length === 0 && headingsAbove(log, at).some(title => datesIn(title).length > 0 && mentionsState(title)))
    if (days.includes('yes')) return [{ says: hasState ? 'open' : 'agrees', date: day, excerpt }]
    // It may have been reformatted again, and a clause may be of something else.
    const isSure = dates.length === 1 && days[0] === 'no' && isOfCreation(sentence) && isPlainCreation.test(sentence)
    return [{ says: isSure ? 'contradicts' : 'open', date: dates[0]?.text ?? '', excerpt }]
  })

/** A sentence of a few words and no clauses: `Creation of the deprecation log table.` */
const isPlainCreation = /^[^;!?]{0,120}$/

/** A log of a section for each endpoint, with the day of its own creation. */
const sectioned = (created: string) =>
  withLog(source => {
    const section = (title: string, date: string, status = '') =>
      `## ${title}\n\n${status === '' ? '' : `- Status: ${status}\n`}- Date: ${date}\n`
    return [
      source.slice(0, source.indexOf('## Log')),
      ...lifecycle.legacyEndpoints.map(({ method, path, deprecated }) =>
        section(`${method} ${path}`, deprecated, 'Deprecated'),
      ),
      section('Creation of the deprecation log table', created),
      section('v1 API', '2022-08-23', 'Removed'),
    ].join('\n')
  })

const rowOfCreation = /^\|\s+\| \[Creation.*\n/m

const inSentence = (created: string) =>
  withLog(source => `${source.replace(rowOfCreation, '')}\nThe deprecation log table was created on ${created}.\n`)

const unnamed = (created: string) =>
  inLog(rowOfCreation, `| Created by reformatting the page | (this table) | ${created} |\n`)

const turnedIntoTable = (created: string) => inLog(rowOfCreation, `| – | This log became a table | ${created} |\n`)

const table: Requirement = {
  id: 'deprecation-log/table-created',
  level: 'should',
  statement: `A row of the deprecation log on the creation of the log itself has no status and the date ${day}.`,
  since: day,
  source: cite('log-table'),
  needs: ['deprecation-log'],
  how: 'The log is searched for a row, or a sentence with a day, that names no endpoint and is about the creation or the reformatting of the log. A log without one is not judged.',
  fix: `Leave the status of the row empty and give it the date ${day}, or leave the row out.`,
  cases: [
    {
      name: creation,
      check: async probe => {
        const log = await probe.fixture('deprecation-log')
        const row = log.rows.find(isCreation)
        const found = row && judgeRow(log, row)
        const said = saidOfCreation(log)
        const wrong = said.find(({ says }) => says === 'contradicts')
        const other = wrong ?? said.find(({ says }) => says === 'open')
        const right = said.find(({ says }) => says === 'agrees')
        if (found && (found.kind === 'violated' || !other)) return found
        if (wrong && !found && !right)
          return violated('row-date', { feature: creation, date: wrong.date, expected: day }, wrong.excerpt)
        if (other) return openStatement(creation, other.excerpt)
        if (right) return holds(right.excerpt)
        return (
          unreadPart('deprecation-log', log, creation) ??
          exempt('not-published', { what: 'a row on the creation of the log' }, wholeDocument('deprecation-log', log))
        )
      },
    },
  ],
  faults: {
    status: fault(
      'gives the row a status',
      'row-status',
      inLog('|            | [Creation', '| Deprecated | [Creation'),
    ),
    ...faultsFor('row-date', {
      section: ['gives a section on the creation another day', sectioned('2025-07-01')],
      sentence: ['gives it another day in a sentence', inSentence('2025-07-01')],
      unnamed: ['gives a row that calls the log "this table" another day', unnamed('2025-07-01')],
      became: ['gives a row that says that the log became a table another day', turnedIntoTable('2025-07-01')],
      date: [
        'gives the row another date',
        inLog(
          `(#creation-of-the-deprecation-log-table) | ${day}`,
          '(#creation-of-the-deprecation-log-table) | 2025-07-01',
        ),
      ],
    }),
  },
  tolerates: {
    section: variant('has a section for each endpoint and for the creation of the log', sectioned(day)),
    sentence: variant('says it in a sentence', inSentence(day)),
    unnamed: variant('calls the log "this table", and describes the change in the status column', unnamed(day)),
    became: variant('says that the log became a table', turnedIntoTable(day)),
    dash: variant('has a dash for the status', inLog('|            | [Creation', '| –          | [Creation')),
    none: variant('has no such row', inLog(rowOfCreation, '')),
  },
}

const silent = withLog(source => source.slice(source.indexOf('## Log')))

const isTerm = /^\W*(?:deprecated|removed)\W*$/i

/** The sentences of a page that name no endpoint, apart from headings that are no answered questions, and rows. */
const policiesOf = (log: PublishedLog): readonly (PolicySentence & { readonly excerpt: Excerpt })[] =>
  log.passages
    .map((passage, at) => {
      const above = log.passages[at - 1]
      // A heading or a term that is a state and no more has its meaning below it.
      const isTitle = above !== undefined && (above.heading ? isStateWord(above.text) : isTerm.test(above.text))
      const state = isTitle && !passage.heading ? `${above.text}: ` : ''
      return { ...passage, stated: state + statedBy(log.passages, at) }
    })
    .filter(
      ({ endpoints, heading, line, text: published, stated }) =>
        endpoints.every(isGeneration) &&
        (!heading || stated !== published) &&
        // A page of HTML may be one line.
        !log.rows.some(
          row => row.line === line && published.includes(row.feature) && (row.status !== '' || row.dates.length > 0),
        ),
    )
    .flatMap(passage =>
      policySentences({ ...passage, text: passage.stated }).map(sentence => ({
        ...sentence,
        excerpt: { ...passageExcerpt(log, passage), text: sentence.text.slice(0, longest) },
      })),
    )

/** `Paths start with /v2/` names no endpoint. */
const isGeneration = ({ path }: EndpointMention): boolean => /^\/v\d\/?$/.test(path)

/** States the first sentence of the policy in other words. */
const labelledFirst = (words: string) =>
  inLog('first gets the label *deprecated* in the\n[reference](/openapi.json).', words)

/** Puts a paragraph above the log. */
const aboveLog = (words: string) => inLog('## Log', `${words}\n\n## Log`)

const policy: Requirement = {
  id: 'deprecation-log/policy',
  level: 'should',
  statement:
    'The deprecation log or the reference states a policy: an endpoint is labelled deprecated before it is removed.',
  since: '2022-08-23',
  source: cite('policy-label-first'),
  covers: ['publishes'],
  needs: ['deprecation-log'],
  how: 'The sentences of the page, and of the descriptions of the reference, that name no endpoint are searched for rules about removals. If neither has such a rule, the result is inconclusive, since the document does not state where the policy is published. The same applies if a rule was not understood or a part was not read.',
  fix: 'State on the page of the log that an endpoint is first labelled deprecated in the reference, and may be removed some time later.',
  cases: [
    {
      name: 'the policy on the page',
      check: async probe => {
        const log = await probe.fixture('deprecation-log')
        // What the log does not say, the reference may say.
        const reference = (await probe.hasFixture('reference')) ? await probe.fixture('reference') : undefined
        const name = 'the deprecation policy'
        const sentences = [log, reference?.prose].flatMap(page => (page ? policiesOf(page) : []))
        const wrong = sentences.find(({ says }) => says === 'contradicts')?.excerpt
        if (wrong) return violated('policy-contradicted', { text: wrong.text }, wrong)
        const unsure = sentences.find(({ says }) => says === 'open')?.excerpt
        if (unsure) return openStatement(name, unsure)
        const changelog = (await probe.hasFixture('changelog')) ? await probe.fixture('changelog') : undefined
        const doubtful = openRemark({ log, reference, changelog }, name, 'policy')
        if (doubtful) return doubtful
        const right = sentences.find(({ says }) => says === 'agrees')?.excerpt
        if (right) return holds(right)
        if (!reference) throw new Missing('need-reference')
        return (
          unreadPart('deprecation-log', log, name) ??
          unreadPart('reference', reference, name) ??
          // Where the policy is published is not stated: it may be on another page.
          unclear('policy-missing', {}, wholeDocument('deprecation-log', log), wholeDocument('reference', reference))
        )
      },
    },
  ],
  faults: faultsFor('policy-contradicted', {
    unlabelled: [
      'says that endpoints are removed without being labelled',
      labelledFirst('is removed without being labelled deprecated.'),
    ],
    immediately: [
      'says that endpoints are removed at once',
      labelledFirst('is removed at once; no label is set before.'),
    ],
    'for-ever': [
      'says that deprecated endpoints can be used for ever',
      inLog(
        '**Deprecated**: stop using it. Any later release may remove it, disable it or change what it does.',
        '**Deprecated**: you can keep using it without limits.',
      ),
    ],
    ...Object.fromEntries<FaultRow>(
      [
        ['no-notice', 'We remove endpoints without notice.'],
        ['same-day', 'Endpoints are removed on the day they are labelled.'],
        ['new-clients', 'Deprecated endpoints may still be used in new clients.'],
        ['never-changes', 'A deprecated endpoint never changes its behavior.'],
        ['keeps-until', 'A deprecated endpoint keeps its behavior until it is removed.'],
        ['unmarked', 'Deprecated endpoints are not marked in the reference, only here.'],
        ['unlimited', 'The legacy endpoints are supported without a time limit.'],
        ['label-last', 'The reference gets the label *deprecated* once the endpoint is gone.'],
        ['never', 'We never remove deprecated endpoints.'],
        ['none', 'No deprecated endpoint is ever removed.'],
        ['still-answers', 'Removed endpoints still answer.'],
        ['label-later', 'We remove endpoints first and label them later.'],
        ['label-follows', 'Endpoints are removed first; the label in the reference follows.'],
        ['or-not', 'We may remove any endpoint at any time, labeled or not.'],
        ['not-required', 'Removal does not require a label.'],
        ['overnight', 'An endpoint may vanish overnight without being labelled.'],
        ['we-never-change', 'We never change deprecated endpoints.'],
        ['keeps', 'A deprecated endpoint keeps its behavior and is never removed.'],
        ['immediately-gone', 'We remove endpoints immediately.'],
        ['may-go-on', '**Must I stop using deprecated endpoints?** No.'],
        ['can-be-unlabelled', '### Can an endpoint be removed without being labelled deprecated?\n\nYes.'],
        ['never-labelled', 'An endpoint may be removed at once, without ever being labelled deprecated.'],
        ['build-on', 'You can go on building new clients on deprecated endpoints.'],
      ].map(([name = '', words = '']) => [name, [`says "${words.replace(/\s+/g, ' ')}"`, aboveLog(words)]]),
    ),
    ...Object.fromEntries<FaultRow>(
      [
        ['defined-fine', 'it is fine to keep using it, also in new clients.'],
        ['defined-never', 'stop using it. It keeps working for ever and is never removed, disabled or changed.'],
        ['defined-same', 'stop using it. Its behavior is guaranteed not to change.'],
      ].map(([name = '', words = '']) => [
        name,
        [
          `defines "deprecated" as "${words}"`,
          inLog('stop using it. Any later release may remove it, disable it or change what it does.', words),
        ],
      ]),
    ),
    question: [
      'explains that deprecated endpoints are never removed',
      aboveLog('What does "deprecated" mean? Do not use it any more. It will never be removed.'),
    ],
    'without-label': [
      'says that endpoints can be removed without a label',
      aboveLog('Endpoints can be removed without being deprecated first.'),
    ],
    'never-removed': [
      'says that deprecated endpoints are never removed',
      aboveLog('Deprecated endpoints will never be removed, disabled or change behavior.'),
    ],
    'two-clauses': [
      'says in two clauses that endpoints are removed first and labelled later',
      labelledFirst('is removed first; the reference labels it deprecated afterwards.'),
    ],
    'taken-away': [
      'says in other words that endpoints are removed without being labelled',
      labelledFirst('is taken away without being labelled deprecated before.'),
    ],
    afterwards: [
      'says that endpoints are removed first and labelled later',
      labelledFirst('is removed first and labelled deprecated afterwards.'),
    ],
  }),
  tolerates: {
    'and-that': variant(
      'defines in one sentence that it must no longer be used and that it may be removed',
      aboveLog(
        '*Deprecated* means that the endpoint must no longer be used and that it may be removed, disabled or change behavior in a future release.',
      ),
    ),
    'at-once': variant(
      'says which endpoints are removed at once, and which are not',
      aboveLog('No endpoint is removed at once. Deprecated endpoints are removed without further notice.'),
    ),
    'removal-in-question': variant(
      'says what is done first when an endpoint must be removed',
      aboveLog(
        'Where an endpoint must be removed, first comes the label: nothing is removed first and labelled later.',
      ),
    ),
    'not-yet': variant(
      'says what does not happen at once to deprecated endpoints',
      aboveLog(
        'Deprecated endpoints will not be removed before 2026. A deprecated endpoint is never removed without notice. Deprecated endpoints are never removed on the day they are labelled. We never remove endpoints without notice. No endpoint is removed on the day it is labelled. Deprecated endpoints may not be used in new clients. Deprecated endpoints may be used until they are removed. Old tags are removed without notice. Deprecated parameters are never removed. No deprecated endpoint stays for ever; do not expect it to be available indefinitely. Deprecated endpoints do not stay forever. Deprecated endpoints stay supported for at least six months.\n\nThe references are updated once they are removed. Removed endpoints still answer, with status 410. Nothing is removed without a label. No deprecated endpoint is removed before its day. We do not remove deprecated endpoints at once. Do not assume that deprecated endpoints are never removed. The documentation of deprecated endpoints stays available permanently. What is deprecated can still be used until it is removed. Adding an endpoint does not require a label. We never change an endpoint without a label. We first label endpoints and remove them later. We never change deprecated endpoints without notice. You cannot build new clients on deprecated endpoints. Are deprecated endpoints removed immediately? No. May I use deprecated endpoints in new clients? No.',
      ),
    ),
    'other-words': variant(
      'states the policy in a sentence of several clauses, and quotes another one',
      aboveLog(
        'Before we remove or replace an endpoint, the reference labels it deprecated. As soon as an endpoint is deprecated, please no longer use it, because in a later release it may be removed, be disabled or behave differently. From one release to the next such an operation can disappear. "Deprecated endpoints are never removed" is a promise that others make. To remove an endpoint and to label it afterwards would be against this policy.',
      ),
    ),
    negated: variant(
      'says that none is removed without the label',
      aboveLog('No endpoint is removed without being labelled deprecated first.'),
    ),
    'with-paths': variant(
      'states the policy in a paragraph that says how paths begin',
      layered(
        aboveLog(
          'An endpoint is first labelled deprecated in the reference; after some time it may be removed. The current generation is v2, with paths that begin with `/v2/`.',
        ),
        silent,
      ),
    ),
    'in-reference': variant(
      'states the policy only in the description of the reference',
      layered(
        silent,
        withDescription(
          'An endpoint is first labelled deprecated in this reference; after some time it may be removed.',
        ),
      ),
    ),
  },
}

export default [table, policy]
