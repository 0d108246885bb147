import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formats } from '../reporters/index.ts'
import { catalogue, variants } from '../suites/catalogue.ts'
import { killMatrixPage, requirementsPage } from './support/pages/docs.ts'
import { expectGenerated } from './support/pages/generated.ts'
import { faultsOf, readSeen, type SeenFile, seenFiles } from './support/seen.ts'

it('keeps the page of requirements current', async () => {
  await expectGenerated(requirementsPage(catalogue), 'docs/requirements.md', 'suites/catalogue.ts')
})

it('keeps the page of the kill matrix current', async () => {
  const seen = new Map([...readSeen('v1'), ...readSeen('rest')])
  await expectGenerated(killMatrixPage(catalogue, variants, seen), 'docs/kill-matrix.md', 'suites/catalogue.ts')
})

it.each(Object.keys(seenFiles) as SeenFile[])('knows of every fault whether the contract sees it (%s)', file => {
  const hint = `"npm run renew" measures the faults that ${seenFiles[file]} lacks`
  expect([...readSeen(file).keys()], hint).toEqual(faultsOf(file).map(({ id }) => id))
})

it.each(formats)('the page on reports has the format %s', format => {
  expect(readFileSync('docs/reports.md', 'utf8'), `add a row for ${format} to the table of docs/reports.md`).toMatch(
    new RegExp(`^\\| \`${format}[\`=]`, 'm'),
  )
})
