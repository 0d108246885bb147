import { activityIn } from '../../checks/answers/activity.ts'
import { plainForm } from '../../checks/answers/plain-form.ts'
import { candidatesIn, listPathOf, objectsWithPlaces, profileIn, rootOf } from '../../checks/answers/tokens.ts'
import { instantOf } from '../../checks/date-time.ts'
import { readList } from '../../checks/paging.ts'
import { has, isObject, isSuccess, type JsonObject, json, mentions, parseJson } from '../../checks/reading.ts'
import { isCalled } from '../../checks/request-form.ts'
import { ifPossible, ownAnswerTo, scalarsIn, until } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import {
  aToken,
  brief,
  capital,
  changedOtherwise,
  idChanged,
  isSwitchedOff,
  judgeExpiring,
  lastOf,
  membersByPath,
  names,
  noToken,
  offersSwitch,
  pageNaming,
  rename,
  sentMembers,
  switchesOf,
  switchIn,
  switchToken,
  type TokenFacts,
  tokenFamilies,
  tokenShownIn,
  wholeList,
  withLabel,
} from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import {
  layered,
  missingAs,
  redirected,
  tableOf,
  withEachItem,
  withItems,
  withStatus,
} from '../../checks/twists/shapes.ts'
import { switchAs } from '../../checks/twists/switches.ts'
import {
  answer,
  edited,
  fault,
  instead,
  matches,
  noting,
  onObject,
  reading,
  sentBy,
  shownBefore,
  to,
  variant,
  withBody,
  withJson,
  withMembers,
  withObject,
  withSent,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Fault, Probe, Requirement, TokenFixture, Twist } from '../../contracts/requirement.ts'

/** The token as it was read when it was made, or is read now. */
const readOf = async (probe: Probe, { family }: TokenFacts, token: TokenFixture): Promise<Answered> =>
  token.reads.at(-1) ?? (await probe.call(`${family}.get`, token))

/** Members that an answer has in common with the token as its creation showed it. */
const shownMembers = (answer: Answered, { created, label, id }: TokenFixture): readonly string[] => {
  const parsed = parseJson(answer)
  const { places } = objectsWithPlaces(parsed.ok ? plainForm(parsed.value) : undefined)
  const profile = profileIn(created, { labels: [label], ids: [id] })
  return places.flatMap(({ object }) => Object.keys(object).filter(key => profile.has(key)))
}

const judgeReturned = async (probe: Probe, facts: TokenFacts): Promise<Finding> => {
  const { family } = facts
  const token = await probe.ownToken(family)
  const { label, changed } = await rename(probe, family, token, await readOf(probe, facts, token))
  if (!isSuccess(changed)) return noToken(`${family}.update`, changed)
  if (changed.response.body.trim() === '')
    return exempt('no-representation', { operation: `${family}.update`, field: 'label' }, changed)
  const open = await ownAnswerTo(probe, `${family}.update`, token, changed)
  if (open) return open
  json(changed)
  if (names(changed, label)) return holds(token.created, changed)
  // What only acknowledges the change shows no token, and so no label.
  return shownMembers(changed, token).length === 0
    ? exempt('no-representation', { operation: `${family}.update`, field: 'label' }, changed)
    : violated('not-echoed', { operation: `${family}.update`, what: `the label ${label}` }, changed)
}

const judgeKept = async (probe: Probe, facts: TokenFacts): Promise<Finding> => {
  const { family } = facts
  const token = await probe.ownToken(family)
  const before = await readOf(probe, facts, token)
  if (!names(before, token.label)) return noToken(`${family}.get`, before)
  const { label, changed } = await rename(probe, family, token, before)
  if (!isSuccess(changed)) return noToken(`${family}.update`, changed)
  const { answer: after, fits } = await until(
    probe,
    async () => probe.call(`${family}.get`, await withLabel(probe, family, token, label)),
    one => names(one, label),
  )
  if (fits) return holds(before, changed, after)
  const moved = idChanged(`${family}.get`, token, label, changed, after)
  return moved
    ? violated(moved.code, moved.values, after, changed, before)
    : violated('not-kept', { operation: `${family}.get`, what: `the label ${label}` }, after, changed, before)
}

