import { afterAll, beforeAll, expect, it } from 'vitest'
import { layered } from '../../../checks/twists/shapes.ts'
import type { Fault } from '../../../contracts/requirement.ts'
import type { Verifier } from '../../../engine/pact/verifier.ts'
import { catalogue } from '../../../suites/catalogue.ts'
import { grouped } from '../../support/grouped.ts'
import { withVerdict } from '../../support/run.ts'
import { faultsOf, readSeen, type SeenFile, seenFiles } from '../../support/seen.ts'
import { runContract, startMemory, twisted } from './run.ts'

const levelOf = new Map(catalogue.map(({ id, level }) => [id, level]))

interface Member {
  readonly requirement: string
  readonly fault: Fault
}

/**
 * Runs the contract against a server with these faults: keys of the interactions that Pact's verifier fails. A must that none of the faults
 * breaks is never failed, but together several may do what none does.
 */
export const measureFaults = async (verifier: Verifier, members: readonly Member[]): Promise<readonly string[]> => {
  const report = await runContract(verifier, twisted(layered(...members.map(({ fault }) => fault.twist()))))
  expect(withVerdict(report, 'error')).toEqual({})
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail')
  for (const { reason } of failed) expect(reason?.code).toBe('pact-mismatch')
  const named = members.flatMap(({ requirement, fault }) => [requirement, ...Object.keys(fault.also ?? {})])
  if (members.length === 1 && failed.some(({ level }) => level === 'must'))
    expect(named.map(id => levelOf.get(id))).toContain('must')
  return failed.map(({ id }) => id.replace('pact/', ''))
}

/** How many faults that the contract does not see share a run, and how many that it sees. */
const unseenPerRun = 40
const seenPerRun = 4

/** Groups of which no two members have a key in common, so that what a run fails tells which of them it sees. */
const apart = <T>(members: readonly T[], keysOf: (member: T) => readonly string[], most: number): readonly T[][] => {
  const groups: T[][] = []
  for (const member of members) {
    const taken = (group: readonly T[]) => new Set(group.flatMap(keysOf))
    const free = groups.find(group => group.length < most && !keysOf(member).some(key => taken(group).has(key)))
    if (free) free.push(member)
    else groups.push([member])
  }
  return groups
}

/**
 * Registers a test per few faults, all with one verifier: the contract never fails a must that is not broken, and it fails what the snapshot
 * says. Where it fails something else, they are asked in halves, down to each alone.
 */
export const faultsSeen = (file: SeenFile): void => {
  const expected = readSeen(file)
  const hint = `"npm run renew -- --all" measures anew what stands in ${seenFiles[file]}`
  let verifier: Awaited<ReturnType<typeof startMemory>>
  beforeAll(async () => {
    verifier = await startMemory()
  })
  afterAll(async () => {
    expect(verifier.asked()).toBeGreaterThan(0)
    await verifier.close()
  })

  type Named = ReturnType<typeof faultsOf>[number]
  const keysOf = ({ id }: Named): readonly string[] => expected.get(id) ?? ['not in the snapshot']
  const expectSeen = async (group: readonly Named[]): Promise<void> => {
    const failed = [...(await measureFaults(verifier, group))].sort()
    const keys = group.flatMap(keysOf).sort()
    if (group.length === 1) return expect(failed, `${group[0]?.id}: ${hint}`).toEqual(keys)
    if (JSON.stringify(failed) === JSON.stringify(keys)) return
    const half = Math.ceil(group.length / 2)
    await expectSeen(group.slice(0, half))
    await expectSeen(group.slice(half))
  }

  const faults = faultsOf(file)
  const unseen = faults.filter(each => keysOf(each).length === 0)
  // Neighbours often change the same answers.
  const seen = grouped(
    faults.filter(each => keysOf(each).length > 0),
    seenPerRun,
  ).flat()
  for (const group of [...apart(seen, keysOf, seenPerRun), ...grouped(unseen, Math.ceil(unseen.length / unseenPerRun))])
    it(group.map(({ id }) => id).join(', '), () => expectSeen(group))
}
