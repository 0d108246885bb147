import { it } from 'vitest'
import { commands } from '../../bin/commands/index.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { traceability } from '../../engine/traceability.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { expectGenerated } from '../support/generated.ts'
import { lifecyclePage } from '../support/lifecycle-page.ts'
import { optionsPage } from '../support/options-page.ts'

// `npm run renew` writes both pages.

it('keeps docs/lifecycle.md current', async () => {
  await expectGenerated(
    lifecyclePage(lifecycle, traceability(catalogue)),
    'docs/lifecycle.md',
    'contracts/lifecycle.json',
  )
})

it('keeps docs/options.md current', async () => {
  await expectGenerated(optionsPage(commands), 'docs/options.md', 'bin/options/table.ts')
})