/** Members that a server may change by itself. */
const volatile =
  /updat|modif|chang|last|used|seen|access|version|etag|rev|count|time|_at$|At$|label|name|title|link|href|url|self/i

/** Values that can be compared: an instant may be written otherwise, and a list stand in another order. */
const comparable = (key: string, value: unknown): string | undefined => {
  // What else is written by a server itself may be written again, but a thing is made once.
  if (lastOf(key) === expiryField || /^creat/i.test(lastOf(key))) {
    const instant = typeof value === 'string' ? instantOf(value) : undefined
    if (instant !== undefined) return String(Math.floor(instant / 1000))
  }
  if (lastOf(key) === expiryField) return JSON.stringify(value)
  if (volatile.test(key)) return undefined
  return Array.isArray(value) ? JSON.stringify(value.map(item => JSON.stringify(item)).sort()) : JSON.stringify(value)
}

/** A member of these that has another value than before, as far as it is shown both times. */
const changedMember = (then: JsonObject, now: JsonObject, among: (key: string) => boolean): string | undefined =>
  Object.keys(then).find(key => among(key) && has(now, key) && comparable(key, then[key]) !== comparable(key, now[key]))

/** Judges a token with an expiry; where the target takes none, one without. */
const expiring = async (
  probe: Probe,
  { family }: TokenFacts,
  judge: (token: TokenFixture) => Promise<Finding>,
): Promise<Finding> => {
  const judged = await judgeExpiring(probe, family, probe.daysFromNow(30), judge)
  // There is more to a token than its expiry.
  return judged.kind === 'exempt' ? judge(await probe.ownToken(family)) : judged
}

/** Members that no switch changes: the expiry, and what the token gives access to. */
const isUnswitched = (key: string): boolean => /^(?:expires_at|scopes?|resources?)$/.test(key.split('.').at(-1) ?? '')

/** The token as it is read; one that is off at first is switched on before. */
const readOn = async (probe: Probe, facts: TokenFacts, token: TokenFixture): Promise<Answered> => {
  const { family } = facts
  const before = await readOf(probe, facts, token)
  const shown = tokenShownIn(before, token)
  const states = Object.values(switchesOf(shown ?? {}))
  if (states.length === 0 || states.includes(true) || !offersSwitch(probe.bind(`${family}.update`))) return before
  const switched = await switchToken(probe, family, token, true, shown)
  const isOn = (one: Answered): boolean => Object.values(switchesOf(tokenShownIn(one, token) ?? {})).includes(true)
  return isSuccess(switched) ? (await until(probe, () => probe.call(`${family}.get`, token), isOn)).answer : before
}

const judgeSwitch = async (probe: Probe, facts: TokenFacts, token: TokenFixture): Promise<Finding> => {
  const { family } = facts
  const operation = `${family}.get` as const
  const values = { operation, what: 'the token' }
  const before = await readOn(probe, facts, token)
  const shown = tokenShownIn(before, token)
  if (!shown || !names(before, token.label)) return noToken(operation, before)
  if (!Object.values(switchesOf(shown)).includes(true))
    return offersSwitch(probe.bind(`${family}.update`))
      ? unclear('no-switch', values, before)
      : exempt('not-seen', { what: 'a switch of the token, or one in the declared form of its update' }, before)
  const { switches, isKnown } = switchIn(probe.bind(`${family}.update`), shown)
  const attempt = async (name: string): Promise<Finding> => {
    const changed = await switchToken(probe, family, token, false, shown, name)
    if (!isSuccess(changed)) return noToken(`${family}.update`, changed)
    const { answer: after, fits } = await until(
      probe,
      () => probe.call(operation, token),
      one => isSwitchedOff(shown, tokenShownIn(one, token) ?? {}),
    )
    const off = tokenShownIn(after, token)
    if (!fits && !isKnown)
      return unclear('form-undeclared', { operation: `${family}.update`, what: 'is_active' }, after, changed, before)
    const moved = idChanged(operation, token, token.label, changed, after)
    if (moved) return unclear(moved.code, moved.values, after, changed, before)
    // That the operation is there was seen before.
    if (!off && !isSuccess(after))
      return unclear('gone-after-update', { operation, status: after.response.status }, after, changed, before)
    if (!off) return noToken(operation, after, changed)
    if (!fits) return violated('switch-ignored', values, after, changed, before)
    // The label that the request does not name is to stay.
    if (!names(after, token.label))
      return violated('not-kept', { operation, what: `the label ${token.label}` }, after, changed, before)
    const other = changedMember(membersByPath(shown), membersByPath(off), isUnswitched)
    if (other !== undefined) return changedOtherwise(operation, other, [before, changed, after], off)
    const restored = await switchToken(probe, family, token, true, off, name)
    if (!isSuccess(restored)) return holds(before, changed, after)
    const isOn = (one: Answered): boolean => !isSwitchedOff(shown, tokenShownIn(one, token) ?? {})
    if (tokenShownIn(restored, token) && isOn(restored)) return holds(before, changed, after, restored)
    const { answer: last, fits: isRestored } = await until(probe, () => probe.call(operation, token), isOn)
    return isRestored || !tokenShownIn(last, token)
      ? holds(before, changed, after, restored, last)
      : violated('switch-ignored', values, last, restored, after)
  }
  const [first, ...others] = switches
  let finding = await attempt(first)
  for (const name of others) if (finding.kind === 'unclear') finding = await attempt(name)
  return finding
}

