import type * as t from 'io-ts'
import { isVisible } from '../../../domain/visible-text.ts'
import { text, textOfLength } from './codecs.ts'

/** A text by which people know a thing, such as a name or a reason: 1 to `most` characters, of which some show. */
export const visibleText = (most: number): t.Type<string> => {
  const ofLength = textOfLength(1, most)
  return text(
    `a string of 1 to ${most} characters, and not of blanks alone`,
    (value) => ofLength.is(value) && isVisible(value),
    { minLength: 1, maxLength: most, pattern: String.raw`\S` },
  )
}
