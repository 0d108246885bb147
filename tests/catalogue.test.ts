import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lifecycle, sentences } from '../contracts/lifecycle.ts'
import { reasonCodes } from '../contracts/results/reasons.ts'
import { inForce } from '../engine/plan.ts'
import { traceability } from '../engine/traceability.ts'
import { catalogue } from '../suites/catalogue.ts'
import { expectGenerated } from './support/pages/generated.ts'

const ids = catalogue.map(({ id }) => id)

describe('the catalogue', () => {
  it('has ids that are unique, of one form, and the same for ever', async () => {
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/)
    await expectGenerated(`${[...ids].sort().join('\n')}\n`, 'tests/snapshots/ids.txt', 'suites/catalogue.ts')
  })

  it.each(catalogue.map(requirement => [requirement.id, requirement] as const))(
    '%s says what it claims, why, how and what breaks it',
    (_id, requirement) => {
      expect(requirement.statement).toMatch(/^\S.*\.$/)
      expect(requirement.how.length).toBeGreaterThan(20)
      expect(requirement.fix.length).toBeGreaterThan(10)
      expect(requirement.source.sentence.length).toBeGreaterThan(10)
      expect(requirement.cases.length).toBeGreaterThan(0)
      expect(new Set(requirement.cases.map(({ name }) => name)).size).toBe(requirement.cases.length)
      expect(Object.keys(requirement.faults).length).toBeGreaterThan(0)
      for (const fault of Object.values(requirement.faults)) {
        expect(reasonCodes).toContain(fault.code)
        for (const [id, code] of Object.entries(fault.also ?? {})) {
          expect(ids).toContain(id)
          expect(reasonCodes).toContain(code)
        }
      }
      // The lifecycle document alone is the source of a must; the published reference of a should; standards of a may.
      if (requirement.level === 'must') expect(requirement.source.document).toBe('lifecycle')
      if (requirement.source.document === 'published-reference') expect(requirement.level).toBe('should')
      if (requirement.source.document.startsWith('RFC')) expect(requirement.level).toBe('may')
    },
  )
})

describe('traceability', () => {
  const rows = traceability(catalogue)

  it('maps every sentence to requirements or to a reason for leaving it out, and never to both', () => {
    expect(rows.length).toBeGreaterThan(80)
    const unmapped = rows.filter(
      ({ sentence, requirements }) => requirements.length === 0 && sentence.excluded === undefined,
    )
    expect(unmapped.map(({ sentence }) => sentence.key)).toEqual([])
    const both = rows.filter(({ sentence, requirements }) => requirements.length > 0 && sentence.excluded !== undefined)
    expect(both.map(({ sentence }) => sentence.key)).toEqual([])
  })

  it('has a digest that fits each sentence, and keys that are unique', () => {
    for (const { text, digest } of sentences)
      expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(digest)
    expect(new Set(sentences.map(({ key }) => key)).size).toBe(sentences.length)
  })

  it('has a sentence behind every requirement that rests on the document, and behind everything it covers', () => {
    const cited = new Set(rows.flatMap(({ requirements }) => requirements))
    for (const requirement of catalogue) {
      if (requirement.source.document === 'lifecycle') expect(cited).toContain(requirement.id)
      for (const key of requirement.covers ?? []) expect(sentences.map(sentence => sentence.key)).toContain(key)
    }
  })
})

describe('time travel', () => {
  const days = [...new Set([...lifecycle.changeHistory, ...lifecycle.deprecationLog].map(({ date }) => date))].sort()

  it.each(days)('has one set in force on %s', async day => {
    const set = catalogue.filter(requirement => inForce(requirement, day)).map(({ id }) => id)
    await expectGenerated(`${set.sort().join('\n')}\n`, `tests/snapshots/in-force-${day}.txt`, 'suites/catalogue.ts')
  })

  it('has nothing in force before the document begins', () => {
    expect(catalogue.filter(requirement => inForce(requirement, '2022-08-22'))).toEqual([])
  })
})
