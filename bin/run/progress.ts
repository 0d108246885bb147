import type { ProgressEvent } from '../../engine/options.ts'
import { clipColumns, count, visible } from '../../reporters/shared/text.ts'
import { type Io, say } from '../io.ts'

/** The line that shows what a run is doing. */
export interface Progress {
  readonly show: (event: ProgressEvent) => void
  /** Clears the line before other output. */
  readonly clear: () => void
  readonly stop: () => void
}

/** What was found, and where. */
export const foundLine = ({ need, name, from }: Extract<ProgressEvent, { type: 'found' }>): string =>
  need === 'credentials'
    ? `sends credentials as ${name} (${from})`
    : `found the ${need === 'org' ? 'organization' : need} ${name} (${from})`

/** The case that a request is of, and whether it is asked again: its key ends with the number of the attempt. */
const withoutAttempt = (key: string): string => key.replace(/ 1$/, '').replace(/ \d$/, ', again')

/** The text of the progress line after each event. */
export const progressText = (): ((event: ProgressEvent) => string) => {
  let cases = 0
  let asked = 0
  let failed = 0
  let requests = 0
  let limited = 0
  let now = ''
  /** A run waits as long as a limit says. */
  const sent = (): string => `${count(requests, 'request')}${limited === 0 ? '' : `, ${limited} answered 429`}`
  return event => {
    switch (event.type) {
      case 'plan':
        cases = event.cases
        return `${event.requirements} requirements, ${cases} cases`
      case 'found':
        return foundLine(event)
      case 'request':
        requests += 1
        if (event.status === 429) limited += 1
        now = withoutAttempt(event.of)
        break
      case 'case':
        asked += 1
        if (event.verdict === 'fail') failed += 1
        break
      case 'requirement':
        break
      case 'cleanup':
        return `${sent()}, cleaning up, ${event.left} left`
    }
    return `${asked}/${cases} cases, ${sent()}${failed === 0 ? '' : `, ${failed} failed`}  ${now}`
  }
}

/** How often a terminal is shown the time. */
const secondMs = 1_000

/** The spinner, a space, and the last column, which some terminals wrap at. */
const roomForSpinner = 3

const silent: Progress = { show: () => {}, clear: () => {}, stop: () => {} }

/** Calls back with the seconds since the start at intervals; returns a function that stops this. */
const ticking = (ms: number, tick: (seconds: number) => void): (() => void) => {
  const started = Date.now()
  const timer = setInterval(() => tick(Math.round((Date.now() - started) / 1_000)), ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** On a terminal, one line until the run ends; elsewhere, a new line at intervals. */
export const startProgress = async (io: Io, quiet: boolean): Promise<Progress> => {
  if (quiet) return silent
  const text = progressText()
  let said = 'starting'
  const { isTTY, columns } = io.stderr
  // On a terminal of unknown width (0 columns) the spinner would clear lines without end.
  if (isTTY !== true || !columns || io.env.TERM === 'dumb' || io.env.CI) {
    if (io.saysEveryMs === undefined) return silent
    const stop = ticking(io.saysEveryMs, seconds => {
      say(io, `${seconds} s, ${said}`)
    })
    return {
      show: event => {
        said = text(event)
      },
      clear: () => {},
      stop,
    }
  }
  const { default: ora } = await import('ora')
  // A terminal is a stream; only tests have sinks that are none, and none of those is a terminal.
  const spinner = ora({ stream: io.stderr as unknown as NodeJS.WriteStream, discardStdin: false }).start(said)
  let elapsed = 0
  const write = (): void => {
    spinner.text = clipColumns(`${elapsed} s  ${visible(said)}`, columns - roomForSpinner)
  }
  const stopTicking = ticking(secondMs, seconds => {
    elapsed = seconds
    write()
  })
  return {
    show: event => {
      said = text(event)
      write()
    },
    clear: () => {
      spinner.clear()
    },
    stop: () => {
      stopTicking()
      spinner.stop()
    },
  }
}
