import { type AuditLog, declaredQueries, namesAny, readLog, speaksOfTokens } from '../../checks/audit-log.ts'
import { unfinished } from '../../checks/paging/list.ts'
import { isCarriedOut, isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, json, jsonOfSuccess } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { refused, scalarsIn } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { edited, fault, instead, to, variants, withJson } from '../../checks/twists/twist.ts'
import type { Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const operation = 'audit.events'
const listing = 'audit.actions'
const route = to('/v2/auditlogs/{account}', 'GET')

const everything = {}

/** Actions that say that a token is deleted, as the target lists them. */
const deletionsIn = (actions: unknown): readonly string[] =>
  [...scalarsIn(actions), ...objectsIn(actions).flatMap(Object.keys)].filter(
    word => !/\s/.test(word) && /delet|remov|revo[kc]/i.test(word) && speaksOfTokens(word),
  )

/** Whether an entry has one of these actions: the list may have it without its group, as `access_token.delete` of `org.access_token.delete`. */
const isOf = (entry: unknown, actions: readonly string[]): boolean =>
  scalarsIn(entry).some(text => actions.some(action => text === action || text.endsWith(`.${action}`)))

const judge = async (probe: Probe): Promise<Finding> => {
  const { org } = await probe.fixture('account')
  const { token, exchange } = await probe.fixture('oat-deletion')
  if (!isCarriedOut(exchange)) return refused('oat.delete', exchange)
  const { answer: list } = probe.received(listing).find(one => one.values.org === org && isSuccess(one.answer)) ?? {}
  if (!list) return exempt('not-seen', { what: 'a list of actions' }, exchange)
  const actions = deletionsIn(jsonOfSuccess(list))
  if (actions.length === 0) return exempt('not-published', { what: 'an action for the deletion of a token' }, list)
  const { queries, isWhole } = await declaredQueries(probe)
  let log: AuditLog | undefined
  const found = await probe.eventually(async () => {
    for (const query of [everything, ...queries]) {
      const read = await readLog(probe, org, { query, isEnough: items => items.some(item => isOf(item, actions)) })
      const hit = [...(read?.entries.values() ?? [])].find(({ entry }) => isOf(entry, actions))
      if (hit) return hit.page
      if (query === everything) log = read
    }
    return undefined
  })
  if (found) return holds(exchange, found)
  if (!log) return unclear('no-list', { operation }, exchange)
  const { first } = log
  if (!log.whole || !isWhole) return unfinished(operation, log, exchange, first)
  const { id, label } = token
  // In a log that calls actions otherwise than their list does, a deletion is not known.
  const listed = scalarsIn(json(list)).filter(speaksOfTokens)
  const made = [...log.entries.values()].find(({ entry }) => namesAny(entry, [label, id]) && isOf(entry, listed))
  const after = await probe.call('oat.get', { org: token.org ?? org, id }, { anyStatus: true })
  // A deletion without effect is another requirement's to judge.
  if (isSuccess(after) && !/delet|remov|revo[kc]/i.test(after.response.body))
    return exempt('not-seen', { what: 'a token that was deleted' }, after)
  return made
    ? violated('deletion-not-logged', { what: label, action: actions.join(' or ') }, made.page, exchange)
    : unclear('entries-unmarked', { count: log.entries.size }, exchange, first)
}

const withLogs = (edit: (entry: Readonly<Record<string, unknown>>) => unknown): Twist =>
  instead(
    route,
    edited(body =>
      isObject(body) && Array.isArray(body.logs)
        ? { ...body, logs: body.logs.map(entry => (isObject(entry) ? edit(entry) : entry)).filter(Boolean) }
        : body,
    ),
  )

const isDeletion = ({ action }: Readonly<Record<string, unknown>>): boolean => String(action).endsWith('token.delete')

const unrecorded = withLogs(entry => (isDeletion(entry) ? undefined : entry))

export default {
  id: 'audit-logs/token-deletions',
  level: 'should',
  statement: 'The audit log has an entry of a listed action when an organization access token is deleted.',
  since: '2025-03-25',
  source: published(
    'tag audit-logs',
    'Among the actions that are listed are the creation, the change and the deletion of access tokens.',
  ),
  covers: ['area-audit-logs', 'resource-audit-log-entry'],
  needs: ['credentials', 'writes', 'org', 'account'],
  how: 'An organization access token is deleted, and the log is read until an entry has one of the actions that the target lists for that, or the waiting time ends. It fails only if the log was read whole, and has an entry of a listed action about the same token. It does not apply if no such action is listed.',
  fix: 'Record the deletion of organization access tokens, or do not list an action for it.',
  cases: [{ name: 'the deletion of a token', last: true, check: judge }],
  faults: {
    unrecorded: fault('does not record deletions', 'deletion-not-logged', unrecorded),
  },
  tolerates: variants({
    unlisted: [
      'does not record deletions, and lists no action for them',
      layered(
        unrecorded,
        withJson(
          to('/v2/auditlogs/{account}/actions', 'GET'),
          body => JSON.parse(JSON.stringify(body).replaceAll('access_token.delete', 'access_token.rotate')) as unknown,
        ),
      ),
    ],
  }),
} satisfies Requirement
