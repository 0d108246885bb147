import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlPathOf, fill, parametersIn, rolesOf } from '../../../checks/path-template.ts'
import type { JsonObject } from '../../../checks/reading/json.ts'
import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import { operationRoles } from '../../../contracts/bindings/roles.ts'
import { type IsoDate, lifecycle } from '../../../contracts/lifecycle.ts'
import type { Binding, OperationName, Role } from '../../../contracts/operations.ts'
import { readReference } from '../../../engine/documents/reference/reference.ts'
import { UsageError } from '../../../engine/options.ts'
import { resolveBindings } from '../../../engine/probe/bindings.ts'
import { callBody } from '../../../engine/probe/calls/body.ts'
import { toOperations } from '../../../engine/probe/json-patch.ts'

const documented = new Set<string>(lifecycle.operations.map(({ id }) => id))
const tagOf = (name: string): string =>
  name.startsWith('pat.')
    ? 'access-tokens'
    : name.startsWith('oat.')
      ? 'org-access-tokens'
      : name.startsWith('audit.')
        ? 'audit-logs'
        : 'repositories'

const found = dockerHub.filter(({ operation }) => !['login', 'DeleteRepository', 'ListGroups'].includes(operation))

/** Operations in any order, below any segment, with parameters of any name. */
const documents = fc
  .record({
    order: fc.shuffledSubarray([...found], { minLength: found.length }),
    mount: fc.stringMatching(/^[a-z]{3,8}$/),
    suffix: fc.stringMatching(/^[a-z]{1,4}$/),
  })
  .map(({ order, mount, suffix }) => {
    const paths: Record<string, Record<string, unknown>> = {}
    const places = new Map<OperationName, string>()
    for (const { operation, method, path } of order) {
      const text = `/v2/${mount}${path.slice('/v2'.length).replace(/\{(\w+)\}/g, `{$1${suffix}}`)}`
      places.set(operation, text)
      paths[text] = {
        ...paths[text],
        [method.toLowerCase()]: {
          tags: [tagOf(operation)],
          ...(documented.has(operation) ? { operationId: operation } : {}),
          responses: {},
        },
      }
    }
    return { text: JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths }), places }
  })

