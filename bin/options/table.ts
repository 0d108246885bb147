import { lifecycle } from '../../contracts/lifecycle.ts'
import { bearerForm } from '../../engine/credentials/form.ts'
import { defaults } from '../../engine/options.ts'
import * as parse from './values.ts'

/** `flag` takes no value, `value` one, `optional` may go without it, `list` may be given again. */
export type OptionKind = 'flag' | 'value' | 'optional' | 'list'

export interface OptionSpec<Kind extends OptionKind = OptionKind, Value = unknown> {
  readonly kind: Kind
  readonly group: string
  readonly describe: string
  /** Shown in messages: `--target URL`. */
  readonly value: string
  readonly parse: (text: string) => Value
  /** What separates the values of a list in an environment variable. */
  readonly separator?: string
  /** Whether it separates them on the command line as well: names have no comma, file names may. */
  readonly splits?: true
  /** What holds where the option is not given, as it would be written. */
  readonly unset?: string
  /** Read from the command line alone: the variable, and the key of a configuration, mean something else. */
  readonly argvOnly?: true
  /** Left out of the report's options: it changes what is shown, not what is found. */
  readonly presentation?: true
}

const one =
  <Kind extends OptionKind>(kind: Kind) =>
  <Value>(
    group: string,
    value: string,
    read: (text: string) => Value,
    describe: string,
    more: Pick<OptionSpec, 'separator' | 'splits' | 'presentation' | 'unset'> = {},
  ): OptionSpec<Kind, Value> => ({ kind, group, value, parse: read, describe, ...more })

const value = one('value')
const optional = one('optional')
const list = one('list')
const flag = (
  group: string,
  describe: string,
  more: Pick<OptionSpec, 'presentation'> = {},
): OptionSpec<'flag', boolean> => one('flag')(group, '', () => true, describe, more)

const target = 'Target:'
const documents = 'Published documents (a file or a URL; looked for on the target):'
const selection = 'What is asked:'
const outcome = 'Outcome and reports:'
const broker = 'Pact broker (PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and _PASSWORD):'
const network = 'Network:'
const own = 'Options:'
const commas = { separator: ',', splits: true } as const
const shownOnly = { presentation: true } as const

/**
 * Every option there is, once: the command line, the environment and the messages are derived from it. The variable of an option is
 * HUB_CONFORMANCE_ and its name in upper snake case.
 */
