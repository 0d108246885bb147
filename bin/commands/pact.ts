import type { Report } from '../../contracts/results/report.ts'
import { UsageError } from '../../engine/options.ts'
import type { BrokerInput } from '../../engine/pact/broker.ts'
import { type ExitCode, exitCode, exitCodes } from '../exit-code.ts'
import { say } from '../io.ts'
import { readNetwork } from '../run/input.ts'
import { planOutput } from '../run/reports.ts'
import { runTargets } from '../run/targets.ts'
import type { Invocation, RunOutcome } from './command.ts'
import { runOnce } from './run.ts'

const brokerOptions = ['provider-name', 'provider-version', 'provider-branch'] as const

/** Options that leave interactions out. */
const partial = ['only', 'skip', 'level', 'as-of'] as const

/** The broker that results are published to. Its secrets come from the environment only, under Pact's own names. */
const readBroker = ({ values, source, io: { env } }: Invocation): BrokerInput | undefined => {
  const url = values['pact-broker-url']
  if (url === undefined) {
    const alone = brokerOptions.find(name => values[name] !== undefined)
    if (alone !== undefined) throw new UsageError(`${source(alone)} needs --pact-broker-url URL`)
    return undefined
  }
  const part = partial.find(name => values[name] !== undefined)
  if (part !== undefined)
    throw new UsageError(
      `${source(part)} verifies only a part of the contract, but ${source('pact-broker-url')} publishes results for all of it; remove one`,
    )
  const providerVersion = values['provider-version']
  if (providerVersion === undefined)
    throw new UsageError(`${source('pact-broker-url')} needs --provider-version VERSION`)
  const { PACT_BROKER_TOKEN: token, PACT_BROKER_USERNAME: username, PACT_BROKER_PASSWORD: password } = env
  const branch = values['provider-branch']
  return {
    url: url.href,
    provider: values['provider-name'] ?? 'hub-api',
    providerVersion,
    ...(branch && { providerBranch: branch }),
    ...(token && { token }),
    ...(username && { username }),
    ...(password && { password }),
  }
}

const publish = async (report: Report, broker: BrokerInput, invocation: Invocation): Promise<boolean> => {
  const { io } = invocation
  const { exit } = planOutput(invocation)
  // A failure that the baseline lists is still a failure of the provider.
  const code = exitCode(report, exit)
  if (code !== exitCodes.conformant && code !== exitCodes.nonConformant) {
    say(io, 'results were not published: not everything was verified')
    return true
  }
  const { publishResults, BrokerError } = await import('../../engine/pact/broker.ts')
  const success = code === exitCodes.conformant
  try {
    await publishResults(report, success, broker, await readNetwork(invocation))
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    say(io, error.message)
    return false
  }
  const { provider, providerVersion, url } = broker
  const words = `${provider} ${providerVersion}, ${success ? 'success' : 'failure'}`
  say(io, `published to ${url}: ${words}`)
  return true
}

const pactOne = async (invocation: Invocation): Promise<RunOutcome> => {
  const broker = readBroker(invocation)
  const { deps } = invocation
  const { runConformance } = await deps.engine()
  const { runPact, rehearsePact } = await deps.pact()
  const { pactCatalogue: catalogue } = await import('../../suites/catalogue.ts')
  const secrets = [broker?.token, broker?.password].filter(secret => secret !== undefined)
  const outcome = await runOnce(invocation, {
    judge: {
      run: input => runPact({ ...input, secrets: [...(input.secrets ?? []), ...secrets] }, runConformance),
      rehearsed: { catalogue, run: input => rehearsePact(input, runConformance) },
    },
  })
  if (broker === undefined || outcome.report === undefined) return outcome
  return (await publish(outcome.report, broker, invocation)) ? outcome : { ...outcome, code: exitCodes.ownError }
}

export const pact = async (invocation: Invocation): Promise<ExitCode> =>
  invocation.targets === undefined
    ? (await pactOne(invocation)).code
    : runTargets(invocation, invocation.targets, pactOne)
