import { defined } from '../../contracts/defined.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { CallOptions, Probe } from '../../contracts/requirement.ts'
import { type Finding, unclear } from '../../contracts/results/finding.ts'
import type { Setting } from '../../contracts/run/settings.ts'
import { pages } from '../paging/pages.ts'
import { isAnswered, sentIn } from '../reading/exchanges.ts'
import { jsonIn, jsonOfSuccess } from '../reading/json.ts'
import { listItems } from '../reading/lists.ts'
import { mentions } from '../reading/things.ts'
import { judgePresence, type PresenceEvidence } from './judging.ts'
import { pathKnown } from './published.ts'
import { givenName } from './witnesses.ts'

/** Whether something is so, now or a while later: what was done may show late. */
export const comes = async (probe: Probe, isSo: () => Promise<boolean>, before?: boolean): Promise<boolean> =>
  (await probe.eventually(async () => ((await isSo()) ? true : undefined), before)) === true

export interface Look extends CallOptions, Pick<PresenceEvidence, 'marks' | 'done' | 'unproven'> {
  /** The same for something that does not exist. */
  readonly missing?: RoleValues
  /** Below what the control is sent, where a path that nobody knows must not be asked for below the same resource. */
  readonly besides?: RoleValues
}

/** An earlier success of the same operation for the same repository: what was done already may be refused as a conflict. */
const doneBefore = (
  probe: Probe,
  operation: OperationName,
  { namespace, repository }: RoleValues,
): Answered | undefined =>
  probe
    .received(operation)
    .find(
      ({ values }) => repository !== undefined && values.repository === repository && values.namespace === namespace,
    )?.answer

/** Calls an operation, and judges from its answer and the controls whether it is there. */
export const presenceOf = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  witness: Answered | null,
  look: Look,
): Promise<Finding> => {
  const { missing, marks, done, unproven, besides = values, ...call } = look
  const answer = await probe.call(operation, values, call)
  return judgePresence({
    operation,
    answer: answer.response.status === 409 ? (doneBefore(probe, operation, values) ?? answer) : answer,
    control: await probe.callControlPath(operation, besides, call),
    witness,
    pathKnown: await pathKnown(probe, operation),
    ...(marks ? { marks } : {}),
    ...(done ? { done } : {}),
    ...defined({ unproven, name: givenName(values, unproven) }),
    ...(missing ? { missing: () => probe.call(operation, missing, { ...call, anyStatus: true }) } : {}),
  })
}

/** Judges the presence of an operation that creates from what came of a creation. */
export const presenceOfAnswer = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered,
  witness: Answered | null,
  look: Pick<Look, 'marks' | 'done' | 'unproven'> = {},
): Promise<Finding> => {
  const json = sentIn(answer)
  return judgePresence({
    operation,
    answer,
    control: await probe.callControlPath(operation, values, json === undefined ? {} : { json }),
    witness,
    pathKnown: await pathKnown(probe, operation),
    ...look,
    ...defined({ name: givenName(values, look.unproven) }),
  })
}

export const unlessNull = (witness: Answered | null, parameter: Setting): Pick<Look, 'unproven'> =>
  witness === null ? { unproven: parameter } : {}

/** Whether a list names something, on any of its pages. */
export const lists = async (probe: Probe, list: Answered, name: string): Promise<boolean> => {
  if (jsonOfSuccess(list) === undefined) return false
  for await (const page of pages(probe, list)) if (mentions(page.items, name)) return true
  return false
}

export type Presence = (probe: Probe) => Promise<Finding>

/** A list without items, of what something else shows to have one, shows nothing of what it is to list. */
export const unlessEmpty = (operation: OperationName, finding: Finding, shown: Answered | null): Finding => {
  if (finding.kind !== 'holds' || shown === null) return finding
  const [answer] = finding.seen
  return isAnswered(answer) && listItems(jsonIn(answer))?.length === 0
    ? unclear('no-items', { operation }, ...finding.seen, shown)
    : finding
}
