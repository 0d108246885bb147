import { judgeListed, type Renamed } from '../../checks/answers/listed-after-update.ts'
import { keepingOthers, labelOfItsOwn, membersRead } from '../../checks/answers/relabelled.ts'
import { changedForGood, comparable } from '../../checks/answers/token-members.ts'
import { instantOf } from '../../checks/date-time.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject } from '../../checks/reading/json.ts'
import { mentions } from '../../checks/reading/things.ts'
import { ifPossible, until } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import {
  aToken,
  changedOtherwise,
  idChanged,
  isSwitchedOff,
  judgeUsual,
  membersByPath,
  names,
  noToken,
  readOf,
  rename,
  sentMembers,
  statusOf,
  switchToken,
  type TokenFacts,
  tokenShownIn,
  unlessId,
  withLabel,
} from '../../checks/token-calls.ts'
import { layered, tableOf, withEachItem, withItems } from '../../checks/twists/shapes.ts'
import { switchAs } from '../../checks/twists/switches.ts'
import { replacing, resource } from '../../checks/twists/tokens.ts'
import {
  answer,
  edited,
  fault,
  faultsFor,
  instead,
  noting,
  onObject,
  reading,
  sentBy,
  shownBefore,
  to,
  variants,
  withBody,
  withJson,
  withObject,
  withSent,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Fault, Probe, Requirement, TokenFixture } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

/** Judges what a new label leaves of a token that is on, and of the same one that is off, as far as that is to be had; and what the list shows then. */
const judgeRest = async (
  probe: Probe,
  facts: TokenFacts,
  token: TokenFixture,
  look: () => Promise<unknown>,
): Promise<Finding> => {
  const { family } = facts
  const { finding, renamed } = await judgeRenamed(probe, facts, token, await readOf(probe, facts, token))
  if (finding.kind !== 'holds' || !renamed) return finding
  const { token: own, read } = renamed
  const shown = tokenShownIn(read, own)
  const updated = shown && (await ifPossible(() => switchToken(probe, family, own, false, shown)))
  const status = statusOf(probe.bind(`${family}.update`), shown)?.path
  const isOff = (one: Answered): boolean =>
    shown !== undefined && isSwitchedOff(shown, tokenShownIn(one, own) ?? {}, status)
  const get = `${family}.get` as const
  const readUntil = (fits: (one: Answered) => boolean) => until(probe, () => probe.call(get, own), fits)
  // A read may be behind the answer to the update.
  const { answer: before, fits } =
    updated && isSuccess(updated)
      ? await readUntil(one => isOff(one) && names(one, own.label))
      : { answer: read, fits: false }
  if (updated && !fits && isOff(before))
    return violated('not-kept', { operation: get, what: `the label ${own.label}` }, before, updated, read)
  const off = fits ? await judgeRenamed(probe, facts, own, before, violated) : undefined
  if (off?.finding.kind === 'violated') return off.finding
  await look()
  const last = off?.renamed
    ? { ...off.renamed, before: [...renamed.before, ...off.renamed.before] }
    : { ...renamed, read: before }
  const restore = async (): Promise<Renamed | undefined> => {
    const off = tokenShownIn(last.read, last.token)
    const restored = fits && off && (await ifPossible(() => switchToken(probe, family, last.token, true, off)))
    if (!restored || !isSuccess(restored)) return undefined
    const on = await until(
      probe,
      () => probe.call(get, last.token),
      one => isSuccess(one) && !isOff(one),
    )
    return { ...last, read: on.answer }
  }
  return (await judgeListed(probe, facts, last, restore)) ?? finding
}

