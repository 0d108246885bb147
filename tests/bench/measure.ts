import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** A request that the hub was sent. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What a process took. */
export interface Took {
  readonly ms: number
  readonly cpuMs: number
  readonly peakMb: number
}

interface Hub {
  readonly url: string
  readonly token: string
  readonly fixtures: Readonly<Record<string, string | number>>
  asked(): Promise<readonly Asked[]>
  close(): void
}

const here = fileURLToPath(new URL('.', import.meta.url))

export const startHub = async (latencyMs = 0): Promise<Hub> => {
  const child: ChildProcess = fork(join(here, 'hub.js'), [String(latencyMs)])
  const [said] = await once(child, 'message')
  return {
    ...said,
    asked: async () => {
      child.send('asked')
      return (await once(child, 'message'))[0]
    },
    close: () => child.disconnect(),
  }
}

let runs = 0

/** Runs a program of Node to its end, as a whole process; what it writes to its standard error is `said`. */
export const timed = async (
  folder: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Took & { readonly code: number | null; readonly said: string }> => {
  const usage = join(folder, `usage-${++runs}.json`)
  const started = performance.now()
  const child = spawn(process.execPath, ['--require', join(here, '../../tests/support/usage.cjs'), ...argv], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env, USAGE_FILE: usage },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(child.stderr)
  const [code] = await once(child, 'exit')
  const ms = performance.now() - started
  return { code, said: await said, ms, ...JSON.parse(readFileSync(usage, 'utf8')) }
}

/** The same for a program that must succeed. */
export const measured = async (...given: Parameters<typeof timed>): Promise<Took> => {
  const { code, said, ...took } = await timed(...given)
  if (code !== 0) throw new Error(`${given[1].join(' ')} ended with ${code}\n${said}`)
  return took
}

/** The arguments and the environment of a full writing run of the command in a folder. */
export const fullRun = (
  command: string,
  { url, token, fixtures }: Hub,
): readonly [argv: readonly string[], env: Readonly<Record<string, string>>] => [
  [
    command,
    ...['--quiet', '--allow-writes', '--target', url],
    ...Object.entries(fixtures).flatMap(([name, value]) => [
      `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
      String(value),
    ]),
  ],
  { HUB_CONFORMANCE_TOKEN: token },
]
