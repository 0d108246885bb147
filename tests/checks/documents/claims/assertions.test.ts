import { expect, test } from 'vitest'
import { isOfPart, isPlain, statement, statementOf, surest } from '../../../../checks/documents/assertions.ts'

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

const says = [statement('endpoints?', 'stay|are kept')]
const weak = [statement('endpoints?', 'stay|are kept', true)]
const cases: readonly (readonly [string, string])[] = [
  ['yes open', 'Endpoints stay.'],
  ['yes open', 'Endpoints are kept'],
  ['no no', 'Endpoints leave.'],
  ['no no', 'Endpoints-to-be stay.'],
  ['no no', 'Endpoints stay-ed.'],
  ['yes open', 'Please note that endpoints stay.'],
  ['no no', 'The documentation of endpoints stays.'],
  ['no no', 'The documentation of endpoints stay.'],
  ['open no', 'By our rules, endpoints stay.'],
  ['no no', 'By no rule, endpoints stay.'],
  ['no no', 'By our rules endpoints stay.'],
  ['yes open', 'Endpoints (all of them) stay.'],
  ['yes open', 'Endpoints, as we said, stay.'],
  ['no no', 'Endpoints never stay.'],
  ['open open', 'Endpoints stay for good.'],
  ['no no', 'Endpoints stay for robots.'],
  ['no no', 'Endpoints stay until 2027.'],
  ['yes open', 'Endpoints stay; they may leave if they want.'],
  ['yes open', 'Endpoints stay in the API too.'],
  ['open open', 'Endpoints stay as they are.'],
  ['yes open', 'Endpoints stay, as they are.'],
  ['yes open', 'Endpoints stay: as they are.'],
  ['yes open', 'Endpoints stay or leave.'],
  ['yes open', 'Endpoints stay but change.'],
  ['yes open', 'Endpoints stay and change.'],
  ['open open', 'Endpoints stay and change where needed.'],
  ['no no', 'Endpoints stay and requests fail.'],
  ['no no', 'Endpoints stay and answer 410.'],
  ['no no', 'Endpoints stay 404.'],
  ['no no', 'If endpoints stay, do so.'],
  ['no no', 'Do endpoints stay?'],
  ['no no', 'Do the endpoints stay? (No.)'],
  ['no no', `Endpoints ${', and so on, '.repeat(40)} stay.`],
  ['yes open', `Endpoints stay ${', and so on'.repeat(40)} if they can.`],
  ['yes open', 'ENDPOINTS\nSTAY'],
  ['no no', 'Endpoints stay?'],
  ['no no', 'Endpoints stay? **'],
  ['open open', 'Endpoints stay? Yes'],
  ['no no', 'If so, endpoints stay.'],
  ['yes open', '** Endpoints stay.'],
  ['no no', 'Experimental endpoints stay.'],
  ['yes open', 'Endpoints, stay.'],
]
test.each(cases)('%s: %s', (expected, text) => {
  expect(`${statementOf(text, says)} ${statementOf(text, weak)}`).toBe(expected)
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
  ['true', 'Descriptions in answer to request GetRepository'],
  ['true', 'GetRepository   without a body'],
  ['true', 'GetRepository, with an empty body'],
  ['false', 'without GetRepository'],
  ['false', 'The use of GetRepository in GetRepository'],
]
test.each(parts)('of a part, %s: %j', (expected, text) => {
  expect(String(isOfPart(text, name))).toBe(expected)
})
