import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Report } from '../../contracts/results/report.ts'
import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { formats, reporters } from '../../reporters/index.ts'
import type { RenderOptions } from '../../reporters/reporter.ts'
import { reportPath } from '../../reporters/shared/facts.ts'
import { type BaselineGate, judgeGate } from '../baseline/gate.ts'
import { type ExitCode, type ExitOptions, exitCode, exitCodes } from '../exit-code.ts'
import { fileTrouble } from '../files.ts'
import { colorsOn, type Io, oneLine, runnerOf, type Sink, say, terminalColumns } from '../io.ts'
import type { ReadOptions } from '../options/read-options.ts'
import { type ReportRequest, shown } from '../options/values.ts'

type ReportFormat = keyof typeof reporters

interface PlannedReport<Format extends string = ReportFormat> extends ReportRequest {
  readonly format: Format
}

/** What is shown and written after the run. */
interface Output {
  readonly reports: readonly PlannedReport[]
  readonly verbosity: NonNullable<RenderOptions['verbosity']>
  readonly noColor: boolean
  readonly junit: Required<Pick<RenderOptions, 'junitDialect' | 'junitKnown'>>
  readonly exit: ExitOptions
  /** The report of the run before, where only what changed since is shown. */
  readonly since?: Report
}

/** The reports that --report names. Throws {@link UsageError} if two have one place, or a format is unknown. */
export const planReports = <Format extends string>(
  { values, source }: ReadOptions,
  formats: readonly Format[],
): readonly PlannedReport<Format>[] => {
  const reports = (values.report ?? []).map((request): PlannedReport<Format> => {
    const { format: given } = request
    const format = formats.find(known => known === given)
    if (format === undefined)
      throw new UsageError(
        `${source('report')}: unknown report format ${shown(given)}${suggestion(given, formats)} (${formats.join(', ')})`,
      )
    return { ...request, format }
  })
  const onStdout = reports.filter(report => report.path === undefined)
  if (onStdout.length > 1) {
    throw new UsageError(
      `${source('report')}: only one report can go to standard output; write the others to a file, as in ${onStdout[0]?.format}=FILE`,
    )
  }
  const paths = reports.flatMap(report => report.path ?? [])
  const twice = paths.find((path, index) => paths.indexOf(path) !== index)
  if (twice !== undefined) throw new UsageError(`${source('report')}: two reports have the same file ${twice}`)
  return reports
}

export const verbosityOf = ({ values: { quiet, verbose } }: ReadOptions): Output['verbosity'] => {
  if (quiet && verbose) throw new UsageError('--quiet and --verbose cannot be combined; remove one')
  return quiet ? 'quiet' : verbose ? 'verbose' : 'normal'
}

/** What the options ask to be shown, checked before anything is sent. */
export const planOutput = (options: ReadOptions): Output => {
  const { values } = options
  return {
    reports: planReports(options, formats as readonly ReportFormat[]),
    verbosity: verbosityOf(options),
    noColor: values['no-color'] ?? false,
    junit: { junitDialect: values['junit-dialect'] ?? 'jenkins', junitKnown: values['junit-known'] ?? 'skip' },
    exit: { failOn: values['fail-on'] ?? 'must', allowIncomplete: values['allow-incomplete'] ?? false },
  }
}

/** Refuses a path that no report can be written to, before the first request: a folder, a file in place of a folder, no permission. */
export const checkReportPaths = async (reports: readonly ReportRequest[], { cwd }: Pick<Io, 'cwd'>): Promise<void> => {
  for (const { path } of reports) {
    if (path === undefined) continue
    const file = resolve(cwd, path)
    const refuse = (why: string): never => {
      throw new UsageError(`cannot write the report ${oneLine(path)}: ${why}`)
    }
    const found = await stat(file).catch(() => undefined)
    if (found?.isDirectory()) refuse('it is a folder')
    // A missing folder is created with the report, so the nearest existing one decides.
    let place = found ? file : dirname(file)
    while (place !== dirname(place) && !(await stat(place).catch(() => undefined))) place = dirname(place)
    if (!found && !(await stat(place)).isDirectory()) refuse(`${oneLine(place)} is not a folder`)
    await access(place, constants.W_OK).catch((error: unknown) => refuse(oneLine(fileTrouble(error))))
  }
}

