import { type TokenFacts, tokenFamilies } from '../checks/token-calls.ts'
import type { HubVariant, Requirement } from '../contracts/requirement.ts'
import createExpiresAt from './access-tokens/create-expires-at.ts'
import createdGet from './access-tokens/created-get.ts'
import createdList from './access-tokens/created-list.ts'
import declared from './access-tokens/declared.ts'
import deleted from './access-tokens/deleted.ts'
import furtherExpiresAt from './access-tokens/further.ts'
import getExpiresAt from './access-tokens/get-expires-at.ts'
import listExpiresAt from './access-tokens/list-expires-at.ts'
import missingGet from './access-tokens/missing-get.ts'
import updateExpiresAt from './access-tokens/update-expires-at.ts'
import updateKeepsRest from './access-tokens/update-keeps-rest.ts'
import updateKept from './access-tokens/update-kept.ts'
import updateReturned from './access-tokens/update-returned.ts'
import pathParameters from './areas/path-parameters.ts'
import areas from './areas/tags.ts'
import auditActionFilter from './audit-logs/action-filter.ts'
import auditLogScope from './audit-logs/log-scope.ts'
import auditTokenActions from './audit-logs/token-actions.ts'
import auditTokenDeletions from './audit-logs/token-deletions.ts'
import auditTokenEntries from './audit-logs/token-entries.ts'
import changeHistory from './change-history/entries.ts'
import changeHistoryReplacements from './change-history/legacy-replacements.ts'
import changeHistoryOrder from './change-history/order.ts'
import logLegacyReplacements from './deprecation-log/legacy-replacements.ts'
import deprecationPage from './deprecation-log/page.ts'
import deprecationLog from './deprecation-log/rows.ts'
import logV1Replacements from './deprecation-log/v1-replacements.ts'
import logV1Routes from './deprecation-log/v1-routes.ts'
import v1Status from './deprecation-log/v1-status.ts'
import deprecationFields from './http/deprecation.ts'
import goneCacheFields from './http/gone-cache-fields.ts'
import headLikeGet from './http/head-like-get.ts'
import problemDetails from './http/problem-details.ts'
import statusFields from './http/status-fields.ts'
import immutableTagsScope from './immutable-tags/scope.ts'
import immutableTagsUpdate from './immutable-tags/update.ts'
import immutableTagsSwitch from './immutable-tags/update-switch.ts'
import immutableTagsVerify from './immutable-tags/verify.ts'
import answers from './labels/answers.ts'
import currentOperations from './labels/current-operations.ts'
import legacyEndpoints from './labels/legacy-endpoints.ts'
import logged from './labels/logged.ts'
import pactInteractions from './pact/interactions.ts'
import families from './presence/families.ts'
import operations from './presence/operations.ts'
import leadsSomewhere from './replacements/leads-somewhere.ts'
import linkedReplacements from './replacements/linked.ts'
import sameResource from './replacements/same-resource.ts'
import statedReplacements from './replacements/stated.ts'
import repositoriesAskedFor from './repositories/asked-for.ts'
import repositoriesCreated from './repositories/created.ts'
import repositoriesListScope from './repositories/list-scope.ts'
import repositoriesListed from './repositories/listed.ts'
import repositoriesMissing from './repositories/missing.ts'
import repositoriesNameFilter from './repositories/name-filter.ts'
import repositoriesTagScope from './repositories/tag-scope.ts'
import repositoriesTags from './repositories/tags.ts'
import groupAssignment from './repository-groups/assignment.ts'
import auditLogShapes from './schemas/audit-logs.ts'
import expiryShapes from './schemas/expiry.ts'
import repositoryShapes from './schemas/repositories.ts'
import secrets from './schemas/secrets.ts'
import tokenShapes from './schemas/tokens.ts'
import generatedNames from './v1-removed/generated-names.ts'
import v1Options from './v1-removed/options.ts'
import removedRoutes from './v1-removed/routes.ts'
import trailingSlash from './v1-removed/trailing-slash.ts'
import variantAnswers from './variants/answers.ts'
import variantLists from './variants/lists.ts'
import variantCredentials from './variants/mixed-credentials.ts'
import variantPlaces from './variants/own-places.ts'
import variantRepositories from './variants/repository-requests.ts'
import variantRequests from './variants/requests.ts'
import variantTokens from './variants/token-shapes.ts'
import versioning from './versioning/current-paths.ts'

/** Requirements about each kind of token. */
const ofTokens = (...suite: readonly ((facts: TokenFacts) => Requirement)[]): readonly Requirement[] =>
  tokenFamilies.flatMap(facts => suite.map(requirementOf => requirementOf(facts)))

/** Every requirement, in the order of the suites. */
export const catalogue: readonly Requirement[] = [
  ...removedRoutes,
  generatedNames,
  trailingSlash,
  v1Options,
  ...operations,
  ...families,
  ...areas,
  pathParameters,
  ...legacyEndpoints,
  currentOperations,
  ...answers,
  logged,
  ...leadsSomewhere,
  ...linkedReplacements,
  statedReplacements,
  ...sameResource,
  createExpiresAt,
  getExpiresAt,
  updateExpiresAt,
  listExpiresAt,
  furtherExpiresAt,
  declared,
  repositoriesAskedFor,
  repositoriesListed,
  repositoriesNameFilter,
  repositoriesListScope,
  ...repositoriesCreated,
  ...repositoriesMissing,
  ...repositoriesTags,
  repositoriesTagScope,
  ...groupAssignment,
  ...immutableTagsScope,
  ...immutableTagsUpdate,
  immutableTagsSwitch,
  ...immutableTagsVerify,
  ...ofTokens(createdGet, createdList, missingGet),
  ...ofTokens(updateReturned, updateKept, updateKeepsRest, deleted),
  auditTokenEntries,
  auditTokenActions,
  auditLogScope,
  auditActionFilter,
  auditTokenDeletions,
  ...versioning,
  ...deprecationLog,
  logV1Replacements,
  logLegacyReplacements,
  logV1Routes,
  v1Status,
  ...deprecationPage,
  ...changeHistory,
  ...changeHistoryOrder,
  changeHistoryReplacements,
  ...repositoryShapes,
  ...tokenShapes,
  ...auditLogShapes,
  ...expiryShapes,
  ...secrets,
  ...statusFields,
  headLikeGet,
  ...deprecationFields,
  goneCacheFields,
  problemDetails,
]

/** The requirements that Pact's verifier judges; a run of their own, since they ask again what the others ask. */
export const pactCatalogue: readonly Requirement[] = pactInteractions

/** Conforming hubs of other shapes: none may fail anything at `must`. */
export const variants: Readonly<Record<string, HubVariant>> = {
  ...variantAnswers,
  ...variantLists,
  ...variantPlaces,
  ...variantRequests,
  ...variantRepositories,
  ...variantTokens,
  ...variantCredentials,
}
