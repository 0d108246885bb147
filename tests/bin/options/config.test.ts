import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configurable, type OptionName, optionTable } from '../../../bin/options/table.ts'
import { configSchema } from '../../support/pages/config-schema.ts'
import { expectGenerated } from '../../support/pages/generated.ts'
import { cli, fakeEngine, refused } from '../harness.ts'

const secret = 'hunter2-hunter2'
const yaml = 'hub-conformance.config.yaml'

let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hub-conformance-config-'))
})

afterAll(() => rm(root, { recursive: true }))

let folders = 0
/** A working directory of its own, with these files in and around it. */
const folder = async (files: Readonly<Record<string, string>>, within = ''): Promise<string> => {
  folders += 1
  const base = join(root, String(folders))
  await mkdir(join(base, within), { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(base, name)), { recursive: true })
    await writeFile(join(base, name), content)
  }
  return join(base, within)
}

const inputOf = async (cwd: string, argv: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
  const engine = fakeEngine()
  const { stderr } = await cli(['--quiet', ...argv], { cwd, env, deps: engine.deps })
  expect(stderr).toBe('')
  return engine.input()
}

const local = 'target: http://localhost:8080\n'

describe('a configuration file', () => {
  test.each([
    [yaml, `${local}timeout: 3s\nretries: 1\nsuite: [v1-removed, labels]\ninsecure: true\nheader: 'X-Trace: a'\n`],
    [
      'hub-conformance.config.yml',
      `${local}timeout: 3s\nretries: 1\nsuite: v1-removed,labels\ninsecure: true\nheader: ['X-Trace: a']\n`,
    ],
    [
      'hub-conformance.config.json',
      '{"$schema":"x","target":"http://localhost:8080","timeout":"3s","retries":1,"suite":["v1-removed","labels"],"insecure":true,"header":"X-Trace: a"}',
    ],
  ])('%s says what the command line says', async (name, content) => {
    const input = await inputOf(await folder({ [name]: content }))
    expect(input.target).toEqual({ url: 'http://localhost:8080/' })
    expect(input.network).toEqual({ timeoutMs: 3000, retries: 1, insecure: true, headers: [['X-Trace', 'a']] })
    if (!name.endsWith('.yml')) expect(input.select).toEqual({ suites: ['v1-removed', 'labels'] })
  })

  test('is beaten by the environment, and that by the command line', async () => {
    const cwd = await folder({ [yaml]: `${local}timeout: 1s\nretries: 1\nconcurrency: 1\ninsecure: true\n` })
    const env = { HUB_CONFORMANCE_RETRIES: '2', HUB_CONFORMANCE_CONCURRENCY: '2', HUB_CONFORMANCE_INSECURE: '0' }
    expect((await inputOf(cwd, ['--concurrency', '3'], env)).network).toEqual({
      timeoutMs: 1000,
      retries: 2,
      concurrency: 3,
      insecure: false,
    })
  })

  test('is found above the working directory, and its paths are meant from where it stands', async () => {
    const cwd = await folder(
      {
        [yaml]: `${local}reference: docs/openapi.yaml\nreport: json=out/r.json\n`,
        'docs/openapi.yaml': 'openapi: 3.1.0\n',
      },
      'a/b',
    )
    const input = await inputOf(cwd)
    expect(input.documents?.reference).toMatchObject({ from: '../../docs/openapi.yaml', text: 'openapi: 3.1.0\n' })
    expect(await readFile(join(cwd, '../../out/r.json'), 'utf8')).toContain('schemaVersion')
  })

  test('is named by --config or the environment', async () => {
    const cwd = await folder({ [yaml]: 'nonsense: 1\n', 'other.yaml': local })
    expect((await inputOf(cwd, ['--config', 'other.yaml'])).target).toEqual({ url: 'http://localhost:8080/' })
    expect((await inputOf(cwd, [], { HUB_CONFORMANCE_CONFIG: 'other.yaml' })).target).toEqual({
      url: 'http://localhost:8080/',
    })
  })

  test('extends others, the last of them first, itself before all', async () => {
    const cwd = await folder({
      [yaml]: `extends: [base/one.yaml, base/two.json]\n${local}timeout: 3s\n`,
      'base/one.yaml': 'target: http://localhost:1\nretries: 1\nconcurrency: 1\nreference: r.yaml\n',
      'base/two.json': '{"extends":"three.yaml","retries":2}',
      'base/three.yaml': 'timeout: 9s\nrate: 3/s\n',
      'base/r.yaml': 'openapi: 3.1.0\n',
    })
    const input = await inputOf(cwd)
    expect(input.network).toEqual({ timeoutMs: 3000, retries: 2, concurrency: 1, ratePerMinute: 180 })
    expect(input.documents?.reference).toMatchObject({ from: 'base/r.yaml' })
  })

  test('may be empty, and is not read by commands that ask nothing', async () => {
    expect(await inputOf(await folder({ [yaml]: '# nothing\n' }), ['--target', 'http://localhost:1'])).toBeDefined()
    expect((await cli(['list'], { cwd: await folder({ [yaml]: 'nonsense: 1' }) })).code).toBe(0)
  })

  test('the token of the environment beats its token-file', async () => {
    const cwd = await folder({ [yaml]: `${local}token-file: token\n`, token: 'of-the-file' })
    expect((await inputOf(cwd)).credentials).toEqual({ token: 'of-the-file', tokenSource: `${yaml}: token-file` })
    expect((await inputOf(cwd, [], { HUB_CONFORMANCE_TOKEN: 'of-env' })).credentials).toEqual({
      token: 'of-env',
      tokenSource: 'HUB_CONFORMANCE_TOKEN',
    })
  })
})

