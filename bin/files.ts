import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Document, LineCounter, Node, SchemaOptions } from 'yaml'
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

/** The bytes of a stream, counted while reading: a pipe or a device says nothing of its size beforehand. */
export const bytesOf = async (
  stream: AsyncIterable<Uint8Array | string>,
  largest: number,
): Promise<Uint8Array | 'too large'> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    size += bytes.byteLength
    if (size > largest) return 'too large'
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

const readBytes = (path: string, largest: number): Promise<Uint8Array | 'too large'> =>
  bytesOf(createReadStream(path), largest)

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

/** A YAML or JSON text of a file, and what tells where in it a node stands: `file:line`. */
interface ParsedYaml {
  readonly document: Document.Parsed
  readonly lines: LineCounter
  readonly at: (node: unknown) => string
}

/** Parses a file that someone wrote by hand. What is wrong with it is a {@link UsageError} that names the line. */
export const parseYaml = async (content: string, name: string, options: SchemaOptions = {}): Promise<ParsedYaml> => {
  const { LineCounter } = await import('yaml')
  const { yamlDocuments } = await import('../engine/documents/yaml.ts')
  const lines = new LineCounter()
  const lineOf = (offset: number): string => `${name}:${lines.linePos(offset).line}`
  const refused = (where: string, reason: string): UsageError =>
    new UsageError(`${where}: invalid YAML or JSON: ${reason}`)
  try {
    const [document, second] = yamlDocuments(content, options, lines)
    const [error] = document?.errors ?? []
    if (error) throw refused(lineOf(error.pos[0]), (error.message.split('\n')[0] ?? '').replace(/:$/, ''))
    if (!document || second) throw refused(lineOf(second?.range[0] ?? 0), 'there is more than one document')
    return {
      document,
      lines,
      at: node => {
        const offset = (node as Node | null | undefined)?.range?.[0]
        return offset === undefined ? name : lineOf(offset)
      },
    }
  } catch (error) {
    throw error instanceof RangeError ? refused(name, error.message) : error
  }
}

/** The data of a file of settings. Aliases that multiply are a {@link UsageError}. */
export const dataOfYaml = ({ document }: ParsedYaml, name: string): unknown => {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    throw new UsageError(`${name}: this cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A file of settings as data: JSON or YAML. */
export const readStructuredFile = async (path: string, source: string, io: Io): Promise<unknown> => {
  const name = `${source}: ${path}`
  return dataOfYaml(await parseYaml(await readTextFile(path, source, io, mebibyte), name), name)
}
