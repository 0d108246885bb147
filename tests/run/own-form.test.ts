import { describe, expect, it } from 'vitest'
import { isObject, type JsonObject } from '../../checks/reading/json.ts'
import { isOpenApi, type OpenApiDocument, openApi, withOpenApi } from '../../checks/twists/documents.ts'
import { answer, edited } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const select = {
  only: ['presence/*', 'repository-groups/*', 'immutable-tags/*', 'org-access-tokens/*', 'access-tokens/*'],
  skip: ['presence/*-tag*'],
}

/** Every operation at the templates has another method there. */
const moved = (document: OpenApiDocument, template: string, schema: Record<string, unknown>): void => {
  const item = document.paths[template] as Record<string, Record<string, unknown>>
  const { patch, ...rest } = item
  document.paths[template] = {
    ...rest,
    put: { ...patch, requestBody: { content: { 'application/json': { schema } } } },
  }
}

/** A hub whose updates replace: PUT, with every member or 400. */
const replacing: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (isOpenApi(request, pathname))
    return openApi(document => {
      for (const [template, name] of [
        ['/v2/access-tokens/{uuid}', 'token_label'],
        ['/v2/orgs/{org_name}/access-tokens/{access_token_id}', 'label'],
      ] as const)
        moved(document, template, {
          type: 'object',
          required: [name, 'is_active'],
          properties: { [name]: { type: 'string' }, is_active: { type: 'boolean' }, id: { readOnly: true } },
        })
    })(request, next)
  if (!/access-tokens\/[^/]+\/?$/.test(pathname)) return next(request)
  if (request.method === 'PATCH') return answer(405)(request)
  if (request.method !== 'PUT') return next(request)
  const sent: unknown = await request.clone().json()
  const name = pathname.includes('/orgs/') ? 'label' : 'token_label'
  if (!isObject(sent) || typeof sent[name] !== 'string' || typeof sent.is_active !== 'boolean' || 'id' in sent)
    return answer(400)(request)
  return next(new Request(request.url, { method: 'PATCH', headers: request.headers, body: JSON.stringify(sent) }))
}

/** Operations on members, of which none is listed. */
const operations = {
  content: { 'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } } },
}

/** A hub whose settings of tags are replaced with PUT, in a form that it declares nowhere; it leaves out what it does not know. */
const undeclaredSettings =
  (put: Twist, requestBody?: object): Twist =>
  async (request, next) => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname))
      return openApi(({ paths }) => {
        const item = paths['/v2/namespaces/{namespace}/repositories/{repository}/immutabletags']
        if (item?.patch) item.put = { ...item.patch, requestBody }
        if (item) delete item.patch
      })(request, next)
    if (!pathname.endsWith('/immutabletags')) return next(request)
    return request.method === 'PUT' ? put(request, next) : answer(405)(request)
  }

/** A hub whose groups are texts, under names of its own. */
const textGroups: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (isOpenApi(request, pathname))
    return openApi(document => {
      const operation = document.paths['/v2/repositories/{namespace}/{repository}/groups']?.post
      operation.requestBody = {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['team', 'role', 'reason'],
              properties: {
                team: { type: 'string' },
                role: { enum: ['read', 'write', 'admin'] },
                reason: { type: 'string', enum: ['audit', 'support'] },
              },
            },
          },
        },
      }
    })(request, next)
  if (!pathname.endsWith('/groups') || request.method !== 'POST') return next(request)
  const sent: unknown = await request.clone().json()
  if (!isObject(sent) || typeof sent.team !== 'string' || sent.reason !== 'audit') return answer(404)(request)
  const body = JSON.stringify({ group_id: Number(sent.team), permission: sent.role })
  return next(new Request(request.url, { method: 'POST', headers: request.headers, body }))
}

/** A hub that takes the pattern to verify as a member of another form. */
const otherPattern =
  (member: string, schema: Record<string, unknown>, patternIn: (sent: unknown) => unknown): Twist =>
  async (request, next) => {
    const { pathname } = new URL(request.url)
    const template = '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags/verify'
    if (isOpenApi(request, pathname))
      return openApi(document => {
        const properties = { [member]: schema }
        const form = { type: 'object', required: [member], properties }
        const operation = document.paths[template]?.post
        operation.requestBody = { content: { 'application/json': { schema: form } } }
      })(request, next)
    if (!pathname.endsWith('/immutabletags/verify') || request.method !== 'POST') return next(request)
    const sent: unknown = await request.clone().json()
    const pattern = isObject(sent) ? patternIn(sent[member]) : undefined
    if (typeof pattern !== 'string') return answer(422)(request)
    return next(
      new Request(request.url, {
        method: 'POST',
        headers: request.headers,
        body: JSON.stringify({ regex: pattern }),
      }),
    )
  }

