import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Report } from '../../contracts/report.ts'
import { hideRun } from '../../contracts/run-name.ts'

/** Canonical JSON (RFC 8785): the order of an object's members makes no difference. */
export const canonical = (value: unknown): string => canonicalize(value) ?? 'null'

/** What a report looks like from outside: whoever edits it without making a new one is found out. */
export const digestOf = ({ digest: _digest, ...report }: Report): string =>
  `sha256:${createHash('sha256')
    .update(hideRun(canonical(report), report.run))
    .digest('hex')}`
