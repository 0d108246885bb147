import { describe, expect, it } from 'vitest'
import { answer, instead } from '../../checks/twists/twist.ts'
import arrays from '../../checks/v1/covering-array.json' with { type: 'json' }
import { factors } from '../../checks/v1/factors.ts'
import { v1RouteOf } from '../../checks/v1-routes.ts'
import { arrayNames, heldBy, parseRow, tuplesOf } from '../support/covering-array.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

describe.each(arrayNames)('the covering array "%s"', name => {
  const rows = arrays[name].map(parseRow)

  it('has values of the factors alone, and no row twice', () => {
    const sizes = Object.values(factors).map(values => values.length)
    for (const row of rows) {
      expect(row).toHaveLength(sizes.length)
      expect(row.every((value, at) => value < (sizes[at] as number))).toBe(true)
    }
    expect(new Set(arrays[name]).size).toBe(rows.length)
  })

  it('holds every combination that it must', () => {
    const held = new Set(rows.flatMap(row => heldBy(name, row)))
    const missing = [...tuplesOf(name).keys()].filter(tuple => !held.has(tuple))
    expect(missing).toEqual([])
  })
})

const v1Requests = async (input: Parameters<typeof runTwisted>[1]): Promise<number> => {
  let count = 0
  const report = await runTwisted(async (request, next) => {
    if (new URL(request.url).pathname.startsWith('/v1/')) count++
    return next(request)
  }, input)
  expect(withVerdict(report, 'fail')).toEqual({})
  return count
}

it('leaves a conforming run at most 750 requests, cleanup included', async () => {
  let count = 0
  const report = await runTwisted(async (request, next) => {
    count++
    return next(request)
  })
  expect(report.result).toBe('conformant')
  expect(count).toBeLessThanOrEqual(750)
})

it('takes at most 310 requests for all of v1', async () => {
  const count = await v1Requests({})
  expect(count).toBeGreaterThan(200)
  expect(count).toBeLessThanOrEqual(310)
})

it('sends the larger array in a thorough run, which finds what three values hide', async () => {
  const hidden = instead(
    (request, path) => v1RouteOf(path)?.slug === 'name-tags' && request.method === 'DELETE' && path.includes('%C3%A9'),
    answer(200, {}),
  )
  const select = { only: ['v1-removed/name-tags'] }
  expect(withVerdict(await runTwisted(hidden, { select }), 'fail')).toEqual({})
  expect(withVerdict(await runTwisted(hidden, { select, thorough: true }), 'fail')).toEqual({
    'v1-removed/name-tags': 'not-gone',
  })
})
