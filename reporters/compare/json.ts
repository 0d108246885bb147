import { type Comparison, comparisonSchemaVersion } from '../../contracts/comparison.ts'
import { toJson } from '../shared/encode.ts'

/** A comparison as data. */
export const compareJson = (comparison: Comparison): string =>
  toJson({ schemaVersion: comparisonSchemaVersion, ...comparison })
