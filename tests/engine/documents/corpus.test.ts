import { expect, test } from 'vitest'
import { checkDocs } from '../../../engine/run.ts'
import { withVerdict } from '../../support/run.ts'
import { broken, conforming, type Sample, unreadable } from './corpus.ts'
import * as layouts from './layouts.ts'
import * as probes from './probes.ts'
import * as forms from './written-forms.ts'

const judge = async ({ kind, text, from }: Sample) =>
  checkDocs({ documents: { [kind]: { from: from ?? 'page.md', text } }, select: { levels: ['must'] } })

test.each(
  [...conforming, ...probes.conforming, ...layouts.conforming, ...forms.conforming].map(
    sample => [`${sample.kind}: ${sample.name}`, sample] as const,
  ),
)('conforms: %s', async (_, sample) => {
  const report = await judge(sample)
  expect(withVerdict(report, 'error')).toEqual({})
  expect(withVerdict(report, 'fail')).toEqual({})
  expect(withVerdict(report, 'inconclusive')).toEqual({})
})

test.each(
  [...broken, ...probes.broken, ...layouts.broken, ...forms.broken].map(
    sample => [`${sample.kind}: ${sample.name}`, sample] as const,
  ),
)('is broken: %s', async (_, sample) => {
  const report = await judge(sample)
  expect(withVerdict(report, 'error')).toEqual({})
  expect({ ...withVerdict(report, 'fail'), ...withVerdict(report, 'inconclusive') }).not.toEqual({})
})

test.each([...unreadable, ...probes.unreadable].map(sample => [sample.name, sample] as const))(
  'is left open: %s',
  async (_, sample) => {
    const report = await judge(sample)
    expect(withVerdict(report, 'error')).toEqual({})
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).not.toEqual({})
  },
)

test('a row of another product with a v1 is not that of the v1 API', async () => {
  const text = '| Item | Status | Date |\n|---|---|---|\n| `compose` v1 (Python) | Removed | 2023-07-01 |\n'
  const report = await judge({ name: 'compose', kind: 'deprecationLog', text })
  expect(JSON.stringify(report.requirements.find(({ id }) => id === 'deprecation-log/v1-api'))).toContain(
    'has no row for the v1 API',
  )
})
