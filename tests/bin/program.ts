import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { inject } from 'vitest'

const bundle = async (folder: string): Promise<void> => {
  const built = await rolldown({ input: 'bin/hub-conformance.ts', platform: 'node', logLevel: 'silent' })
  await built.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await built.close()
}

let bundled: Promise<string> | undefined

/** The command as a file to run, bundled once for all workers: the one that makes the folder bundles, the others wait for its end. */
export const bundleProgram = (): Promise<string> => {
  bundled ??= (async () => {
    const folder = join(inject('programs'), 'program')
    const isFirst = (await mkdir(folder, { recursive: true })) !== undefined
    const end = join(folder, 'bundled')
    if (isFirst) await bundle(folder).finally(() => writeFile(end, ''))
    while (!existsSync(end)) await new Promise(resolve => setTimeout(resolve, 20))
    return join(folder, 'hub-conformance.mjs')
  })()
  return bundled
}

/** A process of the command with what it has said so far. */
export interface Program {
  readonly child: ChildProcess
  readonly text: { readonly stdout: string; readonly stderr: string; readonly all: string }
  /** Resolves once all that was said holds the words so many times; rejects where the process ends before. */
  said(words: string | RegExp, times?: number): Promise<void>
  ended(): Promise<number | null>
}

export const startProgram = (
  program: string,
  argv: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Program => {
  const child = spawn(process.execPath, [program, ...argv], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '', all: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', chunk => {
      text[name] += chunk
      text.all += chunk
      for (const listener of listeners) listener()
    })
  const closed = once(child, 'close').then(([code]) => {
    for (const listener of listeners) listener()
    return code as number | null
  })
  const occurrences = (words: string | RegExp): number => text.all.split(words).length - 1
  return {
    child,
    text,
    said: (words, times = 1) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (occurrences(words) >= times) resolve()
          else if (child.exitCode !== null || child.signalCode !== null)
            reject(new Error(`it ended without having said ${words} ${times} times:\n${text.all}`))
          else return
          listeners.delete(look)
        }
        listeners.add(look)
        look()
      }),
    ended: () => closed,
  }
}
