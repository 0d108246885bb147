import { itemsOf } from '../../checks/answers/plain-form.ts'
import { receivedTokens } from '../../checks/answers/received-tokens.ts'
import { judgeTokenList } from '../../checks/answers/token-list.ts'
import type { Marks } from '../../checks/answers/tokens.ts'
import { unreadPart } from '../../checks/documents/absence.ts'
import { declaredFor, unreadOperations, wholeDocument } from '../../checks/documents/published-documents.ts'
import { tokenOperations } from '../../checks/documents/token-operations.ts'
import { judgeExpiry, unlessCatchAll } from '../../checks/expiry.ts'
import { normalTemplate, parametersIn } from '../../checks/path-template.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject, json } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { identifiers, idKeysOf } from '../../checks/reading/things.ts'
import { requestForm } from '../../checks/request-form.ts'
import { membersOf } from '../../checks/schemas/form-members.ts'
import { cite } from '../../checks/source.ts'
import { deactivatedToken, names, tokenShownIn } from '../../checks/token-calls.ts'
import { isOpenApi, openApi, withOpenApi } from '../../checks/twists/documents.ts'
import { without } from '../../checks/twists/expiry.ts'
import { key, keySchema, keys, ownTokens } from '../../checks/twists/own-tokens.ts'
import { layered, onEachThing, pageOf } from '../../checks/twists/shapes.ts'
import { edited, faultsFor, instead, to, variants, withJson } from '../../checks/twists/twist.ts'
import type { ReferenceOperation } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement, TokenFixture, Twist } from '../../contracts/requirement.ts'
import { type Evidence, exempt, type Finding, holds } from '../../contracts/results/finding.ts'
import { anyRun } from '../../contracts/run/run-name.ts'

/** A token that was made anew bears our label under another id, and is deleted as well. */
const deleteCopy = async (probe: Probe, { id, label, created }: TokenFixture, answer: Answered): Promise<void> => {
  const [made] = identifiers(answer, [label])
  if (made === undefined || made === id || identifiers(created, [label]).includes(made)) return
  const copy = await probe.call('pat.get', { id: made }, { anyStatus: true })
  if (names(copy, label)) await probe.call('pat.delete', { id: made }, { anyStatus: true })
}

/** What tells the tokens that a target has: by what is the run's in their labels, and by the ids that the list shows. */
const marksOfAll = async (probe: Probe, { id, label }: TokenFixture): Promise<Marks> => {
  const list = await probe.call('pat.list', {}, { control: true, anyStatus: true })
  const items = itemsOf(list) ?? []
  const ids = items.filter(isObject).flatMap(item => idKeysOf(item).map(key => String(item[key])))
  return { labels: [label, anyRun], ids: [id, ...ids] }
}

/** Reads what is not about a single token, and shows some: they are told by the members of the run's own. */
const readOthers = async (probe: Probe, operation: string, path: string): Promise<Finding> => {
  const own = await probe.fixture('pat')
  let exchange = await probe.send({ method: 'GET', path })
  // A list of tokens that are off is empty until one is.
  if (isSuccess(exchange) && itemsOf(exchange)?.length === 0 && (await deactivatedToken(probe)))
    exchange = await probe.send({ method: 'GET', path })
  if (!isSuccess(exchange)) return exempt('request-refused', { operation, status: exchange.response.status }, exchange)
  const marks = await marksOfAll(probe, own)
  const one = judgeExpiry(operation, exchange, marks, own.created)
  const items = one.kind === 'unclear' ? listItems(json(exchange)) : undefined
  const finding = items
    ? judgeTokenList(operation, [{ exchange, items }], 'shown', [], { answer: own.created, marks })
    : one
  // What shows no token that is known may be anything.
  return finding === undefined || finding.kind === 'unclear'
    ? exempt('not-seen', { what: `a token that ${operation} returns` }, exchange)
    : unlessCatchAll(probe, finding, exchange)
}

