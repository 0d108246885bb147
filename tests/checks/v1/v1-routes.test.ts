import { describe, expect, it } from 'vitest'
import { ordinaryNames } from '../../../checks/v1/factors.ts'
import {
  judgeGone,
  judgeGoneAnswer,
  judgeWithEither,
  namesFor,
  v1Path,
  v1RouteOf,
  v1RoutesOf,
} from '../../../checks/v1-routes.ts'
import type { Answered, HeaderList } from '../../../contracts/exchange.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import type { Ask } from '../../../contracts/requirement.ts'
import { type Finding, holds, masked, violated } from '../../../contracts/results/finding.ts'
import { answered, probeOf } from '../answers/answered.ts'

const names = { namespace: 'n', name: 'r', tag: 't' }

describe('a path of v1', () => {
  it('has its parameters filled in, and is told again', () => {
    const paths = lifecycle.v1Routes.map(route => v1Path(route, names))
    expect(paths).toContain('/v1/repositories/n/r/tags/t')
    for (const [at, path] of paths.entries()) {
      expect(v1RouteOf(path)).toBe(lifecycle.v1Routes[at])
      expect(v1RouteOf(`${path}/`)).toBe(lifecycle.v1Routes[at])
      expect(v1RouteOf(`${path}/more/than/that`)).toBeUndefined()
    }
    expect(v1RoutesOf('/v1/repositories/a/tags/tags')).toHaveLength(2)
    expect(v1RoutesOf('/v2/repositories/r/tags')).toEqual([])
  })

  it('has names that nobody has where something could change', () => {
    const { probe } = probeOf({})
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(namesFor(probe, method, names)).toBe(names)
    expect(namesFor(probe, 'DELETE', names)).toEqual({ ...names, name: 'r-v1' })
    const long = { ...names, name: 'r'.repeat(300) }
    expect(namesFor(probe, 'DELETE', long).name).toBe(`${'r'.repeat(297)}-v1`)
  })
})

const status = (code: number, headers: HeaderList = [], url = 'http://hub/v1/x'): Answered =>
  answered(`${code}`, { status: code, headers, url })

/** Judges a request of a hub that answers as told: by the path of a control, else by the status of any other. */
const judging = (
  answers: Readonly<Record<string, Answered>>,
  { other = status(404), fixtures = [] as readonly string[], witness = null as Answered | null } = {},
) => {
  const controls: Ask[] = []
  const sent: Ask[] = []
  const { probe, calls, values } = probeOf(answers, {
    control: async ask => {
      controls.push(ask)
      return answers[`${ask.method} ${ask.path}`] ?? answers[ask.path] ?? other
    },
    send: async ask => {
      sent.push(ask)
      return answers[`sent ${sent.length}`] ?? status(410)
    },
    hasFixture: async need => fixtures.includes(need),
    fixture: (async (need: string) => {
      if (!fixtures.includes(need)) throw new Error(`there is no ${need}`)
      return need === 'repository' ? { namespace: 'n', repository: 'r', witness } : { namespace: 'n' }
    }) as never,
  })
  return { probe, calls, values, controls, sent }
}

const ask = (method = 'GET', path = '/v1/x') => ({ method, path, as: 'valid' }) as const
const gone = status(410)
const tail = 'no-such-path/n/r/t'

describe('410', () => {
  it('holds where something else is answered otherwise', async () => {
    const { probe, controls, sent } = judging({})
    const finding = await judgeGone(probe, ask(), names, 410)
    expect(finding).toMatchObject({
      kind: 'holds',
      seen: [{ response: { status: 410 } }, { response: { status: 404 } }],
    })
    expect(controls).toEqual([{ method: 'GET', path: '/no-such-path', as: 'valid' }])
    expect(sent).toHaveLength(1)
  })

  it('holds each time that it is asked for', async () => {
    const { probe, sent } = judging({})
    expect(await judgeGoneAnswer(probe, ask(), names, 410, gone, 3)).toMatchObject({ kind: 'holds' })
    expect(sent).toHaveLength(2)
    const changing = judging({ 'sent 2': status(200) })
    expect(await judgeGone(changing.probe, ask(), names, 410, 3)).toMatchObject({
      kind: 'violated',
      code: 'status-changed',
      values: { expected: 410, first: 410, second: 200 },
    })
    expect(changing.sent).toHaveLength(2)
    const twice = judging({})
    await judgeGoneAnswer(twice.probe, ask(), names, 410, gone)
    expect(twice.sent).toHaveLength(1)
  })

  it('says nothing where everything is answered so', async () => {
    const same = { other: gone }
    const judge = async (given: Parameters<typeof judging>[1], list = gone) =>
      judgeGone(judging({ listNamespaceRepositories: list }, given).probe, ask(), names, 410)
    expect(await judge(same)).toMatchObject({ kind: 'unclear', code: 'catch-all', values: { status: 410 } })
    const fixtures = ['repository', 'namespace']
    expect((await judge({ ...same, fixtures, witness: status(200) })).kind).toBe('holds')
    expect((await judge({ ...same, fixtures })).kind).toBe('unclear')
    expect((await judge({ ...same, fixtures }, status(200))).kind).toBe('holds')
    expect((await judge({ ...same, fixtures: ['repository'] }, status(200))).kind).toBe('unclear')
    const failing = judging({ listNamespaceRepositories: status(500) }, { ...same, fixtures: ['namespace'] })
    expect((await judgeGone(failing.probe, ask(), names, 410)).kind).toBe('holds')
    expect(failing.calls).toEqual([['listNamespaceRepositories', { as: 'valid', anyStatus: true }]])
    expect(failing.values).toEqual([{ namespace: 'n' }])
  })
})

