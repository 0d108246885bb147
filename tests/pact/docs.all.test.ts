import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deps } from '../../bin/deps.ts'
import { main } from '../../bin/main.ts'
import { pactInteractions } from '../../checks/pact/interactions.ts'

const page = await readFile(new URL('../../docs/pact.md', import.meta.url), 'utf8')

/** The only block of JavaScript of the page, as it stands there. */
const snippet = /```js\n(.*?)```/s.exec(page)?.[1] ?? ''

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-snippet-'))
  // A project that has installed both packages.
  await mkdir(join(folder, 'node_modules'))
  const pact = createRequire(import.meta.url).resolve('@pact-foundation/pact/package.json')
  await symlink(resolve(pact, '../..'), join(folder, 'node_modules/@pact-foundation'))
  await symlink(resolve('.'), join(folder, 'node_modules/hub-conformance'))
  await writeFile(join(folder, 'verify.mjs'), snippet)
})

afterAll(() => rm(folder, { recursive: true }))

/** Runs `hub-conformance serve`, and the snippet against it. */
const verifyServed = async (...argv: readonly string[]): Promise<{ readonly code: number; readonly text: string }> => {
  let stop: (signal: string) => void = () => {}
  const stdout: string[] = []
  const serving = main(
    ['serve', '--port', '0', ...argv],
    {
      stdout: { write: text => stdout.push(text) },
      stderr: { write: () => {} },
      stdin: (async function* () {})(),
      env: {},
      cwd: '/',
      onInterrupt: listener => {
        stop = listener
        return () => {}
      },
    },
    deps,
  )
  while (!stdout.join('').includes('--group-id')) await new Promise(done => setTimeout(done, 20))
  const said = stdout.join('')
  const found = (pattern: RegExp): string => pattern.exec(said)?.[1] ?? ''
  const env = {
    PATH: process.env.PATH,
    PACT_DO_NOT_TRACK: 'true',
    HUB_URL: found(/--target (\S+)/),
    HUB_CONFORMANCE_TOKEN: found(/HUB_CONFORMANCE_TOKEN=(\S+)/),
    GROUP_ID: found(/--group-id (\S+)/),
  }
  try {
    return await promisify(execFile)(process.execPath, ['verify.mjs'], { cwd: folder, env, maxBuffer: 2 ** 26 }).then(
      outcome => ({ code: 0, text: outcome.stdout + outcome.stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    )
  } finally {
    stop('SIGINT')
    await serving
  }
}

describe("the contract with Pact's verifier and nothing of ours", () => {
  test('holds for the served hub: every interaction is verified, the pending ones as well', async () => {
    const { code, text } = await verifyServed()
    expect(code, text.slice(-3_000)).toBe(0)
    const plain = stripVTControlCharacters(text)
    for (const { description } of pactInteractions) expect(plain).toContain(`  ${description} (`)
    expect(plain).not.toContain('FAILED')
    expect(plain).not.toContain('Failures:')
  })

  test('fails a hub without GetRepository', async () => {
    const { code, text } = await verifyServed('--fault', 'presence/get-repository/not-found')
    expect(code).not.toBe(0)
    expect(text).toContain('There were 2 pact failures')
  })

  test('does not fail a hub for what is no must', async () => {
    const { code, text } = await verifyServed('--fault', 'presence/audit-actions/not-found')
    expect(text).toContain('There were 1 non-fatal pact failures')
    expect(code).toBe(0)
  })
})

test('the page counts the interactions by level', () => {
  expect(page).toContain(`${pactInteractions.length} interactions`)
  const rows = [...page.matchAll(/^\| [^|]+ \| (\d+) \| (must|should) \|$/gm)]
  for (const level of ['must', 'should'])
    expect(rows.filter(([, , of]) => of === level).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(
      pactInteractions.filter(interaction => interaction.level === level).length,
    )
})

test('the page names every provider state with the names that it puts in place', () => {
  const rows = new Map(
    [...page.matchAll(/^\| (a|an|the) ([^|]+) \| ([^|]*) \|$/gm)].map(([, article, state, names = '']) => [
      `${article} ${state}`,
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    ]),
  )
  const states = new Map<string, Set<string>>()
  for (const { state } of pactInteractions)
    if (state) states.set(state.name, new Set([...(states.get(state.name) ?? []), ...Object.keys(state.params)]))
  for (const [name, params] of states) expect([name, rows.get(name)?.sort()]).toEqual([name, [...params].sort()])
})
