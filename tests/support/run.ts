import type { HubVariant, Twist } from '../../contracts/requirement.ts'
import type { Report } from '../../contracts/results/report.ts'
import type { Clock, CredentialsInput, FetchHandler, RunInput, SelectionInput } from '../../engine/options.ts'
import { runConformance } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'

/** A clock that waits for nothing: pausing moves it on. */
export const virtualClock = (start = Date.now()): Clock => {
  let now = start
  return {
    now: () => now,
    pause: async ms => {
      now += ms
    },
  }
}

/** What a run against a hub is given. */
export const givenTo = (
  { credentials: { token, username, password } }: ReturnType<typeof createHub>,
  kind: HubVariant['credentials'] | 'token' = 'token',
): CredentialsInput => (kind === 'token' ? { token } : { username, password })

type Handler = ReturnType<typeof createHub>['handler']

/** The input of a run, in process, against a hub of the reference implementation, behind what `handlerOf` makes of its handler. */
export const inputFor = (
  hub: ReturnType<typeof createHub>,
  handlerOf: (hub: Handler) => FetchHandler,
  input: Partial<RunInput> = {},
  basePath = '',
  kind: HubVariant['credentials'] | 'token' = 'token',
): RunInput => {
  const { namespace, repository, tag, org, groupId } = hub.fixtures
  return {
    target: { url: `http://hub.invalid${basePath}`, handler: handlerOf(hub.handler) },
    credentials: givenTo(hub, kind),
    fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
    allowWrites: true,
    seed: 7,
    clock: virtualClock(),
    // In process no answer is lost: who tests what hangs gives a limit of its own.
    network: { timeoutMs: 600_000 },
    patienceMs: 2_000,
    ...input,
  }
}

/** Runs the whole suite, in process, against the reference implementation behind a twist. */
export const runTwisted = (
  twist: Twist | undefined,
  input: Partial<RunInput> = {},
  basePath = '',
  kind: HubVariant['credentials'] | 'token' = 'token',
): Promise<Report> => {
  const handlerOf = (hub: Handler): Handler => (twist ? request => twist(request, hub) : hub)
  return runConformance(inputFor(createHub(), handlerOf, input, basePath, kind))
}

/** The same for a conforming hub of another shape. */
export const runVariant = (shape: HubVariant, input: Partial<RunInput> = {}): Promise<Report> =>
  runTwisted(shape.twist(), input, shape.basePath, shape.credentials)

/** Every operation that writes, and two dozen tokens of one kind. */
export const manyTokens: SelectionInput = { suites: ['presence', 'access-tokens'] }

/**
 * Every operation that writes, and many things of one kind: what is written, and whose it is, does not depend on the rest. What is about the
 * expiry of tokens writes the same again, for fourteen further tokens.
 */
export const whatWrites: SelectionInput = { ...manyTokens, skip: ['access-tokens/*-expires-at'] }

/** Requirements with that verdict and their reason codes. */
export const withVerdict = (report: Report, verdict: string): Record<string, string> =>
  Object.fromEntries(
    report.requirements
      .filter(requirement => requirement.verdict === verdict)
      .map(({ id, reason }) => [id, reason?.code ?? '']),
  )
