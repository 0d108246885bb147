import type { HubVariant, Requirement } from '../contracts/requirement.ts'
import type { ListedRequirement } from '../contracts/requirements.ts'
import type { readLedger, resumeCleanup } from '../engine/cleanup/resume.ts'
import type { askedIn, dryRunOf } from '../engine/dry-run.ts'
import type { overlayReference } from '../engine/overlay/apply.ts'
import type { rehearsePact, runPact } from '../engine/pact/run.ts'
import type { checkDocs, runConformance } from '../engine/run.ts'
import type { heldAgainst, judgedCode, scanIds } from '../engine/scan/code/baseline.ts'
import type { applyFixes, patchFor, scanCode } from '../engine/scan/code/scan.ts'
import type { forward } from '../engine/scan/forward.ts'
import type { scanHar } from '../engine/scan/har.ts'
import type { readLine } from '../engine/scan/log/line.ts'
import type { scanLogs } from '../engine/scan/log/log.ts'
import type { underConditions } from '../reference-impl/conditions.ts'
import type { createHub, HubDataError } from '../reference-impl/hub.ts'
import type { serveHub } from '../reference-impl/serve.ts'

/** What the commands stand on, loaded when a command needs it: `--help` must not wait for an HTTP client. */
export interface Deps {
  engine(): Promise<{ readonly runConformance: typeof runConformance; readonly checkDocs: typeof checkDocs }>
  dryRun(): Promise<{ readonly dryRunOf: typeof dryRunOf; readonly askedIn: typeof askedIn }>
  resume(): Promise<{ readonly readLedger: typeof readLedger; readonly resumeCleanup: typeof resumeCleanup }>
  pact(): Promise<{ readonly runPact: typeof runPact; readonly rehearsePact: typeof rehearsePact }>
  /** The catalogue without its checks, which is loaded sooner. */
  listed(): Promise<readonly ListedRequirement[]>
  catalogue(): Promise<readonly Requirement[]>
  /** What {@link runPact} asks. */
  pactCatalogue(): Promise<readonly Requirement[]>
  variants(): Promise<Readonly<Record<string, HubVariant>>>
  hub(): Promise<{ readonly createHub: typeof createHub; readonly HubDataError: typeof HubDataError }>
  server(): Promise<{ readonly serveHub: typeof serveHub }>
  conditions(): Promise<{ readonly underConditions: typeof underConditions }>
  scan(): Promise<{ readonly scanHar: typeof scanHar }>
  scanCode(): Promise<{
    readonly scanCode: typeof scanCode
    readonly patchFor: typeof patchFor
    readonly applyFixes: typeof applyFixes
    readonly heldAgainst: typeof heldAgainst
    readonly judgedCode: typeof judgedCode
    readonly scanIds: typeof scanIds
  }>
  scanLogs(): Promise<{ readonly scanLogs: typeof scanLogs; readonly readLine: typeof readLine }>
  forward(): Promise<{ readonly forward: typeof forward }>
  overlay(): Promise<{ readonly overlayReference: typeof overlayReference }>
}

export const deps: Deps = {
  engine: () => import('../engine/run.ts'),
  dryRun: () => import('../engine/dry-run.ts'),
  resume: () => import('../engine/cleanup/resume.ts'),
  pact: () => import('../engine/pact/run.ts'),
  listed: async () => (await import('../contracts/requirements.ts')).requirements,
  catalogue: async () => (await import('../suites/catalogue.ts')).catalogue,
  pactCatalogue: async () => (await import('../suites/catalogue.ts')).pactCatalogue,
  variants: async () => (await import('../suites/catalogue.ts')).variants,
  hub: () => import('../reference-impl/hub.ts'),
  server: () => import('../reference-impl/serve.ts'),
  conditions: () => import('../reference-impl/conditions.ts'),
  scan: () => import('../engine/scan/har.ts'),
  scanCode: async () => ({
    ...(await import('../engine/scan/code/scan.ts')),
    ...(await import('../engine/scan/code/baseline.ts')),
  }),
  scanLogs: async () => ({
    ...(await import('../engine/scan/log/log.ts')),
    ...(await import('../engine/scan/log/line.ts')),
  }),
  forward: () => import('../engine/scan/forward.ts'),
  overlay: () => import('../engine/overlay/apply.ts'),
}
