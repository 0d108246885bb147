import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingNames } from '../../bin/options/setting-names.ts'
import { settingsFor } from '../../contracts/run/settings.ts'

test('a parameter that was not shown to exist is the setting that helps', () => {
  const settings = settingsFor('parameter-unproven', { operation: 'CreateRepositoryGroup', parameter: 'group' })
  expect(settings?.map(setting => settingNames[setting])).toEqual(['--group-id'])
})

test('no sentence of a reason names an option: each caller has its own names', () => {
  const text = readFileSync(new URL('../../contracts/results/reasons.ts', import.meta.url), 'utf8')
  expect(text).toContain('it is not known whether the {parameter}')
  expect(text).not.toMatch(/--[a-z{]/)
})
