import { describe, expect, it } from 'vitest'
import type { Answered, Exchange } from '../../contracts/exchange.ts'
import type { Case, Probe, Requirement } from '../../contracts/requirement.ts'
import {
  type Excerpt,
  exempt,
  type Finding,
  holds,
  Missing,
  masked,
  NoAnswer,
  Unreadable,
  unclear,
  violated,
} from '../../contracts/results/finding.ts'
import {
  type Attempt,
  attemptsOf,
  caseKey,
  type JudgedCase,
  judgeAll,
  judgeCase,
  judgeRequirement,
} from '../../engine/judge.ts'
import type { RunInput } from '../../engine/options.ts'
import type { Planned } from '../../engine/plan.ts'
import { exchange } from '../reporters/fixtures/report.ts'

const made = (id: string, parts = {}): Exchange => exchange(id, parts) as unknown as Exchange
const [one, two, three] = [made('1'), made('2'), made('3')]
const excerpt: Excerpt = { document: 'reference', from: 'a.yaml', text: 'paths' }

/** A case whose attempts find these, one after the other, and record these exchanges. */
const judged = (
  findings: readonly (Finding | (() => never))[],
  recorded: readonly (readonly Exchange[])[] = [[one], [two]],
): Promise<JudgedCase> => {
  let turn = 0
  const check = async (): Promise<Finding> => {
    const next = findings[turn++]
    if (next === undefined) throw new Error('asked too often')
    return typeof next === 'function' ? next() : next
  }
  const attempt: Attempt = at => ({ probe: {} as Probe, exchanges: recorded[at - 1] ?? [] })
  return judgeCase({ name: 'GET', check } as unknown as Case, attempt)
}

const throwing = (error: unknown) => () => {
  throw error
}

describe('a finding', () => {
  it.each<readonly [string, Finding, Partial<JudgedCase>]>([
    ['that holds passes', holds(one), { verdict: 'pass', reason: null, masked: false }],
    [
      'that is exempt does not apply',
      exempt('not-gone', { status: 1 }, one),
      { verdict: 'not-applicable', reason: { code: 'not-gone', values: { status: 1 } }, masked: false },
    ],
    [
      'that is masked is open, and left to its siblings',
      masked('not-gone', {}, one),
      { verdict: 'inconclusive', reason: { code: 'not-gone', values: {} }, masked: true },
    ],
    [
      'that is unclear is open',
      unclear('not-gone', {}, one),
      { verdict: 'inconclusive', reason: { code: 'not-gone', values: {} }, masked: false },
    ],
  ])('%s', async (_, finding, expected) => {
    expect(await judged([finding])).toEqual({
      name: 'GET',
      attempts: 1,
      exchanges: [one],
      evidence: [one],
      excerpts: [],
      ...expected,
    })
  })

  it('rests on exchanges and excerpts, also on exchanges that another case recorded', async () => {
    expect(await judged([holds(three, excerpt, one)])).toMatchObject({
      exchanges: [one, three],
      evidence: [three, one],
      excerpts: [excerpt],
    })
  })
})

describe('a failure', () => {
  const failure = violated('not-gone', { status: 200 }, one)

  it('is asked again, and fails where it fails again', async () => {
    expect(await judged([failure, violated('catch-all', {}, two)], [[one], [one, two]])).toMatchObject({
      verdict: 'fail',
      reason: { code: 'not-gone', values: { status: 200 } },
      attempts: 2,
      exchanges: [one, two],
      evidence: [one],
      masked: false,
    })
  })

  it('that holds when asked again is flaky', async () => {
    expect(await judged([failure, holds(two)])).toMatchObject({
      verdict: 'inconclusive',
      reason: { code: 'flaky', values: { first: expect.stringContaining('from a removed v1 route') } },
      attempts: 2,
      exchanges: [one, two],
      evidence: [one, two],
      masked: false,
    })
  })

  describe.each([unclear('not-gone', {}, two), exempt('not-gone', {}, two), masked('not-gone', {}, two)])(
    'that is not seen when asked again is asked for once more: $kind',
    unseen => {
      it.each([
        [failure, 'fail', 'not-gone'],
        [holds(two), 'inconclusive', 'flaky'],
        [unseen, 'inconclusive', 'flaky'],
      ] as const)('%#', async (last, verdict, code) => {
        expect(await judged([failure, unseen, last])).toMatchObject({ verdict, reason: { code }, attempts: 3 })
      })
    },
  )

  it('that is not seen soon is waited for as long as the first time', async () => {
    const asked: boolean[] = []
    const findings = [failure, unclear('not-gone', {}, two), failure]
    await judgeCase({ name: 'GET', check: async () => findings[asked.length - 1] ?? failure }, (_at, confirms) => {
      asked.push(confirms)
      return { probe: {} as Probe, exchanges: [one] }
    })
    expect(asked).toEqual([false, true, false])
  })

  it('that cannot be asked again is what came of that', async () => {
    expect(await judged([failure, throwing(new Missing('need-org'))])).toMatchObject({
      verdict: 'untestable',
      reason: { code: 'need-org' },
      attempts: 2,
      exchanges: [one, two],
    })
  })

  it('that needed no request is not asked again', async () => {
    expect(await judged([violated('not-gone', {}, excerpt)], [[]])).toMatchObject({ verdict: 'fail', attempts: 1 })
  })
})

