import { expect, it } from 'vitest'
import { variants } from '../../suites/catalogue.ts'
import { runVariant } from '../support/run.ts'

it('a token that only its path names, as the reference declares, is not another one', async () => {
  const shape = variants['by-name-alone']
  if (!shape) throw new Error('the variant is gone')
  const report = await runVariant(shape, { select: { only: ['access-tokens/created-get'] } })
  expect(report.requirements.find(({ id }) => id === 'access-tokens/created-get')?.verdict).toBe('not-applicable')
})

it('a token that its path names is changed by its note, and no other with it', async () => {
  const shape = variants['by-name']
  if (!shape) throw new Error('the variant is gone')
  const only = ['presence/pat-update', 'access-tokens/update-kept', 'access-tokens/update-keeps-rest']
  const { requirements } = await runVariant(shape, { select: { only } })
  expect(requirements.filter(({ id }) => only.includes(id)).map(({ verdict }) => verdict)).toEqual([
    'pass',
    'pass',
    'pass',
  ])
})
