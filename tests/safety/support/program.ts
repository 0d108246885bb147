import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram, type Program, startProgram } from '../../bin/program.ts'

export interface BuiltProgram {
  start(argv: readonly string[], env: Readonly<Record<string, string>>, cwd?: string): Program
  /** A working directory that nothing else uses. */
  room(): Promise<string>
  remove(): Promise<void>
}

/** The command line as a program, in a folder of its own. */
export const buildProgram = async (): Promise<BuiltProgram> => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-conformance-safety-'))
  const program = await bundleProgram()
  return {
    start: (argv, env, cwd = folder) => startProgram(program, argv, { cwd, env }),
    room: () => mkdtemp(join(folder, 'room-')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The exit code of a process and what it said until its end. */
export const ended = async (
  process: Program,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> => {
  const code = await process.ended()
  return { code, stdout: process.text.stdout, stderr: process.text.stderr }
}
