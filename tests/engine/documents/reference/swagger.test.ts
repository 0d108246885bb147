import { expect, it } from 'vitest'
import { readReference } from '../../../../engine/documents/reference/reference.ts'

const read = (document: object) => readReference(JSON.stringify({ swagger: '2.0', ...document }), 'x')

const token = { type: 'object', properties: { label: { type: 'string', 'x-nullable': true } } }

it('a document of Swagger 2.0 is read like one of OpenAPI 3.0', () => {
  const { version, operations, problems, credentialForms } = read({
    basePath: '/hub/',
    consumes: ['application/vnd.hub+json'],
    securityDefinitions: { basic: { type: 'basic' }, key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    security: [{ basic: [] }],
    definitions: { Token: token },
    parameters: { id: { in: 'path', name: 'id', required: true, type: 'integer', 'x-example': 7 } },
    responses: { Gone: { description: 'gone' } },
    paths: {
      '/v2/keys/{id}': {
        parameters: [{ $ref: '#/parameters/id' }, { in: 'query', name: 'page', type: 'integer', default: 1 }],
        patch: {
          operationId: 'Change',
          tags: ['access-tokens'],
          deprecated: true,
          parameters: [
            { in: 'query', name: 'page', type: 'string' },
            { in: 'body', name: 'body', required: true, schema: { $ref: '#/definitions/Token' } },
          ],
          responses: {
            200: { description: 'ok', schema: { $ref: '#/definitions/Token' } },
            410: { $ref: '#/responses/Gone' },
          },
        },
        get: { produces: ['text/plain'], security: [{ key: [] }], responses: { 200: { schema: { type: 'string' } } } },
      },
    },
  })
  const schema = { type: 'object', properties: { label: { type: 'string', nullable: true } } }
  expect(problems).toEqual([])
  expect(version).toBe('2.0')
  expect(credentialForms).toEqual(['Authorization: Basic {basic}', 'X-Key: {token}'])
  expect(operations).toMatchObject([
    {
      method: 'PATCH',
      path: '/hub/v2/keys/{id}',
      operationId: 'Change',
      tags: ['access-tokens'],
      deprecated: true,
      parameters: [
        { name: 'id', in: 'path', type: 'integer', example: 7 },
        { name: 'page', in: 'query', type: 'string' },
      ],
      requestBody: { mediaType: 'application/vnd.hub+json', schema },
      responses: [{ status: '200', mediaType: 'application/json', schema }, { status: '410' }],
    },
    {
      method: 'GET',
      parameters: [{ name: 'id' }, { name: 'page', type: 'integer', example: 1 }],
      responses: [{ status: '200', mediaType: 'text/plain', schema: { type: 'string' } }],
    },
  ])
})

it('the fields of a form are the members of a body', () => {
  const [operation] = read({
    paths: {
      '/v2/keys': {
        post: {
          parameters: [
            { in: 'formData', name: 'label', type: 'string', required: true, maxLength: 9 },
            { in: 'formData', name: 'note', type: 'string' },
          ],
        },
      },
    },
  }).operations
  expect(operation?.parameters).toEqual([])
  expect(operation?.requestBody).toEqual({
    mediaType: 'application/x-www-form-urlencoded',
    schema: {
      type: 'object',
      properties: { label: { type: 'string', maxLength: 9 }, note: { type: 'string' } },
      required: ['label'],
    },
  })
})

it('what is not understood is told', () => {
  const problemsOf = (operation: unknown, more: object = {}): number =>
    read({ paths: { '/v2/keys': { get: operation } }, ...more }).problems.length
  expect(problemsOf({})).toBe(0)
  expect(problemsOf(null)).toBeGreaterThan(0)
  expect(problemsOf({ parameters: 1 })).toBeGreaterThan(0)
  expect(problemsOf({ parameters: [1] })).toBeGreaterThan(0)
  expect(problemsOf({ parameters: [{ $ref: '#/parameters/none' }] })).toBeGreaterThan(0)
  expect(problemsOf({ responses: { 200: { $ref: '#/responses/none' } } })).toBeGreaterThan(0)
  expect(read({}).problems).not.toEqual([])
  expect(read({ paths: { '/v2/keys': 1 } }).problems).not.toEqual([])
})
