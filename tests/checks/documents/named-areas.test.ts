import { describe, expect, it } from 'vitest'
import { withAreas } from '../../../checks/documents/named-areas.ts'
import { readChangelog } from '../../../engine/documents/published.ts'
import { readReference } from '../../../engine/documents/reference/reference.ts'

const operation = (operationId: string, tag: string) => ({ operationId, tags: [tag], responses: {} })

const reference = readReference(
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'x', version: '1' },
    paths: {
      '/v2/orgs/{org}/keys': { get: operation('list_keys', 'org-access-tokens'), post: operation('createKey', 'keys') },
      '/v2/passes': { get: operation('passes', 'access-tokens') },
    },
  }),
  'openapi.json',
)

const areasOf = (text: string) => {
  const page = readChangelog(`# Changes\n\n## 2025-03-25\n\n### New\n\n- ${text}\n`, 'changelog.md')
  return (withAreas(page, reference.operations).entries as readonly { areas?: readonly string[] }[])[0]?.areas
}

describe('the areas that an entry of the change history names', () => {
  it.each([
    ['the method and the path of an operation', '`GET /v2/orgs/{name}/keys`', ['org-access-tokens']],
    ['its path', 'Added `/v2/orgs/{org}/keys`.', ['org-access-tokens', 'keys']],
    ['its id', 'list_keys and createKey.', ['org-access-tokens', 'keys']],
    ['another method', '`DELETE /v2/orgs/{org}/keys`', []],
    ['a word that is an id as well', 'Boarding passes for all.', []],
  ])('are told by %s', (_says, text, areas) => {
    expect(areasOf(text)).toEqual(areas)
  })
})
