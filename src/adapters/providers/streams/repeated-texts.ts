import { wordPattern } from './word-pattern.ts'
import type { WordPattern } from './word-pattern.ts'
import { stringOf } from '../../../domain/json.ts'
import { DETAILED_LIMITS, jsonOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** What was read of a text that brings one word. */
export interface ReadText<A> {
  /** What the text says. */
  readonly value: unknown
  /** The words in the value of such a text, in the order of the text; the first is the one that it brings. */
  readonly wordsOf: (value: unknown) => readonly string[] | null
  /** The name of a field whose number is not read: texts that differ in it are the same. */
  readonly number?: string
  /** What reading the same text with another word in its place would give. */
  readonly withWord: (word: string) => A
}

interface RepeatedTexts<A> {
  /** What reading this text would give, where it repeats an earlier one but for its word; null otherwise. */
  recall(text: string): A | null
  /** This text was read. `find` says what was read of it, null if it brings no word; it is not always asked. */
  learn(text: string, find: () => ReadText<A> | null): void
}

/** How often in a row a stream may bring something new before it is only read: each pattern costs a second reading. */
const MAX_MISSES = 3

/** Spares a stream the parsing of most of its texts: they equal the one before, except for one word. */
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
    learn: (text, find) => {
      const read = misses < MAX_MISSES ? find() : null
      if (read === null) return
      misses += 1
      const found = wordPattern(text, read.value, read)
      if (found === null) return
      pattern = found
      ;({ withWord } = read)
    },
  }
}

/**
 * The word of a text and the random letters beside it by which OpenAI hides its length; null for a text without a word.
 */
export const wordAndPadding = (word: string | null, body: Wire | null): readonly string[] | null => {
  if (word === null) return null
  const padding = stringOf(body?.['obfuscation'])
  return padding === null ? [word] : [word, padding]
}

/**
 * Parses the texts of one stream as `jsonOf` does. `pieceOf` finds the word of a value that brings one; the next text
 * that differs in its word alone gives the value with that word, and is not parsed.
 */
export const repeatedJson = (pieceOf: (value: unknown) => ReadText<unknown> | null): ((text: string) => unknown) => {
  const { recall, learn } = repeatedTexts<unknown>()
  return (text) => {
    const known = recall(text)
    if (known !== null) return known
    const value = jsonOf(text, DETAILED_LIMITS)
    learn(text, () => pieceOf(value))
    return value
  }
}
