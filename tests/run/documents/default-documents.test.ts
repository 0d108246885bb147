import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../../contracts/results/report.ts'
import { places } from '../../../engine/documents/loading/look-for.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { runTwisted } from '../../support/run.ts'

/** Documents that nobody gave, at places where the target does not answer at once. */

type Answer = (path: string, count: number) => Response | string | undefined

/** A hub that answers some paths itself, or with what it has at another one. */
const judge = async (answer: Answer): Promise<Report> => {
  const counts = new Map<string, number>()
  const report = await runTwisted(
    async (request, next) => {
      const url = new URL(request.url)
      const count = (counts.get(url.pathname) ?? 0) + 1
      counts.set(url.pathname, count)
      const found = answer(url.pathname, count)
      if (found instanceof Response) return found
      return next(found === undefined ? request : new Request(new URL(found, url), request))
    },
    { select: { suites: ['areas', 'change-history'] } },
  )
  expect((await verifyReport(report)).disagreements).toEqual([])
  return report
}

const verdicts = (report: Report, suite: string): readonly string[] => [
  ...new Set(
    report.requirements
      .filter(requirement => requirement.suite === suite && requirement.verdict !== 'not-selected')
      .map(({ verdict, reason }) => (reason ? `${verdict}: ${reason.code}` : verdict)),
  ),
]

const failing = (status: number, headers: Record<string, string> = {}): Response =>
  new Response('{}', { status, headers })

const page = (text = ''): Response =>
  new Response(`<!doctype html><script>${text}</script>`, { headers: { 'content-type': 'text/html' } })

