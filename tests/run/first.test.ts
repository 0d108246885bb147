import { expect, test } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import type { ProgressEvent } from '../../engine/options.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const ids = ['presence/audit-logs', 'v1-removed/name-tags']

const verdicts = ({ requirements }: Report) => requirements.map(({ id, verdict }) => [id, verdict])

test('what is named first is judged before anything else is asked, and told of', async () => {
  const events: ProgressEvent[] = []
  const early: { report: Report; after: number }[] = []
  const report = await runTwisted(undefined, {
    first: ids,
    onProgress: event => events.push(event),
    onFirst: some => early.push({ report: some, after: events.length }),
  })
  const judged = events.flatMap(event => (event.type === 'requirement' ? event.requirement : []))
  expect([...judged.slice(0, 2)].sort()).toEqual(ids)
  expect([...judged].sort()).toEqual(catalogue.map(({ id }) => id).sort())
  expect(early).toHaveLength(1)
  const [{ report: some, after }] = early as [{ report: Report; after: number }]
  expect(events.slice(0, after).filter(event => event.type === 'case' && !ids.includes(event.requirement))).toEqual([])
  expect(Object.keys(withVerdict(some, 'pass')).sort()).toEqual(ids)
  expect(withVerdict(some, 'not-selected')).toMatchObject({ 'v1-removed/name-tag': 'not-selected' })
  expect(some.exchanges.length).toBeGreaterThan(0)
  expect(some.exchanges.length).toBeLessThan(report.exchanges.length)
  expect(verdicts(report)).toEqual(verdicts(await runTwisted(undefined)))
})

test('what is not selected is not asked, though it is named first', async () => {
  let told = 0
  const report = await runTwisted(undefined, {
    first: ids,
    select: { suites: ['presence'], only: ['v1-*', 'presence/*'] },
    onFirst: () => {
      told += 1
    },
  })
  expect(report.requirements.find(({ id }) => id === 'v1-removed/name-tags')?.verdict).toBe('not-selected')
  expect(told).toBe(1)
})
