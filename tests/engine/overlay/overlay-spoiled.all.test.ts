import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import { DocumentError } from '../../../engine/documents/problems.ts'
import { readReference } from '../../../engine/documents/reference/reference.ts'
import { readStructuredText } from '../../../engine/documents/reference/structured-text.ts'
import { applyOverlay } from '../../../engine/overlay/apply.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url), 'utf8')

const withLegacy = `${fixture('plain-reference.yaml').split('# What the operations share.')[0]}
    /v2/repositories/{ns}/{repo}: &item   # the old one
        get: { responses: { 200: { description: ok } } }
    /v2/other/{a}/{b}: *item
    /v1/repositories/{a}/{b}/tags:
        $ref: '#/components/pathItems/Gone'
components:
    pathItems:
        Gone:
            get: &gone
                deprecated: false
                responses: { 404: { description: none } }
            put: *gone
`

/** A text with a piece cut out and another put in. */
const spoiled = (text: string) =>
  fc
    .tuple(
      fc.nat(text.length),
      fc.nat(40),
      fc.constantFrom(
        '',
        ' ',
        '\n',
        '- ',
        '*item',
        '&item ',
        '<<: *item\n',
        '{',
        '}',
        '$ref: "#"',
        '/v2/',
        ': ',
        '|\n',
        '# ',
        "'",
      ),
    )
    .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length))

/** What the outcome still has to say of everything that the overlay does not speak of. */
const untouched = (text: string): unknown => {
  const root = readStructuredText(text, 'x').value as { paths?: Record<string, unknown> }
  const paths = Object.entries(root.paths ?? {})
  return { ...root, paths: paths.filter(([path]) => !/^(?:\/v2)?\/repositories|v[12]\/repositories/.test(path)) }
}

it.each([
  ['plain-reference.yaml', fixture('plain-reference.yaml')],
  ['odd-reference.yaml', fixture('odd-reference.yaml')],
  ['a reference with legacy endpoints, aliases and references', withLegacy],
])('%s, spoiled, is refused or comes out with the lifecycle in it and the rest as it was', async (_name, text) => {
  let refused = 0
  let applied = 0
  await fc.assert(
    fc.asyncProperty(spoiled(text), async given => {
      const outcome = await applyOverlay(given, 'x').catch((error: unknown) => {
        expect(error).toBeInstanceOf(DocumentError)
        return undefined
      })
      if (outcome === undefined) {
        refused += 1
        return
      }
      applied += 1
      const { operations } = readReference(outcome.text, 'x')
      for (const { path } of lifecycle.endpoints) {
        const last = path.replaceAll(/\{[^}]*\}/g, '{}').replace(/^\/v\d/, '')
        const found = operations.filter(operation =>
          operation.path
            .replaceAll(/\{[^}]*\}/g, '{}')
            .replace(/\/+$/, '')
            .endsWith(last),
        )
        expect(found.filter(({ deprecated }) => deprecated).length, path).toBeGreaterThan(0)
      }
      expect(untouched(outcome.text)).toEqual(untouched(given))
      const again = await applyOverlay(outcome.text, 'x')
      expect(again.added).toEqual([])
      expect(again.text).toBe(outcome.text)
    }),
    // The seed is fixed, so that every run tries the same texts.
    { numRuns: 25, seed: 20_251_121 },
  )
  // Otherwise nothing was looked at.
  expect(applied).toBeGreaterThan(5)
  expect(refused + applied).toBeGreaterThanOrEqual(25)
})
