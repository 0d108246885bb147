import type { IsoDate } from '../../contracts/lifecycle.ts'
import type { Report } from '../../contracts/report.ts'
import { type BaselineFinding, judgeBaseline, type Subject } from '../../engine/reports/baseline.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { paint } from '../../reporters/shared/paint.ts'
import { count } from '../../reporters/shared/text.ts'
import type { Invocation } from '../commands/command.ts'
import type { Deps } from '../deps.ts'
import { type ExitCode, type ExitOptions, exitCodes } from '../exit-code.ts'
import { readTextFile } from '../files.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../one-line.ts'
import { type BaselineFile, parseBaseline } from './file.ts'

/** A baseline that a run is held against. */
export interface BaselineGate {
  readonly name: string
  readonly file: BaselineFile
  readonly today: IsoDate
  readonly known: readonly string[]
  /** What the run did not come to is no regression then. */
  readonly interrupted?: boolean
}

export const todayOf = ({ clock }: Io): IsoDate =>
  new Date(clock?.now() ?? Date.now()).toISOString().slice(0, 10) as IsoDate

/** The ids of all requirements, those of the contract included. */
export const knownIds = async (deps: Pick<Deps, 'catalogue' | 'pactCatalogue'>): Promise<readonly string[]> =>
  [...(await deps.catalogue()), ...(await deps.pactCatalogue())].map(({ id }) => id)

/** The baseline of `--baseline`, read before anything is asked, so that a mistake in it costs no run. */
export const readGate = async ({ values, source, io, deps }: Invocation): Promise<BaselineGate | undefined> => {
  const name = values.baseline
  if (name === undefined) return undefined
  const file = await parseBaseline(await readTextFile(name, source('baseline'), io), name)
  return { name, file, today: todayOf(io), known: await knownIds(deps) }
}

const stateOf = ({ verdict, code }: { readonly verdict: string; readonly code?: string | null | undefined }): string =>
  `${verdict === 'fail' ? 'failing' : verdict}${code === null || code === undefined ? '' : ` (${code})`}`

const verb = (actual: Subject): string =>
  actual.verdict === 'fail' ? `fails (${actual.code})` : `is ${stateOf(actual)}`

/** What differs, as a clause after the name of what it is about. */
const clause = (finding: BaselineFinding): string => {
  switch (finding.kind) {
    case 'unlisted-failure':
      return finding.entry === undefined
        ? `${verb(finding.actual)} and is not listed`
        : `${verb(finding.actual)}, but is listed as ${stateOf(finding.entry)}`
    case 'unverified':
      return finding.entry === undefined
        ? `is not verified: ${stateOf(finding.actual)}, and not listed as such`
        : `is no longer verified: ${stateOf(finding.actual)}, but listed as ${stateOf(finding.entry)}`
    case 'stale': {
      const now = finding.actual.verdict === 'pass' ? 'passes' : `is ${finding.actual.verdict}`
      return `${now}, but is still listed as ${stateOf(finding.entry)}; remove the entry`
    }
    case 'changed':
      return `${verb(finding.actual)}, but is listed as ${stateOf(finding.entry)}`
    case 'expired':
      return `the entry expired on ${finding.entry.expires}; fix the target, or renew the entry`
    case 'unknown': {
      const { entry, known } = finding
      const given = entry.case ?? entry.id
      const what = entry.case === undefined ? 'unknown requirement id' : 'unknown case of this requirement'
      return `${what}${suggestion(given, known)}`
    }
    case 'duplicate':
      return 'is listed more than once'
  }
}

/** One line for a finding, with what the entry says of itself. */
export const findingLine = (finding: BaselineFinding): string => {
  const { id, case: name } = 'actual' in finding ? finding.actual : finding.entry
  const link = finding.entry?.link
  return oneLine(
    `${id}${name === undefined ? '' : ` [${name}]`}: ${clause(finding)}${link === undefined ? '' : ` (${link})`}`,
  )
}

/** Says how the report stands to the baseline, and what the process ends with. */
export const judgeGate = (
  report: Report,
  gate: BaselineGate,
  { failOn, allowIncomplete }: ExitOptions,
  colors: boolean,
): { readonly text: string; readonly code: ExitCode } => {
  const { name, file, today, known, interrupted = false } = gate
  const all = judgeBaseline(report, file, today, { failOn, allowIncomplete, known })
  const findings = interrupted ? all.filter(({ kind }) => kind !== 'unverified') : all
  const { bold, red, green } = paint(colors)
  const listed = `${count(file.failures.length, 'failure')} and ${file.unverified.length} unverified are listed`
  const head =
    findings.length === 0
      ? green(`no regression; ${listed}`)
      : red(`${count(findings.length, 'difference')}; ${listed}`)
  const text = [
    '',
    `${bold(`Baseline ${oneLine(name)}:`)} ${head}`,
    ...findings.map(finding => `  ${findingLine(finding)}`),
    '',
  ].join('\n')
  if (findings.length > 0) return { text, code: exitCodes.nonConformant }
  if (report.requirements.some(({ verdict }) => verdict === 'error')) return { text, code: exitCodes.ownError }
  return { text, code: interrupted ? exitCodes.incomplete : exitCodes.conformant }
}
