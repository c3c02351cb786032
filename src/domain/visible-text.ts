/** Blanks, control characters and characters without width, such as U+200B. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Whether a text shows anything to a person who reads it. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)
