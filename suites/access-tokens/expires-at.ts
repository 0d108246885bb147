import { expiryField, judgeExpiry, judgeExpiryOfPage, unlessCatchAll } from '../../checks/expiry.ts'
import { pages } from '../../checks/paging.ts'
import { has, identifiers, isObject, isSuccess, listItems, parseJson, typeName } from '../../checks/reading.ts'
import { scalarsIn } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import { withStatus } from '../../checks/twists/shapes.ts'
import { answer, edited, fault, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, Missing, unclear, violated } from '../../contracts/finding.ts'
import type { ReasonCode } from '../../contracts/reasons.ts'
import type { CreateOptions, Fault, Probe, Requirement, TokenFixture, Variant } from '../../contracts/requirement.ts'

const source = cite('history-expires-at')
const since = '2025-11-21'
const collection = '/v2/access-tokens'
const item = '/v2/access-tokens/{uuid}'

const without = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { [expiryField]: _dropped, ...rest } = value
  return rest
}

const renamed = (value: unknown): unknown => {
  if (!isObject(value) || !has(value, expiryField)) return value
  const { [expiryField]: kept, ...rest } = value
  return { ...rest, expiresAt: kept }
}

const whenNull = (value: unknown): unknown => (isObject(value) && value[expiryField] === null ? without(value) : value)

const whenSet = (value: unknown): unknown => (isObject(value) && value[expiryField] !== null ? without(value) : value)

const whenInactive = (value: unknown): unknown =>
  isObject(value) && value.is_active === false ? without(value) : value

const onItems =
  (edit: (value: unknown, index: number) => unknown) =>
  (body: unknown): unknown =>
    isObject(body) && Array.isArray(body.results) ? { ...body, results: body.results.map(edit) } : body

type Also = Readonly<Record<string, ReasonCode>>

/** Wrong and odd shapes of one representation, on one operation: one without the field, or none at all. */
const faultsOf = (
  when: (request: Request, path: string) => boolean,
  { bare, none }: { readonly bare?: Also; readonly none: Also },
): Record<string, Fault> => ({
  missing: fault('leaves expires_at out', 'field-missing', instead(when, edited(without)), bare),
  renamed: fault('calls it expiresAt', 'field-missing', instead(when, edited(renamed)), bare),
  nested: fault(
    'hides it one level deeper',
    'field-missing',
    instead(
      when,
      edited(body =>
        isObject(body) ? { ...(without(body) as object), meta: { expires_at: null, created_by: 'x' } } : body,
      ),
    ),
    bare,
  ),
  envelope: fault(
    'says it of the answer and not of the token',
    'field-missing',
    instead(
      when,
      edited(body => ({ status: 'ok', expires_at: null, data: without(body) })),
    ),
    bare,
  ),
  array: fault(
    'returns an array',
    'wrong-type',
    instead(
      when,
      edited(() => []),
    ),
    none,
  ),
  null: fault(
    'returns null',
    'wrong-type',
    instead(
      when,
      edited(() => null),
    ),
    none,
  ),
  number: fault(
    'returns a number',
    'wrong-type',
    instead(
      when,
      edited(() => 7),
    ),
    none,
  ),
})

const toleratesOf = (when: (request: Request, path: string) => boolean): Record<string, Variant> => ({
  null: variant(
    'expires_at is always null',
    instead(
      when,
      edited(body => (isObject(body) ? { ...body, [expiryField]: null } : body)),
    ),
  ),
  offset: variant(
    'expires_at with an offset',
    instead(
      when,
      edited(body => (isObject(body) ? { ...body, [expiryField]: '2031-01-01T02:00:00+02:00' } : body)),
    ),
  ),
  number: variant(
    'expires_at as a number',
    instead(
      when,
      edited(body => (isObject(body) ? { ...body, [expiryField]: 1924991999 } : body)),
    ),
  ),
  envelope: variant(
    'the representation in an envelope',
    instead(
      when,
      edited(body => ({ data: body })),
    ),
  ),
  extra: variant(
    'further fields',
    instead(
      when,
      edited(body => (isObject(body) ? { ...body, colour: 'blue', nested: { id: 1 } } : body)),
    ),
  ),
})

