import { expect, it } from 'vitest'
import { published, withoutDates } from '../../../../engine/documents/days.ts'
import { isEmpty, joinedSubjects, subjectsOf } from '../../../../engine/documents/subjects.ts'

const none = { endpoints: [], operationIds: [], tags: [] }
const one = { method: 'GET', path: '/v2/lids' }

it('joins what several texts are about, each once', () => {
  const first = { endpoints: [one], operationIds: ['listLids'], tags: ['lids'] }
  const second = { endpoints: [one], operationIds: ['listLids', 'listBoxes'], tags: ['lids', 'boxes'] }
  expect(joinedSubjects([first, second])).toEqual({ ...second, endpoints: [one] })
})

it('is about nothing without endpoints, operations and tags', () => {
  expect(isEmpty(none)).toBe(true)
  expect(isEmpty({ ...none, endpoints: [one] })).toBe(false)
  expect(isEmpty({ endpoints: [one], operationIds: ['listLids'], tags: ['a', 'b'] })).toBe(false)
  expect(isEmpty({ ...none, tags: ['lids'] })).toBe(false)
})

it('is about no path that may be one of files, and about no operation that is called old', () => {
  expect(subjectsOf({ text: '/terms, legacy CreateRepository', links: [] })).toEqual(none)
})

it('is about what stands behind a replacement in brackets', () => {
  const text = 'GET /v1/lids (switch to GetRepository) and HEAD /v1/lids (switch to CheckRepository)'
  expect(subjectsOf({ text, links: [] })).toMatchObject({
    endpoints: ['GET', 'HEAD'].map(method => ({ method, path: '/v1/lids' })),
    operationIds: [],
  })
})

it('is about the tags that links lead to, but those of a replacement', () => {
  const text = '`GET /v1/lids` is replaced by lids, see x.'
  const links = [
    { start: text.indexOf('lids,'), end: text.indexOf(', see'), url: '#tag/lids/operation/listLids' },
    { start: text.indexOf('x.'), end: text.length - 1, url: 'http://x' },
  ]
  expect(subjectsOf({ text, links })).toMatchObject({ operationIds: [], tags: [] })
  expect(subjectsOf({ text: 'lids and x', links: links.map(link => ({ ...link, start: 0, end: 4 })) }).tags).toEqual([
    'lids',
  ])
})

it('a text without its days and their names', () => {
  expect(withoutDates('Removed (Fri, 2024-05-03)')).toBe('Removed ( ,  )')
})

it('has the first few days of a thing, without where they stood', () => {
  const day = { text: '2024-05-01', days: ['2024-05-01'], iso: true, start: 1, end: 11 }
  const { start, end, ...rest } = day
  expect(published([day, { ...day, elsewhere: true }])).toEqual([rest, { ...rest, elsewhere: true }])
  expect(published(Array.from({ length: 6 }, () => day))).toHaveLength(5)
})