describe('a case that gave way to others', () => {
  /** What is asked, and the turns that are waited for, where so many attempts give way. */
  const asked = async (waits: number, finding: Finding): Promise<readonly unknown[]> => {
    const order: unknown[] = []
    const gaveWay: Exchange = { ...made('4'), repeated: 'turn' }
    const attempt: Attempt = (at, confirms) => {
      order.push([at, confirms])
      return { probe: {} as Probe, exchanges: at <= waits ? [three, gaveWay] : [one] }
    }
    const turn = async () => {
      order.push('turn')
    }
    await judgeCase({ name: 'GET', check: async () => finding }, attempt, turn)
    return order
  }

  it('runs again when it is its turn, four times at most', async () => {
    expect(await asked(0, holds(one))).toEqual([[1, false]])
    expect(await asked(2, holds(one))).toEqual([[1, false], 'turn', [2, false], 'turn', [3, false]])
    expect(await asked(9, holds(one))).toHaveLength(4 + 3)
  })

  it('runs again at once where no turn is waited for', async () => {
    const gaveWay: Exchange = { ...made('4'), repeated: 'turn' }
    const attempt: Attempt = at => ({ probe: {} as Probe, exchanges: [at === 1 ? gaveWay : one] })
    const check = async (): Promise<Finding> => holds(one)
    expect(await judgeCase({ name: 'GET', check }, attempt)).toMatchObject({ verdict: 'pass', attempts: 2 })
  })

  it('confirms a failure after that', async () => {
    expect(await asked(1, violated('not-gone', {}, one))).toEqual([[1, false], 'turn', [2, false], [3, true]])
  })
})

it('a document that is missing is so for the reason that its fixture gives', async () => {
  const needs: string[] = []
  const reasonOf = async (thrown: Error, why?: Missing) => {
    const probe = {
      fixture: async (need: string) => {
        needs.push(need)
        if (why) throw why
      },
    } as unknown as Probe
    const check = async (): Promise<Finding> => {
      throw thrown
    }
    const { reason } = await judgeCase({ name: 'GET', check }, () => ({ probe, exchanges: [] }))
    return reason?.code
  }
  const refused = new Missing('document-refused', {})
  expect(await reasonOf(new Missing('need-changelog'), refused)).toBe('document-refused')
  expect(await reasonOf(new Missing('need-reference'))).toBe('need-reference')
  expect(needs).toEqual(['changelog', 'reference'])
  expect(await reasonOf(new Missing('need-org'), refused)).toBe('need-org')
  expect(await reasonOf(new Error('mistake'), refused)).toBe('suite-error')
  expect(needs).toHaveLength(2)
})

