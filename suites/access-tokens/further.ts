import { receivedTokens } from '../../checks/answers/received-tokens.ts'
import { judgeTokenList } from '../../checks/answers/token-list.ts'
import { boundPath } from '../../checks/bound-path.ts'
import { unreadPart } from '../../checks/documents/claims.ts'
import { returnsToken } from '../../checks/documents/declared-schema.ts'
import { declaredFor, hasTag, unreadOperations, wholeOf } from '../../checks/documents/published-documents.ts'
import { expiryField, judgeExpiry, unlessCatchAll } from '../../checks/expiry.ts'
import { normalTemplate } from '../../checks/path-template.ts'
import { has, identifiers, isObject, isSuccess, json, listItems } from '../../checks/reading.ts'
import { requestForm } from '../../checks/request-form.ts'
import { cite } from '../../checks/source.ts'
import { names, tokenIn } from '../../checks/token-calls.ts'
import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import { without } from '../../checks/twists/expiry.ts'
import { pageOf } from '../../checks/twists/shapes.ts'
import { edited, fault, instead, to, variant } from '../../checks/twists/twist.ts'
import type { PublishedReference, ReferenceOperation } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { type Evidence, exempt, type Finding, holds } from '../../contracts/finding.ts'
import type { Probe, Requirement, TokenFixture, Twist } from '../../contracts/requirement.ts'

const five = ['pat.create', 'pat.list', 'pat.get', 'pat.update', 'pat.delete'] as const

/** Operations of the target's own document that declare a token as their answer, besides those of the management itself. */
const further = (probe: Probe, reference: PublishedReference): readonly ReferenceOperation[] => {
  const bound = five.map(name => declaredFor(reference, probe.bind(name)))
  return reference.operations.filter(
    operation =>
      hasTag(operation.tags, 'access-tokens') &&
      !['DELETE', 'HEAD', 'OPTIONS'].includes(operation.method) &&
      !bound.includes(operation) &&
      returnsToken(operation),
  )
}

/** A token that was made anew bears our label under another id, and is deleted as well. */
const deleteCopy = async (probe: Probe, { id, label, created }: TokenFixture, answer: Answered): Promise<void> => {
  const [made] = identifiers(answer, [label])
  if (made === undefined || made === id || identifiers(created, [label]).includes(made)) return
  const copy = await probe.call('pat.get', { id: made }, { anyStatus: true })
  if (names(copy, label)) await probe.call('pat.delete', { id: made }, { anyStatus: true })
}

/** Reads what is not about a single token, and shows some: they are told by the members of the run's own. */
const readOthers = async (probe: Probe, { method, path }: ReferenceOperation): Promise<Finding> => {
  const operation = `${method} ${path}`
  const { id, label, created } = await probe.fixture('pat')
  const exchange = await probe.send({ method, path })
  if (!isSuccess(exchange)) return exempt('request-refused', { operation, status: exchange.response.status }, exchange)
  const marks = { labels: [label], ids: [id] }
  const one = judgeExpiry(operation, exchange, marks, created)
  const items = one.kind === 'unclear' ? listItems(json(exchange)) : undefined
  const finding = items
    ? judgeTokenList(operation, expiryField, [{ exchange, items }], 'shown', [], { answer: created, marks })
    : one
  // What shows none of the run's own may be anything.
  return finding === undefined || finding.kind === 'unclear'
    ? exempt('not-asked', { operation }, exchange)
    : unlessCatchAll(probe, finding, exchange)
}

/**
 * Asks an operation about a token of the run's own. What takes another parameter, or needs a body that the token does not give, is not asked:
 * what it declares is judged by itself. What is refused shows no token.
 */
