import { isSuccess } from '../../checks/reading/exchanges.ts'
import { wordsIn } from '../../contracts/causes/said.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { NoAnswer } from '../../contracts/results/finding.ts'

/** What came of deleting one thing: without any member it is gone. */
export interface Outcome {
  /** Why it stays. */
  readonly why?: string
  /** The target does not show it, and it is not known whether it was created or deleted: a list may show it late. */
  readonly notShown?: true
  /** It is not known whether it exists, and waiting does not help. */
  readonly uncertain?: true
  /** The target does not show what it creates under the name that it was asked for. */
  readonly renames?: true
  /** The id of something whose deletion was refused: it is gone if no list shows it. */
  readonly refusedId?: string
  /** The id of something that the target says it deleted; its list is to tell. */
  readonly claimedId?: string
  /** Something else may have kept it from being deleted: it is worth another attempt alone. */
  readonly again?: true
  /** The operation whose path is not known. */
  readonly needs?: OperationName
  /** The operation that the target does not have at its place. */
  readonly unserved?: OperationName
}

export const gone: Outcome = {}

/** Why something stays of which an earlier deletion was answered with success. */
export const stillShown = 'the target answered its deletion with success, and still shows it'

export const unfinishedList = 'its list, which does not show it, could not be read to the end'

export const isAbsent = (status: number): boolean => status === 404 || status === 410

/** Whether a status says that there is no such operation. */
export const isNoOperation = (status: number): boolean => status === 405 || status === 501

/** What a status says about the credentials. */
export const refusal = (status: number): string =>
  status === 401 ? ', so the credentials were refused' : status === 403 ? ', so the credentials may not do this' : ''

/** What a refusal says besides its status, unless that is about the one thing alone: things that stay for one reason are told of together. */
const refusalWords = ({ response }: Answered, values: RoleValues): string => {
  const words = refusal(response.status) === '' ? undefined : wordsIn(response)
  const isOfOne = Object.values(values).some(value => value !== '' && words?.includes(value))
  return words === undefined || isOfOne ? '' : ` ("${words}")`
}

/** The answer to a deletion. */
export interface Deletion {
  readonly ok: boolean
  readonly says: string
  /** 0 without an answer. */
  readonly status: number
  readonly answer?: Answered
}

export const whyNoAnswer = ({ exchange }: NoAnswer): string => exchange.failure ?? String(exchange.response?.status)

const deleteOnce = async (probe: Probe, operation: OperationName, values: RoleValues): Promise<Deletion> => {
  try {
    const answer = await probe.call(operation, values, { anyStatus: true })
    const { status } = answer.response
    // A repository is shown at another path than that of its deletion.
    const path = operation === 'DeleteRepository' ? ` ${probe.bind(operation).path}` : ''
    const says = `${answer.request.method}${path} answered ${status}${refusal(status)}${refusalWords(answer, values)}`
    return { ok: isSuccess(answer), says, status, answer }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { ok: false, says: `no answer to the deletion: ${whyNoAnswer(error)}`, status: 0 }
  }
}

/** Deletes, and once more after a failure of the server: a deletion can be repeated. */
export const deletion = async (probe: Probe, operation: OperationName, values: RoleValues): Promise<Deletion> => {
  const first = await deleteOnce(probe, operation, values)
  return first.status === 0 || first.status >= 500 ? deleteOnce(probe, operation, values) : first
}

/** Whether nothing is left, asked until the target has had time to forget it. */
export const isGone = async (probe: Probe, isShown: () => Promise<boolean | undefined>): Promise<boolean> =>
  (await probe.eventually(async () => ((await isShown()) === false ? true : undefined))) === true
