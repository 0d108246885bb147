import type { ProgressEvent } from '../../engine/options.ts'
import { clipColumns, visible } from '../../reporters/shared/text.ts'
import type { Io } from '../io.ts'

/** The one line that says what a run is doing. */
export interface Progress {
  readonly show: (event: ProgressEvent) => void
  /** Makes room for lines that stay. */
  readonly clear: () => void
  readonly stop: () => void
}

/** What the line says after each event; kept apart from where it is shown. */
export const progressText = (): ((event: ProgressEvent) => string) => {
  let cases = 0
  let asked = 0
  let failed = 0
  let last = ''
  return event => {
    switch (event.type) {
      case 'plan':
        cases = event.cases
        return `${event.requirements} requirements, ${cases} cases`
      case 'note':
        return event.text
      case 'case':
        asked += 1
        if (event.verdict === 'fail') failed += 1
        last = event.requirement
        break
      case 'requirement':
        last = event.requirement
        break
      case 'cleanup':
        return `cleaning up, ${event.left} left`
    }
    return `${asked}/${cases} cases${failed === 0 ? '' : `, ${failed} failed`}  ${last}`
  }
}

/** The spinner, a space, and the last column, which some terminals wrap at. */
const roomForSpinner = 3

const silent: Progress = { show: () => {}, clear: () => {}, stop: () => {} }

/** A line on standard error that is gone when the run is over; nothing where nobody is watching. */
export const startProgress = async (io: Io, quiet: boolean): Promise<Progress> => {
  const { isTTY, columns } = io.stderr
  // On a terminal of unknown width (0 columns) the spinner would clear lines without end.
  if (quiet || isTTY !== true || !columns || io.env.TERM === 'dumb' || io.env.CI) return silent
  const { default: ora } = await import('ora')
  // A terminal is a stream; only tests have sinks that are none, and none of those is a terminal.
  const spinner = ora({ stream: io.stderr as unknown as NodeJS.WriteStream, discardStdin: false }).start('starting')
  const text = progressText()
  return {
    show: event => {
      spinner.text = clipColumns(visible(text(event)), columns - roomForSpinner)
    },
    clear: () => {
      spinner.clear()
    },
    stop: () => {
      spinner.stop()
    },
  }
}
