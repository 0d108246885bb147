import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cli } from '../bin/harness.ts'
import { expectGenerated } from '../support/pages/generated.ts'

/** The block of the README that shows a failure. */
const block = /(?<=```\n)MUST failed: [^`]*.*?(?=```\n)/s

/** The command of the README that starts the broken hub, and what a run against that hub prints, with the name and port of each time replaced. */
const shownFailure = async (argv: readonly string[]): Promise<string> => {
  let interrupt = (_signal: string) => {}
  let said = ''
  const served = cli([...argv, '--port', '0', '--json'], {
    onListening: stop => {
      interrupt = stop
    },
    onOutput: text => {
      said += text
    },
  })
  await expect.poll(() => said, { timeout: 100_000 }).not.toBe('')
  try {
    const { url, credentials, fixtures } = JSON.parse(said)
    const env = { HUB_CONFORMANCE_TOKEN: credentials.token }
    const { repository, tag, org } = fixtures
    const names = ['--namespace', fixtures.namespace, '--repository', repository, '--tag', tag, '--org', org]
    const run = await cli(['--target', url, '--allow-writes', ...names, '--suite', 'v1-removed'], { env })
    const [shown = ''] = /^MUST failed.*?\n {2}Fix .*?\n\n/s.exec(run.stdout) ?? []
    return `${shown
      .trimEnd()
      .replaceAll(new URL(url).host, '127.0.0.1:8080')
      .replaceAll(/no-such-path-\w{6}/g, 'no-such-path-k3x7m2')}\n`
  } finally {
    interrupt('SIGTERM')
    await served
  }
}

test('the failing run of the README is what the command prints', async () => {
  const readme = readFileSync('README.md', 'utf8')
  const [, command = ''] = /^npx hub-conformance (serve --fault .*)$/m.exec(readme) ?? []
  const shown = await shownFailure(command.split(' '))
  expect(shown).toContain('MUST failed: 2')
  await expectGenerated(
    readme.replace(block, () => shown),
    'README.md',
    'reporters/console/failures.ts',
  )
})
