import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, TokenFamily } from '../../contracts/requirement.ts'
import { isRunName } from '../../contracts/run/run-name.ts'
import { sentIn } from '../reading/exchanges.ts'
import { ownIdsOf, ownTextsOf } from '../reading/things.ts'
import { ifPossible, scalarsIn } from '../round-trip.ts'
import { names, wholeList } from '../token-calls.ts'
import { labelName } from './tokens.ts'

/** The id of a token, and the label that its creation sent. */
export interface TokenRead {
  readonly id: string
  readonly label: string
}

/** Shorter ids and labels occur in other answers by chance. */
const mostChance = 9

/** Ids and labels of the tokens of an owner: those that are listed, and those that the run created. */
export const marksOfTokens = async (probe: Probe, family: TokenFamily, org: string): Promise<readonly string[]> => {
  const list = await ifPossible(() => wholeList(probe, family, org))
  const items = list?.pages.flatMap(page => page.items) ?? []
  const labels = items.flatMap(item => ownTextsOf(item, labelName))
  const made = tokensRead(probe, family).flatMap(({ id, label }) => [id, label])
  return [...items.flatMap(ownIdsOf), ...labels, ...made].filter(mark => mark.length >= mostChance)
}

/** The label that the creation of a token sent. */
export const labelSent = (created: Answered): string | undefined => scalarsIn(sentIn(created)).find(isRunName)

/** The tokens of the run that were read with the label that their creation sent. */
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