describe('a request in the form that the target declares', () => {
  it.each([
    ['a list', otherPattern('patterns', { type: 'array', items: { type: 'string' } }, sent => [sent].flat()[0])],
    ['a text of that format', otherPattern('query', { type: 'string', format: 'regex' }, sent => sent)],
  ] as const)('gives a pattern as %s', async (_form, twist) => {
    const only = ['presence/verify-repository-immutable-tags', 'immutable-tags/verify-*']
    const report = await runTwisted(twist, { select: { only } })
    expect(withVerdict(report, 'fail')).toEqual({})
    for (const id of ['presence/verify-repository-immutable-tags', 'immutable-tags/verify-matches'])
      expect(withVerdict(report, 'pass')).toHaveProperty([id])
  })

  it('sends the whole of a thing where an update replaces', async () => {
    const report = await runTwisted(replacing, { select })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(withVerdict(report, 'pass')).toHaveProperty(['presence/pat-update'])
  })

  const ofSettings = ['presence/update-repository-immutable-tags', 'immutable-tags/update-*']

  it('sends the published form where the target declares none', async () => {
    const bodies: unknown[] = []
    const taking = undeclaredSettings(async (request, next) => {
      const body = await request.text()
      bodies.push(JSON.parse(body))
      return next(new Request(request.url, { method: 'PATCH', headers: request.headers, body }))
    })
    const report = await runTwisted(taking, { select: { only: ofSettings } })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(withVerdict(report, 'pass')).toHaveProperty(['presence/update-repository-immutable-tags'])
    expect(withVerdict(report, 'pass')).toHaveProperty(['immutable-tags/update-switch'])
    for (const body of bodies) expect(Object.keys(body as object)).toEqual(['immutable_tags', 'immutable_tags_rules'])
  })

  it.each([
    ['form-undeclared', undefined, /^UpdateRepositoryImmutableTags is published without a request body, so it is not/],
    [
      'members-undeclared',
      operations,
      /^The request body of UpdateRepositoryImmutableTags is declared as application\/json-patch\+json without the members/,
    ],
  ])('judges nothing by what a form that nobody declared did not do: %s', async (code, requestBody, message) => {
    const lenient = undeclaredSettings(
      async ({ url, headers }, next) => next(new Request(url.replace(/\/immutabletags$/, ''), { headers })),
      requestBody,
    )
    const report = await runTwisted(lenient, { select: { only: ofSettings } })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'pass')).toHaveProperty(['presence/update-repository-immutable-tags'])
    expect(new Set(Object.values(withVerdict(report, 'inconclusive')))).toEqual(new Set([code]))
    expect(report.next[0]?.message).toMatch(message)
  })

  it('names a group as a text, and fills in what is required besides', async () => {
    const report = await runTwisted(textGroups, { select })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    for (const id of ['presence/create-repository-group', 'repository-groups/assign-write'])
      expect(withVerdict(report, 'pass')).toHaveProperty([id])
  })

  it('leaves an operation open that is published with a method that takes no body', async () => {
    const twist: Twist = (request, next) =>
      isOpenApi(request, new URL(request.url).pathname)
        ? openApi(({ paths }) => {
            const item = paths['/v2/namespaces/{namespace}/repositories']
            if (item?.get && item.post) [item.get.operationId, item.post.operationId] = ['CreateRepository', 'other']
          })(request, next)
        : next(request)
    const report = await runTwisted(twist, { select: { only: ['presence/*', 'v1-removed/name-tag'] } })
    expect(withVerdict(report, 'error')).toEqual({})
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'untestable')).toMatchObject({ 'presence/create-repository': 'binding-bodiless' })
    expect(withVerdict(report, 'pass')).toHaveProperty(['v1-removed/name-tag'])
  })

  it("takes the body of the user's own where there is one", async () => {
    const bindings = {
      operations: {
        CreateRepositoryGroup: {
          method: 'POST',
          path: '/v2/repositories/{namespace}/{repository}/groups',
          body: { team: '{group_id}', role: '{permission}', reason: 'audit' },
        },
      },
    }
    const hidden: Twist = async (request, next) =>
      isOpenApi(request, new URL(request.url).pathname) ? answer(404)(request) : textGroups(request, next)
    const strings: Twist = async (request, next) => {
      if (!new URL(request.url).pathname.endsWith('/groups') || request.method !== 'POST') return hidden(request, next)
      const sent: unknown = await request.clone().json()
      const body = JSON.stringify(isObject(sent) ? { ...sent, team: String(sent.team) } : sent)
      return hidden(new Request(request.url, { method: 'POST', headers: request.headers, body }), next)
    }
    const report = await runTwisted(strings, { select: { only: ['presence/create-repository-group'] }, bindings })
    expect(withVerdict(report, 'pass')).toHaveProperty(['presence/create-repository-group'])
  })

  it.each([
    ['a key beside the operations', { operations: {}, operatoins: {} }, 'operatoins'],
    [
      'a mark that nothing fills',
      { CreateRepository: { method: 'POST', path: '/v2/r', body: { a: '{colour}' } } },
      '{colour}',
    ],
    ['a body of a GET', { GetRepository: { method: 'GET', path: '/v2/{repository}', body: {} } }, 'body'],
  ])('refuses %s, and names it', async (_what, bindings, named) => {
    await expect(runTwisted(undefined, { bindings })).rejects.toThrow(named)
  })
})

