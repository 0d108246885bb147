import { type Method, type Reply, type Route, reasonOf } from '../http.ts'
import { schemas } from './schemas.ts'

const parametersOf = ({ path, query = {} }: Route) => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...Object.entries(query).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    ...(description !== undefined && { description }),
    schema,
  })),
]

const content = (schema: string, mediaType = 'application/json') => ({
  content: { [mediaType]: { schema: { $ref: `#/components/schemas/${schema}` } } },
})

/** Failures that follow from what a route is, and those that it declares. */
const failuresOf = (route: Route): readonly number[] => {
  const found = new Set(route.failures)
  if (route.auth !== 'none') found.add(401)
  if (route.body) for (const status of [400, 413, 415]) found.add(status)
  if (route.query) for (const status of [400, 404]) found.add(status)
  if (route.path.includes('{')) found.add(404)
  return [...found].sort((a, b) => a - b)
}

const deprecationHeaders = {
  Deprecation: { description: 'Since when (RFC 9745).', schema: { type: 'string' } },
  Link: { description: 'The successor (RFC 5829) and the deprecation log.', schema: { type: 'string' } },
}

const responsesOf = (route: Route) => {
  const { status, schema, mediaType } = route.success
  const hasContent = route.method !== 'HEAD'
  const headers = route.headers ? { headers: deprecationHeaders } : {}
  return {
    [status]: { description: 'Success', ...headers, ...(schema && hasContent && content(schema, mediaType)) },
    ...Object.fromEntries(
      failuresOf(route).map(failure => [
        failure,
        { description: reasonOf(failure), ...headers, ...(hasContent && content('error')) },
      ]),
    ),
  }
}

const securityOf = ({ auth }: Route) =>
  auth === 'none' ? [] : auth === 'required' ? [{ bearerAuth: [] }] : [{ bearerAuth: [] }, {}]

const operationOf = (route: Route) => ({
  tags: [route.tag],
  summary: route.summary,
  ...(route.operationId !== undefined && { operationId: route.operationId }),
  ...(route.deprecated && { deprecated: true }),
  security: securityOf(route),
  parameters: parametersOf(route),
  ...(route.body !== undefined && { requestBody: { required: true, ...content(route.body) } }),
  responses: responsesOf(route),
})

/** The hub's OpenAPI reference, made of the same table that registers the handlers, but for its `servers`. */
const withoutServers = (routes: readonly Route[]): string => {
  const paths: Record<string, Partial<Record<Lowercase<Method>, object>>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return JSON.stringify({
    openapi: '3.0.3',
    info: {
      title: 'Repository hub API',
      version: '2',
      description: 'Deprecated and removed endpoints: /deprecated.md. History of changes: /changelog.md.',
    },
    tags: [...new Set(routes.map(({ tag }) => tag))].map(name => ({ name })),
    paths,
    components: { schemas, securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  })
}

/** Writes the reference for the origin of a request: the address that a generated client takes for its own. */
export const openApiOf = (routes: readonly Route[]): ((origin: string) => string) => {
  const text = withoutServers(routes)
  return origin => `{"servers":${JSON.stringify([{ url: origin }])},${text.slice(1)}`
}

/** An answer that carries a document as it is. */
export const documentReply = (text: string, mediaType: string): Reply => ({
  status: 200,
  body: text,
  headers: { 'Content-Type': mediaType },
})
