import { tokenReader } from '../../checks/answers/declared-part.ts'
import { receivedTokens } from '../../checks/answers/received-tokens.ts'
import { readsOnly } from '../../checks/answers/token-members.ts'
import { expiryFix, judgeExpiry, unlessCatchAll } from '../../checks/expiry.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject } from '../../checks/reading/json.ts'
import { declaredItems } from '../../checks/request-form.ts'
import { cite } from '../../checks/source.ts'
import { expiryRefused } from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { faultsOf, nothingOf, toleratesOf, whenFar, whenNull, whenSet, without } from '../../checks/twists/expiry.ts'
import { byOperations, withLink, withResult } from '../../checks/twists/operations.ts'
import { layered, seeOther, withStatus } from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  fault,
  faultsFor,
  instead,
  sentBy,
  to,
  variant,
  withBody,
  withJson,
  withObject,
} from '../../checks/twists/twist.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Creation, Probe, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding } from '../../contracts/results/finding.ts'

const collection = '/v2/access-tokens'
const item = '/v2/access-tokens/{uuid}'

/** What a token is asked to expire at beside nothing. */
const expiries = {
  'with an expiry': (probe: Probe) => probe.daysFromNow(30),
  'with null as its expiry': () => null,
} as const

/** An instant as others write it. */
const expirySpellings = {
  'with an expiry with a fraction and an offset': (probe: Probe) => probe.daysFromNow(30).replace('Z', '.500+00:00'),
} as const

const hasSeveralScopes = (body: unknown): boolean =>
  isObject(body) && Array.isArray(body.scopes) && body.scopes.length > 1

/** What a creation returned; where that is an operation, what it has made: a link or an id is no representation of it. */
const judgeCreated = async (probe: Probe, { name, exchange, result, unfinished }: Creation): Promise<Finding> => {
  if (unfinished) throw unfinished
  const answer = result ?? exchange
  const read = await tokenReader(probe, 'pat.create')
  const finding = judgeExpiry('pat.create', answer, { labels: [name], ids: [] }, undefined, read)
  return result && finding.kind !== 'holds'
    ? exempt('no-representation', { operation: 'pat.create', field: expiryField }, exchange, result)
    : unlessCatchAll(probe, finding, answer)
}

export default {
  id: 'access-tokens/create-expires-at',
  level: 'must',
  statement: 'Creating a personal access token returns expires_at.',
  since: '2025-11-21',
  source: cite('history-expires-at'),
  covers: ['resource-pat'],
  needs: ['credentials', 'writes'],
  how: 'Tokens are created without an expiry, with one, with null, and with every declared read-only scope; a target that requires an expiry gets one. The token in the answer, recognised by its label in any member, must have the key. Null counts as present; an empty answer is not judged. All other answers of the operation in the run are judged at the end.',
  fix: expiryFix,
  cases: [
    {
      name: 'created without an expiry',
      check: async probe => {
        const creation = await probe.create('pat', {})
        // Where there may be no more tokens, the run's own was created in the same way.
        if (!isSuccess(creation.exchange) && (await probe.hasFixture('pat'))) {
          const { label, id, created } = await probe.fixture('pat')
          return unlessCatchAll(probe, judgeExpiry('pat.create', created, { labels: [label], ids: [id] }), created)
        }
        return judgeCreated(probe, creation)
      },
    },
    ...Object.entries({ ...expiries, ...expirySpellings }).map(([what, expiresAt]) => ({
      name: `created ${what}`,
      check: async (probe: Probe) => {
        const creation = await probe.create('pat', {}, { expiresAt: expiresAt(probe) })
        if (!isSuccess(creation.exchange)) return expiryRefused(probe, creation.exchange)
        return judgeCreated(probe, creation)
      },
    })),
    {
      name: 'created with several scopes',
      check: async probe => {
        const what = 'several declared scopes that only read'
        const scopes = declaredItems(probe.bind('pat.create'), 'scopes')?.filter(scope => readsOnly(String(scope)))
        if (scopes === undefined || scopes.length < 2) return exempt('not-seen', { what })
        const creation = await probe.create('pat', {}, { scopes })
        if (!isSuccess(creation.exchange)) return exempt('not-seen', { what }, creation.exchange)
        return judgeCreated(probe, creation)
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
    ...faultsFor('field-missing', {
      'secret-alone': ['returns only the secret', withObject(to(collection, 'POST'), body => ({ token: body.token }))],
      'label-apart': [
        'accepts and returns the label in a separate object, next to the rest without expires_at',
        layered(
          withOpenApi(({ paths }) => {
            const text = { type: 'string' }
            const metadata = { type: 'object', required: ['name'], properties: { name: text } }
            const schema = { type: 'object', required: ['metadata'], properties: { metadata, [expiryField]: text } }
            const { post } = paths[collection] ?? {}
            if (post) post.requestBody = { content: { 'application/json': { schema } } }
          }),
          instead(to(collection, 'POST'), async (request, next) => {
            const { metadata, ...rest } = await sentBy(request)
            const { name } = isObject(metadata) ? metadata : {}
            const sent = { scopes: ['repo:read'], ...rest, token_label: name }
            return edited(body => {
              if (!isObject(body) || !('uuid' in body)) return body
              const { token_label: _label, [expiryField]: _expiry, ...others } = body
              return { ...others, metadata: { name } }
            })(withBody(request, sent), next)
          }),
        ),
      ],
      'id-alone': ['returns only the id', withObject(to(collection, 'POST'), body => ({ id: body.uuid }))],
      'when-null': ['leaves it out when there is no expiry', withJson(to(collection, 'POST'), whenNull)],
      'when-set': ['leaves it out when there is an expiry', withJson(to(collection, 'POST'), whenSet)],
      far: [
        'leaves it out if the requested expiry is in more than 400 days',
        withJson(to(collection, 'POST'), whenFar),
      ],
      fraction: [
        'leaves it out if the requested expiry has a fraction of a second',
        instead(to(collection, 'POST'), async (request, next) => {
          const { [expiryField]: expiry } = await sentBy(request)
          return String(expiry).includes('.') ? edited(without)(request, next) : next(request)
        }),
      ],
      'null-asked': [
        'leaves it out if null is requested',
        instead(to(collection, 'POST'), async (request, next) => {
          const { [expiryField]: expiry } = await sentBy(request)
          return expiry === null ? edited(without)(request, next) : next(request)
        }),
      ],
    }),
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
      says: '403 to a third token at the same time',
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
    'see-other': variant('303 with the Location of the token and no body', seeOther(to(collection, 'POST'))),
    'operation-result': {
      says: '202 with an operation that returns the token when it is done',
      twist: byOperations(to(collection), withResult),
    },
    'operation-link': {
      says: '202 with an operation that links to the token when it is done',
      twist: byOperations(to(collection), withLink, 'member'),
    },
    ok: variant('200 instead of 201', withStatus(to(collection, 'POST'), 200)),
  },
} satisfies Requirement
