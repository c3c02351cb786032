import { stringSkipper, valueAt } from '../../../domain/json-strings.ts'
import { jsonOf } from '../wire.ts'

/**
 * The words of a JSON text that repeats an earlier text but for its words, and for a number that its reader does not
 * want; null for any other text. The words are those that reading the whole text would find.
 */
export type WordPattern = (text: string) => readonly string[] | null

/** The longest piece that V8 copies when it is cut out of a text. A longer one keeps the whole text in memory. */
const LONGEST_COPY = 12

/** A word that is written as it is meant, and that a JSON text may hold so. */
const PLAIN = /^[^\\\u0000-\u001f]*$/

/**
 * The string between two quotes; undefined where it is no string. Unless it is a short word without escapes, it is
 * read, not cut out: what is cut out of a text keeps the whole text in memory, and so the packet that it came in.
 */
const stringBetween = (text: string, start: number, end: number): string | undefined => {
  if (end - start <= LONGEST_COPY) {
    const word = text.slice(start, end)
    if (PLAIN.test(word)) return word
  }
  return jsonOf(text.slice(start - 1, end + 1)) as string | undefined
}

/** A piece of the text between words: as it is, or around a whole number that may differ. */
type Piece = readonly [before: string, behindNumber?: string]

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Where the whole number that begins at this place ends; the same place where JSON has no such number. */
const endOfNumber = (text: string, start: number): number => {
  let at = start
  while (isDigit(text.charCodeAt(at))) at += 1
  return at - start > 1 && text[start] === '0' ? start : at
}

/** The text around the number of its first field of this name; the text as it is where no such field has a number. */
const pieceOf = (text: string, number: string | undefined): Piece => {
  const start = number === undefined ? -1 : valueAt(text, JSON.stringify(number))
  const end = start === -1 ? -1 : endOfNumber(text, start)
  return end === start ? [text] : [text.slice(0, start), text.slice(end)]
}

/** Where the text goes on behind this part of it; -1 where it stands for something else. */
const endOfPart = (text: string, at: number, part: string): number =>
  text.slice(at, at + part.length) === part ? at + part.length : -1

const endOfPiece = (text: string, at: number, [before, behindNumber]: Piece): number => {
  const end = endOfPart(text, at, before)
  if (end === -1 || behindNumber === undefined) return end
  const behind = endOfNumber(text, end)
  return behind === end ? -1 : endOfPart(text, behind, behindNumber)
}

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

/** What stands in the texts of a pattern beside their words. */
interface Varying {
  /** Finds the words in the value of such a text, in the order of the text; null if it has none. */
  readonly wordsOf: (value: unknown) => readonly string[] | null
  /** The name of a field whose number its reader does not want, so that it may differ. */
  readonly number?: string | undefined
}

/**
 * Makes a pattern of a text, which says `value`. Null if the text is no good as a pattern.
 *
 * A word is looked for as it would be written, which may be found in another place first. So other words are put in
 * these places, and the text is read once more: where `wordsOf` finds just them, the places were those of the words,
 * and since a place reaches from quote to quote, nothing else in the text has changed.
 */
export const wordPattern = (text: string, value: unknown, { wordsOf, number }: Varying): WordPattern | null => {
  const words = wordsOf(value)
  if (words === null || words.length === 0) return null
  // Of a copy, as each word is.
  const around = piecesAround(JSON.parse(JSON.stringify(text)) as string, words)
  if (around === null) return null
  const probes = words.map((word, index) => `${word}?${index}`)
  const probed = around.map((piece, index) => {
    const probe = probes[index]
    return probe === undefined ? piece : piece + JSON.stringify(probe).slice(1, -1)
  })
  if (!isSame(wordsOf(jsonOf(probed.join(''))), probes)) return null

  const [head = [''], ...pieces] = around.map((piece) => pieceOf(piece, number))
  return (read) => {
    const endOfString = stringSkipper(read)
    let from = endOfPiece(read, 0, head)
    const found: string[] = []
    for (const piece of pieces) {
      if (from === -1) return null
      const quote = endOfString(from - 1) - 1
      const word = quote < from ? undefined : stringBetween(read, from, quote)
      if (word === undefined) return null
      found.push(word)
      from = endOfPiece(read, quote, piece)
    }
    return from === read.length ? found : null
  }
}
