import type { Twist } from '../../contracts/requirement.ts'
import { isObject } from '../reading/json.ts'
import { withOpenApi } from './documents.ts'
import { answer, inPlaceOf, instead, onObject, to, type When, withBody, withJson } from './twist.ts'

/** Twists one around the other: the first is outermost. */
export const layered =
  (...twists: readonly Twist[]): Twist =>
  (request, next) =>
    twists.reduceRight<(request: Request) => Promise<Response>>(
      (inner, twist) => outer => twist(outer, inner),
      next,
    )(request)

/** The same request to another path. */
export const redirected = (request: Request, path: string): Request => {
  const url = new URL(request.url)
  url.pathname = path
  return new Request(url, request)
}

/** Redirects these requests to the same path with a slash at its end. */
export const slashed = (when: When): Twist =>
  instead(when, (request, next) => {
    const { pathname, search } = new URL(request.url)
    return pathname.endsWith('/')
      ? next(redirected(request, pathname.slice(0, -1)))
      : answer(308, undefined, { location: `${pathname}/${search}` })(request)
  })

/** Redirects these reads of what is there to another path, which serves them. */
export const moved = (when: When): Twist =>
  instead(
    () => true,
    async (request, next) => {
      const { pathname, searchParams } = new URL(request.url)
      const from = pathname === '/v2/moved' ? searchParams.get('from') : null
      const response = await next(from === null ? request : redirected(request, from))
      return response.ok && when(request, pathname)
        ? answer(307, {}, { location: `/v2/moved?from=${encodeURIComponent(pathname)}` })(request)
        : response
    },
  )

/** Looks up in the sample namespace what another namespace has not. */
const alsoIn = (namespaces: string, when: When, edit: Twist): Twist =>
  instead(when, async (request, next) => {
    const response = await next(request)
    const { pathname } = new URL(request.url)
    const other = new RegExp(`/namespaces/${namespaces}(?=/)`)
    if (response.status !== 404 || !other.test(pathname)) return response
    return edit(redirected(request, pathname.replace(other, '/namespaces/conformance-org')), next)
  })

/** What is in no namespace of these requests is looked up in the one of the reference implementation; `edit` changes what is found. */
export const inEveryNamespace = (when: When, edit: Twist = (request, next) => next(request)): Twist =>
  alsoIn('[^/]+', when, edit)

/** The same for the other namespace of the account alone. */
export const inOtherNamespace = (when: When, edit: Twist = (request, next) => next(request)): Twist =>
  alsoIn('conformance', when, edit)

/** Answers creations of tokens with 303 and their address alone. */
export const seeOther = (when: When): Twist =>
  instead(when, async (request, next) => {
    const response = await next(request)
    if (response.status !== 201) return response
    const { uuid, id } = (await response.json()) as { readonly uuid?: string; readonly id?: string }
    return new Response(null, { status: 303, headers: { location: `${request.url}/${uuid ?? id}` } })
  })

const writing = ['post', 'put', 'patch']

/** Takes what these requests say only as the attributes of a resource, and declares it. */
export const nestedBodies = (when: When): Twist =>
  layered(
    withOpenApi(document => {
      for (const [path, operations] of Object.entries(document.paths))
        for (const method of writing) {
          const own = operations[method]?.requestBody?.content?.['application/json']
          if (own === undefined || !when(new Request(`http://hub.test${path}`, { method }), path)) continue
          const properties = { type: { type: 'string', enum: ['resource'] }, attributes: own.schema }
          const data = { type: 'object', required: ['type', 'attributes'], properties }
          own.schema = { type: 'object', required: ['data'], properties: { data } }
        }
    }),
    instead(when, async (request, next) => {
      const text = writing.includes(request.method.toLowerCase()) ? await request.clone().text() : ''
      const asked: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
      if (!isObject(asked)) return next(request)
      const { data } = asked
      if (!isObject(data) || data.type !== 'resource' || !isObject(data.attributes)) return answer(422)(request)
      return next(withBody(request, data.attributes))
    }),
  )

/** The answer with another status, or with other headers; a 204 says nothing of a body that it has not. */
export const restated = (
  response: Response,
  status: number,
  headers: Headers = new Headers(response.headers),
): Response => {
  if (status !== 204) return new Response(response.body, { status, headers })
  for (const name of ['content-type', 'content-length']) headers.delete(name)
  return new Response(null, { status, headers })
}

/** Another answer to these requests for what does not exist. */
export const missingAs = (when: When, status: number, body?: unknown): Twist =>
  inPlaceOf(404, when, answer(status, body))