/** What the path of reading one token has in the place of its parameters, by their names; the id as a parameter. */
const givenIn = async (
  probe: Probe,
): Promise<{ readonly item: string; readonly given: Readonly<Record<string, string>> }> => {
  const get = probe.bind('pat.get')
  const item = declaredFor(await probe.fixture('reference'), get)?.path ?? get.path
  return { item: normalTemplate(item), given: parametersIn(item, get.path) ?? {} }
}

/**
 * Asks an operation about a token of the run's own. What takes another parameter, or needs a body that the token does not give, is not asked:
 * what it declares is judged by itself. What is refused shows no token.
 */
const ask = async (probe: Probe, operation: ReferenceOperation): Promise<Finding> => {
  const { method, path, requestBody } = operation
  const name = `${method} ${path}`
  const { item, given } = await givenIn(probe)
  const filled = (id: string): string =>
    path.replace(/\{([^{}/]+)\}/g, (whole, parameter: string) => {
      const value = Object.hasOwn(given, parameter) ? given[parameter] : undefined
      return value === undefined ? whole : encodeURIComponent(value.startsWith('{') ? id : value)
    })
  if (filled('').includes('{')) return exempt('not-asked', { operation: name })
  const isOfOne = filled('a') !== filled('b')
  if (method === 'GET' && !isOfOne) return readOthers(probe, name, filled(''))
  // The same id may be somebody else's in another collection.
  const isBelow = normalTemplate(path) === item || normalTemplate(path).startsWith(`${item}/`)
  if (!isOfOne || !(isBelow || method === 'GET')) return exempt('not-asked', { operation: name })
  const token = await probe.ownToken('pat')
  const { schema } = requestBody ?? {}
  const update = probe.bind('pat.update')
  const json = schema && requestForm({ ...update, requestSchema: schema }, [], tokenShownIn(token.created, token))
  if (membersOf(schema).required.some(member => !has(json ?? {}, member)))
    return exempt('not-asked', { operation: name })
  const answer = await probe.send({ method, path: filled(token.id), ...(json && { json }) })
  const { status } = answer.response
  if (!isSuccess(answer)) return exempt('request-refused', { operation: name, status }, answer)
  const finding = judgeExpiry(name, answer, { labels: [token.label], ids: [token.id] }, token.created)
  const judged = await unlessCatchAll(probe, finding, answer)
  await deleteCopy(probe, token, answer)
  return judged
}

const judge = async (probe: Probe): Promise<Finding> => {
  const reference = await probe.fixture('reference')
  const deletion = declaredFor(reference, probe.bind('pat.delete'))
  const seen: Evidence[] = []
  let left: Finding | undefined
  let unasked: Finding | undefined
  for (const operation of tokenOperations(probe, reference).further) {
    if (operation.method === 'DELETE' || operation === deletion) continue
    const finding = await ask(probe, operation)
    if (finding.kind === 'violated') return finding
    if (finding.kind === 'holds') seen.push(...finding.seen)
    else if (finding.kind === 'exempt') unasked ??= finding
    else left ??= finding
  }
  const [first, ...rest] = seen
  const what = 'a further operation that returns a personal access token'
  return (
    left ??
    (first
      ? holds(first, ...rest)
      : (unreadPart('reference', { from: reference.from, unread: unreadOperations(reference) }, what) ??
        unasked ??
        exempt('not-published', { what }, wholeDocument('reference', reference))))
  )
}

