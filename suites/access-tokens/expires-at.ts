import { receivedTokens } from '../../checks/answers/received-tokens.ts'
import { listLarge, marksOf } from '../../checks/answers/token-list.ts'
import { expiryFix, judgeExpiry, unlessCatchAll } from '../../checks/expiry.ts'
import { pages } from '../../checks/paging.ts'
import { has, isObject, isSuccess, type JsonObject, parseJson } from '../../checks/reading.ts'
import { declaredItems } from '../../checks/request-form.ts'
import { until } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import {
  deactivatedToken,
  expiryRefused,
  idChanged,
  isSeenOff,
  judgeExpiring,
  switchesOf,
  switchToken,
  tokenShownIn,
  updateSomehow,
  withLabel,
} from '../../checks/token-calls.ts'
import {
  asNameAndValue,
  inParts,
  nullAsked,
  renamed,
  whenInactive,
  whenNull,
  whenSet,
  withHead,
  without,
} from '../../checks/twists/expiry.ts'
import {
  layered,
  nestedBodies,
  numericIds,
  pageOf,
  redirected,
  tableOf,
  withStatus,
} from '../../checks/twists/shapes.ts'
import { switchAs } from '../../checks/twists/switches.ts'
import {
  answer,
  edited,
  fault,
  inPlaceOf,
  instead,
  onObject,
  sentBy,
  to,
  variant,
  type When,
  withJson,
  withMembers,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, unclear } from '../../contracts/finding.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { ReasonCode } from '../../contracts/reasons.ts'
import type { Fault, Probe, Requirement, TokenFixture, Twist, Variant } from '../../contracts/requirement.ts'
import { anyRun } from '../../contracts/run-name.ts'

const source = cite('history-expires-at')
const since = '2025-11-21'
const collection = '/v2/access-tokens'
const item = '/v2/access-tokens/{uuid}'

const whenFar = (body: unknown): unknown => {
  const days = isObject(body) ? [body.created_at, body[expiryField]].map(day => Date.parse(String(day))) : []
  return (days[1] ?? 0) - (days[0] ?? 0) > 400 * 86_400_000 ? without(body) : body
}

type Also = Readonly<Record<string, ReasonCode>>

/** Wrong shapes of one representation, on one operation: one without the field, whatever its form. */
const faultsOf = (when: When, also: Also): Record<string, Fault> => ({
  missing: fault('leaves expires_at out', 'field-missing', withJson(when, without)),
  renamed: fault('calls it expiresAt', 'field-missing', withJson(when, renamed)),
  envelope: fault(
    'puts it on the answer and not on the token',
    'field-missing',
    withJson(when, body => ({ status: 'ok', expires_at: null, data: without(body) })),
  ),
  neighbour: fault(
    'puts it on the session and the owner, and not on the token',
    'field-missing',
    withJson(when, body => ({
      session: { id: 's-1', expires_at: null },
      token: { ...(without(body) as object), owner: { id: 'o-1', expires_at: null } },
    })),
    also,
  ),
  head: fault(
    'returns label and id in a part, and the rest without it',
    'field-missing',
    withJson(when, body => withHead(without(body))),
  ),
  parts: fault(
    'returns what identifies it and its members in two parts, without this one',
    'field-missing',
    withJson(when, body => inParts(without(body))),
  ),
  'part-of-another': fault(
    'returns two parts, and puts it on the session',
    'field-missing',
    withJson(when, body => ({ ...(inParts(without(body)) as object), session: { id: 's-1', expires_at: null } })),
  ),
  columns: fault(
    'returns a table without a column for it',
    'field-missing',
    withJson(when, body => tableOf([without(body)])),
  ),
  members: fault(
    'lists members as names and values, without this one',
    'field-missing',
    withJson(when, body => ({ fields: asNameAndValue(without(body)) })),
  ),
})

