import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import type { Usage } from '../../contracts/run/usage.ts'
import { UsageError } from '../../engine/options.ts'
import type { Invocation } from '../commands/command.ts'
import { fileTrouble } from '../files.ts'

/** What servers call their logs, also when they are rotated; `-` is standard input. */
const logName = /^-$|\.(?:log|ndjson|jsonl|json)(?:[.-][\w-]+)*(?:\.gz)?$|access[._-]?log/i

const isGzip = (file: string): boolean => /\.gz$/i.test(file)

const startOf = async (path: string): Promise<string> => {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(16_384), 0, 16_384, 0)
    const bytes = buffer.subarray(0, bytesRead)
    return (isGzip(path) ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes).toString('utf8')
  } finally {
    await file.close()
  }
}

/** Whether a file is an access log: by its name, and by its first lines. */
export const isAccessLog = async (file: string, { io }: Invocation): Promise<boolean> => {
  if (!logName.test(file)) return false
  if (file === '-') return true
  const { readLine } = await import('../../engine/scan/log/line.ts')
  const start = await startOf(resolve(io.cwd, file)).catch(() => '')
  return start
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(0, 20)
    .some(line => typeof readLine(line) === 'object')
}

/** Scans access logs as they are read. */
export const scanAccessLogs = async (files: readonly string[], { io }: Invocation): Promise<Usage> => {
  const { scanLogs } = await import('../../engine/scan/log/log.ts')
  const chunksOf = (file: string): AsyncIterable<Uint8Array | string> => {
    if (file === '-') return io.stdin
    const stream = createReadStream(resolve(io.cwd, file))
    if (!isGzip(file)) return stream
    const unpacked = createGunzip()
    stream.on('error', error => unpacked.destroy(error))
    return stream.pipe(unpacked)
  }
  return scanLogs(files.map(file => ({ file: file === '-' ? 'standard input' : file, chunks: chunksOf(file) }))).catch(
    (error: unknown) => {
      if (error instanceof UsageError) throw error
      throw new UsageError(`scan: ${files.join(', ')} cannot be read: ${fileTrouble(error)}`)
    },
  )
}