/** A hub with an operation that gives a token a new secret, and publishes it. */
const regenerates =
  (edit: ((token: Record<string, unknown>) => unknown) | undefined): Twist =>
  async (request, next) => {
    const url = new URL(request.url)
    if (isOpenApi(request, url.pathname))
      return openApi(document => {
        const { get } = document.paths['/v2/access-tokens/{uuid}'] ?? {}
        document.paths['/v2/access-tokens/{uuid}/regenerate'] = {
          post: { ...get, operationId: 'regenerateToken', summary: 'Gives a token a new secret' },
        }
      })(request, next)
    const token = /^.*\/v2\/access-tokens\/[^/]+(?=\/regenerate$)/.exec(url.pathname)?.[0]
    if (request.method !== 'POST' || token === undefined) return next(request)
    if (edit === undefined) return Response.json({ message: 'a confirmation is needed' }, { status: 422 })
    const shown = await next(new Request(new URL(token, url), { headers: request.headers }))
    return shown.ok ? Response.json(edit((await shown.json()) as Record<string, unknown>)) : shown
  }

/** A hub with an operation that reads the newest token, and publishes it. */
const readsNewest =
  (edit: (token: unknown) => unknown): Twist =>
  async (request, next) => {
    const url = new URL(request.url)
    if (isOpenApi(request, url.pathname))
      return openApi(({ paths }) => {
        const { get } = paths['/v2/access-tokens/{uuid}'] ?? {}
        paths['/v2/access-tokens/newest'] = { get: { ...get, operationId: 'newestToken', parameters: [] } }
      })(request, next)
    if (request.method !== 'GET' || url.pathname !== '/v2/access-tokens/newest') return next(request)
    return edited(body => edit(pageOf(body)?.results[0]))(
      new Request(new URL('/v2/access-tokens', url), { headers: request.headers }),
      next,
    )
  }

/** A hub with a list of the tokens that are off, which it publishes, and nothing else in it. */
const listsInactive =
  (edit: (token: unknown) => unknown): Twist =>
  async (request, next) => {
    const url = new URL(request.url)
    if (isOpenApi(request, url.pathname))
      return openApi(({ paths }) => {
        const { get } = paths['/v2/access-tokens'] ?? {}
        paths['/v2/access-tokens/inactive'] = { get: { ...get, operationId: 'inactiveTokens', parameters: [] } }
      })(request, next)
    if (request.method !== 'GET' || url.pathname !== '/v2/access-tokens/inactive') return next(request)
    return edited(body => {
      const results = (pageOf(body)?.results ?? []).filter(one => isObject(one) && one.is_active === false).map(edit)
      return { count: results.length, next: null, previous: null, results }
    })(new Request(new URL('/v2/access-tokens?page_size=100', url), { headers: request.headers }), next)
  }

/** A hub whose tokens have other paths and members, with a further operation that returns the token that is named, or the newest. */
const onOwnTokens = (method: 'get' | 'post', path: string, edit: (token: unknown) => unknown): Twist =>
  layered(
    withOpenApi(({ paths }) => {
      const responses = { 200: { content: { 'application/json': { schema: keySchema } } } }
      const [one] = Object.values(paths[path.includes('{id}') ? key : keys] ?? {})
      paths[path] = {
        [method]: {
          tags: ['access-tokens'],
          summary: 'Returns a token',
          parameters: one?.parameters?.slice(0, path.split('{').length - 1),
          responses,
        },
      }
    }),
    instead(to(path, method.toUpperCase()), async (request, next) => {
      const { pathname } = new URL(request.url)
      const shown = await next(
        new Request(new URL(pathname.replace(/\/[^/]+$/, ''), request.url), { headers: request.headers }),
      )
      if (!shown.ok) return shown
      const body: unknown = await shown.json()
      return Response.json(edit(pageOf(body)?.results[0] ?? body))
    }),
    ownTokens,
  )

/** Tokens that have their id in a member that nobody else has. */
const withKey = (value: unknown): unknown =>
  isObject(value) && has(value, 'uuid') ? { key: value.uuid, ...value, uuid: undefined } : value
const idCalledKey = layered(
  withOpenApi(({ components }) => {
    components.schemas = JSON.parse(JSON.stringify(components.schemas).replaceAll('"uuid"', '"key"'))
  }),
  withJson((_request, path) => path.includes('/v2/access-tokens'), onEachThing(withKey)),
)

