import { expect, it } from 'vitest'
import { mirrored } from '../../checks/exact-ids.ts'

it.each([
  ['1002', '8997'],
  ['grp_9xK2', 'grp_0iV7'],
  ['R3JvdXA6NDE=', 'O6WkcIF3SCB='],
  ['0b8f3c1e-7a2d-4c55-9e10-0000000003e9', '0b8f3c1e-7a2d-4c55-9e10-9999999996b0'],
  ['cn=devs,o=hub', 'cn=devs,o=yle'],
  ['-', '-'],
])('another id like %s', (id, other) => {
  expect(mirrored(id)).toBe(other)
  expect(mirrored(other)).toBe(id)
})
