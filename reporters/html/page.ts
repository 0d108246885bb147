import { cited, lookupOf } from '../../contracts/causes/evidence.ts'
import { simplestFirst } from '../../contracts/causes/grounds.ts'
import { grouped } from '../../contracts/causes/grouped.ts'
import type { Report, ReportedCase, ReportedRequirement } from '../../contracts/results/report.ts'
import { type Level, severity, type Verdict } from '../../contracts/results/verdict.ts'
import type { RenderOptions } from '../reporter.ts'
import { readingOrder } from '../shared/facts.ts'
import { exchangeBlock, exchangeRow } from './exchange.ts'
import { type Html, sizeOf } from './markup.ts'

/** At most so many exchanges are shown in full, in at most so many characters; the others are rows in a table. */
const mostShown = 400
const roomShown = 2_000_000
const roomRows = 900_000

export interface EvidencePlan {
  /** Exchanges that are shown in full at this requirement: those to read first, and the others. */
  at(requirement: string): { readonly first: readonly Html[]; readonly further: readonly Html[] }
  readonly rows: readonly Html[]
  /** How many are shown in full, and how many do not even have a row. */
  readonly shown: number
  readonly left: number
  /** Whether there is anything to link to. */
  has(exchange: string): boolean
}

interface Claim {
  readonly requirement: string
  readonly exchange: string
}

const worstFirst = (cases: readonly ReportedCase[]): readonly ReportedCase[] =>
  [...cases].sort((a, b) => severity.indexOf(a.verdict) - severity.indexOf(b.verdict))

/** Round by round, so that a requirement with many cases takes no room from one with few. */
function* claims(requirements: readonly ReportedRequirement[]): Generator<Claim> {
  const queues = requirements.map(({ id, cases }) => ({ id, cases: worstFirst(cases) }))
  const rounds = queues.reduce((most, { cases }) => Math.max(most, cases.length), 0)
  for (let round = 0; round < rounds; round += 1)
    for (const { id, cases } of queues) {
      const kase = cases[round]
      for (const exchange of new Set([...(kase?.evidence ?? []), ...(kase?.exchanges ?? [])]))
        yield { requirement: id, exchange }
    }
}

interface Foremost {
  /** What decides a failure: there to be read at once. */
  readonly opened: ReadonlySet<string>
  /** What it was compared with. */
  readonly controls: ReadonlySet<string>
  /** The other exchanges of these cases, and those of the first open cases. */
  readonly near: ReadonlySet<string>
}

/** For each reason, the simplest case represents the others. */
const foremost = (report: Report): Foremost => {
  const opened = new Set<string>()
  const controls = new Set<string>()
  const near = new Set<string>()
  for (const { cases, verdict } of report.requirements.filter(requirement => requirement.verdict !== 'pass')) {
    const reasons = grouped(
      simplestFirst(
        cases.filter(kase => kase.verdict === verdict),
        report,
      ),
      kase => kase.reason?.message ?? '',
    )
    for (const [kase] of [...reasons.values()].slice(0, 3)) {
      const [decisive, ...others] = cited(kase, report)
      if (decisive !== undefined && verdict === 'fail') {
        opened.add(decisive.id)
        for (const { id } of others) controls.add(id)
      }
      for (const id of kase.exchanges) near.add(id)
    }
  }
  return { opened, controls, near }
}

/** Which exchange is shown where and how: each once, what failed first, then what stayed open, and all of it bounded. */
const planEvidence = (report: Report): EvidencePlan => {
  const lookup = lookupOf(report)
  const { opened, controls, near } = foremost(report)
  const shown = new Map<string, Html>()
  const homes = new Map<string, Set<string>>()
  let room = roomShown
  const show = ({ requirement, exchange: id }: Claim): void => {
    const exchange = shown.has(id) || shown.size >= mostShown || room <= 0 ? undefined : lookup(id)
    if (exchange === undefined) return
    const role = opened.has(id) ? 'decides' : controls.has(id) ? 'control' : undefined
    const block = exchangeBlock(exchange, { report, requirement, role })
    room -= sizeOf(block)
    if (room < 0) return
    shown.set(id, block)
    const home = homes.get(requirement) ?? new Set()
    homes.set(requirement, home.add(id))
  }
  const ranked = readingOrder.flatMap(verdict => [
    ...claims(report.requirements.filter(requirement => requirement.verdict === verdict)),
  ])
  for (const claim of ranked.filter(({ exchange }) => opened.has(exchange))) show(claim)
  for (const claim of ranked.filter(({ exchange }) => near.has(exchange))) show(claim)
  for (const claim of ranked) show(claim)

  const others = report.exchanges.filter(({ id }) => !shown.has(id))
  const rows = new Map<string, Html>()
  let rowRoom = roomRows
  for (const exchange of others) {
    const row = exchangeRow(exchange, report.target)
    rowRoom -= sizeOf(row)
    if (rowRoom < 0) break
    rows.set(exchange.id, row)
  }
  const sent = report.exchanges.map(({ id }) => id)
  return {
    at: requirement => {
      const home = homes.get(requirement) ?? new Set<string>()
      const own = home.size === 0 ? [] : sent.filter(id => home.has(id))
      // What decides comes before what it is compared with, whichever was sent first.
      const ids = [...own.filter(id => opened.has(id)), ...own.filter(id => !opened.has(id))]
      const blocks = (wanted: boolean): readonly Html[] =>
        ids.filter(id => near.has(id) === wanted).flatMap(id => shown.get(id) ?? [])
      return { first: blocks(true), further: blocks(false) }
    },
    rows: [...rows.values()],
    shown: shown.size,
    left: others.length - rows.size,
    has: id => shown.has(id) || rows.has(id),
  }
}

/** What every section is made from. */
export interface HtmlPage {
  readonly report: Report
  readonly failOn: Level
  readonly evidence: EvidencePlan
  /** How many cases of a requirement are listed. */
  readonly mostCases: number
  requirement(id: string): ReportedRequirement | undefined
  /** Requirements with one of these verdicts, in the order of the report. */
  having(...verdicts: readonly Verdict[]): readonly ReportedRequirement[]
  /** The same without what the baseline lists. */
  unexpected(...verdicts: readonly Verdict[]): readonly ReportedRequirement[]
}

/** So many cases have room in the page; where there are more of them, each requirement gets its share. */
const roomCases = 3_000

export const createPage = (report: Report, options: RenderOptions): HtmlPage => {
  const byId = new Map(report.requirements.map(requirement => [requirement.id, requirement]))
  const cases = report.requirements.reduce((sum, requirement) => sum + requirement.cases.length, 0)
  return {
    report,
    failOn: options.failOn ?? 'must',
    evidence: planEvidence(report),
    mostCases: cases <= roomCases ? roomCases : Math.max(3, Math.floor(roomCases / report.requirements.length)),
    requirement: id => byId.get(id),
    having: (...verdicts) => report.requirements.filter(({ verdict }) => verdicts.includes(verdict)),
    unexpected: (...verdicts) =>
      report.requirements.filter(({ verdict, known }) => verdicts.includes(verdict) && known === undefined),
  }
}
