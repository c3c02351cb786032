import { wordPattern } from './word-pattern.ts'
import type { WordPattern } from './word-pattern.ts'
import { jsonOf } from './wire.ts'

/** What was read of a text that brings one word. */
export interface ReadText<A> {
  readonly word: string
  /** The words in the value of such a text, in the order of the text; the first is the one that it brings. */
  readonly wordsOf: (value: unknown) => readonly string[] | null
  /** What reading the same text with another word in its place would give. */
  readonly withWord: (word: string) => A
}

interface RepeatedTexts<A> {
  /** What reading this text would give, where it repeats an earlier one but for its word; null otherwise. */
  recall(text: string): A | null
  /** This text was read. */
  learn(text: string, read: ReadText<A>): void
}

/** How often in a row a stream may bring something new before it is only read: each pattern costs two readings. */
const MAX_MISSES = 3

/** Spares one stream the reading of most of its texts: they repeat the one before but for the word that they bring. */
export const repeatedTexts = <A>(): RepeatedTexts<A> => {
  let pattern: WordPattern | null = null
  let withWord: ReadText<A>['withWord'] | null = null
  let misses = 0
  return {
    recall: (text) => {
      const word = pattern?.(text)?.[0]
      // A text without a word may mean something else to its reader.
      if (word === undefined || word === '' || withWord === null) return null
      misses = 0
      return withWord(word)
    },
    learn: (text, read) => {
      if (misses >= MAX_MISSES || read.word === '') return
      misses += 1
      const found = wordPattern(text, read.wordsOf)
      if (found?.(text)?.[0] !== read.word) return
      pattern = found
      ;({ withWord } = read)
    },
  }
}

/**
 * Parses the texts of one stream as `jsonOf` does. `pieceOf` finds the word of a value that brings one; the next text that
 * differs in its word alone gives the value with that word, and is not parsed.
 */
export const repeatedJson = (pieceOf: (value: unknown) => ReadText<unknown> | null): ((text: string) => unknown) => {
  const { recall, learn } = repeatedTexts<unknown>()
  return (text) => {
    const known = recall(text)
    if (known !== null) return known
    const value = jsonOf(text)
    const piece = pieceOf(value)
    if (piece !== null) learn(text, piece)
    return value
  }
}
