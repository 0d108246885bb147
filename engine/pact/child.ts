import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isObject } from '../../checks/reading/json.ts'
import { UsageError } from '../options.ts'
import type { Places } from './loopback-server.ts'

/** Pact's verifier in a process of its own: its native part prints to standard output, and may take the process down. */
export interface Child {
  /** The verifier's result as JSON text. */
  verify(places: Places): Promise<string>
  readonly pid: number
  close(): Promise<void>
}

const program = fileURLToPath(new URL('./pact-verifier.js', import.meta.url))

/** What the process needs of the environment. Variables of Pact's would filter what is verified, a proxy would be asked for the loopback. */
const passedOn =
  /^(?:PATH|HOME|USER|LANG|LC_\w+|TZ|TMP|TEMP|TMPDIR|NODE_PATH|LD_LIBRARY_PATH|SystemRoot|windir|USERPROFILE)$/i

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
  PACT_DO_NOT_TRACK: 'true',
})

const missing = (message: string): UsageError =>
  new UsageError(
    `the command pact needs the optional package @pact-foundation/pact, which cannot be loaded (${message}); install it: npm install @pact-foundation/pact@16.5`,
  )

/** Starts the process. Throws {@link UsageError} where Pact cannot be loaded. */
export const startChild = async (path = program): Promise<Child> => {
  const child = fork(path, [], { env: environment(), execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const pending = new Map<number, { resolve(text: string): void; reject(error: Error): void }>()
  let counter = 0
  let ended: Error | undefined
  const exited = new Promise<void>(resolve => {
    const end = (why: string): void => {
      ended ??= new Error(`the process of Pact's verifier ended: ${why}`)
      for (const { reject } of pending.values()) reject(ended)
      pending.clear()
      resolve()
    }
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`))
    child.once('error', error => end(error.message))
  })
  const ready = new Promise<void>((resolve, reject) => {
    void exited.then(() => reject(ended))
    child.on('message', message => {
      if (!isObject(message)) return
      if (message.ready === true) resolve()
      else if (typeof message.missing === 'string') reject(missing(message.missing))
      else if (typeof message.id === 'number') {
        const waiting = pending.get(message.id)
        pending.delete(message.id)
        if (typeof message.result === 'string') waiting?.resolve(message.result)
        else waiting?.reject(new Error(`Pact's verifier could not run: ${String(message.error)}`))
      }
    })
  })
  const close = async (): Promise<void> => {
    if (child.connected) child.disconnect()
    await exited
  }
  try {
    await ready
  } catch (error) {
    await close()
    throw error
  }
  return {
    pid: child.pid ?? 0,
    verify: places =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        const id = ++counter
        pending.set(id, { resolve, reject })
        child.send({ id, ...places }, error => {
          if (error) reject(error)
        })
      }),
    close,
  }
}
