import type {
  ComparedCase,
  ComparedReport,
  ComparedRequirement,
  Comparison,
  ComparisonNote,
} from '../../contracts/results/comparison.ts'
import type { Report, ReportedRequirement } from '../../contracts/results/report.ts'
import { counts, type Level, type Verdict } from '../../contracts/results/verdict.ts'
import { canonical } from './digest.ts'

const isVerified = (verdict: Verdict | null): boolean => verdict === 'pass' || verdict === 'fail'

const headOf = ({ target, asOf, startedAt, tool, result, summary }: Report): ComparedReport => ({
  target,
  asOf,
  startedAt,
  version: tool.version,
  result,
  summary,
})

/** Options that decide how something is asked, not what. */
const unimportant = new Set([
  'target',
  'as-of',
  'seed',
  'concurrency',
  'timeout',
  'deadline',
  'patience',
  'retries',
  'rate',
  'proxy',
  'ca',
  'header',
])

const comparedText = (value: unknown): string =>
  value === undefined ? '(none)' : typeof value === 'string' ? value : canonical(value)

/** Where a document is from; what the target itself publishes is at another address where the target is. */
const placeOf = (from: string | undefined, target: string | null): string | undefined => {
  if (target === null) return from
  const base = target.replace(/\/$/, '')
  return from?.startsWith(`${base}/`) ? `the target's ${from.slice(base.length)}` : from
}

const documentsOf = ({ documents, target }: Report): Readonly<Record<string, string | undefined>> => ({
  'the reference': placeOf(documents.reference?.from, target),
  'the deprecation log': placeOf(documents.deprecationLog?.from, target),
  'the change history': placeOf(documents.changelog?.from, target),
})

const notesOf = (before: Report, after: Report): readonly ComparisonNote[] => {
  const notes: ComparisonNote[] = []
  const note = (what: string, old: unknown, now: unknown): void => {
    if (comparedText(old) !== comparedText(now)) notes.push({ what, old: comparedText(old), new: comparedText(now) })
  }
  note('target', before.target ?? undefined, after.target ?? undefined)
  note('asOf', before.asOf, after.asOf)
  note('version', before.tool.version, after.tool.version)
  if (Date.parse(after.startedAt) < Date.parse(before.startedAt)) note('order', before.startedAt, after.startedAt)
  const options = new Set([...Object.keys(before.options), ...Object.keys(after.options)])
  for (const name of [...options].filter(option => !unimportant.has(option)).sort()) {
    const of = (report: Report): unknown => (Object.hasOwn(report.options, name) ? report.options[name] : undefined)
    note(`--${name}`, of(before), of(after))
  }
  const documents = documentsOf(after)
  for (const [name, from] of Object.entries(documentsOf(before))) note(name, from, documents[name])
  return notes
}

const compared = (
  { id, level, title }: ReportedRequirement,
  before: ReportedRequirement | undefined,
  after: ReportedRequirement | undefined,
): ComparedRequirement => ({
  id,
  level,
  title,
  old: before?.verdict ?? null,
  new: after?.verdict ?? null,
  oldReason: before?.reason ?? null,
  newReason: after?.reason ?? null,
})

type Kind = 'regressions' | 'stopped' | 'fixes' | 'newlyVerified' | 'changed' | 'added' | 'removed' | 'unchanged'

const kindOf = (requirement: ComparedRequirement): Kind => {
  const { old, new: now, oldReason, newReason } = requirement
  if (isVerified(old) && !isVerified(now)) return 'stopped'
  if (now === null) return 'removed'
  if (old === null) return 'added'
  if (now === 'fail' && old !== 'fail') return 'regressions'
  if (now === 'pass' && old !== 'pass') return old === 'fail' ? 'fixes' : 'newlyVerified'
  return now === old && oldReason?.code === newReason?.code ? 'unchanged' : 'changed'
}

/** Cases of a requirement in both reports that got worse without its verdict showing it. */
const casesOf = (
  before: ReportedRequirement,
  after: ReportedRequirement,
): { readonly failing: readonly ComparedCase[]; readonly stopped: readonly ComparedCase[] } => {
  const now = new Map(after.cases.map(kase => [kase.name, kase]))
  const cases = before.cases.map((kase): ComparedCase => {
    const other = now.get(kase.name)
    return {
      id: after.id,
      level: after.level,
      name: kase.name,
      old: kase.verdict,
      new: other?.verdict ?? null,
      newReason: other?.reason ?? null,
    }
  })
  // What failed and does not apply any more may be what was put right.
  const isLost = ({ old, new: now }: ComparedCase): boolean =>
    isVerified(old) && !isVerified(now) && !(old === 'fail' && now === 'not-applicable')
  return {
    failing: before.verdict === 'fail' ? cases.filter(kase => kase.new === 'fail' && kase.old !== 'fail') : [],
    stopped: isVerified(after.verdict) ? cases.filter(isLost) : [],
  }
}

/** What changed from one report to another: what got worse, what is no longer looked at, what got better. */
export const compareReports = (before: Report, after: Report): Comparison => {
  const old = new Map(before.requirements.map(requirement => [requirement.id, requirement]))
  const now = new Map(after.requirements.map(requirement => [requirement.id, requirement]))
  // Those of both reports as the new one has them, in its order.
  const either = new Map([...now, ...old, ...now])
  const found = [...either.values()].map(each => compared(each, old.get(each.id), now.get(each.id)))
  const of = (kind: Kind): readonly ComparedRequirement[] => found.filter(requirement => kindOf(requirement) === kind)
  const cases = before.requirements.flatMap(requirement => {
    const other = now.get(requirement.id)
    return other ? [casesOf(requirement, other)] : []
  })
  return {
    old: headOf(before),
    new: headOf(after),
    notes: notesOf(before, after),
    regressions: of('regressions'),
    stopped: of('stopped'),
    fixes: of('fixes'),
    newlyVerified: of('newlyVerified'),
    changed: of('changed'),
    added: of('added'),
    removed: of('removed'),
    failingCases: cases.flatMap(({ failing }) => failing),
    stoppedCases: cases.flatMap(({ stopped }) => stopped),
    unchanged: of('unchanged').length,
  }
}

/** Whether a gate at that level closes: on what fails now, and on what is no longer verified, which may hide a failure. */
export const gotWorse = ({ regressions, stopped }: Comparison, failOn: Level): boolean =>
  [...regressions, ...stopped].some(({ level }) => counts(level, failOn))
