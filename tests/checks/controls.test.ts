import { expect, it } from 'vitest'
import { removedPath, standard, unlessConstant } from '../../checks/http/controls.ts'
import type { RepositoryFixture } from '../../contracts/requirement.ts'
import { holds, violated } from '../../contracts/results/finding.ts'
import { answered, probeOf } from './answers/answered.ts'

const answer = answered('', { status: 410 })
const never = '/no-such-path'
const same = { [never]: answer, [removedPath]: answer }

it('a removed path has ordinary names', () => {
  expect(removedPath).toMatch(/^\/v1\/repositories\/.*probe/)
  expect(standard('RFC 1', '2', 'x')).toEqual({ document: 'RFC 1', section: '2', sentence: 'x' })
})

it('what another path answers otherwise was an answer to this request', async () => {
  for (const path of [never, removedPath]) {
    const other = answered('', { status: 404 })
    const { probe, values } = probeOf({ ...same, [path]: other })
    expect(await unlessConstant(probe, answer, holds(answer))).toMatchObject({ kind: 'holds', seen: [answer, other] })
    expect(new Set(values)).toEqual(new Set(['GET']))
    const wrong = violated('not-gone', {}, answer)
    expect(await unlessConstant(probe, answer, wrong)).toBe(wrong)
  }
})

it('a repository that exists is asked last', async () => {
  const judged = async (status: number | undefined) => {
    const witness = status === undefined ? null : answered('', { status })
    const fixture = async () => ({ witness }) as unknown as RepositoryFixture
    const { probe } = probeOf(same, {
      hasFixture: async need => need === 'repository',
      fixture: ((need: string) => (need === 'repository' ? fixture() : undefined)) as never,
    })
    return (await unlessConstant(probe, answer, holds(answer))).kind
  }
  expect([await judged(200), await judged(410), await judged(undefined)]).toEqual(['holds', 'unclear', 'unclear'])
})

it('a target that answers everything alike is not judged', async () => {
  expect(await unlessConstant(probeOf(same).probe, answer, holds(answer))).toMatchObject({
    kind: 'unclear',
    code: 'catch-all',
    values: { status: 410 },
  })
})
