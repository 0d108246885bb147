import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lifecycle } from '../../../../contracts/lifecycle.ts'
import { expectGenerated } from '../../../support/pages/generated.ts'
import { accuracyTable, samples } from '../../../support/scan-corpus.ts'

const all = samples()

describe('the corpus', () => {
  it('has planted uses and look-alikes of every route in many languages', () => {
    const uses = all.filter(({ planted }) => planted !== undefined)
    expect(uses.length).toBeGreaterThanOrEqual(40)
    expect(all.length - uses.length).toBeGreaterThanOrEqual(40)
    expect(new Set(all.map(({ file }) => file)).size).toBeGreaterThanOrEqual(8)
    const slugs = new Set(uses.map(({ planted }) => planted))
    expect([...slugs].sort()).toEqual(lifecycle.endpoints.map(({ slug }) => slug).sort())
  })

  it.each(all.map(sample => [`${sample.file}:${sample.line}: ${sample.says}`, sample] as const))(
    '%s',
    (_, { expected, found }) => {
      expect(found.map(({ slug, certainty }) => `${slug} ${certainty}`)).toEqual(
        expected === undefined ? [] : [expected],
      )
    },
  )

  it('gives the figures of the page', async () => {
    const page = readFileSync('docs/scan.md', 'utf8')
    const marked = /(<!-- figures -->\n).*?(<!-- end of figures -->)/s
    expect(page).toMatch(marked)
    const table = accuracyTable(all)
    await expectGenerated(
      page.replace(marked, (_, start: string, end: string) => `${start}\n${table}\n\n${end}`),
      'docs/scan.md',
      'tests/support/scan-corpus.ts',
    )
  })
})
