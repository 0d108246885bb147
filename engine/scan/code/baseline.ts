import type { CodeScan, CodeUse } from '../../../contracts/code-scan.ts'
import { type IsoDate, lifecycle } from '../../../contracts/lifecycle.ts'
import type { Level } from '../../../contracts/results/verdict.ts'
import { type BaselineEntry, type BaselineReport, matchBaseline } from '../../reports/baseline.ts'
import { gateFinding, knownEntry, type NamedBaseline } from '../../reports/gate.ts'

/** Removed routes count as a `must`, deprecated ones as a `should`. */
export const levelFor = (state: CodeUse['state']): Level => (state === 'removed' ? 'must' : 'should')

export const scanIds: readonly string[] = lifecycle.endpoints.map(({ slug }) => `scan/${slug}`)

/** The uses of a route in a file by name: the file, and from the second on which one it is. Lines move, and are no name. */
const named = (uses: readonly CodeUse[]): ReadonlyMap<CodeUse, string> => {
  const seen = new Map<string, number>()
  return new Map(
    uses
      .filter(({ certainty }) => certainty !== 'possible')
      .map(use => {
        const key = `${use.slug} ${use.file}`
        const nth = (seen.get(key) ?? 0) + 1
        seen.set(key, nth)
        return [use, nth === 1 ? use.file : `${use.file} #${nth}`]
      }),
  )
}

/** A scan as a baseline sees it: a route is a requirement, a use of it a failed case, and what is listed and no longer used a passed one. */
export const judgedCode = ({ uses }: Pick<CodeScan, 'uses'>, entries: readonly BaselineEntry[]): BaselineReport => {
  const names = named(uses)
  return {
    requirements: lifecycle.endpoints.map(({ slug, state }) => {
      const id = `scan/${slug}`
      const used = uses.flatMap(use => (use.slug === slug ? (names.get(use) ?? []) : []))
      const gone = entries.flatMap(entry => (entry.id === id && entry.case !== undefined ? [entry.case] : []))
      const cases = [
        ...used.map(name => ({ name, verdict: 'fail' as const, reason: { code: state } })),
        ...[...new Set(gone)]
          .filter(name => !used.includes(name))
          .map(name => ({ name, verdict: 'pass' as const, reason: null })),
      ]
      const fails = used.length > 0
      return {
        id,
        level: levelFor(state),
        verdict: fails ? ('fail' as const) : ('pass' as const),
        reason: fails ? { code: state } : null,
        cases,
        byCase: true as const,
      }
    }),
  }
}

/** The scan with what a baseline says of it. */
export const heldAgainst = (
  scan: CodeScan,
  baseline: NamedBaseline,
  today: IsoDate,
  failOn: CodeUse['state'],
): CodeScan => {
  const judged = judgedCode(scan, [...baseline.failures, ...baseline.unverified])
  const { findings, matches } = matchBaseline(judged, baseline, today, { failOn: levelFor(failOn), known: scanIds })
  const names = named(scan.uses)
  const uses = scan.uses.map(use => {
    const match = matches.find(
      ({ actual }) =>
        actual.id === `scan/${use.slug}` &&
        (actual.case === undefined || actual.case === names.get(use)) &&
        names.has(use),
    )
    return match === undefined ? use : { ...use, known: knownEntry(baseline, match.entry) }
  })
  return { ...scan, uses, differences: findings.map(finding => gateFinding(baseline, finding)) }
}
