/** What stands in a text for a character that cannot be stored. */
const REPLACEMENT = '\uFFFD'

/**
 * Whether every column takes the text: PostgreSQL stores no NUL, and UTF-8 cannot write half a surrogate pair. Such a
 * text would be altered silently, or stop the statement that it is part of.
 */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The text as every column takes it. */
export const storableText = (text: string): string => text.replaceAll('\0', REPLACEMENT).toWellFormed()
