import { describe, expect, test } from 'vitest'
import { type Fit, fitOf, isWhole } from '../../../../checks/documents/history/entry-fit.ts'
import type { ChangeEntry } from '../../../../contracts/documents.ts'

const entry = (text: string, kind = ''): ChangeEntry => ({
  text,
  kind,
  date: '2025-09-19',
  dates: [],
  line: 1,
  endpoints: [],
  operationIds: [],
  tags: [],
})

describe('how an addition fits', () => {
  test.each<readonly [string, string, Fit]>([
    ['New', 'GetRepository', 'fits'],
    ['New', 'Added GetRepository', 'fits'],
    ['New', 'Remove GetRepository', 'opposite'],
    ['New', 'Delete GetRepository', 'opposite'],
    ['New', '**Delete** GetRepository', 'opposite'],
    ['New', 'Drop GetRepository\nfor all', 'opposite'],
    ['New', 'Delete tokens', 'open'],
    ['New', 'Delete a repository', 'open'],
    ['New', 'Delete GetRepository at night', 'open'],
    ['New', 'Retirements of GetRepository', 'opposite'],
    ['New', 'GetRepository removed', 'opposite'],
    ['New', 'GetRepository is removed.', 'opposite'],
    ['New', 'GetRepository is removed from the API.', 'opposite'],
    ['New', 'GetRepository: hidden', 'opposite'],
    ['New', 'Nothing is removed from GetRepository', 'fits'],
    ['New', 'Lists tokens that were deleted', 'fits'],
    ['New', 'GetRepository answers 404 when a repository is removed', 'fits'],
    ['New', 'GetRepository, the description is removed', 'open'],
    ['New', 'GetRepository, formerly broken: it was removed, again', 'opposite'],
    ['New', '. is removed', 'open'],
    ['New', 'We removed GetRepository', 'open'],
    ['New', 'GetRepository no longer exists', 'open'],
    ['New', 'GetRepository no longer shows the wrong count', 'fits'],
    ['New', 'Add GetRepository, which we dropped: we removed it', 'fits'],
    ['New', 'GetRepository is deprecated', 'opposite'],
    ['New', 'GetRepository. The old one is deprecated.', 'fits'],
    ['New', 'GetRepository. CheckRepository is deprecated.', 'open'],
    ['New', 'GetRepository. It is deprecated.', 'opposite'],
    ['New', 'GetRepository;  the endpoint is deprecated.', 'opposite'],
    ['New', 'GetRepository (replaces GET /v2/repositories/{namespace}/{repository}, which is removed)', 'fits'],
    ['New', 'GetRepository (which is removed)', 'fits'],
    ['New', 'GetRepository replaces what is removed. It is there.', 'fits'],
    ['New', 'GetRepository instead of what is removed', 'fits'],
    ['New', 'GetRepository superseding what is removed; it is there', 'fits'],
    ['New', 'GetRepository. GET /v2/repositories/{namespace}/{repository} is removed', 'fits'],
    ['New', 'GET /v2/repositories/{namespace} is removed', 'opposite'],
    ['New', 'GetRepository.The legacy one is removed', 'open'],
    ['New', 'GetRepository will be added next year', 'open'],
    ['New', 'GetRepository is not added', 'open'],
    ['', 'There are two new calls, GetRepository and CheckRepository', 'fits'],
    ['', 'We have also added GetRepository', 'fits'],
    ['', 'This is an update: GetRepository', 'open'],
    ['', 'GetRepository, without a new call', 'open'],
    ['', 'There is no new call such as GetRepository', 'open'],
    ['Updates', 'GetRepository', 'other-kind'],
    ['Updates', 'Added GetRepository', 'other-kind'],
    ['Known issues', 'GetRepository', 'open'],
    ['Deprecations', 'GetRepository', 'other-kind'],
    ['Notes', 'Added GetRepository', 'open'],
    ['New', 'GetRepository and CheckRepository replace what is removed', 'fits'],
    ['New', 'GetRepository and CheckRepository supersede what is removed', 'fits'],
    ['New', 'GetRepository(the old one)removed', 'opposite'],
    ['New', 'GetRepository (short) removed', 'open'],
    ['New', 'GetRepository: the description, is removed', 'open'],
    ['New', 'GetRepository. CheckRepository is removed.', 'opposite'],
    ['', 'Added GetRepository', 'fits'],
    ['Changes', 'Added GetRepository', 'fits'],
    ['Breaking changes', 'Added GetRepository', 'fits'],
    ['What’s been changed', 'Added GetRepository', 'fits'],
    ['', 'Updated GetRepository', 'open'],
    ['', 'Deprecated GetRepository', 'open'],
    ['', 'GetRepository', 'open'],
    ['Changes', 'GetRepository', 'open'],
    ['Enhancements', 'GetRepository', 'open'],
    ['Improvement', 'Added GetRepository', 'fits'],
    ['⬆️ Enhanced', 'GetRepository is deprecated', 'open'],
  ])('%s: %s: %s', (kind, text, expected) => {
    expect(fitOf(entry(text, kind), 'New')).toBe(expected)
  })
})