describe('another status', () => {
  const judge = (first: Answered, answers: Readonly<Record<string, Answered>>, given?: Parameters<typeof judging>[1]) =>
    judgeGoneAnswer(judging(answers, given).probe, ask(), names, 410, first)

  it('is wrong', async () => {
    expect(await judge(status(200), {})).toMatchObject({
      kind: 'violated',
      code: 'not-gone',
      values: { expected: 410, status: 200 },
      seen: [{ response: { status: 200 } }, { response: { status: 404 } }],
    })
  })

  it('is compared with that of a path that does not exist', async () => {
    const asked = async (method: string, path = '/v1/x', fixtures: readonly string[] = []) => {
      const { probe, controls } = judging({}, { fixtures })
      await judgeGoneAnswer(probe, ask(method, path), names, 410, status(200))
      return controls.map(control => `${control.method} ${control.path}`)
    }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(await asked(method)).toEqual([`${method} /${tail}`])
    expect(await asked('GET', '/v1/x?a=b')).toEqual([`GET /${tail}?a=b`])
    expect(await asked('DELETE')).toEqual([`DELETE /v1/${tail}`, `GET /${tail}`])
    expect(await asked('DELETE', '/v1/x', ['writes'])).toEqual([`DELETE /${tail}`])
  })

  it('is that of something in front where it refuses everything', async () => {
    const refused = status(401, [['www-authenticate', 'Bearer']])
    expect(await judge(refused, {}, { other: refused })).toMatchObject({
      kind: 'masked',
      code: 'refused-before-routing',
      values: { status: 401 },
    })
    expect((await judge(refused, {})).kind).toBe('violated')
    const { probe } = judging({ [`/v1/${tail}`]: refused })
    expect((await judgeGoneAnswer(probe, ask('DELETE'), names, 410, refused)).kind).toBe('violated')
  })

  it("is the target's own where the same credentials are not refused elsewhere", async () => {
    const refused = status(401)
    const shape = (at: number) => v1Path(lifecycle.v1Routes[at] as (typeof lifecycle.v1Routes)[number], ordinaryNames)
    const all = { other: refused }
    // On another shape.
    expect(await judge(refused, { [shape(4)]: gone }, all)).toMatchObject({ kind: 'violated', code: 'not-gone' })
    // On v2.
    const known = { ...all, fixtures: ['repository'] }
    expect((await judge(refused, { GetRepository: status(200) }, known)).kind).toBe('violated')
    expect((await judge(refused, { GetRepository: refused }, known)).kind).toBe('masked')
    expect((await judge(refused, { GetRepository: status(200) }, all)).kind).toBe('masked')
    // Nobody is refused for nothing.
    const { probe } = judging({ GetRepository: status(200) }, known)
    const nobody = { ...ask(), as: 'anonymous' } as const
    expect((await judgeGoneAnswer(probe, nobody, names, 410, refused)).kind).toBe('masked')
  })

  it('is that of something in front where the names alone are refused', async () => {
    const refused = status(403)
    const ordinary = `/no-such-path/${ordinaryNames.namespace}/${ordinaryNames.name}/${ordinaryNames.tag}`
    const first = { [`/${tail}`]: refused, [ordinary]: status(404) }
    expect((await judge(refused, first, { other: gone })).kind).toBe('masked')
    expect((await judge(refused, { [`/${tail}`]: refused, [ordinary]: refused }, { other: gone })).kind).toBe(
      'violated',
    )
  })

  it('is that of something in front where it redirects every path to another spelling of it', async () => {
    const slash = status(301, [['location', '/v1/x/']])
    expect(await judge(slash, {}, { other: slash })).toMatchObject({
      kind: 'masked',
      code: 'redirects-everything',
      values: { status: 301 },
      seen: [slash, slash],
    })
    expect((await judge(slash, {})).kind).toBe('violated')
  })

  it('is that of something in front where it redirects everything', async () => {
    const away = status(302, [['location', 'https://other/']])
    const living = { GetRepository: away }
    const masked = { kind: 'masked', code: 'redirects-everything', values: { status: 302 }, seen: [away, away, away] }
    expect(await judge(away, {}, { other: away })).toMatchObject(masked)
    expect(await judge(away, living, { other: away, fixtures: ['repository'] })).toMatchObject(masked)
    expect((await judge(away, {}, { other: away, fixtures: ['repository'] })).kind).toBe('violated')
    expect((await judge(away, { '/v2/': status(200) }, { other: away })).kind).toBe('violated')
    const living200 = { ...living, '/v2/': status(200) }
    expect((await judge(away, living200, { other: away, fixtures: ['repository'] })).kind).toBe('violated')
    expect((await judge(away, {})).kind).toBe('violated')
    expect((await judge(away, { '/v2/': away })).kind).toBe('violated')
    const { probe } = judging({ [`/v1/${tail}`]: away, '/v2/': away })
    expect((await judgeGoneAnswer(probe, ask('DELETE'), names, 410, away)).kind).toBe('violated')
    for (const code of [299, 400, 418])
      expect(await judge(status(code), {}, { other: status(code) })).not.toMatchObject({ code: 'redirects-everything' })
    for (const code of [300, 399]) expect((await judge(status(code), {}, { other: status(code) })).kind).toBe('masked')
  })

  it('is compared with that of living paths in the same form', async () => {
    const away = status(302, [['location', 'https://other/']])
    const { probe, controls, calls } = judging({ GetRepository: away }, { other: away, fixtures: ['repository'] })
    const headers = { accept: 'x' }
    await judgeGoneAnswer(probe, { ...ask(), headers }, names, 410, away)
    expect(controls.at(-1)).toEqual({ method: 'GET', path: '/v2/', as: 'valid', headers, like: away })
    expect(calls).toEqual([['GetRepository', { as: 'valid', headers, anyStatus: true }]])
  })
})

