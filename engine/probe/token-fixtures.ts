import { whyNotCreated } from '../../checks/presence/witnesses.ts'
import { isCarriedOut, isSuccess, locationOfList, sentIn } from '../../checks/reading/exchanges.ts'
import { jsonIn } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { scalarsIn } from '../../checks/round-trip.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type {
  CreateOptions,
  Creation,
  DeletionFixture,
  Probe,
  TokenFamily,
  TokenFixture,
} from '../../contracts/requirement.ts'
import { Missing } from '../../contracts/results/finding.ts'
import { isRunName } from '../../contracts/run/run-name.ts'
import type { Ledger } from '../cleanup/ledger.ts'
import { keysWithValue } from './creation/body.ts'
import { addressOf, createAddresses, idsOf, isNamed, type TokenScope } from './token-address.ts'

/** Whether a text may be the name cut off, extended or in another case. */
const isSameStart = (name: string, text: string): boolean => {
  const [one, other] = [name.toLowerCase(), text.toLowerCase()]
  return one.startsWith(other) || other.startsWith(one)
}

/** Why the new token cannot be found with the answer to its creation. */
const whyNotAddressed = async (
  place: TokenScope,
  { name, exchange }: Creation,
  createdIds: readonly string[],
): Promise<Missing> => {
  const { probe, family, org, ledger } = place
  const kind = family.toUpperCase()
  const [first] = createdIds
  if (first !== undefined && createdIds.every(one => ledger.isForeign(one, family)))
    return new Missing('id-foreign', { kind, id: first }, [exchange])
  const operation = `${family}.create`
  const [member] = keysWithValue(sentIn(exchange), name)
  if (member === undefined) return new Missing('name-not-taken', { operation }, [exchange])
  const { read } = createAddresses(place)
  const reading = `${family}.get` as const
  for (const id of createdIds) {
    const shown = await read(id)
    if (!isNamed(shown, id)) continue
    if (scalarsIn(shown).includes(name)) {
      const any = await probe.call(reading, { org, id: probe.nonce('nobody') }, { control: true, anyStatus: true })
      const { status } = any.response
      if (isSuccess(any)) return new Missing('answers-anything', { operation: reading, status }, [any, exchange])
    }
    const other = scalarsIn(shown).find(text => isRunName(text) && !isSameStart(name, text))
    if (other !== undefined) return new Missing('id-shared', { kind, id, other }, [exchange])
    return new Missing('name-not-shown', { operation: reading, member, id }, [exchange])
  }
  const location = locationOfList(exchange, [name])
  if (first === undefined && location !== undefined)
    return new Missing('location-of-list', { kind, location }, [exchange])
  if (first !== undefined) {
    const answer = await probe.call(reading, { org, id: first }, { anyStatus: true })
    const { status } = answer.response
    if (!isSuccess(answer))
      return new Missing('id-unshown', { operation: reading, id: first, status }, [answer, exchange])
    const [other] = idsOf(objectsIn(jsonIn(answer))).filter(id => !createdIds.includes(id))
    if (other !== undefined)
      return new Missing('id-shows-other', { operation: reading, id: first, other }, [answer, exchange])
  }
  return new Missing('id-unknown', { kind }, [exchange])
}

/** Creates a token and finds its id. Throws {@link Missing} if either fails. */
export const makeToken = async (
  probe: Probe,
  family: TokenFamily,
  options: CreateOptions,
  ledger: Ledger,
): Promise<TokenFixture> => {
  await probe.fixture('writes')
  await probe.fixture('credentials')
  const { org, witness } = family === 'oat' ? await probe.fixture('org') : { org: '', witness: undefined }
  const creation = await probe.create(family, { org }, options)
  const created = creation.exchange
  if (!isCarriedOut(created)) throw await whyNotCreated(probe, family, { org }, created, witness === null)
  const place = { probe, family, org, ledger }
  const createdIds = createAddresses(place).idsIn(creation.result ?? created, creation.name)
  const reads: Answered[] = []
  const readingProbe: Probe = {
    ...probe,
    eventually: attempt => probe.eventually(attempt, creation.isUnshown),
    call: async (operation, values, options) => {
      const answer = await probe.call(operation, values, options)
      if (operation === `${family}.get` && answer.response.body.includes(creation.name)) reads.push(answer)
      return answer
    },
  }
  const id = await addressOf({ ...place, probe: readingProbe }, creation.name, createdIds)
  if (id === undefined) throw creation.unfinished ?? (await whyNotAddressed(place, creation, createdIds))
  return { id, label: creation.name, org, created, reads, ...defined({ result: creation.result }) }
}

/** Creates and deletes a token, with a control request to a path that does not exist. */
export const deletionOf = async (probe: Probe, family: TokenFamily): Promise<DeletionFixture> => {
  const token = await probe.ownToken(family)
  const values = { org: token.org, id: token.id }
  const operation = `${family}.delete` as const
  const exchange = await probe.call(operation, values)
  return { token, exchange, control: await probe.callControlPath(operation, values) }
}
