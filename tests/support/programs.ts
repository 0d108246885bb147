import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the command is bundled to, for as long as tests run. */
    readonly programs: string
  }
}

/** Neither a space nor a letter beyond ASCII in a path may matter. */
export default ({ provide }: TestProject): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-conformance programs é '))
  provide('programs', folder)
  return () => rmSync(folder, { recursive: true })
}
