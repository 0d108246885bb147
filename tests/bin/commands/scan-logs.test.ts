import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cli } from '../harness.ts'

let cwd = ''

const line = (day: number, path: string, agent = 'curl/8.5.0'): string =>
  `203.0.113.${day} - - [${day}/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 512 "-" "${agent}"`

const log = [
  line(11, '/v2/repositories/acme/'),
  line(11, '/v2/repositories/acme/?page=2'),
  line(14, '/v2/repositories/acme/', '<script>alert(1)</script>\\x1b[31m'),
  line(14, '/v2/namespaces/acme/repositories'),
].join('\n')

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-scan-logs-'))
  await writeFile(join(cwd, 'access.log'), log)
  await writeFile(join(cwd, 'access.log.2.gz'), gzipSync(line(10, '/v1/repositories/acme/tags')))
  await writeFile(join(cwd, 'build.log'), 'curl https://hub.docker.com/v1/repositories/acme/tags\n')
  await writeFile(join(cwd, 'a.sh'), 'true\n')
})

afterAll(() => rm(cwd, { recursive: true }))

test('an access log says who still uses what, and when', async () => {
  const { code, stdout } = await cli(['scan', 'access.log'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toBe(`Deprecated: must no longer be used, and may be removed

  GET /v2/repositories/{namespace}
    since    2025-06-27
    instead  listNamespaceRepositories
             GET /v2/namespaces/{namespace}/repositories
    used     3 requests (GET 3×; status 200 3×)
    first    line 1, 2026-11-11T10:00:00+00:00
             GET /v2/repositories/acme/
    clients  203.0.113.11 2×
             203.0.113.14 1×
    agents   curl/8.5.0 2×
             <script>alert(1)</script>\\x1b[31m 1×
    days     2 days, from 2026-11-11 to 2026-11-14

4 requests, 4 to the hub API: uses 1 deprecated route
`)
})

test('rotated logs are read together, packed ones as well, and standard input', async () => {
  expect((await cli(['scan', 'access.log', 'access.log.2.gz', '--quiet'], { cwd })).stdout).toMatch(
    /5 requests, 5 to the hub API: uses 1 removed route and 1 deprecated route\n$/,
  )
  const piped = await cli(['scan', '-', '--quiet'], { cwd, stdin: log })
  expect(piped.stdout).toBe('4 requests, 4 to the hub API: uses 1 deprecated route\n')
})

test('another log is text like any other', async () => {
  expect(await cli(['scan', 'build.log'], { cwd })).toMatchObject({ code: 1 })
  expect(await cli(['scan', 'access.log', 'a.sh'], { cwd })).toMatchObject({
    code: 3,
    stderr: 'hub-conformance: scan takes access logs or source code, not both; access.log is an access log\n',
  })
})

test('the HTML report has a plot of the use by day', async () => {
  await cli(['scan', 'access.log', '--report', 'html=usage.html'], { cwd })
  const page = await readFile(join(cwd, 'usage.html'), 'utf8')
  const { results } = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  const heights = [...page.matchAll(/<rect [^>]*height="([\d.]+)"[^>]*><title>([^<]*)<\/title>/g)].map(
    ([, height, title]) => [title, height],
  )
  expect(heights.slice(0, 4)).toEqual([
    ['2026-11-11: 2', '40.000'],
    ['2026-11-12: 0', '0.000'],
    ['2026-11-13: 0', '0.000'],
    ['2026-11-14: 1', '20.000'],
  ])
  expect(page).not.toContain('<script')
})
