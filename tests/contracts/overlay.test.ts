import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { type OverlayOperation, overlayOf } from '../../engine/overlay/content.ts'
import { expectGenerated } from '../support/pages/generated.ts'

const path = '../../contracts/overlay.yaml'

const page = `# For the OpenAPI document of a hub that leaves out what is deprecated and removed: adds the legacy endpoints with deprecated: true, and
# the removed v1 routes, which answer every method with 410, under the methods that clients use. x-replaced-by names the operationId of
# what is to be used instead. For a document that has some of it: npx hub-conformance overlay --reference openapi.yaml
# Generated from lifecycle.json.
${stringify(overlayOf(), { lineWidth: 0, compat: 'yaml-1.1', aliasDuplicateObjects: false })}`

describe('the overlay', () => {
  it('is kept current with the lifecycle data', async () => {
    await expectGenerated(page, 'contracts/overlay.yaml', 'contracts/lifecycle.json')
  })

  it('says the same to a reader of YAML 1.1, who takes a bare day for a date', () => {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8')
    expect(parse(text, { version: '1.1' })).toEqual(overlayOf())
    expect(parse(text)).toEqual(overlayOf())
  })

  it('has every endpoint of the lifecycle data in its state, and nothing else', () => {
    const paths = Object.assign({}, ...overlayOf().actions.map(({ update }) => update))
    const operations = Object.entries(paths).flatMap(([template, item]) =>
      Object.entries(item as Record<string, OverlayOperation>).flatMap(([method, operation]) =>
        method === 'parameters' ? [] : [{ name: `${method.toUpperCase()} ${template}`, operation }],
      ),
    )
    const expected = lifecycle.endpoints.flatMap(({ method, path: template }) =>
      (method === '*' ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] : [method]).map(one => `${one} ${template}`),
    )
    expect(operations.map(({ name }) => name).sort()).toEqual(expected.sort())
    for (const { name, operation } of operations) {
      const endpoint = lifecycle.endpoints.find(
        fact => name.endsWith(` ${fact.path}`) && (fact.method === '*' || name.startsWith(`${fact.method} `)),
      )
      expect(operation.deprecated).toBe(true)
      expect(operation['x-replaced-by'] ?? null).toBe(endpoint?.replacedBy)
      const removed = endpoint?.state === 'removed'
      expect(operation['x-removed-since']).toBe(removed ? endpoint.since : undefined)
      expect(operation['x-deprecated-since']).toBe(removed ? undefined : endpoint?.since)
      expect(Object.keys(operation.responses as object)).toEqual([removed ? '410' : 'default'])
    }
  })
})
