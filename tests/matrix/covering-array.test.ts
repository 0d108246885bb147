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

it('leaves a conforming run at most 750 requests, cleanup included, of which at most 310 are for all of v1', async () => {
  const paths: string[] = []
  const report = await runTwisted(async (request, next) => {
    paths.push(new URL(request.url).pathname)
    return next(request)
  })
  expect(report.result).toBe('conformant')
  expect(paths.length).toBeLessThanOrEqual(750)
  const v1 = paths.filter(path => path.startsWith('/v1/')).length
  expect(v1).toBeGreaterThan(200)
  expect(v1).toBeLessThanOrEqual(310)
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
