import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Requirement } from '../../../contracts/requirement.ts'
import { catalogue } from '../../../suites/catalogue.ts'
import { withVerdict } from '../../support/run.ts'
import { runContract, startMemory, twisted } from './run.ts'

const levelOf = new Map(catalogue.map(({ id, level }) => [id, level]))

/**
 * Registers a test that runs the contract against every fault of the chosen requirements: what Pact's verifier fails is what the snapshot
 * says, and docs/kill-matrix.md shows.
 */
export const faultsSeen = (chosen: (requirement: Requirement) => boolean, snapshot: string): void => {
  let verifier: Awaited<ReturnType<typeof startMemory>>
  beforeAll(async () => {
    verifier = await startMemory()
  })
  afterAll(() => verifier.close())

  it('sees of the faults what the snapshot says, and never calls a must broken that is not', async () => {
    const lines: string[] = []
    for (const requirement of catalogue.filter(chosen))
      for (const [name, fault] of Object.entries(requirement.faults)) {
        const id = `${requirement.id}/${name}`
        const report = await runContract(verifier, twisted(fault.twist()))
        expect(withVerdict(report, 'error'), id).toEqual({})
        const failed = report.requirements.filter(({ verdict }) => verdict === 'fail')
        for (const { reason } of failed) expect(reason?.code, id).toBe('pact-mismatch')
        const broken = [requirement.id, ...Object.keys(fault.also ?? {})].map(one => levelOf.get(one))
        if (failed.some(({ level }) => level === 'must')) expect(broken, id).toContain('must')
        lines.push(`${id}: ${failed.map(one => one.id.replace('pact/', '')).join(', ') || '-'}`)
      }
    expect(lines.length).toBeGreaterThan(50)
    expect(verifier.asked()).toBeGreaterThan(70)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(snapshot)
  }, 300_000)
}
