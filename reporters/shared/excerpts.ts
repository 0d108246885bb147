import type { Excerpt } from '../../contracts/results/finding.ts'
import type { ReportedCase } from '../../contracts/results/report.ts'

/** Excerpts of published documents. The message of Pact's verifier is left out: the reason already has it. */
export const publishedExcerpts = ({ excerpts }: Pick<ReportedCase, 'excerpts'>): readonly Excerpt[] =>
  excerpts.filter(({ document }) => document !== 'pact')
