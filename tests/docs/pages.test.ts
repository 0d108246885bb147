import { expect, it } from 'vitest'
import { commands } from '../../bin/commands/index.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { traceability } from '../../engine/traceability.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { lifecyclePage } from '../support/lifecycle-page.ts'
import { optionsPage } from '../support/options-page.ts'

// `npm run renew` writes both pages.

it('keeps docs/lifecycle.md current', async () => {
  await expect(lifecyclePage(lifecycle, traceability(catalogue))).toMatchFileSnapshot('../../docs/lifecycle.md')
})

it('keeps docs/options.md current', async () => {
  await expect(optionsPage(commands)).toMatchFileSnapshot('../../docs/options.md')
})