const judgeRenamed = async (
  probe: Probe,
  { family }: TokenFacts,
  token: TokenFixture,
  before: Answered,
  notKept: typeof unclear | typeof violated = unclear,
): Promise<{ readonly finding: Finding; readonly renamed?: Renamed }> => {
  const operation = `${family}.get` as const
  const shown = tokenShownIn(before, token)
  if (!shown || !names(before, token.label)) return { finding: noToken(operation, before) }
  const updated = await rename(probe, family, token, before)
  const { label, changed } = updated
  if (!isSuccess(changed)) return { finding: unlessId(noToken(`${family}.update`, changed), updated) }
  const { answer: after, fits } = await until(
    probe,
    async () => probe.call(operation, await withLabel(probe, family, token, label)),
    one => names(one, label),
  )
  const changedToken = fits ? tokenShownIn(after, { ...token, label }) : undefined
  // Whether a token that is on keeps its new label is judged elsewhere.
  if (!fits && tokenShownIn(after, token))
    return {
      finding: unlessId(
        notKept('not-kept', { operation, what: `the label ${label}` }, after, changed, before),
        updated,
      ),
    }
  const moved = idChanged(operation, token, label, changed, after)
  if (moved) return { finding: unclear(moved.code, moved.values, after, changed, before) }
  if (!changedToken) return { finding: noToken(operation, after, changed) }
  const own = await withLabel(probe, family, token, label)
  const renamed = { token: { ...own, label, reads: [after] }, read: after, before: [token.label] }
  const [then, now] = [membersByPath(shown), membersByPath(changedToken)]
  const sent = sentMembers(changed)
  // What repeats the label changes with it, and may be an id; what the request gave another value was to change.
  const kept = Object.keys(then).filter(
    key =>
      has(now, key) &&
      comparable(key, then[key]) !== undefined &&
      !mentions(then[key], token.label) &&
      (!has(sent, key) || comparable(key, sent[key]) === comparable(key, then[key])),
  )
  if (kept.length === 0)
    return { finding: exempt('not-seen', { what: 'a member of the token that a change may leave' }, before, after) }
  const other = await changedForGood(
    then,
    now,
    key => kept.includes(key),
    () => membersRead(probe, family, own),
  )
  if (other === undefined) return { finding: holds(before, changed, after), renamed }
  return { finding: changedOtherwise(operation, other, [before, changed, after], changedToken) }
}

/** An item of a list with other members, if it is a token. */
const listedWith = (members: JsonObject) => onObject(one => ({ ...one, ...members }))

