import type { CodeScan } from '../../contracts/code-scan.ts'
import { codeConsole } from './console.ts'
import { codeGithub } from './github.ts'
import { codeJson } from './json.ts'
import { codeJunit } from './junit.ts'
import { codeMarkdown } from './markdown.ts'
import { codeSarif } from './sarif.ts'
import type { CodeRenderOptions } from './words.ts'

/** The formats of a scan of source code. */
export const codeFormats = {
  console: codeConsole,
  json: codeJson,
  junit: codeJunit,
  markdown: codeMarkdown,
  github: codeGithub,
  sarif: codeSarif,
} as const satisfies Record<string, (scan: CodeScan, options?: CodeRenderOptions) => string>
