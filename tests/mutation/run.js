import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { globSync } from 'tinyglobby'

// Mutation tests of what decides, area by area (scope.json).
//
//   npm run mutation                        every area, and the figures for docs/mutation.md
//   npm run mutation -- paging claims       these areas
//   npm run mutation -- --since main        only lines changed since a revision; writes no figures
//   npm run mutation -- --minutes 2         stops after two minutes and says what was not measured
//   npm run mutation -- --statics paging    also mutants of what is evaluated when a file is loaded: each runs every test of its area

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    statics: { type: 'boolean', default: false },
  },
})

const reports = 'reports/mutation'
const resultsFile = 'tests/mutation/results.json'
const areas = JSON.parse(readFileSync('tests/mutation/scope.json', 'utf8'))
const unknown = positionals.filter(name => !areas.some(area => area.name === name))
if (unknown.length > 0) throw new Error(`not an area: ${unknown}; areas: ${areas.map(({ name }) => name).join(', ')}`)
const deadline = Date.now() + Number(values.minutes) * 60_000

/** The changed lines of each file, as Stryker takes them: `file.ts:3-7`. */
const changedSince = revision => {
  const ranges = new Map()
  let file
  const diff = execFileSync('git', ['diff', '-U0', '--relative', '--merge-base', revision], { encoding: 'utf8' })
  for (const line of diff.split('\n')) {
    file = /^\+\+\+ b\/(.*)/.exec(line)?.[1] ?? file
    const [, start, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))?/.exec(line) ?? []
    if (start === undefined || count === '0') continue
    ranges.set(file, [...(ranges.get(file) ?? []), `${file}:${start}-${Number(start) + Number(count) - 1}`])
  }
  return ranges
}

const oneLine = text => text.replace(/\s+/g, ' ').trim()

/** The text between two places of a source, which Stryker counts from 1. */
const between = (lines, { start, end }) =>
  lines
    .slice(start.line - 1, end.line)
    .map((line, n, all) =>
      line.slice(n === 0 ? start.column - 1 : 0, n === all.length - 1 ? end.column - 1 : undefined),
    )
    .join('\n')

/** What of a report of Stryker's is kept of a file. */
const resultOf = ({ source, mutants }) => {
  const lines = source.split('\n')
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  return {
    date: new Date().toISOString().slice(0, 10),
    digest: createHash('sha256').update(source).digest('hex').slice(0, 12),
    killed: count('Killed', 'Timeout'),
    static: count('Ignored'),
    survivors: alive
      .sort(
        (a, b) => a.location.start.line - b.location.start.line || a.location.start.column - b.location.start.column,
      )
      .map(({ location, replacement, status }) => ({
        code: oneLine(lines[location.start.line - 1]),
        from: oneLine(between(lines, location)),
        to: oneLine(replacement),
        ...(status === 'NoCoverage' && { covered: false }),
      })),
  }
}

const stryker = ({ name, mutate: files, tests }, selected) =>
  new Promise(resolve => {
    const whole = values.since === undefined ? ['--incremental', '--incrementalFile', `${reports}/${name}.json`] : []
    const statics = values.statics ? [] : ['--ignoreStatic']
    const child = spawn(
      process.execPath,
      ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'tests/mutation/stryker.config.json'].concat(
        ['--mutate', selected.join(',')],
        whole,
        statics,
      ),
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, MUTATION_FILES: globSync(files).join(' '), MUTATION_TESTS: tests.join(' ') },
      },
    )
    const timer = setTimeout(() => child.kill('SIGINT'), deadline - Date.now())
    child.on('exit', code => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })

const print = (file, { killed, survivors }) => {
  process.stdout.write(`${file}: ${killed} of ${killed + survivors.length} killed\n`)
  for (const { code, from, to } of survivors) process.stdout.write(`    ${code}\n        ${from}  →  ${to}\n`)
}

const changed = values.since === undefined ? undefined : changedSince(values.since)
const missed = []
mkdirSync(reports, { recursive: true })
for (const area of areas.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const { name, mutate, tests } = area
  const files = globSync(mutate)
  const selected = changed === undefined ? files : files.flatMap(file => changed.get(file) ?? [])
  if (selected.length === 0) continue
  const started = Date.now()
  if (started >= deadline || !(await stryker(area, selected))) {
    missed.push(name)
    continue
  }
  const report = JSON.parse(readFileSync(`${reports}/last.json`, 'utf8'))
  // A test file that cannot be loaded is no failure of the first run, and all that only it kills would survive.
  const silent = globSync(tests, { ignore: '**/*.all.test.ts' }).filter(file => !Object.hasOwn(report.testFiles, file))
  if (silent.length > 0) throw new Error(`no test ran of ${silent.join(', ')}`)
  const found = Object.entries(report.files)
    .filter(([file]) => files.includes(file))
    .map(([file, result]) => [file, resultOf(result)])
  for (const [file, result] of found) print(file, result)
  process.stdout.write(`${name}: ${Math.round((Date.now() - started) / 1000)} s\n\n`)
  if (changed !== undefined) continue
  const before = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
  const kept = Object.entries({ ...before, ...Object.fromEntries(found) }).filter(([file]) => existsSync(file))
  writeFileSync(resultsFile, JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2))
  spawnSync('node_modules/.bin/biome', ['format', '--write', resultsFile], { stdio: 'ignore' })
}
if (missed.length > 0) {
  process.stdout.write(`Not measured: ${missed.join(', ')}\n`)
  process.exitCode = 1
}
