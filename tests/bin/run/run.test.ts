import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TargetUnreachable, UsageError } from '../../../engine/options.ts'
import { kase, report, requirement } from '../../reporters/fixtures/report.ts'
import { conformant, mixed, unverified } from '../../reporters/fixtures/reports.ts'
import { cli, fakeEngine } from '../harness.ts'

const local = ['--target', 'http://localhost:8080']

let cwd = ''
let ca = ''

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-run-'))
  await writeFile(join(cwd, 'openapi.yaml'), '\ufeffopenapi: 3.1.0\n')
  await writeFile(join(cwd, 'binding.yaml'), 'operations:\n  GetRepository: { method: GET, path: /x }\n')
  await writeFile(
    join(cwd, 'binding.json'),
    '{ "operations": {\t"GetRepository": { "method": "GET", "path": "/x" } } }',
  )
  ca = (await generate([{ name: 'commonName', value: 'authority' }])).cert
  await writeFile(join(cwd, 'ca.pem'), ca)
  await writeFile(join(cwd, 'token'), 'token-of-a-file\n')
  await writeFile(join(cwd, 'file'), '')
})

afterAll(() => rm(cwd, { recursive: true }))

const inputOf = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}, stdin = '') => {
  const engine = fakeEngine()
  const { stderr } = await cli(argv, { env, cwd, stdin, deps: engine.deps })
  expect(stderr.replace(/^hub-conformance: (?:plan: .*|writing reports took \d+ ms)\n/gm, '')).toBe('')
  return engine.input()
}

describe('the plan of a run that writes', () => {
  const plans = async (...more: readonly string[]) => {
    const { stderr } = await cli([...local, '--allow-writes', '--namespace', 'acme', ...more], {
      cwd,
      deps: fakeEngine().deps,
    })
    return stderr.split('\n').filter(line => line.startsWith('hub-conformance: plan: '))
  }

  test('is two lines: how much is asked, and what may be created where', async () => {
    const [first, second, ...others] = await plans()
    expect(first).toBe('hub-conformance: plan: http://localhost:8080/: 1 requirement, 1 case')
    expect(second).toContain('may create a repository in acme,')
    expect(second).toContain('deletes them at the end, if the hub publishes how; --dry-run prints the whole plan')
    expect(others).toEqual([])
  })

  test('is wrapped on a terminal', async () => {
    const { stderr } = await cli([...local, '--allow-writes', '--namespace', 'acme'], {
      cwd,
      deps: fakeEngine().deps,
      // Without the progress line.
      env: { TERM: 'dumb' },
      columns: 60,
    })
    expect(stderr).toContain('plan: may create')
    expect(Math.max(...stderr.split('\n').map(line => line.length))).toBeLessThanOrEqual(60)
  })

  test('says that nothing is created where only documents are read', async () => {
    const { dryRun, ...deps } = fakeEngine().deps
    const { askedIn } = await import('../../../engine/dry-run.ts')
    const { stderr } = await cli([...local, '--allow-writes', '--suite', 'change-history'], {
      cwd,
      deps: { ...deps, dryRun: async () => ({ ...(await dryRun()), askedIn }) },
    })
    expect(stderr).toContain('plan: only reads published documents, and creates nothing')
    expect(stderr).not.toContain('may create')
  })

  test('names the organization where no namespace is given, and a path of the reference for deletions', async () => {
    const { stdout } = await cli([...local, '--allow-writes', '--org', 'harbour', '--dry-run'], {
      cwd,
      env: { HUB_CONFORMANCE_TOKEN: 'a-token' },
    })
    expect(stdout).toContain('in harbour, or another namespace that it finds')
    expect(stdout).toMatch(/an undocumented route of Docker Hub\), or as the reference of the target says; if/)
  })

  test('is told in whole with --verbose, and not at all with --quiet', async () => {
    expect((await plans('--verbose')).join('\n')).toContain('current routes are requested with GET 1')
    expect(await plans('--quiet')).toEqual([])
  })
})

