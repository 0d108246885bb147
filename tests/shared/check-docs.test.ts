import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkDocs } from '../../engine/run.ts'
import { withVerdict } from '../support/run.ts'

const read = (name: string): { readonly from: string; readonly text: string } => ({
  from: name,
  text: readFileSync(new URL(`../../../shared/docker-hub/${name}`, import.meta.url), 'utf8'),
})

describe('the published documents of Docker Hub', () => {
  const documents = {
    reference: read('latest.yaml'),
    deprecationLog: read('deprecated.md'),
    changelog: read('changelog.md'),
  }

  it('have exactly one defect: the v1 replacement table', async () => {
    const report = await checkDocs({ documents })
    expect(withVerdict(report, 'fail')).toEqual({ 'deprecation-log/v1-replacements': 'contradicting-replacement' })
    expect(withVerdict(report, 'error')).toEqual({})
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    const { counts, inForce } = report.summary.must
    expect(counts.pass + counts.fail).toBe(inForce)
    const failed = report.requirements.find(({ verdict }) => verdict === 'fail')
    expect(failed?.cases.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name)).toEqual([
      '/v1/repositories/{namespace}/{name}/tags',
    ])
  })

  it.each(['reference', 'deprecationLog', 'changelog'] as const)('can be judged by the %s alone', async kind => {
    const report = await checkDocs({ documents: { [kind]: documents[kind] } })
    expect(report.summary.must.verified).toBeGreaterThan(4)
    expect(withVerdict(report, 'error')).toEqual({})
    expect(Object.keys(withVerdict(report, 'fail'))).toEqual(
      kind === 'deprecationLog' ? ['deprecation-log/v1-replacements'] : [],
    )
  })
})
