import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonSentence } from '../../contracts/results/reasons.ts'
import type { Report } from '../../contracts/results/report.ts'
import { resultOf, summarise } from '../../engine/conclude.ts'
import type { RunInput } from '../../engine/options.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { digestOf } from '../../engine/reports/digest.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { withVerdict } from '../support/run.ts'
import { runContract, startMemory, twisted } from './support/run.ts'

let verifier: Awaited<ReturnType<typeof startMemory>>

beforeAll(async () => {
  verifier = await startMemory()
})

afterAll(() => verifier.close())

const faultOf = (id: string, name: string) => {
  const fault = catalogue.find(requirement => requirement.id === id)?.faults[name]
  if (!fault) throw new Error(`no fault ${id}/${name}`)
  return fault
}

describe('the reference hub', () => {
  test('conforms, leaves nothing behind, and its verdicts follow from the report', async () => {
    const report = await runContract(verifier)
    expect(report.result).toBe('conformant')
    expect(report.summary.must).toMatchObject({ verified: 58, inForce: 58 })
    expect(report.summary.should).toMatchObject({ verified: 12, inForce: 12 })
    expect(report.leftovers).toEqual([])
    const { equal, total, disagreements, open } = await verifyReport(report)
    expect([equal, disagreements, open]).toEqual([total, [], []])
  })

  test('is asked nothing that was not in force', async () => {
    const report = await runContract(verifier, undefined, { asOf: '2025-06-27' })
    const asked = report.requirements.filter(({ verdict }) => verdict !== 'not-applicable')
    expect(asked.length).toBeGreaterThan(36)
    expect(asked.every(({ since }) => since <= '2025-06-27')).toBe(true)
    expect(report.result).toBe('conformant')
  })
})

describe('what is missing leaves interactions untestable, and passes none', () => {
  test('write permission', async () => {
    const report = await runContract(verifier, undefined, { allowWrites: false })
    expect(withVerdict(report, 'fail')).toEqual({})
    const untestable = withVerdict(report, 'untestable')
    expect(untestable).toMatchObject({
      'pact/create-repository': 'need-writes',
      'pact/pat-create-expires-at': 'need-writes',
      'pact/pat-get-expires-at': 'need-writes',
      'pact/oat-delete': 'need-writes',
    })
    // What changes nothing, and the removed routes, are asked all the same.
    expect(Object.keys(withVerdict(report, 'pass'))).toEqual(
      expect.arrayContaining(['pact/v1-name-tags-delete', 'pact/get-repository', 'pact/oat-list']),
    )
    // A list without tokens shows nothing of a token.
    expect(withVerdict(report, 'inconclusive')).toMatchObject({ 'pact/pat-list-expires-at': 'no-items' })
    expect(report.result).toBe('incomplete')
    const methods = report.exchanges
      .filter(({ request }) => !request.url.includes('/v1/'))
      .map(({ request }) => request.method)
    expect([...new Set(methods)].sort()).toEqual(['GET', 'HEAD'])
  })

  test('credentials', async () => {
    const report = await runContract(verifier, undefined, { credentials: {} })
    expect(withVerdict(report, 'untestable')).toMatchObject({ 'pact/pat-list-expires-at': 'need-credentials' })
    expect(report.result).toBe('incomplete')
  })

  test('a repository that the hub does not make', async () => {
    const refuses = twisted(async (request, next) =>
      request.method === 'POST' && request.url.endsWith('/repositories')
        ? Response.json({ message: 'no more repositories' }, { status: 403 })
        : next(request),
    )
    const report = await runContract(verifier, refuses)
    expect(withVerdict(report, 'untestable')).toMatchObject({
      'pact/update-repository-immutable-tags': 'creation-failed',
    })
    // Only a success shows that the operation is there.
    expect(withVerdict(report, 'inconclusive')).toMatchObject({ 'pact/create-repository': 'no-success' })
    expect(withVerdict(report, 'fail')).toEqual({})
  })
})

test('a provider state that the run can neither find nor make is made by a setup function', async () => {
  const unlisted = twisted(async (request, next) =>
    new URL(request.url).pathname === '/v2/user/orgs' ? Response.json({ results: [] }) : next(request),
  )
  const made: string[] = []
  const judge = (input: Partial<RunInput>) =>
    runContract(verifier, unlisted, { fixtures: {}, select: { only: ['pact/oat-list'] }, ...input })
  expect(withVerdict(await judge({}), 'untestable')).toEqual({ 'pact/oat-list': 'need-org' })
  const organization = () => {
    made.push('organization')
    return { org: 'conformance-org', teardown: () => made.push('undone') }
  }
  expect(withVerdict(await judge({ setup: { organization } }), 'pass')).toHaveProperty('pact/oat-list')
  expect(made).toEqual(['organization', 'undone'])
})