const ask = async (probe: Probe, operation: ReferenceOperation): Promise<Finding> => {
  const { method, path, requestBody } = operation
  const name = `${method} ${path}`
  const get = probe.bind('pat.get')
  const item = normalTemplate(declaredFor(await probe.fixture('reference'), get)?.path ?? get.path)
  const template = normalTemplate(path)
  const rest = template.startsWith(item) ? template.slice(item.length) : undefined
  if (method === 'GET' && !path.includes('{')) return readOthers(probe, operation)
  if (rest === undefined || !/^(?:\/[^{}]*)?$/.test(rest)) return exempt('not-asked', { operation: name })
  const token = await probe.ownToken('pat')
  const { schema } = requestBody ?? {}
  const update = probe.bind('pat.update')
  const json = schema && requestForm({ ...update, requestSchema: schema }, [], tokenIn(token.created, token))
  const required = isObject(schema) && Array.isArray(schema.required) ? schema.required : []
  if (required.some(member => !has(json ?? {}, String(member)))) return exempt('not-asked', { operation: name })
  const answer = await probe.send({
    method,
    path: `${boundPath(probe, 'pat.get', { id: token.id }).replace(/\/+$/, '')}${rest}${path.endsWith('/') ? '/' : ''}`,
    ...(json && { json }),
  })
  const { status } = answer.response
  if (!isSuccess(answer)) return exempt('request-refused', { operation: name, status }, answer)
  const finding = judgeExpiry(name, answer, { labels: [token.label], ids: [token.id] }, token.created)
  const judged = await unlessCatchAll(probe, finding, answer)
  await deleteCopy(probe, token, answer)
  return judged
}

const judge = async (probe: Probe): Promise<Finding> => {
  const reference = await probe.fixture('reference')
  const seen: Evidence[] = []
  let left: Finding | undefined
  for (const operation of further(probe, reference)) {
    const finding = await ask(probe, operation)
    if (finding.kind === 'violated') return finding
    if (finding.kind === 'holds') seen.push(...finding.seen)
    else if (finding.kind !== 'exempt') left ??= finding
  }
  const [first, ...rest] = seen
  const what = 'a further operation that returns a personal access token'
  return (
    left ??
    (first
      ? holds(first, ...rest)
      : (unreadPart('reference', { from: reference.from, unread: unreadOperations(reference) }, what) ??
        exempt('not-published', { what }, wholeOf('reference', reference))))
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

/** A hub whose deletions return the token. */
const showsDeleted = (edit: (token: unknown) => unknown): Twist =>
  instead(to('/v2/access-tokens/{uuid}', 'DELETE'), async (request, next) => {
    const shown = await edited(edit)(new Request(request.url, { headers: request.headers }), next)
    const deleted = await next(request)
    return deleted.ok ? shown : deleted
  })

const requirement: Requirement = {
  id: 'access-tokens/further-expires-at',
  level: 'must',
  statement: 'Other published operations that return a personal access token return expires_at.',
  since: '2025-11-21',
  source: cite('history-expires-at'),
  covers: ['resource-pat'],
  needs: ['reference', 'credentials', 'writes'],
  how: "Operations of the target's own OpenAPI document with the tag access-tokens that declare a token as their answer, besides creating, listing, reading and updating, are called for a token that the run created, such as a second update or a regeneration; those that read other tokens are called as well. Tokens that deletions return are judged at the end. Operations that take other parameters, need another body, or are refused return no token; their schemas are checked by access-tokens/declared-expires-at.",
  fix: `Include "${expiryField}" in every representation of a personal access token; null means that it never expires.`,
  cases: [{ name: 'further operations of the reference', check: judge }, receivedTokens('pat.delete')],
  faults: {
    regenerated: fault(
      'leaves expires_at out of a regenerated token',
      'field-missing',
      regenerates(({ [expiryField]: _, ...rest }) => rest),
    ),
    newest: fault('leaves expires_at out of the newest token', 'field-missing', readsNewest(without)),
    deleted: fault(
      'leaves expires_at out of the token that a deletion returns',
      'field-missing',
      showsDeleted(without),
    ),
  },
  tolerates: {
    newest: variant(
      'reads the newest token',
      readsNewest(token => token),
    ),
    deleted: variant(
      'returns the deleted token',
      showsDeleted(token => token),
    ),
    'deleted-id': variant(
      'returns the id and label of the deleted token',
      showsDeleted(token => (isObject(token) ? { uuid: token.uuid, token_label: token.token_label } : token)),
    ),
    regenerated: variant(
      'regenerates tokens',
      regenerates(token => token),
    ),
    refused: variant('refuses requests whose form the document does not show', regenerates(undefined)),
    elsewhere: variant(
      'publishes an operation that reads the newest token, which is not there yet',
      instead(
        isOpenApi,
        openApi(({ paths }) => {
          const { get } = paths['/v2/access-tokens/{uuid}'] ?? {}
          paths['/v2/access-tokens/newest'] = { get: { ...get, operationId: 'newestToken', parameters: [] } }
        }),
      ),
    ),
    message: variant(
      'answers a regeneration with a message',
      regenerates(() => ({ message: 'done' })),
    ),
  },
}

export default requirement
