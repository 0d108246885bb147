import { basename, relative, resolve } from 'node:path'

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
export const watchFiles = async (input: FileWatchInput): Promise<() => Promise<void>> => {
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
