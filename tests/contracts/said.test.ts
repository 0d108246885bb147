import { describe, expect, it } from 'vitest'
import { complaintsIn, saidOf } from '../../contracts/causes/said.ts'

const known = ['name', 'visibility', 'grants', 'description', 'access', 'id']

const told = (answer: unknown) =>
  complaintsIn(typeof answer === 'string' ? answer : JSON.stringify(answer), known).map(({ path, says }) => [
    path,
    says,
  ])

describe('what an answer says of members of a request', () => {
  it.each([
    ['pydantic', [{ loc: ['body', 'owner_team'], msg: 'field required', type: 'value_error.missing' }]],
    ['FastAPI', { detail: [{ type: 'missing', loc: ['body', 'owner_team'], msg: 'field required', input: {} }] }],
    ['Ajv', [{ instancePath: '', params: { missingProperty: 'owner_team' }, message: 'field required' }]],
    ['Fastify', { error: 'Bad Request', validation: [{ dataPath: '/owner_team', message: 'field required' }] }],
    ['RFC 9457', { title: 'Not valid', errors: [{ detail: 'field required', pointer: '#/owner_team' }] }],
    ['Django REST framework', { owner_team: ['field required'] }],
    ['Rails', { errors: { owner_team: ['field required'] } }],
    ['Spring', { path: '/v2/spaces', errors: [{ field: 'owner_team', defaultMessage: 'field required' }] }],
    ['express-validator', { errors: [{ type: 'field', msg: 'field required', path: 'visibility', location: 'body' }] }],
    ['Zod', { issues: [{ code: 'invalid_type', path: ['visibility'], message: 'field required' }] }],
    ['Zod, of what is not known', { error: { issues: [{ path: ['owner_team'], message: 'field required' }] } }],
    ['Mongoose', { errors: [{ name: 'ValidatorError', path: 'owner_team', message: 'field required' }] }],
    ['Zod, flattened', { formErrors: [], fieldErrors: { owner_team: ['field required'] } }],
    ['GitHub', { message: 'Validation Failed', errors: [{ field: 'owner_team', code: 'field required' }] }],
  ])('is found by the member that it names: %s', (_library, answer) => {
    const name = JSON.stringify(answer).includes('owner_team') ? 'owner_team' : 'visibility'
    expect(told(answer)).toEqual([[name, 'field required']])
  })

  it.each([
    ['The field "owner_team" is required.', 'owner_team'],
    ["must have required property 'owner_team'", 'owner_team'],
    ['owner_team is required', 'owner_team'],
    ['visibility must be public or private', 'visibility'],
    ["'internal' is not a valid visibility: one of public, private", 'visibility'],
    ['json: unknown field "owner_team"', 'owner_team'],
    ['value is not a valid member: visibility', 'visibility'],
    ['The access token limit is reached.', undefined],
    ['an invalid request: the id of nothing', undefined],
  ])('is found in a sentence: %s', (text, name) => {
    expect(told({ error: text })).toEqual(name === undefined ? [] : [[name, text]])
    expect(told(text)).toEqual(name === undefined ? [] : [[name, text]])
  })

  it('is told with the place of the member', () => {
    const ofApi = { errors: [{ source: { pointer: '/data/attributes/name' }, detail: 'too short' }] }
    expect(told(ofApi)).toEqual([['data.attributes.name', 'too short']])
    expect(told([{ loc: ['body', 'grants', 0, 'access'], msg: 'not a value' }])).toEqual([
      ['grants[0].access', 'not a value'],
    ])
    expect(
      told([{ instancePath: '/grants/0', params: { missingProperty: 'access' }, message: 'is required' }]),
    ).toEqual([['grants[0].access', 'is required']])
  })

  it.each([
    ['another part of the request', [{ loc: ['query', 'page'], msg: 'not a number' }]],
    ['the request as a whole', { error: 'The request is not valid.', path: '/v2/spaces', name: 'ValidationError' }],
    ['the error itself', { description: 'The request is not valid.' }],
    ['a page', '<p>visibility is required</p>'],
    ['what is nested too deep', `${'['.repeat(5000)}{"field":"name","message":"not valid"}${']'.repeat(5000)}`],
  ])('is not about %s', (_what, answer) => {
    expect(told(answer)).toEqual([])
  })

  it('is quoted once for members of which it says the same', () => {
    const [a, b] = ['name', 'visibility'].map(field => ({ field, message: 'field required' }))
    const said = (...errors: readonly unknown[]) => saidOf(complaintsIn(JSON.stringify(errors), known), 'no words')
    expect(said(a, b)).toBe('says "field required" about name and visibility')
    expect(said(a, { field: 'id', message: 'must not be set' })).toBe(
      'says "field required" about name and says "must not be set" about id',
    )
    expect(said({ field: 'id' })).toBe('names id')
    expect(said({ field: 'id', message: 'id must not be set' })).toBe('says "id must not be set"')
    expect(said()).toBe('says "no words"')
    expect(said({ field: 'id', message: 'Not known.' })).toBe('says "Not known" about id')
  })
})
