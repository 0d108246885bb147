import { Missing } from '../../contracts/results/finding.ts'
import type { Leftover } from '../../contracts/results/report.ts'
import type { SetupContext, SetupFunctions, SetupName, SetupResult } from '../options.ts'
import { isUsableId } from './token-address.ts'

/** Members that the result of each setup function must have. */
const resultMembers: Readonly<Record<SetupName, readonly string[]>> = {
  namespace: ['namespace'],
  repository: ['repository'],
  tag: ['repository', 'tag'],
  organization: ['org'],
  group: ['groupId'],
  token: ['token'],
}

export const setupNames = Object.keys(resultMembers) as readonly SetupName[]

/** The source of a fixture that the setup module created. */
export const bySetup = 'the setup module'

/** The time limit of a setup function. */
const longestMs = 60_000

const withTimeout = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${longestMs / 1000} s`)), longestMs)
    timer.unref()
  })
  try {
    return await Promise.race([(async () => work())(), timeout])
  } finally {
    clearTimeout(timer)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'it threw no error')

/** The setup module, which creates what the run can neither find nor create. */
export interface Setup {
  has(name: SetupName): boolean
  /** Throws {@link Missing} with the error of the function, or with what its result lacks. */
  make(name: SetupName, known: Partial<SetupContext>): Promise<Readonly<Record<string, string>>>
  /** Undoes everything in reverse order; returns what could not be undone. */
  tearDown(): Promise<readonly Leftover[]>
}

export const createSetup = (functions: SetupFunctions, context: Pick<SetupContext, 'target' | 'prefix'>): Setup => {
  const teardowns: { readonly name: SetupName; readonly undo: () => unknown }[] = []
  return {
    has: name => functions[name] !== undefined,
    make: async (name, known) => {
      const failed = (why: string): Missing => new Missing('setup-failed', { name, why })
      let result: SetupResult | undefined
      try {
        result = await withTimeout(() => functions[name]?.({ ...known, ...context }))
      } catch (error) {
        throw failed(messageOf(error))
      }
      const { teardown, ...values }: SetupResult = typeof result === 'object' && result !== null ? result : {}
      if (typeof teardown === 'function') teardowns.push({ name, undo: () => teardown() })
      for (const member of resultMembers[name]) {
        const value: unknown = values[member]
        if (typeof value !== 'string' || value === '') throw failed(`it returned no ${member}`)
        if (name !== 'token' && !isUsableId(value)) throw failed(`its ${member} can be no part of a path`)
      }
      return values as Readonly<Record<string, string>>
    },
    tearDown: async () => {
      const leftovers: Leftover[] = []
      for (const { name, undo } of teardowns.reverse())
        try {
          await withTimeout(undo)
        } catch (error) {
          leftovers.push({ kind: 'setup', name, url: context.target, why: `its teardown failed: ${messageOf(error)}` })
        }
      teardowns.length = 0
      return leftovers
    },
  }
}
