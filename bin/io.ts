import type { Clock } from '../engine/options.ts'
import { visible } from '../reporters/shared/text.ts'

/** Where text goes: a stream of the process, or an array of a test. */
export interface Sink {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Everything that a command may know of the process it runs in. */
export interface Io {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The engine's own where it is absent. */
  readonly clock?: Clock
  /** Milliseconds between progress lines where standard error is not a terminal; no such lines if absent. */
  readonly saysEveryMs?: number
  /** Calls the listener at SIGINT or SIGTERM, the second time just before the process ends; returns how to stop listening. */
  onInterrupt(listener: (signal: string) => void): () => void
  /** Sets the last message for a process that crashes. */
  onCrash?(words: () => string | undefined): void
}

/** A message as one line: text of others cannot move the cursor or begin a line of its own. */
export const oneLine = (message: string): string => visible(message.replace(/\s*\n\s*/g, ' ').trim())

/** What stands before a command to copy: where npx or npm started this one, it may not be on the PATH. */
export const runnerOf = ({ env }: Pick<Io, 'env'>): 'npx ' | '' =>
  env.npm_execpath || env.npm_lifecycle_event ? 'npx ' : ''

/** Writes a message of the program to standard error. */
export const say = ({ stderr }: Pick<Io, 'stderr'>, message: string): void => {
  stderr.write(`hub-conformance: ${oneLine(message)}\n`)
}

/** Resolves at the next SIGINT or SIGTERM. */
export const untilInterrupt = (io: Io): Promise<void> =>
  new Promise(resolve => {
    const stop = io.onInterrupt(() => {
      stop()
      resolve()
    })
  })

/** The narrowest and widest output: below it columns break, above it lines are hard to read. */
const narrowest = 40
const widest = 120

// A terminal that does not know its width says 0.
export const terminalColumns = (sink: Sink): number => Math.min(widest, Math.max(narrowest, sink.columns || 80))

/** NO_COLOR overrides FORCE_COLOR. */
export const colorsOn = (sink: Sink, io: Io, noColor = false): boolean => {
  const { NO_COLOR, FORCE_COLOR, TERM } = io.env
  if (noColor || NO_COLOR) return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return sink.isTTY === true && TERM !== 'dumb'
}
