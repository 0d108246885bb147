/** The deprecation log, written from the lifecycle document ("Removed v1 routes", "Versioning" 2 and 3). */
export const deprecationLog = `# Deprecated endpoints of the repository hub API

## Policy

An endpoint that has to go, or that something better replaces, first gets the label *deprecated* in the
[reference](/openapi.json). Some time later it may be gone.

- **Deprecated**: stop using it. Any later release may remove it, disable it or change what it does.
- **Removed**: it was removed, disabled or hidden.

## Log

| Status     | Feature                                                                     | Date       |
|------------|-----------------------------------------------------------------------------|------------|
| Deprecated | [Legacy create and get repository](#legacy-create-and-get-repository)       | 2025-09-19 |
| Deprecated | [Legacy list of repositories](#legacy-list-of-repositories)                 | 2025-06-27 |
|            | [Creation of the deprecation log table](#creation-of-the-deprecation-log-table) | 2025-06-27 |
| Removed    | [API v1](#api-v1)                                                           | 2022-08-23 |

### Legacy create and get repository

- \`POST /v2/repositories\` is replaced by [Create repository](/openapi.json#tag/repositories/operation/CreateRepository).
- \`POST /v2/repositories/{namespace}\` is replaced by [Create repository](/openapi.json#tag/repositories/operation/CreateRepository).
- \`GET /v2/repositories/{namespace}/{repository}\` is replaced by [Get repository](/openapi.json#tag/repositories/operation/GetRepository).
- \`HEAD /v2/repositories/{namespace}/{repository}\` is replaced by [Check repository](/openapi.json#tag/repositories/operation/CheckRepository).

### Legacy list of repositories

- \`GET /v2/repositories/{namespace}\` is replaced by [List repositories](/openapi.json#tag/repositories/operation/listNamespaceRepositories).

### Creation of the deprecation log table

This page got its table; no endpoint changed.

### API v1

Clients have to use v2. Whatever the method, these routes answer with status 410:

- \`/v1/repositories/{name}/images\`
- \`/v1/repositories/{name}/tags\`
- \`/v1/repositories/{name}/tags/{tag_name}\`
- \`/v1/repositories/{namespace}/{name}/images\`
- \`/v1/repositories/{namespace}/{name}/tags\`
- \`/v1/repositories/{namespace}/{name}/tags/{tag_name}\`

The two routes that end in \`images\` have no successor. The others have these:

| Old | New |
|-----|-----|
| \`/v1/repositories/{name}/tags\` | [\`/v2/namespaces/{namespace}/repositories/{repository}/tags\`](/openapi.json#tag/repositories/operation/ListRepositoryTags) |
| \`/v1/repositories/{name}/tags/{tag_name}\` | [\`/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}\`](/openapi.json#tag/repositories/operation/GetRepositoryTag) |
| \`/v1/repositories/{namespace}/{name}/tags\` | [\`/v2/namespaces/{namespace}/repositories/{repository}/tags\`](/openapi.json#tag/repositories/operation/ListRepositoryTags) |
| \`/v1/repositories/{namespace}/{name}/tags/{tag_name}\` | [\`/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}\`](/openapi.json#tag/repositories/operation/GetRepositoryTag) |
`
