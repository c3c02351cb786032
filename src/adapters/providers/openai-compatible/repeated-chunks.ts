import type { ChatChunk, ChatDelta } from '../../../domain/chat/chunk.ts'
import { wordPattern } from '../word-pattern.ts'
import type { WordPattern } from '../word-pattern.ts'
import { arrayOf, objectOf } from '../wire.ts'

/** The one field of a delta, and the names that providers give it. */
const WORD_FIELDS = [
  { field: 'content', names: ['content'] },
  { field: 'reasoning_content', names: ['reasoning_content', 'reasoning'] },
] as const
type WordField = (typeof WORD_FIELDS)[number]['field']

/** A chunk that says one word of one choice and nothing else. */
interface WordChunk {
  readonly field: WordField
  readonly word: string
  readonly withWord: (word: string) => ChatChunk
}

const wordChunk = (chunk: ChatChunk): WordChunk | null => {
  const [choice, ...others] = chunk.choices
  if (choice === undefined || others.length > 0 || chunk.usage !== null || chunk.native !== undefined) return null
  const { index, delta, finish_reason: finish, ...rest } = choice
  if (finish !== null || Object.keys(rest).length > 0 || Object.keys(delta).length !== 1) return null
  for (const { field } of WORD_FIELDS) {
    const word = delta[field]
    if (typeof word === 'string' && word !== '') {
      const { extras } = chunk
      const withWord = (sent: string): ChatChunk => {
        const ofWord: ChatDelta = field === 'content' ? { content: sent } : { reasoning_content: sent }
        const choices = [{ index, delta: ofWord, finish_reason: null }]
        return extras === undefined ? { choices, usage: null } : { choices, usage: null, extras }
      }
      return { field, word, withWord }
    }
  }
  return null
}

/** The word of a chunk's one choice, and the random letters by which OpenAI hides its length. */
const wordsOf =
  (field: WordField) =>
  (body: unknown): readonly string[] | null => {
    const chunk = objectOf(body)
    const delta = objectOf(objectOf(arrayOf(chunk?.['choices'])?.[0])?.['delta'])
    const names = WORD_FIELDS.find((one) => one.field === field)?.names ?? []
    const word = names.map((name) => delta?.[name]).find((value) => typeof value === 'string')
    if (typeof word !== 'string') return null
    const padding = chunk?.['obfuscation']
    return typeof padding === 'string' ? [word, padding] : [word]
  }

/** How often in a row a stream may say something new before it is only read: each pattern costs two readings. */
const MAX_MISSES = 3

interface RepeatedChunks {
  /** The chunk that reading this text would give, where it repeats an earlier chunk but for its word; null otherwise. */
  recall(text: string): ChatChunk | null
  /** This text was read, and gave this chunk. */
  learn(text: string, chunk: ChatChunk): void
}

/**
 * Spares one stream the reading of most of its chunks: they repeat the one before but for the word that they bring. A
 * chunk of one choice's words changes nothing in how later chunks are read, so what such a text gives does not depend on
 * when it comes.
 */
export const repeatedChunks = (): RepeatedChunks => {
  let pattern: WordPattern | null = null
  let withWord: WordChunk['withWord'] | null = null
  let misses = 0
  return {
    recall: (text) => {
      const word = pattern?.(text)?.[0]
      // A chunk without a word is passed over by its reader.
      if (word === undefined || word === '' || withWord === null) return null
      misses = 0
      return withWord(word)
    },
    learn: (text, chunk) => {
      if (misses >= MAX_MISSES) return
      const sent = wordChunk(chunk)
      if (sent === null) return
      misses += 1
      const found = wordPattern(text, wordsOf(sent.field))
      if (found?.(text)?.[0] !== sent.word) return
      pattern = found
      ;({ withWord } = sent)
    },
  }
}
