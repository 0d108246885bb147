import type { Timing } from '../contracts/results/report.ts'
import type { Transport } from './http/transport.ts'
import type { Clock } from './options.ts'

type Phase = 'documents' | 'judging' | 'cleanup'
type Activity = 'requests' | 'limits' | 'lateEffects'

/**
 * Measures where the time of a run goes, and counts its requests. It begins with the documents. Every moment counts for one part only, so
 * that the parts add up to the duration of the run.
 */
export const createPhases = (started: number) => {
  const spent = { documents: 0, requests: 0, limits: 0, lateEffects: 0, cleanup: 0 }
  const underWay = { requests: 0, limits: 0, lateEffects: 0 }
  const sent = { documents: 0, judging: 0, cleanup: 0 }
  let unrecorded = 0
  let phase: Phase = 'documents'
  let since = started

  /** A wait counts only where no request is under way; what waits for a limit cannot do anything else. */
  const part = (): keyof typeof spent => {
    if (phase !== 'judging') return phase
    if (underWay.requests > 0) return 'requests'
    return (['limits', 'lateEffects'] as const).find(activity => underWay[activity] > 0) ?? 'requests'
  }

  const settle = (): void => {
    const now = performance.now()
    spent[part()] += now - since
    since = now
  }

  const during = async <T>(activity: Activity, work: () => Promise<T>): Promise<T> => {
    settle()
    underWay[activity]++
    try {
      return await work()
    } finally {
      settle()
      underWay[activity]--
    }
  }

  return {
    /** The transport, with its requests counted. */
    counted: (transport: Transport): Transport => ({
      ...transport,
      send: (request, signal) => {
        sent[phase]++
        return during('requests', () => transport.send(request, signal))
      },
    }),
    /** The clock, with its pauses noted as waiting for a limit or for a late effect. */
    waiting: (reason: 'limits' | 'lateEffects', clock: Clock): Clock => ({
      now: clock.now,
      pause: ms => during(reason, () => clock.pause(ms)),
    }),
    /** Counts an answer that leaves no exchange in the report. */
    unrecorded: (): void => {
      unrecorded++
    },
    begin: (next: Phase): void => {
      settle()
      phase = next
    },
    timing: (): Timing => {
      settle()
      return {
        documentsMs: Math.round(spent.documents),
        requestsMs: Math.round(spent.requests),
        limitsMs: Math.round(spent.limits),
        lateEffectsMs: Math.round(spent.lateEffects),
        cleanupMs: Math.round(spent.cleanup),
        requests: sent.documents + sent.judging + sent.cleanup,
        cleanupRequests: sent.cleanup,
        ...(unrecorded === 0 ? {} : { unrecorded }),
      }
    },
  }
}
