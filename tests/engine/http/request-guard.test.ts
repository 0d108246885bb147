import { describe, expect, it } from 'vitest'
import { touchesOnlyOwn } from '../../../engine/http/request-guard.ts'

const verify = (path: string, byUser = false) =>
  touchesOnlyOwn(
    { operation: 'VerifyRepositoryImmutableTags', method: 'POST', path, values: { repository: 'web' }, byUser },
    () => false,
  )

describe('verifying a pattern of a repository that the run did not make', () => {
  it.each(['immutabletags/verify', 'immutability/check', 'immutable-tags:validate', 'rules/dry-run/'])(
    'may be sent where the path says that it only asks: %s',
    place => expect(verify(`/v2/namespaces/acme/repositories/web/${place}`)).toBe(true),
  )
  it.each(['immutabletags', 'immutability/unchecked', 'checks/set'])('is not sent elsewhere: %s', place =>
    expect(verify(`/v2/namespaces/acme/repositories/web/${place}`)).toBe(false),
  )
  it('is sent where the user says so', () => expect(verify('/v2/repositories/web/immutability', true)).toBe(true))
})