describe('what a check throws', () => {
  it.each<readonly [string, unknown, Partial<JudgedCase>]>([
    [
      'is missing: untestable',
      new Missing('need-org', { a: 1 }),
      { verdict: 'untestable', reason: { code: 'need-org', values: { a: 1 } }, evidence: [] },
    ],
    [
      'is no answer: inconclusive',
      new NoAnswer(made('4', { failure: 'reset' })),
      { verdict: 'inconclusive', evidence: [made('4', { failure: 'reset' })] },
    ],
    [
      'cannot be read: inconclusive',
      new Unreadable('not-gone', { b: 2 }, [one as Answered]),
      { verdict: 'inconclusive', reason: { code: 'not-gone', values: { b: 2 } }, evidence: [one] },
    ],
    [
      'is a mistake of ours: error',
      new Error('broken'),
      { verdict: 'error', reason: { code: 'suite-error', values: { message: 'broken' } }, evidence: [] },
    ],
    [
      'is anything: error',
      'broken',
      { verdict: 'error', reason: { code: 'suite-error', values: { message: 'broken' } }, evidence: [] },
    ],
  ])('%s', async (_, error, expected) => {
    expect(await judged([throwing(error)])).toMatchObject({ ...expected, attempts: 1, masked: false })
  })
})

describe('a finding on another resource', () => {
  const owned: Readonly<Record<string, string>> = { GetRepository: '/v2/repositories/{repository}', 'pat.get': '/v2/x' }
  const judge = async (finding: Finding, paths = owned): Promise<JudgedCase> => {
    const bind = (operation: string) => ({ operation, method: 'GET', path: paths[operation] ?? '/v2/things' })
    const attempt: Attempt = () => ({ probe: { bind } as unknown as Probe, exchanges: [] })
    return judgeCase({ name: 'GET', check: async () => finding } as unknown as Case, attempt)
  }
  const unnamed = (operation: string, owner: string) => ({
    verdict: 'inconclusive',
    reason: { code: 'owner-unnamed', values: { operation, owner } },
    evidence: [one],
  })

  it.each([
    'other-namespace',
    'other-repository',
    'other-resource',
    'other-thing',
    'created-not-found',
    'missing-like-existing',
    'not-listed',
    'still-there',
  ] as const)('is unclear where the request did not name whose it is: %s', async code => {
    const values = { operation: 'GetRepository' }
    const open = unnamed('GetRepository', 'namespace')
    expect(await judge(violated(code, values, one))).toMatchObject(open)
    expect(await judge(unclear(code, values, one))).toMatchObject(open)
    const named = { GetRepository: '/v2/namespaces/{namespace}/repositories/{repository}' }
    expect(await judge(violated(code, values, one), named)).toMatchObject({ verdict: 'fail', reason: { code, values } })
  })

  it.each([
    ['no-entry', 'audit.events', 'organization'],
    ['entry-of-other-kind', 'audit.events', 'organization'],
    ['listed-unreadable', 'listNamespaceRepositories', 'namespace'],
  ] as const)('is about an operation that it need not name: %s', async (code, operation, owner) => {
    const found = (values: { readonly operation?: string | number }) => judge(violated(code, values, one))
    for (const values of [{}, { operation: 7 }, { operation: 'toString' }])
      expect(await found(values)).toMatchObject(unnamed(operation, owner))
  })

  it('stays where it says nothing false, and where it is of another sort', async () => {
    const values = { operation: 'GetRepository' }
    expect(await judge(exempt('not-listed', values, one))).toMatchObject({ verdict: 'not-applicable' })
    expect(await judge(masked('not-listed', values, one))).toMatchObject({ reason: { code: 'not-listed' } })
    expect(await judge(violated('not-gone', values, one))).toMatchObject({ verdict: 'fail' })
    expect(await judge(violated('not-listed', {}, one))).toMatchObject({ verdict: 'fail' })
  })
})

