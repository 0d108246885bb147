import type { Excerpt } from '../../contracts/finding.ts'
import type { ReportedCase } from '../../contracts/report.ts'

/** Places in published documents: the word of Pact's verifier is no place, and stands in the reason already. */
export const publishedExcerpts = ({ excerpts }: Pick<ReportedCase, 'excerpts'>): readonly Excerpt[] =>
  excerpts.filter(({ document }) => document !== 'pact')
