import { type CodeScan, codeScanSchemaVersion } from '../../contracts/code-scan.ts'
import { toJson } from '../shared/encode.ts'
import { codeConsole } from './console.ts'
import { codeGithub } from './github.ts'
import { codeJunit } from './junit.ts'
import { codeMarkdown } from './markdown.ts'
import { codeSarif } from './sarif.ts'
import type { CodeRenderOptions } from './words.ts'

/** The formats of a scan of source code. */
export const codeFormats = {
  console: codeConsole,
  json: scan => toJson({ schemaVersion: codeScanSchemaVersion, source: { kind: 'code' }, ...scan }),
  junit: codeJunit,
  markdown: codeMarkdown,
  github: codeGithub,
  sarif: codeSarif,
} as const satisfies Record<string, (scan: CodeScan, options?: CodeRenderOptions) => string>
