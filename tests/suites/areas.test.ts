import { expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import { instead } from '../../checks/twists/twist.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

it('a reference that gives no operation an id leaves open which of them is which', async () => {
  const withoutIds = openApi(document => {
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item))
        if (operation?.operationId !== undefined) delete operation.operationId
  })
  const ids = lifecycle.operations.map(({ slug }) => `areas/${slug}`)
  const report = await runTwisted(instead(isOpenApi, withoutIds), { select: { suites: ['areas'] } })
  expect(withVerdict(report, 'inconclusive')).toEqual(Object.fromEntries(ids.map(id => [id, 'ids-unpublished'])))
  expect(withVerdict(report, 'fail')).toEqual({})
})

it.each([
  ['a class before it', (id: string) => `RepositoriesController_${id.slice(0, 1).toLowerCase()}${id.slice(1)}`],
  ['a method behind it', (id: string) => `${id}-head`],
  [
    'the path and the method behind it',
    (id: string, path: string, method: string) => `${id}${path.replaceAll(/\W/g, '_')}_${method}`,
  ],
])('the id that a framework made is named: %s', async (_, made) => {
  const renamed = openApi(document => {
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(item))
        if (operation?.operationId === 'GetRepository') operation.operationId = made('GetRepository', path, method)
  })
  const { next } = await runTwisted(instead(isOpenApi, renamed), { select: { only: ['areas/get-repository'] } })
  const id = made('GetRepository', '/v2/namespaces/{namespace}/repositories/{repository}', 'get')
  expect(next[0]?.message).toBe(`Publish \`operationId: GetRepository\` (now \`${id}\`) with the tag repositories.`)
})

it.each([
  [
    'misplaced',
    '     tags: [repositories]\n      parameters: []\n      responses: { 200: { description: Done. } }\n',
    'inconclusive',
    'document-unread',
  ],
  ['absent', '      responses: { 200: { description: Done. } }\n', 'fail', 'wrong-tag'],
] as const)('tags that are %s in a reference', async (_, rest, verdict, code) => {
  const text = `openapi: 3.1.0
info: { title: Hub, version: '1' }
paths:
  /v2/catalog/{namespace}:
    get:
      operationId: listNamespaceRepositories
      summary: List repositories
${rest}`
  const page = () => new Response(text, { headers: { 'content-type': 'application/yaml' } })
  const report = await runTwisted(instead(isOpenApi, page), { select: { only: ['areas/list-namespace-repositories'] } })
  expect(withVerdict(report, verdict)).toEqual({ 'areas/list-namespace-repositories': code })
})
