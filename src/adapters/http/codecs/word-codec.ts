import * as t from 'io-ts'

/** One word of a list that the domain names. */
export const wordOf = <W extends string>(words: readonly W[]): t.KeyofC<Readonly<Record<W, null>>> =>
  t.keyof(Object.fromEntries(words.map((word) => [word, null])) as Record<W, null>)
