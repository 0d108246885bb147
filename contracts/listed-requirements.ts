import type { Requirement } from './requirement.ts'
import data from './requirements.json' with { type: 'json' }

/** A requirement as it is listed and completed, without what checks it. */
export type ListedRequirement = Pick<
  Requirement,
  'id' | 'level' | 'statement' | 'since' | 'until' | 'source' | 'covers' | 'needs'
> & {
  readonly faults: Readonly<Record<string, { readonly says: string }>>
  readonly tolerates?: Readonly<Record<string, { readonly says: string }>>
}

/** Generated from the catalogue: whoever lists requirements or completes a word need not wait until every check is loaded. */
export const requirements = data as readonly unknown[] as readonly ListedRequirement[]
