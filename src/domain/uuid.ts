const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text is a UUID of any version, in the one spelling that is stored: lower case, with hyphens. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** A text that is a UUID in either case, in the spelling that is stored; null where it is none. */
export const uuidOf = (text: string): string | null => {
  const folded = text.toLowerCase()
  return isUuid(folded) ? folded : null
}
