const MAX_ERROR_CHARS = 500

/** An error text of another server as a column takes it: a NUL cannot be stored, and the text can be long. */
export const storableError = (error: string): string =>
  error.replaceAll('\0', '').slice(0, MAX_ERROR_CHARS).toWellFormed()
