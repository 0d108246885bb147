import { expect, it } from 'vitest'
import { mirrored, unknownId } from '../../checks/exact-ids.ts'

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

it.each([
  ['7', '2147483646'],
  ['1796047411', '2147483646'],
  ['184467440737095516', '815532559262904483'],
  ['784ed801-5933-45c7-bba3-6ab84a708f08', '784ed801-5933-45c7-bba3-3fe15f291a91'],
  ['pat_161293d310', 'pat_838706c689'],
  ['PAT-7', undefined],
  ['devs', undefined],
])('an id in the form of %s that nothing has', (known, id) => {
  expect(unknownId(known)).toBe(id)
})