/** No representation at all where there must be one. */
const nothingOf = (when: When, none: Also): Record<string, Fault> => ({
  array: fault(
    'returns an array',
    'wrong-type',
    withJson(when, () => []),
    none,
  ),
  null: fault(
    'returns null',
    'wrong-type',
    withJson(when, () => null),
    none,
  ),
  number: fault(
    'returns a number',
    'wrong-type',
    withJson(when, () => 7),
    none,
  ),
})

const toleratesOf = (when: When): Record<string, Variant> => ({
  columns: variant(
    'a table with a column for each member',
    withJson(when, body => tableOf([body])),
  ),
  members: variant(
    'members as names and values',
    withJson(when, body => ({ fields: asNameAndValue(body) })),
  ),
  pairs: variant(
    'members as pairs',
    withJson(when, body => ({ fields: Object.entries(body as object) })),
  ),
  head: variant('label and id in a part of the representation', withJson(when, withHead)),
  parts: variant('what identifies it and its members in two parts', withJson(when, inParts)),
  'in-a-text': variant(
    'the representation as JSON in a string',
    withJson(when, body => ({ version: 1, payload: JSON.stringify(body) })),
  ),
  'in-a-list': variant(
    'a list with the one token, next to its owner',
    withJson(when, body => ({ tokens: [body], owners: [{ id: 'o-1', name: 'someone' }] })),
  ),
  null: variant('expires_at is always null', withMembers(when, { [expiryField]: null })),
  offset: variant('expires_at with an offset', withMembers(when, { [expiryField]: '2031-01-01T02:00:00+02:00' })),
  number: variant('expires_at as a number', withMembers(when, { [expiryField]: 1924991999 })),
  envelope: variant(
    'the representation in an envelope',
    withJson(when, body => ({ data: body })),
  ),
  extra: variant('further fields', withMembers(when, { colour: 'blue', nested: { id: 1 } })),
})

/** What a token is asked to expire at beside nothing. */
const expiries = {
  'with an expiry': (probe: Probe) => probe.daysFromNow(30),
  'with null as its expiry': () => null,
} as const

/** An instant as others write it. */
const spellings = {
  'with an expiry with a fraction and an offset': (probe: Probe) => probe.daysFromNow(30).replace('Z', '.500+00:00'),
} as const

/** A token that expires in more than a year, to the fraction of a second, is read; where a target refuses that, one that expires earlier. */
const judgeFar = async (probe: Probe): Promise<Finding> => {
  const read = (expiresAt: string): Promise<Finding> =>
    judgeExpiring(probe, 'pat', expiresAt, token => judgeRead(probe, token))
  const far = await read(probe.daysFromNow(500).replace('Z', '.500+05:30'))
  return far.kind === 'exempt' && far.code === 'request-refused' ? read(probe.daysFromNow(30)) : far
}

