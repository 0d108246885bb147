import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram } from '../../bin/program.ts'

export interface Program {
  readonly folder: string
  start(argv: readonly string[], env: Readonly<Record<string, string>>, cwd?: string): ChildProcess
  /** A working directory that nothing else uses. */
  room(): Promise<string>
  remove(): Promise<void>
}

/** The command line as a program, in a folder of its own. */
export const buildProgram = async (): Promise<Program> => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-conformance-safety-'))
  const program = await bundleProgram()
  return {
    folder,
    start: (argv, env, cwd = folder) =>
      spawn(process.execPath, [program, ...argv], {
        cwd,
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    room: () => mkdtemp(join(folder, 'room-')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a child process said until it ended. */
export const ended = async (child: ChildProcess): Promise<Ended> => {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', chunk => {
    stdout += chunk
  })
  child.stderr?.on('data', chunk => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, stdout, stderr }
}