describe('what a run is asked', () => {
  test('nothing that was not given', async () => {
    const { signal, onProgress, settingNames: names, ...input } = await inputOf(local)
    expect(input).toEqual({
      target: { url: 'http://localhost:8080/' },
      fixtures: {},
      documents: {},
      select: {},
      network: {},
      options: { target: 'http://localhost:8080/' },
      secrets: [],
    })
    expect(names?.namespace).toBe('--namespace')
    expect(signal?.aborted).toBe(false)
    expect(onProgress).toBeTypeOf('function')
  })

  test('everything that was given', async () => {
    const input = await inputOf(
      [
        ...local,
        ...'--namespace n --repository r --tag t --org o --group-id 7 --allow-writes'.split(' '),
        ...'--reference openapi.yaml --deprecation-log https://docs.example.com/log.md --binding binding.yaml'.split(
          ' ',
        ),
        ...'--as-of 2025-06-27 --suite v1-removed,labels --suite presence --only v1-removed/* --skip labels/x --level must,should'.split(
          ' ',
        ),
        ...'--concurrency 3 --timeout 500ms --patience 2m --retries 0 --rate 3/s --seed 5 --ca ca.pem --insecure'.split(
          ' ',
        ),
        ...['--proxy', 'http://localhost:3128', '--allow-incomplete', '--fail-on', 'should'],
        ...['--header', 'X-One: a secret, of two words', '--header', 'X-Two:b'],
        ...['--report', 'json=given.json', '--verbose', '--no-color'],
      ].map(word => (word === '--allow-writes' ? '--allow-writes=localhost' : word)),
    )
    const { signal, onProgress, ledger, settingNames: _names, ...rest } = input
    expect(ledger).toBeDefined()
    expect(rest).toEqual({
      target: { url: 'http://localhost:8080/' },
      fixtures: { namespace: 'n', repository: 'r', tag: 't', org: 'o', groupId: '7' },
      allowWrites: 'localhost',
      documents: {
        reference: { from: 'openapi.yaml', text: 'openapi: 3.1.0\n', sibling: expect.any(Function) },
        deprecationLog: { url: 'https://docs.example.com/log.md' },
      },
      bindings: { operations: { GetRepository: { method: 'GET', path: '/x' } } },
      asOf: '2025-06-27',
      select: {
        suites: ['v1-removed', 'labels', 'presence'],
        only: ['v1-removed/*'],
        skip: ['labels/x'],
        levels: ['must', 'should'],
      },
      network: {
        concurrency: 3,
        timeoutMs: 500,
        retries: 0,
        ratePerMinute: 180,
        headers: [
          ['X-One', 'a secret, of two words'],
          ['X-Two', 'b'],
        ],
        ca,
        insecure: true,
        proxy: 'http://localhost:3128/',
      },
      patienceMs: 120_000,
      seed: 5,
      options: {
        target: 'http://localhost:8080/',
        namespace: 'n',
        repository: 'r',
        tag: 't',
        org: 'o',
        'group-id': '7',
        'allow-writes': 'localhost',
        reference: 'openapi.yaml',
        'deprecation-log': 'https://docs.example.com/log.md',
        binding: 'binding.yaml',
        'as-of': '2025-06-27',
        suite: ['v1-removed', 'labels', 'presence'],
        only: ['v1-removed/*'],
        skip: ['labels/x'],
        level: ['must', 'should'],
        'fail-on': 'should',
        'allow-incomplete': true,
        concurrency: 3,
        timeout: 500,
        patience: 120_000,
        retries: 0,
        rate: 180,
        seed: 5,
        header: ['X-One', 'X-Two'],
        ca: 'ca.pem',
        insecure: true,
        proxy: 'http://localhost:3128/',
      },
      secrets: ['a secret, of two words', 'b'],
    })
  })

  test('the same from the environment, and the command line beats it', async () => {
    const env = {
      HUB_CONFORMANCE_TARGET: 'http://localhost:8080',
      HUB_CONFORMANCE_SUITE: 'v1-removed, labels',
      HUB_CONFORMANCE_TIMEOUT: '3',
      HUB_CONFORMANCE_HEADER: 'X-One: a, b\nX-Two: c',
      HUB_CONFORMANCE_INSECURE: 'true',
      HUB_CONFORMANCE_ALLOW_WRITES: '1',
      HUB_CONFORMANCE_RETRIES: '',
    }
    const input = await inputOf(['--timeout', '4s'], env)
    expect(input.target).toEqual({ url: 'http://localhost:8080/' })
    expect(input.select).toEqual({ suites: ['v1-removed', 'labels'] })
    expect(input.network).toEqual({
      timeoutMs: 4000,
      insecure: true,
      headers: [
        ['X-One', 'a, b'],
        ['X-Two', 'c'],
      ],
    })
    expect(input.allowWrites).toBe(true)
    const off = await inputOf(local, { HUB_CONFORMANCE_INSECURE: '0', HUB_CONFORMANCE_ALLOW_WRITES: 'false' })
    expect(off.network).toEqual({ insecure: false })
    expect(off.allowWrites).toBeUndefined()
    const refused = ['--allow-writes', 'false'] as const
    expect((await inputOf([...local, ...refused], { HUB_CONFORMANCE_ALLOW_WRITES: '1' })).allowWrites).toBeUndefined()
    expect((await inputOf([...local, '--allow-writes', 'true'])).allowWrites).toBe(true)
  })

  test.each([
    ['a token', {}, { HUB_CONFORMANCE_TOKEN: ' t0ken ' }, '', { token: 't0ken' }],
    [
      'a user',
      {},
      { HUB_CONFORMANCE_USERNAME: 'u', HUB_CONFORMANCE_PASSWORD: 'p' },
      '',
      { username: 'u', password: 'p' },
    ],
    ['a file', ['--token-file', 'token'], {}, '', { token: 'token-of-a-file' }],
    [
      'a file, which beats the environment',
      ['--token-file', 'token'],
      { HUB_CONFORMANCE_TOKEN: 't' },
      '',
      { token: 'token-of-a-file' },
    ],
    ['standard input', ['--token-file', '-'], {}, 'piped\n', { token: 'piped' }],
    ['standard input, written together', ['--token-file=-'], {}, 'piped', { token: 'piped' }],
    ['nothing', [], { HUB_CONFORMANCE_TOKEN: '' }, '', undefined],
  ])('credentials from %s', async (_name, argv, env, stdin, credentials) => {
    const input = await inputOf([...local, ...(Array.isArray(argv) ? argv : [])], env, stdin)
    const { tokenSource: _, ...given } = input.credentials ?? {}
    expect(given).toEqual(credentials ?? {})
    expect(JSON.stringify(input.options)).not.toMatch(/t0ken|piped|token-of/)
  })

  test('a binding file of JSON', async () => {
    const { bindings } = await inputOf([...local, '--binding', 'binding.json'])
    expect(bindings).toEqual({ operations: { GetRepository: { method: 'GET', path: '/x' } } })
  })

  test('a binding file with a mistake is named before the plan, with an example', async () => {
    await writeFile(join(cwd, 'wrong.yaml'), 'operations:\n  CreateRepository: POST /v2/x\n')
    const { code, stderr } = await cli([...local, '--allow-writes', '--binding', 'wrong.yaml'], {
      cwd,
      deps: fakeEngine().deps,
    })
    expect(code).toBe(3)
    expect(stderr).toBe(
      'hub-conformance: --binding: wrong.yaml: the binding of CreateRepository must be { method, path }, such as { method: POST, path: "/v2/namespaces/{namespace}/repositories" }\n',
    )
  })

  test('the built-in hub brings its own things, whatever the environment holds for another', async () => {
    const input = await inputOf(['--target', 'reference', '--repository', 'mine'], {
      HUB_CONFORMANCE_TOKEN: 'for-another-hub',
    })
    expect(input.target).toEqual({ handler: expect.any(Function) })
    expect(input.allowWrites).toBe(true)
    expect(input.credentials).toMatchObject({
      username: expect.any(String),
      token: expect.not.stringMatching('for-another-hub'),
    })
    expect(input.fixtures).toMatchObject({
      namespace: expect.any(String),
      repository: 'mine',
      groupId: expect.any(String),
    })
    expect(input.options).toEqual({ target: 'reference', repository: 'mine' })
  })
})

