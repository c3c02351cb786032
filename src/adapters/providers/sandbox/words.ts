/** Words as the sandbox counts its tokens: runs of anything but whitespace. */
export const wordCount = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/**
 * The text cut into one piece a word, each with the whitespace before it (the last with what follows, too), so that
 * the pieces joined are the text. Text without a word is one piece; no text is none.
 */
export const wordPieces = (text: string): readonly string[] => {
  if (text === '') return []
  const pieces: string[] = []
  let space = ''
  for (const [position, part] of text.split(/(\s+)/).entries()) {
    const isSpace = position % 2 === 1
    if (isSpace) space = part
    else if (part !== '') {
      pieces.push(space + part)
      space = ''
    }
  }
  const last = pieces.pop()
  return [...pieces, (last ?? '') + space]
}
