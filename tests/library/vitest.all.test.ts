import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../library/index.ts'

interface Assertion {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
  readonly ancestorTitles: readonly string[]
}

/** Runs a file of tests in a Vitest of its own and returns what it says of them. */
const run = async (
  file: string,
): Promise<{ readonly code: number; readonly tests: readonly Assertion[]; readonly junit: string | undefined }> => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-conformance-vitest-'))
  const output = join(folder, 'results.json')
  const argv = [
    'run',
    '--config',
    'tests/fixtures/library/vitest.config.ts',
    '--reporter=json',
    `--outputFile=${output}`,
  ]
  const code = await promisify(execFile)(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), ...argv, file], {
    env: { PATH: process.env.PATH, REPORTS: folder },
  }).then(
    () => 0,
    (error: { code: number }) => error.code,
  )
  const { testResults } = JSON.parse(await readFile(output, 'utf8'))
  const junit = await readFile(join(folder, 'of tests/junit.xml'), 'utf8').catch(() => undefined)
  await rm(folder, { recursive: true })
  return { code, junit, tests: testResults.flatMap((each: { assertionResults: Assertion[] }) => each.assertionResults) }
}

const withStatus = (tests: readonly Assertion[], status: string) => tests.filter(each => each.status === status)

describe('hub-conformance/vitest', () => {
  test('registers every requirement as a test', async () => {
    const { code, tests } = await run('conforming.ts')
    expect(tests.map(({ title }) => title)).toEqual([
      ...catalogue.map(({ id }) => id),
      'everything that counts was verified',
    ])
    // What the reference hub's documents show not to apply is skipped.
    expect(tests.filter(({ status }) => status !== 'passed' && status !== 'skipped')).toEqual([])
    expect(withStatus(tests, 'passed').length).toBeGreaterThan(100)
    expect(tests.at(-1)?.status).toBe('passed')
    expect(code).toBe(0)
  })

  test('registers what is selected, fails with the evidence, skips what was not verified, and does not look green for it', async () => {
    const { code, tests, junit } = await run('broken.ts')
    expect(code).toBe(1)
    const selected = catalogue.filter(({ suite }) => ['v1-removed', 'access-tokens'].includes(suite))
    expect(tests.map(({ title }) => title)).toEqual([
      ...selected.map(({ id }) => id),
      'everything that counts was verified',
    ])
    expect(new Set(tests.map(({ ancestorTitles }) => ancestorTitles.join()))).toEqual(new Set(['a broken hub']))
    const [failed] = withStatus(tests, 'failed')
    const message = failed?.failureMessages.join('\n') ?? ''
    expect(failed?.title).toMatch(/^v1-removed\//)
    expect(message).toContain('MUST v1-removed/')
    expect(message).toContain('expected status 410 from a removed v1 route, got 404')
    expect(message).toContain('→ 404')
    expect(withStatus(tests, 'skipped').map(({ title }) => title)).toContain('access-tokens/create-expires-at')
    const last = tests.at(-1)
    expect(last?.status).toBe('failed')
    expect(last?.failureMessages.join('\n')).toContain('needs credentials')
    expect(junit).toContain('<failure type="must/not-gone"')
  })
})
