import type { ChangeEntry } from '../../../contracts/documents.ts'
import { type ChangeFact, lifecycle } from '../../../contracts/lifecycle.ts'
import { isForeign } from '../lexicon.ts'
import type { Named } from '../named-areas.ts'
import { hasTag } from '../published-documents.ts'
import { isKind, kindInWords, kindOf } from '../vocabulary.ts'
import { fitOf } from './entry-fit.ts'
import { changeOf, dayOf, isAllOf } from './entry-words.ts'
import { areas, namesArea, type PathOf, type Subject, subjects } from './subjects.ts'

const hasUnreadKind = ({ kind, text }: ChangeEntry): boolean =>
  /\p{L}/u.test(kind) ? kindOf(kind) === undefined && !isKind(kind) : kindInWords(text) === undefined

/** Whether an entry is in words that are not read, and of a day or of a period around it: it may be the one that is looked for. */
export const isUnreadOf = (entry: ChangeEntry, day: string): boolean =>
  (dayOf(entry, day) === 'yes' && hasUnreadKind(entry)) || (dayOf(entry, day) !== 'no' && isForeign(entry.text))

/** Whether an entry is a change for certain. */
const isAbout = (entry: ChangeEntry, fact: ChangeFact, pathOf: PathOf): boolean =>
  subjects(fact, pathOf).some(({ speaks }) => speaks(entry) === 'yes')

const areasIn = (entry: Named): readonly string[] => Object.keys(areas).filter(area => namesArea(area, entry))

/** An id that is that of an operation, and no name of a field. */
const operationLike =
  /^(?:[A-Z]|(?:add|assign|check|create|delete|export|get|list|patch|post|put|read|remove|set|show|update|verify)[A-Z])/

/** Whether an entry names an operation, and none that may be of the subject. */
const namesOther = (entry: ChangeEntry & Named, { about }: ChangeFact, { mayBeAt }: Subject): boolean => {
  const { endpoints, areas: named } = entry
  const isNamed = entry.operationIds.some(id => operationLike.test(id))
  if (endpoints.length === 0 && !isNamed) return false
  if (about.tags.length === 0) return isNamed || !endpoints.some(mayBeAt)
  // Without a reference it is open which area an endpoint belongs to.
  return named === undefined ? isNamed : !named.some(area => hasTag(about.tags, area))
}

/** Areas that hubs have, and the document has not. */
const undocumented = /\b(?:webhooks?|billing|invoices?|subscriptions?|payments?|scim|plugins?)\b/i

/** Whether an entry is recognized as something else than a change: it names another operation, another area or another change. */
const isOfElse = (entry: ChangeEntry, fact: ChangeFact, subject: Subject, pathOf: PathOf): boolean => {
  const own = [...fact.about.tags, ...areasIn(inWords(changeOf(fact)))]
  const named = areasIn(entry)
  return (
    undocumented.test(entry.text) ||
    namesOther(entry, fact, subject) ||
    (named.length > 0 && !named.some(area => own.includes(area))) ||
    lifecycle.changeHistory.some(
      other =>
        other !== fact &&
        // `Access tokens of organizations in the activity log` names the area of another change, and may be this one.
        (other.about.tags.some(tag => own.includes(tag)) ? isAllOf(other, entry.text) : isAbout(entry, other, pathOf)),
    )
  )
}

const inWords = (text: string): Named => ({ text, endpoints: [], operationIds: [], tags: [] })

const hasKind = ({ kind, text }: ChangeEntry): boolean => (kindOf(kind) ?? kindInWords(text)) !== undefined

/** What stands below a kind of which there is no change. */
const nothing = /^\W*(?:nothing|none|no (?:new )?\p{L}+(?: (?:yet|today|this time))?\W*$)/iu

/** An entry that may be a change in words that are not recognized: it is of its day and its kind, and is not recognized as something else. */
export const unclaimedEntry = (
  entries: readonly ChangeEntry[],
  fact: ChangeFact,
  subject: Subject,
  pathOf: PathOf,
): ChangeEntry | undefined => {
  const sameDay = lifecycle.changeHistory.filter(({ date }) => date === fact.date)
  const mayBe = (entry: ChangeEntry): boolean =>
    dayOf(entry, fact.date) === 'yes' &&
    hasKind(entry) &&
    !nothing.test(entry.text) &&
    ['fits', 'open'].includes(fitOf(entry, fact.kind)) &&
    !isOfElse(entry, fact, subject, pathOf)
  return entries.find(
    // What is not read may name what another change is about, which is of another day.
    entry => (isUnreadOf(entry, fact.date) || mayBe(entry)) && !sameDay.some(other => isAbout(entry, other, pathOf)),
  )
}
