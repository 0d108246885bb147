import { unpublishedActions } from '../../checks/presence/families.ts'
import { type ShapeClaim, shapeRequirement } from '../../checks/schemas/claim.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'

const since = lifecycle.families.find(({ tag }) => tag === 'audit-logs')?.since ?? earliestDate

const callOf =
  (operation: 'audit.events' | 'audit.actions'): ShapeClaim['call'] =>
  async probe => {
    await probe.fixture('credentials')
    const { org } = await probe.fixture('account')
    return { values: { org }, answer: await probe.call(operation, { org }) }
  }

const withGroup =
  (group: unknown) =>
  (actions: unknown): unknown => ({ ...(actions as object), member: group })

const claims: readonly ShapeClaim[] = [
  {
    slug: 'audit-events',
    operation: 'audit.events',
    returns: 'a page of audit log events',
    since,
    needs: ['credentials', 'account'],
    shape: { page: 'audit-events', member: 'logs', item: 'audit-event' },
    call: callOf('audit.events'),
    last: true,
    bent: {
      'time-as-number': { says: 'writes the time as a number', member: 'timestamp', value: 1_613_698_475 },
      'loose-date-time': {
        says: 'writes the time with +00 for an offset',
        member: 'timestamp',
        value: '2021-02-19T01:34:35+00',
      },
      'nested-data': { says: 'has data that is not a string', member: 'data', value: { tag: { name: 'latest' } } },
      'actor-as-object': { says: 'describes the actor', member: 'actor', value: { name: 'docker' } },
    },
  },
  {
    slug: 'audit-actions',
    operation: 'audit.actions',
    returns: 'the actions of the audit log',
    since,
    needs: ['credentials', 'account'],
    shape: 'audit-actions',
    call: callOf('audit.actions'),
    refused: unpublishedActions,
    bent: {
      'group-as-list': { says: 'has a group that is a list', member: 'actions', change: withGroup([]) },
      'actions-as-names': {
        says: 'lists only the names of actions',
        member: 'actions',
        change: withGroup({ label: 'Member', actions: ['invite'] }),
      },
      'label-as-number': {
        says: 'has a number for a label',
        member: 'actions',
        change: withGroup({ label: 7, actions: [] }),
      },
    },
  },
]

export default claims.map(shapeRequirement)