describe('a configuration that cannot be used is refused in one line', () => {
  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['a misspelt key', { [yaml]: `${local}timout: 3s` }, `${yaml}:2: unknown option "timout"; did you mean "timeout"?`],
    ['a key in camel case', { [yaml]: 'failOn: must' }, `${yaml}:1: unknown option "failOn"; did you mean "fail-on"?`],
    ['an option of another command', { [yaml]: 'port: 1' }, `${yaml}:1: unknown option "port"`],
    [
      'a value out of range',
      { [yaml]: `\n${local}concurrency: 0` },
      `${yaml}:3: concurrency is "0"; use a whole number from 1 to 256`,
    ],
    [
      'a level that is none',
      { [yaml]: 'level: [muts]' },
      `${yaml}:1: level is "muts"; use one of must, should, may; did you mean "must"?`,
    ],
    ['a flag that is no truth', { [yaml]: 'insecure: maybe' }, `${yaml}:1: insecure must be true or false`],
    ['a list for one value', { [yaml]: 'timeout: [1s]' }, `${yaml}:1: timeout must be TIME`],
    ['a map in a list', { [yaml]: 'suite: [{a: 1}]' }, `${yaml}:1: suite must be NAME, or a list of them`],
    ['an empty text', { [yaml]: 'org: ""' }, `${yaml}:1: org must be NAME`],
    [
      'a token',
      { [yaml]: `token: ${secret}` },
      `${yaml}:1: token is not supported: secrets do not belong in a file; set HUB_CONFORMANCE_TOKEN in the environment, or use token-file`,
    ],
    [
      'a password',
      { [yaml]: `password: ${secret}` },
      `${yaml}:1: password is not supported: secrets do not belong in a file`,
    ],
    [
      'a password in a URL',
      { [yaml]: `target: http://me:${secret}@localhost` },
      `${yaml}:1: target must not contain a user name or password`,
    ],
    [
      'a header that is a secret',
      { [yaml]: `header: 'X-Api-Key: ${secret}'` },
      `${yaml}:1: header contains a secret; set HUB_CONFORMANCE_HEADER in the environment`,
    ],
    ['a token by its looks', { [yaml]: `namespace: dckr_pat_${secret}` }, `${yaml}:1: namespace contains a secret`],
    ['no YAML', { [yaml]: 'target: [' }, `${yaml}:1: invalid YAML or JSON: `],
    ['a key given twice', { [yaml]: `${local}${local}` }, `${yaml}:2: invalid YAML or JSON: Map keys must be unique`],
    ['no JSON', { 'hub-conformance.config.json': '{"a":' }, 'hub-conformance.config.json:1: invalid YAML or JSON'],
    ['a list', { [yaml]: '- a' }, `${yaml}:1: a configuration must be a mapping of options`],
    ['itself extended', { [yaml]: `extends: ${yaml}` }, `${yaml}: extends: ${yaml} extends ${yaml}, which is a cycle`],
    [
      'a circle',
      { [yaml]: 'extends: b.yaml', 'b.yaml': 'extends: c.yaml', 'c.yaml': `extends: ${yaml}` },
      `c.yaml: extends: ${yaml} extends b.yaml extends c.yaml extends ${yaml}, which is a cycle`,
    ],
    [
      'a file extended that is not there',
      { [yaml]: 'extends: b.yaml' },
      `${yaml}: extends: b.yaml cannot be read: no such file`,
    ],
    [
      'a mistake in what is extended',
      { [yaml]: 'extends: b.yaml', 'b.yaml': 'timout: 1s' },
      'b.yaml:1: unknown option "timout"; did you mean "timeout"?',
    ],
    [
      'a URL extended',
      { [yaml]: 'extends: https://example.com/a.yaml' },
      `${yaml}:1: extends must be a file, or a list of files`,
    ],
    ['two files', { [yaml]: '', 'hub-conformance.config.json': '{}' }, 'two configuration files in '],
    ['targets that are a list', { [yaml]: 'targets: [a]' }, `${yaml}:1: targets must map names to options`],
    [
      'a target without options',
      { [yaml]: 'targets: {a: }' },
      `${yaml}:1: the target "a" needs options, at least "target: URL"`,
    ],
    [
      'a target without a URL',
      { [yaml]: 'targets: {a: {org: x}}' },
      'the target "a" of the configuration needs "target: URL"',
    ],
    [
      'a target with a name for a path',
      { [yaml]: 'targets: {../a: {org: x}}' },
      `${yaml}:1: "../a" is not a valid target name`,
    ],
    [
      'a misspelt key of a target',
      { [yaml]: 'targets:\n  a:\n    tagret: x' },
      `${yaml}:3: unknown option "tagret"; did you mean "target"?`,
    ],
    [
      'a report on standard output for several',
      { [yaml]: 'report: json\ntargets: {a: {target: "http://localhost:1"}}' },
      `${yaml}: report: the reports of several targets cannot go to standard output; use a file, as in json=FILE`,
    ],
    [
      'one token of standard input for several',
      { [yaml]: 'token-file: "-"\ntargets: {a: {target: "http://localhost:1"}}' },
      `${yaml}: token-file: a token from standard input can be used for one target only`,
    ],
    [
      'a document that is not there',
      { [yaml]: `${local}reference: r.yaml` },
      `${yaml}: reference: r.yaml cannot be read`,
    ],
    [
      'a format that there is not',
      { [yaml]: `${local}report: jsno=r` },
      `${yaml}: report: unknown report format "jsno"; did you mean "json"?`,
    ],
    [
      'write permission elsewhere',
      { [yaml]: 'target: https://hub.example.com\nallow-writes: true' },
      `the target is not on this machine, so ${yaml}: allow-writes must name it`,
    ],
  ])('%s', async (_name, files, message) => {
    const { code, stdout, stderr } = await refused([], { cwd: await folder(files) })
    expect(stderr).toContain(`hub-conformance: ${message}`)
    expect(stderr).toMatch(/^[^\n]*\n$/)
    expect(stderr).not.toContain(secret)
    expect(stdout).toBe('')
    expect(code).toBe(3)
  })

  test.each<readonly [readonly string[], string, Readonly<Record<string, string>>]>([
    [['--config', 'nowhere.yaml'], '--config: nowhere.yaml cannot be read: no such file', {}],
    [['--config'], '--config needs a value: --config FILE', {}],
    [['--matrix', '--target', 'http://localhost:1'], '--matrix needs several targets in the configuration', {}],
    [
      ['--junit-dialect', 'gitlb', '--target', 'http://localhost:1'],
      '--junit-dialect is "gitlb"; use one of jenkins, gitlab; did you mean "gitlab"?',
      {},
    ],
    [
      [],
      'HUB_CONFORMANCE_TOKEN would be sent to every target of the configuration; set HUB_CONFORMANCE_ONE_TOKEN, HUB_CONFORMANCE_TWO_TOKEN instead',
      { HUB_CONFORMANCE_TOKEN: secret },
    ],
  ])('%j', async (argv, message, env) => {
    const cwd = await folder({
      [yaml]: 'targets:\n  one: {target: "http://localhost:1"}\n  two: {target: "http://localhost:2"}\n',
    })
    expect(await refused(argv, { cwd, env })).toEqual({ code: 3, stdout: '', stderr: `hub-conformance: ${message}\n` })
  })
})

