/** Blanks, control characters and characters without width, such as U+200B. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Whether a text shows anything to a person who reads it. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** The most characters of what a person or a key is called. */
export const NAME_CHARACTERS = 100

/** The most characters of an operator's reason, which a customer may read beside a transaction. */
export const REASON_CHARACTERS = 200
