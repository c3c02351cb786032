import { setImmediate } from 'node:timers/promises'
import type { TokenCounter } from '../../application/ports/providers/token-counter.ts'

/** The tokenizer takes quadratic time on text without a break, so it gets pieces. A cut adds one token at most. */
const PIECE_CHARS = 2_048

/** About ten milliseconds of counting. Then the counter lets other work run. */
const PIECES_PER_TURN = 4

type Count = (text: string) => number

/** The vocabulary takes tens of megabytes and is needed only when a provider reports no usage. */
const loadCount = async (): Promise<Count> => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  // `<|endoftext|>` in a user's text is ordinary text.
  const options = { disallowedSpecial: new Set<string>() }
  return (text) => countTokens(text, options)
}

function* piecesOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) {
    for (let start = 0; start < text.length; start += PIECE_CHARS) yield text.slice(start, start + PIECE_CHARS)
  }
}

/** Counts with OpenAI's o200k vocabulary, for the models of every provider. */
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
