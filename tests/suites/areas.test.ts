import { expect, it } from 'vitest'
import { isOpenApi, openApi, withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { instead, to, unrouted } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
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

it('names the id that a path of the document has instead', async () => {
  const renamed = openApi(document => {
    for (const item of Object.values(document.paths))
      if (item.get?.operationId === 'GetRepositoryTag') item.get.operationId = 'readOneTag'
  })
  const { next } = await runTwisted(instead(isOpenApi, renamed), { select: { only: ['areas/get-repository-tag'] } })
  expect(next[0]?.message).toContain('Publish `operationId: GetRepositoryTag` (now `readOneTag`) at ')
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

/** A server that has an operation under another id, at a path of its own. */
const movedAs = (id: string) => {
  const binding = dockerHub.find(({ operation }) => operation === id)
  if (!binding) throw new Error(id)
  const { method, path } = binding
  return layered(
    withOpenApi(({ paths }) => {
      const known = Object.values(paths).find(item => item[method.toLowerCase()]?.operationId === id)
      if (!known) throw new Error(id)
      const { [method.toLowerCase()]: operation, parameters } = known
      delete known[method.toLowerCase()]
      paths[path.replace('/v2/', '/v2/moved/')] = {
        ...(parameters ? { parameters } : {}),
        [method.toLowerCase()]: { ...operation, operationId: `own${id}` },
      }
    }),
    instead(to(path, method), unrouted),
    instead(to(path.replace('/v2/', '/v2/moved/'), method), (request, next) =>
      next(new Request(request.url.replace('/v2/moved/', '/v2/'), request)),
    ),
  )
}

it.each(lifecycle.operations.filter(({ path }) => path === null))(
  '$id under another id fails for its id, and not for being absent',
  async ({ id, slug }) => {
    const report = await runTwisted(movedAs(id))
    expect(Object.keys(withVerdict(report, 'fail'))).toEqual([`areas/${slug}`])
    expect(withVerdict(report, 'inconclusive')[`presence/${slug}`]).toBe('layout-unknown')
  },
)

it.each([
  ['access-tokens', 'Access tokens (personal)', 'areas/access-tokens'],
  ['org-access-tokens', 'OrganizationAccessTokens', 'areas/org-access-tokens'],
  ['audit-logs', 'Audit log events', 'areas/audit-logs'],
  ['repositories', 'Repositories and tags', 'areas/get-repository'],
])('the tag %s with other words than the document has, "%s", is open', async (tag, own, id) => {
  const retagged = openApi(document => {
    for (const operation of Object.values(document.paths).flatMap(item => Object.values(item)))
      if (operation?.tags?.includes(tag)) operation.tags = [own]
  })
  const report = await runTwisted(instead(isOpenApi, retagged), { select: { only: [id] } })
  expect(withVerdict(report, 'inconclusive')).toEqual({ [id]: 'area-in-words' })
})
