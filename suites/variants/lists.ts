import { isObject, type JsonObject } from '../../checks/reading/json.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered, mapped, onEachThing, type PublishedPage, pageOf, redirected } from '../../checks/twists/shapes.ts'
import {
  answer,
  instead,
  isV2,
  sentBy,
  to,
  unrouted,
  variant,
  variants,
  type When,
  withJson,
} from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'

/** Pages in another form, with their links in a field as well. */
const pages = (form: (page: PublishedPage) => unknown, hasLinks = false): Twist =>
  withJson(isV2, (body, headers) => {
    const page = pageOf(body)
    if (hasLinks && page?.next) headers.set('link', `<${page.next}>; rel="next"`)
    return page ? form(page) : body
  })

/** Items by a member of theirs, in which it may be left out. */
const byMember =
  (isRepeated: boolean) =>
  ({ results }: PublishedPage): unknown =>
    Object.fromEntries(
      results.filter(isObject).map(item => {
        const member = ['uuid', 'name', 'id'].find(name => name in item) ?? 'id'
        const { [member]: key, ...rest } = item
        return [String(key), isRepeated ? item : rest]
      }),
    )

/** The same with two items on a page. */
const inPairs =
  (twist: Twist): Twist =>
  (request, next) => {
    const url = new URL(request.url)
    if (isV2(request, url.pathname)) url.searchParams.set('page_size', '2')
    return twist(new Request(url, request), next)
  }

const relative = (next: string | null): string | null => {
  if (next === null) return null
  const url = new URL(next)
  return url.pathname + url.search
}

/** Sends the cursor in the body, or in a header field. */
const cursors =
  (parameter: string, page: (items: readonly unknown[], cursor: string | null) => unknown, field?: string): Twist =>
  async (request, next) => {
    const url = new URL(request.url)
    const cursor = url.searchParams.get(parameter)
    const size = url.searchParams.get('page_size')
    if (cursor !== null) {
      const inner = new URL(atob(cursor))
      url.search = inner.search
      if (size !== null) url.searchParams.set('page_size', size)
    }
    return withJson(isV2, (body, headers) => {
      const shown = pageOf(body)
      if (field !== undefined && shown?.next) headers.set(field, btoa(shown.next))
      return shown ? page(shown.results, shown.next === null ? null : btoa(shown.next)) : body
    })(new Request(url, request), next)
  }

const catalog: When = (_request, path) =>
  /^\/v2\/namespaces\/[^/]+\/repositories(?:\/[^/]+(?:\/tags(?:\/[^/]+)?)?)?\/?$/.test(path)

/** Repositories and tags in another form. */
const catalogAs = (form: (thing: JsonObject, id: string) => unknown): Twist =>
  withJson(
    catalog,
    onEachThing(one => {
      if (!isObject(one) || typeof one.name !== 'string') return one
      const digits = Buffer.from(one.name).toString('hex').padStart(12, '0').slice(-12)
      return form(one, `6f1c2f0a-3a52-4b7e-9c1d-${digits}`)
    }),
  )

/** A tag as the published reference declares it, where Docker Hub answers with a list of images and a flag. */
const publishedTag = (value: unknown): unknown =>
  isObject(value) && Array.isArray(value.images) && 'v2' in value
    ? { ...value, images: value.images[0], v2: String(value.v2) }
    : value

const publishedTags = layered(
  withJson(isV2, body => mapped(body, publishedTag)),
  withOpenApi(document => {
    const { images, v2 } = document.components.schemas.tag.properties
    Object.assign(document.components.schemas.tag.properties, {
      images: images.items,
      v2: { ...v2, type: 'string' },
    })
  }),
)

const log = '/v2/auditlogs/{account}'
const search = `${log}/search`

/** The oldest entries first, ten a page. */
const oldestFirst = instead(to(log, 'GET'), async (request, next) => {
  const url = new URL(request.url)
  const page = Number(url.searchParams.get('page') ?? 1)
  const all: unknown[] = []
  for (let number = 1; ; number++) {
    url.searchParams.set('page', String(number))
    url.searchParams.set('page_size', '100')
    const response = await next(new Request(url, request))
    const body: unknown = response.ok ? await response.clone().json() : undefined
    if (!isObject(body) || !Array.isArray(body.logs)) return response
    all.unshift(...body.logs.toReversed())
    if (body.logs.length === 0) break
  }
  return answer(200, { logs: all.slice((page - 1) * 10, page * 10) })(request)
})

/** The audit log in another form than JSON. */
const logAs = (type: string, form: (entries: readonly unknown[]) => string): Twist =>
  instead(to(log, 'GET'), async (request, next) => {
    const response = await next(request)
    if (!response.ok) return response
    const { logs } = (await response.json()) as { readonly logs: readonly unknown[] }
    return new Response(form(logs), { headers: { 'content-type': type } })
  })

const asLines = (entries: readonly unknown[]): string => entries.map(entry => `${JSON.stringify(entry)}\n`).join('')

const asTable = (entries: readonly unknown[]): string =>
  ['action,name', ...entries.filter(isObject).map(({ action, name }) => `${action},${name}`)].join('\r\n')

