import { expect, it } from 'vitest'
import { oneFix } from '../../contracts/causes/wording.ts'

it('a bracket that was opened before the names stands once, behind all of them', () => {
  const about = (item: string): string => `the answer lacks the member of that name (item ${item})`
  expect(oneFix([about('1 of page 1'), about('6 of page 2')])).toBe(
    'the answer lacks the member of that name (item 1 of page 1 and 6 of page 2)',
  )
  const named = (tag: string): string => `Publish in the OpenAPI reference the operations of ${tag}`
  expect(oneFix([named('PATs (tag a)'), named('OATs (tag b)')])).toBe(
    'Publish in the OpenAPI reference the operations of PATs (tag a) and OATs (tag b)',
  )
})
