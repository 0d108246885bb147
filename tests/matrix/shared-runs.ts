import { layered } from '../../checks/twists/shapes.ts'
import type { Report, ReportedRequirement } from '../../contracts/report.ts'
import type { Twist } from '../../contracts/requirement.ts'
import type { SelectionInput } from '../../engine/options.ts'
import { runTwisted } from '../support/run.ts'

/** A fault or a variant. */
interface Twisted {
  readonly twist: () => Twist
}

export interface SharedRun {
  readonly report: Report
  /** Requirements that are judged otherwise than on the reference hub: for whose sake, and what else they would find, the run does not say. */
  readonly open: readonly string[]
}

/**
 * One run for several twists, made when the first of them asks for it: what it judges as on the reference hub, each of them leaves as it
 * is. Twists of one suite are in different runs. Undefined for a twist that shares with none, or whose run has no report.
 */
export const sharedRuns = (
  members: readonly (readonly [suite: string, Twisted])[],
  size: number,
  select: SelectionInput,
  saidOf: (requirement: ReportedRequirement) => unknown,
): ((twisted: Twisted) => Promise<SharedRun | undefined>) => {
  const saidIn = ({ requirements }: Report): ReadonlyMap<string, string> =>
    new Map(requirements.map(requirement => [requirement.id, JSON.stringify(saidOf(requirement))]))
  let honest: Promise<ReadonlyMap<string, string>> | undefined
  const sizes = members.map(([suite]) => members.filter(([other]) => other === suite).length)
  const count = Math.max(...sizes, Math.ceil(members.length / size))
  const groupOf = new Map(members.map(([, twisted], index) => [twisted, index % count]))
  const run = async (group: number): Promise<SharedRun | undefined> => {
    const twists = members.filter((_, index) => index % count === group).map(([, { twist }]) => twist())
    if (twists.length === 1) return undefined
    const report = await runTwisted(layered(...twists), { select }).catch(() => undefined)
    if (report === undefined) return undefined
    honest ??= runTwisted(undefined, { select }).then(saidIn)
    const expected = await honest
    return { report, open: [...saidIn(report)].flatMap(([id, said]) => (expected.get(id) === said ? [] : [id])) }
  }
  const runs: Promise<SharedRun | undefined>[] = []
  return async twisted => {
    const group = groupOf.get(twisted)
    if (group === undefined) return undefined
    runs[group] ??= run(group)
    return runs[group]
  }
}
