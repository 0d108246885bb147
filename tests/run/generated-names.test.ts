import { describe, expect, it } from 'vitest'
import type { Twist } from '../../contracts/requirement.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { readReport } from '../../engine/reports/read.ts'
import { consoleReporter } from '../../reporters/console/index.ts'
import { runTwisted } from '../support/run.ts'

const only = 'v1-removed/generated-names'
const select = { only: [only] }

const isV1 = (request: Request): boolean => new URL(request.url).pathname.startsWith('/v1/')

/** Serves removed routes whose last segment is of a kind that is met once in some hundred names. */
const servesRare: Twist = async (request, next) =>
  isV1(request) && /\/[^/]*[a-z]7[A-Z][^/]*$/.test(new URL(request.url).pathname)
    ? new Response('[]', { status: 200 })
    : next(request)

describe('requests with generated names', () => {
  it('are as many as were asked for, and only some are recorded', async () => {
    let asked = 0
    const report = await runTwisted(
      (request, next) => {
        if (isV1(request)) asked++
        return next(request)
      },
      { select, cases: 2_500 },
    )
    expect(report.requirements.find(({ id }) => id === only)?.verdict).toBe('pass')
    expect(asked).toBe(2_500)
    expect(report.exchanges.length).toBeLessThan(60)
    expect(report.timing?.unrecorded).toBe(2_485)
    expect(consoleReporter.render(report, { columns: 200 })).toContain(
      '2485 of them answered as expected and not recorded',
    )
    expect(report.options.cases).toBe(2_500)
  })

  it('find what few of them find, make it smaller, and the verdict can be recomputed', async () => {
    expect((await runTwisted(servesRare, { select })).result).toBe('partial')
    const report = await runTwisted(servesRare, { select, cases: 5_000 })
    const found = report.requirements.find(({ id }) => id === only)
    expect(found?.reason?.code).toBe('not-gone-generated')
    expect(report.exchanges.length).toBeLessThan(250)
    const evidence = report.exchanges.find(({ id }) => id === found?.cases[0]?.evidence[0])
    expect(evidence?.response?.status).toBe(200)
    // Nothing of it can be left out, and what makes no difference is as short as can be.
    expect(evidence?.request.url).toMatch(/\/v1\/repositories\/a\/tags\/[a-z]7[A-Z]$/)
    const { disagreements, open } = await verifyReport(readReport(JSON.stringify(report), 'report.json'))
    expect({ disagreements, open }).toEqual({ disagreements: [], open: [] })
  })

  it('leave the verdict open where one of many is not answered', async () => {
    let asked = 0
    const report = await runTwisted(
      async (request, next) => (isV1(request) && ++asked === 700 ? new Response('', { status: 502 }) : next(request)),
      { select, cases: 1_500 },
    )
    expect(report.requirements.find(({ id }) => id === only)?.verdict).toBe('inconclusive')
    const { disagreements, open } = await verifyReport(readReport(JSON.stringify(report), 'report.json'))
    expect({ disagreements, open }).toEqual({ disagreements: [], open: [] })
  })
})
