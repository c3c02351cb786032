import { setImmediate } from 'node:timers/promises'
import type { TokenCounter } from '../../application/ports/token-counter.ts'

/** The tokenizer is quadratic in a run without a break, so text is counted in pieces; a cut costs a token at most. */
const PIECE_CHARS = 2_048

/** About ten milliseconds of counting, after which other work gets its turn. */
const PIECES_PER_TURN = 4

type Count = (text: string) => number

/** The vocabulary weighs tens of megabytes and is needed only where a vendor reports no usage. */
const loadCount = async (): Promise<Count> => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  // Users may write `<|endoftext|>`; it is text like any other.
  const options = { disallowedSpecial: new Set<string>() }
  return (text) => countTokens(text, options)
}

function* piecesOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) {
    for (let start = 0; start < text.length; start += PIECE_CHARS) yield text.slice(start, start + PIECE_CHARS)
  }
}

/** Counts with OpenAI's o200k vocabulary, whichever vendor's model it was. */
export const gptTokenCounter = (): TokenCounter => {
  let loading: Promise<Count> | null = null
  return {
    count: async (texts, most = Number.POSITIVE_INFINITY) => {
      loading ??= loadCount()
      const count = await loading
      let tokens = 0
      let pieces = 0
      for (const piece of piecesOf(texts)) {
        tokens += count(piece)
        pieces += 1
        if (tokens > most) break
        if (pieces % PIECES_PER_TURN === 0) await setImmediate()
      }
      return tokens
    },
  }
}
