import type { Exchange } from '../exchange.ts'
import type { ReportedCase, ReportedRequirement } from '../results/report.ts'
import { cited, type Recorded, removed } from './evidence.ts'
import { pathBelow } from './paths.ts'
import { listed } from './wording.ts'

/**
 * What a request has that a server may route by: a query, each character of its path that is no letter or digit, as it is written and without
 * escapes, and on the removed routes, where each method is asked, its method.
 */
const partsOfRequest = ({ request: { method, url } }: Exchange, { target }: Recorded): readonly string[] => {
  const path = pathBelow(url, target) ?? ''
  const plain = path.replace(/%[2-7][\da-f]/gi, escaped => decodeURIComponent(escaped))
  const characters = new Set(`${path}${plain}`.replace(/[\w/-]/g, ''))
  return [
    ...(removed.test(path) ? [method] : []),
    ...(url.includes('?') ? ['a query'] : []),
    ...[...characters].map(character => `"${character}" in the path`),
  ]
}

/** A name of a case is a list of what its request has: `GET, ordinary name, no credentials`. */
const partsOf = (kase: ReportedCase, exchanges: readonly Exchange[], report: Recorded): readonly string[] => [
  ...new Set([...kase.name.split(', '), ...exchanges.flatMap(exchange => partsOfRequest(exchange, report))]),
]

/** A method is a part of a request, or of the name of a case, in capitals. */
const methodsIn = (all: readonly (readonly string[])[]): readonly string[] => [
  ...new Set(all.flat().filter(part => /^[A-Z]+$/.test(part))),
]

/** Fewer that failed, or that passed, show nothing by what they have in common. */
const fewest = { failed: 2, passed: 3 }

/** What cases that failed have in common. */
export interface Common {
  readonly parts: string
  /** The same with the number of cases that show it. */
  readonly told: string
}

/**
 * What the requests of all failing cases have, and those of no case that passed: most often the condition in the server that is wrong.
 * Undefined where nothing is.
 */
export const commonOf = (
  shares: readonly {
    readonly requirement: Pick<ReportedRequirement, 'cases'>
    readonly cases: readonly ReportedCase[]
  }[],
  report: Recorded,
): Common | undefined => {
  const failing = shares.flatMap(({ cases }) => cases)
  const passing = shares.flatMap(({ requirement }) => requirement.cases.filter(({ verdict }) => verdict === 'pass'))
  if (failing.length < fewest.failed || passing.length < fewest.passed) return undefined
  // Of what failed, the request that shows it counts; of what passed, every one.
  const failed = failing.map(kase => partsOf(kase, cited(kase, report).slice(0, 1), report))
  const passed = passing.map(kase => partsOf(kase, cited(kase, report), report))
  const [first = []] = failed
  const common = first.filter(
    part => failed.every(parts => parts.includes(part)) && !passed.some(parts => parts.includes(part)),
  )
  const [wrong, right] = [methodsIn(failed), methodsIn(passed)]
  const isByMethod = failed.every(parts => methodsIn([parts]).length > 0) && !right.some(each => wrong.includes(each))
  if (common.length === 0 && isByMethod && right.length > 0) common.push(`a method other than ${listed(right)}`)
  if (common.length === 0) return undefined
  const parts = common.join(', ')
  return {
    parts,
    told: `to all ${failed.length} cases that failed, and to none of the ${passed.length} that passed: ${parts}`,
  }
}
