import { expect, test } from 'vitest'
import { isOfPart, isPlain, surest } from '../../../../checks/documents/assertions.ts'

test.each([
  [['no', 'open', 'yes'], 'yes'],
  [['no', 'open'], 'open'],
  [['no'], 'no'],
  [[], 'no'],
] as const)('the surest of %j is %s', (all, expected) => {
  expect(surest(all)).toBe(expected)
})

test.each([
  ['The GET /v2/x endpoint', true],
  ['`getRepository` (whatever it is) and GetRepository', true],
  ['Since today:', true],
  ['Fields of GET /v2/x', false],
  ['The\u{a0}(see', false],
  ['A(x)b', false],
  ['PUTs', false],
])('%s is plain: %s', (text, expected) => {
  expect(isPlain(text)).toBe(expected)
})

const name = /GetRepository/
const parts: readonly (readonly [string, string])[] = [
  ['false', 'GetRepository'],
  ['true', 'Empty descriptions in GetRepository'],
  ['true', 'Empty descriptions in the operation GetRepository'],
  ['true', 'Empty descriptions of answers to GET GetRepository'],
  ['false', 'The use of GetRepository'],
  ['false', 'Support for GetRepository'],
  ['false', 'Removal of the legacy GetRepository'],
  ['false', 'of GetRepository'],
  ['false', 'Descriptions GetRepository'],
  ['false', 'Descriptions in all GetRepository'],
  ['true', 'GetRepository without a body'],
  ['true', 'GetRepository with a body'],
  ['true', 'GetRepository when empty'],
  ['false', 'GetRepository is there without a body'],
  ['false', 'CheckRepository of x'],
  ['false', 'Without a name'],
  ['true', 'Descriptions\nin GetRepository'],
  ['true', 'Descriptions in  GetRepository'],
  ['true', 'Descriptions in `GetRepository`'],
  ['true', 'Descriptions in the, endpoint: GetRepository'],
  ['true', 'Descriptions in the operations of GET  GetRepository'],
  ['true', 'Descriptions in the operation: GET (GetRepository'],
  ['false', 'Descriptions in x GetRepository'],
  ['false', 'Descriptions inGetRepository'],
  ['true', 'Descriptions in GET, GetRepository'],
  ['true', 'Descriptions in endpoint GetRepository'],
  ['true', 'Descriptions in answer GetRepository'],
  ['true', 'Descriptions in response GetRepository'],
  ['true', 'Descriptions in answer to request GetRepository'],
  ['true', 'GetRepository   without a body'],
  ['true', 'GetRepository, with an empty body'],
  ['false', 'without GetRepository'],
  ['false', 'The use of GetRepository in GetRepository'],
]
test.each(parts)('of a part, %s: %j', (expected, text) => {
  expect(String(isOfPart(text, name))).toBe(expected)
})
