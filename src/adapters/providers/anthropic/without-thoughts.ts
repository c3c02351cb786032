import { arrayOf, objectOf, objectsIn } from '../wire.ts'
import type { Wire } from '../wire.ts'

const isThought = (block: unknown): boolean => {
  const type = objectOf(block)?.['type']
  return type === 'thinking' || type === 'redacted_thinking'
}

/**
 * A conversation on this wire without the thoughts of earlier answers. An answer that was nothing but thoughts is gone.
 */
export const withoutThoughts = (messages: unknown): readonly Wire[] =>
  objectsIn(messages).flatMap((message) => {
    const content = arrayOf(message['content'])
    if (content === null || !content.some(isThought)) return [message]
    const kept = content.filter((block) => !isThought(block))
    return kept.length === 0 ? [] : [{ ...message, content: kept }]
  })
