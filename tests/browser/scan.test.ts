import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHub } from '../../reference-impl/hub.ts'
import { type ServedHub, serveHub } from '../../reference-impl/serve.ts'
import { cli } from '../bin/harness.ts'
import { planted, sessionFixture } from '../support/session.ts'
import { launch } from './browser.ts'

// `RECORD_HAR=1 npm run test:browser -- scan` writes the fixture of the other tests anew.

/** What a page of the hub's own origin asks for; in the browser. */
const visit = async ({ query, bearer }: typeof planted): Promise<void> => {
  const ask = (path: string, init?: RequestInit) => fetch(path, init).then(answer => answer.text())
  await ask('/v2/namespaces/conformance-org/repositories')
  await ask('/v2/repositories/conformance-org/')
  await ask(`/v2/repositories/conformance-org?page_size=1&access_token=${query}`)
  await ask('/v2/repositories/conformance-org/sample', { method: 'HEAD' })
  await ask('/v2/repositories/conformance%2Dorg/sample', { headers: { authorization: `Bearer ${bearer}` } })
  await ask('/v2/repositories', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  await ask('/v2/repositories/conformance-org/sample/groups')
  await ask('/v1/repositories/sample/tags')
  await ask('/v1/repositories/conformance-org/sample/tags/v1.0.0/', { method: 'DELETE' })
  await ask('/elsewhere')
}

let folder = ''
let browser: Browser
let hub: ServedHub

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-scan-'))
  hub = await serveHub(createHub({ seed: 1 }).handler)
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await hub?.close()
  await rm(folder, { recursive: true })
})

describe('a session that Chromium records', () => {
  test('shows what the page used', async () => {
    const path = join(folder, 'session.har')
    const context = await browser.newContext({ recordHar: { path, content: 'omit' } })
    await context.addCookies([{ name: 'session', value: planted.cookie, url: hub.url }])
    const page = await context.newPage()
    await page.goto(`${hub.url}/openapi.json`)
    await page.evaluate(visit, planted)
    await context.close()

    const text = await readFile(path, 'utf8')
    for (const secret of Object.values(planted)) expect(text).toContain(secret)
    const { stdout, code } = await cli(['scan', 'session.har', '--report', 'json'], { cwd: folder })
    expect(code).toBe(1)
    const { routes } = JSON.parse(stdout)
    expect(
      routes.map(({ slug, requests, statuses }: Record<string, unknown>) => ({ slug, requests, statuses })),
    ).toEqual(sessionFixture.routes)
    for (const secret of Object.values(planted)) expect(stdout).not.toContain(secret)
    if (process.env.RECORD_HAR === '1') await writeFile(sessionFixture.path, text)
  })
})