const create: Requirement = {
  id: 'access-tokens/create-expires-at',
  level: 'must',
  statement: 'Creating a personal access token returns expires_at.',
  since,
  source,
  covers: ['resource-pat'],
  needs: ['credentials', 'writes'],
  how: 'Tokens are created without an expiry, with one, with null, and with every declared scope that only reads; a target that requires an expiry gets one. The token in the answer, recognised by its label in any member, must have the key. Null counts as present; an empty answer is not judged. Every other answer of the operation in the run is judged at the end.',
  fix: expiryFix,
  cases: [
    {
      name: 'created without an expiry',
      check: async probe => {
        const { name, exchange } = await probe.create('pat', {})
        // Where there may be no more tokens, the run's own was created in the same way.
        if (!isSuccess(exchange) && (await probe.hasFixture('pat'))) {
          const { label, id, created } = await probe.fixture('pat')
          return unlessCatchAll(probe, judgeExpiry('pat.create', created, { labels: [label], ids: [id] }), created)
        }
        return unlessCatchAll(probe, judgeExpiry('pat.create', exchange, { labels: [name], ids: [] }), exchange)
      },
    },
    ...Object.entries({ ...expiries, ...spellings }).map(([what, expiresAt]) => ({
      name: `created ${what}`,
      check: async (probe: Probe) => {
        const { name, exchange } = await probe.create('pat', {}, { expiresAt: expiresAt(probe) })
        if (!isSuccess(exchange)) return expiryRefused(probe, exchange)
        return unlessCatchAll(probe, judgeExpiry('pat.create', exchange, { labels: [name], ids: [] }), exchange)
      },
    })),
    {
      name: 'created with several scopes',
      check: async probe => {
        const what = 'several declared scopes that only read'
        const scopes = declaredItems(probe.bind('pat.create'), 'scopes')?.filter(scope => readsOnly.test(String(scope)))
        if (scopes === undefined || scopes.length < 2) return exempt('not-seen', { what })
        const { name, exchange } = await probe.create('pat', {}, { scopes })
        if (!isSuccess(exchange)) return exempt('not-seen', { what }, exchange)
        return unlessCatchAll(probe, judgeExpiry('pat.create', exchange, { labels: [name], ids: [] }), exchange)
      },
    },
    receivedTokens('pat.create'),
  ],
  faults: {
    'several-scopes': fault(
      'leaves it out of tokens with several scopes',
      'field-missing',
      withJson(to(collection, 'POST'), body => (hasSeveralScopes(body) ? without(body) : body)),
    ),
    ...faultsOf(to(collection, 'POST'), { 'schemas/pat-create': 'schema-mismatch' }),
    ...nothingOf(to(collection, 'POST'), { 'schemas/pat-create': 'schema-mismatch' }),
    'secret-alone': fault(
      'returns only the secret',
      'field-missing',
      withObject(to(collection, 'POST'), body => ({ token: body.token })),
    ),
    'id-alone': fault(
      'returns only the id',
      'field-missing',
      withObject(to(collection, 'POST'), body => ({ id: body.uuid })),
    ),
    'when-null': fault(
      'leaves it out when there is no expiry',
      'field-missing',
      withJson(to(collection, 'POST'), whenNull),
    ),
    'when-set': fault(
      'leaves it out when there is an expiry',
      'field-missing',
      withJson(to(collection, 'POST'), whenSet),
    ),
    far: fault(
      'leaves it out if the requested expiry is in more than 400 days',
      'field-missing',
      withJson(to(collection, 'POST'), whenFar),
    ),
    fraction: fault(
      'leaves it out if the requested expiry has a fraction of a second',
      'field-missing',
      instead(to(collection, 'POST'), async (request, next) => {
        const { [expiryField]: expiry } = await sentBy(request)
        return String(expiry).includes('.') ? edited(without)(request, next) : next(request)
      }),
    ),
    'null-asked': fault(
      'leaves it out if null is requested',
      'field-missing',
      instead(to(collection, 'POST'), async (request, next) => {
        const { [expiryField]: expiry } = await sentBy(request)
        return expiry === null ? edited(without)(request, next) : next(request)
      }),
    ),
  },
  tolerates: {
    'few-scopes': variant(
      '403 to tokens with several scopes',
      instead(to(collection, 'POST'), async (request, next) =>
        hasSeveralScopes(await sentBy(request)) ? answer(403)(request) : next(request),
      ),
    ),
    ...toleratesOf(to(collection, 'POST')),
    'few-tokens': {
      says: '403 to the third token that the run has at a time',
      twist: () => {
        let count = 0
        return async (request, next) => {
          const path = new URL(request.url).pathname
          const isCreation = to(collection, 'POST')(request, path)
          if (isCreation && count >= 2) return answer(403)(request)
          const response = await next(request)
          if (isCreation && response.ok) count++
          if (to(item, 'DELETE')(request, path) && response.ok) count--
          return response
        }
      },
    },
    'see-other': variant(
      '303 with the Location of the token and no body',
      instead(to(collection, 'POST'), async (request, next) => {
        const response = await next(request)
        if (response.status !== 201) return response
        const { uuid } = (await response.json()) as { readonly uuid: string }
        return new Response(null, { status: 303, headers: { location: `${collection}/${uuid}` } })
      }),
    ),
    ok: variant('200 instead of 201', withStatus(to(collection, 'POST'), 200)),
  },
}

