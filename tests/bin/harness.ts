import { type Deps, deps as realDeps } from '../../bin/deps.ts'
import type { Io } from '../../bin/io.ts'
import { main } from '../../bin/main.ts'
import type { Report } from '../../contracts/results/report.ts'
import type { RunInput } from '../../engine/options.ts'
import { conformant } from '../reporters/fixtures/reports.ts'

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly cwd?: string
  /** The width of the terminal that standard error is; absent where it is none. */
  readonly columns?: number
  readonly deps?: Partial<Deps>
  /** Called for what the command prints, as it prints it. */
  readonly onOutput?: (text: string) => void
  /** Called once a command listens for signals. */
  readonly onListening?: (interrupt: (signal: string) => void) => void
}

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in this process, with a process around it that is made up. */
export const cli = async (argv: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> => {
  const out: string[] = []
  const err: string[] = []
  const io: Io = {
    stdout: {
      write: text => {
        out.push(text)
        surroundings.onOutput?.(text)
      },
    },
    stderr: {
      ...(surroundings.columns !== undefined && { isTTY: true, columns: surroundings.columns }),
      write: text => {
        err.push(text)
        surroundings.onOutput?.(text)
      },
    },
    stdin: (async function* () {
      yield surroundings.stdin ?? ''
    })(),
    env: surroundings.env ?? {},
    cwd: surroundings.cwd ?? '/',
    onInterrupt: listener => {
      surroundings.onListening?.(listener)
      return () => {}
    },
  }
  const code = await main(argv, io, { ...realDeps, ...surroundings.deps })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

/** An engine that answers with a report made by hand and keeps what it was asked. */
export const fakeEngine = (answer: Report | ((input: RunInput) => Promise<Report>) = conformant) => {
  const inputs: RunInput[] = []
  const engine: Deps['engine'] = async () => ({
    runConformance: async input => {
      inputs.push(input)
      return typeof answer === 'function' ? answer(input) : answer
    },
    checkDocs: async () => {
      throw new Error('not asked for')
    },
  })
  const asked = { requirements: 1, cases: 1, readsOnly: false }
  const dryRun: Deps['dryRun'] = async () => ({
    askedIn: () => asked,
    dryRunOf: async () => ({
      ...asked,
      v1: {},
      current: { GET: 1 },
      creations: { repository: 0, pat: 0, oat: 0 },
      deletion: { method: 'DELETE', path: '/', from: 'default' },
    }),
  })
  return {
    deps: { engine, dryRun },
    input: (): RunInput => {
      const [input] = inputs
      if (input === undefined) throw new Error('the engine was not asked')
      return input
    },
    asked: () => inputs.length,
  }
}

/** Runs with an engine that must not be reached. */
export const refused = async (argv: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> => {
  const engine = fakeEngine()
  const outcome = await cli(argv, { ...surroundings, deps: { ...engine.deps, ...surroundings.deps } })
  if (engine.asked() > 0) throw new Error('a run was started')
  return outcome
}