const fix = `Put the key "${expiryField}" on every representation of a personal access token; null says that it never expires. Its type and format are open.`

const create: Requirement = {
  id: 'access-tokens/create-expires-at',
  level: 'must',
  statement: 'What creating a personal access token returns carries expires_at.',
  since,
  source,
  covers: ['resource-pat'],
  needs: ['credentials', 'writes'],
  how: 'One token is created without an expiry and one with; the representation in the answer, recognised by our label wherever it stands, must have the key. Null counts as present; an empty answer has nothing to carry it.',
  fix,
  cases: [
    {
      name: 'created without an expiry',
      check: async probe => {
        const { name, exchange } = await probe.create('pat', {})
        return unlessCatchAll(probe, judgeExpiry('pat.create', exchange, [name]), exchange)
      },
    },
    {
      name: 'created with an expiry',
      check: async probe => {
        const { name, exchange } = await probe.create('pat', {}, { expiresAt: probe.daysFromNow(30) })
        if (!isSuccess(exchange))
          return exempt('request-refused', { operation: 'pat.create', status: exchange.response.status }, exchange)
        return unlessCatchAll(probe, judgeExpiry('pat.create', exchange, [name]), exchange)
      },
    },
  ],
  faults: {
    ...faultsOf(to(collection, 'POST'), { none: { 'schemas/pat-create': 'schema-mismatch' } }),
    'when-null': fault(
      'leaves it out when there is no expiry',
      'field-missing',
      instead(to(collection, 'POST'), edited(whenNull)),
    ),
    'when-set': fault(
      'leaves it out when there is an expiry',
      'field-missing',
      instead(to(collection, 'POST'), edited(whenSet)),
    ),
  },
  tolerates: {
    ...toleratesOf(to(collection, 'POST')),
    ok: variant(
      '200 where others say 201',
      instead(to(collection, 'POST'), async (request, next) => {
        const response = await next(request)
        return response.status === 201
          ? new Response(response.body, { status: 200, headers: response.headers })
          : response
      }),
    ),
  },
}

/** A token that the run made, and what tells it in a list. */
interface Made {
  readonly name: string
  readonly ids: readonly string[]
}

const makeOne = async (probe: Probe, options: CreateOptions): Promise<Made> => {
  const { name, exchange } = await probe.create('pat', {}, options)
  return { name, ids: identifiers(exchange, [name]) }
}

const isThat =
  (item: unknown) =>
  ({ name, ids }: Made): boolean =>
    scalarsIn(item).some(text => ids.includes(text) || text.toLowerCase().includes(name.toLowerCase()))

/** Judges every item of a list, page by page; undefined where the list is to be read again: it does not show yet what was made. */
const walk = async (probe: Probe, first: Answered, made: readonly Made[]): Promise<Finding | undefined> => {
  const missing = new Set(made)
  const labels = made.map(({ name }) => name)
  let items = 0
  let number = 0
  for await (const page of pages(probe, first)) {
    const judged = judgeExpiryOfPage('pat.list', page.exchange, ++number, labels)
    if (judged.finding) return judged.finding
    items += judged.items
    for (const one of missing) if (page.items.some(item => isThat(item)(one))) missing.delete(one)
  }
  if (missing.size > 0) return undefined
  return items > 0 ? holds(first) : unclear('no-items', {}, first)
}

const judgeList = async (probe: Probe): Promise<Finding> => {
  await probe.fixture('credentials')
  // Two tokens of our own, so that the list has items with and without an expiry; without leave to write, what is there must do.
  const made = (await probe.hasFixture('writes'))
    ? [await makeOne(probe, {}), await makeOne(probe, { expiresAt: probe.daysFromNow(30) })]
    : []
  let list: Answered | undefined
  const finding = await probe.eventually(async () => {
    list = await probe.call('pat.list', {})
    const { status } = list.response
    if (!isSuccess(list)) return unclear('request-refused', { operation: 'pat.list', status }, list)
    const parsed = parseJson(list)
    if (parsed.ok && listItems(parsed.value) === undefined)
      return isObject(parsed.value)
        ? unclear('no-list', { operation: 'pat.list' }, list)
        : violated('wrong-type', { operation: 'pat.list', type: typeName(parsed.value) }, list)
    return walk(probe, list, made)
  })
  const last = list ?? (await probe.call('pat.list', {}))
  // A list that is not shown to its end may lack the field on what is not shown.
  if (!finding) return unclear('own-not-listed', { operation: 'pat.list' }, last)
  return unlessCatchAll(probe, finding, last)
}

