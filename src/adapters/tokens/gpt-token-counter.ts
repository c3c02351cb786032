import { setImmediate } from 'node:timers/promises'
import { isLeft } from 'fp-ts/lib/Either.js'
import { sharedLimiter } from '../../application/load/shared-limiter.ts'
import type { TokenCounter } from '../../application/ports/providers/token-counter.ts'

/**
 * The tokenizer takes quadratic time on text without a break, so it gets pieces. A piece ends before a blank where one
 * is near, which costs no token; any other cut adds one at most. A piece of Chinese takes about two milliseconds.
 */
const PIECE_CHARS = 512
const CHARS_TO_A_BLANK = 64

/** All counters together work so long, then other work runs. */
const TURN_MS = 5

type Count = (text: string) => number

interface GptTokenCounterDeps {
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
  /** Reads the vocabulary. */
  readonly load?: () => Promise<Count>
}

/** The vocabulary takes tens of megabytes and is needed only when a provider reports no usage. */
const loadCount = async (): Promise<Count> => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  // `<|endoftext|>` in a user's text is ordinary text.
  const options = { disallowedSpecial: new Set<string>() }
  return (text) => countTokens(text, options)
}

const endOfPiece = (text: string, start: number): number => {
  const end = start + PIECE_CHARS
  if (end >= text.length) return text.length
  for (let at = end; at > end - CHARS_TO_A_BLANK; at -= 1) if (text[at] === ' ') return at
  return end
}

function* piecesOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) {
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = endOfPiece(text, start)
      yield text.slice(start, end)
    }
  }
}

/**
 * Counts with OpenAI's o200k vocabulary, for the models of every provider. One count works at a time, for a turn, and
 * callers take turns: many counts take longer, and keep other work waiting no longer than one.
 */
export const gptTokenCounter = ({ monotonicMs, load = loadCount }: GptTokenCounterDeps): TokenCounter => {
  const inTurn = sharedLimiter({
    ofAll: { maxConcurrent: 1, maxQueued: Number.POSITIVE_INFINITY },
    ofCaller: { maxConcurrent: 1, maxQueued: Number.POSITIVE_INFINITY },
  })
  let loading: Promise<Count> | null = null
  /** It is read again the next time: to the end of the process each answer without a count would be for nothing. */
  const loadAgain = (error: unknown): never => {
    loading = null
    throw error
  }
  /** Of the turn that is not over: short counts in a row take one together. */
  let workedMs = 0

  /** Counts pieces until the turn is over, and lets other work run then. */
  const countSome = async (count: Count, pieces: Iterator<string>, most: number) => {
    const startedMs = monotonicMs() - workedMs
    let tokens = 0
    for (let piece = pieces.next(); piece.done !== true; piece = pieces.next()) {
      tokens += count(piece.value)
      if (tokens > most) break
      if (monotonicMs() - startedMs < TURN_MS) continue
      workedMs = 0
      await setImmediate()
      return { tokens, isDone: false }
    }
    workedMs = monotonicMs() - startedMs
    return { tokens, isDone: true }
  }

  return {
    count: async (texts, { most = Number.POSITIVE_INFINITY, caller } = {}) => {
      loading ??= load().catch(loadAgain)
      const count = await loading
      const share = caller ?? Symbol('count')
      const pieces = piecesOf(texts)
      let tokens = 0
      for (;;) {
        const some = await inTurn(share, () => countSome(count, pieces, most - tokens))
        // No place in the queue is refused.
        if (isLeft(some)) throw new Error('a count was refused')
        tokens += some.right.tokens
        if (some.right.isDone) return tokens
      }
    },
  }
}
