import { badRequest, type Call, forbidden, notFound, param, principalOf, type Reply, type Route } from '../http.ts'
import { pageParameters, windowOf } from '../pagination.ts'
import { owns } from '../permissions.ts'
import type { AuditEntry } from '../store.ts'
import { instantOf } from '../validate.ts'

const action = (name: string, label: string, description: string) => ({ name, description, label })

/** Every action that this hub records, in the published groups; an event's action is `group.name`. */
const actions = {
  org: {
    label: 'Organization',
    actions: [
      action('create', 'Organization Created', 'An organization was created'),
      action('team.create', 'Team Created', 'A team was created in the organization'),
      action('access_token.create', 'Access token created', 'An organization access token was created'),
      action('access_token.update', 'Access token updated', 'An organization access token was changed'),
      action('access_token.delete', 'Access token deleted', 'An organization access token was deleted'),
    ],
  },
  repo: {
    label: 'Repository',
    actions: [
      action('create', 'Repository Created', 'A repository was created'),
      action('delete', 'Repository Deleted', 'A repository was deleted'),
      action('immutable.tags.updated', 'Tag immutability updated', 'The tag immutability of a repository was changed'),
      action('tag.push', 'Tag Pushed', 'A tag was pushed to a repository'),
    ],
  },
} as const

/** The account of the path, for whoever may read its log: its user, an owner, or a token of the organization. */
const readableAccount = (call: Call): string => {
  const principal = principalOf(call)
  const account = param(call, 'account')
  if (!call.store.namespaces.has(account)) throw notFound('Account')
  const isOwnToken = principal.kind === 'org' && principal.name === account
  if (!isOwnToken && !owns(call.store, principal, account)) throw forbidden('This needs an owner of the account.')
  return account
}

const listActions = (call: Call): Reply => {
  readableAccount(call)
  return { status: 200, body: { actions } }
}

const instant = (call: Call, name: string): number | undefined => {
  const text = call.query.get(name)
  if (text === null) return undefined
  // A plus sign that was not percent-encoded arrives as a space: `+02:00` is the usual case.
  const ms = instantOf(text.replace(' ', '+'))
  if (ms === undefined) throw badRequest(`Invalid ${name}.`, { [name]: ['Must be an RFC 3339 date-time.'] })
  return ms
}

/** The filter takes an action as events show it, or as the list of actions shows it, without its group. */
const isAction = (entry: AuditEntry, wanted: string): boolean =>
  entry.action === wanted || entry.action.slice(entry.action.indexOf('.') + 1) === wanted

const isNamed = (entry: AuditEntry, wanted: string): boolean =>
  entry.name === wanted || entry.name === `${entry.account}/${wanted}`

const listEvents = (call: Call): Reply => {
  const account = readableAccount(call)
  const { page, size } = windowOf(call, 25)
  const from = instant(call, 'from') ?? -Infinity
  const to = instant(call, 'to') ?? Infinity
  const wanted = { action: call.query.get('action'), name: call.query.get('name'), actor: call.query.get('actor') }
  const found = call.store.audit.filter(entry => {
    const at = Date.parse(entry.timestamp)
    return (
      entry.account === account &&
      (wanted.action === null || isAction(entry, wanted.action)) &&
      (wanted.name === null || isNamed(entry, wanted.name)) &&
      (wanted.actor === null || entry.actor === wanted.actor) &&
      at >= from &&
      at <= to
    )
  })
  // Newest first. A page beyond the end is an empty one: the published answer has no count that would tell the end.
  const logs = found
    .reverse()
    .slice((page - 1) * size, page * size)
    .map(({ description, ...entry }) => ({ ...entry, action_description: description }))
  return { status: 200, body: { logs } }
}

const shared = { method: 'GET', tag: 'audit-logs', auth: 'required' } as const

export const auditLogRoutes: readonly Route[] = [
  {
    ...shared,
    path: '/v2/auditlogs/{account}/actions',
    operationId: 'AuditLogs_ListAuditActions',
    summary: 'List audit log actions',
    success: { status: 200, schema: 'GetAuditActionsResponse' },
    failures: [403],
    handle: listActions,
  },
  {
    ...shared,
    path: '/v2/auditlogs/{account}',
    operationId: 'AuditLogs_ListAuditLogs',
    summary: 'List audit log events',
    query: {
      action: { type: 'string', description: 'Only events of this action, such as `repo.tag.push`.' },
      name: { type: 'string', description: 'Only events about this repository, organization or member.' },
      actor: { type: 'string', description: 'Only events that this user caused.' },
      from: { type: 'string', format: 'date-time', description: 'Start of the time window.' },
      to: { type: 'string', format: 'date-time', description: 'End of the time window.' },
      page: pageParameters.page,
      page_size: { ...pageParameters.page_size, default: 25 },
    },
    success: { status: 200, schema: 'GetAuditLogsResponse' },
    failures: [400, 403],
    handle: listEvents,
  },
]