describe("the verifier's word", () => {
  test('is in the report, for each interaction', async () => {
    const report = await runContract(verifier, twisted(faultOf('presence/get-repository', 'not-found').twist()))
    const found = report.requirements.find(({ id }) => id === 'pact/get-repository')
    const words = 'Expected status code 404 to be a Successful response (200–299)'
    expect(found).toMatchObject({ verdict: 'fail', reason: { code: 'pact-mismatch', values: { words } } })
    expect(found?.reason?.message).toBe(`Pact's verifier says: ${words}`)
    expect(found?.cases[0]).toMatchObject({
      attempts: 2,
      excerpts: [{ document: 'pact', from: 'interaction get-repository', text: words }],
    })
    for (const { verdict, cases } of report.requirements.filter(({ verdict }) => verdict === 'pass')) {
      expect(verdict).toBe('pass')
      expect(cases[0]?.excerpts).toEqual([expect.objectContaining({ document: 'pact', text: 'verified' })])
      expect(cases[0]?.evidence.length).toBeGreaterThan(0)
    }
    const { equal, total } = await verifyReport(report)
    expect(equal).toBe(total)
  })

  test('shows no secret that the hub puts where the verifier quotes it', async () => {
    const secrets: string[] = []
    const spilling = twisted(async (request, next) => {
      const response = await next(request)
      if (request.method !== 'POST' || !request.url.endsWith('/v2/access-tokens') || !response.ok) return response
      const body = (await response.json()) as Record<string, unknown>
      secrets.push(String(body.token))
      return Response.json({ ...body, expires_at: body.token }, { status: response.status })
    })
    const report = await runContract(verifier, spilling)
    const found = report.requirements.find(({ id }) => id === 'pact/pat-create-expires-at-form')
    expect(found?.reason?.message).toMatch(/Expected '\[secret-\d+\]' to match/)
    expect(secrets.length).toBeGreaterThan(3)
    const text = JSON.stringify(report)
    for (const secret of secrets) expect(text).not.toContain(secret)
  })

  test('counts for nothing where the answer says otherwise', async () => {
    const lying = {
      ...verifier,
      verify: async (...[, , ask]: Parameters<typeof verifier.verify>) => ({
        ok: true,
        words: [],
        answer: await ask(),
      }),
    }
    const broken = await runContract(lying, twisted(faultOf('presence/get-repository', 'not-found').twist()))
    expect(withVerdict(broken, 'inconclusive')).toMatchObject({ 'pact/get-repository': 'pact-disagrees' })
    expect(broken.result).toBe('incomplete')
    const denying = {
      ...verifier,
      verify: async (...[, , ask]: Parameters<typeof verifier.verify>) => ({
        ok: false,
        words: ['no'],
        answer: await ask(),
      }),
    }
    const honest = await runContract(denying)
    expect(withVerdict(honest, 'fail')).toEqual({})
    expect(withVerdict(honest, 'pass')).toEqual({})
  })

  test('that fails to come is an error, and no pass', async () => {
    const silent = {
      ...verifier,
      verify: async () => Promise.reject(new Error("the process of Pact's verifier ended: SIGSEGV")),
    }
    const report = await runContract(silent)
    expect(withVerdict(report, 'pass')).toEqual({})
    expect(withVerdict(report, 'error')['pact/get-repository']).toBe('suite-error')
  })
})

describe('a report that was edited', () => {
  type Draft<T> = T extends object ? { -readonly [Key in keyof T]: Draft<T[Key]> } : T

  const edited = async (honest: Report, edit: (draft: Draft<Report>) => void): Promise<readonly string[]> => {
    const draft: Draft<Report> = JSON.parse(JSON.stringify(honest))
    edit(draft)
    const report = draft as Report
    const summary = summarise(report.requirements)
    const whole = { ...report, summary, result: resultOf(summary) }
    return (await verifyReport({ ...whole, digest: digestOf(whole) })).disagreements.map(({ place }) => place)
  }

  const get = 'pact/get-repository'

  test('is found out: a failure made a pass, with the word of the verifier and without', async () => {
    const honest = await runContract(verifier, twisted(faultOf('presence/get-repository', 'not-found').twist()))
    const pass = (draft: Draft<Report>, text?: string): void => {
      for (const requirement of draft.requirements.filter(({ id }) => id === get))
        for (const each of [requirement, ...requirement.cases]) {
          each.verdict = 'pass'
          each.reason = null
          if (text !== undefined && 'excerpts' in each) for (const excerpt of each.excerpts) excerpt.text = text
        }
    }
    expect(await edited(honest, () => {})).toEqual([])
    expect(await edited(honest, draft => pass(draft))).toContain(get)
    expect(await edited(honest, draft => pass(draft, 'verified'))).toContain(get)
  })

  test('is found out: a pass made a failure, with words put into the mouth of the verifier', async () => {
    const honest = await runContract(verifier)
    const places = await edited(honest, draft => {
      const values = { words: 'expected 200 but was 404' }
      for (const requirement of draft.requirements.filter(({ id }) => id === get))
        for (const each of [requirement, ...requirement.cases]) {
          each.verdict = 'fail'
          each.reason = { code: 'pact-mismatch', values, message: reasonSentence('pact-mismatch', values) }
          if ('excerpts' in each) for (const excerpt of each.excerpts) excerpt.text = values.words
        }
    })
    expect(places).toContain(get)
  })
})
