import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFinder } from '../../../engine/redaction/find-forms.ts'

/** Of few characters, so that forms stand in texts, and in one another. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ud800', '😀'), minLength: 1, maxLength: 9 })

test('finds what stands in a text, the longest first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 12 }), fc.array(word, { maxLength: 6 }), (forms, parts) => {
      const { add, foundIn } = createFinder()
      for (const form of forms) add(form, 'an earlier one')
      for (const form of forms) add(form, `of ${form}`)
      const text = parts.join('')
      const found = foundIn(text)
      const there = forms.filter(form => text.includes(form))
      expect(new Map(found)).toEqual(new Map(there.map(form => [form, `of ${form}`])))
      const lengths = found.map(([form]) => form.length)
      expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
    }),
    { numRuns: 1_000 },
  )
})
