import { expect, it } from 'vitest'
import {
  groupsInstead,
  isLeftOut,
  type SentAssignment,
  showsPermission,
} from '../../../checks/answers/assigned-groups.ts'

const given = (sent: unknown, group: string, permission: string, declared: readonly unknown[]): SentAssignment => ({
  sent,
  group,
  permission,
  declared,
})

const words = given({ group: 'devs', role: 'write' }, 'devs', 'write', ['read', 'write', 'admin'])
const codes = given({ team: 'devs', Role: { Id: 2 } }, 'devs', '2', [1, 2, 3])
const map = given({ data: { permissions: { devs: 'write' } } }, 'devs', 'write', ['read', 'write'])
const inPath = given({ access: 2 }, 'devs', '2', [1, 2, 4])

it.each<[SentAssignment, unknown, boolean | undefined]>([
  [words, [{ group: 'devs', role: 'write' }], true],
  [words, [{ group: 'devs', role: 'read' }], false],
  [words, [{ group: { name: 'DEVS' }, role: 'read' }], false],
  // Once as a member of the organization, and once for itself.
  [
    words,
    [
      { group: 'devs', role: 'read' },
      { group: 'devs', role: 'write' },
    ],
    true,
  ],
  [words, [{ group: 'others', role: 'read' }], undefined],
  [words, [{ group: 'devs', role: 'owner' }], undefined],
  [words, [{ group: 'devs', may: 'read' }], undefined],
  [words, [], undefined],
  [codes, { value: [{ TeamName: 'devs', Role: { Id: 2, Name: 'Writer' } }] }, true],
  [codes, { value: [{ TeamName: 'devs', Role: { Id: 3, Name: 'Owner' } }] }, false],
  [map, { data: { permissions: { devs: 'read' } } }, false],
  [map, { data: { permissions: { devs: 'write', ops: 'read' } } }, true],
  [map, { data: { permissions: { ops: 'read' } } }, undefined],
  [inPath, { devs: 4 }, false],
  [inPath, { devs: 2 }, true],
  [inPath, { ops: 4 }, undefined],
])('%j is shown by %j: %j', (assignment, shown, is) => expect(showsPermission(assignment, shown)).toBe(is))

it.each<[unknown, boolean]>([
  [{ data: { permissions: {} } }, true],
  // Names of the groups, or others of them: their list tells.
  [{ data: { permissions: { ops: 'read' } } }, false],
  [{ data: { permissions: { devs: 'write' } } }, false],
  [{ data: { permissions: null } }, false],
  [{ data: {} }, false],
  [[], false],
])('a map with a group is left out of %j: %j', (shown, is) => expect(isLeftOut(map, shown)).toBe(is))

it('a list leaves nothing out of a map', () => expect(isLeftOut(words, { group: 'ops' })).toBe(false))

it.each<[unknown, readonly string[]]>([
  [[{ group: 'ops', role: 'write' }], ['ops']],
  [[{ group: 'ops' }, { group: 'devs' }], []],
  [[{ group: { id: 7 } }], []],
  [[{ team: 'ops' }], []],
  // The group of a group
  [[{ id: 'devs', group: 'ops' }], []],
])('in the place of a group, %j has %j', (shown, values) => expect(groupsInstead(words, shown)).toEqual(values))

it.each<[unknown, readonly string[]]>([
  [{ data: { permissions: { ops: 'read' } } }, ['ops']],
  [{ data: { permissions: { ops: 'read', devs: 'write' } } }, []],
  [{ data: { permissions: { ops: { may: 'read' } } } }, []],
  [{ data: { permissions: [{ name: 'ops', permission: 'read' }] } }, []],
])('in the place of a group in a map, %j has %j', (shown, values) => expect(groupsInstead(map, shown)).toEqual(values))
