import { changedMember, readsOnly } from '../../checks/answers/token-members.ts'
import { instantOf } from '../../checks/date-time.ts'
import { declaredFor } from '../../checks/documents/published-documents.ts'
import { withoutAction } from '../../checks/path-template.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject } from '../../checks/reading/json.ts'
import { declaredItems, isCalled, placeFor, placesOf, undeclaredForm } from '../../checks/request-form.ts'
import { until } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import {
  aToken,
  brief,
  capital,
  changedOtherwise,
  idChanged,
  isStateChanged,
  isSwitchedOff,
  judgeExpiring,
  judgeUsual,
  lastOf,
  membersByPath,
  names,
  noToken,
  offersSwitch,
  readOf,
  rename,
  statusOf,
  switchesOf,
  switchIn,
  switchToken,
  type TokenFacts,
  tokenShownIn,
  unlessId,
  updateToken,
  withLabel,
} from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered, slashed } from '../../checks/twists/shapes.ts'
import { byActions, byActionsAlone, switchAs, switchNamed, switchShownAs } from '../../checks/twists/switches.ts'
import {
  calledExpiresAt,
  oldLabel,
  replacing,
  replacingUnshown,
  resource,
  takingRights,
} from '../../checks/twists/tokens.ts'
import {
  answer,
  edited,
  fault,
  instead,
  matches,
  onObject,
  reading,
  sentBy,
  to,
  variant,
  withBody,
  withJson,
  withMembers,
  withObject,
  withSent,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Binding } from '../../contracts/operations.ts'