const renew = `${key}/renew`
const newest = `${keys}/newest`

/** A hub whose deletions return the token. */
const showsDeleted = (edit: (token: unknown) => unknown): Twist =>
  instead(to('/v2/access-tokens/{uuid}', 'DELETE'), async (request, next) => {
    const shown = await edited(edit)(new Request(request.url, { headers: request.headers }), next)
    const deleted = await next(request)
    return deleted.ok ? shown : deleted
  })

export default {
  id: 'access-tokens/further-expires-at',
  level: 'must',
  statement: 'Other published operations that return a personal access token return expires_at.',
  since: '2025-11-21',
  source: cite('history-expires-at'),
  covers: ['resource-pat'],
  needs: ['reference', 'credentials', 'writes'],
  how: "Operations of the target's own OpenAPI document with the tag access-tokens that declare a token as their answer, besides creating, listing, reading and updating, are called for a token that the run created, such as a second update or a regeneration; those that read other tokens are called as well, and again with a token that is off where they show none. Tokens that deletions return are judged at the end. Operations that take other parameters, need another body, or are refused return no token; their schemas are checked by access-tokens/declared-expires-at.",
  fix: `Include "${expiryField}" in every representation of a personal access token; null means that it never expires.`,
  cases: [{ name: 'further operations of the reference', check: judge }, receivedTokens('pat.delete')],
  faults: faultsFor('field-missing', {
    regenerated: ['leaves expires_at out of a regenerated token', regenerates(({ [expiryField]: _, ...rest }) => rest)],
    newest: ['leaves expires_at out of the newest token', readsNewest(without)],
    inactive: ['leaves expires_at out of a list of tokens that are off', listsInactive(without)],
    'own-renewed': [
      'has tokens with other members, and leaves it out of one with a new secret',
      onOwnTokens('post', renew, without),
    ],
    'own-newest': [
      'has tokens below the name of their account, and leaves it out of the newest',
      onOwnTokens('get', newest, without),
    ],
    'own-short': [
      'leaves it and most other members out of the newest token, but declares them all',
      readsNewest(token =>
        isObject(token)
          ? { uuid: token.uuid, token_label: token.token_label, is_active: token.is_active, scopes: token.scopes }
          : token,
      ),
    ],
    'other-id': [
      'has ids in a member of another name, and leaves it out of the newest token',
      layered(idCalledKey, readsNewest(without)),
    ],
    deleted: ['leaves expires_at out of the token that a deletion returns', showsDeleted(without)],
  }),
  tolerates: variants({
    'own-renewed': [
      'has tokens with other members, and gives one a new secret',
      onOwnTokens('post', renew, token => token),
    ],
    'own-newest': [
      'has tokens below the name of their account, and reads the newest',
      onOwnTokens('get', newest, token => token),
    ],
    newest: ['reads the newest token', readsNewest(token => token)],
    inactive: ['lists the tokens that are off', listsInactive(token => token)],
    'other-id': [
      'has ids in a member of another name, and reads the newest token',
      layered(
        idCalledKey,
        readsNewest(token => token),
      ),
    ],
    deleted: ['returns the deleted token', showsDeleted(token => token)],
    'deleted-id': [
      'returns the id and label of the deleted token',
      showsDeleted(token => (isObject(token) ? { uuid: token.uuid, token_label: token.token_label } : token)),
    ],
    regenerated: ['regenerates tokens', regenerates(token => token)],
    refused: ['refuses requests whose form the document does not show', regenerates(undefined)],
    elsewhere: [
      'publishes an operation that reads the newest token, but does not serve it',
      withOpenApi(({ paths }) => {
        const { get } = paths['/v2/access-tokens/{uuid}'] ?? {}
        paths['/v2/access-tokens/newest'] = { get: { ...get, operationId: 'newestToken', parameters: [] } }
      }),
    ],
    message: ['answers a regeneration with a message', regenerates(() => ({ message: 'done' }))],
  }),
} satisfies Requirement