/** Reads a token until it is there; `updated` is the answer to an update that it had before. */
const judgeRead = async (
  probe: Probe,
  token: TokenFixture,
  updated?: Answered,
  ...labels: readonly string[]
): Promise<Finding> => {
  const { answer: read, fits } = await until(
    probe,
    () => probe.call('pat.get', { id: token.id }),
    one => one.response.status !== 404,
  )
  const moved = updated && idChanged('pat.get', token, token.label, updated, read)
  if (moved) return unclear(moved.code, moved.values, read, updated, token.created)
  if (!fits) return unclear('not-found-again', { operation: 'pat.get', status: 404 }, read, token.created)
  const finding = judgeExpiry('pat.get', read, marksOf(token, ...labels), token.created)
  // Its first reading may be another than the next.
  const first = token.reads
    .map(answer => judgeExpiry('pat.get', answer, marksOf(token), token.created))
    .find(({ kind }) => kind === 'violated')
  return unlessCatchAll(probe, finding.kind === 'holds' && first ? first : finding, read)
}

/** What a token shows of its state: whether it ends, whether it has ended, and what it switches. */
const stateOf = (probe: Probe, token: JsonObject): string => {
  const { [expiryField]: ends } = token
  const hasEnded = typeof ends === 'string' && Date.parse(ends) < Date.parse(probe.daysFromNow(0))
  return JSON.stringify([ends === null, hasEnded, switchesOf(token)])
}

/** No token of a run may do more than it needs to. */
const readsOnly = /^(?!.*(?:write|push|delete|admin|manage)).*(?:read|pull)/i

const hasSeveralScopes = (body: unknown): boolean =>
  isObject(body) && Array.isArray(body.scopes) && body.scopes.length > 1

/** Tokens that were there before the run are read, of as many states as this. */
const mostOlder = 4

/**
 * Tokens that were there before the run, one of each state: the list shows them with the field, and their ids stand where that of the run's
 * own token does.
 */
const olderTokens = async (probe: Probe, { id }: TokenFixture): Promise<readonly string[]> => {
  const list = (await listLarge(probe)) ?? (await probe.call('pat.list', {}, { anyStatus: true }))
  if (!isSuccess(list) || !parseJson(list).ok) return []
  let key: string | undefined
  const older: JsonObject[] = []
  for await (const page of pages(probe, list)) {
    const items = page.items.filter(isObject)
    key ??= items.flatMap(one => Object.keys(one).find(name => String(one[name]) === id) ?? [])[0]
    older.push(...items.filter(one => has(one, expiryField) && !JSON.stringify(one).toLowerCase().includes(anyRun)))
    if ((key !== undefined && older.length > 0) || older.length > 100) break
  }
  if (key === undefined) return []
  const states = new Map<string, string>()
  for (const one of older) {
    const state = stateOf(probe, one)
    if (has(one, key) && !states.has(state)) states.set(state, String(one[key]))
  }
  return [...states.values()].slice(0, mostOlder)
}

const judgeOlder = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('pat')
  const none = exempt('not-seen', { what: 'a token that existed before the run' })
  let judged: Finding = none
  for (const id of await olderTokens(probe, own)) {
    const read = await probe.call('pat.get', { id }, { anyStatus: true })
    if (!isSuccess(read)) continue
    const finding = judgeExpiry('pat.get', read, { labels: [], ids: [id] }, own.created)
    if (finding.kind !== 'unclear') judged = await unlessCatchAll(probe, finding, read)
    if (judged.kind === 'violated') break
  }
  return judged
}

