const SPACE = 0x20
const FIRST_CONTROL = 0x09
const LAST_CONTROL = 0x0d
const BEYOND_ASCII = 0x80

/** Whether a character is whitespace; asked of every character of a prompt, so letters cost no call of a pattern. */
const isSpaceAt = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index)
  if (code < BEYOND_ASCII) return code === SPACE || (code >= FIRST_CONTROL && code <= LAST_CONTROL)
  return /\s/.test(text.charAt(index))
}

/**
 * The end of the word that begins at or behind `start`, with the whitespace before it; where there is none, the end.
 */
const endOfWord = (text: string, start: number): number => {
  let end = start
  while (end < text.length && isSpaceAt(text, end)) end += 1
  while (end < text.length && !isSpaceAt(text, end)) end += 1
  return end
}

/** Words as the sandbox counts its tokens: runs of anything but whitespace. A long prompt costs time and no memory. */
export const wordCount = (text: string): number => {
  let count = 0
  for (let start = 0; start < text.length;) {
    start = endOfWord(text, start)
    if (!isSpaceAt(text, start - 1)) count += 1
  }
  return count
}

/**
 * The text cut into one piece a word, each with the whitespace before it (the last with what follows, too), so that
 * the pieces joined are the text. Text without a word is one piece; no text is none. Of a text of more words
 * than `most` there is one piece more, so that a reader sees that it was cut.
 */
export const wordPieces = (text: string, most: number = Number.POSITIVE_INFINITY): readonly string[] => {
  const pieces: string[] = []
  for (let start = 0; start < text.length && pieces.length <= most;) {
    const end = endOfWord(text, start)
    const last = pieces.at(-1)
    if (last !== undefined && isSpaceAt(text, end - 1)) pieces[pieces.length - 1] = last + text.slice(start, end)
    else pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}
