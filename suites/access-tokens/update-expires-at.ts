import { tokenReader } from '../../checks/answers/declared-part.ts'
import { receivedTokens } from '../../checks/answers/received-tokens.ts'
import { marksOf } from '../../checks/answers/token-list.ts'
import { expiryFix, judgeExpiry, neverOff, refusedUpdate, unlessCatchAll } from '../../checks/expiry.ts'
import { isUpdateUnpublished } from '../../checks/presence/published.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject } from '../../checks/reading/json.ts'
import { ifPossible } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import {
  deactivatedToken,
  isSeenOff,
  judgeExpiring,
  switchToken,
  tokenShownIn,
  updateSomehow,
} from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { faultsOf, nullAsked, toleratesOf, whenInactive, whenSet, without } from '../../checks/twists/expiry.ts'
import { layered, nestedBodies, withStatus } from '../../checks/twists/shapes.ts'
import { switchAs } from '../../checks/twists/switches.ts'
import { replacing } from '../../checks/twists/tokens.ts'
import {
  answer,
  edited,
  faultsFor,
  inPlaceOf,
  instead,
  sentBy,
  to,
  variants,
  withBody,
  withJson,
} from '../../checks/twists/twist.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { CallOptions, Probe, Requirement, TokenFixture, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding } from '../../contracts/results/finding.ts'

const item = '/v2/access-tokens/{uuid}'

const judgeUpdated = async (probe: Probe, token: TokenFixture, options: CallOptions = {}): Promise<Finding> => {
  const { label, changed: updated } = await updateSomehow(probe, 'pat', token, options)
  // The document names these operations as a family: that one of them exists is the published reference's to say.
  if ([404, 405, 501].includes(updated.response.status) && (await isUpdateUnpublished(probe))) {
    const what = 'an operation that updates a personal access token'
    return exempt('not-published', { what }, updated, token.created)
  }
  const judged = judgeExpiry(
    'pat.update',
    updated,
    marksOf(token, label),
    token.created,
    await tokenReader(probe, 'pat.update'),
  )
  return unlessCatchAll(probe, judged, updated)
}

/** Judges an update that sends the label alone, also where it replaces the token. If that is refused, the whole token is sent. */
const judgePartial = async (probe: Probe, token: TokenFixture): Promise<Finding> => {
  const isReplaced = probe.bind('pat.update').method === 'PUT'
  const judged = isReplaced ? await judgeUpdated(probe, token, { partial: true }) : undefined
  return judged?.kind === 'holds' || judged?.kind === 'violated' ? judged : judgeUpdated(probe, token)
}

/** What an update returns of a token that it switches off and on; whether it does is judged elsewhere. */
const judgeSwitched = async (probe: Probe): Promise<Finding> => {
  const made = await deactivatedToken(probe)
  if (!made) return neverOff()
  const { token, updated } = made
  if (!isSuccess(updated)) return refusedUpdate(updated)
  const read = await tokenReader(probe, 'pat.update')
  const judged = judgeExpiry('pat.update', updated, marksOf(token), token.created, read)
  if (judged.kind === 'violated' || judged.kind === 'unclear') return unlessCatchAll(probe, judged, updated)
  if (!(await isSeenOff(probe, token, updated))) return neverOff(updated)
  const restored = await ifPossible(() => switchToken(probe, 'pat', token, true, tokenShownIn(updated, token)))
  if (!restored || !isSuccess(restored)) return judged
  const finding = judgeExpiry('pat.update', restored, marksOf(token), token.created, read)
  return finding.kind === 'exempt' ? judged : finding
}

/** Has actions that switch a token in the place of its update. */
const switchedByActions: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  const [, path, action] = /^(\/v2\/access-tokens\/[^/]+)\/(enable|disable)$/.exec(pathname) ?? []
  if (to(item, 'PATCH')(request, pathname)) return answer(405)(request)
  if (request.method !== 'POST' || path === undefined) return next(request)
  const { headers } = request
  return next(
    withBody(new Request(new URL(path, request.url), { method: 'PATCH', headers }), { is_active: action === 'enable' }),
  )
}