import type { Probe, Requirement, TokenFixture, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const judgeKept = async (probe: Probe, facts: TokenFacts): Promise<Finding> => {
  const { family } = facts
  const token = await probe.ownToken(family)
  const before = await readOf(probe, facts, token)
  if (!names(before, token.label)) return noToken(`${family}.get`, before)
  const updated = await rename(probe, family, token, before)
  const { label, changed } = updated
  if (!isSuccess(changed)) return unlessId(noToken(`${family}.update`, changed), updated)
  const { answer: after, fits } = await until(
    probe,
    async () => probe.call(`${family}.get`, await withLabel(probe, family, token, label)),
    one => names(one, label),
  )
  if (fits) return holds(before, changed, after)
  const moved = idChanged(`${family}.get`, token, label, changed, after)
  const { code, values } = moved ?? {
    code: 'not-kept',
    values: { operation: `${family}.get`, what: `the label ${label}` },
  }
  return unlessId(violated(code, values, after, changed, before), updated)
}

/** The member that is the expiry: exactly called so, or else of a similar name with an instant. */
const expiryMember = (members: JsonObject): string | undefined =>
  Object.keys(members).find(key => lastOf(key) === expiryField) ??
  Object.keys(members).find(key => {
    const value = members[key]
    const isInstant = typeof value === 'number' || (typeof value === 'string' && instantOf(value) !== undefined)
    return isInstant && isCalled(lastOf(key), expiryField)
  })

/** Another expiry, where the declared form of the update has a place for one. A target may limit it, but not leave it as it was. */
const judgeExpiry = async (probe: Probe, { family }: TokenFacts): Promise<Finding> => {
  const operation = `${family}.get` as const
  const change = { name: expiryField, value: probe.daysFromNow(20) }
  const binding = probe.bind(`${family}.update`)
  if (binding.isGuessed || !placeFor(placesOf(binding.requestSchema), change.name, change.value))
    return exempt('not-seen', { what: 'an expiry in the declared form of the update' })
  return judgeExpiring(probe, family, probe.daysFromNow(30), async token => {
    const before = token.reads.at(-1) ?? (await probe.call(operation, token))
    const shown = tokenShownIn(before, token)
    const expiryIn = (answer: Answered) => membersByPath(tokenShownIn(answer, token) ?? {})
    const member = expiryMember(expiryIn(before))
    if (member === undefined) return exempt('not-seen', { what: 'an expiry of the token' }, before)
    const changed = await updateToken(probe, family, token, change, shown)
    if (!isSuccess(changed))
      return exempt('request-refused', { operation: `${family}.update`, status: changed.response.status }, changed)
    const then = expiryIn(before)[member]
    const read = () => probe.call(operation, token)
    const { answer: after, fits } = await until(probe, read, one => expiryIn(one)[member] !== then)
    const values = { operation, member, sent: brief(change.value), got: brief(then) }
    return fits ? holds(before, changed, after) : violated('not-as-sent', values, after, changed, before)
  })
}

/** A list that a token shows and that an update takes, and a declared value that is not in it: one that only reads, where there is one. */
const otherRight = (binding: Binding, members: JsonObject) => {
  for (const [path, shown] of Object.entries(members)) {
    const declared = Array.isArray(shown) && shown.length > 0 ? declaredItems(binding, lastOf(path)) : undefined
    if (!declared || !Array.isArray(shown) || !shown.every(one => declared.includes(one))) continue
    const others = declared.filter(one => typeof one === 'string' && !shown.includes(one))
    const value = others.find(one => readsOnly(String(one))) ?? others[0]
    if (value !== undefined) return { path, value }
  }
  return undefined
}

/** Other rights, where the declared form of the update has a list of declared values that the token shows. A target may add to it what it includes. */
const judgeRights = async (probe: Probe, facts: TokenFacts): Promise<Finding> => {
  const { family } = facts
  const operation = `${family}.get` as const
  const binding = probe.bind(`${family}.update`)
  const isTaken = placesOf(binding.requestSchema).some(({ path }) => declaredItems(binding, path.at(-1) ?? ''))
  const none = 'a list of rights in the declared form of the update'
  if (binding.isGuessed || !isTaken) return exempt('not-seen', { what: none })
  const token = await probe.ownToken(family)
  const before = await readOf(probe, facts, token)
  const shown = tokenShownIn(before, token)
  const right = otherRight(binding, membersByPath(shown ?? {}))
  if (!right) return exempt('not-seen', { what: none }, before)
  const change = { name: lastOf(right.path), value: [right.value] }
  const changed = await updateToken(probe, family, token, change, shown)
  if (!isSuccess(changed))
    return exempt('request-refused', { operation: `${family}.update`, status: changed.response.status }, changed)
  const rightsIn = (answer: Answered) => membersByPath(tokenShownIn(answer, token) ?? {})[right.path]
  const then = JSON.stringify(rightsIn(before))
  const read = () => probe.call(operation, token)
  const { answer: after, fits } = await until(probe, read, one => JSON.stringify(rightsIn(one)) !== then)
  const values = { operation, member: right.path, sent: brief(change.value), got: then }
  // A target may say that it gives less, or includes it.
  if (JSON.stringify(rightsIn(changed)) === then)
    return exempt('not-seen', { what: 'other rights of the token' }, changed)
  return fits ? holds(before, changed, after) : violated('not-as-sent', values, after, changed, before)
}

/** Whether no switch changes a member of these: the expiry, under a similar name if none is exactly called so, and what the token gives access to. */
const isUnswitched = (members: JsonObject) => {
  const isExact = Object.keys(members).some(key => lastOf(key) === expiryField)
  return (key: string): boolean => {
    const name = lastOf(key)
    return (isExact ? name === expiryField : isCalled(name, expiryField)) || /^(?:scopes?|resources?)$/.test(name)
  }
}

/** The token as it is read; one that is off at first is switched on before. */
const readOn = async (probe: Probe, facts: TokenFacts, token: TokenFixture): Promise<Answered> => {
  const { family } = facts
  const before = await readOf(probe, facts, token)
  const shown = tokenShownIn(before, token)
  const states = Object.values(switchesOf(shown ?? {}))
  const binding = probe.bind(`${family}.update`)
  const isOther = states.length === 0 || statusOf(binding, shown) !== undefined
  if (isOther || states.includes(true) || !offersSwitch(binding)) return before
  const switched = await switchToken(probe, family, token, true, shown)
  const isOn = (one: Answered): boolean => Object.values(switchesOf(tokenShownIn(one, token) ?? {})).includes(true)
  return isSuccess(switched) ? (await until(probe, () => probe.call(`${family}.get`, token), isOn)).answer : before
}

/** Actions that switch a token off and on again, where the target publishes both below it. */
const publishedActions = async (
  probe: Probe,
  { family }: TokenFacts,
): Promise<{ readonly off: string; readonly on: string } | undefined> => {
  const { method, path } = probe.bind(`${family}.update`)
  if (!(await probe.hasFixture('reference'))) return undefined
  const reference = await probe.fixture('reference')
  const declared = declaredFor(reference, { method, path })?.path
  if (declared === undefined) return undefined
  const place = withoutAction(declared)
  const find = (verb: RegExp): string | undefined =>
    reference.operations
      .filter(one => one.method === 'POST' && one.path.startsWith(place))
      .map(one => one.path.slice(place.length))
      .find(action => /^(?:\/actions)?[/:][a-z]+$/i.test(action) && verb.test(action))
  const off = find(/[/:](?:disable|deactivate|suspend|pause)$/i)
  const on = find(/[/:](?:enable|(?:re)?activate|resume)$/i)
  return off !== undefined && on !== undefined ? { off, on } : undefined
}

/** Switches a token by actions of its own. */
const judgeActions = async (
  probe: Probe,
  { family }: TokenFacts,
  token: TokenFixture,
  before: Answered,
  { off, on }: { readonly off: string; readonly on: string },
): Promise<Finding> => {
  const operation = `${family}.get` as const
  const shown = tokenShownIn(before, token) ?? {}
  // Which of its members the actions change is open.
  const isOff = (one: Answered): boolean => {
    const now = tokenShownIn(one, token)
    return isSwitchedOff(shown, now ?? {}) || (now !== undefined && isStateChanged(shown, now))
  }
  const [member] = Object.entries(switchesOf(shown)).flatMap(([key, isOn]) => (isOn ? [key] : []))
  if (member === undefined) return exempt('not-seen', { what: 'a switch of the token' }, before)
  const ignored = { operation, what: 'the token', member }
  const disabled = await probe.call(`${family}.update`, token, { action: off, anyStatus: true })
  if (!isSuccess(disabled)) return noToken(`${family}.update`, disabled)
  const read = () => probe.call(operation, token)
  const { answer: after, fits } = await until(probe, read, isOff)
  if (!names(after, token.label)) return noToken(operation, after, disabled)
  if (!fits) return violated('switch-ignored', ignored, after, disabled, before)
  const enabled = await probe.call(`${family}.update`, token, { action: on, anyStatus: true })
  if (!isSuccess(enabled)) return holds(before, disabled, after)
  const isOn = (one: Answered): boolean =>
    !isOff(one) || isStateChanged(tokenShownIn(after, token) ?? {}, tokenShownIn(one, token) ?? {})
  const { answer: last, fits: isRestored } = await until(probe, read, one => names(one, token.label) && isOn(one))
  return isRestored || !names(last, token.label)
    ? holds(before, disabled, after, enabled, last)
    : violated('switch-ignored', ignored, last, enabled, after)
}

const judgeSwitch = async (probe: Probe, facts: TokenFacts, token: TokenFixture): Promise<Finding> => {
  const { family } = facts
  const operation = `${family}.get` as const
  const values = { operation, what: 'the token' }
  const before = await readOn(probe, facts, token)
  const shown = tokenShownIn(before, token)
  if (!shown || !names(before, token.label)) return noToken(operation, before)
  // What is declared without a switch has none, or actions in its place.
  const actions = offersSwitch(probe.bind(`${family}.update`), shown) ? undefined : await publishedActions(probe, facts)
  if (actions) return judgeActions(probe, facts, token, before, actions)
  if (!offersSwitch(probe.bind(`${family}.update`), shown))
    return exempt('not-seen', { what: 'a switch in the declared form of the update' }, before)
  const status = statusOf(probe.bind(`${family}.update`), shown)?.path
  const isShown = Object.keys(switchesOf(shown)).length > 0 || status !== undefined
  if (isShown && status === undefined && !Object.values(switchesOf(shown)).includes(true))
    return unclear('no-switch', values, before)
  const [first = 'is_active'] = Object.entries(switchesOf(shown)).flatMap(([key, isOn]) => (isOn ? [key] : []))
  const member = status ?? first
  const { switches, isKnown } = switchIn(probe.bind(`${family}.update`), shown)
  const attempt = async (name: string): Promise<Finding> => {
    const changed = await switchToken(probe, family, token, false, shown, name)
    if (!isSuccess(changed)) return noToken(`${family}.update`, changed)
    const { answer: after, fits } = await until(
      probe,
      () => probe.call(operation, token),
      one => isSwitchedOff(shown, tokenShownIn(one, token) ?? {}, status),
    )
    const off = tokenShownIn(after, token)
    if (!fits && !isKnown)
      return unclear(...undeclaredForm(probe.bind(`${family}.update`), 'is_active'), after, changed, before)
    const moved = idChanged(operation, token, token.label, changed, after)
    if (moved) return unclear(moved.code, moved.values, after, changed, before)
    // That the operation is there was seen before.
    if (!off && !isSuccess(after))
      return unclear('gone-after-update', { operation, status: after.response.status }, after, changed, before)
    if (!off) return noToken(operation, after, changed)
    if (!fits && !isShown) return unclear('no-switch', values, after, changed, before)
    if (!fits) return violated('switch-ignored', { ...values, member }, after, changed, before)
    // The label that the request does not name is to stay.
    if (!names(after, token.label))
      return violated('not-kept', { operation, what: `the label ${token.label}` }, after, changed, before)
    const other = changedMember(membersByPath(shown), membersByPath(off), isUnswitched(membersByPath(shown)))
    if (other !== undefined) return changedOtherwise(operation, other, [before, changed, after], off)
    const restored = await switchToken(probe, family, token, true, off, name)
    if (!isSuccess(restored)) return holds(before, changed, after)
    const isOn = (one: Answered): boolean => !isSwitchedOff(shown, tokenShownIn(one, token) ?? {}, status)
    if (tokenShownIn(restored, token) && isOn(restored)) return holds(before, changed, after, restored)
    const { answer: last, fits: isRestored } = await until(probe, () => probe.call(operation, token), isOn)
    return isRestored || !tokenShownIn(last, token)
      ? holds(before, changed, after, restored, last)
      : violated('switch-ignored', { ...values, member }, last, restored, after)
  }
  const [usual, ...others] = switches
  let finding = await attempt(usual)
  for (const name of others) if (finding.kind === 'unclear') finding = await attempt(name)
  return finding
}

export default (facts: TokenFacts): Requirement => {
  const { suite, collection, item, label: member, since, covers, needs } = facts
  const get = to(item, 'GET')
  const patch = to(item, 'PATCH')
  /** A reference without a form of the update. */
  const formless = withOpenApi(document => {
    delete document.paths[item]?.patch.requestBody
  })

  /** Says that it did, and did not. */
  const pretend = instead(patch, (request, next) => next(reading(request)))

  /** Tokens are known by their labels alone: another label is another id. */
  const labelsAsIds = (): Twist => {
    const ids = new Map<string, string>()
    const shown = edited(body => {
      const one = (value: unknown): unknown => {
        if (!isObject(value) || typeof value[member] !== 'string') return value
        const key = 'uuid' in value ? 'uuid' : 'id'
        for (const [label, id] of ids) if (id === String(value[key])) ids.delete(label)
        ids.set(value[member], String(value[key]))
        return { ...value, [key]: value[member] }
      }
      return isObject(body) && Array.isArray(body.results) ? { ...body, results: body.results.map(one) } : one(body)
    })
    return (request, next) => {
      const url = new URL(request.url)
      if (!matches(facts.item, url.pathname) && !matches(facts.collection, url.pathname)) return next(request)
      url.pathname = url.pathname.replace(/[^/]+$/, last => ids.get(decodeURIComponent(last)) ?? last)
      return shown(new Request(url, request), next)
    }
  }

  const takingDescriptions = withOpenApi(document => {
    const content = document.paths[item]?.patch.requestBody.content
    const text = { type: 'string' }
    const properties = { [member]: text, description: text, is_active: { type: 'boolean' } }
    content['application/json'].schema = { type: 'object', properties }
  })

  /** Takes the label and the switch of an update in objects of their own, and demands those that are named so; `limits` are those of a label. */
  const inObjects = (required: readonly string[], limits: JsonObject = {}): Twist => {
    const inner = (name: string, type: string): JsonObject => ({
      type: 'object',
      required: [name],
      properties: { [name]: { type, ...(name === 'title' ? limits : {}) } },
    })
    const form = { profile: inner('title', 'string'), spec: inner('enabled', 'boolean') }
    return layered(
      withOpenApi(document => {
        const content = document.paths[item]?.patch.requestBody.content
        content['application/json'].schema = { type: 'object', required, properties: form }
      }),
      instead(patch, async (request, next) => {
        const sent = (await request.json()) as { profile?: { title?: string }; spec?: { enabled?: boolean } }
        const { title } = sent.profile ?? {}
        const isForm = Object.entries(sent).every(([name, one]) => name in form && Object.keys(one).length === 1)
        const isTaken =
          isForm && required.every(name => name in sent) && (title?.length ?? 0) <= Number(limits.maxLength ?? 100)
        if (!isTaken) return answer(422)(request)
        return next(withBody(request, { [member]: title, is_active: sent.spec?.enabled }))
      }),
    )
  }

  return {
    id: `${suite}/update-kept`,
    level: 'should',
    since,
    covers,
    needs,
    statement: `${capital(aToken(facts))} shows the new label and the requested active state after an update, with the same expiry and access.`,
    source: published(`tag ${suite}`, 'Label and activity of a token can be updated; reading it shows both.'),
    how: 'The label of one token that the run created is changed, another token with an expiry is deactivated; if the declared form of the update takes an expiry, or a list of declared values that the token shows, another token is given others; each is read until it shows the change, or the waiting time ends. The deactivated token must keep its label, expiry, scopes and resources. It is then activated again, and the answer or a read must show that. The switch is any boolean of the token that changed from true to false, disappeared, or appeared if there was none, or a status that is one of two declared numbers. A token without one in the declared form is switched by published actions such as /disable and /enable, which may change any of its states. If the form of the update is not declared, a switch with another name than the published one is not judged.',
    fix: 'Store the update before the answer, or soon after.',
    cases: [
      { name: 'another label', check: probe => judgeKept(probe, facts) },
      { name: 'another expiry', check: probe => judgeExpiry(probe, facts) },
      { name: 'other rights', check: probe => judgeRights(probe, facts) },
      {
        name: 'switched off and on',
        check: probe => judgeUsual(probe, facts, token => judgeSwitch(probe, facts, token)),
      },
    ],
    faults: {
      'not-stored': fault('does not store updates', 'not-kept', pretend, {
        [`${suite}/update-returned`]: 'not-echoed',
      }),
      described: {
        says: 'knows tokens by their labels, and stores no description',
        code: 'not-kept',
        twist: () => layered(takingDescriptions, pretend, withMembers(get, { description: 'none' }), labelsAsIds()),
        also: { [`${suite}/update-returned`]: 'not-echoed' },
      },
      label: fault('keeps the old label when read', 'not-kept', instead(get, oldLabel(member))),
      'objects-mixed': fault(
        'accepts updates with label and switch in separate objects, and loses the label if an update changes the switch',
        'not-kept',
        layered(
          inObjects(['profile', 'spec']),
          withSent(patch, sent => (sent.is_active === false ? { ...sent, [member]: 'none' } : sent)),
        ),
        { [`${suite}/update-keeps-rest`]: 'not-kept' },
      ),
      'expiry-ignored': fault(
        'takes an expiry in a PUT of the whole token, and ignores it',
        'not-as-sent',
        replacing(facts, true),
      ),
      ...(facts.family === 'oat'
        ? {
            'own-expiry-ignored': fault(
              'takes an expiry in a PUT of the whole token, ignores it, and calls it expiresAt',
              'not-as-sent',
              layered(
                calledExpiresAt(collection, item, expiry => expiry),
                replacing(facts, true),
              ),
            ),
          }
        : {}),
      'rights-ignored': fault(
        'takes other rights, answers with them, and does not store them',
        'not-as-sent',
        takingRights(facts, false),
      ),
      'label-lost': fault(
        'loses the label of a deactivated token',
        'not-kept',
        withObject(get, body => (body.is_active === false ? { ...body, [member]: '' } : body)),
        { [`${suite}/update-keeps-rest`]: 'not-kept' },
      ),
      'sent-when-off': fault(
        'loses the expiry of a token that a PUT with the expiry deactivates',
        'not-as-sent',
        layered(
          withObject(get, body => (body.is_active === false ? { ...body, [expiryField]: null } : body)),
          replacing(facts),
        ),
      ),
      'expires-when-off': fault(
        'loses the expiry of a deactivated token',
        'changed-unasked',
        withObject(get, body => (body.is_active === false ? { ...body, [expiryField]: null } : body)),
        { [`${suite}/update-keeps-rest`]: 'listed-otherwise' },
      ),
      'access-lost': fault(
        'loses scopes and resources of a deactivated token',
        'changed-unasked',
        withObject(get, body => (body.is_active === false ? { ...body, scopes: [], resources: [] } : body)),
      ),
      'never-on-again': {
        says: 'does not switch tokens on again',
        code: 'switch-ignored',
        twist: () => {
          const off = new Set<string>()
          return instead(to(item), async (request, next) => {
            const { pathname } = new URL(request.url)
            const sent = request.method === 'PATCH' ? await sentBy(request) : {}
            if (sent.is_active === false) off.add(pathname)
            return edited(onObject(body => (off.has(pathname) ? { ...body, is_active: false } : body)))(request, next)
          })
        },
      },
      'never-revoked': fault(
        'takes a switch that is true for a deactivated token, and ignores it',
        'switch-ignored',
        layered(switchAs(item, member, 'revoked', false, true), withMembers(get, { is_active: true })),
      ),
      'never-suspended': fault(
        'takes a state of a token, and ignores it',
        'switch-ignored',
        layered(switchAs(item, member, 'state', 'ACTIVE', 'SUSPENDED'), withMembers(get, { is_active: true })),
      ),
      'never-status': fault(
        'takes one of two numbers as a status, and ignores it',
        'switch-ignored',
        layered(switchAs(item, member, 'token_status', 1, 2), withMembers(get, { is_active: true })),
      ),
      'never-zero': fault(
        'takes a switch that is 1 or 0, and ignores it',
        'switch-ignored',
        layered(switchAs(item, member, 'enabled', 1, 0), withMembers(get, { is_active: true })),
      ),
      'never-unusable': fault(
        'takes a switch with a word of its own, and ignores it',
        'switch-ignored',
        layered(
          withObject(get, body => ({ ...body, usable: true })),
          switchAs(item, member, 'usable', true, false),
        ),
      ),
      'never-disabled': fault(
        'publishes actions to disable and enable a token, and ignores them',
        'switch-ignored',
        byActions(facts, false),
      ),
      'never-paused': fault(
        'publishes actions alone, and ignores those that disable and enable a token',
        'switch-ignored',
        byActionsAlone(facts, false),
      ),
      'always-active': fault('shows every token as active', 'switch-ignored', withMembers(get, { is_active: true }), {
        [`${suite}/update-keeps-rest`]: 'listed-otherwise',
      }),
    },
    tolerates: {
      'label-as-id': { says: 'labels as ids', twist: labelsAsIds },
      'label-stays': {
        says: 'labels as ids, which no update changes',
        twist: () =>
          layered(
            withSent(patch, ({ [member]: _, ...sent }) => sent),
            labelsAsIds(),
          ),
      },
      objects: variant('updates with label and switch in separate objects', inObjects([])),
      'all-objects': variant(
        'updates that require the objects of label and switch, and labels of at most 30 characters',
        inObjects(['profile', 'spec'], { maxLength: 30 }),
      ),
      'revoked-for-good': variant(
        '409 to the reactivation of a token',
        instead(patch, async (request, next) => {
          const sent = await sentBy(request)
          return sent.is_active === true && !has(sent, member) ? answer(409)(request) : next(request)
        }),
      ),
      'replaced-elsewhere': variant(
        'updates only by a PUT of the whole token, and redirects requests without a slash at the end of the path',
        layered(
          slashed(to(item)),
          instead(to(item, 'PUT'), async (request, next) => {
            const sent = await sentBy(request)
            return [member, 'is_active', expiryField].every(name => name in sent) ? next(request) : answer(422)(request)
          }),
          replacing(facts),
        ),
      ),
      // Personal tokens show the field always.
      ...(facts.family === 'oat' && {
        'replaced-unshown': variant(
          'updates by a PUT that requires the expiry, and shows none where a token does not expire',
          replacingUnshown(facts),
        ),
      }),
      rights: variant('updates that take other rights', takingRights(facts)),
      'rights-refused': variant(
        'refuses other rights than a token was made with',
        layered(
          instead(patch, async (request, next) =>
            has(await sentBy(request), 'scopes') ? answer(403)(request) : next(request),
          ),
          takingRights(facts),
        ),
      ),
      'json-api': variant('a resource of JSON:API', withJson(get, resource)),
      revoked: variant('a switch that is true for a deactivated token', switchAs(item, member, 'revoked', false, true)),
      'off-at-first': variant(
        'new tokens are inactive until they are activated',
        instead(to(collection, 'POST'), async (request, next) => {
          const response = await next(request)
          if (!response.ok) return response
          const created = (await response.json()) as JsonObject
          const url = `${request.url}/${created.uuid ?? created.id}`
          const headers = new Headers(request.headers)
          headers.set('content-type', 'application/json')
          await next(new Request(url, { method: 'PATCH', headers, body: '{"is_active":false}' }))
          return answer(response.status, { ...created, is_active: false })(request)
        }),
      ),
      'off-alone': variant(
        'shows a switch of deactivated tokens alone, which is true then',
        layered(
          withObject(get, ({ disabled, ...rest }) => (disabled === true ? { ...rest, disabled } : rest)),
          switchAs(item, member, 'disabled', false, true),
        ),
      ),
      actions: variant('actions that disable and enable a token', byActions(facts)),
      'actions-alone': variant('actions that rename, disable and enable a token', byActionsAlone(facts)),
      'no-switch': variant('tokens that have no switch', switchAs(item, member, 'tier', 'low', 'high')),
      'status-besides': variant(
        'one of two numbers as a status, and a switch that says something else',
        layered(withMembers(get, { is_personal: true }), switchAs(item, member, 'token_status', 1, 2)),
      ),
      'actions-status': variant(
        'actions that change a number, next to a switch that says something else',
        layered(
          withObject(get, ({ is_active, ...body }) => ({
            ...body,
            read_only: true,
            state: is_active === false ? 2 : 1,
          })),
          byActions(facts),
        ),
      ),
      'expires-besides': variant(
        'says of a token that it expires, before it says when',
        layered(
          withObject(get, body => ({ expires: true, ...body })),
          replacing(facts),
        ),
      ),
      'valid-until': variant(
        'shows next to the expiry until when a token may be used, of those that are on',
        withObject(get, body => ({ ...body, valid_until: body.is_active === false ? null : '2030-01-01T00:00:00Z' })),
      ),
      status: variant('one of two numbers as a status', switchAs(item, member, 'token_status', 0, 1)),
      numbers: variant('a switch that is 1 or 0', switchAs(item, member, 'enabled', 1, 0)),
      'own-word': variant('a switch with a word of its own', switchAs(item, member, 'usable', true, false)),
      states: variant('a state instead of a switch', switchAs(item, member, 'state', 'ACTIVE', 'SUSPENDED')),
      'other-switch': variant(
        'a switch of another name, and no published form of the update',
        layered(formless, switchNamed(item, 'enabled')),
      ),
      'shown-switch': variant(
        'a switch that is shown under another name than updates use, and no published form of the update',
        layered(formless, withJson(get, switchShownAs('isActive'))),
      ),
      omitted: variant(
        'leaves the switch out if it is off',
        withObject(to(item), body => (body.is_active === false ? { ...body, is_active: undefined } : body)),
      ),
      late: {
        says: 'shows the old label twice',
        twist: () => {
          let behind = 0
          return instead(get, (request, next) => (behind++ % 4 < 2 ? oldLabel(member)(request, next) : next(request)))
        },
      },
    },
  }
}
