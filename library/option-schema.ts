import { httpToken } from '../contracts/exchange.ts'
import type { subjectFields } from '../contracts/results/report.ts'
import { levels } from '../contracts/results/verdict.ts'
import { bearerForm } from '../engine/credentials/form.ts'
import { defaults, limits } from '../engine/options.ts'
import { setupNames } from '../engine/probe/setup.ts'
import { formats } from '../reporters/index.ts'
import type { ConformanceOptions, TestOptions } from './options.ts'

/** A JSON Schema of an option, with what messages and the documentation say of it. */
export interface OptionSchema {
  /** The values that it takes, in words. */
  readonly takes: string
  readonly describe?: string
  /** What holds without it, as code. */
  readonly unset?: string
  /** Its value is part of no message. */
  readonly secret?: true
  readonly properties?: Readonly<Record<string, OptionSchema>>
  readonly [keyword: string]: unknown
}

/** Every member of an options type: the compiler asks for the ones that are missing. */
type Members<Options> = { readonly [Name in keyof Options]-?: OptionSchema }

/** A lone surrogate can be part of no URL. */
const wellFormed = '^[^\\ud800-\\udfff]+$'

const text = (describe: string, more: Partial<OptionSchema> = {}): OptionSchema => ({
  takes: 'text that is not empty',
  describe,
  type: 'string',
  pattern: wellFormed,
  ...more,
})

const flag = (describe: string): OptionSchema => ({ takes: '`true` or `false`', describe, type: 'boolean' })

const whole = ([minimum, maximum]: readonly [number, number], describe: string, unset?: number): OptionSchema => ({
  takes: `a whole number from ${minimum} to ${maximum}`,
  describe,
  type: 'integer',
  minimum,
  maximum,
  ...(unset === undefined ? {} : { unset: String(unset) }),
})

const choice = (values: readonly string[], describe: string, unset?: string): OptionSchema => ({
  takes: values.map(value => `\`'${value}'\``).join(', '),
  describe,
  enum: values,
  ...(unset === undefined ? {} : { unset: `'${unset}'` }),
})

/** One value, or a list of them. */
const list = (item: OptionSchema, more: Partial<OptionSchema> = {}): OptionSchema => {
  const { takes, describe = '', ...schema } = item
  return { takes: `${takes}, or a list of them`, describe, anyOf: [schema, { type: 'array', items: schema }], ...more }
}