export const optionTable = {
  target: value(target, 'URL', parse.target, 'base URL of the hub, or "reference" for the built-in one'),
  namespace: value(target, 'NAME', parse.text, 'a namespace that exists'),
  repository: value(target, 'NAME', parse.text, 'a repository in it that exists'),
  tag: value(target, 'NAME', parse.text, 'a tag of that repository'),
  org: value(target, 'NAME', parse.text, 'an organization that the credentials may manage'),
  'group-id': value(target, 'ID', parse.text, 'a group of that organization'),
  'auth-header': value(
    target,
    "'NAME: FORM'",
    parse.credentialForm,
    'how credentials travel, with {token}, or {basic} for user and password (default: Authorization: Bearer {token})',
    { unset: bearerForm },
  ),
  'token-file': value(
    target,
    'FILE',
    parse.text,
    'file with a bearer token, "-" for standard input (or HUB_CONFORMANCE_TOKEN, or HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD)',
  ),
  'allow-writes': optional(
    target,
    'HOST',
    parse.text,
    "create, change and delete things of the suite's own; HOST must name the target unless it is on loopback",
  ),
  ledger: value(
    target,
    'FILE',
    parse.text,
    'where a run that writes notes what it creates, before it does (default: .hub-conformance-<run>.ledger.json)',
    shownOnly,
  ),
  'dry-run': flag(target, 'print what would be done, and send nothing', shownOnly),

  reference: value(documents, 'FILE', parse.fileOrUrl, 'OpenAPI reference of the target'),
  'deprecation-log': value(documents, 'FILE', parse.fileOrUrl, 'its deprecation log'),
  changelog: value(documents, 'FILE', parse.fileOrUrl, 'its change history'),
  binding: value(documents, 'FILE', parse.text, 'YAML or JSON file that says where operations are'),

  'as-of': value(selection, 'DATE', parse.calendarDay, 'ask for what was in force on that day (default: the newest)', {
    unset: lifecycle.version,
  }),
  suite: list(selection, 'NAME', parse.text, 'only these suites', commas),
  only: list(selection, 'ID', parse.text, 'only these requirements; * stands for anything', commas),
  skip: list(selection, 'ID', parse.text, 'not these requirements', commas),
  level: list(selection, 'LEVEL', parse.level, 'only these levels: must, should, may', commas),

  'fail-on': value(
    outcome,
    'LEVEL',
    parse.level,
    'the weakest level whose failures count: must, should, may (default: must)',
    { unset: 'must' },
  ),
  'allow-incomplete': flag(outcome, 'exit 0 although something was not verified'),
  baseline: value(
    outcome,
    'FILE',
    parse.text,
    'YAML file of what is known to fail: exit 0 as long as it is true in both directions',
    shownOnly,
  ),
  report: list(
    outcome,
    'FORMAT[=PATH]',
    parse.reportRequest,
    'write a report: FORMAT=PATH, or FORMAT for standard output; may be repeated',
    { separator: ',', ...shownOnly },
  ),
  quiet: flag(outcome, 'print failures and the result only', shownOnly),
  verbose: flag(outcome, 'print every case with its exchanges', shownOnly),
  watch: flag(outcome, 'run again when the target restarts or a given file changes; what failed goes first', shownOnly),
  'watch-path': list(
    outcome,
    'PATH',
    parse.text,
    'with --watch: run again when this file or folder changes, too; may be repeated',
    { separator: ',', ...shownOnly },
  ),
  'no-color': flag(own, 'print without colours (also NO_COLOR)', shownOnly),

  'pact-broker-url': value(broker, 'URL', parse.httpUrl, 'publish the results there', shownOnly),
  'provider-name': value(broker, 'NAME', parse.text, 'what the hub is called there (default: hub-api)', shownOnly),
  'provider-version': value(broker, 'VERSION', parse.text, 'the version of the hub that was asked', shownOnly),
  'provider-branch': value(broker, 'NAME', parse.text, 'the branch that the version is of', shownOnly),

  concurrency: value(network, 'N', parse.integer(1, 256), 'requests under way at once (default: 8)', {
    unset: String(defaults.concurrency),
  }),
  timeout: value(network, 'TIME', parse.duration, 'time for one request: 10s, 500ms (default: 10s)', {
    unset: `${defaults.timeoutMs / 1000}s`,
  }),
  deadline: value(
    network,
    'TIME',
    parse.longDuration,
    'time for the whole run, waiting for limits included, cleaning up not: 15m, 2h; what is open then is inconclusive (default: 15m, and what --rate adds)',
    { unset: `${defaults.deadlineMs / 60_000}m` },
  ),
  patience: value(network, 'TIME', parse.duration, 'time to wait for what shows late (default: 10s)', {
    unset: `${defaults.patienceMs / 1000}s`,
  }),
  retries: value(
    network,
    'N',
    parse.integer(0, 100),
    'how often a 429, or a 503 with Retry-After, is asked again (default: 3)',
    {
      unset: String(defaults.retries),
    },
  ),
  rate: value(network, 'RATE', parse.rate, 'at most so many requests: 180/m, 3/s'),
  seed: value(
    network,
    'N',
    parse.integer(0, Number.MAX_SAFE_INTEGER),
    'which names are made up to ask for (default: 1, always the same)',
    { unset: String(defaults.seed) },
  ),
  header: list(
    network,
    "'NAME: VALUE'",
    parse.requestHeader,
    'sent with every request to the target; may be repeated; never shown',
    { separator: '\n' },
  ),
  ca: value(network, 'FILE', parse.text, 'further certificate authorities, PEM'),
  insecure: flag(network, 'do not verify certificates'),
  proxy: value(network, 'URL', parse.httpUrl, 'HTTP proxy'),

  config: value(
    own,
    'FILE',
    parse.text,
    'configuration file (default: hub-conformance.config.{yaml,yml,json} here or above)',
    shownOnly,
  ),
  'print-config': flag(own, 'print the value of every option and where it comes from, and end', shownOnly),
  matrix: flag(own, 'print requirement by target, where the configuration names several targets', shownOnly),
  'junit-dialect': value(own, 'NAME', parse.junitDialect, 'whose JUnit XML: jenkins (default) or gitlab', {
    ...shownOnly,
    unset: 'jenkins',
  }),

  json: flag(own, 'print JSON', shownOnly),
  traceability: flag(own, 'print which requirements rest on which sentence', shownOnly),
  variants: flag(own, 'print the variants of the reference hub', shownOnly),
  port: value(own, 'N', parse.integer(0, 65_535), 'port to listen on, 0 for a free one (default: 8080)'),
  fault: list(own, 'ID', parse.text, 'break the hub: <requirement id>/<fault>; may be repeated', commas),
  variant: list(
    own,
    'ID',
    parse.text,
    'make the hub odd but conforming: <requirement id>/<variant>; may be repeated',
    commas,
  ),
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof optionTable

/** What options mean where that is not what the table says. */
export type Meanings = { readonly [Name in OptionName]?: OptionSpec }

export const optionNames = Object.keys(optionTable) as readonly OptionName[]

type ValueOf<Spec> =
  Spec extends OptionSpec<infer Kind, infer Value>
    ? { flag: boolean; value: Value; optional: Value | true; list: readonly Value[] }[Kind]
    : never

/** What the user asked for, parsed. */
export type OptionValues = { readonly [Name in OptionName]?: ValueOf<(typeof optionTable)[Name]> }

export const variableOf = (name: string): string => `HUB_CONFORMANCE_${name.toUpperCase().replaceAll('-', '_')}`
