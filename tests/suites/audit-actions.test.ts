import { expect, it } from 'vitest'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { instead, to, unrouted } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { expectAlone } from '../support/alone.ts'
import { runTwisted } from '../support/run.ts'

const logPath = /\/v2\/auditlogs\/[^/]+$/

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
    if (!logPath.test(new URL(request.url).pathname) || !response.ok) return response
    const { logs, ...rest } = (await response.json()) as { logs: readonly { action: string }[] }
    const other = logs.map(entry => (entry.action.includes('token') ? { ...entry, account: 'globex' } : entry))
    return Response.json({ ...rest, logs: other })
  }
  await expectAlone('audit-logs/token-entries', elsewhere, 'inconclusive', 'entry-elsewhere')
})

it('an entry that names a personal token of the run is about that one, whatever its words and its number', async () => {
  const labels: string[] = []
  let isOther = false
  const twist: Twist = async (request, next) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/v2/access-tokens' && request.method === 'POST')
      labels.push(((await request.clone().json()) as { token_label: string }).token_label)
    isOther ||= pathname.startsWith('/v2/orgs/') && request.method === 'POST'
    const response = await next(request)
    if (!logPath.test(pathname) || !response.ok) return response
    const { logs, ...rest } = (await response.json()) as { logs: readonly { action: string }[] }
    const others = logs.filter(({ action }) => !action.includes('token'))
    const own = isOther ? labels.map(name => ({ action: 'access_token.create', name })) : []
    return Response.json({ ...rest, logs: [...own, ...others] })
  }
  const { requirements } = await runTwisted(twist, {
    select: { only: ['audit-logs/token-entries', 'access-tokens/created-get'] },
  })
  const judged = requirements.find(({ id }) => id === 'audit-logs/token-entries')
  expect([judged?.verdict, judged?.reason?.code]).toEqual(['fail', 'no-entry'])
})

/** A log with other words for what is recorded about tokens, without anything about the tokens of the run, and with the rest as it is. */
const inOtherWords =
  (edit: (data: Readonly<Record<string, string>>, actor: string) => object): Twist =>
  async (request, next) => {
    const response = await next(request)
    if (!logPath.test(new URL(request.url).pathname) || !response.ok) return response
    const { logs } = (await response.json()) as {
      logs: readonly { action: string; actor: string; data: Record<string, string> }[]
    }
    return Response.json({
      logs: logs.flatMap(entry => {
        if (!entry.action.includes('token')) return entry
        return JSON.stringify(entry).includes('hub-conformance-') ? [] : edit(entry.data, entry.actor)
      }),
    })
  }

const byUser = (actor: string) => ({ actor: { type: 'user', id: actor } })

it.each([
  [
    'an id that the list shows',
    inOtherWords(({ access_token_id: id }, actor) => ({ kind: 'robot.created', ...byUser(actor), subject: { id } })),
    'inconclusive',
    'entry-late',
  ],
  [
    'a label that the list shows',
    inOtherWords(({ access_token_label: label }) => ({ kind: 'robot.created', subject: label })),
    'inconclusive',
    'entry-late',
  ],
  [
    'neither, in words that are not known',
    inOtherWords((_, actor) => ({ kind: 'robot.created', ...byUser(actor) })),
    'inconclusive',
    'entries-opaque',
  ],
  [
    'a token only as the one who did something',
    inOtherWords(({ access_token_id: id }) => ({ kind: 'repo.tag.push', actor: { type: 'robot', id } })),
    'fail',
    'no-entry',
  ],
  [
    'a token only as what was used',
    inOtherWords(({ access_token_id: id }) => ({ kind: 'session.login', subject: { id } })),
    'fail',
    'no-entry',
  ],
] as const)('older entries with %s', async (_, twist, verdict, code) => {
  await expectAlone('audit-logs/token-entries', twist, verdict, code)
})

it('an entry with an id that the list shows is enough where nothing may be written', async () => {
  const twist = inOtherWords(({ access_token_id: id }) => ({ kind: 'robot.created', subject: { id } }))
  await expectAlone('audit-logs/token-entries', twist, 'pass', undefined, { allowWrites: false })
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
