import { setTimeout as pause } from 'node:timers/promises'
import { defined } from '../../contracts/defined.ts'
import type { Report } from '../../contracts/results/report.ts'
import { TargetUnreachable, UsageError } from '../../engine/options.ts'
import { why } from '../../reporters/shared/facts.ts'
import { paint } from '../../reporters/shared/paint.ts'
import type { Invocation, RunOnce } from '../commands/command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, type Io, oneLine, say } from '../io.ts'
import { readCredentials } from '../options/credentials.ts'
import { readNetwork } from '../run/input.ts'
import { type LedgerFile, leftText } from '../run/ledger-file.ts'
import { stdoutReport } from '../run/reports.ts'
import { restartsThatCount } from './restarts.ts'
import type { TargetEvent } from './target.ts'
import { described, observe, viewOf, type Watched } from './view.ts'

/** A run begins after so many milliseconds without another change: an editor writes in several steps. */
const quietFor = 150

const restarted = 'the target restarted'
const arrived = 'the target started'
const gone = 'the target stopped; waiting for it'

/** Refuses what cannot be run again, or whose output would be useless. */
const refuseUnwatchable = ({ values, source, targets }: Invocation): void => {
  const given = source('watch')
  if (targets !== undefined) throw new UsageError(`${given} needs one target; select it with --target NAME`)
  if (values['dry-run']) throw new UsageError(`${given} and --dry-run cannot be combined; remove one`)
  if (values['token-file'] === '-')
    throw new UsageError(`${source('token-file')}: standard input can be read only once; with ${given}, use a file`)
  const onStdout = stdoutReport(values.report)
  if (onStdout !== undefined)
    throw new UsageError(`${source('report')}: with ${given} a report needs a file, as in ${onStdout.format}=FILE`)
}

const absent = (view: Watched): string => `no answer from ${described({ ...view, paths: [] })}; waiting for it`

const failedOf = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'error').map(({ id }) => id)

/** The requirements that failed before: a line for each that changed, and how many still fail. */
const earlyLines = (report: Report, ids: readonly string[], colors: boolean): string => {
  const { green, red, yellow } = paint(colors)
  const first = report.requirements.filter(({ id }) => ids.includes(id))
  const failing = first.filter(({ verdict }) => verdict === 'fail').length
  const lines = first.flatMap(({ id, verdict, reason }) => {
    if (verdict === 'fail') return []
    if (verdict === 'pass') return [green(`✓ ${id} passes now`)]
    return [yellow(`? ${id} is ${verdict} now: ${oneLine(why(reason))}`)]
  })
  const still = failing === 0 ? [] : [red(`✗ ${failing} of ${first.length} still ${failing === 1 ? 'fails' : 'fail'}`)]
  return `${[...lines, ...still].join('\n')}\nNow the other requirements\n\n`
}

/** Deletes what runs left behind while their target was down. If that fails, the `cleanup` command can delete it. */
const sweep = async (ledgers: Set<LedgerFile>, invocation: Invocation): Promise<void> => {
  const { io } = invocation
  for (const ledger of ledgers) {
    const record = ledger.left()
    if (record !== undefined) {
      const { resumeCleanup } = await import('../../engine/cleanup/resume.ts')
      const credentials = await readCredentials(invocation, io)
      try {
        await resumeCleanup({
          record,
          allowWrites: invocation.values['allow-writes'] ?? true,
          store: ledger,
          network: await readNetwork(invocation),
          ...defined({ credentials, clock: io.clock }),
        })
      } catch (error) {
        // The target is down again: this is repeated when it is back.
        if (error instanceof TargetUnreachable) continue
        throw error
      }
    }
    ledgers.delete(ledger)
    sayLeft(ledger, invocation)
  }
}

const sayLeft = (ledger: LedgerFile, { io }: Invocation): void => {
  const command = ledger.resume()
  if (command !== undefined) io.stderr.write(`hub-conformance: ${leftText(io, command)}\n`)
}

const timeOf = (at: number): string => new Date(at).toTimeString().slice(0, 8)

/** Waits for changes that are reported to it. */
const createWaiter = () => {
  let changes = 0
  let wake = (): void => undefined
  return {
    report: (): void => {
      changes += 1
      wake()
    },
    /** Resolves once a run is due and nothing more changes for a moment, or once the watch is over. */
    until: async (isDue: () => boolean, isOver: () => boolean): Promise<void> => {
      do {
        while (!isOver() && !isDue())
          await new Promise<void>(resolve => {
            wake = resolve
          })
        for (let before = -1; !isOver() && before !== changes; ) {
          before = changes
          await pause(quietFor)
        }
        // The target may have stopped in the meantime.
      } while (!isOver() && !isDue())
    },
  }
}

/**
 * Runs, and runs again when the target restarts or a given file changes: first what failed, then the rest. A change during a run ends it
 * and begins another, so that two never overlap. Ends at SIGINT or SIGTERM with the exit code of the last run that was complete.
 */
