import type { ChangeEntry, LogRow, PublishedLog, PublishedReference } from '../../../contracts/documents.ts'
import { type ChangeFact, lifecycle } from '../../../contracts/lifecycle.ts'
import type { Probe } from '../../../contracts/requirement.ts'
import type { Excerpt, Finding } from '../../../contracts/results/finding.ts'
import { openStatement } from '../claims.ts'
import { areBefore } from '../published-dates.ts'
import { rowExcerpt, wholeDocument } from '../published-documents.ts'
import { kindInWords, kindOf, mentionsState } from '../vocabulary.ts'

/** The published documents in which labels stand; either alone may be there. */
export interface LabelSources {
  readonly reference: PublishedReference | undefined
  readonly log: PublishedLog | undefined
}

export const labelSources = async (probe: Probe): Promise<LabelSources> => ({
  reference: (await probe.hasFixture('reference')) ? await probe.fixture('reference') : undefined,
  log: (await probe.hasFixture('deprecation-log')) ? await probe.fixture('deprecation-log') : undefined,
})

export const over = (row: LogRow): boolean => row.states.length > 0 && !row.states.includes('active')

/** A row that leaves open whether what it names is over: `Possibly deprecated`. */
export const unsureRow = (
  { log, reference }: LabelSources,
  feature: string,
  names: (row: LogRow) => boolean,
): Finding | undefined => {
  const isUnsure = (row: LogRow): boolean => row.states.length > 1 && mentionsState(row.status) && names(row)
  for (const page of [log, reference?.prose]) {
    const row = page?.rows.find(isUnsure)
    if (page && row) return openStatement(feature, rowExcerpt(page, row))
  }
  return undefined
}

/** All documents that were searched, as evidence that something does not stand in them. */
export const searched = ({ reference, log }: LabelSources): readonly Excerpt[] => [
  ...(reference ? [wholeDocument('reference', reference)] : []),
  ...(log ? [wholeDocument('deprecation-log', log)] : []),
]

/** Whether an entry of a change history deprecates or removes what it names. */
export const endsThings = (kind: string, text: string): boolean =>
  ['Deprecation', 'Removal'].includes(kindOf(kind) ?? kindInWords(text) ?? '')

/** Whether an entry is older than what it is about: it ends something that had the name before. */
export const isOlder = ({ dates }: ChangeEntry, isNamedIn: (about: ChangeFact['about']) => boolean): boolean =>
  lifecycle.changeHistory.some(({ kind, date, about }) => kind === 'New' && isNamedIn(about) && areBefore(dates, date))
