import { readFile } from 'node:fs/promises'
import { globSync } from 'tinyglobby'
import { expect, it } from 'vitest'
import { expectGenerated } from '../support/pages/generated.ts'
import { areas, equivalents, filesOf, isSame, mutationPage, results } from '../support/pages/mutation-page.ts'

it('keeps docs/mutation.md current', async () => {
  await expectGenerated(mutationPage(), 'docs/mutation.md', 'tests/mutation/results.json')
})

it('has each file in one area, and tests for each area', () => {
  const files = areas.flatMap(filesOf)
  expect(new Set(files).size).toBe(files.length)
  for (const { name, mutate, tests } of areas)
    for (const glob of [...mutate, ...tests]) expect(globSync(glob), `${glob} of ${name}`).not.toEqual([])
})

it('has results of files in the scope alone', () => {
  const files = areas.flatMap(filesOf)
  expect(Object.keys(results).filter(file => !files.includes(file))).toEqual([])
})

it.each(equivalents)(
  'the reason in equivalents.json is of mutants that exist: $file: $reason',
  async ({ file, mutants }) => {
    const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
    const source = oneLine(await readFile(file, 'utf8'))
    for (const mutant of mutants) {
      expect(source, 'remove the reason, the code is gone').toContain(mutant.code)
      expect(source, 'remove the reason, the code is gone').toContain(mutant.from)
      expect(
        results[file]?.survivors.some(survivor => isSame(survivor, mutant)),
        `remove the reason, ${JSON.stringify(mutant)} did not survive`,
      ).toBe(true)
    }
  },
)
