import type { Excerpt, Finding } from '../../../../contracts/results/finding.ts'
import { readDeprecationLog } from '../../../../engine/documents/published.ts'
import { readReference } from '../../../../engine/documents/reference/reference.ts'

type Published = Readonly<Record<string, object>>

/** A reference with these paths. */
export const reference = (paths: Published, info: object = {}) =>
  readReference(
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Hub', version: '1', ...info }, paths }),
    'openapi.json',
  )

/** The methods of one operation below its path. */
export const at = (endpoint: string, operation: object): Published => {
  const [method = '', path = ''] = endpoint.split(' ')
  return { [path]: { [method.toLowerCase()]: { responses: { 200: { description: 'Done.' } }, ...operation } } }
}

export const log = (text: string) => readDeprecationLog(`# Log\n\n${text}\n`, 'log.md')

/** A log with one row. */
export const row = (feature: string, status = 'Deprecated', date = '2026-01-01', more = '') =>
  log(`| Status | Feature | Date |\n|---|---|---|\n| ${status} | ${feature} | ${date} |\n\n${more}`)

/** What was found: a label, or a finding, and the words of it. */
export const told = (found: Excerpt | Finding | undefined): string => {
  if (!found) return 'none'
  const seen = (one: object): string => ('text' in one ? String(one.text) : '')
  return 'kind' in found
    ? `${found.kind}: ${'code' in found ? found.code : ''}: ${found.seen.map(seen).join('; ')}`
    : `label: ${found.document}: ${found.text}`
}
