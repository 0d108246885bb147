import { expect, it } from 'vitest'
import { readPage } from '../../../engine/documents/pages/page.ts'
import { collectProblems } from '../../../engine/documents/problems.ts'

// Apart from the other tests of pages: with each mutant these would take hours.
it('only the beginning of a page that is too large is read', () => {
  const problemsOf = (text: string) => {
    const problems = collectProblems()
    readPage(text, 'x', problems)
    return problems.list()
  }
  const tooLarge = 'x is larger than 512 KiB or 20000 lines; only its beginning is read.'
  expect(problemsOf('\n'.repeat(19_999))).toEqual([])
  expect(problemsOf(`${'\n'.repeat(20_000)}a`)).toEqual([tooLarge])
  expect(problemsOf(`a\n\n${' '.repeat(512 * 1024)}b`)).toContain(tooLarge)
})
