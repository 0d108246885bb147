import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { glob, isDynamicPattern } from 'tinyglobby'
import { UsageError } from '../../options.ts'

/** Folders of tools, which nobody means. */
const never = new Set(['.git', '.hg', '.svn', 'node_modules'])

/** The rules of one `.gitignore`, which hold below its folder. */
interface Rules {
  readonly folder: string
  readonly rules: Ignore
}

const rulesOf = async (folder: string, file = join(folder, '.gitignore')): Promise<readonly Rules[]> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? [] : [{ folder, rules: ignore().add(text) }]
}

const slashes = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'))

/** The nearest rule decides, as in git. */
const isIgnored = (path: string, folder: boolean, known: readonly Rules[]): boolean => {
  for (const { folder: from, rules } of [...known].reverse()) {
    const name = slashes(relative(from, path))
    if (name === '' || name.startsWith('..')) continue
    const { ignored, unignored } = rules.test(folder ? `${name}/` : name)
    if (ignored || unignored) return ignored
  }
  return false
}

/** The rules above a folder, from the top of its repository on. */
const rulesAbove = async (folder: string): Promise<readonly Rules[]> => {
  const above: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    above.unshift(at)
    if (await stat(join(at, '.git')).catch(() => undefined)) {
      const all = await Promise.all(above.slice(0, -1).map(each => rulesOf(each)))
      return [...(await rulesOf(at, join(at, '.git/info/exclude'))), ...all.flat()]
    }
    if (dirname(at) === at) return []
  }
}

const walk = async (folder: string, above: readonly Rules[]): Promise<readonly string[]> => {
  const rules = [...above, ...(await rulesOf(folder))]
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  // The order of the file system differs between machines.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (never.has(entry.name) || isIgnored(path, entry.isDirectory(), rules)) continue
    if (entry.isDirectory()) found.push(...(await walk(path, rules)))
    else if (entry.isFile()) found.push(path)
  }
  return found
}

/** Whether a file is in a folder that is ignored; git ignores it as well then. */
const isInIgnoredFolder = (file: string, rules: readonly Rules[]): boolean => {
  const [top] = rules
  if (top === undefined) return false
  for (let folder = dirname(file); folder.length > top.folder.length; folder = dirname(folder))
    if (isIgnored(folder, true, rules)) return true
  return false
}

/** The files below a folder that git does not ignore. A folder that is ignored itself is named on purpose. */
const filesBelow = async (folder: string): Promise<readonly string[]> => {
  const above = await rulesAbove(folder)
  return walk(folder, isIgnored(folder, true, above) ? [] : above)
}

/** The files that match a glob and that git does not ignore. */
const matchedBy = async (pattern: string, cwd: string): Promise<readonly string[]> => {
  const ignored = ['**/.git/**', '**/node_modules/**']
  const matched = await glob([slashes(pattern)], { cwd, absolute: true, dot: true, ignore: ignored })
  const rulesByFolder = new Map<string, readonly Rules[]>()
  const kept: string[] = []
  for (const file of matched.sort()) {
    const folder = dirname(file)
    const rules = rulesByFolder.get(folder) ?? [...(await rulesAbove(folder)), ...(await rulesOf(folder))]
    rulesByFolder.set(folder, rules)
    if (!isInIgnoredFolder(file, rules) && !isIgnored(file, false, rules)) kept.push(file)
  }
  if (kept.length === 0) throw new UsageError(`no file matches ${pattern}`)
  return kept
}

const filesNamed = async (given: string, cwd: string): Promise<readonly string[]> => {
  const path = resolve(cwd, given)
  const about = await stat(path).catch(() => undefined)
  if (about?.isDirectory()) return filesBelow(path)
  if (about !== undefined) return [path]
  if (!isDynamicPattern(given)) throw new UsageError(`${given} does not exist`)
  return matchedBy(given, cwd)
}

/**
 * The files that paths name, each once: files as they are given, of folders and globs those that git does not ignore.
 *
 * @throws UsageError for a path that does not exist and a glob that matches nothing.
 */
export const filesOf = async (paths: readonly string[], cwd: string): Promise<readonly string[]> => {
  const found = new Set<string>()
  for (const given of paths)
    for (const path of await filesNamed(given, cwd)) {
      const name = relative(cwd, path)
      found.add(slashes(name.startsWith('..') ? path : name))
    }
  return [...found]
}
