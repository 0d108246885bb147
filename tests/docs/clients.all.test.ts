import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { optionsOf } from '../../bin/options/table.ts'
import type { HubData } from '../../library/index.ts'
import { startReferenceHub } from '../../library/index.ts'
import { bundleProgram } from '../bin/program.ts'

const page = await readFile('docs/clients.md', 'utf8')

/** The only block of the page in a language. */
const snippet = (language: string): string => {
  const found = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
  expect(found).toHaveLength(1)
  return found[0]?.[1] ?? ''
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-clients-page-'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (program: string, argv: readonly string[], PATH = process.env.PATH ?? '') =>
  promisify(execFile)(program, [...argv], { cwd: folder, env: { PATH, HOME: folder } }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )

const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0

describe('what the page for authors of clients shows', () => {
  test('runs with vitest', async () => {
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'hub.test.ts'), snippet('ts'))
    const alias = { 'hub-conformance': resolve('library/index.ts') }
    await writeFile(join(folder, 'vitest.config.js'), `export default { test: { alias: ${JSON.stringify(alias)} } }`)
    const { code, text } = await run(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), 'run'])
    expect(code, text).toBe(0)
    expect(text).toContain('1 passed')
  })

  test.skipIf(!hasPytest)('runs with pytest', async () => {
    const program = await bundleProgram()
    const bin = join(folder, 'bin')
    await mkdir(bin)
    await writeFile(join(bin, 'hub-conformance'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
    await chmod(join(bin, 'hub-conformance'), 0o755)
    await writeFile(join(folder, 'test_hub.py'), snippet('python'))
    const argv = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_hub.py']
    const { code, text } = await run('python3', argv, `${bin}:${process.env.PATH}`)
    expect(code, text).toBe(0)
    expect(text).toContain('1 passed')
  })

  test('is data that a hub starts with', async () => {
    const hub = await startReferenceHub({ data: parse(snippet('yaml')) as HubData })
    const login = await fetch(`${hub.url}/v2/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identifier: 'ada', secret: 'dckr_pat_of-ada' }),
    })
    expect(login.status).toBe(200)
    await hub.close()
  })

  test('names options that serve has', () => {
    const options = optionsOf('serve')
    const table = page.slice(page.indexOf('### Test conditions'), page.indexOf('## Moving'))
    const named = [...table.matchAll(/--([a-z][a-z-]+)/g)].map(([, name]) => name).filter(name => name !== 'variants')
    expect(named.length).toBeGreaterThan(5)
    expect(options).toEqual(expect.arrayContaining(named))
  })
})