describe('bindings', () => {
  it('have the header fields that a reference demands, but for those that decide how a request is sent', () => {
    const field = (name: string, value: string, required = true) => ({
      ...{ name, in: 'header', required },
      schema: { type: 'string', enum: [value] },
    })
    const parameters = [
      field('X-Api-Version', '2'),
      field('X-Optional', '1', false),
      ...['Authorization', 'Accept', 'Host', 'Cookie', 'X-HTTP-Method-Override', 'X-Api-Key', 'Not a name'].map(name =>
        field(name, 'DELETE'),
      ),
      field('X-Lines', 'a\r\nHost: b'),
      { name: 'X-Any', in: 'header', required: true, schema: { type: 'string' } },
    ]
    const operation = { operationId: 'GetRepository', parameters, responses: {} }
    const paths = { '/v2/namespaces/{namespace}/repositories/{repository}': { get: operation } }
    const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths })
    const bindings = resolveBindings(undefined, readReference(text, 'openapi.json'))
    expect(bindings.get('GetRepository')?.headers).toEqual({ 'X-Api-Version': '2' })
    expect(bindings.get('CheckRepository')?.headers).toBeUndefined()
  })

  it('give each request a key of its own, and a period that has to be given', () => {
    const query = (name: string, format: string) => ({
      name,
      in: 'query',
      required: true,
      schema: { type: 'string', format },
    })
    const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }
    const id = (name: string, example?: string) => ({
      ...{ name, in: 'header', required: true },
      schema: { type: 'string', format: 'uuid', example },
    })
    const ids = [
      id('X-Request-Id', 'b9b1'),
      id('X-Trace-Ref'),
      id('X-Tenant-Id'),
      id('X-Org', 'a1'),
      id('X-Auth-Token'),
    ]
    const parameters = [key, ...ids, query('from', 'date-time'), query('until', 'date')]
    const operation = { tags: ['audit-logs'], parameters, responses: {} }
    const paths = { '/v2/auditlogs/{account}': { get: operation } }
    const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths })
    const bound = resolveBindings(undefined, readReference(text, 'openapi.json')).get('audit.events')
    const own = { 'Idempotency-Key': '{uuid}', 'X-Request-Id': '{uuid}', 'X-Trace-Ref': '{uuid}' }
    expect(bound?.headers).toEqual({ ...own, 'X-Org': 'a1' })
    expect(bound?.query).toEqual({ from: '{-30 date-time}', until: '{+1 date}' })
  })

  it('name in the query what the path leaves out, whether the parameter is required or not', () => {
    const queryOf = (path: string, ...names: readonly string[]) => {
      const parameters = names.map(name => ({ name, in: 'query', schema: { type: 'string', example: 'library' } }))
      const list = { operationId: 'listNamespaceRepositories', tags: ['repositories'], parameters, responses: {} }
      const paths = { [path]: { get: list }, '/v2/repos/{owner}/{slug}': { get: { operationId: 'GetRepository' } } }
      const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths })
      return resolveBindings(undefined, readReference(text, 'openapi.json')).get('listNamespaceRepositories')?.query
    }
    expect(queryOf('/v2/repos', 'ownerLogin', 'page')).toEqual({ ownerLogin: '{namespace}' })
    expect(queryOf('/v2/repos', 'user', 'owner')).toEqual({ owner: '{namespace}' })
    expect(queryOf('/v2/repos', 'user', 'namespace')).toEqual({ namespace: '{namespace}' })
    // Which of them it is nobody can know.
    expect(queryOf('/v2/repos', 'user', 'account')).toBeUndefined()
    expect(queryOf('/v2/repos', 'name', 'scope')).toBeUndefined()
    expect(queryOf('/v2/spaces/{space}/repos', 'owner')).toBeUndefined()
  })

  it('name in the query the repository that is created, by an id that the caller chooses', () => {
    const parameters = [{ name: 'repositoryId', in: 'query', required: true, schema: { type: 'string' } }]
    const create = { operationId: 'CreateRepository', tags: ['repositories'], parameters, responses: {} }
    const paths = { '/v2/namespaces/{namespace}/repositories': { post: create } }
    const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths })
    const bound = resolveBindings(undefined, readReference(text, 'openapi.json')).get('CreateRepository')
    expect(bound?.query).toEqual({ repositoryId: '{repository}' })
  })

  it('read one token where the query has to name it, and list them elsewhere', () => {
    const operation = { tags: ['access-tokens'], responses: {} }
    const id = { name: 'token_id', in: 'query', required: true, schema: { type: 'string' } }
    const paths = {
      '/v2/iam/keys/key': { get: { ...operation, parameters: [id] } },
      '/v2/iam/keys': { get: operation, post: operation },
    }
    const reference = readReference(
      JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths }),
      'x',
      '',
    )
    const bindings = resolveBindings(undefined, reference)
    expect(bindings.get('pat.get')).toMatchObject({ path: '/v2/iam/keys/key', query: { token_id: '{id}' } })
    expect(bindings.get('pat.list')).toMatchObject({ path: '/v2/iam/keys' })
  })

  it('delete a repository where it is read, if no operation has an id', () => {
    const operation = { tags: ['repositories'], responses: {} }
    const paths = { '/v2/namespaces/{ns}/repositories/{name}': { get: operation, delete: operation } }
    const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths })
    expect(resolveBindings(undefined, readReference(text, 'openapi.json')).get('DeleteRepository')?.from).toBe(
      'reference',
    )
  })

  it('delete a token by an action of its own where no DELETE is published', () => {
    const operation = { tags: ['access-tokens'], responses: {} }
    const bound = (more: Readonly<Record<string, unknown>>) =>
      resolveBindings(
        undefined,
        readReference(
          JSON.stringify({
            openapi: '3.0.3',
            info: { title: 'x', version: '1' },
            paths: {
              '/v2/keys': { get: operation, post: operation },
              '/v2/keys/{key}': { get: operation, patch: operation },
              '/v2/keys/{key}/revoke': { post: operation },
              '/v2/keys/{key}/rotate': { post: operation },
              ...more,
            },
          }),
          'openapi.json',
        ),
      ).get('pat.delete')
    expect(bound({})).toMatchObject({ method: 'POST', path: '/v2/keys/{key}/revoke', from: 'reference' })
    expect(bound({ '/v2/keys/{key}': { get: operation, delete: operation } })).toMatchObject({
      method: 'DELETE',
      path: '/v2/keys/{key}',
    })
  })

  it('change a token by an action of its own where no method of the token itself is published', () => {
    const operation = { tags: ['access-tokens'], responses: {} }
    const paths = {
      '/v2/keys': { get: operation },
      '/v2/keys/new': { post: operation },
      '/v2/keys/{key}': { get: operation },
      '/v2/keys/{key}/rotate': { post: operation },
      '/v2/keys/{key}/update': { post: operation },
    }
    const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths })
    const bindings = resolveBindings(undefined, readReference(text, 'openapi.json'))
    expect(bindings.get('pat.update')).toMatchObject({
      method: 'POST',
      path: '/v2/keys/{key}/update',
      from: 'reference',
    })
    expect(bindings.get('pat.create')).toMatchObject({ method: 'POST', path: '/v2/keys/new' })
  })

  it('are found by what a summary says, and by the end of a path, where no method tells', () => {
    const operation = (summary: string, tags = ['access-tokens']) => ({ summary, tags, responses: {} })
    const bound = (paths: Readonly<Record<string, object>>, name: OperationName) =>
      resolveBindings(
        undefined,
        readReference(JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths }), 'openapi.json'),
      ).get(name)
    const tokens = {
      '/v2/me/tokens': { get: operation('List tokens'), post: operation('Create a token') },
      '/v2/me/tokens/{id}': { get: operation('Get a token') },
      '/v2/me/tokens/{id}/scopes/update': { post: operation('Update the scopes of a token') },
    }
    const actions = {
      '/v2/me/tokens/{id}/actions/update': { post: operation('Update a token') },
      '/v2/me/tokens/{id}/actions/revoke': { post: operation('Delete a token') },
    }
    expect(bound({ ...tokens, ...actions }, 'pat.update')?.path).toBe('/v2/me/tokens/{id}/actions/update')
    expect(bound({ ...tokens, ...actions }, 'pat.delete')?.path).toBe('/v2/me/tokens/{id}/actions/revoke')
    expect(bound(tokens, 'pat.update')?.from).toBe('default')
    const byWords = { '/v2/me/tokens/{id}/end': { post: operation('Revoke a token') } }
    expect(bound({ ...tokens, ...byWords }, 'pat.delete')).toMatchObject({
      method: 'POST',
      path: '/v2/me/tokens/{id}/end',
    })
    const others = { '/v2/me/tokens/{id}/end': { post: operation('Revoke a token', ['sessions']) } }
    expect(bound({ ...tokens, ...others }, 'pat.delete')?.from).toBe('default')
  })

  it('change members by the operations that a member of the declared body has', () => {
    const bound = (schemas: object) => {
      const text = { type: 'string' }
      const operation = {
        type: 'object',
        properties: { op: { ...text, enum: ['replace'] }, path: { ...text, enum: ['title', 'enabled'] }, value: {} },
      }
      const schema = {
        type: 'object',
        required: ['schemas', 'Operations'],
        properties: { schemas, Operations: { type: 'array', items: operation } },
      }
      const tags = ['access-tokens']
      const patch = { tags, requestBody: { content: { 'application/scim+json': { schema } } }, responses: {} }
      const paths = { '/v2/keys': { get: { tags, responses: {} } }, '/v2/keys/{id}': { patch } }
      const reference = readReference(
        JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths }),
        'openapi.json',
      )
      return resolveBindings(undefined, reference).get('pat.update')
    }
    const binding = bound({ type: 'array', items: { type: 'string', enum: ['PatchOp'] } })
    expect(binding?.operationsIn).toEqual({ member: 'Operations', around: { schemas: ['PatchOp'] } })
    expect(binding && callBody(binding, { token_label: 'x' }, { id: '1' }, undefined)).toEqual({ title: 'x' })
    expect(bound({ type: 'array', items: { type: 'string' } })?.operationsIn).toBeUndefined()
  })

  describe('of changes by operations', () => {
    const text = { type: 'string' }
    const bound = (
      type: string,
      schema: object,
      example: unknown,
      name: 'groups' | 'settings' | 'token' = 'settings',
    ) => {
      const operation = { requestBody: { content: { [type]: { schema, example } } }, responses: {} }
      const repository = '/v2/namespaces/{namespace}/repositories/{repository}'
      const paths = {
        [`${repository}/frozen`]: { patch: { ...operation, operationId: 'UpdateRepositoryImmutableTags' } },
        [`${repository}/groups`]: { patch: { ...operation, operationId: 'CreateRepositoryGroup' } },
        '/v2/tokens/{id}': { patch: { ...operation, tags: ['access-tokens'] } },
        '/v2/tokens': { get: { tags: ['access-tokens'], responses: {} } },
      }
      const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths })
      const own = {
        groups: 'CreateRepositoryGroup',
        settings: 'UpdateRepositoryImmutableTags',
        token: 'pat.update',
      } as const
      return resolveBindings(undefined, readReference(document, 'openapi.json')).get(own[name]) as Binding
    }
    const sent = (binding: Binding, json: JsonObject): unknown =>
      toOperations(binding.requestSchema, callBody(binding, json, {}, undefined), name => name)
    const settings = { immutable_tags: true, immutable_tags_rules: ['v.*'] }

    it.each<[string, object, unknown, readonly string[]]>([
      [
        'the example of a body',
        { path: text },
        [
          { path: '/on', value: false },
          { path: '/like/-', value: '^1' },
        ],
        ['/on', '/like'],
      ],
      [
        'examples of paths',
        { path: { ...text, examples: ['/enabled', '/rules'] }, value: {} },
        undefined,
        ['/enabled', '/rules'],
      ],
      [
        'the declared paths',
        { path: { ...text, enum: ['/tags/locked', '/tags/rules'] }, value: {} },
        undefined,
        ['/tags/locked', '/tags/rules'],
      ],
    ])('names the members that %s tell of', (_, properties, example, [on, rules]) => {
      const list = { type: 'array', items: { type: 'object', properties: { op: text, ...properties } } }
      expect(sent(bound('application/json-patch+json', list, example), settings)).toEqual([
        { op: 'replace', path: on, value: true },
        { op: 'replace', path: rules, value: ['v.*'] },
      ])
    })

    it('adds what is created, as its value is declared', () => {
      const value = {
        type: 'array',
        items: { type: 'object', properties: { value: text, type: { ...text, enum: ['read', 'write'] } } },
      }
      const properties = { op: { ...text, enum: ['add', 'replace'] }, path: { ...text, enum: ['groups'] }, value }
      const list = { type: 'array', items: { type: 'object', properties } }
      const schema = {
        type: 'object',
        required: ['schemas'],
        properties: { schemas: { type: 'array', items: text }, Operations: list },
      }
      const binding = bound('application/scim+json', schema, { schemas: ['PatchOp'], Operations: [] }, 'groups')
      expect(binding.operationsIn).toEqual({ member: 'Operations', around: { schemas: ['PatchOp'] } })
      expect(sent(binding, { group_id: 'g1', permission: 'read' })).toEqual([
        { op: 'add', path: 'groups', value: [{ value: 'g1', type: 'read' }] },
      ])
    })
  })

  it('list tokens by a search where no GET lists them', () => {
    const operation = { tags: ['access-tokens'], responses: {} }
    const bound = (more: object, path = '/v2/keys/search') => {
      const paths = {
        '/v2/keys': { post: operation, ...more },
        '/v2/keys/{key}': { get: operation },
        [path]: { post: operation },
      }
      const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths })
      return resolveBindings(undefined, readReference(text, 'openapi.json')).get('pat.list')
    }
    expect(bound({})).toMatchObject({ method: 'POST', path: '/v2/keys/search', from: 'reference' })
    expect(bound({ get: operation })).toMatchObject({ method: 'GET', path: '/v2/keys' })
    expect(bound({}, '/v2/keys/rotate')?.from).toBe('default')
  })

  describe('of a family, where its area has further collections', () => {
    const bound = (tag: string, paths: Readonly<Record<string, Readonly<Record<string, object>>>>) => {
      const tagged = Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, responses]) => [method, { tags: [tag], responses: responses }]),
        ),
      ])
      const text = JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'x', version: '1' },
        paths: Object.fromEntries(tagged),
      })
      const all = resolveBindings(undefined, readReference(text, 'openapi.json'))
      return (name: OperationName) => {
        const { method, path, from } = all.get(name) ?? {}
        return from === 'reference' ? `${method} ${path}` : from
      }
    }
    const answers = (schema: object) => ({ 200: { content: { 'application/json': { schema } } } })
    const scope = { type: 'object', properties: { name: { type: 'string' } } }
    const token = { type: 'object', properties: { id: {}, label: {}, scopes: {}, expires_at: {} } }
    const listOf = (items: object) => answers({ type: 'array', items })
    const scopes = { '/v2/scopes': { get: listOf(scope) } }
    const keys = {
      '/v2/users/{user}/keys': { get: listOf(token), post: answers(token) },
      '/v2/users/{user}/keys/{id}': { get: answers(token), patch: answers(token), delete: {} },
    }

    it.each([
      ['first', { ...scopes, ...keys }],
      ['last', { ...keys, ...scopes }],
      ['with items', { ...scopes, '/v2/scopes/{name}': { get: answers(scope) }, ...keys }],
      [
        'with as many operations',
        {
          '/v2/scopes': { get: listOf(scope), post: answers(scope) },
          '/v2/scopes/{id}': { get: answers(scope), patch: answers(scope), delete: {} },
          ...keys,
        },
      ],
    ])('are those of the tokens: %s', (_, paths) => {
      const of = bound('access-tokens', paths)
      expect(
        ['pat.create', 'pat.list', 'pat.get', 'pat.update', 'pat.delete'].map(name => of(name as OperationName)),
      ).toEqual([
        'POST /v2/users/{user}/keys',
        'GET /v2/users/{user}/keys',
        'GET /v2/users/{user}/keys/{id}',
        'PATCH /v2/users/{user}/keys/{id}',
        'DELETE /v2/users/{user}/keys/{id}',
      ])
    })

    it('are not taken from those, where there is none for the tokens', () => {
      const of = bound('access-tokens', {
        ...scopes,
        '/v2/scopes/{name}': { get: answers(scope) },
        '/v2/keys': { post: answers(token) },
        '/v2/keys/{id}': { delete: {} },
        '/v2/keys/{id}/rotate': { post: answers(token) },
      })
      expect(of('pat.list')).toBe('default')
      expect(of('pat.get')).toBe('default')
      expect(of('pat.create')).toBe('POST /v2/keys')
    })

    it.each([
      ['/v2/accessTokens', '/v2/accessTokens({id})', '/v2/accessTokens({id})/revoke'],
      ['/v2/accessTokens', "/v2/accessTokens('{id}')", "/v2/accessTokens('{id}')/revoke"],
      ['/v2/tokens', '/v2/tokens;id={id}', '/v2/tokens;id={id}/revoke'],
      ['/v2/tokens', '/v2/tokens/id:{id}', '/v2/tokens/id:{id}/revoke'],
      ['/v2/tokens.json', '/v2/tokens/{id}.json', '/v2/tokens/{id}/revoke'],
      ['/v2/tokens', '/v2/tokens/{owner}:{id}', '/v2/tokens/{owner}:{id}/revoke'],
    ])('have one token in a segment with other text: %s, %s', (list, item, revoke) => {
      const of = bound('access-tokens', {
        [list]: { get: listOf(token), post: answers(token) },
        [item]: { get: answers(token), patch: answers(token) },
        [`${item}/scopes`]: { get: listOf(scope) },
        [revoke]: { post: {} },
      })
      const names = ['pat.create', 'pat.list', 'pat.get', 'pat.update', 'pat.delete'] as const
      expect(names.map(of)).toEqual([`POST ${list}`, `GET ${list}`, `GET ${item}`, `PATCH ${item}`, `POST ${revoke}`])
    })

    it('do not make a token by what only renews one', () => {
      const of = bound('access-tokens', {
        '/v2/keys': { get: listOf(token) },
        '/v2/keys/{id}': { get: answers(token) },
        '/v2/keys/{id}/rotate': { post: answers(token) },
        '/v2/keys/search': { post: listOf(token) },
        '/v2/keys/new': { post: answers(token) },
      })
      expect(of('pat.create')).toBe('POST /v2/keys/new')
    })

    it.each([
      ['/v2/audit-sinks', '/v2/orgs/{org}/audit-events', 'kinds'],
      ['/v2/auditlogs-exports', '/v2/auditlogs/{account}', 'codes'],
      ['/v2/orgs/{org}/reports', '/v2/orgs/{org}/what-happened', 'categories'],
    ])('read the log, and not %s', (other, log, words) => {
      const of = bound('audit-logs', { [other]: { get: {} }, [log]: { get: {} }, [`${log}/${words}`]: { get: {} } })
      expect(of('audit.events')).toBe(`GET ${log}`)
      expect(of('audit.actions')).toBe(`GET ${log}/${words}`)
    })
  })

  describe('of a change by operations on members', () => {
    const answers = (schema: object) => ({ 200: { content: { 'application/json': { schema } } } })
    const own = { type: 'object', required: ['id'], properties: { id: {}, title: {}, enabled: {} } }
    const patches = (items: object) => ({
      content: { 'application/json-patch+json': { schema: { type: 'array', items } } },
    })
    const update = (paths: object, items: object = { type: 'object', properties: { path: { type: 'string' } } }) => {
      const item = { patch: { tags: ['access-tokens'], requestBody: patches(items), responses: {} } }
      const all = { '/v2/tokens/{id}': { ...item, ...paths }, '/v2/tokens': { post: {}, ...paths } }
      const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: all }
      return resolveBindings(undefined, readReference(JSON.stringify(document), 'x.json')).get('pat.update') as Binding
    }
    const get = (schema: object) => ({ get: { tags: ['access-tokens'], responses: answers(schema) } })
    const sent = (binding: Binding) => callBody(binding, { token_label: 'x', is_active: false }, {}, undefined)

    it('names the members that the target declares of a token', () => {
      expect(sent(update(get(own)))).toEqual({ title: 'x', enabled: false })
      expect(sent(update(get({ type: 'object', properties: { data: own } })))).toEqual({ title: 'x', enabled: false })
    })

    it('names those that a creation takes, where no token is declared', () => {
      const requestBody = { content: { 'application/json': { schema: { properties: { title: {} } } } } }
      const post = { tags: ['access-tokens'], requestBody, responses: {} }
      expect(sent(update({ ...get({ type: 'object' }), post }))).toEqual({ title: 'x', is_active: false })
    })

    it('names the published ones, where nothing is declared', () => {
      expect(sent(update({}))).toEqual({ token_label: 'x', is_active: false })
    })

    it('names those that its own form lists, before all', () => {
      const items = { properties: { path: { enum: ['/label', '/active'] } } }
      expect(sent(update(get(own), items))).toEqual({ label: 'x', active: false })
    })
  })

  it('of the user without a body have the form that the reference declares for that method and path', () => {
    const form = { type: 'object', properties: { pattern: { type: 'string' } } }
    const reference = readReference(
      JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'x', version: '1' },
        paths: {
          '/v2/x/{ns}/{repo}/trial': {
            post: { requestBody: { content: { 'application/json': { schema: form } } }, responses: {} },
          },
        },
      }),
      'x',
      '',
    )
    const path = '/v2/x/{namespace}/{repository}/trial'
    const operations = { VerifyRepositoryImmutableTags: { method: 'POST', path } }
    expect(resolveBindings({ operations }, reference).get('VerifyRepositoryImmutableTags')).toMatchObject({
      path,
      requestSchema: form,
    })
  })

  const keysOf = (form: object) => {
    const operation = { tags: ['access-tokens'], responses: {} }
    const post = { ...operation, requestBody: { content: { 'application/json': { schema: form } } } }
    const paths = {
      '/v2/users/{user}/api-keys': { get: operation, post },
      '/v2/users/{user}/api-keys/{key}': { get: operation, put: operation, delete: operation },
    }
    return readReference(JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths }), 'x', '')
  }

  it('of personal tokens have the name of the account in the place of the parameter that stands for it', () => {
    const bindings = resolveBindings(undefined, keysOf({}), undefined, 'maria b')
    expect(bindings.get('pat.list')?.path).toBe('/v2/users/maria%20b/api-keys')
    expect(bindings.get('pat.delete')?.path).toBe('/v2/users/maria%20b/api-keys/{key}')
    expect(resolveBindings(undefined, keysOf({})).get('pat.list')?.path).toBe('/v2/users/{user}/api-keys')
  })

  it('of the user with a value in the place of a declared parameter have the form that is declared there', () => {
    const form = { type: 'object', properties: { keyName: { type: 'string' } } }
    const operations = { 'pat.create': { method: 'POST', path: '/v2/users/maria/api-keys' } }
    expect(resolveBindings({ operations }, keysOf(form)).get('pat.create')?.requestSchema).toMatchObject(form)
  })

  it('change a thing under the name that the body of its creation gives the label', () => {
    const body = { title: '{name}', until: '{expires_at}' }
    const bindings = resolveBindings({ 'pat.create': { method: 'POST', path: '/v2/keys', body } }, undefined)
    expect(bindings.get('pat.update')?.requestSchema).toMatchObject({ properties: { title: { type: 'string' } } })
    expect(bindings.get('oat.update')?.requestSchema).toBeUndefined()
  })

  it('change a thing in the objects in which the body of its creation has the name', () => {
    const body = { data: { type: 'tokens', attributes: { title: '{name}', until: '{expires_at}', scopes: ['read'] } } }
    const operations = {
      'pat.create': { method: 'POST', path: '/v2/keys', body },
      'pat.update': { method: 'PATCH', path: '/v2/keys/{id}' },
    }
    const update = resolveBindings({ operations }, undefined).get('pat.update')
    const sent = (attributes: object) => ({ data: { type: 'tokens', attributes } })
    expect(update && callBody(update, { token_label: 'two' }, { id: '7' }, undefined)).toEqual(sent({ title: 'two' }))
    expect(update && callBody(update, { enabled: false }, { id: '7' }, undefined)).toEqual(sent({ enabled: false }))
  })

  it('take DELETE at the path of GetRepository for the deletion of a repository, where none is named', () => {
    const path = '/v2/spaces/{space}/images/{image}'
    const paths = { [path]: { get: { operationId: 'GetRepository', responses: {} }, delete: { responses: {} } } }
    const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths })
    const binding = resolveBindings(undefined, readReference(text, 'own')).get('DeleteRepository')
    expect(binding).toMatchObject({ method: 'DELETE', path, from: 'reference' })
  })

  it('are found in any OpenAPI document by id, or by tag, method and shape', () => {
    fc.assert(
      fc.property(documents, ({ text, places }) => {
        const bindings = resolveBindings(undefined, readReference(text, 'generated'))
        for (const [operation, path] of places) {
          const binding = bindings.get(operation)
          const stated = lifecycle.operations.find(({ id }) => id === operation)?.path
          expect(binding?.path, operation).toBe(stated ?? path)
          expect(binding?.from).toBe(stated === null || stated === undefined ? 'reference' : 'document')
        }
      }),
      { numRuns: 50 },
    )
  })

  it('are the shipped ones where nothing else is known, and the user’s own before all', () => {
    const plain = resolveBindings(undefined, undefined)
    for (const shipped of dockerHub) expect(plain.get(shipped.operation)?.path).toBe(shipped.path)
    const own = resolveBindings(
      { operations: { GetRepository: { method: 'get', path: '/v2/x/{owner}/{image}' } } },
      undefined,
    )
    expect(own.get('GetRepository')).toMatchObject({ method: 'GET', path: '/v2/x/{owner}/{image}', from: 'file' })
  })

  it('are, on a day before an operation came, the legacy endpoint that it replaced', () => {
    const places = (asOf: IsoDate) =>
      ['CreateRepository', 'GetRepository', 'CheckRepository', 'listNamespaceRepositories'].map(name => {
        const { method, path, from } = resolveBindings(undefined, undefined, asOf).get(name as OperationName) as Binding
        return `${method} ${path} ${from}`
      })
    expect(places('2025-06-26')).toEqual([
      'POST /v2/repositories/{namespace} document',
      'GET /v2/repositories/{namespace}/{repository} document',
      'HEAD /v2/repositories/{namespace}/{repository} document',
      'GET /v2/repositories/{namespace} document',
    ])
    expect(places('2025-09-18')[3]).toBe('GET /v2/namespaces/{namespace}/repositories default')
    expect(places('2025-09-19').every(place => place.endsWith('default'))).toBe(true)
    const own = { operations: { GetRepository: { method: 'GET', path: '/v2/x/{owner}/{image}' } } }
    expect(resolveBindings(own, undefined, '2025-06-26').get('GetRepository')?.from).toBe('file')
  })

  it.each([
    ['no map', 7, /must contain a mapping/],
    [
      'an unknown operation',
      { operations: { GetRepositry: { method: 'GET', path: '/v2/x' } } },
      /GetRepositry.*did you mean "GetRepository"/,
    ],
    [
      'an unknown key',
      { operations: { GetRepository: { method: 'GET', path: '/v2/{a}/{b}', querry: {} } } },
      /"querry".*"query"/,
    ],
    [
      'another origin',
      { operations: { GetRepository: { method: 'GET', path: '//evil.example/{a}/{b}' } } },
      /needs a path below the base URL/,
    ],
    [
      'an absolute URL',
      { operations: { GetRepository: { method: 'GET', path: 'https://evil.example/{a}/{b}' } } },
      /needs a path/,
    ],
    ['a fragment', { operations: { GetRepository: { method: 'GET', path: '/v2/{a}/{b}#x' } } }, /needs a path/],
    ['a line break', { operations: { GetRepository: { method: 'GET', path: '/v2/{a}/{b}\r\nX: y' } } }, /needs a path/],
    [
      'too many parameters',
      { operations: { 'pat.list': { method: 'GET', path: '/v2/{a}/tokens' } } },
      /binding of pat\.list: \/v2\/\{a\}\/tokens, .* cannot be filled in: it takes \{a\}, which has no value\. .*, such as \/v2\/NAME\/tokens\./,
    ],
  ])('refuse a file with %s, in one line', (_what, file, line) => {
    expect(() => resolveBindings(file, undefined)).toThrow(UsageError)
    expect(() => resolveBindings(file, undefined)).toThrow(line)
  })
})

