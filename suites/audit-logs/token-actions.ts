import { isUnderstood, speaksOfTokens } from '../../checks/audit-log.ts'
import { nextLink } from '../../checks/paging/next.ts'
import { unpublishedActions } from '../../checks/presence/families.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, json } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { ownAnswer, refused, scalarsIn } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { faultsFor, to, variant, withJson, withObject } from '../../checks/twists/twist.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const operation = 'audit.actions'
const route = to('/v2/auditlogs/{account}/actions', 'GET')

const judge = async (probe: Probe): Promise<Finding> => {
  await probe.fixture('credentials')
  const { org } = await probe.fixture('account')
  const list = await probe.call(operation, { org, namespace: org })
  if (!isSuccess(list)) return (await unpublishedActions(probe)) ?? refused(operation, list)
  const open = await ownAnswer(probe, operation, { org, namespace: org }, list)
  if (open) return open
  const body = json(list)
  // Actions may be members of an object as well as texts.
  const words = [...scalarsIn(body), ...objectsIn(body).flatMap(Object.keys)]
  const tokens = words.filter(word => speaksOfTokens(word) && !/scim/i.test(word))
  if (tokens.length > 0) return holds(list)
  if (words.length === 0) return unclear('no-items', { operation }, list)
  // A list that goes on may have them on a later page.
  if (listItems(body) !== undefined && nextLink(list, body) !== undefined)
    return unclear('list-unfinished', { operation }, list)
  // An action in other words may be one on tokens.
  const names = (listItems(body) ?? words).filter(item => !isUnderstood(item, [org]))
  if (names.length > 0) return unclear('actions-opaque', { operation }, list)
  return violated('action-missing', { operation }, list)
}

export default {
  id: 'audit-logs/token-actions',
  level: 'should',
  statement: 'The actions of audit logs include one that concerns access tokens.',
  since: '2025-03-18',
  source: published(
    'tag audit-logs',
    'Among the actions that are listed are the creation, the change and the deletion of access tokens.',
  ),
  covers: ['history-new-audit-logs', 'area-audit-logs'],
  needs: ['credentials', 'account'],
  how: 'The names and descriptions in the list of actions are searched for one that mentions tokens. It does not apply if the reference of the target was read completely and has the area, but no such operation.',
  fix: 'List the actions under which organization access tokens are recorded, such as access_token.create.',
  cases: [{ name: 'the list of actions', check: judge }],
  faults: faultsFor('action-missing', {
    missing: [
      'lists only actions on repositories',
      withObject(route, body => (isObject(body.actions) ? { actions: { repo: body.actions.repo } } : body)),
    ],
    scim: [
      'lists only actions on SCIM tokens',
      withJson(route, () => ({
        actions: { enterprise: { actions: [{ name: 'sso.connection.scim_token_refresh' }] } },
      })),
    ],
  }),
  tolerates: {
    members: variant(
      'actions as members of an object',
      withJson(route, () => ({ 'repo.create': 1, 'access_token.create': 2 })),
    ),
  },
} satisfies Requirement
