import type { askedIn, dryRunOf } from '../engine/dry-run.ts'
import type { rehearsePact, runPact } from '../engine/pact/run.ts'
import type { checkDocs, runConformance } from '../engine/run.ts'

/** What sends requests: loaded when a command needs it, since `--help` must not wait for an HTTP client. Tests replace it. */
export interface Deps {
  engine(): Promise<{ readonly runConformance: typeof runConformance; readonly checkDocs: typeof checkDocs }>
  dryRun(): Promise<{ readonly dryRunOf: typeof dryRunOf; readonly askedIn: typeof askedIn }>
  pact(): Promise<{ readonly runPact: typeof runPact; readonly rehearsePact: typeof rehearsePact }>
}

export const deps: Deps = {
  engine: () => import('../engine/run.ts'),
  dryRun: () => import('../engine/dry-run.ts'),
  pact: () => import('../engine/pact/run.ts'),
}
