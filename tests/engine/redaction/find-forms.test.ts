import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formFinder } from '../../../engine/redaction/find-forms.ts'

/** Of few characters, so that forms stand in texts, and in one another. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ud800', '😀'), minLength: 1, maxLength: 9 })

test('finds what stands in a text, in the order in which it was given', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 12 }), fc.array(word, { maxLength: 6 }), (forms, parts) => {
      const entries = forms.map(form => [form] as const)
      const text = parts.join('')
      expect(formFinder(entries)(text)).toEqual(entries.filter(([form]) => text.includes(form)))
    }),
    { numRuns: 1_000 },
  )
})
