import type { ChangeEntry, PublishedChangelog } from '../../../contracts/documents.ts'
import { type ChangeFact, lifecycle } from '../../../contracts/lifecycle.ts'
import { type Finding, holds, unclear, violated } from '../../../contracts/results/finding.ts'
import { couldState, ownPassages, passageOf, unreadPart } from '../absence.ts'
import { contradiction, entryClaim, openStatement, together } from '../claims.ts'
import { datesIn, isAfter, isDay, isOnlyDate } from '../published-dates.ts'
import { passageExcerpt, wholeDocument } from '../published-documents.ts'
import { openRemark } from '../remarks.ts'
import { deniesDeprecation, isAboutPart, kindInWords, kindOf } from '../vocabulary.ts'
import { type Fit, fitOf, isWhole } from './entry-fit.ts'
import { dayOf, deniesScope, endsLater, isAllOf, isBelow, isEffective, isSame, renamed } from './entry-words.ts'
import { type PathOf, type Subject, shipped, subjects } from './subjects.ts'
import { unclaimedEntry } from './unclaimed.ts'

export const judge = (changelog: PublishedChangelog, fact: ChangeFact, pathOf: PathOf): Finding => {
  const judged = together(subjects(fact, pathOf), subject => judgeSubject(changelog, fact, subject, pathOf))
  if (!judged) return absent(changelog, fact, 'the change', () => 'no')
  const remark = (): Finding | undefined => openRemark({ changelog }, 'the change', 'history', isBelow(fact.date))
  return (judged.kind === 'holds' ? remark() : undefined) ?? judged
}

/** An entry that is, or may be, about a subject. */
interface Candidate {
  readonly entry: ChangeEntry
  readonly speaks: 'yes' | 'maybe'
  /** Whether it is of the day of the change. */
  readonly day: 'yes' | 'no' | 'open'
  readonly fit: Fit
}

const candidatesFor = (changelog: PublishedChangelog, fact: ChangeFact, { speaks }: Subject): readonly Candidate[] =>
  changelog.entries.flatMap((entry): readonly Candidate[] => {
    const said = speaks(entry)
    return said === 'no' ? [] : [{ entry, speaks: said, day: dayOf(entry, fact.date), fit: fitOf(entry, fact.kind) }]
  })

/** An entry of another day that has the change again: both cannot be true. */
const repeated = (
  fact: ChangeFact,
  { speaks }: Subject,
  sure: readonly Candidate[],
  right: Candidate,
): Candidate | undefined => {
  // An operation of an area may come later than the area.
  const isOfWhole = (entry: ChangeEntry): boolean => speaks({ ...entry, areas: [] }) === 'yes'
  const isAgain = ({ entry, day, fit }: Candidate): boolean =>
    day === 'no' &&
    fit === 'fits' &&
    ((isWhole(entry) && isOfWhole(entry)) || isSame(entry, right.entry) || isAllOf(fact, entry.text)) &&
    !isExpected(entry)
  return sure.find(isAgain)
}

/** Whether an entry removes before the last day of the document what that has as deprecated then. */
const isEarlyRemoval = ({ entry }: Candidate, { date }: ChangeFact): boolean =>
  isWhole(entry) &&
  kindOf(entry.kind) === 'Removal' &&
  entry.dates.length > 0 &&
  entry.dates.every(found => isAfter(found, date) && !isAfter(found, lifecycle.version))

/** Whether an entry may say that what its change was is so no more. */
const mayWithdraw = ({ entry, day, fit }: Candidate, { date, kind }: ChangeFact): boolean =>
  day !== 'yes' &&
  (kind === 'Deprecation'
    ? deniesDeprecation(entry.text)
    : fit === 'opposite' && entry.dates.length > 0 && entry.dates.every(found => isAfter(found, date)))

/** A passage, which is no entry, that says of a deprecated endpoint that it is not deprecated. */
const denial = (changelog: PublishedChangelog, fact: ChangeFact, { name, speaks }: Subject): Finding | undefined => {
  if (fact.kind !== 'Deprecation') return undefined
  const lines = new Set(changelog.entries.map(({ line }) => line))
  const found = changelog.passages.find(
    passage => speaks(passage) === 'yes' && deniesDeprecation(passage.text) && !lines.has(passage.line),
  )
  return found && openStatement(name, passageExcerpt({ from: changelog.from, document: 'changelog' }, found))
}

/** Judges an entry that is the change, by what all others say. */
const judgeRight = (
  changelog: PublishedChangelog,
  fact: ChangeFact,
  subject: Subject,
  about: readonly Candidate[],
  right: Candidate,
): Finding => {
  const { name } = subject
  const isDeprecation = fact.kind === 'Deprecation'
  const sure = about.filter(({ speaks }) => speaks === 'yes')
  const unclear = (found: Candidate | false | undefined): Finding | undefined =>
    found ? unclearEntry(changelog, found.entry, name) : undefined
  const again = repeated(fact, subject, sure, right)
  const takenAway = isDeprecation ? undefined : about.find(({ entry }) => endsLater(entry, fact))
  if (takenAway?.speaks === 'maybe') return unclearEntry(changelog, takenAway.entry, name)
  const isSettled = again !== undefined || takenAway !== undefined
  const open =
    unclear(!isSettled && sure.find(found => mayWithdraw(found, fact))) ??
    denial(changelog, fact, subject) ??
    unclear(isDeprecation && sure.find(({ entry, day }) => day === 'yes' && isEffective(entry, fact)))
  if (open) return open
  const other = again ?? takenAway ?? (isDeprecation ? sure.find(found => isEarlyRemoval(found, fact)) : undefined)
  if (other) return contradiction(name, entryClaim(changelog, right.entry), entryClaim(changelog, other.entry))
  const isRenaming = ({ operationIds: [id], text }: ChangeEntry): boolean =>
    id === name && renamed.test(text) && isAboutPart(text) !== 'yes'
  return unclear(sure.find(({ entry }) => isRenaming(entry))) ?? holds(entryClaim(changelog, right.entry))
}