const judgeUpdated = async (
  probe: Probe,
  token: TokenFixture,
): Promise<{ readonly label: string; readonly judged: Finding }> => {
  const { label, changed: updated } = await updateSomehow(probe, 'pat', token)
  const judged = judgeExpiry('pat.update', updated, marksOf(token, label), token.created)
  return { label, judged: await unlessCatchAll(probe, judged, updated) }
}

/** What an update returns of a token that it switches off and on; whether it does is judged elsewhere. */
const judgeSwitched = async (probe: Probe): Promise<Finding> => {
  const made = await deactivatedToken(probe)
  if (!made) return neverOff()
  const { token, updated } = made
  if (!isSuccess(updated)) return refusedUpdate(updated)
  const judged = judgeExpiry('pat.update', updated, marksOf(token), token.created)
  if (judged.kind === 'violated' || judged.kind === 'unclear') return unlessCatchAll(probe, judged, updated)
  if (!(await isSeenOff(probe, token, updated))) return neverOff(updated)
  const restored = await switchToken(probe, 'pat', token, true, tokenShownIn(updated, token))
  if (!isSuccess(restored)) return judged
  const finding = judgeExpiry('pat.update', restored, marksOf(token), token.created)
  return finding.kind === 'exempt' ? judged : finding
}

/** A case of a deactivated token says nothing where none was seen. */
const neverOff = (...seen: readonly Answered[]): Finding =>
  exempt('not-seen', { what: 'a token that an update deactivated' }, ...seen)

const refusedUpdate = (updated: Answered): Finding =>
  exempt('request-refused', { operation: 'pat.update', status: updated.response.status }, updated)

/** A hub that has a deactivated token, which stands last in the list and is shown so when it is read. */
const withRetired = (edit: (token: unknown) => unknown): Twist => {
  const id = '00000000-0000-4000-8000-000000000000'
  const retired = (items: readonly unknown[]): object => ({
    ...(items.at(-1) as object),
    ...{ uuid: id, token_label: 'retired', is_active: false, [expiryField]: null },
  })
  return layered(
    withJson(to(collection, 'GET'), body => {
      const page = pageOf(body)
      return page?.next === null && page.results.length > 0
        ? {
            ...page.rest,
            count: Number(page.rest.count) + 1,
            next: null,
            results: [...page.results, retired(page.results)],
          }
        : body
    }),
    instead(
      (request, path) => request.method === 'GET' && path === `${collection}/${id}`,
      (request, next) =>
        edited(body => edit(retired(pageOf(body)?.results ?? [])))(redirected(request, collection), next),
    ),
  )
}

