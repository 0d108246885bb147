import { type CodeScan, codeScanSchemaVersion } from '../../contracts/code-scan.ts'
import { toJson } from '../shared/encode.ts'

/** A scan of source code as data. */
export const codeJson = (scan: CodeScan): string =>
  toJson({ schemaVersion: codeScanSchemaVersion, source: { kind: 'code' }, ...scan })
