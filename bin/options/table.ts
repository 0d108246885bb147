import { lifecycle } from '../../contracts/lifecycle.ts'
import { levels } from '../../contracts/results/verdict.ts'
import { bearerForm } from '../../engine/credentials/form.ts'
import { defaults, limits } from '../../engine/options.ts'
import * as parse from './values.ts'

/** `flag` takes no value, `value` takes one, `optional` may have one, `list` may be given several times. */
type OptionKind = 'flag' | 'value' | 'optional' | 'list'

/** Commands that take options. */
type CommandName =
  | 'run'
  | 'list'
  | 'explain'
  | 'check-docs'
  | 'pact'
  | 'compare'
  | 'render'
  | 'matrix'
  | 'verify'
  | 'baseline'
  | 'scan'
  | 'overlay'
  | 'cleanup'
  | 'serve'

/** Parts of an entry that most options do without. */
interface Details {
  /** The closed set of values; completion and the schema of the configuration offer it. */
  readonly choices?: readonly string[]
  /** The least and the most that a whole number may be; the schema of the configuration has them. */
  readonly range?: readonly [from: number, to: number]
  /** What separates the values of a list in an environment variable. */
  readonly separator?: string
  /** Whether `separator` also separates them on the command line: names have no comma, file names may. */
  readonly splits?: true
  /** The default value, as it would be written. */
  readonly unset?: string
  /** What comes before the default value, if anything does. */
  readonly before?: string
  /** A value for the configuration that `init` writes, where it cannot be derived from the rest. */
  readonly example?: string
  /** Read from the command line only: the variable and the key of a configuration mean something else. */
  readonly argvOnly?: true
  /** Left out of the report's options: it changes what is shown, not what is found. */
  readonly presentation?: true
}

/** An option without the heading that it stands under in the help. */
interface Option<Kind extends OptionKind = OptionKind, Value = unknown> extends Details {
  readonly kind: Kind
  /** The commands that take it. */
  readonly commands: readonly CommandName[]
  /** Its value in help and messages: `--target URL`. */
  readonly value: string
  readonly parse: (text: string) => Value
  readonly describe: string
}

export interface OptionSpec<Kind extends OptionKind = OptionKind, Value = unknown> extends Option<Kind, Value> {
  readonly group: string
}

const option =
  <Kind extends OptionKind>(kind: Kind) =>
  <Value>(
    commands: readonly CommandName[],
    value: string,
    read: (text: string) => Value,
    describe: string,
    details: Details = {},
  ): Option<Kind, Value> => ({ kind, commands, value, parse: read, describe, ...details })

const value = option('value')
const optional = option('optional')
const list = option('list')
const text = (commands: readonly CommandName[], called: string, describe: string, details: Details = {}) =>
  value(commands, called, parse.text, describe, details)
const texts = (commands: readonly CommandName[], called: string, describe: string, details: Details = {}) =>
  list(commands, called, parse.text, describe, details)
const flag = (commands: readonly CommandName[], describe: string, details: Details = {}): Option<'flag', boolean> =>
  option('flag')(commands, '', () => true, describe, details)

/** Options under one heading of the help. */
const group = <Options extends Readonly<Record<string, Option>>>(heading: string, options: Options) =>
  Object.fromEntries(Object.entries(options).map(([name, each]) => [name, { ...each, group: heading }])) as {
    readonly [Name in keyof Options]: Options[Name] & { readonly group: string }
  }

const run = ['run', 'pact'] as const
const judging = [...run, 'check-docs'] as const
const sending = [...run, 'cleanup'] as const

const commas = { separator: ',', splits: true } as const
const shownOnly = { presentation: true } as const

/**
 * Every option, once. The command line, help, completion, environment variables, messages, the schema of the configuration file, `init` and
 * docs/options.md are derived from it. The variable of an option is HUB_CONFORMANCE_ and its name in upper snake case.
 */
