import { it } from 'vitest'
import { variants } from '../../../suites/catalogue.ts'
import { expectEqual } from '../../support/replay.ts'
import { runVariant } from '../../support/run.ts'

it.each(Object.entries(variants))('a report of the conforming hub %s is recomputed and equal', async (_name, shape) => {
  await expectEqual(await runVariant(shape))
})