const list: Requirement = {
  id: 'access-tokens/list-expires-at',
  level: 'must',
  statement: 'Every item of the list of personal access tokens carries expires_at, on every page.',
  since,
  source,
  covers: ['resource-pat'],
  needs: ['credentials'],
  how: 'The list is walked to its end in whatever form its pages take (links in the body or the header, cursors, page numbers); every item must have the key. With leave to write, the run adds a token with and one without an expiry first, and a list that does not show them is not taken for the whole.',
  fix,
  cases: [{ name: 'every item of every page', check: judgeList }],
  faults: {
    missing: fault(
      'leaves expires_at out of every item',
      'field-missing',
      instead(to(collection, 'GET'), edited(onItems(without))),
    ),
    renamed: fault('calls it expiresAt', 'field-missing', instead(to(collection, 'GET'), edited(onItems(renamed)))),
    'when-null': fault(
      'leaves it out when null',
      'field-missing',
      instead(to(collection, 'GET'), edited(onItems(whenNull))),
    ),
    'last-item': fault(
      'leaves it out of the last item of a page',
      'field-missing',
      instead(
        to(collection, 'GET'),
        edited(body =>
          isObject(body) && Array.isArray(body.results)
            ? {
                ...body,
                results: body.results.map((value, index, all) => (index === all.length - 1 ? without(value) : value)),
              }
            : body,
        ),
      ),
    ),
    'page-two': fault(
      'leaves it out from page two on',
      'field-missing',
      instead(
        (request, path) => to(collection, 'GET')(request, path) && /[?&]page=[2-9]/.test(request.url),
        edited(onItems(without)),
      ),
    ),
    null: fault(
      'returns null',
      'wrong-type',
      instead(
        to(collection, 'GET'),
        edited(() => null),
      ),
      { 'schemas/pat-list': 'schema-mismatch' },
    ),
    number: fault(
      'returns a number',
      'wrong-type',
      instead(
        to(collection, 'GET'),
        edited(() => 7),
      ),
      { 'schemas/pat-list': 'schema-mismatch' },
    ),
    strings: fault('lists strings', 'wrong-type', instead(to(collection, 'GET'), edited(onItems(() => 'token'))), {
      'schemas/pat-list': 'schema-mismatch',
    }),
  },
  tolerates: {
    'bare-array': variant(
      'a bare array, with pages in a Link header',
      instead(to(collection, 'GET'), async (request, next) => {
        const response = await next(request)
        if (!response.ok) return response
        const body: unknown = await response.json()
        if (!isObject(body)) return response
        const link = typeof body.next === 'string' ? { link: `<${body.next}>; rel="next"` } : undefined
        return answer(200, body.results, link)(request)
      }),
    ),
    items: variant(
      'items under another name, with a relative next link',
      instead(
        to(collection, 'GET'),
        edited(body => {
          if (!isObject(body)) return body
          const next = typeof body.next === 'string' ? new URL(body.next) : null
          return { items: body.results, links: { next: next && next.pathname + next.search } }
        }),
      ),
    ),
    'always-null': variant(
      'expires_at is always null',
      instead(
        to(collection, 'GET'),
        edited(onItems(value => (isObject(value) ? { ...value, [expiryField]: null } : value))),
      ),
    ),
  },
}

const kinds = ['without', 'with'] as const

type Kind = (typeof kinds)[number]

/** A token that the case may change; the one without an expiry that all cases share serves those that only read. */
const tokenOf = (probe: Probe, kind: Kind): Promise<TokenFixture> =>
  probe.ownToken('pat', kind === 'with' ? { expiresAt: probe.daysFromNow(30) } : {})

