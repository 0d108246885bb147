import { describe, expect, it } from 'vitest'
import { checkDocs } from '../../engine/check-docs.ts'
import { createHub } from '../../reference-impl/hub.ts'

const reference = async (description: string, more: object = {}): Promise<string> => {
  const response = await createHub().handler(new Request('http://hub.invalid/openapi.json'))
  const document = JSON.parse(await response.text())
  Object.assign(document.paths['/v2/repositories/{namespace}'].get, { description, ...more })
  return JSON.stringify(document)
}

/** The verdict on a description of the legacy list, judged without a log. */
const judged = async (description: string, more: object = {}): Promise<string> => {
  const report = await checkDocs({
    documents: { reference: { from: 'openapi.json', text: await reference(description, more) } },
    select: { only: ['replacements/described'] },
  })
  const found = report.requirements.find(({ id }) => id === 'replacements/described')
  return `${found?.verdict}${found?.reason ? `: ${found.reason.code}` : ''}`
}

describe('what the reference says about the replacement of the legacy list', () => {
  it.each([
    'Deprecated. Use `listNamespaceRepositories` instead.',
    'Use listNamespaceRepositories instead of `GET /v2/repositories/{namespace}`.',
    'Replaced by [List repositories](#tag/repositories/operation/listNamespaceRepositories).',
    'In favour of `GET /v2/namespaces/{org}/repositories`, which has pages.',
    'Deprecated. Use listNamespaceRepositories instead. Use GetRepository instead of a list of one.',
  ])('holds: %s', async text => expect(await judged(text)).toBe('pass'))

  it.each([
    ['GetRepository', 'inconclusive: statement-unclear'],
    ['listNamespaceRepositories', 'pass'],
  ])('next to the description, %s is what it may be: %s', async (id, verdict) => {
    expect(await judged('Lists repositories.', { 'x-note': `Replaced by ${id}.` })).toBe(verdict)
    expect(await judged('Lists repositories.', { responses: { 200: { description: `Use ${id} instead.` } } })).toBe(
      verdict,
    )
    const error = { responses: { 404: { description: `Use ${id} instead.` } } }
    expect(await judged('Lists repositories.', error)).toBe('not-applicable: not-published')
  })

  it.each([
    'Lists repositories. Use GetRepository to read one of them.',
    'Deprecated since 2025-06-27; see the log.',
    'Replaced by a newer operation. GetRepositoryTag is not affected.',
    'Successor of ListRepositoryTags in v1.',
    'Returns pages rather than all at once, unlike GetRepository.',
    'No endpoint is removed without a replacement.',
    'Deprecated. There is no direct replacement.',
    'Deprecated. There is no replacement for the v1 API.',
    'Deprecated. There is no replacement for undocumented endpoints.',
    'Deprecated. GetRepository is no replacement for `GET /v2/repositories/{namespace}`.',
    'Replaces `/v1/repositories/{name}/tags`; the namespaces API is the replacement.',
  ])('is left alone: %s', async text => expect(await judged(text)).toBe('not-applicable: not-published'))

  it.each([
    'Use `SearchRepositories` instead.',
    'Replaced by `GET /v3/repositories`.',
    'For tags, use ListRepositoryTags instead.',
    'If you know the name,\nuse GetRepository\ninstead.',
  ])('is open: %j', async text => expect(await judged(text)).toBe('inconclusive: statement-unclear'))

  it.each([
    'Deprecated. Use\n`GetRepository` instead.',
    'This operation was replaced by `POST /v2/repositories/{namespace}/{repository}/groups`.',
    '**Deprecated**, please use CheckRepository',
    'Clients should migrate to GetRepository.',
    'Call GetRepository in place of this endpoint.',
    'In place of this endpoint call GetRepository.',
    'Deprecated. It has no replacement.',
    'Replaced by `/v1/repositories/{name}/images`.',
    'Superseded by [tags](/openapi.json#tag/repositories/operation/ListRepositoryTags).',
  ])('contradicts the document: %j', async text => expect(await judged(text)).toBe('fail: contradicting-replacement'))
})
