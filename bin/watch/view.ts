import { count } from '../../reporters/shared/text.ts'
import type { Invocation } from '../commands/command.ts'
import { type Io, say } from '../io.ts'
import { looksLikeUrl } from '../options/values.ts'
import { watchFiles } from './files.ts'
import { type TargetEvent, watchTarget } from './target.ts'

/** Options that name a file whose content decides what a run says. */
const fileOptions = ['reference', 'deprecation-log', 'changelog', 'binding', 'baseline', 'token-file', 'ca'] as const

const givenFiles = ({ values, configFiles }: Invocation): readonly string[] => [
  ...configFiles,
  ...fileOptions.flatMap(name => {
    const value = values[name]
    return value === undefined || value === '-' || looksLikeUrl(value) ? [] : [value]
  }),
  ...(values['watch-path'] ?? []),
]

/** What is watched for a run. */
export interface Watched {
  readonly url: URL | undefined
  readonly paths: readonly string[]
  readonly written: readonly string[]
}

export const viewOf = (invocation: Invocation): Watched => {
  const { target, proxy, report = [], ledger } = invocation.values
  const written = [...report.flatMap(({ path }) => path ?? []), ...(ledger === undefined ? [] : [ledger])]
  const url = target instanceof URL && proxy === undefined ? target : undefined
  return { url, paths: givenFiles(invocation), written }
}

export const described = ({ url, paths }: Watched): string =>
  [...(url ? [url.href.replace(/\/$/, '')] : []), ...(paths.length === 0 ? [] : [count(paths.length, 'path')])].join(
    ' and ',
  )

/** A running watch of a view. */
export interface Observed {
  /** Whether the target answered the first request. */
  readonly answers: boolean
  stop(): Promise<void>
}

/** Watches the target and the files; resolves once every change will be noticed. */
export const observe = async (
  { url, paths, written }: Watched,
  io: Io,
  onTarget: (event: TargetEvent) => void,
  onFile: (path: string) => void,
): Promise<Observed> => {
  const trouble = (message: string): void => say(io, `files cannot be watched: ${message}`)
  const stopFiles = await watchFiles({ paths, written, cwd: io.cwd, changed: onFile, trouble })
  const target = url && watchTarget(url, onTarget)
  return {
    answers: target ? await target.seen : true,
    stop: async () => {
      target?.stop()
      await stopFiles()
    },
  }
}
