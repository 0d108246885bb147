import { readFile, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CodeScan, CodeUse, SkippedFile } from '../../../contracts/code-scan.ts'
import { hasTooMany } from './anchors.ts'
import { filesOf } from './files.ts'
import { findUses } from './find.ts'
import { type Edit, withEdits } from './fix.ts'
import { hubHosts } from './host.ts'
import { patchOf } from './patch.ts'
import { keyword, kindOfFile } from './text.ts'

/** What is larger was generated, or is data. */
export const largestSource = 8 * 1024 * 1024

/** Files that are read at once. */
const together = 32

interface ReadFile {
  readonly text: string
  readonly lines: number
  /** Whether writing it as UTF-8 changes nothing but what is edited. */
  readonly editable: boolean
}

const newlines = (bytes: Uint8Array): number => {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  return bytes.length > 0 && bytes.at(-1) !== 10 ? count + 1 : count
}

/** How the JSON and SARIF reports of a scan begin. */
const ownReport =
  /^\{\s*"schemaVersion": "[\d.]+",\s*"source": \{\s*"kind": "code"|"driver": \{\s*"name": "hub-conformance"/

const decode = (bytes: Buffer): ReadFile | 'binary' | 'report' => {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const text = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
    return { text, lines: text.split('\n').length, editable: false }
  }
  if (bytes.subarray(0, 8_192).includes(0)) return 'binary'
  const lines = newlines(bytes)
  // Most files have nothing to look at, and are not made a text of.
  if (!bytes.includes(keyword)) return { text: '', lines, editable: false }
  const text = bytes.toString('utf8')
  if (ownReport.test(text.slice(0, 400))) return 'report'
  return text.includes('\ufffd')
    ? { text: bytes.toString('latin1'), lines, editable: false }
    : { text, lines, editable: true }
}

const read = async (path: string): Promise<ReadFile | SkippedFile['reason']> => {
  try {
    const about = await stat(path)
    if (!about.isFile()) return 'unreadable'
    return about.size > largestSource ? 'large' : decode(await readFile(path))
  } catch {
    return 'unreadable'
  }
}

/** What is certain in a file and can be corrected by itself. */
export interface Fix {
  readonly file: string
  readonly text: string
  readonly edits: readonly Edit[]
  readonly uses: readonly CodeUse[]
}

export interface ScannedCode {
  readonly scan: CodeScan
  readonly fixes: readonly Fix[]
}

export const scanResultOf = (uses: readonly CodeUse[]): CodeScan['result'] => {
  const counting = uses.filter(({ certainty }) => certainty !== 'possible')
  if (counting.some(({ state }) => state === 'removed')) return 'removed'
  return counting.length > 0 ? 'deprecated' : 'none'
}

/**
 * Finds the deprecated and removed routes that files use.
 *
 * @param paths - files, folders and globs
 * @param more - hosts that are a hub's besides those of Docker Hub
 * @throws UsageError for a path that does not exist and a glob that matches nothing.
 */
export const scanCode = async (
  paths: readonly string[],
  cwd: string,
  more: readonly string[] = [],
): Promise<ScannedCode> => {
  const hosts = [...hubHosts, ...more.map(host => host.toLowerCase())]
  const files = await filesOf(paths, cwd)
  const skipped: SkippedFile[] = []
  const uses: CodeUse[] = []
  const fixes: Fix[] = []
  let lines = 0
  for (let from = 0; from < files.length; from += together) {
    const names = files.slice(from, from + together)
    const contents = await Promise.all(names.map(file => read(resolve(cwd, file))))
    for (const [at, file] of names.entries()) {
      const content = contents[at] as ReadFile | SkippedFile['reason']
      if (typeof content === 'string') {
        skipped.push({ file, reason: content })
        continue
      }
      lines += content.lines
      const { text, editable } = content
      if (hasTooMany(text)) skipped.push({ file, reason: 'many' })
      const found = findUses({ file, text, kind: kindOfFile(file) }, hosts).map(each =>
        editable ? each : { use: { ...each.use, fix: null }, edits: [] },
      )
      uses.push(...found.map(({ use }) => use))
      const sure = found.filter(({ use, edits }) => use.certainty === 'certain' && edits.length > 0)
      if (sure.length > 0)
        fixes.push({ file, text, edits: sure.flatMap(({ edits }) => edits), uses: sure.map(({ use }) => use) })
    }
  }
  return {
    scan: {
      result: scanResultOf(uses),
      files: files.length - skipped.filter(({ reason }) => reason !== 'many').length,
      lines,
      skipped,
      uses,
    },
    fixes,
  }
}

/** Corrections as a patch for `git apply` and `patch -p1`. */
export const patchFor = (fixes: readonly Fix[]): string =>
  fixes.map(({ file, text, edits }) => patchOf(file, text, withEdits(text, edits))).join('')

/** Writes corrections; what is left to do is in the scan that is returned. */
export const applyFixes = async ({ scan, fixes }: ScannedCode, cwd: string): Promise<CodeScan> => {
  for (const { file, text, edits } of fixes) await writeFile(resolve(cwd, file), withEdits(text, edits))
  const done = new Set(fixes.flatMap(fix => fix.uses))
  const uses = scan.uses.filter(use => !done.has(use))
  return { ...scan, uses, result: scanResultOf(uses) }
}
