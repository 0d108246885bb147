import { names, pageNaming, refused, switchesOf, tokenIn, updateToken } from '../../checks/organization-tokens.ts'
import { isObject, isSuccess, json } from '../../checks/reading.ts'
import { ownAnswerTo, until } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { withStatus } from '../../checks/twists/shapes.ts'
import { answer, edited, fault, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import type { Probe, Requirement, TokenFixture } from '../../contracts/requirement.ts'

const item = '/v2/orgs/{org_name}/access-tokens/{access_token_id}'
const operation = 'oat.update'

/** Our label stays the beginning of the new one: that is how what a run has made is known and cleaned up. */
const renamed = (token: TokenFixture): string => `${token.label}-renamed`

const rename = async (probe: Probe, token: TokenFixture, current: Answered): Promise<Answered> =>
  updateToken(
    probe,
    token,
    { name: 'label', value: renamed(token), like: /label|name|title/i },
    tokenIn(current, token),
  )

const judgeReturned = async (probe: Probe): Promise<Finding> => {
  const token = await probe.ownToken('oat')
  const changed = await rename(probe, token, await probe.call('oat.get', token))
  if (!isSuccess(changed)) return refused(operation, changed)
  if (changed.response.body.trim() === '')
    return exempt('no-representation', { operation, field: 'the new label' }, changed)
  const open = await ownAnswerTo(probe, operation, token, changed)
  if (open) return open
  json(changed)
  return names(changed, renamed(token))
    ? holds(token.created, changed)
    : violated('not-echoed', { operation, what: `the label ${renamed(token)}` }, changed)
}

const judgeKept = async (probe: Probe): Promise<Finding> => {
  const token = await probe.ownToken('oat')
  const before = await probe.call('oat.get', token)
  if (!names(before, token.label)) return refused('oat.get', before)
  const changed = await rename(probe, token, before)
  if (!isSuccess(changed)) return refused(operation, changed)
  const { answer: after, fits } = await until(
    probe,
    () => probe.call('oat.get', token),
    one => names(one, renamed(token)),
  )
  return fits
    ? holds(before, changed, after)
    : violated('not-kept', { operation: 'oat.get', what: `the label ${renamed(token)}` }, before, changed, after)
}

const judgeSwitch = async (probe: Probe): Promise<Finding> => {
  const token = await probe.ownToken('oat')
  const before = await probe.call('oat.get', token)
  const shown = tokenIn(before, token)
  const values = { operation: 'oat.get', what: 'the token' }
  if (!shown || !names(before, token.label)) return refused('oat.get', before)
  const first = switchesOf(shown)
  if (!Object.values(first).includes(true)) return unclear('no-switch', values, before)
  const change = { name: 'is_active', value: false, like: /active|enabled/i }
  const changed = await updateToken(probe, token, change, shown)
  if (!isSuccess(changed)) return refused(operation, changed)
  const { answer: after, fits } = await until(
    probe,
    () => probe.call('oat.get', token),
    one => {
      const now = switchesOf(tokenIn(one, token) ?? {})
      return Object.keys(first).some(key => first[key] === true && now[key] === false)
    },
  )
  return fits ? holds(before, changed, after) : violated('switch-ignored', values, before, changed, after)
}

const judgeDeleted = async (probe: Probe): Promise<Finding> => {
  const token = await probe.ownToken('oat')
  const { org, label } = token
  const before = await probe.call('oat.get', token)
  const readable = names(before, label)
  const listed = await pageNaming(probe, org, label)
  if (!readable && !listed) return refused('oat.get', before)
  const deleted = await probe.call('oat.delete', token)
  if (!isSuccess(deleted)) return refused('oat.delete', deleted)
  const values = { operation: readable ? 'oat.get' : 'oat.list', what: label }
  if (!readable) {
    const gone = await probe.eventually(async () => ((await pageNaming(probe, org, label)) ? undefined : deleted))
    return gone ? holds(before, deleted) : violated('still-there', values, deleted)
  }
  const { answer: after, fits } = await until(
    probe,
    () => probe.call('oat.get', token),
    one => !names(one, label),
  )
  if (fits) return holds(before, deleted, after)
  // What is kept for the record and marked as deleted is told from what was never deleted.
  const then = switchesOf(tokenIn(before, token) ?? {})
  const now = switchesOf(tokenIn(after, token) ?? {})
  const marked = [...new Set([...Object.keys(then), ...Object.keys(now)])].some(key => then[key] !== now[key])
  if (marked || (listed && !(await pageNaming(probe, org, label))))
    return exempt('kept-as-deleted', values, deleted, after)
  return violated('still-there', values, before, deleted, after)
}

const common = {
  level: 'should',
  since: '2025-03-25',
  covers: ['area-org-access-tokens', 'history-new-oat'],
  needs: ['credentials', 'writes', 'org'],
} as const

const patch = to(item, 'PATCH')

/** Says that it did, and did not. */
const pretend = instead(patch, (request, next) => next(new Request(request.url, { headers: request.headers })))

const returned: Requirement = {
  ...common,
  id: 'org-access-tokens/update-returned',
  statement: 'Updating an organization access token returns it with its new label.',
  source: published('tag org-access-tokens', 'The label can be updated, and the updated token is returned.'),
  how: 'A token that the run created is given another label; the answer must name it. An empty answer has nothing that could.',
  fix: 'Return the token as it is after the update.',
  cases: [{ name: 'another label', check: judgeReturned }],
  faults: {
    old: fault(
      'returns the old label',
      'not-echoed',
      instead(
        patch,
        edited(body =>
          isObject(body) && typeof body.label === 'string'
            ? { ...body, label: body.label.replace('-renamed', '') }
            : body,
        ),
      ),
    ),
    empty: fault(
      'returns an empty object',
      'not-echoed',
      instead(
        patch,
        edited(() => ({})),
      ),
    ),
  },
  tolerates: {
    'no-content': variant('204 without a body', withStatus(patch, 204)),
  },
}

const kept: Requirement = {
  ...common,
  id: 'org-access-tokens/update-kept',
  statement:
    'An organization access token that is read after an update has the new label and is as active as was asked.',
  source: published('tag org-access-tokens', 'Label and activity of a token can be updated; reading it shows both.'),
  how: 'One token that the run created is given another label, another is switched off; both are read until they show the change, or patience ends. The switch is any boolean of the token that was true and is false.',
  fix: 'Store what the update is sent before it is answered, or soon after.',
  cases: [
    { name: 'another label', check: judgeKept },
    { name: 'switched off', check: judgeSwitch },
  ],
  faults: {
    'not-stored': fault('keeps nothing of an update', 'not-kept', pretend, {
      'org-access-tokens/update-returned': 'not-echoed',
    }),
    label: fault(
      'keeps the old label when read',
      'not-kept',
      instead(
        to(item, 'GET'),
        edited(body =>
          isObject(body) && typeof body.label === 'string'
            ? { ...body, label: body.label.replace('-renamed', '') }
            : body,
        ),
      ),
    ),
    'always-active': fault(
      'shows every token as active',
      'switch-ignored',
      instead(
        to(item, 'GET'),
        edited(body => (isObject(body) ? { ...body, is_active: true } : body)),
      ),
    ),
  },
  tolerates: {
    late: {
      says: 'shows the old label twice',
      twist: () => {
        let behind = 0
        return instead(
          to(item, 'GET'),
          edited(body =>
            isObject(body) && typeof body.label === 'string' && body.label.endsWith('-renamed') && behind++ < 2
              ? { ...body, label: body.label.replace('-renamed', '') }
              : body,
          ),
        )
      },
    },
  },
}

const deleted: Requirement = {
  ...common,
  id: 'org-access-tokens/deleted',
  statement: 'An organization access token that was deleted is no longer shown.',
  source: published(
    'tag org-access-tokens',
    'Deleting a token cannot be undone; one that does not exist is answered with 404.',
  ),
  how: 'A token that the run created is read, deleted, and read until its label is no longer shown, or patience ends. Any status will do. One that is kept but shown otherwise than before is left open.',
  fix: 'Remove the token from what is read and listed.',
  cases: [{ name: 'read after the deletion', check: judgeDeleted }],
  faults: {
    kept: fault('answers 204 and deletes nothing', 'still-there', instead(to(item, 'DELETE'), answer(204))),
  },
  tolerates: {
    marked: {
      says: 'keeps it as inactive',
      twist: () => {
        const gone = new Set<string>()
        return instead(to(item), async (request, next) => {
          const { pathname } = new URL(request.url)
          if (request.method === 'DELETE') gone.add(pathname)
          if (request.method === 'DELETE') return answer(204)(request)
          if (!gone.has(pathname)) return next(request)
          return edited(body => (isObject(body) ? { ...body, is_active: false } : body))(request, next)
        })
      },
    },
    gone: variant(
      '410 for what was deleted',
      instead(to(item, 'GET'), async (request, next) => {
        const response = await next(request)
        return response.status === 404 ? answer(410)(request) : response
      }),
    ),
  },
}

export default [returned, kept, deleted]
