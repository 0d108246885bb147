import { distinct } from '../../checks/presence/judging.ts'
import { unproven } from '../../checks/presence/witnesses.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import type { PublishedDocuments } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { FixtureName, Probe } from '../../contracts/requirement.ts'
import { Missing } from '../../contracts/results/finding.ts'
import type { CredentialSources } from './credentials-fixture.ts'
import { byToken, byUsername, type Found } from './found.ts'
import type { Setup } from './setup.ts'

export interface FixtureSources extends CredentialSources {
  /** The name that the token says it is of. */
  readonly account?: string | undefined
  /** Told what nobody gave and was found, and where. */
  readonly onFound?: (need: FixtureName, name: string, from: string) => void
  /** Makes what is neither named nor found. */
  readonly setup?: Setup
  readonly writes: boolean
}

/** The names that the credentials say they are of. */
export const namedBy = ({ username, account }: FixtureSources): readonly Found[] => [
  ...(username === undefined ? [] : [{ name: username, from: byUsername }]),
  ...(account === undefined ? [] : [{ name: account, from: byToken }]),
]

/** The reference of the target, where it has one. */
export const referenceOf = async ({ look }: FixtureSources): Promise<PublishedDocuments['reference']> =>
  (await look('reference')).documents.reference

/** Throws where an answer may say that what is named is not there: whatever is looked for in it is not known to be missing. */
export const throwUnlessNamed = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered | undefined,
  parameter: 'namespace' | 'repository' | 'org',
): Promise<void> => {
  const open = answer && (await unproven(probe, operation, values, answer, parameter))
  if (open) throw open
}

/** Throws where credentials are missing or were refused: what was answered 401 says nothing of what there is. */
export const throwIfRefused = async (probe: Probe, answer: Answered | undefined): Promise<void> => {
  if (answer?.response.status === 401) await probe.fixture('credentials')
}

/** An operation that answers with success, and otherwise than a path that does not exist. A search by POST where nothing may be written is none. */
export const answers = async (
  probe: Probe,
  operation: OperationName,
  values: Record<string, string>,
): Promise<Answered | undefined> => {
  const answer = await probe.call(operation, values, { anyStatus: true }).catch(error => {
    if (error instanceof Missing && error.code === 'need-writes') return undefined
    throw error
  })
  if (!answer || !isSuccess(answer)) return undefined
  return distinct(answer, await probe.callControlPath(operation, values)) ? answer : undefined
}
