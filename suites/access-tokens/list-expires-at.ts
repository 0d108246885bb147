import { tokenReader } from '../../checks/answers/declared-part.ts'
import { declaredTokens, receivedTokens } from '../../checks/answers/received-tokens.ts'
import { idToAskFor, judgeTokenList } from '../../checks/answers/token-list.ts'
import type { Marks } from '../../checks/answers/tokens.ts'
import { expiryFix, unlessCatchAll } from '../../checks/expiry.ts'
import type { Page } from '../../checks/paging/envelope.ts'
import { isUnfinished, readList, unfinished } from '../../checks/paging/list.ts'
import { isCarriedOut, isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, jsonOfSuccess } from '../../checks/reading/json.ts'
import { identifiers } from '../../checks/reading/things.ts'
import { refused } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import { deactivatedToken } from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import {
  asNameAndValue,
  declaredPart,
  nullAsked,
  renamed,
  whenInactive,
  whenNull,
  withHead,
  without,
} from '../../checks/twists/expiry.ts'
import { layered, onEachItem, pageOf, tableOf, withEachItem } from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  fault,
  faultsFor,
  instead,
  to,
  variants,
  type When,
  withJson,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { CreateOptions, Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { type Finding, unclear } from '../../contracts/results/finding.ts'

const collection = '/v2/access-tokens'
const list = to(collection, 'GET')

/** Requests for the list with a query of this form. */
const asked =
  (form: RegExp): When =>
  (request, path) =>
    list(request, path) && form.test(request.url)

/** Another form of a list, with the link to the next page as it was. */
const withPage = (form: (items: readonly unknown[]) => object): Twist =>
  withJson(list, body => {
    const page = pageOf(body)
    return page ? { ...form(page.results), next: page.next } : body
  })

const keyedOf = (items: readonly unknown[]): unknown =>
  Object.fromEntries(items.filter(isObject).map(one => [String(one.uuid), one]))

type Next = (request: Request) => Promise<Response>

const allItems = async (request: Request, next: Next): Promise<readonly unknown[]> => {
  const url = new URL(request.url)
  url.search = '?page_size=100'
  const page = pageOf(await (await next(new Request(url, request))).json())
  return page?.results ?? []
}

/** A list of two tokens a page that only says that there is more; later pages begin after a last id, and are edited. */
const after = (edit: (value: unknown) => unknown) =>
  instead(list, async (request, next) => {
    const last = new URL(request.url).searchParams.get('starting_after')
    const items = await allItems(request, next)
    const start = last === null ? 0 : items.findIndex(one => isObject(one) && one.uuid === last) + 1
    const shown = items.slice(start, start + 2)
    const data = last === null ? shown : shown.map(edit)
    return answer(200, { data, has_more: start + 2 < items.length })(request)
  })

/** A list of two tokens a range, of which nobody knows the total; later ranges are edited. */
const ranges = (edit: (value: unknown) => unknown) =>
  instead(list, async (request, next) => {
    const start = Number(/^tokens=(\d+)-/.exec(request.headers.get('range') ?? '')?.[1] ?? 0)
    const items = await allItems(request, next)
    if (start >= items.length) return answer(416, {}, { 'content-range': `tokens */${items.length}` })(request)
    const shown = items.slice(start, start + 2)
    return answer(206, start === 0 ? shown : shown.map(edit), {
      'content-range': `tokens ${start}-${start + shown.length - 1}/*`,
    })(request)
  })

/** A connection of two tokens a page, whose cursor is sent back in a parameter that the reference alone names; later pages are edited. */
const connection = (edit: (value: unknown) => unknown) =>
  layered(
    instead(list, async (request, next) => {
      const start = Number(atob(new URL(request.url).searchParams.get('resume_at') ?? btoa('0')))
      const items = await allItems(request, next)
      const shown = items.slice(start, start + 2)
      const edges = (start === 0 ? shown : shown.map(edit)).map(node => ({ node }))
      const pageInfo = { hasNextPage: start + 2 < items.length, endCursor: btoa(String(start + 2)) }
      return answer(200, { pats: { edges, pageInfo } })(request)
    }),
    withOpenApi(document => {
      const { get } = document.paths[collection] ?? {}
      if (get) get.parameters = ['first', 'resume_at'].map(name => ({ name, in: 'query', schema: { type: 'string' } }))
    }),
  )

/** A token of the run's own, and what tells it in a list; none where the target refuses to make it. */
const makeOne = async (probe: Probe, options: CreateOptions): Promise<readonly Marks[]> => {
  const { name, exchange, result = exchange } = await probe.create('pat', {}, options)
  return isCarriedOut(exchange) ? [{ labels: [name], ids: identifiers(result, [name]).slice(0, 1) }] : []
}

/** One of the tokens of a list as it is read alone: what tells tokens where the run made none. */
const shownAlone = async (
  probe: Probe,
  pages: readonly Page[],
): Promise<{ readonly answer: Answered; readonly marks: Marks } | undefined> => {
  const id = idToAskFor(pages)
  if (id === undefined) return undefined
  const answer = await probe.call('pat.get', { id }, { anyStatus: true })
  return jsonOfSuccess(answer) !== undefined ? { answer, marks: { labels: [], ids: [id] } } : undefined
}

const judgeList = async (probe: Probe): Promise<Finding> => {
  await probe.fixture('credentials')
  const operation = 'pat.list'
  // Two tokens of our own, so that the list has items with and without an expiry; without write permission, what is there must do.
  const writes = await probe.hasFixture('writes')
  const made = writes
    ? [...(await makeOne(probe, {})), ...(await makeOne(probe, { expiresAt: probe.daysFromNow(30) }))]
    : []
  // A list need not show these: where it does, they must have the field as well.
  if (writes) {
    if (!(await deactivatedToken(probe, { expiresAt: null }))) await deactivatedToken(probe)
  }
  let list: Answered | undefined
  let short: Finding | undefined
  const finding = await probe.eventually(async () => {
    list = await probe.call(operation, {})
    if (!isSuccess(list)) return refused(operation, list)
    const { pages, end } = await readList(probe, list)
    const all = pages.length > 0 ? pages : [{ exchange: list, items: [] }]
    const other = made.length > 0 ? undefined : await shownAlone(probe, all)
    const judged = judgeTokenList(operation, all, end, made, other, await tokenReader(probe, operation))
    // A list may grow while it is read, and then be short of its own total.
    const isShort =
      judged?.kind === 'unclear' && ['list-unfinished', 'total-not-shown', 'page-repeated'].includes(judged.code)
    short = isShort || (!judged && isUnfinished(end)) ? unfinished(operation, { end }, list) : undefined
    return isShort ? undefined : judged
  })
  const last = list ?? (await probe.call(operation, {}))
  // A list that is not shown to its end may lack the field on what is not shown.
  if (!finding) return short ?? unclear('own-not-listed', { operation }, last)
  return unlessCatchAll(probe, finding, last)
}

/** A reference that declares values of parameters of the list. */
const filtered = withOpenApi(({ paths }) => {
  const get = paths[collection]?.get as { parameters: unknown[] }
  get.parameters.push(
    { name: 'status', in: 'query', schema: { type: 'string', enum: ['active', 'expired'] } },
    { name: 'enabled', in: 'query', schema: { type: 'boolean' } },
    { name: 'view', in: 'query', schema: { type: 'string', enum: ['full', 'labels', 'count'] } },
  )
})

/** Tokens that are off are in a list of their own, edited, which a declared parameter asks for. */
const apart = (edit: (value: unknown) => unknown) =>
  layered(
    filtered,
    instead(list, async (request, next) => {
      const isOff = request.url.includes('enabled=false')
      const items = await allItems(request, next)
      const shown = items.filter(one => isObject(one) && one.is_active === !isOff).map(isOff ? edit : one => one)
      return answer(200, { count: shown.length, results: shown })(request)
    }),
  )

/** A list of labels alone, or the number of tokens, where that is asked for. */
const views = layered(
  filtered,
  instead(asked(/view=(?:labels|count)/), (request, next) =>
    edited(body => {
      const labels = (pageOf(body)?.results ?? []).map(one => isObject(one) && String(one.token_label))
      return request.url.includes('view=labels') ? labels : labels.length
    })(request, next),
  ),
)

export default {
  id: 'access-tokens/list-expires-at',
  level: 'must',
  statement: 'Every item of the list of personal access tokens has expires_at, on every page.',
  since: '2025-11-21',
  source: cite('history-expires-at'),
  covers: ['resource-pat'],
  needs: ['credentials'],
  how: 'All pages of the list are read, by links in the body or the header, cursors, page numbers or last ids, in the query parameters that the reference declares. Every token must have the key, in lists, groups, maps and tables. With write permission, the run first creates a token with an expiry and one without; other tokens are recognised by the same members. The list is also read with the values that the target declares for its query parameters, such as a page size of 100, in up to twelve requests. A list of only ids or names contains no token. A list that does not show these tokens, or that ends before the total that it states, is inconclusive. All other lists of the run are judged at the end.',
  fix: expiryFix,
  cases: [{ name: 'every item of every page', check: judgeList }, declaredTokens, receivedTokens('pat.list')],
  faults: {
    ...faultsFor('field-missing', {
      missing: ['leaves expires_at out of every item', withEachItem(list, without)],
      renamed: ['calls it expiresAt', withEachItem(list, renamed)],
      heads: [
        'items with label and id in a nested object, without expires_at',
        withEachItem(list, value => withHead(without(value))),
      ],
      'when-null': ['leaves it out when null', withEachItem(list, whenNull)],
      inactive: ['leaves it out of inactive tokens', withEachItem(list, whenInactive)],
      'null-asked': nullAsked(collection, onEachItem),
      'large-page': ['leaves it out of large pages', withEachItem(asked(/page_size=100/), without)],
      ordered: [
        'leaves it out of lists in another order',
        layered(
          withOpenApi(({ paths }) => {
            const get = paths[collection]?.get as { parameters: unknown[] }
            get.parameters.push({ name: 'ordering', in: 'query', schema: { type: 'string', enum: ['name'] } })
          }),
          withEachItem(asked(/ordering=name/), without),
        ),
      ],
      expired: [
        'leaves it out of the list of expired tokens',
        layered(filtered, withEachItem(asked(/status=expired/), without)),
      ],
      off: [
        'leaves it out if enabled=false is requested',
        layered(filtered, withEachItem(asked(/enabled=false/), without)),
      ],
      apart: ['leaves it out of the list of deactivated tokens, which only enabled=false shows', apart(without)],
      'last-item': [
        'leaves it out of the last item of a page',
        withEachItem(list, (value, index, all) => (index === all.length - 1 ? without(value) : value)),
      ],
      'page-two': ['leaves it out on all pages except the first', withEachItem(asked(/[?&]page=[2-9]/), without)],
    }),
    ...faultsFor('wrong-type', {
      null: ['returns null', withJson(list, () => null), { 'schemas/pat-list': 'schema-mismatch' }],
      number: ['returns a number', withJson(list, () => 7), { 'schemas/pat-list': 'schema-mismatch' }],
    }),
    ...faultsFor('field-missing', {
      'second-list': [
        'leaves it out of a second list next to the first',
        withPage(items => ({ active: items.slice(0, 1), revoked: items.slice(1).map(without) })),
      ],
      grouped: [
        'leaves it out of the last of several groups',
        withPage(items => ({ groups: items.map((one, at) => ({ month: at, tokens: [at > 0 ? without(one) : one] })) })),
      ],
      keyed: [
        'leaves it out of one token in a map from ids to tokens',
        withPage(items => ({ tokens: keyedOf(items.map((one, at) => (at === 1 ? without(one) : one))) })),
      ],
      columns: ['returns a table without a column for it', withPage(items => tableOf(items.map(without)) as object)],
      owners: [
        'puts it on the owners of tokens',
        withEachItem(list, one => ({ ...(without(one) as object), owner: { id: 'o-1', expires_at: null } })),
      ],
      envelope: [
        'puts it on the page and not on the tokens',
        withPage(items => ({ expires_at: null, tokens: items.map(without) })),
      ],
      'last-page': ['leaves it out on pages requested by last id', after(without)],
      'later-range': ['leaves it out in ranges requested with Range', ranges(without)],
      connection: [
        'leaves it out on pages requested with a parameter that only the reference names',
        connection(without),
      ],
    }),
    strings: fault(
      'lists strings',
      'wrong-type',
      withEachItem(list, () => 'token'),
      { 'access-tokens/created-list': 'not-listed', 'schemas/pat-list': 'schema-mismatch' },
    ),
  },
  tolerates: variants({
    'declared-part': ['in a nested object of each token, as its own document declares', declaredPart(list)],
    apart: ['lists deactivated tokens only if enabled=false is requested', apart(one => one)],
    views: ['lists only labels, or only the number of tokens, if a declared parameter requests it', views],
    'bare-array': [
      'a bare array, with pages in a Link header',
      instead(list, async (request, next) => {
        const response = await next(request)
        if (!response.ok) return response
        const body: unknown = await response.json()
        if (!isObject(body)) return response
        const link = typeof body.next === 'string' ? { link: `<${body.next}>; rel="next"` } : undefined
        return answer(200, body.results, link)(request)
      }),
    ],
    heads: ['items with label and id in a nested object', withEachItem(list, withHead)],
    items: [
      'items under another name, with a relative next link',
      withObject(list, body => {
        const next = typeof body.next === 'string' ? new URL(body.next) : null
        return { items: body.results, links: { next: next && next.pathname + next.search } }
      }),
    ],
    'two-lists': ['two lists, by state', withPage(items => ({ active: items.slice(0, 1), revoked: items.slice(1) }))],
    groups: [
      'groups of tokens',
      withPage(items => ({ groups: items.map((one, month) => ({ month, tokens: [one] })) })),
    ],
    keyed: ['a map from ids to tokens', withPage(items => ({ tokens: keyedOf(items) }))],
    edges: [
      'edges and nodes',
      withPage(items => ({ viewer: { pats: { edges: items.map((pat, at) => ({ cursor: `c${at}`, pat })) } } })),
    ],
    connection: ['a connection, with a parameter for its cursor that only the reference names', connection(one => one)],
    columns: ['a table', withPage(items => tableOf(items) as object)],
    members: ['members as names and values', withEachItem(list, one => ({ fields: asNameAndValue(one) }))],
    'side-lists': [
      'lists of owners and scopes next to the tokens, with links in between',
      withPage(items => ({
        owners: [{ id: 'o-1', name: 'someone' }],
        scopes: [{ id: 7, name: 'repo:read' }],
        data: items.map(one => ({ ...(one as object), links: [{ rel: 'self', href: '/x' }] })),
      })),
    ],
    'last-id': ['a flag for further items, and pages by last id', after(one => one)],
    ranges: ['ranges with an unknown total, requested with Range', ranges(one => one)],
    range: [
      '206 with Content-Range, and pages by offset',
      instead(list, async (request, next) => {
        const offset = Number(new URL(request.url).searchParams.get('offset') ?? 0)
        const items = await allItems(request, next)
        const shown = items.slice(offset, offset + 3)
        const range = `tokens ${offset}-${offset + shown.length - 1}/${items.length}`
        return answer(206, shown, { 'content-range': range })(request)
      }),
    ],
    'always-null': [
      'expires_at is always null',
      withEachItem(list, value => (isObject(value) ? { ...value, [expiryField]: null } : value)),
    ],
  }),
} satisfies Requirement
