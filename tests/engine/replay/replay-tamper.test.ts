import { beforeAll, describe, expect, it } from 'vitest'
import { reasonSentence } from '../../../contracts/results/reasons.ts'
import type { Report } from '../../../contracts/results/report.ts'
import { type Verdict, worst } from '../../../contracts/results/verdict.ts'
import { resultOf, summarise } from '../../../engine/conclude.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { digestOf } from '../../../engine/reports/digest.ts'
import { catalogue } from '../../../suites/catalogue.ts'
import { runTwisted } from '../../support/run.ts'

/** A report that may be edited. */
type Draft<T> = T extends object ? { -readonly [Key in keyof T]: Draft<T[Key]> } : T

const copy = (report: Report): Draft<Report> => JSON.parse(JSON.stringify(report))

/** Makes everything follow from an edit that follows from it, as who wants to deceive would. */
const covered = (draft: Draft<Report>): Report => {
  const report = draft as Report
  const summary = summarise(report.requirements)
  const whole = { ...report, summary, result: resultOf(summary) }
  return { ...whole, digest: digestOf(whole) }
}

const placesOf = async (report: Report): Promise<readonly string[]> =>
  (await verifyReport(report)).disagreements.map(({ place }) => place)

const fault = catalogue.find(({ id }) => id === 'v1-removed/name-tags')?.faults.delete
let honest: Report

beforeAll(async () => {
  const only = ['v1-removed/*', 'presence/*', 'access-tokens/list-expires-at']
  honest = await runTwisted(fault?.twist(), { select: { only } })
  expect(honest.result).toBe('non-conformant')
  expect((await verifyReport(copy(honest) as Report)).disagreements).toEqual([])
})

const other = (verdict: Verdict): Verdict => (verdict === 'pass' ? 'fail' : 'pass')

const reasonFor = (verdict: Verdict) =>
  verdict === 'pass'
    ? null
    : {
        code: 'not-gone' as const,
        values: { expected: 410, status: 200 },
        message: reasonSentence('not-gone', { expected: 410, status: 200 }),
      }

/** Flips requirements and what follows from them, and lists those that are found. */
const flipped = async (chosen: (id: string) => boolean): Promise<readonly string[]> => {
  const draft = copy(honest)
  for (const requirement of draft.requirements.filter(({ id }) => chosen(id))) {
    const verdict = other(requirement.verdict)
    for (const each of [requirement, ...requirement.cases]) {
      each.verdict = verdict
      each.reason = reasonFor(verdict)
    }
  }
  const places = new Set(await placesOf(covered(draft)))
  return honest.requirements.map(({ id }) => id).filter(id => places.has(id))
}

describe('a verdict that was flipped', () => {
  it('is seen, each for itself, whatever follows from it', async () => {
    const ids = honest.requirements.map(({ id }) => id)
    // Every other one, so that one that is found does not stand for its neighbour.
    for (const parity of [0, 1]) {
      const chosen = ids.filter((_, at) => at % 2 === parity)
      expect(await flipped(id => chosen.includes(id))).toEqual(chosen)
    }
  })

  it.each(catalogue.filter((_, at) => at % 12 === 0).map(({ id }) => id))('is seen alone (%s)', async id => {
    expect(await flipped(each => each === id)).toEqual([id])
  })

  it('is seen in a single case', async () => {
    const draft = copy(honest)
    const expected: string[] = []
    for (const requirement of draft.requirements) {
      const [kase] = requirement.cases
      if (!kase) continue
      kase.verdict = other(kase.verdict)
      kase.reason = reasonFor(kase.verdict)
      requirement.verdict = worst(requirement.cases.map(({ verdict }) => verdict))
      requirement.reason = requirement.cases.find(({ verdict }) => verdict === requirement.verdict)?.reason ?? null
      expected.push(`${requirement.id}, ${kase.name}`)
    }
    const places = await placesOf(covered(draft))
    expect(expected.length).toBeGreaterThan(30)
    expect(expected.filter(place => !places.includes(place))).toEqual([])
  })

  it('is seen where it was hidden as not selected', async () => {
    const draft = copy(honest)
    const failed = draft.requirements.find(({ verdict }) => verdict === 'fail')
    if (!failed) throw new Error('nothing failed')
    failed.verdict = 'not-selected'
    failed.reason = { code: 'not-selected', values: {}, message: 'not selected' }
    failed.cases = []
    expect(await placesOf(covered(draft))).toContain(failed.id)
  })
})

