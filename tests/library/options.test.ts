import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ConformanceOptions,
  checkDocs,
  referenceHub,
  runConformance,
  TargetUnreachable,
  UsageError,
} from '../../library/index.ts'
import { conformanceSchema, documentsSchema, type OptionSchema, testSchema } from '../../library/option-schema.ts'
import { registerWith } from '../../library/register.ts'
import { anyCharacters } from '../support/any-characters.ts'

const hub = referenceHub({ seed: 1 })
const select = { only: 'v1-removed/name-tags' }
const secret = 'hunter2-hunter2'

const run = (options: object) =>
  runConformance({ target: hub, credentials: hub.credentials, fixtures: hub.fixtures, select, ...options })

/** What the caller gets to see; only what is about the options or the target is no bug. */
const refusal = async (started: Promise<unknown>): Promise<string> => {
  const error = await started.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UsageError)
  return (error as Error).message
}

describe('an option that cannot be used is named, with what it is and what it takes', () => {
  test.each<readonly [string, object, string]>([
    ['no object', [] as object, 'target must be a URL, a server of Node, a request listener or a Fetch handler'],
    ['concurrency', { network: { concurrency: 0 } }, 'network.concurrency is 0; it takes a whole number from 1 to 256'],
    ['text for a number', { seed: '1' }, 'seed is "1"; it takes a whole number from 0 to 9007199254740991'],
    ['no number', { deadlineMs: Number.NaN }, 'deadlineMs is NaN; it takes a whole number from 1000 to 86400000'],
    [
      'a file for a document',
      { documents: { reference: './x.yaml' } },
      'documents.reference is "./x.yaml"; it takes a URL with http or https, or { from, text }',
    ],
    [
      'an empty token',
      { credentials: { token: '' } },
      'credentials.token is an empty text; it takes text that is valid in a header, without spaces',
    ],
    [
      'a token that is not set',
      { credentials: { token: undefined } },
      'credentials has neither a token nor a username and a password',
    ],
    ['a token that is null', { credentials: { token: null } }, 'credentials.token is null; it takes text'],
    [
      'a password alone',
      { credentials: { password: secret } },
      'credentials.password is given without credentials.username; it takes both',
    ],
    [
      'a form without a place for the token',
      { credentials: { token: 'x', header: `X-Key: ${secret}` } },
      "credentials.header is a text that is not shown; it takes a header such as 'X-Api-Key: {token}'",
    ],
    [
      'a form that needs a user',
      { credentials: { token: 'x', header: 'Authorization: Basic {basic}' } },
      'credentials.header has {basic}, which takes credentials.username and credentials.password',
    ],
    [
      'a level that there is not',
      { select: { levels: ['must', 'shuold'] } },
      "select.levels[1] is \"shuold\"; it takes 'must', 'should', 'may', or a list of them",
    ],
    [
      'a requirement that there is not',
      { select: { only: 'v1-removed/nam-tags' } },
      'did you mean "v1-removed/name-tags"? (select.only) ',
    ],
    [
      'a misspelt member',
      { network: { concurency: 1 } },
      '"concurency" is not an option of network; did you mean "concurrency"?',
    ],
    [
      'headers that are no headers',
      { network: { headers: { 'x-key': 7 } } },
      'network.headers is an object; it takes an object from name to value, Headers, or a list of [name, value]',
    ],
    [
      'a header that may not be set',
      { network: { headers: { te: secret } } },
      'network.headers: the header te may not be set',
    ],
    [
      'no certificate',
      { network: { ca: 'nonsense' } },
      'network.ca is "nonsense"; it takes PEM text with a certificate',
    ],
    [
      'a proxy that is not a URL',
      { network: { proxy: 'localhost:3128' } },
      'network.proxy is a text that is not shown; it takes a URL',
    ],
    ['half a letter', { fixtures: { namespace: '\ud800' } }, 'fixtures.namespace is "\\ud800"; it takes text'],
    [
      'bindings that are a ring',
      { bindings: Object.assign([], { 0: globalThis }) },
      'bindings is a list; it takes the content of a binding file',
    ],
    ['bindings that bind nothing', { bindings: { operations: { GetRepo: {} } } }, 'unknown operation "GetRepo"'],
    [
      'two mistakes',
      { seed: -1, patienceMs: 'x' },
      'patienceMs is "x"; it takes a whole number from 1 to 3600000; seed is -1;',
    ],
  ])('%s', async (_name, options, message) => {
    const refused = Array.isArray(options) ? runConformance({} as ConformanceOptions) : run(options)
    const said = await refusal(refused)
    expect(`${said} `).toContain(message)
    expect(said).not.toContain(secret)
  })

  test('the day, the selection and the documents of checkDocs', async () => {
    expect(await refusal(checkDocs({} as never))).toBe('documents is missing')
    expect(await refusal(checkDocs(undefined as never))).toBe(
      'the first argument of checkDocs is undefined; it takes an object',
    )
    const documents = { changelog: { from: 'changelog.md', text: '# Changes' } }
    expect(await refusal(checkDocs({ documents, asOf: '2025-02-30' }))).toBe(
      'asOf is "2025-02-30"; it takes a date such as \'2025-11-21\'',
    )
    expect(await refusal(checkDocs({ documents, select: { skip: 'nothing/*' } }))).toContain('(select.skip)')
  })

  test('what the adapters take, when the tests are registered', () => {
    const nothing = { describe: () => undefined, beforeAll: () => undefined, test: () => undefined }
    const register = (options: object, tests: object) => () =>
      registerWith(nothing, options as unknown as ConformanceOptions, tests)
    expect(register({ target: hub, seed: 'x' }, {})).toThrow('seed is "x"; it takes a whole number')
    expect(register({ target: hub }, { failOn: 'shuold' })).toThrow(
      "failOn is \"shuold\"; it takes 'must', 'should', 'may'",
    )
    expect(register({ target: hub }, { reports: { juint: 'x' } })).toThrow(
      '"juint" is not an option of reports; did you mean "junit"?',
    )
    expect(register({ target: hub, select: { suites: 'v1-remved' } }, {})).toThrow('did you mean "v1-removed"?')
  })
})