const writeReport = async (path: string, content: string, io: Io): Promise<boolean> => {
  const file = resolve(io.cwd, path)
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    return true
  } catch (error) {
    say(io, `cannot write the report ${path}: ${fileTrouble(error)}`)
    return false
  }
}

/** The report that takes standard output. What is for people goes to standard error then, so that a pipe gets the report alone. */
export const stdoutReport = (reports: readonly ReportRequest[] = []): ReportRequest | undefined =>
  reports.find(({ path, format }) => path === undefined && format !== 'console')

/** Whether a command prints the console report: by default, or if it is requested without a file. */
export const printsConsole = (reports: readonly ReportRequest[]): boolean =>
  reports.length === 0 || reports.some(({ path, format }) => path === undefined && format === 'console')

/**
 * Writes each report to its file, or to standard output; false if one could not be written. The console report is printed by the
 * caller, with the colors and the width of the terminal.
 */
export const writeReports = async <Format extends string>(
  reports: readonly PlannedReport<Format>[],
  textOf: (format: Format) => string,
  io: Io,
  fileOf = (path: string): string => path,
): Promise<boolean> => {
  let complete = true
  for (const { format, path } of reports) {
    if (path !== undefined) complete = (await writeReport(fileOf(path), textOf(format), io)) && complete
    else if (format !== 'console') io.stdout.write(textOf(format))
  }
  return complete
}

type Formats<Result, Options> = Readonly<Record<string, (result: Result, options: Options) => string>> & {
  readonly console: (result: Result, options: Options & Pick<RenderOptions, 'colors'>) => string
}

/**
 * Prints the result of a command other than a run and writes it in the formats of `--report`, which are checked before anything is done.
 * Undefined if one could not be written.
 *
 * @param taken - whether something else takes standard output
 */
export const showResult = async <Result, Options extends object>(
  { values, source, io }: ReadOptions & { readonly io: Io },
  formats: Formats<Result, Options & Pick<RenderOptions, 'columns'>>,
  options: Options,
  made: (sink: Sink) => Promise<Result>,
  taken = false,
): Promise<Result | undefined> => {
  const reports = planReports({ values, source }, Object.keys(formats))
  const sink = taken || stdoutReport(reports) ? io.stderr : io.stdout
  const result = await made(sink)
  const colors = colorsOn(sink, io, values['no-color'])
  sink.write(formats.console(result, { ...options, colors, columns: terminalColumns(sink) }))
  const textOf = (format: string): string => formats[format]?.(result, { ...options, columns: 80 }) ?? ''
  return (await writeReports(reports, textOf, io)) ? result : undefined
}

/**
 * Compares the report with the baseline, prints it, and writes the requested reports. The result is printed first, so that a file
 * that cannot be written does not hide it.
 */
export const showReport = async (
  given: Report,
  output: Output,
  io: Io,
  gate?: BaselineGate,
): Promise<{ readonly code: ExitCode; readonly report: Report }> => {
  const { reports, verbosity, exit } = output
  const judged = gate && judgeGate(given, gate, exit)
  const report = judged?.report ?? given
  const sink = stdoutReport(reports) ? io.stderr : io.stdout
  const plain = { verbosity, failOn: exit.failOn, columns: 80, ...output.junit }
  const keeps = reports.some(({ format }) => format === 'json')
  sink.write(
    reporters.console.render(report, {
      ...plain,
      ...(output.since && { since: output.since }),
      hints: keeps ? [] : ['--report json=report.json keeps the evidence'],
      colors: colorsOn(sink, io, output.noColor),
      columns: terminalColumns(sink),
      runner: runnerOf(io),
    }),
  )
  const began = performance.now()
  const textOf = (format: ReportFormat): string => reporters[format].render(report, plain)
  const complete = await writeReports(reports, textOf, io, path => reportPath(path, report))
  // A report cannot say how long it took to write it.
  if (verbosity === 'verbose' && reports.length > 0)
    say(io, `writing reports took ${Math.round(performance.now() - began)} ms`)
  return { report, code: complete ? (judged?.code ?? exitCode(report, exit)) : exitCodes.ownError }
}
