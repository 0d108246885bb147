import { expect, it } from 'vitest'
import { isShared, oncePerShared, share } from '../../checks/shared.ts'

it('shares a value that nobody can change, and computes once for it alone', () => {
  const computed: unknown[] = []
  const compute = oncePerShared(value => computed.push(value))
  const [one, other] = [share({ list: [{ name: 'a' }] }), { list: [] }]
  expect(() => Object.assign(one.list[0] ?? {}, { name: 'b' })).toThrow(TypeError)
  expect([one, one.list, other].map(isShared)).toEqual([true, false, false])
  for (const value of [one, other, one, other, 'a', 'a', null]) compute(value)
  expect(computed).toEqual([one, other, other, 'a', 'a', null])
  expect(share(one)).toBe(one)
})
