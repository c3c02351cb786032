/** How far each place of the sequence repeats its beginning: the table of Knuth, Morris and Pratt. */
const repetitionsOf = (sequence: string): Uint32Array => {
  const table = new Uint32Array(sequence.length)
  for (let at = 1, length = 0; at < sequence.length;) {
    if (sequence[at] === sequence[length]) table[at++] = ++length
    else if (length > 0) length = table[length - 1] ?? 0
    else at += 1
  }
  return table
}

/** Where a sequence begins in the text; its end where it does not. Linear, which `indexOf` is not for every pair. */
const foundAt = (text: string, sequence: string): number => {
  const table = repetitionsOf(sequence)
  for (let at = 0, length = 0; at < text.length;) {
    if (text[at] === sequence[length]) {
      at += 1
      length += 1
      if (length === sequence.length) return at - length
    } else if (length > 0) length = table[length - 1] ?? 0
    else at += 1
  }
  return text.length
}

/** The text before the first of these sequences. An empty one is none. */
export const stopAt = (text: string, stop: string | readonly string[] | null | undefined): string => {
  const sequences = (typeof stop === 'string' ? [stop] : (stop ?? [])).filter((sequence) => sequence !== '')
  return text.slice(
    0,
    sequences.reduce((end, sequence) => Math.min(end, foundAt(text, sequence)), text.length),
  )
}
