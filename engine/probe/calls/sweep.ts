import type { Swept, Unexpected } from '../../../contracts/requirement.ts'
import { createRecorder } from '../../http/recorder.ts'
import type { ProbeScope } from '../session.ts'
import { sendInto } from './send.ts'

/** Sends many requests, and records the first whose answer has another status than the expected one. */
export const sweep = async (
  { session, recorder }: ProbeScope,
  asks: readonly Swept[],
): Promise<Unexpected | undefined> => {
  const outcomes = await Promise.all(
    asks.map(async ({ ask, expected }) => {
      const own = createRecorder(recorder.order)
      const [sent] = await Promise.allSettled([sendInto(session, { ...ask, unrecorded: expected }, own)])
      return { own, sent, isExpected: sent.status === 'fulfilled' && sent.value.response.status === expected }
    }),
  )
  const at = outcomes.findIndex(({ isExpected }) => !isExpected)
  const first = outcomes[at]
  if (!first) return undefined
  for (const exchange of first.own.exchanges) recorder.record(exchange)
  if (first.sent.status === 'rejected') throw first.sent.reason
  return { at, answer: first.sent.value }
}