/** The audit log is searched by POST, and the reference says so, and what an entry has, which is nothing of a token. */
const searchedLog = layered(
  withOpenApi(({ paths }) => {
    const { [log]: { get, ...rest } = {} } = paths
    delete paths[log]
    const items = { type: 'object', properties: { account: { type: 'string' } } }
    const schema = { type: 'object', properties: { logs: { type: 'array', items } } }
    const responses = { 200: { description: 'entries', content: { 'application/json': { schema } } } }
    paths[search] = { ...rest, post: { ...get, responses, operationId: 'SearchAuditEvents' } }
  }),
  instead(to(log), unrouted),
  instead(to(search, 'POST'), ({ url, headers }, next) =>
    next(redirected(new Request(url, { headers }), new URL(url).pathname.replace(/\/search$/, ''))),
  ),
)

/** A value as a converter from XML has it: a list of one is its item, an empty one is left out. */
const element = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 1 ? element(value[0]) : value.map(element)
  if (value === null) return { '@nil': 'true' }
  if (!isObject(value)) return { '#text': String(value) }
  const filled = Object.entries(value).filter(([, member]) => !Array.isArray(member) || member.length > 0)
  return Object.fromEntries(
    filled.map(([key, member]) =>
      /^(?:uu)?id$|^is_/.test(key) ? [`@${key}`, String(member)] : [key, element(member)],
    ),
  )
}

/** JSON that was XML, below the name of the root. */
const fromXml = withJson(isV2, body => {
  const page = pageOf(body)
  if (!page) return isObject(body) ? { Thing: element(body) } : body
  const { results, next, rest } = page
  const items = results.length === 0 ? {} : { Thing: element(results) }
  return { ThingList: { '@total': String(rest.count), ...(next === null ? {} : { '@next': next }), ...items } }
})

/** The same, at a path that does not say whose log it is: the body does. */
const searchedAnywhere = layered(
  withOpenApi(({ paths }) => {
    const { [search]: { post, ...rest } = {} } = paths
    delete paths[search]
    const organization = { type: 'string' }
    const schema = {
      type: 'object',
      required: ['search'],
      properties: {
        search: { type: 'object', required: ['organization'], properties: { organization, page: { type: 'integer' } } },
      },
    }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    paths['/v2/auditlogs/search'] = { ...rest, post: { ...post, parameters: [], requestBody } }
  }),
  instead(to('/v2/auditlogs/search', 'POST'), async (request, next) => {
    const { search: sent } = await sentBy(request)
    if (!isObject(sent) || typeof sent.organization !== 'string') return answer(400)(request)
    return next(redirected(request, search.replace('{account}', sent.organization)))
  }),
  searchedLog,
)

export default variants({
  'bare-arrays': ['lists are bare arrays, with pages in a Link header', pages(({ results }) => results, true)],
  'keyed-maps': [
    'lists are objects from ids or names to items, with pages in a Link header',
    inPairs(pages(byMember(true), true)),
  ],
  'keyed-only': [
    'lists are objects from ids or names to items that do not repeat them, with pages in a Link header',
    inPairs(pages(byMember(false), true)),
  ],
  'from-xml': ['JSON that was XML, with attributes, texts of elements and lists of one without a list', fromXml],
  'other-pages': [
    'items under another name, with a relative link',
    pages(({ results, next }) => ({ items: results, links: { next: relative(next) } })),
  ],
  'named-links': [
    'items with a link to the next page in another member',
    pages(({ results, next }) => ({ items: results, more: relative(next) })),
  ],
  'pages-in-an-envelope': [
    'lists in an envelope, with the link to the next page next to the items',
    pages(({ next, results, rest }) => ({ status: 'ok', result: { ...rest, items: results, next } })),
  ],
  'envelopes-with-errors': [
    'lists in an envelope with a list of errors, which has none',
    pages(({ next, results, rest }) => ({ ok: true, errors: [], data: { ...rest, results, next } })),
  ],
  cursors: ['pages by cursor', cursors('cursor', (entries, next_cursor) => ({ entries, next_cursor }))],
  'cursors-after': [
    'pages by a cursor that is sent back as after',
    cursors('after', (data, after) => ({ data, meta: { after } })),
  ],
  'cursor-field': [
    'bare arrays, with the cursor of the next page in a header field',
    layered(
      inPairs(cursors('cursor', items => items, 'x-next-cursor')),
      withOpenApi(document => {
        for (const { get } of Object.values(document.paths))
          get?.parameters?.push({ name: 'cursor', in: 'query', schema: { type: 'string' } })
      }),
    ),
  ],
  'catalog-resources': [
    'repositories and tags as resources of JSON:API, with ids of their own and their names as slugs',
    catalogAs(({ name, ...rest }, id) => ({ type: 'thing', id, attributes: { slug: name, ...rest } })),
  ],
  'display-names': [
    'repositories and tags have a display name next to the name in their path',
    catalogAs(({ name, ...rest }) => ({ ...rest, name: `The ${name} image`, path: name })),
  ],
  'catalog-objects': [
    'repositories and tags as objects of Kubernetes',
    catalogAs(({ name, namespace, ...spec }, uid) => ({ kind: 'Thing', metadata: { uid, name, namespace }, spec })),
  ],
  'published-tags': ['a tag with one image and its version as a string, as in the published reference', publishedTags],
  'audit-log-oldest-first': ['an audit log with the oldest entries first, paged only by number', oldestFirst],
  'audit-log-in-lines': ['an audit log with one JSON object per line', logAs('application/x-ndjson', asLines)],
  'audit-log-in-csv': {
    ...variant('an audit log as comma-separated values', logAs('text/csv', asTable)),
    complete: false,
  },
  'audit-log-searched': ['an audit log that is searched by POST', searchedLog],
  'audit-log-searched-anywhere': [
    'an audit log that is searched by POST, whose body says whose it is',
    searchedAnywhere,
  ],
})