const judgeRead = async (probe: Probe, token: TokenFixture): Promise<Finding> => {
  const read = await probe.eventually(async () => {
    const one = await probe.call('pat.get', { id: token.id })
    return one.response.status === 404 ? undefined : one
  })
  if (!read) return unclear('not-found-again', { operation: 'pat.get', status: 404 }, token.created)
  return unlessCatchAll(probe, judgeExpiry('pat.get', read, [token.label, token.id]), read)
}

const deactivated = async (probe: Probe, token: TokenFixture): Promise<Answered> =>
  probe.call('pat.update', { id: token.id }, { json: { is_active: false } })

const refusedUpdate = (updated: Answered): Finding =>
  exempt('request-refused', { operation: 'pat.update', status: updated.response.status }, updated)

const get: Requirement = {
  id: 'access-tokens/get-expires-at',
  level: 'must',
  statement: 'What reading a personal access token returns carries expires_at.',
  since,
  source,
  covers: ['resource-pat'],
  needs: ['credentials', 'writes'],
  how: 'Tokens that the run created, one with an expiry, one without, one that was deactivated, are read by their ids; the representation must have the key.',
  fix,
  cases: [
    {
      name: 'read a token without an expiry',
      check: async probe => judgeRead(probe, await probe.fixture('pat')),
    },
    {
      name: 'read a token with an expiry',
      check: async probe => judgeRead(probe, await tokenOf(probe, 'with')),
    },
    {
      name: 'read a deactivated token',
      check: async probe => {
        const token = await tokenOf(probe, 'without')
        const updated = await deactivated(probe, token).catch((error: unknown) => {
          if (error instanceof Missing) return undefined
          throw error
        })
        // Whether a token can be updated is not a matter of reading one.
        if (!updated) return exempt('not-seen', { what: 'a deactivated token' })
        return isSuccess(updated) ? judgeRead(probe, token) : refusedUpdate(updated)
      },
    },
  ],
  faults: {
    ...faultsOf(to(item, 'GET'), { none: { 'schemas/pat-get': 'schema-mismatch' } }),
    'when-null': fault('leaves it out when null', 'field-missing', instead(to(item, 'GET'), edited(whenNull))),
    'when-set': fault('leaves it out when set', 'field-missing', instead(to(item, 'GET'), edited(whenSet))),
    inactive: fault(
      'leaves it out of inactive tokens',
      'field-missing',
      instead(to(item, 'GET'), edited(whenInactive)),
    ),
  },
  tolerates: toleratesOf(to(item, 'GET')),
}

const update: Requirement = {
  id: 'access-tokens/update-expires-at',
  level: 'must',
  statement: 'What updating a personal access token returns carries expires_at.',
  since,
  source,
  covers: ['resource-pat'],
  needs: ['credentials', 'writes'],
  how: 'A token that the run created without an expiry and one with are given another label, another one is deactivated; the representation in the answer must have the key. An answer without a body has nothing to carry it.',
  fix,
  cases: [
    ...kinds.map(kind => ({
      name: `update the label of a token ${kind} an expiry`,
      check: async (probe: Probe) => {
        const token = await tokenOf(probe, kind)
        const label = `${token.label}-updated`
        const updated = await probe.call('pat.update', { id: token.id }, { json: { token_label: label } })
        return unlessCatchAll(probe, judgeExpiry('pat.update', updated, [label, token.label, token.id]), updated)
      },
    })),
    {
      name: 'deactivate',
      check: async probe => {
        const token = await tokenOf(probe, 'without')
        const updated = await deactivated(probe, token)
        return isSuccess(updated) ? judgeExpiry('pat.update', updated, [token.label, token.id]) : refusedUpdate(updated)
      },
    },
  ],
  faults: {
    ...faultsOf(to(item, 'PATCH'), { none: { 'schemas/pat-update': 'schema-mismatch' } }),
    'when-set': fault('leaves it out when set', 'field-missing', instead(to(item, 'PATCH'), edited(whenSet))),
    inactive: fault(
      'leaves it out of inactive tokens',
      'field-missing',
      instead(to(item, 'PATCH'), edited(whenInactive)),
    ),
  },
  tolerates: {
    ...toleratesOf(to(item, 'PATCH')),
    'no-content': variant('204 without a body', withStatus(to(item, 'PATCH'), 204)),
  },
}

export default [create, list, get, update]