describe('an exchange that was edited', () => {
  it('is seen by the digest, whatever verdict rests on it', async () => {
    for (const [at] of honest.exchanges.entries()) {
      if (at % 100 > 0) continue
      const draft = copy(honest)
      const response = draft.exchanges[at]?.response
      if (response) response.status = response.status === 200 ? 204 : 200
      expect(await placesOf(draft as Report)).toContain('digest')
    }
  })

  it('is seen by the verdict that rests on it', async () => {
    for (const requirement of honest.requirements) {
      const [id] = requirement.cases[0]?.evidence ?? []
      if (!requirement.id.startsWith('v1-removed/') || id === undefined) continue
      const draft = copy(honest)
      const response = draft.exchanges.find(exchange => exchange.id === id)?.response
      if (response) response.status = response.status === 410 ? 404 : 410
      const places = await placesOf(covered(draft))
      expect(places.some(place => place.startsWith(requirement.id))).toBe(true)
    }
  })

  it('is seen where it shows that something exists', async () => {
    const draft = copy(honest)
    const fixture = draft.fixtures.find(({ need }) => need === 'repository')
    const { witness } = (fixture?.value ?? {}) as { witness?: { exchange: string } }
    const shown = draft.exchanges.find(({ id }) => id === witness?.exchange)
    if (!shown?.response) throw new Error('nothing shows that it exists')
    shown.response.status = 404
    expect(await placesOf(covered(draft))).toContain('fixture repository')
  })

  it('is seen where it only was marked as repeated', async () => {
    const draft = copy(honest)
    const exchange = draft.exchanges.find(({ response }) => response?.status === 410)
    if (exchange) exchange.repeated = 'limit'
    expect((await verifyReport(draft as Report)).disagreements.map(({ place }) => place)).toEqual(['digest'])
    const limited = copy(honest)
    const first = limited.exchanges.find(({ response }) => response?.status === 410)
    if (first?.response) {
      first.repeated = 'limit'
      first.response.status = 429
    }
    expect((await verifyReport(covered(limited))).disagreements.length).toBeGreaterThan(0)
  })
})

describe('an exchange that is missing', () => {
  it('is seen where only its record was taken out', async () => {
    for (const [at, { id }] of honest.exchanges.entries()) {
      if (at % 150 > 0) continue
      const draft = copy(honest)
      draft.exchanges.splice(at, 1)
      const { disagreements } = await verifyReport(covered(draft))
      expect(disagreements.some(({ says }) => says === `the exchange ${id} is not in the report`)).toBe(true)
    }
  })

  it('is seen where everything that names it was taken out as well', async () => {
    for (const [at, { id }] of honest.exchanges.entries()) {
      if (at % 150 > 0) continue
      const draft = copy(honest)
      draft.exchanges.splice(at, 1)
      const kept = (ids: string[]): string[] => ids.filter(each => each !== id)
      for (const fixture of draft.fixtures) fixture.exchanges = kept(fixture.exchanges)
      for (const { cases } of draft.requirements)
        for (const kase of cases) {
          kase.exchanges = kept(kase.exchanges)
          kase.evidence = kept(kase.evidence)
        }
      expect((await verifyReport(covered(draft))).disagreements.length).toBeGreaterThan(0)
    }
  })

  it('and one too many are seen', async () => {
    const draft = copy(honest)
    const [first] = draft.exchanges
    const kase = draft.requirements.find(({ cases }) => cases.length > 0)?.cases[0]
    if (!first || !kase) throw new Error('the report is empty')
    draft.exchanges.push({ ...first, id: 'x99999' })
    expect(await placesOf(covered(draft))).toEqual(['x99999'])
    kase.exchanges.push('x99999')
    expect(await placesOf(covered(draft))).not.toEqual([])
  })
})

