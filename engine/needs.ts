import type { Exchange } from '../contracts/exchange.ts'
import { Missing, NoAnswer, type Reason, Unreadable } from '../contracts/finding.ts'
import type { ReportedFixture } from '../contracts/report.ts'
import type { Fixtures, Need, Probe } from '../contracts/requirement.ts'
import { noAnswerReason, type Recorder } from './client.ts'
import type { Providers } from './fixtures.ts'
import { createRecorder } from './session.ts'

/** A door to the target for one attempt at a case, or for one fixture. */
export type ProbeOf = (key: string, recorder: Recorder) => Probe

/** A needed thing with what it took to get it, before it is redacted. */
export interface ResolvedFixture extends Pick<ReportedFixture, 'need'> {
  readonly value: unknown
  readonly reason: Reason | null
  readonly exchanges: readonly Exchange[]
}

/** The order in which a report shows what cases share. */
const needOrder: readonly Need[] = [
  'credentials',
  'writes',
  'namespace',
  'reference',
  'deprecation-log',
  'changelog',
  'published-layout',
  'repository',
  'repository-creation',
  'own-repository',
  'tag',
  'org',
  'account',
  'group',
  'pat',
  'oat',
]

/** What a probe of a fixture is called. */
export const fixtureKey = (need: Need): string => `fixture ${need}`

export const isExchange = (value: unknown): value is Exchange =>
  typeof value === 'object' && value !== null && 'request' in value && 'response' in value

/** A fixture as the report shows it: a document by where it is from, an exchange by itself, anything else larger not at all. */
const shown = (need: Need, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (need === 'reference' || need === 'deprecation-log' || need === 'changelog')
    return { from: (value as Fixtures['reference']).from }
  return Object.fromEntries(
    Object.entries(value).filter(([, inner]) => inner === null || typeof inner !== 'object' || isExchange(inner)),
  )
}

/** Needed things, resolved once each. */
export interface Needs {
  /** Throws what the provider throws. */
  given<N extends Need>(need: N): Promise<Fixtures[N]>
  /** Whether it can be had; it is in the report either way. */
  has(need: Need): Promise<boolean>
  /** What came of everything that was asked for, in the order of the report. */
  resolved(): readonly ResolvedFixture[]
}

export const createNeeds = (providers: Providers, probeOf: ProbeOf): Needs => {
  const pending = new Map<Need, Promise<unknown>>()
  const resolved: ResolvedFixture[] = []
  const resolve = async <N extends Need>(need: N): Promise<Fixtures[N]> => {
    const recorder = createRecorder()
    const keep = (value: unknown, reason: ResolvedFixture['reason']): unknown =>
      resolved.push({ need, value, reason, exchanges: recorder.exchanges })
    try {
      const value = await (providers[need] as (probe: Probe) => Promise<Fixtures[N]>)(
        probeOf(fixtureKey(need), recorder),
      )
      keep(shown(need, value), null)
      return value
    } catch (error) {
      if (error instanceof Missing || error instanceof Unreadable)
        keep(null, { code: error.code, values: error.values })
      else if (error instanceof NoAnswer) keep(null, noAnswerReason(error.exchange))
      throw error
    }
  }
  const given = <N extends Need>(need: N): Promise<Fixtures[N]> => {
    let promise = pending.get(need)
    if (!promise) {
      promise = resolve(need)
      pending.set(need, promise)
    }
    return promise as Promise<Fixtures[N]>
  }
  return {
    given,
    has: need =>
      given(need).then(
        () => true,
        error => {
          if (error instanceof Missing || error instanceof Unreadable || error instanceof NoAnswer) return false
          throw error
        },
      ),
    resolved: () => [...resolved].sort((a, b) => needOrder.indexOf(a.need) - needOrder.indexOf(b.need)),
  }
}
