import { expect, test } from 'vitest'
import { type OpenApiDocument, withOpenApi } from '../../checks/twists/documents.ts'
import { runTwisted } from '../support/run.ts'

/** What is found where GetRepository declares its repository like this. */
const found = async (parameter: unknown, components: OpenApiDocument[string] = {}): Promise<string> => {
  const twist = withOpenApi(document => {
    document.components = { ...document.components, ...components }
    for (const { get } of Object.values(document.paths))
      if (get?.operationId === 'GetRepository') get.parameters = [{ name: 'namespace', in: 'path' }, parameter]
  })
  const report = await runTwisted(twist, { select: { only: ['areas/path-parameters'] } })
  const { verdict, reason } = report.requirements.find(({ id }) => id === 'areas/path-parameters') ?? {}
  return `${verdict} ${reason?.code ?? ''}`.trim()
}

const repository = { name: 'repository', in: 'path', required: true }

test.each([
  ['a schema that is referred to', { ...repository, schema: { $ref: '#/components/schemas/Word' } }, 'pass'],
  [
    'a number that is referred to',
    { ...repository, schema: { $ref: '#/components/schemas/Count' } },
    'fail wrong-parameter',
  ],
  ['another parameter of the name', { $ref: '#/components/parameters/Id' }, 'fail wrong-parameter'],
  ['content in the place of a schema', { ...repository, content: { 'text/plain': {} } }, 'pass'],
  ['a boolean', { ...repository, schema: { type: 'boolean' } }, 'fail wrong-parameter'],
  ['an object', { ...repository, schema: { type: 'object' } }, 'fail wrong-parameter'],
  [
    'a schema that leads nowhere',
    { ...repository, schema: { $ref: '#/components/schemas/None' } },
    'inconclusive document-unread',
  ],
  ['a parameter that leads nowhere', { $ref: '#/components/parameters/None' }, 'inconclusive document-unread'],
])('%s', async (_name, parameter, expected) => {
  const parameters = { Id: { ...repository, schema: { type: 'integer' } } }
  const schemas = { Word: { type: 'string' }, Count: { type: 'integer' } }
  expect(await found(parameter, { parameters, schemas })).toBe(expected)
})
