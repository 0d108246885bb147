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
  /** The user name in the token. */
  readonly account?: string | undefined
  /** Called with a name that no option gives and that was found, and its source. */
  readonly onFound?: (need: FixtureName, name: string, from: string) => void
  /** Creates what is neither named nor found. */
  readonly setup?: Setup
  readonly writes: boolean
}

/** The user names that the credentials contain. */
export const namedBy = ({ username, account }: FixtureSources): readonly Found[] => [
  ...(username === undefined ? [] : [{ name: username, from: byUsername }]),
  ...(account === undefined ? [] : [{ name: account, from: byToken }]),
]

/** The reference of the target, if it has one. */
export const referenceOf = async ({ look }: FixtureSources): Promise<PublishedDocuments['reference']> =>
  (await look('reference')).documents.reference

/** Throws if an answer may mean that the named resource does not exist: then what is searched in it is not known to be missing. */
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

/** Throws if credentials are missing or were refused: an answer 401 does not show what exists. */
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
