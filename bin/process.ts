import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { crashText } from './crash.ts'
import { deps } from './deps.ts'
import { exitCodes } from './exit-code.ts'
import type { Io } from './io.ts'
import { main } from './main.ts'

const { stdout, stderr, stdin, env, versions } = process

const megabyte = 1024 * 1024

const newSpaceGrowth = (factor: 1 | 2): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

const newSpaceSize = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? Number.POSITIVE_INFINITY

/**
 * V8 lets the space for new objects grow from 2 MB to 32 MB, a quarter of what a run takes. In 4 MB they are collected half as often as in 2.
 * Nothing sets its size in a running process: it grows when more objects are kept than half of it holds.
 */
const growNewSpace = (): void => {
  newSpaceGrowth(2)
  const kept: object[] = []
  while (newSpaceSize() < 4 * megabyte && kept.length < 100_000) kept.push(...Array.from({ length: 1_000 }, () => ({})))
  newSpaceGrowth(1)
}

newSpaceGrowth(1)
// Optimizing undici's parser of HTTP, which is WebAssembly, takes 40 MB and a twentieth of the CPU of a run.
for (const what of ['tier-up', 'dynamic-tiering']) setFlagsFromString(`--no-wasm-${what}`)
// V8 would let the heap grow to four times what is in use before it looks for what is no longer needed.
setFlagsFromString('--heap-growing-percent=60')
// V8 compiles a pattern to bytecode for its first text, and to machine code for the second: most are asked of a few sentences, and more than one.
setFlagsFromString('--no-regexp-tier-up')
// The V8 of Node 20 optimizes what was called a few times: a sixth of the CPU of a run. Later ones wait by themselves, and know no such flag.
if (versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=500000')

let lastWords: () => string | undefined = () => undefined

/** Node would exit with 1, which means "non-conformant". */
const lastResort = (error: unknown): void => {
  stderr.write(crashText(error, env))
  const words = lastWords()
  if (words !== undefined) stderr.write(`hub-conformance: ${words}\n`)
  process.exit(exitCodes.ownError)
}
process.on('uncaughtException', lastResort)
process.on('unhandledRejection', lastResort)

/** A closed pipe (`| head`) does not change the exit code; any other output error does. */
let outputFailed = false
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') outputFailed = true
  })
}

/** The directory may have been deleted while a shell was in it. */
const workingDirectory = (): string => {
  try {
    return process.cwd()
  } catch {
    stderr.write('hub-conformance: the working directory does not exist\n')
    return process.exit(exitCodes.usage)
  }
}

const io: Io = {
  stdout,
  stderr,
  stdin,
  env,
  cwd: workingDirectory(),
  onCrash: words => {
    lastWords = words
  },
  saysEveryMs: 10_000,
  onInterrupt: listener => {
    // SIGHUP: the terminal was closed.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    let asked = false
    const onSignal = (signal: NodeJS.Signals): void => {
      // A second signal ends the process without cleanup.
      const again = asked
      asked = true
      listener(signal)
      if (again) process.exit(exitCodes.incomplete)
    }
    for (const signal of signals) process.on(signal, onSignal)
    return () => {
      for (const signal of signals) process.off(signal, onSignal)
    }
  },
}

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise(resolve => {
    if (stream.writableLength === 0 || stream.destroyed) return resolve()
    stream.once('error', () => resolve())
    stream.write('', () => resolve())
  })

const loadEngine = (): ReturnType<typeof deps.engine> => {
  growNewSpace()
  return deps.engine()
}

const code = await main(process.argv.slice(2), io, { ...deps, engine: loadEngine })
await Promise.all([flushed(stdout), flushed(stderr)])
process.exit(outputFailed ? exitCodes.ownError : code)
