import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { commands } from '../../bin/commands/index.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { traceability } from '../../engine/traceability.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { clientsPage } from '../support/pages/clients-page.ts'
import { expectGenerated } from '../support/pages/generated.ts'
import { libraryPage } from '../support/pages/library-page.ts'
import { lifecyclePage } from '../support/pages/lifecycle-page.ts'
import { requirementsData } from '../support/pages/listed.ts'
import { optionsPage } from '../support/pages/options-page.ts'

// `npm run renew` writes these pages.

it('keeps docs/lifecycle.md current', async () => {
  await expectGenerated(
    lifecyclePage(lifecycle, traceability(catalogue)),
    'docs/lifecycle.md',
    'contracts/lifecycle.json',
  )
})

it('keeps contracts/requirements.json current', async () => {
  await expectGenerated(requirementsData(catalogue), 'contracts/requirements.json', 'suites/catalogue.ts')
})

it('keeps docs/options.md current', async () => {
  await expectGenerated(optionsPage(commands), 'docs/options.md', 'bin/options/table.ts')
})

it('keeps the table of docs/clients.md current', async () => {
  const page = clientsPage(await readFile('docs/clients.md', 'utf8'))
  expect(page).toContain('| `GET /v2/repositories/{namespace}` |')
  await expectGenerated(page, 'docs/clients.md', 'contracts/lifecycle.json')
})

it('keeps the tables of docs/library.md current', async () => {
  const page = libraryPage(await readFile('docs/library.md', 'utf8'))
  expect(page).toContain('| `credentials.header`')
  expect(page).toContain('| `runTimeoutMs`')
  await expectGenerated(page, 'docs/library.md', 'library/option-schema.ts')
})
