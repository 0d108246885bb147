import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MatchersV3, PactV4 } from '@pact-foundation/pact'
import {
  dateTimePattern,
  expressionOf,
  formRefusals,
  inject,
  isInjected,
  type PactInteraction,
  pactParties,
  successes,
} from '../../../checks/pact/interactions.ts'
import { isObject } from '../../../checks/reading/json.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import { expiryField, lifecycle } from '../../../contracts/lifecycle.ts'
import { systemClock } from '../../../engine/clock.ts'
import { createClient } from '../../../engine/http/client.ts'
import { socketTransport } from '../../../engine/http/socket-transport.ts'
import { writesTo } from '../../support/writes.ts'

const { eachLike, fromProviderState, includes, matchStatus, regex } = MatchersV3

type Json = Readonly<Record<string, unknown>>

/** Replaces what a provider state may put in place of the names in the file. */
const filled = (value: unknown, replace: (template: string) => unknown): unknown => {
  if (isInjected(value)) return replace(value.injected)
  if (Array.isArray(value)) return value.map(item => filled(item, replace))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, replace)]))
  return value
}

const exampleOf =
  (params: Readonly<Record<string, string | number>>) =>
  (template: string): string | number => {
    const [, alone = ''] = /^\{(\w+)\}$/.exec(template) ?? []
    return params[alone] ?? inject(template, params)
  }

const example = '2031-01-02T03:04:05Z'

const bodies = {
  'expires-at': () => includes(`"${expiryField}":`),
  'expiry-form': () => ({ [expiryField]: regex(dateTimePattern, example) }),
  'expiry-form-of-items': () => ({ results: eachLike({ [expiryField]: regex(dateTimePattern, example) }) }),
} as const satisfies Record<NonNullable<PactInteraction['shows']>, () => unknown>

const statuses = {
  gone: 410,
  success: matchStatus(200, 'success' as never),
  answered: matchStatus(200, [...successes, ...formRefusals]),
} as const

/** Asks the mock server as the suite asks a hub. */
const askAsTheSuite = async (url: string, { method, path, state, body }: PactInteraction): Promise<Answered> => {
  const transport = socketTransport({}, 1, 10_000)
  try {
    const params = state?.params ?? {}
    const client = createClient({
      transport,
      origin: new URL(url).origin,
      basePath: '',
      writes: await writesTo(new URL(url).origin),
      network: {},
      clock: systemClock,
      signal: undefined,
    })
    const json = body === undefined ? {} : { json: filled(body, exampleOf(params)) }
    return await client.send(
      { method, path: inject(path, params), as: 'anonymous', ...json },
      { record: () => undefined },
    )
  } finally {
    await transport.close()
  }
}

interface Outcome {
  readonly written: Json
  readonly answer: Answered
}

/** How often a mock server is asked anew that answers a request and says that it came to none. */
const mostTries = 10

/** One consumer test in Pact's form; what it wrote down, and the answer of the mock server. */
export const consumerTest = async (interaction: PactInteraction): Promise<Outcome> => {
  for (let attempt = 1; ; attempt++) {
    const answers: Answered[] = []
    try {
      return await consumerTestOnce(interaction, answers)
    } catch (error) {
      // The mock server notes a request only after it has answered it, and on a busy machine is asked for its notes in between.
      const early = error instanceof Error && error.message.includes('was expected but not received')
      if (!early || answers.length === 0 || attempt === mostTries) throw error
    }
  }
}

const consumerTestOnce = async (interaction: PactInteraction, answers: Answered[]): Promise<Outcome> => {
  const { description, statement, requirement, level, source, method, path, state, body, status, shows } = interaction
  const dir = await mkdtemp(join(tmpdir(), 'hub-conformance-pact-'))
  try {
    const draft = new PactV4({ ...pactParties, dir, logLevel: 'error' }).addInteraction()
    if (state) draft.given(state.name, { ...state.params })
    const params = state?.params ?? {}
    const example = inject(path, params)
    const asked = draft
      .uponReceiving(description)
      // What is no must cannot fail a provider: the verifier reports a pending interaction, and goes on.
      .pending(level !== 'must')
      .comment(`${statement} ${source.document}, "${source.section}": ${source.sentence}`)
      .reference('hub-conformance', 'requirement', requirement)
      .reference('hub-conformance', 'level', level)
      .withRequest(method, path === example ? path : fromProviderState(expressionOf(path), example), builder => {
        if (body !== undefined)
          builder.jsonBody(
            filled(body, template => fromProviderState(expressionOf(template), exampleOf(params)(template))),
          )
      })
    await asked
      .willRespondWith(statuses[status], builder => {
        if (shows !== undefined) builder.jsonBody(bodies[shows]())
      })
      .executeTest(async ({ url }) => {
        answers.push(await askAsTheSuite(url, interaction))
        await new Promise(done => setTimeout(done, 10))
      })
    const file = JSON.parse(await readFile(join(dir, 'hub-conformance-hub-api.json'), 'utf8'))
    const [answer] = answers
    if (answer === undefined || file.interactions.length !== 1)
      throw new Error(`nothing was written for ${description}`)
    return { written: file.interactions[0], answer }
  } finally {
    await rm(dir, { recursive: true })
  }
}

const orNull = (rules: Json): Json =>
  Object.fromEntries(
    Object.entries(rules).map(([place, rule]) => {
      if (!place.endsWith(expiryField) || !isObject(rule) || !Array.isArray(rule.matchers)) return [place, rule]
      return [place, { combine: 'OR', matchers: [...rule.matchers, { match: 'null' }] }]
    }),
  )

/**
 * What the form of the consumer tests cannot say, written by hand: that a value is null or matches (it makes AND of OR), that a JSON body
 * needs no header `Content-Type` of just that value (it demands one with every body), and a key that stays when the words change.
 */
export const amended = (written: Json, { key, shows }: PactInteraction): Json => {
  const { type, description, providerStates, pending, comments, request, response: given } = written
  const { headers: _demanded, ...response } = given as Json
  const { matchingRules } = response
  return {
    type,
    key,
    description,
    ...(providerStates === undefined ? {} : { providerStates }),
    pending,
    comments,
    request,
    response:
      shows === undefined || !isObject(matchingRules)
        ? response
        : { ...response, matchingRules: { ...matchingRules, body: orNull(matchingRules.body as Json) } },
  }
}

/** The file around the interactions: without the versions of libraries, which say nothing of the contract. */
export const pactFile = (interactions: readonly Json[]): string => {
  const { consumer, provider } = pactParties
  const metadata = { pactSpecification: { version: '4.0' }, 'hub-conformance': { lifecycle: lifecycle.version } }
  return `${JSON.stringify({ consumer: { name: consumer }, provider: { name: provider }, interactions, metadata }, null, 2)}\n`
}