const get: Requirement = {
  id: 'access-tokens/get-expires-at',
  level: 'must',
  statement: 'Reading a personal access token returns expires_at.',
  since,
  source,
  covers: ['resource-pat'],
  needs: ['credentials', 'writes'],
  how: 'Tokens are read by their ids; the representation must have the key. The run creates one that expires in more than a year, written with a fraction and an offset (or earlier, if that is refused), one without an expiry, one with null as its expiry, and one that it renames and deactivates. Up to four tokens that existed before are read as well, one of each state: with and without an expiry, expired, deactivated. Every other answer of the operation in the run is judged at the end.',
  fix: expiryFix,
  cases: [
    {
      name: 'read a token without an expiry',
      check: async probe => judgeRead(probe, await probe.fixture('pat')),
    },
    { name: 'read a token with an expiry', check: judgeFar },
    {
      name: 'read a token with null as its expiry',
      check: async (probe: Probe) => judgeExpiring(probe, 'pat', null, token => judgeRead(probe, token)),
    },
    {
      name: 'read a token that was renamed and deactivated',
      check: async probe => {
        const made = await deactivatedToken(probe)
        if (!made) return neverOff()
        if (!isSuccess(made.updated)) return refusedUpdate(made.updated)
        const isOff = await isSeenOff(probe, made.token, made.updated)
        const { label } = await updateSomehow(probe, 'pat', made.token, { anyStatus: true })
        const judged = await judgeRead(probe, await withLabel(probe, 'pat', made.token, label), made.updated, label)
        return judged.kind === 'holds' && !isOff ? neverOff(made.updated) : judged
      },
    },
    { name: 'read a token that existed before the run', check: judgeOlder },
    receivedTokens('pat.get'),
  ],
  faults: {
    ...faultsOf(to(item, 'GET'), { 'schemas/pat-get': 'schema-mismatch' }),
    ...nothingOf(to(item, 'GET'), { 'schemas/pat-get': 'schema-mismatch', 'access-tokens/created-get': 'other-thing' }),
    'when-null': fault('leaves it out when null', 'field-missing', withJson(to(item, 'GET'), whenNull)),
    'when-far': fault(
      'leaves it out of tokens that expire in more than 400 days',
      'field-missing',
      withJson(to(item, 'GET'), whenFar),
    ),
    'when-set': fault('leaves it out when set', 'field-missing', withJson(to(item, 'GET'), whenSet)),
    inactive: fault('leaves it out of inactive tokens', 'field-missing', withJson(to(item, 'GET'), whenInactive)),
    older: fault(
      'leaves it out of tokens that existed before the run',
      'field-missing',
      withObject(to(item, 'GET'), body => (!String(body.token_label).startsWith(anyRun) ? without(body) : body)),
    ),
    'twice-updated': {
      says: 'leaves it out of tokens that were updated twice',
      code: 'field-missing',
      twist: () => {
        const updates = new Map<string, number>()
        return instead(to(item), (request, next) => {
          const count = updates.get(request.url) ?? 0
          if (request.method === 'PATCH') updates.set(request.url, count + 1)
          return request.method === 'GET' && count > 1 ? edited(without)(request, next) : next(request)
        })
      },
    },
    'older-set': fault(
      'leaves it out of tokens that existed before the run and expire',
      'field-missing',
      withObject(to(item, 'GET'), body => (!String(body.token_label).startsWith(anyRun) ? whenSet(body) : body)),
    ),
    'older-with-number': {
      says: 'leaves it out of tokens that existed before the run, whose ids are numbers',
      code: 'field-missing',
      twist: () =>
        layered(
          numericIds(),
          withObject(to(item, 'GET'), body => (!String(body.token_label).startsWith(anyRun) ? without(body) : body)),
        ),
      // The reference declares ids that are texts.
      also: Object.fromEntries(
        ['pat', 'oat'].flatMap(family =>
          ['create', 'list', 'get', 'update'].map(
            action => [`schemas/${family}-${action}`, 'schema-mismatch'] as const,
          ),
        ),
      ),
    },
    'older-inactive': fault(
      'leaves it out of a deactivated token that existed before the run',
      'field-missing',
      withRetired(without),
    ),
    fraction: {
      says: 'leaves it out of tokens whose requested expiry has a fraction of a second',
      code: 'field-missing',
      twist: () => {
        const ids = new Set<unknown>()
        return instead(
          (request, path) => to(collection, 'POST')(request, path) || to(item, 'GET')(request, path),
          async (request, next) => {
            if (request.method === 'GET')
              return edited(onObject(body => (ids.has(body.uuid) ? without(body) : body)))(request, next)
            const { [expiryField]: expiry } = await sentBy(request)
            return edited(body => {
              if (isObject(body) && String(expiry).includes('.')) ids.add(body.uuid)
              return body
            })(request, next)
          },
        )
      },
    },
    'null-asked': nullAsked(item, edit => edit),
    'first-reading': {
      says: 'leaves it out when a token is read for the first time',
      code: 'field-missing',
      twist: () => {
        const read = new Set<string>()
        return instead(to(item, 'GET'), (request, next) => {
          if (read.has(request.url)) return next(request)
          return edited(body => {
            read.add(request.url)
            return without(body)
          })(request, next)
        })
      },
    },
  },
  tolerates: {
    ...toleratesOf(to(item, 'GET')),
    retired: variant(
      'has a deactivated token',
      withRetired(token => token),
    ),
    older: variant(
      'refuses reads of tokens that existed before the run',
      instead(to(item, 'GET'), async (request, next) => {
        const response = await next(request)
        const body: unknown = await response.clone().json()
        return isObject(body) && !String(body.token_label).startsWith(anyRun) ? answer(403)(request) : response
      }),
    ),
  },
}

