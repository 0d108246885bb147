import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import { reporters } from '../../reporters/index.ts'
import type { Reporter } from '../../reporters/reporter.ts'
import { conformant, mixed } from './fixtures/reports.ts'

const without = (report: Report): Report => ({ ...report, options: { ...report.options, insecure: true } })

describe.each(Object.entries(reporters) as [string, Reporter][])('%s', (_, { render }) => {
  test.each([
    ['conformant', conformant],
    ['non-conformant', mixed],
  ])('says of a %s run whose certificates were not verified that they were not', (_name, report) => {
    const loud = /insecure/gi
    const marked = (text: string): number => [...text.matchAll(loud)].length
    expect(
      marked(render(without(report), { columns: 80 })),
      `its reporter in reporters/index.ts says "insecure" where certificates were not verified`,
    ).toBeGreaterThan(marked(render(report, { columns: 80 })))
  })
})

test('an attestation of such a run passes nothing without a warning, and its badge is not green', () => {
  const attestation = JSON.parse(reporters['in-toto'].render(without(conformant))) as { predicate: { result: string } }
  expect(attestation.predicate.result).toBe('WARNED')
  expect(reporters.badge.render(conformant)).toContain('brightgreen')
  expect(reporters.badge.render(without(conformant))).not.toContain('green')
})
