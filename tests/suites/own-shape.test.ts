import { describe, expect, it } from 'vitest'
import { isObject } from '../../checks/reading/json.ts'
import { isOpenApi, type OpenApiDocument, openApi } from '../../checks/twists/documents.ts'
import { withFields } from '../../checks/twists/http-fields.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { answer, edited, to } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const select = { only: ['schemas/get-repository-tag', 'schemas/pat-expires-at-date-time'] }

/** A hub whose tag has another form, and whose document says what is given. */
const tagHub =
  (edit: (tag: Record<string, unknown>) => unknown, declare?: (document: OpenApiDocument) => void): Twist =>
  async (request, next) => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname))
      return declare === undefined ? answer(404)(request) : openApi(declare)(request, next)
    if (!to('/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}', 'GET')(request, pathname))
      return next(request)
    return edited(body => (isObject(body) ? edit(body) : body))(request, next)
  }

const declaring = (schema: Record<string, unknown>) => (document: OpenApiDocument) => {
  const path = '/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}'
  const operation = document.paths[path]?.get
  if (operation) operation.responses = { 200: { description: 'a tag', content: { 'application/json': { schema } } } }
}

const sizeAsText = (tag: Record<string, unknown>) => ({ ...tag, full_size: '1 MB' })

const verdictOf = async (twist: Twist) => {
  const report = await runTwisted(twist, { select })
  expect(withVerdict(report, 'error')).toEqual({})
  expect((await verifyReport(report)).disagreements).toEqual([])
  const { verdict, reason } = report.requirements.find(({ id }) => id === 'schemas/get-repository-tag') ?? {}
  return { verdict, message: reason?.message }
}

const text = { type: 'string' }

