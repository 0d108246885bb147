import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { globSync } from 'tinyglobby'

// Mutation tests of what decides, area by area (scope.json). Stryker makes the mutants; runner.js runs the tests on each, in one process.
//
//   npm run mutation                        every area, and the figures for docs/mutation.md
//   npm run mutation -- paging claims       these areas
//   npm run mutation -- checks/audit-log.ts these files
//   npm run mutation -- --since main        only lines changed since a revision; writes no figures
//   npm run mutation -- --minutes 2         stops after two minutes and says what was not measured

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string' }, minutes: { type: 'string', default: '600' } },
})

const root = resolve('.')
/** Where mutants run: what one writes to a path that it has lost stays out of the repository. */
const workplace = mkdtempSync(join(tmpdir(), 'mutation-'))
process.on('exit', () => rmSync(workplace, { recursive: true }))
for (const name of readdirSync(root)) symlinkSync(join(root, name), join(workplace, name))
const reports = resolve('reports/mutation')
const resultsFile = 'tests/mutation/results.json'
const areas = JSON.parse(readFileSync('tests/mutation/scope.json', 'utf8')).map(area => ({
  ...area,
  names: globSync(area.mutate).sort(),
}))
const unknown = positionals.filter(one => !areas.some(({ name, names }) => [name, ...names].includes(one)))
if (unknown.length > 0) throw new Error(`not an area: ${unknown}; areas: ${areas.map(({ name }) => name).join(', ')}`)
const deadline = Date.now() + Number(values.minutes) * 60_000

/** The changed lines of each file. */
const changedSince = revision => {
  const ranges = new Map()
  let file
  const diff = execFileSync('git', ['diff', '-U0', '--relative', '--merge-base', revision], { encoding: 'utf8' })
  for (const line of diff.split('\n')) {
    file = /^\+\+\+ b\/(.*)/.exec(line)?.[1] ?? file
    const [, start, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))?/.exec(line) ?? []
    if (start === undefined || count === '0') continue
    const range = { start: { line: start - 1, column: 0 }, end: { line: start - 1 + Number(count), column: 0 } }
    ranges.set(file, [...(ranges.get(file) ?? []), range])
  }
  return ranges
}

/** Files with all their mutants, any of which may be active. */
const instrument = async (names, changed) => {
  const parts = { logger: { debug: () => {}, info: () => {}, warn: () => {}, isDebugEnabled: () => false } }
  const injector = {
    provideValue: (name, value) => Object.assign(parts, { [name]: value }) && injector,
    injectClass: Class => new Class(...Class.inject.map(name => parts[name])),
  }
  const files = names.map(name => ({
    name,
    content: readFileSync(name, 'utf8'),
    mutate: changed === undefined || (changed.get(name) ?? false),
  }))
  const made = await createInstrumenter(injector).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  const several = ({ name, content }) => ({
    name,
    content: content.replace('ns.activeMutant === id', 'ns.activeMutants?.has(id)'),
  })
  return { ...made, files: made.files.map(several) }
}

const entriesOf = log =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

/** Whether all tests were run, first the quick ones. A loop that never ends is stopped, and the next process continues behind it. */
const runTests = async (area, log) => {
  const note = (...entry) => appendFileSync(log, `${JSON.stringify(entry)}\n`)
  for (let pass = 1; pass <= 2; ) {
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--root',
      root,
      '--config',
      'tests/mutation/vitest.config.js',
    ]
    const env = { ...process.env, NODE_NO_WARNINGS: '1', MUTATION_AREA: area }
    const child = spawn(process.execPath, args, { cwd: workplace, stdio: ['ignore', 'ignore', 'inherit'], env })
    const ended = new Promise(resolve => child.on('exit', resolve))
    const isStuck = () => Date.now() - statSync(log).mtimeMs > 30_000 && entriesOf(log).at(-1)?.[0] === 'try'
    while (child.exitCode === null && Date.now() < deadline && !isStuck())
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 500))])
    if (child.exitCode !== null) {
      pass = entriesOf(log).some(([kind]) => kind === 'later') ? pass + 1 : 3
      note('quick')
      continue
    }
    child.kill('SIGKILL')
    await ended
    if (Date.now() >= deadline) return false
    const [, ids, test] = entriesOf(log).at(-1)
    if (ids.length === 1) note('killed', ids[0], 'time limit')
    else note('stuck', ids, test)
  }
  return true
}