export default {
  id: 'access-tokens/update-expires-at',
  level: 'must',
  statement: 'Updating a personal access token returns expires_at.',
  since: '2025-11-21',
  source: cite('history-expires-at'),
  covers: ['resource-pat'],
  needs: ['credentials', 'writes'],
  how: 'The labels of two tokens that the run created, with and without an expiry, are changed, and one token is deactivated and reactivated; the token in the answer must have the key. Where the update replaces a token, one of the labels is sent alone if the target takes that. A token that is not shown as deactivated afterwards proves nothing about deactivated tokens. An answer without a token is not judged. All other answers of the operation in the run are judged at the end. If the reference was read completely and publishes other operations of the area, but none that updates a token (except actions without a body), an answer 404, 405 or 501 is not-applicable.',
  fix: expiryFix,
  cases: [
    {
      name: 'update the label of a token with an expiry',
      check: async probe => judgeExpiring(probe, 'pat', probe.daysFromNow(30), token => judgeUpdated(probe, token)),
    },
    {
      name: 'update the label of a token without an expiry',
      check: async probe => judgePartial(probe, await probe.ownToken('pat')),
    },
    { name: 'deactivate a token and activate it again', check: judgeSwitched },
    receivedTokens('pat.update'),
  ],
  faults: {
    ...faultsOf(to(item, 'PATCH'), { 'schemas/pat-update': 'schema-mismatch' }),
    ...faultsFor('field-missing', {
      'when-set': ['leaves it out when set', withJson(to(item, 'PATCH'), whenSet)],
      inactive: ['leaves it out of inactive tokens', withJson(to(item, 'PATCH'), whenInactive)],
      'when-partial': [
        'replaces tokens by PUT, and leaves it out where only the label was sent',
        layered(
          withOpenApi(({ paths }) => {
            delete paths[item]?.put.requestBody.content['application/json'].schema.required
          }),
          instead(to(item, 'PUT'), async (request, next) =>
            has(await sentBy(request), expiryField) ? next(request) : edited(without)(request, next),
          ),
          replacing({ item, collection: '/v2/access-tokens', label: 'token_label' }),
        ),
      ],
      nested: [
        'takes updates as the attributes of a resource, and leaves it out',
        layered(nestedBodies(to(item)), withJson(to(item, 'PATCH'), without)),
      ],
      'null-asked': nullAsked(item, edit => edit, 'PATCH'),
      revoked: [
        'takes a switch that is true for a deactivated token, and leaves it out of deactivated tokens',
        layered(switchAs(item, 'token_label', 'revoked', false, true), withJson(to(item, 'PATCH'), whenInactive)),
      ],
      suspended: [
        'takes a state instead of a switch, and leaves it out of deactivated tokens',
        layered(
          switchAs(item, 'token_label', 'state', 'active', 'disabled'),
          withJson(to(item, 'PATCH'), whenInactive),
        ),
      ],
      reactivated: [
        'leaves it out of reactivated tokens',
        instead(to(item, 'PATCH'), async (request, next) => {
          const { is_active } = await sentBy(request)
          return is_active === true ? edited(without)(request, next) : next(request)
        }),
      ],
    }),
  },
  tolerates: variants({
    switches: [
      'has no update of a token, but switches it by POST to actions, and publishes those',
      layered(
        withOpenApi(({ paths }) => {
          const { patch, ...rest } = paths[item] ?? {}
          const { requestBody: _body, ...post } = patch ?? {}
          Object.assign(paths, { [item]: rest, [`${item}/disable`]: { post }, [`${item}/enable`]: { post } })
        }),
        switchedByActions,
      ),
    ],
    ...toleratesOf(to(item, 'PATCH')),
    'no-content': ['204 without a body', withStatus(to(item, 'PATCH'), 204)],
    acknowledged: [
      'a message that it was updated, without the token',
      withJson(to(item, 'PATCH'), () => ({ updated: true })),
    ],
    null: ['null', withJson(to(item, 'PATCH'), () => null)],
    'in-a-sentence': [
      'a message that names the token',
      withJson(to(item, 'PATCH'), body => ({
        ok: true,
        message: `Token "${isObject(body) ? body.token_label : ''}" was updated.`,
      })),
    ],
    running: [
      '202 and an operation that is still running',
      inPlaceOf('success', to(item, 'PATCH'), answer(202, { operation: 'op-1', state: 'running' })),
    ],
  }),
} satisfies Requirement
