import { extname } from 'node:path'
import type { Report } from '../../contracts/report.ts'
import { errorText, TargetUnreachable, UsageError } from '../../engine/options.ts'
import { paint } from '../../reporters/shared/paint.ts'
import { readGate } from '../baseline/gate.ts'
import type { Invocation, NamedTarget } from '../commands/command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn } from '../io.ts'
import { oneLine } from '../one-line.ts'
import { environmentOf } from '../options/configure.ts'
import { settingNames } from '../options/setting-names.ts'
import { type ReportRequest, shown } from '../options/values.ts'
import { readRunInput } from './input.ts'
import type { RunOutcome } from './once.ts'
import { planOutput } from './reports.ts'

/** The weightiest first: what was seen to be wrong, what went wrong with us, what was not reached, what was left open. */
const weight: readonly ExitCode[] = [
  exitCodes.nonConformant,
  exitCodes.ownError,
  exitCodes.unreachable,
  exitCodes.incomplete,
  exitCodes.conformant,
]

const weightiest = (codes: readonly ExitCode[]): ExitCode =>
  weight.find(code => codes.includes(code)) ?? exitCodes.ownError

/** `report.json` of the target `staging` is `report-staging.json`. */
const named = (request: ReportRequest, target: string): ReportRequest => {
  if (request.path === undefined) return request
  const extension = extname(request.path)
  return { ...request, path: `${request.path.slice(0, request.path.length - extension.length)}-${target}${extension}` }
}

const invocationOf = ({ targets: _all, ...rest }: Invocation, { name, options }: NamedTarget): Invocation => {
  const { report } = options.values
  if (options.values.target === undefined)
    throw new UsageError(`the target ${shown(name)} of the configuration needs "target: URL"`)
  if (options.values['token-file'] === '-')
    throw new UsageError(`${options.source('token-file')}: a token from standard input can be used for one target only`)
  const onStdout = report?.find(({ path, format }) => path === undefined && format !== 'console')
  if (onStdout !== undefined)
    throw new UsageError(
      `${options.source('report')}: the reports of several targets cannot go to standard output; use a file, as in ${onStdout.format}=FILE`,
    )
  return {
    ...rest,
    ...options,
    values: { ...options.values, ...(report === undefined ? {} : { report: report.map(each => named(each, name)) }) },
    io: { ...rest.io, env: environmentOf(rest.io, name, false) },
  }
}

/** Requirement by target, a verdict in each cell. */
const matrix = (reports: ReadonlyMap<string, Report | undefined>, colors: boolean): string => {
  const { red, green, yellow, bold } = paint(colors)
  const ids = [...new Set([...reports.values()].flatMap(report => report?.requirements.map(({ id }) => id) ?? []))]
  const names = [...reports.keys()]
  const widths = names.map(name => Math.max(name.length, 14))
  const verdictOf = (id: string, report: Report | undefined): string =>
    report === undefined ? 'unreachable' : (report.requirements.find(each => each.id === id)?.verdict ?? '')
  const colour = (verdict: string): ((text: string) => string) =>
    verdict === 'pass' ? green : verdict === 'fail' || verdict === 'error' ? red : yellow
  const rows = ids
    .map(id => ({ id, verdicts: [...reports.values()].map(report => verdictOf(id, report)) }))
    .filter(({ verdicts }) => verdicts.some(verdict => !['', 'not-selected', 'unreachable'].includes(verdict)))
  const first = Math.max('Requirement'.length, ...rows.map(({ id }) => id.length))
  const line = (head: string, cells: readonly string[]): string => [head.padEnd(first), ...cells].join('  ').trimEnd()
  return [
    '',
    bold(
      line(
        'Requirement',
        names.map((name, at) => name.padEnd(widths[at] ?? 0)),
      ),
    ),
    ...rows.map(({ id, verdicts }) =>
      line(
        id,
        verdicts.map((verdict, at) => colour(verdict)(verdict.padEnd(widths[at] ?? 0))),
      ),
    ),
    '',
  ].join('\n')
}

/** Runs every named target, one after the other; all of them are read and checked before the first request. */
export const runTargets = async (
  invocation: Invocation,
  targets: readonly NamedTarget[],
  runOne: (invocation: Invocation) => Promise<RunOutcome>,
): Promise<ExitCode> => {
  const { io, values } = invocation
  const each = targets.map(target => ({ name: target.name, own: invocationOf(invocation, target) }))
  for (const { own } of each) {
    planOutput(own)
    await Promise.all([readGate(own), readRunInput(own)])
  }
  const colors = colorsOn(io.stdout, io, values['no-color'])
  const reports = new Map<string, Report | undefined>()
  const codes: ExitCode[] = []
  let interrupted = false
  for (const { name, own } of each) {
    if (interrupted) {
      codes.push(exitCodes.incomplete)
      break
    }
    const { bold } = paint(colors)
    io.stdout.write(`${reports.size === 0 ? '' : '\n'}${bold(`Target ${name}`)}\n`)
    reports.set(name, undefined)
    try {
      const outcome = await runOne(own)
      reports.set(name, outcome.report)
      interrupted = outcome.interrupted
      codes.push(outcome.code)
    } catch (error) {
      // The others can be asked all the same.
      if (!(error instanceof TargetUnreachable)) throw error
      io.stderr.write(`hub-conformance: ${name}: ${oneLine(errorText(error, settingNames))}\n`)
      codes.push(exitCodes.unreachable)
    }
  }
  if (values.matrix) io.stdout.write(matrix(reports, colors))
  return weightiest(codes)
}