describe('what comes of a run', () => {
  test.each([
    ['conformant', conformant, [], 0],
    ['non-conformant', mixed, [], 1],
    ['incomplete', unverified, [], 2],
    ['incomplete and allowed', unverified, ['--allow-incomplete'], 0],
    ['non-conformant, however incomplete', mixed, ['--allow-incomplete'], 1],
  ])('%s', async (_name, given, argv, code) => {
    const outcome = await cli([...local, ...argv], { deps: fakeEngine(given).deps })
    expect(outcome.stdout).toMatch(/\d not verified,(?: \d+ not selected,)? of \d+ MUST/)
    expect(outcome.stderr).toBe('')
    expect(outcome.code).toBe(code)
  })

  test.each(['--quiet', '--verbose'])('%s changes no exit code', async option => {
    for (const given of [conformant, mixed, unverified]) {
      const plain = await cli(local, { deps: fakeEngine(given).deps })
      const other = await cli([...local, option], { deps: fakeEngine(given).deps })
      expect(other.code).toBe(plain.code)
      expect(other.stdout).not.toBe(plain.stdout)
    }
  })

  test('a should that fails costs what --fail-on says', async () => {
    const given = report([
      requirement('a/must', 'must', [kase('one', 'pass')]),
      requirement('a/should', 'should', [kase('one', 'fail')]),
    ])
    expect((await cli(local, { deps: fakeEngine(given).deps })).code).toBe(0)
    const counted = await cli([...local, '--fail-on', 'should'], { deps: fakeEngine(given).deps })
    expect(counted.code).toBe(1)
    expect(counted.stdout).toContain('0 passed, 1 failed, 0 not verified, of 1 SHOULD (counts)\n')
  })

  test.each([
    ['what cannot be used', new UsageError('unknown suite "x"'), 3, 'hub-conformance: unknown suite "x"\n'],
    [
      'a target that is not there',
      new TargetUnreachable('cannot reach it\nat all'),
      4,
      'hub-conformance: cannot reach it at all\n',
    ],
    [
      'a mistake of ours',
      new TypeError('x is not a function'),
      5,
      'hub-conformance: internal error, not caused by the target: x is not a function\n',
    ],
  ])('%s', async (_name, error, code, line) => {
    const engine = fakeEngine(async () => {
      throw error
    })
    const outcome = await cli(local, { deps: engine.deps })
    expect(outcome).toEqual({ code, stdout: '', stderr: line })
  })

  test('a stack is shown to whoever asks for it', async () => {
    const engine = fakeEngine(async () => {
      throw new TypeError('x is not a function')
    })
    const { stderr } = await cli(local, { deps: engine.deps, env: { HUB_CONFORMANCE_DEBUG: '1' } })
    expect(stderr).toContain('TypeError: x is not a function\n    at ')
  })
})

