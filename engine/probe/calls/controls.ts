import type { Answered } from '../../../contracts/exchange.ts'
import { NoAnswer } from '../../../contracts/results/finding.ts'
import { bodyOf, undecided } from '../../http/client.ts'
import type { ProbeScope } from '../session.ts'
import { type Formed, formOf, identityOf, sendInto } from './send.ts'

/** How often a control that is answered 500 is asked before the 500 is taken for its answer. */
const askedOfFailing = 3

/**
 * Asks for a control, before all that waits: cases that come first may wait for it. Anything looks different from one that the wire spoilt,
 * so a limit or a gateway's failure is none; a 500 may be how a server answers what it does not know, and counts where it stays.
 */
const askControl = async ({ session, recorder }: ProbeScope, request: Formed): Promise<readonly Answered[]> => {
  const answers: Answered[] = []
  for (let count = 0; count < askedOfFailing; count++) {
    const answer = await sendInto(session, { ...request, anyStatus: true }, { ...recorder, order: undefined })
    const { status } = answer.response
    if (undecided(status) !== undefined && status !== 500) throw new NoAnswer(answer)
    answers.push(answer)
    if (status !== 500) break
  }
  return answers
}

/** A request that many cases share as their control: sent once in a run. */
export const control = async (scope: ProbeScope, request: Formed): Promise<Answered> => {
  const { session, recorder } = scope
  const as = identityOf(session, request)
  const { method, path, headers = {}, sending } = request
  const id = JSON.stringify([method, path, as, bodyOf(request), headers, sending, formOf(session, request)])
  const pending = session.controls.get(id) ?? askControl(scope, { ...request, as })
  session.controls.set(id, pending)
  try {
    const answers = await pending
    for (const answer of answers) recorder.record(answer)
    return answers.at(-1) as Answered
  } catch (error) {
    // A control that got no answer may be asked again by the next case.
    session.controls.delete(id)
    if (error instanceof NoAnswer) recorder.record(error.exchange)
    throw error
  }
}
