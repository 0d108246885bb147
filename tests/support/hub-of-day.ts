import { isObject } from '../../checks/reading/json.ts'
import type { Twist } from '../../contracts/requirement.ts'

/** What came on a day: until then there was nothing there. */
const came: readonly (readonly [day: string, methods: RegExp, path: RegExp])[] = [
  ['2025-03-18', /./, /^\/v2\/auditlogs\//],
  ['2025-03-18', /./, /^\/changelog\.md$/],
  ['2025-03-25', /./, /^\/v2\/orgs\/[^/]+\/access-tokens(\/|$)/],
  ['2025-06-27', /^GET$/, /^\/v2\/namespaces\/[^/]+\/repositories$/],
  ['2025-07-29', /./, /^\/v2\/namespaces\/[^/]+\/repositories\/[^/]+\/immutabletags(\/|$)/],
  ['2025-09-19', /^POST$/, /^\/v2\/namespaces\/[^/]+\/repositories$/],
  ['2025-09-19', /^(GET|HEAD)$/, /^\/v2\/namespaces\/[^/]+\/repositories\/[^/]+$/],
]

/** Since when the legacy endpoints are labelled deprecated. */
const deprecatedOn = (method: string, path: string): string =>
  method === 'GET' && /^\/v2\/repositories\/[^/]+$/.test(path) ? '2025-06-27' : '2025-09-19'

const isThere = (day: string, method: string, path: string): boolean =>
  !came.some(([since, methods, paths]) => since > day && methods.test(method) && paths.test(path))

const referenceOf = (day: string, text: string): string => {
  const document = JSON.parse(text) as { paths: Record<string, Record<string, Record<string, unknown>>> }
  for (const [path, operations] of Object.entries(document.paths))
    for (const [key, operation] of Object.entries(operations)) {
      const method = key.toUpperCase()
      if (!isThere(day, method, path)) delete operations[key]
      else if (deprecatedOn(method, path) > day) delete operation.deprecated
    }
  return JSON.stringify(document)
}

/** Without what is dated later: sections of the history, rows of the log and the section that the newest row links to. */
const pageOf = (day: string, text: string): string =>
  text
    .split(/^(?=#{2,3} (?!New|Updates|Deprecations))/m)
    .filter(section => (/^## (\d{4}-\d\d-\d\d)/.exec(section)?.[1] ?? '') <= day)
    .filter(section => !section.startsWith('### Legacy create') || day >= '2025-09-19')
    .filter(section => !section.startsWith('### Legacy list') || day >= '2025-06-27')
    .filter(section => !section.startsWith('### Creation of') || day >= '2025-06-27')
    .join('')
    .split('\n')
    .filter(line => (/\| (\d{4}-\d\d-\d\d) \|$/.exec(line)?.[1] ?? '') <= day)
    .join('\n')

const withoutExpiry = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutExpiry)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => key !== 'expires_at')
            .map(([key, inner]) => [key, withoutExpiry(inner)]),
        )
      : value

/** Nobody had made a token of an organization yet. */
const withoutTokens = (_: string, text: string): string => {
  const body: unknown = JSON.parse(text)
  if (!isObject(body) || !Array.isArray(body.logs)) return text
  return JSON.stringify({ ...body, logs: body.logs.filter(entry => !/access_token/.test(JSON.stringify(entry))) })
}

/** The reference hub as it was on a day: what came later is not there, and what was deprecated later is not labelled. */
export const hubOfDay =
  (day: string): Twist =>
  async (request, next) => {
    const { pathname, origin } = new URL(request.url)
    const { method } = request
    if (!isThere(day, method, pathname)) return next(new Request(`${origin}/v2/nothing`, { method }))
    const answer = await next(request)
    const headers = new Headers(answer.headers)
    headers.delete('content-length')
    if (pathname.startsWith('/v2/repositories') && deprecatedOn(method, pathname) > day) {
      headers.delete('deprecation')
      headers.delete('link')
    }
    const { status } = answer
    const edit =
      pathname === '/openapi.json'
        ? referenceOf
        : pathname.endsWith('.md')
          ? pageOf
          : pathname.startsWith('/v2/access-tokens') && day < '2025-11-21'
            ? (_: string, text: string) => (text === '' ? text : JSON.stringify(withoutExpiry(JSON.parse(text))))
            : pathname.startsWith('/v2/auditlogs/') && day < '2025-03-25'
              ? withoutTokens
              : undefined
    if (!edit || status === 204 || method === 'HEAD') return new Response(answer.body, { status, headers })
    return new Response(edit(day, await answer.text()), { status, headers })
  }