describe('templates', () => {
  const role = fc.constantFrom<Role>('namespace', 'repository', 'tag', 'org', 'id')

  it('are filled segment by segment, whatever the value', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ minLength: 1, unit: 'grapheme' }),
        (namespace, repository) => {
          const path = fill('/v2/a/{namespace}/b/{repository}', ['namespace', 'repository'], { namespace, repository })
          expect(path.split('/')).toHaveLength(6)
          expect(decodeURIComponent(path.split('/')[3] ?? '')).toBe(namespace)
          expect(decodeURIComponent(path.split('/')[5] ?? '')).toBe(repository)
        },
      ),
    )
  })

  it('give every parameter a role, or none at all', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z_]{1,8}$/), { maxLength: 4 }),
        fc.uniqueArray(role),
        (parameters, roles) => {
          const found = rolesOf(parameters.map(name => `/{${name}}`).join(''), roles)
          if (parameters.length > roles.length) expect(found).toBeUndefined()
          else expect(Object.keys(found ?? {}).sort()).toEqual([...parameters].sort())
        },
      ),
    )
  })

  it('have a sibling that differs in one literal segment and keeps the parameters', () => {
    for (const { path, operation } of dockerHub) {
      const sibling = controlPathOf(path, 'never')
      expect(sibling).not.toBe(path)
      expect(sibling).toContain('never')
      expect(rolesOf(sibling, operationRoles[operation])).toEqual(rolesOf(path, operationRoles[operation]))
    }
  })
})

describe('what a path has in the place of parameters', () => {
  it.each([
    ['/v2/{a}/x/{b}', '/v2/one/x/t%2Fwo', { a: 'one', b: 't/wo' }],
    ['/v2/{a}.json', '/v2/one.json', { a: 'one' }],
    ['/v2/{a}.json', '/v2/.json', undefined],
    ['/v2/{a}.json', '/v2/one.xml', undefined],
    ['/v2/aba{x}aba', '/v2/aba', undefined],
    ['/v2/{a}', '/v2/one/two', undefined],
    ['/v2/{a}{b}', '/v2/one', undefined],
    ['/v2/(.*)+', '/v2/one', undefined],
  ])('%s and %s', (template, path, values) => {
    expect(parametersIn(template, path)).toEqual(values)
  })

  it('is told of a template of a megabyte, and of one made of parameters', () => {
    const segment = 'x'.repeat(1_000_000)
    expect(parametersIn(`/v2/${segment}/{a}`, `/v2/${segment}/one`)).toEqual({ a: 'one' })
    expect(parametersIn(`/v2/${'{a}'.repeat(10_000)}!`, `/v2/${'o'.repeat(10_000)}`)).toBeUndefined()
  })
})