const oneLine = text => text.replace(/\s+/g, ' ').trim()

/** What is kept of a file. */
const resultOf = (file, mutants, { killed, reached, fixed }) => {
  const source = readFileSync(file, 'utf8')
  const lines = source.split('\n')
  const between = ({ start, end }) => {
    const [last = '', ...others] = lines.slice(start.line, end.line + 1).reverse()
    return [last.slice(0, end.column), ...others].reverse().join('\n').slice(start.column)
  }
  const own = mutants.filter(({ fileName }) => fileName === file)
  const isStatic = ({ id }) => !reached.has(id) && fixed.has(id)
  return {
    date: new Date().toISOString().slice(0, 10),
    digest: createHash('sha256').update(source).digest('hex').slice(0, 12),
    killed: own.filter(({ id }) => killed.has(id)).length,
    static: own.filter(isStatic).length,
    survivors: own
      .filter(mutant => !killed.has(mutant.id) && !isStatic(mutant))
      .map(({ id, location, replacement }) => ({
        code: oneLine(lines[location.start.line]),
        from: oneLine(between(location)),
        to: oneLine(replacement),
        ...(!reached.has(id) && { covered: false }),
      })),
  }
}

const changed = values.since === undefined ? undefined : changedSince(values.since)
const missed = []
mkdirSync(reports, { recursive: true })
for (const { name, names, tests } of areas) {
  const isWhole = positionals.length === 0 || positionals.includes(name)
  const chosen = names.filter(file => isWhole || positionals.includes(file))
  const { files, mutants } = await instrument(chosen, changed)
  if (mutants.length === 0) continue
  const started = Date.now()
  const [area, log] = ['json', 'jsonl'].map(extension => `${reports}/${name}.${extension}`)
  const listed = tests.flatMap(glob => globSync(glob, { ignore: '**/*.all.test.ts' }).sort())
  writeFileSync(log, '')
  writeFileSync(area, JSON.stringify({ files, mutants, tests: listed, log }))
  const isDone = started < deadline && (await runTests(area, log))
  const entries = entriesOf(log)
  const idsOf = kind => new Set(entries.filter(entry => entry[0] === kind).flatMap(entry => entry[1]))
  const broken = idsOf('broken')
  if (broken.size > 0) process.stdout.write(`${name} fails without a mutant:\n${[...broken].join('\n')}\n\n`)
  if (!isDone || broken.size > 0 || entries.every(([kind]) => kind !== 'reached')) {
    missed.push(name)
    continue
  }
  const found = { killed: idsOf('killed'), reached: idsOf('reached'), fixed: idsOf('static') }
  const results = files.map(({ name: file }) => [file, resultOf(file, mutants, found)])
  for (const [file, { killed, survivors }] of results) {
    if (killed + survivors.length > 0)
      process.stdout.write(`${file}: ${killed} of ${killed + survivors.length} killed\n`)
    for (const { code, from, to } of survivors) process.stdout.write(`    ${code}\n        ${from}  →  ${to}\n`)
  }
  const late = entries.filter(([kind, , why]) => kind === 'killed' && why !== '').length
  process.stdout.write(`${name}: ${Math.round((Date.now() - started) / 1000)} s, ${late} ended by the time limit\n\n`)
  if (changed !== undefined) continue
  const before = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
  const kept = Object.entries({ ...before, ...Object.fromEntries(results) }).filter(([file]) => existsSync(file))
  writeFileSync(resultsFile, JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2))
  spawnSync('node_modules/.bin/biome', ['format', '--write', resultsFile], { stdio: 'ignore' })
}
if (missed.length > 0) {
  process.stdout.write(`Not measured: ${missed.join(', ')}\n`)
  process.exitCode = 1
}