describe('a document at a default place', () => {
  it.each([
    [429, 'rate-limited'],
    [500, 'server-error'],
    [503, 'server-error'],
  ])('that is answered %i leaves its requirements open', async (status, code) => {
    const report = await judge(path => (path === '/openapi.json' ? failing(status) : undefined))
    expect(verdicts(report, 'areas')).toEqual([`inconclusive: ${code}`])
    // The built-in change history names no replacement.
    expect(verdicts(report, 'change-history')).toEqual(['pass', 'not-applicable: not-published'])
  })

  it('that is limited at all places leaves its requirements open', async () => {
    const report = await judge(path =>
      path.includes('changelog') || path === '/CHANGELOG.md' ? failing(429, { 'retry-after': '3600' }) : undefined,
    )
    expect(verdicts(report, 'change-history')).toEqual(['inconclusive: rate-limited'])
  })

  it('that is about something else is not the one that is looked for', async () => {
    const history = '# Changelog of the web console\n\n## 4.12.0 - 2025-10-01\n\n### Added\n\n- Dark mode\n'
    const operation = { operationId: 'listInvoices', tags: ['billing'], responses: { 200: { description: 'all' } } }
    const billing = {
      openapi: '3.0.3',
      info: { title: 'Billing', version: '1' },
      paths: { '/invoices': { get: operation } },
    }
    const report = await judge(path =>
      /changelog/i.test(path)
        ? new Response(history, { headers: { 'content-type': 'text/markdown' } })
        : /openapi/.test(path)
          ? Response.json(billing)
          : undefined,
    )
    expect(verdicts(report, 'areas')).toEqual(['untestable: document-unfit'])
    expect(verdicts(report, 'change-history')).toEqual(['untestable: document-unfit'])
  })

  const htmlPage = (text: string): Response =>
    new Response(`<!doctype html><h1>Hub</h1><p>${text}</p>`, { headers: { 'content-type': 'text/html' } })
  const entry = '2025-09-19: CreateRepository for a given namespace. Deprecated: POST /v2/repositories'

  it('that is an HTML page which nobody named is mentioned', async () => {
    const report = await judge(path =>
      path === '/docs/changelog' ? htmlPage(entry) : /changelog/i.test(path) ? failing(404) : undefined,
    )
    expect(verdicts(report, 'change-history')).toEqual(['untestable: document-unfit'])
    const [next] = report.next
    expect(next?.message).toMatch(
      /^Found the change history at \/docs\/changelog, but it is an HTML page, .* Give the URL/,
    )
  })

  it('that is the page for every path is no document', async () => {
    const report = await judge(path => (/changelog|no-such-path/i.test(path) ? htmlPage(entry) : undefined))
    expect(verdicts(report, 'change-history')).toEqual(['untestable: need-changelog'])
  })

  it('that comes when it is asked for again is read', async () => {
    const report = await judge((path, count) => (path === '/openapi.json' && count < 3 ? failing(503) : undefined))
    expect(verdicts(report, 'areas')).toEqual(['pass'])
  })

  it('that is at another place is read, whatever the first one answers', async () => {
    const report = await judge(path =>
      path === '/openapi.json' ? failing(502) : path === '/docs/openapi.json' ? '/openapi.json' : undefined,
    )
    expect(verdicts(report, 'areas')).toEqual(['pass'])
  })

  it('is not published by a hub that answers 500 for every path that it does not know', async () => {
    const report = await runTwisted(
      async (request, next) => {
        const { pathname } = new URL(request.url)
        if (pathname === '/openapi.json') return failing(500)
        const response = await next(request)
        return response.status === 404 && !pathname.startsWith('/v') ? failing(500) : response
      },
      { select: { suites: ['areas'] } },
    )
    expect(verdicts(report, 'areas')).toEqual(['untestable: need-reference'])
  })

  it.each<readonly [string, string, () => Response]>([
    [
      'a link of its root (RFC 8631)',
      '/',
      () => new Response('<title>Hub</title>', { headers: { link: '</about/api.json>; rel="service-desc"' } }),
    ],
    [
      'its catalog (RFC 9727)',
      '/.well-known/api-catalog',
      () => Response.json({ linkset: [{ anchor: '/', 'service-desc': [{ href: '/about/api.json' }] }] }),
    ],
    ...[
      ['a page of Swagger UI', 'SwaggerUIBundle({ "url": "about/api.json", layout: x })'],
      ['a page of Redoc', "<redoc spec-url='/about/api.json'></redoc>"],
      [
        'a page of Swagger UI with several',
        "urls: [{url: '//other.invalid/a.json'}, {url: '/about/api.json', name: 'v2'}]",
      ],
    ].map(([by = '', text]) => [by, '/docs', () => page(text)] as const),
  ])('is found by %s', async (_by, place, found) => {
    const report = await judge(path =>
      path === '/openapi.json'
        ? failing(404)
        : path === place
          ? found()
          : path === '/about/api.json'
            ? '/openapi.json'
            : undefined,
    )
    expect(verdicts(report, 'areas')).toEqual(['pass'])
  })

  it('is not published where every place answers 404', async () => {
    const report = await judge(path => (path === '/openapi.json' ? failing(404) : undefined))
    expect(verdicts(report, 'areas')).toEqual(['untestable: need-reference'])
  })

  it.each([
    ['/changelog.md', '# Changelog\n', 'change-history', 'it has no entry with a date'],
    ['/openapi.json', 'openapi: 4.0.0\npaths: {}\n', 'areas', 'it does not begin like an OpenAPI document'],
  ])('that has nothing in it is said to be there (%s)', async (place, text, suite, why) => {
    const same = place.includes('change') ? /changelog/i : /openapi|latest\.yaml|swagger/
    const report = await judge(path =>
      path === place
        ? new Response(text, { headers: { 'content-type': 'text/plain' } })
        : same.test(path)
          ? new Response(null, { status: 404 })
          : undefined,
    )
    expect(verdicts(report, suite)).toEqual(['untestable: document-unfit'])
    const [first] = report.requirements.filter(each => each.suite === suite)
    expect(first?.reason?.message).toMatch(new RegExp(`at ${place}, but .*${why}`))
  })

  it('that asks for a login is said to be there, unless every path does', async () => {
    const refusing = (everywhere: boolean) =>
      judge(path =>
        path === '/openapi.json' || (everywhere && !path.startsWith('/v'))
          ? failing(401)
          : /openapi|latest\.yaml|swagger/.test(path)
            ? failing(404)
            : undefined,
      )
    const report = await refusing(false)
    expect(verdicts(report, 'areas')).toEqual(['untestable: document-refused'])
    expect(report.next.map(({ message }) => message).join()).toContain(
      '/openapi.json answered 401, unlike a path that does not exist, so the OpenAPI reference may be there. Serve /openapi.json without credentials, or give the document as a file.',
    )
    expect(verdicts(await refusing(true), 'areas')).toEqual(['untestable: need-reference'])
  })

  it('is not said to be there by a hub that answers every path with text', async () => {
    const report = await judge(path =>
      path.startsWith('/v') ? undefined : new Response('ok', { headers: { 'content-type': 'text/plain' } }),
    )
    expect(verdicts(report, 'change-history')).toEqual(['untestable: need-changelog'])
  })
})

it('are looked for where docs/other-hubs.md says, in that order', async () => {
  const page = await readFile('docs/other-hubs.md', 'utf8')
  for (const each of Object.values(places))
    expect(page).toContain(`| ${each.map(place => `\`${place}\``).join(', ')} |`)
})