describe('a requirement', () => {
  const kase = (name: string, verdict: JudgedCase['verdict'], isMasked = false): JudgedCase => ({
    name,
    verdict,
    reason: verdict === 'pass' ? null : { code: 'not-gone', values: { name } },
    attempts: 1,
    exchanges: [],
    evidence: [],
    excerpts: [],
    masked: isMasked,
  })

  it('without cases is an error, and never a pass', () => {
    expect(judgeRequirement([])).toEqual({
      verdict: 'error',
      reason: { code: 'nothing-judged', values: {} },
      cases: [],
    })
  })

  it('takes the worst verdict with the reason of the first case that has it', () => {
    const cases = [kase('a', 'pass'), kase('b', 'inconclusive'), kase('c', 'fail'), kase('d', 'fail')]
    expect(judgeRequirement(cases)).toEqual({
      verdict: 'fail',
      reason: { code: 'not-gone', values: { name: 'c' } },
      cases,
    })
    expect(judgeRequirement([kase('a', 'pass')])).toMatchObject({ verdict: 'pass', reason: null })
  })

  it('leaves a masked case to a sibling that showed the claim, and else open', () => {
    const hidden = kase('b', 'inconclusive', true)
    expect(judgeRequirement([kase('a', 'pass'), hidden])).toEqual({
      verdict: 'pass',
      reason: null,
      cases: [kase('a', 'pass'), { ...hidden, verdict: 'not-applicable' }],
    })
    expect(judgeRequirement([kase('a', 'not-applicable'), hidden])).toMatchObject({ verdict: 'inconclusive' })
    expect(judgeRequirement([kase('a', 'pass'), kase('b', 'inconclusive')])).toMatchObject({ verdict: 'inconclusive' })
  })

  it('passes for no reason, also where a case that passed has one', () => {
    const passed = { ...kase('a', 'pass'), reason: { code: 'not-gone', values: {} } } as JudgedCase
    expect(judgeRequirement([passed]).reason).toBeNull()
  })
})