/** The updates of tokens are declared with another type of body, or another form. */
const declaring = (type: string, properties: object): Twist =>
  withOpenApi(({ paths }) => {
    const { requestBody } = paths['/v2/access-tokens/{uuid}']?.patch ?? {}
    requestBody.content = { [type]: { schema: { type: 'object', properties } } }
  })

const text = { type: 'string' }
const flag = { type: 'boolean' }

it.each([
  ['multipart/form-data', { token_label: text, is_active: flag }, 'a body'],
  ['application/xml', { token_label: text, is_active: flag }, 'a body'],
  [
    'application/x-www-form-urlencoded',
    { token: { type: 'object', properties: { name: text, enabled: flag } } },
    'token',
  ],
])('a body that cannot be sent as declared leaves the operation open: %s', async (type, properties, what) => {
  const only = ['presence/pat-update', 'access-tokens/update-returned']
  const report = await runTwisted(declaring(type, properties), { select: { only } })
  const open = report.requirements.filter(({ verdict }) => verdict === 'untestable')
  const values = { operation: 'pat.update', type, what }
  expect(open.map(({ id, reason }) => [id, reason?.code, reason?.values])).toEqual(
    only.map(id => [id, 'body-unsendable', values]),
  )
})

it.each([
  ['every token', () => true, 'untestable', 'creation-failed'],
  ['a token with an expiry', (sent: object) => 'expires_at' in sent, 'not-applicable', 'request-refused'],
] as const)('an expiry says nothing of a target that refuses %s', async (_what, isRefused, verdict, code) => {
  const twist: Twist = async (request, next) =>
    request.method === 'POST' &&
    new URL(request.url).pathname === '/v2/access-tokens' &&
    isRefused((await request.clone().json()) as object)
      ? answer(422)(request)
      : next(request)
  const report = await runTwisted(twist, { select: { only: ['schemas/pat-expires-at-*'] } })
  for (const id of ['schemas/pat-expires-at-date-time', 'schemas/pat-expires-at-echoed'])
    expect(withVerdict(report, verdict)).toHaveProperty([id], code)
})

describe('changes as operations on members', () => {
  const type = 'application/json-patch+json'
  /** Takes JSON Patch alone, and declares the operations with the members that they may name, or no body at all. */
  const patched =
    (isDeclared: boolean): Twist =>
    async (request, next) => {
      const { pathname } = new URL(request.url)
      if (isOpenApi(request, pathname))
        return openApi(({ paths }) => {
          for (const [path, { patch }] of Object.entries(paths)) {
            if (!patch || !path.includes('access-tokens')) continue
            const name = path.includes('/orgs/') ? '/label' : '/token_label'
            const properties = { op: { type: 'string' }, path: { enum: [name, '/is_active'] }, value: {} }
            const schema = { type: 'array', items: { type: 'object', required: ['op', 'path'], properties } }
            if (isDeclared) patch.requestBody = { content: { [type]: { schema } } }
            else delete patch.requestBody
          }
        })(request, next)
      if (request.method !== 'PATCH' || !pathname.includes('access-tokens')) return next(request)
      if (request.headers.get('content-type') !== type) return answer(415)(request)
      const operations = (await request.json()) as readonly { readonly path: string; readonly value?: unknown }[]
      if (operations.some(({ value }) => value === undefined)) return answer(422)(request)
      const body = JSON.stringify(Object.fromEntries(operations.map(({ path, value }) => [path.slice(1), value])))
      const headers = { ...Object.fromEntries(request.headers), 'content-type': 'application/json' }
      return next(new Request(request.url, { method: 'PATCH', headers, body }))
    }
  const only = { only: ['access-tokens/update-*', 'org-access-tokens/update-*', 'presence/*at-update'] }

  it.each([
    ['the reference declares', true, undefined],
    [
      'a binding has as its body',
      false,
      {
        operations: Object.fromEntries(
          [
            ['pat.update', '/v2/access-tokens/{id}', '/token_label'],
            ['oat.update', '/v2/orgs/{org}/access-tokens/{id}', '/label'],
          ].map(([name = '', path, label]) => {
            const said = { [label ?? '']: '{name}', '/is_active': '{enabled}' }
            const body = Object.entries(said).map(([path, value]) => ({ op: 'replace', path, value }))
            return [name, { method: 'PATCH', path, body }]
          }),
        ),
      },
    ],
  ] as const)('are sent as %s them', async (_, isDeclared, bindings) => {
    const report = await runTwisted(patched(isDeclared), { select: only, ...(bindings ? { bindings } : {}) })
    expect(report.result).toBe('partial')
    for (const verdict of ['fail', 'inconclusive', 'untestable']) expect(withVerdict(report, verdict)).toEqual({})
  })
})

