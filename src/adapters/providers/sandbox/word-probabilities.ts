import type { ChatRequest } from '../../../domain/chat/request.ts'

/** A word of an answer with its probability, or one that could have stood in its place. */
interface Word {
  readonly token: string
  readonly logprob: number
  readonly bytes: readonly number[]
}

/** What OpenAI's wire tells of one token. */
interface WordProbability extends Word {
  readonly top_logprobs: readonly Word[]
}

/** By the place in an answer, again and again: the word that the sandbox says is always the likeliest. */
const PROBABILITIES: readonly number[] = [0.99, 0.9, 0.8, 0.95, 0.6, 0.85, 0.7]

/** OpenAI gives as many alternatives at most, of which the word itself is the first. */
const MAX_ALTERNATIVES = 20

const wordOf = (token: string, probability: number): Word => ({
  token,
  logprob: Math.log(probability),
  bytes: [...Buffer.from(token)],
})

/** The rest of the probability is shared by words without sense, each half as likely as the one before. */
const OTHERS: readonly (readonly Word[])[] = PROBABILITIES.map((probability) =>
  Array.from({ length: MAX_ALTERNATIVES - 1 }, (_, index) =>
    wordOf(` sandbox-${index + 1}`, (1 - probability) / 2 ** (index + 1)),
  ),
)

const alternativesAsked = (request: ChatRequest): number => {
  const { top_logprobs: asked } = request as ChatRequest & { readonly top_logprobs?: unknown }
  return typeof asked === 'number' && Number.isInteger(asked) ? Math.min(MAX_ALTERNATIVES, Math.max(0, asked)) : 0
}

/** How likely each word of an answer was, always the same for the same answer; null where it was not asked. */
export const wordProbabilities = (
  request: ChatRequest,
  pieces: readonly string[],
): readonly WordProbability[] | null => {
  if (request['logprobs'] !== true) return null
  const count = alternativesAsked(request)
  return pieces.map((piece, place) => {
    const row = place % PROBABILITIES.length
    const word = wordOf(piece, PROBABILITIES[row] ?? 1)
    return { ...word, top_logprobs: count === 0 ? [] : [word, ...(OTHERS[row] ?? []).slice(0, count - 1)] }
  })
}