/** Success of these requests under another status. */
export const withStatus = (when: When, status: number): Twist =>
  instead(when, async (request, next) => {
    const response = await next(request)
    return response.ok ? restated(response, status) : response
  })

/** A page of the published form. */
export interface PublishedPage {
  readonly next: string | null
  readonly results: readonly unknown[]
  readonly rest: Readonly<Record<string, unknown>>
}

/** A body as a page of the published form; undefined for what is none. */
export const pageOf = (body: unknown): PublishedPage | undefined => {
  if (!isObject(body) || !Array.isArray(body.results)) return undefined
  const { next, results, ...rest } = body
  return { next: typeof next === 'string' ? next : null, results: body.results, rest }
}

/** A page of the published form with other items; what is no page stays as it is. */
export const onItems = (edit: (items: readonly unknown[]) => readonly unknown[]) =>
  onObject(body => (Array.isArray(body.results) ? { ...body, results: edit(body.results) } : body))

/** The same for each item. */
export const onEachItem = (edit: (item: unknown, index: number, items: readonly unknown[]) => unknown) =>
  onItems(items => items.map(edit))

/** Edits the items of the pages that these requests are answered with. */
export const withItems = (when: When, edit: Parameters<typeof onItems>[0]): Twist => withJson(when, onItems(edit))
export const withEachItem = (when: When, edit: Parameters<typeof onEachItem>[0]): Twist =>
  withJson(when, onEachItem(edit))

/** Edits each item of a page, or what is no page itself. */
export const onEachThing =
  (edit: (thing: unknown) => unknown) =>
  (body: unknown): unknown =>
    isObject(body) && Array.isArray(body.results) ? onItems(items => items.map(edit))(body) : edit(body)

/** Items in an array for each first letter of their names. */
export const byLetter = (items: readonly unknown[]): Readonly<Record<string, readonly unknown[]>> => {
  const groups: Record<string, unknown[]> = {}
  for (const item of items) {
    const letter = isObject(item) ? String(item.name).charAt(0).toUpperCase() : ''
    groups[letter] = [...(groups[letter] ?? []), item]
  }
  return groups
}

/** The same as a list of groups. */
export const namedGroups = (items: readonly unknown[]): readonly unknown[] =>
  Object.entries(byLetter(items)).map(([name, entries]) => ({ name, entries }))

/** Lists of the published form in groups. */
export const grouped = (template: string, group: (items: readonly unknown[]) => unknown = byLetter): Twist =>
  withJson(to(template, 'GET'), body => {
    const page = pageOf(body)
    return page ? { next: page.next, groups: group(page.results) } : body
  })

/** Maps every value of a body, depth first. */
export const mapped = (value: unknown, edit: (value: unknown, key: string) => unknown, key = ''): unknown => {
  if (Array.isArray(value))
    return edit(
      value.map(item => mapped(item, edit, key)),
      key,
    )
  if (isObject(value))
    return edit(
      Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, edit, name)])),
      key,
    )
  return edit(value, key)
}

/** Things as one table. */
export const tableOf = (items: readonly unknown[]): unknown => {
  const objects = items.filter(isObject)
  const columns = [...new Set(objects.length > 0 ? objects.flatMap(item => Object.keys(item)) : ['id', 'name'])]
  return { columns, rows: objects.map(item => columns.map(name => item[name] ?? null)) }
}

/** Ids as numbers, which new tokens of an organization share with older personal ones, where the reference implementation has UUIDs. */
export const numericIds = (): Twist => {
  const personal = { first: 1000, numbers: new Map<string, number>() }
  const others = { first: 990, numbers: new Map<string, number>() }
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
  return async (request, next) => {
    const path = new URL(request.url).pathname
    const { first, numbers } = path.includes('/orgs/') ? others : personal
    const numberOf = (id: string): number => numbers.get(id) ?? numbers.set(id, first + numbers.size).size + first - 1
    const match = /^(.*\/access-tokens\/)(\d+)(\/?)$/.exec(path)
    const id = match ? [...numbers].find(([, number]) => String(number) === match[2])?.[0] : undefined
    const inner = match ? redirected(request, `${match[1]}${id ?? 'none'}`) : request
    return withJson(
      () => path.includes('/access-tokens'),
      body =>
        mapped(body, (value, key) =>
          (key === 'uuid' || key === 'id') && typeof value === 'string' && uuid.test(value) ? numberOf(value) : value,
        ),
    )(inner, next)
  }
}
