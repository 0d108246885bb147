import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogue, variants } from '../suites/catalogue.ts'
import { killMatrixPage, readSeen, requirementsPage, totals } from './support/docs.ts'

// `npx vitest run -u tests/docs.test.ts` writes both pages anew.

it('keeps the page of requirements current', async () => {
  await expect(requirementsPage(catalogue)).toMatchFileSnapshot('../docs/requirements.md')
})

const measured = ['pact-faults-v1', 'pact-faults-rest']
  .map(name => readFileSync(new URL(`snapshots/${name}.txt`, import.meta.url), 'utf8'))
  .join('')

it('keeps the page of the kill matrix current', async () => {
  await expect(killMatrixPage(catalogue, variants, readSeen(measured))).toMatchFileSnapshot('../docs/kill-matrix.md')
})

it('knows of every fault whether the contract sees it', () => {
  const ids = catalogue.flatMap(({ id, faults }) => Object.keys(faults).map(name => `${id}/${name}`))
  expect([...readSeen(measured).keys()].sort()).toEqual(ids.sort())
})

it('has the same totals in the README', () => {
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(totals(catalogue, variants))
})
