import { type AuditLog, declaredQueries, namesAny, readLog, speaksOfTokens } from '../../checks/audit-log.ts'
import { unfinished } from '../../checks/paging/list.ts'
import { isCarriedOut, isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, jsonOfSuccess } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { refused, scalarsIn } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { withoutDeletionAction } from '../../checks/twists/tokens.ts'
import { edited, fault, instead, to, variants } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const operation = 'audit.events'
const listing = 'audit.actions'
const route = to('/v2/auditlogs/{account}', 'GET')

const everything = {}

const deletion = /delet|revo[kc]|remov|destroy/i

/** Actions on tokens, as the target lists them. */
const actionsIn = (list: unknown): readonly string[] => [
  ...new Set(
    [...scalarsIn(list), ...objectsIn(list).flatMap(Object.keys)].filter(
      word => !/\s/.test(word) && speaksOfTokens(word),
    ),
  ),
]

/** What stands in front of the verb of an action: `oat` of `oat.create`. */
const kindOf = (action: string): string => action.replace(/[^A-Za-z\d]*[A-Za-z\d]+$/, '')

/** Whether an entry has an action: the list may have it without its group, as `access_token.delete` of `org.access_token.delete`. */
const hasAction = (entry: unknown, action: string): boolean =>
  scalarsIn(entry).some(text => text === action || text.endsWith(`.${action}`))

const judge = async (probe: Probe): Promise<Finding> => {
  const { org } = await probe.fixture('account')
  const { token, exchange } = await probe.fixture('oat-deletion')
  if (!isCarriedOut(exchange)) return refused('oat.delete', exchange)
  let first: Answered | undefined = await probe.call(operation, { org, namespace: org })
  if (!isSuccess(first)) return refused(operation, first)
  const { answer: list } = probe.received(listing).find(one => one.values.org === org && isSuccess(one.answer)) ?? {}
  if (!list) return exempt('not-seen', { what: 'a list of actions' }, exchange)
  const actions = actionsIn(jsonOfSuccess(list))
  const deletions = actions.filter(action => deletion.test(action))
  if (deletions.length === 0) return exempt('not-published', { what: 'an action for the deletion of a token' }, list)
  const { queries, isWhole } = await declaredQueries(probe)
  const marks = [token.label, token.id]
  const isDeletion = (entry: unknown): boolean => deletions.some(action => hasAction(entry, action))
  const isNamed = (entry: unknown): boolean => namesAny(entry, marks)
  let log: AuditLog | undefined
  const found = await probe.eventually(async () => {
    for (const query of [everything, ...queries]) {
      const page = query === everything && first ? { first } : {}
      first = undefined
      const read = await readLog(probe, org, { query, ...page, isEnough: items => items.some(isDeletion) })
      const entries = [...(read?.entries.values() ?? [])]
      const own = entries.filter(({ entry }) => isNamed(entry))
      // Two entries about one token are its creation and what became of it, whatever their actions.
      const hit = entries.find(({ entry }) => isDeletion(entry)) ?? own[1]
      if (hit) return hit.page
      if (query === everything) log = read
    }
    return undefined
  })
  if (found) return holds(exchange, found)
  if (!log) return unclear('no-list', { operation }, exchange)
  if (!log.whole || !isWhole) return unfinished(operation, log, exchange, log.first)
  const after = await probe.call('oat.get', { org: token.org ?? org, id: token.id }, { anyStatus: true })
  // A deletion without effect is another requirement's to judge.
  if (isSuccess(after) && !deletion.test(after.response.body))
    return exempt('not-seen', { what: 'a token that was deleted' }, after)
  // In a log that calls actions otherwise than their list does, a deletion is not known; and there are other kinds of tokens.
  const made = [...log.entries.values()].find(({ entry }) => isNamed(entry))
  const kinds = made ? actions.filter(action => hasAction(made.entry, action)).map(kindOf) : []
  const own = deletions.filter(action => kinds.includes(kindOf(action)))
  return made && own.length > 0
    ? violated('deletion-not-logged', { what: token.label, action: own.join(' or ') }, made.page, exchange)
    : unclear('entries-unmarked', { count: log.entries.size }, exchange, log.first)
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

const unrecorded = withLogs(entry => (String(entry.action).endsWith('token.delete') ? undefined : entry))

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
  how: 'An organization access token is deleted, and the log is read until an entry has one of the actions that the target lists for that, or the waiting time ends. It fails only if the log was read whole, and has one entry about the token, with a listed action of the same kind, such as access_token.create. It does not apply if no such action is listed.',
  fix: 'Record the deletion of organization access tokens, or do not list an action for it.',
  cases: [{ name: 'the deletion of a token', last: true, check: judge }],
  faults: {
    unrecorded: fault('does not record deletions', 'deletion-not-logged', unrecorded),
  },
  tolerates: variants({
    unlisted: ['does not record deletions, and lists no action for them', layered(unrecorded, withoutDeletionAction)],
  }),
} satisfies Requirement