describe('credentials that are refused', () => {
  const refused = (code = 401, sent?: string): Answered => {
    const answer = status(code)
    const headers: HeaderList = sent === undefined ? [] : [['Authorization', sent]]
    return { ...answer, request: { ...answer.request, headers: [['Accept', '*/*'], ...headers] } }
  }
  const fixtures = ['repository']
  const all = { other: status(401), fixtures }
  const shape = (at: number) => v1Path(lifecycle.v1Routes[at] as (typeof lifecycle.v1Routes)[number], ordinaryNames)
  const found = { GetRepository: status(200) }
  /** What is found of a request that is refused, and what was asked to find it. */
  const judge = async (
    asked: Parameters<typeof judgeGoneAnswer>[1],
    first: Answered,
    answers: Readonly<Record<string, Answered>>,
    given: Parameters<typeof judging>[1] = all,
  ) => {
    const { probe, calls, controls } = judging(answers, given)
    const finding = await judgeGoneAnswer(probe, asked, names, 410, first)
    return { kind: finding.kind, finding, calls, controls }
  }

  it('are sent to other routes with nothing else, and in the same form', async () => {
    const asked = {
      ...ask('GET', '/v1/x?token=s&a=b'),
      headers: { 'x-api-key': 'k', accept: 'x' },
      sending: { form: 'f' },
    }
    const { kind, finding, controls, calls } = await judge(asked, status(401), found)
    const like = { method: 'GET', as: 'valid', headers: { 'x-api-key': 'k' }, sending: { form: 'f' } }
    const tail = `no-such-path/${ordinaryNames.namespace}/${ordinaryNames.name}/${ordinaryNames.tag}`
    const other = { ...like, path: `/${tail}?token=s` }
    expect(controls.slice(1, 3)).toEqual([other, { ...like, path: expect.stringMatching(/\/tags\?token=s$/) }])
    const how = { headers: like.headers, query: { token: 's' }, anyStatus: true, control: true }
    expect(calls).toEqual([
      ['GetRepository', { ...how, as: 'valid', sending: asked.sending }],
      ['GetRepository', { ...how, as: 'anonymous' }],
    ])
    // Nobody is refused there either.
    expect(kind).toBe('masked')
    expect(finding).toMatchObject({ values: { status: 401 } })
    const plain = await judge(ask(), status(401), found)
    expect(plain.kind).toBe('violated')
    expect(plain.finding).toMatchObject({ values: { expected: 410, status: 401 } })
    expect(plain.controls[1]).toEqual({ method: 'GET', as: 'valid', headers: {}, path: `/${tail}` })
    const [, own] = [undefined, await judge({ ...ask(), sending: {} }, status(401), { GetRepository: status(404) })]
    expect([own.kind, own.calls.length]).toEqual(['masked', 1])
  })

  it('count as accepted in another form where nobody is served without', async () => {
    const { probe } = judging(found, {
      ...all,
      witness: null,
    })
    const served = {
      ...probe,
      call: async (_: string, __: unknown, { as }: { as: string }) => status(as === 'valid' ? 200 : 401),
    }
    const finding = await judgeGoneAnswer(
      served as never,
      { ...ask(), sending: { form: 'f' } },
      names,
      410,
      status(401),
    )
    expect(finding.kind).toBe('violated')
  })

  it('are no reason to look elsewhere for another status', async () => {
    const { kind, calls } = await judge(ask(), status(407), found, { ...all, other: status(407) })
    expect([kind, calls]).toEqual([kind, []])
  })

  it.each([
    ['GET', 401, 'violated'],
    ['GET', 403, 'violated'],
    ['HEAD', 403, 'violated'],
    ['OPTIONS', 401, 'violated'],
    ['OPTIONS', 403, 'masked'],
  ])('of %s with %d, and accepted on v2: %s', async (method, code, kind) => {
    const given = { ...all, other: status(code) }
    expect((await judge(ask(method), status(code), found, given)).kind).toBe(kind)
  })

  it('that no request for the repository had matter where nobody is refused for having none', async () => {
    const witness = refused(200)
    const known = { ...all, witness }
    const nobody = { ...found, [shape(0)]: gone }
    const { kind, calls, controls } = await judge(ask(), refused(401, 'Basic x'), nobody, known)
    expect(kind).toBe('violated')
    expect(controls.at(-1)).toEqual({ method: 'GET', path: shape(0), as: 'anonymous' })
    expect(calls).toEqual([
      [
        'GetRepository',
        { headers: { authorization: 'Basic x' }, query: {}, anyStatus: true, control: true, as: 'valid' },
      ],
    ])
    expect((await judge(ask(), refused(401, 'Basic x'), found, known)).kind).toBe('masked')
    expect((await judge(ask(), refused(401, 'Basic x'), { [shape(0)]: gone }, known)).kind).toBe('masked')
    // Those that had them, and requests without, are compared as usual.
    for (const [first, seen] of [
      [refused(401, 'Basic x'), refused(200, 'Basic x')],
      [refused(401), witness],
    ] as const)
      expect((await judge(ask(), first, found, { ...all, witness: seen })).kind).toBe('violated')
    expect((await judge(ask(), refused(401, 'Basic x'), found)).kind).toBe('violated')
  })

  it('of one control alone are not those of all', async () => {
    const tail = `${ordinaryNames.namespace}/${ordinaryNames.name}-v1/${ordinaryNames.tag}`
    const answers = { ...found, [`/no-such-path/${tail}`]: gone }
    expect((await judge(ask('DELETE'), status(401), answers)).kind).toBe('masked')
    expect((await judge(ask('DELETE'), status(401), found)).kind).toBe('violated')
  })
})

describe('a request with or without credentials', () => {
  const judged = async (first: Finding, known: boolean) => {
    const asked: string[] = []
    const { probe } = probeOf({}, { hasFixture: async need => known && need === 'credentials' })
    const finding = await judgeWithEither(probe, async as => {
      asked.push(as)
      return as === 'valid' ? holds(gone) : first
    })
    return [finding.kind, ...asked]
  }
  const refusedWith = (code: number) => masked('refused-before-routing', { status: code }, gone)

  it('is judged with those of the run where something in front refuses nobody', async () => {
    for (const code of [401, 403]) {
      expect(await judged(refusedWith(code), true)).toEqual(['holds', 'anonymous', 'valid'])
      expect(await judged(refusedWith(code), false)).toEqual(['masked', 'anonymous'])
    }
    expect(await judged(refusedWith(302), true)).toEqual(['masked', 'anonymous'])
    expect(await judged(violated('not-gone', { status: 401 }, gone), true)).toEqual(['violated', 'anonymous'])
  })
})
