import { expect, it } from 'vitest'
import type { JsonSchema } from '../../../contracts/documents.ts'
import type { Binding } from '../../../contracts/operations.ts'
import { creationBody } from '../../../engine/probe/creation/forms.ts'
import type { Session } from '../../../engine/probe/session.ts'

const text = { type: 'string' }
const requestSchema = {
  type: 'object',
  required: ['organization', 'label'],
  properties: { organization: text, label: text },
}

it('the organization of a token stands in the body where the path does not name it', () => {
  const path = '/v2/company-tokens'
  const binding = { operation: 'oat.create', method: 'POST', path, from: 'reference', requestSchema } as Binding
  const session = { bindings: new Map([['oat.create', binding]]), startedAt: 0 } as unknown as Session
  const body = creationBody(session, { kind: 'oat', name: 'ci-1', values: { org: 'acme' } }, {})
  expect(body).toEqual({ organization: 'acme', label: 'ci-1' })
})

it.each([
  [{ scopes: { type: 'array', items: { enum: ['repo:read', 'repo:write'] } } }, { scopes: ['repo:read'] }],
  [{ scopes: { type: 'array', items: text } }, {}],
  [{ scopes: { type: 'array', items: { enum: ['repo:read'] } }, resources: { type: 'array', items: text } }, {}],
])('a token of an organization has the right to read, where its form lists it alone: %j', (more, scopes) => {
  const form = { type: 'object', properties: { label: text, ...more } }
  const path = '/v2/orgs/{org}/tokens'
  const binding = { operation: 'oat.create', method: 'POST', path, from: 'reference', requestSchema: form } as Binding
  const session = { bindings: new Map([['oat.create', binding]]), startedAt: 0 } as unknown as Session
  const body = creationBody(session, { kind: 'oat', name: 'ci-1', values: { org: 'acme' } }, {})
  expect(body).toEqual({ label: 'ci-1', ...scopes })
})

/** The body that creates the repository `acme/app`, where the reference declares this path and form. */
const repositoryBody = (path: string, requestSchema: JsonSchema): unknown => {
  const binding: Binding = { operation: 'CreateRepository', method: 'POST', path, from: 'reference', requestSchema }
  const session = { bindings: new Map([['CreateRepository', binding]]), startedAt: 0 } as unknown as Session
  return creationBody(session, { kind: 'repository', name: 'app', values: { namespace: 'acme' } }, {})
}

it.each<[string, object, string]>([
  ['full_name', { full_name: text }, 'acme/app'],
  ['its pattern', { repository: { ...text, pattern: '^[a-z]+/[a-z]+$' } }, 'acme/app'],
  ['its example', { name: { ...text, example: 'library/nginx' } }, 'acme/app'],
  ['one of its examples', { name: { ...text, examples: ['library/nginx'] } }, 'acme/app'],
  ['a pattern of names', { full_name: { ...text, pattern: '^[a-z]+$' } }, 'app'],
  ['nothing', { name: text }, 'app'],
])('a repository is named with its namespace where its member says so: %s', (_, properties, name) => {
  const form = { type: 'object', required: Object.keys(properties), properties }
  expect(Object.values(repositoryBody('/v2/repos', form) as object)).toEqual([name])
})

it.each([
  [{ ...text, example: 'team/app' }, 'app'],
  [{ ...text, pattern: '^[a-z]+/[a-z]+$' }, 'acme/app'],
])('below the path of its namespace, a repository is named as %j demands', (schema, name) => {
  const form = { type: 'object', properties: { name: schema } }
  expect(repositoryBody('/v2/namespaces/{namespace}/repositories', form)).toEqual({ name })
})