const group = <Options>(describe: string, properties: Members<Options>): OptionSchema => ({
  takes: `an object of ${Object.keys(properties)
    .map(name => `\`${name}\``)
    .join(', ')}`,
  describe,
  is: 'object',
  additionalProperties: false,
  properties,
})

const document = (describe: string): OptionSchema => ({
  takes: 'a URL with http or https, or `{ from, text }`',
  describe,
  is: 'document',
})

type Group<Name extends keyof ConformanceOptions> = NonNullable<ConformanceOptions[Name]>

const select = group<Group<'select'>>('the requirements to test; all by default', {
  suites: list(text('only these suites')),
  only: list(text('only these requirements; `*` matches any text')),
  skip: list(text('leave out these requirements; `*` matches any text')),
  levels: list(choice(levels, 'only these levels')),
  notOffered: {
    takes: "an object from suite to reason, such as `{ 'repository-groups': 'there are no groups' }`",
    describe: 'suites that the target does not offer; the result is at most `partial`',
    is: 'object',
    additionalProperties: { type: 'string', minLength: 1 },
  },
})

const optionMembers: Members<ConformanceOptions> = {
  target: { takes: 'see [Targets](#targets)', describe: 'the hub to test' },
  credentials: group<Group<'credentials'>>('without them, requirements that need them are not verified', {
    token: text('token that is sent with each request', {
      takes: 'text that is valid in a header, without spaces',
      pattern: '^[\\x21-\\x7e]{1,16384}$',
      secret: true,
    }),
    tokenFrom: {
      takes: 'an async function that returns a token',
      describe: 'called again, a limited number of times, when a token is refused or expires',
      is: 'function',
    },
    username: text('with `password`: exchanged for a token at the login operation', { secret: true }),
    password: text('password of `username`', { secret: true }),
    csrfHeader: text('header that carries the CSRF token of a session; the one that the target declares by default', {
      takes: "the name of a header such as `'X-CSRF-Token'`",
      pattern: `^(?=.{1,100}$)${httpToken}$`,
    }),
    csrfToken: text('value of that header, if no login returns one', { secret: true }),
    header: text('header for the credentials, with `{token}` or `{basic}` in its value', {
      takes: "a header such as `'X-Api-Key: {token}'`",
      is: 'credential-form',
      unset: `'${bearerForm}'`,
      secret: true,
    }),
  }),
  fixtures: group<Group<'fixtures'>>('names of existing resources on the target', {
    namespace: text('a namespace'),
    repository: text('a repository of that namespace'),
    tag: text('a tag of that repository'),
    org: text('an organization that the credentials can manage'),
    groupId: text('a group of that organization'),
  }),
  documents: group<Group<'documents'>>('published documents; searched for on the target if not given', {
    reference: document('OpenAPI document'),
    deprecationLog: document('deprecation log'),
    changelog: document('change history'),
  }),
  setup: {
    takes: `an object of functions, by name: ${setupNames.map(name => `\`${name}\``).join(', ')}`,
    describe: 'functions that create fixtures, see [setup](setup.md)',
    is: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(setupNames.map(name => [name, { takes: 'a function', is: 'function' }])),
  },
  bindings: {
    takes: 'the content of a binding file',
    describe: 'methods and paths of operations, if they differ from the published ones',
    is: 'json',
  },
  asOf: text('test the requirements in force on this date; the newest by default', {
    takes: "a date such as `'2025-11-21'`",
    is: 'day',
  }),
  select,
  allowWrites: {
    takes: '`true`, `false`, or the host of the target',
    describe:
      'lets the run create test data, change and delete it; `true` is enough for a server of this process and for loopback',
    anyOf: [{ type: 'boolean' }, { type: 'string', minLength: 1 }],
    unset: 'false',
  },
  network: group<Group<'network'>>('how requests are sent', {
    concurrency: whole(limits.concurrency, 'number of concurrent requests', defaults.concurrency),
    timeoutMs: whole(limits.timeoutMs, 'time limit of one request, in milliseconds', defaults.timeoutMs),
    retries: whole(limits.retries, 'retries after status 429, or 503 with `Retry-After`', defaults.retries),
    ratePerMinute: {
      takes: 'a number above 0',
      describe: 'maximum number of requests per minute; no limit by default',
      type: 'number',
      exclusiveMinimum: 0,
    },
    headers: {
      takes: 'an object from name to value, `Headers`, or a list of `[name, value]`',
      describe: 'sent with every request to the target',
      is: 'headers',
      secret: true,
    },
    ca: text('further certificate authorities', { takes: 'PEM text with a certificate', is: 'certificates' }),
    insecure: flag('do not verify certificates; every report mentions it'),
    proxy: text('HTTP proxy', { takes: 'a URL with http or https', is: 'http-url', secret: true }),
  }),
  subject: group<Record<(typeof subjectFields)[number], string>>('the tested product, for the report', {
    product: text('its name'),
    version: text('its version'),
    organization: text('its organization'),
    url: text('a page about it'),
    contact: text('its contact'),
  }),
  patienceMs: whole(
    limits.patienceMs,
    'time to wait for changes to become visible, in milliseconds',
    defaults.patienceMs,
  ),
  deadlineMs: whole(
    limits.deadlineMs,
    'time limit of the run without cleanup, in milliseconds; unfinished checks are inconclusive',
    defaults.deadlineMs,
  ),
  seed: whole(limits.seed, 'seed of the generated names', defaults.seed),
  cases: whole(limits.cases, 'requests to removed v1 routes with generated names', defaults.cases),
  secrets: list(text('further values that the report must not show'), { secret: true }),
  onProgress: { takes: 'a function', describe: 'called with the progress of the run', is: 'function' },
  signal: {
    takes: 'an AbortSignal',
    describe: 'ends the run early; what it created is deleted, and the report contains what was verified so far',
    is: 'signal',
  },
}

const all = (properties: Readonly<Record<string, OptionSchema>>, required: readonly string[] = []): OptionSchema => ({
  takes: 'an object',
  is: 'object',
  additionalProperties: false,
  properties,
  required,
})

/** What `runConformance` takes. */
export const conformanceSchema = all({ ...optionMembers })

/** What `checkDocs` takes. */
export const documentsSchema = all(
  { documents: optionMembers.documents, asOf: optionMembers.asOf, select: optionMembers.select },
  ['documents'],
)

const testMembers: Members<TestOptions> = {
  title: text('name of the group of tests', { unset: "'hub conformance'" }),
  failOn: choice(levels, 'lowest level whose failures fail a test', 'must'),
  allowIncomplete: flag('lets the run pass even if something that counts was not verified'),
  runTimeoutMs: whole([1, 2 ** 31 - 1], 'time limit of the whole run, in milliseconds', 600_000),
  select: {
    ...select,
    describe: 'the requirements to test, if a function returns the options: tests are registered before it is called',
  },
  reports: {
    takes: "an object from format to file, such as `{ junit: 'junit.xml' }`",
    describe: `reports to write after the run, also where tests fail; formats: ${formats.join(', ')}`,
    is: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(formats.map(format => [format, text('', { takes: 'the path of a file' })])),
  },
}

/** The options that only the adapters have. */
export const testSchema = all({ ...testMembers })
