import fc from 'fast-check'

/** Texts of all kinds of characters, and those that are awkward where they are used. */
export const anyText = (...awkward: readonly [string, ...string[]]): fc.Arbitrary<string> =>
  fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...awkward))
