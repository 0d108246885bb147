import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { largestFile } from '../../../bin/files.ts'
import { refused } from '../harness.ts'

/** What must stand in no message. */
const secret = 'hunter2-hunter2'

let cwd = ''

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-usage-'))
  await mkdir(join(cwd, 'folder'))
  await writeFile(join(cwd, 'latin1.yaml'), Buffer.from([0x61, 0xe9, 0x62]))
  await writeFile(join(cwd, 'broken.yaml'), 'operations: [unclosed\nb: }')
  await writeFile(join(cwd, 'broken.json'), '{"operations": {')
  await writeFile(
    join(cwd, 'bomb.yaml'),
    `a: &a [x, x, x, x, x, x, x, x]\n${'bcdefghi'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array(8).fill(`*${'abcdefghi'[at]}`).join(', ')}]`)
      .join('\n')}\n`,
  )
  await writeFile(join(cwd, 'empty'), '\n')
  await writeFile(join(cwd, 'two-tokens'), `${secret}\n${secret}\n`)
  await writeFile(join(cwd, 'no-certificate.pem'), 'nothing')
  await writeFile(join(cwd, 'broken.pem'), '-----BEGIN CERTIFICATE-----\nabcd\n-----END CERTIFICATE-----\n')
  await writeFile(join(cwd, 'large.yaml'), '')
  await truncate(join(cwd, 'large.yaml'), largestFile + 1)
  await symlink('loop', join(cwd, 'loop'))
})

afterAll(() => rm(cwd, { recursive: true }))

const local = ['--target', 'http://localhost:8080']
const reference = ['--target', 'reference']

type Bad = readonly [argv: readonly string[], message: string, env?: Readonly<Record<string, string>>]

const bad: readonly Bad[] = [
  // The command line itself
  [[], '--target is required: a URL, or "reference" for the built-in hub'],
  [['lsit'], 'unknown command "lsit"; did you mean "list"?'],
  [['replay'], 'unknown command "replay"; did you mean "verify"?'],
  [['recheck'], 'unknown command "recheck"; did you mean "verify"?'],
  [['test'], 'unknown command "test"; did you mean "run"?'],
  [['lint'], 'unknown command "lint"; did you mean "check-docs"?'],
  [['diff'], 'unknown command "diff"; did you mean "compare"?'],
  [['convert'], 'unknown command "convert"; did you mean "render"?'],
  [['start'], 'unknown command "start"; did you mean "serve"?'],
  [['clean'], 'unknown command "clean"; did you mean "cleanup"?'],
  [['--group', 'devs'], 'unknown option --group; did you mean "--group-id"?'],
  [
    ['explain', 'access-tokens/list'],
    'unknown requirement "access-tokens/list"; did you mean "access-tokens/list-expires-at"?',
  ],
  [
    ['explain', 'list-expires-at'],
    'unknown requirement "list-expires-at"; did you mean "access-tokens/list-expires-at"?',
  ],
  [['http://localhost:8080'], 'unknown command "http://localhost:8080"; a target is given as --target URL'],
  [[`http://me:${secret}@localhost`], 'unknown command; a target is given as --target URL'],
  [['--targt', 'http://localhost'], 'unknown option --targt; did you mean "--target"?'],
  [['constructor'], 'unknown command "constructor"; see --help'],
  [['__proto__'], 'unknown command "__proto__"; see --help'],
  [['--__proto__=1'], 'unknown option --__proto__; see --help'],
  [['-x'], 'unknown option -x; see --help'],
  [['--constructor'], 'unknown option --constructor; see --help'],
  [[...local, '--port', '1'], 'unknown option --port for this command'],
  [['list', '--target', 'http://localhost'], 'unknown option --target for this command'],
  [['list', 'all'], 'unexpected argument "all"; usage: hub-conformance list'],
  [['explain'], 'missing argument ID; usage: hub-conformance explain ID'],
  [['explain', 'v1-removed/name-tag', 'more'], 'unexpected argument "more"; usage: hub-conformance explain ID'],
  [[...local, '--', 'more'], 'unknown command "more"'],
  [['--target'], '--target needs a value: --target URL'],
  [['--target', '--quiet'], '--target needs a value: --target URL'],
  [['--target='], '--target needs a value: --target URL'],
  [[...local, '--suite'], '--suite needs a value: --suite NAME'],
  [[...local, ...reference], '--target may be given only once'],
  [[...local, '--quiet=yes'], '--quiet does not take a value'],
  [[...local, '--quiet', '--verbose'], '--quiet and --verbose cannot be combined; remove one'],
  // Secrets
  [
    [...local, '--token', secret],
    '--token is not supported, since other users can see the command line; set HUB_CONFORMANCE_TOKEN in the environment, or use --token-file',
  ],
  [
    [...local, `--password=${secret}`],
    '--password is not supported, since other users can see the command line; set HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD in the environment, or use --token-file',
  ],
  [
    ['--target', `http://me:${secret}@localhost`],
    '--target must not contain a user name or password; set HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD instead',
  ],
  [['--target', `me:${secret}@localhost`], '--target is not a valid http or https URL'],
  [
    [],
    'HUB_CONFORMANCE_TARGET must not contain a user name or password; set HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD instead',
    { HUB_CONFORMANCE_TARGET: `http://${secret}@localhost` },
  ],
  [
    [...local, '--proxy', `http://me:${secret}@localhost:3128`],
    '--proxy must not contain a user name or password; set HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD instead',
  ],
  [
    [...local, '--reference', `https://me:${secret}@localhost/a`],
    '--reference must not contain a user name or password; set HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD instead',
  ],
  [
    [...local, '--header', `Authorization: Bearer ${secret}`],
    '--header cannot set Authorization: set HUB_CONFORMANCE_TOKEN, and --auth-header for another form',
  ],
  [[...local, '--header', secret], "--header is not a valid header; use 'Name: value'"],
  [
    [...local, '--header', `X-Key: ${secret}\r\nX-More: 1`],
    '--header X-Key has a character that is not allowed in a header',
  ],
  [
    local,
    'HUB_CONFORMANCE_PASSWORD is set without HUB_CONFORMANCE_USERNAME; set both or neither',
    { HUB_CONFORMANCE_PASSWORD: secret },
  ],
  [
    local,
    'HUB_CONFORMANCE_USERNAME is set without HUB_CONFORMANCE_PASSWORD; set both or neither',
    { HUB_CONFORMANCE_USERNAME: 'me' },
  ],
  [
    local,
    'HUB_CONFORMANCE_TOKEN must contain one token and nothing else; it has a character that is not allowed in a token',
    { HUB_CONFORMANCE_TOKEN: `${secret}\n${secret}` },
  ],
  [
    local,
    'HUB_CONFORMANCE_TOKEN and HUB_CONFORMANCE_TOKEN_FILE are both set; unset one',
    { HUB_CONFORMANCE_TOKEN: secret, HUB_CONFORMANCE_TOKEN_FILE: 'empty' },
  ],
  [
    [...local, '--token-file', 'two-tokens'],
    '--token-file: two-tokens must contain one token and nothing else; it has a character that is not allowed in a token',
  ],
  [[...local, '--token-file', 'empty'], '--token-file: empty contains no token'],
  [[...local, '--token-file', '-'], 'standard input contains no token'],
  // Values
  [
    ['--target', 'localhost:8080'],
    '--target is "localhost:8080", which is not a valid http or https URL; did you mean http://localhost:8080?',
  ],
  [['--target', 'ftp://localhost'], '--target is "ftp://localhost", which is not a valid http or https URL'],
  [['--target', 'http://'], '--target is "http://", which is not a valid http or https URL'],
  [['--target', 'http://localhost?x=1'], '--target must be a base URL, without a query or a fragment'],
  [[], 'HUB_CONFORMANCE_TARGET is "nonsense"', { HUB_CONFORMANCE_TARGET: 'nonsense' }],
  [
    [...local, '--as-of', '2025-02-29'],
    '--as-of is "2025-02-29", which is not a valid date; use YYYY-MM-DD, such as 2025-11-21',
  ],
  [
    [...local, '--as-of', 'yesterday'],
    '--as-of is "yesterday", which is not a valid date; use YYYY-MM-DD, such as 2025-11-21',
  ],
  [[...local, '--as-of', '2025-11-21T00:00:00Z'], '--as-of is "2025-11-21T00:00:00Z", which is not a valid date'],
  [[...local, '--level', 'muts'], '--level is "muts"; use one of must, should, may; did you mean "must"?'],
  [[...local, '--fail-on', 'never'], '--fail-on is "never"; use one of must, should, may'],
  [
    local,
    'HUB_CONFORMANCE_FAIL_ON is "shuold"; use one of must, should, may; did you mean "should"?',
    { HUB_CONFORMANCE_FAIL_ON: 'shuold' },
  ],
  [[...local, '--concurrency', '0'], '--concurrency is "0"; use a whole number from 1 to 256'],
  [[...local, '--concurrency', '1e3'], '--concurrency is "1e3"; use a whole number from 1 to 256'],
  [[...local, '--retries', '-1'], '--retries is "-1"; use a whole number from 0 to 100'],
  [[...local, '--seed', '1.5'], '--seed is "1.5"; use a whole number from 0 to 9007199254740991'],
  [
    [...local, '--timeout', '0'],
    '--timeout is "0"; use a time from 1ms to 60m, such as 10s or 500ms (a number without a unit is seconds)',
  ],
  [
    [...local, '--timeout', '10 seconds'],
    '--timeout is "10 seconds"; use a time from 1ms to 60m, such as 10s or 500ms (a number without a unit is seconds)',
  ],
  [
    [...local, '--patience', '2h'],
    '--patience is "2h"; use a time from 1ms to 60m, such as 10s or 500ms (a number without a unit is seconds)',
  ],
  [[...local, '--rate', '180'], '--rate is "180"; use a rate such as 180/m or 3/s'],
  [[...local, '--rate', '0/s'], '--rate is "0/s"; use a rate such as 180/m or 3/s'],
  [local, 'HUB_CONFORMANCE_INSECURE must be 1 or 0', { HUB_CONFORMANCE_INSECURE: 'maybe' }],
  [['serve', '--port', '65536'], '--port is "65536"; use a whole number from 0 to 65535'],
  // Writing
  [
    ['--target', 'https://hub.example.com', '--allow-writes'],
    'the target is not on this machine, so --allow-writes must name it: --allow-writes hub.example.com',
  ],
  [
    ['--target', 'https://hub.example.com:8443', '--allow-writes', 'example.com'],
    '--allow-writes names a host other than the target; to let the run write there: --allow-writes hub.example.com:8443',
  ],
  [
    ['--target', 'https://hub.example.com'],
    'the target is not on this machine, so HUB_CONFORMANCE_ALLOW_WRITES must name it: --allow-writes hub.example.com',
    { HUB_CONFORMANCE_ALLOW_WRITES: '1' },
  ],
  // Reports
  [[...local, '--report', 'jsno'], '--report: unknown report format "jsno"; did you mean "json"? '],
  [
    local,
    'HUB_CONFORMANCE_REPORT: unknown report format "xml"; did you mean "html"? ',
    { HUB_CONFORMANCE_REPORT: 'json=a.json,xml=a.xml' },
  ],
  [
    [...local, '--report', 'json='],
    '--report is "json=", which does not name a file; use FORMAT=FILE, such as json=report.json',
  ],
  [
    [...local, '--report', 'json', '--report', 'console'],
    '--report: only one report can go to standard output; write the others to a file, as in json=FILE',
  ],
  [[...local, '--report', 'json=a', '--report', 'console=a'], '--report: two reports have the same file a'],
  // Files
  [[...local, '--reference', 'nowhere.yaml'], '--reference: nowhere.yaml cannot be read: no such file'],
  [[...local, '--changelog', 'folder'], '--changelog: folder cannot be read: is a directory'],
  [[...local, '--deprecation-log', 'loop'], '--deprecation-log: loop cannot be read: '],
  [[...local, '--reference', 'latin1.yaml'], '--reference: latin1.yaml is not UTF-8 text'],
  [[...local, '--reference', 'large.yaml'], '--reference: large.yaml is larger than 16 MiB'],
  [[...local, '--binding', 'broken.yaml'], '--binding: broken.yaml:2: invalid YAML or JSON: '],
  [[...local, '--binding', 'broken.json'], '--binding: broken.json:1: invalid YAML or JSON: '],
  [[...local, '--binding', 'bomb.yaml'], '--binding: bomb.yaml: this cannot be read: Excessive alias count'],
  [local, 'HUB_CONFORMANCE_BINDING: nowhere cannot be read', { HUB_CONFORMANCE_BINDING: 'nowhere' }],
  [[...local, '--ca', 'no-certificate.pem'], '--ca: no-certificate.pem contains no PEM certificate'],
  [[...local, '--ca', 'broken.pem'], '--ca: broken.pem contains no PEM certificate, or one that cannot be read'],
  // Commands
  [['check-docs'], 'check-docs needs --reference, --deprecation-log or --changelog (a file or a URL)'],
  [['list', '--suite', 'v1-remved'], '--suite: unknown suite "v1-remved"; did you mean "v1-removed"?'],
  [
    ['explain', 'v1-removed/name-tgas'],
    'unknown requirement "v1-removed/name-tgas"; did you mean "v1-removed/name-tags"?',
  ],
  [['explain', 'expires'], 'unknown requirement "expires"; did you mean "access-tokens/create-expires-at"?'],
  [['explain', 'nothing like it at all'], 'unknown requirement "nothing like it at all"; see hub-conformance list'],
  [
    ['serve', '--fault', 'v1-removed/name-tags/not-fuond'],
    '--fault "v1-removed/name-tags/not-fuond" is not a fault; did you mean "v1-removed/name-tags/not-found"?',
  ],
  [
    ['serve', '--variant', 'v1-removed/name-tags/htm'],
    '--variant "v1-removed/name-tags/htm" is not a variant; did you mean "v1-removed/name-tags/html"?',
  ],
]

