import { placeBehindBlocks, withoutBlocks } from '../../../domain/parameters/places.ts'
import { objectOf, objectsIn } from '../wire.ts'
import type { Wire } from '../wire.ts'

const isThought = (block: unknown): boolean => {
  const type = objectOf(block)?.['type']
  return type === 'thinking' || type === 'redacted_thinking'
}

/**
 * A conversation on this wire without the thoughts of earlier answers. An answer that was nothing but thoughts is gone.
 */
export const withoutThoughts = (messages: unknown): readonly Wire[] => withoutBlocks(objectsIn(messages), isThought)

/** Where a path into such a conversation leads in the whole one. */
export const placeBehindThoughts = (messages: unknown): ((path: string) => string) =>
  placeBehindBlocks(objectsIn(messages), isThought)
