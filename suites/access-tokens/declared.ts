import { unreadPart } from '../../checks/documents/absence.ts'
import {
  carries,
  declaredSuccesses,
  declaresNothing,
  describesToken,
  isAcknowledgement,
  tokenCarries,
  unresolvedIn,
} from '../../checks/documents/declared-schema.ts'
import { deniedIn } from '../../checks/documents/denied-expiry.ts'
import {
  declaredFor,
  referenceExcerpt,
  unreadOperations,
  wholeDocument,
} from '../../checks/documents/published-documents.ts'
import { tokenOperations } from '../../checks/documents/token-operations.ts'
import { cite } from '../../checks/source.ts'
import { endOfLog, type OpenApiDocument, withOpenApi } from '../../checks/twists/documents.ts'
import { key, keySchema, ownTokens } from '../../checks/twists/own-tokens.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { fault, faultsFor, variant } from '../../checks/twists/twist.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { type Evidence, exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

/** Names of members by which an answer says that something was begun and not that it is there. */
const running = ['status', 'state', 'job', 'task', 'operation', 'progress']

const judge = async (probe: Probe): Promise<Finding> => {
  const reference = await probe.fixture('reference')
  const { management, further, own } = tokenOperations(probe, reference)
  const operations = reference.operations.filter(one => management.includes(one) || further.includes(one))
  const denied = await deniedIn(probe, operations)
  if (denied) return denied
  const seen: Evidence[] = []
  let left: Finding | undefined
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`
    // A success without content returns nothing that could carry the field, and one that says what was begun need not.
    const described = declaredSuccesses(operation, own).filter(
      ({ status, schema, mediaType }) =>
        schema !== undefined &&
        !declaresNothing(schema) &&
        (!/^20[24]$/.test(status) ||
          (describesToken(schema, own) && !running.some(name => carries(schema, name) === 'yes'))) &&
        (/json|^\*\/\*$/i.test(mediaType ?? '') || describesToken(schema, own)) &&
        // An update may answer with a message alone.
        !(operation === declaredFor(reference, probe.bind('pat.update')) && isAcknowledgement(schema)),
    )
    const carried = described.map(({ schema }) => tokenCarries(schema ?? {}, expiryField, own))
    const excerpt = referenceExcerpt(reference, operation)
    if (carried.includes('no')) return violated('field-undeclared', { operation: name, field: expiryField }, excerpt)
    const unresolved = described.map(({ schema }) => unresolvedIn(schema ?? {})).find(one => one !== undefined)
    if (carried.includes('open'))
      left ??= unresolved
        ? unclear('schema-unresolved', { operation: name, ...unresolved }, excerpt)
        : unclear('schema-open', { operation: name, field: expiryField }, excerpt)
    else if (carried.length > 0) seen.push(excerpt)
  }
  const [first, ...rest] = seen
  const whole = wholeDocument('reference', reference)
  if (left) return left
  if (reference.operations.length === 0)
    return unclear('unreadable-document', { document: 'the reference', what: 'operations' }, whole)
  return (
    unreadPart(
      'reference',
      { from: reference.from, unread: unreadOperations(reference) },
      'an operation that returns a token',
    ) ??
    (first
      ? holds(first, ...rest)
      : exempt('not-published', { what: 'a response schema of personal access tokens that declares a member' }, whole))
  )
}

/** Every schema that mentions the field, edited. */
const dropField = (document: OpenApiDocument, keep: (path: string) => boolean): void => {
  const visit = (value: unknown, path: string): void => {
    if (value === null || typeof value !== 'object') return
    if ('properties' in value && value.properties !== null && typeof value.properties === 'object' && !keep(path))
      delete (value.properties as Record<string, unknown>)[expiryField]
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`)
  }
  visit(document, '')
}

/** Gives an operation on a single token other responses. */
const answersAs = (method: string, responses: Readonly<Record<string, unknown>>) =>
  withOpenApi(document => {
    const item = document.paths['/v2/access-tokens/{uuid}']
    if (item) item[method] = { ...item[method], responses }
  })