describe('all that is planned', () => {
  const requirement = (id: string, ...checks: Case['check'][]): Requirement =>
    ({ id, cases: checks.map((check, at) => ({ name: `case ${at}`, check })) }) as unknown as Requirement
  const planned = (id: string, ...checks: Case['check'][]): Planned => ({
    requirement: requirement(id, ...checks),
    skip: null,
  })
  const skipped: Planned = {
    requirement: requirement('a/skipped', async () => holds(one)),
    skip: { verdict: 'not-applicable', reason: { code: 'not-in-force', values: {} } },
  }
  const keys: string[] = []
  const probeOf = (key: string) => {
    keys.push(key)
    return {} as Probe
  }
  const pass = async (): Promise<Finding> => holds(one)

  it('is judged in its order, and tells how far it is', async () => {
    const told: unknown[] = []
    const entries = [planned('a/x', pass, pass), skipped, planned('a/y', pass)]
    const all = await judgeAll(entries, probeOf, event => told.push(event))
    expect(all.map(({ requirement: { id }, verdict, cases }) => [id, verdict, cases.length])).toEqual([
      ['a/x', 'pass', 2],
      ['a/skipped', 'not-applicable', 0],
      ['a/y', 'pass', 1],
    ])
    expect(all[1]?.reason).toEqual({ code: 'not-in-force', values: {} })
    expect(told[0]).toEqual({ type: 'plan', requirements: 2, cases: 3 })
    expect(told).toContainEqual({ type: 'case', requirement: 'a/x', name: 'case 1', verdict: 'pass' })
    expect(told).toContainEqual({ type: 'requirement', requirement: 'a/y', verdict: 'pass' })
    expect(told).toHaveLength(1 + 3 + 2)
    expect(keys).toEqual(expect.arrayContaining(['a/x case 0 1', 'a/x case 1 1', 'a/y case 0 1']))
  })

  it('judges last what depends on what others received, also of a requirement that is to be first', async () => {
    const order: string[] = []
    const noting = (name: string) => async (): Promise<Finding> => {
      order.push(name)
      return holds(one)
    }
    const withLast = (id: string): Planned => {
      const { requirement, skip } = planned(id, noting(`${id} 1`), noting(`${id} last`))
      const cases = requirement.cases.map((kase, at) => ({ ...kase, ...(at === 1 && { last: true as const }) }))
      return { requirement: { ...requirement, cases }, skip }
    }
    const entries = [withLast('a/x'), planned('a/y', noting('a/y 1')), withLast('a/z')]
    const all = await judgeAll(entries, probeOf, undefined, 1, { ids: ['a/x'], done: () => order.push('done') })
    expect(order).toEqual(['a/x 1', 'a/y 1', 'a/z 1', 'a/x last', 'a/z last'])
    expect(all.map(({ cases }) => cases.map(({ name }) => name))).toEqual([
      ['case 0', 'case 1'],
      ['case 0'],
      ['case 0', 'case 1'],
    ])
  })

  it('has its places in the queue in its order', async () => {
    const places: (number | undefined)[] = []
    const noting = (_: string, recorder: { readonly order?: number }) => {
      places.push(recorder.order)
      return {} as Probe
    }
    await judgeAll([planned('a/x', pass, pass), planned('a/y', pass)], noting as never, undefined)
    expect(places).toEqual([0, 1, 2])
  })

  it('begins with what is to be first, and tells when that is done', async () => {
    const order: string[] = []
    const noting = (name: string) => async (): Promise<Finding> => {
      order.push(name)
      return holds(one)
    }
    const done: unknown[] = []
    const entries = [planned('a/x', noting('x')), planned('a/y', noting('y')), skipped]
    const first = {
      ids: ['a/y', 'a/skipped'],
      done: (now: Awaited<ReturnType<typeof judgeAll>>) =>
        done.push(now.map(({ verdict, reason, cases }) => [verdict, reason?.code ?? null, cases.length])),
    }
    await judgeAll(entries, probeOf, undefined, 4, first)
    expect(order).toEqual(['y', 'x'])
    expect(done).toEqual([
      [
        ['not-selected', 'not-selected', 0],
        ['pass', null, 1],
        ['not-applicable', 'not-in-force', 0],
      ],
    ])
  })

  it('tells nothing of a first part where there is none, or nothing else', async () => {
    const done: unknown[] = []
    const tell = () => done.push(1)
    await judgeAll([planned('a/x', pass)], probeOf, undefined, 4, { ids: [], done: tell })
    await judgeAll([planned('a/x', pass)], probeOf, undefined, 4, { ids: ['a/x'], done: tell })
    await judgeAll([planned('a/x', pass), skipped], probeOf, undefined, 4, { ids: ['a/skipped'], done: tell })
    expect(done).toEqual([])
  })

  it('begins and ends each case at the limit of tokens, also one that fails to be judged', async () => {
    const calls: string[] = []
    const limit = { begin: (key: string) => calls.push(`begin ${key}`), end: (key: string) => calls.push(`end ${key}`) }
    const broken: RunInput['onProgress'] = event => {
      if (event.type === 'case') throw new Error('broken')
    }
    await expect(judgeAll([planned('a/x', pass)], probeOf, broken, 4, undefined, limit as never)).rejects.toThrow(
      'broken',
    )
    expect(calls).toEqual(['begin a/x case 0', 'end a/x case 0'])
  })

  it('waits for its turn at the limit of tokens where a case gave way', async () => {
    const waited: string[] = []
    const retry = async (key: string) => waited.push(key)
    const limit = { begin: () => undefined, end: () => undefined, retry }
    const givingWay = (key: string, recorder: { readonly exchanges: Exchange[] }) => {
      if (key.endsWith(' 1')) recorder.exchanges.push({ ...made('4'), repeated: 'turn' })
      return {} as Probe
    }
    const judge = (given?: object) =>
      judgeAll([planned('a/x', pass)], givingWay as never, undefined, 4, undefined, given as never)
    expect((await judge(limit))[0]?.cases[0]?.attempts).toBe(2)
    expect(waited).toEqual(['a/x case 0'])
    expect((await judge())[0]?.cases[0]?.attempts).toBe(2)
  })

  it('has no more than sixteen requirements under way, or twice the requests at a time', async () => {
    const most = async (concurrency: number): Promise<number> => {
      let now = 0
      let highest = 0
      const slow = async (): Promise<Finding> => {
        highest = Math.max(highest, ++now)
        await new Promise(resolve => setImmediate(resolve))
        now--
        return holds(one)
      }
      await judgeAll(
        Array.from({ length: 60 }, (_, at) => planned(`a/${at}`, slow)),
        probeOf,
        undefined,
        concurrency,
      )
      return highest
    }
    expect(await most(1)).toBe(16)
    expect(await most(12)).toBe(24)
  })
})

it('gives each attempt at a case a probe and a place in the queue of its own', () => {
  const keys: string[] = []
  const kase = { name: 'GET' } as Case
  const requirement = { id: 'a/x' } as Requirement
  const attempt = attemptsOf(requirement, kase, key => {
    keys.push(key)
    return {} as Probe
  })
  expect(attempt(1, false).exchanges).not.toBe(attempt(2, true).exchanges)
  expect(keys).toEqual(['a/x GET 1', 'a/x GET 2'])
  expect(caseKey(requirement, kase)).toBe('a/x GET')
})