describe('an option that says the same in another form is taken', () => {
  test.each<readonly [string, object]>([
    ['an object', { 'x-trace': 'conformance' }],
    ['Headers', new Headers({ 'X-Trace': 'conformance' })],
    ['a list of pairs', [['X-Trace', 'conformance']]],
  ])('headers as %s', async (_name, headers) => {
    const seen = new Set<string | null>()
    const target = (request: Request) => {
      seen.add(request.headers.get('x-trace'))
      return hub.fetch(request)
    }
    await run({ target, network: { headers } })
    expect([...seen]).toEqual(['conformance'])
  })

  test('a text for a list of one, and members that are not set', async () => {
    const text = await run({
      select: { suites: 'v1-removed', levels: 'must' },
      seed: undefined,
      network: { ca: undefined },
    })
    const list = await run({ select: { suites: ['v1-removed'], levels: ['must'] } })
    expect(text.summary).toEqual(list.summary)
    expect(text.result).toBe('partial')
  })
})

/** Every member with the members of its members. */
const pathsOf = (schema: OptionSchema): readonly (readonly string[])[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    [name],
    ...pathsOf(member).map(path => [name, ...path]),
  ])

const withMember = (options: object, [name = '', ...rest]: readonly string[], value: unknown): object => {
  const held = (options as Readonly<Record<string, unknown>>)[name]
  return {
    ...options,
    [name]: rest.length === 0 ? value : withMember(typeof held === 'object' ? { ...held } : {}, rest, value),
  }
}

const wrong = fc.oneof(
  fc.anything({
    key: anyCharacters(),
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  } as fc.ObjectConstraints),
  anyCharacters(),
  fc.constantFrom<unknown>('', Symbol('x'), () => 7, class {}, new URL('file:///x'), Symbol.iterator, -1, 1.5),
)

describe('whatever stands in the place of a value, no error comes from inside', () => {
  const members = pathsOf(conformanceSchema)

  test('every member is tried', () => {
    expect(members.length).toBeGreaterThan(40)
    expect(members).toContainEqual(['credentials', 'header'])
  })

  test.each(members.map(path => [path.join('.'), path] as const))('%s', async (_name, path) => {
    await fc.assert(
      fc.asyncProperty(wrong, async value => {
        const options = withMember(
          { target: hub, credentials: hub.credentials, fixtures: hub.fixtures, select, deadlineMs: 1000 },
          path,
          value,
        )
        const error: unknown = await runConformance(options as ConformanceOptions).then(
          () => undefined,
          thrown => thrown,
        )
        if (error === undefined || error instanceof TargetUnreachable) return
        expect(error).toBeInstanceOf(UsageError)
      }),
      { numRuns: 8, seed: 1 },
    )
  })

  test('checkDocs and the adapters', async () => {
    const nothing = { describe: () => undefined, beforeAll: () => undefined, test: () => undefined }
    const documents = { changelog: { from: 'changelog.md', text: '# Changes' } }
    for (const path of pathsOf(documentsSchema))
      await fc.assert(
        fc.asyncProperty(wrong, async value => {
          const error = await checkDocs(withMember({ documents }, path, value) as never).then(
            () => undefined,
            thrown => thrown,
          )
          if (error !== undefined) expect(error).toBeInstanceOf(UsageError)
        }),
        { numRuns: 10, seed: 2 },
      )
    for (const path of pathsOf(testSchema))
      fc.assert(
        fc.property(wrong, value => {
          try {
            registerWith(nothing, { target: hub }, withMember({}, path, value))
          } catch (error) {
            expect(error).toBeInstanceOf(UsageError)
          }
        }),
        { numRuns: 20, seed: 3 },
      )
  })
})
