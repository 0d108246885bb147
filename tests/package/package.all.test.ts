import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tool } from '../../contracts/version.ts'
import { catalogue } from '../../suites/catalogue.ts'

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program with nothing of the surrounding test runner in its environment. */
const run = async (cwd: string, program: string, argv: readonly string[]): Promise<Outcome> => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_|VITEST|HUB_|TEST$|CI$)/i.test(name)),
  )
  return promisify(execFile)(program, [...argv], { cwd, env, maxBuffer: 2 ** 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Outcome) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
  )
}

const node = process.execPath
const tools = resolve('node_modules')

/** Neither a space nor a letter beyond ASCII in a path may matter. */
let folder = ''
let consumer = ''
let tarball = ''
let packed: readonly string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub conformance é '))
  const source = join(folder, 'source')
  const left = ['.git', 'node_modules', 'dist', 'coverage']
  await cp('.', source, { recursive: true, filter: path => !left.includes(basename(path)) })
  await symlink(tools, join(source, 'node_modules'))
  // Packing builds: what is packed is what a fresh clone gives.
  const pack = await run(source, 'npm', ['pack', '--json', '--pack-destination', folder])
  expect(pack.code, pack.stderr).toBe(0)
  const [{ filename, files }] = JSON.parse(pack.stdout.slice(pack.stdout.indexOf('[\n')))
  tarball = join(folder, filename)
  packed = files.map(({ path }: { path: string }) => path)

  consumer = join(folder, 'consumer')
  await mkdir(consumer)
  await writeFile(join(consumer, 'package.json'), '{ "private": true }')
  const install = await run(consumer, 'npm', ['install', ...quiet, tarball, '@types/node@20'])
  expect(install.code, install.stderr).toBe(0)
})

afterAll(() => rm(folder, { recursive: true }))

