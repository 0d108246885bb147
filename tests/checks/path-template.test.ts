import { describe, expect, it } from 'vitest'
import {
  controlPathOf,
  fill,
  isNameOf,
  isV1Path,
  normalTemplate,
  parametersIn,
  parametersOf,
  rolesOf,
  withFullName,
  withOwner,
  withValue,
} from '../../checks/path-template.ts'
import type { Role } from '../../contracts/operations.ts'

it('the parameters of a template are named in their order', () => {
  expect(parametersOf('/a/{b}/c{d}e{f_g}/{}/{h/i}/{j')).toEqual(['b', 'd', 'f_g'])
})

describe('the role of a parameter', () => {
  const usual: Readonly<Record<Role, string>> = {
    namespace: 'namespace ns owner account org org_name organization username user name',
    repository: 'repository repo repository_name repo_name image name',
    tag: 'tag tag_name reference version name',
    org: 'org org_name organization account namespace owner name orgName',
    id: 'id uuid token token_id access_token_id tokenId name',
    group: 'group group_id groupId group_name team team_id id name',
  }
  it.each(Object.entries(usual))('of each usual name is %s', (role, names) => {
    const other = role === 'tag' ? 'group' : 'tag'
    for (const name of names.split(' ')) {
      // It comes last, so that its place alone would give it the other role.
      const roles = rolesOf(`/{x}/{${name.toUpperCase()}}`, [role as Role, other])
      expect(roles?.[name.toUpperCase()], name).toBe(role)
      expect(roles?.x).toBe(other)
    }
  })

  it('is first told by a name that is of one role', () => {
    expect(rolesOf('/{name}/{repo}', ['repository', 'namespace'])).toEqual({ name: 'namespace', repo: 'repository' })
    expect(rolesOf('/groups/{id}/tokens/{token_id}', ['org', 'id'])).toEqual({ id: 'org', token_id: 'id' })
    expect(rolesOf('/{a}/{b}', ['namespace', 'repository'])).toEqual({ a: 'namespace', b: 'repository' })
    expect(rolesOf('/x', ['namespace'])).toEqual({})
    const group: readonly Role[] = ['namespace', 'repository', 'group', 'org']
    const named = { org: 'org', namespace: 'namespace', repo: 'repository', team_id: 'group' }
    expect(rolesOf('/orgs/{org}/teams/{team_id}/{namespace}/{repo}', group)).toEqual(named)
    expect(rolesOf('/{org}/{repository}/{team_id}', group)).toEqual({
      org: 'namespace',
      repository: 'repository',
      team_id: 'group',
    })
  })

  it.each<[Role, string, boolean]>([
    ['repository', 'repo', true],
    ['repository', 'RepositoryName', true],
    ['repository', 'repo-slug', true],
    ['repository', 'name', false],
    ['repository', 'slug', false],
    ['repository', 'slug_repo', false],
    ['namespace', 'user_login', true],
    ['namespace', 'repo', false],
    ['id', 'token_name_id', false],
  ])('%s is by its name what {%s} stands for: %s', (role, name, isIt) => {
    expect(isNameOf(role, name)).toBe(isIt)
  })

  it('is open where there are more parameters than roles', () => {
    expect(rolesOf('/{a}/{b}', ['namespace'])).toBeUndefined()
    expect(rolesOf('/{toString}', ['namespace'])).toEqual({ toString: 'namespace' })
  })
})

it.each<[string, readonly Role[], string]>([
  ['/v2/{ns}/{repo}', ['namespace', 'repository'], '/v2/a%2Fb/c%20d'],
  ['/v2/{ns}/{tag}', ['namespace', 'tag'], '/v2/a%2Fb/{tag}'],
  ['/v2/{ns}/{x}', ['namespace'], '/v2/{ns}/{x}'],
  ['/v2/{ns}.{repo}.json', ['namespace', 'repository'], '/v2/a%2Fb.c%20d.json'],
  ['/v2/{}/{ns}', ['namespace'], '/v2/{}/a%2Fb'],
])('%s is filled', (template, roles, path) => {
  expect(fill(template, roles, { namespace: 'a/b', repository: 'c d' })).toBe(path)
})

it.each<[string, string, Readonly<Record<string, string>> | undefined]>([
  ['/a/{b}/c', '/a/x%20y/c', { b: 'x y' }],
  ['/a/{b}/c', '/a/x', undefined],
  ['/a/{b}', '/a/x/d', undefined],
  ['/a/{name}', '/a/x', { name: 'x' }],
  ['/a/{b}/c', '/a/x/d', undefined],
  ['/a/{b}', '/a/', undefined],
  ['/{b}.json', '/x.json', { b: 'x' }],
  ['/{b}.json', '/x.xml', undefined],
  ['/a-{b}', '/a-x', { b: 'x' }],
  ['/a-{b}', '/b-x', undefined],
  ['/{a}{b}', '/xy', undefined],
  ['/{a}{b}', '/{a}{b}', {}],
  ['/{a}/{b}', '/x/y', { a: 'x', b: 'y' }],
  ['/{a}b}', '/xb}', undefined],
  ['/{a', '/{a', {}],
  ['/{}', '/x', undefined],
  ['/{a}%2F{b}/c', '/x%2fy/c', { a: 'x', b: 'y' }],
  ['/{a}%2F{b}', '/x/y', undefined],
  ['/{a}%2F{b}', '/x', undefined],
  ['/{a}', '/x%2Fy', { a: 'x/y' }],
])('%s against %s', (template, path, values) => {
  expect(parametersIn(template, path)).toEqual(values)
})

