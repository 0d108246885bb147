import type { Passage, PublishedLog } from '../../../contracts/documents.ts'
import type { LogFact } from '../../../contracts/lifecycle.ts'
import { type Finding, holds, violated } from '../../../contracts/results/finding.ts'
import { couldState, possibleRow, unreadPart } from '../absence.ts'
import { type Claim, contradiction, type Expected, openClaim, openStatement, weigh } from '../claims.ts'
import { isDay } from '../published-dates.ts'
import { wholeDocument } from '../published-documents.ts'

export const expectedOf = (fact: LogFact): Expected => ({
  state: fact.status === 'Removed' ? 'removed' : 'deprecated',
  date: fact.date,
})

/** What all statements about one endpoint (or the v1 API) say together: undefined where there is none. */
export const judgeClaims = (
  log: PublishedLog,
  claims: readonly Claim[],
  fact: LogFact,
  feature: string,
): Finding | undefined => {
  const weighed = claims.map(claim => ({ claim, weight: weigh(claim, expectedOf(fact)) }))
  const agreeing = weighed.filter(({ weight }) => weight.says === 'agrees').map(({ claim }) => claim)
  const [right] = agreeing
  const wrong = weighed.filter(({ weight }) => weight.says === 'contradicts')
  const unsure = weighed.find(({ weight }) => weight.says === 'open')
  // What was not understood may give the day that another statement leaves out.
  const isSilent = ({ claim, weight }: (typeof weighed)[number]): boolean =>
    weight.says === 'contradicts' && weight.what === 'date' && claim.dates.length === 0
  const certain = wrong.find(one => one.claim.sure && !(unsure && isSilent(one)))
  const [first] = wrong
  if (right) {
    // What states no day contradicts no day.
    const other = wrong.find(one => one.claim.sure && !isSilent(one))
    if (other)
      // What states both in one text has more to tell them apart than was understood.
      return right.quote !== undefined && other.claim.quote === right.quote
        ? openStatement(feature, right.excerpt)
        : contradiction(feature, right.excerpt, other.claim.excerpt)
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
    // Another row may have the state.
    (unreadPart('deprecation-log', log, feature) ??
      violated(
        'row-status',
        { feature, status: silent.claim.status, expected: fact.status ?? '' },
        silent.claim.excerpt,
      ))
  )
}

/** Absence: only where the page was read whole, and holds nothing that could be the row. */
export const absent = (
  log: PublishedLog,
  fact: LogFact,
  feature: string,
  names: (passage: Passage) => boolean,
): Finding =>
  possibleRow(log, expectedOf(fact), feature, names) ??
  violated('row-missing', { feature }, wholeDocument('deprecation-log', log))
