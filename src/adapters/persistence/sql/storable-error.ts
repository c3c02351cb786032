import { storableText } from '../../../domain/storable-text.ts'

const MAX_ERROR_CHARS = 500

/** The error text of another server as a column takes it: the text can be long. */
export const storableError = (error: string): string => storableText(error.slice(0, MAX_ERROR_CHARS))