describe('how an update fits', () => {
  test.each<readonly [string, string, Fit]>([
    ['Updates', 'The missing field is added to GetRepository', 'fits'],
    ['Updates', 'GetRepository', 'fits'],
    ['Enhancement', 'GetRepository', 'fits'],
    ['', 'Added the missing field', 'fits'],
    ['', 'Added GetRepository, and GetRepository is removed', 'opposite'],
    ['', 'Fixed GetRepository', 'fits'],
    ['', 'Deprecated GetRepository', 'open'],
    ['New', 'Added the missing field', 'other-kind'],
    ['New', 'GET /v2/repositories/{namespace} is deprecated', 'other-kind'],
    ['Updates', 'The fields, missing so far, are present', 'fits'],
    ['Updates', 'The fields are missing', 'open'],
    ['Issues', 'The field is missing', 'open'],
    ['Updates', 'The field is not fixed', 'opposite'],
    ['Updates', 'The field will be fixed soon', 'open'],
    ['Updates', 'The `expires_at` fields are removed from the PAT endpoints', 'opposite'],
    ['Updates', 'The field no longer exists', 'open'],
    ['Updates', 'Fixed: the field no longer exists', 'fits'],
    ['Updates', 'The limit was removed', 'open'],
    ['Updates', 'The limit was removed, a NEW one is there', 'fits'],
  ])('%s: %s: %s', (kind, text, expected) => {
    expect(fitOf(entry(text, kind), 'Update')).toBe(expected)
  })
})

describe('how a deprecation fits', () => {
  const old = 'GET /v2/repositories/{namespace}'
  test.each<readonly [string, string, Fit]>([
    ['Deprecations', old, 'fits'],
    ['', `Deprecated ${old}`, 'fits'],
    ['', `${old} is now deprecated`, 'fits'],
    ['New', `${old} is deprecated`, 'fits'],
    ['New', `Note: the legacy endpoints ${old} and /v2/x are now deprecated.`, 'fits'],
    ['', `${old} is deprecated. GetRepository is added.`, 'fits'],
    ['Deprecations', `${old}, which cannot list private ones`, 'fits'],
    ['Deprecations', `${old}. And ${old} was removed.`, 'opposite'],
    ['Deprecations', `${old}. (It will be deprecated next year.)`, 'open'],
    ['New', `GetX is there. With that come deprecations: ${old}`, 'open'],
    ['New', `${old} is there, deprecated`, 'open'],
    ['New', `${old} is deprecated or so`, 'open'],
    ['Updates', `${old} is deprecated`, 'open'],
    ['Updates', old, 'other-kind'],
    ['Enhancements', old, 'other-kind'],
    ['Issues', old, 'open'],
    ['', `Added ${old}`, 'open'],
    ['Deprecations', `${old} is not deprecated`, 'opposite'],
    ['Deprecations', `GetRepository is not deprecated; ${old}`, 'fits'],
    ['Deprecations', `GetRepository is not deprecated but ${old}`, 'opposite'],
    ['Deprecations', `${old}.5 is not deprecated`, 'opposite'],
    ['Deprecations', `${old} was removed.`, 'opposite'],
    ['Deprecations', `Remove ${old}`, 'opposite'],
    ['Deprecations', `${old}: disabled`, 'opposite'],
    ['Deprecations', `${old}. It is there. The endpoint was removed`, 'opposite'],
    ['Deprecations', `${old} is now available`, 'opposite'],
    ['Deprecations', `Undocumented ${old}, which is not removed yet.`, 'fits'],
    ['Deprecations', `Parameter page of ${old}`, 'open'],
    ['Deprecations', `${old}. It will be deprecated next year.`, 'open'],
    ['Deprecations', `${old}. The endpoints will only be deprecated next year.`, 'open'],
    ['Deprecations', `${old}. The endpoint will be deprecated next year.`, 'open'],
    ['Deprecations', `${old}. Others say that it will be deprecated next year.`, 'fits'],
    ['Deprecations', `${old} will be deprecated`, 'open'],
  ])('%s: %s: %s', (kind, text, expected) => {
    expect(fitOf(entry(text, kind), 'Deprecation')).toBe(expected)
  })
})

test.each([
  ['GET /v2/repositories/{namespace}', true],
  ['/v2/x is deprecated', true],
  ['Added `GetRepository` for a given namespace.', true],
  ['Added GetRepository for a name', false],
  ['`/v2/other-thing.txt` is new', true],
  ['xyz', false],
  ['xy z', true],
  ['GetX', true],
])('%s says no more of its things than that they are there: %s', (text, expected) => {
  expect(isWhole(entry(text))).toBe(expected)
})