describe('rules of tags in the form that the target declares', () => {
  const text = { type: 'string' }
  const boolean = { type: 'boolean' }
  const policies = { type: 'array', items: { type: 'object', required: ['pattern'], properties: { pattern: text } } }
  /** How the rules are declared and sent, how they are shown, and which of them a body has. */
  const forms = {
    objects: [
      { active: boolean, policies },
      (rules: readonly string[], active: unknown) => ({ active, policies: rules.map(pattern => ({ pattern })) }),
      (sent: JsonObject) => Array.isArray(sent.policies) && sent.policies.map(one => isObject(one) && one.pattern),
    ],
    text: [
      { active: boolean, rules: text },
      (rules: readonly string[], active: unknown) => ({ active, rules: rules.join(' ') }),
      (sent: JsonObject) => [sent.rules],
    ],
    map: [
      { active: boolean, rules: { type: 'object', additionalProperties: text } },
      (rules: readonly string[], active: unknown) => ({ active, rules: Object.fromEntries(rules.entries()) }),
      (sent: JsonObject) => isObject(sent.rules) && Object.values(sent.rules),
    ],
  } as const

  const inForm = (form: keyof typeof forms): Twist => {
    const [properties, shown, rulesIn] = forms[form]
    const inSettings = edited(body => {
      if (!isObject(body) || !isObject(body.immutable_tags_settings)) return body
      const { enabled, rules } = body.immutable_tags_settings
      return { ...body, immutable_tags_settings: shown(rules as string[], enabled) }
    })
    return async (request, next) => {
      const { pathname } = new URL(request.url)
      if (isOpenApi(request, pathname))
        return openApi(({ paths }) => {
          const { patch } = paths['/v2/namespaces/{namespace}/repositories/{repository}/immutabletags'] ?? {}
          const schema = { type: 'object', required: Object.keys(properties), properties }
          patch.requestBody = { content: { 'application/json': { schema } } }
        })(request, next)
      if (!pathname.endsWith('/immutabletags') || request.method !== 'PATCH') return inSettings(request, next)
      const sent: unknown = await request.json()
      const rules = isObject(sent) && rulesIn(sent)
      if (!isObject(sent) || !Array.isArray(rules) || rules.some(rule => typeof rule !== 'string'))
        return answer(422)(request)
      const body = JSON.stringify({ immutable_tags: sent.active, immutable_tags_rules: rules })
      return inSettings(new Request(request.url, { method: 'PATCH', headers: request.headers, body }), next)
    }
  }
  const rule = { active: '{enabled}', rules: '{rule}' }
  const path = '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags'
  const bindings = { operations: { UpdateRepositoryImmutableTags: { method: 'PATCH', path, body: rule } } }

  it.each([
    ['objects', {}],
    ['text', {}],
    ['map', {}],
    ['text', { bindings }],
  ] as const)('are sent as %s', async (form, input) => {
    const only = ['presence/update-repository-immutable-tags', 'immutable-tags/update-*']
    const report = await runTwisted(inForm(form), { select: { only }, ...input })
    for (const verdict of ['fail', 'inconclusive', 'untestable']) expect(withVerdict(report, verdict)).toEqual({})
    expect(withVerdict(report, 'pass')).toHaveProperty(['immutable-tags/update-switch'])
  })
})