describe('--print-config', () => {
  test('shows every value with where it comes from, and no secret', async () => {
    const cwd = await folder({
      [yaml]: `extends: base.yaml\n${local}timeout: 500ms\nreport: [json=r.json]\n`,
      'base.yaml': 'retries: 1\n',
    })
    const env = {
      HUB_CONFORMANCE_HEADER: `X-Key: ${secret}`,
      HUB_CONFORMANCE_TOKEN: secret,
      HUB_CONFORMANCE_RATE: '3/s',
    }
    const { code, stdout } = await refused(['--print-config', '--suite', 'labels'], { cwd, env })
    expect(stdout.replace(/ +#/g, ' #').split('\n')).toEqual([
      `target: http://localhost:8080/ # ${yaml}: target`,
      'auth-header: Authorization: Bearer {token} # default, after the forms that the target declares',
      'as-of: 2025-11-21 # default',
      'suite: [labels] # --suite',
      'cases: 15 # default',
      'fail-on: must # default',
      `report: [json=r.json] # ${yaml}: report`,
      'junit-dialect: jenkins # default',
      'junit-known: skip # default',
      'concurrency: 8 # default',
      `timeout: 500ms # ${yaml}: timeout`,
      'deadline: 15m # default',
      'patience: 10s # default',
      'retries: 1 # base.yaml: retries',
      'rate: 180/m # HUB_CONFORMANCE_RATE',
      'seed: 1 # default',
      'header: [X-Key: (not shown)] # HUB_CONFORMANCE_HEADER',
      '# HUB_CONFORMANCE_TOKEN is set',
      '',
    ])
    expect(stdout).not.toContain(secret)
    expect(code).toBe(0)
  })

  test('shows each target', async () => {
    const cwd = await folder({
      [yaml]:
        'retries: 1\ntargets:\n  a: {target: "http://localhost:1", retries: 2}\n  b: {target: "http://localhost:2"}\n',
    })
    const { stdout } = await refused(['--print-config'], { cwd })
    const [first = '', second = ''] = stdout.split('\n\n')
    expect(first).toMatch(/^# target a\ntarget: http:\/\/localhost:1\/ /)
    expect(first).toMatch(/^retries: 2 /m)
    expect(second).toMatch(/^# target b\ntarget: http:\/\/localhost:2\/ /)
    expect(second).toMatch(/^retries: 1 /m)
  })

  test('shows what holds where nothing is set, as the help says it', async () => {
    const { stdout } = await refused(['--print-config'], { cwd: await folder({}) })
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) {
      const [, name = '', value = ''] = /^([a-z-]+): (.+?) +# default(?:, after .+)?$/.exec(line) ?? []
      const { describe: says } = optionTable[name as OptionName]
      const forms = name === 'as-of' ? ['(default: the newest)'] : [`default: ${value}`, `${value} (default)`]
      expect(forms.filter(form => says.includes(form))).not.toEqual([])
    }
  })

  test('shows no query of a URL, which may sign it', async () => {
    const signed = `https://docs.example.com/openapi.yaml?sig=${secret}`
    const { stdout } = await refused(['--print-config', '--reference', signed], { cwd: await folder({}) })
    expect(stdout).toContain('reference: https://docs.example.com/openapi.yaml?(not shown) ')
    expect(stdout).not.toContain(secret)
  })
})

describe('the published schema', () => {
  const schema = configSchema(configurable)

  test('is made from the option table', async () => {
    await expectGenerated(
      `${JSON.stringify(schema, null, 2)}\n`,
      'contracts/config.schema.json',
      'bin/options/table.ts',
    )
  })

  test.each([
    [`${local}suite: [a]\ntimeout: 3\ninsecure: true\nallow-writes: hub.example.com\nextends: [a.yaml]`, true],
    ['targets:\n  a: {target: x, level: must}', true],
    ['timout: 3s', false],
    ['targets:\n  a: {timout: 3s}', false],
    ['insecure: maybe', false],
    ['level: [muts]', false],
    ['token: x', false],
    ['extends: {}', false],
  ])('%j', (text, good) => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema)
    expect(validate(parse(text))).toBe(good)
  })
})