/** Gives the success of reading a token another schema. */
const readAs = (schema: Readonly<Record<string, unknown>>) =>
  withOpenApi(document => {
    const responses = document.paths['/v2/access-tokens/{uuid}']?.get?.responses
    responses['200'].content['application/json'].schema = schema
  })

/** Publishes a further collection of the area, before that of the tokens. */
const withScopes = (edit: (document: OpenApiDocument) => void = () => undefined) =>
  withOpenApi(document => {
    edit(document)
    const { get } = document.paths['/v2/access-tokens'] ?? {}
    const scope = { type: 'object', properties: { id: {}, name: { type: 'string' } } }
    const answers = (schema: object) => ({
      get: { ...get, operationId: undefined, responses: { 200: { content: { 'application/json': { schema } } } } },
    })
    document.paths = {
      '/v2/scopes': answers({ type: 'array', items: scope }),
      '/v2/scopes/{id}': answers(scope),
      ...document.paths,
    }
  })

const tokenMembers = { uuid: {}, token_label: {}, scopes: {}, is_active: {} }
const tableOf = (columns: readonly string[]) => ({
  type: 'object',
  properties: {
    columns: { type: 'array', items: { type: 'string', enum: columns } },
    rows: { type: 'array', items: { type: 'array', items: {} } },
  },
})
const plainSchema = { type: 'object', properties: tokenMembers }
const activeAlone = { properties: { is_active: { const: true } } }
const expiring = { type: 'object', properties: { ...tokenMembers, [expiryField]: {} } }

/** A hub whose tokens have other members, with other contents of the success of reading one. */
const ownReadAs = (content: Readonly<Record<string, unknown>>) =>
  layered(
    withOpenApi(({ paths }) => {
      const responses = paths[key]?.get?.responses
      if (responses) responses['200'].content = content
    }),
    ownTokens,
  )
const { [expiryField]: _expiry, ...rest } = keySchema.properties
const shortKey = { type: 'object', properties: rest }

/** Gives an update a second success. */
const updatesLater = (properties: Readonly<Record<string, object>>) =>
  withOpenApi(document => {
    const { responses } = document.paths['/v2/access-tokens/{uuid}']?.patch ?? {}
    responses['202'] = { content: { 'application/json': { schema: { type: 'object', properties } } } }
  })

