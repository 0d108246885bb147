import type { LogRow, PublishedLog, PublishedReference } from '../../../contracts/documents.ts'
import type { Excerpt } from '../../../contracts/finding.ts'
import type { Probe } from '../../../contracts/requirement.ts'
import { wholeDocument } from '../published-documents.ts'

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

/** All documents that were searched, as evidence that something does not stand in them. */
export const searched = ({ reference, log }: LabelSources): readonly Excerpt[] => [
  ...(reference ? [wholeDocument('reference', reference)] : []),
  ...(log ? [wholeDocument('deprecation-log', log)] : []),
]
