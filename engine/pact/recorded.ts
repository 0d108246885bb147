import { meetsDemand } from '../../checks/pact/demand.ts'
import { type Verified, verifiedText } from '../../contracts/pact.ts'
import type { Report } from '../../contracts/results/report.ts'
import { interactionOf } from './contract.ts'
import type { Verifier } from './verifier.ts'

type Said = Pick<Verified, 'ok' | 'words'>

type Recorded = Pick<Report, 'requirements'>

const saidIn = ({ requirements }: Recorded, key: string): readonly Said[] =>
  requirements
    .filter(({ id }) => id === `pact/${key}`)
    .flatMap(({ cases }) => cases.flatMap(({ excerpts }) => excerpts))
    .filter(({ document }) => document === 'pact')
    .map(({ text }) => (text === verifiedText ? { ok: true, words: [] } : { ok: false, words: [text] }))

/**
 * The verifier of a run that is over: it says what a report says that it said. Where it was asked twice, its word is told by the answer;
 * one that no answer bears out stays what it is, and leaves the verdict open.
 */
export const recordedVerifier = (report: Recorded): Verifier => ({
  verify: async (key, _params, ask) => {
    const answer = await ask()
    const ok = meetsDemand(interactionOf(key), answer)
    const said = saidIn(report, key)
    return { ...(said.find(one => one.ok === ok) ?? said[0] ?? { ok, words: [] }), answer }
  },
})