describe('reports', () => {
  test('are written to files, the console stays', async () => {
    const outcome = await cli([...local, '--report', 'json=out/deep/report.json', '--report', 'console=report.txt'], {
      cwd,
      env: { FORCE_COLOR: '1' },
      deps: fakeEngine(mixed).deps,
    })
    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toContain('\u001b[')
    expect(JSON.parse(await readFile(join(cwd, 'out/deep/report.json'), 'utf8'))).toEqual(mixed)
    const text = await readFile(join(cwd, 'report.txt'), 'utf8')
    expect(text).toContain('NON-CONFORMANT')
    expect(text).not.toContain('\u001b')
  })

  test('have the time that it took to write them told with --verbose alone', async () => {
    const told = async (...argv: readonly string[]) =>
      (await cli([...local, ...argv], { cwd, deps: fakeEngine(mixed).deps })).stderr
    const line = /^hub-conformance: writing reports took \d+ ms$/m
    expect(await told('--verbose', '--report', 'json=report.json')).toMatch(line)
    expect(await told('--report', 'json=report.json')).not.toMatch(line)
    expect(await told('--verbose')).not.toMatch(line)
  })

  test('on standard output are there alone', async () => {
    for (const format of ['json', 'json=-']) {
      const { stdout, stderr } = await cli([...local, '--report', format], { deps: fakeEngine(mixed).deps })
      expect(JSON.parse(stdout)).toEqual(mixed)
      expect(stderr).toContain('NON-CONFORMANT')
    }
    const { stdout, stderr } = await cli([...local, '--report', 'console'], { deps: fakeEngine(mixed).deps })
    expect(stdout.match(/NON-CONFORMANT/g)).toHaveLength(1)
    expect(stderr).toBe('')
  })

  test.each(['json=file/report.json', 'json=.'])(
    'one that cannot be written is refused before anything is sent: %s',
    async report => {
      const { deps, asked } = fakeEngine(mixed)
      const outcome = await cli([...local, '--report', report, '--report', 'console=unwritten.txt'], { cwd, deps })
      expect(outcome.stderr).toMatch(/^hub-conformance: cannot write the report [^\n]+: [^\n]+\n$/)
      expect(outcome.code).toBe(3)
      expect(asked()).toBe(0)
      await expect(readFile(join(cwd, 'unwritten.txt'), 'utf8')).rejects.toThrow('ENOENT')
    },
  )

  test('one that can no longer be written is our error, after the verdict and the other reports', async () => {
    const { deps } = fakeEngine(mixed)
    const engine: typeof deps.engine = async () => {
      await writeFile(join(cwd, 'late'), 'not a folder')
      return deps.engine()
    }
    const outcome = await cli([...local, '--report', 'json=late/report.json', '--report', 'console=written.txt'], {
      cwd,
      deps: { ...deps, engine },
    })
    expect(outcome.stdout).toContain('NON-CONFORMANT')
    expect(outcome.stderr).toMatch(/^hub-conformance: cannot write the report late\/report\.json: [^\n]+\n$/)
    expect(outcome.code).toBe(5)
    expect(await readFile(join(cwd, 'written.txt'), 'utf8')).toContain('NON-CONFORMANT')
  })

  test.each([
    [{}, [], false],
    [{ FORCE_COLOR: '1' }, [], true],
    [{ FORCE_COLOR: '0' }, [], false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, [], false],
    [{ FORCE_COLOR: '1' }, ['--no-color'], false],
    [{ FORCE_COLOR: '1', HUB_CONFORMANCE_NO_COLOR: '1' }, [], false],
  ])('with %j and %j are coloured: %s', async (env, argv, colored) => {
    const { stdout } = await cli([...local, ...argv], { env, deps: fakeEngine(mixed).deps })
    expect(stdout.includes('\u001b[')).toBe(colored)
  })
})

