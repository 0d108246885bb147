import { type Usage, usageSchemaVersion } from '../../contracts/run/usage.ts'
import type { RenderOptions } from '../reporter.ts'
import { toJson } from '../shared/encode.ts'
import { usageConsole } from './console.ts'
import { usageHtml } from './html.ts'

/** The formats of a scan of traffic. */
export const usageFormats = {
  console: usageConsole,
  json: usage => toJson({ schemaVersion: usageSchemaVersion, ...usage }),
  html: usageHtml,
} as const satisfies Record<string, (usage: Usage, options?: RenderOptions) => string>
