import { basename, relative, resolve } from 'node:path'
import { count } from '../../reporters/shared/text.ts'
import type { Invocation } from '../commands/command.ts'
import { type Io, say } from '../io.ts'
import { looksLikeUrl } from '../options/values.ts'
import { type TargetEvent, watchTarget } from './target.ts'

interface FileWatchInput {
  /** Files, or folders with everything in them, relative to `cwd` or absolute. */
  readonly paths: readonly string[]
  /** Files that a run writes itself. */
  readonly written: readonly string[]
  readonly cwd: string
  readonly changed: (path: string) => void
  readonly trouble: (message: string) => void
}

const neverOfInterest = /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/

const ledgerName = /^\.hub-conformance-.*\.ledger\.json(?:\.\d+\.new)?$/

/** Watches files; resolves once every change will be noticed, with a function that ends the watch. */
const watchFiles = async (input: FileWatchInput): Promise<() => Promise<void>> => {
  const { paths, written, cwd, changed, trouble } = input
  if (paths.length === 0) return async () => undefined
  const { watch } = await import('chokidar')
  const named = new Set(paths.map(path => resolve(cwd, path)))
  const own = new Set(written.flatMap(path => [resolve(cwd, path), resolve(cwd, `${path}.new`)]))
  const watcher = watch([...named], {
    ignoreInitial: true,
    ignored: path =>
      own.has(path) ||
      ledgerName.test(basename(path)) ||
      (!named.has(path) && neverOfInterest.test(relative(cwd, path))),
  })
  watcher.on('all', (event, path) => {
    if (event !== 'addDir' && event !== 'unlinkDir') changed(relative(cwd, path) || path)
  })
  watcher.on('error', error => trouble(error instanceof Error ? error.message : String(error)))
  await new Promise<void>(ready => watcher.once('ready', ready))
  return () => watcher.close()
}

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
interface Observed {
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