describe('an interrupted run', () => {
  /** A run that goes on until it is told to stop. */
  const untilAborted = (after: () => typeof conformant) => {
    let interrupt: (signal: string) => void = () => {}
    const engine = fakeEngine(input => {
      interrupt('SIGINT')
      expect(input.signal?.aborted).toBe(true)
      return Promise.resolve().then(after)
    })
    return cli([...local, '--allow-incomplete'], {
      deps: engine.deps,
      onListening: listener => {
        interrupt = listener
      },
    })
  }

  test('is reported and is incomplete, whatever was allowed', async () => {
    for (const given of [unverified, conformant]) {
      const { code, stdout, stderr } = await untilAborted(() => given)
      expect(stdout).toMatch(/not verified, of \d+ MUST/)
      expect(stderr).toContain('SIGINT: stopping')
      expect(stderr).toContain('the run was interrupted')
      expect(code).toBe(2)
    }
  })

  test('keeps a failure that it found', async () => {
    expect((await untilAborted(() => mixed)).code).toBe(1)
  })

  test('is incomplete too where there is nothing to report', async () => {
    const { code, stdout, stderr } = await untilAborted(() => {
      throw new TargetUnreachable('interrupted')
    })
    expect(stdout).toBe('')
    expect(stderr).toContain('interrupted before anything could be reported')
    expect(code).toBe(2)
  })
})
