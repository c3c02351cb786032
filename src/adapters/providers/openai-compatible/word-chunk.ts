import type { ChatChunk, ChatDelta } from '../../../domain/chat/chunk.ts'
import type { ReadText } from '../repeated-texts.ts'
import { arrayOf, objectOf, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

type WordField = 'content' | 'reasoning_content'

/** The word of a delta by the names that providers give it. */
const wordIn = (delta: Wire, field: WordField): string | null =>
  field === 'content'
    ? stringOf(delta['content'])
    : (stringOf(delta['reasoning_content']) ?? stringOf(delta['reasoning']))

/** The word of a chunk's one choice, and the random letters by which OpenAI hides its length. */
const wordsOf =
  (field: WordField) =>
  (body: unknown): readonly string[] | null => {
    const chunk = objectOf(body)
    const delta = objectOf(objectOf(arrayOf(chunk?.['choices'])?.[0])?.['delta'])
    const word = delta === null ? null : wordIn(delta, field)
    if (word === null) return null
    const padding = stringOf(chunk?.['obfuscation'])
    return padding === null ? [word] : [word, padding]
  }

/**
 * A chunk that brings a word of one choice and nothing else; null for any other. It changes nothing in how later chunks
 * are read, so what such a text gives does not depend on when it comes.
 */
export const wordChunk = (chunk: ChatChunk): ReadText<ChatChunk> | null => {
  const { choices, usage, extras } = chunk
  const [choice] = choices
  if (choice === undefined || choices.length > 1 || usage !== null) return null
  const { index, delta, finish_reason: finish, ...rest } = choice
  if (finish !== null || Object.keys(rest).length > 0 || Object.keys(delta).length !== 1) return null
  const field = delta.content === undefined ? 'reasoning_content' : 'content'
  const word = delta[field]
  if (typeof word !== 'string') return null
  const withWord = (other: string): ChatChunk => {
    const ofWord: ChatDelta = field === 'content' ? { content: other } : { reasoning_content: other }
    const ofOne = [{ index, delta: ofWord, finish_reason: null }]
    return extras === undefined ? { choices: ofOne, usage: null } : { choices: ofOne, usage: null, extras }
  }
  return { word, wordsOf: wordsOf(field), withWord }
}
