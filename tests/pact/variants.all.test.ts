import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '../../suites/catalogue.ts'
import { withVerdict } from '../support/run.ts'
import { runContract, startMemory, twisted } from './support/run.ts'

let verifier: Awaited<ReturnType<typeof startMemory>>

beforeAll(async () => {
  verifier = await startMemory()
})

afterAll(() => verifier.close())

describe('conforming hubs of other shapes', () => {
  test.each(Object.entries(variants))('%s fails nothing, and hides nothing that is a must', async (_name, shape) => {
    const report = await runContract(verifier, twisted(shape.twist()), {}, shape.basePath)
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'error')).toEqual({})
    const open = report.requirements.filter(
      ({ level, verdict }) => level === 'must' && (verdict === 'inconclusive' || verdict === 'untestable'),
    )
    if (shape.complete !== false) expect(open.map(({ id, reason }) => [id, reason?.message])).toEqual([])
  })
})
