import { unreadPart } from '../../checks/documents/absence.ts'
import { openStatement } from '../../checks/documents/claims.ts'
import { isForeign } from '../../checks/documents/lexicon.ts'
import { datesIn } from '../../checks/documents/published-dates.ts'
import { wholeDocument } from '../../checks/documents/published-documents.ts'
import { openRemark } from '../../checks/documents/remarks.ts'
import { kindOf, kindOfSentence } from '../../checks/documents/vocabulary.ts'
import { cite } from '../../checks/source.ts'
import { changelogForms } from '../../checks/twists/changelog.ts'
import { endOfChangelog, inChangelog, withChangelog } from '../../checks/twists/documents.ts'
import { fault, faultsFor, variants } from '../../checks/twists/twist.ts'
import type { PublishedChangelog } from '../../contracts/documents.ts'
import { firstChange } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { type Excerpt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const page = (
  slug: string,
  statement: string,
  check: (changelog: PublishedChangelog) => Finding,
  faults: Requirement['faults'],
  tolerates: Requirement['tolerates'] = {},
): Requirement => ({
  id: `change-history/${slug}`,
  level: 'must',
  statement,
  since: firstChange,
  source: cite('history-heading'),
  covers: ['publishes'],
  needs: ['changelog'],
  how: 'The dates of the published page are read in page order, separately for each list if there is one per kind of change.',
  fix: 'Give every group of changes a heading with its date, as year-month-day (2025-11-21), the newest first.',
  cases: [{ name: 'the dates of the page', check: async probe => check(await probe.fixture('changelog')) }],
  faults,
  tolerates: { ...tolerates, ...changelogForms },
})

const dates = (changelog: PublishedChangelog): Finding | undefined =>
  changelog.dates.length > 0
    ? undefined
    : unclear(
        'unreadable-document',
        { document: 'the change history', what: 'dates' },
        wholeDocument('changelog', changelog),
      )

type Order = (lines: readonly string[]) => readonly string[]

/** The page of the reference implementation with lists by what `nameOf` tells of an entry, of which the lines can be put in another order. */
const inLists = (order: Order, listOf: (kind: string, item: string) => string, line: (kind: string) => string) =>
  withChangelog(source => {
    const lists = new Map<string, string[]>()
    for (const [, day = '', below = ''] of source.matchAll(/^## (\S+)\n((?:(?!^## )[\s\S])*)/gm))
      for (const [, kind = '', items = ''] of below.matchAll(/^### (.*)\n\n((?:- .*\n?)+)/gm))
        for (const item of items.trim().split('\n')) {
          const name = listOf(kind, item)
          lists.set(name, [...(lists.get(name) ?? []), item.replace(/^- /, `- ${day}: ${line(kind)}`)])
        }
    return ['# Changes', ...[...lists].map(([name, lines]) => `## ${name}\n\n${order(lines).join('\n')}`)].join('\n\n')
  })

const byKind = (order: Order) =>
  inLists(
    order,
    kind => kind,
    () => '',
  )

const areaOf = (item: string): string =>
  /personal access|\bPAT/i.test(item)
    ? 'Personal access tokens'
    : /organi[sz]ation|\bOAT/i.test(item)
      ? 'Tokens'
      : 'Repositories'

const byArea = (order: Order) =>
  inLists(
    order,
    (_, item) => areaOf(item),
    kind => `**${kind}** `,
  )

/** Whether a day of the page is that of a change, and not of a remark that has no kind and names nothing of the API. */
const isOfChange = ({ entries }: PublishedChangelog, date: string): boolean => {
  const own = entries.filter(entry => entry.date === date)
  return (
    own.length === 0 ||
    own.some(
      ({ kind, text: said, endpoints, operationIds, tags }) =>
        endpoints.length + operationIds.length + tags.length > 0 ||
        (kindOf(kind) ?? kindOfSentence(said)) !== undefined,
    )
  )
}

const newestFirst = page(
  'newest-first',
  'The change history lists the newest change first.',
  changelog => {
    const days = changelog.dates.flatMap(({ days: meant, date, line, text: shown, group, part }) =>
      meant.length === 1 ? [{ day: meant[0] ?? '', date, line, shown, group, part }] : [],
    )
    // A page may have a list for each kind of change: the document does not say how a page is divided.
    const misplaced = (all: typeof days) =>
      all.flatMap((second, index) => {
        const first = all.slice(0, index).findLast(other => other.group === second.group)
        return first && second.day > first.day ? [[first, second] as const] : []
      })[0]
    const excerptOf = ({ line, shown }: (typeof days)[number]): Excerpt => ({
      document: 'changelog',
      from: changelog.from,
      line,
      text: shown,
    })
    const [first, second] = misplaced(days.filter(({ date }) => isOfChange(changelog, date))) ?? []
    // One of the parts may be no part of the history.
    if (first && second && first.part !== second.part)
      return openStatement('the order of the changes', excerptOf(second))
    if (first && second)
      return violated(
        'not-newest-first',
        { first: first.shown, second: second.shown },
        excerptOf(first),
        excerptOf(second),
      )
    const [, unsure] = misplaced(days) ?? []
    if (unsure) return openStatement('the order of the changes', excerptOf(unsure))
    return (
      openRemark({ changelog }, 'the order of the changes', 'history', ({ days: above }) => above.length === 0) ??
      dates(changelog) ??
      holds(wholeDocument('changelog', changelog))
    )
  },
  faultsFor('not-newest-first', {
    'oldest-first': [
      'lists the oldest change first',
      withChangelog(source => {
        const [head = '', ...sections] = source.split(/^(?=## )/m)
        return [head, ...sections.reverse()].join('\n')
      }),
    ],
    'one-misplaced': [
      'misplaces one day',
      withChangelog(source => {
        const [head = '', first = '', ...rest] = source.split(/^(?=## )/m)
        return [head, ...rest, `\n${first}`].join('')
      }),
    ],
    'misplaced-in-area': [
      'has a list for each area, and misplaces a day in one',
      byArea(days => [...days.slice(1), ...days.slice(0, 1)]),
    ],
    'misplaced-in-kind': [
      'has a list for each kind, and misplaces a day in one',
      byKind(days => [...days.slice(1), ...days.slice(0, 1)]),
    ],
  }),
  variants({
    'by-area': ['has a list for each area', byArea(days => days)],
    'by-kind': ['has a list for each kind', byKind(days => days)],
  }),
)

const isoDates = page(
  'iso-dates',
  'The dates of the change history are ISO 8601 days.',
  changelog => {
    const noDate = ({ text: shown }: PublishedChangelog['dates'][number]): boolean => datesIn(shown).length === 0
    const all = changelog.dates.filter(date => (!date.iso || date.days.length === 0) && !noDate(date))
    // What stands below a month in words that are not read may give its day, or be no change.
    const isUnread = ({ date, days }: PublishedChangelog['dates'][number]): boolean =>
      days.length > 1 && changelog.entries.every(entry => entry.date !== date || isForeign(entry.text))
    const wrong = all.find(date => !isUnread(date))
    if (wrong)
      return violated(
        'not-iso-date',
        { date: wrong.text },
        { document: 'changelog', from: changelog.from, line: wrong.line, text: wrong.date },
      )
    const undated = all[0] ?? changelog.dates.find(noDate)
    if (undated)
      return openStatement('a date', {
        document: 'changelog',
        from: changelog.from,
        line: undated.line,
        text: undated.text,
      })
    return (
      dates(changelog) ?? unreadPart('changelog', changelog, 'a date') ?? holds(wholeDocument('changelog', changelog))
    )
  },
  {
    spoken: fault('writes a date in words', 'not-iso-date', inChangelog('## 2025-03-18', '## March 18, 2025')),
  },
  variants({
    unreleased: [
      'has a table of changes that are not published yet',
      endOfChangelog(`| Date | Kind | Change |\n|---|---|---|\n| Unreleased | New | Webhooks. |`),
    ],
  }),
)

export default [newestFirst, isoDates]
