import { it } from 'vitest'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { instead, to, unrouted } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { expectAlone } from '../support/alone.ts'

const listing =
  (...names: readonly string[]): Twist =>
  (request, next) =>
    new URL(request.url).pathname.endsWith('/actions')
      ? Promise.resolve(Response.json(names.map(name => ({ name }))))
      : next(request)

it.each([
  [['company-key.cut', 'repo.create'], 'inconclusive', 'actions-opaque'],
  [['team.create', 'repo.create'], 'fail', 'action-missing'],
] as const)('actions %j', async (names, verdict, code) => {
  await expectAlone('audit-logs/token-actions', listing(...names), verdict, code)
})

it('an entry about a new token that names another organization leaves it open', async () => {
  const elsewhere: Twist = async (request, next) => {
    const response = await next(request)
    if (!/\/v2\/auditlogs\/[^/]+$/.test(new URL(request.url).pathname) || !response.ok) return response
    const { logs, ...rest } = (await response.json()) as { logs: readonly { action: string }[] }
    const other = logs.map(entry => (entry.action.includes('token') ? { ...entry, account: 'globex' } : entry))
    return Response.json({ ...rest, logs: other })
  }
  await expectAlone('audit-logs/token-entries', elsewhere, 'inconclusive', 'entry-elsewhere')
})

it.each(['presence/audit-actions', 'audit-logs/token-actions', 'schemas/audit-actions'])(
  '%s does not apply where a reference has the area and no list of actions',
  async id => {
    const unpublished = withOpenApi(({ paths }) => {
      delete paths['/v2/auditlogs/{account}/actions']
    })
    const unserved = instead(to('/v2/auditlogs/{account}/actions', 'GET'), unrouted)
    await expectAlone(id, layered(unpublished, unserved), 'not-applicable', 'not-published')
    const isPresence = id.startsWith('presence')
    await expectAlone(id, unserved, isPresence ? 'fail' : 'inconclusive', isPresence ? 'absent' : 'request-refused')
  },
)
