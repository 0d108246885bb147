import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { type ReferenceHub, type Report, referenceHub, runConformance } from '../../library/index.ts'
import { type ServedHub, serveHub } from '../../reference-impl/serve.ts'
import { withVerdict } from '../support/run.ts'

const page = await readFile(resolve('docs/lifecycle-data.md'), 'utf8')

/** The code of the page that is to be saved under a name. */
const snippet = (name: string): string => {
  const [, code] = new RegExp(`<!-- ${name} -->\\s+\`\`\`js\\n([^]*?)\`\`\``).exec(page) ?? []
  if (code === undefined) throw new Error(`the page has no code called ${name}`)
  return code
}

/** Puts what is behind the middleware into its place: the hub of this process. */
const behind = `
import { request as ask } from 'node:http'
const toHub = (request, response) => {
  const { hostname, port } = new URL(process.env.HUB)
  const { method, url: path, headers } = request
  const sent = ask({ hostname, port, method, path, headers }, answer => {
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
    response.writeHead(answer.statusCode)
    answer.pipe(response)
  })
  request.pipe(sent)
}
`

const starts = {
  express: `${behind}
import { app } from './express.js'
app.use(toHub)
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))
`,
  fastify: `${behind}
import { app } from './fastify.js'
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_request, _payload, done) => done(null))
app.setNotFoundHandler((request, reply) => {
  reply.hijack()
  toHub(request.raw, reply.raw)
})
process.stdout.write(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
`,
}

let folder = ''
let served: ServedHub
let hub: ReferenceHub
const children: ChildProcess[] = []

/** A hub that says nothing of its lifecycle: no fields, and v1 was never there. */
const unaware = async (request: Request): Promise<Response> => {
  const answer = await hub.fetch(request)
  if (new URL(request.url).pathname.startsWith('/v1/')) return Response.json({ message: 'Not Found' }, { status: 404 })
  const headers = new Headers(answer.headers)
  headers.delete('deprecation')
  headers.delete('link')
  return new Response(answer.body, { status: answer.status, headers })
}

beforeAll(async () => {
  hub = referenceHub({ seed: 1 })
  served = await serveHub(unaware)
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-docs-'))
  const modules = join(folder, 'node_modules')
  await mkdir(modules)
  await symlink(resolve('.'), join(modules, 'hub-conformance'))
  for (const name of ['express', 'fastify']) await symlink(resolve('node_modules', name), join(modules, name))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['lifecycle.js', 'express.js', 'fastify.js']) await writeFile(join(folder, name), snippet(name))
  for (const [name, code] of Object.entries(starts)) await writeFile(join(folder, `start-${name}.js`), code)
})

afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill()
      await once(child, 'close')
    }
  await served.close()
  await rm(folder, { recursive: true })
})

const start = async (name: string): Promise<string> => {
  const child = spawn(process.execPath, [`start-${name}.js`], {
    cwd: folder,
    env: { PATH: process.env.PATH, HUB: served.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let complaints = ''
  child.stderr?.on('data', chunk => {
    complaints += chunk
  })
  const port = await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit').then(() => undefined)])
  if (port === undefined) throw new Error(complaints)
  return `http://127.0.0.1:${port}`
}

const only = ['v1-removed/*', 'http/deprecation-*', 'presence/get-repository', 'presence/create-repository']

const judge = (url: string): Promise<Report> =>
  runConformance({
    target: url,
    credentials: hub.credentials,
    fixtures: hub.fixtures,
    allowWrites: true,
    seed: 1,
    select: { only },
  })

test('the middleware is about as long as the page says', () => {
  const lines = snippet('lifecycle.js')
    .split('\n')
    .filter(line => line.trim() !== '')
  expect(lines.length).toBeLessThanOrEqual(25)
})

describe.each(Object.keys(starts))('a hub that knows nothing of its lifecycle, behind %s with the middleware', name => {
  let url = ''
  beforeAll(async () => {
    url = await start(name)
  })

  test('keeps to the requirements of removed routes and of fields', async () => {
    const report = await judge(url)
    const asked = report.requirements.filter(({ verdict }) => verdict !== 'not-selected')
    expect(asked.length).toBeGreaterThan(9)
    expect(Object.fromEntries(asked.map(({ id, verdict }) => [id, verdict]))).toEqual(
      Object.fromEntries(asked.map(({ id }) => [id, 'pass'])),
    )
  })

  test('says since when, and what to use instead', async () => {
    const fields = async (method: string, path: string) => {
      const { status, headers } = await fetch(url + path, { method })
      return { status, deprecation: headers.get('deprecation'), link: headers.get('link') }
    }
    const page = '</deprecated.md>; rel="deprecation"'
    expect(await fields('GET', '/v2/repositories/conformance-org/?page_size=1')).toEqual({
      status: 200,
      deprecation: `@${Date.UTC(2025, 5, 27) / 1000}`,
      link: `</v2/namespaces/conformance-org/repositories>; rel="successor-version", ${page}`,
    })
    expect(await fields('HEAD', '/v2/repositories/conformance-org/sample')).toEqual({
      status: 200,
      deprecation: `@${Date.UTC(2025, 8, 19) / 1000}`,
      link: `</v2/namespaces/conformance-org/repositories/sample>; rel="successor-version", ${page}`,
    })
    expect(await fields('DELETE', '/v1/repositories/a/b/tags/c')).toEqual({
      status: 410,
      deprecation: null,
      link: `</v2/namespaces/a/repositories/b/tags/c>; rel="successor-version", ${page}`,
    })
    expect(await fields('GET', '/v1/repositories/b/tags')).toEqual({ status: 410, deprecation: null, link: page })
    // What would end the link early names no successor.
    expect(await fields('GET', '/v2/repositories/a,b;c')).toMatchObject({ link: page })
    for (const path of [
      '/v2/namespaces/conformance-org/repositories',
      '/v2/repositories/conformance-org/sample/groups',
    ])
      expect(await fields('GET', path)).toMatchObject({ deprecation: null, link: null })
  })
})

test('without it the hub does not', async () => {
  const failed = withVerdict(await judge(served.url), 'fail')
  for (const { slug } of lifecycle.v1Routes) expect(failed[`v1-removed/${slug}`]).toBe('not-gone')
})