const update: Requirement = {
  id: 'access-tokens/update-expires-at',
  level: 'must',
  statement: 'Updating a personal access token returns expires_at.',
  since,
  source,
  covers: ['resource-pat'],
  needs: ['credentials', 'writes'],
  how: 'The labels of two tokens that the run created, with and without an expiry, are changed, and one token is deactivated and reactivated; the token in the answer must have the key. A token that is not shown as deactivated afterwards says nothing of deactivated ones. An answer without a token is not judged. Every other answer of the operation in the run is judged at the end.',
  fix: expiryFix,
  cases: [
    {
      name: 'update the label of a token with an expiry',
      check: async probe =>
        judgeExpiring(probe, 'pat', probe.daysFromNow(30), async token => (await judgeUpdated(probe, token)).judged),
    },
    {
      name: 'update the label of a token without an expiry',
      check: async probe => (await judgeUpdated(probe, await probe.ownToken('pat'))).judged,
    },
    { name: 'deactivate a token and activate it again', check: judgeSwitched },
    receivedTokens('pat.update'),
  ],
  faults: {
    ...faultsOf(to(item, 'PATCH'), { 'schemas/pat-update': 'schema-mismatch' }),
    'when-set': fault('leaves it out when set', 'field-missing', withJson(to(item, 'PATCH'), whenSet)),
    inactive: fault('leaves it out of inactive tokens', 'field-missing', withJson(to(item, 'PATCH'), whenInactive)),
    nested: fault(
      'takes updates as the attributes of a resource, and leaves it out',
      'field-missing',
      layered(nestedBodies(to(item)), withJson(to(item, 'PATCH'), without)),
    ),
    'null-asked': nullAsked(item, edit => edit, 'PATCH'),
    revoked: fault(
      'takes a switch that is true if the token is off, and leaves it out of tokens that are off',
      'field-missing',
      layered(switchAs(item, 'token_label', 'revoked', false, true), withJson(to(item, 'PATCH'), whenInactive)),
    ),
    suspended: fault(
      'takes a state instead of a switch, and leaves it out of tokens that are off',
      'field-missing',
      layered(switchAs(item, 'token_label', 'state', 'active', 'disabled'), withJson(to(item, 'PATCH'), whenInactive)),
    ),
    reactivated: fault(
      'leaves it out of reactivated tokens',
      'field-missing',
      instead(to(item, 'PATCH'), async (request, next) => {
        const { is_active } = await sentBy(request)
        return is_active === true ? edited(without)(request, next) : next(request)
      }),
    ),
  },
  tolerates: {
    ...toleratesOf(to(item, 'PATCH')),
    'no-content': variant('204 without a body', withStatus(to(item, 'PATCH'), 204)),
    acknowledged: variant(
      'a message that it was updated, without the token',
      withJson(to(item, 'PATCH'), () => ({ updated: true })),
    ),
    null: variant(
      'null',
      withJson(to(item, 'PATCH'), () => null),
    ),
    'in-a-sentence': variant(
      'a message that names the token',
      withJson(to(item, 'PATCH'), body => ({
        ok: true,
        message: `Token "${isObject(body) ? body.token_label : ''}" was updated.`,
      })),
    ),
    running: variant(
      '202 and an operation that is still running',
      inPlaceOf('success', to(item, 'PATCH'), answer(202, { operation: 'op-1', state: 'running' })),
    ),
  },
}

export default [create, get, update]
