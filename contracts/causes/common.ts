import type { ReportedCase, ReportedRequirement } from '../report.ts'

/** A name of a case is a list of what its request has: `GET, ordinary name, no credentials`. */
const partsOf = (name: string): readonly string[] => name.split(', ')

/** Fewer that failed, or that passed, show nothing by what they have in common. */
const fewest = { failed: 2, passed: 3 }

/**
 * What the requests of all failing cases have, and those of no case that passed: most often the condition in the server that is wrong.
 * Undefined where nothing is.
 */
export const commonOf = (
  shares: readonly {
    readonly requirement: Pick<ReportedRequirement, 'cases'>
    readonly cases: readonly ReportedCase[]
  }[],
): string | undefined => {
  const failed = shares.flatMap(({ cases }) => cases.map(({ name }) => partsOf(name)))
  const passed = shares
    .flatMap(({ requirement }) => requirement.cases.filter(({ verdict }) => verdict === 'pass'))
    .map(({ name }) => partsOf(name))
  const [first] = failed
  if (first === undefined || failed.length < fewest.failed || passed.length < fewest.passed) return undefined
  const common = first.filter(
    part => failed.every(parts => parts.includes(part)) && !passed.some(parts => parts.includes(part)),
  )
  return common.length === 0
    ? undefined
    : `to all ${failed.length} cases that failed, and to none of the ${passed.length} that passed: ${common.join(', ')}`
}
