import type { BaselineEntry } from '../../engine/reports/baseline.ts'

/** An entry of a baseline: a requirement that is known to fail. */
export const entry = (id: string, parts: Partial<BaselineEntry> = {}): BaselineEntry => ({
  id,
  verdict: 'fail',
  code: 'not-gone',
  reason: 'known',
  ...parts,
})