it.each<[string, string, unknown?]>([
  ['/p/{full_path}', '/p/{namespace}%2F{repository}'],
  ['/p/{repo-full-name}/tags/{tag}', '/p/{namespace}%2F{repository}/tags/{tag}'],
  ['/p/{id}', '/p/{namespace}%2F{repository}', 'acme%2Fapp'],
  ['/p/{id}', '/p/{namespace}%2F{repository}', 'acme/app'],
  ['/p/{id}', '/p/{id}', 'app'],
  ['/p/{path}', '/p/{path}'],
  ['/p/{full_path}/{repo}', '/p/{full_path}/{repo}'],
  ['/p/{repo}', '/p/{namespace}%2F{repository}', 'acme/app'],
  ['/p/{id}', '/p/{id}', 'acme/app/latest'],
])('%s with namespace and repository in one is %s', (template, path, example) => {
  expect(withFullName(template, ['namespace', 'repository', 'tag'], () => example)).toBe(path)
  expect(withFullName(template, ['namespace'], () => example)).toBe(template)
})

it.each([
  ['/{user}/{repo}', '/me/{repo}'],
  ['/{repo}/{accountName}', '/{repo}/me'],
  ['/{repo}/{OWNER_LOGIN}', '/{repo}/me'],
  ['/{repo}/{namespace-slug}', '/{repo}/me'],
  ['/{repo}/{login}', '/{repo}/me'],
  ['/{repo}/{x}', '/{repo}/{x}'],
  ['/{repo}/{superuser}', '/{repo}/{superuser}'],
  ['/{repo}/{userid}', '/{repo}/{userid}'],
  ['/{user}', '/{user}'],
  ['/x', '/x'],
])('%s with the account is %s', (template, path) => {
  expect(withOwner(template, ['repository'], 'me')).toBe(path)
})

it('the parameter without a role takes a value', () => {
  expect(withValue('/{x}/{repo}', ['repository'], 'a/b')).toBe('/a%2Fb/{repo}')
  expect(withValue('/{x}/{owner}', ['repository'], '$&')).toBe('/{x}/%24%26')
  expect(withValue('/{repo}', ['repository'], 'a')).toBe('/{repo}')
})

it.each([
  ['/v2/a/{b}/c', '/v2/a/{b}/never'],
  ['/v2/a/{b}', '/v2/never/{b}'],
  ['/v2/a/{b}/', '/v2/never/{b}/'],
  ['/v2/tokens({b})', '/v2/never({b})'],
  ['/v2/a/id:{b}', '/v2/never/id:{b}'],
  ['/v2', '/never'],
  ['/{a}/{b}', '/{a}/{b}/never'],
  ['/{a}/', '/{a}/never'],
  ['/', '/never'],
  ['v2/{a}', 'v2/{a}/never'],
])('the control path of %s is %s', (template, path) => {
  expect(controlPathOf(template, 'never')).toBe(path)
})

it.each([
  ['/a/{b}/c{def}/', '/a/{}/c{}'],
  ['/a//', '/a'],
  ['/a/b', '/a/b'],
  ['/{}', '/{}'],
  ['/a/{b}%2F{c}/d', '/a/{}/d'],
  ['/a/<name>/tags/:tag_name', '/a/{}/tags/{}'],
  ['/a/tokens:revoke', '/a/tokens:revoke'],
  ['/', '/'],
  ['', '/'],
])('%j in its common form is %s', (template, normal) => {
  expect(normalTemplate(template)).toBe(normal)
})

it.each([
  ['/v1/repositories', true],
  ['/v1/', true],
  ['/v1', false],
  ['/v10/x', false],
  ['/v2/v1/x', false],
  ['/a/v1/x', false],
  ['/v1/../v2', false],
  ['/v1/./x', false],
  ['/v1/x/..', false],
  ['/v1/..x', true],
  ['/v1/x..', true],
  ['/v1/x.y', true],
  ['/v1/x?a=/../', true],
  ['/v1/..?a', false],
  ['/v1/x/.?a', false],
  ['/v1/x?a/..', true],
  ['/v1/x?/..?', true],
])('%s is of v1: %s', (path, isIt) => {
  expect(isV1Path(path)).toBe(isIt)
})
