import type { IsoDate } from '../../contracts/lifecycle.ts'
import type { Report } from '../../contracts/results/report.ts'
import type { BaselineEntry, BaselineFinding } from '../../engine/reports/baseline.ts'
import { findingClause, holdAgainst } from '../../engine/reports/gate.ts'
import type { Invocation } from '../commands/command.ts'
import { type ExitCode, type ExitOptions, exitCodes } from '../exit-code.ts'
import { readTextFile } from '../files.ts'
import { type Io, oneLine } from '../io.ts'
import { type BaselineFile, parseBaseline } from './file.ts'

/** A baseline that a run is compared with. */
export interface BaselineGate {
  readonly name: string
  readonly file: BaselineFile
  readonly today: IsoDate
  readonly known: readonly string[]
  /** If the run was interrupted, what it did not reach is not a regression. */
  readonly interrupted?: boolean
}

export const todayOf = ({ clock }: Io): IsoDate =>
  new Date(clock?.now() ?? Date.now()).toISOString().slice(0, 10) as IsoDate

/** The ids of all requirements, those of the contract included. */
export const knownIds = async (): Promise<readonly string[]> => {
  const { requirements } = await import('../../contracts/listed-requirements.ts')
  const { pactCatalogue } = await import('../../suites/catalogue.ts')
  return [...requirements, ...pactCatalogue].map(({ id }) => id)
}

/** The baseline of `--baseline`, read before the first request, so that an error in it is reported at once. */
export const readGate = async ({ values, source, io }: Invocation): Promise<BaselineGate | undefined> => {
  const name = values.baseline
  if (name === undefined) return undefined
  const file = await parseBaseline(await readTextFile(name, source('baseline'), io), name)
  return { name, file, today: todayOf(io), known: await knownIds() }
}

/** The baseline without the run's secrets in what people wrote in it. */
export const withoutSecrets = (gate: BaselineGate, redact: (text: string) => string): BaselineGate => {
  const { file } = gate
  const origins = new Map<BaselineEntry, BaselineEntry>()
  const shown = (entry: BaselineEntry): BaselineEntry => {
    const { link } = entry
    const copy = { ...entry, reason: redact(entry.reason), ...(link === undefined ? {} : { link: redact(link) }) }
    origins.set(copy, entry)
    return copy
  }
  const failures = file.failures.map(shown)
  const unverified = file.unverified.map(shown)
  const lineOf = (entry: BaselineEntry): number => file.lineOf(origins.get(entry) ?? entry)
  return { ...gate, file: { ...file, failures, unverified, lineOf } }
}

/** One line for a finding, with the link of its entry. */
export const findingLine = (finding: BaselineFinding): string => {
  const { id, case: name } = 'actual' in finding ? finding.actual : finding.entry
  const link = finding.entry?.link
  return oneLine(
    `${id}${name === undefined ? '' : ` [${name}]`}: ${findingClause(finding)}${link === undefined ? '' : ` (${link})`}`,
  )
}

/** The report with the findings of the baseline, and the exit code. */
export const judgeGate = (
  report: Report,
  { name, file, today, known, interrupted = false }: BaselineGate,
  rules: ExitOptions,
): { readonly report: Report; readonly code: ExitCode } => {
  const judged = holdAgainst(report, { ...file, name }, today, { ...rules, known, interrupted })
  const hasError = report.requirements.some(({ verdict }) => verdict === 'error')
  const code = (): ExitCode => {
    if (judged.gate.passed) return exitCodes.conformant
    if (judged.gate.findings.length !== 0) return exitCodes.nonConformant
    return hasError ? exitCodes.ownError : exitCodes.incomplete
  }
  return { report: judged, code: code() }
}