/** A token as it was read last, and the labels that it had before. */
interface Renamed {
  readonly token: TokenFixture
  readonly read: Answered
  readonly before: readonly string[]
}

/** Whether an instant stands for a day: its beginning or its end. */
const isWholeDay = (value: unknown): boolean => /T(?:00:00|23:59)/i.test(String(value))

/** Whether a list shows another label, switch or expiry than reading the token alone. Another notation is the same. */
const isListedOtherwise = (key: string, alone: unknown, listed: unknown, { token, before }: Renamed): boolean => {
  const name = lastOf(key)
  if (isCalled(name, expiryField)) {
    const [then, now] = [alone, listed].map(value => (typeof value === 'string' ? instantOf(value) : undefined))
    if (then === undefined || now === undefined) return (alone === null) !== (listed === null)
    return Math.abs(then - now) > ([alone, listed].some(isWholeDay) ? 86_400_000 : 60_000)
  }
  const isOn = activityIn(name, alone)
  if (isOn !== undefined) return activityIn(name, listed) === !isOn
  return alone === token.label && before.includes(String(listed))
}

/** The token in a page of a list, told by its id and by what its label begins with. */
const itemOfPage = (page: Answered, { token: { id }, before }: Renamed): JsonObject | undefined => {
  const parsed = parseJson(page)
  const { places } = objectsWithPlaces(parsed.ok ? plainForm(parsed.value) : undefined)
  return candidatesIn(places, { labels: [], ids: [id] })
    .map(({ place }) => rootOf(place).object)
    .find(object => scalarsIn(object).some(text => before.some(label => text.startsWith(label))))
}

/** Judges what the list shows of a changed token, as far as it shows it: undefined where that is what reading it alone shows. */
const judgeListed = async (probe: Probe, { family }: TokenFacts, renamed: Renamed): Promise<Finding | undefined> => {
  const { token, read } = renamed
  const operation = `${family}.list` as const
  const alone = membersByPath(tokenShownIn(read, token) ?? {})
  const judgePage = (page: Answered, item: JsonObject): Finding | undefined => {
    const listed = membersByPath(item)
    const member = Object.keys(alone).find(
      key => has(listed, key) && isListedOtherwise(key, alone[key], listed[key], renamed),
    )
    if (member === undefined) return undefined
    const values = { operation, member, alone: brief(alone[member]), got: brief(listed[member]) }
    return violated('listed-otherwise', values, page, read)
  }
  let found: Finding | undefined
  await probe.eventually(async () => {
    found = undefined
    const first = await probe.call(operation, token, { anyStatus: true })
    if (!isSuccess(first) || !parseJson(first).ok) return true
    const isThere = (page: Answered): boolean => itemOfPage(page, renamed) !== undefined
    const pages = isThere(first) ? [first] : (await readList(probe, first)).pages.map(({ exchange }) => exchange)
    const page = pages.find(isThere)
    const item = page && itemOfPage(page, renamed)
    // Whether the list shows the token at all is another requirement's to say.
    found = item && judgePage(page, item)
    return found ? undefined : true
  })
  return found
}

