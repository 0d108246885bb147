import type { Requirement } from '../contracts/requirement.ts'
import declared from './access-tokens/declared.ts'
import expiresAt from './access-tokens/expires-at.ts'
import areas from './areas/tags.ts'
import changeHistory from './change-history/entries.ts'
import deprecationLog from './deprecation-log/rows.ts'
import currentOperations from './labels/current-operations.ts'
import legacyEndpoints from './labels/legacy-endpoints.ts'
import families from './presence/families.ts'
import operations from './presence/operations.ts'
import leadsSomewhere from './replacements/leads-somewhere.ts'
import sameResource from './replacements/same-resource.ts'
import generatedNames from './v1-removed/generated-names.ts'
import removedRoutes from './v1-removed/routes.ts'
import trailingSlash from './v1-removed/trailing-slash.ts'
import variantShapes from './variants/shapes.ts'
import versioning from './versioning/current-paths.ts'

/** Every requirement, in the order of the suites. */
export const catalogue: readonly Requirement[] = [
  ...removedRoutes,
  generatedNames,
  trailingSlash,
  ...operations,
  ...families,
  ...areas,
  ...legacyEndpoints,
  currentOperations,
  ...leadsSomewhere,
  ...sameResource,
  ...expiresAt,
  declared,
  ...versioning,
  ...deprecationLog,
  ...changeHistory,
]

/** Conforming hubs of other shapes: none may fail anything at `must`. */
export const variants = variantShapes
