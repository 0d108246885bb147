import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Fault } from '../../../contracts/requirement.ts'
import type { Verifier } from '../../../engine/pact/verifier.ts'
import { catalogue } from '../../../suites/catalogue.ts'
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

/** Registers a test per fault, all with one verifier: it never fails a must that is not broken, and it fails what the snapshot says. */
export const faultsSeen = (file: SeenFile): void => {
  const expected = readSeen(file)
  let verifier: Awaited<ReturnType<typeof startMemory>>
  beforeAll(async () => {
    verifier = await startMemory()
  })
  afterAll(() => verifier.close())

  for (const each of faultsOf(file))
    it(each.id, async () => {
      const hint = `"npm run renew -- --all" measures anew what stands in ${seenFiles[file]}`
      expect(await measureFault(verifier, each), hint).toEqual(expected.get(each.id))
      expect(verifier.asked()).toBeGreaterThan(0)
    })
}
