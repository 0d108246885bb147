/** The change history, written from the lifecycle document ("Versioning" 4). */
export const changelog = `# Changes of the repository hub API

What changed in the API, the newest first.

## 2025-11-21

### Updates

- The [personal access token](/openapi.json#tag/access-tokens) endpoints now show \`expires_at\`, which was missing.

## 2025-09-25

### Updates

- Request and response of [Assign repository group](/openapi.json#tag/repositories/operation/CreateRepositoryGroup) are fixed.

## 2025-09-19

### New

- [Create repository](/openapi.json#tag/repositories/operation/CreateRepository) in a given \`namespace\`.
- [Get repository](/openapi.json#tag/repositories/operation/GetRepository) of a given \`namespace\`.
- [Check repository](/openapi.json#tag/repositories/operation/CheckRepository) of a given \`namespace\`.

### Deprecations

- [\`POST /v2/repositories\`](/deprecated.md#legacy-create-and-get-repository)
- [\`POST /v2/repositories/{namespace}\`](/deprecated.md#legacy-create-and-get-repository)
- [\`GET /v2/repositories/{namespace}/{repository}\`](/deprecated.md#legacy-create-and-get-repository)
- [\`HEAD /v2/repositories/{namespace}/{repository}\`](/deprecated.md#legacy-create-and-get-repository)

## 2025-07-29

### New

- [Update repository immutable tags settings](/openapi.json#tag/repositories/operation/UpdateRepositoryImmutableTags) of a given \`namespace\` and \`repository\`.
- [Verify repository immutable tags](/openapi.json#tag/repositories/operation/VerifyRepositoryImmutableTags) of a given \`namespace\` and \`repository\`.

## 2025-06-27

### New

- [List repositories](/openapi.json#tag/repositories/operation/listNamespaceRepositories) of a given \`namespace\`.

### Deprecations

- [\`GET /v2/repositories/{namespace}\`](/deprecated.md#legacy-list-of-repositories)

## 2025-03-25

### New

- Management of [organization access tokens](/openapi.json#tag/org-access-tokens).

## 2025-03-18

### New

- [Audit logs](/openapi.json#tag/audit-logs) for organization access tokens.
`