export const optionTable = {
  ...group('Target', {
    target: value([...run, 'scan'], 'URL', parse.target, 'base URL of the hub, or "reference" for the built-in one', {
      example: 'http://localhost:8080',
    }),
    namespace: text(run, 'NAME', 'an existing namespace'),
    repository: text(run, 'NAME', 'an existing repository in that namespace'),
    tag: text(run, 'NAME', 'an existing tag of that repository'),
    org: text(run, 'NAME', 'an organization that the credentials can manage'),
    'group-id': text(run, 'ID', 'a group of that organization: its id, or its name if the hub assigns groups by name'),
    'token-file': text(
      sending,
      'FILE',
      'file with a bearer token, or "-" for standard input; overrides HUB_CONFORMANCE_TOKEN',
    ),
    'token-command': text(
      sending,
      "'COMMAND'",
      'shell command that prints a bearer token; run again, at most 20 times, when the token is refused or expires; its output is not shown; overrides HUB_CONFORMANCE_TOKEN',
      { ...shownOnly, example: "'vault read -field=token hub'" },
    ),
    'auth-header': value(
      sending,
      "'NAME: FORM'",
      parse.parseCredentialForm,
      'header for the credentials, with {token}, or {basic} for user name and password; if not set, the form that the target declares is tried first (default: Authorization: Bearer {token})',
      { unset: bearerForm, before: 'the forms that the target declares', example: "'X-Api-Key: {token}'" },
    ),
    'csrf-header': value(
      sending,
      'NAME',
      parse.headerName,
      'header for the CSRF token of a session; the token is taken from the login or from HUB_CONFORMANCE_CSRF_TOKEN; if not set, the header that the target declares, else X-CSRF-Token',
      { example: 'X-CSRF-Token' },
    ),
    'allow-writes': optional(
      sending,
      'HOST',
      parse.text,
      'create, change and delete test data on the target; HOST is required unless the target is on loopback',
      { example: 'true' },
    ),
    setup: text(
      run,
      'FILE',
      'JavaScript module with functions that create fixtures: namespace, repository, tag, organization, group, token',
      { example: 'setup.mjs' },
    ),
    ledger: text(
      run,
      'FILE',
      'file that lists what the run creates, for cleanup (default: .hub-conformance-<run>.ledger.json)',
      shownOnly,
    ),
    host: texts(['scan'], 'HOST', 'another host name of a hub in source code; repeatable', {
      ...commas,
      ...shownOnly,
      example: '[hub.example.com]',
      argvOnly: true,
    }),
    fix: flag(['scan'], 'replace deprecated routes with the current path if the match is certain', {
      ...shownOnly,
      argvOnly: true,
    }),
    'dry-run': flag([...run, 'scan'], 'print the plan and send no request', shownOnly),
  }),
  ...group('Published documents', {
    reference: value(
      [...judging, 'cleanup', 'overlay'],
      'FILE',
      parse.fileOrUrl,
      'OpenAPI document of the target: a file or a URL',
    ),
    'deprecation-log': value(judging, 'FILE', parse.fileOrUrl, 'deprecation log of the target: a file or a URL'),
    changelog: value(judging, 'FILE', parse.fileOrUrl, 'change history of the target: a file or a URL'),
    binding: text(
      sending,
      'FILE',
      'YAML or JSON file with the paths of operations, such as { operations: { pat.list: { method: GET, path: /v2/keys } } }',
    ),
  }),
  ...group('Selection', {
    'as-of': value(
      judging,
      'DATE',
      parse.calendarDay,
      'test the requirements in force on this date (default: the newest)',
      { unset: lifecycle.version, example: lifecycle.version },
    ),
    suite: texts(['run', 'check-docs', 'list'], 'NAME', 'only these suites', {
      ...commas,
      example: '[v1-removed, presence]',
    }),
    only: texts(judging, 'ID', 'only these requirements; * matches any text', { ...commas, example: '[v1-removed/*]' }),
    skip: texts(judging, 'ID', 'leave out these requirements; * matches any text', {
      ...commas,
      example: '[presence/audit-logs]',
    }),
    'not-offered': list(
      ['run'],
      'SUITE=REASON',
      parse.notOffered,
      'suite that the target does not offer, and why; the result is at most partial, and the report names the suite; repeatable',
      { separator: '\n', example: "['repository-groups=there are no groups on this plan']" },
    ),
    level: list([...judging, 'list'], 'LEVEL', parse.level, 'only these levels: must, should, may', {
      ...commas,
      choices: levels,
      example: '[must]',
    }),
    thorough: flag(
      ['run'],
      'request the removed v1 routes in every combination of three factors; sends several times as many requests',
    ),
    cases: value(
      ['run'],
      'N',
      parse.integer(limits.cases),
      `number of requests to removed v1 routes with generated names (default: ${defaults.cases})`,
      { unset: String(defaults.cases), range: limits.cases },
    ),
  }),
  ...group('Result and reports', {
    'fail-on': value(
      [...judging, 'compare', 'render', 'baseline', 'scan'],
      'LEVEL',
      parse.level,
      'lowest level whose failures count: must, should, may (default: must)',
      { unset: 'must', choices: levels },
    ),
    'allow-incomplete': flag(judging, 'exit with 0 even if something was not verified'),
    baseline: text(
      [...judging, 'baseline', 'scan'],
      'FILE',
      'YAML file with known failures; exit with 0 if exactly these fail',
      { ...shownOnly, example: 'baseline.yaml' },
    ),
    report: list(
      [...judging, 'compare', 'render', 'matrix', 'scan'],
      'FORMAT[=PATH]',
      parse.reportRequest,
      'write a report (json, junit, html, …) to PATH, or to standard output; repeatable',
      { separator: ',', ...shownOnly, example: '[json=report.json, junit=junit.xml]' },
    ),
    subject: list(
      judging,
      'FIELD=TEXT',
      parse.subjectField,
      'name what is tested: product, version, organization, url, contact',
      { ...commas, ...shownOnly, example: '[product=Example Hub, version=1.4.2]' },
    ),
    'junit-dialect': value(
      [...judging, 'render'],
      'NAME',
      parse.junitDialect,
      'dialect of JUnit XML: jenkins or gitlab (default: jenkins)',
      { ...shownOnly, unset: 'jenkins', choices: parse.dialects, example: 'gitlab' },
    ),
    'junit-known': value(
      [...judging, 'render'],
      'HOW',
      parse.junitKnown,
      'how JUnit XML shows a known failure: skip or fail (default: skip)',
      { ...shownOnly, unset: 'skip', choices: parse.knownKinds, example: 'fail' },
    ),
    quiet: flag(
      [...judging, 'compare', 'render', 'verify', 'cleanup', 'scan'],
      'print failures and the result only',
      shownOnly,
    ),
    verbose: flag(
      [...judging, 'compare', 'render', 'matrix', 'explain'],
      'print every case with its exchanges, and the time per phase',
      shownOnly,
    ),
    watch: flag(['run'], 'run again when the target restarts or a file changes; previous failures first', shownOnly),
    'watch-path': texts(['run'], 'PATH', 'with --watch: also watch this file or folder; repeatable', {
      separator: ',',
      ...shownOnly,
      example: '[src]',
    }),
  }),
  ...group('Pact broker', {
    'pact-broker-url': value(['pact'], 'URL', parse.httpUrl, 'publish the results to this broker', {
      ...shownOnly,
      example: 'https://broker.example.com',
    }),
    'provider-name': text(['pact'], 'NAME', 'name of the hub as a provider (default: hub-api)', {
      ...shownOnly,
      example: 'hub-api',
    }),
    'provider-version': text(['pact'], 'VERSION', 'version of the hub', { ...shownOnly, example: '1.4.2' }),
    'provider-branch': text(['pact'], 'NAME', 'branch of that version', { ...shownOnly, example: 'main' }),
  }),
  ...group('Network', {
    concurrency: value(sending, 'N', parse.integer(limits.concurrency), 'number of concurrent requests (default: 8)', {
      unset: String(defaults.concurrency),
      range: limits.concurrency,
    }),
    timeout: value(sending, 'TIME', parse.duration, 'time limit of one request, such as 10s or 500ms (default: 10s)', {
      unset: `${defaults.timeoutMs / 1000}s`,
    }),
    deadline: value(
      run,
      'TIME',
      parse.longDuration,
      'time limit of the run without cleanup, such as 15m or 2h; unfinished checks are inconclusive (default: 15m, plus what --rate adds)',
      { unset: `${defaults.deadlineMs / 60_000}m` },
    ),
    patience: value(sending, 'TIME', parse.duration, 'time to wait for changes to become visible (default: 10s)', {
      unset: `${defaults.patienceMs / 1000}s`,
    }),
    retries: value(
      sending,
      'N',
      parse.integer(limits.retries),
      'retries after status 429, or 503 with Retry-After (default: 3)',
      { unset: String(defaults.retries), range: limits.retries },
    ),
    rate: value(sending, 'RATE', parse.rate, 'maximum request rate, such as 180/m or 3/s', { example: '180/m' }),
    seed: value(run, 'N', parse.integer(limits.seed), 'seed of the generated names (default: 1)', {
      unset: String(defaults.seed),
      range: limits.seed,
    }),
    header: list(
      sending,
      "'NAME: VALUE'",
      parse.requestHeader,
      'header to send with every request; never shown in output; repeatable',
      { separator: '\n', example: "['X-Trace: conformance']" },
    ),
    ca: text([...sending, 'scan'], 'FILE', 'PEM file with additional certificate authorities'),
    insecure: flag([...sending, 'scan'], 'do not verify certificates'),
    proxy: value([...sending, 'scan'], 'URL', parse.httpUrl, 'HTTP proxy', { example: 'http://localhost:3128' }),
  }),
  ...group('General', {
    'no-color': flag(
      [...judging, 'list', 'explain', 'compare', 'render', 'matrix', 'verify', 'cleanup', 'scan'],
      'print without colors (also: NO_COLOR)',
      shownOnly,
    ),
    config: text(
      judging,
      'FILE',
      'configuration file (default: hub-conformance.config.{yaml,yml,json} in this or a parent directory)',
      shownOnly,
    ),
    'print-config': flag(judging, 'print the value and origin of every option, and exit', shownOnly),
    matrix: flag(run, 'print a table of requirements by target, if the configuration has several targets', shownOnly),
    json: flag(['list', 'verify', 'serve'], 'print JSON', shownOnly),
    traceability: flag(['list'], 'print each sentence of the lifecycle document with its requirements', shownOnly),
    variants: flag(['list'], 'print the variants of the reference hub', shownOnly),
    port: value(['serve'], 'N', parse.integer([0, 65_535]), 'port to listen on, 0 for a free one (default: 8080)'),
    data: text(['serve'], 'FILE', 'YAML or JSON file with the initial users, organizations, repositories and tokens', {
      example: 'hub.yaml',
    }),
    'tls-cert': text(['serve'], 'FILE', 'serve HTTPS: PEM file with the certificate'),
    'tls-key': text(['serve'], 'FILE', 'with --tls-cert: PEM file with its private key'),
    latency: value(['serve'], 'TIME', parse.duration, 'delay of each answer, such as 200ms', { example: '200ms' }),
    'rate-limit': value(
      ['serve'],
      'RATE',
      parse.rate,
      'answer 429 to requests beyond this rate per minute, such as 180/m',
      { example: '180/m' },
    ),
    log: flag(['serve'], 'print a line for each request to standard error', shownOnly),
    fault: texts(['serve'], 'ID', 'break the hub in this way: <requirement id>/<fault>; repeatable', commas),
    variant: texts(
      ['serve'],
      'ID',
      'make the hub unusual but conforming: a name of list --variants, or <requirement id>/<variant>; repeatable',
      commas,
    ),
  }),
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof optionTable

/** Options that mean something else for one command than the table says. */
export type Meanings = { readonly [Name in OptionName]?: OptionSpec }

export const optionNames = Object.keys(optionTable) as readonly OptionName[]

/** The options of a command, in the order of the table. */
export const optionsOf = (command: string): readonly OptionName[] =>
  optionNames.filter(name => (optionTable[name].commands as readonly string[]).includes(command))

/** Options about the configuration itself. */
export const configOptions = ['config', 'print-config'] as const satisfies readonly OptionName[]

/** The options that a configuration file may set: those of all commands that read it. */
export const configurable: readonly OptionName[] = optionNames.filter(
  name =>
    !(configOptions as readonly string[]).includes(name) &&
    optionTable.config.commands.some(command => optionsOf(command).includes(name)),
)

type ValueOf<Spec> =
  Spec extends OptionSpec<infer Kind, infer Value>
    ? { flag: boolean; value: Value; optional: Value | true; list: readonly Value[] }[Kind]
    : never

/** The options that were given, parsed. */
export type OptionValues = { readonly [Name in OptionName]?: ValueOf<(typeof optionTable)[Name]> }

/** Secrets, which variables of the environment hold: for all targets, or for one that has a name. */
export const secrets = ['TOKEN', 'USERNAME', 'PASSWORD', 'CSRF_TOKEN'] as const

export const environmentName = (name: string): string => `HUB_CONFORMANCE_${name.toUpperCase().replaceAll('-', '_')}`
