import { UsageError } from '../engine/options.ts'

/** Why a port cannot be listened on, where that is for the user to fix; else the error itself. */
export const portTrouble = (error: unknown, port: number, option: string): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return new UsageError(`port ${port} is taken; ${option} 0 takes a free one`)
  if (code === 'EACCES') return new UsageError(`port ${port} may not be opened; ${option} 0 takes a free one`)
  return error
}
