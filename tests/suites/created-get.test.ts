import { expect, it } from 'vitest'
import { variants } from '../../suites/catalogue.ts'
import { runVariant } from '../support/run.ts'

it('a token that only its path names, as the reference declares, is not another one', async () => {
  const shape = variants['by-name-alone']
  if (!shape) throw new Error('the variant is gone')
  const report = await runVariant(shape, { select: { only: ['access-tokens/created-get'] } })
  expect(report.requirements.find(({ id }) => id === 'access-tokens/created-get')?.verdict).toBe('not-applicable')
})
