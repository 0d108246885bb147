/** What sends requests: loaded when a command needs it, since `--help` must not wait for an HTTP client. Tests replace it. */
export interface Deps {
  engine(): Promise<Pick<typeof import('../engine/run.ts'), 'runConformance' | 'checkDocs'>>
  dryRun(): Promise<Pick<typeof import('../engine/dry-run.ts'), 'dryRunOf' | 'askedIn'>>
  pact(): Promise<Pick<typeof import('../engine/pact/run.ts'), 'runPact' | 'rehearsePact'>>
}

export const deps: Deps = {
  engine: () => import('../engine/run.ts'),
  dryRun: () => import('../engine/dry-run.ts'),
  pact: () => import('../engine/pact/run.ts'),
}