describe('the package', () => {
  test('has a command that can be run as it was built', async () => {
    expect((await stat(resolve('dist/bin/hub-conformance.js'))).mode & 0o111).toBe(0o111)
  })

  test('holds what it needs and nothing else, with every page that the README links to', async () => {
    const readme = await readFile('README.md', 'utf8')
    const readmePages = [...readme.matchAll(/\]\((docs\/[\w.-]+)/g)].map(([, page = '']) => page)
    expect(readmePages.length).toBeGreaterThan(10)
    const allowed =
      /^(?:package\.json|(?:README|CHANGELOG)\.md|LICENSE|docs\/[\w-]+\.(?:md|png)|dist\/(?:bin\/hub-conformance|index|vitest|node-test|chunks\/[\w-]+)\.js|dist\/(?:index|vitest|node-test)\.cjs|dist\/third-party-licenses\.txt|dist\/types\/[\w/-]+\.d\.c?ts|contracts\/(?:(?:[\w-]+\.schema|lifecycle|pacts\/hub-conformance-hub-api)\.json|overlay\.yaml))$/
    expect(packed.filter(path => !allowed.test(path))).toEqual([])
    expect(packed).toEqual(
      expect.arrayContaining([
        'README.md',
        'CHANGELOG.md',
        ...readmePages,
        'LICENSE',
        'dist/index.js',
        'dist/index.cjs',
        'dist/types/library/index.d.cts',
        'dist/chunks/pact-verifier.js',
        'dist/third-party-licenses.txt',
        'contracts/baseline.schema.json',
        'contracts/pacts/hub-conformance-hub-api.json',
      ]),
    )
    expect(packed.filter(path => path.startsWith('dist/types/')).length).toBeLessThan(120)
  })

  test('is clean for publint', async () => {
    const { code, stdout } = await run(consumer, node, [join(tools, 'publint/src/cli.js'), 'run', tarball, '--strict'])
    expect(stdout).toContain('All good!')
    expect(code, stdout).toBe(0)
  })

  test('has the types that it says it has', async () => {
    const cli = join(tools, '@arethetypeswrong/cli/dist/index.js')
    // What is no module has no types.
    const profile = ['--profile', 'node16', '--exclude-entrypoints', 'overlay.yaml']
    const { code, stdout } = await run(consumer, node, [cli, tarball, ...profile, '--no-emoji', '--no-color'])
    expect(code, stdout).toBe(0)
  })

  test('is checked as it is published: nothing is ignored, nothing is run where it is installed', async () => {
    const text = await readFile(join(consumer, 'node_modules/hub-conformance/package.json'), 'utf8')
    const { scripts, publishConfig, dependencies } = JSON.parse(text)
    expect(dependencies, 'what it needs is bundled').toBeUndefined()
    expect(scripts['check:package']).not.toContain('ignore-rules')
    expect(Object.keys(scripts).filter(name => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([])
    expect(publishConfig).toEqual({ access: 'public', provenance: true })
  })

  test('exports files that are there', async () => {
    const { exports } = JSON.parse(await readFile('package.json', 'utf8'))
    const targets = Object.values(exports).flatMap(target =>
      typeof target === 'string'
        ? [target]
        : Object.values(target as object).flatMap(condition => Object.values(condition as object)),
    )
    expect(targets.length).toBeGreaterThan(5)
    for (const target of targets) expect(packed).toContain(String(target).slice(2))
  })

  test('knows its own version', async () => {
    expect(JSON.parse(await readFile('package.json', 'utf8'))).toMatchObject(tool)
  })
})

const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'error']
/** The least that shows that the command runs: what it judges, other tests show. */
const judged = ['--target', 'reference', '--only', 'v1-removed/name-tags', '--quiet']

describe('the command', () => {
  test('installed globally, from any directory', { timeout: 240_000 }, async () => {
    const prefix = join(folder, 'global ü')
    const install = await run(folder, 'npm', ['install', '--global', '--prefix', prefix, ...quiet, tarball])
    expect(install.code, install.stderr).toBe(0)
    for (const cwd of ['/', consumer]) {
      const { code, stdout, stderr } = await run(cwd, join(prefix, 'bin/hub-conformance'), judged)
      expect(stdout, stderr).toMatch(/^PARTIAL /)
      expect(code).toBe(0)
    }
    // The script asks the command under the name that it was called by, wherever it is installed.
    const script = `cd / && . <(./"$1" completion bash) && COMP_WORDS=("./$1" ver) COMP_CWORD=1 && _hub_conformance "./$1" && echo "$COMPREPLY"`
    const bin = join(prefix, 'bin/hub-conformance').slice(1)
    expect(await run('/', 'bash', ['-c', script, 'bash', bin])).toEqual({ code: 0, stdout: 'verify\n', stderr: '' })
  })

  test('by npx from the packed file', { timeout: 240_000 }, async () => {
    const empty = join(folder, 'empty')
    await mkdir(empty)
    const asked = ['--yes', '--prefer-offline', '--package', tarball, '--', 'hub-conformance', ...judged]
    const { code, stdout, stderr } = await run(empty, 'npx', asked)
    // npx keeps what it installed; nobody asks for this tarball again.
    const kept = join((await run(empty, 'npm', ['config', 'get', 'cache'])).stdout.trim(), '_npx')
    for (const name of await readdir(kept)) {
      const about = await readFile(join(kept, name, 'package.json'), 'utf8').catch(() => '')
      if (about.includes(basename(folder))) await rm(join(kept, name), { recursive: true })
    }
    expect(stdout, stderr).toMatch(/^PARTIAL /)
    expect(code).toBe(0)
  })

  test('in a strict layout, where a package finds only what it names', { timeout: 240_000 }, async () => {
    const strict = join(folder, 'strict')
    await mkdir(strict)
    await writeFile(join(strict, 'package.json'), '{ "private": true }')
    const install = await run(strict, 'npm', ['install', '--install-strategy=linked', ...quiet, tarball])
    expect(install.code, install.stderr).toBe(0)
    const beside = (await readdir(join(strict, 'node_modules'))).filter(name => !name.startsWith('.'))
    expect(beside).toEqual(['hub-conformance'])
    const { code, stdout, stderr } = await run(strict, join(strict, 'node_modules/.bin/hub-conformance'), judged)
    expect(stdout, stderr).toMatch(/^PARTIAL /)
    expect(code).toBe(0)
    await writeFile(join(strict, 'plain.mjs'), `import { ${names} } from 'hub-conformance'\n${program(few)}`)
    expect((await run(strict, node, ['plain.mjs'])).stdout).toBe(`partial ${catalogue.length}`)
  })
})

const names = 'catalogue, referenceHub, runConformance'

/** The requirement that reports begin with, alone. */
const few = `select: { only: '${catalogue[0]?.id}' }`

const program = (more = ''): string => `
const hub = referenceHub({ seed: 1 })
const started = { target: hub, credentials: hub.credentials, fixtures: hub.fixtures, allowWrites: true, seed: 1, ${more} }
runConformance(started).then(report => process.stdout.write(report.result + ' ' + catalogue.length))
`

const typed = `
import { catalogue, checkDocs, type ConformanceOptions, type Report, referenceHub, runConformance } from 'hub-conformance'
import type { hubConformance } from 'hub-conformance/node-test'
import { createServer } from 'node:http'

const hub = referenceHub({ seed: 1 })
const server = createServer((_request, response) => void response.end())
export const targets: readonly ConformanceOptions['target'][] = [server, hub, 'http://localhost', { server }, { fetch: request => new Response(request.url) }]
// @ts-expect-error a target is needed
export const none: ConformanceOptions = {}
export type Adapter = typeof hubConformance
export const documents = () => checkDocs({ documents: { reference: 'https://hub.example.com/openapi.yaml' } })
const options: ConformanceOptions = { target: hub, credentials: hub.credentials, fixtures: hub.fixtures, allowWrites: true, seed: 1, ${few} }
const report: Report = await runConformance(options)
process.stdout.write(\`\${report.result} \${catalogue.length} \${report.requirements[0]?.verdict}\`)
`

const adapter = `
import { referenceHub } from 'hub-conformance'
import { hubConformance } from 'hub-conformance/node-test'
const hub = referenceHub({ seed: 1 })
hubConformance({ target: hub, credentials: hub.credentials, fixtures: hub.fixtures, allowWrites: true, seed: 1 })
hubConformance(() => ({ target: () => Response.json({}, { status: 404 }) }), { title: 'broken', select: { suites: 'v1-removed' } })
`

const write = (name: string, content: string): Promise<void> => writeFile(join(consumer, name), content)

describe('an empty project that installs it', () => {
  test.each([
    ['imports it', 'plain.mjs', `import { ${names} } from 'hub-conformance'\n${program()}`],
    ['requires it', 'plain.cjs', `const { ${names} } = require('hub-conformance')\n${program()}`],
  ])('%s', async (_name, file, content) => {
    await write(file, content)
    const { code, stdout, stderr } = await run(consumer, node, [file])
    expect(stdout, stderr).toBe(`conformant ${catalogue.length}`)
    expect(code).toBe(0)
  })

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('compiles it with module %s, libraries checked, and runs what comes out', async (module, moduleResolution) => {
    const out = `out-${module}`
    await write('typed.mts', typed)
    const options = { module, moduleResolution, target: 'es2023', strict: true, exactOptionalPropertyTypes: true }
    const compilerOptions = { ...options, skipLibCheck: false, types: ['node'], rootDir: '.', outDir: out }
    await write(`${out}.json`, JSON.stringify({ compilerOptions, files: ['typed.mts'] }))
    const compiled = await run(consumer, node, [join(tools, 'typescript/bin/tsc'), '-p', `${out}.json`])
    expect(compiled.stdout).toBe('')
    expect(compiled.code).toBe(0)
    const { stdout, stderr } = await run(consumer, node, [join(out, 'typed.mjs')])
    expect(stdout, stderr).toBe(`partial ${catalogue.length} pass`)
  })

  test('compiles it from CommonJS with module node16, libraries checked, and runs what comes out', async () => {
    const body = typed
      .replace(/^const report: Report = await(.*)$/m, 'void$1.then((report: Report) => {')
      .concat('})\n')
    await write('typed.cts', body)
    const options = { module: 'node16', target: 'es2022', strict: true, exactOptionalPropertyTypes: true }
    const compilerOptions = { ...options, skipLibCheck: false, types: ['node'], rootDir: '.', outDir: 'out-cjs' }
    await write('out-cjs.json', JSON.stringify({ compilerOptions, files: ['typed.cts'] }))
    const compiled = await run(consumer, node, [join(tools, 'typescript/bin/tsc'), '-p', 'out-cjs.json'])
    expect(compiled.stdout).toBe('')
    expect(compiled.code).toBe(0)
    const { stdout, stderr } = await run(consumer, node, [join('out-cjs', 'typed.cjs')])
    expect(stdout, stderr).toBe(`partial ${catalogue.length} pass`)
  })

  test('registers the requirements with the runner of Node', async () => {
    await write('adapter.test.mjs', adapter)
    const { code, stdout } = await run(consumer, node, ['--test', '--test-reporter', 'tap', 'adapter.test.mjs'])
    expect(stdout).toContain('# Subtest: v1-removed/name-tags')
    expect(stdout).toMatch(/not ok \d+ - v1-removed\/name-tags/)
    expect(stdout).toContain('expected status 410 from a removed v1 route, got 404')
    expect(stdout).toContain('ok 1 - hub conformance')
    expect(code).toBe(1)
  })

  test('registers the requirements with Vitest', async () => {
    // The consumer's own Vitest, as far as a package manager would tell.
    await symlink(join(tools, 'vitest'), join(consumer, 'node_modules/vitest'))
    await write('adapter.spec.ts', adapter.replace('hub-conformance/node-test', 'hub-conformance/vitest'))
    const argv = [join(tools, 'vitest/vitest.mjs'), 'run', '--reporter=tap-flat', 'adapter.spec.ts']
    const { code, stdout } = await run(consumer, node, argv)
    expect(stdout).toMatch(/^ok \d+ - adapter\.spec\.ts > hub conformance > v1-removed\/name-tags/m)
    expect(stdout).toMatch(/^not ok \d+ - adapter\.spec\.ts > broken > v1-removed\/name-tags/m)
    expect(stdout).toContain('expected status 410 from a removed v1 route, got 404')
    expect(stdout).not.toContain('broken > presence/get-repository')
    expect(code).toBe(1)
  })

  test('finds the schemas, and the contract', async () => {
    await write('schema.cjs', `process.stdout.write(require('hub-conformance/baseline.schema.json').title)`)
    expect((await run(consumer, node, ['schema.cjs'])).stdout).toContain('Baseline')
    const file = 'hub-conformance/pacts/hub-conformance-hub-api.json'
    await write('contract.cjs', `process.stdout.write(require('${file}').metadata.pactSpecification.version)`)
    expect((await run(consumer, node, ['contract.cjs'])).stdout).toBe('4.0')
  })

  test("runs Pact's verifier where it is installed, and says how to get it where it is not", async () => {
    const linked = join(consumer, 'node_modules/.bin/hub-conformance')
    const argv = ['pact', '--target', 'reference', '--only', 'pact/v1-name-tags-get']
    const installed = await run(consumer, linked, argv)
    expect(installed.stdout).toContain('PARTIAL  1 of 58 MUST selected, passed')
    expect(installed).toMatchObject({ code: 0, stderr: '' })
    const place = join(consumer, 'node_modules/@pact-foundation')
    await rename(place, `${place}-away`)
    const without = await run(consumer, linked, argv)
    await rename(`${place}-away`, place)
    expect(without).toMatchObject({ code: 3, stdout: '' })
    expect(without.stderr).toMatch(
      /^hub-conformance: the command pact needs the optional package @pact-foundation\/pact, .*; install it: npm install @pact-foundation\/pact@16\.5\n$/,
    )
  })

  test('finds the lifecycle as data and as an overlay', async () => {
    await write(
      'lifecycle.cjs',
      `const { endpoints, $schema } = require('hub-conformance/lifecycle.json')
      const { title } = require('hub-conformance/' + $schema.slice(2))
      const overlay = require('node:fs').readFileSync(require.resolve('hub-conformance/overlay.yaml'), 'utf8')
      process.stdout.write([endpoints.length, title, overlay.includes('\\noverlay: 1.0.0\\n')].join(', '))`,
    )
    const { stdout, stderr } = await run(consumer, node, ['lifecycle.cjs'])
    expect(stdout, stderr).toBe('11, Endpoint lifecycle of the repository hub API, true')
  })

  test('has the commands that need packages of their own', async () => {
    await write('reference.yaml', 'openapi: 3.1.0\npaths: {} # none yet\n')
    const linked = join(consumer, 'node_modules/.bin/hub-conformance')
    const overlaid = await run(consumer, linked, ['overlay', '--reference', 'reference.yaml'])
    expect(overlaid.stderr).toBe('hub-conformance: 41 operations added, 0 existing ones labelled\n')
    expect(overlaid.stdout).toContain('# none yet')
    const entries = [{ request: { method: 'GET', url: 'http://hub.example.com/v1/repositories/a/tags' } }]
    await write('session.har', JSON.stringify({ log: { entries } }))
    expect(await run(consumer, linked, ['scan', 'session.har', '--quiet'])).toMatchObject({ code: 1, stderr: '' })
  })

  test('has the command, from any directory', async () => {
    const npx = await run(consumer, 'npx', ['--no-install', 'hub-conformance', '--version'])
    expect(npx).toMatchObject({ code: 0, stdout: `${tool.version}\n` })
    const linked = join(consumer, 'node_modules/.bin/hub-conformance')
    for (const cwd of [consumer, folder, '/'])
      expect(await run(cwd, linked, judged)).toMatchObject({ code: 0, stderr: '' })
    const gone = await mkdtemp(join(folder, 'gone '))
    expect(await run(gone, 'sh', ['-c', 'rmdir "$PWD" && exec "$0" list', linked])).toEqual({
      code: 3,
      stdout: '',
      stderr: 'hub-conformance: the working directory does not exist\n',
    })
  })
})