/** What leaves open whether the change is there: an entry of its day that may be it, or one that may be of its day. */
const possibleEntry = (about: readonly Candidate[]): Candidate | undefined =>
  about.find(({ speaks, day, fit }) => speaks === 'yes' && day === 'yes' && fit === 'open') ??
  about.find(
    // What fits for certain is the change itself.
    ({ day, fit }) => day !== 'no' && (fit === 'fits' || fit === 'open'),
  )

const judgeSubject = (changelog: PublishedChangelog, fact: ChangeFact, subject: Subject, pathOf: PathOf): Finding => {
  const { name, speaks } = subject
  const { date, kind: expected } = fact
  const about = candidatesFor(changelog, fact, subject)
  const sure = about.filter(found => found.speaks === 'yes')
  const onDay = sure.filter(({ day }) => day === 'yes')
  const opposite = onDay.find(({ fit, entry }) => fit === 'opposite' || deniesScope(entry, fact))
  if (opposite) {
    const text = opposite.entry.text.slice(0, 120)
    return violated('entry-opposite', { about: name, date, text }, entryClaim(changelog, opposite.entry))
  }
  const right = onDay.find(({ fit }) => fit === 'fits')
  if (right) return judgeRight(changelog, fact, subject, about, right)
  const unsure = possibleEntry(about)
  if (unsure)
    return unsure.entry.kind === '' && unsure.speaks === 'yes' && kindInWords(unsure.entry.text) === undefined
      ? unclear('entries-without-kind', { from: changelog.from }, entryClaim(changelog, unsure.entry))
      : unclearEntry(changelog, unsure.entry, name)
  const unclaimed = unclaimedEntry(changelog.entries, fact, subject, pathOf)
  if (unclaimed) return unclearEntry(changelog, unclaimed, name)
  const [wrongKind] = onDay
  if (wrongKind) {
    const { kind } = wrongKind.entry
    return violated('entry-kind', { about: name, date, kind, expected }, entryClaim(changelog, wrongKind.entry))
  }
  const otherDay = sure.find(({ entry, fit }) => fit === 'fits' && !isExpected(entry))
  const gone = absent(changelog, fact, name, speaks)
  return otherDay && gone.kind === 'violated'
    ? violated(
        'entry-date',
        { about: name, date: otherDay.entry.date, expected: date },
        entryClaim(changelog, otherDay.entry),
      )
    : gone
}

const unclearEntry = (changelog: PublishedChangelog, entry: ChangeEntry, about: string): Finding =>
  openStatement(about, entryClaim(changelog, entry))

/** Absence: only where the page was read whole, and holds nothing that could be the entry. */
const absent = (changelog: PublishedChangelog, fact: ChangeFact, name: string, speaks: Subject['speaks']): Finding => {
  // What states other days than that of its entry may hold further entries.
  const several = changelog.entries.filter(({ dates, text }) =>
    datesIn(text).some(({ days }) => days.some(day => !dates.some(own => own.days.includes(day)))),
  )
  const lines = new Set(changelog.entries.filter(entry => !several.includes(entry)).map(({ line }) => line))
  // A heading of a month divides the page: what has no day below it is an entry of that month.
  const passages = ownPassages('changelog', changelog)
  const own = passages.filter(({ heading, text }) => !heading || !isOnlyDate(text))
  const hasDay = changelog.dates.some(date => isDay(date, fact.date) !== 'no')
  return (
    unreadPart('changelog', changelog, name) ??
    passageOf(
      'changelog',
      { from: changelog.from, passages: [...own, ...several] },
      name,
      passage => !lines.has(passage.line) && (!hasDay || speaks(passage) !== 'no') && couldState(passage, fact.date),
    ) ??
    // What names it, and is no entry: the page is in a form that was not understood.
    passageOf(
      'changelog',
      { from: changelog.from, passages },
      name,
      passage =>
        passage.endpoints.length + passage.operationIds.length > 0 &&
        speaks(passage) === 'yes' &&
        // An entry of another day shows that the form was.
        !changelog.entries.some(entry => speaks(entry) === 'yes'),
    ) ??
    violated('entry-missing', { date: fact.date, kind: fact.kind, about: name }, wholeDocument('changelog', changelog))
  )
}

/** Whether the document has a change that this entry is, so that it is no misplaced one. */
const isExpected = (entry: ChangeEntry): boolean =>
  lifecycle.changeHistory.some(
    fact =>
      fitOf(entry, fact.kind) === 'fits' &&
      dayOf(entry, fact.date) === 'yes' &&
      subjects(fact, shipped).some(({ speaks }) => speaks(entry) === 'yes'),
  )
