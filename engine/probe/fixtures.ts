import { documentFixtures } from '../../contracts/documents.ts'
import type { Exchange } from '../../contracts/exchange.ts'
import type { FixtureName, Fixtures, Probe } from '../../contracts/requirement.ts'
import { Missing, NoAnswer, type Reason, Unreadable } from '../../contracts/results/finding.ts'
import type { ReportedFixture } from '../../contracts/results/report.ts'
import { kinds, type Loaded } from '../documents/loading/kinds.ts'
import { noAnswerReason } from '../http/client.ts'
import { createRecorder, type Recorder } from '../http/recorder.ts'
import { isDocument } from '../plan.ts'
import type { FixtureProviders } from './fixture-providers.ts'
import { isAvailable } from './session.ts'

/** Makes the probe for one attempt at a case, or for one fixture. */
export type ProbeOf = (key: string, recorder: Recorder) => Probe

/** A fixture and the exchanges that provided it, before redaction. */
export interface ResolvedFixture extends Pick<ReportedFixture, 'need'> {
  readonly value: unknown
  /** Where it was found, if no option gives it. */
  readonly from?: string
  readonly reason: Reason | null
  readonly exchanges: readonly Exchange[]
}

/** All fixtures, in the order of the report. */
const reportOrder = Object.keys({
  credentials: true,
  writes: true,
  namespace: true,
  reference: true,
  'deprecation-log': true,
  changelog: true,
  repository: true,
  'repository-creation': true,
  'own-repository': true,
  tag: true,
  listed: true,
  org: true,
  account: true,
  group: true,
  pat: true,
  oat: true,
  'pat-deletion': true,
  'oat-deletion': true,
} satisfies Record<FixtureName, true>)

/** The key of the probe that resolves a fixture. */
export const fixtureKey = (need: FixtureName): string => `fixture ${need}`

export const isExchange = (value: unknown): value is Exchange =>
  typeof value === 'object' && value !== null && 'request' in value && 'response' in value

/** A fixture as the report shows it: the location of a document, else scalars and exchanges. */
const reportedValue = (need: FixtureName, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (isDocument(need)) return { from: (value as Fixtures['reference']).from }
  return Object.fromEntries(
    Object.entries(value).filter(([, inner]) => inner === null || typeof inner !== 'object' || isExchange(inner)),
  )
}

/** Adds the requests for documents, which were sent before any check. */
export const withDocumentExchanges = (
  fixtures: readonly ResolvedFixture[],
  exchanges: Loaded['exchanges'],
): readonly ResolvedFixture[] =>
  fixtures.map(fixture => {
    const kind = kinds.find(each => documentFixtures[each] === fixture.need)
    return kind === undefined ? fixture : { ...fixture, exchanges: exchanges[kind] ?? [] }
  })

/** The fixtures of a run, each resolved once. */
export interface FixtureStore {
  /** Throws what the provider throws. */
  fixture<N extends FixtureName>(need: N): Promise<Fixtures[N]>
  /** Whether it is available. It is reported in both cases. */
  hasFixture(need: FixtureName): Promise<boolean>
  /** The outcome of every requested fixture, in the order of the report. */
  resolved(): readonly ResolvedFixture[]
}

export const createFixtures = (providers: FixtureProviders, probeOf: ProbeOf): FixtureStore => {
  const pending = new Map<FixtureName, Promise<unknown>>()
  const resolved: ResolvedFixture[] = []
  const resolve = async <N extends FixtureName>(need: N): Promise<Fixtures[N]> => {
    const recorder = createRecorder()
    const addResolved = (value: unknown, reason: ResolvedFixture['reason']): unknown =>
      resolved.push({ need, value, reason, exchanges: recorder.exchanges })
    try {
      const value = await (providers[need] as (probe: Probe) => Promise<Fixtures[N]>)(
        probeOf(fixtureKey(need), recorder),
      )
      addResolved(reportedValue(need, value), null)
      return value
    } catch (error) {
      if (error instanceof Missing || error instanceof Unreadable)
        addResolved(null, { code: error.code, values: error.values })
      else if (error instanceof NoAnswer) addResolved(null, noAnswerReason(error.exchange))
      throw error
    }
  }
  const fixture = <N extends FixtureName>(need: N): Promise<Fixtures[N]> => {
    let promise = pending.get(need)
    if (!promise) {
      promise = resolve(need)
      pending.set(need, promise)
    }
    return promise as Promise<Fixtures[N]>
  }
  return {
    fixture,
    hasFixture: need => isAvailable(fixture(need)),
    resolved: () => [...resolved].sort((a, b) => reportOrder.indexOf(a.need) - reportOrder.indexOf(b.need)),
  }
}
