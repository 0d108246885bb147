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

/** Runs the contract against a fault: keys of the interactions that Pact's verifier fails. */
export const measureFault = async (
  verifier: Verifier,
  { requirement, fault }: { readonly requirement: string; readonly fault: Fault },
): Promise<readonly string[]> => {
  const report = await runContract(verifier, twisted(fault.twist()))
  expect(withVerdict(report, 'error')).toEqual({})
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail')
  for (const { reason } of failed) expect(reason?.code).toBe('pact-mismatch')
  const broken = [requirement, ...Object.keys(fault.also ?? {})].map(id => levelOf.get(id))
  if (failed.some(({ level }) => level === 'must')) expect(broken).toContain('must')
  return failed.map(({ id }) => id.replace('pact/', ''))
}

/** Whether the contract fails nothing on a server that has all of these faults, and so on none that has one of them. */
const failsNone = async (verifier: Verifier, faults: readonly Fault[]): Promise<boolean> => {
  const report = await runContract(verifier, twisted(layered(...faults.map(fault => fault.twist()))))
  expect(withVerdict(report, 'error')).toEqual({})
  return Object.keys(withVerdict(report, 'fail')).length === 0
}

/** How many faults that the contract does not see share a run. */
const unseenPerRun = 10

/**
 * Registers a test per fault that the contract sees and one per several that it does not, all with one verifier: it never fails a must that
 * is not broken, and it fails what the snapshot says. Where it fails several together, they are asked one by one.
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

  const faults = faultsOf(file)
  const isUnseen = ({ id }: (typeof faults)[number]): boolean => expected.get(id)?.length === 0
  const expectSeen = async (each: (typeof faults)[number]): Promise<void> =>
    expect(await measureFault(verifier, each), `${each.id}: ${hint}`).toEqual(expected.get(each.id))

  for (const each of faults.filter(fault => !isUnseen(fault))) it(each.id, () => expectSeen(each))
  const unseen = faults.filter(isUnseen)
  for (const group of grouped(unseen, Math.ceil(unseen.length / unseenPerRun)))
    it(group.map(({ id }) => id).join(', '), async () => {
      const isNone = await failsNone(
        verifier,
        group.map(({ fault }) => fault),
      )
      for (const each of isNone ? [] : group) await expectSeen(each)
    })
}
