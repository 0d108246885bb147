import { type Comparison, comparisonSchemaVersion } from '../../contracts/results/comparison.ts'
import type { RenderOptions } from '../reporter.ts'
import { toJson } from '../shared/encode.ts'
import { compareConsole } from './console.ts'
import { compareMarkdown } from './markdown.ts'

/** The formats of a comparison. */
export const compareFormats = {
  console: compareConsole,
  markdown: compareMarkdown,
  json: comparison => toJson({ schemaVersion: comparisonSchemaVersion, ...comparison }),
} as const satisfies Record<string, (comparison: Comparison, options?: RenderOptions) => string>
