#!/usr/bin/env node
import { tool } from '../contracts/version.ts'

// Scripts and editors ask for the version often: it is answered before anything else is loaded.
if (process.argv.length === 3 && process.argv[2] === '--version') {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    process.exitCode = code === 'EPIPE' ? 0 : 5
  })
  process.stdout.write(`${tool.version}\n`)
} else await import('./process.ts')