describe("a shape that the target's own document declares", () => {
  it('beats the published one', async () => {
    const own = { type: 'object', required: ['name'], properties: { name: text, full_size: text } }
    expect(await verdictOf(tagHub(sizeAsText, declaring(own)))).toMatchObject({ verdict: 'pass' })
  })

  it('fails an answer that the published one allows, and is named', async () => {
    const own = { type: 'object', required: ['name', 'sha'], properties: { name: text, sha: text } }
    const { verdict, message } = await verdictOf(tagHub(tag => tag, declaring(own)))
    expect(verdict).toBe('fail')
    expect(message).toMatch(/the target's own document \(.*openapi\.json\): the body must have required property 'sha'/)
  })

  it('may be of the items of an object from names to items', async () => {
    const own = {
      type: 'object',
      additionalProperties: { type: 'object', required: ['sha'], properties: { sha: text } },
    }
    const hub = (items: Record<string, unknown>) => tagHub(() => items, declaring(own))
    expect(await verdictOf(hub({ v1: { sha: 'abc' } }))).toMatchObject({ verdict: 'pass' })
    expect(await verdictOf(hub({ v1: { sha: 'abc' }, v2: {} }))).toMatchObject({ verdict: 'fail' })
    expect(await verdictOf(hub({}))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('may be a list of texts', async () => {
    const own = { type: 'array', items: text }
    const hub = (items: readonly unknown[]) => tagHub(() => items, declaring(own))
    expect(await verdictOf(hub(['v1', 'v2']))).toMatchObject({ verdict: 'pass' })
    expect(await verdictOf(hub(['v1', 2]))).toMatchObject({ verdict: 'fail' })
    expect(await verdictOf(hub([]))).toMatchObject({ verdict: 'pass' })
    const ofObjects = { type: 'array', items: { type: 'object', properties: { name: text } } }
    expect(await verdictOf(tagHub(() => [], declaring(ofObjects)))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('that refers to nothing says what it refers to', async () => {
    const own = { $ref: '#/components/schemas/Gone' }
    const { verdict, message } = await verdictOf(tagHub(tag => tag, declaring(own)))
    expect(verdict).toBe('inconclusive')
    expect(message).toBe(
      'the response schema of GetRepositoryTag contains the reference #/components/schemas/Gone, which points to nothing',
    )
  })

  it('that refers to nothing leaves open whether a token has expires_at, for that reason', async () => {
    const twist = async (request: Request, next: (request: Request) => Promise<Response>): Promise<Response> =>
      isOpenApi(request, new URL(request.url).pathname)
        ? openApi(document => {
            for (const item of Object.values(document.paths))
              for (const operation of Object.values(item))
                for (const [status, response] of Object.entries(operation?.responses ?? {}))
                  if (/^20[01]$/.test(status) && operation?.tags?.includes('access-tokens'))
                    Object.assign(response as object, {
                      content: { 'application/json': { schema: { $ref: '#/components/schemas/Gone' } } },
                    })
          })(request, next)
        : next(request)
    const report = await runTwisted(twist, { select: { only: ['access-tokens/declared-expires-at'] } })
    const [requirement] = report.requirements.filter(({ id }) => id === 'access-tokens/declared-expires-at')
    expect(requirement?.reason?.code).toBe('schema-unresolved')
    expect(report.next[0]?.message).toMatch(/Add what #\/components\/schemas\/Gone names to the OpenAPI document/)
  })

  it("is Docker Hub's where the target publishes none, which is said", async () => {
    const { verdict, message } = await verdictOf(tagHub(sizeAsText))
    expect(verdict).toBe('fail')
    expect(message).toContain("does not match Docker Hub's published shape: full_size")
  })

  it.each([
    ['null where that is allowed', { nullable: true, type: 'string', enum: ['1 MB'] }, null],
    ['one of several forms', { oneOf: [{ type: 'string' }, { enum: ['1 MB', 2] }] }, '1 MB'],
    ['a pattern and a condition', { type: 'string', pattern: '^(a+)+$', not: { const: '1 MB' } }, '1 MB'],
    ['a type that nobody knows', { type: 'bytes', exclusiveMinimum: true }, '1 MB'],
  ])('leaves room: %s', async (_what, full_size, value) => {
    const own = {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'secret'],
      properties: { name: text, full_size, secret: { type: 'string', writeOnly: true } },
    }
    expect(await verdictOf(tagHub(tag => ({ ...tag, full_size: value }), declaring(own)))).toMatchObject({
      verdict: 'pass',
    })
  })

  it.each([
    ['allows everything', {}, 200],
    ['is of another success', { type: 'object', required: ['sha'], properties: { sha: text } }, 201],
  ])('decides nothing where it %s', async (_what, own, status) => {
    const hub = tagHub(sizeAsText, declaring(own))
    const twist: Twist = async (request, next) => {
      const response = await hub(request, next)
      const isTag = to('/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}', 'GET')
      return response.ok && isTag(request, new URL(request.url).pathname)
        ? new Response(response.body, { status, headers: response.headers })
        : response
    }
    expect(await verdictOf(twist)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('for 200 is that of 203 as well', async () => {
    const declared = (sha: Record<string, unknown>) => ({ type: 'object', properties: { name: sha } })
    const hub =
      (own: Record<string, unknown>): Twist =>
      async (request, next) => {
        const response = await tagHub(tag => tag, declaring(declared(own)))(request, next)
        return response.status === 200
          ? new Response(response.body, { status: 203, headers: response.headers })
          : response
      }
    expect(await verdictOf(hub(text))).toMatchObject({ verdict: 'pass' })
    expect(await verdictOf(hub({ type: 'integer' }))).toMatchObject({ verdict: 'fail' })
  })

  it('allows null where its own example is null', async () => {
    const own = (example: unknown) => ({
      type: 'object',
      properties: { name: text, note: { type: 'string', example } },
    })
    const hub = (example: unknown): Twist => tagHub(tag => ({ ...tag, note: null }), declaring(own(example)))
    expect(await verdictOf(hub(null))).toMatchObject({ verdict: 'pass' })
    expect(await verdictOf(hub('x'))).toMatchObject({ verdict: 'fail' })
  })

  it.each<[says: string, type: string | null, content: Readonly<Record<string, object>>, verdict: string]>([
    ['another type', 'text/plain;charset=utf-8', { 'application/json': {} }, 'fail'],
    ['another type than any of them', 'application/octet-stream', { 'application/json': {}, 'text/html': {} }, 'fail'],
    ['one of several', 'Text/Plain; charset=utf-8', { 'application/json': {}, 'text/plain; charset=x': {} }, 'pass'],
    ['one of a range', 'text/plain', { 'application/json': {}, 'text/*': {} }, 'pass'],
    ['one of all', 'text/plain', { '*/*': {} }, 'pass'],
    ['JSON of another name', 'application/hal+json', { 'application/json': {} }, 'pass'],
    ['no type', null, { 'application/json': {} }, 'pass'],
  ])('tells which types an answer has: %s', async (_says, type, content, verdict) => {
    const own = { type: 'object', properties: { name: text } }
    const declare = (document: OpenApiDocument) => {
      declaring(own)(document)
      const operation = document.paths['/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}']?.get
      operation.responses[200].content = Object.fromEntries(Object.keys(content).map(name => [name, { schema: own }]))
    }
    const hub = withFields(to('/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}', 'GET'), {
      'content-type': type,
    })
    const { verdict: found, message } = await verdictOf(
      layered(
        hub,
        tagHub(tag => tag, declare),
      ),
    )
    expect(found).toBe(verdict)
    if (verdict === 'fail') expect(message).toMatch(/its Content-Type is \w+\/[\w-]+, and must be application\/json/)
  })

  it('for another status says nothing of the type', async () => {
    const own = { type: 'object', properties: { name: text } }
    const declare = (status: string) => (document: OpenApiDocument) => {
      declaring(own)(document)
      const { responses } = document.paths['/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}']?.get ?? {}
      responses[status] = responses[200]
      delete responses[200]
    }
    const hub = withFields(to('/v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}', 'GET'), {
      'content-type': 'text/plain',
    })
    const of = async (status: string) =>
      (
        await verdictOf(
          layered(
            hub,
            tagHub(tag => tag, declare(status)),
          ),
        )
      ).verdict
    expect(await of('default')).toBe('pass')
    expect(await of('201')).toBe('inconclusive')
    expect(await of('2XX')).toBe('fail')
  })

  it('decides nothing where the answer has none of what it names', async () => {
    const own = { type: 'object', properties: { colour: text } }
    expect(await verdictOf(tagHub(tag => tag, declaring(own)))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('says what an expiry looks like', async () => {
    const asSeconds = (value: unknown): unknown =>
      isObject(value) && typeof value.expires_at === 'string'
        ? { ...value, expires_at: Math.floor(Date.parse(value.expires_at) / 1000) }
        : value
    const seconds =
      (declare: boolean): Twist =>
      async (request, next) => {
        const { pathname } = new URL(request.url)
        if (isOpenApi(request, pathname))
          return openApi(document => {
            const { accessToken } = document.components.schemas as Record<string, { properties: object }>
            if (declare && accessToken)
              Object.assign(accessToken.properties, { expires_at: { type: 'integer', nullable: true } })
          })(request, next)
        if (!pathname.startsWith('/v2/access-tokens')) return next(request)
        return edited(body =>
          isObject(body) && Array.isArray(body.results)
            ? { ...body, results: body.results.map(asSeconds) }
            : asSeconds(body),
        )(request, next)
      }
    const id = 'schemas/pat-expires-at-date-time'
    expect(withVerdict(await runTwisted(seconds(true), { select }), 'pass')).toHaveProperty([id])
    expect(withVerdict(await runTwisted(seconds(false), { select }), 'fail')).toHaveProperty([id])
  })
})