describe('anything else that was edited', () => {
  const edits: Readonly<Record<string, (draft: Draft<Report>) => unknown>> = {
    result: draft => {
      draft.result = 'conformant'
    },
    summary: draft => {
      draft.summary.must.counts.fail = 0
    },
    digest: draft => {
      draft.leftovers.push({ kind: 'repository', name: 'x', url: 'http://hub.invalid/x', why: 'x' })
    },
    'v1-removed/name-tags': draft => {
      const requirement = draft.requirements.find(({ id }) => id === 'v1-removed/name-tags')
      if (requirement) requirement.level = 'may'
    },
    'v1-removed/name-images': draft => {
      draft.requirements = draft.requirements.filter(({ id }) => id !== 'v1-removed/name-images')
    },
    'fixture own-repository': draft => {
      const fixture = draft.fixtures.find(({ need }) => need === 'own-repository')
      if (fixture) fixture.value = { ...(fixture.value as object), repository: 'another' }
    },
    'binding GetRepository': draft => {
      const binding = draft.bindings.find(({ operation }) => operation === 'GetRepository')
      if (binding) binding.path = '/elsewhere'
    },
  }

  it.each(Object.entries(edits))('%s is seen', async (place, edit) => {
    const draft = copy(honest)
    edit(draft)
    expect(await placesOf(draft as Report)).toContain(place)
  })

  it('a message is seen', async () => {
    const draft = copy(honest)
    const failed = draft.requirements.find(({ verdict }) => verdict === 'fail')
    if (failed?.reason) failed.reason.message = 'all is well'
    const { disagreements } = await verifyReport(covered(draft))
    expect(disagreements).toEqual([
      { place: failed?.id, says: 'the message of the reason not-gone is not the sentence of its values' },
    ])
  })

  it('the seed is seen, and the time of the start', async () => {
    const seed = copy(honest)
    seed.seed++
    expect((await verifyReport(covered(seed))).disagreements.length).toBeGreaterThan(1)
    const start = copy(honest)
    start.startedAt = '2020-01-01T00:00:00.000Z'
    expect((await verifyReport(covered(start))).disagreements.length).toBeGreaterThan(1)
  })
})

describe('what is no edit', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, inner]) => [key, reversed(inner)]),
    )
  }

  it('the order of keys', async () => {
    const { disagreements, equal, total } = await verifyReport(reversed(copy(honest)) as Report)
    expect(disagreements).toEqual([])
    expect(equal).toBe(total)
  })
})

describe('a report of another version', () => {
  it('is verified as far as it can be, and says so', async () => {
    const draft = copy(honest)
    draft.tool.version = '0.0.1'
    const [first] = draft.requirements
    if (!first) throw new Error('the report is empty')
    draft.requirements[0] = { ...first, id: 'v1-removed/of-old' }
    const { open, notes, disagreements, equal, total } = await verifyReport(covered(draft))
    expect(open).toEqual([{ place: 'v1-removed/of-old', says: 'this version has no such requirement' }])
    expect(notes.join('\n')).toContain('made by hub-conformance 0.0.1')
    expect(notes.join('\n')).toContain('1 requirement')
    expect(disagreements).toEqual([])
    expect(equal).toBe(total - 1)
  })
})

describe('a secret that took something with it', () => {
  it('leaves a verdict open', async () => {
    const draft = copy(honest)
    const kase = draft.requirements.find(({ id }) => id === 'access-tokens/list-expires-at')?.cases[0]
    for (const exchange of draft.exchanges)
      if (kase?.evidence.includes(exchange.id) && exchange.response)
        exchange.response.body = exchange.response.body.replace(/"count":\s*\d+/, '"count": [secret-1]')
    const { open } = await verifyReport(covered(draft))
    expect(open.map(({ place }) => place)).toContain('access-tokens/list-expires-at')
  })
})
