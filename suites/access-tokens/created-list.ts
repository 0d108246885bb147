import { labelSent, type TokenRead, tokensRead } from '../../checks/answers/tokens-read.ts'
import type { Page } from '../../checks/paging/envelope.ts'
import { notListed, type ReadList, unfinished } from '../../checks/paging/list.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, type JsonObject, jsonIn } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { identifiers } from '../../checks/reading/things.ts'
import { ifPossible, ownAnswer, scalarsIn } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import {
  hasId,
  holdsLabel,
  noToken,
  pageNaming,
  switchesOf,
  type TokenFacts,
  tokenFamilies,
  tokenShownIn,
  wholeList,
} from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered, onItems, pageOf, withEachItem, withItems } from '../../checks/twists/shapes.ts'
import { onLabel } from '../../checks/twists/tokens.ts'
import { answer, edited, faultsFor, instead, onObject, to, variant, withObject } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, Requirement, TokenFamily, TokenFixture, Twist } from '../../contracts/requirement.ts'
import { type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

/** Tokens that are looked up by themselves, if a list does not show them: the last ones, since the first may have been deleted early. */
const mostLookedUp = 2

interface Made extends TokenRead {
  readonly isChanged: boolean
}

/** Tokens of the run that were read by themselves, and that no check has deleted. */
const madeAndRead = (probe: Probe, family: TokenFamily): readonly Made[] => {
  const idsOf = (action: 'update' | 'delete') =>
    new Set(probe.received(`${family}.${action}`).map(({ values }) => values.id))
  const [changed, deleted] = [idsOf('update'), idsOf('delete')]
  return tokensRead(probe, family)
    .filter(({ id }) => !deleted.has(id))
    .map(token => ({ ...token, isChanged: changed.has(token.id) }))
}

/** Whether a token that was changed is not known to be on: a list need not show one that was switched off. */
const mayBeOff = (answer: Answered, token: Made): boolean => {
  const switches = Object.values(switchesOf(tokenShownIn(answer, token) ?? {}))
  return token.isChanged && (switches.length === 0 || switches.includes(false))
}

/** Whether a page shows a token by its label or its id. */
const shows = ({ exchange, items }: Page, { id, label }: Pick<Made, 'id' | 'label'>): boolean =>
  holdsLabel(exchange, label) || items.some(item => hasId(item, id))

/** Every other token of the run that is there is met in the list as well: what stands between two pages may be left out. */
const judgeOthers = async (
  probe: Probe,
  family: TokenFamily,
  org: string,
  read: ReadList,
): Promise<Finding | undefined> => {
  const operation = `${family}.list` as const
  const unseenIn = (pages: readonly Page[], tokens: readonly Made[]): readonly Made[] =>
    tokens.filter(token => !pages.some(page => shows(page, token)))
  const reading = async (token: Made): Promise<Answered | undefined> => {
    const now = await probe.call(`${family}.get`, { org, id: token.id }, { anyStatus: true })
    return isSuccess(now) && holdsLabel(now, token.label) && !mayBeOff(now, token) ? now : undefined
  }
  let last = read
  let left: readonly Made[] = []
  for (const token of unseenIn(read.pages, madeAndRead(probe, family)).slice(-mostLookedUp))
    if (await reading(token)) left = [...left, token]
  if (left.length === 0) return undefined
  await probe.eventually(async () => {
    const now = await wholeList(probe, family, org)
    if (now.pages.length === 0) return undefined
    last = now
    left = unseenIn(last.pages, left)
    return left.length === 0 ? true : undefined
  })
  for (const token of left) {
    const now = await reading(token)
    const page = last.pages.at(-1)?.exchange
    if (!now || !page) continue
    return notListed(operation, token.label, last, now, page)
  }
  return undefined
}

/** A token of the other kind; undefined where there is none, or where one list is declared to be that of both. */
const ofOtherKind = async (probe: Probe, family: TokenFamily): Promise<TokenFixture | undefined> => {
  const [own, others] = tokenFamilies.map(kind => probe.bind(`${kind.family}.list`).path)
  return own === others ? undefined : ifPossible(() => probe.fixture(family === 'pat' ? 'oat' : 'pat'))
}

/** Whether an item of a list gives itself the id and the label of a token. */
const isItemOf = (item: unknown, { id, label }: TokenFixture): boolean =>
  hasId(item, id) && scalarsIn(item).includes(label)

/** Tokens that were created and cannot be read: where none of them is listed, none was kept. */
const judgeForgotten = async (probe: Probe, family: TokenFamily): Promise<Finding | undefined> => {
  const operation = `${family}.list` as const
  const made = probe.received(`${family}.create`).flatMap(({ answer, values: { org = '' } }) => {
    const label = labelSent(answer)
    return isSuccess(answer) && label !== undefined ? [{ created: answer, org, label }] : []
  })
  const [first] = made
  if (!first) return undefined
  const list = await wholeList(probe, family, first.org)
  const page = list.pages.at(-1)?.exchange
  const isShown = made.some(
    ({ created, label }) =>
      pageNaming(list, { label }) || identifiers(created, [label]).some(id => pageNaming(list, { label, id })),
  )
  if (!page || !list.closed || isShown || (await ownAnswer(probe, operation, first, page))) return undefined
  return notListed(operation, first.label, list, first.created, page)
}

/** How a token is read that could be read, if it is gone since others were deleted. */
const goneWithOther = async (probe: Probe, family: TokenFamily, token: TokenFixture): Promise<Answered | undefined> => {
  const deleted = probe.received(`${family}.delete`).map(({ values }) => values.id)
  if (!token.reads.some(isSuccess) || deleted.length === 0 || deleted.includes(token.id)) return undefined
  const now = await probe.call(`${family}.get`, token, { anyStatus: true })
  return [404, 410].includes(now.response.status) ? now : undefined
}

const judgeList = async (probe: Probe, { family }: TokenFacts): Promise<Finding> => {
  const operation = `${family}.list` as const
  const found = await ifPossible(() => probe.fixture(family))
  const forgotten = found ? undefined : await judgeForgotten(probe, family)
  if (forgotten) return forgotten
  const token = found ?? (await probe.fixture(family))
  const other = await ofOtherKind(probe, family)
  const list = await probe.call(operation, token)
  if (!isSuccess(list)) return noToken(operation, list)
  const open = await ownAnswer(probe, operation, token, list)
  if (open) return open
  let first: Answered | undefined = list
  let last: ReadList | undefined
  const shown = await probe.eventually(async () => {
    const now = await wholeList(probe, family, token.org, first)
    first = undefined
    if (now.pages.length > 0) last = now
    return pageNaming(now, token)
  })
  const mixed = other && last?.pages.find(({ items }) => items.some(item => isItemOf(item, other)))
  if (other && mixed) return violated('another-kind', { operation, what: other.label }, mixed.exchange, other.created)
  if (shown && last) return (await judgeOthers(probe, family, token.org, last)) ?? holds(token.created, shown)
  if (listItems(jsonIn(list)) === undefined) return unclear('no-list', { operation }, list)
  if (!last) return unfinished(operation, { end: 'short' }, list)
  const finding = notListed(operation, token.label, last, token.created, last.pages.at(-1)?.exchange ?? list)
  const gone = finding.kind === 'violated' ? await goneWithOther(probe, family, token) : undefined
  return gone && finding.kind === 'violated'
    ? { ...finding, values: { ...finding.values, gone: gone.response.status } }
    : finding
}

/** Three items per page; `parameter` has the number of the page, which is `start` for the first, `form` gives the page and the number of the next one its form. */
const threePerPage =
  (parameter: string, form: (body: JsonObject, next: string | undefined) => unknown, start = 1) =>
  (request: Request, next: (request: Request) => Promise<Response>): Promise<Response> => {
    const url = new URL(request.url)
    const page = url.searchParams.get(parameter)
    url.searchParams.set('page', String(Number(page ?? start) + 1 - start))
    url.searchParams.set('page_size', '3')
    const shown = (body: JsonObject): unknown =>
      form(body, typeof body.next === 'string' ? String(Number(page ?? start) + 1) : undefined)
    return edited(onObject(shown))(new Request(url, request), next)
  }

/** Declares a parameter of the lists. */
const taking = (name: string): Twist =>
  withOpenApi(({ paths }) => {
    for (const path of Object.keys(paths).filter(path => path.endsWith('/access-tokens')))
      paths[path]?.get?.parameters?.push({ name, in: 'query', schema: { type: 'string' } })
  })

export default (facts: TokenFacts): Requirement => {
  const { suite, noun, collection, item, label: member, since, covers, needs } = facts
  const here = to(item, 'GET')
  const listing = to(collection, 'GET')
  const isOurs = (value: unknown): boolean => isObject(value) && String(value[member]).startsWith('hub-conformance-')
  /** Edits the items of the list, with the tokens of the other kind that were created. */
  const withOthers =
    (edit: (items: readonly unknown[], others: readonly JsonObject[]) => readonly unknown[]) => (): Twist => {
      const others: JsonObject[] = []
      return async (request, next) => {
        const path = new URL(request.url).pathname
        if (listing(request, path)) return edited(onItems(items => edit(items, others)))(request, next)
        const response = await next(request)
        if (tokenFamilies.some(kind => kind.suite !== suite && to(kind.collection, 'POST')(request, path))) {
          const { uuid, id, token_label, label } = (await response.clone().json()) as JsonObject
          others.push({ id: uuid ?? id, label: token_label ?? label })
        }
        return response
      }
    }
  return {
    id: `${suite}/created-list`,
    level: 'should',
    since,
    covers,
    needs,
    statement: `The list of ${noun}s includes a newly created one, and no token of another kind.`,
    source: published(`tag ${suite}`, 'The list is of the tokens, with their labels.'),
    how: 'All pages of the list are read, repeatedly, until one contains the label of the token that the run created or an item with its id, or the waiting time ends. At the end of the run, the same is checked for all tokens of the run that were read individually, can still be read and are active. No item may have the id and the label of a token of the other kind that the run created, unless both kinds have the same path. If the list may contain more than was read, the result is inconclusive.',
    fix: `Return created ${noun}s in every operation: each by its own id, and in the list, on a page that the page before it links to.`,
    cases: [{ name: 'every page of the list', last: true, check: probe => judgeList(probe, facts) }],
    faults: {
      ...faultsFor('not-listed', {
        repeated: [
          'shows its first page again for the cursor that it declares',
          layered(
            withOpenApi(({ paths }) => {
              const declared = { name: 'page_token', in: 'query', schema: { type: 'string' } }
              for (const path of Object.keys(paths).filter(path => path.endsWith('/access-tokens')))
                paths[path]?.get?.parameters?.push(declared)
            }),
            instead(listing, (request, next) => {
              const isFirst = !new URL(request.url).searchParams.has('page_token')
              return edited(body => ({
                results: (pageOf(body)?.results ?? [])
                  .slice(0, 1)
                  .map(one => ({ ...(one as object), uuid: 'other', id: 'other', [member]: 'other' })),
                ...(isFirst ? { next_page_token: 'p2' } : {}),
              }))(request, next)
            }),
          ),
        ],
        between: [
          'leaves out a token between a page and the next',
          instead(listing, async (request, next) => {
            const url = new URL(request.url)
            const start = Number(url.searchParams.get('cursor') ?? 0)
            url.search = '?page_size=100'
            const items = pageOf(await (await next(new Request(url, request))).json())?.results ?? []
            const cursor = start + 3 < items.length ? start + 3 : null
            return answer(200, { data: items.slice(start, start + 2), page: { cursor } })(request)
          }),
        ],
        never: ['leaves out the created one', withItems(listing, items => items.filter(one => !isOurs(one)))],
      }),
      'of-another-kind': {
        says: 'lists tokens of both kinds',
        code: 'another-kind',
        // The total stays that of the list.
        ...(facts.family === 'oat' && { also: { 'schemas/oat-list': 'count-too-small' } as const }),
        twist: withOthers((items, others) => [
          ...items,
          ...others.map(({ id, label }) => ({ ...(items[0] as object), uuid: id, id, [member]: label })),
        ]),
      },
      ...faultsFor('not-listed', {
        forgotten: [
          'neither lists nor reads what it creates',
          layered(
            instead(here, async (request, next) => {
              const response = await next(request)
              const isForgotten = response.ok && isOurs(await response.clone().json())
              return isForgotten ? answer(404)(request) : response
            }),
            withItems(listing, items => items.filter(one => !isOurs(one))),
          ),
        ],
        empty: ['lists nothing', withItems(listing, () => [])],
        unnamed: [
          'leaves out the new one, in a list without labels',
          withItems(listing, items => items.filter(one => !isOurs(one)).map(onLabel(member, () => 'token'))),
        ],
      }),
    },
    tolerates: {
      'names-another-kind': {
        says: 'each token names one of another kind',
        twist: withOthers((items, others) => items.map(item => ({ ...(item as object), replaces: others[0] }))),
      },
      unlabelled: variant(
        'ids and no labels',
        withEachItem(
          listing,
          onLabel(member, () => 'token'),
        ),
      ),
      continued: variant(
        'three tokens per page, the rest behind metadata.continue',
        instead(
          listing,
          threePerPage('continue', (body, page) => ({ metadata: { continue: page ?? '' }, items: body.results })),
        ),
      ),
      'from-zero': variant(
        'three tokens per page, in pages that are numbered from zero and not linked',
        layered(
          taking('pageIndex'),
          instead(
            listing,
            threePerPage(
              'pageIndex',
              (body, page) => ({
                ...(page === undefined ? {} : { PageIndex: Number(page) - 1 }),
                TotalCount: body.count,
                Items: body.results,
                HasNextPage: page !== undefined,
              }),
              0,
            ),
          ),
        ),
      ),
      relations: variant(
        'three tokens per page, the rest behind a link with several relations',
        instead(
          listing,
          threePerPage('page', (body, page) => ({
            entities: body.results,
            links: page === undefined ? [] : [{ rel: ['next', 'item'], href: `?page=${page}` }],
          })),
        ),
      ),
      'page-two': variant(
        'three tokens per page',
        instead(listing, (request, next) => {
          const url = new URL(request.url)
          url.searchParams.set('page_size', '3')
          return next(new Request(url, request))
        }),
      ),
      groups: variant(
        'groups of tokens',
        withObject(listing, body =>
          Array.isArray(body.results)
            ? { next: body.next, groups: body.results.map((one, month) => ({ month, tokens: [one] })) }
            : body,
        ),
      ),
    },
  }
}
