import { expect, it } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import type { RunInput } from '../../engine/options.ts'
import { suiteOf } from '../../engine/plan.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted } from '../support/run.ts'

const anonymous: Partial<RunInput> = { credentials: {}, allowWrites: false }
const nothing: Partial<RunInput> = { ...anonymous, fixtures: {} }

/** The documents that a run asks for, and how often it asks for any. */
const asked = async (
  input: Partial<RunInput>,
): Promise<{ readonly needs: readonly string[]; readonly count: number }> => {
  let count = 0
  const { fixtures } = await runTwisted((request, next) => {
    if (/openapi|swagger|deprecat|changelog/i.test(new URL(request.url).pathname)) count++
    return next(request)
  }, input)
  const documents = ['reference', 'deprecation-log', 'changelog']
  return { needs: fixtures.map(({ need }) => need).filter(need => documents.includes(need)), count }
}

it.each<[needs: readonly string[], input: Partial<RunInput>]>([
  [[], { ...nothing, select: { suites: ['v1-removed'] } }],
  // How credentials are sent, and how operations are called, is told by it.
  [['reference'], { select: { suites: ['v1-removed'] } }],
  [['reference'], { ...anonymous, select: { suites: ['presence'] } }],
  [['reference', 'changelog'], { ...nothing, select: { suites: ['change-history'] } }],
  [['reference', 'deprecation-log', 'changelog'], { ...nothing, select: { suites: ['deprecation-log'] } }],
  [['reference', 'deprecation-log', 'changelog'], nothing],
])('asks for the documents %j alone', async (needs, input) => {
  const { needs: found, count } = await asked(input)
  expect(found).toEqual(needs)
  expect(count > 0).toBe(needs.length > 0)
})

const verdictsOf = ({ requirements }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(
    requirements
      .filter(({ verdict }) => verdict !== 'not-selected')
      .map(({ id, verdict, reason }) => [id, reason ? `${verdict}: ${reason.code}` : verdict]),
  )

it.each<[who: string, input: Partial<RunInput>]>([
  ['with credentials', {}],
  ['without', anonymous],
  ['without anything', nothing],
])('judges a suite alone as in a whole run, %s', { timeout: 120_000 }, async (_who, input) => {
  const whole = verdictsOf(await runTwisted(undefined, input))
  for (const suite of new Set(catalogue.map(({ id }) => suiteOf(id)))) {
    const alone = verdictsOf(await runTwisted(undefined, { ...input, select: { suites: [suite] } }))
    const expected = Object.fromEntries(Object.entries(whole).filter(([id]) => suiteOf(id) === suite))
    expect(alone).toEqual(expected)
  }
})
