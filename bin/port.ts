import { UsageError } from '../engine/options.ts'

/** Why a port cannot be listened on, where that is for the user to fix; else the error itself. */
export const portTrouble = (error: unknown, port: number, option: string): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return new UsageError(`port ${port} is in use; ${option} 0 selects a free port`)
  if (code === 'EACCES')
    return new UsageError(`no permission to listen on port ${port}; ${option} 0 selects a free port`)
  return error
}
