import fc from 'fast-check'

/** A file whose bytes were changed at some places, and that was cut somewhere. */
export const damaged = (whole: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc.tuple(fc.nat(whole.length), fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)))).map(([length, changes]) => {
    const broken = Uint8Array.from(whole)
    for (const [at, value] of changes) broken[at] = value
    return broken.subarray(0, length)
  })
