import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedReferenceHub, startReferenceHub } from '../../library/index.ts'

/** Generators and linters of OpenAPI documents, from npm; large, and of no use to anything else here. */
const packages = [
  '@hey-api/openapi-ts@0.95.0',
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  '@types/node@20.19.43',
  'openapi-fetch@0.17.0',
  'openapi-typescript@7.13.0',
  'typescript@5.9.3',
]

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

let folder = ''
let hub: StartedReferenceHub

const run = (program: string, ...argv: readonly string[]) =>
  promisify(execFile)(program, [...argv], { cwd: folder, env, maxBuffer: 2 ** 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )

/** Runs a command of an installed package; it has to succeed. */
const tool = async (name: string, ...argv: readonly string[]): Promise<string> => {
  const { code, text } = await run(join(folder, 'node_modules/.bin', name), ...argv)
  expect(code, text).toBe(0)
  return text
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-clients-'))
  await cp('tests/fixtures/clients', folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  const install = await run('npm', 'install', ...quiet, ...packages)
  expect(install.code, install.text).toBe(0)
  hub = await startReferenceHub()
  await writeFile(join(folder, 'openapi.json'), await (await fetch(`${hub.url}/openapi.json`)).text())
})

afterAll(async () => {
  await hub?.close()
  await rm(folder, { recursive: true })
})

describe('the served OpenAPI document', () => {
  test('keeps the recommended rules of Redocly', async () => {
    await tool('redocly', 'lint', 'openapi.json', '--extends', 'recommended')
  })

  test('keeps the recommended rules of Spectral', async () => {
    await writeFile(join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n')
    await tool('spectral', 'lint', 'openapi.json', '--ruleset', 'spectral.yaml', '--fail-severity', 'error')
  })
})

describe('a client that is generated from it', () => {
  test('compiles and works, from openapi-typescript with openapi-fetch and from @hey-api/openapi-ts', async () => {
    await tool('openapi-typescript', 'openapi.json', '--output', 'schema.d.ts')
    await tool('openapi-ts', '--input', 'openapi.json', '--output', 'hey', '--client', '@hey-api/client-fetch')
    await tool('tsc', '--project', 'tsconfig.json')
    const { username, password } = hub.credentials
    for (const program of ['openapi-fetch', 'hey-api']) {
      const { code, text } = await run(
        process.execPath,
        `out/${program}.js`,
        hub.url,
        username,
        password,
        hub.fixtures.org,
      )
      expect(code, text).toBe(0)
      expect(text).toBe('done\n')
    }
  })
})
