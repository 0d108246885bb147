import { type Usage, usageSchemaVersion } from '../../contracts/usage.ts'
import { toJson } from '../shared/encode.ts'

/** A usage as data. */
export const usageJson = (usage: Usage): string => toJson({ schemaVersion: usageSchemaVersion, ...usage })
