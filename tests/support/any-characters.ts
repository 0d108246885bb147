import fc from 'fast-check'

const character = fc
  .oneof(fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(code => String.fromCodePoint(code))

/**
 * Any text, also of words that JavaScript has a meaning for. The unit `binary` of fast-check is the same, but makes a table of a million
 * characters in each worker to find out that it can write these words.
 */
export const anyCharacters = (constraints: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.string(constraints), weight: 1 },
    { arbitrary: fc.string({ ...constraints, unit: character }), weight: 3 },
  )
