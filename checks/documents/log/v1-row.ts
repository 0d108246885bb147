import type { LogRow, PublishedChangelog, PublishedLog } from '../../../contracts/documents.ts'
import { type LogFact, lifecycle } from '../../../contracts/lifecycle.ts'
import type { Excerpt, Finding } from '../../../contracts/results/finding.ts'
import { normalTemplate } from '../../path-template.ts'
import type { Assertion } from '../assertions.ts'
import { contradiction, entryClaim, namesV1, namesV1Only, openStatement, v1Claims } from '../claims.ts'
import { ends, readText } from '../clauses.ts'
import { isDay } from '../published-dates.ts'
import { passageExcerpt, rowExcerpt } from '../published-documents.ts'
import { statedBy } from '../questions.ts'
import { openRemark } from '../remarks.ts'
import { saysV1IsBack } from '../v1-claims.ts'
import { absent, judgeClaims } from './row-claims.ts'

const v1Shapes = lifecycle.v1Routes.map(({ path }) => path)

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
export const judgeV1 = (
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
  const finding =
    judgeClaims(log, claims, fact, feature) ?? absent(log, fact, feature, ({ text: said }) => namesV1(said))
  if (finding.kind !== 'holds') return finding
  const [right] = finding.seen
  const route = otherRoute(log, fact)
  const told = returnOfV1(log, changelog, fact)
  const other = route ? rowExcerpt(log, route) : told.find(({ says }) => says === 'yes')?.excerpt
  if (other) return contradiction(feature, right as Excerpt, other)
  const unsure = told.find(({ says }) => says === 'open')
  return unsure ? openStatement(feature, unsure.excerpt) : (openRemark({ log, changelog }, feature, 'v1') ?? finding)
}
