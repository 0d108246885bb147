import { createHash } from 'node:crypto'
import type { Report } from '../../contracts/report.ts'
import { hideRun } from '../../contracts/run-name.ts'

/** JSON with sorted keys and nothing between them (RFC 8785), so that the order in which a value was put together says nothing. */
export const canonical = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}

/** What a report looks like from outside: whoever edits it without making a new one is found out. */
export const digestOf = ({ digest: _digest, ...report }: Report): string =>
  `sha256:${createHash('sha256')
    .update(hideRun(canonical(report), report.run))
    .digest('hex')}`
