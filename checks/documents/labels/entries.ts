import type { ChangeEntry } from '../../../contracts/documents.ts'
import { type ChangeFact, lifecycle } from '../../../contracts/lifecycle.ts'
import { areBefore } from '../published-dates.ts'
import { kindOf, kindOfSentence } from '../vocabulary.ts'

/** Whether an entry of a change history deprecates or removes what it names. */
export const endsThings = (kind: string, text: string): boolean =>
  ['Deprecation', 'Removal'].includes(kindOf(kind) ?? kindOfSentence(text) ?? '')

/** Whether an entry is older than what it is about: it ends something that had the name before. */
export const isOlder = ({ dates }: ChangeEntry, isNamedIn: (about: ChangeFact['about']) => boolean): boolean =>
  lifecycle.changeHistory.some(({ kind, date, about }) => kind === 'New' && isNamedIn(about) && areBefore(dates, date))
