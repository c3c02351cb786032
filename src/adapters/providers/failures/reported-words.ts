import { nonEmptyOf } from '../wire.ts'
import { MAX_READ_CHARS } from './scrub-message.ts'

/**
 * A sentence of a provider's about its failure; null where there is none. Of a long one a character more is kept than
 * is ever read: the scrubber then sees that it was cut, and leaves out the word in which it was, which may be a part of
 * a key.
 */
export const reportedWords = (value: unknown): string | null => nonEmptyOf(value)?.slice(0, MAX_READ_CHARS + 1) ?? null
