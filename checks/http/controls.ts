import type { Answered } from '../../contracts/exchange.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Probe, SourceRef } from '../../contracts/requirement.ts'
import type { Finding } from '../../contracts/results/finding.ts'
import { holds, unclear } from '../../contracts/results/finding.ts'
import { v1Path } from '../v1-routes.ts'

/** A section of an HTTP standard, in our own words. */
export const standard = (document: `RFC ${number}`, section: string, sentence: string): SourceRef => ({
  document,
  section,
  sentence,
})

const [firstRoute] = lifecycle.v1Routes

/** A removed route with ordinary names. */
export const removedPath = firstRoute ? v1Path(firstRoute, { namespace: 'acme', name: 'probe', tag: 'latest' }) : '/v1/'

/** An answer of another status than this one; undefined where the target says the same to everything. */
const otherAnswer = async (probe: Probe, answer: Answered): Promise<Answered | undefined> => {
  const { status } = answer.response
  for (const path of [`/${probe.nonce('no-such-path')}`, removedPath]) {
    const control = await probe.control({ method: 'GET', path })
    if (control.response.status !== status) return control
  }
  const witness = (await probe.hasFixture('repository')) ? (await probe.fixture('repository')).witness : null
  return witness && witness.response.status !== status ? witness : undefined
}

/** What was judged of an answer, unless the target answers everything alike: then it is no answer to this request. */
export const unlessConstant = async (probe: Probe, answer: Answered, finding: Finding): Promise<Finding> => {
  const other = await otherAnswer(probe, answer)
  if (!other) return unclear('catch-all', { status: answer.response.status }, answer)
  return finding.kind === 'holds' ? holds(...finding.seen, other) : finding
}
