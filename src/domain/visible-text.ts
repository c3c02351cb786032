/** Blanks, control characters and characters without width, such as U+200B. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Whether a text shows anything to a person who reads it. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** What JSON leaves as it is of the characters that a terminal obeys, and of those that turn the direction of text. */
const UNSEEN = /[\u007f-\u009f\p{Cf}]/gu

const escapeOf = (character: string): string =>
  Array.from({ length: character.length }, (_none, unit) => character.charCodeAt(unit))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('')

/**
 * The same JSON for a person at a terminal: no text in it can write over what stands on the screen. A program reads it
 * as it was.
 */
export const escapeUnseen = (json: string): string => json.replace(UNSEEN, escapeOf)

/** The most characters of what a person or a key is called. */
export const NAME_CHARACTERS = 100

/** The most characters of an operator's reason, which a customer may read beside a transaction. */
export const REASON_CHARACTERS = 200
