import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isObject, type JsonObject } from '../../checks/reading/json.ts'
import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { runTwisted } from '../support/run.ts'
import { thingsOn } from './support/things.ts'

/** Whatever form a hub declares for what is created: what the run made there is deleted, or it is named in the report. */

/** What is created, the path and the name of the member that names it. */
const kinds = {
  pat: { path: '/v2/access-tokens', name: 'token_label', id: 'uuid', published: '/v2/access-tokens' },
  oat: {
    path: '/v2/orgs/conformance-org/access-tokens',
    name: 'label',
    id: 'id',
    published: '/v2/orgs/{name}/access-tokens',
  },
  repository: {
    path: '/v2/namespaces/conformance-org/repositories',
    name: 'name',
    id: '-',
    published: '/v2/namespaces/{namespace}/repositories',
  },
} as const

interface Form {
  readonly kind: keyof typeof kinds
  /** What the hub calls the member that names the thing, and how it declares it. */
  readonly member: string
  readonly schema: JsonObject
  readonly isRequired: boolean
  /** What the hub calls the member with the id. */
  readonly id: string
}

const renamed = (value: unknown, from: string, to: string): unknown => {
  if (Array.isArray(value)) return value.map(item => renamed(item, from, to))
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key === from ? to : key, renamed(inner, from, to)]),
      )
    : value
}

/** A hub that names things in a member of its own, and takes and shows no other. */
const hubWith = ({ kind, member, schema, isRequired, id }: Form): Twist => {
  const own = kinds[kind]
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname))
      return openApi(document => {
        const operation = document.paths[own.published]?.post
        const properties = { zone: { type: 'string', example: 'eu' }, [member]: schema }
        const form = { type: 'object', required: ['zone', ...(isRequired ? [member] : [])], properties }
        operation.requestBody = { content: { 'application/json': { schema: form } } }
      })(request, next)
    if (!pathname.startsWith(own.path)) return next(request)
    const isCreation = request.method === 'POST' && pathname === own.path
    let inner = request
    if (isCreation) {
      const sent: unknown = await request.clone().json()
      const given = isObject(sent) ? sent[member] : undefined
      const name = typeof given === 'string' ? given : `unnamed-${Math.floor(Math.random() * 1e9)}`
      const body = {
        [own.name]: name,
        namespace: 'conformance-org',
        scopes: ['repo:read'],
        resources: [{ type: 'TYPE_REPO', path: 'conformance-org/*', scopes: ['repo-pull'] }],
      }
      inner = new Request(request.url, { method: 'POST', headers: request.headers, body: JSON.stringify(body) })
    }
    const response = await next(inner)
    if (!response.ok || response.status === 204 || request.method === 'HEAD') return response
    const shown: unknown = await response.json()
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return Response.json(renamed(renamed(shown, own.name, member), own.id, id), { status: response.status, headers })
  }
}

const free = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'string', example: 'laptop' },
  { type: 'string', default: 'laptop' },
  { type: 'string', examples: ['laptop'] },
)

const closed = fc.constantFrom<JsonObject>(
  { type: 'string', enum: ['laptop', 'phone'] },
  { const: 'laptop' },
  { type: 'string', pattern: '^[a-z]{3,8}$', example: 'laptop' },
  { type: 'string', maxLength: 8, example: 'laptop' },
)

const formWith = (schema: fc.Arbitrary<JsonObject>, isRequired: fc.Arbitrary<boolean>): fc.Arbitrary<Form> =>
  fc.record({
    kind: fc.constantFrom('pat', 'oat', 'repository'),
    member: fc.constantFrom('nick', 'handle', 'caption', 'title'),
    schema,
    isRequired,
    id: fc.constantFrom('keyId', 'robotId', 'nr'),
  })

const select = { only: ['access-tokens/*', 'org-access-tokens/*', 'presence/*', 'repositories/created-*'] }

const runOn = async (form: Form) => {
  const hub = createHub()
  const before = await thingsOn(hub)
  const twist = hubWith(form)
  const sent: string[] = []
  const report = await runTwisted(undefined, {
    target: {
      handler: async request => {
        if (request.method === 'POST' && new URL(request.url).pathname === kinds[form.kind].path)
          sent.push(await request.clone().text())
        return twist(request, hub.handler)
      },
    },
    credentials: { token: hub.credentials.token },
    select,
  })
  const left = (await thingsOn(hub)).filter(thing => !before.includes(thing))
  return { report, left, sent }
}

it('what takes any text carries the name of the run, and nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(formWith(free, fc.boolean()), async form => {
      const { left, report, sent } = await runOn(form)
      expect(left).toEqual([])
      expect(report.leftovers).toEqual([])
      expect(sent.length).toBeGreaterThan(0)
      for (const body of sent) expect(body).toContain('hub-conformance-')
    }),
    { numRuns: 12 },
  )
})

it('what takes no name of the run is deleted by its id, or reported', async () => {
  await fc.assert(
    fc.asyncProperty(formWith(closed, fc.constant(true)), async form => {
      const { left, report, sent } = await runOn(form)
      // A repository is addressed by its name, so none is created that has not the run's.
      expect(sent.length > 0).toBe(form.kind !== 'repository')
      expect(report.leftovers.length).toBeGreaterThanOrEqual(left.length)
      if (/id$/i.test(form.id)) expect(left).toEqual([])
    }),
    { numRuns: 12 },
  )
})