/** Judges what a new label leaves of a token that is on, and of the same one that is off, as far as that is to be had; and what the list shows then. */
const judgeRest = async (probe: Probe, facts: TokenFacts, token: TokenFixture): Promise<Finding> => {
  const { family } = facts
  const { finding, renamed } = await judgeRenamed(probe, facts, token, await readOf(probe, facts, token))
  if (finding.kind !== 'holds' || !renamed) return finding
  const { token: own, read } = renamed
  const shown = tokenShownIn(read, own)
  const updated = shown && (await ifPossible(() => switchToken(probe, family, own, false, shown)))
  // A read may be behind the answer to the update.
  const { answer: before, fits } =
    updated && isSuccess(updated)
      ? await until(
          probe,
          () => probe.call(`${family}.get`, own),
          one => isSwitchedOff(shown, tokenShownIn(one, own) ?? {}),
        )
      : { answer: read, fits: false }
  const off = fits ? await judgeRenamed(probe, facts, own, before, violated) : undefined
  if (off?.finding.kind === 'violated') return off.finding
  const last = off?.renamed
    ? { ...off.renamed, before: [...renamed.before, ...off.renamed.before] }
    : { ...renamed, read: before }
  return (await judgeListed(probe, facts, last)) ?? finding
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
  const { label, changed } = await rename(probe, family, token, before)
  if (!isSuccess(changed)) return { finding: noToken(`${family}.update`, changed) }
  const { answer: after, fits } = await until(
    probe,
    async () => probe.call(operation, await withLabel(probe, family, token, label)),
    one => names(one, label),
  )
  const changedToken = fits ? tokenShownIn(after, { ...token, label }) : undefined
  // Whether a token that is on keeps its new label is judged elsewhere.
  if (!fits && tokenShownIn(after, token))
    return { finding: notKept('not-kept', { operation, what: `the label ${label}` }, after, changed, before) }
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
  const other = changedMember(then, now, key => kept.includes(key))
  if (other === undefined) return { finding: holds(before, changed, after), renamed }
  return { finding: changedOtherwise(operation, other, [before, changed, after], changedToken) }
}

/** Where a page shows the token, and as what. */
const listedAs = (page: Answered, { label }: TokenFixture): readonly [path: string, token: JsonObject] | undefined => {
  const parsed = parseJson(page)
  const { places } = objectsWithPlaces(parsed.ok ? plainForm(parsed.value) : undefined)
  const [first] = candidatesIn(places, { labels: [label], ids: [] })
  return first && [listPathOf(first.place), rootOf(first.place).object]
}

/** Whether two pages show a token in the same place, and with the same members as far as both show them. */
const isListedAlike = (before: Answered, after: Answered, token: TokenFixture): boolean => {
  const [then, now] = [listedAs(before, token), listedAs(after, token)]
  if (!then || !now || then[0] !== now[0]) return false
  return Object.keys(then[1]).every(
    key => !has(now[1], key) || JSON.stringify(then[1][key]) === JSON.stringify(now[1][key]),
  )
}

const judgeDeleted = async (probe: Probe, facts: TokenFacts, token: TokenFixture): Promise<Finding> => {
  const { family } = facts
  const { org, label } = token
  const before = await readOf(probe, facts, token)
  const readable = names(before, label)
  const listing = async (): Promise<Answered | undefined> => pageNaming(await wholeList(probe, family, org), { label })
  const listed = await listing()
  if (!readable && !listed) return noToken(`${family}.get`, before)
  const deleted = await probe.call(`${family}.delete`, token)
  if (!isSuccess(deleted)) return noToken(`${family}.delete`, deleted)
  const read = { operation: `${family}.get`, what: label }
  const { answer: after, fits } = readable
    ? await until(
        probe,
        () => probe.call(`${family}.get`, token),
        one => !names(one, label),
      )
    : { answer: before, fits: true }
  if (!fits) {
    // What is kept for the record and marked as deleted is told from what was never deleted.
    const [then, now] = [
      membersByPath(tokenShownIn(before, token) ?? {}),
      membersByPath(tokenShownIn(after, token) ?? {}),
    ]
    const changed = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter(
      key => JSON.stringify(then[key]) !== JSON.stringify(now[key]),
    )
    const isMarked = changed.some(
      key => (then[key] ?? null) === null || comparable(key, then[key]) !== comparable(key, now[key]),
    )
    const isUnlisted = async (): Promise<boolean> => listed !== undefined && !(await listing())
    if (isMarked || (changed.length > 0 && (await isUnlisted()))) return exempt('kept-as-deleted', read, deleted, after)
    return violated('still-there', read, after, deleted, before)
  }
  if (!listed) return holds(before, deleted, after)
  let still: Answered | undefined
  const gone = await probe.eventually(async () => {
    still = await listing()
    return still ? undefined : deleted
  })
  if (gone || !still) return holds(before, deleted, after)
  const values = { operation: `${family}.list`, what: label }
  return isListedAlike(listed, still, token)
    ? violated('still-there', values, still, deleted, listed)
    : exempt('kept-as-deleted', values, deleted, still)
}

