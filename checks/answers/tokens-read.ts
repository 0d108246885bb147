import type { Probe, TokenFamily } from '../../contracts/requirement.ts'
import { isRunName } from '../../contracts/run/run-name.ts'
import { sentIn } from '../reading/exchanges.ts'
import { scalarsIn } from '../round-trip.ts'
import { names } from '../token-calls.ts'

/** A token by its address, and the label that its creation sent. */
export interface TokenRead {
  readonly id: string
  readonly label: string
}

/** The tokens that the run has created, and read by themselves with that label. */
export const tokensRead = (probe: Probe, family: TokenFamily): readonly TokenRead[] => {
  const labels = probe
    .received(`${family}.create`)
    .flatMap(({ answer }) => scalarsIn(sentIn(answer)).filter(text => isRunName(text)))
  const read = probe.received(`${family}.get`).flatMap(({ answer, values: { id } }) => {
    const label = labels.find(name => names(answer, name))
    return id === undefined || label === undefined ? [] : [{ id, label }]
  })
  return [...new Map(read.map(one => [one.label, one])).values()]
}
