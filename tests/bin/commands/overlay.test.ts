import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cli } from '../harness.ts'

let cwd = ''
let server: Server
let url = ''

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-overlay-'))
  await cp(
    fileURLToPath(new URL('../../fixtures/documents/plain-reference.yaml', import.meta.url)),
    join(cwd, 'plain.yaml'),
  )
  await writeFile(join(cwd, 'swagger.yaml'), 'swagger: "2.0"\n')
  await writeFile(join(cwd, 'broken.yaml'), 'openapi: 3.1.0\npaths: [\n')
  await writeFile(join(cwd, 'untidy.yaml'), 'openapi: 3.1.0 # new\nx-note: "a" "b"\npaths: {}\n')
  server = createServer((request, response) => {
    response.statusCode = request.url === '/openapi.json' ? 200 : 404
    response.end('{"openapi":"3.1.0","paths":{}}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await new Promise(resolve => server.close(resolve))
  await rm(cwd, { recursive: true })
})

describe('overlay', () => {
  test('prints the document, and says on standard error what was done', async () => {
    const { code, stdout, stderr } = await cli(['overlay', '--reference', 'plain.yaml'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# The reference of a small hub/)
    expect(stdout).toContain('x-removed-since')
    expect(stderr).toBe('hub-conformance: 41 operations added, 0 existing ones labelled\n')
  })

  test('its outcome passes check-docs where the labels were missing', async () => {
    const only = ['--only', 'labels/*']
    const before = await cli(['check-docs', '--reference', 'plain.yaml', ...only], { cwd })
    expect(before.code).not.toBe(0)
    const { stdout } = await cli(['overlay', '--reference', 'plain.yaml'], { cwd })
    await writeFile(join(cwd, 'outcome.yaml'), stdout)
    const after = await cli(['check-docs', '--reference', 'outcome.yaml', ...only], { cwd })
    expect(after.stdout).toContain('PARTIAL')
    expect(after.code).toBe(0)
  })

  test('reads a URL, and the environment', async () => {
    const { code, stdout } = await cli(['overlay'], { env: { HUB_CONFORMANCE_REFERENCE: `${url}/openapi.json` } })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toHaveProperty(['paths', '/v2/repositories', 'post', 'deprecated'], true)
    const { stdout: page, stderr, code: refused } = await cli(['overlay', '--reference', `${url}/none.json`])
    expect({ page, refused }).toEqual({ page: '', refused: 3 })
    expect(stderr).toContain('answered 404; give a URL or file that can be read')
  })

  test('says where comments are lost', async () => {
    const { code, stderr } = await cli(['overlay', '--reference', 'untidy.yaml'], { cwd })
    expect(code).toBe(0)
    expect(stderr).toContain('note: comments were lost')
  })

  test.each([
    [[], 'overlay needs --reference with an OpenAPI document (a file or a URL)'],
    [['--reference', 'nowhere.yaml'], '--reference: nowhere.yaml cannot be read: no such file'],
    [['--reference', 'swagger.yaml'], 'swagger.yaml is Swagger 2.0; convert it to OpenAPI 3.x.'],
    [
      ['--reference', 'https://me:hunter2@localhost/x'],
      '--reference must not contain a user name or password; set HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD instead',
    ],
    [['--target', 'reference'], 'unknown option --target for this command'],
  ])('%j is refused: %s', async (argv, message) => {
    const { code, stdout, stderr } = await cli(['overlay', ...argv], { cwd })
    expect(stderr).toContain(`hub-conformance: ${message}`)
    expect(stderr).toMatch(/^[^\n]*\n$/)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  })
})