export default {
  id: 'access-tokens/declared-expires-at',
  level: 'must',
  statement: 'The published response schemas of the PAT management operations declare expires_at.',
  since: '2025-11-21',
  source: cite('history-expires-at'),
  covers: ['resource-pat'],
  needs: ['reference'],
  how: 'The schema of every successful response of every operation with the tag access-tokens is searched for the property, through $ref, allOf, oneOf, anyOf, lists and envelopes. Every alternative that describes a token must declare it, and not as writeOnly. A sentence that denies the field contradicts the requirement.',
  fix: `Declare "${expiryField}" in the schema of every answer that returns a personal access token.`,
  cases: [{ name: 'every success of the area access-tokens', check: judge }],
  faults: {
    'area-denies': fault(
      'denies it in the description of the area',
      'stated-otherwise',
      withOpenApi(document => {
        document.tags = [{ name: 'access-tokens', description: `Answers do not contain \`${expiryField}\`.` }]
      }),
    ),
    'still-missing': fault(
      'says on the page of the log that it is missing',
      'stated-otherwise',
      endOfLog(`\`${expiryField}\` is missing on the PAT endpoints.`),
    ),
    ...faultsFor('field-undeclared', {
      undeclared: ['declares it nowhere', withOpenApi(document => dropField(document, path => /org/i.test(path)))],
      'next-to-scopes': [
        'declares it nowhere, and publishes a list of scopes in the same area',
        withScopes(document => dropField(document, path => /org/i.test(path))),
      ],
      'other-type': [
        'declares it for one of two media types',
        withOpenApi(document => {
          const { content } = document.paths['/v2/access-tokens/{uuid}']?.get?.responses['200'] ?? {}
          content['application/xml'] = { schema: plainSchema }
        }),
      ],
      'own-alternative': [
        'has tokens with other members, and declares it in one of two alternatives',
        ownReadAs({ 'application/json': { schema: { oneOf: [keySchema, shortKey] } } }),
      ],
      'own-type': [
        'has tokens with other members, and declares it for one of two media types',
        ownReadAs({ 'application/json': { schema: keySchema }, 'application/xml': { schema: shortKey } }),
      ],
      'second-success': ['declares a token without it for the second success of an update', updatesLater(tokenMembers)],
      forbidden: ['declares that it is absent', readAs({ ...expiring, not: { required: [expiryField] } })],
      'for-all': [
        'declares a token without it as the one response for all statuses',
        answersAs('get', { default: { content: { 'application/json': { schema: plainSchema } } } }),
      ],
      deletion: [
        'declares it nowhere in the token that a deletion returns',
        answersAs('delete', { 200: { content: { 'application/json': { schema: plainSchema } } } }),
      ],
      'one-alternative': ['declares it in one of two alternatives', readAs({ oneOf: [expiring, plainSchema] })],
      'short-alternative': [
        'declares it in the short one of two alternatives',
        readAs({ oneOf: [{ type: 'object', properties: { uuid: {}, [expiryField]: {} } }, plainSchema] }),
      ],
      'further-items': [
        'declares it for the first token of a list, and not for the further ones',
        readAs({
          type: 'array',
          prefixItems: [expiring],
          items: { type: 'object', properties: { uuid: {}, token_label: {} } },
        }),
        { 'schemas/pat-get': 'schema-mismatch' },
      ],
      'alternative-in-envelope': [
        'declares it in one of two alternatives within an envelope',
        readAs({ type: 'object', properties: { data: { allOf: [{ anyOf: [plainSchema, expiring] }] } } }),
      ],
      envelopes: [
        'declares it in one of two envelopes in which a token may be returned',
        readAs({
          oneOf: [
            { type: 'object', properties: { data: expiring } },
            { type: 'object', properties: { data: plainSchema } },
          ],
        }),
      ],
      'list-instead': [
        'declares it for one token, but not for the list of tokens that may be returned instead',
        readAs({ oneOf: [expiring, { type: 'array', items: plainSchema }] }),
      ],
      condition: [
        'declares it only for active tokens',
        readAs(
          Object.fromEntries([
            ['if', activeAlone] as const,
            ['then', expiring] as const,
            ['else', plainSchema] as const,
          ]),
        ),
      ],
    }),
    ...faultsFor('stated-otherwise', {
      described: [
        'says in the description of an operation that tokens do not have it',
        withOpenApi(document => {
          const operation = document.paths['/v2/access-tokens']?.get
          if (operation) operation.description = 'Lists tokens. The list does not show `expires_at`.'
        }),
      ],
      'on-the-page': [
        'says on the page of the deprecation log that tokens do not have it',
        endOfLog(`The PAT endpoints do not return \`expires_at\`.`),
      ],
      passive: [
        'says on the page of the deprecation log that it is not returned',
        endOfLog(`\`expires_at\` is no longer returned for PATs.`),
      ],
    }),
    'write-only': fault(
      'declares it only for requests',
      'field-undeclared',
      readAs({ type: 'object', properties: { ...tokenMembers, [expiryField]: { writeOnly: true } } }),
    ),
    envelope: fault(
      'declares it for the list of tokens, and not for the tokens in it',
      'field-undeclared',
      withOpenApi(document => {
        const responses = document.paths['/v2/access-tokens']?.get?.responses
        responses['200'].content['application/json'].schema = {
          type: 'object',
          properties: {
            [expiryField]: { type: 'string' },
            results: {
              type: 'array',
              items: { type: 'object', properties: { uuid: {}, token_label: {}, scopes: {}, is_active: {} } },
            },
          },
        }
      }),
    ),
  },
  tolerates: {
    table: variant(
      'declares tokens as rows of a table, whose columns it enumerates',
      readAs(tableOf([...Object.keys(tokenMembers), expiryField])),
    ),
    area: variant(
      'describes what one area once lacked, and what the other area lacks',
      withOpenApi(document => {
        document.tags = [
          {
            name: 'access-tokens',
            description: `The missing \`${expiryField}\` was added. It is null without a day.`,
          },
          { name: 'org-access-tokens', description: `Answers do not contain \`${expiryField}\`.` },
        ]
      }),
    ),
    scopes: variant('publishes a list of scopes in the same area', withScopes()),
    'own-alternatives': variant(
      'has tokens with other members, and declares a message as the alternative',
      ownReadAs({
        'application/json': {
          schema: { oneOf: [keySchema, { type: 'object', properties: { id: {}, title: {}, message: {} } }] },
        },
      }),
    ),
    'second-success': variant(
      'declares a started operation as the second success of an update',
      updatesLater({ ...tokenMembers, status: {} }),
    ),
    deletion: variant(
      'declares the token that a deletion returns',
      answersAs('delete', { 200: { content: { 'application/json': { schema: expiring } } } }),
    ),
    described: variant(
      'says in words what else lacks the field',
      endOfLog(
        `PATs that never expire have no \`expires_at\` in the UI. \`expires_at\` is not returned for OATs. The OAT endpoints do not return \`expires_at\`. Before 2025-11-21 the PAT endpoints did not return \`expires_at\`. Requests to the PAT endpoints do not have to contain \`expires_at\`. If the PAT endpoints do not return \`expires_at\`, update your client.`,
      ),
    ),
    'one-for-errors': variant(
      'declares one response for all statuses, which is that of an error',
      answersAs('get', {
        default: { content: { 'application/json': { schema: { type: 'object', properties: { message: {} } } } } },
      }),
    ),
    'not-both': variant(
      'declares that it excludes another member',
      readAs({ ...expiring, not: { required: [expiryField, 'never_expires'] } }),
    ),
    alternatives: variant(
      'declares it in all alternatives, one of which is a message',
      readAs({ ...expiring, oneOf: [plainSchema, { type: 'object', properties: { message: {} } }, { type: 'null' }] }),
    ),
    added: variant(
      'adds it in a separate alternative',
      readAs({ anyOf: [plainSchema, expiring, { type: 'object', properties: { [expiryField]: {} } }] }),
    ),
    lengths: variant(
      'declares it in a short and in a long alternative, and in the first items of a list',
      readAs({
        oneOf: [
          { type: 'object', properties: { uuid: {}, [expiryField]: {} } },
          expiring,
          {
            type: 'array',
            prefixItems: [expiring],
            items: { type: 'object', properties: { uuid: {}, token_label: {}, [expiryField]: {} } },
          },
          { type: 'array', prefixItems: [expiring, { type: 'object', properties: { id: {}, total: {} } }] },
        ],
      }),
    ),
    answers: variant(
      'declares it for a token, for a list of tokens and in an envelope, next to an error',
      readAs({
        oneOf: [
          expiring,
          { type: 'array', items: expiring },
          { type: 'object', properties: { data: expiring } },
          { type: 'object', properties: { id: {}, message: {}, code: {} } },
        ],
      }),
    ),
    required: variant(
      'lists it as required without declaring it',
      readAs({ ...plainSchema, required: [expiryField], additionalProperties: true }),
    ),
    'declares-nothing': variant('declares no members of a token', readAs({ title: 'Token' })),
    positions: variant('declares it for the one item of an array', readAs({ type: 'array', prefixItems: [expiring] })),
    acknowledged: variant(
      'answers an update with a message',
      withOpenApi(document => {
        const responses = document.paths['/v2/access-tokens/{uuid}']?.patch?.responses
        responses['200'].content['application/json'].schema = { type: 'object', properties: { message: {} } }
      }),
    ),
    inline: variant(
      'declares it inline instead of by reference',
      withOpenApi(document => {
        const item = document.paths['/v2/access-tokens/{uuid}']?.get
        for (const [status, response] of Object.entries(item?.responses ?? {}))
          if (status.startsWith('2'))
            (response as Record<string, unknown>).content = {
              'application/json': { schema: { type: 'object', properties: { [expiryField]: {} } } },
            }
      }),
    ),
  },
} satisfies Requirement