export const watch = async (start: Invocation, runOnce: RunOnce): Promise<ExitCode> => {
  refuseUnwatchable(start)
  let view = viewOf(start)
  if (view.url === undefined && view.paths.length === 0)
    throw new UsageError(
      `${start.source('watch')}: nothing to watch; set --watch-path PATH, or a target that is not behind a proxy`,
    )
  const { io } = start
  const colors = colorsOn(io.stdout, io, start.values['no-color'])

  const reasons = new Set<string>()
  const ledgers = new Set<LedgerFile>()
  const restarts = restartsThatCount()
  const waiter = createWaiter()
  let running: AbortController | undefined
  let away = false
  let met = false
  let shown = ''
  let code: ExitCode | undefined

  const ending = (): string => `Ctrl-C ends with ${code ?? exitCodes.incomplete}`
  const status = (line: string): void => {
    if (line !== shown) say(io, line)
    shown = line
  }
  const happen = (supersedes: boolean): void => {
    if (supersedes) running?.abort()
    waiter.report()
  }
  const onFile = (path: string): void => {
    restarts.forget()
    reasons.add(`${path} changed`)
    happen(true)
  }
  const onTarget = (event: TargetEvent): void => {
    if (event !== 'back') restarts.ended()
    const tooMany = restarts.tooMany()
    away = event === 'gone'
    if (away && running === undefined) status(gone)
    if (!away && tooMany === undefined) reasons.add(met ? restarted : arrived)
    met ||= !away
    if (!away && tooMany !== undefined)
      status(
        `the target stopped during ${tooMany} runs in a row, possibly because of them; waiting for a change; ${ending()}`,
      )
    happen(tooMany === undefined)
  }

  let interrupted = false
  let inRun: ((signal: string) => void) | undefined
  const stopListening = io.onInterrupt(signal => {
    interrupted = true
    inRun?.(signal)
    happen(false)
  })
  const onInterrupt: Io['onInterrupt'] = listener => {
    inRun = listener
    return () => {
      inRun = undefined
    }
  }

  let invocation = start
  let observed = await observe(view, io, onTarget, onFile)
  away = !observed.answers
  met = observed.answers

  let failed: readonly string[] = []
  let last: Report | undefined
  const runNow = async (first: readonly string[] | undefined): Promise<void> => {
    running = new AbortController()
    const superseded = running.signal
    restarts.runBegins()
    try {
      await sweep(ledgers, invocation)
      const outcome = await runOnce(
        { ...invocation, io: { ...invocation.io, onInterrupt } },
        {
          ...(first === undefined ? {} : { first, again: true }),
          onFirst: report => io.stdout.write(earlyLines(report, failed, colors)),
          superseded,
          since: last,
        },
      )
      if (outcome.ledger?.left()) ledgers.add(outcome.ledger)
      if (superseded.aborted) return
      if (interrupted) {
        code ??= outcome.code
        return
      }
      restarts.runCompleted()
      code = outcome.code
      if (outcome.report) {
        last = outcome.report
        failed = failedOf(last)
      }
    } catch (error) {
      // A usage error ends the command at the start. Later, the user is editing a file and will correct it.
      if (error instanceof UsageError && first !== undefined) code = exitCodes.usage
      else if (error instanceof TargetUnreachable) code = exitCodes.unreachable
      else throw error
      say(io, error.message)
    } finally {
      running = undefined
    }
  }

  /** Reads options and files again; false if they cannot be used. */
  const reread = async (): Promise<boolean> => {
    try {
      const next = await invocation.reread()
      refuseUnwatchable(next)
      invocation = next
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      code = exitCodes.usage
      say(io, error.message)
      return false
    }
    const next = viewOf(invocation)
    if (JSON.stringify(next) === JSON.stringify(view)) return true
    await observed.stop()
    view = next
    observed = await observe(view, io, onTarget, onFile)
    away = !observed.answers
    met = observed.answers
    return true
  }

  try {
    if (away) code = exitCodes.unreachable
    else if (!interrupted) await runNow(undefined)
    while (!interrupted) {
      if (away) status(met ? gone : absent(view))
      else if (reasons.size === 0) status(`watching ${described(view)}; ${ending()}`)
      await waiter.until(
        () => !away && reasons.size > 0,
        () => interrupted,
      )
      if (interrupted) break
      const because = [...reasons].join(', ')
      reasons.clear()
      shown = ''
      const order = failed.length === 0 ? '' : `; first the ${failed.length} that failed before`
      io.stdout.write(`\n${timeOf(io.clock?.now() ?? Date.now())}  ${oneLine(because)}${order}\n\n`)
      if (!(await reread()) || away) continue
      if (!interrupted) await runNow(failed)
    }
    return code ?? exitCodes.incomplete
  } finally {
    stopListening()
    await observed.stop()
    for (const ledger of ledgers) sayLeft(ledger, invocation)
  }
}
