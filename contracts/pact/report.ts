import type { Report } from '../results/report.ts'

/** Whether a report is one of the contract: a run of it asks nothing else. */
export const isOfContract = ({ requirements }: Pick<Report, 'requirements'>): boolean =>
  requirements.length > 0 && requirements.every(({ suite }) => suite === 'pact')
