import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogue, variants } from '../suites/catalogue.ts'
import { killMatrixPage, requirementsPage, totals } from './support/docs.ts'

// `npx vitest run -u tests/docs.test.ts` writes both pages anew.

it('keeps the page of requirements current', async () => {
  await expect(requirementsPage(catalogue)).toMatchFileSnapshot('../docs/requirements.md')
})

it('keeps the page of the kill matrix current', async () => {
  await expect(killMatrixPage(catalogue, variants)).toMatchFileSnapshot('../docs/kill-matrix.md')
})

it('has the same totals in the README', () => {
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(totals(catalogue, variants))
})
