import { jsonOf } from '../wire.ts'

/**
 * The words of a JSON text that repeats an earlier text but for its words; null for any other text. The words are those
 * that reading the whole text would find.
 */
export type WordPattern = (text: string) => readonly string[] | null

/**
 * The string that a piece of JSON text from quote to quote means; undefined where it is no string. It is read, not cut
 * out: what is cut out of a text keeps the whole text in memory, and so the packet that it came in.
 */
const stringIn = (literal: string): string | undefined => jsonOf(literal) as string | undefined

const withEscapes =
  (spell: (hex: string) => string) =>
  (literal: string): string =>
    literal.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${spell(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`)

/** How a word may be written. Python, by default, and .NET write letters beyond ASCII as escapes. */
const SPELLINGS: readonly ((literal: string) => string)[] = [
  (literal) => literal,
  withEscapes((hex) => hex),
  withEscapes((hex) => hex.toUpperCase()),
]

/** The text around the words, which stand in it in this order; null if they are written in another way. */
const piecesAround = (text: string, words: readonly string[]): readonly string[] | null => {
  const pieces: string[] = []
  let from = 0
  for (const word of words) {
    const literals = SPELLINGS.map((spelling) => spelling(JSON.stringify(word)))
    const literal = literals.find((each) => text.includes(each, from))
    if (literal === undefined) return null
    const at = text.indexOf(literal, from)
    pieces.push(text.slice(from, at + 1))
    from = at + literal.length - 1
  }
  return [...pieces, text.slice(from)]
}

const isSame = (some: readonly string[] | null, others: readonly string[]): boolean =>
  some?.length === others.length && some.every((word, index) => word === others[index])

/**
 * Makes a pattern of a text, which says `value`. `wordsOf` finds the words in the value of such a text, null if it has
 * none; the words are in the order of the text. Null if the text is no good as a pattern.
 *
 * A word is looked for as it would be written, which may be found in another place first. So other words are put in
 * these places, and the text is read once more: where `wordsOf` finds just them, the places were those of the words,
 * and since a place reaches from quote to quote, nothing else in the text has changed.
 */
export const wordPattern = (
  text: string,
  value: unknown,
  wordsOf: (value: unknown) => readonly string[] | null,
): WordPattern | null => {
  const words = wordsOf(value)
  if (words === null || words.length === 0) return null
  // Of a copy, as each word is.
  const pieces = piecesAround(JSON.parse(JSON.stringify(text)) as string, words)
  if (pieces === null) return null
  const probes = words.map((word, index) => `${word}?${index}`)
  const probed = pieces.map((piece, index) => {
    const probe = probes[index]
    return probe === undefined ? piece : piece + JSON.stringify(probe).slice(1, -1)
  })
  if (!isSame(wordsOf(jsonOf(probed.join(''))), probes)) return null

  const [head = '', ...between] = pieces
  const tail = between.pop() ?? ''
  return (read) => {
    const end = read.length - tail.length
    if (read.slice(0, head.length) !== head || end < head.length || read.slice(end) !== tail) return null
    const found: string[] = []
    let from = head.length
    for (const piece of between) {
      const at = read.indexOf('"', from)
      if (at === -1 || read.slice(at, at + piece.length) !== piece) return null
      const word = stringIn(read.slice(from - 1, at + 1))
      if (word === undefined) return null
      found.push(word)
      from = at + piece.length
    }
    const last = from > end ? undefined : stringIn(read.slice(from - 1, end + 1))
    if (last === undefined) return null
    found.push(last)
    return found
  }
}
