import { describe, expect, it } from 'vitest'
import { checkDocs } from '../../engine/run.ts'
import { reporters } from '../../reporters/index.ts'
import { runTwisted } from '../support/run.ts'

describe('the timing of a run', () => {
  it('counts every request that the hub got, and those of cleaning up', async () => {
    let got = 0
    let beforeCleanup = Number.NaN
    const report = await runTwisted(
      (request, next) => {
        got++
        return next(request)
      },
      {
        select: { suites: ['access-tokens'] },
        onProgress: ({ type }) => {
          if (type === 'cleanup') beforeCleanup = got
        },
      },
    )
    expect(report.timing).toMatchObject({ requests: got, cleanupRequests: got - beforeCleanup })
    expect(got).toBeGreaterThan(beforeCleanup)
    expect(reporters.console.render(report)).toContain(`, ${got} requests\n`)
  })

  it('is not told where documents alone are judged', async () => {
    const report = await checkDocs({ documents: { changelog: { from: 'changelog.md', text: '# Changelog\n' } } })
    expect(report.timing).toBeUndefined()
  })
})
