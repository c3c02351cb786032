import type { ChatChunk, ChatDelta } from '../../../../domain/chat/chunk.ts'
import { isOnePiece } from '../../../../domain/chat/answers/output.ts'
import { wordAndPadding } from '../../streams/repeated-texts.ts'
import type { ReadText } from '../../streams/repeated-texts.ts'
import { arrayOf, nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

type WordField = 'content' | 'reasoning_content'

/** The word of a delta by the names that providers give it. */
const wordIn = (delta: Wire | null, field: WordField): string | null =>
  field === 'content'
    ? nonEmptyOf(delta?.['content'])
    : (nonEmptyOf(delta?.['reasoning_content']) ?? nonEmptyOf(delta?.['reasoning']))

/** The words of a chunk's one choice. */
const wordsOf =
  (field: WordField) =>
  (body: unknown): readonly string[] | null => {
    const chunk = objectOf(body)
    const delta = objectOf(objectOf(arrayOf(chunk?.['choices'])?.[0])?.['delta'])
    return wordAndPadding(wordIn(delta, field), chunk)
  }

/**
 * A chunk that brings a word of one choice and nothing else; null for any other. It changes nothing in how later chunks
 * are read, so what such a text gives does not depend on when it comes. `body` is what the chunk was read from.
 */
export const wordChunk = ({ choices, usage, extras }: ChatChunk, body: Wire): ReadText<ChatChunk> | null => {
  const [choice] = choices
  if (choice === undefined || choices.length > 1 || usage !== null || !isOnePiece(choice)) return null
  const { index, delta } = choice
  const field = delta.content === undefined ? 'reasoning_content' : 'content'
  const ofField = wordsOf(field)
  if (ofField(body)?.[0] !== delta[field]) return null
  const withWord = (word: string): ChatChunk => {
    const ofWord: ChatDelta = field === 'content' ? { content: word } : { reasoning_content: word }
    const ofOne = [{ index, delta: ofWord, finish_reason: null }]
    return extras === undefined ? { choices: ofOne, usage: null } : { choices: ofOne, usage: null, extras }
  }
  return { value: body, wordsOf: ofField, withWord }
}
