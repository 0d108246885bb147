import { describe, expect, it, test } from 'vitest'
import { pagingOf } from '../../../checks/http/page-parameters.ts'
import { statedBelow } from '../../../checks/paging/end.ts'
import { envelopesOf, type Page, paramsOf, soleObjectIn } from '../../../checks/paging/envelope.ts'
import { extentOf, notListed, readList, statesMore, unfinished } from '../../../checks/paging/list.ts'
import { isLinked, nextLink } from '../../../checks/paging/next.ts'
import { type ListEnd, pageLimit, pages } from '../../../checks/paging/pages.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { FollowOptions, Probe } from '../../../contracts/requirement.ts'
import { Unreadable } from '../../../contracts/results/finding.ts'

interface Given {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A server of one list: what it answers to a query and a range. */
type Server = (query: URLSearchParams, range: string | undefined) => Given

const start = 'https://hub.test/v2/things?size=2'

const answered = (url: string, { status = 200, headers = {}, body }: Given): Answered => ({
  id: 'x1',
  request: { method: 'GET', url, headers: [], body: null, as: 'valid' },
  response: {
    status,
    headers: Object.entries(headers),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    encoding: 'utf8',
    truncated: false,
  },
  ms: 1,
})

const get = (path: string, names: readonly string[]) => ({
  method: 'GET',
  path,
  parameters: names.map(name => ({ name, in: 'query', required: false })),
})

type Named = ReturnType<typeof get>

/** A reader of a list of which the target declares these parameters, beside other operations. */
const reading = (server: Server, declared: readonly string[] = [], begin = start, others: readonly Named[] = []) => {
  const asked: string[] = []
  const ranges: string[] = []
  const ask = (url: string, range?: string): Answered => {
    asked.push(url)
    if (range !== undefined) ranges.push(range)
    return answered(url, server(new URL(url).searchParams, range))
  }
  const probe = {
    follow: async (from: Answered, link: string, { headers }: FollowOptions = {}) =>
      ask(new URL(link, from.request.url).href, headers?.range),
    hasFixture: async () => true,
    fixture: async () => ({
      operations: [...others, get('/things', declared)],
    }),
  } as unknown as Probe
  return { probe, first: ask(begin), asked, ranges }
}

const read = async (server: Server, declared: readonly string[] = [], begin = start) => {
  const { probe, first, asked, ranges } = reading(server, declared, begin)
  const { pages, end, whole } = await readList(probe, first)
  const items = pages.flatMap(({ items }) => items.map(item => (item as { id: unknown }).id))
  return { items, end, whole, asked, ranges }
}

const ids = Array.from({ length: 23 }, (_, index) => index + 1)
const all = ids.map(id => ({ id }))
const from = (at: number) => all.slice(at, at + 2)
const isMore = (at: number) => at + 2 < all.length
const link = (at: number) => `https://hub.test/v2/things?size=2&at=${at}`
const at = (query: URLSearchParams, name = 'at') => Number(query.get(name) ?? 0)
const page = (query: URLSearchParams) => (Number(query.get('page') ?? 1) - 1) * 2

/** Lists of five items, two on a page, in the forms that are in use. */
const forms: Readonly<Record<string, Server>> = {
  'a link in the body': query => ({
    body: { results: from(at(query)), next: isMore(at(query)) ? link(at(query) + 2) : null },
  }),
  'a link as an object': query => ({
    body: {
      items: from(at(query)),
      links: isMore(at(query)) ? { next: { href: link(at(query) + 2) } } : {},
      total: 23,
    },
  }),
  'links with relations': query => ({
    body: {
      items: from(at(query)),
      links: [
        { rel: 'self', href: start },
        ...(isMore(at(query)) ? [{ rel: ['next'], href: link(at(query) + 2) }] : []),
      ],
      total: 23,
    },
  }),
  'a path alone': query => ({
    body: {
      data: from(at(query)),
      ...(isMore(at(query)) ? { next_url: `?size=2&at=${at(query) + 2}` } : { next_url: '' }),
    },
  }),
  'a Link header': query => ({
    headers: isMore(at(query)) ? { link: `<${start}>; rel="first", <${link(at(query) + 2)}>; rel="next last"` } : {},
    body: from(at(query)),
  }),
  'X-Next-Page': query => ({
    headers: { 'x-next-page': isMore(page(query)) ? String(page(query) / 2 + 2) : '' },
    body: from(page(query)),
  }),
  'a cursor': query => ({
    body: {
      results: from(at(query, 'cursor')),
      next_cursor: isMore(at(query, 'cursor')) ? String(at(query, 'cursor') + 2) : '',
    },
  }),
  'a cursor beside a flag': query => ({
    body: {
      results: from(at(query, 'cursor')),
      page_info: { end_cursor: String(at(query, 'cursor') + 2), has_next_page: isMore(at(query, 'cursor')) },
    },
  }),
  'a marker with capitals': query => ({
    body: {
      Items: from(at(query, 'marker')),
      NextMarker: isMore(at(query, 'marker')) ? at(query, 'marker') + 2 : null,
    },
  }),
  'the number of the next page': query => ({
    body: { results: from(page(query)), next_page: isMore(page(query)) ? page(query) / 2 + 2 : null },
  }),
  'page numbers and a total': query => ({ body: { results: from(page(query)), page: page(query) / 2 + 1, total: 23 } }),
  'page numbers from zero': query => ({
    body: { results: from(at(query, 'page') * 2), number: at(query, 'page'), totalPages: 12, totalElements: 23 },
  }),
  'a total in a header': query => ({ headers: { 'x-total-count': '23' }, body: from(page(query)) }),
  'a total as an object': query => ({ body: { results: from(page(query)), meta: { total: { value: 23 } } } }),
  'a total as a text': query => ({ body: { results: from(page(query)), totalCount: '23' } }),
  'a count of all': query => ({ body: { results: from(page(query)), count: 23 } }),
  'a number of pages': query => ({ body: { results: from(page(query)), pageCount: 12 } }),
  'an offset and a flag': query => ({
    body: { results: from(at(query, 'offset')), has_more: isMore(at(query, 'offset')) },
  }),
  'a flag that says whether it is the last': query => ({
    body: { results: from(page(query)), last: !isMore(page(query)) },
  }),
  'the id of the last item': query => {
    const begin = at(query, 'starting_after')
    return { body: { data: from(begin), has_more: isMore(begin) } }
  },
  ranges: (_query, range) => {
    const begin = Number(/^things=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    const shown = from(begin)
    return {
      status: 206,
      headers: { 'content-range': `things ${begin}-${begin + shown.length - 1}/23` },
      body: shown,
    }
  },
  'ranges of an unknown total': (_query, range) => {
    const begin = Number(/^things=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    const shown = from(begin)
    if (shown.length === 0) return { status: 416, headers: { 'content-range': 'things */23' }, body: '' }
    return { status: 206, headers: { 'content-range': `things ${begin}-${begin + shown.length - 1}/*` }, body: shown }
  },
  'ranges that are named': (_query, range) => {
    const begin = Number(/^things (\d+)\.\.; max=2$/.exec(range ?? '')?.[1] ?? 0)
    const next = isMore(begin) ? { 'next-range': `things ${begin + 2}..; max=2` } : undefined
    return { status: next ? 206 : 200, headers: { 'accept-ranges': 'things', ...next }, body: from(begin) }
  },
  'ranges that are named, in answers of success': (_query, range) => {
    const begin = Number(/^things (\d+)\.\.$/.exec(range ?? '')?.[1] ?? 0)
    const next = isMore(begin) ? `things ${begin + 2}..` : ''
    return { headers: { 'accept-ranges': 'things', 'next-range': next }, body: from(begin) }
  },
  'a header field with numbers of pages': query => ({
    headers: { 'x-pagination': JSON.stringify({ currentPage: page(query) / 2 + 1, totalPages: 12, totalCount: 23 }) },
    body: from(page(query)),
  }),
  'a link of another name': query => ({
    body: { entries: from(at(query)), ...(isMore(at(query)) ? { showMore: link(at(query) + 2) } : { showMore: null }) },
  }),
  'a flag, and then a total': query => ({
    body: { results: from(page(query)), ...(query.has('page') ? { total: 23 } : { has_more: true }) },
  }),
  'links to all pages but a next one': query => ({
    headers: {
      link: isMore(at(query))
        ? `<${link(at(query) + 2)}>; rel=next`
        : `<${start}>; rel="first", <${link(2)}>; rel="prev"`,
    },
    body: from(at(query)),
  }),
  'deep envelopes': query => ({
    body: {
      response: {
        list: { rows: from(at(query)) },
        navigation: { pagination: { nextLink: isMore(at(query)) ? link(at(query) + 2) : null } },
      },
    },
  }),
}

/** Requests beyond one a page: names of parameters that are tried, and what stands behind the last item. */
const more: Readonly<Record<string, number>> = {
  'a count of all': 1,
  'an offset and a flag': 1,
  'the id of the last item': 2,
  'ranges of an unknown total': 1,
}

describe('a list is read to its end, in the form of', () => {
  it.each(Object.entries(forms))('%s', async (name, server) => {
    const { items, end, whole, asked } = await read(server)
    expect(items).toEqual(ids)
    expect({ end, whole }).toEqual({ end: 'shown', whole: true })
    expect(asked).toHaveLength(12 + (more[name] ?? 0))
  })
})

/** Lists whose pages are asked for with a parameter that only the reference of the target names. */
const declaring: Readonly<Record<string, readonly [declared: readonly string[], Server]>> = {
  'a cursor of a connection': [
    ['first', 'after'],
    query => ({
      body: {
        nodes: from(at(query, 'after')),
        pageInfo: { hasNextPage: isMore(at(query, 'after')), endCursor: String(at(query, 'after') + 2) },
      },
    }),
  ],
  'a token of the same name': [
    ['next_page', 'limit'],
    query => ({
      body: {
        tokens: from(at(query, 'next_page')),
        ...(isMore(at(query, 'next_page')) ? { next_page: `${at(query, 'next_page') + 2}` } : {}),
      },
    }),
  ],
  'a bookmark': [
    ['bookmark', 'limit', 'sort_by'],
    query => ({
      body: {
        tokens: from(at(query, 'bookmark')),
        meta: { has_next: isMore(at(query, 'bookmark')), bookmark: `${at(query, 'bookmark') + 2}` },
      },
    }),
  ],
  'the only parameter that is not a size': [
    ['limit', 'position'],
    query => ({
      body: {
        tokens: from(at(query, 'position')),
        ...(isMore(at(query, 'position')) ? { next_cursor: `${at(query, 'position') + 2}` } : {}),
      },
    }),
  ],
  'the number of a page': [
    ['pageNumber', 'pageSize'],
    query => ({
      body: {
        Items: from((at(query, 'pageNumber') || 1) * 2 - 2),
        PageNumber: at(query, 'pageNumber') || 1,
        HasNextPage: isMore((at(query, 'pageNumber') || 1) * 2 - 2),
      },
    }),
  ],
  'the number of the next page': [
    ['n', 'p'],
    query => ({
      body: {
        items: from((at(query, 'p') || 1) * 2 - 2),
        paging: { next: isMore((at(query, 'p') || 1) * 2 - 2) ? (at(query, 'p') || 1) + 1 : null },
      },
    }),
  ],
  'a count of items': [
    ['start', 'count'],
    query => ({ body: { results: from(at(query, 'start')), start: at(query, 'start'), total: 23 } }),
  ],
}

describe('a list is read to its end in a declared parameter, for', () => {
  it.each(Object.entries(declaring))('%s', async (_name, [declared, server]) => {
    const { items, end, asked } = await read(server, declared)
    expect({ items, end, requests: asked.length }).toEqual({ items: ids, end: 'shown', requests: 12 })
  })
})

test.each(['/v2/{kind}', '/{kind}'])('an operation at %s takes other parameters than the list', async path => {
  const server: Server = query => ({ body: { items: from(at(query, 'marker')), next: `${at(query, 'marker') + 2}` } })
  const { probe, first } = reading(server, ['marker'], start, [get(path, ['since'])])
  expect((await pagingOf(probe, first)).declared).toEqual(['marker'])
})

test('of the paths that an address ends in, the one with most words of it is of the list', async () => {
  const { probe, first } = reading(() => ({ body: [] }), ['since'], 'https://hub.test/v2/acme/things', [
    get('/v2/{owner}/things', ['marker']),
    get('/{owner}/things', ['from_id']),
  ])
  expect((await pagingOf(probe, first)).declared).toEqual(['marker'])
})

/** A list of three items that begins with one more for each request: what is made while it is read stands first. */
const growing = (form: (items: readonly unknown[]) => unknown): Server => {
  let made = 100
  return () => {
    made++
    return {
      body: form([...Array.from({ length: made - 100 }, (_, index) => ({ id: made - index })), ...all].slice(0, 5)),
    }
  }
}

describe('a list that grows while it is read, and of which no parameter is understood,', () => {
  it.each<readonly [string, Server, ListEnd]>([
    ['has the same cursor on each page', growing(items => ({ items, next_page: 'abc' })), 'repeated'],
    ['has the same cursor and a flag', growing(items => ({ items, has_more: true, endCursor: 'abc' })), 'repeated'],
    ['has a flag alone', growing(items => ({ items, has_additional: true })), 'short'],
    ['has a total', growing(items => ({ items, total: 40 })), 'short'],
  ])('%s', async (_name, server, end) => {
    expect(await read(server)).toMatchObject({ end, whole: false })
  })
})

test.each([0, 10])('a list that is asked for from page %i goes on with the one after', async first => {
  const server: Server = query => ({ body: { results: from((at(query, 'page') - first) * 2), total: 23 } })
  const found = await read(server, [], `${start}&page=${first}`)
  expect(found).toMatchObject({ items: ids, end: 'shown', asked: { length: 12 } })
})

test('a page that gives its number in its description is followed by the one after', async () => {
  const found = await read(query => ({
    body: { results: from(at(query, 'page') * 2), meta: { page: at(query, 'page'), total: 23 } },
  }))
  expect(found).toMatchObject({ items: ids, end: 'shown', asked: { length: 12 } })
})

test('a range is followed by one of the same length', async () => {
  const server: Server = (_query, range) => {
    const begin = Number(/^things=(\d+)-/.exec(range ?? 'things=10-')?.[1])
    const headers = { 'content-range': `things ${begin}-${Math.min(begin + 1, 14)}/15` }
    return { status: 206, headers, body: all.slice(begin, Math.min(begin + 2, 15)) }
  }
  const found = await read(server)
  expect(found).toMatchObject({ items: [11, 12, 13, 14, 15], end: 'shown', ranges: ['things=12-13', 'things=14-15'] })
})

test('the id that is sent back is that of the last item, and its name where it has none', async () => {
  const page = (begin: number) => ({ results: all.slice(begin, begin + 3), has_more: begin + 3 < all.length })
  const found = await read(query => ({ body: page(at(query, 'starting_after')) }))
  expect(found).toMatchObject({ items: ids, end: 'shown' })
  const { probe, first, asked } = reading(query => ({
    body: { results: [{ name: query.has('after') ? 'z' : 'a' }], has_more: !query.has('after') },
  }))
  expect(await readList(probe, first)).toMatchObject({ pages: { length: 2 }, end: 'shown' })
  expect(asked.at(-1)).toBe(`${start}&after=a`)
})

test('items that share an id are told apart by what else they have', async () => {
  const server: Server = query => {
    const [one, other] = query.has('at') ? ['c', 'd'] : ['a', 'b']
    return {
      body: {
        results: [
          { id: 1, of: one },
          { id: 1, of: other },
        ],
        next: query.has('at') ? null : link(2),
      },
    }
  }
  expect(await read(server)).toMatchObject({ items: [1, 1, 1, 1], end: 'shown' })
})

test('a page with an item that was changed meanwhile is the same page', async () => {
  let used = 0
  const found = await read(query => ({
    body: { results: from(0).map(one => ({ ...one, used: used++ })), next: link(at(query) + 2) },
  }))
  expect(found).toMatchObject({ end: 'circular', asked: { length: 3 } })
})

test.each([
  [['page_token'], 'circular'],
  [['token'], 'repeated'],
  [[], 'repeated'],
] as const)('a cursor that leads to the same page, where %j is declared', async (declared, end) => {
  const found = await read(
    query => ({ body: { results: from(0), next_page_token: at(query) === 0 ? 'x1' : '' } }),
    declared,
  )
  expect(found).toMatchObject({ end })
})

test.each([
  ['is empty, where its number is declared', ['page'], 1, 'emptied'],
  ['is empty, where its number is guessed', [], 1, 'short'],
  ['may be the third, where pages are counted from 0', ['page'], 0, 'short'],
] as const)('the second page of a list that states more %s', async (_, declared, base, end) => {
  const found = await read(query => {
    const page = Number(query.get('page') ?? base) - base
    // What is added meanwhile stands first.
    const first = query.has('page') ? [{ id: 0 }, ...from(0)] : from(0)
    return { body: { results: page === 0 ? first : base === 0 && page === 1 ? from(2) : [], total: 6 } }
  }, declared)
  expect(found).toMatchObject({ end, whole: false })
})

test('an item that was changed meanwhile is the same where one of its ids is empty', async () => {
  let used = 0
  const found = await read(query => ({
    body: {
      results: [
        { id: null, uuid: 'a', used: used++ },
        { id: 'b', uuid: null, used: used++ },
      ],
      next: link(at(query) + 2),
    },
  }))
  expect(found).toMatchObject({ end: 'circular', asked: { length: 3 } })
})

test.each(['page', 'offset'])('an answer to %s that is no list is none that goes on', async name => {
  const begin = (query: URLSearchParams): number => (query.has('page') ? page(query) : at(query, 'offset'))
  const found = await read(query => ({
    body: query.has(name) ? {} : { results: from(begin(query)), total: all.length },
  }))
  expect(found).toMatchObject({ items: ids, end: 'shown' })
})

describe('a list that is its first page again, whatever is asked for in a declared parameter,', () => {
  const first: Server = () => ({ body: { results: from(0), total: 4 } })
  it.each<readonly [string, readonly string[], Server, ListEnd]>([
    ['has one page', ['page'], first, 'circular'],
    ['may have parameters that are not declared', [], first, 'short'],
    ['may count otherwise', ['offset'], first, 'short'],
    ['only says that there is more', ['page'], () => ({ body: { results: from(0), has_more: true } }), 'short'],
    [
      'lacks what comes after a second page',
      ['page'],
      query => ({ body: { results: from(page(query) < 4 ? page(query) : 0), total: 6 } }),
      'short',
    ],
    [
      'shows only a part of it',
      ['page'],
      query => ({ body: { results: from(0).slice(at(query, 'page') / 2), total: 4 } }),
      'short',
    ],
    [
      'shows only the first of its things',
      ['page'],
      query => ({ body: { results: query.has('page') ? [all[0]] : from(0), total: 4 } }),
      'short',
    ],
    [
      'shows one of its things twice',
      ['page'],
      query => ({ body: { results: query.has('page') ? [all[0], all[0]] : from(0), total: 4 } }),
      'short',
    ],
    [
      'shows it in another order',
      ['page'],
      query => ({ body: { results: query.has('page') ? from(0).toReversed() : from(0), total: 4 } }),
      'short',
    ],
    [
      'shows another one behind the next one',
      ['page'],
      query => ({ body: { results: from(at(query, 'page') === 3 ? 2 : 0), total: 4 } }),
      'short',
    ],
    [
      'has other pages in another one',
      ['page', 'offset'],
      query => ({ body: { results: from(at(query, 'offset')), total: all.length } }),
      'shown',
    ],
  ])('%s', async (_name, declared, server, end) => {
    expect(await read(server, declared)).toMatchObject({ end })
  })
})

test('a cursor that is a number is not taken for the number of a page', async () => {
  const found = await read(
    query => {
      const begin = at(query, 'continue')
      return { body: { results: from(begin), metadata: { continue: isMore(begin) ? String(begin + 2) : '' } } }
    },
    ['page', 'page_size'],
  )
  expect(found).toMatchObject({ items: ids, end: 'shown' })
})

test('a cursor that is the one asked for does not go on, where all that it shows is new', async () => {
  const found = await read(query => ({
    body: query.has('cursor') ? { results: from(2), next_cursor: 'a' } : { results: from(0), next_cursor: 'a' },
  }))
  expect(found).toMatchObject({ end: 'shown', items: [1, 2, 3, 4] })
})

const cursorField: Server = query => ({
  headers: isMore(at(query, 'cursor')) ? { 'x-next-cursor': String(at(query, 'cursor') + 2) } : {},
  body: from(at(query, 'cursor')),
})

test('the number of the next page in a header is sent back in the parameter of that name', async () => {
  const found = await read(
    query => ({
      headers: { 'x-next-page': isMore(at(query, 'Page') * 2) ? String(at(query, 'Page') + 1) : '' },
      body: from(at(query, 'Page') * 2),
    }),
    ['p', 'Page'],
  )
  expect(found).toMatchObject({ items: ids, end: 'shown' })
})

test('a cursor in a header is sent back where the target declares a parameter for it', async () => {
  expect(await read(cursorField, ['cursor'])).toMatchObject({ items: ids, asked: { length: 12 } })
  expect(await read(cursorField, ['my_cursor', 'cursor'])).toMatchObject({ items: ids })
  const { items, whole, asked } = await read(cursorField)
  // That the cursor is as large as the page is by chance.
  expect({ items, whole, asked }).toEqual({ items: [1, 2], whole: false, asked: [start] })
})

/** Lists that do not show all that they say, or do not say whether they do. */
const ends: Readonly<Record<string, readonly [Server, ListEnd, whole: boolean, items: number]>> = {
  'says nothing of more': [() => ({ body: { results: from(0) } }), 'silent', true, 2],
  'says nothing of more, and has as many items as a page has': [
    () => ({ body: { results: all.slice(0, 5) } }),
    'silent',
    false,
    5,
  ],
  'has something under a name that may mean more': [
    () => ({ body: { results: from(0), scroll_id: 'abc' } }),
    'silent',
    false,
    2,
  ],
  'says something else than it was asked under such a name': [
    () => ({ body: { results: from(0), After_Size: '3' } }),
    'silent',
    false,
    2,
  ],
  'is nothing': [() => ({ body: 'null' }), 'short', false, 0],
  'repeats a page under another cursor': [
    query => ({ body: { results: from(0), next_cursor: String(at(query, 'cursor') + 2) } }),
    'repeated',
    false,
    2,
  ],
  'repeats a page under a template': [
    query => ({ body: { results: from(0), next: `?at=${at(query) + 2}&size={size}` } }),
    'repeated',
    false,
    2,
  ],
  'has a range of more than one word': [
    () => ({ headers: { 'content-range': 'all things 0-1/2' }, body: from(0) }),
    'silent',
    true,
    2,
  ],
  'states that it has none': [() => ({ headers: { 'x-total-count': '0' }, body: from(0) }), 'shown', true, 2],
  'states two totals': [() => ({ body: { results: from(0), total: 2, meta: { total: 23 } } }), 'short', false, 2],
  'states a total that is reached, and a larger count': [
    () => ({ body: { results: from(0), total: 2, count: 5 } }),
    'shown',
    true,
    2,
  ],
  'becomes shorter while it is read': [
    query => ({ body: { results: all.slice(0, 4).slice(page(query)).slice(0, 2), total: query.has('page') ? 4 : 6 } }),
    'shown',
    true,
    4,
  ],
  'ends with a page behind which is no list': [
    query => ({
      body: page(query) > 2 ? {} : { results: from(page(query)), ...(query.has('page') ? {} : { has_more: true }) },
    }),
    'shown',
    true,
    4,
  ],
  'has items without ids': [() => ({ body: { results: [{ x: 1 }], has_more: true } }), 'short', false, 1],
  'has nothing under such a name': [() => ({ body: { results: from(0), remaining: 0 } }), 'silent', true, 2],
  'has something under such a name of its header': [
    () => ({ headers: { 'x-continue': 'abc' }, body: from(0) }),
    'silent',
    false,
    2,
  ],
  'repeats what it was asked under such a name': [
    () => ({ body: { results: from(0), After_Size: '2' } }),
    'silent',
    true,
    2,
  ],
  'states a larger total and shows no more': [() => ({ body: { results: from(0), total: 5 } }), 'short', false, 2],
  'states a total that is reached': [() => ({ body: { results: from(0), total: 2 } }), 'shown', true, 2],
  'states a smaller total': [() => ({ headers: { 'x-total': '1' }, body: from(0) }), 'shown', true, 2],
  'says that there is more, and shows none': [
    () => ({ body: { results: from(0), hasNextPage: true } }),
    'short',
    false,
    2,
  ],
  'says that it is not the last page, and shows no other': [
    () => ({ body: { results: from(0), isLast: false } }),
    'short',
    false,
    2,
  ],
  'is a part without a range': [
    (_query, range) => ({ status: 206, body: range === undefined ? from(0) : from(2) }),
    'short',
    false,
    2,
  ],
  'has a text under the name of a flag': [() => ({ body: { results: from(0), more: 'abc' } }), 'silent', false, 2],
  'has a total that is not a number': [() => ({ headers: { 'x-total-count': '?' }, body: from(0) }), 'silent', true, 2],
  'has five items, and states that these are all': [
    () => ({ body: { results: all.slice(0, 5), total: 5 } }),
    'shown',
    true,
    5,
  ],
  'begins a page with the last item of the one before': [
    query => ({ body: { results: query.has('at') ? from(1) : from(0), next: query.has('at') ? null : link(2) } }),
    'shown',
    true,
    4,
  ],
  'begins its last page with the last item of the one before, and says nothing of an end': [
    query => ({ body: query.has('at') ? { results: from(1) } : { results: from(0), next: link(2) } }),
    'shown',
    true,
    4,
  ],
  'shows its only page again, and links no further': [
    query => ({ body: { results: from(0), next: query.has('at') ? null : link(2) } }),
    'circular',
    false,
    2,
  ],
  'shows a page again, and goes on': [
    query => ({
      body: {
        results: at(query) === 4 ? from(2) : from(0),
        next: at(query) === 4 ? null : link(at(query) + 2),
      },
    }),
    'shown',
    true,
    4,
  ],
  'says on a linked page that there is more, and links no further': [
    query => ({ body: query.has('at') ? { results: from(2), has_more: true } : { results: from(0), next: link(2) } }),
    'short',
    false,
    4,
  ],
  'is empty, and links to itself': [() => ({ body: { results: [], next: start } }), 'circular', false, 0],
  'ends with the end of its total, though an item moved to a page before': [
    (_query, range) => {
      if (range === undefined) return { status: 206, headers: { 'content-range': 'things 0-1/4' }, body: from(0) }
      return { status: 206, headers: { 'content-range': 'things 3-3/4' }, body: all.slice(3, 4) }
    },
    'shown',
    true,
    3,
  ],
  'links to itself': [() => ({ body: { results: from(0), next: start } }), 'circular', false, 2],
  'links to a page that fails': [
    query => (query.has('at') ? { status: 500, body: '' } : { body: { results: from(0), next: link(2) } }),
    'short',
    false,
    2,
  ],
  'is a part, in a unit of its own, and does not say which': [
    () => ({ status: 206, headers: { 'accept-ranges': 'things' }, body: from(0) }),
    'short',
    false,
    2,
  ],
  'links to what is no list': [
    query => ({ body: query.has('at') ? { message: 'no' } : { results: from(0), next: link(2) } }),
    'short',
    false,
    2,
  ],
  'repeats a page under another address': [
    query => ({ body: { results: from(0), next: link(at(query) + 2) } }),
    'circular',
    false,
    2,
  ],
  'ends with an empty page': [
    query => ({ body: { results: from(at(query)), next: at(query) < 24 ? link(at(query) + 2) : null } }),
    'shown',
    true,
    23,
  ],
  'comes back to its first page': [
    query => ({ body: { results: from(at(query)), next: at(query) === 2 ? start : link(2) } }),
    'circular',
    false,
    4,
  ],
  'has an empty page in the middle': [
    query => ({ body: { results: query.has('page') ? [] : from(0), total: 23 } }),
    'short',
    false,
    2,
  ],
  'links to a page with a choice': [
    query => (query.has('at') ? { status: 300, body: from(2) } : { body: { results: from(0), next: link(2) } }),
    'short',
    false,
    2,
  ],
  'has links inside of its items': [
    () => ({ body: { results: [{ id: 1, links: { next: link(2) } }] } }),
    'silent',
    true,
    1,
  ],
  'has an empty cursor': [() => ({ body: { results: from(0), next_cursor: '' } }), 'shown', true, 2],
  'has an empty X-Next-Page': [() => ({ headers: { 'x-next-page': ' ' }, body: from(0) }), 'shown', true, 2],
  'says that it does not go on': [() => ({ body: { results: from(0), hasMore: false } }), 'shown', true, 2],
  'says that it does not go on, and has a cursor': [
    () => ({ body: { results: from(0), page_info: { has_next_page: false, end_cursor: 'x' } } }),
    'shown',
    true,
    2,
  ],
  'says that it is the last page': [() => ({ body: { results: from(0), isLast: true } }), 'shown', true, 2],
  'has one page by its own words': [() => ({ body: { results: from(0), total_pages: 1 } }), 'shown', true, 2],
  'links only to the page before': [
    () => ({ headers: { link: '<?a=1> ; rel = "prev up"' }, body: from(0) }),
    'shown',
    true,
    2,
  ],
  'links only to its description': [
    () => ({ headers: { link: '<?a=1>; rel="describedby"' }, body: from(0) }),
    'silent',
    true,
    2,
  ],
  'is a range with its end': [
    () => ({ headers: { 'content-range': 'things  0-1/2' }, body: from(0) }),
    'shown',
    true,
    2,
  ],
  'is a range that ends before its total': [
    (_query, range) =>
      range === undefined
        ? { headers: { 'content-range': 'things 0-1/23' }, body: from(0) }
        : { status: 206, headers: { 'content-range': 'things 2-3/23' }, body: from(2) },
    'short',
    false,
    2,
  ],
  'is a range of bytes': [
    (_query, range) => ({
      status: 206,
      headers: { 'content-range': 'bytes 0-20/90' },
      body: range === undefined ? from(0) : from(2),
    }),
    'short',
    false,
    2,
  ],
  'repeats its range': [
    () => ({ status: 206, headers: { 'content-range': 'things 0-1/23' }, body: from(0) }),
    'short',
    false,
    2,
  ],
  'answers a range with all': [
    (_query, range) =>
      range === undefined
        ? { status: 206, headers: { 'content-range': 'things 0-1/4' }, body: from(0) }
        : { status: 200, body: from(2) },
    'short',
    false,
    2,
  ],
  'has six items': [() => ({ body: all.slice(0, 6) }), 'silent', true, 6],
  'has eight items': [() => ({ body: all.slice(0, 8) }), 'silent', false, 8],
  'has ten items': [() => ({ body: all.slice(0, 10) }), 'silent', false, 10],
  'has four items': [() => ({ body: all.slice(0, 4) }), 'silent', true, 4],
  'has an object under a name that may mean more': [
    () => ({ body: { results: from(0), continuation: { from: 2 } } }),
    'silent',
    false,
    2,
  ],
  'has an empty object under such a name': [
    () => ({ body: { results: from(0), continuation: {} } }),
    'silent',
    true,
    2,
  ],
  'has a word for nothing under such a name': [
    () => ({ body: { results: from(0), remaining_pages: ' None ' } }),
    'silent',
    true,
    2,
  ],
  'is empty, and says nothing of it': [() => ({ body: { results: [] } }), 'silent', true, 0],
  'is empty, and states a total': [() => ({ body: { results: [], total: 5 } }), 'short', false, 0],
  'is empty, and has the number of a page': [
    query => ({ body: { results: query.has('page') ? from(0) : [], page: 1, total: 23 } }),
    'short',
    false,
    0,
  ],
  'is empty': [() => ({ body: { results: [], next: null } }), 'shown', true, 0],
  'is no list': [() => ({ body: { message: 'no' } }), 'short', false, 0],
  'has no list behind its last page': [
    query =>
      page(query) < 4
        ? { body: { results: from(page(query)), has_more: page(query) === 0 ? true : undefined } }
        : { body: { message: 'no' } },
    'shown',
    true,
    4,
  ],
  'says that it ends before its total': [
    query => ({ body: { results: from(page(query)), total: 23, last: query.has('page') || undefined } }),
    'short',
    false,
    4,
  ],
  'refuses the range that it names': [
    (_query, range) => ({
      status: range === undefined ? 200 : 404,
      headers: { 'next-range': 'things 2-3' },
      body: from(range === undefined ? 0 : 2),
    }),
    'short',
    false,
    2,
  ],
  'refuses further pages': [
    query =>
      query.has('page') || query.has('offset') || query.has('starting_after') || query.has('after')
        ? { status: 300, body: from(2) }
        : { body: { results: from(0), total: 5 } },
    'short',
    false,
    2,
  ],
}

describe('a list that', () => {
  it.each(Object.entries(ends))('%s', async (_name, [server, end, whole, count]) => {
    const found = await read(server)
    expect({ end: found.end, whole: found.whole, count: found.items.length }).toEqual({ end, whole, count })
    expect(found.asked.join()).not.toContain('undefined')
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['has no number of a next page', { 'x-next-page': '' }],
    ['links only to the page before', { link: '<?a=1>; rel="prev"' }],
  ])('%s is not asked for more', async (_name, headers) => {
    expect((await read(() => ({ headers, body: from(0) }))).asked).toEqual([start])
  })

  it('repeats one of the things that it was asked has nothing under such a name', async () => {
    const found = await read(() => ({ body: { results: from(0), After_Size: '2' } }), [], `${start}&x=1`)
    expect(found).toMatchObject({ end: 'silent', whole: true })
  })

  it('links to a page that fails is asked for it once', async () => {
    const server: Server = query =>
      query.has('at') ? { status: 500, body: '' } : { body: { results: from(0), next: link(2) } }
    expect((await read(server)).asked).toEqual([start, link(2)])
  })

  test('has no end is not read for ever', async () => {
    const { probe, first, asked } = reading(query => ({
      body: { results: [{ id: at(query) }], next: link(at(query) + 1) },
    }))
    const walk = async (): Promise<void> => {
      for await (const _page of pages(probe, first));
    }
    const error = await walk().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Unreadable)
    expect(error).toMatchObject({ code: 'list-too-long', values: { pages: pageLimit }, seen: [{ id: 'x1' }] })
    expect(asked).toHaveLength(pageLimit + 1)
  })
})

describe('the next page', () => {
  const next = (body: unknown, headers: Readonly<Record<string, string>> = {}, url = start): string | undefined =>
    nextLink(answered(url, { headers, body }), body)

  it.each([
    ['a link to another path', { next_url: '/v2/more/2' }, {}, '/v2/more/2'],
    [
      'a link inside of an item that stands under its key',
      { tags: { a: { n: 1, next: '?a' }, b: { n: 2 } } },
      {},
      undefined,
    ],
    ['a relation without quotes', [], { link: '<?b=1>; rel=next' }, '?b=1'],
    ['a relation in capitals', [], { link: '<?b=1>; REL="Next"' }, '?b=1'],
    ['a relation that only contains the word', [], { link: '<?b=1>; rel="next-archive"; title=next' }, '?b=1'],
    ['another relation', [], { link: '<?b=1>; rel="last"' }, undefined],
    ['a next page that is not a number', [], { 'x-next-page': 'none' }, undefined],
    ['a page that begins with a letter', [], { 'x-next-page': 'p2' }, undefined],
    ['a page that ends with a letter', [], { 'x-next-page': '2nd' }, undefined],
    ['a page with two digits and spaces', [], { 'x-next-page': ' 12 ' }, `${start}&page=12`],
    ['spaces in the parameters of a link', [], { link: '<?a=1>; title="x" ;  rel =  "prev next"' }, '?a=1'],
    ['a link without parameters before it', [], { link: '<?a=1>, <?b=1>; rel="next"' }, '?b=1'],
    ['a text that ends with a digit', { next: 'a2' }, {}, `${start}&cursor=a2`],
    ['a text that begins with a digit', { next: '2a' }, {}, `${start}&cursor=2a`],
    ['a number of two digits', { next: 12 }, {}, `${start}&page=12`],
    ['a text with a slash', { next: 'a/b' }, {}, `${start}&cursor=a%2Fb`],
    ['a URL without TLS', { next: 'http://hub.test/x' }, {}, 'http://hub.test/x'],
    ['a URL without TLS as a cursor', { next_token: 'http://hub.test/x' }, {}, 'http://hub.test/x'],
    ['a cursor with a slash', { next_token: 'a/b' }, {}, `${start}&token=a%2Fb`],
    ['a link of another name without TLS', { older: 'http://hub.test/v2/things?at=2' }, {}, undefined],
    ['a link of another name with a space', { older: '?at=2 or so' }, {}, undefined],
    ['a sentence with a link', { older: 'see /v2/things?at=2' }, {}, undefined],
    ['a link of another name without a query', { older: '/v2/things' }, {}, undefined],
    ['a link of another name', { older: '/v2/things?at=2' }, {}, '/v2/things?at=2'],
    ['a link that is one of no list', { more: { rel: 'next', href: '?at=2' } }, {}, '?at=2'],
    ['a link in too many envelopes', { a: { b: { c: { d: { next: '?at=2' } } } } }, {}, undefined],
    ['a link of another name that is only a part of one', { older: 'things?at=2' }, {}, undefined],
    ['a link among other lists', { tags: ['next', null], links: [{ rel: 'next', url: '?at=2' }] }, {}, '?at=2'],
    ['a flag under next', { next: true }, {}, undefined],
    ['a number in place of the one before', [], { 'x-next-page': '3' }, `${start}&page=3`],
    ['a number under next', { next: '3' }, {}, `${start}&page=3`],
    ['a text under next', { next: 'a b' }, {}, `${start}&cursor=a%20b`],
    ['a relative link under next', { next: './things?at=2' }, {}, './things?at=2'],
    ['half a character', { next: '\ud800' }, {}, undefined],
    ['a URL as a cursor', { next_token: 'https://hub.test/x' }, {}, 'https://hub.test/x'],
    ['a cursor with a parameter of another name', { next_marker: 'm' }, {}, `${start}&marker=m`],
    ['two links of other names', { older: '?at=2', more: '?at=3' }, {}, undefined],
    ['a link of another name to another list', { more: '/v2/others?at=2' }, {}, undefined],
    ['a link of another name to another host', { more: 'https://else.test/v2/things?at=2' }, {}, undefined],
    ['a link of another name to the same page', { more: start }, {}, undefined],
    ['a name that says nothing', { details: '?at=2' }, {}, undefined],
  ] as const)('%s', (_name, body, headers, expected) => {
    expect(next(body, headers)).toBe(expected)
  })

  it('is a link of another name without TLS, where the list is read without', () => {
    const url = 'http://hub.test/v2/things'
    expect(next({ older: `${url}?at=2` }, {}, url)).toBe(`${url}?at=2`)
  })

  it('is asked for with the only parameter where the first page has none', () => {
    expect(next({ next: 2 }, {}, 'https://hub.test/v2/things')).toBe('https://hub.test/v2/things?page=2')
  })

  it('is asked for in the parameter of the same name', () => {
    const body = { next: 'a' }
    expect(nextLink(answered(start, { body }), body, ['cursor_id', 'next'])).toBe(`${start}&next=a`)
  })

  it.each([7, ''])('is not what a count or nothing stands for under the name of a parameter (%j)', bookmark => {
    expect(nextLink(answered(start, { body: { bookmark } }), { bookmark }, ['bookmark'])).toBeUndefined()
  })

  it('replaces the cursor of the page before, and is not the one that was asked for', () => {
    const url = `${start}&cursor=a`
    expect(next({ cursor: 'b' }, {}, url)).toBe(`${start}&cursor=b`)
    expect(next({ cursor: 'a' }, {}, url)).toBeUndefined()
  })
})

test.each<[boolean, unknown]>([
  [true, { next: link(2) }],
  [false, { next: `${start}{&at}` }],
  [true, { meta: { cursor: 'b' }, items: [] }],
  [false, { next_token: 'b' }],
  [false, { next: 'b', cursor: 'a' }],
])('a next page is named in full: %s %j', (expected, body) => {
  expect(isLinked(answered(start, { body }), body, ['cursor'])).toBe(expected)
})

describe('what is open about a list', () => {
  it('says how much was read, and why no more', () => {
    const page = { exchange: answered(start, { body: [] }), items: [] }
    expect(extentOf({ pages: [page], end: 'shown' })).toBe('1 page, which links to no other')
    const list = { pages: [page], end: 'shown', closed: true } as const
    expect(notListed('pat.list', 'a token', list, page.exchange)).toMatchObject({
      code: 'not-listed',
      values: { operation: 'pat.list', what: 'a token', pages: '1 page, which links to no other' },
    })
    expect(extentOf({ pages: [page, page], end: 'short' })).toBe('2 pages, of which the last links to no other')
    const again = { exchange: answered(`${start}&cursor=NQ`, { body: { items: [], next: 'NQ' } }), items: [] }
    expect(extentOf({ pages: [again], end: 'shown' })).toBe('1 page, which links to itself')
    expect(extentOf({ pages: [page, again], end: 'shown' })).toBe('2 pages, of which the last links to itself')
    const named = { exchange: answered(`${start}&cursor=NQ`, { body: { items: [], cursor: 'NQ' } }), items: [] }
    expect(extentOf({ pages: [again, page], end: 'shown' })).toBe('2 pages, of which the last links to no other')
    expect(extentOf({ pages: [page, named], end: 'shown' })).toBe('2 pages, of which the last links to no other')
    expect(extentOf({ pages: [page, page], end: 'repeated' })).toBe('2 pages, of which the last links to nothing new')
  })

  it('has a reason of its own where pages are repeated', () => {
    const seen = answered(start, { body: [] })
    const reasonOf = (end: ListEnd) => unfinished('pat.list', { end }, seen)
    expect(reasonOf('circular')).toMatchObject({ code: 'page-repeated' })
    expect(reasonOf('repeated')).toMatchObject({ code: 'page-repeated', values: { operation: 'pat.list' } })
    expect(reasonOf('short')).toMatchObject({ code: 'list-unfinished', values: { operation: 'pat.list' } })
  })

  it('names the total that the pages do not show', () => {
    const seen = answered(start, { body: { items: ['a'], paging: { total: 3 } } })
    const page = { exchange: seen, items: ['a'] }
    const reasonOf = (...pages: readonly Page[]) => unfinished('pat.list', { end: 'short', pages }, seen)
    expect(reasonOf(page)).toMatchObject({ code: 'total-not-shown', values: { total: 3, shown: 1, pages: '1 page' } })
    expect(reasonOf(page, page)).toMatchObject({ values: { total: 3, shown: 2, pages: '2 pages' } })
    expect(reasonOf(page, page, page)).toMatchObject({ code: 'list-unfinished' })
  })
})

it('a list that grows while it is read ends where its first page said', async () => {
  const grown = [{ id: 0 }, ...all]
  const server: Server = query => {
    const things = query.get('page') === null ? all : grown
    return { body: { results: things.slice(page(query), page(query) + 2), total_count: things.length } }
  }
  const { items, end } = await read(server)
  expect(new Set(items)).toEqual(new Set(ids))
  expect(end).toBe('shown')
})

it('an answer that says that there are no items, and has no list, is a list without items', async () => {
  const { end, items } = await read(() => ({ body: { _links: {}, page: { size: 20, totalElements: 0, number: 0 } } }))
  expect({ end, items }).toEqual({ end: 'shown', items: [] })
})

it.each<[string, Server, boolean]>([
  ['shows its end', () => ({ body: { results: from(0), next: null } }), true],
  ['links to nothing new', () => ({ body: { results: from(0), next: start } }), true],
  ['has as many items as a page', () => ({ body: all.slice(0, 5) }), false],
  ['says that there is more', () => ({ body: { results: from(0), has_more: true } }), false],
])('a list that %s shows all that it has: %s', async (_, server, closed) => {
  const { probe, first } = reading(server)
  expect((await readList(probe, first)).closed).toBe(closed)
})

it.each<[boolean, ...Given[]]>([
  [true, { body: { results: from(0), total: 3 } }],
  [true, { body: { results: from(0), count: 5 } }, { body: { results: from(2) } }],
  [true, { body: { results: from(0), total: 4, count: 5 } }, { body: { results: from(2) } }],
  [true, { body: from(0), headers: { 'x-total-count': '3' } }],
  [false, { body: { results: from(0), total: 4, count: 2 } }, { body: { results: from(2) } }],
  [false, { body: { results: from(0), total: 2 } }],
  [false, { body: from(0) }],
])('pages state that there is more than they show: %s', (more, ...given) => {
  const items = from(0)
  expect(statesMore({ pages: given.map(one => ({ exchange: answered(start, one), items })) })).toBe(more)
})

describe('a list that is searched by POST', () => {
  const search = 'https://hub.test/v2/things/search'
  type Body = Readonly<Record<string, unknown>>
  const integer = { type: 'integer' }

  /** Reads a list of which the pages are asked for with a body, and returns its ids, its end, and what was asked. */
  const searched = async (
    server: (body: Body, query: URLSearchParams, method: string) => unknown,
    properties: Body,
    query: string[] = [],
    sent: Body = { status: 'all' },
  ) => {
    const asked: unknown[] = []
    const ask = (method: string, url: string, json: unknown): Answered => {
      asked.push(method === 'POST' ? json : url)
      const { searchParams } = new URL(url)
      const body = server((json ?? {}) as Body, searchParams, method)
      const taken = answered(url, body === undefined ? { status: 405, body: '' } : { body })
      const headers = [['content-type', 'application/json']] as const
      return { ...taken, request: { ...taken.request, method, headers, body: JSON.stringify(json) ?? null } }
    }
    const probe = {
      follow: async (from: Answered, link: string, { json }: FollowOptions = {}) =>
        ask(json === undefined ? 'GET' : from.request.method, new URL(link, from.request.url).href, json),
      hasFixture: async () => true,
      fixture: async () => ({
        operations: [
          {
            method: 'POST',
            path: '/things/search',
            parameters: query.map(name => ({ name, in: 'query', required: false })),
            requestBody: { mediaType: 'application/json', schema: { type: 'object', properties } },
          },
        ],
      }),
    } as unknown as Probe
    const { pages, end } = await readList(probe, ask('POST', search, sent))
    return { ids: pages.flatMap(({ items }) => items.map(item => (item as { id: unknown }).id)), end, asked }
  }

  it.each<[string, (body: Body, query: URLSearchParams, method: string) => unknown, Body, string[]?]>([
    [
      'by a count of items',
      ({ from: first = 0 }) => ({ total: 23, hits: typeof first === 'number' ? from(first) : [] }),
      { from: integer, size: integer },
    ],
    [
      'by the number of the page',
      ({ page: number = 1 }) => ({ total: 23, items: typeof number === 'number' ? from((number - 1) * 2) : [] }),
      { page: integer },
    ],
    [
      'by a page that is no number',
      ({ page: token = 'p0' }) => ({
        items: typeof token === 'string' ? from(Number(token.slice(1))) : [],
        next_page: isMore(Number(`${token}`.slice(1))) ? `p${Number(`${token}`.slice(1)) + 2}` : null,
      }),
      { page: { type: 'string' } },
    ],
    [
      'by a cursor',
      ({ cursor = '0' }) => ({
        items: typeof cursor === 'string' ? from(Number(cursor)) : [],
        cursor: isMore(Number(cursor)) ? `${Number(cursor) + 2}` : null,
      }),
      { cursor: { type: 'string' } },
    ],
    [
      'by the number of the page in the query',
      (_body, query) => ({ total: 23, items: from(page(query)) }),
      { status: { type: 'string' } },
      ['page'],
    ],
    [
      'by a link',
      (_body, query, method) =>
        method === 'POST'
          ? { items: from(at(query)), next: isMore(at(query)) ? `${search}?at=${at(query) + 2}` : null }
          : undefined,
      {},
    ],
    [
      'by a link that is read',
      (_body, query, method) =>
        query.has('at') === (method === 'GET')
          ? { items: from(at(query)), next: isMore(at(query)) ? `${search}?at=${at(query) + 2}` : null }
          : undefined,
      {},
    ],
  ])('is read to its end %s, with what it was asked for', async (_name, server, properties, query) => {
    const { ids: found, end, asked } = await searched(server, properties, query)
    expect([found, end]).toEqual([ids, 'shown'])
    expect(asked.every(body => typeof body === 'string' || (body as Body).status === 'all')).toBe(true)
  })

  it('is read by what stands in the only object that is sent', async () => {
    const server = ({ Search }: Body) => {
      const { StartIndex: first = 0 } = Search as { StartIndex?: number }
      return { total: 23, items: from(first) }
    }
    const Search = { type: 'object', properties: { Org: { type: 'string' }, StartIndex: integer } }
    const { ids: found, end, asked } = await searched(server, { Search }, [], { Search: { Org: 'acme' } })
    expect([found, end]).toEqual([ids, 'shown'])
    expect(asked.every(body => ((body as Body).Search as Body | undefined)?.Org === 'acme')).toBe(true)
  })

  it('is not asked for items from a number where that is a day', async () => {
    const server = ({ page: number = 1 }: Body) => ({ total: 23, items: from((Number(number) - 1) * 2) })
    const { end, asked } = await searched(server, { from: { type: 'string', format: 'date' }, page: integer })
    expect(end).toBe('shown')
    expect(asked.some(body => 'from' in (body as Body))).toBe(false)
  })
})

describe('a page', () => {
  const sent = (method: string, body: unknown, url = start): Answered => {
    const page = answered(url, { body: [] })
    return { ...page, request: { ...page.request, method, body: JSON.stringify(body) } }
  }

  it('was asked for with the parameters of its query, and of the body of a search', () => {
    const size = ['size', '2']
    expect(paramsOf(answered(start, { body: [] }))).toEqual([size])
    expect(paramsOf(sent('POST', { from: 1, q: 'a' }))).toEqual([size, ['from', '1'], ['q', 'a']])
    expect(paramsOf(sent('POST', { query: { from: 1 } }))).toEqual([size, ['from', '1']])
    expect(paramsOf(sent('POST', ['from']))).toEqual([size])
    expect(paramsOf(sent('PUT', { from: 1 }))).toEqual([size])
    expect(paramsOf(sent('POST', { from: 1 }, '/things?size=2'))).toEqual([['from', '1']])
  })

  it('was asked for in the only member of a body, if there is one', () => {
    const object = { a: 1 }
    expect(soleObjectIn({ query: object })).toEqual({ name: 'query', object })
    for (const body of [{}, { query: 1 }, { query: object, more: object }, { query: [1] }])
      expect(soleObjectIn(body)).toBeUndefined()
  })

  it('has its cursors and totals below names in camel case', () => {
    const named = (body: object, headers = {}) => envelopesOf(answered(start, { body, headers }))
    const given = { NextMarker: 1, 'total-items-more': 2, isMORE: 3, 'a-B': 4 }
    expect(named(given)).toEqual([{ ...given, nextMarker: 1, totalItemsMore: 2 }])
    expect(named([], { 'X-Pagination': '{"Total":1}' })).toMatchObject([{ total: 1 }])
    expect(named([], { 'X-Pagination': 'Total: 1' })).toEqual([])
  })

  it('states a total below what is shown only where each page states one', () => {
    const page = (items: readonly unknown[], body: unknown): Page => ({ exchange: answered(start, { body }), items })
    const [low, high] = [{ total: 1 }, { total: 2 }]
    expect(statedBelow([page([1], low), page([2, 1], low)])).toEqual({ total: 1, shown: 2 })
    expect(statedBelow([page([1], low), page([2], high)])).toBeUndefined()
    expect(statedBelow([page([1], low), page([2], {})])).toBeUndefined()
    expect(statedBelow([])).toBeUndefined()
  })
})
