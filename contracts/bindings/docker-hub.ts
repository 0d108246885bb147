import type { Binding, OperationName } from '../operations.ts'

/** Methods and paths of Docker Hub's published reference: the shipped default. */
export const dockerHub: readonly Binding[] = (
  [
    ['ListRepositoryTags', 'GET', '/v2/namespaces/{namespace}/repositories/{repository}/tags'],
    ['GetRepositoryTag', 'GET', '/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}'],
    ['CreateRepository', 'POST', '/v2/namespaces/{namespace}/repositories'],
    ['GetRepository', 'GET', '/v2/namespaces/{namespace}/repositories/{repository}'],
    ['CheckRepository', 'HEAD', '/v2/namespaces/{namespace}/repositories/{repository}'],
    ['listNamespaceRepositories', 'GET', '/v2/namespaces/{namespace}/repositories'],
    ['CreateRepositoryGroup', 'POST', '/v2/repositories/{namespace}/{repository}/groups'],
    ['UpdateRepositoryImmutableTags', 'PATCH', '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags'],
    [
      'VerifyRepositoryImmutableTags',
      'POST',
      '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags/verify',
    ],
    ['pat.create', 'POST', '/v2/access-tokens'],
    ['pat.list', 'GET', '/v2/access-tokens'],
    ['pat.get', 'GET', '/v2/access-tokens/{uuid}'],
    ['pat.update', 'PATCH', '/v2/access-tokens/{uuid}'],
    ['pat.delete', 'DELETE', '/v2/access-tokens/{uuid}'],
    ['oat.create', 'POST', '/v2/orgs/{org_name}/access-tokens'],
    ['oat.list', 'GET', '/v2/orgs/{org_name}/access-tokens'],
    ['oat.get', 'GET', '/v2/orgs/{org_name}/access-tokens/{access_token_id}'],
    ['oat.update', 'PATCH', '/v2/orgs/{org_name}/access-tokens/{access_token_id}'],
    ['oat.delete', 'DELETE', '/v2/orgs/{org_name}/access-tokens/{access_token_id}'],
    ['audit.events', 'GET', '/v2/auditlogs/{account}'],
    ['audit.actions', 'GET', '/v2/auditlogs/{account}/actions'],
    ['login', 'POST', '/v2/auth/token'],
    // Undocumented: the route that existing clients delete a repository with. It serves cleaning up alone.
    ['DeleteRepository', 'DELETE', '/v2/repositories/{namespace}/{repository}'],
    ['ListGroups', 'GET', '/v2/orgs/{org_name}/groups'],
  ] satisfies readonly (readonly [OperationName, string, string])[]
).map(([operation, method, path]) => ({ operation, method, path, from: 'default' }) as const)

/** The published login. */
export const publishedLogin = dockerHub.find(({ operation }) => operation === 'login') as Binding