export default (facts: TokenFacts): Requirement => {
  const { suite, collection, item, label: member, since, covers, needs } = facts
  const get = to(item, 'GET')
  const patch = to(item, 'PATCH')
  const list = to(collection, 'GET')
  /** Only of personal access tokens is asked that the expiry is the one that was sent wherever it is shown. */
  const notEchoed: Fault['also'] =
    facts.family === 'pat' ? { 'schemas/pat-expires-at-echoed': 'expiry-not-echoed' } : {}

  const withMember = (name: string, value: unknown) =>
    edited(
      onObject(body =>
        String(body[member]).endsWith('-renamed') && has(body, name) ? { ...body, [name]: value } : body,
      ),
    )

  return {
    id: `${suite}/update-keeps-rest`,
    level: 'should',
    since,
    covers,
    needs,
    statement: `Updating ${aToken(facts)} changes no member that the request does not name, including the expiry, and no other token; the list shows the updated token.`,
    source: published(`tag ${suite}`, 'An update names the members that are to change: label and activity.'),
    how: 'The label of a token with an expiry is changed, then changed again after the token was deactivated; the token is read before and after each change. A deactivated token must show the new label if its update is answered with success, and deactivation must keep the label. Members shown both times must be the same; times of use and change may differ, and counters may grow. If the list shows the token with its id and a label, its label, switch and expiry there must match those of the token read individually before the waiting time ends. A list that does not show the token is read again, also after reactivation; if it never shows the token, the result is inconclusive. Another token of the run, which nobody changes, is read before, and while the token is deactivated or at the end: it must show the same members, times of use and change aside. No answer of the run may show the new label for another token, or anything else of that one than at first.',
    fix: 'Change only the token and the members that the request names, store these as they were sent, and list the token with them.',
    cases: [
      {
        name: 'another label',
        check: probe =>
          judgeUsual(probe, facts, token => keepingOthers(probe, facts, look => judgeRest(probe, facts, token, look))),
      },
      labelOfItsOwn(facts),
    ],
    faults: {
      'list-label': {
        says: 'lists tokens with the labels that they were created with',
        code: 'listed-otherwise',
        twist: () => {
          const first = new Map<string, unknown>()
          const labelled = onObject(one => ({ ...one, [member]: first.get(String(one.uuid ?? one.id)) ?? one[member] }))
          return layered(
            withJson(to(collection, 'POST'), body => {
              if (isObject(body)) first.set(String(body.uuid ?? body.id), body[member])
              return body
            }),
            withEachItem(list, labelled),
          )
        },
      },
      'list-status': fault(
        'lists all tokens with one of two numbers as their status, whatever it is',
        'listed-otherwise',
        layered(
          withEachItem(
            list,
            onObject(({ is_active: _, ...one }) => ({ ...one, token_status: 1 })),
          ),
          switchAs(item, member, 'token_status', 1, 2),
        ),
      ),
      others: {
        says: 'lists all tokens with the label that was set last',
        code: 'other-relabelled',
        twist: () => {
          let label: unknown
          return layered(
            instead(patch, async (request, next) => {
              label = (await sentBy(request))[member] ?? label
              return next(request)
            }),
            withEachItem(
              list,
              onObject(one => ({ ...one, [member]: label ?? one[member] })),
            ),
          )
        },
      },
      'others-recreated': {
        says: 'makes all other tokens anew when the label of one is changed',
        code: 'other-changed',
        twist: () => {
          const renamed = new Set<string>()
          let first: string | undefined
          return layered(
            instead(patch, async (request, next) => {
              if (String((await sentBy(request))[member]).endsWith('-renamed')) renamed.add(request.url)
              return next(request)
            }),
            instead(get, (request, next) => {
              // The token that no case changes is the first one.
              first ??= request.url
              const isOther = request.url === first && renamed.size > 0
              const created_at = `${2041 + renamed.size}-01-01T00:00:00Z`
              return edited(onObject(one => (isOther ? { ...one, created_at } : one)))(request, next)
            }),
          )
        },
      },
      'others-follow': {
        says: 'switches all other tokens off and on with one',
        code: 'other-changed',
        twist: () => {
          let first: string | undefined
          let isOn: unknown = true
          return layered(
            instead(patch, async (request, next) => {
              isOn = (await sentBy(request)).is_active ?? isOn
              return next(request)
            }),
            instead(get, (request, next) => {
              first ??= request.url
              const shown = request.url === first ? { is_active: isOn } : {}
              return edited(onObject(one => ({ ...one, ...shown })))(request, next)
            }),
          )
        },
      },
      'others-off': {
        says: 'switches off all other tokens when one is changed',
        code: 'other-changed',
        twist: () => {
          let first: string | undefined
          let isOff = false
          return layered(
            noting(patch, () => {
              isOff = true
            }),
            instead(get, (request, next) => {
              first ??= request.url
              return edited(onObject(one => (isOff && request.url === first ? { ...one, is_active: false } : one)))(
                request,
                next,
              )
            }),
          )
        },
      },
      ...faultsFor('listed-otherwise', {
        'list-switch': ['lists every token as active', withEachItem(list, listedWith({ is_active: true }))],
        'list-expiry': ['lists no expiry', withEachItem(list, listedWith({ [expiryField]: null })), notEchoed],
        'list-other-expiry': [
          'lists another expiry',
          withEachItem(list, listedWith({ [expiryField]: '2041-01-01T00:00:00Z' })),
          notEchoed,
        ],
      }),
      expiry: fault('loses the expiry', 'changed-unasked', instead(get, withMember(expiryField, null))),
      replaced: fault(
        'loses the expiry that an update by PUT sends',
        'not-as-sent',
        layered(instead(get, withMember(expiryField, null)), replacing(facts)),
      ),
      switch: fault('switches the token off', 'changed-unasked', instead(get, withMember('is_active', false))),
      activated: fault(
        'reactivates a token when its label is changed',
        'changed-unasked',
        withSent(patch, sent => ({ is_active: true, ...sent })),
      ),
      'renamed-off': fault(
        'keeps the old label of a deactivated token',
        'not-kept',
        instead(patch, async (request, next) => {
          const { is_active, [member]: label } = await shownBefore(request, next)
          const kept = is_active === false ? { [member]: label } : {}
          return next(withBody(request, { ...(await sentBy(request)), ...kept }))
        }),
      ),
      'label-reverted': {
        says: 'gives a deactivated token its first label again',
        code: 'not-kept',
        twist: () => {
          const first = new Map<string, unknown>()
          return instead(to(item), async (request, next) => {
            const { pathname } = new URL(request.url)
            if (request.method !== 'PATCH') return next(request)
            if (!first.has(pathname)) first.set(pathname, (await shownBefore(request, next))[member])
            const sent = await sentBy(request)
            return next(has(sent, member) ? request : withBody(request, { ...sent, [member]: first.get(pathname) }))
          })
        },
      },
      recreated: {
        says: 'shows a new creation time after an update',
        code: 'changed-unasked',
        twist: () => {
          const updated = new Set<string>()
          return layered(
            noting(patch, (_request, path) => updated.add(path)),
            instead(
              (request, path) => get(request, path) && updated.has(path),
              withMember('created_at', '2041-01-01T00:00:00Z'),
            ),
          )
        },
      },
      'listed-hour': fault(
        'lists an expiry one hour later than it shows the token with',
        'listed-otherwise',
        withEachItem(list, one => {
          const ends = isObject(one) ? instantOf(String(one[expiryField])) : undefined
          return ends === undefined
            ? one
            : { ...(one as object), [expiryField]: new Date(ends + 3_600_000).toISOString() }
        }),
        notEchoed,
      ),
      lists: fault(
        'loses scopes and resources',
        'changed-unasked',
        instead(get, layered(instead(get, withMember('scopes', [])), instead(get, withMember('resources', [])))),
      ),
    },
    tolerates: variants({
      traced: {
        says: 'shows a member in every answer that has another value each time',
        twist: () => {
          let at = 0
          const trace = onObject(one => ({ ...one, trace: `t${at++}` }))
          return layered(withJson(to(item), trace), withEachItem(list, trace))
        },
      },
      'list-active': [
        'lists only active tokens',
        withItems(list, items => items.filter(one => !isObject(one) || one.is_active === true)),
      ],
      'list-days': [
        'lists only the day of an expiry, and truncated labels',
        withEachItem(
          list,
          onObject(one => ({
            ...one,
            [member]: String(one[member]).slice(0, 12),
            [expiryField]: typeof one[expiryField] === 'string' ? `${one[expiryField].slice(0, 10)}T00:00:00Z` : null,
          })),
        ),
      ],
      'list-late': {
        says: 'lists changes at the third request',
        twist: () => {
          let behind = 0
          return layered(
            noting(patch, () => {
              behind = 2
            }),
            withEachItem((request, path) => list(request, path) && behind-- > 0, listedWith({ is_active: true })),
          )
        },
      },
      late: {
        says: 'shows an update after two reads',
        twist: () => {
          const past = new Map<string, { readonly body: unknown; left: number }>()
          return instead(to(item), async (request, next) => {
            const { pathname } = new URL(request.url)
            if (request.method === 'PATCH') {
              const shown = await next(reading(request))
              if (shown.ok) past.set(pathname, { body: await shown.json(), left: 2 })
            }
            const one = request.method === 'GET' ? past.get(pathname) : undefined
            return one && one.left-- > 0 ? answer(200, one.body)(request) : next(request)
          })
        },
      },
      'off-for-good': [
        '409 to changes of a deactivated token',
        instead(patch, async (request, next) => {
          const shown = await shownBefore(request, next)
          return shown.is_active === false ? answer(409)(request) : next(request)
        }),
      ],
      'others-used': {
        says: 'shows another time of use of a token each time that it is read',
        twist: () => {
          let seconds = 0
          return withObject(get, one => ({ ...one, last_used: new Date(++seconds * 1000).toISOString() }))
        },
      },
      revoked: ['a switch that is true for a deactivated token', switchAs(item, member, 'revoked', false, true)],
      status: [
        'one of two numbers as a status',
        layered(
          withEachItem(
            list,
            onObject(({ is_active, ...one }) => ({ ...one, token_status: is_active === false ? 2 : 1 })),
          ),
          switchAs(item, member, 'token_status', 1, 2),
        ),
      ],
      'status-codes': [
        'one of two numbers as a status, and of two others in the list',
        layered(
          withEachItem(
            list,
            onObject(({ is_active, ...one }) => ({ ...one, token_status: is_active === false ? 20 : 10 })),
          ),
          switchAs(item, member, 'token_status', 1, 2),
        ),
      ],
      replaced: ['updates by PUT', replacing(facts)],
      'json-api': ['a resource of JSON:API', withJson(get, resource)],
      table: ['the token as a table of one row', withJson(get, body => tableOf([body]))],
      instants: [
        'another notation of the expiry, and changed times of use and update',
        withObject(get, body =>
          typeof body[expiryField] === 'string' && String(body[member]).endsWith('-renamed')
            ? { ...body, [expiryField]: body[expiryField].replace('Z', '+00:00'), updated_at: '2031-01-01T00:00:00Z' }
            : body,
        ),
      ],
    }),
  }
}
