import { describe, expect, it } from 'vitest'
import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import type { Exchange } from '../../../contracts/exchange.ts'
import type { Report } from '../../../contracts/results/report.ts'
import { handlerBase } from '../../../engine/options.ts'
import { bySetup } from '../../../engine/probe/setup.ts'
import { createRecording } from '../../../engine/replay/recorded-client.ts'
import { createReplay, unavailableIn } from '../../../engine/replay/session.ts'
import { answered } from '../../checks/answers/answered.ts'

const reported = (parts: object): Report =>
  ({
    target: 'http://hub/base',
    options: {},
    documents: {},
    startedAt: '2026-01-01T00:00:00.000Z',
    seed: 1,
    bindings: dockerHub,
    fixtures: [],
    requirements: [],
    exchanges: [],
    ...parts,
  }) as unknown as Report

const recorder = { record: () => undefined } as never

/** A request for a repository. */
const asked = (repository: string, as: Exchange['request']['as'] = 'valid'): Exchange => {
  const exchange = answered({}, { url: `http://hub/base/v2/namespaces/n/repositories/${repository}` })
  return { ...exchange, id: repository, request: { ...exchange.request, as } }
}

/** Sends a request again that is recorded with others, and returns what is left of them. */
const left = async (report: Report, exchanges: readonly Exchange[]): Promise<readonly string[]> => {
  const recording = createRecording(exchanges)
  const probe = createReplay(report).probesOf(recording, false)('a case', recorder)
  await probe.call('GetRepository', { namespace: 'n', repository: 'r' })
  return recording.rest().map(({ id }) => id)
}

describe('the run of a report', () => {
  it('had credentials where it sent any, although no fixture shows them', async () => {
    for (const exchanges of [[], [asked('other', 'anonymous')]])
      await expect(left(reported({ exchanges }), [asked('r')])).rejects.toThrow('no record of GET')
    expect(await left(reported({ exchanges: [asked('r')] }), [asked('r')])).toEqual([])
  })

  it('had its login where the record has it, also one with members of the target’s own', async () => {
    const body = '{"loginName":"me","passPhrase":"password"}'
    const own = answered({ token: 'a-token' }, { method: 'POST', url: 'http://hub/base/v2/auth/token', sent: body })
    const credentials = { need: 'credentials', value: true, reason: null, exchanges: ['x1'] }
    const report = reported({ fixtures: [credentials], exchanges: [own, asked('r')] })
    expect(await left(report, [own, asked('r')])).toEqual([])
  })

  it('had answers in the order of their addresses without secrets', () => {
    const names = ['abcdefghijk', '[secret-12]', 'abcdefghi']
    const probe = createReplay(reported({})).probesOf(createRecording(names.map(name => asked(name))), false)
    const found = probe('a case', recorder).received('GetRepository')
    expect(found.map(({ answer }) => answer.id)).toEqual(['abcdefghi', '[secret-12]', 'abcdefghijk'])
  })

  it('found its namespace by the user name that is shown as that', async () => {
    const options = { namespace: 'n', 'user-name': 'n', repository: 'r' }
    const { fixtures, lacking } = createReplay(reported({ options }))
    await fixtures.hasFixture('namespace').catch(() => false)
    expect(lacking()[0]).toMatch(/^GET \S+\/n\/repositories\/r /)
  })

  it('had no user name that is not a text', async () => {
    const options = { namespace: 'n', 'user-name': 7 }
    expect(await createReplay(reported({ options })).fixtures.fixture('namespace')).toEqual({ namespace: 'n' })
  })

  it.each([
    ['http://hub/base', 'http://hub/base'],
    ['http://hub/base/', 'http://hub/base'],
    ['http://hub/base//', 'http://hub/base'],
    ['http://hub', 'http://hub'],
    [null, handlerBase],
    ['a handler', handlerBase],
  ])('had its requests below its target: %s', async (target, base) => {
    const exchange = answered({}, { url: `${base}/v2/x` })
    const probe = createReplay(reported({ target })).probesOf(createRecording([exchange]), false)('a case', recorder)
    expect(await probe.send({ method: 'GET', path: '/v2/x', as: 'anonymous' })).toBe(exchange)
  })

  it.each(['organization', 'namespace'] as const)('had from a setup module what it made: %s', async name => {
    const need = name === 'organization' ? 'org' : name
    const value = { [need]: 'made' }
    const fixture = { need, value, from: bySetup, reason: null, exchanges: [] }
    const { fixtures, lacking } = createReplay(reported({ fixtures: [fixture] }))
    if (need === 'namespace') expect(await fixtures.fixture(need)).toMatchObject(value)
    // That of the organization is looked at.
    else await expect(fixtures.fixture(need)).rejects.toThrow('/orgs/made/')
    expect(lacking()).toHaveLength(need === 'namespace' ? 0 : 1)
    const failed = { ...fixture, value: null, from: null, reason: { code: 'setup-failed', values: { message: 'no' } } }
    await expect(createReplay(reported({ fixtures: [failed] })).fixtures.fixture(need)).rejects.toMatchObject({
      code: 'setup-failed',
      values: { message: 'no' },
    })
    for (const others of [[], [{ ...fixture, from: null }]])
      await expect(createReplay(reported({ fixtures: others })).fixtures.fixture(need)).rejects.toMatchObject({
        code: need === 'namespace' ? 'need-namespace' : 'need-credentials',
      })
  })

  it('knows which of its exchanges were those of fixtures', () => {
    const fixture = { need: 'credentials', value: true, reason: null, exchanges: ['r', 'unknown'] }
    const { ofFixtures } = createReplay(reported({ fixtures: [fixture], exchanges: [asked('r'), asked('s')] }))
    expect([...ofFixtures].map(({ id }) => id)).toEqual(['r'])
  })

  it('lacks requests of fixtures that are not recorded', async () => {
    const options = { namespace: 'n', repository: 'r' }
    const replay = createReplay(reported({ options, fixtures: [{ need: 'repository', reason: null, exchanges: [] }] }))
    expect(replay.lacking()).toEqual([])
    await replay.fixtures.hasFixture('repository').catch(() => false)
    expect(replay.lacking()[0]).toMatch(/^GET http:\/\/hub\/base\/.* \(anonymous\)$/)
  })
})

it('the answer that left open what a document says is the last one to a request for it', () => {
  const fixture = { need: 'changelog', reason: { code: 'rate-limited' }, exchanges: ['x0', 'x1'] }
  const open = (exchanges: readonly object[], parts = {}) =>
    unavailableIn(reported({ fixtures: [{ ...fixture, ...parts }], exchanges }))
  const [first, last] = [{ ...answered({}), id: 'x0' }, answered({}, { status: 429 })]
  expect(open([first, last])).toEqual({ changelog: last })
  expect(open([first, last], { need: 'reference' })).toEqual({ reference: last })
  expect(open([first, { ...last, response: null }])).toEqual({})
  expect(open([first])).toEqual({})
  expect(open([first, last], { reason: { code: 'document-unfit' } })).toEqual({})
  expect(open([first, last], { reason: null })).toEqual({})
})
