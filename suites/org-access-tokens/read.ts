import { names, pageNaming, refused } from '../../checks/organization-tokens.ts'
import { parametersOf } from '../../checks/path-template.ts'
import { identifiers, isObject, isSuccess, json, listItems } from '../../checks/reading.ts'
import { ownAnswer } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { edited, fault, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, Missing, unclear, violated } from '../../contracts/finding.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'

const collection = '/v2/orgs/{org_name}/access-tokens'
const item = `${collection}/{access_token_id}`

/** Creates a token and reads it by what its creation returned, until its label is shown or patience ends. */
const readBack = async (probe: Probe, org: string): Promise<Finding> => {
  const operation = 'oat.get'
  const { name, exchange } = await probe.create('oat', { org })
  if (!isSuccess(exchange)) return refused('oat.create', exchange)
  const ids = identifiers(exchange, [name], parametersOf(probe.bind(operation).path).at(-1)).filter(
    id => id !== '.' && id !== '..',
  )
  if (ids.length === 0) throw new Missing('id-unknown', { kind: 'OAT' }, [exchange])
  let last: Answered | undefined
  const own = await probe.eventually(async () => {
    let success: Answered | undefined
    for (const id of ids) {
      const read = await probe.call(operation, { org, id })
      last ??= read
      if (names(read, name)) return read
      if (isSuccess(read)) success ??= read
    }
    last = success ?? last
    return undefined
  })
  const read = own ?? last ?? exchange
  // Whether the operation is there at all is another requirement's to say.
  if (!isSuccess(read)) return refused(operation, read)
  if (read.response.body.trim() === '') return exempt('no-representation', { operation, field: 'a label' }, read)
  const open = await ownAnswer(probe, operation, { org, id: ids[0] ?? '' }, read)
  if (open) return open
  json(read)
  return own ? holds(exchange, own) : violated('other-thing', { operation, what: name }, exchange, read)
}

const judgeGet = async (probe: Probe): Promise<Finding> => {
  const { org } = await probe.fixture('org')
  const first = await readBack(probe, org)
  if (first.kind !== 'holds') return first
  // A second one, or a server that always shows the newest would pass.
  const second = await readBack(probe, org)
  return second.kind === 'holds' ? { ...second, seen: [...first.seen, ...second.seen] } : second
}

const judgeList = async (probe: Probe): Promise<Finding> => {
  const operation = 'oat.list'
  const token = await probe.fixture('oat')
  const list = await probe.call(operation, token)
  if (!isSuccess(list)) return refused(operation, list)
  const open = await ownAnswer(probe, operation, token, list)
  if (open) return open
  if (listItems(json(list)) === undefined) return unclear('no-list', { operation }, list)
  const shown = await probe.eventually(() => pageNaming(probe, token.org, token.label))
  return shown
    ? holds(token.created, shown)
    : violated('not-listed', { operation, what: token.label }, token.created, list)
}

const onLabel =
  (edit: (label: string) => string) =>
  (body: unknown): unknown =>
    isObject(body) && typeof body.label === 'string' ? { ...body, label: edit(body.label) } : body

const onItems =
  (edit: (items: readonly unknown[]) => readonly unknown[]) =>
  (body: unknown): unknown =>
    isObject(body) && Array.isArray(body.results) ? { ...body, results: edit(body.results) } : body

const isOurs = (value: unknown): boolean => isObject(value) && String(value.label).startsWith('hub-conformance-')

const common = {
  level: 'should',
  since: '2025-03-25',
  covers: ['area-org-access-tokens', 'history-new-oat'],
  needs: ['credentials', 'writes', 'org'],
  fix: 'Let every operation on organization access tokens read what creating one has written, each token by its own id.',
} as const

const get: Requirement = {
  ...common,
  id: 'org-access-tokens/created-get',
  statement: 'An organization access token that was created is described by its label when it is read by its id.',
  source: published('tag org-access-tokens', 'Reading one token returns that token, with id and label.'),
  how: 'Two tokens that the run created are read; each answer must name the label of its own token, wherever it stands.',
  cases: [{ name: 'two tokens, each by its id', check: judgeGet }],
  faults: {
    other: {
      says: 'answers with the token that was read first',
      code: 'other-thing',
      twist: () => {
        let label: unknown
        return instead(
          to(item, 'GET'),
          edited(body => {
            if (!isObject(body)) return body
            label ??= body.label
            return { ...body, label }
          }),
        )
      },
    },
    unnamed: fault('leaves the label out', 'other-thing', instead(to(item, 'GET'), edited(onLabel(() => '')))),
  },
  tolerates: {
    envelope: variant(
      'the representation in an envelope, the label under another name',
      instead(
        to(item, 'GET'),
        edited(body => (isObject(body) ? { data: { key: body.id, title: body.label, active: body.is_active } } : body)),
      ),
    ),
  },
}

const list: Requirement = {
  ...common,
  id: 'org-access-tokens/created-list',
  statement: 'The list of the organization access tokens comes to hold the one that was just created.',
  source: published('tag org-access-tokens', 'The list is of the tokens of the organization, with their labels.'),
  how: 'The list is walked to its end, again and again, until an item of some page names the label of the token that the run created, or patience ends.',
  cases: [{ name: 'every page of the list', check: judgeList }],
  faults: {
    never: fault(
      'leaves out what was created',
      'not-listed',
      instead(to(collection, 'GET'), edited(onItems(items => items.filter(one => !isOurs(one))))),
    ),
    empty: fault('lists nothing', 'not-listed', instead(to(collection, 'GET'), edited(onItems(() => [])))),
    unnamed: fault(
      'lists tokens without their labels',
      'not-listed',
      instead(to(collection, 'GET'), edited(onItems(items => items.map(onLabel(() => 'token'))))),
    ),
  },
  tolerates: {
    'page-two': variant(
      'one token per page, the newest last',
      instead(to(collection, 'GET'), (request, next) => {
        const url = new URL(request.url)
        url.searchParams.set('page_size', '3')
        return next(new Request(url, request))
      }),
    ),
  },
}

export default [get, list]
