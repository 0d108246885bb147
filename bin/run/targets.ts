import { extname } from 'node:path'
import { errorText, TargetUnreachable, UsageError } from '../../engine/options.ts'
import { matrixOf, type ReadReport } from '../../engine/reports/matrix.ts'
import { matrixFormats } from '../../reporters/matrix/index.ts'
import { paint } from '../../reporters/shared/paint.ts'
import { readGate } from '../baseline/gate.ts'
import type { Invocation, NamedTarget, RunOutcome } from '../commands/command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, say } from '../io.ts'
import { environmentOf } from '../options/configure.ts'
import { settingNames } from '../options/setting-names.ts'
import { type ReportRequest, shown } from '../options/values.ts'
import { readRunInput } from './input.ts'
import { planOutput, stdoutReport } from './reports.ts'

/** The exit code of several targets is the first of these that one of them has. */
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
const reportOfTarget = (request: ReportRequest, target: string): ReportRequest => {
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
  const onStdout = stdoutReport(report)
  if (onStdout !== undefined)
    throw new UsageError(
      `${options.source('report')}: the reports of several targets cannot go to standard output; use a file, as in ${onStdout.format}=FILE`,
    )
  return {
    ...rest,
    ...options,
    values: {
      ...options.values,
      ...(report === undefined ? {} : { report: report.map(each => reportOfTarget(each, name)) }),
    },
    io: { ...rest.io, env: environmentOf(rest.io, name, false) },
  }
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
  const reached: ReadReport[] = []
  const codes: ExitCode[] = []
  let interrupted = false
  for (const [at, { name, own }] of each.entries()) {
    if (interrupted) {
      codes.push(exitCodes.incomplete)
      break
    }
    const { bold } = paint(colors)
    io.stdout.write(`${at === 0 ? '' : '\n'}${bold(`Target ${name}`)}\n`)
    try {
      const outcome = await runOne(own)
      if (outcome.report) reached.push({ name, file: name, report: outcome.report })
      interrupted = outcome.interrupted
      codes.push(outcome.code)
    } catch (error) {
      // The other targets are still tested.
      if (!(error instanceof TargetUnreachable)) throw error
      say(io, `${name}: ${errorText(error, settingNames)}`)
      codes.push(exitCodes.unreachable)
    }
  }
  if (values.matrix) {
    const verbosity = values.verbose ? 'verbose' : 'normal'
    const missing = each.filter(({ name }) => !reached.some(one => one.name === name))
    io.stdout.write(
      `\n${missing.map(({ name }) => `${name}: no report\n`).join('')}${matrixFormats.console(matrixOf(reached), { verbosity, colors })}`,
    )
  }
  return weightiest(codes)
}
