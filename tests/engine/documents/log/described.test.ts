import { expect, test } from 'vitest'
import { lifecycle } from '../../../../contracts/lifecycle.ts'
import { describing } from '../../../../engine/documents/log/described.ts'
import { nothing } from '../../../../engine/documents/log/said.ts'
import { named, sectionsOf } from './reading.ts'

const all = lifecycle.legacyEndpoints.map(named)
const list = 'GET /v2/repositories/{namespace}'
const others = all.filter(one => one !== list)
const page = (endpoints: readonly string[]): string => endpoints.map(one => `- ${one}`).join('\n')

const described = (feature: string, endpoints = all): readonly string[] =>
  describing(sectionsOf(page(endpoints)))(nothing, feature).endpoints.map(named)

test.each([
  'Legacy create and get repository endpoints',
  'Old calls: creation, retrieval of repositories (see 4.1 a) to b))',
  'The former API’s methods for creating and fetching a repo',
  'legacy read, check, creates',
  '4.2. Status: Deprecated. Date: 2025-09-19. Feature: Old create and get endpoints.',
])('creates and gets: %s', feature => {
  expect(described(feature)).toEqual(others)
})

test.each(['Legacy list', 'The older listing of a namespace (lids)', 'Previous repositories enumeration'])(
  'lists: %s',
  feature => {
    expect(described(feature)).toEqual([list])
  },
)

test.each([
  'Legacy create',
  'Create and get repository endpoints',
  'Legacy create and get tags',
  'Legacy endpoints',
  'Legacy list of tags',
  'Legacy create, get and list',
])('nothing that is known: %s', feature => {
  expect(described(feature)).toEqual([])
})

test('only what the page names, where nothing else is named', () => {
  expect(described('Legacy create and get', others.slice(1))).toEqual(others.slice(1))
  const about = { ...nothing, operationIds: ['x'] }
  expect(describing(sectionsOf(page(all)))(about, 'Legacy list')).toBe(about)
})
