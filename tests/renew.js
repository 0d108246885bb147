import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Renews every generated file and prints which ones changed. With --all, what Pact's verifier sees of every fault is measured anew;
// without, of those that are new or stand in a suite that was changed since the last commit.

const filesIn = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

const contents = () =>
  new Map(
    ['docs', 'contracts', 'tests/snapshots', 'tests/reporters/console/golden', 'README.md']
      .flatMap(path => (path.endsWith('.md') ? [path] : filesIn(path)))
      .map(path => [path, readFileSync(path).toString('base64')]),
  )

const git = (...argv) => execFileSync('git', argv, { encoding: 'utf8' }).split('\n').filter(Boolean)

const changedSuites = () =>
  [
    ...git('diff', '--name-only', '--relative', 'HEAD', '--', 'suites'),
    ...git('ls-files', '-o', '--exclude-standard', 'suites'),
  ].map(path => path.split('/')[1])

const forget = () => {
  const all = process.argv.includes('--all')
  const suites = all ? [] : changedSuites()
  for (const path of filesIn('tests/snapshots').filter(path => /pact-faults-\w+\.txt$/.test(path))) {
    const lines = readFileSync(path, 'utf8').split('\n')
    writeFileSync(path, lines.filter(line => !all && !suites.includes(line.split('/')[0])).join('\n'))
  }
}

const vitest = (...argv) =>
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...argv], {
    stdio: ['ignore', 'inherit', 'inherit'],
  }).status === 0

const generating = filesIn('tests').filter(
  path => path.endsWith('.test.ts') && /expectGenerated\(|toMatchFileSnapshot\(/.test(readFileSync(path, 'utf8')),
)

const before = contents()
forget()
const done = vitest('--mode', 'renew') && vitest(...generating, '--update')
const after = contents()
const changed = [...new Set([...before.keys(), ...after.keys()])]
  .filter(path => before.get(path) !== after.get(path))
  .sort()
process.stdout.write(
  changed.length === 0 ? 'Nothing changed.\n' : `Changed:\n${changed.map(path => `  ${path}\n`).join('')}`,
)
if (!done) process.exitCode = 1
