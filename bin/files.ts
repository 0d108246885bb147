import { open, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { DocumentInput } from '../engine/options.ts'
import { UsageError } from '../engine/options.ts'
import type { Io } from './io.ts'
import { looksLikeUrl } from './options/values.ts'

const mebibyte = 1024 * 1024

/** A published reference is about 1 MiB; what is much larger was named by mistake. */
export const largestFile = 16 * mebibyte

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  ENAMETOOLONG: 'the path is too long',
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Why a file could not be used, in words. */
export const fileTrouble = (error: unknown): string =>
  reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))

export const decodeUtf8 = (bytes: Uint8Array, what: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(`${what} is not UTF-8 text`)
  }
}

const readBytes = async (path: string, largest: number): Promise<Uint8Array | 'too large'> => {
  const file = await open(path, 'r')
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    // Counted while reading: a pipe or a device says nothing of its size beforehand.
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      const bytes = chunk as Uint8Array
      size += bytes.byteLength
      if (size > largest) return 'too large'
      chunks.push(bytes)
    }
    return Buffer.concat(chunks)
  } finally {
    await file.close()
  }
}

/** A text file that an option names. */
export const readTextFile = async (path: string, source: string, io: Io, largest = largestFile): Promise<string> => {
  const what = `${source}: ${path}`
  const bytes = await readBytes(resolve(io.cwd, path), largest).catch((error: unknown) => {
    throw new UsageError(`${what} cannot be read: ${fileTrouble(error)}`)
  })
  if (bytes === 'too large') throw new UsageError(`${what} is larger than ${largest / mebibyte} MiB`)
  return decodeUtf8(bytes, what)
}

/** A document that an option names: read where it is a file, left to the engine where it is a URL. */
export const readDocument = async (value: string, source: string, io: Io): Promise<DocumentInput> =>
  looksLikeUrl(value)
    ? { url: value }
    : { from: value, text: await readTextFile(value, source, io), sibling: siblingOf(resolve(io.cwd, value)) }

/** Reads files of the same directory and below, and never through a link that leads out of it. */
const siblingOf =
  (path: string) =>
  async (name: string): Promise<string | undefined> => {
    try {
      const directory = await realpath(dirname(path))
      const file = await realpath(join(directory, name))
      if (!file.startsWith(`${directory}${sep}`) || !(await stat(file)).isFile()) return undefined
      const bytes = await readBytes(file, largestFile)
      return bytes === 'too large' ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      // What cannot be read is not there: the reference that leads to it stays unread, with its place.
      return undefined
    }
  }

/** What a parser of YAML says is wrong, in words: that its own stack was too small says nothing to whoever wrote the file. */
export const yamlTrouble = (message: string): string => {
  const [reason = ''] = message.split('\n')
  return /call stack/i.test(reason) ? 'nested too deeply' : reason.replace(/:$/, '')
}

/** A file of settings, parsed: JSON or YAML. */
export const readStructuredFile = async (path: string, source: string, io: Io): Promise<unknown> => {
  const content = await readTextFile(path, source, io, mebibyte)
  const { parse } = await import('yaml')
  try {
    return parse(content, { maxAliasCount: 100, logLevel: 'error' })
  } catch (error) {
    const reason = yamlTrouble(error instanceof Error ? error.message : String(error))
    throw new UsageError(`${source}: ${path} is neither YAML nor JSON: ${reason}`)
  }
}