describe('what cannot be done is refused in one line that says what to do', () => {
  test.each(bad.map(([argv, message, env = {}]) => ({ argv, message, env })))(
    '$argv: $message',
    async ({ argv, message, env }) => {
      const { code, stdout, stderr } = await refused(argv, { env, cwd })
      expect(stderr).toContain(`hub-conformance: ${message}`)
      expect(stderr).toMatch(/^[^\n]*\n$/)
      expect(stderr).not.toContain(secret)
      expect(stderr).not.toMatch(/ at .*\.ts:/)
      expect(stdout).toBe('')
      expect(code).toBe(3)
    },
  )

  test('control characters of what was typed do not reach the terminal', async () => {
    const { code, stderr } = await refused(['\u001b[31mlsit\u0007\n'])
    expect(stderr.trimEnd()).not.toMatch(/\p{Cc}/u)
    expect(code).toBe(3)
  })

  test('a variable that looks like a misspelt option is pointed out', async () => {
    const { stderr } = await refused([], {
      env: { HUB_CONFORMANCE_FAIL_NO: 'should', HUB_CONFORMANCE_BUILD_AGENT_IMAGE: 'x' },
    })
    expect(stderr).toContain('note: HUB_CONFORMANCE_FAIL_NO is not read; did you mean "HUB_CONFORMANCE_FAIL_ON"?')
    expect(stderr).not.toContain('IMAGE')
  })
})
