import { describe, expect, it } from 'vitest'
import { layered } from '../../checks/twists/shapes.ts'
import type { Fault, Requirement, Variant } from '../../contracts/requirement.ts'
import type { SelectionInput } from '../../engine/options.ts'
import { suiteOf } from '../../engine/plan.ts'
import { TargetUnreachable } from '../../engine/run.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { grouped } from '../support/grouped.ts'
import { runTwisted, withVerdict } from '../support/run.ts'
import { asked, bindingFails, expectFails, expectReadable, expectTolerated, hintOf, isHeld } from './kill.ts'

/** A fault or a variant, and the requirement that it is about. */
interface Member<Twisted> {
  readonly requirement: Requirement
  readonly name: string
  readonly twisted: Twisted
}

const idOf = ({ requirement, name }: Member<unknown>): string => `${requirement.id}/${name}`

/** Generates its requests from the seed: whether it meets a fault that is about something else is chance, so it is left out. */
const generated = 'v1-removed/generated-names'

/** What a run of several asks. */
const every = { skip: [generated] } satisfies SelectionInput

/** One run of them all, of which nothing may be a mistake. Undefined where together they leave nothing to judge. */
const runOf = async (members: readonly Member<Fault | Variant>[], select: SelectionInput) => {
  try {
    const report = await runTwisted(layered(...members.map(({ twisted }) => twisted.twist())), { select })
    expect(withVerdict(report, 'error')).toEqual({})
    expectReadable(report)
    return report
  } catch (error) {
    if (error instanceof TargetUnreachable) return undefined
    throw error
  }
}

const faults: readonly Member<Fault>[] = catalogue.flatMap(requirement =>
  Object.entries(requirement.faults).map(([name, twisted]) => ({ requirement, name, twisted })),
)

/** What a fault must be failed for, and nothing else. */
const namedBy = ({ requirement, twisted: { code, also = {} } }: Member<Fault>): Readonly<Record<string, string>> => ({
  [requirement.id]: code,
  ...Object.fromEntries(Object.entries(also).filter(([id]) => id !== generated)),
})

const expectNamed = async (member: Member<Fault>, select: SelectionInput): Promise<void> =>
  expectFails(
    await runTwisted(member.twisted.twist(), { select }),
    namedBy(member),
    hintOf(member.requirement.id, member.name),
  )

/** What a run did not find is asked once more, without what it found. */
const expectGroup = async (members: readonly Member<Fault>[]): Promise<void> => {
  const report = await runOf(members, every)
  const found = report ? withVerdict(report, 'fail') : {}
  const isFound = (member: Member<Fault>): boolean =>
    Object.entries(namedBy(member)).every(([id, code]) => found[id] === code)
  const others = Object.keys(found).filter(id => !members.some(member => namedBy(member)[id] === found[id]))
  if (others.length > 0)
    for (const member of members.filter(isFound))
      await expectNamed(member, asked([...Object.keys(namedBy(member)), ...others]))
  const hidden = members.filter(member => !isFound(member))
  if (hidden.length > 1 && hidden.length < members.length) return expectGroup(hidden)
  for (const member of hidden) await expectNamed(member, every)
}

const variants: readonly Member<Variant>[] = catalogue.flatMap(requirement =>
  Object.entries(requirement.tolerates ?? {}).map(([name, twisted]) => ({ requirement, name, twisted })),
)

const expectGroupTolerated = async (members: readonly Member<Variant>[]): Promise<void> => {
  const report = await runOf(members, {})
  const isJudged = ({ requirement }: Member<Variant>): boolean => report !== undefined && isHeld(report, requirement)
  for (const { requirement, twisted } of members.filter(isJudged)) {
    const failed = report ? Object.keys(bindingFails(report, requirement)) : []
    if (failed.length > 0) await expectTolerated(requirement, twisted, asked([requirement.id, ...failed]))
  }
  const open = members.filter(member => !isJudged(member))
  if (open.length > 1 && open.length < members.length) return expectGroupTolerated(open)
  for (const { requirement, twisted } of open) await expectTolerated(requirement, twisted, {})
}

/** How many variants share a run: as many as seldom change what another one is about. */
const variantsPerRun = 9

/** How many faults of the suite that has the most share a run. */
const faultsOfOneSuite = 3

const part = <T>(all: readonly T[], index: number, parts: number): readonly T[] =>
  all.filter((_, each) => each % parts === index)

/**
 * Every fault and every variant against every requirement, in parts that run side by side. The faults of a run are of different
 * requirements, and what it fails must be what they name, for the reasons that they name; what another fault keeps it from finding is asked
 * once more without those that were found, and what it finds besides is asked with each of them alone. It does not show that a fault leaves alone what another one of the run names or makes impossible to
 * judge. What each fault and variant does by itself to what it names, the quick tests show.
 */
export const fullMatrix = (index: number, parts: number): void => {
  const alone = faults.filter(({ requirement }) => requirement.id === generated)
  const sharing = faults.filter(({ requirement }) => requirement.id !== generated)
  const suites = sharing.map(({ requirement }) => suiteOf(requirement.id))
  const most = Math.max(...suites.map(suite => suites.filter(other => other === suite).length))
  describe('servers with the faults', () => {
    for (const members of part(grouped(sharing, Math.ceil(most / faultsOfOneSuite)), index, parts))
      it(members.map(idOf).join(', '), () => expectGroup(members))
    for (const member of part(alone, index, parts)) it(idOf(member), () => expectNamed(member, {}))
  })
  describe('servers that are tolerated', () => {
    for (const members of part(grouped(variants, Math.ceil(variants.length / variantsPerRun)), index, parts))
      it(members.map(idOf).join(', '), () => expectGroupTolerated(members))
  })
}
