import { expect, it } from 'vitest'
import { activityIn, saysOff, stateIn } from '../../../checks/answers/activity.ts'

it.each<[name: string, value: unknown, isOn: boolean | undefined]>([
  ['is_active', true, true],
  ['is_active', false, false],
  ['disabled', true, false],
  ['is_revoked', false, true],
  ['revoked_at', null, true],
  ['revoked_at', '2026-01-01', false],
  ['blockedAt', null, true],
  ['suspended_on', null, true],
  ['activated_at', null, undefined],
  ['not_disabled', '', undefined],
  ['disabled_by', 'me', undefined],
  ['status', 'active', true],
  ['status', 'TOKEN_STATUS_ACTIVE', true],
  ['status', 'Enabled', true],
  ['status', 'inactive', false],
  ['status', 'STATUS_DISABLED', false],
  ['status', 'reactive', undefined],
  ['status', 'v2active', undefined],
  ['status', 'active soon', undefined],
  ['status', 'paused', false],
  ['status', 'paused soon', undefined],
  ['status', 'archived', false],
  ['status', 'archived once', undefined],
  ['status', 'inactive once', undefined],
  ['status', 7, undefined],
  ['status', 1, undefined],
  ['is_active', 1, true],
  ['enabled', 0, false],
  ['enabled', 2, undefined],
  ['status', ['active'], undefined],
  ['status', null, undefined],
])('%s: %j says that a thing is on: %j', (name, value, isOn) => {
  expect(activityIn(name, value)).toBe(isOn)
})

it.each(['deactivated', 'inactive', 'blocked', 'suspended', 'archived', 'is_disabled', 'isDisabled', 'disabledAt'])(
  '%s is a name of what is off',
  name => {
    expect(saysOff(name)).toBe(true)
  },
)

it('takes of the values of a state the one that is likeliest to be undone', () => {
  const values = [true, false, 7, 'revoked', 'pending', 'blocked', 'active', 'inactive', 'enabled']
  expect([stateIn(values, true), stateIn(values, false)]).toEqual(['active', 'inactive'])
  expect(stateIn(['archived', 'suspended', 'enabled'], false)).toBe('suspended')
  expect([stateIn(['active', 'pending'], true), stateIn(['revoked', 'pending'], false)]).toEqual([undefined, undefined])
})