/** An item of a list with other members, if it is a token. */
const listedWith = (members: JsonObject) => onObject(one => ({ ...one, ...members }))

const resource = onObject(body => ({ data: { type: 'token', id: String(body.uuid ?? body.id), attributes: body } }))

const requirementsOf = (facts: TokenFacts): readonly Requirement[] => {
  const { suite, collection, item, label: member, since, covers, needs } = facts
  const token = aToken(facts)
  const common = { level: 'should', since, covers, needs } as const
  const section = `tag ${suite}`
  const patch = to(item, 'PATCH')
  const get = to(item, 'GET')
  const removal = to(item, 'DELETE')
  const list = to(collection, 'GET')
  /** Only of personal access tokens is asked that the expiry is the one that was sent wherever it is shown. */
  const notEchoed: Fault['also'] =
    facts.family === 'pat' ? { 'schemas/pat-expires-at-echoed': 'expiry-not-echoed' } : {}

  /** Takes and shows the switch under another name; what it does not know it does not take. */
  const switchCalled = (name: string): Twist =>
    instead(to(item), async (request, next) => {
      const shown = edited(body => {
        if (!isObject(body) || !has(body, 'is_active')) return body
        const { is_active, ...rest } = body
        return { ...rest, [name]: is_active }
      })
      if (request.method !== 'PATCH') return shown(request, next)
      const { is_active: _, [name]: is_active, ...sent } = await sentBy(request)
      return shown(withBody(request, { ...sent, is_active }), next)
    })

  /** A reference without a form of the update. */
  const formless = withOpenApi(document => {
    delete document.paths[item]?.patch.requestBody
  })

  /** Says that it did, and did not. */
  const pretend = instead(patch, (request, next) => next(reading(request)))

  const oldLabel = edited(body => {
    const label = isObject(body) ? body[member] : undefined
    return typeof label === 'string' ? { ...(body as object), [member]: label.replace('-renamed', '') } : body
  })

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

  /** What was deleted stays, with further members. */
  const keptWith = (members: JsonObject) => (): Twist => {
    const gone = new Set<string>()
    return instead(to(item), async (request, next) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'DELETE') gone.add(pathname)
      if (request.method === 'DELETE') return answer(204)(request)
      if (!gone.has(pathname)) return next(request)
      return edited(onObject(body => ({ ...body, ...members })))(request, next)
    })
  }

  const withMember = (name: string, value: unknown) =>
    edited(
      onObject(body =>
        String(body[member]).endsWith('-renamed') && has(body, name) ? { ...body, [name]: value } : body,
      ),
    )

  /** Updates by a PUT of the whole token. */
  const replacing = layered(
    withOpenApi(document => {
      const path = document.paths[item]
      if (path === undefined) return
      const { patch: update, ...rest } = path
      const properties = {
        [member]: { type: 'string' },
        is_active: { type: 'boolean' },
        [expiryField]: { type: 'string', nullable: true },
      }
      const schema = { type: 'object', required: Object.keys(properties), properties }
      document.paths[item] = {
        ...rest,
        put: { ...update, requestBody: { content: { 'application/json': { schema } } } },
      }
    }),
    instead(to(item, 'PUT'), async (request, next) => {
      const { [expiryField]: _, ...sent } = await sentBy(request)
      return next(withBody(new Request(request, { method: 'PATCH' }), sent))
    }),
  )

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

  const returned: Requirement = {
    ...common,
    id: `${suite}/update-returned`,
    statement: `Updating ${token} returns it with its new label.`,
    source: published(section, 'The label can be updated, and the updated token is returned.'),
    how: 'The label of a token that the run created is changed; the answer must contain the new label. An empty answer is not judged.',
    fix: 'Store the update, and return the token as it is after it.',
    cases: [{ name: 'another label', check: probe => judgeReturned(probe, facts) }],
    faults: {
      old: fault('returns the old label', 'not-echoed', instead(patch, oldLabel)),
      'other-token': fault(
        'returns a token with another label and id',
        'not-echoed',
        withMembers(patch, { uuid: 'other', id: 'other', [member]: 'other' }),
      ),
    },
    tolerates: {
      'no-content': variant('204 without a body', withStatus(patch, 204)),
      acknowledged: variant(
        'a message that it was updated, without the token',
        withJson(patch, () => ({ updated: true })),
      ),
    },
  }

  const kept: Requirement = {
    ...common,
    id: `${suite}/update-kept`,
    statement: `${capital(token)} shows the new label and the requested active state after an update, with the same expiry and access.`,
    source: published(section, 'Label and activity of a token can be updated; reading it shows both.'),
    how: 'The label of one token that the run created is changed, another token with an expiry is deactivated; both are read until they show the change, or the waiting time ends. The deactivated token must keep its label, expiry, scopes and resources, and is activated again, which its update or a read must show. The switch is any boolean of the token that changed from true to false, or that is left out now. If the form of the update is not declared, a switch of another name than the published one is not judged.',
    fix: 'Store the update before the answer, or soon after.',
    cases: [
      { name: 'another label', check: probe => judgeKept(probe, facts) },
      {
        name: 'switched off and on',
        check: probe => expiring(probe, facts, token => judgeSwitch(probe, facts, token)),
      },
    ],
    faults: {
      'not-stored': fault('does not store updates', 'not-kept', pretend, {
        [`${suite}/update-returned`]: 'not-echoed',
      }),
      label: fault('keeps the old label when read', 'not-kept', instead(get, oldLabel)),
      'objects-mixed': fault(
        'takes updates that have label and switch in objects of their own, and loses the label of one that changes the switch',
        'not-kept',
        layered(
          inObjects(['profile', 'spec']),
          withSent(patch, sent => (sent.is_active === false ? { ...sent, [member]: 'none' } : sent)),
        ),
      ),
      'label-lost': fault(
        'loses the label of a token that is switched off',
        'not-kept',
        withObject(get, body => (body.is_active === false ? { ...body, [member]: '' } : body)),
      ),
      'sent-when-off': fault(
        'loses the expiry of a token that is switched off by a PUT that sends it',
        'not-as-sent',
        layered(
          replacing,
          withObject(get, body => (body.is_active === false ? { ...body, [expiryField]: null } : body)),
        ),
        { [`${suite}/update-keeps-rest`]: 'listed-otherwise' },
      ),
      'expires-when-off': fault(
        'loses the expiry of a token that is switched off',
        'changed-unasked',
        withObject(get, body => (body.is_active === false ? { ...body, [expiryField]: null } : body)),
        { [`${suite}/update-keeps-rest`]: 'listed-otherwise' },
      ),
      'access-lost': fault(
        'loses scopes and resources of a token that is switched off',
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
        'takes a switch that is true if the token is off, and ignores it',
        'switch-ignored',
        layered(switchAs(item, member, 'revoked', false, true), withMembers(get, { is_active: true })),
      ),
      'never-suspended': fault(
        'takes a state of a token, and ignores it',
        'switch-ignored',
        layered(switchAs(item, member, 'state', 'ACTIVE', 'SUSPENDED'), withMembers(get, { is_active: true })),
      ),
      'always-active': fault('shows every token as active', 'switch-ignored', withMembers(get, { is_active: true }), {
        [`${suite}/update-keeps-rest`]: 'listed-otherwise',
      }),
    },
    tolerates: {
      'label-as-id': { says: 'labels as ids', twist: labelsAsIds },
      objects: variant('updates that have label and switch in objects of their own', inObjects([])),
      'all-objects': variant(
        'updates that demand the objects of label and switch, and labels of 30 characters at most',
        inObjects(['profile', 'spec'], { maxLength: 30 }),
      ),
      'revoked-for-good': variant(
        '409 to a token that is to be switched on again',
        instead(patch, async (request, next) => {
          const sent = await sentBy(request)
          return sent.is_active === true && !has(sent, member) ? answer(409)(request) : next(request)
        }),
      ),
      'replaced-elsewhere': variant(
        'updates by a PUT of the whole token alone, and redirects what is sent without a slash at the end of its path',
        layered(
          instead(to(item), (request, next) => {
            const { pathname, search } = new URL(request.url)
            return pathname.endsWith('/')
              ? next(redirected(request, pathname.slice(0, -1)))
              : answer(308, undefined, { location: `${pathname}/${search}` })(request)
          }),
          instead(to(item, 'PUT'), async (request, next) => {
            const sent = (await request.clone().json()) as JsonObject
            return [member, 'is_active', expiryField].every(name => name in sent) ? next(request) : answer(422)(request)
          }),
          replacing,
        ),
      ),
      'json-api': variant('a resource of JSON:API', withJson(get, resource)),
      revoked: variant('a switch that is true if the token is off', switchAs(item, member, 'revoked', false, true)),
      'off-at-first': variant(
        'tokens that are off until they are switched on',
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
      'no-switch': variant('tokens that have no switch', switchAs(item, member, 'tier', 'low', 'high')),
      states: variant('a state instead of a switch', switchAs(item, member, 'state', 'ACTIVE', 'SUSPENDED')),
      'other-switch': variant(
        'a switch of another name, and no published form of the update',
        layered(formless, switchCalled('enabled')),
      ),
      'shown-switch': variant(
        'a switch that is shown under another name than an update takes, and no published form of the update',
        layered(
          formless,
          withJson(get, body => {
            if (!isObject(body) || !has(body, 'is_active')) return body
            const { is_active: isActive, ...rest } = body
            return { ...rest, isActive }
          }),
        ),
      ),
      omitted: variant(
        'leaves the switch out if it is off',
        withObject(to(item), body => (body.is_active === false ? { ...body, is_active: undefined } : body)),
      ),
      late: {
        says: 'shows the old label twice',
        twist: () => {
          let behind = 0
          return instead(get, (request, next) => (behind++ % 4 < 2 ? oldLabel(request, next) : next(request)))
        },
      },
    },
  }

  const rest: Requirement = {
    ...common,
    id: `${suite}/update-keeps-rest`,
    statement: `An update of ${token} keeps all members that the request does not name, including the expiry, and the list shows the token as it is then.`,
    source: published(section, 'An update names the members that are to change: label and activity.'),
    how: 'The label of a token with an expiry is changed, then changed again after the token was switched off; it is read before and after each change. A token that is off must show the new label if its update is answered with success. Members shown both times must be the same; times of use and change may differ. Where the list shows the token, with its id and a label, label, switch and expiry must become those that reading it alone shows before the waiting time ends.',
    fix: 'Change only the members that the request names, keep these as they were sent, and list them so.',
    cases: [
      {
        name: 'another label',
        check: probe => expiring(probe, facts, token => judgeRest(probe, facts, token)),
      },
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
      'list-switch': fault(
        'lists every token as active',
        'listed-otherwise',
        withEachItem(list, listedWith({ is_active: true })),
      ),
      'list-expiry': fault(
        'lists no expiry',
        'listed-otherwise',
        withEachItem(list, listedWith({ [expiryField]: null })),
        notEchoed,
      ),
      'list-other-expiry': fault(
        'lists another expiry',
        'listed-otherwise',
        withEachItem(list, listedWith({ [expiryField]: '2041-01-01T00:00:00Z' })),
        notEchoed,
      ),
      expiry: fault('loses the expiry', 'changed-unasked', instead(get, withMember(expiryField, null))),
      replaced: fault(
        'loses the expiry that an update by PUT sends',
        'not-as-sent',
        layered(replacing, instead(get, withMember(expiryField, null))),
      ),
      switch: fault('switches the token off', 'changed-unasked', instead(get, withMember('is_active', false))),
      activated: fault(
        'switches a token on again that gets another label',
        'changed-unasked',
        withSent(patch, sent => ({ is_active: true, ...sent })),
      ),
      'renamed-off': fault(
        'keeps the label of a token that is off',
        'not-kept',
        instead(patch, async (request, next) => {
          const { is_active, [member]: label } = await shownBefore(request, next)
          const kept = is_active === false ? { [member]: label } : {}
          return next(withBody(request, { ...(await sentBy(request)), ...kept }))
        }),
      ),
      recreated: {
        says: 'is created anew by an update, by what it shows',
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
    tolerates: {
      'list-active': variant(
        'lists active tokens alone',
        withItems(list, items => items.filter(one => !isObject(one) || one.is_active === true)),
      ),
      'list-days': variant(
        'lists the day of an expiry, and labels without their end',
        withEachItem(
          list,
          onObject(one => ({
            ...one,
            [member]: String(one[member]).slice(0, 12),
            [expiryField]: typeof one[expiryField] === 'string' ? `${one[expiryField].slice(0, 10)}T00:00:00Z` : null,
          })),
        ),
      ),
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
      'off-for-good': variant(
        '409 to changes of a token that is off',
        instead(patch, async (request, next) => {
          const shown = await shownBefore(request, next)
          return shown.is_active === false ? answer(409)(request) : next(request)
        }),
      ),
      revoked: variant('a switch that is true if the token is off', switchAs(item, member, 'revoked', false, true)),
      replaced: variant('updates by PUT', replacing),
      'json-api': variant('a resource of JSON:API', withJson(get, resource)),
      table: variant(
        'the token as a table of one row',
        withJson(get, body => tableOf([body])),
      ),
      instants: variant(
        'another notation of the expiry, and times of use and change',
        withObject(get, body =>
          typeof body[expiryField] === 'string' && String(body[member]).endsWith('-renamed')
            ? { ...body, [expiryField]: body[expiryField].replace('Z', '+00:00'), updated_at: '2031-01-01T00:00:00Z' }
            : body,
        ),
      ),
    },
  }

  const deleted: Requirement = {
    ...common,
    id: `${suite}/deleted`,
    statement: `${capital(token)} is no longer shown after its deletion.`,
    source: published(section, 'Deleting a token cannot be undone; one that does not exist is answered with 404.'),
    how: 'A token with an expiry that the run created (one without, where the target takes none) is read, listed, deleted, and read and listed until its label is no longer shown, or the waiting time ends. Any status is accepted. A token that is kept but shown differently is inconclusive.',
    fix: 'Do not return deleted tokens when reading and listing.',
    cases: [
      {
        name: 'read after the deletion',
        check: probe => expiring(probe, facts, token => judgeDeleted(probe, facts, token)),
      },
    ],
    faults: {
      kept: fault('answers 204 and deletes nothing', 'still-there', instead(removal, answer(204))),
      expiring: fault(
        'answers 204 and does not delete tokens that expire',
        'still-there',
        instead(removal, async (request, next) => {
          const shown = await shownBefore(request, next)
          return shown[expiryField] ? answer(204)(request) : next(request)
        }),
      ),
      read: {
        says: 'no longer lists it, and still reads it unchanged',
        code: 'still-there',
        twist: () => {
          const gone = new Set<string>()
          return layered(
            noting(removal, (_request, path) => gone.add(path.split('/').at(-1) as string)),
            instead(removal, answer(204)),
            withItems(list, items => items.filter(one => !(isObject(one) && gone.has(String(one.uuid ?? one.id))))),
          )
        },
      },
      listed: {
        says: 'still lists what was deleted',
        code: 'still-there',
        twist: () => {
          const gone: unknown[] = []
          return layered(
            instead(removal, async (request, next) => {
              gone.push(await shownBefore(request, next))
              return next(request)
            }),
            withItems(list, items => [...gone, ...items]),
          )
        },
      },
    },
    tolerates: {
      marked: { says: 'keeps it as inactive', twist: keptWith({ is_active: false }) },
      dated: {
        says: 'keeps it with the time of its deletion',
        twist: keptWith({ deleted_at: '2031-01-01T00:00:00Z' }),
      },
      gone: variant('410 for what was deleted', missingAs(get, 410)),
    },
  }
  return [returned, kept, rest, deleted]
}

export default tokenFamilies.flatMap(requirementsOf)
