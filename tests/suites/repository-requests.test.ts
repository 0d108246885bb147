import { expect, it } from 'vitest'
import { variants } from '../../suites/catalogue.ts'
import { runVariant } from '../support/run.ts'

it.each([
  ['listed-by-group', ['repository-groups/assign-read']],
  ['assigned-there', ['repository-groups/assign-read', 'repository-groups/unknown-group']],
  ['settings-states', ['immutable-tags/update-kept']],
  ['settings-versions', ['immutable-tags/update-kept', 'immutable-tags/update-replaces']],
  ['lookups', ['repositories/created-get', 'repositories/created-list']],
  ['full-names', ['repositories/created-get', 'repositories/created-check']],
])('what a hub is asked for in its own form is judged: %s', async (name, only) => {
  const shape = variants[name]
  if (!shape) throw new Error('the variant is gone')
  const { requirements } = await runVariant(shape, { select: { only } })
  const judged = requirements.filter(({ id }) => only.includes(id))
  expect(judged.map(({ verdict, reason }) => [verdict, reason?.message])).toEqual(
    only.map(() => expect.arrayContaining(['pass'])),
  )
})
